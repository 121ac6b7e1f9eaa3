"""The state of a game: hands, Destinies and In Ovos of the Autarchs, and the cards in play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import attrs

from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.core.zones.declaration import (
    NOBODY,
    OWNER,
    PieceKind,
    ZonePlayer,
    ZoneTable,
    players_field,
    value_field,
    zone_field,
)
from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import Cards, load_cards
from twingkit.imajica.box.effects import Effect
from twingkit.imajica.rules.pieces import Piece, PiecesInPlay, first_unused_token
from twingkit.imajica.variants.variant import BOX, Variant

SEATS = ("p1", "p2", "p3", "p4", "p5", "p6")
"""Labels of the Autarchs in records, clockwise."""

FEWEST_SEATS = 2
"""The smallest number of Autarchs."""


CARDS = PieceKind(sort_key=str, box_per_player=True)
"""The zones of cards: each Autarch plays with a deck of its own."""

ALL_SEATS = frozenset(range(len(SEATS)))
"""All seats, which know a card that everybody saw before it went to a hand."""


@attrs.define(eq=False)
class Player(ZonePlayer):
    """One Autarch: hand, Destiny, In Ovo (top card last), and values of the current turn or round."""

    hand: list[str] = zone_field(CARDS, list, visible_to=OWNER)
    destiny: DeckWithKnownEnds[str] = zone_field(CARDS, DeckWithKnownEnds, visible_to=NOBODY)
    ovo: list[str] = zone_field(CARDS, list)
    removed: list[str] = zone_field(CARDS, list, in_key=False)
    gone: list[str] = zone_field(CARDS, list, visible_to=NOBODY, in_key=False)
    """Hand and Destiny of an Autarch who is out; they stay hidden."""
    prime_spent: int = value_field(0)
    """Prime spent on alliances this turn (IJ-ALLY-2)."""
    called_count: int = value_field(0)
    """Number of characters called this turn."""
    has_called_home: bool = value_field(False)
    """Whether the one Ally from a controlled Dominion was called this turn (IJ-ALLY-3)."""
    exhausted: bool = value_field(False)
    is_out: bool = value_field(False)
    seen_paths: frozenset[str] = value_field(frozenset(), visible_to=OWNER)
    """Tokens of the Paths that the Autarch has looked at."""

    @property
    def name(self) -> str:
        """The label of the Autarch's seat, such as `p1`."""
        return SEATS[self.seat]


class Act(NamedTuple):
    """An announced act: a card played, a power used, a Path revealed, a retreat or a reassignment.

    `playable_kind` is the kind of card that can be played at this time, or "retreat"; `source` the token of
    the Ally or Site it comes from ("" for none); `by_power` is true for a power, whose source is pivoted
    afterwards.
    """

    seat: int
    playable_kind: str
    card: Card
    source: str = ""
    effects: tuple[Effect, ...] = ()
    targets: tuple[str, ...] = ()
    by_power: bool = False
    path_token: str = ""
    """Token of the Path that is revealed."""

    @property
    def is_permanent(self) -> bool:
        """Whether the act plays a permanent card; powers take effect at once."""
        return self.card.is_permanent and not self.by_power

    @property
    def is_move(self) -> bool:
        """Whether the act is a retreat or a reassignment (moves in `targets`)."""
        return self.by_power and not self.effects

    @property
    def does_pivot_source(self) -> bool:
        """Whether the source is pivoted afterwards: by a power, an Ally Action or a retreat."""
        return self.playable_kind == "action" or (
            self.by_power and not (self.is_move and self.playable_kind == "dictate")
        )

    def with_targets(self, targets: tuple[str, ...]) -> Act:
        """Return a copy of the act with these targets."""
        return self if targets == self.targets else self._replace(targets=targets)

    @property
    def is_counter(self) -> bool:
        """Whether the act counters another act."""
        return self.card.is_counter and any(effect.verb == "counter" for effect in self.effects)


