"""The positions of Imajica's puzzles: the line does not contain what the active seat cannot see."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Iterable

import pytest
from long_runs import runs

from twingkit.core.language import call_in_language, in_language
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.imajica.notation.position import Position
from twingkit.imajica.players.redeal import redeal
from twingkit.imajica.puzzles.deeds import (
    SafestDeedTask,
    deciding_numbers_text,
    distinct_part_text,
    mover_position_string,
    new_mixed_game,
    similarity_key,
    visible_rival_hands,
)
from twingkit.imajica.puzzles.goals import PuzzleGoal, candidate_goals
from twingkit.imajica.starts import position_game
from twingkit.learn.puzzles.puzzle import puzzles
from twingkit.players.policies import computer_player


def turns(seed: int) -> list[Game]:
    """Yield the moments of a game of steady players at which there is a line."""
    game, found = new_mixed_game(seed), []
    seated = [computer_player(game.start, "steady", seat) for seat in range(2)]
    while (question := game.question) is not None:
        if mover_position_string(game) is not None:
            found.append(game.copy())
        assert not isinstance(question, ChanceQuestion)  # a game with a seed draws by itself
        game.answer(seated[question.player](game))
    return found


def bare(answers: Iterable[object]) -> Counter[str]:
    """Return answers without the numbers that distinguish cards of one name."""
    plain = (re.sub(r"\.\d+", "", str(answer)).split() for answer in answers)
    return Counter(" ".join(sorted(words)) for words in plain)


@pytest.mark.parametrize("seed", range(runs(2, 8)))
def test_IJ_AREA_2_the_line_of_a_position_is_the_same_whatever_is_hidden(seed: int) -> None:
    kinds, hidden = set(), 0
    for game in turns(seed)[::4]:
        line, question = mover_position_string(game), game.question
        assert line is not None
        assert question is not None
        seat = question.player
        other = game.with_change(lambda table, seat=seat: redeal(table, seat, random.Random(3)))
        assert mover_position_string(other) == line
        assert similarity_key(other) == similarity_key(game)
        assert str(Position.parse(line)) == line
        twin = position_game(line, seed=1)
        assert (twin.question.kind, twin.question.player) == (question.kind, seat)
        assert bare(twin.question.options()) == bare(question.options())
        for mine, theirs in zip(game.table.players, twin.table.players, strict=True):
            assert len(mine.hand) == len(theirs.hand)
            assert mine.destiny.shuffled_count == theirs.destiny.shuffled_count
            assert seat != mine.seat or mine.hand == theirs.hand
            assert Counter(mine.pieces_known_to(seat)) == Counter(theirs.pieces_known_to(seat))
        assert len(twin.table.pieces) == len(game.table.pieces)
        kinds.add(question.kind)
        hidden += "unread" in line
    assert kinds == {"autarch", "ally", "advance"}
    assert hidden or seed % 2


def test_IJ_AREA_2_unknown_cards_are_dealt_from_the_destiny_and_the_paths_fit_their_sites() -> None:
    line = (
        "imajica: p1 active irish hand 2 destiny 3*census gideon; p2 hand pneuma 1 destiny mud-road slew; "
        "circle ferry-market/unread@p2; to move p1 ally now"
    )
    for seed in range(6):
        table = position_game(line, seed=seed).table
        assert [len(player.hand) for player in table.players] == [2, 2]
        assert [player.destiny.shuffled_count for player in table.players] == [2, 0]
        assert [path.card.id for path in table.pieces.paths.values()] == ["mud-road"]
        assert table.players[1].hand == ["pneuma", "slew"]
        assert table.players[1].pieces_known_to(0) == ["pneuma"]
    question = position_game(line).question
    assert isinstance(question, ChanceQuestion)


def test_a_destiny_that_is_too_small_for_the_unknown_cards_is_one_clear_error() -> None:
    with pytest.raises(Fault) as caught:
        position_game("imajica: p1 hand 3 destiny census; p2; to move p1 ally", seed=1)
    assert "3" in caught.value.text("en")
    assert "IJ-AREA-2" in caught.value.text("de")


def test_IJ_AUT_2_a_hidden_Path_is_dealt_so_that_those_after_it_find_one_too() -> None:
    line = "imajica: p1; p2 destiny checkpoint mud-road; circle {}/unread@p2 {}/unread@p2; to move p1 ally"
    for sites in (("delta-mouth", "ferry-market"), ("ferry-market", "delta-mouth")):
        for seed in range(8):
            paths = position_game(line.format(*sites), seed=seed).table.pieces.paths.values()
            assert {path.host: path.card.id for path in paths}["ferry-market"] == "mud-road"


def test_IJ_AUT_2_a_Destiny_without_a_Path_for_a_hidden_one_is_one_clear_error() -> None:
    with pytest.raises(Fault, match="IJ-AUT-2") as caught:
        position_game("imajica: p1; p2 destiny 3*census; circle slew/unread@p2; to move p1 ally", seed=1)
    assert "Pfad" in caught.value.text("de")


def test_IJ_AUT_2_many_hidden_Paths_of_which_one_finds_no_card_are_refused_at_once() -> None:
    paths = ("cold-toll", "salt-wind", "pilgrim-song", "lost-luggage", "hall-of-whispers", "checkpoint")
    destiny = " ".join(f"9*{path}" for path in paths)
    circle = f"salt-gate{'/unread@p2' * 25} slew/unread@p2"
    begun = time.process_time()
    with pytest.raises(Fault, match="IJ-AUT-2"):
        position_game(f"imajica: p1; p2 destiny {destiny}; circle {circle}; to move p1 ally", seed=1)
    assert time.process_time() - begun < 5  # trying every order of the cards would take days


def test_IJ_TIME_2_now_stands_after_the_window_with_which_the_turn_begins() -> None:
    line = "imajica: p1 active irish hand refusal waking; p2 active dowd hand waking; to move p1 ally{}"
    kinds = [position_game(line.format(word), seed=1).question.kind for word in ("", " now")]
    assert kinds == ["respond", "ally"]


def test_IJ_AREA_2_chances_of_a_puzzle_are_the_same_whatever_hand_was_dealt() -> None:
    for puzzle in puzzles("imajica")[:: runs(16, 1)]:
        dealt = [puzzle.game(seed=seed) for seed in (0, 7)]
        assert (
            SafestDeedTask(dealt[0], puzzle.goal).answer_values()
            == SafestDeedTask(dealt[1], puzzle.goal).answer_values()
        )
        assert visible_rival_hands(dealt[0].table) == visible_rival_hands(dealt[1].table)


def test_the_puzzles_of_Imajica_are_exact_and_no_Path_decides_them() -> None:
    for puzzle in puzzles("imajica")[:: runs(8, 1)]:
        game = puzzle.game()
        stops = SafestDeedTask(game, puzzle.goal).stops_by_answer
        assert stops is not None
        for answer in puzzle.answers:
            stop = stops[answer.answer]
            assert stop.is_exact
            assert answer.value == pytest.approx(1 - float(stop.stop_chance), abs=1e-4)
            assert stop.deed.action == "challenge" or not game.table.paths_on(stop.deed.target_token)
            assert len(stop.rival_stops) == 1
        assert sum(answer.value > 0 for answer in puzzle.answers) > 1 or puzzle.hardness != "easy"


GOALS = ["seize *", "seize slew 2", "seize * 1", "challenge *", "challenge irish.2 3", "act *", "act sartori"]


@pytest.mark.parametrize("text", GOALS)
def test_a_goal_is_written_as_it_was_read_and_said_in_both_languages(text: str) -> None:
    goal = PuzzleGoal.parse(text)
    assert str(goal) == text
    assert goal.question_text() != call_in_language("de", goal.question_text)
    assert "{" not in goal.question_text() + call_in_language("de", goal.question_text)


@pytest.mark.parametrize("text", ["", "seize", "seize slew", "seize slew x", "act", "act sartori 2", "win"])
def test_a_text_that_is_no_goal_is_one_clear_error(text: str) -> None:
    with pytest.raises(Fault, match="is not a goal") as caught:
        PuzzleGoal.parse(text)
    assert "seize slew 2" in caught.value.text("en")
    assert "act sartori" in caught.value.text("de")


def test_IJ_CHAL_1_a_goal_lets_choose_among_all_deeds_that_fit_it_and_no_other() -> None:
    line = (
        "imajica: p1 active sartori gentle irish:pivoted; p2 active dowd; circle slew kite-fields; "
        "to move p1 ally now"
    )
    table = position_game(line, seed=1).table
    both, either = "sartori gentle", ("sartori", "gentle")
    sites = ("slew", "kite-fields")
    assert list(PuzzleGoal.parse("act *").offered_answers(table)) == [
        *(f"seize {site} with {both}" for site in sites),
        f"challenge dowd with {both}",
    ]
    assert list(PuzzleGoal.parse("act gentle").offered_answers(table)) == [
        *(f"seize {site} with gentle" for site in sites),
        "challenge dowd with gentle",
    ]
    assert list(PuzzleGoal.parse("seize * 1").offered_answers(table)) == [
        f"seize {site} with {one}" for site in sites for one in either
    ]
    assert list(PuzzleGoal.parse("challenge dowd 1").offered_answers(table)) == [
        f"challenge dowd with {one}" for one in either
    ]


def test_IJ_SEIZE_2_with_three_Autarchs_nobody_is_asked_about_a_Site() -> None:
    """Two rivals could stop a seizure together: that chance is not exact; a challenge has one rival."""
    line = (
        "imajica: p1 active sartori gentle; p2 active dowd; p3 active irish; circle slew kite-fields; "
        "to move p1 ally now"
    )
    game = position_game(line, seed=1)
    asked = set(candidate_goals(game))
    assert {goal.split()[0] for goal in asked} == {"challenge"}
    assert {deed.split()[1] for deed in PuzzleGoal.parse("challenge *").offered_answers(game.table)} == {
        "dowd",
        "irish",
    }
    assert set(visible_rival_hands(game.table)) == {"p2", "p3"}


def test_a_reason_has_the_figures_of_both_deeds_or_names_the_card_that_decides() -> None:
    words = {"en": ("Second best:", "One card is enough:"), "de": ("Zweitbeste:", "Eine Karte genügt:")}
    named: Counter[str] = Counter()
    for puzzle in puzzles("imajica")[:: runs(15, 1)]:
        stops = SafestDeedTask(puzzle.game(), puzzle.goal).stops_by_answer
        assert stops is not None
        two = [stops[answer.answer] for answer in puzzle.answers[:2]]
        for lang, (between, one) in words.items():
            told = call_in_language(lang, deciding_numbers_text, *two)
            assert all(str(stop.own_points) in told for stop in two)
            best, second = told.split(between)
            assert best != second
            named[lang] += one in told
    answers = [answer.answer for answer in puzzle.answers]
    with in_language("de"):
        assert SafestDeedTask(puzzle.game(), puzzle.goal).reason(answers) == told
    assert all(named[lang] for lang in words)


def test_IJ_SEIZE_4_a_deed_is_stopped_by_the_share_of_hands_that_hold_what_it_takes() -> None:
    """Two cards of eight are held, and one of the eight takes a seizer out: 7 of 28 hands hold it."""
    line = (
        "imajica: p1 active sartori gentle; p2 active dowd hand 2 destiny lightning sudden-sleep 6*irish; "
        "circle slew kite-fields; to move p1 ally now"
    )
    game = position_game(line, seed=1)
    assert SafestDeedTask(game, "seize slew 1").answer_values() == {
        "seize slew with sartori": 0.75,
        "seize slew with gentle": 0.75,
    }
    together = SafestDeedTask(game, "seize *").answer_values()
    assert together == {f"seize {site} with sartori gentle": 1.0 for site in ("slew", "kite-fields")}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_answers_of_a_puzzle_are_told_by_what_differs_and_no_two_alike(lang: str) -> None:
    for puzzle in puzzles("imajica")[:: runs(6, 1)]:
        game, goal = puzzle.game(), PuzzleGoal.parse(puzzle.goal)
        told = [distinct_part_text(game, goal, answer.answer) for answer in puzzle.answers]
        if goal.ally_count and goal.target == "*":
            assert set(told) == {""}
        else:
            assert len(set(told)) == len(told)
            assert not any("with" in one.split() or "mit" in one.split() for one in told)


def test_IJ_CHAL_1_of_several_Autarchs_a_challenge_says_whose_character_it_is() -> None:
    line = "imajica: p1 active sartori; p2 active dowd; p3 active irish; to move p1 ally now"
    game = position_game(line, seed=1)
    answer = "challenge irish with sartori"
    assert distinct_part_text(game, PuzzleGoal.parse("challenge *"), answer) == "challenge Irish (player 3)"
    with in_language("de"):
        assert (
            distinct_part_text(game, PuzzleGoal.parse("challenge *"), answer)
            == "Irish herausfordern (Person 3)"
        )
    with in_language("de"):
        assert distinct_part_text(game, PuzzleGoal.parse("challenge irish 1"), answer) == "Sartori"
