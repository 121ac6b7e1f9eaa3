"""Component actions of sheets, technologies and a flagship (IM-TURN-5)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.cards.targets import (
    other_players,
    planets_open_to_units,
    players_with_action_cards,
    target_system,
)
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.drawing import (
    choose,
    discard,
    discard_to_limit,
    look_at_hand,
    take_action_card,
)
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.table.reinforcements import place_unit, rule_against_placing
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.losses import destroy_infantry

ORBITAL_DROP_INFANTRY = 2
"""The infantry of an Orbital Drop."""

FORGED_FIGHTERS = 2
"""The fighters of a Star Forge."""

BIOMES, BIOMES_GUEST = 4, 2
"""The goods of Production Biomes: the own ones, and those of another player."""


def requires_strategy_token(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """The rule that keeps a player without a token in the strategy pool from what costs one."""
    return None if table.players[seat].strategy else ("IM-PAY-4", "no_strategy_token", {})


def spend_strategy_token(table: GameTable, seat: int) -> None:
    """Spend a token of the strategy pool."""
    table.players[seat].gain_token("strategy", -1)


@scripted("orbital_drop", requires_strategy_token, targets=planets_open_to_units, kind="planet")
def orbital_drop(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Place two infantry on one of the player's planets for a strategy token."""
    spend_strategy_token(table, seat)
    table.put_units(seat, planet, "infantry", ORBITAL_DROP_INFANTRY)
    table.announce("IM-UNIT-orbital_drop", "placed", seat, n=ORBITAL_DROP_INFANTRY, planet=planet)
    return
    yield  # makes this a generator, as every script must be


def _with_warsun(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [
        table.tile_number(system)
        for system, there in enumerate(table.space)
        if seat in there and there[seat]["warsun"]
    ]


@scripted("star_forge", requires_strategy_token, targets=_with_warsun, kind="system")
def star_forge(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """Two fighters or a destroyer beside a war sun for a strategy token."""
    spend_strategy_token(table, seat)
    system = target_system(table, number)
    units = ["fighter", *(["destroyer"] if rule_against_placing(table, seat, "destroyer") is None else [])]
    unit = yield from choose(table, seat, units, "unit", "IM-UNIT-star_forge", subject="IM-UNIT-star_forge")
    if unit == "fighter":
        table.put_units(seat, system, "fighter", FORGED_FIGHTERS)
        table.announce("IM-UNIT-star_forge", "fighters", seat, n=FORGED_FIGHTERS, number=number)
    else:
        yield from place_unit(table, seat, system, "destroyer", "IM-UNIT-star_forge")
    yield from enforce_fleet_limits(table, seat, system)


def _with_inferno(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [
        table.tile_number(system)
        for system, there in enumerate(table.space)
        if seat in there and there[seat]["flagship"]
    ]


def _requires_inferno(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    return requires_strategy_token(table, seat, moment) or rule_against_placing(table, seat, "cruiser")


@scripted("muaat_flagship", _requires_inferno, targets=_with_inferno, kind="system")
def the_inferno(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """A cruiser beside the flagship for a strategy token."""
    spend_strategy_token(table, seat)
    yield from place_unit(table, seat, target_system(table, number), "cruiser", "IM-UNIT-muaat_flagship")
    yield from enforce_fleet_limits(table, seat, target_system(table, number))


def _hand(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return list(dict.fromkeys(table.players[seat].action_cards))


@scripted("stall_tactics", targets=_hand, kind="card")
def stall_tactics(table: GameTable, seat: int, moment: Moment, card: str) -> Script:
    """An action card is discarded for an action that does nothing else."""
    discard(table, seat, card)
    table.announce("IM-UNIT-stall_tactics", "discarded", seat, card=f"IM-ACT-{card}")
    return
    yield  # makes this a generator, as every script must be


def _requires_mecatol(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if table.is_demilitarized(MECATOL_REX):
        return "IM-AGENDA-demilitarized_zone", "closed", {"planet": MECATOL_REX}
    return None


def _changes_nothing_on_mecatol(table: GameTable, seat: int, moment: Moment, target: str) -> bool:
    return table.holders.get(MECATOL_REX) != seat


@scripted("lgf", _requires_mecatol, idle=_changes_nothing_on_mecatol)
def lazax_gate_folding(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """An infantry on Mecatol Rex, while it is controlled."""
    table.put_units(seat, MECATOL_REX, "infantry")
    table.announce("IM-TECH-lgf", "placed", seat)
    return
    yield  # makes this a generator, as every script must be


@scripted("mi", targets=players_with_action_cards, kind="player")
def mageon_implants(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """The action cards of another player are looked at, and one is taken."""
    giver = SEATS.index(player)
    cards = look_at_hand(table, seat, giver, "IM-TECH-mi")
    card = yield from choose(table, seat, cards, "card", "IM-TECH-mi", subject="IM-TECH-mi")
    take_action_card(table, giver, seat, card, "IM-TECH-mi")
    yield from discard_to_limit(table, seat)


@scripted("pm", requires_strategy_token, targets=other_players, kind="player")
def production_biomes(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Four goods for a strategy token, and two for another player."""
    spend_strategy_token(table, seat)
    yield from gain_goods(table, seat, BIOMES, "IM-TECH-pm")
    yield from gain_goods(table, SEATS.index(player), BIOMES_GUEST, "IM-TECH-pm")


def _below_bombers(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The planets with infantry in systems of own bombarding ships."""
    stats = table.players[seat].unit_on_board
    systems = [
        system
        for system, there in enumerate(table.space)
        if seat in there and any(stats(name).bombardment for name in there[seat])
    ]
    return [
        planet.id
        for system in systems
        for planet in table.planets_of(system)
        if any(units["infantry"] for other, units in table.ground[planet.id].items() if other != seat)
    ]


@scripted("x89", targets=_below_bombers, kind="planet")
def bacterial_weapon(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """All infantry on a planet below own bombarding ships is destroyed."""
    for other in list(table.ground[planet]):
        count = table.units_on_planet(other, planet)["infantry"]
        if count:
            yield from destroy_infantry(table, other, planet, count, "IM-TECH-x89", "lost")
