"""Disagreements between the rulebooks, each with a short scene played in both interpretations (section 13).

    found = disagreement("TW-VAR-9")
    print(found.question())                 # Can a Cross still be changed once it is rolled?
    default, second = found.play_variants() # two games from the same position
    print(found.compare().scenes[1])        # the story under the second interpretation

The scenes are in `disagreements.toml`; the texts of the rules cite the books and give the reasons for the
box's interpretation.
"""

from __future__ import annotations

from twingkit.core.variants.disagreements import RuleDisagreement, RuleDisagreements
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.starts import GameStart
from twingkit.twing.variants.variant import Variant

DISAGREEMENTS = RuleDisagreements("twingkit.twing.variants", GameStart, Variant, rulebook)
"""All disagreements between the rulebooks, loaded from `disagreements.toml`."""


def disagreements() -> tuple[RuleDisagreement, ...]:
    """Return all disagreements between the rulebooks, in the order of the rules."""
    return tuple(DISAGREEMENTS)


def disagreement(rule: str) -> RuleDisagreement:
    """Return the disagreement between the rulebooks about one rule, such as `TW-VAR-9`.

    Raises `UnknownRule`, which names similar rules.
    """
    return DISAGREEMENTS[rule]
