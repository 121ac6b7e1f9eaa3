"""The limits of a fleet: command tokens, and capacity of its ships (IM-FLEET-1 to 3)."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import ceil

from twingkit.core.play import Script
from twingkit.core.questions import Refusal
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.box.units import DOCK, GROUND_FORCES, SHIPS, STRUCTURES
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.answer_errors import repeated_part_error
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.table.unit_questions import UnitPart, UnitsQuestion
from twingkit.imperium.texts.rulebook import rule_refusal

REMOVAL_ORDER = ("fighter", "destroyer", "cruiser", "carrier", "dreadnought", "flagship", "warsun")
"""The ships in the order in which they are removed from a fleet that is too large."""


class UnitRemovalOverLimit(UnitsQuestion[acts.Remove]):
    """The question of which units to remove because a limit is exceeded: `remove 2 fighter`
    (IM-FLEET-1, 2).
    """

    __slots__ = ("classes", "limit_rule", "removal_count", "system")
    kind = "give_up"
    act_class = acts.Remove
    nameable_classes = (*SHIPS, *GROUND_FORCES, *STRUCTURES)
    item_pattern = re.compile(r"([1-9][0-9]?) ([a-z]+)()")

    def __init__(
        self,
        table: GameTable,
        seat: int,
        system: int,
        classes: Sequence[str],
        removal_count: int,
        limit_rule: str,
    ) -> None:
        super().__init__(table, seat)
        self.system, self.classes = system, tuple(classes)
        self.removal_count, self.limit_rule = removal_count, limit_rule

    @property
    def rule(self) -> str:  # type: ignore[override] # other kinds have one rule each
        """The id of the rule with the exceeded limit."""
        return self.limit_rule

    def facts(self) -> Mapping[str, object]:
        """Return the number of units and the system as facts for the texts of the question."""
        return {"n": self.removal_count, "number": self.table.tile_number(self.system)}

    def parse_act(self, text: str) -> acts.Remove:
        """Parse the text of a removal. Raises `BadAnswer` if it is none."""
        act = super().parse_act(text)
        for name, number in Counter(name for name, _, _ in act.units).items():
            if number > 1:
                raise repeated_part_error(name)
        return act

    def rule_against_units(self, parts: Sequence[UnitPart]) -> BrokenRule | None:
        """Return the rule that forbids a removal; None if it is legal."""
        units = self.table.units_in_space(self.player, self.system)
        for name, count, _ in parts:
            if name not in self.classes or count > units[name]:
                there = units[name] if name in self.classes else 0
                return self.limit_rule, "not_these", {"unit": name, "n": count, "there": there}
        if (named := sum(count for _, count, _ in parts)) != self.removal_count:
            return self.limit_rule, "number", {"n": self.removal_count, "named": named}
        return None

    def options(self) -> Iterator[acts.Remove]:
        """Yield every choice of units."""
        units = self.table.units_in_space(self.player, self.system)
        there = [(name, units[name]) for name in self.classes if units[name]]
        for counts in product(*(range(min(n, self.removal_count), -1, -1) for _, n in there)):
            if sum(counts) == self.removal_count:
                yield self.removal(dict(zip([name for name, _ in there], counts, strict=True)))

    def random_answer(self, rng: random.Random) -> acts.Remove:
        """Return a random legal removal."""
        units = self.table.units_in_space(self.player, self.system)
        all_units = [name for name in self.classes for _ in range(units[name])]
        rng.shuffle(all_units)
        chosen = all_units[: self.removal_count]
        return self.removal({name: chosen.count(name) for name in self.classes})

    def removal(self, counts: Mapping[str, int]) -> acts.Remove:
        """Return the answer that removes these units."""
        return self.act((name, count, "") for name, count in counts.items() if count)


def ship_capacity(table: GameTable, seat: int, system: int) -> int:
    """Return the number of fighters and ground forces that a player's ships in a system can carry."""
    units = table.units_in_space(seat, system)
    stats = table.players[seat].unit_type_on_board
    return sum(stats(name).capacity * units[name] for name in units)


def dock_supported_fighter_count(table: GameTable, seat: int, system: int) -> int:
    """Return the number of fighters that need no capacity because of space docks in the system
    (IM-FLEET-2).
    """
    stats = table.players[seat].unit_type_on_board(DOCK)
    return stats.fighter_room * len(table.dock_places(seat, system))


def excess_cargo(table: GameTable, seat: int, system: int) -> int:
    """Return the number of units in a system's space beyond the capacity (IM-FLEET-2); upgraded fighters do
    not count (IM-FLEET-3).
    """
    units = table.units_in_space(seat, system)
    fighters = max(0, units["fighter"] - dock_supported_fighter_count(table, seat, system))
    ground = sum(units[name] for name in GROUND_FORCES)
    capacity = ship_capacity(table, seat, system)
    if table.players[seat].unit_type_on_board("fighter").is_upgraded:
        return max(0, ground - capacity)
    return max(0, fighters + ground - capacity)


