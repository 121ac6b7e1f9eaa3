"""The draft of the lab: a position, the moving player, the target, and the plan.

strike: p1 26 move 01 1 carrier, 3 infantry jord | galaxy: short, action p1, …
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import attrs

from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer, Refusal, one_line
from twingkit.imperium.galaxy.galaxy_position import GalaxyPosition
from twingkit.imperium.galaxy.outlook.take_and_hold import plan_refusal
from twingkit.imperium.galaxy.starts import ImperiumGame, position_game
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.movement_plan import Move, Plan

KEY = "strike:"
"""The beginning of a line."""

STAY = "move none"
"""The plan that moves nothing."""

CARDS = "p1 cards 1 5, p2 cards 2 6, p3 cards 3 7"

EXAMPLE = (
    f"{KEY} p1 34 move 01 1 carrier, 1 destroyer, 4 infantry jord | galaxy: short, action p1, {CARDS}, "
    "at 34 p2 1 destroyer, at centauri p2 1 infantry"
)
"""The line that the lab opens with."""

_LINE = re.compile(r"(?P<seat>p[1-6]) (?P<system>[0-9]{2}) (?P<plan>move [^|]+?) *\| *(?P<galaxy>galaxy:.*)")


@lru_cache(maxsize=32)
def game_of(position: str) -> ImperiumGame:
    """The game at a position, of which nothing is changed here."""
    return position_game(position)


@attrs.frozen
class StrikeDraft:
    """A move: a position in notation, the moving player, the tile of the target, and the plan as an answer.

    >>> draft = StrikeDraft.read(EXAMPLE)
    >>> draft.system, draft.complete, draft.problems()
    ('34', True, ())
    >>> StrikeDraft.read(draft.line()) == draft
    True
    """

    position: str
    seat: str = "p1"
    system: str = "18"
    plan: str = STAY

    @classmethod
    def read(cls, text: str) -> StrikeDraft:
        """Parse a move, or a position alone. Raises `Fault` if the text is neither."""
        text = " ".join(text.split())
        try:
            if text.startswith("galaxy:"):
                return cls.from_position(text)
            match = _LINE.fullmatch(text.removeprefix(KEY).strip())
            if match is None:
                raise Fault("strike.line", found=one_line(text, 60))
            draft = cls(
                str(GalaxyPosition.parse(match["galaxy"])), match["seat"], match["system"], match["plan"]
            )
            game_of(draft.position)
            return draft.checked()
        except Refusal as refusal:  # for an impossible position
            raise Fault("strike.position", why=refusal.ruling.text(), rule=refusal.rule) from refusal

    @classmethod
    def from_position(cls, position: str) -> StrikeDraft:
        """Return the draft of a position: the active player, without a plan yet."""
        line = GalaxyPosition.parse(position)
        table: GameTable = game_of(str(line)).table
        return cls(str(line), SEATS[table.current]).with_target(table.tile_number(table.mecatol_system))

    def checked(self) -> StrikeDraft:
        """Return the draft itself. Raises `Fault` if the position has no such player or system, or the plan
        is invalid.
        """
        if self.seat_index >= len(self.table.players):
            raise Fault("strike.seat", found=self.seat)
        self.table.galaxy.system(self.system)
        self.parse_plan()
        return self

    # -- parsed values

    @property
    def game(self) -> ImperiumGame:
        """The game at the position."""
        return game_of(self.position)

    @property
    def table(self) -> GameTable:
        """The table of the position."""
        table: GameTable = self.game.table
        return table

    @property
    def seat_index(self) -> int:
        """The seat of the moving player, from 0."""
        return SEATS.index(self.seat)

    @property
    def move(self) -> Move:
        """The question that the plan answers."""
        return Move(self.table, self.seat_index, self.table.galaxy.system(self.system).index)

    def parse_plan(self) -> Plan:
        """Parse the groups of the plan. Raises `Fault` if it is not valid."""
        try:
            return self.move.parse_plan(self.plan)
        except BadAnswer as bad:
            raise Fault("strike.plan", found=one_line(self.plan, 60)) from bad

    # -- interface of the lab

    def __str__(self) -> str:
        """The move without the position: the player, the target and the plan."""
        return f"{KEY} {self.seat} {self.system} {self.plan}"

    @property
    def complete(self) -> bool:
        """True if something moves."""
        return self.plan != STAY

    def battle(self) -> StrikeDraft:
        """The move itself."""
        return self

    def problems(self) -> Sequence[Refusal]:
        """The rule that forbids the plan, or the activation."""
        if not self.complete:
            return ()
        refusal = plan_refusal(self.move, self.plan)
        return () if refusal is None else (refusal,)

    def line(self) -> str:
        """The draft as a line."""
        return f"{KEY} {self.seat} {self.system} {self.plan} | {self.position}"

    def with_battle(self, battle: StrikeDraft) -> StrikeDraft:
        """Another move."""
        return battle

    # -- changes

    def with_seat(self, seat: str) -> StrikeDraft:
        """The same place, reached by another player."""
        return attrs.evolve(self, seat=seat, plan=STAY).checked()

    def with_target(self, system: str) -> StrikeDraft:
        """Return the draft with another target and an empty plan."""
        return attrs.evolve(self, system=system, plan=STAY).checked()

    def with_everything(self) -> StrikeDraft:
        """Everything that comes, filled with ground forces and fighters."""
        move = self.move
        groups = tuple(move.group(start, able) for start, able in move.sources())
        return attrs.evolve(self, plan=move.format_plan(groups))

    def with_step(self, item: tuple[str, str, str], step: int) -> StrikeDraft:
        """One unit more or less: `item` is the tile that it starts from, its class, and where it is loaded
        ("": a ship)."""
        wanted = counts_of(self)
        wanted[item] = max(0, wanted.get(item, 0) + step)
        groups: dict[str, tuple[list[str], list[str]]] = {}
        for (tile, unit, place), count in wanted.items():
            if count:
                ships, cargo = groups.setdefault(tile, ([], []))
                (cargo if place else ships).append(f"{count} {unit}{_loading_place(place, tile)}")
        parts = [f"{tile} {', '.join([*ships, *cargo])}" for tile, (ships, cargo) in sorted(groups.items())]
        return attrs.evolve(self, plan=f"move {'; '.join(parts)}" if parts else STAY)


def _loading_place(place: str, tile: str) -> str:
    return "" if place in ("", tile) else f" {place}"


def counts_of(draft: StrikeDraft) -> dict[tuple[str, str, str], int]:
    """The units of a plan: by the tile that they start from, their class, and where they are loaded (""
    for a ship)."""
    counts: dict[tuple[str, str, str], int] = {}
    table = draft.table
    for group in draft.parse_plan():
        start = table.tile_number(group.start)
        for name, count, _ in group.ships:
            counts[start, name, ""] = counts.get((start, name, ""), 0) + count
        for item in group.cargo:
            place = item.place if isinstance(item.place, str) else table.tile_number(item.place)
            counts[start, item.unit_class, place] = (
                counts.get((start, item.unit_class, place), 0) + item.count
            )
    return counts
