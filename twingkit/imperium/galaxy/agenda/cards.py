"""Agenda cards, and the scripts of their outcomes (IM-AGENDA-1, IM-AGENDA-6, IM-AGENDA-7)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import attrs

from twingkit.core.play import Script
from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.box.tiles import TRAITS, planets_by_id
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.table.ballot import Ballot
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.texts.fact_names import AGAINST, FOR


@attrs.frozen
class Agenda:
    """An agenda card: a law or a directive, with its kind of outcomes and the condition for a vote.

    `kind` is law or directive. `outcome_kind` names the outcomes (for_against, player, planet and its kinds,
    law, secret). If `condition` is not met, the agenda is discarded ("": no condition).
    """

    id: str
    name: str
    kind: str
    outcome_kind: str
    condition: str
    rule: str


OutcomeScript = Callable[[GameTable, Ballot], Script | None]
"""A function that carries out the outcome that a vote has elected; it returns None if it asks nothing."""

_SCRIPTS: dict[str, OutcomeScript] = {}


def register_outcome(card: str) -> Callable[[OutcomeScript], OutcomeScript]:
    """Return a decorator that registers the script of an agenda; raises `ValueError` if it already has
    one.
    """

    def register(script: OutcomeScript) -> OutcomeScript:
        if card in _SCRIPTS:
            raise ValueError(f"{card} has a script already")
        _SCRIPTS[card] = script
        return script

    return register


def outcome_script(card: str) -> OutcomeScript:
    """Return the script that carries out an agenda; it does nothing for a law without an immediate effect."""
    return _SCRIPTS.get(card, lambda table, vote: None)


@cache
def agendas_by_id() -> dict[str, Agenda]:
    """Return every agenda by its id.

    >>> len(agendas_by_id()), agendas_by_id()["mutiny"].outcome_kind
    (50, 'for_against')
    """
    names = ("id", "name", "kind", "elect", "condition", "rule")
    return {row["id"]: Agenda(*(row[name] for name in names)) for row in box_csv_rows("agendas.csv")}


def outcomes(table: GameTable, agenda: Agenda) -> list[str]:
    """Return the outcomes that can be voted for on an agenda now (IM-AGENDA-6)."""
    if agenda.outcome_kind == "for_against":
        return [FOR, AGAINST]
    if agenda.outcome_kind == "player":
        return [SEATS[seat] for seat in table.seats_from(table.speaker)]
    if agenda.outcome_kind == "law":
        return [law.card for law in table.laws]
    if agenda.outcome_kind == "secret":
        scored = (name for player in table.players for name in player.scored_objectives)
        return sorted(
            name for name in scored if objectives_by_id()[name].is_secret and not table.was_made_public(name)
        )
    return [planet for planet in _planets_of(table, agenda) if table.planet_controllers[planet] is not None]


def law_attachment_choices(table: GameTable, law: Agenda) -> list[str]:
    """Return the players, planets or objectives that a law in play can be attached to; `[""]` for a
    for-or-against law.

    Unlike in `outcomes`, a planet need not have a controller, and a secret objective must be scored.
    """
    if law.outcome_kind == "for_against":
        return [""]
    if law.outcome_kind == "player":
        return list(SEATS[: len(table.players)])
    if law.outcome_kind == "secret":
        scored = {name for player in table.players for name in player.scored_objectives}
        return sorted(name for name in scored if objectives_by_id()[name].is_secret)
    return _planets_of(table, law)


def _planets_of(table: GameTable, agenda: Agenda) -> list[str]:
    """Return the planets of the kind that an agenda elects, in map order."""
    kind = agenda.outcome_kind.removeprefix("planet").strip("_")
    if kind in TRAITS:
        return [planet for planet in table.planet_controllers if planets_by_id()[planet].trait == kind]
    if kind == "neither_home_nor_mecatol":
        homes = {system.index for system in table.galaxy.systems if system.tile.is_home}
        return [
            planet
            for planet in table.planet_controllers
            if planet != MECATOL_REX and table.system_of(planet) not in homes
        ]
    return list(table.planet_controllers)
