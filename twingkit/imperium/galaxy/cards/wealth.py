"""Action cards that gain or cost trade goods, or ready and exhaust planets."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.galaxy.cards.targets import (
    is_home_planet,
    other_players_planets,
    own_planets,
    own_planets_with_trait,
    systems_with_own_bombers,
)
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.table.abilities import Moment, register_script
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.research import can_gain_from_research, research_technology


@register_script("mining_initiative", targets=own_planets, target_kind="planet")
def mining_initiative(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Give the player trade goods equal to the resource value of one of their planets."""
    yield from gain_goods(table, seat, table.resources(planet), "IM-ACT-mining_initiative")


def _no_industry(table: GameTable, seat: int, moment: Moment, target: str) -> bool:
    return not own_planets_with_trait(table, seat, "industrial")


@register_script("industrial_initiative", no_effect_check=_no_industry)
def industrial_initiative(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Give the player a trade good for each industrial planet they control."""
    count = len(own_planets_with_trait(table, seat, "industrial"))
    yield from gain_goods(table, seat, count, "IM-ACT-industrial_initiative")


def _all_ready(table: GameTable, seat: int, moment: Moment, target: str) -> bool:
    return table.exhausted_planets.isdisjoint(own_planets_with_trait(table, seat, "cultural"))


@register_script("economic_initiative", no_effect_check=_all_ready)
def economic_initiative(table: GameTable, seat: int, moment: Moment, target: str) -> None:
    """Ready all cultural planets of the player."""
    readied = tuple(
        planet
        for planet in own_planets_with_trait(table, seat, "cultural")
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
        and not is_home_planet(table, planet)
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
            for planet in own_planets_with_trait(table, other, "cultural")
        )
    ]


@register_script("abs", targets=_players_with_ready_cultural, target_kind="player")
def ancient_burial_sites(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Exhaust all cultural planets of a player."""
    hurt = SEATS.index(player)
    named = tuple(
        planet
        for planet in own_planets_with_trait(table, hurt, "cultural")
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
    return [table.tile_number(system) for system in systems_with_own_bombers(table, seat)]


def _none_ready(table: GameTable, seat: int, moment: Moment, tile_number: str) -> bool:
    below = {planet.id for planet in table.planets_of(table.galaxy.system(tile_number).index)}
    return below.intersection(other_players_planets(table, seat, moment)) <= table.exhausted_planets


@register_script("tactical", targets=_systems_with_bombers, target_kind="system", no_effect_check=_none_ready)
def tactical_bombardment(table: GameTable, seat: int, moment: Moment, tile_number: str) -> None:
    """Exhaust other players' planets in a system with bombarding ships of the player."""
    system = table.galaxy.system(tile_number).index
    named = tuple(
        planet.id
        for planet in table.planets_of(system)
        if table.planet_controllers[planet.id] not in (None, seat)
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
