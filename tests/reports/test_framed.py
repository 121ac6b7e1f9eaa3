"""Answers as tables: an analysis of Ember or Imajica returns a DataFrame, or an object with `.frame()`."""

from __future__ import annotations

import inspect
import json
import pickle
from fractions import Fraction
from typing import Any

import pandas as pd
import pytest

from twingkit import Refusal, charts, ember, imajica
from twingkit.core.language import in_language
from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer
from twingkit.imajica.exact_odds.damage_split import deadliest_damage_split

SLEW = "imajica: p1 active sartori; p2 active dowd; circle slew"
SEIZE = "seize slew with sartori"
HAND = "A6 E6 F8 A9 W1"

ANSWERS: dict[str, Any] = {  # of as many types as there are analyses
    "keep_choices_table": lambda: ember.keep_choices_table(HAND, "N3", turns=1),
    "conjurable": lambda: ember.conjurable_creatures("A6 E6 F6 A7"),
    "pool_chances": lambda: ember.pool_chances(HAND, exact=True),
    "worth": lambda: ember.worth(HAND, ["+*", "-W1"]),
    "odds_in_tie": lambda: ember.odds_in_tie("A13", 1),
    "refresh_chance": lambda: ember.refresh_chance(HAND, "E3", turns=2, samples=5),
    "can_they_stop": lambda: imajica.can_they_stop(
        SLEW, SEIZE, holdings={"p2": imajica.RivalHand(unseen_count=2)}
    ),
    "can_they_stop by several": lambda: imajica.can_they_stop(SLEW, [SEIZE, "challenge dowd with sartori"]),
    "stop_question": lambda: imajica.RivalsStoppingQuestion.parse(f"{SLEW}; {SEIZE}; p2 holds 2"),
    "allies_to_send": lambda: imajica.allies_to_send(SLEW, "seize slew"),
    "smallest_stopping_groups": lambda: imajica.smallest_stopping_groups(
        "imajica: p1 active sartori; p2 active dowd judith irish; circle slew", SEIZE, player="p2"
    ),
    "best_defenders": lambda: imajica.best_defenders(SLEW, "challenge dowd with sartori"),
    "best_alliances": lambda: imajica.best_alliances("imajica: p1 hand irish lamp-boy; p2"),
    "victory_distances": lambda: imajica.victory_distances(SLEW),
    "best_split": lambda: deadliest_damage_split({"irish": 7, "gideon": 5}, {"irish": 4, "gideon": 4}, 9),
    "deck_faults": lambda: imajica.deck_faults(imajica.deck_from_lines("mine", ["2 riot"])),
    "deck_curves": lambda: imajica.deck_counts(imajica.load_decks()["teeth"]),
}


PLAIN = ("float64", "int64", "bool", "str", "string")
OLD_NAMES = {"rule", "rival", "seat", "battle", "line", "hand", "situation"}
"""Names that have an established alternative in every game: rules, player, position."""


def table(name: str) -> pd.DataFrame:
    answer = ANSWERS[name]()
    return answer if isinstance(answer, pd.DataFrame) else answer.frame()


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_is_a_table_whose_columns_are_told(name: str) -> None:
    frame = table(name)
    assert list(frame.attrs["columns"]) == list(frame.columns)
    assert all(meaning and not meaning.endswith(".") for meaning in frame.attrs["columns"].values())
    assert not OLD_NAMES & set(frame.columns)
    for column in frame:
        if column != "rules":
            assert str(frame[column].dtype) in PLAIN, column
    for column, beginning in (("rules", list), ("reason", str), ("player", str)):
        assert all(isinstance(cell, beginning) for cell in frame.get(column, ())), column
    assert all(reason == "" or reason.endswith((".", "]")) for reason in frame.get("reason", ()))
    assert set(frame.get("player", ())) <= {"p1", "p2", "p3"}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_table_has_plain_attributes_and_crosses_processes(name: str) -> None:
    frame = table(name)
    assert json.loads(json.dumps(frame.attrs)) == frame.attrs
    back = pickle.loads(pickle.dumps(frame))
    pd.testing.assert_frame_equal(back, frame)
    assert back.attrs == frame.attrs


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_shows_as_a_table_in_a_notebook(name: str) -> None:
    assert "<table" in ANSWERS[name]()._repr_html_()
    with in_language("de"):
        assert "<table" in ANSWERS[name]()._repr_html_()


