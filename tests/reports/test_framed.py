"""Answers as tables: whatever an analysis of Ember or Imajica returns has a `.frame()` with told columns."""

from __future__ import annotations

from typing import Any

import pytest

from twingkit import ember, imajica

SLEW = "imajica: p1 active sartori; p2 active dowd; circle slew"
SEIZE = "seize slew with sartori"
HAND = "A6 E6 F8 A9 W1"

ANSWERS: dict[str, Any] = {  # of as many types as there are analyses
    "keep_table": lambda: ember.keep_table(HAND, "N3", 1),
    "conjurable": lambda: ember.conjurable_creatures("A6 E6 F6 A7"),
    "pool_chances": lambda: ember.pool_chances(HAND, 1),
    "tie_odds": lambda: ember.tie_odds("A13", 1),
    "refresh_chance": lambda: ember.refresh_chance(HAND, "E3", 2, samples=5),
    "can_they_stop": lambda: imajica.can_they_stop(SLEW, SEIZE, {"p2": imajica.RivalHand(unseen_count=2)}),
    "allies_to_send": lambda: imajica.allies_to_send(SLEW, "seize slew"),
    "smallest_resistance": lambda: imajica.smallest_resistance(
        "imajica: p1 active sartori; p2 active dowd judith irish; circle slew", SEIZE, "p2"
    ),
    "best_defenders": lambda: imajica.best_defenders(SLEW, "challenge dowd with sartori"),
    "best_alliances": lambda: imajica.best_alliances("imajica: p1 hand irish lamp-boy; p2"),
    "victory_distances": lambda: imajica.victory_distances(SLEW),
    "deck_curves": lambda: imajica.deck_curves(imajica.load_decks()["teeth"]),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_is_a_table_whose_columns_are_told(name: str) -> None:
    frame = ANSWERS[name]().frame()
    assert list(frame.attrs["columns"]) == list(frame.columns)
    assert all(meaning and not meaning.endswith(".") for meaning in frame.attrs["columns"].values())
    for column in frame:
        assert str(frame[column].dtype) in ("float64", "int64", "bool", "str", "string"), column


def test_a_fraction_stands_beside_the_number_that_it_is() -> None:
    frame = ember.tie_odds("A13", 1).frame().set_index("outcome")
    assert frame.loc["higher", "exact"] == "17/18"
    assert frame.loc["higher", "chance"] == pytest.approx(17 / 18)


def test_an_empty_answer_has_its_columns() -> None:
    frame = ember.keep_table("A6 E6 F6", "N3", 1).frame()
    assert frame.empty
    assert list(frame.columns) == ["discard", "kept", "chance", "count", "of", "reason"]


@pytest.mark.parametrize("samples", [1, 2, 50])
def test_an_estimate_never_says_that_it_is_exact(samples: int) -> None:
    estimate = ember.refresh_chance("A6 E9 F3 A12 W1", "N2", 2, samples=samples)
    assert estimate.standard_error > 0
    assert not estimate.is_exact
    assert not estimate.frame()["complete"].any()


def test_IJ_SEIZE_4_a_rival_is_named_as_in_lines_and_a_chance_of_nothing_has_its_reason() -> None:
    frame = imajica.can_they_stop(SLEW, SEIZE, {"p2": imajica.RivalHand()}).frame()
    assert frame["rival"].tolist() == ["p2"]
    assert frame["chance"].tolist() == [0.0]
    assert frame["reason"].tolist() == ["holds no card"]
    assert frame["complete"].tolist() == [True]


def test_what_is_a_bound_says_so() -> None:
    people = "sartori huzzah-aping horace-tyrwith bright-mother"
    line = f"imajica: p1 active {people}; p2 active dowd gideon irish toll-guard; circle slew"
    stops = imajica.can_they_stop(
        line, f"seize slew with {people}", {"p2": imajica.RivalHand(unseen_count=12)}
    )
    assert stops.is_exact == all(rival.is_exact for rival in stops.rival_stops)
    assert stops.frame()["complete"].tolist() == [stops.rival_stops[0].is_exact] * len(stops.frame())
    assert not stops.rival_stops[0].is_exact
