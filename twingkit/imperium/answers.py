"""Sentences for the answers of players in Twilight Imperium."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.imperium.galaxy.table.command_tokens import DivideTokens
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.texts.fact_names import TOKEN_POOLS, UnitClassCount, name_fact
from twingkit.learn.reviews.answers import AnswerSentences


def resolve_answer_word(game: Game, token: str) -> object:
    """Return the planet, card or (after `system_`) system that a word of an answer names; any other word is
    returned unchanged.
    """
    number = token.removeprefix("system_")
    return name_fact("subject" if number == token else "number", number)


def answer_facts(question: Question, answer: str) -> Mapping[str, object]:
    """Return the moved units, where they come from and the active system; for a division of command tokens
    the number in each pool; nothing for other answers.
    """
    if isinstance(question, DivideTokens):
        act = question.parse_act(answer)
        return {pool: getattr(act, pool) for pool in TOKEN_POOLS}
    if not isinstance(question, Move):
        return {}
    counts: Counter[str] = Counter()
    starts: list[object] = []
    for group in question.parse_plan(answer):
        starts.append(name_fact("number", question.table.tile_number(group.start_system)))
        for unit_class, count, _ in group.ships:
            counts[unit_class] += count
        for item in group.cargo:
            counts[item.unit_class] += item.count
    units = tuple(UnitClassCount(unit_class, count) for unit_class, count in counts.items())
    target = name_fact("number", question.table.tile_number(question.target))
    return {"units": units, "starts": tuple(starts), "target": target}


ANSWERS = AnswerSentences.load(
    Path(__file__).with_name("answers.toml"),
    thing_of_word=resolve_answer_word,
    prefix_by_word={
        **dict.fromkeys(("take", "strategy", "give_card", "take_card"), "strategy_"),
        "activate": "system_",
    },
    facts_of_answer=answer_facts,
    turn_seat=lambda game: game.table.current if game.table.phase in ("strategy", "action") else None,
    result_rulings=(
        "IM-OBJ-1.scored IM-OBJ-3.scored IM-STRAT-imperial.mecatol IM-SPACE-12.won IM-SPACE-12.won_ground "
        "IM-INV-11.gained IM-END-1.won IM-END-2.won"
    ),
)
"""The sentences for actions in answers such as `activate 24` and `build 1 cruiser`."""
