"""The recorded deals: there is one for each number of players, and no beginner is overrun in it."""

from __future__ import annotations

from itertools import chain

import attrs
import pytest
from typer.testing import CliRunner

from twingkit import Game, ember
from twingkit.cli import app
from twingkit.core.games import game_by_id
from twingkit.core.messages import Fault
from twingkit.learn.first_game.first_game import first_game_settings, load_deals, load_most_asked_rules
from twingkit.learn.first_game.search import (
    FREQUENT_RULE_COUNT,
    MAX_MISSING_RULES_PENALTY,
    find_deal,
    format_deals,
    measure_deal,
    measure_trials,
    play_trial,
)
from twingkit.learn.first_game.teaching import TeachingPlayer
from twingkit.learn.quiz.question_kinds import most_asked_rules

COUNTS = {"ember": (2, 3, 4, 5), "twing": (2, 3, 4), "imajica": (2, 3, 4), "imperium": (3,)}

BEHIND = 0.7
"""The largest gap of a beginner of a recorded deal to the best opponent, in parts of the goal."""

LOST_BY = 0.7
"""The largest such gap at the end."""


@pytest.mark.parametrize("game", COUNTS)
def test_every_number_of_players_has_a_searched_deal_that_stays_open(game: str):
    first = first_game_settings(game_by_id(game))
    assert tuple(sorted(first.deals)) == COUNTS[game]
    for deal in first.deals.values():
        assert deal.measurements, f"run `twingkit first-game {game} --write`"
        assert deal.measurements["largest_deficit"] <= BEHIND
        assert deal.measurements["final_deficit"] <= LOST_BY
        assert deal.measurements["rules_explained"] >= 12
        assert deal.measurements["waiting_share"] <= 0.35
        assert deal.setup_lines == first.setup_lines[deal.player_count], (
            f"run `twingkit first-game {game} --write`"
        )
        assert deal.start(game).setup_lines()


@pytest.mark.parametrize(("game", "players"), [("ember", 2), ("twing", 2)])
def test_the_figures_of_a_deal_are_measured_again_as_they_are_written(game: str, players: int):
    entry = game_by_id(game)
    deal = first_game_settings(entry).deals[players]
    assert attrs.asdict(measure_deal(entry, deal)) == deal.measurements, (
        f"run `twingkit first-game {game} --write`"
    )


def test_a_search_finds_the_same_deal_again_and_the_best_one():
    entry = game_by_id("ember")
    first = find_deal(entry, 2, 3, beginner_count=1)
    assert find_deal(entry, 2, 3, beginner_count=1) == first
    scores = []
    for seed in (1, 2, 3):
        deal = attrs.evolve(first, seed=seed, measurements={})
        scores.append(measure_deal(entry, deal, beginner_count=1).score)
    assert first.measurements["score"] == max(scores)


def test_deals_are_written_and_read_again(tmp_path):
    entry = game_by_id("ember")
    deal = find_deal(entry, 2, 1, beginner_count=1)
    path = tmp_path / "deals.toml"
    path.write_text(format_deals("ember", [deal], 1), encoding="utf-8")
    assert load_deals(path) == {2: deal}
    assert load_most_asked_rules(path) == most_asked_rules("ember", FREQUENT_RULE_COUNT)
    assert load_deals(tmp_path / "nothing.toml") == {}


@pytest.mark.parametrize("game", ["ember", "twing", "imajica"])
def test_the_rules_that_practice_asks_most_stand_beside_the_deals(game: str):
    assert first_game_settings(game_by_id(game)).frequent_rules == most_asked_rules(game, FREQUENT_RULE_COUNT)


def test_what_cannot_be_searched_is_one_clear_error():
    entry = game_by_id("ember")
    with pytest.raises(Fault, match="2, 3, 4, 5"):
        find_deal(entry, 9, 1)
    with pytest.raises(Fault, match="at least one seed"):
        find_deal(entry, 2, 0)


def test_the_command_shows_a_row_and_refuses_an_unknown_game():
    runner = CliRunner()
    shown = runner.invoke(app, ["first-game", "ember", "--players", "2", "--seeds", "1"])
    assert shown.exit_code == 0
    assert shown.stdout.splitlines()[0].split()[:2] == ["players", "seed"]
    assert shown.stdout.splitlines()[1].split()[:2] == ["2", "1"]
    refused = runner.invoke(app, ["first-game", "nothing"])
    assert refused.exit_code == 2
    assert "ember" in refused.stderr


def test_more_that_waits_and_a_greater_lead_are_worth_less():
    entry = game_by_id("ember")
    first = first_game_settings(entry)
    played = play_trial(entry, first, first.deals[2], 1)
    base = measure_trials("ember", first, [played])
    behind = attrs.evolve(played, leads=(*played.leads, 0.9))
    assert measure_trials("ember", first, [behind]).score < base.score
    crowded = attrs.evolve(played, waiting_counts=tuple(3 for _ in played.waiting_counts))
    assert measure_trials("ember", first, [crowded]).score < base.score


