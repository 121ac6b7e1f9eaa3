"""The draft of the move lab: a position, the moving player, the target, and the movement.

strike: p1 26 move 01 1 carrier, 3 infantry jord | galaxy: short, action p1, …
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import attrs

from twingkit.core.messages import Fault
from twingkit.core.questions import BadAnswer, Refusal, one_line_excerpt
from twingkit.imperium.galaxy.galaxy_position import GalaxyPosition
from twingkit.imperium.galaxy.outlook.take_and_hold import plan_refusal
from twingkit.imperium.galaxy.starts import ImperiumGame, position_game
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.tactical.movement_plan import Move, MovementPlan
from twingkit_widgets.lab.design import Draft

_STRIKE_PREFIX = "strike:"
"""The first characters of a move in notation."""

_EMPTY_PLAN = "move none"

CARDS = "p1 cards 1 5, p2 cards 2 6, p3 cards 3 7"

EXAMPLE = (
    f"{_STRIKE_PREFIX} p1 34 move 01 1 carrier, 1 destroyer, 4 infantry jord | galaxy: "
    f"short, action p1, {CARDS}, "
    "at 34 p2 1 destroyer, at centauri p2 1 infantry"
)
"""The move that the lab opens with."""

_LINE = re.compile(r"(?P<seat>p[1-6]) (?P<system>[0-9]{2}) (?P<plan>move [^|]+?) *\| *(?P<galaxy>galaxy:.*)")


@lru_cache(maxsize=32)
def cached_game(position: str) -> ImperiumGame:
    """Return the cached game at a position; callers must not change it."""
    return position_game(position)


@attrs.frozen
class StrikeDraft(Draft):
    """A draft of the move lab: a position in notation, the moving player, the tile of the target, and the
    movement.

    >>> draft = StrikeDraft.read(EXAMPLE)
    >>> draft.target_tile, draft.is_complete, draft.problems()
    ('34', True, ())
    >>> StrikeDraft.read(draft.line()) == draft
    True
    """

    position: str
    seat: str = "p1"
    target_tile: str = "18"
    plan: str = _EMPTY_PLAN

    @classmethod
    def read(cls, text: str) -> StrikeDraft:
        """Parse a move, or a position alone. Raises `Fault` if the text is neither."""
        text = " ".join(text.split())
        try:
            if text.startswith("galaxy:"):
                return cls.from_position(text)
            match = _LINE.fullmatch(text.removeprefix(_STRIKE_PREFIX).strip())
            if match is None:
                raise Fault("strike.line", found=one_line_excerpt(text, 60))
            draft = cls(
                str(GalaxyPosition.parse(match["galaxy"])), match["seat"], match["system"], match["plan"]
            )
            cached_game(draft.position)
            return draft.validated()
        except Refusal as refusal:  # for an impossible position
            raise Fault("strike.position", why=refusal.ruling.text(), rule=refusal.rule) from refusal

    @classmethod
    def from_position(cls, position: str) -> StrikeDraft:
        """Return the draft of a position with the active player and an empty movement."""
        line = GalaxyPosition.parse(position)
        table: GameTable = cached_game(str(line)).table
        return cls(str(line), SEATS[table.current]).with_target(table.tile_number(table.mecatol_system))

    def validated(self) -> StrikeDraft:
        """Return the draft itself. Raises `Fault` if the position has no such player or system, or the plan
        is invalid.
        """
        if self.seat_index >= len(self.table.players):
            raise Fault("strike.seat", found=self.seat)
        self.table.galaxy.system(self.target_tile)
        self.parse_plan()
        return self

    # -- parsed values

    @property
    def game(self) -> ImperiumGame:
        """The game at the position."""
        return cached_game(self.position)

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
        """The question that the movement answers."""
        return Move(self.table, self.seat_index, self.table.galaxy.system(self.target_tile).index)

    def parse_plan(self) -> MovementPlan:
        """Parse the groups of the plan. Raises `Fault` if it is not valid."""
        try:
            return self.move.parse_plan(self.plan)
        except BadAnswer as bad:
            raise Fault("strike.plan", found=one_line_excerpt(self.plan, 60)) from bad

    # -- interface of the lab

    def __str__(self) -> str:
        """Return the move without the position: player, target and movement."""
        return f"{_STRIKE_PREFIX} {self.seat} {self.target_tile} {self.plan}"

    @property
    def is_complete(self) -> bool:
        """True if any unit moves."""
        return self.plan != _EMPTY_PLAN

    def problems(self) -> Sequence[Refusal]:
        """Return the refusal of the movement or of the activation, if any."""
        if not self.is_complete:
            return ()
        refusal = plan_refusal(self.move, self.plan)
        return () if refusal is None else (refusal,)

    def line(self) -> str:
        """Return the notation of the draft."""
        return f"{_STRIKE_PREFIX} {self.seat} {self.target_tile} {self.plan} | {self.position}"

    # -- changes

    def with_seat(self, seat: str) -> StrikeDraft:
        """Return the draft with another moving player and the same target."""
        return attrs.evolve(self, seat=seat, plan=_EMPTY_PLAN).validated()

    def with_target(self, target_tile: str) -> StrikeDraft:
        """Return the draft with another target and an empty plan."""
        return attrs.evolve(self, target_tile=target_tile, plan=_EMPTY_PLAN).validated()

    def with_everything(self) -> StrikeDraft:
        """Return the draft with all ships that can come, filled with ground forces and fighters."""
        move = self.move
        groups = tuple(move.ship_group(start, able) for start, able in move.ship_sources())
        return attrs.evolve(self, plan=move.format_plan(groups))

    def with_step(self, unit_key: tuple[str, str, str], step: int) -> StrikeDraft:
        """Return the draft with one unit more or less.

        `unit_key` is the starting tile, the class, and the place of loading ("": a ship).
        """
        wanted = moving_unit_counts(self)
        wanted[unit_key] = max(0, wanted[unit_key] + step)
        groups: dict[str, tuple[list[str], list[str]]] = {}
        for (tile, unit, place), count in wanted.items():
            if count:
                ships, cargo = groups.setdefault(tile, ([], []))
                (cargo if place else ships).append(f"{count} {unit}{_loading_place(place, tile)}")
        parts = [f"{tile} {', '.join([*ships, *cargo])}" for tile, (ships, cargo) in sorted(groups.items())]
        return attrs.evolve(self, plan=f"move {'; '.join(parts)}" if parts else _EMPTY_PLAN)


def _loading_place(place: str, tile: str) -> str:
    return "" if place in ("", tile) else f" {place}"


def moving_unit_counts(draft: StrikeDraft) -> Counter[tuple[str, str, str]]:
    """Count the units of a movement, keyed by (starting tile, unit class, place where they are loaded). The
    place is "" for ships.
    """
    counts, table = Counter[tuple[str, str, str]](), draft.table
    for group in draft.parse_plan():
        start = table.tile_number(group.start_system)
        for name, count, _ in group.ships:
            counts[start, name, ""] += count
        for item in group.cargo:
            counts[start, item.unit_class, table.place_name(item.source_place)] += item.count
    return counts
