"""Laws: their immediate effects when they come into force or are voted down, and their effects while they are
in play, for their owner or for all players (IM-AGENDA-7)."""

from __future__ import annotations

import attrs

from twingkit.core.play import Script
from twingkit.imperium.galaxy.agenda.cards import register_outcome
from twingkit.imperium.galaxy.agenda.directives import wormhole_systems
from twingkit.imperium.galaxy.cards.targets import strategy_swap_seats, tiles_with_own_token
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.faction_abilities.turns import exchange_strategy_cards
from twingkit.imperium.galaxy.table import card_drawing
from twingkit.imperium.galaxy.table.abilities import Moment, ability_condition, register_script
from twingkit.imperium.galaxy.table.ballot import Ballot
from twingkit.imperium.galaxy.table.command_tokens import (
    REGULATED_FLEET_LIMIT,
    add_command_token,
    can_place_token,
    place_and_announce_token,
)
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.table.laws import discard_agenda_card
from twingkit.imperium.galaxy.tactical.fleet_limits import (
    enforce_fleet_limits,
    enforce_fleet_limits_everywhere,
)
from twingkit.imperium.galaxy.tactical.losses import Place, destroy_all_units, destroy_chosen_unit, lose_units
from twingkit.imperium.galaxy.tactical.production_step import produce, production_limits
from twingkit.imperium.galaxy.trade.offers import neighbour_seats
from twingkit.imperium.texts.fact_names import AGAINST, FOR


@register_outcome("revolution")
def anti_intellectual_revolution(table: GameTable, vote: Ballot) -> None:
    """If the outcome is Against, schedule each player to exhaust one planet per technology in the next
    strategy phase.
    """
    for seat in table.seats_from(table.speaker) if vote.elected == AGAINST else ():
        table.start_effect("revolution", seat, "strategy.start")


@register_outcome("classified")
def classified_document_leaks(table: GameTable, vote: Ballot) -> None:
    """Make the elected secret objective, which a player has scored, a public objective."""
    table.open_objectives += (vote.elected,)
    table.announce("IM-AGENDA-classified", "public", table.speaker, card=vote.elected)


@register_outcome("conventions")
def conventions_of_war(table: GameTable, vote: Ballot) -> None:
    """If the result is Against, each player who voted Against discards their hand."""
    for seat in vote.seats_for(AGAINST) if vote.elected == AGAINST else ():
        card_drawing.discard_hand(table, seat, "IM-AGENDA-conventions")


@register_outcome("core_mining")
def core_mining(table: GameTable, vote: Ballot) -> Script:
    """Destroy one infantry of each player on the elected planet."""
    for seat in list(table.ground[vote.elected]):
        if table.units_on_planet(seat, vote.elected)["infantry"]:
            yield from lose_units(table, seat, vote.elected, "infantry", 1, "IM-AGENDA-core_mining")


@register_outcome("demilitarized_zone")
def demilitarized_zone(table: GameTable, vote: Ballot) -> Script:
    """Destroy all units on the elected planet."""
    yield from destroy_all_units(table, vote.elected, "IM-AGENDA-demilitarized_zone")


@register_outcome("travel_ban")
def enforced_travel_ban(table: GameTable, vote: Ballot) -> Script:
    """If the result is Against, destroy every PDS in or adjacent to a wormhole system."""
    if vote.elected == FOR:
        return
    holes = set(wormhole_systems(table, any_wormhole=True))
    for seat in table.seats_from(table.speaker):
        links = table.adjacency(seat, "count")
        for planet in list(table.ground):
            system, units = table.system_of(planet), table.units_on_planet(seat, planet)
            if units["pds"] and not holes.isdisjoint((system, *links[system])):
                yield from lose_units(table, seat, planet, "pds", units["pds"], "IM-AGENDA-travel_ban")


