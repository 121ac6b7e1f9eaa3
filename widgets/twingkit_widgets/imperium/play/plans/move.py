"""The plan of a movement: ships and cargo by the system in which they stand (IM-MOVE-1 to 6), with
a warning of gravity rifts, in which ships may be lost (IM-MOVE-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from twingkit.core.questions import Refusal
from twingkit.imperium.box.units import DOCK, SHIPS
from twingkit.imperium.galaxy.map.reach import Route
from twingkit.imperium.galaxy.tactical.gravity_drive import ship_routes
from twingkit.imperium.galaxy.tactical.movement_plan import Cargo, Group, Move
from twingkit.imperium.galaxy.tactical.production_step import yard
from twingkit_widgets.imperium.pictures.names import join_names, planet_name, system_name, unit_name
from twingkit_widgets.imperium.play.plans.plan import Amounts, Plan, Row, Section
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.panel.wording import capitalize_first, percent

SHIP = "ship"
"""The first part of the key of ships: `ship:01:carrier`; cargo: `cargo:01:infantry:jord`."""

RIFT = "IM-MOVE-11"
"""The rule of the die that a ship rolls when it leaves a gravity rift."""


class MovePlan(Plan[Move]):
    """A movement into the active system."""

    def starts(self) -> list[int]:
        """The systems with units of the player that could move, without the active one."""
        table, seat = self.asked.table, self.asked.player
        return [
            system
            for system in range(len(table.space))
            if system != self.asked.target and (table.units_in_space(seat, system) or self._cargo(system))
        ]

    def _cargo(self, system: int) -> list[Cargo]:
        return self.asked.cargo_at(system)

    def _ships(self, system: int) -> list[tuple[str, int]]:
        """The classes of the player's ships that move by themselves from a system, with their numbers."""
        units = self.asked.table.units_in_space(self.asked.player, system)
        cargo = {item.unit_class for item in self._cargo(system) if item.place == system}
        return [(name, units[name]) for name in (*SHIPS, DOCK) if units[name] and name not in cargo]

    def sections(self, amounts: Amounts) -> Sequence[Section]:
        """A section for each system with units of the player, those that can move first."""
        made = [section for start in self.starts() if (section := self._section(start, amounts))]
        return sorted(made, key=lambda section: section.refusal is not None)

    def _section(self, start: int, amounts: Amounts) -> Section | None:
        table = self.asked.table
        number = table.tile_number(start)
        ships, cargo = self._ships(start), self._cargo(start)
        if not ships and not self._can_load_on_the_way(start):
            return None
        locked = self._locked(start)
        rows = [self._ship_row(number, name, count) for name, count in ships]
        able = any(row.refusal is None for row in rows) or (not ships)
        if locked is None and able:
            rows += [self._cargo_row(number, item) for item in cargo]
        refusal = locked
        if refusal is None and ships and not able:
            refusal = next(row.refusal for row in rows)
        room = self._room(start, amounts)
        load = sum(n for key, n in amounts.items() if key.startswith(f"cargo:{number}:"))
        note = self.say("move.room", n=load, room=room) if cargo and (room or load) else ""
        title = system_name(number)
        return Section(title, () if refusal else tuple(rows), note, refusal)

    def _locked(self, start: int) -> Refusal | None:
        """The rule that keeps everything in a system (IM-MOVE-2)."""
        if self.asked.player not in self.asked.table.tokens[start]:
            return None
        number = self.asked.table.tile_number(start)
        return self.asked.refusal(f"move {number} 1 carrier")  # the token is checked before the ships

    def _can_load_on_the_way(self, start: int) -> bool:
        """True if one of the player's ships from elsewhere could load cargo here on its way."""
        if self.asked.player in self.asked.table.tokens[start] or not self._cargo(start):
            return False
        return any(
            self.asked.best_route(name, other, frozenset({start}))
            for other in self.starts()
            if other != start and self.asked.player not in self.asked.table.tokens[other]
            for name, _ in self._ships(other)
            if self.asked.table.players[self.asked.player].unit_on_board(name).capacity
        )

    def _ship_row(self, number: str, name: str, count: int) -> Row:
        refusal = self.asked.refusal(f"move {number} 1 {name}")
        stats = self.asked.table.players[self.asked.player].unit_on_board(name)
        start = next(system for system in self.starts() if self.asked.table.tile_number(system) == number)
        carries = self.say("move.carries", n=stats.capacity) if stats.capacity else ""
        flies = self.say("move.flies", n=stats.move)
        danger = rift_warning(self.asked, start, [self.asked.best_route(name, start)])
        note = " · ".join(filter(None, [flies, carries, danger]))
        return Row(f"{SHIP}:{number}:{name}", self._named(name), count, icon=name, note=note, refusal=refusal)

    def _cargo_row(self, number: str, item: Cargo) -> Row:
        where = planet_name(item.place) if isinstance(item.place, str) else self.say("move.space")
        place = item.place if isinstance(item.place, str) else number
        return Row(
            f"cargo:{number}:{item.unit_class}:{place}",
            self.say("move.from", unit=self._named(item.unit_class), place=where),
            item.count,
            icon=item.unit_class,
        )

    def _named(self, name: str) -> str:
        return capitalize_first(unit_name(name, 2))

    def _room(self, start: int, amounts: Amounts) -> int:
        """The capacity of the ships that are chosen in a system."""
        number = self.asked.table.tile_number(start)
        stats = self.asked.table.players[self.asked.player].unit_on_board
        return sum(
            stats(name).capacity * amounts.get(f"{SHIP}:{number}:{name}", 0) for name, _ in self._ships(start)
        )

    # -- the answer

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """The movement as it is answered: cargo flies with the ships of its system, else with those that pass
        there with room."""
        groups: dict[int, tuple[list[tuple[str, int, int]], list[Cargo]]] = {}
        for start in self.starts():
            number = self.asked.table.tile_number(start)
            chosen = [(name, amounts.get(f"{SHIP}:{number}:{name}", 0), 0) for name, _ in self._ships(start)]
            ships = [ship for ship in chosen if ship[1]]
            if ships:
                groups[start] = (ships, [])
        for start in self.starts():
            number = self.asked.table.tile_number(start)
            for item in self._cargo(start):
                place = item.place if isinstance(item.place, str) else number
                count = amounts.get(f"cargo:{number}:{item.unit_class}:{place}", 0)
                if count:
                    self._load(groups, start, Cargo(item.unit_class, count, item.place), amounts)
        plan = tuple(Group(start, tuple(ships), tuple(cargo)) for start, (ships, cargo) in groups.items())
        return self.asked.format_plan(plan)

    def _load(
        self,
        groups: dict[int, tuple[list[tuple[str, int, int]], list[Cargo]]],
        start: int,
        item: Cargo,
        amounts: Amounts,
    ) -> None:
        """Load cargo on the ships of its system up to their room, then on others that pass there."""
        left = item.count
        order = sorted(groups, key=lambda other: other != start)
        able = [other for other in order if other == start or self._passes(groups[other][0], other, start)]
        for other in able:
            room = self._room(other, amounts) - sum(cargo.count for cargo in groups[other][1])
            count = max(0, min(left, room))
            if count:
                groups[other][1].append(Cargo(item.unit_class, count, item.place))
                left -= count
        if left:  # too much cargo: the rule says why
            groups.setdefault((able or order or [start])[0], ([], []))[1].append(
                Cargo(item.unit_class, left, item.place)
            )

    def _passes(self, ships: list[tuple[str, int, int]], start: int, stop: int) -> bool:
        return all(self.asked.best_route(name, start, frozenset({stop})) for name, _, _ in ships)

    # -- quick choices

    def amounts_of(self, answer: str) -> dict[str, int]:
        """The counts that make a plan."""
        table, amounts = self.asked.table, dict[str, int]()
        for group in self.asked.parse_plan(answer):
            number = table.tile_number(group.start)
            for name, count, _ in group.ships:
                amounts[f"{SHIP}:{number}:{name}"] = count
            for item in group.cargo:
                tile = item.place if isinstance(item.place, int) else table.system_of(item.place)
                place = item.place if isinstance(item.place, str) else table.tile_number(tile)
                amounts[f"cargo:{table.tile_number(tile)}:{item.unit_class}:{place}"] = item.count
        return amounts

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """The counts that make an answer."""
        return self.amounts_of(answer)

    def quick_choices(self) -> Sequence[tuple[str, Amounts]]:
        """All that reaches the system with as much as it carries."""
        sources = self.asked.sources()
        if not sources:
            return ()
        everything = self.asked.format_plan(tuple(self.asked.group(start, able) for start, able in sources))
        return [(self.say("move.all"), self.amounts_of(everything))]

    def status_text(self, amounts: Amounts) -> str:
        """The ships that move, or that nothing does."""
        ships = sum(n for key, n in amounts.items() if key.startswith(f"{SHIP}:"))
        load = sum(n for key, n in amounts.items() if key.startswith("cargo:"))
        if not (ships or load):
            able = self.asked.sources() or any(True for _ in self.asked.ships_with_drive())
            builds = yard(self.asked.table, self.asked.player, self.asked.target) is not None
            stays = self.say("move.nothing" if able else "move.cannot")
            return f"{stays} {self.say('move.builds')}" if builds else stays
        chosen = self.say("move.chosen", ships=ships, load=load)
        return " ".join([chosen, *self._bare_planet_warnings(amounts), *self._rift_warnings(amounts)])

    def _bare_planet_warnings(self, amounts: Amounts) -> list[str]:
        """A warning of the planets that the last ground forces leave."""
        left = Counter[str]()
        for start in self.starts():
            number = self.asked.table.tile_number(start)
            for item in self._cargo(start):
                if isinstance(item.place, str):
                    key = f"cargo:{number}:{item.unit_class}:{item.place}"
                    left[item.place] += item.count - amounts.get(key, 0)
        bare = [planet_name(planet) for planet, count in left.items() if not count]
        return [self.say("move.bare", planets=join_names(bare), n=len(bare))] if bare else []

    def _rift_warnings(self, amounts: Amounts) -> list[str]:
        """A warning for each system from which the plan sends ships through gravity rifts."""
        flown: dict[int, list[Route]] = {}
        for group, _, ways in ship_routes(
            self.asked, self.asked.parse_plan(self.answer_from_amounts(amounts))
        ):
            flown.setdefault(group.start, []).extend(ways)
        risks = (rift_warning(self.asked, start, ways) for start, ways in flown.items())
        return list(dict.fromkeys(filter(None, risks)))


def rift_warning(move: Move, start: int, ways: Iterable[Route | None]) -> str:
    """The rifts that ships leave on their ways from a system, and the chance that one is lost there with all
    that it carries; empty if all fly around them."""
    worst = max((way for way in ways if way is not None), key=lambda way: way.rifts, default=None)
    if worst is None or not worst.rifts:
        return ""
    galaxy = move.table.galaxy
    left = [
        system
        for system in dict.fromkeys((start, *worst.entered[:-1]))
        if galaxy.systems[system].tile.anomaly == "gravity_rift"
    ]
    numbers = ", ".join(move.table.tile_number(system) for system in left)
    return WORDS.say("move.rift", numbers=numbers, chance=percent(float(1 - worst.survival_probability)))
