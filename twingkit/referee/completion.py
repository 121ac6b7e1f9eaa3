"""A completion: a game with a real card for each unknown one, in which every typed line is legal."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import attrs

from twingkit.core.play import Game
from twingkit.referee.table_rules import Constraint, Demands, Test
from twingkit.referee.typed import tokens_of


@attrs.define
class Failure:
    """The line that a completion does not allow.

    `line` is its index and `why` the reason. `missing` are the cards that the hand lacks, and `pool` the
    cards some of which would have to be the missing ones. `drawn` is the card that cannot be drawn ("" if
    there is none). `seats` are the seats whose hands may have let something else be asked.
    """

    line: int
    why: Exception
    missing: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()
    drawn: str = ""
    seats: tuple[int, ...] = ()
    ways: tuple[Constraint, ...] = ()
    """The constraints, each of which would let the line be asked for."""
    holder: int = -1
    """The seat whose hand has the cards that the line names."""
    gone: tuple[str, ...] = ()
    """The cards that left that hand while all said nothing before it: they were named by
    earlier lines, and carried out since."""


@attrs.frozen
class Deck:
    """The cards that could come at an unknown draw, and how often the deck had been made anew before;
    `whose` is the seat where each has its own, or the name of the deck where there are several."""

    tokens: frozenset[str] = frozenset()
    size: int = 0
    made: int = 0
    whose: str = ""


NO_DECK = Deck()
"""The deck of a line that draws nothing."""


@attrs.frozen
class Passed:
    """A card that goes from one hand into another, and the two seats that know it: of several that are passed
    on at once the giver first."""

    token: str
    seats: tuple[int, int]


@attrs.frozen
class Seen:
    """The hands after a line, by seat, and the demands that they have met since."""

    hands: tuple[Counter[str], ...] = ()
    demands: Demands = ()
    passes: Test | None = None
    """The test of the cards of which the line chose one unseen; None: it may be each."""
    passed: tuple[Passed, ...] = ()
    """The cards that the line passed on unseen."""


NOTHING_SEEN = Seen()
"""What is known after a line of a game without demands on hands."""


@attrs.define
class Completion:
    """A game that stands for what is known, with the places of its lines (the number of answers before each),
    the texts by which unknown answers were filled, and the cards that are settled or forbidden there."""

    game: Game
    places: list[int] = attrs.Factory(list)
    texts: list[str] = attrs.Factory(list)
    kinds: list[str] = attrs.Factory(list)
    decks: list[Deck] = attrs.Factory(list)
    wanted: dict[int, str] = attrs.Factory(dict)
    """What shall fill the unknown answers of lines where that can be."""
    pins: dict[int, str] = attrs.Factory(dict)
    """The cards that must fill them."""
    barred: dict[int, frozenset[str]] = attrs.Factory(dict)
    """The cards that must not fill them."""
    changes: int = 0
    """The number of repairs made since the first completion."""
    seen: list[Seen] = attrs.Factory(list)
    """What is known after each line."""
    pinned: dict[int, int] = attrs.Factory(dict)
    """The lines by which cards were settled, by the lines at which they came."""
    numbers: list[int] = attrs.Factory(list)
    """The numbers of the texts among those that could have been: the notes (`twingkit.referee.redeal`)."""

    def copy(self) -> Completion:
        """An independent copy."""
        return Completion(
            self.game.copy(), self.places[:], self.texts[:], self.kinds[:], self.decks[:],
            dict(self.wanted), dict(self.pins), dict(self.barred), self.changes, self.seen[:],
            dict(self.pinned), self.numbers[:],
        )  # fmt: skip

    def back_to(self, line: int) -> None:
        """Take back every line from this one on."""
        if line < len(self.places):
            self.game.undo(len(self.game) - self.places[line])
            del self.places[line:], self.texts[line:], self.kinds[line:], self.decks[line:]
            del self.seen[line:], self.numbers[line:]

    def forget_from(self, line: int) -> None:
        """Forget what was settled by this line and those after it."""
        late = [slot for slot, by in self.pinned.items() if by >= line]
        for slot in late:
            del self.pinned[slot]
            self.pins.pop(slot, None)

    def play(
        self,
        place: int,
        text: str = "",
        kind: str = "",
        deck: Deck = NO_DECK,
        seen: Seen = NOTHING_SEEN,
        number: int = 0,
    ) -> None:
        """Note a line as played: the number of answers before it, how an unknown one was filled, out of
        which cards, what the hands are since, and which number it has among those answers."""
        self.places.append(place)
        self.texts.append(text)
        self.kinds.append(kind)
        self.decks.append(deck)
        self.seen.append(seen)
        self.numbers.append(number)

    def filled(self, line: int) -> str:
        """The token of the card that stands for the unknown one of a line."""
        return tokens_of(self.texts[line])


class Repair(NamedTuple):
    """A change of what unknown cards are, by the lines at which they came."""

    pinned: dict[int, str]
    """The cards that were drawn there; "": none is settled any more."""
    barred: dict[int, str]
    """The cards that were not drawn there."""
    wanted: dict[int, str]
    """The cards to draw there where they can be."""
