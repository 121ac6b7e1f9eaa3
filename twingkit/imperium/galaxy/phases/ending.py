"""The end of the game: the points to win, the last objective, the last player left (IM-END-1 to 3)."""

from __future__ import annotations

import attrs

from twingkit.imperium.box.units import DOCK, GROUND_FORCES
from twingkit.imperium.galaxy.objectives.cards import objective_cards
from twingkit.imperium.galaxy.table.drawing import discard
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.laws import discard_law
from twingkit.imperium.galaxy.trade.notes import remove_notes
from twingkit.imperium.texts.fact_names import POOLS


class GameOver(Exception):
    """The game is over, in the middle of whatever was under way (IM-END-1)."""


@attrs.frozen
class GameResult:
    """The result of a game.

    `winner` is a seat, `by` the reason ("points", "objectives" or "alone"), `rounds` the number of rounds,
    `points` the points by seat.

    >>> from twingkit.imperium import new_game
    >>> from twingkit.players.policies import RandomPolicy
    >>> result = new_game(seed=1).play(RandomPolicy(1)).result
    >>> isinstance(result, GameResult), len(result.points)
    (True, 3)
    """

    winner: int
    by: str
    rounds: int
    points: tuple[int, ...]


def check_end(table: GameTable) -> None:
    """Raise `GameOver` if somebody has the points to win (IM-END-1)."""
    if any(player.points >= table.points_to_win for player in table.players):
        raise GameOver


def first_in_initiative(table: GameTable, seats: list[int]) -> int:
    """The seat that comes first in initiative order; without strategy cards the nearest to the speaker
    clockwise (IM-END-1)."""
    order = table.initiative_order
    return min(seats, key=order.index)


def game_result(table: GameTable) -> GameResult:
    """The result of a game that is over."""
    alive = table.seats_from(table.speaker)
    points = tuple(player.points for player in table.players)
    most = max(points[seat] for seat in alive)
    winner = first_in_initiative(table, [seat for seat in alive if points[seat] == most])
    by = "points" if most >= table.points_to_win else "alone" if len(alive) == 1 else "objectives"
    rule = "IM-END-1" if by == "points" else "IM-END-3" if by == "alone" else "IM-END-2"
    table.phase = "over"
    table.announce(rule, "won", winner, n=most)
    return GameResult(winner, by, table.round, points)


def eliminate_players(table: GameTable) -> None:
    """Eliminate players without ground forces, units that produce and planets (IM-END-3).

    Raises `GameOver` when one player is left.
    """
    gone = [seat for seat in table.seats_from(table.current) if is_eliminated(table, seat)]
    for seat in gone:
        if len(table.seats_from(0)) > 1:
            _remove_player(table, seat)
    if len(table.seats_from(0)) == 1:
        raise GameOver


def is_eliminated(table: GameTable, seat: int) -> bool:
    """True if a player has nothing left to come back with (IM-END-3)."""
    stats = table.players[seat].unit_on_board
    return seat not in table.holders.values() and not any(
        name in (*GROUND_FORCES, DOCK) or stats(name).production
        for _, units in table.places_with_units(seat)
        for name in units
    )


def _remove_player(table: GameTable, seat: int) -> None:
    """All of a player goes: units, tokens, cards and notes; the speaker token goes to the left."""
    player = table.players[seat]
    if table.speaker == seat:
        table.speaker = table.seats_from(seat)[1]
        table.announce("IM-END-3", "speaker", table.speaker)
    player.eliminated = player.passed = True
    for there in (*table.space, *table.ground.values()):
        there.pop(seat, None)
    table.tokens = [there - {seat} for there in table.tokens]
    for pool in POOLS:
        player.gain_token(pool, -player.pool(pool))
    own = [
        name for name in player.scored if objective_cards()[name].secret and not table.was_made_public(name)
    ]
    for card in (*player.secrets, *own):
        table.secret_deck.put(card)
    player.scored = tuple(name for name in player.scored if name not in own)
    player.technologies = frozenset()
    player.pass_on("secrets", player.secrets)
    for card in player.action_cards:
        discard(table, seat, card)
    player.goods = player.commodities = 0
    player.strategy_cards.clear()
    player.has_zero_token = False
    for law in [law for law in table.laws if law.elected == SEATS[seat]]:
        discard_law(table, law.card)
    table.lasting_effects = tuple(effect for effect in table.lasting_effects if effect.seat != seat)
    remove_notes(table, seat)
    table.announce("IM-END-3", "eliminated", seat)
