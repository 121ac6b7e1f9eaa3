"""Abilities of factions and technologies in a tactical action: at the activation of a system (IM-TACT-3),
after a combat (IM-SPACE-12), around production (IM-PROD-6), after gaining a planet (IM-INV-11) or goods."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.box.units import DOCK, SHIPS
from twingkit.imperium.galaxy.cards.action_cards import replace_structures
from twingkit.imperium.galaxy.economy.goods import add_unlogged_goods, gain_goods
from twingkit.imperium.galaxy.faction_abilities.turns import requires_strategy_token, spend_strategy_token
from twingkit.imperium.galaxy.table.abilities import Moment, ability_condition, register_script
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.galaxy.table.reinforcements import (
    ensure_figure_available,
    place_space_dock,
    possible_structure_planets,
)
from twingkit.imperium.galaxy.tactical import fleet_limits
from twingkit.imperium.galaxy.tactical.invasion import gain_control
from twingkit.imperium.galaxy.tactical.production_step import (
    ProductionLimits,
    is_stymied,
    produce,
    rule_if_stymied,
)
from twingkit.imperium.galaxy.tactical.retreats import retreat_systems, withdraw
from twingkit.imperium.galaxy.tactical.space_step import WRECK_EFFECT
from twingkit.imperium.galaxy.technology.research import copy_technology_as_nekro, copyable_technologies
from twingkit.imperium.galaxy.trade.offers import are_neighbours

_SIPHONS_GOODS = 4

_MENAIMON_MAX_UNITS = 5


def _has_ships_in_activated_system(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat != seat and table.units_in_space(seat, moment.system).ship_count > 0


_requires_other_activation = ability_condition("IM-TACT-3", "not_entered", _has_ships_in_activated_system)


@register_script("ers", _requires_other_activation)
def e_res_siphons(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Give the player four trade goods (the Jol-Nar technology E-Res Siphons)."""
    yield from gain_goods(table, seat, _SIPHONS_GOODS, "IM-TECH-ers")


