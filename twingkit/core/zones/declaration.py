"""Declare the table and the players of a game: zones with pieces, and other values.

    @attrs.define(eq=False)
    class Player(ZonePlayer):
        hand: list[str] = zone_field(CARDS, list, visible_to=OWNER)
        points: int = value_field(0)

    @attrs.define(eq=False)
    class CardTable(ZoneTable):
        players: list[Player] = players_field(Player)
        deck: Deck[str] = zone_field(CARDS, CARDS.full_deck, visible_to=NOBODY)

The values stay plain lists, tuples and decks: rules use `player.hand` as usual. The classes get methods
`copy`, `share` and `key`, generated from the declaration. Copies have lists, dicts, sets and decks of their
own and share everything else; `copy_with` and `key_with` are functions for a value that needs more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self

import attrs
from typing_extensions import TypeVar

from twingkit.core.starts import Table
from twingkit.core.zones.deck import DeckWithKnownEnds

ALL, OWNER, NOBODY = "all", "owner", "nobody"
"""Who sees a zone or a value: everybody, its owner alone, nobody (not even its owner)."""

PieceT = TypeVar("PieceT", default=Any)
"""The type of the pieces of one kind; `Any` by default."""

CopyValue = Callable[[Any, Any], object]  # the value, and the table or player of its copy
"""A function that returns a value for the copy of a table or player, whose earlier fields are already set."""

KeyOfValue = Callable[[Any], Hashable]
"""A function that returns the part of a key for a value."""

KnownPiece = tuple[str, Any, frozenset[int]]
"""A piece that others know: its zone, the piece, and the seats that know that it is there."""


class PlayedPiece(NamedTuple, Generic[PieceT]):
    """A card or other piece played to the middle of the table, with its player's seat, as in a trick."""

    seat: int
    piece: PieceT


def _name(piece: object) -> object:
    return piece.piece if isinstance(piece, PlayedPiece) else piece


@attrs.frozen(eq=False, kw_only=True)
class PieceKind(Generic[PieceT]):
    """The description of one kind of pieces, such as cards: all pieces in the box, their order in zones, and
    the rule about them.

    `all_pieces` lists all of them, with repetitions; `sort_key` sorts the pieces in a zone (None: in order of
    arrival); `piece_of` extracts the piece from a value that stores more. With `box_per_player`, each player
    has a separate box and can only hold own pieces. `rule` is the rule about the content of the box.
    """

    all_pieces: Sequence[PieceT] = ()
    sort_key: Callable[[PieceT], Any] | None = None
    piece_of: Callable[..., Any] = _name
    box_per_player: bool = False
    rule: str = ""

    def full_deck(self) -> DeckWithKnownEnds[PieceT]:
        """Return a deck with all pieces of this kind."""
        return DeckWithKnownEnds(self.all_pieces)

    def sorted(self, pieces: Iterable[PieceT]) -> list[PieceT]:
        """Return pieces sorted by `sort_key`."""
        return list(pieces) if self.sort_key is None else sorted(pieces, key=self.sort_key)


@attrs.frozen(eq=False, kw_only=True)
class DeclaredField:
    """The declaration of one field of a table or player: a zone if it has `pieces`, otherwise a value; says
    who sees it.
    """

    pieces: PieceKind | None = None
    visible_to: str = ALL
    in_key: bool = True
    is_pile: bool = False
    keeps_seat: bool = False
    player_class: type[ZonePlayer] | None = None
    allowed_words: Collection[str] = ()
    copy_with: CopyValue | None = None
    key_with: KeyOfValue | None = None

    def sorted_pieces(self, pieces: Iterable[PieceT]) -> list[PieceT]:
        """Return the pieces of a zone in its order; a pile keeps the order of arrival."""
        return list(pieces) if self.is_pile or self.pieces is None else self.pieces.sorted(pieces)


def zone_field(
    pieces: PieceKind,
    factory: Callable[[], object],
    *,
    visible_to: str = ALL,
    is_pile: bool = False,
    keeps_seat: bool = False,
    in_key: bool = True,
    copy_with: CopyValue | None = None,
    key_with: KeyOfValue | None = None,
) -> Any:
    """Declare a field of a table or player as a zone: a place that holds pieces of one kind, such as a hand.

    `factory` makes it empty (`list`, `tuple`, `DeckWithKnownEnds`) or full (`CARDS.full_deck`). `visible_to`
    says who sees it. If `is_pile`, pages show only the last piece face up. With `keeps_seat` the pieces are
    `PlayedPiece` values, with the seat that played each. `copy_with` works as in `value_field`.
    """
    slot = DeclaredField(
        pieces=pieces,
        visible_to=visible_to,
        is_pile=is_pile,
        keeps_seat=keeps_seat,
        in_key=in_key,
        copy_with=copy_with,
        key_with=key_with,
    )
    return _field(factory, slot)


