"""The rulebook of Imajica, and helpers that build its refusals."""

from __future__ import annotations

from importlib.resources import files

from twingkit.core.questions import Refusal, RefusalWithRuleId
from twingkit.core.rulebook import Rulebook, load_rulebook_once
from twingkit.core.text_questions import BrokenRule


@load_rulebook_once
def rulebook() -> Rulebook:
    """Return the rules of Imajica with their messages and words.

    >>> print(rulebook()["IJ-SEIZE-7"].title())
    Securing
    """
    return Rulebook.load(
        files("twingkit.imajica.rules"), glossary=files("twingkit.imajica").joinpath("glossary.toml")
    )


def make_input_refusal(rule: str, case: str, **facts: object) -> RefusalWithRuleId:
    """Build a refusal of typed input from a rule, the case of its message and the facts it needs."""
    return RefusalWithRuleId(rule, case, facts, rulebook())


def make_refusal(denial: BrokenRule) -> Refusal:
    """Build a refusal from a broken rule: its id, the case of its message and the facts for it."""
    rule, case, facts = denial
    return Refusal(rule, case, facts, rulebook())
