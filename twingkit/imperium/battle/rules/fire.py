"""The decision whether units fire Space Cannon or Bombardment, and which of them (IM-VAR-2).

The owner uses all units with that ability or none; with the switch `volley=any` the owner chooses how many of
each kind. In the odds everything fires.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import attrs

from twingkit.core.acts import Act
from twingkit.core.notation import ROLES
from twingkit.core.play import Script
from twingkit.core.questions import Refusal, is_count
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.dice.volley import DiceGroup
from twingkit.imperium.battle.rules.force import Roster
from twingkit.imperium.battle.rules.questions import PlayEffect
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.effects import BattleEffect
from twingkit.imperium.box.units import UnitAbilityDice
from twingkit.imperium.texts.rulebook import rule_refusal


@attrs.frozen
class FiringUnits:
    """Units of one kind that can fire with Space Cannon or Bombardment.

    `shots` are those of one unit, `count` is the number of units; `words_key` is the kind's key in the words.
    """

    name: str
    words_key: str
    shots: UnitAbilityDice
    count: int


@attrs.frozen
class _FiringAbility(EffectUse):
    """A unit ability that is used like a card: the subject of a `FireDecision` question."""

    @property
    def effect(self) -> BattleEffect:
        """The ability as an effect; its rule explains it."""
        return FIRING_ABILITIES[self.id]


FIRING_ABILITIES = {
    "space_cannon": BattleEffect(id="space_cannon", source="unit", rule="IM-UNIT-6", hook="space_cannon"),
    "bombardment": BattleEffect(id="bombardment", source="unit", rule="IM-UNIT-5", hook="bombardment"),
    "harrow": BattleEffect(id="harrow", source="unit", rule="IM-UNIT-harrow", hook="harrow"),
}
"""The unit abilities Space Cannon and Bombardment as effects, by id."""


class FireDecision(PlayEffect):
    """The question of whether the units of a side fire and, with `volley=any`, which ones.

    The answers are `play` (all of them), `pass` (none) or, with `volley=any`, `play 2 pds, 1 pds+`.

    >>> from twingkit.imperium.battle.starts import battle_game
    >>> game = battle_game("space: 1 cruiser vs 1 cruiser 2 pds", variant="volley=any")
    >>> [game.question.format_answer(answer) for answer in game.question.options()]
    ['play', 'pass', 'play 1 pds']
    """

    __slots__ = ("guns", "may_choose")
    implied_by_roll = acts.PLAY  # a player who reports rolled dice has decided to fire

    def __init__(
        self, player: int, ability: str, guns: Sequence[FiringUnits], may_choose_units: bool
    ) -> None:
        super().__init__(player, _FiringAbility(ability))
        self.guns, self.may_choose = tuple(guns), may_choose_units

    def options(self) -> Iterator[Act]:
        """Yield the answers for all units, for none, and if the owner may choose, for every selection."""
        yield from self.acts
        if self.may_choose:
            parts = product(*(range(group.count, -1, -1) for group in self.guns))
            yield from (act for part in parts if isinstance(act := self._act(part), acts.PlayPart))

    def refusal(self, answer: Act) -> Refusal | None:
        """Return the refusal of a forbidden selection; None if it is allowed.

        Raises `BadAnswer` for an invalid answer.
        """
        if not isinstance(answer, acts.PlayPart):
            return super().refusal(answer)
        self.parse_answer(str(answer))
        if self.may_choose:
            return None
        return rule_refusal("IM-VAR-2", "all_or_none", n=sum(dict(answer.units).values()))

    def parse_answer(self, text: str) -> Act:
        """Return the canonical act: kinds in the order of the dice, all units as `play`."""
        there = {group.name: group.count for group in self.guns}
        counts: dict[str, int] = {}
        first, *named = text.split() or [""]
        for item in " ".join(named).split(","):
            number, _, name = item.strip().partition(" ")
            known = first == acts.PlayPart.word and name in there and name not in counts and is_count(number)
            if not known or not 0 <= int(number) <= there[name]:
                return super().parse_answer(text)
            counts[name] = int(number)
        return self._act([counts.get(group.name, 0) for group in self.guns])

    def firing_counts(self, answer: Act) -> Mapping[str, int]:
        """Return the number of units of each kind that fire according to an answer."""
        if isinstance(answer, acts.PlayPart):
            return dict(answer.units)
        return {group.name: group.count for group in self.guns} if isinstance(answer, acts.Play) else {}

    def _act(self, part: Sequence[int]) -> Act:
        if not any(part):
            return acts.PASS
        if list(part) == [group.count for group in self.guns]:
            return acts.PLAY
        return acts.PlayPart(tuple((group.name, n) for n, group in zip(part, self.guns, strict=True) if n))


def ask_to_fire(table: BattleTable, side_index: int, ability: str, guns: Sequence[FiringUnits]) -> Script:
    """Ask a side whether its units fire, and return the number of each kind that do; empty if none fire."""
    question = FireDecision(side_index, ability, guns, table.fight.variant.volley == "any")
    answer: Act = yield question
    counts = question.firing_counts(answer)
    if not counts:
        table.record_ruling("IM-VAR-2", "held", side=ROLES[side_index], effect=FIRING_ABILITIES[ability])
    elif isinstance(answer, acts.PlayPart):
        n, whole = sum(counts.values()), sum(group.count for group in guns)
        table.record_ruling(
            "IM-VAR-2", "part", side=ROLES[side_index], effect=FIRING_ABILITIES[ability], n=n, whole=whole
        )
    return counts


def limit_firing_units(
    guns: Sequence[FiringUnits], counts: Mapping[str, int] | None
) -> Sequence[FiringUnits]:
    """Return the firing units limited to these counts by name; None allows all of them."""
    if counts is None:
        return guns
    return [attrs.evolve(group, count=counts[group.name]) for group in guns if counts.get(group.name)]


def with_plasma_scoring(roster: Roster, groups: Sequence[DiceGroup]) -> tuple[DiceGroup, ...]:
    """Return the dice groups, with one more die for the unit that hits most easily if the side has Plasma
    Scoring.
    """
    if not groups or not roster.has_working("ps"):
        return tuple(groups)
    best = min(range(len(groups)), key=lambda index: groups[index].hits_on)
    more = attrs.evolve(groups[best], count=groups[best].count + 1)
    return (*groups[:best], more, *groups[best + 1 :])
