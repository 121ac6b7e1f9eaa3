"""Abilities beside Production: more goods, more infantry, planets that serve otherwise (IM-PROD-6)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import Denial
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.game_table import GameTable


def produced(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    """The rule that keeps all from an ability but who produces now."""
    return None if moment.seat == seat else ("IM-PROD-6", "not_producing", {})


def _own_worlds(table: GameTable, seat: int, moment: Moment) -> list[str]:
    if moment.seat != seat:
        return []
    return table.open_worlds(seat, moment.system)


@scripted("yso", targets=_own_worlds, kind="planet")
def yin_spinner(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """An infantry on an own planet of the system that has produced."""
    table.put(seat, planet, "infantry")
    table.tell("IM-TECH-yso", "placed", seat, planet=planet)
    return
    yield  # a script is a generator, even one that asks nothing


def _hot(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    """None if the system that produced had a war sun before, whosever it is, or lies beside a supernova."""
    if moment.seat == seat:
        near = table.links(seat, "count")[moment.system]
        if moment.card == "warsun" or any(
            table.galaxy.systems[other].tile.anomaly == "supernova" for other in near
        ):
            return None
    return "IM-TURN-5", "no_target", {"card": "IM-TECH-mr"}


@scripted("mr", _hot)
def magmus_reactor(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """A good for production beside a war sun or a supernova."""
    yield from gain_goods(table, seat, 1, "IM-TECH-mr")


def _own_planets(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The own planets whose two values differ."""
    if moment.seat != seat:
        return []
    return [name for name in table.controlled(seat) if table.resources(name) != table.influence(name)]


@scripted("htp", targets=_own_planets, kind="planet")
def hegemonic_trade_policy(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Resources and influence of an own planet are swapped for this Production."""
    table.begin("htp", seat, "production", planet)
    table.tell("IM-TECH-htp", "swapped_values", seat, planet=planet)
    return
    yield  # a script is a generator, even one that asks nothing
