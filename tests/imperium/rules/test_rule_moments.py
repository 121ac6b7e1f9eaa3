"""Every rule that speaks has an example, which plays and cites it; those that say nothing are listed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from golden.imperium_moments import named_rules

from twingkit.imperium.rule_moments import RuleMoment, moment, moments
from twingkit.imperium.rules.rulebook import rulebook
from twingkit.rule_errors import UnknownRule
from twingkit.words import LANGUAGES

SILENT = frozenset(Path(__file__).with_name("without_example.txt").read_text(encoding="utf-8").split())
"""The rules for which `tests/golden/imperium_examples.py` found no example; it writes the list."""


@cache
def examples() -> tuple[RuleMoment, ...]:
    """Every example."""
    return moments()


def test_a_rule_has_an_example_or_is_listed_as_silent() -> None:
    without = {rule.id for rule in rulebook() if moment(rule.id) is None}
    assert without == SILENT, "run python tests/golden/imperium_examples.py"


def test_every_example_plays_and_the_rule_speaks_or_is_named_in_it() -> None:
    for example in examples():
        said = example.said
        assert said.rule == example.about
        assert example.rule == said.rule or example.rule in named_rules(said), example.rule
        for lang in LANGUAGES:
            assert "{" not in said.text(lang), example.rule


def test_an_example_that_is_refused_changes_nothing_and_another_one_does() -> None:
    for example in examples():
        if not example.answer:
            continue
        before, after = example.game(), example.shown()
        assert (len(before) == len(after)) is example.refused, example.rule


def test_an_unknown_rule_has_no_example() -> None:
    with pytest.raises(UnknownRule):
        moment("IM-NONE-1")
