"""Component actions of faction sheets, technologies and a flagship (IM-TURN-5), abilities at the start or end
of phases and turns (IM-TIME-2), and those that cancel action cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import attrs

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.cards import targets
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
from twingkit.imperium.galaxy.tactical.losses import Place, destroy_infantry
from twingkit.imperium.galaxy.tactical.production_step import produce, production_limits

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
    "orbital_drop", requires_strategy_token, targets=targets.own_planets_open_to_units, target_kind="planet"
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


@register_script("mi", targets=targets.rivals_with_action_cards, target_kind="player")
def mageon_implants(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Let the player look at another player's action cards and take one of them."""
    yield from look_and_take_action_card(table, SEATS.index(player), seat, "IM-TECH-mi")
    yield from discard_to_limit(table, seat)


@register_script("pm", requires_strategy_token, targets=targets.other_player_names, target_kind="player")
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
        for system in targets.systems_with_own_bombers(table, seat)
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


def _is_own_turn(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat == table.current


@register_script(
    "fl",
    ability_condition("IM-TURN-4", "not_own", _is_own_turn),
    ability_condition("IM-TECH-fl", "twice", lambda table, seat, moment: not table.has_effect("fl", seat)),
)
def fleet_logistics(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Let the player perform a second action in this turn."""
    table.start_effect("fl", seat, "turn")
    table.start_effect("another_action", seat, "turn")
    table.announce("IM-TECH-fl", "again", seat)


def _yards(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the tile numbers of the systems in which the player's units can produce now; empty unless it is
    the player's turn.
    """
    if moment.seat != seat:
        return []
    return [
        table.tile_number(system)
        for system in range(len(table.space))
        if production_limits(table, seat, system) is not None
    ]


@register_script("cm", targets=_yards, target_kind="system")
def chaos_mapping(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script:
    """Let the player produce one unit in a chosen system at the start of their turn."""
    place = production_limits(table, seat, table.galaxy.system(tile_number).index)
    assert place is not None
    limited = attrs.evolve(
        place,
        unit_limit=min(1, place.unit_limit),
        discount=0,
        max_infantry=None,
        uses_production_ability=False,
    )
    yield from produce(table, seat, limited)


def is_barred_by_chaos_mapping(table: GameTable, seat: int, system: int) -> bool:
    """Return whether Chaos Mapping keeps a player from activating this asteroid field, because its owner has
    ships there (IM-TECH-cm)."""
    if table.galaxy.systems[system].tile.anomaly != "asteroid_field":
        return False
    return any(
        table.players[other].has_technology("cm") and not table.has_effect("greyfire", other)
        for other in table.enemy_seats_with_ships(seat, system)
    )


def _does_infantry_wait(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and table.players[seat].infantry_to_revive > 0


def _return_infantry(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Place the infantry that a card holds on home planets that the player chooses; it is lost if there is no
    such planet.
    """
    player = table.players[seat]
    worlds = table.own_planets_open_to_units(seat, table.home_system(seat))
    rule = "IM-UNIT-infantry2"
    if not worlds:
        table.announce(rule, "no_home", seat, n=player.infantry_to_revive)
        player.infantry_to_revive = 0
        return
    landed = dict.fromkeys(worlds, 0)
    while player.infantry_to_revive:
        planet = yield from ask_to_choose(table, seat, worlds, "planet", rule, subject=rule)
        count = player.infantry_to_revive if len(worlds) == 1 else 1
        player.infantry_to_revive -= count
        table.put_units(seat, planet, "infantry", count)
        landed[planet] += count
    for planet, count in landed.items():
        if count:
            table.announce(rule, "returns", seat, n=count, planet=planet)


for _technology in ("inf2", "so2", "lw2"):
    register_script(_technology, ability_condition("IM-UNIT-infantry2", "nobody_waits", _does_infantry_wait))(
        _return_infantry
    )


@register_script(
    "it",
    ability_condition("IM-TECH-it", "own_card", lambda table, seat, moment: moment.seat != seat),
    requires_strategy_token,
)
def instinct_training(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Spend a token from the strategy pool to cancel another player's action card."""
    spend_strategy_token(table, seat)
    table.announce("IM-TECH-it", "cancelled", seat, card=moment.card)


_TRANSIT_DIODES_INFANTRY = 4
"""The largest number of ground forces that Transit Diodes move."""

_DATAHUB_PRICE = 3
"""In trade goods."""


@register_script("mitosis", targets=targets.own_planets_open_to_units, target_kind="planet")
def mitosis(table: GameTable, seat: int, moment: Moment, planet: str) -> None:
    """Place an infantry on one of the player's planets."""
    table.put_units(seat, planet, "infantry")
    table.announce("IM-UNIT-mitosis", "placed", seat, planet=planet)


@register_script("sol_flagship")
def genesis(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Place an infantry in the space area of the system with the player's flagship."""
    system = next(
        system for system, there in enumerate(table.space) if seat in there and there[seat]["flagship"]
    )
    table.put_units(seat, system, "infantry")
    table.announce("IM-UNIT-sol_flagship", "placed", seat, number=table.tile_number(system))
    yield from enforce_fleet_limits(table, seat, system)


@register_script("telepathic")
def place_zero_token(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Give the player the Naalu 0 token, which puts them first in the initiative order (IM-PICK-4)."""
    if not any(player.has_zero_token for player in table.players):
        table.players[seat].has_zero_token = True
        table.announce("IM-UNIT-telepathic", "first", seat)


def _players_to_swap_with(table: GameTable, seat: int, moment: Moment) -> list[str]:
    player = table.players[seat]
    able = player.strategy and player.goods >= _DATAHUB_PRICE
    return targets.strategy_swap_seats(table, seat, moment) if able else []


@register_script("qdn", targets=_players_to_swap_with, target_kind="player")
def quantum_datahub(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Let the player exchange strategy cards with another player, for a strategy token and three trade goods
    paid to that player.
    """
    own, other = table.players[seat], table.players[SEATS.index(player)]
    spend_strategy_token(table, seat)
    own.goods -= _DATAHUB_PRICE
    yield from gain_goods(table, other.seat, _DATAHUB_PRICE, "IM-TECH-qdn")
    yield from exchange_strategy_cards(table, seat, other.seat, "IM-TECH-qdn", "exchanged")


def exchange_strategy_cards(
    table: GameTable, seat: int, other_seat: int, rule: str, case: str = "swapped"
) -> Script:
    """Let a player choose one of their own strategy cards and one of another player's to exchange them."""
    own, theirs = table.players[seat].strategy_cards, table.players[other_seat].strategy_cards
    given = int((yield from ask_to_choose(table, seat, [*map(str, sorted(own))], "give_card", rule)))
    taken = int((yield from ask_to_choose(table, seat, [*map(str, sorted(theirs))], "take_card", rule)))
    own[taken], theirs[given] = theirs.pop(taken), own.pop(given)
    card, other = f"strategy_{given}", f"strategy_{taken}"
    table.announce(rule, case, seat, enemy=SEATS[other_seat], card=card, other=other)


def _with_infantry(table: GameTable, seat: int, *, in_space: bool = False) -> dict[str, Place]:
    """Return the player's planets with infantry, by name; with `in_space`, also the systems with infantry in
    space.
    """
    places: list[Place] = [
        planet for planet in table.controlled_planets(seat) if table.units_on_planet(seat, planet)["infantry"]
    ]
    if in_space:
        places += [
            place for place in range(len(table.space)) if table.units_in_space(seat, place)["infantry"]
        ]
    return {table.place_name(place): place for place in places}


def _has_infantry_to_move(table: GameTable, seat: int, moment: Moment) -> bool:
    sources, ends = _with_infantry(table, seat, in_space=True), table.own_planets_open_to_units(seat)
    return any(source != end for source in sources.values() for end in ends)


@register_script("td", ability_condition("IM-TURN-4", "not_own"), usable_if=_has_infantry_to_move)
def transit_diodes(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Move up to four infantry, from planets or space, to the player's planets."""
    rule = "IM-TECH-td"
    for _ in range(_TRANSIT_DIODES_INFANTRY):
        sources = _with_infantry(table, seat, in_space=True)
        named = yield from ask_to_choose(table, seat, [*sources, NO_TARGET_WORD], "lift", rule, subject=rule)
        ends = [planet for planet in table.own_planets_open_to_units(seat) if planet != named]
        if named == NO_TARGET_WORD or not ends:
            return
        yield from _move_one_infantry(table, seat, sources[named], ends, rule)


def _move_one_infantry(table: GameTable, seat: int, source: Place, ends: list[str], rule: str) -> Script[str]:
    planet = yield from ask_to_choose(table, seat, ends, "planet", rule, subject=rule)
    table.remove_units(seat, source, "infantry")
    table.put_units(seat, planet, "infantry")
    table.announce(rule, "moved", seat, planet=planet, place=table.place_name(source))
    return planet


def _infantry_moves(table: GameTable, seat: int, moved: Mapping[str, int]) -> dict[str, list[str]]:
    """Return, for each of the player's planets with infantry that has not moved yet, the planets to which
    that infantry can move.

    Targets are the player's planets in the same system or in adjacent ones. `moved` counts the infantry that
    has arrived on each planet.
    """
    links, ends = table.adjacency(seat, "count"), table.own_planets_open_to_units(seat)
    spread = {}
    for source in _with_infantry(table, seat):
        system = table.system_of(source)
        near = [end for end in ends if end != source and table.system_of(end) in (system, *links[system])]
        if near and table.units_on_planet(seat, source)["infantry"] > moved.get(source, 0):
            spread[source] = near
    return spread


def _can_move_infantry(table: GameTable, seat: int, moment: Moment) -> bool:
    return bool(_infantry_moves(table, seat, {}))


@register_script("bio", usable_if=_can_move_infantry)
def bioplasmosis(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Move infantry among the player's planets in the same or adjacent systems, each at most once."""
    rule, moved = "IM-TECH-bio", Counter[str]()
    while spread := _infantry_moves(table, seat, moved):
        source = yield from ask_to_choose(table, seat, [*spread, NO_TARGET_WORD], "lift", rule, subject=rule)
        if source == NO_TARGET_WORD:
            return
        planet = yield from _move_one_infantry(table, seat, source, spread[source], rule)
        moved[planet] += 1


def tiles_for_wormhole_token(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the tile numbers of the systems that can get a Creuss wormhole token: those with a planet of the
    player, and non-home systems without other players' ships.
    """
    return [
        system.tile.number
        for system in table.galaxy.systems
        if any(table.planet_controllers[planet.id] == seat for planet in system.tile.planets)
        or (not system.tile.is_home and not table.enemy_seats_with_ships(seat, system.index))
    ]


@register_script("wg", targets=tiles_for_wormhole_token, target_kind="system")
def wormhole_generator(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script:
    """Place or move a Creuss wormhole token."""
    yield from place_wormhole_token(table, seat, tile_number, "IM-TECH-wg")


def place_wormhole_token(table: GameTable, seat: int, tile_number: str, rule: str) -> Script:
    """Place a Creuss wormhole token in a system, moving it if it is elsewhere."""
    kind = yield from ask_to_choose(table, seat, ["alpha", "beta"], "wormhole", rule, subject=rule)
    kept = tuple(token for token in table.wormhole_tokens if token[1] != kind)
    table.wormhole_tokens = (*kept, (table.galaxy.system(tile_number).index, kind))
    table.announce(rule, "wormhole", seat, number=tile_number, kind=kind)
