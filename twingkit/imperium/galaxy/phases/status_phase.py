"""The status phase: scoring, a new objective, cards, tokens, readying and repair (IM-STATUS-1 to 8)."""

from __future__ import annotations

from twingkit.core.play import CHECKPOINT, Script
from twingkit.imperium.galaxy.objectives.scoring import score_public, score_secret
from twingkit.imperium.galaxy.phases.ending import GameOver, check_end
from twingkit.imperium.galaxy.phases.objective_cards import reveal_objective
from twingkit.imperium.galaxy.table.abilities import Moment, open_window
from twingkit.imperium.galaxy.table.command_tokens import gain_tokens
from twingkit.imperium.galaxy.table.drawing import draw_action_cards
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_limits_everywhere
from twingkit.imperium.galaxy.trade.faction_notes import gifts_return

MAX_ROUNDS = 9
"""The largest number of rounds of a game (IM-END-2)."""


def status_phase(table: GameTable) -> Script:
    """The eight steps; then the agenda phase, or the next round. Raises `GameOver`."""
    yield CHECKPOINT
    order = table.initiative_order
    yield from open_window(table, Moment("status.start"))
    for seat in order:
        yield from score_public(table, seat, "IM-STATUS-1")
        check_end(table)
        yield from score_secret(table, seat, "IM-STATUS-1")
        check_end(table)
    if not (yield from reveal_objective(table)) or table.round >= MAX_ROUNDS:
        raise GameOver
    for seat in order:
        yield from draw_action_cards(table, seat, cards_to_draw(table, seat), "IM-STATUS-3")
    table.tokens = [frozenset() for _ in table.tokens]
    table.announce("IM-STATUS-4", "removed", table.speaker)
    for seat in order:
        yield from gain_tokens(table, seat, tokens_to_gain(table, seat), "IM-STATUS-5", free=True)
        yield from enforce_limits_everywhere(table, seat)
    ready_all(table)
    for there in (*table.space, *table.ground.values()):
        for units in there.values():
            units.repair()
    yield from open_window(table, Moment("status.8"))
    for player in table.players:
        if not table.has_effect("stability", player.seat):
            player.strategy_cards.clear()
        player.strategy_cards = dict.fromkeys(player.strategy_cards, False)
        player.passed, player.has_zero_token = player.eliminated, False
    yield from open_window(table, Moment("status.end"))
    gifts_return(table)
    table.phase = "strategy" if table.custodians else "agenda"
    if table.custodians:
        begin_next_round(table)


def begin_next_round(table: GameTable) -> None:
    """The next round begins with its strategy phase."""
    table.round += 1
    table.phase, table.current, table.turns = "strategy", table.speaker, 0
    table.announce("IM-STATUS-8", "round", table.speaker, n=table.round)


def cards_to_draw(table: GameTable, seat: int) -> int:
    """The action cards that a player draws: one, with Neural Motivator two."""
    return 1 + table.players[seat].has("nm")


def tokens_to_gain(table: GameTable, seat: int) -> int:
    """The command tokens that a player gains: two, with Hyper Metabolism three, Sol one more."""
    player = table.players[seat]
    return 2 + player.has("hm") + (player.faction == "sol")


def ready_all(table: GameTable) -> None:
    """All exhausted cards are readied (IM-STATUS-6)."""
    table.exhausted = frozenset()
    for player in table.players:
        player.exhausted = frozenset()
    table.announce("IM-STATUS-6", "readied", table.speaker)
