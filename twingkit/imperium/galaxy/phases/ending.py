"""The end of the game: the points to win, the last objective, the last player left (IM-END-1 to 3)."""

from __future__ import annotations

import attrs

from twingkit.imperium.box.units import DOCK, GROUND_FORCES
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.table.card_drawing import discard_action_card
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.laws import discard_agenda_card
from twingkit.imperium.galaxy.trade.promissory_notes import remove_notes_of_player
from twingkit.imperium.texts.fact_names import TOKEN_POOLS


class GameOver(Exception):
    """The exception that ends the game at once, even in the middle of an effect (IM-END-1)."""


@attrs.frozen
class GameResult:
    """The result of a finished whole game of Twilight Imperium.

    `winner` is the index of a seat, from 0; `end_reason` is "points", "objectives" or "alone"; `points` are
    the points by seat.

    >>> from twingkit.imperium import new_game
    >>> from twingkit.players.policies import RandomPolicy
    >>> result = new_game(seed=1).play(RandomPolicy(1)).result
    >>> isinstance(result, GameResult), len(result.points)
    (True, 3)
    """

    winner: int
    end_reason: str
    rounds: int
    points: tuple[int, ...]


def raise_if_game_over(table: GameTable) -> None:
    """Raise `GameOver` if a player has the points to win (IM-END-1)."""
    if any(player.points >= table.points_to_win for player in table.players):
        raise GameOver


def game_result(table: GameTable) -> GameResult:
    """Return the result of a finished game; of tied players the first in initiative order wins (IM-END-1)."""
    alive = table.initiative_order
    points = tuple(player.points for player in table.players)
    most = max(points[seat] for seat in alive)
    winner = next(seat for seat in alive if points[seat] == most)
    by = "points" if most >= table.points_to_win else "alone" if len(alive) == 1 else "objectives"
    rule = "IM-END-1" if by == "points" else "IM-END-3" if by == "alone" else "IM-END-2"
    table.phase = "over"
    table.announce(rule, "won", winner, n=most)
    return GameResult(winner, by, table.round, points)


def eliminate_players(table: GameTable) -> None:
    """Eliminate players without ground forces, producing units and planets (IM-END-3).

    Raises `GameOver` when one player is left.
    """
    gone = [seat for seat in table.seats_from(table.current) if must_be_eliminated(table, seat)]
    for seat in gone:
        if len(table.seats_from(0)) > 1:
            _remove_player(table, seat)
    if len(table.seats_from(0)) == 1:
        raise GameOver


def must_be_eliminated(table: GameTable, seat: int) -> bool:
    """Return whether a player has no ground forces, producing units or planets left (IM-END-3)."""
    stats = table.players[seat].unit_type_on_board
    return seat not in table.planet_controllers.values() and not any(
        name in (*GROUND_FORCES, DOCK) or stats(name).production
        for _, units in table.places_and_units(seat)
        for name in units
    )


def _remove_player(table: GameTable, seat: int) -> None:
    """Remove all units, tokens, cards and notes of a player; the speaker token passes to the left."""
    player = table.players[seat]
    if table.speaker == seat:
        table.speaker = table.seats_from(seat)[1]
        table.announce("IM-END-3", "speaker", table.speaker)
    player.is_eliminated = player.has_passed = True
    for there in (*table.space, *table.ground.values()):
        there.pop(seat, None)
    table.command_tokens = [there - {seat} for there in table.command_tokens]
    for pool in TOKEN_POOLS:
        player.add_tokens(pool, -player.tokens_in_pool(pool))
    own = [
        name
        for name in player.scored_objectives
        if objectives_by_id()[name].is_secret and not table.was_made_public(name)
    ]
    for card in (*player.secret_objectives, *own):
        table.secret_deck.shuffle_in(card)
    player.scored_objectives = tuple(name for name in player.scored_objectives if name not in own)
    player.technologies = frozenset()
    player.remove_unseen("secret_objectives", player.secret_objectives)
    for card in player.action_cards:
        discard_action_card(table, seat, card)
    player.goods = player.commodities = 0
    player.strategy_cards.clear()
    player.has_zero_token = False
    for law in [law for law in table.laws if law.elected == SEATS[seat]]:
        discard_agenda_card(table, law.card)
    table.lasting_effects = tuple(effect for effect in table.lasting_effects if effect.seat != seat)
    remove_notes_of_player(table, seat)
    table.announce("IM-END-3", "eliminated", seat)
