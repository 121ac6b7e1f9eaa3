"""Promissory notes of tactical actions and votes: Greyfire Mutagen, Ragh's Call, Tekklar Legion, Antivirus,
Political Secret, Political Favor (IM-TRADE-6)."""

from __future__ import annotations

import attrs

from twingkit.core.play import Script
from twingkit.imperium.box.units import GROUND_FORCES
from twingkit.imperium.galaxy.agenda.interventions import replace_agenda, still_open
from twingkit.imperium.galaxy.table.abilities import Moment, Targets, scripted
from twingkit.imperium.galaxy.table.command_tokens import lose_token_of
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.trade.faction_notes import where_owner
from twingkit.imperium.galaxy.trade.notes import go_home, lay_down, owners


def _yin_is_near(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Yin, if it is active or has units in the active system."""
    return [
        owner
        for owner in owners("greyfire")(table, seat, moment)
        if SEATS.index(owner) == moment.seat or table.stands(SEATS.index(owner), moment.system)
    ]


@scripted("greyfire", targets=_yin_is_near, kind="player")
def greyfire_mutagen(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Yin uses neither faction abilities nor faction technologies in this tactical action."""
    table.begin("greyfire", SEATS.index(player), "tactical")
    table.tell("IM-TRADE-greyfire", "muted", SEATS.index(player))
    go_home(table, seat, f"greyfire:{player}")
    return
    yield  # a script is a generator, even one that asks nothing


def _called(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """The planets of this system on which ground forces of Saar stand beside landed ones of the holder."""
    if moment.seat != seat:
        return []
    return [
        planet.id
        for owner in owners("raghs_call")(table, seat, moment)
        for planet in table.planets_of(moment.system)
        if table.on_planet(SEATS.index(owner), planet.id).ground_forces
        and table.on_planet(seat, planet.id).ground_forces
        and _refuges(table, SEATS.index(owner), planet.id)
    ]


def _refuges(table: GameTable, seat: int, planet: str) -> list[str]:
    return [other for other in table.controlled(seat) if other != planet and not table.closed(other)]


@scripted("raghs_call", targets=_called, kind="planet")
def raghs_call(table: GameTable, seat: int, moment: Moment, planet: str) -> Script:
    """The ground forces of Saar leave the planet for another one of theirs."""
    rule = "IM-TRADE-raghs_call"
    owner = next(SEATS.index(name) for name in owners("raghs_call")(table, seat, moment))
    refuge = yield from choose(table, seat, _refuges(table, owner, planet), "planet", rule, subject=rule)
    units = table.on_planet(owner, planet)
    for name in GROUND_FORCES:
        count, hurt = units[name], units.hurt.get(name, 0)
        if count:
            table.take(owner, planet, name, count, hurt)
            table.put(owner, refuge, name, count, hurt)
    table.tell(rule, "sent", owner, planet=planet, place=refuge)
    go_home(table, seat, f"raghs_call:{SEATS[owner]}")


def _fighting_on_ground(card: str) -> Targets:
    """The owner of a note, if the holder fights on a planet now."""
    listed = owners(card)
    return lambda table, seat, moment: (
        listed(table, seat, moment) if seat in (moment.seat, moment.number) else []
    )


@scripted("tekklar", targets=_fighting_on_ground("tekklar"), kind="player")
def tekklar_legion(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """The holder rolls with +1 in this ground combat."""
    table.begin("tekklar", seat, "combat")
    table.tell("IM-TRADE-tekklar", "called", seat)
    go_home(table, seat, f"tekklar:{player}")
    return
    yield  # a script is a generator, even one that asks nothing


def _against_nekro(table: GameTable, seat: int, moment: Moment) -> list[str]:
    """Nekro, if it is the opponent of the holder in the combat that begins."""
    both = (moment.seat, moment.number)
    if seat not in both:
        return []
    enemy = both[1 - both.index(seat)]
    return [owner for owner in owners("antivirus")(table, seat, moment) if owner == SEATS[enemy]]


@scripted("antivirus", targets=_against_nekro, kind="player")
def antivirus(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Nekro gains no technology from the holder while the note lies there."""
    lay_down(table, seat, f"antivirus:{player}")
    table.tell("IM-TRADE-antivirus", "laid_down", seat, enemy=player)
    return
    yield  # a script is a generator, even one that asks nothing


@scripted("political_secret", still_open, targets=owners("political_secret"), kind="player")
def political_secret(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """The owner is silent until this agenda is resolved."""
    ballot, note = table.ballot, f"political_secret:{player}"
    assert ballot is not None
    table.ballot = attrs.evolve(
        ballot,
        silenced=ballot.silenced | {SEATS.index(player)},
        going_home=(*ballot.going_home, (seat, note)),
    )
    lay_down(table, seat, note)
    table.tell("IM-TRADE-political_secret", "silenced", SEATS.index(player))
    return
    yield  # a script is a generator, even one that asks nothing


@scripted(
    "political_favor",
    still_open,
    targets=where_owner(owners("political_favor"), "strategy"),
    kind="player",
)
def political_favor(table: GameTable, seat: int, moment: Moment, player: str) -> Script:
    """Xxcha loses a strategy token, and the agenda is replaced."""
    owner, rule = SEATS.index(player), "IM-TRADE-political_favor"
    yield from lose_token_of(table, owner, "strategy", rule)
    replace_agenda(table, seat, rule)
    go_home(table, seat, f"political_favor:{player}")
