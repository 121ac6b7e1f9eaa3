"""Directives that destroy units, or place them."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit.core.play import Script
from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.galaxy.agenda.cards import Vote, outcome_of
from twingkit.imperium.galaxy.agenda.next_strategy import schedule_exhaustion
from twingkit.imperium.galaxy.cards.targets import planets_open_to_units
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.map.adjacency import LINKABLE, adjacent_systems
from twingkit.imperium.galaxy.table.abilities import Moment
from twingkit.imperium.galaxy.table.command_tokens import lose_token
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.control import gain_control
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.losses import (
    Place,
    destroy_all_units,
    give_up_one,
    lose_units,
    units_in,
)
from twingkit.imperium.galaxy.tactical.movement import Die
from twingkit.imperium.galaxy.technology.research import can_research, research
from twingkit.imperium.texts.fact_names import AGAINST, FOR

ARMS_KEPT = {"dreadnought": 2, "cruiser": 4}
"""The ships that Arms Reduction leaves to each."""

ARTIFACT_FROM, ARTIFACT_TECHNOLOGIES, ARTIFACT_UNITS = 6, 2, 3
"""The face from which the Ixthian Artifact helps, the technologies that it brings, else the units lost beside
Mecatol Rex."""


@outcome_of("arms_reduction")
def arms_reduction(table: GameTable, vote: Vote) -> Script:
    """For: all but two dreadnoughts and four cruisers go. Against: specialties are exhausted later."""
    rule = "IM-AGENDA-arms_reduction"
    for seat in table.seats_from(table.speaker):
        if vote.outcome == AGAINST:
            schedule_exhaustion(table, "arms_reduction", seat)
            continue
        for unit_class, most in ARMS_KEPT.items():
            while table.count_on_board(seat, unit_class) > most:
                there: list[tuple[Place, str]] = [
                    (place, unit_class) for place, units in table.places_with_units(seat) if units[unit_class]
                ]
                place, _ = yield from give_up_one(table, seat, there, rule)
                assert isinstance(place, int)
                yield from enforce_fleet_limits(table, seat, place)


@outcome_of("redistribution")
def colonial_redistribution(table: GameTable, vote: Vote) -> Script:
    """All units of a planet are destroyed; a player with fewest points may settle there."""
    planet, rule = vote.outcome, "IM-AGENDA-redistribution"
    controller = table.holders[planet]
    yield from destroy_all_units(table, planet, rule)
    assert controller is not None
    fewest = min(table.players[seat].points for seat in table.seats_from(0))
    poor = [SEATS[seat] for seat in table.seats_from(controller) if table.players[seat].points == fewest]
    named = SEATS.index((yield from choose(table, controller, poor, "player", rule, subject=rule)))
    if table.is_demilitarized(planet):
        return
    if (yield from choose(table, named, ["infantry", NONE], "settle", rule, subject=planet)) == NONE:
        return
    table.put_units(named, planet, "infantry")
    table.announce(rule, "unit", named, unit="infantry", place=planet)
    if named != controller:
        yield from gain_control(table, named, planet)


@outcome_of("disarmament")
def compensated_disarmament(table: GameTable, vote: Vote) -> Script:
    """All ground forces of a planet are destroyed; its controller gains a good for each."""
    planet, rule = vote.outcome, "IM-AGENDA-disarmament"
    controller, total = table.holders[planet], 0
    for seat in list(table.ground[planet]):
        count = table.units_on_planet(seat, planet)["infantry"]
        yield from lose_units(table, seat, planet, "infantry", count, rule)
        total += count
    if total and controller is not None:
        yield from gain_goods(table, controller, total, rule)


@outcome_of("artifact")
def ixthian_artifact(table: GameTable, vote: Vote) -> Script:
    """For: a die of the speaker brings technologies, or destruction around Mecatol Rex."""
    rule = "IM-AGENDA-artifact"
    if vote.outcome == AGAINST:
        return
    face = yield Die(table.speaker, "artifact", rule, n=ARTIFACT_FROM)
    table.announce(rule, "rolled", table.speaker, n=face)
    if face >= ARTIFACT_FROM:
        for seat in table.seats_from(table.speaker):
            for _ in range(ARTIFACT_TECHNOLOGIES):
                if not can_research(table, seat):
                    break
                if (yield from choose(table, seat, ["yes", "no"], "research_too", rule)) == "no":
                    break
                yield from research(table, seat, rule)
        return
    middle: list[Place] = [
        table.mecatol_system,
        *(planet.id for planet in table.planets_of(table.mecatol_system)),
    ]
    for place in middle:
        yield from destroy_all_units(table, place, rule)
    around = _beside_mecatol(table)
    for seat in table.seats_from(table.speaker):
        for system in around:
            for _ in range(ARTIFACT_UNITS):
                there = [(place, name) for place, name, _ in units_in(table, seat, system)]
                if there:
                    yield from give_up_one(table, seat, there, rule)
            yield from enforce_fleet_limits(table, seat, system)


def _beside_mecatol(table: GameTable) -> Sequence[int]:
    """The systems adjacent to Mecatol Rex for all players, without the adjacency that only the Ghosts of
    Creuss have (IM-MAP-5).
    """
    wormholes = table.wormhole_state(table.speaker, "count")
    for_all = attrs.evolve(wormholes, alpha_beta_linked=table.is_in_force("wormhole_recon"))
    return adjacent_systems(table.galaxy, for_all)[table.mecatol_system]


@outcome_of("plowshares")
def swords_to_plowshares(table: GameTable, vote: Vote) -> Script:
    """For: half of the infantry on each player's planets becomes trade goods. Against: each planet gets one
    more.
    """
    rule = "IM-AGENDA-plowshares"
    for seat in table.seats_from(table.speaker):
        if vote.outcome == FOR:
            total = 0
            for planet in table.controlled_planets(seat):
                half = -(-table.units_on_planet(seat, planet)["infantry"] // 2)
                yield from lose_units(table, seat, planet, "infantry", half, rule)
                total += half
            if total:
                yield from gain_goods(table, seat, total, rule)
        else:
            worlds = planets_open_to_units(table, seat, Moment("outcome"))
            for planet in worlds:
                table.put_units(seat, planet, "infantry")
            if worlds:
                table.announce(rule, "placed", seat, planets=tuple(worlds))


@outcome_of("wormhole_research")
def wormhole_research(table: GameTable, vote: Vote) -> Script:
    """For: players with ships at wormholes may research, then all ships at alpha and beta are destroyed.
    Against: players who voted Against lose a command token.
    """
    rule = "IM-AGENDA-wormhole_research"
    if vote.outcome == AGAINST:
        for seat in table.seats_from(table.speaker):
            if seat in vote.seats_for(AGAINST):
                yield from lose_token(table, seat, rule)
        return
    for seat in table.seats_from(table.speaker):
        near = any(table.units_in_space(seat, system).ships for system in wormhole_systems(table, every=True))
        if not near or not can_research(table, seat):
            continue
        if (yield from choose(table, seat, ["yes", "no"], "research_too", rule)) == "yes":
            yield from research(table, seat, rule)
    for system in wormhole_systems(table):
        for seat in list(table.space[system]):
            units = table.units_in_space(seat, system)
            for unit_class in [name for name in units if table.players[seat].unit_on_board(name).ship]:
                yield from lose_units(table, seat, system, unit_class, units[unit_class], rule)
            yield from enforce_fleet_limits(table, seat, system)


def wormhole_systems(table: GameTable, *, every: bool = False) -> list[int]:
    """The systems with an alpha or beta wormhole; with `every` those with any wormhole."""
    kinds = [table.wormholes_in(system) for system in range(len(table.space))]
    return [index for index, there in enumerate(kinds) if (there if every else there.intersection(LINKABLE))]
