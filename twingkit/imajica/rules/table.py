"""The state of a game: hands, Destinies and In Ovos of the Autarchs, and the cards in play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import attrs

from twingkit.core.zones.deck import Deck
from twingkit.core.zones.declaration import (
    NOBODY,
    OWNER,
    Pieces,
    ZonePlayer,
    ZoneTable,
    players_field,
    value,
    zone,
)
from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import Cards, load_cards
from twingkit.imajica.box.effects import Effect
from twingkit.imajica.rules.pieces import Piece, PiecesInPlay, free_token
from twingkit.imajica.variants.variant import BOX, Variant

SEATS = ("p1", "p2", "p3", "p4", "p5", "p6")
"""Labels of the Autarchs in records, clockwise."""

FEWEST_SEATS = 2
"""The smallest number of Autarchs."""


CARDS = Pieces(order=str, own=True)
"""The cards: each Autarch plays with a deck of its own."""

EVERYBODY = frozenset(range(len(SEATS)))
"""All seats: they know a card that was fetched from the In Ovo or returned to the hand from the table."""


@attrs.define(eq=False)
class Player(ZonePlayer):
    """One Autarch: hand, Destiny, In Ovo (top card last), and values of the current turn or round."""

    hand: list[str] = zone(CARDS, list, visible_to=OWNER)
    destiny: Deck[str] = zone(CARDS, Deck, visible_to=NOBODY)
    ovo: list[str] = zone(CARDS, list)
    removed: list[str] = zone(CARDS, list, key=False)
    gone: list[str] = zone(CARDS, list, visible_to=NOBODY, key=False)
    """Hand and Destiny of an Autarch who is out, which stay hidden."""
    called: int = value(0)
    """Prime spent on alliances this turn (IJ-ALLY-2)."""
    allies: int = value(0)
    """Number of characters called this turn."""
    has_called_home: bool = value(False)
    """Whether the one Ally from a controlled Dominion was called this turn (IJ-ALLY-3)."""
    exhausted: bool = value(False)
    out: bool = value(False)
    seen: frozenset[str] = value(frozenset(), visible_to=OWNER)
    """Tokens of the Paths that the Autarch has looked at."""

    @property
    def name(self) -> str:
        """The key of the Autarch's name."""
        return SEATS[self.seat]


class Act(NamedTuple):
    """An announcement: a card played, a power used, a Path turned up, a retreat or a reassignment.

    `moment` is the kind of card that could be played then, or "retreat"; `source` the token of the Ally or
    Site it comes from ("" for none); `by_power` is true for a power, whose source is pivoted afterwards.
    """

    seat: int
    moment: str
    card: Card
    source: str = ""
    effects: tuple[Effect, ...] = ()
    targets: tuple[str, ...] = ()
    by_power: bool = False
    token: str = ""
    """The token of a Path that is turned up."""

    @property
    def lasting(self) -> bool:
        """Whether this plays a permanent card; powers take effect at once."""
        return self.card.lasting and not self.by_power

    @property
    def is_deed(self) -> bool:
        """Whether this is neither card nor power: a retreat, or a reassignment (moves in `targets`)."""
        return self.by_power and not self.effects

    @property
    def pivots(self) -> bool:
        """Whether the source is pivoted afterwards: by a power, an Ally Action or a retreat."""
        return self.moment == "action" or (self.by_power and not (self.is_deed and self.moment == "dictate"))

    def at(self, targets: tuple[str, ...]) -> Act:
        """Return the same act with these targets."""
        return self if targets == self.targets else self._replace(targets=targets)

    @property
    def counters(self) -> bool:
        """Whether it counters another act."""
        return self.card.is_counter and any(effect.verb == "counter" for effect in self.effects)


@attrs.define
class Fight:
    """A challenge or seizure under way.

    `mine` are the challengers or seizers, `theirs` the other side, `focus` the target or the Site, `named`
    all who were named first. `formal` is true while only maneuvers may be played; `rival` is the seat of the
    other side (−1 for none).
    """

    kind: str
    seat: int
    focus: str
    mine: list[str]
    named: tuple[str, ...]
    theirs: list[str] = attrs.field(factory=list)
    rival: int = -1
    formal: bool = False
    damage_dealt: bool = False
    """Whether damage was dealt and deaths are not yet checked (IJ-CHAL-9)."""
    read: bool = False
    pivot_afterwards: list[str] = attrs.field(factory=list)
    """Characters that are pivoted when the fight is over (switch `icon_in_fight`)."""

    @property
    def involved(self) -> list[str]:
        """All characters that take part, on both sides."""
        return [*self.mine, *self.theirs]

    def opposite(self, token: str) -> Sequence[str]:
        """Return the characters on the other side; none if `token` does not take part."""
        return self.theirs if token in self.mine else self.mine if token in self.theirs else ()

    def copy(self) -> Fight:
        """Return an independent copy."""
        return attrs.evolve(
            self, mine=self.mine[:], theirs=self.theirs[:], pivot_afterwards=self.pivot_afterwards[:]
        )

    def key(self) -> tuple[str, ...]:
        """Return the state of the fight as a hashable value."""
        return tuple(map(str, attrs.astuple(self, recurse=False)))


