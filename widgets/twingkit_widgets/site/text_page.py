"""Pages with nothing but texts (an imprint, a menu), which the server sends itself, without a process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from twingkit.core.language import call_in_language, language
from twingkit_widgets.panel.address.addresses import ROOT, own_page_names
from twingkit_widgets.panel.address.page_words import say_of_page
from twingkit_widgets.panel.markup import raw
from twingkit_widgets.panel.settings.active_settings import publisher
from twingkit_widgets.panel.wording import LANGUAGES
from twingkit_widgets.site.own_notebook import own_notebook, text_html

NOT_SHARED = ("html", "layout", "tabbable", "tooltip")
"""The traits of the frame that such a page does not need, since its HTML is complete."""


def shows_texts(page: str) -> bool:
    """True if a page shows only texts: an imprint, or a publisher's page without code."""
    own = publisher().own_page(page)
    if page in publisher().legal:
        return True
    if own is None or page not in own_page_names():
        return False
    return not own.is_notebook or all(cell.cell_type == "markdown" for cell in own_notebook(own).cells)


def text_page_facts(page: str, root: str) -> dict[str, Any]:
    """Return the data for the template of a page of texts; `root` is the path from it to the root of the
    site.
    """
    from twingkit_widgets.site.frame import FramePanel  # with the panels, which no other page needs here
    from twingkit_widgets.site.publisher.legal_panel import LegalPanel

    own = publisher().own_page(page)
    with links_from(root):
        frame = FramePanel(page, language())
        shared = [name for name in frame.keys if not name.startswith("_") and name not in NOT_SHARED]
        styles = [raw(frame._css)]
        facts: dict[str, Any] = {
            "frame": raw(frame.html),
            "client": raw(str(FramePanel._esm)),
            "state": {**{name: getattr(frame, name) for name in shared}, "html": frame.html, "ready": True},
            "styles": styles,
        }
        frame.close()
        if page in publisher().legal:
            legal = LegalPanel(
                page,
                {code: call_in_language(code, say_of_page, "title", page) for code in LANGUAGES},
                language(),
            )
            facts["texts"] = [raw(f'<div class="tk-panel" lang="{language()}">{legal.html}</div>')]
            styles.append(raw(legal._css))
            legal.close()
        elif own:
            cells = own_notebook(own).cells
            facts["texts"] = [raw(text_html(cell, own.file.parent, root)) for cell in cells]
    return facts


@contextmanager
def links_from(root: str) -> Iterator[None]:
    """Make the links of panels begin at `root`, as in the process of a page."""
    before = os.environ.get(ROOT)
    os.environ[ROOT] = root
    try:
        yield
    finally:
        if before is None:
            del os.environ[ROOT]
        else:
            os.environ[ROOT] = before
