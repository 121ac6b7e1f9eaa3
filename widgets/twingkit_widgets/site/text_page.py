"""Pages with nothing but texts (an imprint, a menu), which the server sends itself, without a process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from twingkit.core.language import language
from twingkit_widgets.panel.address.addresses import ROOT, added_publisher_page_names
from twingkit_widgets.panel.markup import raw
from twingkit_widgets.panel.settings.active_settings import publisher_settings
from twingkit_widgets.site.own_notebook import notebook_of_publisher_page, text_cell_html

_UNUSED_TRAITS = ("html", "layout", "tabbable", "tooltip")
"""The traits of the frame that a page without a kernel does not need, since its HTML is complete."""


def is_text_page(page: str) -> bool:
    """Return whether a page shows only texts and runs no code: a legal page, or a publisher's page without
    code.
    """
    own = publisher_settings().own_page(page)
    if page in publisher_settings().legal_pages:
        return True
    if own is None or page not in added_publisher_page_names():
        return False
    return not own.is_notebook or all(
        cell.cell_type == "markdown" for cell in notebook_of_publisher_page(own).cells
    )


def text_page_facts(page: str, root: str) -> dict[str, Any]:
    """Return the data with which the template renders a page of texts only; `root` is the path from the page
    to the site's root.
    """
    from twingkit_widgets.site.frame import PageHeaderPanel  # with the panels, which no other page needs here
    from twingkit_widgets.site.publisher.legal_panel import LegalPanel

    own = publisher_settings().own_page(page)
    with use_link_root(root):
        frame = PageHeaderPanel(page, language())
        shared = [name for name in frame.keys if not name.startswith("_") and name not in _UNUSED_TRAITS]
        styles = [raw(frame._css)]
        facts: dict[str, Any] = {
            "frame": raw(frame.html),
            "client": raw(str(PageHeaderPanel._esm)),
            "state": {**{name: getattr(frame, name) for name in shared}, "html": frame.html, "ready": True},
            "styles": styles,
        }
        frame.close()
        if page in publisher_settings().legal_pages:
            legal = LegalPanel(page, language())
            facts["texts"] = [raw(f'<div class="tk-panel" lang="{language()}">{legal.html}</div>')]
            styles.append(raw(legal._css))
            legal.close()
        elif own:
            cells = notebook_of_publisher_page(own).cells
            facts["texts"] = [raw(text_cell_html(cell, own.first_file.parent, root)) for cell in cells]
    return facts


@contextmanager
def use_link_root(root: str) -> Iterator[None]:
    """Make all panel links that are created inside the `with` block start at the path `root`, as they do on a
    page with a kernel.
    """
    before = os.environ.get(ROOT)
    os.environ[ROOT] = root
    try:
        yield
    finally:
        if before is None:
            del os.environ[ROOT]
        else:
            os.environ[ROOT] = before
