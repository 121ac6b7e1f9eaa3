"""The rulebook of Imajica, read once, and the one way its chapters say no."""

from __future__ import annotations

from importlib.resources import files

from twingkit.core.questions import InputRefusal, Refusal
from twingkit.core.rulebook import Rulebook, load_once
from twingkit.core.text_questions import BrokenRule


@load_once
def rulebook() -> Rulebook:
    """The rules of Imajica, their sentences and words.

    >>> print(rulebook()["IJ-SEIZE-7"].title())
    Securing
    """
    return Rulebook.load(files("twingkit.imajica.rules"))


def refuse_input(rule: str, case: str, **facts: object) -> InputRefusal:
    """A refusal of what was typed, by a rule, with the facts that its sentence needs."""
    return InputRefusal(rule, case, facts, rulebook())


def refuse(denial: BrokenRule) -> Refusal:
    """A refusal by a rule, with the facts that its sentence needs."""
    rule, case, facts = denial
    return Refusal(rule, case, facts, rulebook())
