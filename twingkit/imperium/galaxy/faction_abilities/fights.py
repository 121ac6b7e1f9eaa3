"""Abilities after a combat: Salvage Operations, Technological Singularity (IM-SPACE-12)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.box.units import SHIPS
from twingkit.imperium.galaxy.economy.goods import gain_goods
from twingkit.imperium.galaxy.table.abilities import Moment, register_script
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.production_step import ProductionSite, produce
from twingkit.imperium.galaxy.technology.research import copy_technology, copyable_technologies
from twingkit.imperium.galaxy.trade.stymie import is_stymied


def _was_in_space_combat(table: GameTable, seat: int, moment: Moment) -> bool:
    return moment.seat == seat and not moment.planet


@register_script("so", usable_if=_was_in_space_combat)
def salvage_operations(table: GameTable, seat: int, moment: Moment, target: str) -> Script:
    """Gain a trade good after a space combat; the winner may produce a ship of a type destroyed in it."""
    yield from gain_goods(table, seat, 1, "IM-TECH-so")
    wrecks = table.effect_subjects("wrecks")
    ships = tuple(name for name in wrecks[-1].split() if name in SHIPS) if wrecks else ()
    if moment.window == "combat.won" and ships and not is_stymied(table, seat, moment.system):
        yield from produce(table, seat, ProductionSite(moment.system, 1, (), True, allowed_classes=ships))


def _copyable_from_opponent(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the opponent's technologies that the Nekro Virus can gain; none from the holder of Antivirus."""
    antivirus = f"antivirus:{SEATS[seat]}"
    if moment.seat != seat or antivirus in table.players[moment.number].notes_in_play:
        return []
    return copyable_technologies(table, seat, moment.number)


@register_script("technological_singularity", targets=_copyable_from_opponent, target_kind="learn")
def technological_singularity(table: GameTable, seat: int, moment: Moment, technology_id: str) -> None:
    """Gain one technology of the opponent after a combat in which one of its units was destroyed."""
    copy_technology(table, seat, moment.number, technology_id)
