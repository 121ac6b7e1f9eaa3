"""Read what a panel shows: its words, duplicates in it, and the targets of its buttons."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape

from twingkit_widgets.panel.panel import Panel


def words(html: str) -> str:
    """Return what a person reads of some HTML: the text without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def without_ids(html: str) -> str:
    """Return the HTML without the ids, which differ from panel to panel."""
    return re.sub(r"tk-panel-\d+", "tk-panel", html)


def duplicate_ids(html: str) -> list[str]:
    """Return the keys and ids that occur more than once in some HTML; each must be unique."""
    count = Counter(re.findall(r'\s(data-key|id)="([^"]*)"', html))
    return [f'{name}="{value}"' for (name, value), times in count.items() if times > 1]


def states_by_next(panel: Panel) -> list[str]:
    """Return the states of a panel while its “next” button is pressed, until there is none."""
    states = [panel.state]
    while found := re.search(r'data-value="([^"]+)" data-key="next"', panel.html):
        panel.do("open", found[1])
        states.append(panel.state)
    return states


def assert_explains_what_there_is_not(panel: Panel, sentence: str, near: str) -> None:
    """Check that a panel explains once that the requested thing does not exist, and leads to the nearest; a
    visitor's input is shown as text."""
    assert panel.html.count('role="alert"') == 1
    assert sentence in panel.html
    assert f'data-key="near:{near}"' in panel.html
    panel.do("open", near)
    assert 'role="alert"' not in panel.html
    panel.do("open", "<b>")
    assert "&lt;b&gt;" in panel.html
    assert "“<b>”" not in panel.html
