"""The ends of a battle: lists and arrays agree, and invariants for any worth of the ends."""

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
from twingkit.twing.exact_odds.best_responses.ends import (
    LOSS,
    WIN,
    BattleEnd,
    battle_ends,
    plays_used_until,
    possible_end_nodes,
)
from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.best_responses.moves import BattleNode, move_rules, start_nodes
from twingkit.twing.exact_odds.best_responses.values import BattleValues
from twingkit.twing.exact_odds.contest import INVERTED_STATE_INDICES, Contest, RemainingSidePlays
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.rules.response_cards import ResponseCards

LINE = "F: F5 F3 + F4 @ shamrock & cat trap vs W: W6 W4 + W3 @ hat & cat trap miromon"


def contest(line: str = LINE) -> Contest:
    return battle_contest(twing.Battle.parse(line))


def by_moment(ends: list[BattleEnd]) -> dict[tuple[int, int], float]:
    return {(end.outcome, end.moment_index): end.chance for end in ends}


small = battles(most_held=1).filter(lambda battle: battle_contest(battle).play_combinations <= 24)


@given(small, st.randoms(use_true_random=False), st.booleans())
def test_lists_and_arrays_agree_for_any_worth(battle, rng, few_values):
    one = battle_contest(battle)
    worth = tuple(
        tuple(
            rng.choice((-1.0, 0.0, 1.0)) if few_values else rng.uniform(-1, 1)
            for _ in possible_end_nodes(one)
        )
        for _ in range(3)
    )
    arrays = [values_module.BattleValues([one] * 2, [worth] * 2, keeps_choices=True, plain=False)]
    [together] = battle_ends([one], "best", [worth])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(values_module, "find_spec", lambda name: None)
        [alone] = battle_ends([one], "best", [worth])
    assert not arrays[0].plain
    assert sum(end.chance for end in alone) == pytest.approx(1)
    chances = by_moment(alone)
    assert by_moment(together) == pytest.approx(
        {key: chances.get(key, 0.0) for key in by_moment(together)}, abs=1e-12
    )


@given(small)
def test_TW_ODDS_2_the_ends_add_up_to_the_odds(battle):
    for responses in ("none", "best"):
        [ends] = battle_ends([battle_contest(battle)], responses)
        odds = twing.odds(battle, responses=responses)
        assert sum(end.chance for end in ends if end.outcome == WIN) == pytest.approx(odds.win)
        assert sum(end.chance for end in ends if end.outcome == LOSS) == pytest.approx(odds.loss)


def test_an_end_says_what_was_played():
    [ends] = battle_ends([contest()])
    for end in ends:
        moment = possible_end_nodes(contest())[end.moment_index]
        assert tuple(map(sum, zip(moment.plays_left, end.plays_used, strict=True))) == contest().play_limits
        assert plays_used_until(contest(), moment) == end.plays_used
        assert end.successful_traps == (end.plays_used[2], end.plays_used[6])
    assert {end.plays_used[5] for end in ends} == {0, 1}


def test_with_the_dice_alone_nothing_is_played():
    [ends] = battle_ends([contest()], "none")
    assert {end.plays_used for end in ends} == {(0,) * 8}
    assert {possible_end_nodes(contest())[end.moment_index].plays_left for end in ends} == {
        contest().play_limits
    }
    assert len(ends) == 3


def test_cards_that_are_worth_more_than_the_battle_are_kept():
    one = contest("F: F5 & cat vs W: W6")
    dear = tuple(
        tuple(outcome + 10.0 * moment.plays_left[1] for moment in possible_end_nodes(one))
        for outcome in (1, 0, -1)
    )
    [ends] = battle_ends([one], "best", [dear])
    assert {end.plays_used[1] for end in ends} == {0}
    cheap = tuple(tuple(-10.0 * moment.plays_left[1] for moment in possible_end_nodes(one)) for _ in range(3))
    [ends] = battle_ends([one], "best", [cheap])
    assert {end.plays_used[1] for end in ends} == {1}


