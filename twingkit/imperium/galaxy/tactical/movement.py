"""Movement: the ships of a plan fly into the active system, through rifts at their risk (IM-MOVE-1 to 11)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import attrs

from twingkit.core.arguments.kinds import is_integer
from twingkit.core.play import Script
from twingkit.core.questions import Refusal, Roll, is_count
from twingkit.imperium.battle.rules.dice.volley import FACES
from twingkit.imperium.battle.rules.questions import bad_dice
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.fleet_limits import enforce_fleet_limits
from twingkit.imperium.galaxy.tactical.gravity_drive import driven_ship, ship_routes
from twingkit.imperium.galaxy.tactical.movement_plan import Cargo, Group, Move
from twingkit.imperium.texts.fact_names import CountedClass, name_facts
from twingkit.imperium.texts.rulebook import rulebook

LOST_UP_TO = 3
"""The highest number on a die with which a ship is lost in a gravity rift (IM-MOVE-11)."""


class Die(Roll[int]):
    """One ten-sided die with a purpose and its rule: a gravity rift, or infantry that may come back.

    The `facts` of its sentence say what it is rolled for and what the numbers mean.
    """

    __slots__ = ("facts", "purpose", "rule")
    faces = FACES

    def __init__(self, player: int, purpose: str, rule: str, **facts: object) -> None:
        super().__init__(player)
        self.purpose, self.facts = purpose, facts
        self.rule = rule  # type: ignore[misc] # each purpose has its own

    def sentence(self) -> str:
        """The question in words."""
        facts = {"side": SEATS[self.player], **name_facts(self.facts)}
        return rulebook().sentence("ask", f"roll_{self.purpose}", facts)

    def refusal(self, answer: object) -> Refusal | None:
        """None for a face; raises `BadAnswer` for anything else."""
        if not is_integer(answer) or answer not in FACES:
            raise bad_dice(str(answer), 1)
        return None

    def parse_answer(self, text: str) -> int:
        """`roll 7`, with or without the word."""
        word = text.strip().removeprefix("roll ").strip()
        if not (is_count(word) and int(word) in FACES):
            raise bad_dice(text, 1)
        return int(word)

    def format_answer(self, answer: int) -> str:
        """`roll 7`."""
        return f"roll {answer}"

    def random_answer(self, rng: random.Random) -> int:
        """One throw."""
        return 1 + int(rng.random() * 10)


def movement(table: GameTable, seat: int, system: int) -> Script[bool]:
    """Ask for a movement into the active system and carry it out; True if a ship has arrived.

    Units left behind without room are removed (IM-MOVE-6).
    """
    question = Move(table, seat, system)
    stays = bool(table.units_in_space(seat, system).ships) and (
        not question.is_barred or bool(question.pick_up_plan())
    )
    if not (question.sources() or stays or any(question.ships_with_drive())):
        return False
    answer: str = yield question
    plan = question.parse_plan(answer)
    driven = driven_ship(question, plan)
    if driven is not None:
        unit = plan[driven.group].ships[driven.ship][0]
        table.announce(
            "IM-TECH-gd", "spares" if driven.spared else "arrives", seat, unit=unit, n=driven.spared
        )
    flights = list(_flights(table, seat, question, plan))
    arrived = came_in = 0
    for flight in flights:
        if (yield from _fly(table, seat, flight)):
            arrived += 1
            came_in += len(flight.path) > 1
    if staying := [flight for flight in flights if len(flight.path) == 1]:
        aboard = sum(len(flight.load) for flight in staying)
        table.announce("IM-MOVE-4", "taken_up", seat, system=table.tile_number(system), n=aboard)
    if len(staying) < len(flights):
        n = arrived - len(staying)
        table.announce("IM-MOVE-1", "moved", seat, system=table.tile_number(system), n=n)
    for start in dict.fromkeys(place for flight in flights for place in flight.path if place != system):
        yield from enforce_fleet_limits(table, seat, start)
    return came_in > 0


@attrs.frozen
class Flight:
    """One moving ship: its class, whether it is damaged (None: undamaged ones first), its systems from start
    to target, and the cargo it picks up in them.
    """

    unit_class: str
    hurt: int | None
    path: tuple[int, ...]
    load: tuple[Cargo, ...]


def _flights(table: GameTable, seat: int, question: Move, plan: tuple[Group, ...]) -> Iterator[Flight]:
    """The ships of a plan one by one, each on its best route, filled with the cargo of their group in the
    order of the plan.
    """
    waiting: list[Cargo] = []
    for group, ship, ways in ship_routes(question, plan):
        name, count, hurt = group.ships[ship]
        assert len(ways) == count, "a plan that is allowed has a way for each ship"
        if ship == 0:
            waiting = [
                Cargo(item.unit_class, 1, item.place) for item in group.cargo for _ in range(item.count)
            ]
        room = table.players[seat].unit_on_board(name).capacity
        for number, way in enumerate(ways):
            load, waiting = waiting[:room], waiting[room:]
            damaged = None if not hurt else int(number < hurt)
            yield Flight(name, damaged, (group.start, *way.entered), tuple(load))


def _fly(table: GameTable, seat: int, flight: Flight) -> Script[bool]:
    """Move one ship; True if it arrives.

    It picks up waiting cargo in each system, and rolls a die before it leaves a gravity rift. If it is lost,
    so is its cargo; cargo waiting later on the route stays (IM-MOVE-11).
    """
    name, target = flight.unit_class, flight.path[-1]
    hurt = table.take_units(seat, flight.path[0], name, 1, flight.hurt)
    aboard: list[str] = []
    waiting = list(flight.load)
    for entered, place in enumerate(flight.path, start=1):
        here = [item for item in waiting if _system(table, item) == place]
        waiting = [item for item in waiting if item not in here]
        for item in here:
            table.take_units(seat, item.place, item.unit_class)
            aboard.append(item.unit_class)
        leaves_rift = (
            entered < len(flight.path) and table.galaxy.systems[place].tile.anomaly == "gravity_rift"
        )
        if leaves_rift and not (yield from fly_through_rift(table, seat, name)):
            for unit_class, count in Counter(aboard).items():
                table.announce("IM-MOVE-11", "aboard", seat, units=CountedClass(unit_class, count))
            return False
    for unit_class in aboard:
        table.put_units(seat, target, unit_class)
    table.put_units(seat, target, name, 1, hurt)
    return True


def _system(table: GameTable, item: Cargo) -> int:
    """The system in which cargo waits."""
    return item.place if isinstance(item.place, int) else table.system_of(item.place)


def fly_through_rift(table: GameTable, seat: int, unit_class: str) -> Script[bool]:
    """The die of a ship that is about to leave a gravity rift; true if it comes through (IM-MOVE-11)."""
    face: int = yield Die(seat, "rift", "IM-MOVE-11", unit=unit_class, n=LOST_UP_TO)
    if face > LOST_UP_TO:
        table.announce("IM-MOVE-11", "through", seat, unit=unit_class, n=face)
        return True
    gone = "lost" if table.variant.rift == "removed" else "destroyed"
    table.announce("IM-MOVE-11", gone, seat, unit=unit_class, n=face)
    return False
