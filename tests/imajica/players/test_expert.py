"""The player `expert`: its answers are allowed, independent of hidden information, and consider what
follows."""

from __future__ import annotations

import random

import pytest
from imajica_games import reach
from long_runs import runs

from twingkit import imajica
from twingkit.core.play import Game
from twingkit.imajica.players.lookahead import LOOKAHEAD
from twingkit.imajica.players.planner import Planner, draw_cards_or_end
from twingkit.imajica.players.plans import cheapest_seizures, seizure_chance
from twingkit.imajica.players.redeal import redeal
from twingkit.imajica.rules.answers import NOTATION
from twingkit.imajica.starts import position_game
from twingkit.players.lookahead import rate_candidates
from twingkit.players.policies import computer_player


def ally_turn(line: str) -> Game:
    """Return the game of a line at its first deed: whoever could play a Flash passes first."""
    return reach(position_game(f"imajica: {line}; to move p1 ally", seed=1), "ally")


@pytest.mark.parametrize("players", [2, 4])
def test_IJ_AREA_2_every_answer_is_allowed_and_none_depends_on_what_is_hidden(players: int) -> None:
    kinds = set()
    for seed in range(runs(1, 8)):
        game = imajica.new_game(players, seed=seed, explain=False)
        while (question := game.question) is not None and game.table.round < 7:
            seat = question.player
            answer = str(Planner(seat)(game))
            assert game.refusal(answer) is None
            if question.kind != "respond":
                other = game.with_change(lambda table, seat=seat: redeal(table, seat, random.Random(5)))
                assert str(Planner(seat)(other)) == answer
                if other.table.key() != game.table.key():
                    kinds.add(question.kind)
            game.answer(answer)
    assert {"autarch", "ally", "advance"} <= kinds


def test_IJ_AFF_5_an_Artist_who_contests_does_not_leave_the_contest_to_lend_Magic() -> None:
    line = "p1 active huzzah-aping gideon; p2 active gentle oethac-bruiser; circle kite-fields"
    game = ally_turn(line)
    game.answer("seize kite-fields with huzzah-aping gideon")
    reach(game, "contest")
    game.answer("contest gentle oethac-bruiser")
    answers = []
    while game.question is not None and game.table.fight is not None:
        player = game.question.player
        answers.append(str(Planner(1)(game)) if player == 1 else "pass")
        game.answer(answers[-1])
    assert not any(answer.startswith("artist gentle") for answer in answers)


def test_IJ_SEIZE_4_the_last_Dominion_is_contested_with_more_than_just_enough() -> None:
    line = (
        "p1 state salt-gate=quiet-maestro court-of-echoes=sartori reed-cradle=gentle "
        "kite-fields=joshua-godolphin,gideon active huzzah-aping; "
        "p2 active judith kuyrmid-ferrier eurhetemec-singer; circle attic-studio"
    )
    game = ally_turn(line)
    game.answer("seize attic-studio with huzzah-aping")
    reach(game, "contest")
    named = computer_player(game.start, "steady", 1)(game).tokens
    assert len(Planner(1)(game).tokens) > len(named) > 0


def test_IJ_SEIZE_7_a_safer_seizure_has_a_better_chance() -> None:
    game = ally_turn("p1 active gideon lamp-boy huzzah-aping; p2 active kuyrmid-ferrier; circle kite-fields")
    found = sorted(
        cheapest_seizures(game.table, 0, with_spare_influence=True), key=lambda attempt: attempt.chance
    )
    assert len(found) > 1
    assert found[0].chance < found[-1].chance
    assert (
        seizure_chance(-9, contested=True)
        < seizure_chance(0, contested=True)
        < seizure_chance(9, contested=True)
    )


@pytest.mark.parametrize(("left", "answer"), [(20, "play census"), (5, "end")])
def test_IJ_COME_2_cards_are_drawn_as_long_as_the_Destiny_lasts(left: int, answer: str) -> None:
    line = f"p1 hand census destiny {left}*irish; p2 active gideon; to move p1 autarch"
    game = position_game(f"imajica: {line}", seed=1)
    assert str(draw_cards_or_end(game.table, 0, [NOTATION.parse("play census")])) == answer


def test_with_more_than_two_Autarchs_it_foresees_too() -> None:
    line = "p1 active gideon lamp-boy; p2 reserve irish; p3 reserve dowd; circle kite-fields; to move p1 ally"
    game = position_game(f"imajica: {line}", seed=1)
    expert = Planner(1)
    assert str(expert(game)) == "seize kite-fields with gideon lamp-boy"
    game = imajica.new_game(3, seed=2, explain=False)
    others = []
    while game.question is not None and game.table.round < 6:
        answer = computer_player(game.start, "steady", 1)(game)
        others.append(expert(game) != answer)
        game.answer(answer)
    assert any(others)


def test_IJ_SEIZE_7_expert_says_why_it_seizes_and_what_another_answer_is_worth() -> None:
    game = ally_turn("p1 active gideon lamp-boy; p2 reserve irish; circle kite-fields")
    answer = str(Planner(1)(game))
    assert answer == "seize kite-fields with gideon lamp-boy"
    rated = rate_candidates(game)
    assert rated is not None
    assert LOOKAHEAD.exact_reason is not None
    why = LOOKAHEAD.exact_reason(game, rated, answer)
    assert why is not None
    assert why.rule == "IJ-SEIZE-7"
    assert "Kite Fields" in why.text("en")
