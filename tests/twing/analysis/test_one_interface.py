"""The interface for analysts: the functions, their arguments and the columns of their tables follow one
naming."""

from __future__ import annotations

import inspect
import pickle
from fractions import Fraction
from itertools import product
from pathlib import Path

import pandas as pd
import pytest

from twingkit import Odds, twing
from twingkit.odds.odds import ExactOdds
from twingkit.twing.exact_odds.attack_lines import parse_attack_line

BATTLE = "F: F5 F3 + F4 & cat vs W: W6 W4 & trap"
SUPPORTED = "F: F5 F3 + F4 with L: F3 vs W: W6 W4 with A: + W3"
DUEL = "duel F: F5 F3 / F2 / F6 + F4 vs W: W6 / W4 W3 / shield W2"
ENDGAME = "endgame F: F5 F3 vs W: W6 vs L: shield L4"
HANDS = "F: hand F5 F3 + F4 vs W: hand W6 W4"
POSITIONS = (BATTLE, SUPPORTED, DUEL, ENDGAME)

SUBJECTS = {
    "worth": ("position", "changes"),
    "with_change": ("position", "change"),
    "best_play_line": ("position", "faces"),
    "own_element_odds": ("leads",),
    "shield_vs_spells_odds": ("leads", "spell_points"),
    "worth_spread": ("frame",),
    "worth_by_lead": ("frame",),
    "best_shield_shares": ("frame",),
    "played_defence_hold_rates": ("results",),
    "own_element_win_rates": ("results",),
    "battle_card_win_rates": ("results",),
    "game_card_win_rates": ("results",),
    "win_rate_effects": ("results", "by"),
    "odds_many": ("positions",),
    "margins": ("positions",),
    "creature_points_lost": ("positions",),
    "best_defences": ("positions",),
    "odds_now": ("game",),
    "best_response": ("fight",),
    **dict.fromkeys(
        (
            "odds", "advise", "lost_card_distribution", "response_tree", "first_response_chances",
            "odds_given_faces", "odds_with_hidden_cards", "hidden_hands",
            "duel_odds", "duel_odds_table", "duel_results", "duel_gains_and_costs",
            "ranked_duel_plans", "endgame_pairings", "endgame_results", "support_payoff_table",
        ),
        ("position",),
    ),
}  # fmt: skip
"""The subject of each analysis: its positional arguments. All others must be named."""

TABLES = {
    "odds_many": (["position", "win", "tie", "loss", "edge"], ["reason", "refused"]),
    "advise": (["option", "win", "tie", "loss", "edge", "reply"], ["rank", "rules", "reason"]),
    "worth": (
        [
            *("position", "side", "change", "kind", "label", "changed_position", "win_before", "edge_before"),
            *("win", "tie", "loss", "edge", "win_change", "edge_change"),
        ],
        ["rules", "reason", "refused", "rank"],
    ),
}
"""The first and the last columns of each function's table."""

OLD = {"line", "situation", "lay", "lays", "problem", "rule"}
"""Names that must not be used: the interface has one name for each of these things."""

CALLS = {
    "odds_many": lambda: twing.odds_many([BATTLE, "F: F5 vs"], errors="column"),
    "advise": lambda: twing.advise(HANDS),
    "worth": lambda: twing.worth(BATTLE),
    "worth of changes": lambda: twing.worth(BATTLE, ["+cat", "+hat", "-F9"]),
    "worth of a hand": lambda: twing.worth(HANDS),
    "first_response_chances": lambda: twing.first_response_chances(BATTLE),
    "response_tree": lambda: twing.response_tree(BATTLE, depth=1),
    "duel_odds_table": lambda: twing.duel_odds_table(DUEL),
    "duel_gains_and_costs": lambda: twing.duel_gains_and_costs(DUEL),
    "ranked_duel_plans": lambda: twing.ranked_duel_plans(DUEL),
    "endgame_pairings": lambda: twing.endgame_pairings(ENDGAME),
    "endgame_results": lambda: twing.endgame_results(ENDGAME),
    "support_payoff_table": lambda: twing.support_payoff_table(SUPPORTED),
    "margins": lambda: twing.margins([BATTLE]),
    "creature_points_lost": lambda: twing.creature_points_lost(BATTLE),
    "best_defences": lambda: twing.best_defences([twing.Situation.parse(HANDS + " + W3")]),
    "hidden_hands": lambda: twing.hidden_hands("F: hand F5 vs W: hand ? + W4", side="defender"),
    "odds_with_hidden_cards": lambda: twing.odds_with_hidden_cards("F: F5 vs W: W6 & ?").frame(),
}


@pytest.mark.parametrize("name", SUBJECTS)
def test_an_analysis_takes_its_subject_first_and_everything_else_by_name(name: str) -> None:
    parameters = inspect.signature(getattr(twing, name)).parameters.values()
    unnamed = tuple(each.name for each in parameters if each.kind is not each.KEYWORD_ONLY)
    assert unnamed == SUBJECTS[name]


