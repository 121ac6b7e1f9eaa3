"""Every column of every table that an analysis returns is explained: in the table, in its help, in German."""

from __future__ import annotations

import inspect
import tomllib
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from core.test_frames_name_their_rules import ALSO, HANDS, IMPERIUM, LINE, SPACE, TWING

import twingkit
from twingkit import arena, ember, imajica, imperium, twing
from twingkit.core.language import localized
from twingkit.core.tables.column_meanings import (
    describe_columns,
    listed_tables,
    table_columns,
    table_key_of_function,
)
from twingkit.core.words import LANGUAGES
from twingkit.imajica.exact_odds.damage_split import deadliest_damage_split
from twingkit.odds.odds import Odds

ROOT = Path(twingkit.__file__).parent
GALAXY = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7"


@cache
def played() -> arena.Results:
    return arena.simulate(8, ["greedy", "random"], variant="short", seed=1, processes=1)


def galaxy() -> Any:
    return imperium.position_game(GALAXY)


def taking() -> Any:
    return imperium.take_odds(galaxy(), "34", "move 01 1 carrier, 3 infantry jord")


MORE: dict[str, Callable[[], Any]] = {
    "twing.played_defence_hold_rates": lambda: twing.played_defence_hold_rates(played()),
    "twing.differences_from_baseline": lambda: twing.differences_from_baseline(
        {"one": played(), "two": played()}
    ),
    "twing.win_rate_effects": lambda: twing.win_rate_effects(played()),
    "twing.mean_by_run": lambda: twing.mean_by_run({"one": played()}),
    "twing.own_element_win_rates": lambda: twing.own_element_win_rates(played()),
    "twing.measure_per_game": lambda: twing.measure_per_game(played()),
    "twing.battle_card_win_rates": lambda: twing.battle_card_win_rates(played()),
    "twing.game_card_win_rates": lambda: twing.game_card_win_rates(played()),
    "twing.hidden_hands": lambda: twing.hidden_hands("F: hand F5 vs W: hand ? + W4", side="defender"),
    "twing.best_shield_shares": lambda: twing.best_shield_shares(
        twing.best_defences([twing.Situation.parse(HANDS)])
    ),
    "twing.percentile_table": lambda: twing.percentile_table({"one": [1.0, 2.0]}),
    "twing.first_player_win_rates": lambda: twing.first_player_win_rates({"one": played()}),
    "twing.worth_by_lead": lambda: twing.worth_by_lead(twing.worth([LINE] * 5, ["+hat"])),
    "twing.worth_spread": lambda: twing.worth_spread(twing.worth([LINE])),
    "imperium.max_influence_by_resources": lambda: imperium.max_influence_by_resources([(4, 2), (1, 3)], 1),
    "imperium.possible_arrivals": lambda: imperium.possible_arrivals(galaxy(), "18"),
    "imperium.affordable_builds": lambda: imperium.affordable_builds(imperium.products("sol", []), 2, 4),
    "imperium.objective_progress_table": lambda: imperium.objective_progress_table(galaxy()),
    "imperium.products": lambda: imperium.products("sol", ["ws"]),
    "imperium.shortest_research_orders": lambda: imperium.shortest_research_orders(
        "cv2", "hacan", ["amd", "st"]
    ),
    "imperium.threats": lambda: imperium.threats(galaxy(), "18"),
    "imperium.deciding_voters": lambda: imperium.deciding_voters({"for": 5, "against": 7}, "for", VOTERS),
    "imperium.ways_to_pay": lambda: imperium.ways_to_pay({"jord": 4}, goods=1, cost=3),
    "ember.keep_choices_table": lambda: ember.keep_choices_table(HAND, "N3", turns=1),
    "ember.conjurable_creatures": lambda: ember.conjurable_creatures(HAND),
    "ember.pool_chances": lambda: ember.pool_chances(HAND, 1, exact=True),
    "ember.worth": lambda: ember.worth(HAND, ["+*"]),
    "imajica.allies_to_send": lambda: imajica.allies_to_send(SLEW, "seize slew"),
    "imajica.deck_faults": lambda: imajica.deck_faults(imajica.deck_from_lines("mine", ["2 riot"])),
    "imajica.smallest_stopping_groups": lambda: imajica.smallest_stopping_groups(
        SLEW, "seize slew with sartori", player="p2"
    ),
}
"""The functions whose tables need more than a line or take no variant, each with a call."""

