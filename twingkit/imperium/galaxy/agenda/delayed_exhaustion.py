"""Planets that an agenda exhausts at the start of the next strategy phase (IM-AGENDA-8)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.technology.research import copied_technologies


def exhaust_scheduled_planets(table: GameTable) -> Script:
    """Exhaust, clockwise from the speaker, the planets that last round's agendas affect in this strategy
    phase.
    """
    waiting = [effect for effect in table.lasting_effects if effect.until == "strategy.start"]
    table.end_effects("strategy.start")
    for seat in table.seats_from(table.speaker):
        for agenda in [effect.ability for effect in waiting if effect.seat == seat]:
            named = list(_affected_planets(table, agenda, seat))
            if agenda == "revolution":
                named = yield from _choose_one_per_technology(table, seat, named)
            if named:
                table.exhaust_planets(named)
                table.announce(f"IM-AGENDA-{agenda}", "exhausts", seat, planets=tuple(named))


def _affected_planets(table: GameTable, agenda: str, seat: int) -> list[str]:
    """Return a player's ready planets that an agenda exhausts or can exhaust."""
    ready = table.ready_planets(seat)
    if agenda == "constitution":
        home = [planet.id for planet in table.planets_of(table.home_system(seat))]
        return [planet for planet in ready if planet in home]
    if agenda == "arms_reduction":
        return [planet for planet in ready if planets_by_id()[planet].specialty]
    if agenda == "representative_government":
        return [planet for planet in ready if planets_by_id()[planet].trait == "cultural"]
    return ready


def _choose_one_per_technology(table: GameTable, seat: int, ready: list[str]) -> Script[list[str]]:
    count = len(table.players[seat].technologies - copied_technologies(table, seat))
    chosen: list[str] = []
    while len(chosen) < count and ready:
        rule = "IM-AGENDA-revolution"
        planet = yield from ask_to_choose(table, seat, ready, "planet", rule, subject=rule)
        ready.remove(planet)
        chosen.append(planet)
    return chosen