def test_a_fraction_stands_beside_the_number_that_it_is() -> None:
    frame = ember.odds_in_tie("A13", 1, exact=True).frame().set_index("outcome")
    assert frame.loc["higher", "exact"] == "17/18"
    assert frame.loc["higher", "chance"] == pytest.approx(17 / 18)
    reaches = ember.pool_chances(HAND, 1, exact=True)
    assert [float(Fraction(text)) for text in reaches["exact"]] == reaches["chance"].tolist()


def test_numbers_are_floats_unless_fractions_are_asked_for() -> None:
    calls: dict[Any, dict[str, Any]] = {
        ember.chance_within: {"hand": HAND, "cost": "N3", "turns": 1},
        ember.chance_with_draws: {"hand": HAND, "cost": "N3", "draws": 1},
        ember.archmage_chance: {"card_count": 5},
    }
    for function, arguments in calls.items():
        rounded, exact = function(**arguments), function(**arguments, exact=True)
        assert (type(rounded), type(exact)) == (float, Fraction)
        assert rounded == float(exact)
    assert type(ember.odds_in_tie("A13", 1).higher) is float
    assert type(ember.odds_in_tie("A13", 1, exact=True).higher) is Fraction
    assert "exact" not in ember.odds_in_tie("A13", 1).frame()
    assert "exact" not in ember.pool_chances(HAND, 1)


def test_an_empty_answer_has_its_columns() -> None:
    frame = ember.keep_choices_table("A6 E6 F6", "N3", turns=1)
    assert frame.empty
    assert list(frame.columns) == ["discard", "kept", "chance", "count", "of", "reason"]


# -- the verbs


@pytest.mark.parametrize("game", [ember, imajica], ids=["ember", "imajica"])
def test_what_a_game_cannot_answer_is_one_sentence_that_names_something_else(game: Any) -> None:
    asked = [lambda: game.odds(SLEW), lambda: game.odds_many([SLEW], errors="column")]
    if game is imajica:
        asked.append(lambda: game.worth(SLEW, ["+irish"]))
    for ask in asked:
        with pytest.raises(Fault) as fault:
            ask()
        assert fault.value.text("de") != fault.value.text("en")
        for lang in ("en", "de"):
            assert ("odds_in_tie" if game is ember else "can_they_stop") in fault.value.text(lang)


@pytest.mark.parametrize("game", [ember, imajica], ids=["ember", "imajica"])
def test_the_verbs_have_the_parameters_of_all_games(game: Any) -> None:
    first = {"odds": ["position"], "odds_many": ["positions"], "advise": ["position"]}
    for name, positional in {**first, "worth": ["position", "changes"]}.items():
        parameters = inspect.signature(getattr(game, name)).parameters
        kinds = {entry.name: entry.kind for entry in parameters.values()}
        assert [each for each, kind in kinds.items() if kind is inspect.Parameter.POSITIONAL_OR_KEYWORD] == (
            positional
        ), name
    assert {"responses", "variant", "exact", "budget"} <= set(inspect.signature(game.odds).parameters)
    assert {"player", "seed", "confidence", "variant", "lang"} <= set(
        inspect.signature(game.advise).parameters
    )


# -- Ember


