"""The explanations before a choice in the first game: duels, the end game, mounts."""

from __future__ import annotations

import pytest

from twingkit import Game
from twingkit.learn.first_game.briefing import RuleToExplain, choose_briefing
from twingkit.twing.first_game import DUEL_RULES, ENDGAME_RULES, FIRST_GAME
from twingkit.twing.rules.rulebook import rulebook

TABLE = (
    "players F W\nbox assumed\np1 hand F5 F1{}; ornicles 1\np2 hand W4{}; ornicles 0\n"
    "table turn 5; to-move p1; phase action; display puppet,panties"
)

READ = {"TW-TURN-3", "TW-BOX-2", "TW-BOX-3", "TW-BAT-1", "TW-BAT-2", "TW-BAT-4", "TW-BAT-5"}
"""The rules that a learner has read by the time of a duel."""


def learners_turn(own: str = "", other: str = "") -> Game:
    """Return the learner's turn with these objects and creatures."""
    return Game.begin(TABLE.format(own, other), game="twing")


def explained_rules(game: Game, known: set[str], rulings: bool = False) -> tuple[str, ...]:
    """Return the rules explained at the pending question, and at the same question again."""
    heard: list[str] = []
    waits: tuple[RuleToExplain, ...] = ()
    for _ in range(2):
        said = game.latest_rulings if rulings else ()
        lesson = choose_briefing(FIRST_GAME, rulebook(), game.question, said, (), {*known, *heard}, waits)
        heard, waits = [*heard, *lesson.rule_ids], lesson.postponed_rules
    return tuple(heard)


def test_TW_DUEL_1_what_a_duel_is_and_brings_is_explained_before_one_is_chosen():
    game = learners_turn(other="; objects hat")
    assert "duel p2" in map(str, game.question.options())
    assert explained_rules(game, READ)[:2] == DUEL_RULES[:2]
    assert not {*explained_rules(learners_turn(), READ)} & {*DUEL_RULES}, "nobody can call one here"


@pytest.mark.parametrize("side", ["attack", "defend"])
def test_TW_DUEL_1_and_where_somebody_has_called_one_before_its_first_card_is_laid(side: str):
    game = learners_turn(other="; objects hat").give_answers("duel p2")
    while game.question.kind != side:
        game = game.give_answers(game.question.format_answer(next(game.question.options())))
    assert explained_rules(game, READ, rulings=True)[:2] == DUEL_RULES[:2]


def test_TW_DUEL_2_that_all_its_battles_are_fought_is_explained_only_in_a_duel():
    game = learners_turn(other="; objects hat")
    known = {*READ, *DUEL_RULES[:2]}
    assert "TW-DUEL-2" not in explained_rules(game, known)
    lesson = choose_briefing(FIRST_GAME, rulebook(), game.question, (), (), READ)
    assert "TW-DUEL-2" not in {*lesson.rule_ids, *(one.rule for one in lesson.postponed_rules)}
    fought = game.give_answers("duel p2")
    while fought.question.kind != "defend":
        fought = fought.give_answers(fought.question.format_answer(next(fought.question.options())))
    assert "TW-DUEL-2" in explained_rules(fought, known)


def test_TW_DUEL_3_what_a_duel_brings_is_never_explained_before_what_it_is():
    game = learners_turn(other="; objects hat").give_answers("duel p2")
    acted = next(ruling for ruling in game.latest_rulings if ruling.rule == "TW-DUEL-1")
    waited = (RuleToExplain("TW-DUEL-3", acted),)
    assert choose_briefing(FIRST_GAME, rulebook(), None, (), postponed=waited).rule_ids == (
        "TW-DUEL-1",
        "TW-DUEL-3",
    )
    later = choose_briefing(FIRST_GAME, rulebook(), None, (), known={"TW-DUEL-1"}, postponed=waited)
    assert later.rule_ids == ("TW-DUEL-3",)


def test_TW_END_1_the_end_game_is_explained_before_it_is_entered():
    game = learners_turn(own="; objects hat,bra,cup", other="; objects teddy")
    known = {*READ, *DUEL_RULES}
    assert "endgame" in map(str, game.question.options())
    assert {*explained_rules(game, known)} >= {*ENDGAME_RULES}
    assert not {*explained_rules(learners_turn(own="; objects hat,bra"), known)} & {*ENDGAME_RULES}


def test_TW_BAT_3_mounts_wait_until_one_lies_open():
    def early(own: str, other: str) -> bool:
        return FIRST_GAME.is_rule_too_early(learners_turn(own, other).view(0), "TW-BAT-3")

    assert early("; entourage F3", "; entourage W2")
    assert not early("; entourage F2M", "")
    assert not early("", "; entourage W2M")
    assert "TW-BAT-3" in explained_rules(learners_turn("; entourage F2M"), READ)
    assert "TW-BAT-3" not in explained_rules(learners_turn("; entourage F3", "; entourage W2M"), READ)


def test_TW_OBJ_1_TW_DUEL_1_a_rule_is_explained_with_what_makes_it_matter_now():
    game = Game.begin(
        TABLE.format("; objects bra", "; objects hat").replace("ornicles 1", "ornicles 4"), game="twing"
    )
    said = {rule: FIRST_GAME.reason_for_rule(game.question, rule) for rule in ("TW-OBJ-1", "TW-DUEL-1")}
    assert "4 Ornicles" in said["TW-OBJ-1"].text("en")
    assert "Puppet of Clarity and Panties of Protection" in said["TW-OBJ-1"].text("en")
    assert "Hat of Opportunity" in said["TW-DUEL-1"].text("en")
    assert FIRST_GAME.reason_for_rule(learners_turn().question, "TW-DUEL-1") is None, "nobody owns an object"
    laying = learners_turn(own="; entourage F4 W2M").give_answers("attack p2")
    assert "Fire 4" in FIRST_GAME.reason_for_rule(laying.question, "TW-BAT-2").text("en")
    assert "Water 2 (mount)" in FIRST_GAME.reason_for_rule(laying.question, "TW-BAT-3").text("en")
