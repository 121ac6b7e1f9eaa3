"""Effects: the entries after @ in a line, and the special abilities of units (IM-TECH, IM-ACT, IM-UNIT …).

An effect names the hook that carries it out, a function of the chapter where it acts. Its numbers are here;
its text is that of the rule.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import attrs

from twingkit.core.rulebook import NamesByLanguage


@attrs.frozen(kw_only=True)
class DependenceBetweenSides:
    """How effects with one hook make the odds of the two sides of a battle depend on each other, and in which
    rounds.

    `effects.toml` explains it above its hooks. `rounds`: "nothing", "one side", "one round" or "both sides";
    `opening`: "nothing", "dice" or "more".
    """

    rounds: str = "both sides"
    depends_on_own_side: bool = False
    depends_on_enemy_side: bool = False
    answers_losses: bool = False
    comes_after_answers: bool = False
    depends_on_both_forces: bool = False
    precondition: str = ""
    opening: str = "more"
    round_start: bool = False


@attrs.frozen
class BattleEffect:
    """An effect that a side of a battle can have: a technology, card, law, note, or ability.

    `owner` is the faction it belongs to ("" for all). `role` and `phase` say where it can do something
    ("either", "both": anywhere). `is_one_shot` marks a card for one round; `default_round` is its default
    round if the line names none (0: the first in which it can do something), `has_fixed_round` means that no
    other round can be named, `allows_copies` that a line can give the number of copies. `is_automatic`: it
    works without being written; `works_against_owner`: it works only against its owner.

    >>> effects_by_id()["f_prototype"].amount, effects_by_id()["f_prototype"].units
    (2, 'fighter')
    """

    id: str
    source: str
    rule: str
    hook: str
    owner: str = ""
    role: str = "either"
    phase: str = "both"
    amount: int = 0
    units: str = ""
    is_one_shot: bool = False
    default_round: int = 0
    has_fixed_round: bool = False
    allows_copies: bool = False
    is_automatic: bool = False
    works_against_owner: bool = False
    scope: DependenceBetweenSides = attrs.field(default=DependenceBetweenSides(), eq=False, repr=False)
    """How the effect makes the two sides depend on each other."""

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the effect's name for a sentence: the title of its rule."""
        return words.format_fact(self.rule, form)


@cache
def effects_by_id() -> Mapping[str, BattleEffect]:
    """Return all effects of the box by id, including the special abilities of units.

    >>> [name for name, effect in effects_by_id().items() if effect.source == "agenda"][:3]
    ['conventions', 'prophecy', 'schematics']
    >>> effects_by_id()["mb"].rule, effects_by_id()["mb"].is_one_shot
    ('IM-ACT-mb', True)
    """
    text = files("twingkit.imperium.box").joinpath("effects.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(text)
    reaches = {hook: DependenceBetweenSides(**entry) for hook, entry in listed["hook"].items()}
    return {entry["id"]: BattleEffect(**entry, scope=reaches[entry["hook"]]) for entry in listed["effect"]}


@cache
def line_effect_ids() -> tuple[str, ...]:
    """Return the ids of effects that a line may name: all but the special abilities of units."""
    return tuple(
        effect.id
        for effect in effects_by_id().values()
        if not (effect.is_automatic and effect.source == "unit")
    )
