"""Abilities at the activation of a system, and at the movement into it (IM-TACT-3)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import Denial
from twingkit.imperium.galaxy.cards.targets import where
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.faction_abilities.actions import has_strategy_token, spend_strategy_token
from twingkit.imperium.galaxy.table.abilities import Moment, scripted
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import lone_docks, settle_everywhere, settle_fleet
from twingkit.imperium.galaxy.tactical.production_step import Yard, produce
from twingkit.imperium.galaxy.tactical.retreats import retreat_systems, withdraw
from twingkit.imperium.galaxy.trade.stymie import not_stymied

SIPHONED = 4
"""The goods of E-Res Siphons."""

MENAIMON = 5
"""The units that the Duha Menaimon produces."""


def entered(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    """The rule that keeps all from an ability but those whose ships lie in a system that another player
    activates."""
    if moment.seat != seat and table.fleet(seat, moment.system).ships:
        return None
    return "IM-TACT-3", "not_entered", {}


@scripted("ers", entered)
def e_res_siphons(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Four goods."""
    yield from gain_goods(table, seat, SIPHONED, "IM-TECH-ers")


@scripted("ng", entered)
def neuroglaive(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """The active player loses a token of the fleet pool; fleets that become too large shrink at once."""
    player = table.players[moment.seat]
    if player.fleet:
        player.gain_token("fleet", -1)
        table.tell("IM-TECH-ng", "lost", moment.seat)
        yield from settle_everywhere(table, moment.seat)


def _nullified(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    return entered(table, seat, moment) or has_strategy_token(table, seat, moment)


@scripted("nf", _nullified)
def nullification_field(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """The turn of the active player ends for a strategy token (IM-TACT-3)."""
    spend_strategy_token(table, seat)
    table.begin("turn_ended", moment.seat, "turn")
    table.tell("IM-TECH-nf", "ended", seat)
    return
    yield  # a script is a generator, even one that asks nothing


def _own_units(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    if moment.seat == seat and table.stands(seat, moment.system):
        return None
    return "IM-TURN-5", "no_target", {"card": "IM-TECH-scc"}


@scripted("scc", _own_units)
def spatial_conduit(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """The active system is adjacent to all systems with own units in this tactical action."""
    table.begin("scc", seat, "tactical")
    table.tell("IM-TECH-scc", "joined", seat)
    return
    yield  # a script is a generator, even one that asks nothing


def _flagship_there(table: GameTable, seat: int, moment: Moment) -> Denial | None:
    if moment.seat == seat and table.fleet(seat, moment.system)["flagship"]:
        return not_stymied(table, seat, moment.system)
    return "IM-TURN-5", "no_target", {"card": "IM-UNIT-arborec_flagship"}


@scripted("arborec_flagship", _flagship_there)
def duha_menaimon(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Up to five units are produced in the system of the flagship (IM-PROD-6)."""
    ships = not table.enemy_ships(seat, moment.system)
    worlds = tuple(table.open_worlds(seat, moment.system))
    yield from produce(table, seat, Yard(moment.system, MENAIMON, worlds, ships, space=True))


def _away(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The systems to which ships may withdraw before another's that have just moved in."""
    if moment.seat == seat or not table.players[seat].strategy or not table.fleet(seat, moment.system).ships:
        return []
    return [table.number(other) for other in retreat_systems(table, seat, moment.system, anywhere=True)]


@scripted("foresight", targets=_away, kind="system")
def foresight(table: GameTable, seat: int, moment: Moment, number: str) -> Script:
    """Own ships withdraw into an adjacent system; a strategy token is laid there."""
    target = where(table, number)
    spend_strategy_token(table, seat)
    table.place_token(seat, target)
    table.tell("IM-UNIT-foresight", "moved", seat, number=number)
    yield from withdraw(table, seat, moment.system, target)
    lone_docks(table, target)
    yield from settle_fleet(table, seat, target)