@register_outcome("sanctions")
def executive_sanctions(table: GameTable, vote: Ballot) -> Script:
    """If the outcome is For, each player discards down to three action cards; if Against, each discards one
    at random.
    """
    rule = "IM-AGENDA-sanctions"
    for seat in table.seats_from(table.speaker):
        player = table.players[seat]
        if vote.elected == FOR:
            yield from card_drawing.discard_to_limit(table, seat)
        elif player.action_cards:
            card: str = yield card_drawing.StolenCardPick(seat, SEATS[seat], player.action_cards)
            card_drawing.discard_action_card(table, seat, card)
            table.announce(rule, "discarded", seat, card=card)


@register_outcome("regulations")
def fleet_regulations(table: GameTable, vote: Ballot) -> Script:
    """If the outcome is For, reduce fleet pools to four tokens; if Against, add a token to each fleet
    pool.
    """
    rule = "IM-AGENDA-regulations"
    for seat in table.seats_from(table.speaker):
        player = table.players[seat]
        beyond = player.fleet - REGULATED_FLEET_LIMIT
        if vote.elected == AGAINST:
            add_command_token(table, seat, "fleet", rule)
        elif beyond > 0:
            player.add_tokens("fleet", -beyond)
            table.announce(rule, "shrunk", seat, n=beyond)
            yield from enforce_fleet_limits_everywhere(table, seat)


@register_outcome("holy_planet_of_ixth")
def holy_planet(table: GameTable, vote: Ballot) -> None:
    """Give a point to the player who controls the elected planet."""
    controller = table.planet_controllers[vote.elected]
    assert controller is not None
    _gain_a_point(table, controller, vote)


def _gain_a_point(table: GameTable, seat: int, vote: Ballot) -> None:
    table.gain_points(seat, 1)
    table.announce(f"IM-AGENDA-{vote.agenda}", "points", seat, n=1)


@register_outcome("shard_of_the_throne")
@register_outcome("crown_of_emphidia")
def point_for_elected_player(table: GameTable, vote: Ballot) -> None:
    """Give a point to the elected player."""
    _gain_a_point(table, SEATS.index(vote.elected), vote)


@register_outcome("defense_act")
def homeland_defense_act(table: GameTable, vote: Ballot) -> Script:
    """If the result is Against, each player destroys one of their PDS."""
    for seat in table.seats_from(table.speaker) if vote.elected == AGAINST else ():
        there: list[tuple[Place, str]] = [
            (place, "pds") for place, units in table.places_and_units(seat) if units["pds"]
        ]
        if there:
            yield from destroy_chosen_unit(table, seat, there, "IM-AGENDA-defense_act")


@register_outcome("schematics")
def publicize_weapon_schematics(table: GameTable, vote: Ballot) -> None:
    """If the result is Against, each player with a war sun technology discards their hand."""
    for seat in table.seats_from(table.speaker) if vote.elected == AGAINST else ():
        if {"ws", "pws2"} & table.players[seat].technologies:
            card_drawing.discard_hand(table, seat, "IM-AGENDA-schematics")


@register_outcome("representative_government")
def representative_government(table: GameTable, vote: Ballot) -> None:
    """If the outcome is Against, schedule each player who voted Against to exhaust cultural planets in the
    next strategy phase.
    """
    for seat in vote.seats_for(AGAINST) if vote.elected == AGAINST else ():
        table.start_effect("representative_government", seat, "strategy.start")


@register_outcome("shared_research")
def shared_research(table: GameTable, vote: Ballot) -> Script:
    """If the outcome is Against, each player places a command token in their own home system."""
    for seat in table.seats_from(table.speaker) if vote.elected == AGAINST else ():
        if table.tokens_in_reinforcements(seat):  # the card says “if able”
            yield from place_and_announce_token(
                table, seat, table.home_system(seat), "IM-AGENDA-shared_research"
            )


