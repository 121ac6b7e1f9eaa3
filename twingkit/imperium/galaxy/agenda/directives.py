"""Directives: the effect of each outcome (IM-AGENDA-7)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit.core.play import Script
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.agenda.cards import register_outcome
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.map.adjacency import LINKABLE_WORMHOLES, adjacency_lists
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
from twingkit.imperium.galaxy.table.ballot import Ballot
from twingkit.imperium.galaxy.table.card_drawing import (
    ask_to_choose,
    discard_hand,
    draw_action_cards,
    draw_secret,
    reveal_objective_of_stage,
)
from twingkit.imperium.galaxy.table.command_tokens import lose_token_of_choice
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.laws import discard_agenda_card
from twingkit.imperium.galaxy.tactical import losses
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.invasion import gain_control
from twingkit.imperium.galaxy.tactical.movement import TenSidedRoll
from twingkit.imperium.galaxy.technology.research import can_gain_from_research, research_technology
from twingkit.imperium.texts.fact_names import AGAINST, FOR

_ECONOMIC_EQUALITY_GOODS = 5

_UNCONVENTIONAL_MEASURES_CARDS = 2


@register_outcome("secret")
def archived_secret(table: GameTable, vote: Ballot) -> Script:
    """Let the elected player draw a secret objective."""
    yield from draw_secret(table, SEATS.index(vote.elected), "IM-AGENDA-secret")


@register_outcome("economic_equality")
def economic_equality(table: GameTable, vote: Ballot) -> Script:
    """Resolve Economic Equality: return all players' trade goods to the supply; if the outcome is For, each
    player then gains five.
    """
    rule = "IM-AGENDA-economic_equality"
    for seat in table.seats_from(table.speaker):
        player = table.players[seat]
        table.announce(rule, "returned", seat, n=player.goods)
        player.goods = 0
    for seat in table.seats_from(table.speaker) if vote.elected == FOR else ():
        yield from gain_goods(table, seat, _ECONOMIC_EQUALITY_GOODS, rule)


@register_outcome("incentive")
def incentive_program(table: GameTable, vote: Ballot) -> Script:
    """Reveal another public objective: one of stage I if the outcome is For, of stage II if it is Against."""
    yield from reveal_objective_of_stage(table, 0 if vote.elected == FOR else 1)


@register_outcome("abolishment")
def judicial_abolishment(table: GameTable, vote: Ballot) -> None:
    """Discard the elected law."""
    _abolished(table, vote.elected, "IM-AGENDA-abolishment")


def _abolished(table: GameTable, law: str, rule: str) -> None:
    discard_agenda_card(table, law)
    table.announce(rule, "law_gone", table.speaker, card=law)


@register_outcome("mutiny")
def mutiny(table: GameTable, vote: Ballot) -> None:
    """Resolve Mutiny: each player who voted For gains a point if For wins, and loses one if Against wins.
    Reaching the goal ends the game (IM-END-1).
    """
    for seat in _in_order(table, vote.seats_for(FOR)):
        won = vote.elected == FOR
        table.gain_points(seat, 1 if won else -1)
        table.announce("IM-AGENDA-mutiny", "points" if won else "points_lost", seat, n=1)
        raise_if_game_over(table)


@register_outcome("constitution")
def new_constitution(table: GameTable, vote: Ballot) -> None:
    """If the outcome is For, discard all laws and have the players exhaust their home planets in the next
    strategy phase.
    """
    if vote.elected == FOR:
        for law in table.laws:
            _abolished(table, law.card, "IM-AGENDA-constitution")
        for seat in table.seats_from(table.speaker):
            table.start_effect("constitution", seat, "strategy.start")


@register_outcome("execution")
def public_execution(table: GameTable, vote: Ballot) -> None:
    """Discard the elected player's hand, take the speaker token from them, and keep them from voting in this
    agenda phase.
    """
    seat, rule = SEATS.index(vote.elected), "IM-AGENDA-execution"
    discard_hand(table, seat, rule)
    if table.speaker == seat:
        table.speaker = table.seats_from(seat)[1]
        table.announce(rule, "speaker", table.speaker)
    table.start_effect("execution", seat, "agenda_phase")
    table.announce(rule, "barred", seat)


@register_outcome("seed_empire")
def seed_of_an_empire(table: GameTable, vote: Ballot) -> None:
    """Give a point to the players with the most points if the outcome is For, or with the fewest if it is
    Against (IM-OBJ-5).
    """
    seats = table.seats_from(table.speaker)
    points = [table.players[seat].points for seat in seats]
    mark = max(points) if vote.elected == FOR else min(points)
    for seat in [seat for seat in seats if table.players[seat].points == mark]:
        table.gain_points(seat, 1)
        table.announce("IM-AGENDA-seed_empire", "points", seat, n=1)
        raise_if_game_over(table)


@register_outcome("unconventional")
def unconventional_measures(table: GameTable, vote: Ballot) -> Script:
    """If the outcome is For, each player who voted For draws two action cards; if it is Against, each of them
    discards their hand.
    """
    rule = "IM-AGENDA-unconventional"
    for seat in _in_order(table, vote.seats_for(FOR)):
        if vote.elected == FOR:
            yield from draw_action_cards(table, seat, _UNCONVENTIONAL_MEASURES_CARDS, rule)
        else:
            discard_hand(table, seat, rule)


def _in_order(table: GameTable, seats: list[int]) -> list[int]:
    return [seat for seat in table.seats_from(table.speaker) if seat in seats]


_ARMS_REDUCTION_LIMITS = {"dreadnought": 2, "cruiser": 4}

ARTIFACT_MIN_ROLL, ARTIFACT_TECHNOLOGIES, ARTIFACT_LOST_UNITS = 6, 2, 3
"""Ixthian Artifact: the lowest roll that succeeds, the technologies gained then, and the units lost next to
Mecatol Rex otherwise."""


@register_outcome("arms_reduction")
def arms_reduction(table: GameTable, vote: Ballot) -> Script:
    """If the outcome is For, destroy each player's dreadnoughts beyond two and cruisers beyond four; if
    Against, exhaust planets with technology specialties in the next strategy phase.
    """
    rule = "IM-AGENDA-arms_reduction"
    for seat in table.seats_from(table.speaker):
        if vote.elected == AGAINST:
            table.start_effect("arms_reduction", seat, "strategy.start")
            continue
        for unit_class, most in _ARMS_REDUCTION_LIMITS.items():
            while table.count_on_board(seat, unit_class) > most:
                there: list[tuple[losses.Place, str]] = [
                    (place, unit_class) for place, units in table.places_and_units(seat) if units[unit_class]
                ]
                place, _ = yield from losses.destroy_chosen_unit(table, seat, there, rule)
                assert isinstance(place, int)
                yield from enforce_fleet_limits(table, seat, place)


@register_outcome("redistribution")
def colonial_redistribution(table: GameTable, vote: Ballot) -> Script:
    """Destroy all units on the elected planet; a player with the fewest points, chosen by its controller, may
    place infantry there.
    """
    planet, rule = vote.elected, "IM-AGENDA-redistribution"
    controller = table.planet_controllers[planet]
    yield from losses.destroy_all_units(table, planet, rule)
    assert controller is not None
    fewest = min(table.players[seat].points for seat in table.seats_from(0))
    poor = [SEATS[seat] for seat in table.seats_from(controller) if table.players[seat].points == fewest]
    named = SEATS.index((yield from ask_to_choose(table, controller, poor, "player", rule, subject=rule)))
    if table.is_demilitarized(planet):
        return
    if (
        yield from ask_to_choose(table, named, ["infantry", NO_TARGET_WORD], "settle", rule, subject=planet)
    ) == NO_TARGET_WORD:
        return
    table.put_units(named, planet, "infantry")
    table.announce(rule, "unit", named, unit="infantry", place=planet)
    if named != controller:
        yield from gain_control(table, named, planet)


@register_outcome("disarmament")
def compensated_disarmament(table: GameTable, vote: Ballot) -> Script:
    """Destroy all ground forces on the elected planet; its controller gains a trade good for each unit
    destroyed.
    """
    planet, rule = vote.elected, "IM-AGENDA-disarmament"
    controller, total = table.planet_controllers[planet], 0
    for seat in list(table.ground[planet]):
        count = table.units_on_planet(seat, planet)["infantry"]
        yield from losses.lose_units(table, seat, planet, "infantry", count, rule)
        total += count
    if total and controller is not None:
        yield from gain_goods(table, controller, total, rule)


@register_outcome("artifact")
def ixthian_artifact(table: GameTable, vote: Ballot) -> Script:
    """If the outcome is For, roll a die: on a success players may gain technologies, otherwise units near
    Mecatol Rex are destroyed.
    """
    rule = "IM-AGENDA-artifact"
    if vote.elected == AGAINST:
        return
    face = yield TenSidedRoll(table.speaker, "artifact", rule, n=ARTIFACT_MIN_ROLL)
    table.announce(rule, "rolled", table.speaker, n=face)
    if face >= ARTIFACT_MIN_ROLL:
        for seat in table.seats_from(table.speaker):
            for _ in range(ARTIFACT_TECHNOLOGIES):
                if not can_gain_from_research(table, seat):
                    break
                if (yield from ask_to_choose(table, seat, ["yes", "no"], "research_too", rule)) == "no":
                    break
                yield from research_technology(table, seat, rule)
        return
    middle: list[losses.Place] = [
        table.mecatol_system,
        *(planet.id for planet in table.planets_of(table.mecatol_system)),
    ]
    for place in middle:
        yield from losses.destroy_all_units(table, place, rule)
    around = _beside_mecatol(table)
    for seat in table.seats_from(table.speaker):
        for system in around:
            for _ in range(ARTIFACT_LOST_UNITS):
                there = list(losses.places_and_unit_classes(table, seat, system))
                if there:
                    yield from losses.destroy_chosen_unit(table, seat, there, rule)
            yield from enforce_fleet_limits(table, seat, system)


def _beside_mecatol(table: GameTable) -> Sequence[int]:
    """Return the systems adjacent to Mecatol Rex, without those adjacent only for the Ghosts of Creuss
    (IM-MAP-5).
    """
    wormholes = table.wormhole_state(table.speaker, "count")
    for_all = attrs.evolve(wormholes, alpha_beta_linked=table.is_law_in_force("wormhole_recon"))
    return adjacency_lists(table.galaxy, for_all)[table.mecatol_system]


@register_outcome("plowshares")
def swords_to_plowshares(table: GameTable, vote: Ballot) -> Script:
    """If the outcome is For, turn half of the infantry on each player's planets into trade goods; if Against,
    add one infantry to each planet.
    """
    rule = "IM-AGENDA-plowshares"
    for seat in table.seats_from(table.speaker):
        if vote.elected == FOR:
            total = 0
            for planet in table.controlled_planets(seat):
                half = -(-table.units_on_planet(seat, planet)["infantry"] // 2)
                yield from losses.lose_units(table, seat, planet, "infantry", half, rule)
                total += half
            if total:
                yield from gain_goods(table, seat, total, rule)
        else:
            worlds = table.own_planets_open_to_units(seat)
            for planet in worlds:
                table.put_units(seat, planet, "infantry")
            if worlds:
                table.announce(rule, "placed", seat, planets=tuple(worlds))


@register_outcome("wormhole_research")
def wormhole_research(table: GameTable, vote: Ballot) -> Script:
    """If the outcome is For, players with ships in wormhole systems may research, then all ships at alpha and
    beta wormholes are destroyed; if Against, players who voted Against lose a command token.
    """
    rule = "IM-AGENDA-wormhole_research"
    if vote.elected == AGAINST:
        for seat in table.seats_from(table.speaker):
            if seat in vote.seats_for(AGAINST):
                yield from lose_token_of_choice(table, seat, rule)
        return
    for seat in table.seats_from(table.speaker):
        near = any(
            table.units_in_space(seat, system).ship_count
            for system in wormhole_systems(table, any_wormhole=True)
        )
        if not near or not can_gain_from_research(table, seat):
            continue
        if (yield from ask_to_choose(table, seat, ["yes", "no"], "research_too", rule)) == "yes":
            yield from research_technology(table, seat, rule)
    for system in wormhole_systems(table):
        for seat in list(table.space[system]):
            units = table.units_in_space(seat, system)
            for unit_class in [
                name for name in units if table.players[seat].unit_type_on_board(name).is_ship
            ]:
                yield from losses.lose_units(table, seat, system, unit_class, units[unit_class], rule)
            yield from enforce_fleet_limits(table, seat, system)


def wormhole_systems(table: GameTable, *, any_wormhole: bool = False) -> list[int]:
    """Return the systems with an alpha or beta wormhole; with `any_wormhole`, those with any wormhole."""
    kinds = [table.wormholes_in(system) for system in range(len(table.space))]
    return [
        index
        for index, there in enumerate(kinds)
        if (there if any_wormhole else there.intersection(LINKABLE_WORMHOLES))
    ]
