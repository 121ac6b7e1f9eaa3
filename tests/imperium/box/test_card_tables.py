"""The tables of cards and abilities: their number, their windows, and a text for each."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

import pytest

from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.box.units import faction_ids

WINDOWS = {
    "strategy.start",
    "pick",
    "strategy.end",
    "turn.start",
    "action",
    "activated",
    "moved",
    "cannon.before",
    "cannon.hits",
    "space.start",
    "round.start",
    "rolled",
    "hits.before",
    "sustained",
    "destroyed",
    "round.end",
    "retreat.announced",
    "combat.won",
    "combat.lost",
    "invasion.start",
    "committed",
    "ground.start",
    "gained_planet",
    "gaining_planet",
    "diplomacy",
    "dock_placed",
    "production",
    "production.after",
    "researched",
    "gained_goods",
    "refill",
    "transaction",
    "token_spent",
    "turn.end",
    "action.end",
    "status.start",
    "status.end",
    "agenda.start",
    "revealed.when",
    "revealed.after",
    "vote.before",
    "voted",
    "speaker_voted",
    "elected",
    "outcome",
    "card_played",
    "received",
}
"""The windows in which a card or ability can act; the status phase has its steps, `status.1` and on."""

COUNTS = {
    "action_cards.csv": 59,
    "agendas.csv": 50,
    "promissory_notes.csv": 21,
    "objectives.csv": 40,
    "strategy_cards.csv": 8,
}

of_every_table = pytest.mark.parametrize("name", [*COUNTS, "abilities.csv"])


@cache
def titles() -> dict[str, str]:
    """Return the English title of every rule in any rules file; no id occurs twice."""
    found: dict[str, str] = {}
    for path in files("twingkit.imperium.texts").iterdir():
        if path.name.endswith("rules.toml"):
            for rule in tomllib.loads(path.read_text(encoding="utf-8"))["rule"]:
                assert rule["id"] not in found, rule["id"]
                found[rule["id"]] = rule["title"]["en"]
    return found


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_the_box_has_so_many_different_cards(name: str, count: int) -> None:
    assert len({row["id"] for row in box_csv_rows(name)}) == len(box_csv_rows(name)) == count


def test_agendas_are_34_laws_and_16_directives_and_four_need_something_in_play() -> None:
    rows = box_csv_rows("agendas.csv")
    assert sum(row["kind"] == "law" for row in rows) == 34
    assert {row["condition"] for row in rows} == {"", "needs_law", "needs_scored_secret"}
    assert {row["id"] for row in rows if row["condition"]} == {
        "abolishment",
        "miscount",
        "constitution",
        "classified",
    }


def test_objectives_are_ten_of_each_stage_and_twenty_secrets_that_bring_their_points() -> None:
    rows = box_csv_rows("objectives.csv")
    points = {
        stage: {row["points"] for row in rows if row["stage"] == stage} for stage in ("1", "2", "secret")
    }
    assert points == {"1": {"1"}, "2": {"2"}, "secret": {"1"}}
    assert [sum(row["stage"] == stage for row in rows) for stage in ("1", "2", "secret")] == [10, 10, 20]
    assert sum(row["phase"] == "action" for row in rows) == 5


def test_every_faction_has_one_note_and_its_abilities() -> None:
    notes = [row["owner"] for row in box_csv_rows("promissory_notes.csv")]
    assert sorted(notes) == sorted([*faction_ids(), *["any"] * 4])
    abilities = [row["owner"] for row in box_csv_rows("abilities.csv") if row["source"] == "ability"]
    assert len(abilities) == 37
    assert set(abilities) == set(faction_ids())


@of_every_table
def test_every_card_has_a_text_under_its_own_name(name: str) -> None:
    for row in box_csv_rows(name):
        if row["id"] != "vax":  # one text for both tokens of Nekro
            assert titles()[row["rule"]].replace("’", "'") == row["name"]


@of_every_table
def test_every_window_is_a_known_moment(name: str) -> None:
    for row in box_csv_rows(name):
        for window in filter(None, row.get("window", "").split("|")):
            assert window in WINDOWS or re.fullmatch(r"status\.[1-8]", window), row["id"]


def test_every_technology_has_a_text() -> None:
    assert {f"IM-TECH-{row['id']}" for row in box_csv_rows("technologies.csv")} <= set(titles())
