"""The computer player `steady`, which plans for the call.

Unlike `greedy` it weighs a draw by the Victory Points that are still missing, draws and takes cards while
they can still pay for more, and uses each ability when it is worth most: it harms a hand before its player
conjures and flips a creature before it acts. It also revives creatures that act again and cancels abilities
that help the leader.
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
"""Number of hands dealt to see which cards a conjuring leaves."""

WAYS = {5: 60, 6: 60, 7: 12, 8: 4}
"""Number of conjurings from which the player plans on, by the size of the hand.

In larger hands each takes much longer, and a hand of nine cards pays for most creatures anyway.
"""

LASTING = {"hand": 2.5, "drawstep": 3.0, "source": 2.0, "draw": 0.7, "take": 0.5, "redraw": 0.3, "guard": 0.3}
"""Worth of abilities at the start of a game in Victory Points, per card."""

A_TURN = 6.5
"""Average Victory Points of a turn."""

GAIN = 1.0
"""Victory Points that a drawn card must bring on average beyond what the hand already pays for."""

TAKEN = 1.5
"""The same for a card taken from the Charred Pile."""

LAST_RESORT = 0.01
"""Victory Points for other cards if the hand pays for nothing: less than any draw."""

HELPS = 1.5
"""Worth from which an ability of the leader is cancelled even if it does not harm this player."""


def missing_points(table: EmberTable, seat: int) -> int:
    """Return the Victory Points missing for a call, at least 1."""
    return max(1, table.variant.length - table.players[seat].total)


class Steady(Greedy):
    """A player that plans for the call; it is deterministic for a seed.

    `samples` is the number of hands that it deals to see which cards a conjuring leaves.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> Steady(1)(position_game(line, seed=1))
    'conjure cerberus A5 E5 F5 A9 E9'
    """

    samples = SAMPLES

    def on_draw(self, table: EmberTable, question: Draw, answers: list[str]) -> str:
        """Answer step 1: a use that is worth it, then the draw that brings the player nearest to the call."""
        seat = question.player
        outlook = Outlook(table, seat, goal=missing_points(table, seat))
        return good_use(table, seat, answers) or self.best_step(outlook, table, seat, answers)

    def on_conjure(self, table: EmberTable, question: Conjure, answers: list[str]) -> str:
        """Answer step 2: first uses that bring better cards, then the best creature, if possible without
        Archmages.
        """
        seat = question.player
        use = good_use(table, seat, answers)
        if use or table.conjured or table.refreshed:
            return use or "done"
        ways = [answer for answer in answers if answer.startswith("conjure")]
        use = self.better_cards(table, seat, answers)
        return use or (self.best_conjuring(table, seat, ways) if ways else "done")

    def best_conjuring(self, table: EmberTable, seat: int, ways: Sequence[str]) -> str:
        """Return the conjuring after which the call is nearest, counting what the next turn brings with the
        cards left.

        If a conjuring reaches the call now, that one is returned.
        """
        weighed = self.weigh_conjurings(table, seat, ways)
        return max(weighed, key=lambda answer: weighed[answer])

    def weigh_conjurings(self, table: EmberTable, seat: int, ways: Sequence[str]) -> dict[str, float]:
        """Return the turns that each of the best conjurings saves, counting what the next turn brings with
        the cards left.

        If a conjuring reaches the call now, only that one is returned.
        """
        ranked = sorted(ways, key=lambda answer: self.worth_of_payment(table, answer), reverse=True)
        missing = missing_points(table, seat)
        if self.worth_of_payment(table, ranked[0])[0] >= missing:
            return {ranked[0]: 0.0}
        draw_seed = self.rng.random()
        outlooks: dict[int, NextTurn] = {}
        after: dict[tuple[int, tuple[int, ...]], float] = {}  # creatures of equal value often have one cost
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
        """Return the conjurings to weigh, from those ranked by their Victory Points: all of them."""
        return ranked

    def _lasting(self, table: EmberTable, answer: str) -> float:
        """Return the worth of a creature's ability beside its Victory Points; it shrinks as the call comes
        near.
        """
        most = max(player.total for player in table.players)
        left = max(0.0, 1 - most / table.variant.length)
        effects = table.creatures[answer.split()[1]].effects
        return left * sum(LASTING.get(effect.verb, 0.0) * effect.amount for effect in effects)

    def _later(self, outlook: NextTurn, hand: tuple[int, ...], drawn: int, draw_seed: float) -> float:
        """Return the mean worth of the next turn if `drawn` cards are drawn now; the draws are the same for
        all conjurings.
        """
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
        """Return the use that brings cards for a better creature than the hand can pay for now; "" if none
        does.

        If the hand pays for nothing, any use that brings cards will do.
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
        """Answer a window: a use that is worth it now."""
        return good_use(table, question.player, answers) or PASS

    def on_last(self, table: EmberTable, question: LastUse, answers: list[str]) -> str:
        """Answer the last round: marks first, then flips of creatures with a bonus."""
        return (
            self.harmful_use(table, question.player, answers)
            or self._flip(table, question.player, answers)
            or PASS
        )

    def on_answer(self, table: EmberTable, question: Answer, answers: list[str]) -> str:
        """Answer an announced use: stop it if it targets this player or helps the leader much."""
        use, seat = question.use, question.player
        cancels = [answer for answer in answers[1:] if table.creatures[answer.split()[1]].effect("cancel")]
        helped = not use.by_archmage and ability_worth(table.creatures[use.source]) >= HELPS
        if cancels and helped and use.seat == leader(table, seat):
            return min(cancels, key=lambda answer: table.creatures[answer.split()[1]].value)
        return super().on_answer(table, question, answers)

    def _flip(self, table: EmberTable, seat: int, answers: Sequence[str]) -> str:
        """Return a use that flips an opponent's creature with a bonus; "" if there is none."""
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
