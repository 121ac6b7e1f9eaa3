"""Questions of a battle inside a whole game are the same as in a battle on its own."""

from __future__ import annotations

import inspect

import pytest

from twingkit import Game
from twingkit.imperium import battle_game
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules.questions import (
    ActDecision,
    CombatQuestion,
    EffectDecision,
    QuestionWithDefault,
)
from twingkit.imperium.battle.rules.target import ChooseTarget
from twingkit.imperium.galaxy.starts import new_game, position_game
from twingkit_widgets.imperium.play.battle.questions import ANSWER_TEXTS, answer_text
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel

FLEETS = "at 18 p1 2 cruiser 1 carrier 3 fighter, at 19 p2 1 dreadnought 1 flagship"
ROUND = "action p1, custodians gone, p1 fleet 6 hand mb cards 1 5, p2 cards 2 6, p3 cards 3 7"
ALONE = "space: 2 cruiser 1 carrier 3 fighter @ sol,mb vs 1 dreadnought 1 flagship @ hacan"


def game_at_question(kind: str) -> Game:
    """Return a whole game in which a battle has a question of this kind for the attacker."""
    line = f"galaxy: sol hacan letnev, {ROUND}, {FLEETS}"
    game = position_game(line, seed=7, rolls="ask", variant="losses=ask")
    for answer in ("activate 19", "move 18 2 cruiser, 1 carrier, 3 fighter"):
        game.answer(answer)
    while game.question.kind != kind or game.question.player:
        question = game.question
        roll = question.kind == "roll"
        game.answer(
            f"roll{' 10' * question.battle_question.volley.count}"
            if roll
            else question.battle_question.default_answer()
        )
    return game


def page_of(kind: str, lang: str) -> ImperiumPlayPanel:
    """Return the page of a whole game at such a question."""
    begun = new_game(["sol", "hacan", "letnev"], seed=1)
    panel = ImperiumPlayPanel(record=begun.record, seat=0, seed=1, lang=lang)
    panel.match.game, panel.match.pause_reason = game_at_question(kind), ""
    panel.refresh()
    return panel


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("kind", ["play", "assign"])
def test_a_battle_asks_in_the_same_words_on_its_own_and_inside_a_game(kind: str, lang: str) -> None:
    alone = ImperiumPlayPanel(ALONE, seat=0, seed=1, opponents="stated", lang=lang)
    game = alone.match.game
    while game.question.kind != kind or game.question.player:
        roll = game.question.kind == "roll"
        game.answer(f"roll{' 10' * game.question.volley.count}" if roll else game.question.default_answer())
    inside = page_of(kind, lang)
    own, other = (page.player_view().headline for page in (alone, inside))
    assert (own.title, own.rule) == (other.title, other.rule)
    assert other.explanation.startswith(own.explanation), "in a game both fleets can follow"


def test_IM_ASK_5_losses_of_a_whole_game_are_counted_out_and_taken() -> None:
    panel = page_of("assign", "en")
    assert 'data-act="take"' in panel.html
    before = len(panel.match.game)
    panel.do("losses", "destroy:0:-1")
    panel.do("take")
    assert len(panel.match.game) == before, "a hit is left"
    assert "3 hits have to be assigned" in panel.status
    panel.do("losses", "destroy:1:1")
    panel.do("take")
    assert panel.match.game.transcript[before].answer == "assign 2 fighter, cruiser"


def _asked_classes(base: type[CombatQuestion]) -> set[type[CombatQuestion]]:
    own = set() if inspect.isabstract(base) or base in _SHARED_BASES else {base}
    return own.union(*map(_asked_classes, base.__subclasses__()))


_SHARED_BASES = (CombatQuestion, QuestionWithDefault, ActDecision, EffectDecision)


def test_answers_to_every_class_of_battle_questions_have_a_text() -> None:
    assert set(ANSWER_TEXTS) == _asked_classes(CombatQuestion)


def test_declining_a_target_is_told_as_none_and_not_as_a_unit() -> None:
    use = EffectUse("exo2")
    game = battle_game("space: 1 dreadnought+ 1 cruiser @ sardakk,exo2 vs 2 cruiser 1 carrier")
    question = ChooseTarget(game.table, 0, use, (0, 1), 1, may_decline=True)
    units = {answer_text(question, question.format_answer(index)) for index in (0, 1)}
    assert answer_text(question, "target none") not in units