@attrs.define
class Fight:
    """The current challenge or seizure: its target, the characters on both sides, and its progress.

    `attackers` are the challengers or seizers, `defenders` the other side, `target_token` the target or the
    Site, `first_named` all who were named first. `only_maneuvers` is true while only maneuvers may be played;
    `rival_seat` is the seat of the other side (−1 for none).
    """

    kind: str
    seat: int
    target_token: str
    attackers: list[str]
    first_named: tuple[str, ...]
    defenders: list[str] = attrs.field(factory=list)
    rival_seat: int = -1
    only_maneuvers: bool = False
    damage_dealt: bool = False
    """Whether damage was dealt and deaths are not yet checked (IJ-CHAL-9)."""
    paths_revealed: bool = False
    pivot_afterwards: list[str] = attrs.field(factory=list)
    """Characters to pivot when the fight is over (switch `icon_in_fight`)."""

    @property
    def involved(self) -> list[str]:
        """All characters that take part, on both sides."""
        return [*self.attackers, *self.defenders]

    def opposing_side(self, token: str) -> Sequence[str]:
        """Return the characters on the other side, or none if the character does not take part."""
        return (
            self.defenders if token in self.attackers else self.attackers if token in self.defenders else ()
        )

    def copy(self) -> Fight:
        """Return an independent copy."""
        return attrs.evolve(
            self,
            attackers=self.attackers[:],
            defenders=self.defenders[:],
            pivot_afterwards=self.pivot_afterwards[:],
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
    pieces: PiecesInPlay = value_field(PiecesInPlay, key_with=PiecesInPlay.key)
    phase: str = value_field("setup")
    """`setup`, `coming`, `autarch`, `ally`, `reconciliation` or `over`."""
    round: int = value_field(0)
    rounds_without_destiny: int = value_field(0)
    """Number of successive rounds that ended without any Destiny (IJ-OUT-3)."""
    leader: int = value_field(0)
    current: int = value_field(0)
    starter: int = value_field(0, in_key=False)
    turns_left: tuple[int, ...] = value_field(())
    """Seats whose turn in this phase is still to come, in order."""
    waiting_acts: list[Act] = value_field(list)
    """Announced acts that wait to be carried out, the latest last."""
    countered_indexes: set[int] = value_field(set)
    """Indexes of the acts in `waiting_acts` that were countered."""
    acts_in_progress: list[Act] = value_field(list)
    """Acts being carried out while one asks a question."""
    postponed_acts: list[Act] = value_field(list)
    """Flashes that take effect after the waiting act (IJ-TIME-5)."""
    fight: Fight | None = value_field(
        None, copy_with=lambda fight, _: fight and fight.copy(), key_with=lambda fight: fight and fight.key()
    )
    window_progress: list[list[int]] = value_field(
        list,
        visible_to=NOBODY,
        copy_with=lambda windows, _: [window[:] for window in windows],
        key_with=lambda windows: tuple(map(tuple, windows)),
    )
    undealt_cards: tuple[tuple[int, str], ...] = value_field((), in_key=False)
    """Cards still to be dealt at random: the seat, and the Site of a Path ("" for a hand card)."""
    opening_window_done: bool = value_field(False, in_key=False)
    """Whether a position starts after the window that opens the turn."""

    def __init__(
        self, decks: Iterable[Iterable[str]], *, variant: Variant = BOX, cards: Cards | None = None
    ) -> None:
        players = [Player(seat, destiny=DeckWithKnownEnds(tuple(deck))) for seat, deck in enumerate(decks)]
        self.__attrs_init__(cards or load_cards(), variant, players)

    def copy_sharing_pieces(self, changing: Collection[str]) -> ImajicaTable:
        """Return a copy that shares all pieces but those with these tokens: only these may be changed."""
        twin = self.share()
        twin.pieces = PiecesInPlay()
        twin = twin.copy()
        twin.pieces = self.pieces.copy(changing)
        return twin

    # -- seats

    @property
    def active(self) -> Player:
        """The Autarch whose turn it is."""
        return self.players[self.current]

    def seats_from(self, seat: int) -> list[int]:
        """Return the seats of all Autarchs still in the game, clockwise from `seat`."""
        turned = self.players[seat:] + self.players[:seat]
        return [player.seat for player in turned if not player.is_out]

    def hand_ids_of_kind(self, seat: int, kind: str) -> list[str]:
        """Return the different cards of a kind in an Autarch's hand."""
        hand, ids = self.players[seat].hand, self.cards.ids_by_kind.get(kind)
        if ids is None or ids.isdisjoint(hand):
            return []
        return [name for name in dict.fromkeys(hand) if name in ids]

    # -- pieces

    def put(self, card: Card, owner: int, area: str, host: str = "") -> Piece:
        """Bring a card into play; a permanent or Path can lie on the card with the token `host`."""
        token = first_unused_token(card.id, self.pieces)
        piece = self.pieces[token] = Piece(token, card, owner, area, host)
        return piece

    def characters(self, seat: int | None = None, area: str = "") -> Iterator[Piece]:
        """Yield the characters in play, optionally of one Autarch or in one area."""
        for piece in self.pieces.characters.values():
            if (seat is None or piece.controller == seat) and (not area or piece.area == area):
                yield piece

    def circle_or_held_sites(self, controller: int | None = None) -> Iterator[Piece]:
        """Yield the Sites in the Circle, or those that an Autarch controls."""
        for piece in self.pieces.sites.values():
            if controller == (None if piece.area == "circle" else piece.controller):
                yield piece

    def ready_characters(self, seat: int) -> list[Piece]:
        """Return the active, unpivoted characters of an Autarch."""
        return [
            piece
            for piece in self.pieces.characters.values()
            if piece.controller == seat and piece.area == "active" and not piece.pivoted
        ]

    def holders(self, site_token: str) -> list[Piece]:
        """Return the Holders of a Site."""
        pieces = self.pieces.characters.values()
        return [piece for piece in pieces if piece.area == "state" and piece.site == site_token]

    def permanents_on(self, token: str) -> list[Piece]:
        """Return the permanents that lie on a card, oldest first."""
        return [piece for piece in self.pieces.lying_on(token) if piece.area == "on"]

    def paths_on(self, site_token: str) -> list[Piece]:
        """Return the Paths on a Site in the order they were laid."""
        return [piece for piece in self.pieces.lying_on(site_token) if piece.area == "path"]

    def face_up_copy(self, card_id: str) -> Piece | None:
        """Return the face-up copy of a unique card in play, or None."""
        if (card := self.cards.cards.get(card_id)) is not None and card.kind == "path":
            paths = self.pieces.paths.values()
            return next((path for path in paths if path.card.id == card_id and path.known), None)
        return self.pieces.get(card_id)

    def log_rule(self, rule: str, case: str, seat: int, **facts: object) -> None:
        """Log a rule that applies to an Autarch."""
        self.record_ruling(rule, case, side=SEATS[seat], **facts)
