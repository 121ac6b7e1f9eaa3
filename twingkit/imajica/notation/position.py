"""A position as one line: the Realms, the Circle, and whose turn it is in which phase.

    imajica: p1 active gentle irish:pivoted hand pneuma state slew=gideon,huzzah-aping; p2 active gek-a-gek
    gek-a-gek reserve sartori+emotion-guilt@p1; circle kite-fields/sandstorm@p2; to move p1 ally

A Realm has the parts `active`, `reserve`, `state`, `realm` (permanents of the Autarch), `hand`,
`ovo` and `destiny` (a set of cards without an order; `3*census` is three copies). `:pivoted` marks
a pivoted card, `+card` a permanent on a card (with `@p2` if it belongs to another player), `=` the
Holders of a Site, `/path@p2` a Path, `!` after it a Path that was read, and `unread@p2` a Path that
can be any card of the Destiny. A number at the end of a hand is the number of unknown cards from
the Destiny; everybody knows the cards named before it. Copies are numbered in the order of the
line: the second is `gek-a-gek.2`. `leads p2` and `round 3` can be left out. `to move p1 ally now`
means that the window at the start of the turn is over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from twingkit.core.arguments import TEXT, check_arguments, require_valid_argument
from twingkit.core.messages import Fault
from twingkit.core.near_names import nearest_name
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import QuotedFact
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.imajica.box.card import Card
from twingkit.imajica.box.cards import PLAYED_KINDS, Cards, load_cards
from twingkit.imajica.rules.drawing import has_path_for_each_site
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.rulebook import make_input_refusal, rulebook
from twingkit.imajica.rules.table import ALL_SEATS, FEWEST_SEATS, SEATS, ImajicaTable
from twingkit.imajica.variants.variant import BOX, Variant

POSITION_PREFIX = "imajica:"
"""Beginning of a position string."""

REALM_PARTS = ("active", "reserve", "state", "realm", "hand", "ovo", "destiny")
"""Parts of a Realm, in the order of a position string."""

_START_PHASES = ("autarch", "ally", "reconciliation")
"""Phases in which a position can start, always at the start of a turn."""

UNREAD_PATH_WORD = "unread"
"""Word for a Path that nobody has read."""

MAX_ROUND = 28
"""Highest round in a position string."""

_ANY_SEAT = re.compile(r"p[0-9]+")
_NUMBER = re.compile(r"[1-9][0-9]?")
_MOVE = re.compile(rf"to move (p[1-6]) ({'|'.join(_START_PHASES)})( now)?")
_CARD = re.compile(r"([a-z]+(?:-[a-z]+)*)(:pivoted)?((?:\+[a-z-]+(?:@p[1-6])?)*)")
_PATH = re.compile(r"([a-z-]+)@(p[1-6])(!?)")


@attrs.frozen
class Realm:
    """One Autarch's Realm in notation: for each part, such as `hand`, its cards as words of the position
    string.
    """

    parts: tuple[tuple[str, tuple[str, ...]], ...]

    def words(self, part: str) -> tuple[str, ...]:
        """Return the cards of one part, such as `hand`, as words of the position string."""
        return dict(self.parts).get(part, ())

    def text(self, seat: int) -> str:
        """Return the Realm as written in the position string."""
        said = [" ".join([part, *self.words(part)]) for part in REALM_PARTS if self.words(part)]
        return " ".join([SEATS[seat], *said])


@attrs.frozen
class Position:
    """The Realms and the Circle in notation, and whose turn it is in which phase.

    >>> line = "imajica: p1 active gentle hand pneuma; p2 active irish:pivoted; circle slew; to move p1 ally"
    >>> str(Position.parse(line)) == line
    True
    """

    realms: tuple[Realm, ...]
    circle: tuple[str, ...] = ()
    current: int = 0
    phase: str = "ally"
    leader: int | None = None
    round: int = 1
    opening_window_done: bool = False

    @classmethod
    @check_arguments(line=TEXT)
    def parse(cls, line: str, cards: Cards | None = None, variant: Variant = BOX) -> Position:
        """Parse a position string. Raises `Fault` for invalid text, `Refusal` for an impossible position."""
        require_valid_argument("line", line, TEXT)
        realms: list[Realm] = []
        circle: tuple[str, ...] = ()
        current, phase, leader, number, begun = 0, "ally", None, 1, False
        for text in line.strip().removeprefix(POSITION_PREFIX).split(";"):
            words = text.split()
            part = " ".join(words)
            word = words[0] if words else ""
            if _ANY_SEAT.fullmatch(word):
                if word not in SEATS[len(realms) : len(realms) + 1]:
                    raise _part_fault("seat", part, known=" ".join(SEATS))
                realms.append(_realm(words[1:]))
            elif word == "circle" and not circle:
                circle = tuple(words[1:])
            elif match := _MOVE.fullmatch(part):
                current, phase, begun = SEATS.index(match[1]), match[2], bool(match[3])
            elif word == "leads" and len(words) == 2 and words[1] in SEATS:
                leader = SEATS.index(words[1])
            elif word == "round" and len(words) == 2 and words[1] in map(str, range(1, MAX_ROUND + 1)):
                number = int(words[1])
            elif word == "round":
                raise _part_fault("round", part, most=MAX_ROUND)
            elif word == "to":
                raise _part_fault("phase", part, known=" ".join(_START_PHASES))
            else:
                raise _part_fault("part", part)
        position = cls(tuple(realms), circle, current, phase, leader, number, begun)
        if not FEWEST_SEATS <= len(realms) <= len(SEATS):
            raise Fault("players", rulebook(), found=len(realms))
        for said, seat in (("to move", current), ("leads", leader or 0)):
            if seat >= len(realms):
                raise _part_fault("nobody", f"{said} {SEATS[seat]}", n=len(realms))
        position.build_table(variant, cards)
        return position

    def build_table(self, variant: Variant = BOX, cards: Cards | None = None) -> ImajicaTable:
        """Return the table with this position. Raises `Fault` or `Refusal` if a card cannot be there."""
        known = cards or load_cards()
        table = ImajicaTable([()] * len(self.realms), variant=variant, cards=known)
        for word in self.circle:
            self._place_site(table, word)
        for seat, realm in enumerate(self.realms):
            _place_realm(table, seat, realm)
        _check_undealt(table)
        _check_size(table)
        table.phase, table.current, table.round = self.phase, self.current, self.round
        table.opening_window_done = self.opening_window_done
        table.leader = self.current if self.leader is None else self.leader
        order = table.seats_from(table.leader)
        table.turns_left = tuple(order[order.index(self.current) :])
        for piece in table.pieces.values():
            twins = [other for other in table.pieces.values() if other.card.id == piece.card.id]
            hidden = any(other.area == "path" and not other.known for other in twins)
            if piece.card.is_unique and len(twins) > 1 and not hidden:
                raise make_input_refusal("IJ-UNIQ-1", "in_play", card=piece.card)
        return table

    def _place_site(self, table: ImajicaTable, word: str) -> None:
        head, *paths = word.split("/")
        site = _place_card(table, 0, head, "circle", "site")
        for text in paths:
            match = _PATH.fullmatch(text)
            if match is None or SEATS.index(match[2]) >= len(self.realms):
                raise _part_fault("path", text)
            if match[1] == UNREAD_PATH_WORD:
                table.undealt_cards = (*table.undealt_cards, (SEATS.index(match[2]), site.token))
                continue
            path = _place_card(table, SEATS.index(match[2]), match[1], "path", "path", site.token)
            path.known = bool(match[3])
            if not set(path.card.home_dominions) & set(site.card.home_dominions):
                facts = {"card": path.card, "site": site, "n": path.card.home_dominions[0]}
                raise make_input_refusal("IJ-AUT-2", "dominion", **facts)

    def __str__(self) -> str:
        parts = [realm.text(seat) for seat, realm in enumerate(self.realms)]
        parts += [" ".join(["circle", *self.circle])] if self.circle else []
        parts += [f"leads {SEATS[self.leader]}"] if self.leader is not None else []
        parts += [f"round {self.round}"] if self.round != 1 else []
        parts.append(
            f"to move {SEATS[self.current]} {self.phase}{' now' if self.opening_window_done else ''}"
        )
        return f"{POSITION_PREFIX} {'; '.join(parts)}"


def _part_fault(case: str, text: str, **facts: object) -> Fault:
    return Fault(f"line_{case}", rulebook(), found=QuotedFact(one_line_excerpt(text, 40)), **facts)


def _card(table: ImajicaTable, name: str) -> Card:
    if name in table.cards:
        return table.cards[name]
    near = nearest_name(name, list(table.cards))
    found = QuotedFact(one_line_excerpt(name, 40))
    if near:
        raise Fault("card_near", rulebook(), found=found, near=QuotedFact(near))
    raise Fault("card", rulebook(), found=found)


def _realm(words: list[str]) -> Realm:
    parts: dict[str, list[str]] = {}
    part = ""
    for word in words:
        if word in REALM_PARTS and word not in parts:
            part = word
            parts[part] = []
        elif part:
            parts[part].append(word)
        else:
            raise _part_fault("realm", word, known=" ".join(REALM_PARTS))
    return Realm(tuple((part, tuple(parts[part])) for part in REALM_PARTS if parts.get(part)))


def _is_played_permanent(card: Card) -> bool:
    """Return whether a card is a played permanent: not a character, a Site or a Path (IJ-CARD-2)."""
    return card.kind in PLAYED_KINDS and card.is_permanent


def _place_card(table: ImajicaTable, seat: int, word: str, area: str, kind: str, host: str = "") -> Piece:
    """Place one card, on the card with the token `host` if given, with the permanents on it. Raises `Fault`.

    The card must be of this `kind`; "" means a permanent that was played.
    """
    match = _CARD.fullmatch(word)
    if match is None:
        raise _part_fault("marks", word)
    card = _card(table, match[1])
    if card.kind != kind if kind else not _is_played_permanent(card):
        raise _part_fault("kind", word, kind=kind or "permanent")
    piece = table.put(card, seat, area, host)
    piece.pivoted = bool(match[2])
    for text in match[3].split("+")[1:]:
        name, _, owner = text.partition("@")
        owned = SEATS.index(owner) if owner else seat
        laid_card = _card(table, name)
        if not _is_played_permanent(laid_card):
            raise _part_fault("kind", text, kind="permanent")
        if owned >= len(table.players):
            raise _part_fault("nobody", text, n=len(table.players))
        table.put(laid_card, owned, "on", piece.token)
    return piece


def _place_realm(table: ImajicaTable, seat: int, realm: Realm) -> None:
    for area in ("active", "reserve"):
        for word in realm.words(area):
            _place_card(table, seat, word, area, "character")
    for word in realm.words("realm"):
        _place_card(table, seat, word, "realm", "")
    for word in realm.words("state"):
        head, sign, holders = word.partition("=")
        if not sign:
            raise _part_fault("holders", word)
        site = _place_card(table, seat, head, "state", "site")
        for holder in holders.split(","):
            _place_card(table, seat, holder, "state", "character").site = site.token
    player = table.players[seat]
    named, unknown = _hand(realm)
    player.gain("hand", _cards(table, named), ALL_SEATS if unknown else ())
    table.undealt_cards = (*table.undealt_cards, *[(seat, "")] * unknown)
    player.ovo = list(_cards(table, realm.words("ovo")))
    player.destiny = DeckWithKnownEnds(tuple(_cards(table, realm.words("destiny"))))


def _hand(realm: Realm) -> tuple[tuple[str, ...], int]:
    words = realm.words("hand")
    if words and words[-1].isdecimal() and len(words[-1]) < 3:
        return words[:-1], int(words[-1])
    return words, 0


def _check_undealt(table: ImajicaTable) -> None:
    for player in table.players:
        needed = sum(seat == player.seat for seat, _ in table.undealt_cards)
        if needed > player.destiny.shuffled_count:
            raise Fault(
                "undealt", rulebook(), side=player.name, n=needed, there=player.destiny.shuffled_count
            )
        sites = [site for seat, site in table.undealt_cards if site and seat == player.seat]
        if not has_path_for_each_site(table, sites, list(player.destiny.shuffled_cards())):
            raise Fault("undealt_path", rulebook(), side=player.name, n=len(sites))


def _check_size(table: ImajicaTable) -> None:
    for player in table.players:
        count = len(player.hand) + len(player.ovo) + player.destiny.shuffled_count
        if count > table.variant.deck_size:
            facts = {"side": player.name, "n": count, "most": table.variant.deck_size}
            raise make_input_refusal("IJ-DECK-1", "realm", **facts)


def _cards(table: ImajicaTable, words: tuple[str, ...]) -> Iterator[str]:
    for word in words:
        number, sign, name = word.rpartition("*")
        if sign and not _NUMBER.fullmatch(number):
            raise _part_fault("number", word)
        yield from [_card(table, name).id] * int(number or 1)
