"""Position lines: what each zone contains and whose turn it is, parsed, formatted and checked by a
declaration.

    briscola: p1 hand D1 S3 2 won C3 points 10; p2 hand 4; trick p2=S4; deck-bottom B2; trump B; to move p1

A number after the pieces of a hidden zone is the number of unknown pieces there: chance deals them. `p2=S4`
is a piece that the second player has played. For a deck, a line names what everybody knows to be on top
(`deck-top`, the next one first) or at the bottom (`deck-bottom`); its other pieces are all pieces of the box
that are nowhere else, unless `deck` names them. Numbers, words and flags follow their names if they differ
from their initial values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import SPECTATOR
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.core.zones.declaration import (
    ALL,
    DeclaredField,
    PieceKind,
    PlayedPiece,
    ZoneTable,
    initial_field_value,
)
from twingkit.core.zones.views import TableView, ValueView, ZoneView

_ACTIVE_SEAT_FIELD = "current"
"""A line writes it as `to move p1`."""

_MAX_LINE_WORDS = 1000

_SEAT = re.compile(r"p[0-9]+")
_COUNT = re.compile(r"[0-9]{1,3}")
_NUMBER = re.compile(r"-?[0-9]{1,6}")
_LAID = re.compile(r"(p[0-9]+)=(\S+)")


@attrs.frozen(eq=False)
class PositionNotation:
    """The notation of one game's positions: parses a position line into a `TableView` and formats one as a
    line.

    `line_key` begins each line, `table_class` is the declared class of the table, `seats` are the names of
    the seats. A line is parsed into a `TableView`, the same class as a player's view; so `format_position`
    turns a player's view into a line from which the game can be played.
    """

    line_key: str
    table_class: type[ZoneTable]
    seats: Sequence[str]
    min_players: int = 2

    # -- parsing

    def parse(self, line: str) -> TableView:
        """Parse a position line. Raises `Fault` with the wrong part and what was expected."""
        sections: list[list[str]] = [
            part.split() for part in line.strip().removeprefix(self.line_key).split(";")
        ]
        if sum(map(len, sections)) > _MAX_LINE_WORDS:
            raise Fault("position.long", most=_MAX_LINE_WORDS)
        found: dict[tuple[str, int | None], list[str]] = {}
        seats = 0
        for words in sections:
            if not words:
                raise self._fault("part", words, known=self._known(self.table_class))
            if words[:2] == ["to", "move"] and _ACTIVE_SEAT_FIELD in self.table_class.declared_fields:
                self._note(found, _ACTIVE_SEAT_FIELD, None, words[2:], words)
            elif _SEAT.fullmatch(words[0]):
                if words[0] not in self.seats[seats : seats + 1]:
                    raise self._fault("seat", words, known=" ".join(self.seats))
                for name, said in self._parts_of_seat(words):
                    self._note(found, name, seats, said, words)
                seats += 1
            elif words[0] in self._names_of(self.table_class):
                self._note(found, words[0], None, words[1:], words)
            else:
                raise self._fault("part", words, known=self._known(self.table_class))
        self.check_players(seats)
        seen = self._seen(found, seats)
        self.check_pieces(seen)
        return seen

    def _parts_of_seat(self, words: list[str]) -> Iterator[tuple[str, list[str]]]:
        """Yield the zones and values of one player, each with its words."""
        names = self._names_of(self._player)
        name, said = "", list[str]()
        for word in words[1:]:
            if word in names:
                if name:
                    yield name, said
                name, said = word, []
            elif name:
                said.append(word)
            else:
                raise self._fault("part", words, known=self._known(self._player))
        if name:
            yield name, said

    def _note(
        self,
        found: dict[tuple[str, int | None], list[str]],
        name: str,
        seat: int | None,
        said: list[str],
        words: list[str],
    ) -> None:
        if (name, seat) in found:
            raise self._fault("twice", words, part=name)
        found[name, seat] = said

    def _seen(self, found: Mapping[tuple[str, int | None], list[str]], seats: int) -> TableView:
        zones, values = [], []
        for holder, name, slot in self._fields(seats):
            said = found.get((name, holder))
            if slot.pieces is not None:
                zones.append(self._zone(name, holder, slot, found, seats))
            elif said is not None:
                values.append(ValueView(name, holder, self._value(name, holder, said, seats)))
            else:
                values.append(ValueView(name, holder, self._first(name, holder)))
        return TableView(SPECTATOR, tuple(self.seats[:seats]), tuple(zones), tuple(values))

    def _zone(
        self,
        name: str,
        seat: int | None,
        slot: DeclaredField,
        found: Mapping[tuple[str, int | None], list[str]],
        seats: int,
    ) -> ZoneView:
        assert slot.pieces is not None
        said = list(found.get((name, seat), ()))
        if isinstance(self._first(name, seat), DeckWithKnownEnds):
            top, beneath = (
                self._pieces(found.get((f"{name}-{end}", seat), ()), slot) for end in _DECK_END_WORDS
            )
            within = self._pieces(said, slot) if (name, seat) in found else None
            return ZoneView(
                name, seat, top, 0, bottom_pieces=beneath, is_pile=True, is_deck=True, unordered_pieces=within
            )
        hidden = int(said.pop()) if slot.visible_to != ALL and said and _COUNT.fullmatch(said[-1]) else 0
        if slot.keeps_seat:
            laid = [match for match in map(_LAID.fullmatch, said) if match]
            if len(laid) < len(said):
                raise self._fault("laid", said, known=self.seats[0])
            for match in laid:
                if match[1] not in self.seats[:seats]:
                    raise self._fault("seat", [match[0]], known=" ".join(self.seats[:seats]))
            pieces = self._pieces([match[2] for match in laid], slot)
            return ZoneView(name, seat, pieces, played_by=tuple(self.seats.index(match[1]) for match in laid))
        named = slot.sorted_pieces(self._pieces(said, slot))
        return ZoneView(name, seat, tuple(named), hidden, is_pile=slot.is_pile)

    def _pieces(self, said: Sequence[str], slot: DeclaredField) -> tuple[str, ...]:
        assert slot.pieces is not None
        for word in said:
            if slot.pieces.all_pieces and word not in slot.pieces.all_pieces:
                raise self._fault(
                    "piece", [word], known=" ".join(dict.fromkeys(map(str, slot.pieces.all_pieces)))
                )
        return tuple(said)

    def _value(self, name: str, seat: int | None, said: list[str], seats: int) -> object:
        first = self._first(name, seat)
        if name == _ACTIVE_SEAT_FIELD and seat is None:
            if len(said) != 1 or said[0] not in self.seats[:seats]:
                raise self._fault("mover", said, known=" ".join(self.seats[:seats]))
            return self.seats.index(said[0])
        if isinstance(first, bool) and not said:
            return not first
        if isinstance(first, str) and len(said) == 1:
            among = (self.table_class if seat is None else self._player).declared_fields[name].allowed_words
            if among and said[0] not in among:
                raise self._fault("word", said, part=name, known=" ".join(among))
            return said[0]
        if (
            isinstance(first, int)
            and not isinstance(first, bool)
            and len(said) == 1
            and _NUMBER.fullmatch(said[0])
        ):
            return int(said[0])
        raise self._fault("value", [name, *said], part=name)

    def _fault(self, case: str, words: Sequence[str], **facts: Any) -> Fault:
        return Fault(f"position.{case}", found=one_line_excerpt(" ".join(words), 40), **facts)

    # -- the declaration

    @cached_property
    def _player(self) -> Any:
        return self.table_class.declared_fields["players"].player_class

    def _fields(self, seats: int) -> Iterator[tuple[int | None, str, DeclaredField]]:
        """Yield the seat (None for the table), name and declaration of each field that a line can name."""
        for seat in (None, *range(seats)):
            for name, slot in (self.table_class if seat is None else self._player).declared_fields.items():
                simple = isinstance(self._first(name, seat), int | str) and slot.visible_to == ALL
                if slot.pieces is not None or simple:
                    yield seat, name, slot

    def _first(self, name: str, seat: int | None) -> Any:
        return initial_field_value(self.table_class if seat is None else self._player, name)

    def _names_of(self, kind: object) -> list[str]:
        seat = None if kind is self.table_class else 0
        names: list[str] = []
        for where, name, _ in self._fields(1):
            if where == seat and not (name == _ACTIVE_SEAT_FIELD and seat is None):
                ends = _DECK_END_WORDS if isinstance(self._first(name, seat), DeckWithKnownEnds) else ()
                names += [name, *(f"{name}-{end}" for end in ends)]
        return names

    def _known(self, kind: Any) -> str:
        return ", ".join(
            [*self._names_of(kind), *(["to move"] if _ACTIVE_SEAT_FIELD in kind.declared_fields else [])]
        )

    # -- formatting

    def format_position(self, view: TableView) -> str:
        """Format a position, or a player's view of a table, as a line; `parse` restores the position."""
        parts = [" ".join([self.seats[seat], *self._words(view, seat)]) for seat in range(len(view.seats))]
        parts += [" ".join(words) for words in self._table_words(view)]
        if _ACTIVE_SEAT_FIELD in self.table_class.declared_fields:
            parts.append(f"to move {self.seats[int(str(view.value(_ACTIVE_SEAT_FIELD)))]}")
        return f"{self.line_key} {'; '.join(parts)}"

    def _words(self, seen: TableView, seat: int) -> Iterator[str]:
        for where, name, slot in self._fields(len(seen.seats)):
            if where == seat:
                for words in self._part(seen, name, seat, slot):
                    yield from words

    def _table_words(self, seen: TableView) -> Iterator[list[str]]:
        for seat, name, slot in self._fields(len(seen.seats)):
            if seat is None and name != _ACTIVE_SEAT_FIELD:
                yield from self._part(seen, name, None, slot)

    def _part(self, seen: TableView, name: str, seat: int | None, slot: DeclaredField) -> Iterator[list[str]]:
        if slot.pieces is None:
            said = seen.value(name, seat)
            if said != self._first(name, seat):
                yield [name] if isinstance(said, bool) else [name, str(said)]
            return
        zone = seen.zone(name, seat)
        if isinstance(self._first(name, seat), DeckWithKnownEnds):
            if zone.unordered_pieces is not None:
                yield [name, *zone.unordered_pieces]
            for end, pieces in zip(_DECK_END_WORDS, (zone.known_pieces, zone.bottom_pieces), strict=True):
                if pieces:
                    yield [f"{name}-{end}", *pieces]
            return
        owners = [f"{self.seats[by]}=" for by in zone.played_by] or [""] * len(zone.known_pieces)
        laid = [f"{owner}{piece}" for owner, piece in zip(owners, zone.known_pieces, strict=True)]
        if laid or zone.hidden_count:
            yield [name, *laid, *([str(zone.hidden_count)] if zone.hidden_count else [])]

    # -- checking

    def check_players(self, player_count: int) -> None:
        """Raise `Fault` if the number of players is invalid."""
        if not self.min_players <= player_count <= len(self.seats):
            raise Fault("position.players", found=player_count, fewest=self.min_players, most=len(self.seats))

    def check_pieces(self, seen: TableView) -> None:
        """Raise `Fault` if a piece occurs too often, or if there are more unknown pieces than are left."""
        for kind in dict.fromkeys(slot.pieces for _, _, slot in self._fields(1) if slot.pieces is not None):
            if kind.all_pieces:
                rule = f" ({kind.rule})" if kind.rule else ""
                box = Counter(map(str, kind.all_pieces))
                named = Counter(self._named(seen, kind))
                for piece in named - box:
                    facts = {"piece": piece, "found": named[piece], "most": box[piece], "rule": rule}
                    raise Fault("position.many", None, **facts)
                unknown = sum(zone.hidden_count for zone in self._zones(seen, kind))
                left = self._pieces_to_deal(seen, kind)
                if unknown > len(left):
                    raise Fault("position.unknown", found=unknown, most=len(left), rule=rule)

    def _zones(self, seen: TableView, kind: PieceKind) -> Iterator[ZoneView]:
        for seat, name, slot in self._fields(len(seen.seats)):
            if slot.pieces is kind:
                yield seen.zone(name, seat)

    def _named(self, seen: TableView, kind: PieceKind) -> Iterator[str]:
        for zone in self._zones(seen, kind):
            yield from (*zone.known_pieces, *zone.bottom_pieces, *(zone.unordered_pieces or ()))

    def _pieces_to_deal(self, seen: TableView, kind: PieceKind) -> list[Any]:
        """Return the pieces from which unknown pieces are dealt: those listed in a deck of the position, else
        all that it does not use.
        """
        within = [
            zone.unordered_pieces for zone in self._zones(seen, kind) if zone.unordered_pieces is not None
        ]
        if within:
            return [piece for pieces in within for piece in pieces]
        named = Counter(self._named(seen, kind))
        return list(
            (Counter(kind.all_pieces) - Counter({p: named[str(p)] for p in kind.all_pieces})).elements()
        )

    # -- building a table

    def new_table(self, seat_count: int) -> Any:
        """Return a table for `seat_count` players, with every field at its initial value."""
        make: Any = self.table_class
        return make(players=[self._player(seat) for seat in range(seat_count)])

    def build_table(self, seen: TableView) -> Any:
        """Return a table with the pieces and values of a position.

        Pieces that chance will deal are in the first deck of their kind.
        """
        table = self.new_table(len(seen.seats))
        filled: set[PieceKind] = set()
        everybody = range(len(seen.seats))
        for seat, name, slot in self._fields(len(seen.seats)):
            holder = table if seat is None else table.players[seat]
            if slot.pieces is None:
                setattr(holder, name, seen.value(name, seat))
                continue
            zone, there = seen.zone(name, seat), getattr(holder, name)
            if isinstance(there, DeckWithKnownEnds):
                there.replace_cards([] if slot.pieces in filled else self._pieces_to_deal(seen, slot.pieces))
                filled.add(slot.pieces)
                there.put_on_top(zone.known_pieces, everybody)
                there.put_on_bottom(zone.bottom_pieces, everybody)
            elif zone.played_by:
                setattr(holder, name, type(there)(map(PlayedPiece, zone.played_by, zone.known_pieces)))
            else:
                setattr(holder, name, type(there)(zone.known_pieces))
        return table

    def zones_to_deal(self, seen: TableView) -> tuple[tuple[int, str, int], ...]:
        """Return the zones with unknown pieces: the seat, the zone, and the number of pieces to deal."""
        return tuple(
            (zone.seat, zone.name, zone.hidden_count)
            for zone in seen.zones
            if zone.hidden_count and zone.seat is not None
        )


_DECK_END_WORDS = ("top", "bottom")
