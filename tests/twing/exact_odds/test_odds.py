"""Exact odds: the known numbers, the reference implementation, two solvers compared, and the budget."""

from __future__ import annotations

import pytest
from battles import battles
from hypothesis import given, settings
from long_runs import runs
from script_walk import walked_odds
from twing.chances import GIVEN, triple

from twingkit import Fault, twing
from twingkit.core.notation import ROLES
from twingkit.core.play import Game
from twingkit.twing.exact_odds.best_responses.many_battles import MAX_PLAY_COMBINATIONS
from twingkit.twing.exact_odds.best_responses.values import BattleValues
from twingkit.twing.exact_odds.odds import fight_odds
from twingkit.twing.exact_odds.variants.contest import battle_contest


@pytest.mark.parametrize("row", GIVEN, ids=lambda row: row["battle"])
def test_the_given_battles_come_out(row):
    for responses in ("none", "best"):
        assert triple(twing.odds(row["battle"], responses=responses)) == pytest.approx(
            row[responses], abs=1e-9
        )


@given(battles())
def test_TW_ODDS_1_dice_alone_agree_with_the_script(battle):
    assert triple(twing.odds(battle)) == pytest.approx(triple(walked_odds(battle, respond=False)), abs=1e-12)


@pytest.mark.slow
@settings(max_examples=runs(6, 60))
@given(battles(most_held=1).filter(lambda battle: battle_contest(battle).play_combinations <= 12))
def test_TW_ODDS_2_best_responses_agree_with_the_script(battle):
    assert triple(twing.odds(battle, responses="best")) == pytest.approx(
        triple(walked_odds(battle, respond=True)), abs=1e-9
    )


@pytest.mark.parametrize(
    "line",
    [
        "F: F5 + F4M>F2 & cat trap vs W: W6 + W3 @ hat & miromon",
        "F: F2 + F4 F3 @ shamrock,teddy & miromon vs W: shield W5 W2 & trap",
    ],
)
def test_TW_ODDS_2_every_response_at_once_agrees_with_the_script(line):
    battle = twing.Battle.parse(line)
    assert triple(twing.odds(battle, responses="best")) == pytest.approx(
        triple(walked_odds(battle, respond=True)), abs=1e-9
    )


