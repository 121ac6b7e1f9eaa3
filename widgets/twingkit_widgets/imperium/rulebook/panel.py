"""The rulebook of Twilight Imperium: its rules with examples, and a gallery of all that is in the box."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from twingkit_widgets.imperium.pictures.fleets import FLEETS_CSS
from twingkit_widgets.imperium.rulebook.example import FleetRule
from twingkit_widgets.imperium.rulebook.gallery import SHELVES, gallery_html, search_all_shelves
from twingkit_widgets.imperium.rulebook.gallery_words import say
from twingkit_widgets.imperium.views import TABLE_CSS
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.read.rulebook.illustrated import GALLERY, IllustratedRulebook
from twingkit_widgets.read.rulebook.panel import RULES, RulebookPanel

HERE = Path(__file__).parent

BATTLE_CSS = FLEETS_CSS + (HERE.parent / "lesson/imperium_lessons.css").read_text(encoding="utf-8")
"""The style of battles in examples."""


class FleetRulebook(IllustratedRulebook):
    """The rulebook in two parts: rules and gallery. `term` names a shelf of the gallery, `search` what to
    search for there.

    >>> panel = FleetRulebook(game="imperium", show="gallery")
    >>> panel.do("shelf", "units"); panel.address()
    {'show': 'gallery', 'term': 'units'}
    >>> panel.do("seek", "war sun"); panel.address()
    {'show': 'gallery', 'term': 'units', 'search': 'war sun'}
    """

    _css = RulebookPanel._css + TABLE_CSS + BATTLE_CSS + (HERE / "gallery.css").read_text(encoding="utf-8")

    PARTS: ClassVar[tuple[str, ...]] = (RULES, GALLERY)

    shelf = next(iter(SHELVES))
    sought = ""

    example_rule = FleetRule

    def take_part(self, parameters: Mapping[str, str]) -> None:
        """Show the shelf or the search of the gallery; a term without a rule is a shelf."""
        if self.show == RULES and parameters["term"] and not parameters["rule"]:
            self.show = GALLERY
        self.sought = parameters["search"] if self.show == GALLERY else ""
        super().take_part(parameters)

    def act_shelf(self, value: object) -> None:
        """Show a shelf, one of `SHELVES`."""
        self.take_gallery(str(value))
        self.no_term = ""
        self.news(say(f"shelf.{self.shelf}"))

    def act_seek(self, value: object) -> None:
        """Show the pieces of all shelves that hold every word of the search."""
        self.sought = str(value or "")
        count = len(search_all_shelves(self.sought)) if self.sought.strip() else 0
        self.news(say("found", n=count) if self.sought.strip() else "")

    def act_unseek(self, value: object) -> None:
        """Empty the search field."""
        self.sought = ""
        self.news("")

    def take_gallery(self, term: str) -> bool:
        """Show a shelf, or the first one if there is none of that name."""
        self.shelf = term if term in SHELVES else next(iter(SHELVES))
        return term in ("", self.shelf)

    def gallery_term(self) -> str:
        """The shelf, unless it is the first."""
        return "" if self.shelf == next(iter(SHELVES)) else self.shelf

    def part_address(self) -> dict[str, str]:
        """The shelf and the search."""
        more = {"search": self.sought.strip()} if self.show == GALLERY else {}
        return super().part_address() | more

    def gallery_html(self) -> Markup:
        """A shelf, or the results of the search."""
        return gallery_html(self.shelf, self.sought, self._id)
