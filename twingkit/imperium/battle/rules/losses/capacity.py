"""Room on ships after Space Cannon: units that they cannot carry are removed before the combat (IM-UNIT-11).

The owner chooses which; the odds follow the order of losses. A line is never refused for its capacity: units
beyond the capacity from the start stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from twingkit.core.play import Script
from twingkit.core.questions import BadAnswer, Refusal, one_line
from twingkit.core.rulebook import Quoted
from twingkit.imperium.battle.notation.battle_line import ROLES
from twingkit.imperium.battle.rules.counts_in_words import UnitCount
from twingkit.imperium.battle.rules.force import DROPPED, Force, Roster
from twingkit.imperium.battle.rules.losses.loss_order import with_ground_forces
from twingkit.imperium.battle.rules.questions import Decision
from twingkit.imperium.battle.rules.space.survivors import GIVEN_UP, needs_room
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.box.units import Unit
from twingkit.imperium.texts.rulebook import refuse, rulebook

RemovedUnits = Sequence[tuple[Unit, int]]
"""Kinds of units with the numbers that are removed."""

_ITEM = re.compile(r"(?:(?P<count>[1-9][0-9]?) )?(?P<name>[a-z]+\+?)")


class Cargo(NamedTuple):
    """Units of one kind that need room: their place in the roster (−1: they take no part), and how many."""

    unit: Unit
    kind: int
    n: int


def fit_to_capacity(roster: Roster, force: Force) -> tuple[Force, RemovedUnits]:
    """Return the force after removing what its ships can no longer carry, and the removed units. They go by
    the order of losses, fighters first by default.

    >>> from twingkit.imperium.battle.notation.battle_line import Battle
    >>> from twingkit.imperium.battle.rules.force import Fight
    >>> fight = Fight.from_battle(Battle.parse("space: 5 fighter 1 cruiser 1 carrier vs 1 cruiser"))
    >>> force = fight.start()[0].without(2)  # no carrier any more, and one fighter had no room from the start
    >>> left, removed = fit_to_capacity(fight.rosters[0], force)
    >>> left.fresh, [(unit.name, n) for unit, n in removed]
    ((1, 1, 0), [('fighter', 4)])
    """
    carried = cargo(roster, force)
    counts = _first_by_order(carried, count_newly_without_room(roster, force))
    return without_cargo(force, carried, counts), removed_units(carried, counts)


def cargo(roster: Roster, force: Force) -> list[Cargo]:
    """Return the units of a side that need room, in the order of losses. Ground forces that will fight as
    ships have not joined yet.
    """
    entries = [
        Cargo(unit, kind, force.count(kind) if unit.fighter else roster.counts[kind])
        for kind, unit in enumerate(roster.units)
    ]
    entries += [
        Cargo(unit, -1, count - force.spent.count(f"{DROPPED}{unit.name}")) for unit, count in roster.support
    ]
    rank = with_ground_forces(roster.policy.order)
    carried = [entry for entry in entries if needs_room(entry.unit)]
    return sorted(carried, key=lambda entry: (rank.index(entry.unit.unit_class), entry.unit.upgraded))


def count_newly_without_room(roster: Roster, force: Force) -> int:
    """Return the number of units that have lost their room, without those that had none from the start."""
    return max(0, _excess(roster, force) - _excess(roster, roster.start()))


def _excess(roster: Roster, force: Force) -> int:
    """Return the number of units without room."""
    room = sum(unit.capacity * force.count(kind) for kind, unit in enumerate(roster.units) if unit.ship)
    return max(0, sum(count for *_, count in cargo(roster, force)) - room)


def _first_by_order(carried: Sequence[Cargo], n: int) -> tuple[int, ...]:
    """Return the numbers removed of each kind, the first kinds going first."""
    counts = []
    for entry in carried:
        counts.append(min(entry.n, n))
        n -= counts[-1]
    return tuple(counts)


def without_cargo(force: Force, carried: Sequence[Cargo], counts: Sequence[int]) -> Force:
    """Return the force after removing these numbers of each kind.

    Ground forces that take no part are not counted in it. After the battle, ships drop fighters first, then
    infantry; ground forces removed out of that order are marked, so that they do not come back.
    """
    usual = sorted(zip(carried, counts, strict=True), key=lambda entry: _usual_key(entry[0]))
    as_usual = tuple(n for _, n in usual) == _first_by_order([entry for entry, _ in usual], sum(counts))
    for (unit, kind, _), n in zip(carried, counts, strict=True):
        if unit.fighter:
            force = force.without(kind, n)
        elif kind >= 0 or not as_usual:
            for _ in range(n):
                force = force.with_used(f"{DROPPED}{unit.name}")
    return force


def _usual_key(entry: Cargo) -> tuple[int, bool]:
    return GIVEN_UP.index(entry.unit.unit_class), entry.unit.upgraded


def needs_removal_marks(roster: Roster) -> bool:
    """True if the order of losses removes ground forces that take no part out of the usual order."""
    if not roster.policy.names_ground_forces:
        return False
    carried = cargo(roster, roster.start())
    return any(entry.kind < 0 for entry in carried) and carried != sorted(carried, key=_usual_key)


def removed_units(carried: Sequence[Cargo], counts: Sequence[int]) -> RemovedUnits:
    """Return the kinds with removed units, and the numbers."""
    return [(entry.unit, n) for entry, n in zip(carried, counts, strict=True) if n]


class Remove(Decision):
    """The question which units are removed for lack of room. The answer has a number for each kind of
    `carried`; its text is `remove 2 fighter, infantry`.

    >>> from twingkit.imperium.battle.starts import battle_game
    >>> game = battle_game("space: 1 fighter 1 infantry 1 carrier 1 dreadnought vs 1 pds 1 cruiser")
    >>> for answer in ("play", "roll 9", "assign carrier"):
    ...     game.answer(answer)
    >>> [game.question.format_answer(answer) for answer in game.question.options()]
    ['remove fighter', 'remove infantry']
    """

    __slots__ = ("carried", "n")
    kind = "remove"
    rule = "IM-UNIT-11"

    def __init__(self, player: int, carried: Sequence[Cargo], n: int) -> None:
        super().__init__(player)
        self.carried, self.n = tuple(carried), n

    def stated_answer(self) -> tuple[int, ...]:
        """Return the units that go first by the order of losses."""
        return _first_by_order(self.carried, self.n)

    def options(self) -> Iterator[tuple[int, ...]]:
        """Yield every way to remove as many units as have no room, the stated one first."""
        yield self.stated_answer()
        ranges = (range(min(entry.n, self.n), -1, -1) for entry in self.carried)
        yield from (
            counts for counts in product(*ranges) if sum(counts) == self.n and counts != self.stated_answer()
        )

    def refusal(self, answer: object) -> Refusal | None:
        """Return why these units cannot be removed. Raises `BadAnswer` for an invalid answer."""
        if not isinstance(answer, tuple) or len(answer) != len(self.carried):
            raise self._bad(str(answer))
        if any(not 0 <= n <= entry.n for n, entry in zip(answer, self.carried, strict=True)):
            raise self._bad(self.format_answer(answer))
        if sum(answer) == self.n:
            return None
        return refuse(self.rule, "how_many", side=ROLES[self.player], n=self.n, m=sum(answer))

    def parse_answer(self, text: str) -> tuple[int, ...]:
        """Return the numbers that a text names. Raises `BadAnswer` if it names none."""
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
        named = (
            f"{n} {entry.unit.name}" if n > 1 else entry.unit.name
            for n, entry in zip(answer, self.carried, strict=True)
            if n
        )
        return f"remove {', '.join(named)}"

    def units(self, answer: Sequence[int]) -> tuple[UnitCount, ...]:
        """The units that an answer removes."""
        return tuple(UnitCount(unit, n) for unit, n in removed_units(self.carried, answer))

    def wording(self) -> tuple[str, Mapping[str, object]]:
        """Return the side, and the number of units."""
        return "remove", {"side": ROLES[self.player], "n": self.n}

    def _bad(self, text: str) -> BadAnswer:
        example = self.format_answer(self.stated_answer()).removeprefix("remove ")
        return BadAnswer("not_remove", rulebook(), token=Quoted(one_line(text, 60)), example=example)


def make_room(table: BattleTable) -> Script:
    """Remove what the ships of both sides can no longer carry; the owner is asked if there is a choice."""
    for index, roster in enumerate(table.rosters):
        force = table.forces[index]
        carried, n = cargo(roster, force), count_newly_without_room(roster, force)
        if not n:
            continue
        there = [entry for entry in carried if entry.n]
        counts = _first_by_order(carried, n)
        if len(there) > 1 and n < sum(entry.n for entry in there):
            carried, counts = there, (yield Remove(index, there, n))
        table.forces[index] = without_cargo(force, carried, counts)
        units = [UnitCount(unit, gone) for unit, gone in removed_units(carried, counts)]
        table.cite(Remove.rule, "removed", side=roster.role, units=units)
