"""The decks of a game: which cards are dealt, and how many of each (IM-SET-5, IM-LIM-1)."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import attrs

from twingkit.imperium.box.tables import box_csv_rows


@attrs.frozen
class Decks:
    """The ids of all cards in the decks of a game. A card with several copies is listed once for each copy.

    `public_objective_counts` is the number of public objectives of each stage.
    """

    action_cards: tuple[str, ...]
    agendas: tuple[str, ...]
    stage_1_objectives: tuple[str, ...]
    stage_2_objectives: tuple[str, ...]
    secret_objectives: tuple[str, ...]
    public_objective_counts: tuple[int, int] = (5, 5)
    agendas_a_round: int = 2
    promissory_notes: tuple[str, ...] = ()


@cache
def full_decks() -> Decks:
    """Return the decks of a full game: every card of the box.

    >>> decks = full_decks()
    >>> len(decks.action_cards), len(decks.agendas), len(decks.secret_objectives)
    (80, 50, 20)
    """
    objectives = box_csv_rows("objectives.csv")
    stages = {
        stage: tuple(row["id"] for row in objectives if row["stage"] == stage)
        for stage in ("1", "2", "secret")
    }
    return Decks(
        tuple(row["id"] for row in box_csv_rows("action_cards.csv") for _ in range(int(row["copies"]))),
        tuple(row["id"] for row in box_csv_rows("agendas.csv")),
        stages["1"],
        stages["2"],
        stages["secret"],
        promissory_notes=tuple(row["id"] for row in box_csv_rows("promissory_notes.csv")),
    )


@cache
def short_game_decks() -> Decks:
    """Return the smaller decks of the short game for learners, as listed in `short_game.toml`.

    >>> len(short_game_decks().action_cards), short_game_decks().public_objective_counts
    (24, (5, 0))
    """
    text = files("twingkit.imperium.box").joinpath("short_game.toml").read_text(encoding="utf-8")
    entry = tomllib.loads(text)
    return Decks(
        tuple(name for name, copies in entry["action_cards"].items() for _ in range(copies)),
        tuple(entry["agendas"]),
        tuple(entry["objectives"]),
        (),
        tuple(entry["secrets"]),
        (len(entry["objectives"]), 0),
        entry["agendas_a_round"],
        tuple(entry["notes"]),
    )
