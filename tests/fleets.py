"""Battles of fleets for property tests: legal ones, and any that a line can hold."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from twingkit.imperium.box.effects import all_effects, writable
from twingkit.imperium.box.units import CLASSES, SHIPS, factions
from twingkit.imperium.notation.assimilated import COPIES, TOKENS, Assimilated, unit_upgrades
from twingkit.imperium.notation.battle_line import Battle, Side, Use
from twingkit.imperium.rules.losses.policy import RISK, SUSTAIN, Policy

NAMES = tuple(name + sign for name in CLASSES for sign in ("", "+"))

by_class = st.lists(st.sampled_from(("dreadnought", "flagship", "warsun", "mech")), min_size=1, unique=True)
rules = st.sampled_from((*SUSTAIN, RISK)) | by_class.map(",".join)
policies = st.builds(Policy, st.permutations(SHIPS).map(tuple), rules)

FACTIONS = st.sampled_from(("", *factions()))
PLANS = policies | st.just(Policy())

Drawn = st.SearchStrategy[Any]
"""What is drawn by chance."""


# What is drawn from again and again is made once: most of the time goes into making it.


@st.composite
def uses(draw: Any, faction: str = "", legal: bool = True) -> Use:
    """An effect as a line can write it; `legal`: one that this faction may have."""
    effect = draw(_effects(faction, legal))
    return Use(effect.id, draw(_rounds(effect.id)))


@cache
def _effects(faction: str, legal: bool) -> Drawn:
    written = [all_effects()[name] for name in writable()]
    always = [each.id for each in written if each.always and each.owner == faction]
    return st.sampled_from(
        [each for each in written if each.id not in always and (_may(each, faction) or not legal)]
    )


@cache
def _rounds(name: str) -> Drawn:
    effect = all_effects()[name]
    rounds = (
        [0] if not effect.once or effect.only else [n for n in (0, 1, 2, 3) if n != effect.first or n == 0]
    )
    return st.sampled_from(rounds)


@cache
def _some_uses(faction: str, legal: bool) -> Drawn:
    return st.lists(uses(faction, legal), max_size=3, unique=True)


@cache
def _upgrades(most: int) -> Drawn:
    return st.lists(st.sampled_from(list(unit_upgrades())), max_size=most, unique_by=lambda pair: pair[1])


@cache
def _counts(names: tuple[str, ...], most: int, kinds: int) -> Drawn:
    return st.dictionaries(st.sampled_from(names), st.integers(1, most), min_size=1, max_size=kinds)


def _may(effect: Any, faction: str) -> bool:
    if effect.id == "nebula":
        return False
    if effect.source == "promissory":
        return bool(effect.owner != faction or not faction)
    return effect.owner in ("", faction)


@st.composite
def tokens(draw: Any, faction: str) -> list[Assimilated]:
    """Unit upgrades that a side of this faction has copied: only the Nekro Virus has any."""
    most = len(TOKENS) if faction == COPIES else 0
    return [Assimilated(token, *pair) for token, pair in zip(TOKENS, draw(_upgrades(most)), strict=False)]


@st.composite
def sides(draw: Any, kind: str = "space", legal: bool = True, most: int = 3, kinds: int = 4) -> Side:
    """One side; a legal one has at least one unit that fights in this kind of battle."""
    faction = draw(FACTIONS)
    copied = draw(tokens(faction)) if legal else ()
    having_none = Side({}, faction, copied=copied)
    names = tuple(name for name in NAMES if not legal or having_none.find_unit(name))
    units = draw(_counts(names, most, kinds))
    if legal:
        units["cruiser" if kind == "space" else "infantry"] = draw(st.integers(1, most))
    for name in list(units):
        kind = having_none.find_unit(name)
        if draw(st.integers(0, 2)) == 0 and (not legal or (kind is not None and kind.sustain)):
            units[f"{name}!"] = draw(st.integers(1, min(most, 2)))
    return Side(units, faction, draw(_some_uses(faction, legal)), draw(PLANS), copied)


@st.composite
def fleets(draw: Any, most: int = 3, kinds: int = 4) -> Battle:
    """A legal battle in space or on the ground: up to `kinds` and one more kinds of units, `most` of each."""
    kind = draw(st.sampled_from(("space", "ground")))
    battle = Battle(kind, *(draw(sides(kind, most=most, kinds=kinds)) for _ in (0, 1)))
    assert battle.problems() == []
    return battle


@st.composite
def any_fleets(draw: Any) -> Battle:
    """What a line can hold, allowed or not."""
    kind = draw(st.sampled_from(("space", "ground")))
    attacker, defender = draw(sides(legal=False, most=99)), draw(sides(legal=False, most=99))
    if draw(st.booleans()):
        attacker = Side(attacker.units, attacker.faction, attacker.effects, None)
    return Battle(kind, attacker, defender)