@register_outcome("wormhole_recon")
def wormhole_reconstruction(table: GameTable, vote: Ballot) -> Script:
    """If the outcome is Against, each player places a command token in every wormhole system that contains
    their ships.
    """
    for seat in table.seats_from(table.speaker) if vote.elected == AGAINST else ():
        rule, holes = "IM-AGENDA-wormhole_recon", wormhole_systems(table, any_wormhole=True)
        reached = [system for system in holes if table.units_in_space(seat, system).ship_count]
        while waiting := [system for system in reached if can_place_token(table, seat, system)]:
            numbers = [table.tile_number(system) for system in waiting]
            if table.tokens_in_reinforcements(seat) + table.players[seat].tokens_on_sheet >= len(waiting):
                number = numbers[0]
            else:
                number = yield from card_drawing.ask_to_choose(
                    table, seat, numbers, "system", rule, subject=rule
                )
            yield from place_and_announce_token(table, seat, waiting[numbers.index(number)], rule)


_PROPHECY_MIN_FIGHTERS = 2
"""The fighters that the owner must produce to keep the Prophecy of Ixth."""


def _discard_own_law(table: GameTable, card: str, seat: int) -> None:
    discard_agenda_card(table, card)
    table.announce(f"IM-AGENDA-{card}", "given_up", seat, card=card)


def _pass_law_to(table: GameTable, card: str, seat: int) -> None:
    """Give a law to another player, with its victory point."""
    old = next(law for law in table.laws if law.card == card)
    table.laws = tuple(law if law is not old else Law(card, SEATS[seat]) for law in table.laws)
    table.gain_points(SEATS.index(old.elected), -1)
    table.gain_points(seat, 1)
    table.announce(f"IM-AGENDA-{card}", "passed_on", seat, enemy=old.elected, card=card)


# -- offices


