"""Immediate effects of laws when they come into force or are voted down (IM-AGENDA-7)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.agenda.cards import VoteResult, register_outcome
from twingkit.imperium.galaxy.agenda.delayed_exhaustion import schedule_exhaustion
from twingkit.imperium.galaxy.agenda.destruction import wormhole_systems
from twingkit.imperium.galaxy.cards.command_cards import StolenCardPick
from twingkit.imperium.galaxy.table.card_drawing import (
    choose,
    discard_action_card,
    discard_hand,
    discard_to_limit,
)
from twingkit.imperium.galaxy.table.command_tokens import (
    REGULATED_FLEET_LIMIT,
    add_token,
    can_place_token,
    place_and_announce_token,
)
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_limits_everywhere
from twingkit.imperium.galaxy.tactical.losses import Place, destroy_all_units, destroy_chosen_unit, lose_units
from twingkit.imperium.texts.fact_names import AGAINST, FOR

_LAWS_WITHOUT_IMMEDIATE_EFFECT = (
    "arbiter", "committee", "crown_of_thalnos", "minister_commerce", "minister_exploration",
    "minister_industry", "minister_peace", "minister_policy", "minister_sciences", "minister_war", "prophecy",
    "conscription", "rt_biotic", "rt_cybernetic", "rt_propulsion", "rt_warfare", "senate_sanctuary",
    "terraforming_initiative",
)  # fmt: skip
"""The laws without an immediate effect; their effects apply while they are in play."""


for _card in _LAWS_WITHOUT_IMMEDIATE_EFFECT:
    register_outcome(_card)(lambda table, vote: None)


@register_outcome("revolution")
def anti_intellectual_revolution(table: GameTable, vote: VoteResult) -> None:
    """If the result is Against, each player exhausts planets, one for each of their technologies, in the next
    strategy phase.
    """
    for seat in table.seats_from(table.speaker) if vote.outcome == AGAINST else ():
        schedule_exhaustion(table, "revolution", seat)


@register_outcome("classified")
def classified_document_leaks(table: GameTable, vote: VoteResult) -> None:
    """Make a scored secret objective public."""
    table.open_objectives += (vote.outcome,)
    table.announce("IM-AGENDA-classified", "public", table.speaker, card=vote.outcome)


@register_outcome("conventions")
def conventions_of_war(table: GameTable, vote: VoteResult) -> None:
    """If the result is Against, each player who voted Against discards their hand."""
    for seat in vote.seats_for(AGAINST) if vote.outcome == AGAINST else ():
        discard_hand(table, seat, "IM-AGENDA-conventions")


@register_outcome("core_mining")
def core_mining(table: GameTable, vote: VoteResult) -> Script:
    """Destroy one infantry of each player on the elected planet."""
    for seat in list(table.ground[vote.outcome]):
        if table.units_on_planet(seat, vote.outcome)["infantry"]:
            yield from lose_units(table, seat, vote.outcome, "infantry", 1, "IM-AGENDA-core_mining")


@register_outcome("demilitarized_zone")
def demilitarized_zone(table: GameTable, vote: VoteResult) -> Script:
    """Destroy all units on the elected planet."""
    yield from destroy_all_units(table, vote.outcome, "IM-AGENDA-demilitarized_zone")


@register_outcome("travel_ban")
def enforced_travel_ban(table: GameTable, vote: VoteResult) -> Script:
    """If the result is Against, destroy every PDS in or adjacent to a wormhole system."""
    if vote.outcome == FOR:
        return
    holes = set(wormhole_systems(table, any_wormhole=True))
    for seat in table.seats_from(table.speaker):
        links = table.adjacency(seat, "count")
        for planet in list(table.ground):
            system, units = table.system_of(planet), table.units_on_planet(seat, planet)
            if units["pds"] and not holes.isdisjoint((system, *links[system])):
                yield from lose_units(table, seat, planet, "pds", units["pds"], "IM-AGENDA-travel_ban")


@register_outcome("sanctions")
def executive_sanctions(table: GameTable, vote: VoteResult) -> Script:
    """For: each player discards down to three action cards. Against: each discards one at random."""
    rule = "IM-AGENDA-sanctions"
    for seat in table.seats_from(table.speaker):
        player = table.players[seat]
        if vote.outcome == FOR:
            yield from discard_to_limit(table, seat)
        elif player.action_cards:
            card: str = yield StolenCardPick(seat, SEATS[seat], player.action_cards)
            discard_action_card(table, seat, card)
            table.announce(rule, "discarded", seat, card=card)


@register_outcome("regulations")
def fleet_regulations(table: GameTable, vote: VoteResult) -> Script:
    """For: reduce fleet pools to four tokens. Against: add a token to each fleet pool."""
    rule = "IM-AGENDA-regulations"
    for seat in table.seats_from(table.speaker):
        player = table.players[seat]
        beyond = player.fleet - REGULATED_FLEET_LIMIT
        if vote.outcome == AGAINST:
            add_token(table, seat, "fleet", rule)
        elif beyond > 0:
            player.add_tokens("fleet", -beyond)
            table.announce(rule, "shrunk", seat, n=beyond)
            yield from enforce_limits_everywhere(table, seat)


@register_outcome("holy_planet_of_ixth")
def holy_planet(table: GameTable, vote: VoteResult) -> None:
    """Give a point to the player who controls the elected planet."""
    controller = table.planet_controllers[vote.outcome]
    assert controller is not None
    _gain_a_point(table, controller, vote)


def _gain_a_point(table: GameTable, seat: int, vote: VoteResult) -> None:
    table.gain_points(seat, 1)
    table.announce(f"IM-AGENDA-{vote.card}", "points", seat, n=1)


@register_outcome("shard_of_the_throne")
@register_outcome("crown_of_emphidia")
def point_for_elected_player(table: GameTable, vote: VoteResult) -> None:
    """Give a point to the elected player."""
    _gain_a_point(table, SEATS.index(vote.outcome), vote)


@register_outcome("defense_act")
def homeland_defense_act(table: GameTable, vote: VoteResult) -> Script:
    """If the result is Against, each player destroys one of their PDS."""
    for seat in table.seats_from(table.speaker) if vote.outcome == AGAINST else ():
        there: list[tuple[Place, str]] = [
            (place, "pds") for place, units in table.places_and_units(seat) if units["pds"]
        ]
        if there:
            yield from destroy_chosen_unit(table, seat, there, "IM-AGENDA-defense_act")


@register_outcome("schematics")
def publicize_weapon_schematics(table: GameTable, vote: VoteResult) -> None:
    """If the result is Against, each player with a war sun technology discards their hand."""
    for seat in table.seats_from(table.speaker) if vote.outcome == AGAINST else ():
        if {"ws", "pws2"} & table.players[seat].technologies:
            discard_hand(table, seat, "IM-AGENDA-schematics")


@register_outcome("representative_government")
def representative_government(table: GameTable, vote: VoteResult) -> None:
    """If the result is Against, each player who voted Against exhausts cultural planets in the next strategy
    phase.
    """
    for seat in vote.seats_for(AGAINST) if vote.outcome == AGAINST else ():
        schedule_exhaustion(table, "representative_government", seat)


@register_outcome("shared_research")
def shared_research(table: GameTable, vote: VoteResult) -> Script:
    """If the result is Against, each player places a token in their home system."""
    for seat in table.seats_from(table.speaker) if vote.outcome == AGAINST else ():
        if table.tokens_in_reinforcements(seat):  # the card says “if able”
            yield from place_and_announce_token(
                table, seat, table.home_system(seat), "IM-AGENDA-shared_research"
            )


@register_outcome("wormhole_recon")
def wormhole_reconstruction(table: GameTable, vote: VoteResult) -> Script:
    """If the result is Against, each player places a token in every wormhole system with their ships."""
    for seat in table.seats_from(table.speaker) if vote.outcome == AGAINST else ():
        rule, holes = "IM-AGENDA-wormhole_recon", wormhole_systems(table, any_wormhole=True)
        reached = [system for system in holes if table.units_in_space(seat, system).ship_count]
        while waiting := [system for system in reached if can_place_token(table, seat, system)]:
            numbers = [table.tile_number(system) for system in waiting]
            if table.tokens_in_reinforcements(seat) + table.players[seat].tokens_on_sheet >= len(waiting):
                number = numbers[0]
            else:
                number = yield from choose(table, seat, numbers, "system", rule, subject=rule)
            yield from place_and_announce_token(table, seat, waiting[numbers.index(number)], rule)
