"""The computer player `steady`, which plans for the call.

Unlike `greedy` it weighs a draw by the Victory Points that are still missing, draws and takes cards while
they can still pay for more, and uses each ability when it is worth most: it harms a hand before its player
conjures and flips a creature before it acts. It also revives creatures that act again and cancels abilities
that help the leader.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from twingkit.core.acts import Act
from twingkit.ember.players.best_use import ability_worth, leading_opponent, simple_best_use
from twingkit.ember.players.greedy import GreedyPlayer, used_ability_verb
from twingkit.ember.players.outlook import DrawOutlook, NextTurnOutlook, sorted_card_indexes
from twingkit.ember.players.prospects import turns_needed
from twingkit.ember.rules import acts, questions, uses
from twingkit.ember.rules.cards import DECK_SIZE, indexes_in_bitmask, without_cards
from twingkit.ember.rules.table import EmberTable
from twingkit.ember.rules.uses import AbilityUse

SAMPLES = 5
"""Number of hands to deal to estimate the cards after a conjuring."""

_CONJURING_LIMITS_BY_HAND = {5: 60, 6: 60, 7: 12, 8: 4}
"""Maximum number of conjurings for which the player plans ahead, by hand size.

In larger hands each takes much longer, and a hand of nine cards pays for most creatures anyway.
"""

_LASTING_ABILITY_WORTH = {
    "hand": 2.5,
    "drawstep": 3.0,
    "source": 2.0,
    "draw": 0.7,
    "take": 0.5,
    "redraw": 0.3,
    "guard": 0.3,
}
"""Victory Points per card of lasting abilities at the start of a game."""

POINTS_PER_TURN = 6.5
"""Average Victory Points of a turn."""

_MIN_DRAW_GAIN, _MIN_TAKE_GAIN = 1.0, 1.5
"""Victory Points that drawn cards and a card of the Charred Pile must bring beyond the hand's value now."""

_FALLBACK_WORTH = 0.01
"""Victory Points of further cards if the hand pays for nothing; less than any draw."""

_MIN_CANCEL_WORTH = 1.5
"""Minimum worth of an ability of the leader to cancel it although it does not harm this player."""


def missing_points(table: EmberTable, seat: int) -> int:
    """Return the Victory Points that a seat still needs for a call, at least 1."""
    return max(1, table.variant.length - table.players[seat].total)


