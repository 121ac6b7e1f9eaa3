"""Cards in play as mutable pieces, indexed by kind and ability."""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping
from operator import attrgetter

import attrs

from twingkit.core.rulebook import Words
from twingkit.imajica.box.card import Card


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
    """One card in play.

    `area` is "circle", "state" (a secured Site, or a Holder of `site`), "active", "reserve", "on" (a
    permanent on `host`), "realm" (a permanent of the Autarch who controls it) or "path" (on the Site `host`,
    `known` once it was read).
    """

    __slots__ = (
        "acted", "area", "card", "controller", "damage", "host", "is_character", "is_site", "known", "notes",
        "owner", "pivoted", "saved", "site", "token",
    )  # fmt: skip

    def __init__(self, token: str, card: Card, owner: int, area: str) -> None:
        self.token, self.card, self.owner, self.controller, self.area = token, card, owner, owner, area
        self.is_character, self.is_site = card.kind == "character", card.kind == "site"
        self.site = self.host = ""
        self.pivoted = self.acted = self.known = self.saved = False
        self.damage = 0
        self.notes: tuple[TemporaryChange, ...] = ()

    @property
    def is_holder(self) -> bool:
        """Whether the piece holds a Site."""
        return self.is_character and self.area == "state"

    @property
    def ready(self) -> bool:
        """Whether the piece is an active, unpivoted character."""
        return self.is_character and self.area == "active" and not self.pivoted

    def label(self, words: Words, form: str = "") -> str:
        """Return the card's name, numbered if there are several copies."""
        number = self.token.partition(".")[2]
        return self.card.name() + (f" ({number})" if number else "")

    def copy(self) -> Piece:
        """Return an independent copy of the piece."""
        twin = object.__new__(Piece)
        twin.token, twin.card, twin.owner, twin.controller = (
            self.token, self.card, self.owner, self.controller,
        )  # fmt: skip
        twin.is_character, twin.is_site = self.is_character, self.is_site
        twin.area, twin.site, twin.host, twin.pivoted = self.area, self.site, self.host, self.pivoted
        twin.acted, twin.known, twin.saved = self.acted, self.known, self.saved
        twin.damage, twin.notes = self.damage, self.notes
        return twin

    def key(self) -> Hashable:
        """Return the state of the piece as a hashable value; pieces with equal keys behave alike."""
        return _KEY(self)


_KEY: Callable[[Piece], tuple[Hashable, ...]] = attrgetter(
    *(name for name in Piece.__slots__ if name not in ("card", "is_character", "is_site"))
)


def free_token(name: str, taken: Container[str]) -> str:
    """Return the first unused token for a card: its id, or `id.2`, `id.3` … for further copies."""
    token, number = name, 1
    while token in taken:
        number += 1
        token = f"{name}.{number}"
    return token


NO_PIECES: Mapping[str, Piece] = {}
"""An empty set of pieces."""


class PiecesInPlay(dict[str, Piece]):
    """The cards in play by token, in the order in which they were laid, with indexes by kind and ability.

    Add with `pieces[token] = piece` and remove with `del pieces[token]`, so that the indexes stay correct.
    """

    __slots__ = ("characters", "laid", "paths", "powered", "sites", "standing")

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        super().__init__()
        self.characters: dict[str, Piece] = {}
        self.sites: dict[str, Piece] = {}
        self.paths: dict[str, Piece] = {}
        self.laid: dict[str, Piece] = {}
        """Permanents in play, on a card or in an Autarch's Realm."""
        self.standing: dict[tuple[str, str], dict[str, Piece]] = {}
        """Cards with an effect without an icon, by the effect's `index_key`."""
        self.powered: dict[str, dict[str, Piece]] = {}
        """Cards with a power, by the power's icon."""
        for piece in pieces:
            self[piece.token] = piece

    def _lists(self, card: Card) -> Iterator[dict[str, Piece]]:
        """Yield every index that contains a card."""
        kinds = {"character": self.characters, "site": self.sites, "path": self.paths}
        yield kinds.get(card.kind, self.laid)
        yield from (self.standing.setdefault(key, {}) for key in card.continuous_keys)
        yield from (self.powered.setdefault(icon, {}) for icon in card.icons)

    def __setitem__(self, token: str, piece: Piece) -> None:
        super().__setitem__(token, piece)
        for listed in self._lists(piece.card):
            listed[token] = piece

    def __delitem__(self, token: str) -> None:
        for listed in self._lists(self[token].card):
            del listed[token]
        super().__delitem__(token)

    def __reduce__(self) -> tuple[type[PiecesInPlay], tuple[list[Piece]]]:
        """Rebuild the indexes from the cards when copied or pickled."""
        return PiecesInPlay, (list(self.values()),)

    def copy(self) -> PiecesInPlay:
        """Return an independent copy of the collection and its pieces."""
        twin = PiecesInPlay()
        for token, piece in self.items():
            dict.__setitem__(twin, token, piece.copy())
        for name in ("characters", "sites", "paths", "laid"):
            getattr(twin, name).update((token, twin[token]) for token in getattr(self, name))
        for key, listed in self.standing.items():
            twin.standing[key] = {token: twin[token] for token in listed}
        for icon, listed in self.powered.items():
            twin.powered[icon] = {token: twin[token] for token in listed}
        return twin

    def key(self) -> Hashable:
        """Return the state of all pieces as a hashable value."""
        return tuple(map(_KEY, self.values()))
