"""The computer player `steady`: it plans for the call.

Beyond `greedy` it weighs a draw by the Victory Points that are still missing, draws and takes cards while
they can still pay for more, uses each ability when it is worth most (what harms a hand before its player
conjures, what flips before the other acts), revives what acts again, and cancels what helps the leader.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.ember.players.good_use import ability_worth, good_use, leader
from twingkit.ember.players.greedy import Greedy
from twingkit.ember.players.next_turn import NextTurn
from twingkit.ember.players.outlook import Outlook, hand_of
from twingkit.ember.players.turns_needed import turns_needed
from twingkit.ember.rules import uses
from twingkit.ember.rules.cards import DECK_SIZE, places_in
from twingkit.ember.rules.questions import PASS, Answer, Conjure, Draw, LastUse, Respond
from twingkit.ember.rules.table import EmberTable

SAMPLES = 5
"""The number of hands that are dealt to see what a conjuring leaves."""

WAYS = {5: 60, 6: 60, 7: 12, 8: 4}
"""The number of conjurings that are planned on from, by the size of the hand: in larger hands each takes much
longer, and a hand of nine pays for most creatures anyway."""

LASTING = {"hand": 2.5, "drawstep": 3.0, "source": 2.0, "draw": 0.7, "take": 0.5, "redraw": 0.3, "guard": 0.3}
"""The worth of abilities at the beginning of a game, for each card of theirs, in Victory Points."""

A_TURN = 6.5
"""The Victory Points that a turn brings on average."""

GAIN = 1.0
"""The Victory Points that a drawn card must bring on average beyond what the hand pays already."""

TAKEN = 1.5
"""The same for a card that is taken from the pile."""

LAST_RESORT = 0.01
"""The Victory Points for which other cards count of a hand that pays for nothing: less than any draw."""

HELPS = 1.5
"""The worth from which an ability of the leader is cancelled though it harms nobody here."""


def missing_points(table: EmberTable, seat: int) -> int:
    """The Victory Points that are missing for a call; at least 1."""
    return max(1, table.variant.length - table.players[seat].total)


class Steady(Greedy):
    """A player that plans for the call; deterministic from its seed.

    `samples` is the number of hands that it deals to see what a conjuring leaves.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> Steady(1)(position_game(line, seed=1))
    'conjure cerberus A5 E5 F5 A9 E9'
    """

    samples = SAMPLES

    def on_draw(self, table: EmberTable, question: Draw, answers: list[str]) -> str:
        """Step 1: a use that is worth it, then the draw that brings most towards the call."""
        seat = question.player
        outlook = Outlook(table, seat, goal=missing_points(table, seat))
        return good_use(table, seat, answers) or self.best_step(outlook, table, seat, answers)

    def on_conjure(self, table: EmberTable, question: Conjure, answers: list[str]) -> str:
        """Step 2: what brings better cards first, then the best creature, paid without Archmages if it can
        be."""
        seat = question.player
        use = good_use(table, seat, answers)
        if use or table.conjured or table.refreshed:
            return use or "done"
        ways = [answer for answer in answers if answer.startswith("conjure")]
        use = self.better_cards(table, seat, answers)
        return use or (self.best_conjuring(table, seat, ways) if ways else "done")

    def best_conjuring(self, table: EmberTable, seat: int, ways: Sequence[str]) -> str:
        """The conjuring after which the call is nearest, with what the next turn brings from the cards left;
        one that reaches it now, if there is one."""
        weighed = self.weigh_conjurings(table, seat, ways)
        return max(weighed, key=lambda answer: weighed[answer])

    def weigh_conjurings(self, table: EmberTable, seat: int, ways: Sequence[str]) -> dict[str, float]:
        """The turns that the best conjurings save on the way to the call, with what the next turn brings from
        the cards left; one that reaches it now alone, if there is one."""
        ranked = sorted(ways, key=lambda answer: self.worth_of_payment(table, answer), reverse=True)
        missing = missing_points(table, seat)
        if self.worth_of_payment(table, ranked[0])[0] >= missing:
            return {ranked[0]: 0.0}
        draw_seed = self.rng.random()
        outlooks: dict[int, NextTurn] = {}
        after: dict[tuple[int, tuple[int, ...]], float] = {}  # creatures of one value often have one cost
        weighed: dict[str, float] = {}
        hand = list(table.players[seat].hand)
        for answer in self.promising_conjurings(table, ranked)[: WAYS.get(max(5, len(hand)), 1)]:
            cards = answer.split()[2:]
            left = missing - int(self.worth_of_payment(table, answer)[0])
            if left not in outlooks:
                outlooks[left] = NextTurn(table, seat, goal=left)
            kept = list(hand)
            for card in cards:
                kept.remove(card)
            key = left, hand_of(kept)
            if key not in after:
                after[key] = self._later(outlooks[left], key[1], len(cards), draw_seed)
            weighed[answer] = after[key] - turns_needed(left) + self._lasting(table, answer) / A_TURN
        return weighed

    def promising_conjurings(self, table: EmberTable, ranked: list[str]) -> list[str]:
        """The conjurings that are weighed, of those that are ranked by their Victory Points: all."""
        return ranked

    def _lasting(self, table: EmberTable, answer: str) -> float:
        """The worth of what a creature does beside its Victory Points: less as the call comes near."""
        most = max(player.total for player in table.players)
        left = max(0.0, 1 - most / table.variant.length)
        effects = table.creatures[answer.split()[1]].effects
        return left * sum(LASTING.get(effect.verb, 0.0) * effect.amount for effect in effects)

    def _later(self, outlook: NextTurn, hand: tuple[int, ...], drawn: int, draw_seed: float) -> float:
        """The mean of what the next turn saves with so many cards drawn now; the same draws for all."""
        unseen = [place for place in places_in(outlook.outlook.unseen) if place not in hand]
        order = random.Random(draw_seed).sample(range(DECK_SIZE), DECK_SIZE)
        unseen.sort(key=order.__getitem__)
        total = 0.0
        for index in range(self.samples):
            new = [unseen[(index * drawn + step) % len(unseen)] for step in range(drawn)] if unseen else []
            held = tuple(sorted({*hand, *new}))
            if len(held) < 5:
                total += outlook.outlook.after_draw(held)[0]
            else:
                total += max(outlook.without_each(held)[1])
        return total / self.samples

    def better_cards(self, table: EmberTable, seat: int, answers: Sequence[str]) -> str:
        """The use that brings cards for a better creature than the hand pays for now; "" if none does.

        Where the hand pays for nothing, any that brings cards.
        """
        outlook = Outlook(table, seat)
        now = float(outlook.payable(outlook.hand))
        gains = {"": 0.0}
        for answer in answers:
            if not answer.startswith("use "):
                continue
            use = uses.parse_use(table, seat, answer)
            effect, gain = use.effects[0], 0.0
            if effect.verb == "take":
                card = "".join(use.targets) or table.pile[-1]
                gain = outlook.payable(hand_of([*table.players[seat].hand, card])) - now
                gain = gain if gain >= TAKEN else 0.0
            elif effect.verb == "draw":
                gain = outlook.after_draw(outlook.hand)[0] - now
                gain = gain if gain >= GAIN or not now else 0.0
            elif effect.verb == "redraw" and not now:
                gain = LAST_RESORT
            gains[answer] = gain
        return max(gains, key=lambda answer: gains[answer])

    def on_respond(self, table: EmberTable, question: Respond, answers: list[str]) -> str:
        """A window: a use that is worth it now."""
        return good_use(table, question.player, answers) or PASS

    def on_last(self, table: EmberTable, question: LastUse, answers: list[str]) -> str:
        """After the call: marks, then flips of creatures that are worth more face up."""
        return (
            self.harmful_use(table, question.player, answers)
            or self._flip(table, question.player, answers)
            or PASS
        )

    def on_answer(self, table: EmberTable, question: Answer, answers: list[str]) -> str:
        """An announced use: it is stopped if it is meant for this player, or if it helps the leader much."""
        use, seat = question.use, question.player
        cancels = [answer for answer in answers[1:] if table.creatures[answer.split()[1]].effect("cancel")]
        helped = not use.by_archmage and ability_worth(table.creatures[use.source]) >= HELPS
        if cancels and helped and use.seat == leader(table, seat):
            return min(cancels, key=lambda answer: table.creatures[answer.split()[1]].value)
        return super().on_answer(table, question, answers)

    def _flip(self, table: EmberTable, seat: int, answers: Sequence[str]) -> str:
        """A use that flips an opponent's creature with a bonus; "" if there is none."""
        for answer in answers:
            name = answer.split()[-1]
            owner = table.owner_of(name)
            owned = owner.find(name) if owner else None
            flips = answer.startswith("archmage flip") or (
                answer.startswith("use ") and uses.parse_use(table, seat, answer).effects[0].verb == "flip"
            )
            if flips and owner and owner.seat != seat and owned and owned.bonus:
                return answer
        return ""
