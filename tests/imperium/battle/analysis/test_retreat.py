"""Retreat plans: what they save, against games that are played through every roll of the dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import pairwise
from math import inf

import attrs
import pytest
from imperium.script_walk import distinct_throws

from twingkit.core.language import in_language
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES
from twingkit.core.play import Game
from twingkit.core.slices import finish
from twingkit.imperium import battle_game, odds
from twingkit.imperium.battle.analysis.final_rounds import FinalRetreatGraph, FinalRetreatGrid, mean_end_odds
from twingkit.imperium.battle.analysis.retreat import (
    RetreatPlans,
    odds_with_retreat,
    retreat_odds_in_round,
    retreat_rows_in_slices,
    retreat_table,
)
from twingkit.imperium.battle.analysis.rounds import SpaceBattleRounds
from twingkit.imperium.battle.exact_odds.steps_walk import split_ended
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, RollDice

PLAIN = "space: 3 cruiser 1 dreadnought 2 fighter vs 2 dreadnought 1 destroyer"
TIED = "space: 1 cruiser 1 dreadnought @ da vs 2 dreadnought"


def state(game: Game) -> Hashable:
    """Return the state of a game at a question about retreating; rounds from the second on are equivalent."""
    return game.question.player, min(game.table.round, 2), game.table.state


def next_games(game: Game) -> Iterator[tuple[Game, float]]:
    """Return the possible next games: one for each result of the dice, or the stated decision. The last of
    them is `game` itself."""
    question = game.question
    answers = (
        distinct_throws(question.volley)
        if isinstance(question, RollDice)
        else [(question.default_answer(), 1.0)]
    )
    for number, (answer, chance) in enumerate(answers, 1):
        then = game if number == len(answers) else game.copy()
        then.answer_unchecked(answer)
        yield then, chance


def walk(game: Game, decide: Callable[[Game], str], left: float = 1e-6) -> list[tuple[Game, float]]:
    """Return the games that can end, with their chances, if `decide` answers about retreating."""
    ends = []
    level: dict[Hashable, tuple[Game, float]] = {0: (game.copy(), 1.0)}
    while level and sum(chance for _, chance in level.values()) > left:
        after: dict[Hashable, tuple[Game, float]] = {}
        for at, chance in level.values():
            if isinstance(at.question, AnnounceRetreat):
                at.answer(decide(at))
                nexts = iter([(at, 1.0)])
            else:
                nexts = next_games(at)
            for then, part in nexts:
                if then.question is None:
                    ends.append((then, chance * part))
                    continue
                first = isinstance(then.question, AnnounceRetreat)
                key = (then.table.round, state(then)) if first else object()
                known, so_far = after.get(key, (then, 0.0))
                after[key] = known, so_far + chance * part
        level = after
    return ends


def walked_plan(line: str, side: str, below: float, first: int) -> tuple[float, float, float, float]:
    """Return a plan's chances to win and to get away, and both sides' losses, by playing it."""
    index = ROLES.index(side)
    wins: dict[Hashable, float] = {}

    def win(game: Game) -> float:
        if state(game) not in wins:
            ends = walk(game, lambda _: "stay", 1e-6)
            wins[state(game)] = sum(chance for end, chance in ends if end.result.winner == index)
        return wins[state(game)]

    def decide(game: Game) -> str:
        mine = game.question.player == index and game.table.round >= first
        return "retreat" if mine and (below == inf or win(game) < below) else "stay"

    ends = walk(battle_game(line, explain=False), decide)
    return (
        sum(chance for end, chance in ends if end.result.winner == index),
        sum(chance for end, chance in ends if end.result.retreated[index]),
        sum(chance * end.result.losses(index) for end, chance in ends),
        sum(chance * end.result.losses(1 - index) for end, chance in ends),
    )


@pytest.mark.parametrize(
    ("line", "side", "below", "first"),
    [
        ("space: 2 cruiser vs 1 dreadnought", "attacker", 0.5, 1),
        ("space: 2 cruiser vs 1 dreadnought", "defender", 0.4, 2),
        ("space: 1 cruiser 1 fighter vs 1 destroyer 1 cruiser", "defender", 0.45, 1),
        ("space: 1 dreadnought @ da vs 1 dreadnought", "attacker", 0.3, 1),
        ("space: 2 cruiser vs 1 dreadnought", "attacker", inf, 2),
        ("space: 2 cruiser vs 1 dreadnought @ intercept", "attacker", inf, 1),
        ("space: 2 cruiser vs 1 dreadnought @ mb", "attacker", 0.5, 1),
    ],
)
def test_IM_ODDS_7_a_plan_is_what_games_with_its_answers_come_to(line, side, below, first):
    whatever = below == inf
    found = (
        retreat_odds_in_round(line, side, round_number=first)
        if whatever
        else odds_with_retreat(line, side, below=below, first_round=first)
    )
    win, away, own, enemy = walked_plan(line, side, below, first)
    assert (found.win, found.escape_chance) == pytest.approx((win, away), abs=1e-5)
    assert (found.own_lost, found.enemy_lost) == pytest.approx((own, enemy), abs=1e-4)


@pytest.mark.parametrize("line", [PLAIN, TIED, f"{PLAIN} @ mb:2", "space: 2 cruiser 1 pds vs 3 fighter"])
@pytest.mark.parametrize("side", ROLES)
def test_IM_ODDS_7_without_a_line_a_side_fights_to_the_end(line, side):
    found, whole = odds_with_retreat(line, side, below=0), odds(line)
    index = ROLES.index(side)
    own = whole if index == 0 else whole.for_defender()
    for plan in (found, found.outcome_without_retreat):
        assert (plan.win, plan.tie, plan.loss) == pytest.approx((own.win, own.tie, own.loss), abs=1e-11)
        assert plan.own_lost == pytest.approx(whole.mean_resource_losses[index], abs=1e-10)
        assert plan.enemy_lost == pytest.approx(whole.mean_resource_losses[1 - index], abs=1e-10)
        assert plan.escape_chance == 0
    assert (found.saved, found.spared, found.given_up) == pytest.approx((0, 0, 0), abs=1e-10)


@pytest.mark.parametrize("below", [0.0, 0.2, 0.4, 0.6, inf])
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("passed", [0, 2])
def test_both_ways_to_follow_rounds_give_the_same(passed, side, below):
    rounds = SpaceBattleRounds(
        Fight.from_battle(Battle.parse("space: 2 fighter 2 cruiser 1 dreadnought vs 2 dreadnought 3 fighter"))
    )
    begin = dict(rounds.after_opening)
    grid, graph = (kind(rounds, side, list(begin)) for kind in (FinalRetreatGrid, FinalRetreatGraph))
    ends = graph.odds_with_retreat(begin, below, passed)
    assert grid.odds_with_retreat(begin, below, passed) == pytest.approx(ends, abs=1e-12)
    if passed:  # as for rounds that are followed state by state
        chances = rounds.advance_round(
            rounds.advance_round(begin, rounds.first_repeating_round), rounds.first_repeating_round
        )
        over, open_ = split_ended(chances)
        later = graph.odds_with_retreat(open_, below).add_weighted(
            mean_end_odds(over, graph.end_evaluator.odds_at_end)
        )
        assert ends == pytest.approx(later, abs=1e-12)
    for situation in begin:
        assert grid.fight_on_win_chance(situation) == pytest.approx(
            graph.fight_on_win_chance(situation), abs=1e-12
        )


@pytest.mark.parametrize("line", [PLAIN, TIED])
def test_more_caution_saves_more_and_gives_up_more(line):
    _, rows = finish(retreat_rows_in_slices(line, "attacker", [step / 20 for step in range(21)], ()))
    for before, after in pairwise(rows):
        assert after.own_lost <= before.own_lost + 1e-12
        assert after.win <= before.win + 1e-12
        assert after.escape_chance >= before.escape_chance - 1e-12
    for row in rows:
        assert row.win + row.tie + row.loss == pytest.approx(1)
        assert 0 <= row.escape_chance <= row.loss + 1e-12


def test_a_line_above_every_chance_is_announcing_at_once():
    below, first = (
        odds_with_retreat(PLAIN, "defender", below=1),
        retreat_odds_in_round(PLAIN, "defender", round_number=1),
    )
    assert attrs.astuple(below)[:6] == attrs.astuple(first)[:6]


def test_IM_SPACE_5_the_announced_round_is_still_fought():
    found = retreat_odds_in_round("space: 1 warsun vs 1 fighter", "attacker", round_number=1)
    alone = 1 - 0.2**3  # three dice that hit on 3 or more against the only ship
    assert found.win == pytest.approx(alone)
    assert found.escape_chance == pytest.approx(1 - alone)


def test_IM_ACT_intercept_bars_its_round_only():
    free = retreat_odds_in_round(PLAIN, "attacker", round_number=2)
    line = f"{PLAIN} @ intercept"
    assert retreat_odds_in_round(line, "attacker", round_number=1).win == pytest.approx(free.win)
    assert retreat_odds_in_round(line, "attacker", round_number=1).escape_chance == pytest.approx(
        free.escape_chance
    )
    own = "space: 3 cruiser 1 dreadnought 2 fighter @ intercept vs 2 dreadnought 1 destroyer"
    assert retreat_odds_in_round(own, "attacker", round_number=1).escape_chance > free.escape_chance
    late = retreat_odds_in_round(f"{PLAIN} @ intercept:3", "attacker", round_number=3)
    assert late.escape_chance == pytest.approx(
        retreat_odds_in_round(PLAIN, "attacker", round_number=4).escape_chance
    )


def test_a_side_that_wins_for_sure_never_leaves():
    found = odds_with_retreat("space: 5 warsun vs 1 pds", "attacker", below=1.0)
    assert (found.win, found.escape_chance, found.saved) == (1, 0, 0)


def test_IM_ODDS_4_a_standoff_stays_a_tie():
    found = odds_with_retreat("space: 1 flagship @ winnu vs 2 fighter @ jolnar", "defender", below=0)
    whole = odds("space: 1 flagship @ winnu vs 2 fighter @ jolnar")
    assert (found.win, found.tie) == pytest.approx((whole.loss, whole.tie))


def test_the_table_names_its_plans_and_the_battle():
    frame = retreat_table(PLAIN, "attacker", thresholds=[0, 0.5], rounds=[1, 2])
    assert frame.plan.tolist() == ["below", "below", "round", "round"]
    assert frame["first"].tolist() == [1, 1, 1, 2]
    assert frame.attrs["position"] == "space: 2 fighter 3 cruiser 1 dreadnought vs 1 destroyer 2 dreadnought"
    assert frame.attrs["side"] == "attacker"
    assert frame.attrs["stay"]["win"] == pytest.approx(odds(PLAIN).win)
    assert (frame.saved[0], frame.given_up[0]) == pytest.approx((0, 0), abs=1e-12)


def test_an_invasion_retreats_from_its_space_battle():
    line = "invasion: 3 cruiser 1 infantry vs 2 dreadnought 2 infantry"
    plain = odds_with_retreat("space: 3 cruiser vs 2 dreadnought", "attacker", below=0.1)
    assert attrs.astuple(odds_with_retreat(line, "attacker", below=0.1))[:6] == attrs.astuple(plain)[:6]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    "ask",
    [
        lambda: odds_with_retreat("ground: 1 infantry vs 1 infantry", "attacker", below=0.3),
        lambda: odds_with_retreat(PLAIN, "nobody", below=0.3),
        lambda: odds_with_retreat(PLAIN, "attacker", below=float("nan")),
        lambda: odds_with_retreat(PLAIN, "attacker", below="much"),
        lambda: odds_with_retreat(PLAIN, "attacker", below=50),
        lambda: odds_with_retreat(PLAIN, "attacker", below=-0.1),
        lambda: RetreatPlans(PLAIN, "attacker").odds(0.3, 0),
        lambda: RetreatPlans(PLAIN, "attacker").odds(0.3, 99),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(ask, lang):
    with pytest.raises(Fault) as caught:
        ask()
    message = caught.value.text()
    assert "{" not in message
    assert len(message) > 20


@pytest.mark.parametrize("line", [PLAIN, "space: 5 warsun vs 1 pds", "space: 2 fighter vs 1 warsun"])
def test_IM_ODDS_7_a_plan_that_changes_nothing_or_never_wins_says_why(line):
    frame = retreat_table(line, "attacker", thresholds=[0, 0.1, 0.5], rounds=[1, 2])
    nothing = (frame.escape_chance < 1e-12) | (frame.given_up < 1e-12) | (frame.saved.abs() < 1e-12)
    assert ((frame.reason != "") == (nothing | (frame.win < 1e-12))).all()
    assert "never gets away" in frame.reason[0]
    left = retreat_odds_in_round(line, "attacker", round_number=1)
    assert ("No win" in left.reason()) == (left.win < 1e-12)
    with in_language("de"):
        assert left.frame().reason[0] == left.reason()
