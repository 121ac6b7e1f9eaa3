"""Numbers of numpy are accepted wherever numbers are, and no result contains one."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import twingkit
from twingkit import Distribution, arena, ember, imajica, imperium, set_defaults, twing
from twingkit.core.arguments.kinds import as_builtin

LINE = "F: F5 vs W: W6"
FLEETS = "space: 3 cruiser vs 2 dreadnought"
HAND = "E5 A12 W6 F8 A6"


class Counted:
    """A value with `__index__` that is not one of Python's numbers."""

    def __index__(self) -> int:
        return 3


CALLS: dict[str, Callable[[Callable[[int], object], Callable[[float], object]], object]] = {
    "twing.new_game": lambda n, _: twing.new_game(n(3), seed=n(3)).record,
    "imperium.new_game": lambda n, _: imperium.new_game(n(3), seed=n(3)).record,
    "ember.new_game": lambda n, _: ember.new_game(n(3), seed=n(3)).record,
    "imajica.new_game": lambda n, _: imajica.new_game(n(3), seed=n(3)).record,
    "twing.hidden": lambda n, _: twing.advise(
        "F: hand F5 vs W: hand ?*4", side="attacker", samples=n(3), seed=n(3)
    ).to_dict("list"),
    "imperium.after": lambda n, _: imperium.odds(FLEETS).after_rounds(n(3)),
    "imperium.retreat": lambda n, _: str(
        imperium.retreat_odds_in_round(FLEETS, "attacker", round_number=n(3))
    ),
    "imperium.most": lambda n, _: str(imperium.odds(FLEETS, max_walks=n(3) and n(3))),
    "imperium.max_influence_by_resources": lambda n, _: imperium.max_influence_by_resources(
        [(n(3), n(3))], goods=n(3)
    ),
    "imperium.voter": lambda n, _: imperium.RemainingVoter("p2", (n(3), n(3)), extra_votes=n(3)),
    "imperium.course": lambda n, _: imperium.ShipMobility(n(3), move_bonus=n(3)),
    "imajica.holding": lambda n, _: imajica.RivalHand((), n(3)),
    "ember.chance": lambda n, _: ember.chance_within(HAND, "N3", turns=n(3)),
    "ember.tie": lambda n, _: str(ember.odds_in_tie("A13 E2", n(3))),
    "ember.refresh": lambda n, _: ember.refresh_chance(HAND, "N3", turns=n(3), samples=n(3), seed=n(3)),
    "arena.condition": lambda n, _: (
        arena.Condition(n(3), ["random", "random"], seed=n(3), games_per_part=n(3)).games
    ),
    "wilson": lambda n, f: arena.results.wilson_interval(n(3), n(3), confidence=f(0.5)),
    "distribution": lambda n, f: dict(Distribution({n(3): f(0.5), n(4): f(0.5)})),
    "undo": lambda n, _: twing.battle_game(LINE, seed=1).give_answers("lay F5", "lay W6").undo(n(1)),
    "budget": lambda _, f: str(imperium.odds(FLEETS, budget=f(0.5) * 100)),
    "below": lambda _, f: imperium.odds_with_retreat(FLEETS, "attacker", below=f(0.5)).below,
    "width": lambda n, _: set_defaults(width=n(720)).width,
    "roll": lambda n, _: _rolled(n(3)),
}


def _rolled(face: object) -> str:
    game = twing.battle_game(LINE).give_answers("lay F5", "lay W6")
    game.answer(face)
    return game.record


def with_classes(value: object) -> str:
    """Return a value as it prints; a number of numpy prints with its class."""
    return repr(value)


@pytest.mark.parametrize("name", CALLS)
def test_numbers_of_numpy_do_what_pythons_do(name: str) -> None:
    call = CALLS[name]
    expected = with_classes(call(int, float))
    assert with_classes(call(np.int64, np.float64)) == expected
    assert with_classes(call(np.uint8 if name != "width" else np.uint16, np.float32)) == expected
    assert "np." not in expected


@pytest.mark.parametrize("name", [name for name in CALLS if name not in ("budget", "below", "distribution")])
def test_what_counts_is_taken_and_true_and_false_are_not(name: str) -> None:
    call = CALLS[name]
    if name not in ("undo", "width"):
        assert with_classes(call(lambda _: Counted(), float)) == with_classes(call(lambda _: 3, float))
    with pytest.raises((ValueError, twingkit.Refusal)):
        call(lambda _: True, float)


def test_arrays_are_taken_where_lists_are() -> None:
    swept = twingkit.sweep(twing.odds, "F: F{n} vs W: W6", {"n": np.arange(4, 7)})
    assert swept.equals(twingkit.sweep(twing.odds, "F: F{n} vs W: W6", {"n": [4, 5, 6]}))
    table = imperium.retreat_table(
        FLEETS, "attacker", thresholds=np.linspace(0, 1, 3), rounds=np.arange(1, 3)
    )
    assert len(table) == 5
    assert twing.odds_given_faces(LINE, attack_faces=np.arange(1, 3)) == twing.odds_given_faces(
        LINE, attack_faces=[1, 2]
    )


def test_records_and_json_have_no_numbers_of_numpy() -> None:
    game = twing.new_game(np.int64(2), seed=np.int64(1))
    assert "np." not in game.record
    frame = twingkit.sweep(twing.odds, "F: F{n} vs W: W6", {"n": np.arange(4, 7)}, progress=np.False_)
    assert json.dumps(frame.attrs["over"] if "over" in frame.attrs else frame.attrs["columns"])
    counted = Distribution.from_values(np.array([3, 1, 3, 3]))
    assert json.dumps(dict(counted)) == '{"1": 0.25, "3": 0.75}'


def test_plain_values_stay_themselves() -> None:
    listed = [1, 2.5, "a", None, True, Fraction(1, 3)]
    assert as_builtin(listed) is listed
    mapped = {"a": listed}
    assert as_builtin(mapped) is mapped
    assert as_builtin(np.array([[1, 2], [3, 4]])) == ([1, 2], [3, 4])
    assert as_builtin(np.bool_(True)) is True


@pytest.mark.parametrize("listed", [np.array, pd.Series, pd.Index, tuple], ids=lambda kind: kind.__name__)
def test_a_hand_may_be_an_array_or_a_column(listed: Callable[[list[str]], object]) -> None:
    hand = listed(HAND.split())
    assert ember.chance_within(hand, "N3", turns=1) == ember.chance_within(HAND, "N3", turns=1)
    assert ember.conjurable_creatures(hand).equals(ember.conjurable_creatures(HAND))
    assert str(ember.odds_in_tie(hand, 2)) == str(ember.odds_in_tie(HAND, 2))
