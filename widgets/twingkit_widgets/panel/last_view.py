"""A view that is shown again and again while other parts of its panel change."""

from __future__ import annotations

from typing import Protocol

from twingkit_widgets.panel.markup import Markup


class View(Protocol):
    """A panel's part as it is shown: two that are equal have the same HTML."""

    def html(self) -> Markup:
        """Return its HTML."""


class LastView:
    """The last view of a part, and its HTML, which is made anew only for a view that is not equal to it."""

    def __init__(self) -> None:
        """Nothing was shown yet."""
        self._view: View | None = None
        self._html = Markup()

    def html(self, view: View) -> Markup:
        """Return the HTML of `view`. What it holds must not change afterwards: give it a copy of what can.

        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Dice:
        ...     roll: int
        ...     def html(self):
        ...         print("made")
        ...         return Markup(f"<b>{self.roll}</b>")
        >>> last = LastView()
        >>> [last.html(Dice(roll)) for roll in (4, 4, 6)]
        made
        made
        ['<b>4</b>', '<b>4</b>', '<b>6</b>']
        """
        if view != self._view:
            self._html = view.html()
            self._view = view
        return self._html
