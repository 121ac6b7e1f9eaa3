"""The worth of abilities for one player in the rest of the game, in Victory Points.

Cards decide what a player can conjure: with one more card between draw and conjuring a player conjures almost
three Victory Points more, and after losing a card of their own choice, over two fewer. So most abilities are
worth the cards that they move at that moment, as often as the rest of the game allows. The numbers come from
a player who plays alone without mistakes, with all creatures of the assumed pool
(`benchmarks/fits/ember_cards.py`).

Far from the call every point is worth the same; near it, it only matters whether the rest takes one turn or
two (`turns_needed`).
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from twingkit.ember.box.effects import Effect
from twingkit.ember.box.pool import Creature
from twingkit.ember.rules.table import EmberTable

_TURNS_BY_POINTS_GAINED = (12, 64, 64, 98, 41, 36, 69, 59, 38, 25, 21, 17, 17, 24)
"""Number of turns in which `greedy` gained 0, 1 … 13 Victory Points in 60 games of two players."""


@lru_cache
def turns_needed(points: int) -> float:
    """Return the average number of turns to gain `points` Victory Points.

    >>> turns_needed(0), round(turns_needed(1), 2), round(turns_needed(30), 1)
    (0.0, 1.02, 6.3)
    """
    if points <= 0:
        return 0.0
    turns = sum(_TURNS_BY_POINTS_GAINED)
    after = sum(
        count * turns_needed(points - gain) for gain, count in enumerate(_TURNS_BY_POINTS_GAINED) if gain
    )
    return (turns + after) / (turns - _TURNS_BY_POINTS_GAINED[0])


_WORTH_BY_CARDS_DRAWN = (0.0, 2.8, 4.9, 6.0)
"""Victory Points gained by 0 to 3 more cards before one conjuring."""

_LARGER_HAND_WORTH = (2.2, 1.7)
"""Victory Points per turn of the first and each further card by which the Hand Size grows."""

CHOSEN_CARD_WORTH, RANDOM_CARD_WORTH, BEST_CARD_WORTH = 2.3, 4.2, 6.0
"""Victory Points lost with a card before conjuring: one of the player's choice, a random one, or the best."""

_SWAPPED_CARD_WORTH = 1.9
"""Victory Points by which a random card is better than the worst card of a hand."""

_REDRAW_WORTH = 2.6
"""Victory Points gained by replacing the worst cards before a conjuring."""

_OTHER_VERB_WORTH = {
    "drawstep": 2.7, "source": 0.8, "limit": 3.0, "order": 1.8, "mark": 0.9,
    "revive": 1.0, "flip": 1.0, "cancel": 0.5, "dodge": 0.3, "guard": 0.3,
}  # fmt: skip
"""Victory Points of the other verbs, per turn or use, for each card, mark or creature."""

_TAKEN_CARD_WORTH = {"top": 1.2, "any": 3.0}
"""Victory Points of a card taken from the Charred Pile."""

PACE, UNUSED = 0.75, 0.5
"""Turns needed in play per turn counted by `turns_needed`, and turns before an ability first acts."""

_NEARNESS_EXPONENT = 1.2
"""Exponent of e: how much more it is worth to harm an opponent who is one turn nearer to the call."""

POINTS_PER_TURN = 5.5
"""Average Victory Points of a turn, to convert points of abilities to turns."""


class Prospects:
    """Estimates for the rest of the game from one seat's point of view and public information, such as what
    abilities will bring.
    """

    def __init__(self, table: EmberTable, seat: int) -> None:
        self.table, self.seat = table, seat
        length = table.variant.length
        needed = {player.seat: turns_needed(length - player.total) for player in table.opponents(seat)}
        self.nearest_turns_needed = min(needed.values())
        """Average number of turns that the nearest opponent still needs."""
        powers = {other: exp(-_NEARNESS_EXPONENT * turns) for other, turns in needed.items()}
        self.rivalry = {other: power / sum(powers.values()) for other, power in powers.items()}
        """Share of an opponent's loss that counts as a gain here; 1 for all opponents together."""
        self.max_rivalry = max(self.rivalry.values())

    def ability_turns_left(self, points_gained_first: int = 0) -> float:
        """Return the turns in which an ability can still act after this seat gains some points."""
        own = turns_needed(
            self.table.variant.length - self.table.players[self.seat].total - points_gained_first
        )
        return max(0.0, PACE * min(self.nearest_turns_needed, own) - UNUSED)

    def expected_ability_points(self, creature: Creature, points_gained_first: int = 0) -> float:
        """Estimate the Victory Points that a creature's ability brings, without its own points and bonus.

        `points_gained_first` are points that this seat gains before: they shorten the game.
        """
        left = self.ability_turns_left(points_gained_first)
        return sum(self._effect(effect, left) for effect in creature.effects)

    def loss_if_flipped(self, creature: Creature) -> float:
        """Return the Victory Points that a creature's owner loses if it is flipped."""
        return self.expected_ability_points(creature) + creature.bonus_points

    def _effect(self, effect: Effect, left: float) -> float:
        verb, amount, scope, most = effect.verb, effect.amount, effect.scope, self.max_rivalry
        once = min(1.0, left)
        if verb == "hand":
            return sum(_LARGER_HAND_WORTH[card > 0] * max(0.0, left - card) for card in range(amount))
        if verb in ("drawstep", "source"):
            return _OTHER_VERB_WORTH[verb] * amount * left
        if verb == "draw":
            return _WORTH_BY_CARDS_DRAWN[min(amount, 3)] * once
        if verb == "redraw":
            return _REDRAW_WORTH * once
        if verb == "take":
            return _TAKEN_CARD_WORTH[scope] * once
        if verb == "discard":
            return (BEST_CARD_WORTH if scope == "picked" else CHOSEN_CARD_WORTH) * most * once
        if verb == "steal":
            return (_WORTH_BY_CARDS_DRAWN[1] + RANDOM_CARD_WORTH * most) * once
        if verb == "swap":
            return (_SWAPPED_CARD_WORTH + (RANDOM_CARD_WORTH - CHOSEN_CARD_WORTH) * most) * once
        if verb == "mark":
            return _OTHER_VERB_WORTH[verb] * amount * effect.count * most  # also in the round after the call
        if verb == "limit":
            return _OTHER_VERB_WORTH[verb] * most * once
        if verb == "flip":
            return _OTHER_VERB_WORTH[verb] * once * (1.0 if scope == "each" else most)
        return _OTHER_VERB_WORTH.get(verb, 0.0) * amount * once
