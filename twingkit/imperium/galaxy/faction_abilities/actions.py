"""Component actions of faction sheets, technologies and a flagship (IM-TURN-5)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.cards.targets import (
    other_player_names,
    own_planets_open_to_units,
    rivals_with_action_cards,
    systems_with_own_bombers,
)
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.table.abilities import Moment, TargetFinder, ability_condition, register_script
from twingkit.imperium.galaxy.table.card_drawing import (
    ask_to_choose,
    discard_action_card,
    discard_to_limit,
    look_and_take_action_card,
)
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.table.reinforcements import (
    place_ship,
    place_unit,
    requires_figure,
    rule_against_placing,
)
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.losses import destroy_infantry

_ORBITAL_DROP_INFANTRY = 2

_FORGED_FIGHTERS = 2
"""The fighters that Star Forge places."""

BIOMES_OWN_GOODS, BIOMES_OTHER_PLAYER_GOODS = 4, 2
"""The trade goods from Production Biomes for its owner and for another player."""


requires_strategy_token = ability_condition(
    "IM-PAY-4", "no_strategy_token", lambda table, seat, moment: table.players[seat].strategy > 0
)
"""The condition that the player has a token in the strategy pool."""


def spend_strategy_token(table: GameTable, seat: int) -> None:
    """Remove one command token from a player's strategy pool."""
    table.players[seat].add_tokens("strategy", -1)


@register_script(
    "orbital_drop", requires_strategy_token, targets=own_planets_open_to_units, target_kind="planet"
)
def orbital_drop(table: GameTable, seat: int, moment: Moment, planet: str) -> None:
    """Place two infantry on one of the player's planets for a strategy token."""
    spend_strategy_token(table, seat)
    table.put_units(seat, planet, "infantry", _ORBITAL_DROP_INFANTRY)
    table.announce("IM-UNIT-orbital_drop", "placed", seat, n=_ORBITAL_DROP_INFANTRY, planet=planet)


def _systems_with(unit_class: str) -> TargetFinder:
    return lambda table, seat, moment: [
        table.tile_number(system)
        for system, there in enumerate(table.space)
        if seat in there and there[seat][unit_class]
    ]


@register_script("star_forge", requires_strategy_token, targets=_systems_with("warsun"), target_kind="system")
def star_forge(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script:
    """Spend a strategy token to place two fighters or a destroyer in a system with a war sun of the
    player.
    """
    spend_strategy_token(table, seat)
    system = table.galaxy.system(tile_number).index
    units = ["fighter", *(["destroyer"] if rule_against_placing(table, seat, "destroyer") is None else [])]
    unit = yield from ask_to_choose(
        table, seat, units, "unit", "IM-UNIT-star_forge", subject="IM-UNIT-star_forge"
    )
    if unit == "fighter":
        table.put_units(seat, system, "fighter", _FORGED_FIGHTERS)
        table.announce("IM-UNIT-star_forge", "fighters", seat, n=_FORGED_FIGHTERS, number=tile_number)
    else:
        yield from place_unit(table, seat, system, "destroyer", "IM-UNIT-star_forge")
    yield from enforce_fleet_limits(table, seat, system)


@register_script(
    "muaat_flagship",
    requires_strategy_token,
    requires_figure("cruiser"),
    targets=_systems_with("flagship"),
    target_kind="system",
)
def the_inferno(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script:
    """Spend a strategy token to place a cruiser in the flagship's system."""
    spend_strategy_token(table, seat)
    yield from place_ship(table, seat, tile_number, "cruiser", "IM-UNIT-muaat_flagship")


def _hand(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return list(dict.fromkeys(table.players[seat].action_cards))


@register_script("stall_tactics", targets=_hand, target_kind="card")
def stall_tactics(table: GameTable, seat: int, moment: Moment, card: str) -> None:
    """Discard an action card of the player's hand; this counts as the player's action and has no other
    effect.
    """
    discard_action_card(table, seat, card)
    table.announce("IM-UNIT-stall_tactics", "discarded", seat, card=f"IM-ACT-{card}")


def _requires_mecatol(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if table.is_demilitarized(MECATOL_REX):
        return "IM-AGENDA-demilitarized_zone", "closed", {"planet": MECATOL_REX}
    return None


def _changes_nothing_on_mecatol(table: GameTable, seat: int, moment: Moment, target: str) -> bool:
    return table.planet_controllers.get(MECATOL_REX) != seat


@register_script("lgf", _requires_mecatol, no_effect_check=_changes_nothing_on_mecatol)
def lazax_gate_folding(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Place an infantry on Mecatol Rex if the player controls it."""
    table.put_units(seat, MECATOL_REX, "infantry")
    table.announce("IM-TECH-lgf", "placed", seat)


@register_script("mi", targets=rivals_with_action_cards, target_kind="player")
def mageon_implants(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Let the player look at another player's action cards and take one of them."""
    yield from look_and_take_action_card(table, SEATS.index(player), seat, "IM-TECH-mi")
    yield from discard_to_limit(table, seat)


@register_script("pm", requires_strategy_token, targets=other_player_names, target_kind="player")
def production_biomes(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Let the player spend a strategy token to gain four trade goods; another player of their choice gains
    two.
    """
    spend_strategy_token(table, seat)
    yield from gain_goods(table, seat, BIOMES_OWN_GOODS, "IM-TECH-pm")
    yield from gain_goods(table, SEATS.index(player), BIOMES_OTHER_PLAYER_GOODS, "IM-TECH-pm")


def _below_bombers(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the planets with infantry in systems with the player's bombarding ships."""
    return [
        planet.id
        for system in systems_with_own_bombers(table, seat)
        for planet in table.planets_of(system)
        if any(units["infantry"] for other, units in table.ground[planet.id].items() if other != seat)
    ]


@register_script("x89", targets=_below_bombers, target_kind="planet")
def bacterial_weapon(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Destroy all infantry on a planet in a system with the player's bombarding ships."""
    for other in list(table.ground[planet]):
        count = table.units_on_planet(other, planet)["infantry"]
        if count:
            yield from destroy_infantry(table, other, planet, count, "IM-TECH-x89", "lost")
