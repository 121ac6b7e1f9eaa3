"""“Your answer would be right if this rule were forgotten” appears only if the engine, without that rule,
gives that answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from fleet_questions import KINDS
from long_runs import runs

from twingkit.core.play import Game
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.players import assumed_answer
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, AssignHits, RollDice
from twingkit.imperium.battle.starts import battle_game
from twingkit.imperium.quiz.forgotten_rule import (
    ABILITY_REMOVER_BY_RULE,
    can_leave_out_rule,
    replay_without_rule,
)
from twingkit.learn.quiz.item import QuizItem
from twingkit.testing.questions import cached_item

pytestmark = pytest.mark.slow

SEEDS = range(runs(12, 60))


def hits(item: QuizItem, twin: Game) -> str:
    """Return the hits of the rolled dice, if they are rolled at all."""
    assert isinstance(twin.question, RollDice)
    faces = [int(word) for word in item.answers_after[0].split()[1:]]
    return str(twin.question.volley.result_of(faces[: twin.question.volley.count]).hits)


def needed(item: QuizItem, twin: Game) -> str:
    """Return the number that the die of the unit in question needs."""
    assert isinstance(twin.question, RollDice)
    words = twin.start.rulebook().words
    for group in twin.question.volley.groups:
        if f": {words.format_fact(group.unit)}." in item.prompt():
            return str(group.hits_on)
    raise LookupError(item.name)


def fewest(item: QuizItem, twin: Game) -> str:
    """Return the fewest destroyed units."""
    assert isinstance(twin.question, AssignHits)
    return str(min(sum(losses.destroyed) for losses in twin.question.options()))


def fires(item: QuizItem, twin: Game) -> str:
    """Return whether the attacker rolls combat dice or bombards, depending on the question."""
    step = "bombardment" if item.kind == "bombards" else "combat"
    while twin.question is not None and not (
        isinstance(twin.question, RollDice) and twin.question.step == step
    ):
        if isinstance(twin.question, RollDice):
            twin.answer("roll " + " ".join("10" for _ in range(twin.question.volley.count)))
        else:
            twin.answer(assumed_answer(twin))
    thrown = twin.question
    return "yes" if isinstance(thrown, RollDice) and thrown.player == 0 else "no"


def landed(item: QuizItem, twin: Game) -> str:
    """Return the attacker's ground forces that fight."""
    return str(twin.table.forces[0].size)


def ends(item: QuizItem, twin: Game) -> str:
    """Return how the round ends with the dice as they were rolled."""
    for answer in item.answers_after[:2]:
        while isinstance(twin.question, AnnounceRetreat):
            twin.answer("stay")
        twin.answer(answer)
    while not twin.over and not isinstance(twin.question, RollDice | AnnounceRetreat):
        twin.answer(assumed_answer(twin))
    if not twin.over:
        return "again"
    return "nobody" if twin.result.winner is None else twin.start.seat(twin.result.winner)


ANSWERS: dict[str, Callable[[QuizItem, Game], str]] = {
    "combat-rolls:changed": hits,
    "combat-rolls:needs": needed,
    "before-the-battle:cannon": hits,
    "assigning-hits:fewest": fewest,
    "planets:bombards": fires,
    "planets:landed": landed,
    "retreat:fires": fires,
    "retreat:ends": ends,
}
"""How to read the answer from a battle at the question, for the kinds that name forgotten rules."""


def claimed(kind: str) -> Iterator[tuple[QuizItem, str, str]]:
    """Return the wrong options that claim to follow from a forgotten rule."""
    for seed in SEEDS:
        item = cached_item("imperium", f"{kind}:{seed}")
        yield from (
            (item, choice.key, choice.forgotten_rule) for choice in item.choices if choice.forgotten_rule
        )


@pytest.mark.parametrize("kind", KINDS)
def test_without_the_rule_the_engine_gives_the_chosen_answer(kind: str) -> None:
    found = list(claimed(kind))
    assert bool(found) == (kind in ANSWERS), "a kind that names forgotten rules has a way to check them"
    for item, key, rule in found:
        twin = replay_without_rule(item.game(), rule)
        assert twin is not None, (item.name, rule)
        assert ANSWERS[kind](item, twin) == key, (item.name, rule)


@pytest.mark.parametrize("kind", ANSWERS)
def test_with_the_rule_the_same_reading_gives_the_right_answer(kind: str) -> None:
    for item, _, _ in claimed(kind):
        game = item.game()
        if kind == "planets:landed":
            game.give_answers(item.answers_after[0])
            while isinstance(game.question, AssignHits):
                game.answer(assumed_answer(game))
        if item.kind == "fires" and item.answers_after[:1] == ("play",):
            game.answer("play")
        assert ANSWERS[kind](item, game) == item.right_option.key, item.name


def test_what_cannot_be_left_out_is_refused() -> None:
    game = battle_game("space: 1 cruiser @ mb vs 1 dreadnought")
    assert can_leave_out_rule(game, "IM-ACT-mb")
    assert all(can_leave_out_rule(game, rule) for rule in ABILITY_REMOVER_BY_RULE)
    for rule in ("IM-ODDS-1", "IM-ACT-fire_team", "IM-UNIT-11"):
        assert not can_leave_out_rule(game, rule)
        with pytest.raises(ValueError, match=rule):
            replay_without_rule(game, rule)


def test_an_ability_is_taken_from_both_sides() -> None:
    game = battle_game("ground: 2 dreadnought 3 infantry vs 1 pds 2 infantry")
    assert Battle.parse("ground: 2 dreadnought 3 infantry vs 1 pds 2 infantry") == game.table.fight.battle
    twin = replay_without_rule(game, "IM-INV-2")
    assert twin is not None
    assert not any(
        unit.has_planetary_shield for roster in twin.table.rosters for unit, _ in roster.support_units
    )
