"""Action cards that are played outside battles: those that concern tokens, strategy cards, laws and hands,
units, tactical actions (IM-INV-9), goods and planets."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.box.units import DOCK, GROUND_FORCES
from twingkit.imperium.galaxy.cards import targets
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.table.abilities import (
    Moment,
    NoEffectCheck,
    ability_condition,
    open_ability_window,
    register_script,
)
from twingkit.imperium.galaxy.table.card_drawing import (
    StolenCardPick,
    ask_to_choose,
    discard_to_limit,
    take_action_card,
)
from twingkit.imperium.galaxy.table.command_tokens import (
    can_place_token,
    gain_command_tokens,
    place_and_announce_token,
)
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.laws import discard_agenda_card
from twingkit.imperium.galaxy.table.reinforcements import (
    dock_location,
    ensure_figure_available,
    place_ship,
    place_unit,
    requires_figure,
)
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.losses import destroy_infantry
from twingkit.imperium.galaxy.tactical.movement import TenSidedRoll
from twingkit.imperium.galaxy.tactical.space_step import BATTLESTATION, has_dock_in_or_adjacent
from twingkit.imperium.galaxy.technology.research import can_gain_from_research, research_technology
from twingkit.imperium.texts.fact_names import format_target_amount, parse_target_amount

_SUMMIT_TOKENS = 2


def _with_tactic_token(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [SEATS[other] for other in table.other_seats(seat) if table.players[other].tactic]


@register_script("insub", targets=_with_tactic_token, target_kind="player")
def insubordination(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Remove a token from another player's tactic pool."""
    table.players[SEATS.index(player)].add_tokens("tactic", -1)
    table.announce("IM-ACT-insub", "lost", SEATS.index(player))


@register_script(
    "unexpected",
    targets=lambda table, seat, moment: targets.tiles_with_own_token(table, seat),
    target_kind="system",
)
def unexpected_action(table: GameTable, seat: int, moment: Moment, tile_number: str) -> None:
    """Take one of the player's command tokens off the board."""
    table.remove_token(seat, table.galaxy.system(tile_number).index)
    table.announce("IM-ACT-unexpected", "taken", seat, number=tile_number)


