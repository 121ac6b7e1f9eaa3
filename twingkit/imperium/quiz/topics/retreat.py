"""Questions on retreats: who may announce one, who still rolls, and how such a battle ends."""

from __future__ import annotations

import random

from twingkit.core.play import Game
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import EffectUse, Side
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, PlayEffect
from twingkit.imperium.quiz import battles
from twingkit.imperium.quiz.forgotten_rule import mistakes_without_rule, replay_without_rule
from twingkit.imperium.quiz.question_texts import SAY, remark
from twingkit.learn.quiz.deal import make_or_none
from twingkit.learn.quiz.item import QuizItem, Reason
from twingkit.learn.quiz.makers import question_kind
from twingkit.learn.quiz.options import Mistake, value_options, yes_no_options
from twingkit.learn.quiz.staging import answer_while_pending, pending, question_at_moment

_ROUND_OUTCOMES = ("attacker", "defender", "nobody", "again")
"""The possible results of a round: a winner, nobody, or another round."""

_ROUND_OUTCOME_RULES = ("IM-SPACE-6", "IM-UNIT-3", "IM-SPACE-7", "IM-SPACE-9", "IM-SPACE-10", "IM-SPACE-8")
"""The rules whose rulings describe both sides' rolls and losses, and how the round ended."""


@question_kind("may")
def _may_attacker_retreat(rng: random.Random) -> QuizItem | None:
    """Make the question “May the attacker announce a retreat?” after the defender's answer."""
    sides = [Side(battles.sample_fleet(rng, fighter_chance=0.3)) for _ in range(2)]
    game = battles.play_until(
        battles.new_battle_game(Battle("space", *sides)), rng, lambda game: pending(game, AnnounceRetreat, 1)
    )
    first = rng.choice(("retreat", "stay"))
    game.answer(first)
    can = pending(game, AnnounceRetreat, 0) is not None
    after = game.copy()
    if can:
        after.answer("retreat")
    why = [remark("why.may_retreat" if can else "why.may_not_retreat")]
    texts = SAY(f"retreat.may_{first}", side="attacker", enemy="defender")
    return question_at_moment(game, after, texts, yes_no_options(can), why)


@question_kind("fires")
def _retreating_side_rolls(rng: random.Random) -> QuizItem | None:
    skilled = rng.random() < 0.5
    effects = [EffectUse("s_retreat")] if skilled else []
    fight = Battle("space", Side(battles.sample_fleet(rng), effects=effects), Side(battles.sample_fleet(rng)))
    game = battles.play_until(
        battles.new_battle_game(fight),
        rng,
        lambda game: pending(game, PlayEffect if skilled else AnnounceRetreat, 0),
    )
    before = len(game)
    if not skilled:
        game.answer("retreat")
    after = game.copy()
    if skilled:
        after.answer(acts.PLAY)  # the table shows the moment before: afterwards the ships are gone
    can = False
    while not (can or after.over):
        can = battles.pending_roll(after, "combat", 0) is not None
        battles.answer_by_policy(after, rng)
    why: list[Reason] = list(after.rulings_since(before, "IM-ACT-s_retreat"))
    if not skilled:
        why = [remark("why.leaves_later")]
    case = "skilled" if skilled else "announced"
    forgot = "IM-ACT-s_retreat" if not can and _attacker_rolls_without(game, rng, "IM-ACT-s_retreat") else ""
    texts = SAY(f"retreat.fires_{case}", side="attacker")
    return question_at_moment(game, after, texts, yes_no_options(can, forgot), why)


def _attacker_rolls_without(game: Game, rng: random.Random, rule: str) -> bool:
    twin = replay_without_rule(game, rule)
    return twin is not None and make_or_none(battles.play_until_roll, twin, rng, "combat", 0) is not None


@question_kind("ends")
def _round_outcome(rng: random.Random) -> QuizItem | None:
    """Make the question “How does this round end?” with a possible retreat, showing the dice."""
    small = dict.fromkeys(rng.sample(["cruiser", "destroyer", "carrier", "dreadnought"], 2), 1)
    other = dict.fromkeys(rng.sample(["cruiser", "destroyer", "carrier", "dreadnought"], 2), 1)
    game = battles.play_until(
        battles.new_battle_game(Battle("space", Side(small), Side(other))),
        rng,
        lambda game: pending(game, AnnounceRetreat),
    )
    leaving = rng.choice((-1, 0, 1))
    answer_while_pending(
        game, AnnounceRetreat, lambda question: "retreat" if question.player == leaving else "stay"
    )
    first = battles.SampledRoll.sample_due_roll(game, rng, "combat", 0)
    second = battles.SampledRoll.sample_due_roll(first.game_after_roll, rng, "combat", 1)
    after = battles.play_round_out(second.game_after_roll.copy(), rng)
    why = after.rulings_since(len(game), *_ROUND_OUTCOME_RULES)
    right = _end(after)

    def ended(twin: Game) -> str:
        return _end(battles.play_round_out(twin, rng))

    known = ("IM-SPACE-9", "IM-UNIT-3") if leaving >= 0 else ("IM-UNIT-3",)
    wrong = [
        option for rule in known for option in mistakes_without_rule(second.game_after_roll, rule, ended)
    ]
    firsts = {option.value: option for option in reversed(wrong)}
    mistakes = [firsts.get(name, Mistake(name)) for name in _ROUND_OUTCOMES]
    options = value_options(right, mistakes, lambda name: SAY(f"end.{name}"))
    head = "retreat.ends" if leaving < 0 else "retreat.ends_leaving"
    texts = SAY(head, side=game.start.seat(max(leaving, 0)), dice=first.shown_dice, others=second.shown_dice)
    return question_at_moment(game, after, texts, options, why, ("IM-SPACE-7",))


def _end(game: Game) -> str:
    """Return how the round ends, one of `_ROUND_OUTCOMES`."""
    if not game.over:
        return "again"
    return "nobody" if game.result.winner is None else game.start.seat(game.result.winner)
