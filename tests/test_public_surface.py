"""All games answer alike: one name has one contract, and the page that shows them is up to date."""

from __future__ import annotations

import inspect
import random
from itertools import combinations

import pytest
from public_surface import PAGE, lines, surfaces

import twingkit
from twingkit import BattleError, BudgetError, NotationError, Odds, imperium, twing
from twingkit.asking import Chance
from twingkit.reports.batches import BatchError

BATTLES = {twing: "F: F5 F3 vs W: W6 & cat", imperium: "space: 2 cruiser vs 3 destroyer"}
PAIRS = list(combinations(surfaces().values(), 2))
FIGHTS = [pair for pair in PAIRS if set(pair) <= set(BATTLES)]
ODDS = ["battle", "win", "tie", "loss", "edge"]


def test_the_page_of_public_names_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == "\n".join(lines()) + "\n"


def needed(parameters):
    return [parameter.name for parameter in parameters.values() if parameter.default is parameter.empty]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_functions_of_one_name_take_the_same_things_in_the_same_order(one, other):
    shared = [
        name
        for name in one.__all__
        if name in other.__all__ and inspect.isfunction(inspect.unwrap(getattr(one, name)))
    ]
    battles = {"battle_game", "odds", "odds_many", "odds_now"} if (one, other) in FIGHTS else set()
    assert {"rulebook", *battles} <= set(shared)
    for name in shared:
        first, second = (inspect.signature(getattr(module, name)).parameters for module in (one, other))
        assert [each for each in first if each in second] == [each for each in second if each in first], name
        same = (set(first) & set(second)) - {"variant", "players"}  # each game has a usual number
        assert all(first[each].default == second[each].default for each in same), name
        if "variant" in first and "variant" in second:  # left out it is the box, each game's own
            boxes = [getattr(module, "BOX", None) for module in (one, other)]
            assert {first["variant"].default, second["variant"].default} <= {None, *boxes}, name
        assert needed(first) == needed(second), name


@pytest.mark.parametrize(("one", "other"), FIGHTS)
def test_errors_of_one_name_are_one_class(one, other):
    shared = {name for name in set(one.__all__) & set(other.__all__) if name.endswith("Error")}
    assert shared >= {"BattleError", "NotationError", "BatchError", "BudgetError"}
    for name in shared:
        assert getattr(one, name) is getattr(other, name) is getattr(twingkit, name)


@pytest.mark.parametrize("game", BATTLES)
def test_every_budget_has_one_error_above_it(game):
    errors = [getattr(game, name) for name in game.__all__ if name.endswith(("BudgetError", "WalkError"))]
    assert errors
    assert all(issubclass(error, BudgetError) for error in errors)


@pytest.mark.parametrize("game", BATTLES)
def test_odds_of_a_game_are_odds_with_a_rule(game):
    line = BATTLES[game]
    played, dice = game.battle_game(line), random.Random(1)
    found = [game.odds(line), game.odds(game.Battle.parse(line))]
    while not played.over:
        now = game.odds_now(played)
        assert now is None or isinstance(now, Odds)
        found += [now] if now else []
        played.roll() if isinstance(played.question, Chance) else played.draw(dice)
    assert game.odds_now(played) is None
    assert len(found) > 3
    for odds in found:
        assert odds.win + odds.tie + odds.loss == pytest.approx(1)
        assert odds.edge == odds.win - odds.loss
        assert odds.rule in game.rulebook()


@pytest.mark.parametrize("game", BATTLES)
def test_tables_of_many_battles_have_the_same_columns(game):
    frame = game.odds_many([BATTLES[game], "nonsense"], errors="column")
    assert list(frame.columns)[:5] == ODDS
    assert list(frame.columns)[-1] == "problem"
    assert frame.attrs["rule"] in game.rulebook()
    with pytest.raises(BatchError):
        game.odds_many(["nonsense"])
    with pytest.raises((NotationError, BattleError)):
        game.odds("nonsense")


def test_tables_of_changes_have_the_same_columns():
    common = ["side", "change", "kind", "label", "win", "tie", "loss", "edge", "win_change", "edge_change"]
    worth = imperium.unit_worth(BATTLES[imperium])
    cards = twing.card_worth(BATTLES[twing], "none")
    assert list(worth.columns)[: len(common)] == list(cards.columns)[: len(common)] == common
    more = imperium.one_more(BATTLES[imperium], "attacker", ["cruiser"])
    assert {"win", "tie", "loss", "edge", "win_change", "edge_change"} <= set(more.columns)
    assert {"win", "tie", "loss", "edge", "edge_change"} <= set(twing.what_if(BATTLES[twing]).columns)
    assert {*worth["side"], *cards["side"]} <= {"attacker", "defender"}