def excess_ships(table: GameTable, seat: int, system: int) -> int:
    """Return the number of ships in a system beyond the fleet pool (IM-FLEET-1, IM-FLEET-3)."""
    halved = table.players[seat].unit_type_on_board("fighter").id == "naalu_fighter2"
    fighters = _fighters_as_ships(table, seat, system) * (0.5 if halved else 1)
    counted = table.units_in_space(seat, system).nonfighter_count + fighters
    return max(0, ceil(counted - table.fleet_limit(seat)))


def fleet_limit_refusals(table: GameTable, seat: int, system: int) -> Iterator[Refusal]:
    """Yield a refusal for each limit, fleet pool or capacity, that a player's fleet in a system exceeds
    (IM-FLEET-1, IM-FLEET-2).
    """
    side, number = SEATS[seat], table.tile_number(system)
    if (over := excess_ships(table, seat, system)) > 0:
        n = table.fleet_limit(seat)
        yield rule_refusal("IM-FLEET-1", "beyond", side=side, n=n, there=n + over, number=number)
    if (over := excess_cargo(table, seat, system)) > 0:
        n = ship_capacity(table, seat, system)
        yield rule_refusal("IM-FLEET-2", "beyond", side=side, n=n, over=over, number=number)


def _fighters_as_ships(table: GameTable, seat: int, system: int) -> int:
    """Return the number of upgraded fighters beyond the capacity, which count as ships (IM-FLEET-3)."""
    if not table.players[seat].unit_type_on_board("fighter").is_upgraded:
        return 0
    units = table.units_in_space(seat, system)
    ground = sum(units[name] for name in GROUND_FORCES)
    fighters = max(0, units["fighter"] - dock_supported_fighter_count(table, seat, system))
    return min(fighters, max(0, fighters + ground - ship_capacity(table, seat, system)))


def enforce_fleet_limits(table: GameTable, seat: int, system: int) -> Script:
    """Remove ships beyond the fleet pool, then units beyond the capacity; the owner chooses.

    The owner may remove a ground force to make room for a fighter that would count as a ship (IM-FLEET-3).
    """
    while (removal_count := excess_ships(table, seat, system)) > 0:
        upgraded = table.players[seat].unit_type_on_board("fighter").is_upgraded
        names = [name for name in REMOVAL_ORDER if name != "fighter" or upgraded]
        beyond = _fighters_as_ships(table, seat, system)
        if (
            beyond
            and table.units_in_space(seat, system).ground_force_count
            and not excess_cargo(table, seat, system)
        ):
            names, removal_count = [*names, *GROUND_FORCES], min(removal_count, beyond)
        yield from remove_excess_units(table, seat, system, names, removal_count, "IM-FLEET-1")
    while (removal_count := excess_cargo(table, seat, system)) > 0:
        names = (
            [*GROUND_FORCES]
            if table.players[seat].unit_type_on_board("fighter").is_upgraded
            else ["fighter", *GROUND_FORCES]
        )
        yield from remove_excess_units(table, seat, system, names, removal_count, "IM-FLEET-2")


def destroy_blockaded_floating_docks(table: GameTable, system: int) -> None:
    """Destroy floating docks in systems with other players' ships and without ships of their owner
    (IM-UNIT-saar_spacedock).
    """
    for seat, units in list(table.space[system].items()):
        if units[DOCK] and not units.ship_count and table.enemy_seats_with_ships(seat, system):
            table.remove_units(seat, system, DOCK, units[DOCK])
            table.announce("IM-UNIT-saar_spacedock", "blockaded", seat, number=table.tile_number(system))


def remove_excess_units(
    table: GameTable, seat: int, system: int, unit_classes: Sequence[str], removal_count: int, rule: str
) -> Script:
    """Remove `removal_count` units of these classes from a system; the owner chooses."""
    units = table.units_in_space(seat, system)
    there = [name for name in unit_classes if units[name]]
    if len(there) == 1 or removal_count >= sum(units[name] for name in there):
        counts = {name: min(removal_count, units[name]) for name in there}
    else:
        question = UnitRemovalOverLimit(table, seat, system, there, removal_count, rule)
        answer: acts.Remove = yield question
        counts = {name: count for name, count, _ in answer.units}
    for name, count in counts.items():
        table.remove_units(seat, system, name, count, min(count, units.hurt.get(name, 0)))
        table.announce(rule, "removed", seat, n=count, unit=name, number=table.tile_number(system))


def enforce_fleet_limits_everywhere(table: GameTable, seat: int) -> Script:
    """Enforce the limits of a player's fleets in all systems after the fleet pool has shrunk (IM-FLEET-1)."""
    for system, there in enumerate(table.space):
        if seat in there:
            yield from enforce_fleet_limits(table, seat, system)
