"""How battles end: lists and arrays alike, and what must hold whatever the ends are worth."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from attrs import evolve
from battles import battles
from hypothesis import given, settings
from hypothesis import strategies as st
from long_runs import runs

from twingkit import twing
from twingkit.twing.exact_odds.best_responses import values as values_module
from twingkit.twing.exact_odds.best_responses.ends import LOSS, WIN, End, ends_of, moments, used_until
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.best_responses.moves import Node, move_rules, moves, start_nodes
from twingkit.twing.exact_odds.best_responses.values import Values
from twingkit.twing.exact_odds.contest import INVERTED, Contest, Resources
from twingkit.twing.exact_odds.variants.contest import contest_of
from twingkit.twing.rules.response_cards import ResponseCards

LINE = "F: F5 F3 + F4 @ shamrock & cat trap vs W: W6 W4 + W3 @ hat & cat trap miromon"


def contest(line: str = LINE) -> Contest:
    return contest_of(twing.Battle.parse(line))


def by_moment(ends: list[End]) -> dict[tuple[int, int], float]:
    return {(end.outcome, end.number): end.chance for end in ends}


small = battles(most_held=1).filter(lambda battle: contest_of(battle).size <= 24)


@given(small, st.randoms(use_true_random=False), st.booleans())
def test_lists_and_arrays_agree_for_any_worth(battle, rng, few_values):
    one = contest_of(battle)
    worth = tuple(
        tuple(rng.choice((-1.0, 0.0, 1.0)) if few_values else rng.uniform(-1, 1) for _ in moments(one))
        for _ in range(3)
    )
    arrays = [values_module.Values([one] * 2, [worth] * 2, keeps_choices=True, plain=False)]
    [together] = ends_of([one], "best", [worth])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(values_module, "find_spec", lambda name: None)
        [alone] = ends_of([one], "best", [worth])
    assert not arrays[0].plain
    assert sum(end.chance for end in alone) == pytest.approx(1)
    chances = by_moment(alone)
    assert by_moment(together) == pytest.approx(
        {key: chances.get(key, 0.0) for key in by_moment(together)}, abs=1e-12
    )


@given(small)
def test_TW_ODDS_2_the_ends_add_up_to_the_odds(battle):
    for responses in ("none", "best"):
        [ends] = ends_of([contest_of(battle)], responses)
        odds = twing.odds(battle, responses)
        assert sum(end.chance for end in ends if end.outcome == WIN) == pytest.approx(odds.win)
        assert sum(end.chance for end in ends if end.outcome == LOSS) == pytest.approx(odds.loss)


def test_an_end_says_what_was_played():
    [ends] = ends_of([contest()])
    for end in ends:
        moment = moments(contest())[end.number]
        assert tuple(map(sum, zip(moment.left, end.played, strict=True))) == contest().limits
        assert used_until(contest(), moment) == end.played
        assert end.traps == (end.played[2], end.played[6])
    assert {end.played[5] for end in ends} == {0, 1}


def test_with_the_dice_alone_nothing_is_played():
    [ends] = ends_of([contest()], "none")
    assert {end.played for end in ends} == {(0,) * 8}
    assert {moments(contest())[end.number].left for end in ends} == {contest().limits}
    assert len(ends) == 3


def test_cards_that_are_worth_more_than_the_battle_are_kept():
    one = contest("F: F5 & cat vs W: W6")
    dear = tuple(tuple(outcome + 10.0 * moment.left[1] for moment in moments(one)) for outcome in (1, 0, -1))
    [ends] = ends_of([one], "best", [dear])
    assert {end.played[1] for end in ends} == {0}
    cheap = tuple(tuple(-10.0 * moment.left[1] for moment in moments(one)) for _ in range(3))
    [ends] = ends_of([one], "best", [cheap])
    assert {end.played[1] for end in ends} == {1}


@settings(max_examples=runs(7, 150))
@given(battles(most_held=2))
def test_worth_of_win_minus_loss_is_what_is_played_without_worth(battle):
    one = contest_of(battle)
    worth = tuple((value,) * len(moments(one)) for value in (1.0, 0.0, -1.0))
    [plain], [worthy] = ends_of([one]), ends_of([one], "best", [worth])
    assert by_moment(worthy) == pytest.approx(by_moment(plain), abs=1e-12)


def test_a_battle_beyond_the_budget_is_refused_at_once():
    with pytest.raises(twing.BudgetError, match="99 cats"):
        ends_of([contest("F: F5 & cat*99 vs W: W6 & cat*99")])


@pytest.mark.slow
@settings(max_examples=runs(3, 40))
@given(battles(most_held=1).filter(lambda battle: 1 < contest_of(battle).size <= runs(6, 8)))
def test_the_ends_are_where_the_single_choices_lead(battle):
    one = contest_of(battle)
    [ends] = ends_of([one])
    followed = followed_choices(one)
    assert by_moment(ends) == pytest.approx(
        {key: followed.get(key, 0.0) for key in by_moment(ends)}, abs=1e-12
    )
    assert sum(followed.values()) == pytest.approx(1)


def followed_choices(one: Contest) -> dict[tuple[int, int], float]:
    """Best play forwards, response by response, as `Values.choices` ranks them: the slow twin."""
    chances: dict[tuple[int, int], float] = {}
    rules, numbers = move_rules(one), {moment: number for number, moment in enumerate(moments(one))}

    @cache
    def values(node: Node) -> Values:
        """The values of the contest with less in hand and the traps played felt."""
        return Values([narrowed(one, node)])

    def go(node: Node, states: tuple[int, int], mover: int, passed: bool, chance: float) -> None:
        name, best = "pass", None
        for offered, edge in values(node).choices(states, mover, passed):
            if best is None or edge > best + EPSILON:
                name, best = offered, edge
        if name == "pass" and not passed:
            go(node, states, 1 - mover, True, chance)
        elif name == "pass":
            results = (
                side.result(side.states[place]) for side, place in zip(one.profiles, states, strict=True)
            )
            key = 1 - narrowed(one, node).outcome(*results, (0, 0)), numbers[node]
            chances[key] = chances.get(key, 0.0) + chance
        else:
            [step] = dict(moves(node, mover, rules))[name]
            for after, share in dice_after(one, states, step):
                go(step.then, after, 1 - mover, False, chance * share)

    [begin] = start_nodes(one)
    for (row, first), (column, second) in product(*(enumerate(side.weights) for side in one.profiles)):
        go(begin, (row, column), 0, False, first * second / 144)
    return chances


def dice_after(one: Contest, states: tuple[int, int], step):
    """The dice after a step, each with its chance."""
    dice = list(states)
    if step.rolled is not None:
        for place, weight in enumerate(one.profiles[step.rolled].weights):
            dice[step.rolled] = place
            yield tuple(dice), weight / 12
        return
    if step.inverted is not None:
        dice[step.inverted] = INVERTED[dice[step.inverted]]
    yield tuple(dice), 1.0


def narrowed(one: Contest, node: Node) -> Contest:
    """The same contest in its middle: what is left in both hands, creatures already trapped gone."""
    gone = one.losses[0][node.taken[1]], one.losses[1][node.taken[0]]
    resources = [Resources(left[0], ResponseCards(*left[1:])) for left in (node.left[:4], node.left[4:])]
    return evolve(
        one,
        margin=one.margin - gone[0] + gone[1],
        losses=tuple(
            tuple(loss - gone[side] for loss in one.losses[side][node.taken[1 - side] :]) for side in (0, 1)
        ),
        resources=tuple(resources),
    )
