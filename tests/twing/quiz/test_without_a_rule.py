"""An answer is called right without a rule only where the engine says so: the table is played again with that
rule taken away by hand (no character has an own element, nobody has the object, no creature is laid), or all
that forbids what was tried is counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest
from long_runs import runs
from twing.quiz_items import KINDS, named

from twingkit import Game
from twingkit.core.notation import ROLES
from twingkit.twing.notation.battle_line import Battle, parse_lay
from twingkit.twing.quiz import QuizItem
from twingkit.twing.quiz.games.offers import ACTION_WORDS
from twingkit.twing.rules.cards import ELEMENTS
from twingkit.twing.rules.lay import lay_refusals
from twingkit.twing.rules.lay_questions import LayCards
from twingkit.twing.rules.turns.actions import ChooseAction, rules_against_action

pytestmark = pytest.mark.slow

SEEDS = range(runs(4, 110))
"""The number of questions of each kind: some hundreds, or ten thousand in a long run."""


def no_own_element(line: str) -> str:
    """Return the battle with characters whose element nobody has laid."""
    used = set(re.findall(r"\b([FWLA])\d", line))
    free = [element for element in ELEMENTS if element not in used]
    return re.sub(r"\b[FWLA]:", f"{free[0]}:", line) if free else ""


def nobody_has(name: str) -> Callable[[str], str]:
    """Return the battle with no objects on either side."""

    def bare(line: str) -> str:
        line = re.sub(rf"(@ [a-z,]*?)\b{name}\b,?", r"\1", line)
        return re.sub(r",(?= |$)", "", re.sub(r" @ *(?= vs | & |$)", "", line))

    return bare


AWAY: dict[str, Callable[[str], str]] = {
    "TW-BAT-15": no_own_element,
    "TW-POW-bra": nobody_has("bra"),
    "TW-POW-panties": nobody_has("panties"),
}
"""For each rule, how to change a battle line so that the rule does not apply."""


def winner(line: str, answers: tuple[str, ...], seat: int) -> str:
    """Return who wins a battle, by the key of an option."""
    result = Game.begin(line).give_answers(*answers).result
    return "tie" if result.winner is None else "you" if result.winner == seat else "other"


def checked(asked: QuizItem) -> Counter[str]:
    """Check every option that follows from a forgotten rule against the engine; return checks per rule."""
    held: Counter[str] = Counter()
    for choice in asked.choices:
        rule = choice.forgotten_rule
        if not rule:
            continue
        if {option.key for option in asked.choices} <= {"you", "other", "tie"} and rule in AWAY:
            line = AWAY[rule](asked.table)
            if line and "Who takes" not in asked.prompt():
                assert (
                    winner(line, (*asked.answers_before, *asked.answers_after), asked.seat) == choice.key
                ), asked.name
                held[rule] += 1
            continue
        question = asked.game().question
        if isinstance(question, LayCards) and choice.cards and choice.cards == choice.key:
            lay, sides = (
                parse_lay(choice.cards),
                Battle.parse(asked.table).sides if " vs " in asked.table else (),
            )
            players = asked.game().table.players
            own = sides[asked.seat].active_objects if sides else players[asked.seat].active_objects
            enemy = sides[1 - asked.seat].active_objects if sides else players[1 - asked.seat].active_objects
            found = [problem.rule for problem in lay_refusals(lay, ROLES[asked.seat], own, enemy)]
            assert found == [rule], (asked.name, choice.key)
            held[rule] += 1
        elif isinstance(question, ChooseAction) and choice.key.partition("-")[0] in ACTION_WORDS:
            action = question.parse_answer(choice.key.replace("-", " "))
            against = [denial[0] for denial in rules_against_action(question.table, question.owner, action)]
            assert against == [rule], (asked.name, action)
            held[rule] += 1
    return held


def test_an_answer_is_right_without_a_rule_only_if_the_engine_says_so() -> None:
    held: Counter[str] = Counter()
    for topic, kind in KINDS:
        for seed in SEEDS:
            held += checked(named(f"{topic}:{kind}:{seed}"))
    assert {"TW-BAT-15", "TW-BAT-1", "TW-BAT-2", "TW-OBJ-1", "TW-OBJ-4"} <= set(held)
    assert sum(held.values()) >= runs(60, 2000)


@pytest.mark.parametrize(("topic", "kind"), KINDS, ids=[":".join(names) for names in KINDS])
def test_no_sentence_on_a_wrong_answer_repeats_the_reasons(topic: str, kind: str) -> None:
    for seed in SEEDS[:4]:
        asked = named(f"{topic}:{kind}:{seed}")
        for choice in asked.choices:
            said = [reason.text() for reason in choice.reasons]
            assert not set(said) & {reason.text() for reason in asked.reasons}, asked.name
            assert len(set(said)) == len(said), asked.name
            assert choice.is_right <= (not said), asked.name
