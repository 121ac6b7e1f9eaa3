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

from twingkit.core.rulebook import Words


@attrs.frozen(kw_only=True)
class EffectScope:
    """How a hook ties the two sides together, and when; `effects.toml` explains it above its hooks.

    `rounds`: "nothing", "one side", "one round" or "both sides"; `opening`: "nothing", "dice" or "more".
    """

    rounds: str = "both sides"
    own: bool = False
    against: bool = False
    answers: bool = False
    last: bool = False
    paired: bool = False
    needs: str = ""
    opening: str = "more"
    round_start: bool = False


@attrs.frozen
class Effect:
    """A technology, card, law, note, ability or special ability of a unit.

    `owner` is the faction it belongs to ("" for all). `role` and `phase` say where it can do something
    ("either", "both": anywhere). `once` marks a card for one round; `first` is its default round if the line
    names none (0: the first in which it can do something), `only` means that no other round can be named,
    `several` that a line can give the number of copies. `always`: it works without being written; `against`:
    it works only against its owner.

    >>> all_effects()["f_prototype"].amount, all_effects()["f_prototype"].units
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
    once: bool = False
    first: int = 0
    only: bool = False
    several: bool = False
    always: bool = False
    against: bool = False
    scope: EffectScope = attrs.field(default=EffectScope(), eq=False, repr=False)
    """How its hook ties the two sides together."""

    def label(self, words: Words, form: str = "") -> str:
        """Return its name in a sentence: the title of its rule."""
        return words.label(self.rule, form)


@cache
def all_effects() -> Mapping[str, Effect]:
    """Return all effects by id: technologies, cards, laws, notes, abilities and the special abilities of
    units.

    >>> [name for name, effect in all_effects().items() if effect.source == "agenda"][:3]
    ['conventions', 'prophecy', 'schematics']
    >>> all_effects()["mb"].rule, all_effects()["mb"].once
    ('IM-ACT-mb', True)
    """
    text = files("twingkit.imperium.box").joinpath("effects.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(text)
    reaches = {hook: EffectScope(**entry) for hook, entry in listed["hook"].items()}
    return {entry["id"]: Effect(**entry, scope=reaches[entry["hook"]]) for entry in listed["effect"]}


@cache
def effects_for_lines() -> tuple[str, ...]:
    """Return the ids that a line may name: all except the special abilities that come with units."""
    return tuple(
        effect.id for effect in all_effects().values() if not (effect.always and effect.source == "unit")
    )