def _refills_near_others(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and bool(neighbour_seats(table, seat))


@register_script(
    "minister_commerce", ability_condition("IM-AGENDA-minister_commerce", "not_owner", _refills_near_others)
)
def minister_of_commerce(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Give the law's owner a trade good for each neighbour after they have refilled commodities."""
    yield from gain_goods(table, seat, len(neighbour_seats(table, seat)), "IM-AGENDA-minister_commerce")


@register_script("minister_exploration", ability_condition("IM-AGENDA-minister_exploration", "not_owner"))
def minister_of_exploration(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Give the law's owner a trade good after they have gained control of a planet."""
    yield from gain_goods(table, seat, 1, "IM-AGENDA-minister_exploration")


def _has_placed_dock(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and production_limits(table, seat, moment.system) is not None


@register_script(
    "minister_industry", ability_condition("IM-AGENDA-minister_industry", "not_owner", _has_placed_dock)
)
def minister_of_industry(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Let the law's owner produce with their units in the system in which they have just placed a space
    dock.
    """
    place = production_limits(table, seat, moment.system)
    if place is not None:
        yield from produce(table, seat, place)


def _are_others_there(table: GameTable, seat: int, moment: Moment) -> bool:
    """Return whether a player activates a system that holds another player's units."""
    return any(table.has_units(other, moment.system) for other in table.other_seats(moment.seat))


@register_script(
    "minister_peace", ability_condition("IM-AGENDA-minister_peace", "no_units", _are_others_there)
)
def minister_of_peace(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """End the active player's turn at once."""
    _discard_own_law(table, "minister_peace", seat)
    table.start_effect("turn_ended", moment.seat, "turn")
    table.announce("IM-AGENDA-minister_peace", "ended", moment.seat)


@register_script("minister_policy")
def minister_of_policy(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Let the law's owner draw an action card at the end of the status phase."""
    yield from card_drawing.draw_action_cards(table, seat, 1, "IM-AGENDA-minister_policy")


def _owners_tokens(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return tiles_with_own_token(table, seat) if moment.seat == seat else []


@register_script("minister_war", targets=_owners_tokens, target_kind="system")
def minister_of_war(table: GameTable, seat: int, moment: Moment, tile_number: str) -> None:
    """Discard Minister of War to take one of its owner's command tokens off the board and let them perform
    another action.
    """
    _discard_own_law(table, "minister_war", seat)
    table.remove_token(seat, table.galaxy.system(tile_number).index)
    table.start_effect("another_action", seat, "turn")
    table.announce("IM-AGENDA-minister_war", "again", seat, number=tile_number)


@register_script("arbiter", targets=strategy_swap_seats, target_kind="player")
def imperial_arbiter(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Let the law's owner swap a strategy card with another player."""
    _discard_own_law(table, "arbiter", seat)
    yield from exchange_strategy_cards(table, seat, SEATS.index(player), "IM-AGENDA-arbiter")


def _electable_players(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the names of all players if an agenda is about to elect a player, otherwise an empty list."""
    ballot = table.ballot
    if ballot is None or ballot.elected or not set(ballot.allowed_outcomes) <= set(SEATS):
        return []
    return list(ballot.allowed_outcomes)


@register_script("committee", targets=_electable_players, target_kind="player")
def committee_formation(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Let the law's owner choose the player whom the current agenda elects, without a vote."""
    assert table.ballot is not None
    _discard_own_law(table, "committee", seat)
    table.ballot = attrs.evolve(table.ballot, elected=player)
    table.announce("IM-AGENDA-committee", "elected", SEATS.index(player))


# -- points that change hands


@register_script("shard_of_the_throne", ability_condition("IM-AGENDA-shard_of_the_throne", "not_owner"))
def pass_on_shard(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Give the Shard of the Throne law and its point to the player who has beaten its owner in a combat."""
    _pass_law_to(table, "shard_of_the_throne", moment.number)


def _has_lost_home_planet(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat != seat and moment.system == table.home_system(seat)


@register_script(
    "crown_of_emphidia", ability_condition("IM-AGENDA-crown_of_emphidia", "not_home", _has_lost_home_planet)
)
def pass_on_crown(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Give the Crown of Emphidia law and its point to the player who has gained a planet in the owner's home
    system.
    """
    _pass_law_to(table, "crown_of_emphidia", moment.seat)


def _has_gained_holy_planet(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and "holy_planet_of_ixth" in table.attachments.get(moment.planet, ())


@register_script(
    "holy_planet_of_ixth",
    ability_condition("IM-AGENDA-holy_planet_of_ixth", "other_planet", _has_gained_holy_planet),
)
def move_holy_planet_point(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Move the holy planet's point to the player who has gained the planet."""
    if moment.number >= 0:
        table.gain_points(moment.number, -1)
        table.announce("IM-AGENDA-holy_planet_of_ixth", "points_lost", moment.number, n=1)
    table.gain_points(seat, 1)
    table.announce("IM-AGENDA-holy_planet_of_ixth", "points", seat, n=1)


# -- duties


def _has_produced_too_few_fighters(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and moment.number < _PROPHECY_MIN_FIGHTERS


@register_script(
    "prophecy", ability_condition("IM-AGENDA-prophecy", "enough", _has_produced_too_few_fighters)
)
def discard_prophecy(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Discard the law after its owner has produced fewer than two fighters."""
    _discard_own_law(table, "prophecy", seat)


def _has_ship(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and bool(_nonfighter_ships(table, seat))


def _nonfighter_ships(table: GameTable, seat: int) -> list[tuple[Place, str]]:
    stats = table.players[seat].unit_type_on_board
    return [
        (place, name)
        for place, units in table.places_and_units(seat)
        for name in units
        if name != "fighter" and stats(name).is_ship
    ]


@register_script("revolution", ability_condition("IM-AGENDA-revolution", "no_ship", _has_ship))
def destroy_ship_after_research(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Destroy one non-fighter ship of a player who has researched a technology, under the law
    Anti-Intellectual Revolution.
    """
    place, _ = yield from destroy_chosen_unit(
        table, seat, _nonfighter_ships(table, seat), "IM-AGENDA-revolution"
    )
    assert isinstance(place, int)
    yield from enforce_fleet_limits(table, seat, place)
