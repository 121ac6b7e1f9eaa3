"""Reading what a panel shows: its words, what stands twice in it, and what its buttons lead to."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape

from twingkit_widgets.panel.panel import Panel


def words(html: str) -> str:
    """What a person reads of some HTML: the text without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def plain(html: str) -> str:
    """The HTML without the ids, which differ from panel to panel."""
    return re.sub(r"tk-panel-\d+", "tk-panel", html)


def twice(html: str) -> list[str]:
    """The keys and ids that stand more than once in some HTML, each of which names one thing."""
    count = Counter(re.findall(r'\s(data-key|id)="([^"]*)"', html))
    return [f'{name}="{value}"' for (name, value), times in count.items() if times > 1]


def gone_through(panel: Panel) -> list[str]:
    """The states of a panel as its button for the next one is pressed, until there is none."""
    states = [panel.state]
    while found := re.search(r'data-value="([^"]+)" data-key="next"', panel.html):
        panel.do("open", found[1])
        states.append(panel.state)
    return states


def assert_explains_what_there_is_not(panel: Panel, sentence: str, near: str) -> None:
    """A panel that was asked for what there is not says so once, and leads to the nearest; what a visitor
    sends is shown as text."""
    assert panel.html.count('role="alert"') == 1
    assert sentence in panel.html
    assert f'data-key="near:{near}"' in panel.html
    panel.do("open", near)
    assert 'role="alert"' not in panel.html
    panel.do("open", "<b>")
    assert "&lt;b&gt;" in panel.html
    assert "“<b>”" not in panel.html