class SteadyPlayer(GreedyPlayer):
    """The policy `steady`, a computer player that plans its draws and creatures towards the call;
    deterministic for a seed.

    `sample_count` is the number of hands that it deals to see which cards a conjuring leaves.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure"
    >>> str(SteadyPlayer(1)(position_game(line, seed=1)))
    'conjure cerberus A5 E5 F5 A9 E9'
    """

    sample_count = SAMPLES

    def on_draw(self, table: EmberTable, question: questions.DrawStepQuestion, answers: list[Act]) -> Act:
        """Answer step 1: use an ability if it is worth it, otherwise the draw that saves the most turns."""
        seat = question.player
        outlook = DrawOutlook(table, seat, goal=missing_points(table, seat))
        return self.best_use(table, seat, answers) or self.best_draw_or_stay(outlook, table, seat, answers)

    def best_use(self, table: EmberTable, seat: int, answers: Sequence[Act]) -> acts.AbilityAct | None:
        """Return the ability use that is worth most now, or None if none is worth it."""
        return simple_best_use(table, seat, answers)

    def on_conjure(self, table: EmberTable, question: questions.ConjureStep, answers: list[Act]) -> Act:
        """Answer step 2: first use abilities that improve the cards, then conjure the best creature."""
        seat = question.player
        use: Act | None = self.best_use(table, seat, answers)
        if use or table.has_conjured or table.has_refreshed:
            return use or acts.DONE
        ways = [answer for answer in answers if isinstance(answer, acts.Conjure)]
        use = self.card_improving_use(table, seat, answers)
        return use or (self.best_conjuring(table, seat, ways) if ways else acts.DONE)

    def best_conjuring(self, table: EmberTable, seat: int, ways: Sequence[acts.Conjure]) -> acts.Conjure:
        """Return the conjuring that brings the call nearest, counting the next turn with the cards left.

        If a conjuring reaches the call now, that one is returned.
        """
        weighed = self.conjuring_worths(table, seat, ways)
        return max(weighed, key=lambda answer: weighed[answer])

    def conjuring_worths(
        self, table: EmberTable, seat: int, ways: Sequence[acts.Conjure]
    ) -> dict[acts.Conjure, float]:
        """Return the worth of each promising conjuring in turns (more is nearer to the call), by answer.

        The next turn with the cards left counts, too. If a conjuring reaches the call now, only that one is
        returned.
        """
        ranked = sorted(ways, key=lambda answer: self.payment_rank(table, answer), reverse=True)
        missing = missing_points(table, seat)
        if self.payment_rank(table, ranked[0])[0] >= missing:
            return {ranked[0]: 0.0}
        draw_seed = self.rng.random()
        outlooks: dict[int, NextTurnOutlook] = {}
        after: dict[tuple[int, tuple[int, ...]], float] = {}  # creatures of equal value often have one cost
        weighed: dict[acts.Conjure, float] = {}
        hand = list(table.players[seat].hand)
        for answer in self.promising_conjurings(table, ranked)[
            : _CONJURING_LIMITS_BY_HAND.get(max(5, len(hand)), 1)
        ]:
            cards = answer.cards
            left = missing - int(self.payment_rank(table, answer)[0])
            if left not in outlooks:
                outlooks[left] = NextTurnOutlook(table, seat, goal=left)
            key = left, sorted_card_indexes(without_cards(hand, cards))
            if key not in after:
                after[key] = self._later(outlooks[left], key[1], len(cards), draw_seed)
            weighed[answer] = after[key] - turns_needed(left) + self._lasting(table, answer) / POINTS_PER_TURN
        return weighed

    def promising_conjurings(self, table: EmberTable, ranked: list[acts.Conjure]) -> list[acts.Conjure]:
        """Return the conjurings to weigh, from those ranked by Victory Points: here all of them."""
        return ranked

    def _lasting(self, table: EmberTable, answer: acts.Conjure) -> float:
        """Return the worth of a creature's ability beside its points; it shrinks as the call comes near."""
        most = max(player.total for player in table.players)
        left = max(0.0, 1 - most / table.variant.length)
        effects = table.creatures[answer.creature].effects
        return left * sum(_LASTING_ABILITY_WORTH.get(effect.verb, 0.0) * effect.amount for effect in effects)

    def _later(self, outlook: NextTurnOutlook, hand: tuple[int, ...], drawn: int, draw_seed: float) -> float:
        """Return the mean worth of the next turn after drawing `drawn` cards, from repeatable draws."""
        unseen = [place for place in indexes_in_bitmask(outlook.outlook.unseen) if place not in hand]
        order = random.Random(draw_seed).sample(range(DECK_SIZE), DECK_SIZE)
        unseen.sort(key=order.__getitem__)
        total = 0.0
        for index in range(self.sample_count):
            new = [unseen[(index * drawn + step) % len(unseen)] for step in range(drawn)] if unseen else []
            held = tuple(sorted({*hand, *new}))
            if len(held) < 5:
                total += outlook.outlook.draw_worth(held).mean_best
            else:
                total += max(outlook.worth_replacing_each(held)[1])
        return total / self.sample_count

    def card_improving_use(self, table: EmberTable, seat: int, answers: Sequence[Act]) -> Act | None:
        """Return the ability use that draws cards for a better creature than the hand can pay for now, or
        None.

        If the hand pays for nothing, any use that brings cards will do.
        """
        improving = {
            answer: uses.ability_use(table, seat, answer)
            for answer in answers
            if used_ability_verb(table, answer) in ("draw", "take", "redraw")
        }
        if not improving:
            return None
        outlook = self.card_outlook(table, seat)
        now = float(outlook.best_affordable_creature_value(outlook.hand))
        gains = {answer: self.gain_from_cards(outlook, use, now) for answer, use in improving.items()}
        best = max(gains, key=lambda answer: gains[answer])
        return best if gains[best] > 0 else None

    def card_outlook(self, table: EmberTable, seat: int) -> DrawOutlook:
        """Return the outlook with which this player values new cards."""
        return DrawOutlook(table, seat)

    def gain_from_cards(self, outlook: DrawOutlook, use: AbilityUse, now: float) -> float:
        """Return what the cards of a use add to `now`, the value of the hand; 0 if that is too little."""
        verb = use.effects[0].verb
        if verb == "redraw":
            return 0.0 if now else _FALLBACK_WORTH
        gain = value_with_new_cards(outlook, use) - now
        least = _MIN_TAKE_GAIN if verb == "take" else _MIN_DRAW_GAIN if now else 0.0
        return gain if gain >= least else 0.0

    def on_respond(self, table: EmberTable, question: questions.RespondInWindow, answers: list[Act]) -> Act:
        """Answer a window: use an ability if it is worth it now, otherwise pass."""
        return self.best_use(table, question.player, answers) or acts.PASS

    def on_last(self, table: EmberTable, question: questions.LastRoundUse, answers: list[Act]) -> Act:
        """Answer the last round: use marks first, then flips of creatures with a bonus."""
        return (
            self.harmful_use(table, question.player, answers)
            or self._flip(table, question.player, answers)
            or acts.PASS
        )

    def on_answer(self, table: EmberTable, question: questions.AnswerAbility, answers: list[Act]) -> Act:
        """Answer an announced use: stop it if it targets this player or helps the leader much."""
        use, seat = question.use, question.player
        cancels = [
            answer
            for answer in answers
            if isinstance(answer, acts.AnswerWith)
            and table.creatures[answer.creature].effect_with_verb("cancel")
        ]
        helped = (
            not use.is_by_archmage and ability_worth(table.creatures[use.creature_id]) >= _MIN_CANCEL_WORTH
        )
        if cancels and helped and use.seat == leading_opponent(table, seat):
            return min(cancels, key=lambda answer: table.creatures[answer.creature].value)
        return super().on_answer(table, question, answers)

    def _flip(self, table: EmberTable, seat: int, answers: Sequence[Act]) -> Act | None:
        """Return a use that flips an opponent's creature with a bonus, or None."""
        for answer in answers:
            match answer:
                case acts.UseArchmage("flip", str() as name):
                    pass
                case acts.Use(targets=(*_, name)) if used_ability_verb(table, answer) == "flip":
                    pass
                case _:
                    continue
            owner, owned = table.find_creature(name)
            if owner and owner.seat != seat and owned and owned.bonus_points:
                return answer
        return None


def value_with_new_cards(outlook: DrawOutlook, use: AbilityUse) -> float:
    """Return the value of the best creature that a hand can pay for after an ability has drawn cards or taken
    one from the Charred Pile.
    """
    if use.effects[0].verb == "draw":
        return outlook.draw_worth(outlook.hand).mean_best
    table = outlook.table
    card = use.targets[0] if use.targets else table.pile[-1]
    held = sorted_card_indexes([*table.players[outlook.seat].hand, card])
    return outlook.best_affordable_creature_value(held)
