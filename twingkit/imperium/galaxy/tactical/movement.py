"""Carrying out a movement: ships enter the active system, rolling for gravity rifts on their way (IM-MOVE-1
to 11)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import attrs

from twingkit.core.arguments.kinds import is_integer
from twingkit.core.play import Script
from twingkit.core.questions import Refusal, Roll, is_count
from twingkit.imperium.battle.rules.dice.volley import FACES
from twingkit.imperium.battle.rules.questions import bad_dice_answer
from twingkit.imperium.galaxy.table.events import DestroyedAtRift, LeftRift, RemovedAtRift
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical import movement_plan
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.texts.fact_names import UnitClassCount, facts_with_names
from twingkit.imperium.texts.rulebook import rulebook

_MAX_RIFT_LOSS_ROLL = 3
"""The highest roll with which a gravity rift destroys a ship (IM-MOVE-11)."""


class TenSidedRoll(Roll[int]):
    """A roll of one ten-sided die, for a gravity rift or for infantry that may return.

    `facts` are the purpose and the meaning of the results, for the text of the question.
    """

    __slots__ = ("facts", "purpose", "rule")
    faces = FACES

    def __init__(self, player: int, purpose: str, rule: str, **facts: object) -> None:
        super().__init__(player)
        self.purpose, self.facts = purpose, facts
        self.rule = rule  # type: ignore[misc] # each purpose has its own

    def sentence(self) -> str:
        """Return the text of the question."""
        facts = {"side": SEATS[self.player], **facts_with_names(self.facts)}
        return rulebook().sentence("ask", f"roll_{self.purpose}", facts)

    def refusal(self, answer: object) -> Refusal | None:
        """Return None for a face from 1 to 10; raise `BadAnswer` for anything else."""
        if not is_integer(answer) or answer not in FACES:
            raise bad_dice_answer(str(answer), 1)
        return None

    def parse_answer(self, text: str) -> int:
        """Parse a roll such as `roll 7`, with or without the word."""
        word = text.strip().removeprefix("roll ").strip()
        if not (is_count(word) and int(word) in FACES):
            raise bad_dice_answer(text, 1)
        return int(word)

    def format_answer(self, answer: int) -> str:
        """Return the typed form of a roll, such as `roll 7`."""
        return f"roll {answer}"

    def random_answer(self, rng: random.Random) -> int:
        """Return a random face."""
        return 1 + int(rng.random() * 10)


def movement(table: GameTable, seat: int, system: int) -> Script[bool]:
    """Ask for a movement into the active system and carry it out; return whether a ship has arrived.

    Units left behind without room are removed (IM-MOVE-6).
    """
    question = movement_plan.Move(table, seat, system)
    stays = bool(table.units_in_space(seat, system).ship_count) and (
        not question.is_barred_by_ceasefire or bool(question.pick_up_troops_plan())
    )
    if not (stays or question.ship_sources() or any(question.ships_needing_drive())):
        return False
    answer: movement_plan.MoveShips = yield question
    question, plan = question.with_cached_conditions, answer.plan
    driven = movement_plan.gravity_drive_ship(question, plan)
    if driven is not None:
        unit = plan[driven.group_index].ships[driven.ship_class_index][0]
        table.announce(
            "IM-TECH-gd",
            "spares" if driven.rift_dice_saved else "arrives",
            seat,
            unit=unit,
            n=driven.rift_dice_saved,
        )
    flights = list(_flights(table, seat, question, plan))
    came_in: Counter[str] = Counter()
    for flight in flights:
        if (yield from _fly(table, seat, flight)) and len(flight.path) > 1:
            aboard = [
                item.unit_class for item in flight.cargo if table.system_of(item.source_place) != system
            ]
            came_in.update([flight.unit_class, *aboard])
    if staying := [flight for flight in flights if len(flight.path) == 1]:
        n = sum(len(flight.cargo) for flight in staying)
        table.announce("IM-MOVE-4", "taken_up", seat, system=table.tile_number(system), n=n)
    if came_in:  # lost ships have been announced
        units = tuple(UnitClassCount(*counted) for counted in came_in.items())
        table.announce("IM-MOVE-1", "moved", seat, system=table.tile_number(system), units=units)
    for start in dict.fromkeys(place for flight in flights for place in flight.path if place != system):
        yield from enforce_fleet_limits(table, seat, start)
    return bool(came_in)


@attrs.frozen
class _ShipFlight:
    """One moving ship with its route and cargo.

    `hurt` says whether it is damaged (None: undamaged ones first); `path` are its systems from start to
    target.
    """

    unit_class: str
    hurt: int | None
    path: tuple[int, ...]
    cargo: tuple[movement_plan.Cargo, ...]


def _flights(
    table: GameTable, seat: int, question: movement_plan.Move, plan: tuple[movement_plan.ShipGroup, ...]
) -> Iterator[_ShipFlight]:
    """Yield the ships of a plan one by one on their best routes, each filled with cargo of its group in
    order.
    """
    waiting: list[movement_plan.Cargo] = []
    for group, ship, ways in movement_plan.ship_routes(question, plan):
        name, count, hurt = group.ships[ship]
        assert len(ways) == count, "a plan that is allowed has a way for each ship"
        if ship == 0:
            waiting = [
                movement_plan.Cargo(item.unit_class, 1, item.source_place)
                for item in group.cargo
                for _ in range(item.count)
            ]
        room = table.players[seat].unit_type_on_board(name).capacity
        for number, way in enumerate(ways):
            load, waiting = waiting[:room], waiting[room:]
            damaged = None if not hurt else int(number < hurt)
            yield _ShipFlight(name, damaged, (group.start_system, *way.entered_systems), tuple(load))


def _fly(table: GameTable, seat: int, flight: _ShipFlight) -> Script[bool]:
    """Move one ship and return whether it arrives.

    It picks up waiting cargo in each system, and rolls a die before it leaves a gravity rift. If it is lost,
    so is its cargo; cargo waiting later on the route stays (IM-MOVE-11).
    """
    name, target = flight.unit_class, flight.path[-1]
    hurt = table.remove_units(seat, flight.path[0], name, 1, flight.hurt)
    aboard: list[str] = []
    waiting = list(flight.cargo)
    for entered, place in enumerate(flight.path, start=1):
        here = [item for item in waiting if table.system_of(item.source_place) == place]
        waiting = [item for item in waiting if item not in here]
        for item in here:
            table.remove_units(seat, item.source_place, item.unit_class)
            aboard.append(item.unit_class)
        leaves_rift = (
            entered < len(flight.path) and table.galaxy.systems[place].tile.anomaly == "gravity_rift"
        )
        if leaves_rift and not (yield from roll_rift_survival(table, seat, name)):
            for unit_class, count in Counter(aboard).items():
                table.announce("IM-MOVE-11", "aboard", seat, units=UnitClassCount(unit_class, count))
            return False
    for unit_class in aboard:
        table.put_units(seat, target, unit_class)
    table.put_units(seat, target, name, 1, hurt)
    return True


def roll_rift_survival(table: GameTable, seat: int, unit_class: str) -> Script[bool]:
    """Roll for a ship that is about to leave a gravity rift; return whether it survives (IM-MOVE-11)."""
    face: int = yield TenSidedRoll(seat, "rift", "IM-MOVE-11", unit=unit_class, n=_MAX_RIFT_LOSS_ROLL)
    survives = face > _MAX_RIFT_LOSS_ROLL
    lost = RemovedAtRift if table.variant.rift == "removed" else DestroyedAtRift
    table.record((LeftRift if survives else lost)(SEATS[seat], UnitClassCount(unit_class, 1), face))
    return survives
