"""How a game declares its table and its players: zones with pieces, and other values.

    @attrs.define(eq=False)
    class Player(ZonePlayer):
        hand: list[str] = zone(CARDS, list, visible_to=OWNER)
        points: int = value(0)

    @attrs.define(eq=False)
    class CardTable(ZoneTable):
        players: list[Player] = players_field(Player)
        deck: Deck[str] = zone(CARDS, CARDS.deck, visible_to=NOBODY)

The values stay plain lists, tuples and decks: rules read `player.hand` as ever. The classes get `copy` and
`key`, written out as straight code. Lists, dicts, sets and decks are copied, everything else is shared;
`copy_with` and `key_with` say what is done for a value that needs more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import attrs

from twingkit.core.starts import Table
from twingkit.core.zones.deck import Deck

ALL, OWNER, NOBODY = "all", "owner", "nobody"
"""Who sees a zone or a value: everybody, its owner alone, nobody (not even its owner)."""

Known = tuple[str, Any, frozenset[int]]
"""A piece that others know: its zone, the piece, and the seats that know it there."""


class PlayedPiece(NamedTuple):
    """A piece in the middle with the seat that played it, as in a trick."""

    seat: int
    piece: Any


def _name(piece: Any) -> Any:
    return piece.piece if isinstance(piece, PlayedPiece) else piece


@attrs.frozen(eq=False, kw_only=True)
class Pieces:
    """A kind of pieces.

    `box` lists all of them, with repetitions; `order` is the sort key of zones without an order of their own
    (None: in order of arrival); `name` extracts the piece from a value that stores more. With `own`, each
    player has a separate box, so that a player can only hold own pieces. `rule` is the rule about the content
    of the box.
    """

    box: Sequence[Any] = ()
    order: Callable[[Any], Any] | None = None
    name: Callable[[Any], Any] = _name
    own: bool = False
    rule: str = ""

    def deck(self) -> Deck[Any]:
        """Return a deck of all of them."""
        return Deck(self.box)

    def sorted(self, pieces: Iterable[Any]) -> list[Any]:
        """Return pieces in their order."""
        return list(pieces) if self.order is None else sorted(pieces, key=self.order)


@attrs.frozen(eq=False, kw_only=True)
class Slot:
    """The declaration of one field: it is a zone if it has `pieces`."""

    pieces: Pieces | None = None
    visible_to: str = ALL
    key: bool = True
    pile: bool = False
    keeps_seat: bool = False
    player_class: type[Any] | None = None
    allowed_words: Collection[str] = ()
    copy_with: Callable[[Any, Any], Any] | None = None
    key_with: Callable[[Any], Hashable] | None = None

    def sorted_pieces(self, pieces: Iterable[Any]) -> list[Any]:
        """Return the pieces of a zone in its order; a pile keeps its own."""
        return list(pieces) if self.pile or self.pieces is None else self.pieces.sorted(pieces)


def zone(
    pieces: Pieces,
    factory: Callable[[], Any],
    *,
    visible_to: str = ALL,
    pile: bool = False,
    keeps_seat: bool = False,
    key: bool = True,
    copy_with: Callable[[Any, Any], Any] | None = None,
    key_with: Callable[[Any], Hashable] | None = None,
) -> Any:
    """Declare a field that holds pieces. `factory` makes it empty (`list`, `tuple`, `Deck`) or full
    (`CARDS.deck`).

    `visible_to` says who sees it; of a `pile`, pages draw only the last piece face up. With `keeps_seat` the
    pieces are `PlayedPiece` values, with the seat that played each. `copy_with` works as in `value`.
    """
    slot = Slot(
        pieces=pieces,
        visible_to=visible_to,
        pile=pile,
        keeps_seat=keeps_seat,
        key=key,
        copy_with=copy_with,
        key_with=key_with,
    )
    return _field(factory, slot)


def value(
    initial: Any,
    *,
    visible_to: str = ALL,
    key: bool = True,
    allowed_words: Collection[str] = (),
    copy_with: Callable[[Any, Any], Any] | None = None,
    key_with: Callable[[Any], Hashable] | None = None,
) -> Any:
    """Declare a field that is not a zone: a number, a word, a flag. A type such as `dict` stands for an empty
    one.

    In a position, a word must be one of `allowed_words`, if there are any. `copy_with(value, twin)` makes the
    value of a copy, after the fields declared before it are set there.
    """
    return _field(
        initial,
        Slot(
            visible_to=visible_to,
            key=key,
            allowed_words=allowed_words,
            copy_with=copy_with,
            key_with=key_with,
        ),
    )


def players_field(player: type[Any]) -> Any:
    """Declare the field of the players: values of the class `player` in seat order."""
    return _field(list, Slot(player_class=player))


def initial_value(kind: type[Any], name: str) -> Any:
    """Return the initial value of a declared field."""
    default: Any = attrs.fields_dict(kind)[name].default
    return default.factory() if hasattr(default, "factory") else default


def _field(first: Any, slot: Slot) -> Any:
    default = attrs.Factory(first) if callable(first) else first
    return attrs.field(default=default, metadata={"slot": slot})


def _complete(kind: Any) -> None:
    """Add `slots` to a declared class, and `copy` and `key` unless it has its own."""
    kind.slots = {field.name: field.metadata["slot"] for field in attrs.fields(kind) if field.metadata}
    names: dict[str, Any] = {"_new": object.__new__, "_kind": kind}
    copied, keyed = [], []
    for field in attrs.fields(kind):
        slot: Slot | None = field.metadata.get("slot")
        if slot is None:
            copied.append(
                f"twin.{field.name} = self.{field.name}" if field.name != "rulings" else "twin.rulings = None"
            )
            continue
        factory = getattr(field.default, "factory", None)
        names |= {f"_copy_{field.name}": slot.copy_with, f"_key_{field.name}": slot.key_with}
        copied.append(f"twin.{field.name} = {_copy_of(field.name, slot, factory)}")
        if slot.key:
            keyed.append(_key_of(field.name, slot, factory))
    sources = {
        "copy": ["def copy(self):", "twin = _new(_kind)", *copied, "return twin"],
        "key": ["def key(self):", f"return ({', '.join(keyed)},)" if keyed else "return ()"],
    }
    for method, lines in sources.items():
        if method not in vars(kind):
            exec("\n    ".join(lines), names)  # noqa: S102 (its own field names, as attrs writes `__init__`)
            setattr(kind, method, names[method])


def _copy_of(name: str, slot: Slot, factory: Callable[[], Any] | None) -> str:
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


def _key_of(name: str, slot: Slot, factory: Callable[[], Any] | None) -> str:
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
    """A player who holds pieces.

    Every move of a piece states who has seen it, so that it is always known who knows which piece. A player
    who cannot tell which piece left knows of one less of each piece that it may have been.
    """

    slots: ClassVar[Mapping[str, Slot]]
    """The declared fields, by name."""
    seat: int
    known: list[Known] = attrs.field(factory=list, metadata={"slot": Slot(visible_to=NOBODY, key=False)})

    if TYPE_CHECKING:

        def copy(self) -> Self:
            """Return an independent copy."""

        def key(self) -> Hashable:
            """Return all state that can matter later."""

    @classmethod
    def __attrs_init_subclass__(cls) -> None:
        _complete(cls)

    def gain(self, zone: str, pieces: Iterable[Any], known_to: Iterable[int] = ()) -> None:
        """Add pieces to a zone; `known_to` are the seats that have seen which pieces they are."""
        slot = self.slots[zone]
        if slot.pieces is None:
            raise ValueError(f"{type(self).__name__}.{zone} is no zone")
        there, came, others = getattr(self, zone), list(pieces), frozenset(known_to) - {self.seat}
        setattr(self, zone, type(there)(slot.sorted_pieces((*there, *came))))
        if others:
            self.known += [(zone, piece, others) for piece in came]

    def lose(self, zone: str, piece: Any) -> None:
        """Remove a piece from a zone, seen by all: players who knew of such a piece there know of one less.

        Raises `ValueError` if it is not there.
        """
        self._remove(zone, piece)
        if self.known:
            self._forget(zone, piece, None, None)

    def pass_on(
        self,
        zone: str,
        pieces: Iterable[Any],
        seen_by: Iterable[int] = (),
        among: Callable[[Any], bool] | None = None,
    ) -> None:
        """Remove pieces from a zone, seen by these seats alone: the others cannot tell which ones are left.

        `among` is True for the pieces that it may have been, as far as everybody knows; by default all.
        Raises `ValueError` if a piece is not there.
        """
        watching = frozenset(seen_by)
        for piece in pieces:
            self._remove(zone, piece)
            if self.known:
                self._forget(zone, piece, watching, among)

    def show(self, zone: str, seat: int, pieces: Iterable[Any] | None = None) -> None:
        """Show a zone, or these pieces in it, to another seat."""
        seen = Counter(getattr(self, zone) if pieces is None else pieces) - Counter(self.known_by(seat, zone))
        self.known += [(zone, piece, frozenset({seat})) for piece in seen.elements()]

    def known_by(self, seat: int, zone: str = "hand") -> list[Any]:
        """Return the pieces of a zone that another seat knows."""
        return [piece for where, piece, knowing in self.known if where == zone and seat in knowing]

    def _remove(self, zone: str, piece: Any) -> None:
        there = getattr(self, zone)
        if isinstance(there, list):
            there.remove(piece)
        else:
            place = there.index(piece)
            setattr(self, zone, (*there[:place], *there[place + 1 :]))

    def _forget(
        self, zone: str, piece: Any, watching: frozenset[int] | None, among: Callable[[Any], bool] | None
    ) -> None:
        gone: set[tuple[Any, int]] = set()
        kept: list[Known] = []
        for where, known, knowing in self.known:
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
        self.known = kept


@attrs.define(eq=False)
class ZoneTable(Table):
    """A table with zones: the pieces in the middle, and `players` (a field made by `players_field()`)."""

    slots: ClassVar[Mapping[str, Slot]]
    """The declared fields, by name."""
    rulings: list[tuple[str, str, dict[str, object]]] | None = attrs.field(default=None, init=False)

    if TYPE_CHECKING:
        players: list[Any]

        def copy(self) -> Self:
            """Return an independent copy, without its rulings."""

        def key(self) -> Hashable:
            """Return all state that can still matter later."""

    @classmethod
    def __attrs_init_subclass__(cls) -> None:
        _complete(cls)
