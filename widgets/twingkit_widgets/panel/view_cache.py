"""Cache the HTML of a view that is shown again while other parts of its panel change."""

from __future__ import annotations

from typing import Protocol

from twingkit.core.language import language
from twingkit_widgets.panel.markup import Markup


class CacheableView(Protocol):
    """A part of a panel that `ViewCache` can cache; equal views have the same HTML."""

    def html(self) -> Markup:
        """Return the HTML of the part."""


class ViewCache:
    """A cache for the HTML of a panel part, which keeps the latest views; the default of two makes undoing
    fast.

    HTML is rendered only for a view that equals none of them, or in another language. A part that is the same
    in many panels can share a cache that `keeps` more.
    """

    def __init__(self, keeps: int = 2) -> None:
        """Create an empty cache that keeps this many views."""
        self._keeps = keeps
        self._views: list[tuple[tuple[str, CacheableView], Markup]] = []

    def html(self, view: CacheableView) -> Markup:
        """Return the HTML of `view`, which must not change afterwards: pass a copy of mutable data.

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
