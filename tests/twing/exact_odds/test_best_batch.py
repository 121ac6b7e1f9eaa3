"""Best responses of many battles at once, against both single solvers, the given numbers and the script."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from battles import battles
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from long_runs import runs
from script_walk import walked_odds

from twingkit import twing
from twingkit.odds import Odds
from twingkit.twing.exact_odds import best_batch
from twingkit.twing.exact_odds.best_batch import batch_ends, batch_odds
from twingkit.twing.exact_odds.best_numpy import NumpyValues
from twingkit.twing.exact_odds.best_plain import PlainValues
from twingkit.twing.exact_odds.contest import Contest, battle_contest
from twingkit.twing.notation.battle_line import Battle

GIVEN = json.loads(Path(__file__).with_name("battles.json").read_text(encoding="utf-8"))
EVERYTHING = "F: F5 F2 + F4M>F2 @ shamrock & cat trap miromon vs W: W6 + W3 @ hat & cat trap"


def triple(odds: Odds) -> tuple[float, float, float]:
    return odds.win, odds.tie, odds.loss


def contest(line: str) -> Contest:
    return battle_contest(Battle.parse(line).check())


def averaged(values: PlainValues | NumpyValues, of: Contest) -> tuple[float, float]:
    """Win and loss over all first rolls."""
    win = loss = 0.0
    for (row, one), (column, two) in product(*(enumerate(profile.weights) for profile in of.profiles)):
        won, lost = values.chances((row, column))
        win, loss = win + one * two / 144 * won, loss + one * two / 144 * lost
    return win, loss


@pytest.fixture(params=["together", "one by one"])
def either_way(request, monkeypatch):
    """Contests of every size solved together, or every one alone, whatever is faster."""
    monkeypatch.setattr(best_batch, "_WORTHWHILE", 1e9 if request.param == "together" else 0)


def test_the_given_battles_come_out_all_at_once(either_way):
    found = batch_odds([contest(row["battle"]) for row in GIVEN])
    assert found == pytest.approx(np.array([row["best"] for row in GIVEN]), abs=1e-9)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(battles(most_held=2), min_size=1, max_size=6))
def test_TW_ODDS_2_many_at_once_agree_with_both_single_solvers(either_way, found):
    contests = [battle_contest(battle) for battle in found]
    for (win, tie, loss), each in zip(batch_odds(contests), contests, strict=True):
        assert win + tie + loss == pytest.approx(1, abs=1e-12)
        for solver in (PlainValues, NumpyValues):
            assert (win, loss) == pytest.approx(averaged(solver(each), each), abs=1e-12)


@settings(max_examples=runs(3, 40))
@given(battles(most_held=1).filter(lambda battle: 1 < battle_contest(battle).size <= runs(6, 8)))
def test_TW_ODDS_2_many_at_once_agree_with_the_script(battle):
    walked = triple(walked_odds(battle, respond=True))
    assert batch_odds([battle_contest(battle)] * 2) == pytest.approx(np.array([walked] * 2), abs=1e-9)


def test_each_contest_gets_its_own_numbers_whatever_stands_beside_it():
    lines = [row["battle"] for row in GIVEN]
    together = batch_odds([contest(line) for line in [*lines, *reversed(lines)]])
    alone = np.vstack([batch_odds([contest(line)]) for line in lines])
    assert together == pytest.approx(np.vstack([alone, alone[::-1]]), abs=1e-12)


def test_no_contest_gives_no_row():
    assert batch_odds([]).shape == (0, 3)
    assert batch_ends([]) == []


def test_pieces_that_keep_memory_bounded_change_nothing(monkeypatch):
    contests = [contest(EVERYTHING.replace("F5", f"F{power}")) for power in range(1, 9)]
    whole, ends = batch_odds(contests), batch_ends(contests)
    monkeypatch.setattr(best_batch, "LARGEST", 3 * 11 * 11 * contests[0].size)
    monkeypatch.setattr(best_batch, "_WORTHWHILE", 1e9)
    assert batch_odds(contests) == pytest.approx(whole, abs=1e-12)
    for piece, end in zip(batch_ends(contests), ends, strict=True):
        assert piece.joint == pytest.approx(end.joint, abs=1e-12)


def test_beyond_the_budget_nothing_is_solved():
    for solve in (batch_odds, batch_ends):
        with pytest.raises(twing.BudgetError, match="99 cats"):
            solve([contest("F: F5 vs W: W6"), contest("F: F5 & cat*99 vs W: W6 & cat*99")])


@given(st.lists(battles(most_held=2), min_size=1, max_size=4))
def test_the_ends_hold_the_odds_and_all_that_is_left(found):
    contests = [battle_contest(battle) for battle in found]
    for end, each, odds in zip(batch_ends(contests), contests, batch_odds(contests), strict=True):
        assert end.joint.shape == (3, *(limit + 1 for limit in each.limits))
        assert end.joint.min() >= 0
        assert triple(end.odds) == pytest.approx(tuple(odds), abs=1e-12)
        assert end.outcomes.shape == (3, each.means[0].traps + 1, each.means[1].traps + 1)
        assert end.outcomes.sum(axis=(1, 2)) == pytest.approx(odds, abs=1e-12)
        assert all(0 <= used <= limit + 1e-12 for used, limit in zip(end.used, each.limits, strict=True))


@pytest.mark.slow
@settings(max_examples=runs(3, 40))
@given(battles(most_held=1).filter(lambda battle: 1 < battle_contest(battle).size <= runs(6, 8)))
def test_the_ends_are_where_the_single_choices_lead(battle):
    each = battle_contest(battle)
    assert batch_ends([each])[0].joint == pytest.approx(followed(each), abs=1e-12)


def followed(each: Contest) -> np.ndarray:
    """Best play forwards, response by response, as `NumpyValues.choices` ranks them: the slow twin."""
    joint = np.zeros((3, *(limit + 1 for limit in each.limits)))
    solved: dict[tuple[int, ...], PlainValues] = {}

    def after(left: tuple[int, ...]) -> Contest:
        """The contest with less in hand and the traps played felt."""
        return narrowed(each, left)

    def go(left, states, mover, passed, chance):
        values = solved.setdefault(left, PlainValues(after(left)))
        choice, best = "pass", None
        for name, edge in values.choices(states, mover, passed):
            if best is None or edge > best + best_batch.EPSILON:
                choice, best = name, edge
        if choice == "pass":
            if not passed:
                return go(left, states, 1 - mover, True, chance)
            results = (
                side.result(side.states[place]) for side, place in zip(each.profiles, states, strict=True)
            )
            joint[(1 - after(left).decided(*results, (0, 0)), *left)] += chance
            return None
        spot = 4 * mover + ("reroll", "cat", "trap", "miromon").index(choice.split()[0])
        then = (*left[:spot], left[spot] - 1, *left[spot + 1 :])
        if choice in ("reroll", "cat"):
            for place, weight in enumerate(each.profiles[mover].weights):
                rolled = (place, states[1]) if mover == 0 else (states[0], place)
                go(then, rolled, 1 - mover, False, chance * weight / 12)
            return None
        if choice.startswith("miromon"):
            target = mover if choice.endswith("own") else 1 - mover
            turned = best_batch.INVERTED[states[target]]
            states = (turned, states[1]) if target == 0 else (states[0], turned)
        return go(then, states, 1 - mover, False, chance)

    for (row, one), (column, two) in product(*(enumerate(side.weights) for side in each.profiles)):
        go(each.limits, (row, column), 0, False, one * two / 144)
    return joint


def narrowed(each: Contest, left: tuple[int, ...]) -> Contest:
    """The same contest in its middle: what is left in both hands, creatures already trapped gone."""
    from attrs import evolve

    from twingkit.twing.exact_odds.contest import Means

    played = each.limits[2] - left[2], each.limits[6] - left[6]
    gone = each.losses[0][played[1]], each.losses[1][played[0]]
    return evolve(
        each,
        margin=each.margin - gone[0] + gone[1],
        losses=tuple(
            tuple(loss - gone[side] for loss in each.losses[side][played[1 - side] :]) for side in (0, 1)
        ),
        means=(Means(*left[:4]), Means(*left[4:])),
    )


def test_what_the_ends_are_worth_decides_what_is_played():
    each = contest("F: F5 & cat vs W: W6")
    shape = batch_ends([each])[0].joint.shape
    keep = np.zeros(shape)
    keep[:, 0, 1] = 1.0  # nothing counts but the cat in hand
    assert batch_ends([each], [keep])[0].used == pytest.approx(np.zeros(8))
    waste = np.zeros(shape)
    waste[:, 0, 0] = 1.0
    assert batch_ends([each], [waste])[0].used[1] == pytest.approx(1)


@settings(max_examples=runs(7, 150))
@given(battles(most_held=2))
def test_worth_of_win_minus_loss_is_what_is_played_without_worth(battle):
    each = battle_contest(battle)
    plain = batch_ends([each])[0]
    worth = np.broadcast_to(np.array([1.0, 0.0, -1.0]).reshape(3, *[1] * 8), plain.joint.shape)
    assert batch_ends([each], [worth])[0].joint == pytest.approx(plain.joint, abs=1e-12)
