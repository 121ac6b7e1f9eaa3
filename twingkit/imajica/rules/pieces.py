"""Cards in play as mutable pieces, indexed by kind and ability."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator
from operator import attrgetter
from typing import Any

import attrs

from twingkit.core.rulebook import NamesByLanguage
from twingkit.imajica.box.card import Card

Tokens = tuple[str, ...]
"""The tokens of cards in play."""


@attrs.frozen
class TemporaryChange:
    """A temporary change of a card, made by an instant card.

    `kind` is a value, "gain", "lose" or "bar"; `number` is its amount, `ability` the ability concerned;
    `until` is "challenge", "contest", "seizure" or "round".
    """

    kind: str
    number: int
    ability: str
    until: str


class Piece:
    """A card in play: its token, owner and controller, its area, and its state, such as pivoted or damaged.

    `area` is "circle", "state" (a secured Site, or a Holder of `site`), "active", "reserve", "on" (a
    permanent on `host`), "realm" (a permanent of the Autarch who controls it) or "path" (on the Site `host`,
    `known` once it was read).
    """

    __slots__ = (
        "acted",
        "area",
        "card",
        "controller",
        "damage",
        "host",
        "is_character",
        "is_site",
        "known",
        "owner",
        "pivoted",
        "saved",
        "site",
        "temporary_changes",
        "token",
    )  # fmt: skip

    def __init__(self, token: str, card: Card, owner: int, area: str, host: str = "") -> None:
        self.token, self.card, self.owner, self.controller, self.area = token, card, owner, owner, area
        self.is_character, self.is_site = card.kind == "character", card.kind == "site"
        self.site, self.host = "", host
        self.pivoted = self.acted = self.known = self.saved = False
        self.damage = 0
        self.temporary_changes: tuple[TemporaryChange, ...] = ()

    @property
    def is_holder(self) -> bool:
        """Whether the piece holds a Site."""
        return self.is_character and self.area == "state"

    @property
    def is_ready(self) -> bool:
        """Whether the piece is an active, unpivoted character."""
        return self.is_character and self.area == "active" and not self.pivoted

    def label(self, words: NamesByLanguage, form: str = "") -> str:
        """Return the card's name, numbered if there are several copies."""
        number = self.token.partition(".")[2]
        return self.card.name() + (f" ({number})" if number else "")

    def copy(self) -> Piece:
        """Return an independent copy of the piece."""
        twin = object.__new__(Piece)
        twin.token = self.token
        twin.card = self.card
        twin.owner = self.owner
        twin.controller = self.controller
        twin.is_character, twin.is_site = self.is_character, self.is_site
        twin.area, twin.site, twin.host, twin.pivoted = self.area, self.site, self.host, self.pivoted
        twin.acted, twin.known, twin.saved = self.acted, self.known, self.saved
        twin.damage, twin.temporary_changes = self.damage, self.temporary_changes
        return twin

    def key(self) -> Hashable:
        """Return the state of the piece as a hashable value; pieces with equal keys behave alike."""
        return _KEY(self)


_KEY: Callable[[Piece], tuple[Hashable, ...]] = attrgetter(
    *(name for name in Piece.__slots__ if name not in ("card", "is_character", "is_site"))
)


def first_unused_token(card_id: str, taken: Container[str]) -> str:
    """Return the first unused token for a card: its id, or `id.2`, `id.3` … for further copies."""
    token, number = card_id, 1
    while token in taken:
        number += 1
        token = f"{card_id}.{number}"
    return token