def value_field(
    initial: object,
    *,
    visible_to: str = ALL,
    in_key: bool = True,
    allowed_words: Collection[str] = (),
    copy_with: CopyValue | None = None,
    key_with: KeyOfValue | None = None,
) -> Any:
    """Declare a field of a table or player that holds a plain value (number, word or flag) instead of pieces.

    `initial` is its initial value; a type such as `dict` stands for an empty one. In a position, a word must
    be one of `allowed_words`, if there are any. `copy_with(value, twin)` returns the value for the copy
    `twin`, whose earlier fields are already set.
    """
    return _field(
        initial,
        DeclaredField(
            visible_to=visible_to,
            in_key=in_key,
            allowed_words=allowed_words,
            copy_with=copy_with,
            key_with=key_with,
        ),
    )


def players_field(player_class: type[ZonePlayer]) -> Any:
    """Declare the field that lists the players of a table, of the class `player_class`, in seat order."""
    return _field(list, DeclaredField(player_class=player_class))


def initial_field_value(kind: type[attrs.AttrsInstance], name: str) -> object:
    """Return the initial value of the declared field `name` of a table or player class."""
    default: Any = attrs.fields_dict(kind)[name].default
    return default.factory() if hasattr(default, "factory") else default


def _field(first: object, slot: DeclaredField) -> Any:
    default = attrs.Factory(first) if callable(first) else first
    return attrs.field(default=default, metadata={"slot": slot})


def _complete(kind: Any) -> None:
    """Add `declared_fields` to a declared class, and `copy`, `share` and `key` unless it defines them."""
    kind.declared_fields = {
        field.name: field.metadata["slot"] for field in attrs.fields(kind) if field.metadata
    }
    names: dict[str, object] = {"_new": object.__new__, "_kind": kind}
    shared, copied, keyed = [], [], []
    for field in attrs.fields(kind):
        slot: DeclaredField | None = field.metadata.get("slot")
        shared.append(f"twin.{field.name} = " + ("None" if field.name == "rulings" else f"self.{field.name}"))
        if slot is None:
            copied.append(shared[-1])
            continue
        factory = getattr(field.default, "factory", None)
        names |= {f"_copy_{field.name}": slot.copy_with, f"_key_{field.name}": slot.key_with}
        copied.append(f"twin.{field.name} = {_copy_of(field.name, slot, factory)}")
        if slot.in_key:
            keyed.append(_key_of(field.name, slot, factory))
    sources = {
        "share": ["def share(self):", "twin = _new(_kind)", *shared, "return twin"],
        "copy": ["def copy(self):", "twin = _new(_kind)", *copied, "return twin"],
        "key": ["def key(self):", f"return ({', '.join(keyed)},)" if keyed else "return ()"],
    }
    for method, lines in sources.items():
        if method not in vars(kind):
            exec("\n    ".join(lines), names)  # noqa: S102 (its own field names, as attrs writes `__init__`)
            setattr(kind, method, names[method])


def _copy_of(name: str, slot: DeclaredField, factory: Callable[[], object] | None) -> str:
    if slot.copy_with:
        return f"_copy_{name}(self.{name}, twin)"
    if slot.player_class:
        return f"[one.copy() for one in self.{name}]"
    first = factory() if factory else None
    if isinstance(first, list):
        return f"self.{name}[:]"
    return (
        f"self.{name}.copy()"
        if hasattr(first, "copy") and not isinstance(first, frozenset)
        else f"self.{name}"
    )


def _key_of(name: str, slot: DeclaredField, factory: Callable[[], object] | None) -> str:
    if slot.key_with:
        return f"_key_{name}(self.{name})"
    if slot.player_class:
        return f"tuple([one.key() for one in self.{name}])"
    first = factory() if factory else None
    if isinstance(first, list):
        return f"tuple(self.{name})"
    if isinstance(first, dict):
        return f"frozenset(self.{name}.items())"
    if isinstance(first, set):
        return f"frozenset(self.{name})"
    return f"self.{name}.key()" if hasattr(first, "key") else f"self.{name}"


