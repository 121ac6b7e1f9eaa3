"""The box: how many of each card there are, their powers and names, and the events (TW-BOX).

The printed rules do not give these numbers. `load_box()` returns the assumed box, in which `assumed` of an
entry names its invented values; `load_box(path)` loads a custom box from a TOML file of the same format, or
from a CSV file. An invalid file is rejected with a list of all its faults.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path

import attrs

from twingkit.core.arguments import check_arguments, instance_of
from twingkit.core.cards import box_file, box_sheet
from twingkit.core.cards.box_file import load_listing, parse_box_listing
from twingkit.core.cards.box_listing import checked_listing_content
from twingkit.core.language import language, localized
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.twing.box import lines as box_lines
from twingkit.twing.box.entries import BoxContents, Card, CreatureEntry, ResponseCardEntry, SpellEntry
from twingkit.twing.box.form import BOX_FORM
from twingkit.twing.rules.cards import Creature
from twingkit.twing.rules.objects import OBJECTS


@attrs.frozen(kw_only=True)
class Box(BoxContents):
    """The contents of a box: all its cards, objects and events, as listed in its file.

    >>> box = load_box()
    >>> [(card.element, card.power, card.copies) for card in box.spell][:2]
    [('F', 1, 5), ('F', 2, 5)]
    """

    @property
    def playing_card_entries(self) -> list[SpellEntry | CreatureEntry | ResponseCardEntry]:
        """The entries of spells, creatures and special cards."""
        return [*self.spell, *self.creature, *self.special]

    @property
    def has_assumed_counts(self) -> bool:
        """True if any number of cards in this box is invented."""
        return any(entry.assumed for entry in self.playing_card_entries)

    @property
    def card_count(self) -> int:
        """The number of playing cards."""
        return sum(entry.copies for entry in self.playing_card_entries)

    def count_special_cards(self, kind: str) -> int:
        """Return the number of cards of this kind: "cat", "miromon" or "trap"."""
        return sum(entry.copies for entry in self.special if entry.kind == kind)

    @localized
    def creature_name(self, card: Creature, lang: str | None = None) -> str:
        """Return the name of a creature card; empty if this box has no such card."""
        return next((entry.name[language()] for entry in self.creature if entry.card == card), "")

    # -- for games

    def cards(self) -> list[Card]:
        """Return every playing card with all its copies; equal cards are the same object.

        The order does not depend on the file: spells, creatures, then "cat", "miromon" and "trap".
        """
        all_cards: list[Card] = [
            entry.card for entry in self.playing_card_entries for _ in range(entry.copies)
        ]
        return sorted(all_cards, key=box_lines.card_sort_key)

    def new_stack(self) -> DeckWithKnownEnds[Card]:
        """Return a new face-down stack of all playing cards."""
        return self._full.copy()

    @cached_property
    def _full(self) -> DeckWithKnownEnds[Card]:
        return DeckWithKnownEnds(self.cards())

    @property
    def object_colours(self) -> Mapping[str, str]:
        """The element letter of each magical object's colour, in the order of `OBJECTS`."""
        given: dict[str, str] = {entry.id: entry.colour for entry in self.object}
        return {name: given[name] for name in OBJECTS if name in given}

    @property
    def event_effects(self) -> tuple[str, ...]:
        """The effect of each event card, one of `EVENT_EFFECTS`, in file order."""
        return tuple(entry.effect for entry in self.event)

    def record_lines(self) -> list[str]:
        """Return the lines of this box in a game record: all that the rules need, without names."""
        if self == load_box():
            return [box_lines.ASSUMED]
        return box_lines.custom_box_lines(
            self.cards(), self.event_effects, self.object_colours.items(), self.has_assumed_counts
        )

    @classmethod
    def from_record_lines(cls, lines: Sequence[str]) -> Box:
        """Create a box from the lines of a game record; its cards have neutral names. Raises `BoxError`."""
        texts: dict[str, Mapping[str, str]] = {entry.effect: entry.text for entry in load_box().event}
        listing = box_lines.parse_box_lines(lines, texts)
        return load_box() if listing is None else cls(**checked_listing_content(listing, "box"))


BOX_ARGUMENT = instance_of("argument.box", Box)
"""The argument type for a box."""


@check_arguments()
def load_box(path: Path | str | None = None) -> Box:
    """Load a box from a TOML or CSV file, or the assumed box if no file is given.

    Parameters
    ----------
    path : Path or str, optional
        The file. Without it, the assumed box is returned.

    Raises
    ------
    BoxError
        With every fault of the file.
    OSError
        If the file cannot be read.

    Examples
    --------
    >>> box = load_box()
    >>> len(box.cards()), box.title["en"]
    (138, 'Assumed box')
    """
    if path is None:
        return _assumed_box()
    return Box(**checked_listing_content(load_listing(Path(path), BOX_FORM), str(path)))


def parse_box(text: str, source: str, suffix: str = ".toml") -> Box:
    """Parse the text of a box file: TOML, or CSV if `suffix` is ".csv".

    `source` names the text in errors. Raises `BoxError` with every fault.
    """
    return Box(**checked_listing_content(parse_box_listing(text, source, suffix, BOX_FORM), source))


@cache
def _assumed_box() -> Box:
    return parse_box(files("twingkit.twing.box").joinpath("box.toml").read_text(encoding="utf-8"), "box.toml")


def box_toml(box: BoxContents, notes: Mapping[str, str] | None = None) -> str:
    """Format a box as a TOML file that parses to the same box.

    `notes` are comments: at the top of the file ("format"), before the title and before each table.
    """
    return box_file.box_toml(BOX_FORM, box, notes)


def box_csv(box: BoxContents, notes: Mapping[str, str] | None = None, separator: str = ",") -> str:
    """Format a box as a CSV file that parses to the same box; `separator` is a comma, a semicolon or a tab.

    `notes` are comments: at the top of the file ("format"), before the title and before each table.
    """
    return box_sheet.box_csv(BOX_FORM, box, notes, separator)
