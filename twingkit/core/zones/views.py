"""Views: everything that a seat may see of a table, as a game's own class or as visible zones."""

from __future__ import annotations

from collections.abc import Callable, Sized
from functools import cache
from typing import Any, TypeVar

import attrs

from twingkit.core.rulebook import SPECTATOR
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.core.zones.declaration import ALL, OWNER, DeclaredField, ZoneHolder, ZonePlayer, ZoneTable

ViewT = TypeVar("ViewT")


def fill_view(view: type[ViewT], holder: ZoneHolder, own: ZonePlayer | None = None, **given: object) -> ViewT:
    """Create an instance of the view class `view`: take fields from `given`, and fill the others by name from
    a table or player.

    A field is an open zone (as a tuple), an open value, a property, the number of pieces in a zone
    (`hand_count`), or a zone that only the `own` player sees. Raises `TypeError` for a field that would
    reveal hidden information.
    """
    kinds: tuple[Any, ...] = view, type(holder), own and type(own)
    filled: ViewT = _generate_constructor(*kinds, *given)(holder, own, given)
    return filled


@cache
def _generate_constructor(
    view: Any, holder: type[ZoneHolder], own: type[ZonePlayer] | None, *given: str
) -> Callable[..., Any]:
    """Return a generated function that creates views of this class; it is faster than looking up each field
    by name.
    """
    open_to_all, open_to_own = holder.declared_fields, own.declared_fields if own else {}
    by_name = any(field.kw_only for field in attrs.fields(view))
    fields = []
    for name in dict.fromkeys((*(field.name for field in attrs.fields(view)), *given)):
        counted = name.removesuffix("_count")
        if name in given:
            there = f"given[{name!r}]"
        elif name in open_to_own and open_to_own[name].visible_to == OWNER:
            there = f"tuple(own.{name})"
        elif name in open_to_all:
            if open_to_all[name].visible_to != ALL:
                seen = open_to_all[name].visible_to
                raise TypeError(f"{view.__name__}.{name}: {holder.__name__}.{name} is seen by {seen}")
            there = f"tuple(holder.{name})" if open_to_all[name].pieces else f"holder.{name}"
        elif counted != name and counted in open_to_all:
            there = f"_size(holder.{counted})"
        elif hasattr(holder, name):
            there = f"holder.{name}"
        else:
            raise TypeError(f"{view.__name__}.{name}: {holder.__name__} has no such zone, value or property")
        fields.append(f"{name}={there}" if by_name else there)
    source = f"lambda holder, own, given: _view({', '.join(fields)})"
    filling: Callable[..., Any] = eval(source, {"_view": view, "_size": _size})  # noqa: S307 (names of fields)
    return filling


def _size(there: Sized | DeckWithKnownEnds[str]) -> int:
    return there.size if isinstance(there, DeckWithKnownEnds) else len(there)


@attrs.frozen
class ZoneView:
    """A zone as one seat sees it: the known pieces, and the number of hidden ones.

    `seat` is its player, None in the middle of the table. `known_pieces` are those that the seat knows, in
    order (of a deck: from the top), `bottom_pieces` those at the bottom of a deck; `hidden_count` is the
    number of other pieces. `played_by` are the seats that played the pieces, if the zone keeps them. If
    `is_pile`, only the last piece is face up; if `is_deck`, the zone is face down.
    """

    name: str
    seat: int | None
    known_pieces: tuple[str, ...] = ()
    hidden_count: int = 0
    played_by: tuple[int, ...] = ()
    bottom_pieces: tuple[str, ...] = ()
    is_pile: bool = False
    is_deck: bool = False
    unordered_pieces: tuple[str, ...] | None = None
    """The pieces of a deck in unknown order, if a line names them; None stands for all not seen elsewhere."""


@attrs.frozen
class ValueView:
    """A value that a view shows, such as a score: its name, and its player's seat (None: it belongs to the
    table).
    """

    name: str
    seat: int | None
    value: object


@attrs.frozen
class TableView:
    """A table as the seat `player` sees it: the default view of a game without its own view class.

    For a spectator, and for a position given by a line, the player is `SPECTATOR`.
    """

    player: int
    seats: tuple[str, ...]
    """The names of the seats in records."""
    zones: tuple[ZoneView, ...]
    values: tuple[ValueView, ...]
    teams: tuple[tuple[int, ...], ...] = ()
    """The seats that play together (`Start.teams`)."""

    def zone(self, name: str, seat: int | None = None) -> ZoneView:
        """Return the zone with this name. Raises `KeyError` if there is none."""
        for zone in self.zones:
            if (zone.name, zone.seat) == (name, seat):
                return zone
        raise KeyError(name)

    def value(self, name: str, seat: int | None = None) -> object:
        """Return the value with this name. Raises `KeyError` if there is none."""
        for one in self.values:
            if (one.name, one.seat) == (name, seat):
                return one.value
        raise KeyError(name)


def table_view(table: ZoneTable, player: int, seat_names: tuple[str, ...], *hidden: str) -> TableView:
    """Return a player's view of a table: all zones, and the values that the player may see, except those
    named in `hidden`.
    """
    zones: list[ZoneView] = []
    values: list[ValueView] = []
    for holder in (table, *table.players):
        seat = None if holder is table else holder.seat
        for name, slot in holder.declared_fields.items():
            there = getattr(holder, name)
            if slot.pieces is not None:
                zones.append(_zone_view(holder, seat, name, slot, player, len(table.players)))
            elif (
                not slot.player_class
                and slot.visible_to in ((ALL, OWNER) if seat == player else (ALL,))
                and name not in hidden
            ):
                values.append(ValueView(name, seat, there))
        values += [ValueView(name, seat, getattr(holder, name)) for name in holder.computed_values]
    return TableView(player, seat_names[: len(table.players)], tuple(zones), tuple(values))


def _zone_view(
    holder: ZoneHolder, seat: int | None, name: str, slot: DeclaredField, player: int, players: int
) -> ZoneView:
    """Return a zone as `player` sees it; a spectator knows what all players know."""
    there = getattr(holder, name)
    if isinstance(there, DeckWithKnownEnds):
        top = [str(card) for card, seats in there.on_top if _knows(player, seats, players)]
        bottom = [str(card) for card, seats in there.beneath if _knows(player, seats, players)]
        rest = there.size - len(top) - len(bottom)
        return ZoneView(name, seat, tuple(top), rest, bottom_pieces=tuple(bottom), is_pile=True, is_deck=True)
    if slot.visible_to == ALL or (slot.visible_to == OWNER and seat == player):
        laid_by = tuple(piece.seat for piece in there) if slot.keeps_seat else ()
        pieces = tuple(str(piece.piece if slot.keeps_seat else piece) for piece in there)
        return ZoneView(name, seat, pieces, played_by=laid_by, is_pile=slot.is_pile)
    known = [
        piece
        for zone, piece, seats in (holder.known_pieces if isinstance(holder, ZonePlayer) else ())
        if zone == name and _knows(player, seats, players - 1)
    ]
    return ZoneView(name, seat, tuple(map(str, known)), len(there) - len(known), is_pile=slot.is_pile)


def _knows(player: int, seats: frozenset[int], everybody: int) -> bool:
    return player in seats or (player == SPECTATOR and len(seats) >= everybody)
