"""The status phase: scoring, a new objective, cards, tokens, readying and repair (IM-STATUS-1 to 8)."""

from __future__ import annotations

from twingkit.core.play import CHECKPOINT, Script
from twingkit.imperium.galaxy.objectives import scoring
from twingkit.imperium.galaxy.phases.ending import GameOver, raise_if_game_over
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window
from twingkit.imperium.galaxy.table.card_drawing import draw_action_cards, reveal_objective
from twingkit.imperium.galaxy.table.command_tokens import gain_command_tokens
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits_everywhere
from twingkit.imperium.galaxy.trade.faction_notes import return_gift_of_prescience

MAX_ROUNDS = 9
"""The largest number of rounds of a game (IM-END-2)."""


def play_status_phase(table: GameTable) -> Script:
    """Carry out the eight steps of the status phase; the agenda phase or the next round follows. Raises
    `GameOver`."""
    yield CHECKPOINT
    order = table.initiative_order
    yield from open_ability_window(table, Moment("status.start"))
    for seat in order:
        scored = table.players[seat].scored_objectives
        for scorable in (scoring.scorable_public_objectives, scoring.scorable_secret_objectives):
            yield from scoring.score_one_objective(table, seat, scorable(table, seat), "IM-STATUS-1")
            raise_if_game_over(table)
        if table.players[seat].scored_objectives == scored:
            scoring.announce_nothing_scored(table, seat, "IM-STATUS-1")
    if not (yield from reveal_objective(table)) or table.round >= MAX_ROUNDS:
        raise GameOver
    for seat in order:
        count = action_card_draw_count(table, seat)
        yield from draw_action_cards(table, seat, count, "IM-TECH-nm" if count > 1 else "IM-STATUS-3")
    table.command_tokens = [frozenset() for _ in table.command_tokens]
    table.announce("IM-STATUS-4", "removed", table.speaker)
    for seat in order:
        yield from gain_command_tokens(
            table, seat, command_token_gain_count(table, seat), "IM-STATUS-5", may_redistribute=True
        )
        yield from enforce_fleet_limits_everywhere(table, seat)
    _ready_all_cards(table)
    for there in (*table.space, *table.ground.values()):
        for units in there.values():
            units.repair()
    yield from open_ability_window(table, Moment("status.8"))
    for player in table.players:
        if not table.has_effect("stability", player.seat):
            player.strategy_cards.clear()
        player.strategy_cards = dict.fromkeys(player.strategy_cards, False)
        player.has_passed, player.has_zero_token = player.is_eliminated, False
    yield from open_ability_window(table, Moment("status.end"))
    return_gift_of_prescience(table)
    table.phase = "strategy" if table.has_custodians else "agenda"
    if table.has_custodians:
        begin_next_round(table)


def begin_next_round(table: GameTable) -> None:
    """Start the next round with its strategy phase."""
    table.round += 1
    table.phase, table.current, table.turns_this_phase = "strategy", table.speaker, 0
    table.announce("IM-STATUS-8", "round", table.speaker, n=table.round)


def action_card_draw_count(table: GameTable, seat: int) -> int:
    """Return the number of action cards that a player draws: one, or two with Neural Motivator."""
    return 1 + table.players[seat].has_technology("nm")


def command_token_gain_count(table: GameTable, seat: int) -> int:
    """Return the number of command tokens that a player gains: two, or three with Hyper Metabolism; Sol gains
    one more.
    """
    player = table.players[seat]
    return 2 + player.has_technology("hm") + (player.faction == "sol")


def _ready_all_cards(table: GameTable) -> None:
    """Ready all exhausted cards (IM-STATUS-6)."""
    table.exhausted_planets = frozenset()
    for player in table.players:
        player.exhausted_cards = frozenset()
    table.announce("IM-STATUS-6", "readied", table.speaker)
