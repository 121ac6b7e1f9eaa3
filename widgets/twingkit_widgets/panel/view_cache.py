"""A view that is shown again and again while other parts of its panel change."""

from __future__ import annotations

from typing import Protocol

from twingkit.core.language import language
from twingkit_widgets.panel.markup import Markup


class View(Protocol):
    """A panel's part as it is shown: two that are equal have the same HTML."""

    def html(self) -> Markup:
        """The part as it is shown now."""


class ViewCache:
    """The last view of a part and the one before, which a step back shows again, with their HTML: it is made
    anew only for a view that is equal to neither, or in another language. A part that is the same in many
    panels can share one that `keeps` more."""

    def __init__(self, keeps: int = 2) -> None:
        """Nothing was shown yet."""
        self._keeps = keeps
        self._views: list[tuple[tuple[str, View], Markup]] = []

    def html(self, view: View) -> Markup:
        """Return the HTML of `view`. What it holds must not change afterwards: give it a copy of what can.

        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Dice:
        ...     roll: int
        ...     def html(self):
        ...         print("made")
        ...         return Markup(f"<b>{self.roll}</b>")
        >>> last = ViewCache()
        >>> [last.html(Dice(roll)) for roll in (4, 4, 6, 4)]
        made
        made
        ['<b>4</b>', '<b>4</b>', '<b>6</b>', '<b>4</b>']
        """
        key = language(), view
        html = next((html for shown, html in self._views if shown == key), None)
        if html is None:
            html = view.html()
        self._views = [(key, html), *(kept for kept in self._views if kept[0] != key)][: self._keeps]
        return html
