"""The chance to win at the start of a turn, estimated from one player's knowledge.

The player knows all face-up cards and the prospects of its own hand for its next turn. Each player has a
strength: a weighted sum of the turns still needed for the call, the distance to its next turn, the size of
its hand, and the turns that its abilities save (`prospects.py`); for the player itself also the turns that
its next turn saves. Near the end each turn weighs more: the sum is divided by one more than the turns that
the nearest player needs. The chance of a player is its share of the sum of the powers of all strengths.

The weights make the winners of games between expert players likeliest (`benchmarks/fits/ember_worth.py`).
They were fitted to 400 games of two players, 240 of three, 160 of four and 120 of five, half of them to 20
points and half to 30, with 10,416 starts of turns. In games left out of the fit, the mean of -log(chance of
the winner) is 0.51, 0.90, 1.16 and 1.31; without any knowledge it would be 0.69, 1.10, 1.39 and 1.61.
"""

from __future__ import annotations

import attrs

from twingkit.ember.players.outlook import turns_saved_next_turn
from twingkit.ember.players.prospects import POINTS_PER_TURN, Prospects, turns_needed
from twingkit.ember.rules.table import EmberTable, Player
from twingkit.players.lookahead.strength import Part


@attrs.frozen
class StrengthWeights:
    """Weights of the features from which a player's strength, and so the chance to win, is estimated.

    They are for: turns needed, turns saved by the player's own hand, the fact that this hand is known,
    players before the next turn, cards in hand, and turns saved by face-up abilities.
    """

    turns_needed: float
    turns_saved: float
    own_hand_known: float
    players_before: float
    hand_cards: float
    ability_turns: float


_WEIGHTS_BY_PLAYER_COUNT = {
    2: StrengthWeights(-3.62, 3.96, -3.97, -3.03, 0.89, 3.23),
    3: StrengthWeights(-2.54, 3.44, -3.60, -1.59, 1.13, 3.25),
    4: StrengthWeights(-2.68, 3.22, -3.32, -1.23, 1.18, 3.23),
    5: StrengthWeights(-2.71, 3.63, -3.73, -1.04, 0.95, 4.53),
}


def strength(table: EmberTable, seat: int, viewer: int) -> dict[str, Part]:
    """Return the parts of a player's strength at the start of a turn, as seen by `viewer`.

    >>> from twingkit.ember.starts import position_game
    >>> line = "ember: p1 hand A5 E5 F5 A9 E9 has phoenix; p2 hand 5; to move p1 draw"
    >>> parts = strength(position_game(line, seed=1).table, 0, 0)
    >>> parts["points"].level, parts["hand"].level, parts["next_turn"].worth > 0
    (13, 5, True)
    """
    player, weights = table.players[seat], _WEIGHTS_BY_PLAYER_COUNT[len(table.players)]
    needed = [turns_needed(table.variant.length - other.total) for other in table.players]
    nearness = 1 / (1 + min(needed))
    waits = (seat - table.current) % len(table.players)
    saved = turns_saved_by_abilities(table, player)
    parts = {
        "points": Part(player.total, nearness * weights.turns_needed * needed[seat]),
        "waits": Part(waits, nearness * weights.players_before * waits),
        "hand": Part(len(player.hand), nearness * weights.hand_cards * len(player.hand)),
        "abilities": Part(saved * POINTS_PER_TURN, nearness * weights.ability_turns * saved),
    }
    if seat == viewer:
        saved = turns_saved_next_turn(table, seat)
        worth = weights.turns_saved * saved + weights.own_hand_known
        parts["next_turn"] = Part(saved * POINTS_PER_TURN, nearness * worth)
    return parts


def turns_saved_by_abilities(table: EmberTable, player: Player) -> float:
    """Return the number of turns that a player's abilities save in the rest of the game."""
    prospects = Prospects(table, player.seat)
    return (
        sum(prospects.expected_ability_points(owned.creature) for owned in player.owned if owned.is_face_up)
        / POINTS_PER_TURN
    )
