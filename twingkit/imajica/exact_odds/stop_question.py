"""A stop question in one line: a position, an action, and the cards that rivals may hold.

    imajica: p1 active sartori; p2 active dowd; circle slew; seize slew with sartori; p2 holds 5 of teeth

The line is a position string with extra parts: the action of the Autarch to move, and for a rival the number
of unseen cards with the deck (`p2 holds 5` if the deck is unknown). Cards that the position names in a hand
are known. `goal everyone` asks about a challenge whether nobody dies, not only the target.
"""

from __future__ import annotations

import html
import re

import attrs

from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.imajica.box.decks import load_decks
from twingkit.imajica.exact_odds.announced_deed import STOPPABLE_ACTIONS, parse_deed
from twingkit.imajica.exact_odds.stop_check import STOP_GOALS
from twingkit.imajica.exact_odds.stops import RivalStopResults, can_they_stop
from twingkit.imajica.exact_odds.unseen import RivalHand
from twingkit.imajica.notation.position import POSITION_PREFIX, Position
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.variants.variant import BOX, Variant

MOST_UNSEEN = 20
"""Maximum number of unseen cards in a hand."""

_HOLDS = re.compile(r"p([1-6]) holds (\d{1,2})(?: of ([a-z-]+))?")


@attrs.frozen
class UnseenHand:
    """A rival's unseen cards: their number, and the name of the deck ("" if unknown)."""

    seat: int
    count: int
    deck_name: str = ""

    def __str__(self) -> str:
        return f"{SEATS[self.seat]} holds {self.count}" + (f" of {self.deck_name}" if self.deck_name else "")


@attrs.frozen
class RivalsStoppingQuestion:
    """A position with an action, and the question whether rivals with unseen cards can stop that action.

    `deed` is that action as an answer, such as `seize slew with sartori`; "" until a character is named.

    `goal` is one of `STOP_GOALS`. The `variant` is not part of the line.

    >>> line = "imajica: p1 active sartori; p2; circle slew; to move p1 ally; seize slew with sartori"
    >>> str(RivalsStoppingQuestion.parse(f"{line}; p2 holds 5")) == f"{line}; p2 holds 5"
    True
    """

    position: Position
    deed: str = ""
    unseen_hands: tuple[UnseenHand, ...] = ()
    goal: str = STOP_GOALS[0]
    variant: Variant = BOX

    @classmethod
    def parse(cls, line: str, variant: Variant = BOX) -> RivalsStoppingQuestion:
        """Parse a stop question. Raises `Fault` for malformed text, `Refusal` for an illegal position."""
        deed, unseen, rest, goals = "", [], [], [STOP_GOALS[0]]
        for text in line.strip().removeprefix(POSITION_PREFIX).split(";"):
            part = " ".join(text.split())
            if part.partition(" ")[0] in STOPPABLE_ACTIONS and not deed:
                deed = part
            elif match := _HOLDS.fullmatch(part):
                unseen.append(_unseen(part, UnseenHand(int(match[1]) - 1, int(match[2]), match[3] or "")))
            elif part.split()[1:2] == ["holds"]:
                raise Fault("imajica.holds", found=one_line_excerpt(part, 40))
            elif part.partition("goal ")[2] in STOP_GOALS and len(goals) == 1:
                goals.append(part.partition("goal ")[2])
            else:
                rest.append(part)
        position = Position.parse("; ".join(rest))
        seats = [hand.seat for hand in unseen]
        rivals = {seat for seat in range(len(position.realms)) if seat != position.current}
        if len(set(seats)) < len(seats) or not rivals.issuperset(seats):
            raise Fault("imajica.holds", found=one_line_excerpt(str(unseen[-1]), 40))
        return cls(position, deed, tuple(sorted(unseen, key=lambda hand: hand.seat)), goals[-1], variant)

    def rival_hands(self) -> dict[str, RivalHand]:
        """Return the known information on the rivals' hands, by labels such as "p2"."""
        known = load_decks()
        table = self.position.build_table()
        held = {hand.seat: hand for hand in self.unseen_hands}
        return {
            player.name: RivalHand(
                tuple(player.hand),
                held[player.seat].count if player.seat in held else 0,
                known.get(held[player.seat].deck_name) if player.seat in held else None,
            )
            for player in table.players
            if player.seat != table.current
        }

    def find_stops(self) -> RivalStopResults:
        """Return how each rival can stop the action. Raises the errors of `can_they_stop`."""
        return can_they_stop(
            self.position, self.deed, holdings=self.rival_hands(), variant=self.variant, goal=self.goal
        )

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return the frame of `find_stops`."""
        return self.find_stops().frame()

    def _repr_html_(self) -> str:
        line = f"<p><code>{html.escape(str(self))}</code></p>"
        return line + (self.find_stops()._repr_html_() if self.deed else "")

    def check(self) -> None:
        """Raise `Refusal` or `BadAnswer` if the rules do not allow the action."""
        parse_deed(self.position, self.deed, self.variant)

    def __str__(self) -> str:
        goal = f"goal {self.goal}" if self.goal != STOP_GOALS[0] else ""
        parts = [str(self.position), self.deed, *map(str, self.unseen_hands), goal]
        return "; ".join(part for part in parts if part)


def _unseen(part: str, unseen: UnseenHand) -> UnseenHand:
    if unseen.count > MOST_UNSEEN or (unseen.deck_name and unseen.deck_name not in load_decks()):
        raise Fault("imajica.holds", found=one_line_excerpt(part, 40))
    return unseen