def test_the_chances_within_one_two_and_three_turns_are_one_table_that_charts_take() -> None:
    frame = ember.pool_chances(HAND, creatures=["dryad", "wisp", "phoenix"])
    assert list(frame.columns) == ["creature", "value", "cost", "turns", "chance", "discard", "reason"]
    wide = frame.pivot(index="creature", columns="turns", values="chance")
    assert list(wide.columns) == [1, 2, 3]
    for name, row in wide.iterrows():
        cost = str(ember.load_pool()[str(name)].cost)
        assert row.tolist() == [ember.chance_within(HAND, cost, turns=turns) for turns in (1, 2, 3)]
    assert "9 pairs of turns and creature" in charts.figure_description(charts.heat_map(frame))
    assert "within 1, 2, 3 turns" in charts.figure_description(ember.charts.reach(frame))


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_the_worth_of_a_card_is_the_difference_of_two_chances(turns: int) -> None:
    frame = ember.worth(HAND, cost="N3", turns=turns)
    assert len(frame) == 53 - len(HAND.split())
    assert frame["rank"].tolist() == list(range(1, len(frame) + 1))
    assert frame["win_change"].abs().round(12).is_monotonic_decreasing
    for row in frame.itertuples():
        assert row.changed_position == f"{HAND} {row.change[1:]}"
        assert row.win_before == ember.chance_within(HAND, "N3", turns=turns)
        assert row.win == ember.chance_within(row.changed_position, "N3", turns=turns)
        assert row.win - row.win_before == pytest.approx(row.win_change)
    assert (frame["edge"] - frame["edge_before"]).tolist() == pytest.approx(frame["edge_change"].tolist())
    if turns:
        figure = charts.worth(frame, top=3)
        assert "Archmage" in charts.figure_description(figure)
        assert "attacker" not in figure.to_json()
    archmage = frame.set_index("change").loc["+*"]
    assert (archmage["kind"], archmage["win"]) == ("archmage", 1.0)
    assert archmage["rules"] == ["EM-COST-5", "EM-ODDS-1"]


def test_a_change_may_take_and_give_and_a_position_knows_what_is_seen() -> None:
    line = "ember: p1 hand A6 E6 F8 A9 W1; p2 hand * 4; pool dryad; pile F6; to move p1 draw"
    row = ember.worth(line, ["+W6 -W1"]).iloc[0]
    assert row["changed_position"] == "A6 E6 F8 A9 W6"
    assert row["cost"] == str(ember.load_pool()["dryad"].cost)
    assert row["win_before"] == ember.chance_within(HAND, row["cost"], turns=2, seen="* F6")
    assert "+F6" not in ember.worth(line)["change"].tolist()


@pytest.mark.parametrize("change", ["", "*", "W1", "+", "-A12", "+A6", "+A14", "+*+"])
def test_what_is_no_change_of_a_hand_is_refused(change: str) -> None:
    with pytest.raises((Fault, Refusal)):
        ember.worth(HAND, [change], cost="N3")


# -- Imajica


def test_several_ways_to_seize_are_one_small_table() -> None:
    line = "imajica: p1 active sartori lamp-boy; p2 active huzzah-aping; p3 active dowd; circle slew"
    deeds = [SEIZE, "seize slew with sartori lamp-boy"]
    known = {"p2": imajica.RivalHand(), "p3": imajica.RivalHand(unseen_count=2)}
    stops = imajica.can_they_stop(line, deeds, holdings=known)
    frame = stops.frame()
    assert list(zip(frame["deed"], frame["player"], strict=True)) == [
        (deed, player) for deed in deeds for player in ("p2", "p3")
    ]
    for deed, result in zip(deeds, stops.results, strict=True):
        alone = imajica.can_they_stop(line, deed, holdings=known)
        rows = frame[frame["deed"] == deed]
        assert set(rows["any_chance"]) == {float(alone.stop_chance)}
        assert rows["chance"].tolist() == [float(rival.chance) for rival in alone.rival_stops]
        assert str(result.deed) == deed
        assert list(alone.frame().columns) == list(frame.columns)
    assert frame["outcome"].tolist()[:3] == ["now", "cards", "no_card"]
    assert "seize slew with sartori lamp-boy: Player 2" in charts.figure_description(
        imajica.charts.stopping(frame)
    )
    with pytest.raises(Fault, match="list of actions is empty"):
        imajica.can_they_stop(line, [])
    with pytest.raises(Fault, match="deed"):
        imajica.can_they_stop(line, [SEIZE, 3])  # type: ignore[list-item]


@pytest.mark.parametrize("samples", [1, 2, 50])
def test_an_estimate_never_says_that_it_is_exact(samples: int) -> None:
    estimate = ember.refresh_chance("A6 E9 F3 A12 W1", "N2", turns=2, samples=samples)
    assert estimate.standard_error > 0
    assert not estimate.is_exact
    assert not estimate.frame()["complete"].any()