@register_script("ng", _requires_other_activation)
def neuroglaive(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Remove a token from the active player's fleet pool; they immediately remove ships beyond the new
    limit.
    """
    player = table.players[moment.seat]
    if player.fleet:
        player.add_tokens("fleet", -1)
        table.announce("IM-TECH-ng", "lost", moment.seat)
        yield from fleet_limits.enforce_fleet_limits_everywhere(table, moment.seat)


@register_script("nf", _requires_other_activation, requires_strategy_token)
def nullification_field(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Spend a strategy token to end the active player's turn (IM-TACT-3)."""
    spend_strategy_token(table, seat)
    table.start_effect("turn_ended", moment.seat, "turn")
    table.announce("IM-TECH-nf", "ended", seat)


def _has_units_there(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and table.has_units(seat, moment.system)


@register_script("scc", usable_if=_has_units_there)
def spatial_conduit(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Make the active system adjacent to all systems with the player's units in this tactical action."""
    table.start_effect("scc", seat, "tactical")
    table.announce("IM-TECH-scc", "joined", seat)


def _requires_flagship(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat == seat and table.units_in_space(seat, moment.system)["flagship"]:
        return rule_if_stymied(table, seat, moment.system)
    return "IM-TURN-5", "no_target", {"card": "IM-UNIT-arborec_flagship"}


@register_script("arborec_flagship", _requires_flagship)
def duha_menaimon(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Produce up to five units in the flagship's system (IM-PROD-6)."""
    ships = not table.enemy_seats_with_ships(seat, moment.system)
    worlds = tuple(table.own_planets_open_to_units(seat, moment.system))
    yield from produce(
        table,
        seat,
        ProductionLimits(moment.system, _MENAIMON_MAX_UNITS, worlds, ships, can_keep_troops_in_space=True),
    )


def _systems_to_withdraw_to(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the systems to which the player's ships may withdraw after another player's ships moved in."""
    if (
        moment.seat == seat
        or not table.players[seat].strategy
        or not table.units_in_space(seat, moment.system).ship_count
    ):
        return []
    return [
        table.tile_number(other)
        for other in retreat_systems(table, seat, moment.system, without_presence=True)
    ]


@register_script("foresight", targets=_systems_to_withdraw_to, target_kind="system")
def foresight(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script:
    """Withdraw the player's ships to an adjacent system and place a token from the strategy pool in that
    system.
    """
    target = table.galaxy.system(tile_number).index
    spend_strategy_token(table, seat)
    table.place_token(seat, target)
    table.announce("IM-UNIT-foresight", "moved", seat, number=tile_number)
    yield from withdraw(table, seat, moment.system, target)
    fleet_limits.destroy_blockaded_floating_docks(table, target)
    yield from fleet_limits.enforce_fleet_limits(table, seat, target)


def _was_in_space_combat(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and not moment.planet


@register_script("so", usable_if=_was_in_space_combat)
def salvage_operations(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Gain a trade good after a space combat; the winner may produce a ship of a type destroyed in it."""
    yield from gain_goods(table, seat, 1, "IM-TECH-so")
    ships = tuple(name for name in table.effect_subjects(WRECK_EFFECT) if name in SHIPS)
    if moment.window == "combat.won" and ships and not is_stymied(table, seat, moment.system):
        yield from produce(table, seat, ProductionLimits(moment.system, 1, (), True, allowed_classes=ships))


def _copyable_from_opponent(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the opponent's technologies that the Nekro Virus can gain; none from the holder of Antivirus."""
    antivirus = f"antivirus:{SEATS[seat]}"
    if moment.seat != seat or antivirus in table.players[moment.number].notes_in_play:
        return []
    return copyable_technologies(table, seat, moment.number)


@register_script("technological_singularity", targets=_copyable_from_opponent, target_kind="learn")
def technological_singularity(table: GameTable, seat: int, moment: Moment, technology_id: str) -> None:
    """Gain one technology of the opponent after a combat in which one of its units was destroyed."""
    copy_technology_as_nekro(table, seat, moment.number, technology_id)


def _own_planets_in_system(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if moment.seat != seat:
        return []
    return table.own_planets_open_to_units(seat, moment.system)


@register_script("yso", targets=_own_planets_in_system, target_kind="planet")
def yin_spinner(table: GameTable, seat: int, moment: Moment, planet: str) -> None:
    """Place an infantry on one of the player's planets in the system that has produced."""
    table.put_units(seat, planet, "infantry")
    table.announce("IM-TECH-yso", "placed", seat, planet=planet)


def _is_near_war_sun_or_supernova(table: GameTable, seat: int, moment: Moment) -> bool:
    """Return whether the producing system already had anyone's war sun or is adjacent to a supernova."""
    near = table.adjacency(seat, "count")[moment.system]
    supernova = any(table.galaxy.systems[other].tile.anomaly == "supernova" for other in near)
    return moment.seat == seat and (moment.card == "warsun" or supernova)


@register_script("mr", usable_if=_is_near_war_sun_or_supernova)
def magmus_reactor(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Give the player a trade good if they have produced in a system with a war sun or next to a
    supernova.
    """
    yield from gain_goods(table, seat, 1, "IM-TECH-mr")


def _own_planets_with_unequal_values(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if moment.seat != seat:
        return []
    return [name for name in table.controlled_planets(seat) if table.resources(name) != table.influence(name)]


@register_script("htp", targets=_own_planets_with_unequal_values, target_kind="planet")
def hegemonic_trade_policy(table: GameTable, seat: int, moment: Moment, planet: str) -> None:
    """Swap resources and influence of one of the player's planets during this production."""
    table.start_effect("htp", seat, "production", planet)
    table.announce("IM-TECH-htp", "swapped_values", seat, planet=planet)


_requires_gained_planet = ability_condition("IM-INV-11", "not_gained")


@register_script("scavenge", _requires_gained_planet)
def scavenge(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Give the player a trade good after they have gained control of a planet."""
    yield from gain_goods(table, seat, 1, "IM-UNIT-scavenge")


@register_script("assimilate", _requires_gained_planet)
def assimilate(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Replace the structures on a planet that the player has just gained with structures of the player's
    own.
    """
    yield from replace_structures(table, seat, moment.planet, "IM-UNIT-assimilate")


@register_script(
    "ie", _requires_gained_planet, lambda table, seat, moment: rule_if_stymied(table, seat, moment.system)
)
def integrated_economy(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Produce units on a gained planet, with a total cost up to its resources."""
    worth = table.resources(moment.planet)
    ships = not table.enemy_seats_with_ships(seat, moment.system)
    worlds = () if table.is_demilitarized(moment.planet) else (moment.planet,)
    yield from produce(table, seat, ProductionLimits(moment.system, 2 * worth, worlds, ships), max_cost=worth)


def _has_gained_mecatol(table: GameTable, seat: int, moment: Moment) -> bool:
    gained = moment.seat == seat and table.has_effect("gained_mecatol", seat)
    return gained and bool(_open_sites(table, seat))


def _open_sites(table: GameTable, seat: int) -> list[str]:
    return [name for name in ("pds", DOCK) if MECATOL_REX in possible_structure_planets(table, seat, name)]


@register_script("reclamation", usable_if=_has_gained_mecatol)
def reclamation(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Place a PDS and a space dock on Mecatol Rex after gaining it in this tactical action."""
    for name in _open_sites(table, seat):
        if not (yield from ensure_figure_available(table, seat, name)):
            continue
        if name == DOCK:
            yield from place_space_dock(table, seat, MECATOL_REX, "IM-UNIT-reclamation")
        else:
            table.put_units(seat, MECATOL_REX, name)
            table.announce("IM-UNIT-reclamation", "placed", seat, unit=name)


def _planets_open_to_peace(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the planets without units near a planet of the player, except Mecatol Rex."""
    if moment.seat != seat:
        return []
    links = table.adjacency(seat, "count")
    near = {
        place
        for planet in table.controlled_planets(seat)
        for place in (table.system_of(planet), *links[table.system_of(planet)])
    }
    return [
        planet.id
        for system in sorted(near)
        for planet in table.planets_of(system)
        if planet.id != MECATOL_REX
        and not table.ground[planet.id]
        and table.planet_controllers[planet.id] != seat
    ]


@register_script("peace_accords", targets=_planets_open_to_peace, target_kind="planet")
def peace_accords(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Give the player control of a planet without units near one of the player's planets."""
    yield from gain_control(table, seat, planet)


_PILLAGE_MIN_GOODS = 3


def _loot(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return what Pillage can take from the player who has just gained goods or traded: "goods",
    "commodities" or both.
    """
    if moment.seat in (seat, -1):
        return []
    victim = table.players[moment.seat]
    protected = f"promise_of_protection:{SEATS[seat]}" in victim.notes_in_play
    if victim.goods < _PILLAGE_MIN_GOODS or protected or not are_neighbours(table, seat, moment.seat):
        return []
    return ["goods", "commodities"] if victim.commodities else ["goods"]


@register_script("pillage", targets=_loot, target_kind="loot")
def pillage(table: GameTable, seat: int, moment: Moment, loot: str) -> Script:
    """Take a trade good or a commodity from a rich neighbour."""
    victim = table.players[moment.seat]
    if loot == "goods":
        victim.goods -= 1
    else:
        victim.commodities -= 1
    table.announce("IM-UNIT-pillage", "pillaged", seat, enemy=SEATS[moment.seat])
    yield from add_unlogged_goods(table, seat, 1)
