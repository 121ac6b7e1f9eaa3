"""The explanations before a choice in the first game, and which rules count as explained."""

from __future__ import annotations

import random
import re
from collections.abc import Collection

import pytest

from twingkit import imperium
from twingkit.core.questions import ChanceQuestion
from twingkit.imperium.first_game import FIRST_GAME, RULE_BY_ABILITY, attack_on_learner
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.players.greedy import GreedyPolicy
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.first_game.briefing import choose_briefing, rule_title_and_text
from twingkit.learn.first_game.teaching import TeachingPlayer


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("space: 1 destroyer vs 1 cruiser 2 fighter", {"IM-UNIT-4"}),
        ("space: 1 destroyer vs 1 cruiser", set()),
        ("ground: 1 dreadnought 2 infantry vs 2 infantry", {"IM-UNIT-5"}),
        ("ground: 1 carrier 2 infantry vs 2 infantry 1 pds", {"IM-UNIT-6"}),
    ],
)
def test_IM_UNIT_4_an_ability_that_fired_counts_as_told_by_the_step_in_which_it_fired(
    line: str, rules: set[str]
) -> None:
    game, rng = imperium.battle_game(line, seed=1), random.Random(1)
    while (question := game.question) is not None:
        game.roll() if isinstance(question, ChanceQuestion) else game.answer(question.random_answer(rng))
    assert {*FIRST_GAME.displayed_rules(game)} == rules


POSITION = "galaxy: short, action p1, p1 cards 1 5, p2 cards 2 6, p3 cards 3 7"


def explained_rules(line: str, *answers: str, known: Collection[str] = ()) -> set[str]:
    """Return the rules explained at the question after these answers, if `known` are known already."""
    game = imperium.position_game(line).give_answers(*answers)
    return {*choose_briefing(FIRST_GAME, rulebook(), game.question, (), known=known).rule_ids}


def test_IM_TACT_1_what_an_activation_does_is_explained_at_the_first_turn() -> None:
    assert {"IM-TURN-1", "IM-TACT-1", "IM-STRAT-1"} <= explained_rules(POSITION)
    known = {"IM-TURN-1", "IM-TACT-1", "IM-STRAT-1", "IM-TIME-5"}
    may_pass = POSITION.replace("p1 cards 1 5", "p1 cards 1! 5!")
    assert "IM-TURN-2" in explained_rules(may_pass, known=known)
    assert "IM-TURN-2" not in explained_rules(POSITION, known=known)


def test_IM_PICK_4_initiative_is_told_with_the_first_strategy_card_and_what_gives_points_with_the_next() -> (
    None
):
    line = "galaxy: short, strategy p1"
    assert "IM-PICK-4" in explained_rules(line)
    second = {"IM-STATUS-1", "IM-INV-13"}
    assert not explained_rules(line) & second
    line = "galaxy: short, strategy p1, p1 cards 1, p2 cards 2, p3 cards 3"
    assert explained_rules(line, known={"IM-PICK-1"}) >= second


@pytest.mark.parametrize(
    ("enemy", "fights"), [("at 42 p2 1 destroyer", True), ("at 18 p2 1 destroyer", False)]
)
def test_IM_SPACE_1_a_space_combat_is_explained_before_ships_move_to_it(enemy: str, fights: bool) -> None:
    rules = explained_rules(f"{POSITION}, at 41 p1 1 carrier 2 infantry, {enemy}", "activate 42")
    assert (rules >= {"IM-SPACE-1", "IM-SPACE-6"}) == fights


@pytest.mark.parametrize(("system", "beside"), [("34", True), ("39", False)])
def test_IM_MOVE_11_a_gravity_rift_is_explained_before_ships_may_fly_through_it(
    system: str, beside: bool
) -> None:
    assert ("IM-MOVE-11" in explained_rules(POSITION, f"activate {system}")) == beside


@pytest.mark.parametrize("defended", [True, False])
def test_IM_INV_5_a_ground_combat_is_explained_before_the_landing(defended: bool) -> None:
    planet = f"at lodor p2 {'1 infantry' if defended else ''}".strip()
    line = f"{POSITION}, at 26 p1 1 carrier 2 infantry, {planet}"
    rules = explained_rules(line, "activate 26", "move none")
    assert "IM-INV-11" in rules
    assert ("IM-INV-5" in rules) == defended


def attack(line: str) -> str:
    """Return the answer by which p2 attacks the learner, or nothing."""
    return attack_on_learner(imperium.position_game(line), GreedyPolicy(0))


P2_MOVES = "galaxy: short, action p2, p1 cards 1! 5! passed, p2 cards 2 6, p3 cards 3! 7! passed"


def test_IM_SPACE_1_an_opponent_attacks_the_learner_in_the_first_rounds_but_never_at_home() -> None:
    near = "at 26 p2 2 cruiser, at 20 p1 1 destroyer"
    assert attack(f"{P2_MOVES}, {near}") == "activate 20"
    assert attack(f"{P2_MOVES}, round 3, {near}") == ""
    assert attack(f"{P2_MOVES}, at 26 p2 2 cruiser") == "", "the learner has ships at home only"


def test_IM_SPACE_1_who_has_fought_the_learner_in_space_attacks_as_usual_from_then_on() -> None:
    assert attack(f"{P2_MOVES}, at 46 p1 1 destroyer") == "activate 46"
    near = "at 26 p2 2 cruiser, at 20 p1 1 destroyer, at 46 p1 1 destroyer"
    game, player = imperium.position_game(f"{P2_MOVES}, {near}", seed=1), TeachingPlayer("imperium", 1)
    assert player(game) in ("activate 20", "activate 46")
    game.answer(player(game))
    while not isinstance(question := game.question, TurnChoice):
        if isinstance(question, ChanceQuestion):
            game.roll()
        else:
            game.answer(player(game) if question.player else question.random_answer(random.Random(1)))
    assert any(ruling.rule == "IM-SPACE-10" for ruling in game.rulings)
    assert attack_on_learner(game, GreedyPolicy(0)) == ""


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    "rule", sorted({*RULE_BY_ABILITY.values(), "IM-SPACE-2", "IM-SPACE-4", "IM-INV-1", "IM-INV-4"})
)
def test_the_teacher_says_what_an_ability_is_in_words_of_its_own(rule: str, lang: str) -> None:
    assert rule in FIRST_GAME.rule_texts
    _, text = rule_title_and_text(FIRST_GAME, rulebook()[rule])
    assert len(re.findall(r"[.!?](?:\s|$)", text)) <= 3
    assert text != rulebook()[rule].text()


@pytest.mark.parametrize(
    ("lang", "rest"),
    [
        ("en", r"(others|[Oo]ther player|Secondary)"),
        ("de", r"(anderen|übrigen|jede andere Person|Zweite Fähigkeit)"),
    ],
)
def test_IM_STRAT_1_of_each_strategy_card_both_abilities_are_told(lang: str, rest: str) -> None:
    cards = [rule for rule in rulebook() if re.fullmatch(r"IM-STRAT-[a-z]+", rule.id)]
    assert len(cards) == 8
    for rule in cards:
        assert re.search(rest, rule_title_and_text(FIRST_GAME, rule)[1]), rule.id
