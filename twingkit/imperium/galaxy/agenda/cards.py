"""Agenda cards, and the scripts of their outcomes (IM-AGENDA-1, IM-AGENDA-6, IM-AGENDA-7)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import attrs

from twingkit.core.play import Script
from twingkit.imperium.box.tables import table_rows
from twingkit.imperium.box.tiles import TRAITS, planets
from twingkit.imperium.galaxy.objectives.cards import objective_cards
from twingkit.imperium.galaxy.table.ballot import voters_for
from twingkit.imperium.galaxy.table.game_table import MECATOL_REX, SEATS, GameTable
from twingkit.imperium.texts.fact_names import AGAINST, FOR


@attrs.frozen
class Agenda:
    """An agenda card.

    `kind` is law or directive. `elect` names the outcomes (for_against, player, planet and its kinds, law,
    secret). If `condition` is not met, the agenda is discarded ("": no condition).
    """

    id: str
    name: str
    kind: str
    elect: str
    condition: str
    rule: str


@attrs.frozen
class Vote:
    """The vote on an agenda: its `card`, the outcome that won, and the votes of each seat."""

    card: str
    outcome: str
    votes: tuple[tuple[int, str, int], ...]

    def seats_for(self, outcome: str) -> list[int]:
        """The seats that cast votes for an outcome, each once."""
        return voters_for(self.votes, outcome)


Outcome = Callable[[GameTable, Vote], Script]
"""The script of an agenda's outcome."""

_SCRIPTS: dict[str, Outcome] = {}


def outcome_of(card: str) -> Callable[[Outcome], Outcome]:
    """A decorator that registers the script of an agenda; raises `ValueError` if it has one already."""

    def register(script: Outcome) -> Outcome:
        if card in _SCRIPTS:
            raise ValueError(f"{card} has a script already")
        _SCRIPTS[card] = script
        return script

    return register


def agenda_script(card: str) -> Outcome | None:
    """The script of an agenda; None for one that no game deals yet."""
    return _SCRIPTS.get(card)


@cache
def agenda_cards() -> dict[str, Agenda]:
    """Every agenda by its id.

    >>> len(agenda_cards()), agenda_cards()["mutiny"].elect
    (50, 'for_against')
    """
    names = ("id", "name", "kind", "elect", "condition", "rule")
    return {row["id"]: Agenda(*(row[name] for name in names)) for row in table_rows("agendas.csv")}


def outcomes(table: GameTable, agenda: Agenda) -> list[str]:
    """The possible outcomes of an agenda now (IM-AGENDA-6)."""
    if agenda.elect == "for_against":
        return [FOR, AGAINST]
    if agenda.elect == "player":
        return [SEATS[seat] for seat in table.seats_from(table.speaker)]
    if agenda.elect == "law":
        return [law.card for law in table.laws]
    if agenda.elect == "secret":
        scored = (name for player in table.players for name in player.scored)
        return sorted(
            name for name in scored if objective_cards()[name].secret and not table.was_made_public(name)
        )
    return [planet for planet in _planets_of(table, agenda) if table.holders[planet] is not None]


def electable_before(table: GameTable, law: Agenda) -> list[str]:
    """All that a law in play can have elected: as `outcomes`, but a planet need not be anybody's any more,
    and a secret objective is public by it. [""] for a law that elects nothing."""
    if law.elect == "for_against":
        return [""]
    if law.elect == "player":
        return list(SEATS[: len(table.players)])
    if law.elect == "secret":
        scored = {name for player in table.players for name in player.scored}
        return sorted(name for name in scored if objective_cards()[name].secret)
    return _planets_of(table, law)


def _planets_of(table: GameTable, agenda: Agenda) -> list[str]:
    """The planets of the map that are of the kind that an agenda elects, in the order of the map."""
    kind = agenda.elect.removeprefix("planet").strip("_")
    if kind in TRAITS:
        return [planet for planet in table.holders if planets()[planet].trait == kind]
    if kind == "neither_home_nor_mecatol":
        homes = {system.index for system in table.galaxy.systems if system.tile.is_home}
        return [
            planet
            for planet in table.holders
            if planet != MECATOL_REX and table.system_of(planet) not in homes
        ]
    return list(table.holders)
