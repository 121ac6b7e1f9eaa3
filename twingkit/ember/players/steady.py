"""The computer player `steady`: it plans for the call.

Beyond `greedy` it weighs what a conjuring leaves in the hand for the next turn, refreshes a hand that leads
nowhere, revives what acts again, keeps Archmages for high sets, hits back once somebody nears the agreed
Victory Points, and calls only when nobody can take the lead from it by what lies open.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from twingkit.ember.players.greedy import Greedy, Rank
from twingkit.ember.players.outlook import Outlook, hand_of
from twingkit.ember.rules import uses
from twingkit.ember.rules.cards import DECK_SIZE, places_in
from twingkit.ember.rules.questions import PASS, TURN
from twingkit.ember.rules.table import EmberTable

SAMPLES = 5
"""The number of hands that are dealt to see what a conjuring leaves."""

WAYS = {5: 60, 6: 60, 7: 12, 8: 4}
"""The number of conjurings that are planned on from, by the size of the hand: in larger hands each takes much
longer, and a hand of nine pays for most creatures anyway."""

LATER = 0.8
"""The worth of a Victory Point of the next turn, in this turn's."""

LASTING = {"hand": 2.5, "drawstep": 3.0, "source": 2.0, "draw": 0.7, "take": 0.5, "redraw": 0.3, "guard": 0.3}
"""The worth of abilities at the beginning of a game, for each card of theirs, in Victory Points."""

WORTH_A_CARD = 1.5
"""An ability that draws is used for so many Victory Points a card on average."""


class Steady(Greedy):
    """A player that plans for the call; deterministic from its seed.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> Steady(1)(position_game(line, seed=1))
    'conjure cerberus A5 E5 F5 A9 E9'
    """

    def worth_of_step(self, outlook: Outlook, table: EmberTable, seat: int, answer: str) -> Rank:
        """The Victory Points of this turn on average, and a part of those that become possible."""
        now, *more = super().worth_of_step(outlook, table, seat, answer)
        return (now + 0.1 * sum(more),)

    def on_conjure(self, table: EmberTable, question: Any, answers: list[str]) -> str:
        """Step 2: the creature and the payment after which this turn and the next bring most."""
        ways = [answer for answer in answers if answer.startswith("conjure")]
        if not ways:
            return super().on_conjure(table, question, answers)
        outlook = Outlook(table, question.player)
        drawing = self.drawing(table, question.player, answers)
        now = float(outlook.payable(outlook.hand))
        if drawing and outlook.after_draw(outlook.hand)[0] - now >= WORTH_A_CARD:
            return drawing
        luck = self.rng.random()
        best = max(self.worth_of_way(table, answer)[0] for answer in ways)
        worthy = [answer for answer in ways if self.worth_of_way(table, answer)[0] >= best - 3]
        most = WAYS.get(max(5, len(outlook.hand)), 0)
        if not most:
            return max(worthy, key=lambda answer: self._worth_here(table, question.player, answer))
        weighed = {
            answer: self._weighed(table, outlook, question.player, answer, luck) for answer in worthy[:most]
        }
        weighed["done"] = LATER * self._later(outlook, outlook.hand, 0, luck)
        return max(weighed, key=lambda answer: weighed[answer])

    def _weighed(self, table: EmberTable, outlook: Outlook, seat: int, answer: str, luck: float) -> float:
        """The value of a creature, and what the hand after it is worth next turn."""
        _, _, *cards = answer.split()
        hand = list(table.players[seat].hand)
        for card in cards:
            hand.remove(card)
        value = self._worth_here(table, seat, answer)
        missing = table.variant.length - table.players[seat].total
        if value >= missing:  # the call is near: no more plans
            return 100 + self.worth_of_way(table, answer)[0]
        return value + LATER * self._later(outlook, hand_of(hand), len(cards), luck)

    def _worth_here(self, table: EmberTable, seat: int, answer: str) -> float:
        """The worth of a conjuring without what its payment leaves in the hand."""
        return self.worth_of_way(table, answer)[0] + self._lasting(table, seat, answer)

    def _lasting(self, table: EmberTable, seat: int, answer: str) -> float:
        """The worth of what a creature does beside its Victory Points: less as the call comes near."""
        most = max(player.total for player in table.players)
        left = max(0.0, 1 - most / table.variant.length)
        effects = table.creatures[answer.split()[1]].effects
        return left * sum(LASTING.get(effect.verb, 0.0) * effect.amount for effect in effects)

    def _later(self, outlook: Outlook, hand: tuple[int, ...], drawn: int, luck: float) -> float:
        """The mean Victory Points of the next turn with so many cards drawn now; the same luck for all."""
        unseen = [place for place in places_in(outlook.unseen) if place not in hand]
        rng = random.Random(luck)
        order = rng.sample(range(DECK_SIZE), DECK_SIZE)
        unseen.sort(key=order.__getitem__)
        total = 0.0
        rounds = SAMPLES if drawn else 1
        for index in range(rounds):
            new = [unseen[(index * drawn + step) % len(unseen)] for step in range(drawn)] if unseen else []
            held = tuple(sorted({*hand, *new}))
            kept = [held] if len(held) < 5 else [held[:n] + held[n + 1 :] for n in range(len(held))]
            total += max(outlook.after_draw(cards)[0] for cards in kept)
        return total / rounds

    def calls(self, table: EmberTable, seat: int) -> bool:
        """True if it calls: it leads by more than a leader's Pegasus or a mark could take away."""
        player = table.players[seat]
        if player.total < table.variant.length:
            return False
        return all(self._safe(table, seat, other.seat) for other in table.opponents(seat))

    def _safe(self, table: EmberTable, seat: int, other: int) -> bool:
        """True if the open abilities of another cannot bring this player below that player's points."""
        threat = 0
        for owned in table.players[other].owned:
            for effect in owned.creature.effects:
                if owned.up and effect.verb == "mark":
                    threat += effect.amount * effect.count
                if owned.up and effect.verb == "flip":
                    threat += max([mine.bonus for mine in table.players[seat].owned], default=0)
        return table.players[seat].total - threat > table.players[other].total

    def on_respond(self, table: EmberTable, question: Any, answers: list[str]) -> str:
        """A window: marks are laid on who nears the call; else it waits for its own turn."""
        near = max(player.total for player in table.opponents(question.player))
        if near >= table.variant.length - 5:
            return self.harm(table, question.player, answers) or TURN
        return TURN

    def on_last(self, table: EmberTable, question: Any, answers: list[str]) -> str:
        """After the call: marks, then flips of creatures that are worth more face up."""
        return (
            self.harm(table, question.player, answers) or self._flip(table, question.player, answers) or PASS
        )

    def _flip(self, table: EmberTable, seat: int, answers: Sequence[str]) -> str:
        """A use that flips an opponent's creature with a bonus; "" if there is none."""
        for answer in answers:
            name = answer.split()[-1]
            owner = table.owner(name)
            owned = owner.find(name) if owner else None
            flips = answer.startswith("archmage flip") or (
                answer.startswith("use ") and uses.read_use(table, seat, answer).effects[0].verb == "flip"
            )
            if flips and owner and owner.seat != seat and owned and owned.bonus:
                return answer
        return ""
