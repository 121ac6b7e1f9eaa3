"""Effects of laws while they are in play, for their owner or for all players (IM-AGENDA-7)."""

from __future__ import annotations

import attrs

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.cards.targets import strategy_swap_seats, tiles_with_own_token
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.faction_abilities.phase_ends import exchange_strategy_cards
from twingkit.imperium.galaxy.table.abilities import Moment, register_script, requires_own_event
from twingkit.imperium.galaxy.table.card_drawing import draw_action_cards
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.table.laws import discard_law
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.losses import Place, destroy_chosen_unit
from twingkit.imperium.galaxy.tactical.production_step import produce, production_site
from twingkit.imperium.galaxy.trade.neighbours import neighbours

_PROPHECY_MIN_FIGHTERS = 2
"""The fighters that the owner must produce to keep the Prophecy of Ixth."""


def _discard_own_law(table: GameTable, card: str, seat: int) -> None:
    discard_law(table, card)
    table.announce(f"IM-AGENDA-{card}", "given_up", seat, card=card)


def _pass_law_to(table: GameTable, card: str, seat: int) -> None:
    """Give a law to another player, with its victory point."""
    old = next(law for law in table.laws if law.card == card)
    table.laws = tuple(law if law is not old else Law(card, SEATS[seat]) for law in table.laws)
    table.gain_points(SEATS.index(old.elected), -1)
    table.gain_points(seat, 1)
    table.announce(f"IM-AGENDA-{card}", "passed_on", seat, enemy=old.elected, card=card)


# -- offices


