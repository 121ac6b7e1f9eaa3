"""The worth of abilities to one player for the rest of the game, in Victory Points.

Cards decide what a player can conjure: with one more card between draw and conjuring a player conjures almost
three Victory Points more, and after losing a card of their own choice, over two fewer. So most abilities are
worth the cards that they move at that moment, as often as the rest of the game allows. The numbers come from
a player who plays alone without mistakes, with all creatures of the assumed pool
(`benchmarks/fits/ember_cards.py`).
"""

from __future__ import annotations

from math import exp

from twingkit.ember.box.effects import Effect
from twingkit.ember.box.pool import Creature
from twingkit.ember.players.turns_needed import turns_needed
from twingkit.ember.rules.table import EmberTable

DRAWN = (0.0, 2.8, 4.9, 6.0)
"""Victory Points of 0 to 3 more cards before one conjuring."""

LARGER = (2.2, 1.7)
"""Victory Points per turn of the first and each further card of a larger hand; it fills by one a turn.
"""

DISCARDED, LOST, PICKED = 2.3, 4.2, 6.0
"""The Victory Points that a player loses with a card before the conjuring: with one of his own choice, with
one by chance, and with the one that he misses most."""

SWAPPED = 1.9
"""Victory Points by which a random card is worth more than the one that is missed least."""

REDRAWN = 2.6
"""Victory Points gained by replacing the worst cards before a conjuring, when that is worth it."""

FORM = {
    "drawstep": 2.7, "source": 0.8, "limit": 3.0, "order": 1.8, "mark": 0.9,
    "revive": 1.0, "flip": 1.0, "cancel": 0.5, "dodge": 0.3, "guard": 0.3,
}  # fmt: skip
"""Victory Points of other verbs per turn or use, for each card, mark or creature."""

TAKEN = {"top": 1.2, "any": 3.0}
"""Victory Points of a card taken from the Charred Pile."""

PACE, UNUSED = 0.75, 0.5
"""The turns that a player needs, for one that `turns_needed` counts; and those before an ability acts."""

NEARER = 1.2
"""Exponent of e: how much more it matters to harm an opponent who is one turn nearer to the call."""

A_TURN = 5.5
"""Average Victory Points of a turn, used to convert points of abilities to turns."""


class Prospects:
    """The rest of the game as one seat expects it, from what everybody can see."""

    def __init__(self, table: EmberTable, seat: int) -> None:
        self.table, self.seat = table, seat
        length = table.variant.length
        needed = {player.seat: turns_needed(length - player.total) for player in table.opponents(seat)}
        self.nearest = min(needed.values())
        """The turns that the nearest opponent needs on average."""
        powers = {other: exp(-NEARER * turns) for other, turns in needed.items()}
        self.rivalry = {other: power / sum(powers.values()) for other, power in powers.items()}
        """The part of what an opponent loses that is a gain here; 1 for all together."""
        self.most = max(self.rivalry.values())

    def turns_left(self, gained: int = 0) -> float:
        """Return the number of turns in which an ability may still act after `gained` more Victory Points of
        this seat.
        """
        own = turns_needed(self.table.variant.length - self.table.players[self.seat].total - gained)
        return max(0.0, PACE * min(self.nearest, own) - UNUSED)

    def points(self, creature: Creature, gained: int = 0) -> float:
        """Return the Victory Points that a creature's ability brings, without its own points and bonus."""
        left = self.turns_left(gained)
        return sum(self._effect(effect, left) for effect in creature.effects)

    def standing(self, creature: Creature) -> float:
        """Return the Victory Points that a creature's owner loses if it is flipped."""
        return self.points(creature) + creature.bonus

    def _effect(self, effect: Effect, left: float) -> float:
        """Return the Victory Points of one effect in `left` turns."""
        verb, amount, scope, most = effect.verb, effect.amount, effect.scope, self.most
        once = min(1.0, left)
        if verb == "hand":
            return sum(LARGER[card > 0] * max(0.0, left - card) for card in range(amount))
        if verb in ("drawstep", "source"):
            return FORM[verb] * amount * left
        if verb == "draw":
            return DRAWN[min(amount, 3)] * once
        if verb == "redraw":
            return REDRAWN * once
        if verb == "take":
            return TAKEN[scope] * once
        if verb == "discard":
            return (PICKED if scope == "picked" else DISCARDED) * most * once
        if verb == "steal":
            return (DRAWN[1] + LOST * most) * once
        if verb == "swap":
            return (SWAPPED + (LOST - DISCARDED) * most) * once
        if verb == "mark":
            return FORM[verb] * amount * effect.count * most  # also in the round after the call
        if verb == "limit":
            return FORM[verb] * most * once
        if verb == "flip":
            return FORM[verb] * once * (1.0 if scope == "each" else most)
        return FORM.get(verb, 0.0) * amount * once
