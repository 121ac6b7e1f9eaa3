"""Abilities of who gains a planet, or has finished an action (IM-INV-11)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import Denial
from twingkit.imperium.box.units import DOCK
from twingkit.imperium.galaxy.cards.picking import take_over
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.strategy_cards.construction import built_dock, sites
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, GameTable
from twingkit.imperium.galaxy.table.reinforcements import one_left
from twingkit.imperium.galaxy.tactical.control import gain_control
from twingkit.imperium.galaxy.tactical.production_step import Yard, produce
from twingkit.imperium.galaxy.trade.stymie import not_stymied


def gained(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    """The rule that keeps all from an ability but who gains a planet now."""
    return None if moment.seat == seat else ("IM-INV-11", "not_gained", {})


@scripted("scavenge", gained)
def scavenge(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A good for a planet that is gained."""
    yield from gain_goods(table, seat, 1, "IM-UNIT-scavenge")


@scripted("assimilate", gained)
def assimilate(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Structures on a planet that is gained become own ones."""
    yield from take_over(table, seat, moment.planet, "IM-UNIT-assimilate")


def _producing(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    return gained(table, seat, moment) or not_stymied(table, seat, moment.system)


@scripted("ie", _producing)
def integrated_economy(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Units are produced on a planet that is gained, for as much as its resources."""
    worth = table.resources(moment.planet)
    ships = not table.enemy_ships(seat, moment.system)
    worlds = () if table.closed(moment.planet) else (moment.planet,)
    yield from produce(table, seat, Yard(moment.system, 2 * worth, worlds, ships), most=worth)


def _won_mecatol(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    if moment.seat == seat and table.lasts("gained_mecatol", seat) and _open_sites(table, seat):
        return None
    return "IM-TURN-5", "no_target", {"card": "IM-UNIT-reclamation"}


def _open_sites(table: GameTable, seat: int) -> list[str]:
    return [name for name in ("pds", DOCK) if MECATOL_REX in sites(table, seat, name, moved=True)]


@scripted("reclamation", _won_mecatol)
def reclamation(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A PDS and a space dock on Mecatol Rex that was gained in this tactical action."""
    for name in _open_sites(table, seat):
        if not (yield from one_left(table, seat, name)):
            continue
        if name == DOCK:
            yield from built_dock(table, seat, MECATOL_REX, "IM-UNIT-reclamation")
        else:
            table.put(seat, MECATOL_REX, name)
            table.tell("IM-UNIT-reclamation", "placed", seat, unit=name)


def _peaceful(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The planets without units beside an own planet, Mecatol Rex left out."""
    if moment.seat != seat:
        return []
    links = table.links(seat, "count")
    near = {
        place
        for planet in table.controlled(seat)
        for place in (table.system_of(planet), *links[table.system_of(planet)])
    }
    return [
        planet.id
        for system in sorted(near)
        for planet in table.planets_of(system)
        if planet.id != MECATOL_REX and not table.ground[planet.id] and table.holders[planet.id] != seat
    ]


@scripted("peace_accords", targets=_peaceful, kind="planet")
def peace_accords(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """A planet without units near an own one is gained."""
    yield from gain_control(table, seat, planet)