def _requires_neighbour(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Return None if the owner refills commodities and has a neighbour, else the broken rule."""
    if moment.seat == seat and neighbours(table, seat):
        return None
    return "IM-AGENDA-minister_commerce", "not_owner", {}


@register_script("minister_commerce", _requires_neighbour)
def minister_of_commerce(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Gain a trade good for each neighbour after refilling commodities."""
    yield from gain_goods(table, seat, len(neighbours(table, seat)), "IM-AGENDA-minister_commerce")


@register_script("minister_exploration", requires_own_event("IM-AGENDA-minister_exploration", "not_owner"))
def minister_of_exploration(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Gain a trade good after gaining a planet."""
    yield from gain_goods(table, seat, 1, "IM-AGENDA-minister_exploration")


def _requires_yard(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat == seat and production_site(table, seat, moment.system) is not None:
        return None
    return "IM-AGENDA-minister_industry", "not_owner", {}


@register_script("minister_industry", _requires_yard)
def minister_of_industry(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Let the owner's units produce in the system of a newly placed space dock."""
    place = production_site(table, seat, moment.system)
    if place is not None:
        yield from produce(table, seat, place)


def _requires_units_nearby(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Return None if a player activates a system that holds another player's units, else the broken rule."""
    others = (other for other in table.other_seats(moment.seat) if table.has_units(other, moment.system))
    return None if any(True for _ in others) else ("IM-AGENDA-minister_peace", "no_units", {})


@register_script("minister_peace", _requires_units_nearby)
def minister_of_peace(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """End the active player's turn at once."""
    _discard_own_law(table, "minister_peace", seat)
    table.start_effect("turn_ended", moment.seat, "turn")
    table.announce("IM-AGENDA-minister_peace", "ended", moment.seat)


@register_script("minister_policy")
def minister_of_policy(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Draw an action card at the end of the status phase."""
    yield from draw_action_cards(table, seat, 1, "IM-AGENDA-minister_policy")


def _owners_tokens(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return tiles_with_own_token(table, seat) if moment.seat == seat else []


@register_script("minister_war", targets=_owners_tokens, target_kind="system")
def minister_of_war(table: GameTable, seat: int, moment: Moment, tile_number: str) -> None:
    """Take one of the owner's command tokens off the board and perform another action."""
    _discard_own_law(table, "minister_war", seat)
    table.remove_token(seat, table.galaxy.system(tile_number).index)
    table.start_effect("another_action", seat, "turn")
    table.announce("IM-AGENDA-minister_war", "again", seat, number=tile_number)


@register_script("arbiter", targets=strategy_swap_seats, target_kind="player")
def imperial_arbiter(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Swap a strategy card with another player."""
    _discard_own_law(table, "arbiter", seat)
    given, taken = yield from exchange_strategy_cards(table, seat, SEATS.index(player), "IM-AGENDA-arbiter")
    table.announce(
        "IM-AGENDA-arbiter",
        "swapped",
        seat,
        enemy=player,
        card=f"strategy_{given}",
        other=f"strategy_{taken}",
    )


def _electable_players(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the players if an agenda is about to elect one, else nothing."""
    ballot = table.ballot
    if ballot is None or ballot.elected or not set(ballot.allowed_outcomes) <= set(SEATS):
        return []
    return list(ballot.allowed_outcomes)


@register_script("committee", targets=_electable_players, target_kind="player")
def committee_formation(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Choose the elected player without a vote."""
    assert table.ballot is not None
    _discard_own_law(table, "committee", seat)
    table.ballot = attrs.evolve(table.ballot, elected=player)
    table.announce("IM-AGENDA-committee", "elected", SEATS.index(player))


# -- points that change hands


@register_script("shard_of_the_throne", requires_own_event("IM-AGENDA-shard_of_the_throne", "not_owner"))
def pass_on_shard(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Give the law and its point to the player who has beaten its owner in a combat."""
    _pass_law_to(table, "shard_of_the_throne", moment.number)


def _requires_lost_home_planet(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat != seat and moment.system == table.home_system(seat):
        return None
    return "IM-AGENDA-crown_of_emphidia", "not_home", {}


@register_script("crown_of_emphidia", _requires_lost_home_planet)
def pass_on_crown(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Give the law and its point to the player who has gained a planet in the owner's home system."""
    _pass_law_to(table, "crown_of_emphidia", moment.seat)


def _requires_holy_planet(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat == seat and "holy_planet_of_ixth" in table.attachments.get(moment.planet, ()):
        return None
    return "IM-AGENDA-holy_planet_of_ixth", "other_planet", {}


@register_script("holy_planet_of_ixth", _requires_holy_planet)
def move_holy_planet_point(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Move the holy planet's point to the player who has gained the planet."""
    if moment.number >= 0:
        table.gain_points(moment.number, -1)
        table.announce("IM-AGENDA-holy_planet_of_ixth", "points_lost", moment.number, n=1)
    table.gain_points(seat, 1)
    table.announce("IM-AGENDA-holy_planet_of_ixth", "points", seat, n=1)


# -- duties


def _requires_too_few_fighters(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    """Return None if the owner has produced fewer than two fighters, else the broken rule."""
    if moment.seat == seat and moment.number < _PROPHECY_MIN_FIGHTERS:
        return None
    return "IM-AGENDA-prophecy", "enough", {}


@register_script("prophecy", _requires_too_few_fighters)
def discard_prophecy(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Discard the law after its owner has produced fewer than two fighters."""
    _discard_own_law(table, "prophecy", seat)


def _requires_ship(table: GameTable, seat: int, moment: Moment) -> BrokenRule | None:
    if moment.seat == seat and _nonfighter_ships(table, seat):
        return None
    return "IM-AGENDA-revolution", "no_ship", {}


def _nonfighter_ships(table: GameTable, seat: int) -> list[tuple[Place, str]]:
    stats = table.players[seat].unit_type_on_board
    return [
        (place, name)
        for place, units in table.places_and_units(seat)
        for name in units
        if name != "fighter" and stats(name).is_ship
    ]


@register_script("revolution", _requires_ship)
def destroy_ship_after_research(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Destroy one of the player's ships after they have researched a technology."""
    place, _ = yield from destroy_chosen_unit(
        table, seat, _nonfighter_ships(table, seat), "IM-AGENDA-revolution"
    )
    assert isinstance(place, int)
    yield from enforce_fleet_limits(table, seat, place)
