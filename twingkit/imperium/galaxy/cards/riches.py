"""Cards of wealth: goods gained, planets readied and exhausted."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import Denial
from twingkit.imperium.galaxy.cards.targets import in_home, others_planets, own_planets, where, with_trait
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable


@scripted("mining_initiative", targets=own_planets, kind="planet")
def mining_initiative(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Goods as many as an own planet has resources."""
    yield from gain_goods(table, seat, table.resources(planet), "IM-ACT-mining_initiative")


def _no_industry(table: GameTable, seat: int, moment: Moment, target: str) -> bool:
    return not with_trait(table, seat, "industrial")


@scripted("industrial_initiative", idle=_no_industry)
def industrial_initiative(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A good for each own industrial planet."""
    count = len(with_trait(table, seat, "industrial"))
    yield from gain_goods(table, seat, count, "IM-ACT-industrial_initiative")


def _all_ready(table: GameTable, seat: int, moment: Moment, target: str) -> bool:
    return table.exhausted.isdisjoint(with_trait(table, seat, "cultural"))


@scripted("economic_initiative", idle=_all_ready)
def economic_initiative(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """All own cultural planets are readied."""
    readied = tuple(planet for planet in with_trait(table, seat, "cultural") if planet in table.exhausted)
    table.exhausted -= frozenset(readied)
    table.tell("IM-ACT-economic_initiative", "readied", seat, planets=readied)
    return
    yield  # a script is a generator, even one that asks nothing


def _risen(table: GameTable, seat: int, moment: Moment) -> list[str]:
    return [
        planet
        for planet, holder in table.holders.items()
        if holder not in (None, seat) and planet not in table.exhausted and not in_home(table, planet)
    ]


@scripted("uprising", targets=_risen, kind="planet")
def uprising(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Another player's planet is exhausted; its resources come as goods."""
    table.exhaust([planet])
    table.tell("IM-ACT-uprising", "exhausted", seat, planet=planet)
    yield from gain_goods(table, seat, table.resources(planet), "IM-ACT-uprising")


def _cultured(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The other players with ready cultural planets."""
    return [
        SEATS[other]
        for other in table.others(seat)
        if any(planet not in table.exhausted for planet in with_trait(table, other, "cultural"))
    ]


@scripted("abs", targets=_cultured, kind="player")
def ancient_burial_sites(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """All ready cultural planets of a player are exhausted."""
    hurt = SEATS.index(player)
    named = tuple(planet for planet in with_trait(table, hurt, "cultural") if planet not in table.exhausted)
    table.exhaust(named)
    table.tell("IM-ACT-abs", "exhausted", hurt, planets=named)
    return
    yield  # a script is a generator, even one that asks nothing


def _tired(table: GameTable, seat: int) -> list[str]:
    return [name for name in table.controlled(seat) if name in table.exhausted]


def _robbed(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    """None for who has lost a planet if the conqueror has a ready one, or the loser an exhausted one: either
    is enough (IM-TIME-4)."""
    lost = moment.number == seat and moment.seat != seat
    if lost and (table.ready(moment.seat) or _tired(table, seat)):
        return None
    return "IM-TURN-5", "no_target", {"card": "IM-ACT-reparations"}


def _repaid(table: GameTable, seat: int, moment: Moment, target: str) -> Script[str]:
    """A planet of the conqueror, and an own one, as far as there are any."""
    rule, named = "IM-ACT-reparations", list[str]()
    if theirs := table.ready(moment.seat):
        named.append((yield from choose(table, seat, theirs, "planet", rule, subject=rule)))
    if tired := _tired(table, seat):
        named.append((yield from choose(table, seat, tired, "ready", rule)))
    return ", ".join(named)


@scripted("reparations", _robbed, more=_repaid)
def reparations(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A planet of the conqueror is exhausted, an own one readied."""
    for planet in target.split(", "):
        if table.holders[planet] == seat:
            table.exhausted -= {planet}
            table.tell("IM-ACT-reparations", "readied", seat, planets=(planet,))
        else:
            table.exhaust([planet])
            table.tell("IM-ACT-reparations", "exhausted", seat, planet=planet)
    return
    yield  # a script is a generator, even one that asks nothing


def _bombarded(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The systems with own bombarding units."""
    stats = table.players[seat].stats
    return [
        table.number(system)
        for system, there in enumerate(table.space)
        if seat in there and any(stats(name).bombardment for name in there[seat])
    ]


def _none_ready(table: GameTable, seat: int, moment: Moment, number: str) -> bool:
    below = {planet.id for planet in table.planets_of(where(table, number))}
    return below.intersection(others_planets(table, seat, moment)) <= table.exhausted


@scripted("tactical", targets=_bombarded, kind="system", idle=_none_ready)
def tactical_bombardment(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """Planets of others below own bombarding ships are exhausted."""
    system = table.galaxy.system(number).index
    named = tuple(
        planet.id for planet in table.planets_of(system) if table.holders[planet.id] not in (None, seat)
    )
    table.exhaust(named)
    table.tell("IM-ACT-tactical", "exhausted", seat, planets=named)
    return
    yield  # a script is a generator, even one that asks nothing


def _beaten(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    if moment.seat == seat and not moment.planet and table.players[moment.number].commodities:
        return None
    return "IM-TURN-5", "no_target", {"card": "IM-ACT-salvage"}


@scripted("salvage", _beaten)
def salvage(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """The commodities of the player who was beaten in space come as goods."""
    loser = table.players[moment.number]
    count, loser.commodities = loser.commodities, 0
    yield from gain_goods(table, seat, count, "IM-ACT-salvage")