@given(battles(most_held=2))
def test_arrays_and_lists_agree_on_odds_and_on_every_choice(battle):
    contest = battle_contest(battle)
    fast, plain = BattleValues([contest], plain=False), BattleValues([contest], plain=True)
    for states in ((0, 0), (len(contest.profiles[0].states) - 1, len(contest.profiles[1].states) // 2)):
        for mover in (0, 1):
            for passed in (False, True):
                assert fast.win_and_loss(states, mover, passed) == pytest.approx(
                    plain.win_and_loss(states, mover, passed), abs=1e-12
                )
                one, two = (list(solver.play_edges(states, mover, passed)) for solver in (fast, plain))
                assert [name for name, _ in one] == [name for name, _ in two]
                assert [edge for _, edge in one] == pytest.approx([edge for _, edge in two], abs=1e-12)


@given(battles())
def test_chances_add_up_and_the_margin_is_the_rest_of_the_rolls(battle):
    odds = twing.odds(battle)
    assert sum(triple(odds)) == pytest.approx(1)
    assert odds.margin is not None
    criticals = odds.critical_win + odds.critical_tie + odds.critical_loss
    assert criticals + odds.margin.total == pytest.approx(1)
    assert odds.critical_win + odds.margin.probability(lambda points: points > 0) == pytest.approx(odds.win)
    assert odds.critical_tie + odds.margin.probability(lambda points: points == 0) == pytest.approx(odds.tie)
    assert triple(odds.for_defender()) == triple(odds)[::-1]


def test_best_has_no_margin():
    assert twing.odds("F: F5 vs W: W6", responses="best").margin is None


def test_a_shield_has_no_die_and_no_critical_of_its_own():
    odds = twing.odds("F: F5 vs W: shield W5")
    assert (odds.critical_win, odds.critical_loss, odds.critical_tie) == pytest.approx((1 / 12, 1 / 12, 0))
    assert odds.win == pytest.approx(5 / 12)
    assert odds.tie == pytest.approx(6 / 12)


MOST = (
    "F: F5 F3 F1 + F6M>F3 F4 F2 @ shamrock & cat*5 trap*4 miromon "
    "vs W: W6 W4 W1 + W3 W2 W4M>W1 @ hat & cat*4 trap*4"
)


def test_all_that_the_assumed_box_can_deal_is_within_the_budget():
    box = twing.load_box()
    contest = battle_contest(twing.Battle.parse(MOST))
    held = contest.side_plays
    assert held[0].cats + held[1].cats == box.count_special_cards("cat")
    assert held[0].traps + held[1].traps == box.count_special_cards("trap")
    assert contest.play_combinations == MAX_PLAY_COMBINATIONS
    assert sum(triple(twing.odds(MOST, responses="best"))) == pytest.approx(1)


def test_beyond_the_budget_one_error_names_the_counts_at_once():
    line = "F: F5 & cat*99 vs W: W6 & cat*99"
    with pytest.raises(twing.BudgetError, match="99 cats") as over:
        twing.odds(line, responses="best")
    assert over.value.size == 100 * 100 > over.value.budget
    assert twing.odds(line).win > 0


def test_another_word_for_responses_is_refused():
    with pytest.raises(ValueError, match="'none', 'each' or 'best', not 'some'"):
        twing.odds("F: F5 vs W: W6", responses="some")


def play(line: str, *answers: str) -> Game:
    game = twing.battle_game(line)
    for answer in answers:
        game.answer(answer)
    return game


def test_odds_now_follow_the_dice_that_lie():
    line = "F: F5 vs W: W6 & cat"
    laid = play(line, "lay F5", "lay W6")
    assert triple(twing.odds_now(laid)) == pytest.approx(triple(twing.odds(line)))
    assert triple(twing.odds_now(laid, responses="best")) == pytest.approx(
        triple(twing.odds(line, responses="best"))
    )
    laid.answer("Sun")
    assert twing.odds_now(laid).win == pytest.approx(11 / 12)
    laid.answer("Cross")
    assert twing.odds_now(laid).win == 1
    assert twing.odds_now(laid, responses="best").tie == pytest.approx(1 / 12)


@pytest.mark.parametrize("responses", ["none", "best"])
def test_odds_now_before_anything_is_laid_are_those_of_the_line(responses):
    line = "F: F5 F3 + F4 vs W: W6 W4 @ hat & cat*2"
    whole = triple(twing.odds(line, responses=responses))
    game = twing.battle_game(line)
    assert triple(twing.odds_now(game, responses=responses)) == pytest.approx(whole)
    game.answer("lay F5 F3 + F4")
    assert triple(twing.odds_now(game, responses=responses)) == pytest.approx(whole), (
        "the defender lays by the line"
    )
    otherwise = twing.battle_game(line)
    otherwise.answer("lay F5")
    assert twing.odds_now(otherwise).win < whole[0]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_odds_now_refuse_what_no_line_says(lang):
    game = twing.endgame_game("endgame F: F5 vs W: W6 vs L: L4")
    with pytest.raises(Fault) as caught:
        twing.odds_now(game)
    assert "advise" in caught.value.text()
    assert "{" not in caught.value.text()


def test_odds_now_are_those_of_a_battle_under_way():
    game = play("F: F5 vs W: W6 & cat", "lay F5", "lay W6")
    game.play(twing.best_battle_answer)
    assert twing.odds_now(game) is None, "it is over"
    assert twing.odds_now(twing.new_game(2, seed=1)) is None


def test_odds_now_do_not_take_a_pass_before_the_roll_for_a_response():
    line = "W: F6 F5 + F4 & cat*2 trap miromon vs L: L5 L4 + L3 & cat trap"
    game = play(line, "lay F6 F5 + F4", "lay L5 L4 + L3")
    whole = triple(twing.odds(line, responses="best"))
    for answer in ("pass", "pass"):
        assert triple(twing.odds_now(game, responses="best")) == pytest.approx(whole)
        game.answer(answer)
    assert triple(twing.odds_now(game, responses="best")) == pytest.approx(whole)
    chances = []
    for face in twing.FACES:
        branch = game.copy()
        branch.answer(face)
        chances.append(twing.odds_now(branch, responses="best").win)
    assert sum(chances) / len(chances) == pytest.approx(whole[0])


def test_odds_now_go_on_from_whose_response_it_is():
    game = play("F: F5 & cat vs W: W6 & cat", "lay F5", "lay W6", "roll 2", "roll 2", "pass")
    fight = game.table.fight
    assert (fight.responder_index, fight.passes) == (1, 1)
    after_pass = fight_odds(fight, "best")
    game.answer("pass")
    assert game.over
    assert triple(fight_odds(fight, "best")) == (0, 0, 1) == triple(fight_odds(fight))
    assert triple(after_pass) == (0, 0, 1), "the defender leads and passes too"


@settings(max_examples=runs(10, 200))
@given(battles(most_held=1))
def test_odds_now_with_best_play_change_with_the_dice_only(battle):
    game = twing.battle_game(battle, seed=1)
    before = None
    while not game.over:
        fight = game.table.fight
        rolls = sum(entry.kind == "roll" for entry in game.transcript)
        laid = fight is not None and all(side.lay.spells or side.lay.units for side in fight.sides)
        now = (rolls, triple(fight_odds(fight, "best"))) if laid else None
        if before and now and before[0] == now[0]:
            assert now[1] == pytest.approx(before[1], abs=1e-9)
        before = now
        game.answer(twing.best_battle_answer(game))


@pytest.mark.parametrize(
    ("line", "answers", "choice"),
    [
        ("F: F5 vs W: W6 & cat", ("roll Sun", "roll 1"), "cat"),
        ("F: F5 vs W: W6 & cat", ("roll Cross", "roll 1"), None),
        ("F: F5 vs W: W6 @ hat & cat", ("roll Sun", "roll 1"), "hat"),
        ("F: F5 & miromon vs W: W6", ("roll Cross", "roll 1"), "miromon attacker"),
        ("F: F5 & miromon vs W: W6", ("roll 0", "roll Sun"), "miromon defender"),
        ("F: F5 & trap vs W: W2 + W4M>W3", ("pass", "roll 0", "roll 0"), "trap W4M"),
        ("F: F5 & trap vs W: shield W4 W3M>W1", ("pass", "roll 0"), "trap W4"),
    ],
)
def test_best_response_turns_the_battle_when_it_can(line, answers, choice):
    battle = twing.Battle.parse(line)
    game = play(line, f"lay {battle.attacker.lay}", f"lay {battle.defender.lay}", *answers)
    if choice is None:
        assert twing.best_response(game.table.fight, side=ROLES[game.question.player]) == "pass"
    else:
        assert str(twing.best_battle_answer(game)) == choice
        game.answer(choice)
