"""The chance to win at the beginning of a turn, as a player may reckon it: from all that lies open, and from
what its own hand brings in its next turn.

Each player has a strength, a sum of the turns that are still needed for the call, how far away its next turn
is, the size of its hand, and abilities that bring cards; the own one also of what the next turn saves. Near
the end each turn weighs more: the sum is divided by one more than the turns of who is nearest. A player's
chance is its share of the powers of all.

The weights make the winners of games of steady players likeliest (`benchmarks/ember_worth.py`): 250 games of
two, 200 of three, 150 of four and 120 of five, half of them to 20 points and half to 30, 8,133 beginnings of
turns. The mean of -log(chance of the winner) is 0.47, 0.87, 1.08 and 1.17 then; without any knowledge it
would be 0.69, 1.10, 1.39 and 1.61.
"""

from __future__ import annotations

from math import exp

import attrs

from twingkit.ember.players.next_turn import next_turn
from twingkit.ember.players.turns_needed import turns_needed
from twingkit.ember.rules.table import EmberTable, Player
from twingkit.play import Game


@attrs.frozen
class Weights:
    """The weights of a strength: turns that are needed, turns saved by the own hand and that it is known at
    all, players before the next turn, cards in hand, and abilities, by card and by turns of the nearest."""

    needed: float
    saved: float
    own: float
    waits: float
    cards: float


WEIGHTS = {
    2: Weights(-4.17, 4.51, -4.58, -2.95, 0.77),
    3: Weights(-2.96, 3.88, -4.01, -1.59, 0.11),
    4: Weights(-3.45, 3.91, -3.90, -1.29, -0.22),
    5: Weights(-4.00, 4.13, -4.11, -1.15, 0.46),
}
"""The weights by the number of players."""

BRINGS = {"draw": 0.58, "hand": 0.61, "drawstep": 1.10, "source": 0.45}
"""The weights of abilities that bring cards, face up, for each card and each turn that the nearest player
still needs; the same for every number of players."""


def worth(game: Game, seat: int) -> float:
    """The chance of a seat to win, at the beginning of a turn.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9 has phoenix; p2 hand 5; to move p1 draw"
    >>> worth(position_game(line, seed=1), 0) > 0.8
    True
    """
    table: EmberTable = game.table
    weights = WEIGHTS[len(table.players)]
    needed = [turns_needed(table.variant.length - player.total) for player in table.players]
    nearest = min(needed)
    strengths = [
        (weights.needed * left + _standing(table, player, weights, nearest)) / (1 + nearest)
        for player, left in zip(table.players, needed, strict=True)
    ]
    strengths[seat] += (weights.saved * next_turn(table, seat) + weights.own) / (1 + nearest)
    most = max(strengths)
    powers = [exp(strength - most) for strength in strengths]
    return powers[seat] / sum(powers)


def _standing(table: EmberTable, player: Player, weights: Weights, nearest: float) -> float:
    """The part of a strength that all can see, beside the turns that are needed."""
    waits = (player.seat - table.current) % len(table.players)
    brings = sum(
        BRINGS.get(effect.verb, 0.0) * effect.amount * effect.count
        for owned in player.owned
        if owned.up
        for effect in owned.creature.effects
    )
    return weights.waits * waits + weights.cards * len(player.hand) + brings * nearest