@settings(max_examples=runs(7, 150))
@given(battles(most_held=2))
def test_worth_of_win_minus_loss_is_what_is_played_without_worth(battle):
    one = battle_contest(battle)
    worth = tuple((value,) * len(possible_end_nodes(one)) for value in (1.0, 0.0, -1.0))
    [plain], [worthy] = battle_ends([one]), battle_ends([one], "best", [worth])
    assert by_moment(worthy) == pytest.approx(by_moment(plain), abs=1e-12)


@pytest.mark.slow
@settings(max_examples=runs(3, 40))
@given(battles(most_held=1).filter(lambda battle: 1 < battle_contest(battle).play_combinations <= runs(6, 8)))
def test_the_ends_are_where_the_single_choices_lead(battle):
    one = battle_contest(battle)
    [ends] = battle_ends([one])
    followed = followed_choices(one)
    assert by_moment(ends) == pytest.approx(
        {key: followed.get(key, 0.0) for key in by_moment(ends)}, abs=1e-12
    )
    assert sum(followed.values()) == pytest.approx(1)


def followed_choices(one: Contest) -> dict[tuple[int, int], float]:
    """Reference implementation: follow best play response by response, as `BattleValues.play_edges` ranks
    them."""
    chances: dict[tuple[int, int], float] = {}
    rules, numbers = (
        move_rules(one),
        {moment: number for number, moment in enumerate(possible_end_nodes(one))},
    )

    @cache
    def values(node: BattleNode) -> BattleValues:
        """Return the values of the contest with fewer cards in hand and after these traps."""
        return BattleValues([narrowed(one, node)])

    def go(node: BattleNode, states: tuple[int, int], mover: int, passed: bool, chance: float) -> None:
        name, best = "pass", None
        for offered, edge in values(node).play_edges(states, mover, passed):
            if best is None or edge > best + EPSILON:
                name, best = offered, edge
        if name == "pass" and not passed:
            go(node, states, 1 - mover, True, chance)
        elif name == "pass":
            results = (
                side.face_result(side.states[place]) for side, place in zip(one.profiles, states, strict=True)
            )
            key = 1 - narrowed(one, node).outcome_sign(*results, (0, 0)), numbers[node]
            chances[key] = chances.get(key, 0.0) + chance
        else:
            [step] = dict(rules.moves(node, mover))[name]
            for after, share in dice_after(one, states, step):
                go(step.next_node, after, 1 - mover, False, chance * share)

    [begin] = start_nodes(one)
    for (row, first), (column, second) in product(*(enumerate(side.roll_counts) for side in one.profiles)):
        go(begin, (row, column), 0, False, first * second / 144)
    return chances


def dice_after(one: Contest, states: tuple[int, int], step):
    """Return the dice after a step, each with its chance."""
    dice = list(states)
    if step.rolled_die is not None:
        for place, weight in enumerate(one.profiles[step.rolled_die].roll_counts):
            dice[step.rolled_die] = place
            yield tuple(dice), weight / 12
        return
    if step.inverted_die is not None:
        dice[step.inverted_die] = INVERTED_STATE_INDICES[dice[step.inverted_die]]
    yield tuple(dice), 1.0


def narrowed(one: Contest, node: BattleNode) -> Contest:
    """Return the contest from this node on: the cards left in both hands, without trapped creatures."""
    gone = one.trap_losses[0][node.successful_traps[1]], one.trap_losses[1][node.successful_traps[0]]
    resources = [
        RemainingSidePlays(left[0], ResponseCards(*left[1:]))
        for left in (node.plays_left[:4], node.plays_left[4:])
    ]
    return evolve(
        one,
        margin=one.margin - gone[0] + gone[1],
        trap_losses=tuple(
            tuple(loss - gone[side] for loss in one.trap_losses[side][node.successful_traps[1 - side] :])
            for side in (0, 1)
        ),
        side_plays=tuple(resources),
    )
