"""A battle replayed with another order of losses: the same answers, with the units in that order."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from twingkit.core.play import Game, TranscriptEntry
from twingkit.core.questions import BadAnswer, Question, Refusal
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.dice.volley import Volley, VolleyResult
from twingkit.imperium.battle.rules.questions import QuestionWithDefault, RollDice
from twingkit.imperium.battle.starts import BattleStart


def replay_with_policies(
    battle: Battle,
    game: Game,
    uses_policy: Callable[[int, TranscriptEntry], bool] = lambda answer_index, entry: False,
    is_skipped: Callable[[int, TranscriptEntry], bool] = lambda answer_index, entry: False,
) -> Game | None:
    """Return a game replayed with the same answers but with other policies or effects; None if the answers do
    not fit.

    If `uses_policy(answer_index, entry)` is true, the side's policy answers instead; answers for which
    `is_skipped(answer_index, entry)` is true are left out. Dice keep their faces, however units are ordered.
    """
    start = game.start
    assert isinstance(start, BattleStart)
    other = Game(attrs.evolve(start, battle=battle), rolls="ask")
    try:
        for answer_index, entry in enumerate(game.transcript):
            if is_skipped(answer_index, entry):
                continue
            question = other.question
            if question_key(question) != question_key(entry.question):
                return None
            match question, entry.question:
                case QuestionWithDefault(), _ if uses_policy(answer_index, entry):
                    other.answer(question.default_answer())
                case RollDice(volley=volley), RollDice(volley=thrown):
                    other.answer(volley.result_of(_reorder_faces(thrown, entry.act, volley)))
                case _:
                    other.answer(entry.answer)
    except (BadAnswer, Refusal):  # these answers exist only in the other battle
        return None
    return other


def question_key(question: Question | None) -> tuple[type, int | None]:
    """Return the class and the player of a question, which it keeps in a replayed game."""
    return type(question), question.player if question else None


def _reorder_faces(volley: Volley, thrown: VolleyResult, other: Volley) -> list[int]:
    """Return the faces of a rolled volley in the order of the dice of volley `other`, without dice that were
    not rolled.
    """
    kinds = [group.unit for group in volley.groups for _ in range(group.count)]
    faces: dict[str, list[int]] = {}
    for kind, face in zip(kinds, thrown.faces, strict=True):
        faces.setdefault(kind, []).append(face)
    return [face for group in other.groups for face in faces.pop(group.unit, [])]