@attrs.define(eq=False, init=False)
class ImajicaTable(ZoneTable):
    """The complete state of a game of Imajica."""

    cards: Cards
    variant: Variant
    players: list[Player] = players_field(Player)
    pieces: PiecesInPlay = value(PiecesInPlay, key_with=PiecesInPlay.key)
    phase: str = value("setup")
    """`setup`, `coming`, `autarch`, `ally`, `reconciliation` or `over`."""
    round: int = value(0)
    dry: int = value(0)
    """Number of rounds in a row that ended without any Destiny (IJ-OUT-3)."""
    leader: int = value(0)
    current: int = value(0)
    starter: int = value(0, key=False)
    turns_left: tuple[int, ...] = value(())
    """Seats whose turn in this phase is still to come, in order."""
    stack: list[Act] = value(list)
    """Waiting acts, the latest last."""
    countered: set[int] = value(set)
    """Indexes of the acts in `stack` that were countered."""
    acting: list[Act] = value(list)
    """The act being carried out, while it asks a question."""
    later: list[Act] = value(list)
    """Flashes that take effect after the waiting act (IJ-TIME-5)."""
    fight: Fight | None = value(
        None, copy_with=lambda fight, _: fight and fight.copy(), key_with=lambda fight: fight and fight.key()
    )
    windows: list[list[int]] = value(
        list,
        visible_to=NOBODY,
        copy_with=lambda windows, _: [window[:] for window in windows],
        key_with=lambda windows: tuple(map(tuple, windows)),
    )
    undealt: tuple[tuple[int, str], ...] = value((), key=False)
    """Cards left to chance: the seat of each, and the Site of a Path ("" for a hand card)."""
    opening_done: bool = value(False, key=False)
    """Whether a position starts after the window that opens the turn."""

    def __init__(
        self,
        decks: Iterable[Iterable[str]],
        *,
        variant: Variant = BOX,
        cards: Cards | None = None,
    ) -> None:
        players = [Player(seat, destiny=Deck(tuple(deck))) for seat, deck in enumerate(decks)]
        self.__attrs_init__(cards or load_cards(), variant, players)

    # -- seats

    @property
    def active(self) -> Player:
        """The Autarch whose turn it is."""
        return self.players[self.current]

    def seats_from(self, seat: int) -> list[int]:
        """Return the seats of all Autarchs still in the game, clockwise from `seat`."""
        count = len(self.players)
        return [(seat + step) % count for step in range(count) if not self.players[(seat + step) % count].out]

    def held(self, seat: int, kind: str) -> list[str]:
        """Return the different cards of a kind in an Autarch's hand."""
        hand, ids = self.players[seat].hand, self.cards.ids.get(kind)
        if ids is None or ids.isdisjoint(hand):
            return []
        return [name for name in dict.fromkeys(hand) if name in ids]

    # -- pieces

    def put(self, card: Card, owner: int, area: str) -> Piece:
        """Bring a card into play."""
        token = free_token(card.id, self.pieces)
        piece = self.pieces[token] = Piece(token, card, owner, area)
        return piece

    def characters(self, seat: int | None = None, area: str = "") -> Iterator[Piece]:
        """Yield the characters in play, optionally of one Autarch or in one area."""
        for piece in self.pieces.characters.values():
            if seat in (None, piece.controller) and area in ("", piece.area):
                yield piece

    def sites(self, seat: int | None = None) -> Iterator[Piece]:
        """Yield the Sites in the Circle, or those that an Autarch controls."""
        for piece in self.pieces.sites.values():
            if seat == (None if piece.area == "circle" else piece.controller):
                yield piece

    def ready(self, seat: int) -> list[Piece]:
        """Return the active, unpivoted characters of an Autarch."""
        return [
            piece
            for piece in self.pieces.characters.values()
            if piece.controller == seat and piece.area == "active" and not piece.pivoted
        ]

    def holders(self, site: str) -> list[Piece]:
        """Return the Holders of a Site."""
        pieces = self.pieces.characters.values()
        return [piece for piece in pieces if piece.area == "state" and piece.site == site]

    def permanents_on(self, token: str) -> list[Piece]:
        """Return the permanents that lie on a card, oldest first."""
        return [piece for piece in self.pieces.laid.values() if piece.area == "on" and piece.host == token]

    def paths(self, site: str) -> list[Piece]:
        """Return the Paths on a Site in the order they were laid."""
        return [piece for piece in self.pieces.paths.values() if piece.host == site]

    def open_copy(self, name: str) -> Piece | None:
        """Return the face-up copy of a unique card in play, or None."""
        if (card := self.cards.get(name)) is not None and card.kind == "path":
            paths = self.pieces.paths.values()
            return next((path for path in paths if path.card.id == name and path.known), None)
        return self.pieces.get(name)

    def tell(self, rule: str, case: str, seat: int, **facts: object) -> None:
        """Log a rule that applies to an Autarch."""
        self.cite(rule, case, side=SEATS[seat], **facts)