def test_odds_take_the_arguments_of_all_games() -> None:
    assert list(inspect.signature(twing.odds).parameters) == [
        "position", "responses", "variant", "exact", "budget",
    ]  # fmt: skip
    assert not {"line_odds", "endgame_odds", "supported_odds"} & set(twing.__all__)


@pytest.mark.parametrize("name", TABLES)
def test_the_tables_of_the_verbs_begin_and_end_alike(name: str) -> None:
    first, last = TABLES[name]
    columns = CALLS[name]().columns.tolist()
    assert columns[: len(first)] == first
    assert columns[-len(last) :] == last


@pytest.mark.parametrize("name", CALLS)
def test_each_table_keeps_the_conventions_and_can_be_saved(name: str, tmp_path: Path) -> None:
    frame = CALLS[name]()
    assert not OLD & set(frame)
    if "rules" in frame:
        assert all(isinstance(rules, list) for rules in frame["rules"])
        assert all(rule in twing.rulebook() for rules in frame["rules"] for rule in rules)
    if "side" in frame:
        assert set(frame["side"]) <= {"attacker", "defender", ""}
    for column in ("reason", "refused"):
        assert all(isinstance(text, str) for text in frame.get(column, ()))
    frame.to_csv(tmp_path / "frame.csv", index=False)
    frame.to_parquet(tmp_path / "frame.parquet")
    for again in (pickle.loads(pickle.dumps(frame)), pd.read_parquet(tmp_path / "frame.parquet")):
        pd.testing.assert_frame_equal(again, frame)
        assert again.attrs == frame.attrs


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("responses", ["none", "best"])
def test_odds_take_every_position_as_a_line_and_as_a_value(position: str, responses: str) -> None:
    found = twing.odds(position, responses=responses)
    assert isinstance(found, Odds)
    assert twing.odds(parse_attack_line(position), responses=responses) == found
    [row] = twing.odds_many([parse_attack_line(position)], responses=responses).itertuples()
    assert (row.position, row.refused) == (str(parse_attack_line(position)), "")
    assert (row.win, row.tie, row.loss) == pytest.approx((found.win, found.tie, found.loss), abs=1e-12)


def test_many_positions_of_all_kinds_keep_their_order_and_say_what_has_no_odds() -> None:
    frame = twing.odds_many([*POSITIONS, "duel F: F5"], responses="each", errors="column")
    assert frame["refused"].map(bool).tolist() == [True, True, False, True, True]
    assert frame["win"][2] == twing.odds(DUEL, responses="each").win
    assert frame["win"].isna().tolist() == [True, True, False, True, True]
    dice = twing.odds_many(POSITIONS)
    assert dice["critical_win"].isna().tolist() == [False, False, True, True]


@pytest.mark.parametrize("position", POSITIONS)
def test_exact_odds_are_the_fractions_behind_the_numbers(position: str) -> None:
    exact, near = twing.odds(position, exact=True), twing.odds(position)
    assert isinstance(exact, ExactOdds)
    assert exact.win + exact.tie + exact.loss == 1
    assert [float(exact.win), float(exact.loss)] == pytest.approx([near.win, near.loss], abs=1e-14)
    frame = exact.frame()
    assert Fraction(frame["win_exact"][0]) == exact.win
    with pytest.raises(ValueError, match="exact"):
        twing.odds(position, responses="best", exact=True)
    assert twing.odds(position, variant="ties=defender", exact=True).edge < exact.edge


def test_the_exact_odds_of_a_duel_follow_from_those_of_its_battles() -> None:
    battles = [twing.odds(battle, exact=True) for battle in twing.Duel.parse(DUEL).battles]
    win = loss = Fraction(0)
    for ends in product(("win", "tie", "loss"), repeat=3):
        chance = Fraction(1)
        for battle, end in zip(battles, ends, strict=True):
            chance *= getattr(battle, end)
        win += chance * (ends.count("win") > 1)
        loss += chance * (ends.count("loss") > 1)
    whole = twing.odds(DUEL, exact=True)
    assert (whole.win, whole.loss) == (win, loss)


def test_a_small_budget_refuses_what_the_default_one_allows() -> None:
    duel = "duel F: F5 / F4 / F3 & cat*2 vs W: W5 / W4 / W3 & cat*2"
    for position in (BATTLE, duel, "endgame F: F5 & cat vs W: W6 & cat vs L: L5 & cat"):
        assert twing.odds(position, responses="best").win > 0
        with pytest.raises(twing.BudgetError):
            twing.odds(position, responses="best", budget=1e-6)


@pytest.mark.parametrize(("lang", "meaning"), [("en", "win minus loss"), ("de", "Sieg minus Niederlage")])
def test_odds_as_a_table_explain_their_columns(lang: str, meaning: str) -> None:
    dice, best = (twing.odds(BATTLE, responses=responses).frame(lang) for responses in ("none", "best"))
    assert dice.columns.tolist() == best.columns.tolist() == ["win", "tie", "loss", "edge"]
    assert list(dice.attrs["columns"]) == list(dice)
    assert meaning in dice.attrs["columns"]["edge"]
    assert (dice.attrs["rules"], best.attrs["rules"]) == (["TW-ODDS-1"], ["TW-ODDS-2"])
