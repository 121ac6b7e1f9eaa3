"""Effects: what may stand behind @ in a line, and the specials of units (IM-TECH, IM-ACT, IM-UNIT …).

An effect names the hook that carries it out: a function of the chapter where it acts. Its numbers are here;
its text is the rule's.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import attrs

from twingkit.rulebook import Words


@attrs.frozen
class Effect:
    """One technology, card, law, note, ability or special of a unit.

    `owner` is the faction it belongs to ("" for all); `role` and `phase` say where it can do anything
    ("either", "both": anywhere). `once` is a card for one round; `first` the round it stands for if the line
    names none (0: the first in which it can do something), `only` that no other round can be named. `always`:
    it works without being written; `against`: it works only against its owner.

    >>> effects()["f_prototype"].amount, effects()["f_prototype"].units
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
    always: bool = False
    against: bool = False

    def label(self, words: Words, lang: str, form: str = "") -> str:
        """Its name in a sentence: the title of its rule."""
        return words.label(self.rule, lang, form)


@cache
def effects() -> Mapping[str, Effect]:
    """All effects by id: technologies, cards, laws, notes, abilities and the specials of units, as `Effect`.

    >>> [name for name, effect in effects().items() if effect.source == "agenda"][:3]
    ['conventions', 'prophecy', 'schematics']
    >>> effects()["mb"].rule, effects()["mb"].once
    ('IM-ACT-mb', True)
    """
    text = files("twingkit.imperium").joinpath("effects.toml").read_text(encoding="utf-8")
    return {entry["id"]: Effect(**entry) for entry in tomllib.loads(text)["effect"]}


@cache
def writable() -> tuple[str, ...]:
    """The ids that a line may name: all but the specials that units bring along by themselves."""
    return tuple(each.id for each in effects().values() if not (each.always and each.source == "unit"))
