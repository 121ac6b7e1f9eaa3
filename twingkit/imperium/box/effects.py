"""Effects: the entries behind @ in a line, and the specials of units (IM-TECH, IM-ACT, IM-UNIT …).

An effect names the hook that carries it out: a function of the chapter where it acts. Its numbers are here;
its text is the rule's.
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
    """The influence of a hook on the two sides, and its time; `effects.toml` explains it above its hooks.

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
    """One technology, card, law, note, ability or special of a unit.

    `owner` is the faction it belongs to ("" for all); `role` and `phase` say where it can do anything
    ("either", "both": anywhere). `once` is a card for one round; `first` its default round if the line
    names none (0: the first in which it can do something), `only` that no other round can be named,
    `several` that a line can name how many of it there are. `always`:
    it works without being written; `against`: it works only against its owner.

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
    """The influence of its hook on the two sides."""

    def label(self, words: Words, form: str = "") -> str:
        """Its name in a sentence: the title of its rule."""
        return words.label(self.rule, form)


@cache
def all_effects() -> Mapping[str, Effect]:
    """All effects by id: technologies, cards, laws, notes, abilities and the specials of units, as `Effect`.

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
    """The ids that a line may name: all but the specials that come with units."""
    return tuple(
        effect.id for effect in all_effects().values() if not (effect.always and effect.source == "unit")
    )