class PiecesInPlay(dict[str, Piece]):
    """The cards in play by token, in the order in which they were laid, with indexes by kind and ability.

    Add with `pieces[token] = piece` and remove with `del pieces[token]`, so that the indexes stay correct; a
    card must have its `host` when it is added. The indexes of tokens list the oldest first.
    """

    __slots__ = (
        "characters",
        "paths",
        "permanents",
        "sites",
        "tokens_by_affiliation",
        "tokens_by_effect",
        "tokens_by_host",
        "tokens_by_icon",
    )

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        super().__init__()
        self.characters: dict[str, Piece] = {}
        self.sites: dict[str, Piece] = {}
        self.paths: dict[str, Piece] = {}
        self.permanents: dict[str, Piece] = {}
        """Permanents in play, on a card or in an Autarch's Realm."""
        self.tokens_by_host: dict[str, Tokens] = {}
        """Permanents and Paths that lie on a card, by its token."""
        self.tokens_by_effect: dict[str, Tokens] = {}
        """Cards with an effect without an icon, by its `index_key`."""
        self.tokens_by_icon: dict[str, Tokens] = {}
        """Cards with a power, by the power's icon."""
        self.tokens_by_affiliation: dict[str, Tokens] = {}
        """Characters by printed affiliation."""
        for piece in pieces:
            self[piece.token] = piece

    def _of_kind(self, card: Card) -> dict[str, Piece]:
        kinds = {"character": self.characters, "site": self.sites, "path": self.paths}
        return kinds.get(card.kind, self.permanents)

    def _token_lists(self, piece: Piece) -> Iterator[tuple[dict[Any, Tokens], Hashable]]:
        """Yield every index of tokens that contains a piece, each with its key there."""
        yield from ((self.tokens_by_effect, index_key) for index_key in piece.card.index_keys)
        yield from ((self.tokens_by_icon, icon) for icon in piece.card.icons)
        yield from ((self.tokens_by_affiliation, affiliation) for affiliation in piece.card.affiliations)
        if piece.host:
            yield self.tokens_by_host, piece.host

    def __setitem__(self, token: str, piece: Piece) -> None:
        super().__setitem__(token, piece)
        self._of_kind(piece.card)[token] = piece
        for index, key in self._token_lists(piece):
            index[key] = (*index.get(key, ()), token)

    def __delitem__(self, token: str) -> None:
        piece = self[token]
        del self._of_kind(piece.card)[token]
        for index, key in self._token_lists(piece):
            index[key] = tuple([other for other in index[key] if other != token])
            if not index[key]:
                del index[key]
        super().__delitem__(token)

    def __reduce__(self) -> tuple[type[PiecesInPlay], tuple[list[Piece]]]:
        """Rebuild the indexes from the cards when copied or pickled."""
        return PiecesInPlay, (list(self.values()),)

    def copy(self, changing: Collection[str] | None = None) -> PiecesInPlay:
        """Return an independent copy of the collection and its pieces.

        With `changing` only the pieces with these tokens are copied, and the others, which must not be
        changed then, are shared.
        """
        twin = PiecesInPlay()
        if changing is None:
            dict.update(twin, {token: piece.copy() for token, piece in self.items()})
            twin.characters = {token: twin[token] for token in self.characters}
            twin.sites = {token: twin[token] for token in self.sites}
            twin.paths = {token: twin[token] for token in self.paths}
            twin.permanents = {token: twin[token] for token in self.permanents}
        else:
            dict.update(twin, self)
            twin.characters, twin.sites = self.characters.copy(), self.sites.copy()
            twin.paths, twin.permanents = self.paths.copy(), self.permanents.copy()
            for piece in [self[token].copy() for token in changing if token in self]:
                dict.__setitem__(twin, piece.token, piece)
                twin._of_kind(piece.card)[piece.token] = piece
        twin.tokens_by_host, twin.tokens_by_effect = self.tokens_by_host.copy(), self.tokens_by_effect.copy()
        twin.tokens_by_icon = self.tokens_by_icon.copy()
        twin.tokens_by_affiliation = self.tokens_by_affiliation.copy()
        return twin

    def lying_on(self, host: str) -> list[Piece]:
        """Return the permanents and Paths that lie on a card, oldest first."""
        return [self[token] for token in self.tokens_by_host[host]] if host in self.tokens_by_host else []

    def with_power(self, icon: str) -> list[Piece]:
        """Return the cards that have a power with this icon."""
        return [self[token] for token in self.tokens_by_icon.get(icon, ())]

    def with_effect(self, index_key: str) -> list[Piece]:
        """Return the cards that have an effect without an icon of this `index_key`."""
        return [self[token] for token in self.tokens_by_effect.get(index_key, ())]

    def key(self) -> Hashable:
        """Return the state of all pieces as a hashable value."""
        return tuple(map(_KEY, self.values()))