def test_a_deal_in_which_desired_rules_do_not_act_on_the_learner_in_time_is_worth_less():
    entry = game_by_id("ember")
    played = play_trial(entry, first_game_settings(entry), first_game_settings(entry).deals[2], 1)
    heard, turn = max(played.first_turn_by_rule.items(), key=lambda item: item[1])
    desired = ({}, {heard: 0}, {heard: turn}, {heard: turn, "EM-NEVER-1": 0}, {heard: turn - 1})
    scores = [
        measure_trials("ember", attrs.evolve(first_game_settings(entry), desired_rules=arc), [played]).score
        for arc in desired
    ]
    none, ever, in_time, half, late = scores
    assert none == ever == in_time > half > late
    assert late == pytest.approx((1 - MAX_MISSING_RULES_PENALTY) * none, abs=0.001)


BEGINNERS = (1, 2, 3)


@pytest.mark.parametrize("beginner", BEGINNERS)
def test_a_beginner_of_twilight_imperium_fights_in_space_and_lands_within_two_rounds(beginner: int):
    entry = game_by_id("imperium")
    first = first_game_settings(entry)
    assert first.desired_rules == {"IM-SPACE-1": 2, "IM-INV-3": 2, "IM-AGENDA-3": 0}
    assert play_trial(entry, first, first.deals[3], beginner).met_share(first.desired_rules) == 1


@pytest.mark.parametrize("beginner", BEGINNERS)
@pytest.mark.parametrize(("game", "players"), [(game, n) for game, counts in COUNTS.items() for n in counts])
def test_no_rule_is_explained_after_the_first_answer_that_it_concerned(
    game: str, players: int, beginner: int
):
    entry = game_by_id(game)
    first = first_game_settings(entry)
    played = play_trial(entry, first, first.deals[players], beginner)
    late = played.late_rules()
    assert not late, f"explained too late: {sorted(late)}"
    told, concerned = set(chain(*played.explained_rules)), set(chain(*played.concerned_rules))
    untold = concerned - told - played.concerned_rules[-1]
    assert not {rule for rule in untold if rule in entry.load("rules")() and not first.is_unexplained(rule)}


# -- the teaching opponent


def test_the_teaching_opponent_does_not_take_a_creature_that_leads_too_far():
    line = "ember: p1 hand 3; p2 hand A5 E5 F5 A9 E9; to move p2 conjure"
    game = ember.position_game(line, seed=1)
    answer = str(TeachingPlayer("ember", 1)(game))
    assert answer != "conjure cerberus A5 E5 F5 A9 E9"
    assert answer.startswith("conjure")
    value = game.table.creatures[answer.split()[1]].value
    assert 0 < value <= 8


def test_the_teaching_opponent_never_leaves_the_game_to_keep_it_open():
    game = Game.begin(
        "players F W\nbox assumed\np1 hand F5; objects hat,bra; ornicles 0\np2 hand W4; ornicles 0\n"
        "table turn 5; to-move p1; phase action; display puppet,panties",
        game="twing",
    )
    first = first_game_settings(game_by_id("twing"))
    assert first.progress_to_goal(game.table, 0) > first.progress_to_goal(game.table, 1) + first.max_lead
    assert "retire" in map(str, game.question.options())
    assert str(TeachingPlayer("twing", 1)(game)) != "retire"


def test_nobody_is_held_back_once_the_learner_is_out():
    game = Game.begin(
        "players F W A\nbox assumed\np1 out\np2 hand W4; objects hat,bra; ornicles 9\n"
        "p3 hand A4; ornicles 0\ntable turn 5; to-move p2; phase action; display puppet,panties",
        game="twing",
    )
    player, options = TeachingPlayer("twing", 1), list(game.question.options())
    assert [player.limit_lead(game, option, options) for option in options] == options


@pytest.mark.parametrize(
    ("learner", "other", "takes_it"), [("has dragon", "", True), ("", "has dragon", False)]
)
def test_the_teaching_opponent_takes_what_it_may_once_the_learner_has_points(
    learner: str, other: str, takes_it: bool
) -> None:
    line = f"ember: p1 hand 3 {learner}; p2 hand A5 E5 F5 A9 E9; p3 hand 3 {other}; to move p2 conjure"
    answer = str(TeachingPlayer("ember", 1)(ember.position_game(line, seed=1)))
    assert (answer == "conjure cerberus A5 E5 F5 A9 E9") == takes_it


def test_no_teaching_opponent_of_ember_opens_with_twenty_points():
    first = first_game_settings(game_by_id("ember"))
    for players, deal in first.deals.items():
        played = play_trial(game_by_id("ember"), first, deal, 1)
        assert max(played.leads[:6]) < 0.5, players