@attrs.define(eq=False)
class ZonePlayer:
    """The base class of players whose cards and other pieces lie in declared zones; it tracks which seats
    know which piece.

    Every move of a piece states who has seen it, so that the table records who knows which piece. A player
    who cannot tell which piece left knows one less of each piece that it may have been.
    """

    declared_fields: ClassVar[Mapping[str, DeclaredField]]
    """The declared fields, by name."""
    computed_values: ClassVar[tuple[str, ...]] = ()
    """The names of properties that everybody sees beside the declared values, such as points of won cards."""
    seat: int
    known_pieces: list[KnownPiece] = attrs.field(
        factory=list, metadata={"slot": DeclaredField(visible_to=NOBODY, in_key=False)}
    )

    if TYPE_CHECKING:

        def copy(self) -> Self:
            """Return an independent copy."""

        def key(self) -> Hashable:
            """Return all state that can matter later."""

    @classmethod
    def __attrs_init_subclass__(cls) -> None:
        _complete(cls)

    def gain(self, zone: str, pieces: Iterable[object], known_to: Iterable[int] = ()) -> None:
        """Add pieces to a zone; `known_to` are the seats that have seen which pieces they are."""
        slot = self.declared_fields[zone]
        if slot.pieces is None:
            raise ValueError(f"{type(self).__name__}.{zone} is no zone")
        there, came, others = getattr(self, zone), list(pieces), frozenset(known_to) - {self.seat}
        setattr(self, zone, type(there)(slot.sorted_pieces((*there, *came))))
        if others:
            self.known_pieces += [(zone, piece, others) for piece in came]

    def remove_face_up(self, zone: str, piece: object) -> None:
        """Remove a piece from a zone face up, and update what other seats know about the zone.

        Raises `ValueError` if it is not there.
        """
        self._remove(zone, piece)
        if self.known_pieces:
            self._forget(zone, piece, None, None)

    def remove_unseen(
        self,
        zone: str,
        pieces: Iterable[PieceT],
        seen_by: Iterable[int] = (),
        may_have_been: Callable[[PieceT], bool] | None = None,
    ) -> None:
        """Remove pieces from a zone so that only the seats `seen_by` see which ones.

        `may_have_been` is True for the pieces that it may have been, as far as everybody knows; by default
        all. Raises `ValueError` if a piece is not there.
        """
        watching = frozenset(seen_by)
        for piece in pieces:
            self._remove(zone, piece)
            if self.known_pieces:
                self._forget(zone, piece, watching, may_have_been)

    def show(self, zone: str, seat: int, pieces: Iterable[object] | None = None) -> None:
        """Show all pieces of a zone, or these pieces in it, to another seat."""
        seen = Counter(getattr(self, zone) if pieces is None else pieces) - Counter(
            self.pieces_known_to(seat, zone)
        )
        self.known_pieces += [(zone, piece, frozenset({seat})) for piece in seen.elements()]

    def pieces_known_to(self, seat: int, zone: str = "hand") -> list[Any]:
        """Return the pieces of a zone that another seat knows to be there."""
        return [piece for where, piece, knowing in self.known_pieces if where == zone and seat in knowing]

    def _remove(self, zone: str, piece: object) -> None:
        there = getattr(self, zone)
        if isinstance(there, list):
            there.remove(piece)
        else:
            place = there.index(piece)
            setattr(self, zone, (*there[:place], *there[place + 1 :]))

    def _forget(
        self, zone: str, piece: object, watching: frozenset[int] | None, among: Callable[[Any], bool] | None
    ) -> None:
        gone: set[tuple[object, int]] = set()
        kept: list[KnownPiece] = []
        for where, known, knowing in self.known_pieces:
            if where == zone:
                blind = frozenset() if watching is None else knowing - watching
                if among is not None and not among(known):
                    blind = frozenset()
                sure = knowing - blind if known == piece else frozenset()
                less = {seat for seat in sure | blind if (known, seat) not in gone}
                gone |= {(known, seat) for seat in less}
                knowing = knowing - less
            if knowing:
                kept.append((where, known, knowing))
        self.known_pieces = kept


StatsLog = tuple["StatsLog | None", "StatsEntry"]
"""A statistics log, as nested pairs of all earlier entries and the newest, so that copies share it."""

StatsEntry = tuple[Any, ...]
"""One entry of a statistics log: an event in numbers."""


@attrs.define(eq=False)
class ZoneTable(Table):
    """The base class of tables with shared zones for cards and other pieces, and with a field `players`.

    Declare that field with `players_field`. A table with a field `stats_log: StatsLog | None` has a
    statistics log, which tallies read after the game (see `twingkit.analyse.arena`).
    """

    declared_fields: ClassVar[Mapping[str, DeclaredField]]
    """The declared fields, by name."""
    computed_values: ClassVar[tuple[str, ...]] = ()
    """The names of properties that everybody sees beside the declared values."""
    rulings: list[tuple[str, str, dict[str, object]]] | None = attrs.field(default=None, init=False)

    if TYPE_CHECKING:
        players: list[Any]
        stats_log: StatsLog | None

        def copy(self) -> Self:
            """Return an independent copy, without its rulings."""

        def share(self) -> Self:
            """Return a table with the same values, without its rulings: replace them, but change none."""

        def key(self) -> Hashable:
            """Return all state that can still matter later."""

    @classmethod
    def __attrs_init_subclass__(cls) -> None:
        _complete(cls)

    def add_stats_entry(self, *entry: object) -> None:
        """Append these values, as one tuple, to the statistics log."""
        self.stats_log = (self.stats_log, entry)  # type: ignore[misc] # a field of the tables with a log

    def stats_entries(self) -> list[StatsEntry]:
        """Return the statistics log, the oldest entry first."""
        entries, node = [], self.stats_log
        while node:
            node, entry = node
            entries.append(entry)
        return entries[::-1]


ZoneHolder = ZoneTable | ZonePlayer
"""What has declared fields: a table or a player."""
