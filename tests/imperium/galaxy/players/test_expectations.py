"""The computer's expectations of an action: planets, battles, objectives, units."""

from __future__ import annotations

import pytest

from twingkit import imperium
from twingkit.core.play import Game
from twingkit.imperium.galaxy.players.lookahead import expectation_ruling

LINE = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7, {}"


def at(units: str) -> Game:
    """Return p1's turn with these units on the map."""
    return imperium.position_game(LINE.format(units))


def expected_case_and_facts(game: Game, answer: str) -> tuple[str, dict[str, object]]:
    """Return the case and the facts of the expectation of an answer; an empty case if there is none."""
    ruling = expectation_ruling(game, None, answer)
    return (ruling.case, dict(ruling.facts)) if ruling else ("", {})


def test_IM_INV_11_a_free_planet_is_expected_without_a_battle_also_when_the_ships_are_chosen() -> None:
    game = at("at 47 p1 1 carrier 2 infantry")
    plan = "move 47 1 carrier, 2 infantry"
    options = map(str, game.question.options())
    named = {
        answer: expected_case_and_facts(game, answer) for answer in options if answer.startswith("activate")
    }
    takes = {answer: facts for answer, (case, facts) in named.items() if case.startswith("why_takes")}
    assert takes
    moved = 0
    for answer, facts in takes.items():
        assert facts["planets"]
        moving = game.copy().give_answers(answer)
        assert expected_case_and_facts(moving, "move none") == ("", {})
        if moving.question.refusal(moving.question.parse_answer(plan)) is None:
            assert expected_case_and_facts(moving, plan)[0].startswith("why_takes")
            moved += 1
    assert moved


@pytest.mark.parametrize(("ships", "least", "most"), [("3 dreadnought", 8, 9), ("1 destroyer", 1, 7)])
def test_IM_SPACE_1_a_battle_is_expected_with_its_chance_in_tenths(ships: str, least: int, most: int) -> None:
    moving = at(f"at 18 p1 {ships}, at 42 p2 1 destroyer").give_answers("activate 42")
    case, facts = expected_case_and_facts(moving, f"move 18 {ships}")
    assert case == "why_fights"
    assert least <= facts["n"] <= most


def test_IM_PROD_1_a_space_dock_is_named_only_if_it_can_build() -> None:
    game = at("at 18 p1 1 destroyer")
    home = game.table.tile_number(game.table.home_system(0))
    units = f"at jord p1 1 spacedock, at {home} p1 1 destroyer"
    assert expected_case_and_facts(at(units), f"activate {home}")[0] == "why_builds"


@pytest.mark.parametrize("answer", ["pass", "offer p2 1 goods for nothing"])
def test_of_other_answers_nothing_is_expected(answer: str) -> None:
    assert expectation_ruling(at("at 18 p1 1 destroyer"), None, answer) is None


def test_IM_STRAT_1_the_benefit_of_each_strategy_card_is_named_when_it_is_taken_or_used() -> None:
    taking, using = imperium.new_game(seed=1), at("at 18 p1 1 destroyer")
    found = [expected_case_and_facts(taking, f"take {number}")[0] for number in range(1, 9)]
    assert found == [f"why_{number}" if number != 3 else "why_3_speaker" for number in range(1, 9)]
    taking.answer("take 7")
    assert expected_case_and_facts(taking, "take 3")[0] == "why_3", "only the speaker gives the role away"
    assert expected_case_and_facts(using, "strategy 5")[0] == "why_5"
