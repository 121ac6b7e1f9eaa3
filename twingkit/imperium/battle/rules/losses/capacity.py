"""Room on ships after Space Cannon: units that they cannot carry are removed before the combat (IM-UNIT-11).

The owner chooses which; the odds follow the order of losses. A line is never refused for its capacity: units
beyond the capacity from the start stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from twingkit.core.notation import ROLES
from twingkit.core.play import Script
from twingkit.core.questions import BadAnswer, Refusal
from twingkit.imperium.battle.rules.counts_in_words import UnitCount
from twingkit.imperium.battle.rules.force import NO_ROOM_MARK, Force, Roster
from twingkit.imperium.battle.rules.losses.loss_order import with_ground_forces
from twingkit.imperium.battle.rules.questions import QuestionWithDefault, bad_answer
from twingkit.imperium.battle.rules.space.survivors import CARGO_LOSS_ORDER, needs_room
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.units import Unit
from twingkit.imperium.texts.rulebook import rule_refusal

RemovedUnits = Sequence[tuple[Unit, int]]
"""Kinds of units with the numbers that are removed."""

_ITEM = re.compile(r"(?:(?P<count>[1-9][0-9]?) )?(?P<name>[a-z]+\+?)")


class Cargo(NamedTuple):
    """Units of one kind that need room on ships.

    `roster_index` is −1 if they take no part in the battle.
    """

    unit: Unit
    roster_index: int
    unit_count: int


def fit_to_capacity(roster: Roster, force: Force) -> tuple[Force, RemovedUnits]:
    """Remove what the ships of a force can no longer carry; return the force and the removed units.

    Units go by the order of losses, fighters first by default.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> from twingkit.imperium.battle.rules.force import Fight
    >>> fight = Fight.from_battle(Battle.parse("space: 5 fighter 1 cruiser 1 carrier vs 1 cruiser"))
    >>> force = fight.starting_forces()[0].without(2)  # no carrier any more; one fighter never had room
    >>> left, removed = fit_to_capacity(fight.rosters[0], force)
    >>> left.fresh, [(unit.name, n) for unit, n in removed]
    ((1, 1, 0), [('fighter', 4)])
    """
    carried = units_needing_room(roster, force)
    counts = _removal_counts(carried, _count_newly_without_room(roster, force))
    return _without_cargo(force, carried, counts), _removed_units(carried, counts)


def units_needing_room(roster: Roster, force: Force) -> list[Cargo]:
    """Return the units of a side that need room on ships, in the order of losses.

    Ground forces that will fight as ships have not joined yet.
    """
    entries = [
        Cargo(unit, kind, force.count(kind) if unit.is_fighter else roster.counts[kind])
        for kind, unit in enumerate(roster.units)
    ]
    entries += [
        Cargo(unit, -1, count - force.used_effects.count(f"{NO_ROOM_MARK}{unit.name}"))
        for unit, count in roster.support_units
    ]
    rank = with_ground_forces(roster.policy.order)
    carried = [entry for entry in entries if needs_room(entry.unit)]
    return sorted(carried, key=lambda entry: (rank.index(entry.unit.unit_class), entry.unit.is_upgraded))


def _count_newly_without_room(roster: Roster, force: Force) -> int:
    """Return the number of units that have lost their room on ships, not counting those without room from the
    start.
    """
    return max(0, _count_without_room(roster, force) - _count_without_room(roster, roster.starting_force))


def _count_without_room(roster: Roster, force: Force) -> int:
    room = sum(unit.capacity * force.count(kind) for kind, unit in enumerate(roster.units) if unit.is_ship)
    return max(0, sum(count for *_, count in units_needing_room(roster, force)) - room)


def _removal_counts(carried: Sequence[Cargo], n: int) -> tuple[int, ...]:
    """Return the number of units to remove of each kind of cargo, `n` in all, starting with the first
    kind.
    """
    counts = []
    for entry in carried:
        counts.append(min(entry.unit_count, n))
        n -= counts[-1]
    return tuple(counts)


def _without_cargo(force: Force, carried: Sequence[Cargo], counts: Sequence[int]) -> Force:
    """Return the force after removing these numbers of units of each kind of cargo.

    Ground forces that take no part are not counted in it. After the battle, ships drop fighters first, then
    infantry; ground forces removed out of that order are marked, so that they do not come back.
    """
    usual = sorted(zip(carried, counts, strict=True), key=lambda entry: _usual_key(entry[0]))
    as_usual = tuple(n for _, n in usual) == _removal_counts([entry for entry, _ in usual], sum(counts))
    for (unit, kind, _), n in zip(carried, counts, strict=True):
        if unit.is_fighter:
            force = force.without(kind, n)
        elif kind >= 0 or not as_usual:
            for _ in range(n):
                force = force.with_used(f"{NO_ROOM_MARK}{unit.name}")
    return force


def _usual_key(entry: Cargo) -> tuple[int, bool]:
    return CARGO_LOSS_ORDER.index(entry.unit.unit_class), entry.unit.is_upgraded


def needs_removal_marks(roster: Roster) -> bool:
    """True if removed ground forces must be recorded on the force, because the policy removes them in an
    unusual order.
    """
    if not roster.policy.reorders_ground_forces:
        return False
    carried = units_needing_room(roster, roster.starting_force)
    return any(entry.roster_index < 0 for entry in carried) and carried != sorted(carried, key=_usual_key)


def _removed_units(carried: Sequence[Cargo], counts: Sequence[int]) -> RemovedUnits:
    return [(entry.unit, n) for entry, n in zip(carried, counts, strict=True) if n]


class ExcessUnitRemoval(QuestionWithDefault):
    """The question of which units are removed for lack of room on ships.

    The answer has a number for each kind of `carried`; its text is `remove 2 fighter, infantry`.

    >>> from twingkit.imperium.battle.starts import battle_game
    >>> game = battle_game("space: 1 fighter 1 infantry 1 carrier 1 dreadnought vs 1 pds 1 cruiser")
    >>> for answer in ("play", "roll 9", "assign carrier"):
    ...     game.answer(answer)
    >>> [game.question.format_answer(answer) for answer in game.question.options()]
    ['remove fighter', 'remove infantry']
    """

    __slots__ = ("carried", "excess_count")
    kind = "remove"
    rule = "IM-UNIT-11"

    def __init__(self, player: int, carried: Sequence[Cargo], excess_count: int) -> None:
        super().__init__(player)
        self.carried, self.excess_count = tuple(carried), excess_count

    def default_answer(self) -> tuple[int, ...]:
        """Return, for each kind, the number of units to remove according to the side's order of losses."""
        return _removal_counts(self.carried, self.excess_count)

    def options(self) -> Iterator[tuple[int, ...]]:
        """Yield every way to remove as many units as have no room, the default first."""
        yield self.default_answer()
        ranges = (range(min(entry.unit_count, self.excess_count), -1, -1) for entry in self.carried)
        yield from (
            counts
            for counts in product(*ranges)
            if sum(counts) == self.excess_count and counts != self.default_answer()
        )

    def refusal(self, answer: object) -> Refusal | None:
        """Return why these units cannot be removed. Raises `BadAnswer` for an invalid answer."""
        if not isinstance(answer, tuple) or len(answer) != len(self.carried):
            raise self._bad(str(answer))
        if any(not 0 <= n <= entry.unit_count for n, entry in zip(answer, self.carried, strict=True)):
            raise self._bad(self.format_answer(answer))
        if sum(answer) == self.excess_count:
            return None
        return rule_refusal(
            self.rule, "how_many", side=ROLES[self.player], n=self.excess_count, m=sum(answer)
        )

    def parse_answer(self, text: str) -> tuple[int, ...]:
        """Return, for each kind of unit, the number to remove that a text names; raise `BadAnswer` if it
        names none.
        """
        names = [entry.unit.name for entry in self.carried]
        counts = [0] * len(names)
        for item in text.strip().removeprefix("remove ").split(","):
            match = _ITEM.fullmatch(item.strip())
            if match is None or match["name"] not in names or counts[names.index(match["name"])]:
                raise self._bad(text)
            counts[names.index(match["name"])] = int(match["count"] or 1)
        return tuple(counts)

    def format_answer(self, answer: Sequence[int]) -> str:
        """Return the answer as text: `remove 2 fighter, infantry`."""
        return f"remove {self._unit_words(answer)}"

    def _unit_words(self, answer: Sequence[int]) -> str:
        named = (
            f"{n} {entry.unit.name}" if n > 1 else entry.unit.name
            for n, entry in zip(answer, self.carried, strict=True)
            if n
        )
        return ", ".join(named)

    def removed_unit_counts(self, answer: Sequence[int]) -> tuple[UnitCount, ...]:
        """Return the units that an answer removes, with their numbers."""
        return tuple(UnitCount(unit, n) for unit, n in _removed_units(self.carried, answer))

    def case_and_facts(self) -> tuple[str, Mapping[str, object]]:
        """Return the case of the question's sentence, with the side and the number of units as facts."""
        return "remove", {"side": ROLES[self.player], "n": self.excess_count}

    def _bad(self, text: str) -> BadAnswer:
        return bad_answer("not_remove", text, 60, example=self._unit_words(self.default_answer()))


def remove_excess_units(table: BattleTable) -> Script:
    """Remove what the ships of both sides can no longer carry; the owner is asked if there is a choice."""
    for side_index, roster in enumerate(table.rosters):
        force = table.forces[side_index]
        carried, n = units_needing_room(roster, force), _count_newly_without_room(roster, force)
        if not n:
            continue
        there = [entry for entry in carried if entry.unit_count]
        counts = _removal_counts(carried, n)
        if len(there) > 1 and n < sum(entry.unit_count for entry in there):
            carried, counts = there, (yield ExcessUnitRemoval(side_index, there, n))
        table.forces[side_index] = _without_cargo(force, carried, counts)
        units = [UnitCount(unit, gone) for unit, gone in _removed_units(carried, counts)]
        table.record_ruling(ExcessUnitRemoval.rule, "removed", side=roster.role, units=units)