@register_script("stability")
def political_stability(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Let the player keep their strategy cards for the next round and take none in its strategy phase
    (IM-PICK-3).
    """
    table.start_effect("stability", seat, "next_round")
    table.announce("IM-ACT-stability", "kept", seat)


@register_script(
    "disgrace", ability_condition("IM-ACT-disgrace", "own", lambda table, seat, moment: moment.seat != seat)
)
def public_disgrace(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Make a player who takes a strategy card choose a different one."""
    table.start_effect("disgrace", moment.seat, "pick", str(moment.number))
    table.announce("IM-ACT-disgrace", "refused", moment.seat, card=f"strategy_{moment.number}")


def _is_token_left(table: GameTable, seat: int, moment: Moment) -> bool:
    return table.tokens_in_reinforcements(seat) > 0


@register_script("summit", ability_condition("IM-PAY-3", "none_left", _is_token_left))
def play_summit(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Let the player of the action card Summit gain two command tokens."""
    yield from gain_command_tokens(table, seat, _SUMMIT_TOKENS, "IM-ACT-summit")


def _systems_to_jam(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the non-home systems in or adjacent to the player's ships where another player has no token."""
    links = table.adjacency(seat, "count")
    near = {place for system in table.systems_with_ships(seat) for place in (system, *links[system])}
    return [
        table.tile_number(system)
        for system in sorted(near)
        if not table.galaxy.systems[system].tile.is_home
        and any(can_place_token(table, other, system) for other in table.other_seats(seat))
    ]


def _choose_token_owner(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script[str]:
    system = table.galaxy.system(tile_number).index
    named = [SEATS[other] for other in table.other_seats(seat) if can_place_token(table, other, system)]
    return (
        yield from ask_to_choose(table, seat, named, "player", "IM-ACT-jamming", subject="IM-ACT-jamming")
    )


@register_script("jamming", targets=_systems_to_jam, target_kind="system", follow_up=_choose_token_owner)
def signal_jamming(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Place another player's command token in a system near ships of the player of this card."""
    tile_number, player = target.split(", ")
    yield from place_and_announce_token(
        table, SEATS.index(player), table.galaxy.system(tile_number).index, "IM-ACT-jamming"
    )


@register_script("spy", targets=targets.rivals_with_action_cards, target_kind="player")
def play_spy(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Take a random action card from another player."""
    giver = table.players[SEATS.index(player)]
    card: str = yield StolenCardPick(giver.seat, SEATS[giver.seat], giver.action_cards)
    take_action_card(table, giver.seat, seat, card, "IM-ACT-spy")
    yield from discard_to_limit(table, seat)


def _laws(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [law.card for law in table.laws]


@register_script("repeal", targets=_laws, target_kind="law")
def repeal_law(table: GameTable, seat: int, moment: Moment, card: str) -> None:
    """Discard a law in play that the player of the card has chosen."""
    discard_agenda_card(table, card)
    table.announce("IM-ACT-repeal", "discarded", seat, card=f"IM-AGENDA-{card}")


def _is_card_of_other(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat != seat and moment.card != "sabo"


@register_script("sabo", ability_condition("IM-ACT-sabo", "not_this", _is_card_of_other))
def sabotage(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Cancel an action card that another player plays."""
    table.announce("IM-ACT-sabo", "cancelled", seat, card=f"IM-ACT-{moment.card}")


# -- units

_FRONTLINE_INFANTRY = 3


@register_script("f_deployment", targets=targets.own_planets_open_to_units, target_kind="planet")
def frontline_deployment(table: GameTable, seat: int, moment: Moment, planet: str) -> None:
    """Place three infantry on one of the player's planets."""
    table.put_units(seat, planet, "infantry", _FRONTLINE_INFANTRY)
    table.announce("IM-ACT-f_deployment", "placed", seat, n=_FRONTLINE_INFANTRY, planet=planet)


def _no_planet(table: GameTable, seat: int, moment: Moment, target: str) -> bool:
    return not table.own_planets_open_to_units(seat)


@register_script("messiah", no_effect_check=_no_planet)
def rise_of_a_messiah(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Place one infantry on each of the player's planets."""
    worlds = table.own_planets_open_to_units(seat)
    for planet in worlds:
        table.put_units(seat, planet, "infantry")
    table.announce("IM-ACT-messiah", "placed", seat, planets=tuple(worlds))


@register_script(
    "war_effort", requires_figure("cruiser"), targets=targets.tiles_with_own_ships, target_kind="system"
)
def war_effort(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script:
    """Place a cruiser in a system with ships of the player."""
    yield from place_ship(table, seat, tile_number, "cruiser", "IM-ACT-war_effort")


def _wormhole_systems_without_enemies(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [
        system.tile.number
        for system in table.galaxy.systems
        if table.wormholes_in(system.index)
        and not system.tile.is_home
        and not table.enemy_seats_with_ships(seat, system.index)
    ]


@register_script(
    "ghost_ship",
    requires_figure("destroyer"),
    targets=_wormhole_systems_without_enemies,
    target_kind="system",
)
def ghost_ship(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script:
    """Place a destroyer in a wormhole system without other players' ships."""
    yield from place_ship(table, seat, tile_number, "destroyer", "IM-ACT-ghost_ship")


def _upgradable(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if moment.seat != seat or not table.units_in_space(seat, moment.system)["cruiser"]:
        return []
    return [table.tile_number(moment.system)]


@register_script("upgrade", targets=_upgradable, target_kind="system")
def play_upgrade(table: GameTable, seat: int, moment: Moment, tile_number: str) -> Script:
    """Replace a cruiser in the active system by a dreadnought."""
    system = table.galaxy.system(tile_number).index
    hurt = table.remove_units(seat, system, "cruiser")
    if not (yield from place_unit(table, seat, system, "dreadnought", "IM-ACT-upgrade")):
        table.put_units(seat, system, "cruiser", 1, hurt)


_LUCKY_SHOT_TARGETS = ("dreadnought", "cruiser", "destroyer")

_PLAGUE_MIN_ROLL = 6

_UNSTABLE_PLANET_MAX_LOSSES = 3
"""The largest number of infantry that Unstable Planet destroys."""


def _ships_near_own_planets(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return other players' ships in systems with a planet of this player, such as `p2 cruiser 34`."""
    near = dict.fromkeys(table.system_of(planet) for planet in table.controlled_planets(seat))
    return [
        f"{SEATS[other]} {name} {table.tile_number(system)}"
        for system in near
        for other in table.other_seats(seat)
        for name in _LUCKY_SHOT_TARGETS
        if table.units_in_space(other, system)[name]
    ]


@register_script("lucky", targets=_ships_near_own_planets, target_kind="unit")
def lucky_shot(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Destroy a chosen ship of another player in a system with one of this player's planets; undamaged ships
    go first.
    """
    player, name, number = target.split()
    other, system = SEATS.index(player), table.galaxy.system(number).index
    units = table.units_in_space(other, system)
    whole = units[name] > units.hurt.get(name, 0)
    table.remove_units(other, system, name, 1, 0 if whole else 1)
    table.announce("IM-ACT-lucky", "destroyed", other, unit=name, number=number)
    yield from enforce_fleet_limits(table, other, system)


def _lacks_unit(name: str) -> NoEffectCheck:
    return lambda table, seat, moment, planet: not any(there[name] for there in table.ground[planet].values())


@register_script(
    "cripple", targets=targets.other_players_planets, target_kind="planet", no_effect_check=_lacks_unit("pds")
)
def cripple_defenses(table: GameTable, seat: int, moment: Moment, planet: str) -> None:
    """Destroy all PDS on a planet."""
    for other in list(table.ground[planet]):
        count = table.units_on_planet(other, planet)["pds"]
        if count:
            table.remove_units(other, planet, "pds", count)
            table.announce("IM-ACT-cripple", "destroyed", other, n=count, planet=planet)


def _docks_of_others(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return other players' space docks outside home systems: a planet, or the tile of a floating dock."""
    docks = [
        f"{SEATS[other]} {planet}"
        for planet, there in table.ground.items()
        if not targets.is_home_planet(table, planet)
        for other, units in there.items()
        if other != seat and units[DOCK]
    ]
    docks += [
        f"{SEATS[other]} {table.tile_number(system)}"
        for system, there in enumerate(table.space)
        if not table.galaxy.systems[system].tile.is_home
        for other, units in there.items()
        if other != seat and units[DOCK]
    ]
    return docks


@register_script("meltdown", targets=_docks_of_others, target_kind="unit")
def reactor_meltdown(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Destroy another player's space dock outside a home system."""
    player, _, place = target.partition(" ")
    other = SEATS.index(player)
    spot: int | str = place if place in table.ground else table.galaxy.system(place).index
    table.remove_units(other, spot, DOCK)
    table.announce("IM-ACT-meltdown", "destroyed", other, unit=DOCK, place=place)
    yield from enforce_fleet_limits(table, other, table.system_of(spot))


@register_script(
    "plague",
    targets=targets.other_players_planets,
    target_kind="planet",
    no_effect_check=_lacks_unit("infantry"),
)
def play_plague(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Roll a die for each infantry on another player's planet and destroy it on a 6 or higher."""
    other = next(other for other in table.ground[planet] if other != seat)
    faces, there = list[int](), table.units_on_planet(other, planet)["infantry"]
    for number in range(1, there + 1):
        told = {"planet": planet, "n": _PLAGUE_MIN_ROLL, "number": number, "there": there}
        faces.append((yield TenSidedRoll(seat, "plague", "IM-ACT-plague", **told)))
    lost, rolled = sum(face >= _PLAGUE_MIN_ROLL for face in faces), ", ".join(map(str, faces))
    yield from destroy_infantry(table, other, planet, lost, "IM-ACT-plague", "destroyed", rolled=rolled)


def _hazardous(table: GameTable, seat: int, moment: Moment) -> list[str]:
    others = targets.other_players_planets(table, seat, moment)
    return [planet for planet in others if planets_by_id()[planet].trait == "hazardous"]


def _choose_infantry_losses(table: GameTable, seat: int, moment: Moment, planet: str) -> Script[str]:
    """Ask for the number of infantry that the planet loses, if there are different answers."""
    there = min(
        _UNSTABLE_PLANET_MAX_LOSSES, sum(units["infantry"] for units in table.ground[planet].values())
    )
    counts = [str(count) for count in range(there, -1, -1)]
    count = yield from ask_to_choose(table, seat, counts, "how_many", "IM-ACT-unstable")
    return format_target_amount(int(count)) if there else ""


@register_script("unstable", targets=_hazardous, target_kind="planet", follow_up=_choose_infantry_losses)
def unstable_planet(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Exhaust a hazardous planet and destroy up to three infantry on it."""
    planet, _, named = target.partition(", ")
    if planet not in table.exhausted_planets:
        table.exhaust_planets([planet])
        table.announce("IM-ACT-unstable", "exhausted", seat, planet=planet)
    left = parse_target_amount(named) if named else 0
    for other in list(table.ground[planet]):
        count = min(left, table.units_on_planet(other, planet)["infantry"])
        left -= count
        if count:
            yield from destroy_infantry(table, other, planet, count, "IM-ACT-unstable", "destroyed")


# -- tactical actions

_requires_own_activation = ability_condition("IM-TACT-3", "active_only")


@register_script("fs", _requires_own_activation)
def flank_speed(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Let the player's ships move one system farther in this tactical action."""
    table.start_effect("fs", seat, "tactical")
    table.announce("IM-ACT-fs", "faster", seat)


@register_script("lost_star", _requires_own_activation)
def lost_star_chart(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Make alpha and beta wormholes lead to each other in this tactical action."""
    table.start_effect("lost_star", seat, "tactical")
    table.announce("IM-ACT-lost_star", "joined", seat)


@register_script(
    "silence_space", _requires_own_activation, targets=targets.tiles_with_own_ships, target_kind="system"
)
def in_the_silence_of_space(table: GameTable, seat: int, moment: Moment, tile_number: str) -> None:
    """Let the player's ships from one system pass other players' ships in this tactical action."""
    table.start_effect("silence_space", seat, "tactical", tile_number)
    table.announce("IM-ACT-silence_space", "silent", seat, number=tile_number)


def _has_dock_in_range(table: GameTable, seat: int, moment: Moment) -> bool:
    near = moment.seat != seat and has_dock_in_or_adjacent(table, seat, moment.system)
    return near and table.units_in_space(moment.seat, moment.system).ship_count > 0


@register_script(BATTLESTATION, usable_if=_has_dock_in_range)
def experimental_battlestation(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Let one of the player's space docks fire together with their other units with Space Cannon
    (IM-SPACE-11).
    """
    table.start_effect(BATTLESTATION, seat, "tactical")
    table.announce("IM-ACT-experimental", "ready", seat)


def _is_against_pds(table: GameTable, seat: int, moment: Moment) -> bool:
    worlds = table.planets_of(moment.system)
    return moment.seat == seat and any(
        table.units_on_planet(other, planet.id)["pds"]
        for planet in worlds
        for other in table.other_seats(seat)
    )


@register_script("disable", usable_if=_is_against_pds)
def play_disable(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Disable Planetary Shield and Space Cannon of other players' PDS in the system for this invasion."""
    table.start_effect("disable", seat, "invasion")
    table.announce("IM-ACT-disable", "off", seat, number=table.tile_number(moment.system))


def _can_be_bombarded(table: GameTable, seat: int, moment: Moment) -> bool:
    """Return whether the player controls a planet that the active player's ships can bombard."""
    ships, stats = (
        table.units_in_space(moment.seat, moment.system),
        table.players[moment.seat].unit_type_on_board,
    )
    below = any(table.planet_controllers[planet.id] == seat for planet in table.planets_of(moment.system))
    return moment.seat != seat and below and any(stats(name).bombardment for name in ships)


@register_script("bunker", usable_if=_can_be_bombarded)
def play_bunker(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Reduce the effect of bombardment on the player's planets in this invasion (the action card Bunker)."""
    table.start_effect("bunker", seat, "invasion")
    table.announce("IM-ACT-bunker", "dug_in", seat)


def _planets_landed_on(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if moment.seat == seat:
        return []
    return [
        planet.id
        for planet in table.planets_of(moment.system)
        if table.planet_controllers[planet.id] == seat and table.units_on_planet(moment.seat, planet.id)
    ]


@register_script("parley", targets=_planets_landed_on, target_kind="planet")
def play_parley(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Return to space the units that another player has just landed on one of this player's planets."""
    table.move_all_units(moment.seat, planet, moment.system, (*GROUND_FORCES, "fighter"))
    table.announce("IM-ACT-parley", "back", moment.seat, planet=planet)
    yield from enforce_fleet_limits(table, moment.seat, moment.system)


def _has_gained_structures(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and any(
        units[name] for units in table.ground[moment.planet].values() for name in ("pds", DOCK)
    )


@register_script("infiltrate", usable_if=_has_gained_structures)
def play_infiltrate(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Replace the structures on a planet that the player has just gained with structures of the player's
    own.
    """
    yield from replace_structures(table, seat, moment.planet, "IM-ACT-infiltrate")


def replace_structures(table: GameTable, seat: int, planet: str, rule: str) -> Script:
    """Replace other players' structures on a planet with the player's own.

    Uses figures from reinforcements or taken back from the board (IM-PROD-5). A replaced dock counts as
    placed (IM-AGENDA-minister_industry).
    """
    for other in [other for other in table.ground[planet] if other != seat]:
        for name in ("pds", DOCK):
            count = table.units_on_planet(other, planet)[name]
            if not count:
                continue
            table.remove_units(other, planet, name, count)
            own = 0
            while own < count and (yield from ensure_figure_available(table, seat, name)):
                table.put_units(seat, dock_location(table, seat, planet) if name == DOCK else planet, name)
                own += 1
            table.announce(rule, "replaced", seat, n=own, unit=name, planet=planet)
            if name == DOCK and own:
                yield from open_ability_window(
                    table, Moment("dock_placed", seat, table.system_of(planet), planet)
                )


# -- goods and planets


@register_script("mining_initiative", targets=targets.own_planets, target_kind="planet")
def mining_initiative(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Give the player trade goods equal to the resource value of one of their planets."""
    yield from gain_goods(table, seat, table.resources(planet), "IM-ACT-mining_initiative")


def _no_industry(table: GameTable, seat: int, moment: Moment, target: str) -> bool:
    return not targets.own_planets_with_trait(table, seat, "industrial")


@register_script("industrial_initiative", no_effect_check=_no_industry)
def industrial_initiative(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Give the player a trade good for each industrial planet they control."""
    count = len(targets.own_planets_with_trait(table, seat, "industrial"))
    yield from gain_goods(table, seat, count, "IM-ACT-industrial_initiative")


def _all_ready(table: GameTable, seat: int, moment: Moment, target: str) -> bool:
    return table.exhausted_planets.isdisjoint(targets.own_planets_with_trait(table, seat, "cultural"))


@register_script("economic_initiative", no_effect_check=_all_ready)
def economic_initiative(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Ready all cultural planets of the player."""
    readied = tuple(
        planet
        for planet in targets.own_planets_with_trait(table, seat, "cultural")
        if planet in table.exhausted_planets
    )
    table.exhausted_planets -= frozenset(readied)
    table.announce("IM-ACT-economic_initiative", "readied", seat, planets=readied)


def _planets_of_others_to_exhaust(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [
        planet
        for planet, holder in table.planet_controllers.items()
        if holder not in (None, seat)
        and planet not in table.exhausted_planets
        and not targets.is_home_planet(table, planet)
    ]


@register_script("uprising", targets=_planets_of_others_to_exhaust, target_kind="planet")
def play_uprising(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Exhaust another player's planet and gain its resources as trade goods."""
    table.exhaust_planets([planet])
    table.announce("IM-ACT-uprising", "exhausted", seat, planet=planet)
    yield from gain_goods(table, seat, table.resources(planet), "IM-ACT-uprising")


def _players_with_ready_cultural(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [
        SEATS[other]
        for other in table.other_seats(seat)
        if any(
            planet not in table.exhausted_planets
            for planet in targets.own_planets_with_trait(table, other, "cultural")
        )
    ]


@register_script("abs", targets=_players_with_ready_cultural, target_kind="player")
def ancient_burial_sites(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Exhaust all cultural planets of a player."""
    hurt = SEATS.index(player)
    named = tuple(
        planet
        for planet in targets.own_planets_with_trait(table, hurt, "cultural")
        if planet not in table.exhausted_planets
    )
    table.exhaust_planets(named)
    table.announce("IM-ACT-abs", "exhausted", hurt, planets=named)


def _has_lost_planet(table: GameTable, seat: int, moment: Moment) -> bool:
    """Return whether the player has lost a planet and the card can have an effect.

    Either a ready planet of the conqueror or an exhausted planet of the loser is enough (IM-TIME-4).
    """
    lost = moment.number == seat and moment.seat != seat
    return lost and bool(table.ready_planets(moment.seat) or table.exhausted_planets_of(seat))


def _choose_reparations(table: GameTable, seat: int, moment: Moment, target: str) -> Script[str]:
    """Ask for a ready planet of the conqueror and an exhausted one of the player, if each exists."""
    rule, named = "IM-ACT-reparations", list[str]()
    if theirs := table.ready_planets(moment.seat):
        named.append((yield from ask_to_choose(table, seat, theirs, "planet", rule, subject=rule)))
    if tired := table.exhausted_planets_of(seat):
        named.append((yield from ask_to_choose(table, seat, tired, "ready", rule)))
    return ", ".join(named)


@register_script("reparations", usable_if=_has_lost_planet, follow_up=_choose_reparations)
def play_reparations(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Exhaust a planet of the player who has just taken one from this player, and ready one of this player's
    planets.
    """
    for planet in target.split(", "):
        if table.planet_controllers[planet] == seat:
            table.exhausted_planets -= {planet}
            table.announce("IM-ACT-reparations", "readied", seat, planets=(planet,))
        else:
            table.exhaust_planets([planet])
            table.announce("IM-ACT-reparations", "exhausted", seat, planet=planet)


def _systems_with_bombers(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [table.tile_number(system) for system in targets.systems_with_own_bombers(table, seat)]


def _none_ready(table: GameTable, seat: int, moment: Moment, tile_number: str) -> bool:
    below = {planet.id for planet in table.planets_of(table.galaxy.system(tile_number).index)}
    return below.intersection(targets.other_players_planets(table, seat, moment)) <= table.exhausted_planets


@register_script("tactical", targets=_systems_with_bombers, target_kind="system", no_effect_check=_none_ready)
def tactical_bombardment(table: GameTable, seat: int, moment: Moment, tile_number: str) -> None:
    """Exhaust other players' planets in a system with bombarding ships of the player."""
    system = table.galaxy.system(tile_number).index
    named = tuple(
        planet.id
        for planet in table.planets_of(system)
        if table.planet_controllers[planet.id] not in (None, seat)
        and planet.id not in table.exhausted_planets
    )
    table.exhaust_planets(named)
    table.announce("IM-ACT-tactical", "exhausted", seat, planets=named)


def _has_won_commodities_in_space(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and not moment.planet and table.players[moment.number].commodities > 0


@register_script("salvage", usable_if=_has_won_commodities_in_space)
def play_salvage(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Give the player the commodities of the opponent they have just beaten in a space combat, as trade
    goods.
    """
    loser = table.players[moment.number]
    count, loser.commodities = loser.commodities, 0
    yield from gain_goods(table, seat, count, "IM-ACT-salvage")


_FOCUSED_RESEARCH_PRICE = 4
"""The trade goods that Focused Research costs; nothing else can pay for it (IM-PAY-2)."""


def _requires_research_price(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    goods = table.players[seat].goods
    if goods < _FOCUSED_RESEARCH_PRICE:
        return "IM-PAY-2", "goods", {"n": _FOCUSED_RESEARCH_PRICE, "there": goods}
    if not can_gain_from_research(table, seat):
        return "IM-TURN-5", "no_target", {"card": "IM-ACT-f_researched"}
    return None


@register_script("f_researched", _requires_research_price)
def focused_research(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Let the player spend four trade goods to research a technology."""
    table.players[seat].goods -= _FOCUSED_RESEARCH_PRICE
    table.announce("IM-ACT-f_researched", "paid", seat, n=_FOCUSED_RESEARCH_PRICE)
    yield from research_technology(table, seat, "IM-ACT-f_researched")
