"""The view of a player as a row of numbers: named blocks in a fixed order, for programs that learn to play.

Everything comes from a `View`, so nothing hidden is in it. Seats are counted from the player who looks: seat
0 is oneself, seat 1 the next clockwise. All numbers are 0 or more; flags are 0 or 1, a choice of one of
several things is one flag for each. Cards are counts by kind, in the order of `Box.cards`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import attrs

from twingkit.twing.box.box import EFFECTS, Box
from twingkit.twing.rl.actions import Draft
from twingkit.twing.rules.cards import ELEMENTS, FACES, Card, Creature, Spell
from twingkit.twing.rules.held import SPECIALS
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.table import ORNICLES, UNLIMITED
from twingkit.twing.variants.variant import Variant
from twingkit.twing.view import Seat, SideView, View

KINDS = (
    "direction",
    "act",
    "attack",
    "two_cats",
    "defend",
    "support",
    "before_roll",
    "interrupt",
    "respond",
    "switch",
    "take_object",
    "discard_element",
    "discard_spell",
    "discard_creature",
    "hand_out",
    "name_element",
    "start_cats",
)
"""The kinds of questions that players are asked, in the order of their flags."""

FIGHTS = ("battle", "duel", "endgame")
"""The kinds of battles, in the order of their flags."""

Reader = Callable[[View, Draft], Iterable[int]]
"""Reads the numbers of a block from a view, and from what the player has built of a lay."""


@attrs.frozen
class Block:
    """A part of the row: its name, the highest value of each number, and how the numbers are read."""

    name: str
    high: tuple[int, ...]
    read: Reader = attrs.field(repr=False, eq=False)


class Layout:
    """The row of numbers of games with so many players, this variant and this box.

    `blocks` in order; `size` numbers in all, `high` the highest value of each (the lowest is 0).
    `layout["discard"]` is the slice of a block. Turns beyond `last_turn` count as that turn.

    In order: `turn`, `direction` (1: clockwise), `bank`, `staked`, `current` (whose turn, by seats), `asked`
    (who is asked, by seats), `kind` (of the question, as `KINDS`), `stack`, `discard` (spells, creatures,
    `SPECIALS`), `display`, `beneath` (the place of each object under the stack, 0: none), `objects left`,
    `events left`, `used events` (as `EFFECTS`); `hand` (spells, `SPECIALS`), and of a lay that is being built
    `draft spells`, `draft creatures`, `draft riders`.

    For each seat: `character` (as `ELEMENTS`), `hand size`, `entourage`, `active` and `stored` (as
    `OBJECTS`), `ornicles`, `state` (in the end game, out).

    Of the battle, all 0 where there is none: `fight` (as `FIGHTS`, then rolled, over), `passes` (in a row),
    and for each seat `role` (attacker, defender), `spells` laid, `standing` creatures, `riding` of them,
    `trapped` creatures, `die` (as `FACES`), `played` (as `SPECIALS`), `side` (re-rolled, retired), and with
    three or four players `joined` (the supporters' spells, then the seats that support).
    """

    def __init__(self, players: int, variant: Variant, box: Box, last_turn: int) -> None:
        self.players = players
        copies: dict[Card, int] = {}
        for card in box.cards():
            copies[card] = copies.get(card, 0) + 1
        self._spells = {card: count for card, count in copies.items() if isinstance(card, Spell)}
        self._creatures = {card: count for card, count in copies.items() if isinstance(card, Creature)}
        self._specials = {name: copies.get(name, 0) for name in SPECIALS}
        order: tuple[Card, ...] = (*self._spells, *self._creatures, *SPECIALS)
        self._cards = {card: copies.get(card, 0) for card in order}
        self._last_turn, self._size = last_turn, box.size
        self._ornicles = UNLIMITED if variant.unlimited_bank else ORNICLES
        events = {name: box.event_effects.count(name) for name in EFFECTS}
        self.blocks: tuple[Block, ...] = (
            *self._table_blocks(events),
            *self._own_blocks(),
            *(block for seat in range(players) for block in self._seat_blocks(seat)),
            *self._fight_blocks(),
            *(block for seat in range(players) for block in self._side_blocks(seat)),
        )
        self.high = tuple(high for block in self.blocks for high in block.high)
        self.size = len(self.high)
        self._slices: dict[str, slice] = {}
        start = 0
        for block in self.blocks:
            self._slices[block.name] = slice(start, start := start + len(block.high))

    def __getitem__(self, name: str) -> slice:
        """The slice of a block in the row; a seat's block is named `entourage 1`. Raises `KeyError`."""
        return self._slices[name]

    def row(self, view: View, draft: Draft) -> list[int]:
        """The numbers of a view, and of what its player has built of a lay."""
        numbers: list[int] = []
        for block in self.blocks:
            numbers.extend(block.read(view, draft))
        return numbers

    # -- blocks

    def _table_blocks(self, events: Mapping[str, int]) -> Iterator[Block]:
        flags, seats = (1,) * len(OBJECTS), (1,) * self.players
        yield Block("turn", (self._last_turn,), lambda view, _: [min(view.turn, self._last_turn)])
        yield Block("direction", (1,), lambda view, _: [int(view.direction > 0)])
        yield Block("bank", (self._ornicles,), lambda view, _: [view.bank])
        yield Block("staked", (self._ornicles,), lambda view, _: [view.staked])
        yield Block("current", seats, lambda view, _: self._seats(view, view.current))
        yield Block("asked", seats, lambda view, _: self._seats(view, view.asked))
        yield Block("kind", (1,) * len(KINDS), lambda view, _: _flags(KINDS, view.kind))
        yield Block("stack", (self._size,), lambda view, _: [view.stack])
        yield Block("discard", _high(self._cards), lambda view, _: _counts(self._cards, view.discard))
        yield Block("display", flags, lambda view, _: _flags(OBJECTS, *view.display))
        yield Block("beneath", (len(OBJECTS),) * len(OBJECTS), lambda view, _: _places(view.beneath))
        yield Block("objects left", (len(OBJECTS),), lambda view, _: [view.objects_left])
        yield Block("events left", (sum(events.values()),), lambda view, _: [view.events_left])
        yield Block("used events", _high(events), lambda view, _: _counts(events, view.used_events))

    def _own_blocks(self) -> Iterator[Block]:
        spells, creatures = self._spells, self._creatures

        def hand(view: View, _: Draft) -> list[int]:
            own = view.hand
            return [*_counts(spells, own.spells), *own.held]

        yield Block("hand", _high(spells) + _high(self._specials), hand)
        yield Block("draft spells", _high(spells), lambda _, draft: _counts(spells, draft.spells))
        yield Block(
            "draft creatures",
            _high(creatures),
            lambda _, draft: _counts(creatures, [unit.creature for unit in draft.units]),
        )
        yield Block(
            "draft riders",
            _high(creatures),
            lambda _, draft: _counts(creatures, [unit.rider for unit in draft.units if unit.rider]),
        )

    def _seat_blocks(self, place: int) -> Iterator[Block]:
        creatures, flags = self._creatures, (1,) * len(OBJECTS)

        def block(name: str, high: tuple[int, ...], read: Callable[[Seat], Iterable[int]]) -> Block:
            return Block(f"{name} {place}", high, lambda view, _: read(view.seats[self._seat(view, place)]))

        yield block("character", (1,) * len(ELEMENTS), lambda seat: _flags(ELEMENTS, seat.character))
        yield block("hand size", (self._size,), lambda seat: [seat.hand_size])
        yield block("entourage", _high(creatures), lambda seat: _counts(creatures, seat.entourage))
        yield block("active", flags, lambda seat: _flags(OBJECTS, *seat.objects))
        yield block("stored", flags, lambda seat: _flags(OBJECTS, *seat.stored))
        yield block("ornicles", (self._ornicles,), lambda seat: [seat.ornicles])
        yield block("state", (1, 1), lambda seat: [int(seat.endgame), int(seat.out)])

    def _fight_blocks(self) -> Iterator[Block]:
        def fight(view: View, _: Draft) -> list[int]:
            battle = view.battle
            if battle is None:
                return [0] * (len(FIGHTS) + 2)
            return [*_flags(FIGHTS, battle.kind), int(battle.rolled), int(battle.over)]

        yield Block("fight", (1,) * (len(FIGHTS) + 2), fight)
        yield Block("passes", (self.players,), lambda view, _: [view.battle.passes if view.battle else 0])

    def _side_blocks(self, place: int) -> Iterator[Block]:
        spells, creatures = self._spells, self._creatures

        def block(name: str, high: tuple[int, ...], read: Callable[[SideView], Iterable[int]]) -> Block:
            nothing = [0] * len(high)

            def numbers(view: View, _: Draft) -> Iterable[int]:
                seat = self._seat(view, place)
                sides = view.battle.sides if view.battle else ()
                return next((read(side) for side in sides if side.seat == seat), nothing)

            return Block(f"{name} {place}", high, numbers)

        def joined(view: View, _: Draft) -> list[int]:
            seat = self._seat(view, place)
            sides = view.battle.sides if view.battle else ()
            added = [support for side in sides if side.seat == seat for support in side.supports]
            cards = [card for support in added for card in support.cards]
            return [*_counts(spells, cards), *self._seats(view, *[support.seat for support in added])]

        yield block("role", (1, 1), lambda side: _flags(("attacker", "defender"), side.role))
        yield block(
            "spells", _high(spells), lambda side: _counts(spells, side.lay.spells if side.lay else ())
        )
        yield block(
            "standing",
            _high(creatures),
            lambda side: _counts(creatures, [fighter.card for fighter in side.standing]),
        )
        yield block(
            "riding",
            _high(creatures),
            lambda side: _counts(creatures, [fighter.card for fighter in side.standing if fighter.rides]),
        )
        yield block(
            "trapped",
            _high(creatures),
            lambda side: _counts(creatures, [fighter.card for fighter in side.trapped]),
        )
        yield block("die", (1,) * len(FACES), lambda side: _flags(FACES, side.die))
        yield block("played", _high(self._specials), lambda side: _counts(self._specials, side.played))
        yield block("side", (1, 1), lambda side: [int(side.rerolled), int(side.retired)])
        if self.players > 2:
            yield Block(f"joined {place}", _high(spells) + (1,) * self.players, joined)

    # -- seats

    def _seat(self, view: View, place: int) -> int:
        """The seat at the table of a place counted from the player who looks."""
        return (view.player + place) % self.players

    def _seats(self, view: View, *seats: int | None) -> list[int]:
        """Flags for these seats, counted from the player who looks."""
        return [int(self._seat(view, place) in seats) for place in range(self.players)]


Kind = TypeVar("Kind")


def _high(copies: Mapping[Kind, int]) -> tuple[int, ...]:
    return tuple(copies.values())


def _flags(kinds: Sequence[object], *there: object) -> list[int]:
    """A flag for each kind: whether it is there."""
    return [int(kind in there) for kind in kinds]


def _counts(kinds: Mapping[Kind, int], items: Collection[object]) -> list[int]:
    """The number of items of each kind; items of other kinds do not count."""
    if not items:
        return [0] * len(kinds)
    counts = dict.fromkeys(kinds, 0)
    for item in items:
        if item in counts:
            counts[item] += 1
    return list(counts.values())


def _places(names: Sequence[str]) -> list[int]:
    """The place of each object in a row, from 1; 0 if it is not in it."""
    return [names.index(name) + 1 if name in names else 0 for name in OBJECTS]
