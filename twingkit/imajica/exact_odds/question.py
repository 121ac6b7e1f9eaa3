"""A stop question as one line: a position, an action, and what the rivals may hold.

    imajica: p1 active sartori; p2 active dowd; circle slew; seize slew with sartori; p2 holds 5 of teeth

The line is a position string with extra parts: the action of the Autarch to move, and for a rival the number
of unseen cards with the deck (`p2 holds 5` if the deck is unknown). Cards that the position names in a hand
are known. `goal everyone` asks about a challenge whether nobody dies, not only the target.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from twingkit.core.messages import Fault
from twingkit.core.questions import one_line
from twingkit.imajica.box.decks import Deck, load_decks
from twingkit.imajica.exact_odds.announced_deed import DEEDS, parse_deed
from twingkit.imajica.exact_odds.stop_check import GOALS
from twingkit.imajica.exact_odds.stops import Stops, can_they_stop
from twingkit.imajica.exact_odds.unseen import Holding
from twingkit.imajica.notation.position import KEY, Position
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.variants.variant import BOX, Variant

MOST_UNSEEN = 20
"""Largest number of unseen cards in a hand that is computed."""

_HOLDS = re.compile(r"p([1-6]) holds (\d{1,2})(?: of ([a-z-]+))?")


@attrs.frozen
class UnseenCards:
    """The unseen cards of a rival: their number, and the name of the deck ("" if unknown)."""

    seat: int
    count: int
    deck: str = ""

    def __str__(self) -> str:
        return f"{SEATS[self.seat]} holds {self.count}" + (f" of {self.deck}" if self.deck else "")


@attrs.frozen
class StopQuestion:
    """The question whether an action can be stopped; `deed` is "" while nobody is named yet.

    `goal` is one of `GOALS`. The `variant` is not part of the line.

    >>> line = "imajica: p1 active sartori; p2; circle slew; to move p1 ally; seize slew with sartori"
    >>> str(StopQuestion.parse(f"{line}; p2 holds 5")) == f"{line}; p2 holds 5"
    True
    """

    position: Position
    deed: str = ""
    unseen: tuple[UnseenCards, ...] = ()
    goal: str = GOALS[0]
    variant: Variant = BOX

    @classmethod
    def parse(cls, line: str, variant: Variant = BOX) -> StopQuestion:
        """Parse a line. Raises `Fault` if it is malformed and `Refusal` if the position is illegal."""
        deed, unseen, rest, goals = "", [], [], [GOALS[0]]
        for text in line.strip().removeprefix(KEY).split(";"):
            part = " ".join(text.split())
            if part.partition(" ")[0] in DEEDS and not deed:
                deed = part
            elif match := _HOLDS.fullmatch(part):
                unseen.append(_unseen(part, UnseenCards(int(match[1]) - 1, int(match[2]), match[3] or "")))
            elif part.split()[1:2] == ["holds"]:
                raise Fault("imajica.holds", found=one_line(part, 40))
            elif part.partition("goal ")[2] in GOALS and len(goals) == 1:
                goals.append(part.partition("goal ")[2])
            else:
                rest.append(part)
        position = Position.parse("; ".join(rest))
        seats = [hand.seat for hand in unseen]
        rivals = {seat for seat in range(len(position.realms)) if seat != position.current}
        if len(set(seats)) < len(seats) or not rivals.issuperset(seats):
            raise Fault("imajica.holds", found=one_line(str(unseen[-1]), 40))
        return cls(position, deed, tuple(sorted(unseen, key=lambda hand: hand.seat)), goals[-1], variant)

    def holdings(self, decks: Mapping[str, Deck] | None = None) -> dict[str, Holding]:
        """Return what is known of the rivals' hands, by labels such as "p2"."""
        known = decks or load_decks()
        table = self.position.table()
        held = {hand.seat: hand for hand in self.unseen}
        return {
            player.name: Holding(
                tuple(player.hand),
                held[player.seat].count if player.seat in held else 0,
                known.get(held[player.seat].deck) if player.seat in held else None,
            )
            for player in table.players
            if player.seat != table.current
        }

    def stops(self) -> Stops:
        """Return the answer. Raises `Refusal`, `BadAnswer` and `Fault` like `can_they_stop`."""
        return can_they_stop(self.position, self.deed, self.holdings(), variant=self.variant, goal=self.goal)

    def check(self) -> None:
        """Raise `Refusal` or `BadAnswer` if the rules do not allow the action."""
        parse_deed(self.position, self.deed, self.variant)

    def __str__(self) -> str:
        goal = f"goal {self.goal}" if self.goal != GOALS[0] else ""
        parts = [str(self.position), self.deed, *map(str, self.unseen), goal]
        return "; ".join(part for part in parts if part)


def _unseen(part: str, unseen: UnseenCards) -> UnseenCards:
    """Parse the part about unseen cards. Raises `Fault` for too many cards or an unknown deck."""
    if unseen.count > MOST_UNSEEN or (unseen.deck and unseen.deck not in load_decks()):
        raise Fault("imajica.holds", found=one_line(part, 40))
    return unseen