HAND = "E5 A12 W6 F8 A6"
FIGHT = "imajica: p1 active sartori; p2 active dowd; circle slew"
SLEW = "imajica: p1 active sartori; p2 active dowd huzzah-aping judith irish; circle slew"
VOTERS = [imperium.RemainingVoter("p2", (4,)), imperium.RemainingVoter("p3", (1, 1))]

FRAMED: dict[str, Callable[[], Any]] = {
    "imperium.rank_policies": lambda: imperium.rank_policies(SPACE, "attacker"),
    "imperium.retreat_odds_in_round": lambda: imperium.retreat_odds_in_round(
        SPACE, "attacker", round_number=2
    ),
    "imperium.counterattack_odds": lambda: imperium.counterattack_odds(galaxy(), taking()),
    "imperium.take_odds": taking,
    "imperium.odds_with_retreat": lambda: imperium.odds_with_retreat(SPACE, "attacker", below=0.3),
    "twing.odds_with_hidden_cards": lambda: twing.odds_with_hidden_cards("F: F5 vs W: W6 & cat ?*2"),
    "twing.lost_card_distribution": lambda: twing.lost_card_distribution(LINE, side="attacker"),
    "ember.refresh_chance": lambda: ember.refresh_chance(HAND, "N3", turns=1, samples=20),
    "ember.odds_in_tie": lambda: ember.odds_in_tie("A12 A11", 2),
    "imajica.best_alliances": lambda: imajica.best_alliances(SLEW),
    "imajica.best_defenders": lambda: imajica.best_defenders(FIGHT, "challenge dowd with sartori"),
    "imajica.best_damage_split": lambda: deadliest_damage_split({"irish": 7}, {"irish": 4}, 9),
    "imajica.can_they_stop": lambda: imajica.can_they_stop(SLEW, "seize slew with sartori"),
    "imajica.deck_counts": lambda: imajica.deck_counts(next(iter(imajica.load_decks().values()))),
    "imajica.victory_distances": lambda: imajica.victory_distances(SLEW),
}
"""The functions whose results have a table, `.frame()`, each with a call."""

CALLS: dict[str, Callable[[], Any]] = {
    **{f"twing.{name}": lambda name=name: getattr(twing, name)(*TWING[name]) for name in TWING},
    **{
        f"imperium.{name}": lambda name=name: getattr(imperium, name)(*IMPERIUM[name], **ALSO.get(name, {}))
        for name in IMPERIUM
    },
    **MORE,
}


def function(name: str) -> Callable[..., Any]:
    game, _, short = name.partition(".")
    found: Callable[..., Any] = getattr(getattr(twingkit, game), short)
    return found


def names(frame: Any) -> list[str]:
    index = [name for name in frame.index.names if name]
    return [*index, *(frame.columns if hasattr(frame, "columns") else [frame.name])]


@pytest.mark.parametrize("name", sorted(CALLS))
def test_a_table_brings_the_meaning_of_each_of_its_columns(name: str) -> None:
    frame = CALLS[name]()
    assert list(frame.attrs["columns"]) == names(frame)


@pytest.mark.parametrize("game", [twing, imperium], ids=lambda game: game.__name__)
def test_no_analysis_that_returns_a_table_is_left_out(game: ModuleType) -> None:
    own = game.__name__.rpartition(".")[2]
    shared = {f"{own}.review", f"{own}.sweep"}  # for all games: their tables explain themselves
    tabled = {
        f"{own}.{name}"
        for name in game.__all__
        if inspect.isfunction(made := getattr(game, name))
        and ("DataFrame" in str(kind := inspect.signature(made).return_annotation) or "Series" in str(kind))
    }
    assert tabled - shared == {name for name in CALLS if function(name).__module__.startswith(game.__name__)}


