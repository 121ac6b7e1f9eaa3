"""Promissory notes of tactical actions and votes: Greyfire Mutagen, Ragh's Call, Tekklar Legion, Antivirus,
Political Secret, Political Favor (IM-TRADE-6)."""

from __future__ import annotations

import attrs

from twingkit.core.play import Script
from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.galaxy.agenda.interventions import mark_agenda_replaced, requires_open_agenda
from twingkit.imperium.galaxy.table.abilities import Moment, register_script
from twingkit.imperium.galaxy.table.card_drawing import choose
from twingkit.imperium.galaxy.table.command_tokens import lose_token_from
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.trade.faction_notes import owner_token_condition
from twingkit.imperium.galaxy.trade.promissory_notes import (
    note_owner_targets,
    put_note_into_play,
    register_note,
    return_note,
)


@register_note(
    "greyfire",
    usable_if=lambda table, seat, owner, moment: (
        moment.seat == owner or table.has_units(owner, moment.system)
    ),
)
def greyfire_mutagen(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Block faction abilities and faction technologies of Yin in this tactical action."""
    table.start_effect("greyfire", SEATS.index(player), "tactical")
    table.announce("IM-TRADE-greyfire", "muted", SEATS.index(player))
    return_note(table, seat, f"greyfire:{player}")


def _planets_to_call_from(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Return the planets of this system on which ground forces of Saar face landed ones of the holder."""
    if moment.seat != seat:
        return []
    return [
        planet.id
        for owner in note_owner_targets("raghs_call")(table, seat, moment)
        for planet in table.planets_of(moment.system)
        if table.units_on_planet(SEATS.index(owner), planet.id).ground_force_count
        and table.units_on_planet(seat, planet.id).ground_force_count
        and _refuges(table, SEATS.index(owner), planet.id)
    ]


def _refuges(table: GameTable, seat: int, planet: str) -> list[str]:
    return [other for other in table.own_planets_open_to_units(seat) if other != planet]


@register_script("raghs_call", targets=_planets_to_call_from, target_kind="planet")
def raghs_call(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """Move the ground forces of Saar from the planet to another planet of Saar."""
    rule = "IM-TRADE-raghs_call"
    owner = next(SEATS.index(name) for name in note_owner_targets("raghs_call")(table, seat, moment))
    refuge = yield from choose(table, seat, _refuges(table, owner, planet), "planet", rule, subject=rule)
    table.move_all_units(owner, planet, refuge, GROUND_FORCES)
    table.announce(rule, "sent", owner, planet=planet, place=refuge)
    return_note(table, seat, f"raghs_call:{SEATS[owner]}")


@register_note("tekklar", usable_if=lambda table, seat, owner, moment: seat in (moment.seat, moment.number))
def tekklar_legion(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Give the holder +1 to rolls in this ground combat."""
    table.start_effect("tekklar", seat, "combat")
    table.announce("IM-TRADE-tekklar", "called", seat)
    return_note(table, seat, f"tekklar:{player}")


@register_note(
    "antivirus", usable_if=lambda table, seat, owner, moment: {seat, owner} == {moment.seat, moment.number}
)
def antivirus(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Keep Nekro from gaining technologies from the holder while the note is in play."""
    put_note_into_play(table, seat, f"antivirus:{player}")
    table.announce("IM-TRADE-antivirus", "laid_down", seat, enemy=player)


@register_note("political_secret", requires_open_agenda)
def political_secret(table: GameTable, seat: int, moment: Moment, player: str) -> None:
    """Silence the note's owner until this agenda is resolved."""
    ballot, note = table.ballot, f"political_secret:{player}"
    assert ballot is not None
    table.ballot = attrs.evolve(
        ballot,
        silenced_seats=ballot.silenced_seats | {SEATS.index(player)},
        returning_notes=(*ballot.returning_notes, (seat, note)),
    )
    put_note_into_play(table, seat, note)
    table.announce("IM-TRADE-political_secret", "silenced", SEATS.index(player))


@register_note("political_favor", requires_open_agenda, usable_if=owner_token_condition("strategy"))
def political_favor(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Replace the agenda; Xxcha loses a strategy token."""
    owner, rule = SEATS.index(player), "IM-TRADE-political_favor"
    yield from lose_token_from(table, owner, "strategy", rule)
    mark_agenda_replaced(table, seat, rule)
    return_note(table, seat, f"political_favor:{player}")
