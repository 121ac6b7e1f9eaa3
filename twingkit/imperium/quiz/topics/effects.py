"""Questions on technologies, action cards and abilities: which ones matter in a battle, and what they do."""

from __future__ import annotations

import random

from twingkit.core.notation import ROLES
from twingkit.core.rulebook import Ruling, TextByLanguage
from twingkit.imperium.battle.exact_odds.odds import BattleOdds, battle_odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.notes import notes
from twingkit.imperium.battle.notation.side import EffectUse, Side
from twingkit.imperium.box.effects import effects_by_id, line_effect_ids
from twingkit.imperium.quiz.battles import new_battle_game, sample_fleet
from twingkit.imperium.quiz.question_texts import SAY, percentage_texts, plain, remark
from twingkit.learn.quiz.item import QuizItem, QuizReason
from twingkit.learn.quiz.makers import question_kind, require
from twingkit.learn.quiz.phrases import join_texts
from twingkit.learn.quiz.staging import value_question

_WRONG_OPTION_COUNT = 3

_MIN_CHANGE = 1e-4
"""The minimum change of the chances for an effect to count as doing something."""

_SHARED_EFFECT_SOURCES = ("technology", "action")
"""The sources of effects that any faction can have."""


def _plain_battle(rng: random.Random) -> tuple[Battle, int]:
    """Return a battle without effects, and the side whose effects are asked about."""
    if rng.random() < 0.5:
        sides = Side(sample_fleet(rng)), Side(sample_fleet(rng) | {"pds": 1})
        return Battle("space", *sides), rng.randint(0, 1)
    attackers = {"dreadnought": 1, "carrier": 1, "infantry": rng.randint(2, 4)}
    defenders = {"infantry": rng.randint(1, 3), "pds": 1}
    return Battle("ground", Side(attackers), Side(defenders)), rng.randint(0, 1)


def _notes(fight: Battle, player: int, name: str) -> list[Ruling]:
    rule = effects_by_id()[name].rule
    return [note for note in notes(_with_effect(fight, player, name)) if note.rule == rule]


def _working_and_idle(
    rng: random.Random, working: int, idle: int
) -> tuple[Battle, int, dict[str, QuizReason], dict[str, Ruling]]:
    """Return a battle, the index of the side, remarks on effects that work for this side, and rulings on
    effects that do not.
    """
    fight, player = _plain_battle(rng)
    names = [name for name in line_effect_ids() if _shared(name)]
    rng.shuffle(names)
    without = battle_odds(fight)
    useful, useless = dict[str, QuizReason](), dict[str, Ruling]()
    for name in names:
        if len(useful) == working and len(useless) == idle:
            break
        notes = _notes(fight, player, name)
        if notes and len(useless) < idle:
            useless[name] = notes[0]
        elif not notes and len(useful) < working and (change := _change(fight, player, name, without)):
            useful[name] = change
    return fight, player, useful, useless


def _change(fight: Battle, player: int, name: str, without: BattleOdds) -> QuizReason | None:
    """Return a remark on how an effect of the side changes the battle’s chances; None if it does not change
    them.
    """
    with_effect = battle_odds(_with_effect(fight, player, name))
    if abs(without.win - with_effect.win) + abs(without.loss - with_effect.loss) <= _MIN_CHANGE:
        return None
    shares = (without.win, with_effect.win) if player == 0 else (without.loss, with_effect.loss)
    digits = 0 if abs(shares[0] - shares[1]) >= 0.01 else 1 if abs(shares[0] - shares[1]) >= 0.001 else 2
    facts = {"before": percentage_texts(shares[0], digits), "now": percentage_texts(shares[1], digits)}
    effect = effects_by_id()[name]
    return remark("why.changes", effect.rule, effect=effect, side=ROLES[player], **facts)


def _with_effect(fight: Battle, player: int, name: str) -> Battle:
    return fight.with_side(player, effects=[EffectUse(name)])


def _shared(name: str) -> bool:
    effect = effects_by_id()[name]
    return effect.source in _SHARED_EFFECT_SOURCES and not effect.owner


@question_kind("useless")
def _effect_doing_nothing(rng: random.Random) -> QuizItem | None:
    fight, player, useful, idle = _working_and_idle(rng, _WRONG_OPTION_COUNT, 1)
    require(len(useful) >= _WRONG_OPTION_COUNT and idle)
    right = next(iter(idle))
    wrong = {name: [change] for name, change in useful.items()}
    texts = _ask("useless", fight, player)
    return value_question(new_battle_game(fight), (), texts, right, wrong, _named, [idle[right]])


@question_kind("useful")
def _effect_doing_something(rng: random.Random) -> QuizItem | None:
    fight, player, working, idle = _working_and_idle(rng, 1, _WRONG_OPTION_COUNT)
    require(working and len(idle) >= _WRONG_OPTION_COUNT)
    right = next(iter(working))
    wrong = {name: [note] for name, note in idle.items()}
    texts = _ask("useful", fight, player)
    return value_question(new_battle_game(fight), (), texts, right, wrong, _named, [working[right]])


def _ask(key: str, fight: Battle, player: int) -> TextByLanguage:
    """Return the question, beginning with the kind of battle."""
    return join_texts(SAY(f"effects.{fight.kind}"), SAY(f"effects.{key}", side=ROLES[player]))


def _named(name: str) -> dict[str, str]:
    return dict(plain(effects_by_id()[name]))
