"""A census of the table: what must hold whatever is played (IM-LIM-1, IM-PAY-3, IM-FLEET-1, IM-OBJ-4)."""

from __future__ import annotations

from collections.abc import Iterator

from twingkit.imperium.box.units import DOCK, FIGURES
from twingkit.imperium.table.drawing import MOST_SECRETS, hand_limit, secrets_scored
from twingkit.imperium.table.game_table import SEATS, GameTable
from twingkit.imperium.table.sheet import TOKENS
from twingkit.imperium.tactical.fleet_limits import over_capacity, over_fleet


def faults(table: GameTable) -> list[str]:
    """A sentence for everything on a table that no rule allows; empty for a sound one.

    It holds between turns; within a tactical action fleets and hands may be beyond their limits for a moment.

    >>> from twingkit.imperium.game_start import new_game
    >>> faults(new_game(6, seed=1).table)
    []
    """
    return [*_of_players(table), *_of_board(table), *_of_cards(table)]


def _of_players(table: GameTable) -> Iterator[str]:
    for seat, player in enumerate(table.players):
        name = SEATS[seat]
        counts = (
            player.tactic,
            player.fleet,
            player.strategy,
            player.goods,
            player.commodities,
            player.points,
        )
        if min(counts) < 0:
            yield f"{name} has less than nothing: {counts}"
        if table.reserve(seat) < 0:
            yield f"{name} has more than {TOKENS} command tokens"
        limit = hand_limit(table, seat)
        if limit is not None and len(player.action_cards) > limit:
            yield f"{name} holds {len(player.action_cards)} action cards"
        if len(player.secrets) + secrets_scored(table, seat) > MOST_SECRETS:
            yield f"{name} has too many secret objectives"
        for unit_class, figures in FIGURES.items():
            there = table.on_board(seat, unit_class)
            if there > figures:
                yield f"{name} has {there} {unit_class} of {figures}"


def _of_board(table: GameTable) -> Iterator[str]:
    for system, there in enumerate(table.space):
        number = table.number(system)
        if sum(units.ships > 0 for units in there.values()) > 1:
            yield f"ships of several players lie in {number}"
        for seat, units in there.items():
            if not units or min(units.counts.values()) <= 0:
                yield f"{SEATS[seat]} has no unit in {number}, but a place there"
            if over_fleet(table, seat, system) or over_capacity(table, seat, system):
                yield f"the fleet of {SEATS[seat]} in {number} is too large"
    for planet, standing in table.ground.items():
        holder = table.holders[planet]
        if standing and holder not in standing:
            yield f"{planet} is controlled by {holder}, but others stand there"
        if len(standing) > 1:
            yield f"several players stand on {planet}"
        for seat, units in standing.items():
            if units[DOCK] > 1 or (units["pds"] > 2 and not table.in_force("defense_act")):
                yield f"{SEATS[seat]} has too many structures on {planet}"
    for planet in table.exhausted:
        if table.holders[planet] is None:
            yield f"{planet} is exhausted, and nobody's"


def _of_cards(table: GameTable) -> Iterator[str]:
    held = [card for player in table.players for card in player.action_cards]
    for card, place in table.action_deck.places.items():
        count = table.action_deck.counts[place] + held.count(card) + table.action_discard.count(card)
        if count < 1:
            yield f"the action card {card} is nowhere"
    strategy = [number for player in table.players for number in player.strategy_cards]
    if len(strategy) != len(set(strategy)):
        yield "a strategy card is with two players"
    notes = [note for player in table.players for note in (*player.notes, *player.laid_notes)]
    if len(notes) != len(set(notes)):
        yield "a promissory note is with two players"
    secrets = [card for player in table.players for card in player.secrets]
    drawn = [card for card in secrets if table.secret_deck.count(card)]
    if drawn or len(secrets) != len(set(secrets)):
        yield f"secret objectives are in two places: {drawn or secrets}"