@pytest.mark.parametrize("name", sorted(CALLS))
def test_help_and_the_data_say_each_column_in_every_language(name: str) -> None:
    listed = describe_columns(function(name))
    assert listed
    for column, text in listed.items():
        assert f"    {column}: {text}" in (inspect.getdoc(function(name)) or "")
    for lang in LANGUAGES:
        assert all(describe_columns(function(name), lang).values())


def test_a_table_speaks_the_language_that_was_asked_for() -> None:
    german = twing.worth(LINE, lang="de").attrs["columns"]
    assert german == {name: describe_columns(twing.worth, "de")[name] for name in german}
    assert german["reason"] != twing.worth(LINE).attrs["columns"]["reason"]


def test_results_that_are_no_tables_explain_the_tables_that_they_have() -> None:
    unknown = twing.odds_with_hidden_cards("F: F5 vs W: W6 & cat ?*2").frame()
    orders = imperium.rank_policies(SPACE, "attacker").frame()
    left = imperium.odds(SPACE).survivors("attacker")
    for frame in (unknown, orders, left):
        assert list(frame.attrs["columns"]) == list(frame.columns)


@localized
def framed(answer: Any, lang: str | None = None) -> Any:
    return answer.frame()


@pytest.mark.parametrize("name", sorted(FRAMED))
def test_an_answer_that_is_no_table_has_one_that_explains_its_columns(name: str) -> None:
    frame = framed(FRAMED[name]())
    assert list(frame.attrs["columns"]) == names(frame)
    assert all(frame.attrs["columns"].values())


@pytest.mark.parametrize("name", sorted(FRAMED))
def test_such_a_table_speaks_german_too(name: str) -> None:
    answer = FRAMED[name]()
    german, english = framed(answer, "de").attrs["columns"], framed(answer).attrs["columns"]
    assert list(german) == list(english)
    assert all(german[column] != english[column] for column in german)
    listed = table_columns(*table_key_of_function(function(name)))
    assert all(any(entry.match_placeholders(column) is not None for entry in listed) for column in english)
    assert all(f"    {entry.name}: " in (inspect.getdoc(function(name)) or "") for entry in listed)


def has_table(kind: str, home: ModuleType) -> bool:
    """Return whether a class has a table of its own, other than the table of odds."""
    made: Any = home
    for name in kind.partition("[")[0].partition(" | ")[0].split("."):
        made = getattr(made, name, None)
    is_odds = isinstance(made, type) and issubclass(made, Odds)
    return hasattr(made, "frame") and not is_odds


@pytest.mark.parametrize("game", [twing, imperium, ember, imajica], ids=lambda game: game.__name__)
def test_no_answer_that_has_a_table_is_left_out(game: ModuleType) -> None:
    short = game.__name__.rpartition(".")[2]
    found = set()
    for name in game.__all__:
        if inspect.isfunction(made := getattr(game, name)):
            inner = inspect.unwrap(made)
            kind = str(inspect.signature(inner).return_annotation)
            if has_table(kind, inspect.getmodule(inner)) and not kind.endswith("Game"):
                found.add(f"{short}.{name}")
    assert found == {name for name in FRAMED if name.startswith(f"{short}.")}


FILES = sorted(ROOT.rglob("columns.toml"))


def sentences(path: Path) -> dict[str, dict[str, str]]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return {f"{table}.{name}": texts for table, said in data.items() for name, texts in said.items()}


def test_no_sentence_stands_twice() -> None:
    assert len(FILES) >= 3
    for lang in LANGUAGES:
        said = Counter(text[lang] for path in FILES for text in sentences(path).values())
        assert [text for text, count in said.items() if count > 1] == []


def test_every_sentence_is_said_somewhere() -> None:
    packages = {".".join(("twingkit", *path.parent.relative_to(ROOT).parts)): path for path in FILES}
    used = set()
    for package in packages:
        for table in listed_tables(package):
            for column in table_columns(package, table):
                said = [(home, key) for home, key in column.sentence_keys if key in sentences(packages[home])]
                assert said, f"{package}: {table}.{column.name}"
                used.add(said[0])
    there = {(package, key) for package, path in packages.items() for key in sentences(path)}
    assert there - used == set()
