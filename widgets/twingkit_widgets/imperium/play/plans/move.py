"""The plan of a movement: ships and cargo by system (IM-MOVE-1 to 6), with warnings of gravity rifts
(IM-MOVE-11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import attrs

from twingkit import Ruling
from twingkit.imperium.box.units import DOCK, SHIPS
from twingkit.imperium.galaxy.outlook.take_and_hold import space_win_probability
from twingkit.imperium.galaxy.tactical import movement_plan
from twingkit.imperium.galaxy.tactical.fleet_limits import dock_supported_fighter_count
from twingkit.imperium.galaxy.tactical.moving_ships import ship_mobility
from twingkit.imperium.galaxy.tactical.production_step import production_limits
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.names import (
    join_names,
    planet_name,
    system_name,
    unit_class_label,
    units_text,
)
from twingkit_widgets.imperium.play.plans.plan import (
    AmountRow,
    Amounts,
    Plan,
    PlanSection,
    excess_unit_warnings,
)
from twingkit_widgets.imperium.play.turn.fights import counted_effect_texts
from twingkit_widgets.imperium.play.words import WORDS
from twingkit_widgets.panel.wording import percent

_SHIP = "ship"
"""The first part of the key of ships: `ship:01:carrier`; cargo has `cargo:01:infantry:jord`."""

RIFT = "IM-MOVE-11"
"""The rule of rolls for ships that leave a gravity rift."""


class MovePlan(Plan[movement_plan.Move]):
    """A plan for the answer to a movement question: how many ships and how much cargo move from each system
    into the active one.
    """

    def start_systems(self) -> list[int]:
        """Return the systems with units of the player that could move, without the active one."""
        table, seat = self.table, self.seat
        return [
            system
            for system in range(len(table.space))
            if system != self.question.target
            and (table.units_in_space(seat, system) or self.question.loadable_cargo(system))
        ]

    def _ship_key(self, start: int, name: str) -> str:
        return f"{_SHIP}:{self.table.tile_number(start)}:{name}"

    def _cargo_key(self, start: int, item: movement_plan.Cargo) -> str:
        number = self.table.tile_number(start)
        place = item.source_place if isinstance(item.source_place, str) else number
        return f"cargo:{number}:{item.unit_class}:{place}"

    def _ships(self, system: int) -> list[tuple[str, int]]:
        units = self.table.units_in_space(self.seat, system)
        cargo = {
            item.unit_class for item in self.question.loadable_cargo(system) if item.source_place == system
        }
        return [(name, units[name]) for name in (*SHIPS, DOCK) if units[name] and name not in cargo]

    def sections(self, amounts: Amounts) -> Sequence[PlanSection]:
        """Return a section for each system with ships, or with units that a ship can pick up on its way.

        Systems whose units can move come first.
        """
        made = [section for start in self.start_systems() if (section := self._section(start, amounts))]
        return sorted(made, key=lambda section: section.refusal is not None)

    def _section(self, start: int, amounts: Amounts) -> PlanSection | None:
        number = self.table.tile_number(start)
        ships, cargo = self._ships(start), self.question.loadable_cargo(start)
        if not ships and not self._can_load_on_the_way(start):
            return None
        rows = [self._ship_row(start, name, count) for name, count in ships]
        refusal = rows[0].refusal if all(row.refusal for row in rows) and rows else None
        if refusal is None:
            rows += [self._cargo_row(start, item) for item in cargo]
        room = self._room(start, amounts)
        load = sum(n for key, n in amounts.items() if key.startswith(f"cargo:{number}:"))
        note = self.say("move.room", n=load, room=room) if cargo and room else ""
        return PlanSection(system_name(number), () if refusal else tuple(rows), note, refusal)

    def _can_load_on_the_way(self, start: int) -> bool:
        """Return whether a ship from another system could pick up cargo in the system `start` while it moves
        through.
        """
        if self.seat in self.table.command_tokens[start] or not self.question.loadable_cargo(start):
            return False
        return any(
            self.question.best_route(name, other, frozenset({start}))
            for other in self.start_systems()
            if other != start and self.seat not in self.table.command_tokens[other]
            for name, _ in self._ships(other)
            if self.sheet.unit_type_on_board(name).capacity
        )

    def _ship_row(self, start: int, name: str, count: int) -> AmountRow:
        refusal = self.question.refusal(
            self.question.parse_act(f"move {self.table.tile_number(start)} 1 {name}")
        )
        stats = self.sheet.unit_type_on_board(name)
        carries = self.say("move.carries", n=stats.capacity) if stats.capacity else ""
        ship = ship_mobility(self.table, self.seat, stats, start, self.question.target)
        key = "move.flies_drive" if self.sheet.has_technology("gd") else "move.flies"
        note = " · ".join(filter(None, [self.say(key, n=ship.move_value + ship.move_bonus), carries]))
        key = self._ship_key(start, name)
        return AmountRow(key, unit_class_label(name), count, icon=name, note=note, refusal=refusal)

    def _cargo_row(self, start: int, item: movement_plan.Cargo) -> AmountRow:
        where = (
            planet_name(item.source_place) if isinstance(item.source_place, str) else self.say("move.space")
        )
        return AmountRow(
            self._cargo_key(start, item),
            self.say("move.from", unit=unit_class_label(item.unit_class), place=where),
            item.count,
            icon=item.unit_class,
            note=self._dock_room(item),
        )

    def _dock_room(self, item: movement_plan.Cargo) -> str:
        """Return a note on how many of these fighters space docks support without ships (IM-FLEET-2); "" if
        none.
        """
        if item.unit_class != "fighter" or not isinstance(item.source_place, int):
            return ""
        room = dock_supported_fighter_count(self.table, self.seat, item.source_place)
        return self.say("move.dock_room", n=room) if room else ""

    def _room(self, start: int, amounts: Amounts) -> int:
        """Return the capacity of the ships chosen in a system."""
        stats = self.sheet.unit_type_on_board
        return sum(
            stats(name).capacity * amounts.get(self._ship_key(start, name), 0)
            for name, _ in self._ships(start)
        )

    # -- the answer

    def answer_from_amounts(self, amounts: Amounts) -> str:
        """Return the movement as an answer. Cargo is loaded by ships from its own system or, if they have no
        room, by ships that pass through.
        """
        groups: dict[int, tuple[list[tuple[str, int, int]], list[movement_plan.Cargo]]] = {}
        for start in self.start_systems():
            chosen = [
                (name, amounts.get(self._ship_key(start, name), 0), 0) for name, _ in self._ships(start)
            ]
            if ships := [ship for ship in chosen if ship[1]]:
                groups[start] = (ships, [])
        for start in self.start_systems():
            for item in self.question.loadable_cargo(start):
                if count := amounts.get(self._cargo_key(start, item), 0):
                    self._load(groups, start, attrs.evolve(item, count=count), amounts)
        plan = tuple(
            movement_plan.ShipGroup(start, tuple(ships), tuple(cargo))
            for start, (ships, cargo) in groups.items()
        )
        return self.question.format_plan(plan)

    def _load(
        self,
        groups: dict[int, tuple[list[tuple[str, int, int]], list[movement_plan.Cargo]]],
        start: int,
        item: movement_plan.Cargo,
        amounts: Amounts,
    ) -> None:
        """Load cargo on the ships of its system up to their capacity, then on passing ships."""
        left = item.count
        route, via = self.question.best_route, frozenset({start})
        passing = [
            other
            for other, (ships, _) in groups.items()
            if other != start
            and self._room(other, amounts)
            and all(route(name, other, via) for name, *_ in ships)
        ]
        for other in (able := [*({start} & groups.keys()), *passing]):
            room = self._room(other, amounts) - sum(cargo.count for cargo in groups[other][1])
            if (count := min(left, room)) > 0:
                groups[other][1].append(attrs.evolve(item, count=count))
                left -= count
        if left:  # too much cargo: the rule says why
            loads = groups.setdefault((able or [start])[0], ([], []))[1]
            if loads and loads[-1] == attrs.evolve(item, count=loads[-1].count):  # the part with room
                left += loads.pop().count
            loads.append(attrs.evolve(item, count=left))

    # -- quick choices

    def amounts_from_answer(self, answer: str) -> dict[str, int]:
        """Return the counts of this plan that make up a given movement answer."""
        table, amounts = self.table, dict[str, int]()
        for group in self.question.parse_plan(answer):
            for name, count, _ in group.ships:
                amounts[self._ship_key(group.start_system, name)] = count
            for item in group.cargo:
                place = item.source_place
                system = place if isinstance(place, int) else table.system_of(place)
                amounts[self._cargo_key(system, item)] = item.count
        return amounts

    def quick_choices(self) -> Sequence[tuple[str, Amounts]]:
        """Return the choice of all ships that reach the system, with as much cargo as possible.

        Of the ships that need Gravity Drive, the one with the largest capacity comes, then the costliest.
        """
        sources, driven = dict(self.question.ship_sources()), [*self.question.ships_needing_drive()]
        stats = self.question.table.players[self.question.player].unit_type_on_board
        if not (sources or driven):
            return ()
        if driven:
            start, name = max(driven, key=lambda ship: (stats(ship[1]).capacity, stats(ship[1]).cost))
            sources[start] = [*sources.get(start, ()), (name, 1)]
        everything = self.question.format_plan(
            tuple(self.question.ship_group(start, able) for start, able in sources.items())
        )
        return [(self.say("move.all", drive=int(bool(driven))), self.amounts_from_answer(everything))]

    def _can_move(self) -> bool:
        return bool(self.question.ship_sources()) or any(True for _ in self.question.ships_needing_drive())

    def decline_label(self) -> str:
        """Return the label of the button that moves no units; the command token is spent in any case."""
        return super().decline_label() if self._can_move() else self.say("move.go_on")

    def status_text(self, amounts: Amounts) -> str:
        """Return what to know about the move, such as its risks, or that nothing moves."""
        ships = sum(n for key, n in amounts.items() if key.startswith(f"{_SHIP}:"))
        load = sum(n for key, n in amounts.items() if key.startswith("cargo:"))
        if not (ships or load):
            builds = production_limits(self.table, self.seat, self.question.target) is not None
            stays = self.say("move.nothing" if self._can_move() else "move.cannot")
            return f"{stays} {self.say('move.builds')}" if builds else stays
        chosen = self.say("move.chosen", ships=ships, load=load)
        if self.refusal(amounts) is not None:  # nothing follows a move that the rules forbid
            return chosen
        plan = self.question.parse_plan(self.answer_from_amounts(amounts))
        fight, risks = space_win_probability(self.question, plan), rift_warnings(self.question, plan)
        chances = []
        if fight is not None:
            chances = [self.say("move.odds", win=percent(fight[0])), *counted_effect_texts(fight[1], 0)]
        warnings = [*self._bare_planet_warnings(amounts), *self._limit_warnings(amounts), *risks]
        return " ".join([*chances, *warnings]) or chosen

    def _limit_warnings(self, amounts: Amounts) -> list[str]:
        """Return warnings about units that exceed fleet limits in the active system or in the systems that
        the ships leave.
        """
        arriving, texts = Counter[str](), list[str]()
        for start in self.start_systems():
            leaving = Counter[str]()
            for name, _ in self._ships(start):
                leaving[name] += amounts.get(self._ship_key(start, name), 0)
            arriving += leaving
            for item in self.question.loadable_cargo(start):
                count = amounts.get(self._cargo_key(start, item), 0)
                arriving[item.unit_class] += count
                if item.source_place == start:
                    leaving[item.unit_class] += count
            gone = {name: -n for name, n in leaving.items()}
            texts += excess_unit_warnings(self.table, self.seat, start, gone) if +leaving else []
        return [*excess_unit_warnings(self.table, self.seat, self.question.target, arriving), *texts]

    def _bare_planet_warnings(self, amounts: Amounts) -> list[str]:
        left = Counter[str]()
        for start in self.start_systems():
            for item in self.question.loadable_cargo(start):
                if isinstance(item.source_place, str):
                    left[item.source_place] += item.count - amounts.get(self._cargo_key(start, item), 0)
        bare = [planet for planet, count in left.items() if not count]
        table, names = self.table, join_names([planet_name(planet) for planet in bare])
        home = table.planets_of(table.home_system(self.seat))
        is_home = int(any(planet.id in bare for planet in home))
        return [self.say("move.bare", planets=names, n=len(bare), home=is_home)] if bare else []


def wormhole_travel_sentences(move: movement_plan.Move, plan: movement_plan.MovementPlan) -> list[str]:
    """Return one sentence for each pair of systems between which ships of a movement plan travel through a
    wormhole (IM-MAP-2).
    """
    crossed = {
        (system_name(move.table.tile_number(first)), system_name(move.table.tile_number(second)))
        for group, _, ways in movement_plan.ship_routes(move, plan)
        for way in ways
        for first, second in pairwise((group.start_system, *way.entered_systems))
        if second not in move.table.galaxy.systems_sharing_side[first]
    }
    return [WORDS.say("move.wormhole", first=first, second=second) for first, second in sorted(crossed)]


def rift_warnings(move: movement_plan.Move, plan: movement_plan.MovementPlan) -> list[str]:
    """Return warnings about gravity rifts on the routes of a movement plan: which ships roll, the chance to
    lose one, and which ship Gravity Drive exempts.
    """
    driven, texts, galaxy = movement_plan.gravity_drive_ship(move, plan), list[str](), move.table.galaxy
    barred: dict[str, None] = {}
    risky: dict[tuple[str, str], Counter[str]] = {}
    for group, ship, ways in movement_plan.ship_routes(move, plan):
        for way in ways:
            if way.rift_count:
                numbers = ", ".join(
                    move.table.tile_number(system)
                    for system in dict.fromkeys((group.start_system, *way.entered_systems[:-1]))
                    if galaxy.systems[system].tile.anomaly == "gravity_rift"
                )
                chance = percent(float(1 - way.survival_probability))
                name = group.ships[ship][0]
                risky.setdefault((numbers, chance), Counter())[name] += 1
                if fleet := move.barring_fleet(name, group.start_system, max_rifts=way.rift_count - 1):
                    barred[Ruling("IM-MOVE-3", "detour", fleet, rulebook()).text()] = None
    for (numbers, chance), ships in risky.items():
        units = units_text((name, count, 0) for name, count in ships.items())
        texts.append(WORDS.say("move.rift", numbers=numbers, units=units, n=ships.total(), chance=chance))
    if driven is not None and driven.rift_dice_saved:
        name = plan[driven.group_index].ships[driven.ship_class_index][0]
        texts.append(WORDS.say("move.rift_drive", unit=units_text([(name, 1, 0)]), n=driven.rift_dice_saved))
    return [*texts, *barred]
