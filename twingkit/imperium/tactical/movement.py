"""Movement: the ships of a plan fly into the active system, through rifts at their risk (IM-MOVE-1 to 11)."""

from __future__ import annotations

import random
from collections.abc import Iterator

from twingkit.asking import BadAnswer, Refusal, Roll, one_line
from twingkit.imperium.rules.rulebook import rulebook
from twingkit.imperium.rules.volley import FACES
from twingkit.imperium.table.game_table import SEATS, GameTable
from twingkit.imperium.tactical.movement_plan import Cargo, Group, Move
from twingkit.play import Script
from twingkit.rulebook import Quoted

LOST_UP_TO = 3
"""The highest number on a die with which a ship is lost in a gravity rift (IM-MOVE-11)."""


class Die(Roll[int]):
    """One ten-sided die for a purpose: a gravity rift, infantry that may come back."""

    __slots__ = ("purpose",)
    faces = FACES
    rule = "IM-MOVE-11"

    def __init__(self, player: int, purpose: str) -> None:
        super().__init__(player)
        self.purpose = purpose

    def text(self, lang: str = "en") -> str:
        """The question in words."""
        return rulebook().sentence("ask", f"roll_{self.purpose}", lang, {"side": SEATS[self.player]})

    def refusal(self, answer: object) -> Refusal | None:
        """None for a face; raises `BadAnswer` for anything else."""
        if isinstance(answer, bool) or answer not in FACES:
            raise BadAnswer("not_dice", rulebook(), n=1, token=Quoted(one_line(str(answer), 40)))
        return None

    def read(self, text: str) -> int:
        """`roll 7`, with or without the word."""
        word = text.strip().removeprefix("roll ").strip()
        if not (word.isdecimal() and word.isascii() and int(word[:4]) in FACES):
            raise BadAnswer("not_dice", rulebook(), n=1, token=Quoted(one_line(text, 40)))
        return int(word)

    def write(self, answer: int) -> str:
        """`roll 7`."""
        return f"roll {answer}"

    def draw(self, rng: random.Random) -> int:
        """One throw."""
        return 1 + int(rng.random() * 10)


def movement(table: GameTable, seat: int, system: int) -> Script[bool]:
    """Ask for the plan of a movement into the active system and carry it out; true if something moved."""
    question = Move(table, seat, system)
    if table.lasts("ceasefire", seat):
        return False
    if not (question.sources() or table.fleet(seat, question.target).ships or any(question.driven())):
        return False
    answer: str = yield question
    plan = question.plan(answer)
    arriving: list[tuple[Group, int]] = []
    for group in plan:
        stops = question.stops(group)
        ways = [question.best_way(name, group.start, stops) for name, _, _ in group.ships]
        arriving.append((group, max(way.rifts if way else 0 for way in ways)))
    for group, rifts in arriving:
        yield from _fly(table, seat, group, rifts, question.target)
    if plan:
        table.tell("IM-MOVE-1", "moved", seat, system=table.number(question.target), n=_ships(plan))
    return bool(plan)


def _ships(plan: tuple[Group, ...]) -> int:
    return sum(count for group in plan for _, count, _ in group.ships)


def _loads(table: GameTable, seat: int, group: Group) -> Iterator[tuple[str, int, list[Cargo]]]:
    """Each ship of a group with 1 if it is damaged, and its part of the cargo: ship after ship is filled in
    the order of the plan."""
    waiting = [Cargo(item.unit_class, 1, item.place) for item in group.cargo for _ in range(item.count)]
    for name, count, hurt in group.ships:
        room = table.players[seat].stats(name).capacity
        for number in range(count):
            load, waiting = waiting[:room], waiting[room:]
            yield name, int(number < hurt), load


def _fly(table: GameTable, seat: int, group: Group, rifts: int, target: int) -> Script:
    """Move one group; a ship that is lost in a rift is removed with what it carries by then (IM-MOVE-11)."""
    for name, hurt, load in list(_loads(table, seat, group)):
        damaged = table.take(
            seat, group.start, name, 1, hurt if _exact(table, seat, group, name, hurt) else None
        )
        lost = False
        for _ in range(rifts):
            face = yield Die(seat, "rift")
            lost = face <= LOST_UP_TO
            table.tell("IM-MOVE-11", "lost" if lost else "through", seat, unit=name, n=face)
            if lost:
                break
        for item in load:
            table.take(seat, item.place, item.unit_class)
            if not lost:
                table.put(seat, target, item.unit_class)
        if not lost:
            table.put(seat, target, name, 1, damaged)


def _exact(table: GameTable, seat: int, group: Group, name: str, hurt: int) -> bool:
    """True if the plan's damaged and whole ships of a class are there as it says."""
    units = table.fleet(seat, group.start)
    damaged = units.hurt.get(name, 0)
    return hurt <= damaged and (hurt == 1 or units[name] > damaged)
