"""Every rule with a ruling has an example that plays and cites it; the rules without one are listed."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path

import attrs
import pytest
from golden.imperium_moments import named_rules

from twingkit.core.language import call_in_language
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.core.rulebook.rule_errors import UnknownRule
from twingkit.core.words import LANGUAGES
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.rule_moments import (
    RuleMoment,
    all_examples,
    find_example,
    game_from_line,
    reason_without_example,
)
from twingkit.imperium.texts.rulebook import rulebook

SILENT = frozenset(Path(__file__).with_name("without_example.txt").read_text(encoding="utf-8").split())
"""The rules that still need an example; `tests/golden/imperium_examples.py` writes the list."""

EXEMPT = frozenset(
    rule
    for reason in tomllib.loads(
        files("twingkit.imperium").joinpath("examples", "silent.toml").read_text(encoding="utf-8")
    ).values()
    for rule in reason["rules"]
)
"""The rules that cannot have an example in a game."""


@cache
def examples() -> tuple[RuleMoment, ...]:
    """Return every example."""
    return all_examples()


def test_a_rule_has_an_example_or_is_listed_as_silent() -> None:
    without = {rule.id for rule in rulebook() if find_example(rule.id) is None}
    assert without == {*SILENT, *EXEMPT}, "run python tests/golden/imperium_examples.py"


def test_every_example_plays_and_the_rule_speaks_or_is_named_in_it() -> None:
    for example in examples():
        said = example.statement
        assert said.rule == example.shown_rule
        assert (
            example.counterexample_line or example.rule == said.rule or example.rule in named_rules(said)
        ), example.rule
        for lang in LANGUAGES:
            assert "{" not in said.text(lang), example.rule


def test_an_example_that_is_refused_changes_nothing_and_another_one_does() -> None:
    for example in examples():
        if not example.answer:
            continue
        before, after = example.game(), example.game_after()
        assert (len(before) == len(after)) is example.is_refused, example.rule


def test_what_a_rule_changes_goes_otherwise_without_it() -> None:
    for example in examples():
        if not example.counterexample_line:
            continue
        assert example.rule != example.shown_rule, example.rule
        assert all(example.hint(lang) for lang in LANGUAGES), example.rule
        assert not is_same_without_rule(example), example.rule


def rulings_and_question(example: RuleMoment) -> tuple[str, str, list[str]]:
    """Return the rulings at an example's answer, and the next question."""
    said, question = str(example.statement), example.game_after().question
    if question is None:
        return said, "", []
    return said, question.kind, [question.format_answer(option) for option in islice(question.options(), 300)]


def is_same_without_rule(example: RuleMoment) -> bool:
    """Return whether everything stays the same in the line without the example's rule."""
    try:
        return rulings_and_question(
            attrs.evolve(example, line=example.counterexample_line)
        ) == rulings_and_question(example)
    except (BadAnswer, Refusal, ValueError):
        return False


def test_IM_OBJ_1_every_objective_is_scored_in_its_example() -> None:
    objectives = [rule.id for rule in rulebook() if rule.id.removeprefix("IM-OBJ-") in objectives_by_id()]
    assert len(objectives) == len(objectives_by_id()) == 40
    for rule in objectives:
        example = find_example(rule)
        assert example is not None
        phase = objectives_by_id()[rule.removeprefix("IM-OBJ-")].scoring_phase
        scored_by = "IM-OBJ-3" if phase == "action" else "IM-OBJ-1"
        assert (example.shown_rule, example.case) == (scored_by, "scored"), rule


def test_a_rule_that_is_silent_by_its_nature_says_why() -> None:
    for rule in EXEMPT:
        assert rule in {known.id for known in rulebook()}
        for lang in LANGUAGES:
            assert call_in_language(lang, reason_without_example, rule)
    assert not reason_without_example("IM-MOVE-1")


def test_the_line_of_a_new_game_begins_one() -> None:
    assert game_from_line("imperium short").start.setup_lines() == ["imperium short"]


def test_an_unknown_rule_has_no_example() -> None:
    with pytest.raises(UnknownRule):
        find_example("IM-NONE-1")