def test_IJ_SEIZE_4_a_rival_is_named_as_in_lines_and_a_chance_of_nothing_has_its_reason() -> None:
    frame = imajica.can_they_stop(SLEW, SEIZE, holdings={"p2": imajica.RivalHand()}).frame()
    assert frame["player"].tolist() == ["p2"]
    assert frame["count"].isna().tolist() == [True]
    assert frame["chance"].tolist() == [0.0]
    assert frame["reason"].tolist() == ["p2 has no card in hand."]
    assert frame["complete"].tolist() == [True]


def test_an_action_of_a_list_that_is_not_allowed_is_a_row_with_the_reason() -> None:
    known = {"p2": imajica.RivalHand(unseen_count=2)}
    deeds = ["seize slew with dowd", SEIZE]
    stops = imajica.can_they_stop(SLEW, deeds, holdings=known)
    frame = stops.frame()
    assert frame["deed"].tolist() == deeds
    assert frame["refused"].tolist()[1] == ""
    with pytest.raises(Refusal) as alone:
        imajica.can_they_stop(SLEW, deeds[0], holdings=known)
    assert frame["refused"][0] == alone.value.text()
    assert frame["rules"][0] == [alone.value.rule]
    assert frame["chance"].isna().tolist() == [True, False]
    one = imajica.can_they_stop(SLEW, SEIZE, holdings=known)
    pd.testing.assert_frame_equal(frame.iloc[1:].reset_index(drop=True), one.frame())
    assert alone.value.text() in str(stops)
    assert "Player 2" in charts.figure_description(imajica.charts.stopping(frame))
    for text in ("dance", "seize slew"):
        with pytest.raises(BadAnswer):
            imajica.can_they_stop(SLEW, [SEIZE, text])


def test_every_set_of_cards_is_a_row_of_its_own_table() -> None:
    stops = imajica.can_they_stop(SLEW, SEIZE, holdings={"p2": imajica.RivalHand(unseen_count=2)})
    sets, frame = stops.stopping_sets(), stops.frame()
    assert len(frame) == 1
    assert len(sets) == frame["sets"][0] > 1
    assert sets.attrs["complete"]
    assert sets.iloc[0][["cards", "count"]].tolist() == frame.iloc[0][["cards", "count"]].tolist()
    assert imajica.can_they_stop(SLEW, [SEIZE]).stopping_sets().empty
    assert list(sets.attrs["columns"]) == list(sets.columns)


def test_an_empty_table_says_why() -> None:
    weak = "imajica: p1 active sartori; p2 active dowd; circle slew"
    for frame, rule in (
        (imajica.smallest_stopping_groups(weak, SEIZE, player="p2"), "IJ-SEIZE-4"),
        (imajica.best_alliances("imajica: p1; p2").frame(), "IJ-ALLY-2"),
    ):
        assert frame.empty
        assert rule in frame.attrs["notes"][0]


def test_a_name_that_is_nearly_right_is_named() -> None:
    with pytest.raises(Refusal, match="phoenix"):
        ember.pool_chances(HAND, creatures=["pheonix"])
    with pytest.raises(Fault, match="cost is 'N4'"):
        ember.chance_within(HAND, "phoenix", turns=2)
    with pytest.raises(Fault, match="pneuma"):
        imajica.can_they_stop(SLEW, SEIZE, holdings={"p2": imajica.RivalHand(("pneumaa",), 5)})
    assert str(imajica.deck_counts("teeth")) == str(imajica.deck_counts(imajica.load_decks()["teeth"]))


def test_what_is_a_bound_says_so() -> None:
    people = "sartori huzzah-aping horace-tyrwith bright-mother"
    line = f"imajica: p1 active {people}; p2 active dowd gideon irish toll-guard; circle slew"
    stops = imajica.can_they_stop(
        line, f"seize slew with {people}", holdings={"p2": imajica.RivalHand(unseen_count=12)}
    )
    assert stops.is_exact == all(rival.is_exact for rival in stops.rival_stops)
    assert stops.frame()["complete"].tolist() == [stops.rival_stops[0].is_exact] * len(stops.frame())
    assert not stops.rival_stops[0].is_exact
