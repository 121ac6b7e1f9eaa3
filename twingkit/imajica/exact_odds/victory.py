"""The distance of each Autarch from victory: the fewest seizures and rounds if nobody disturbs.

A bound from below: with the characters and the Sites of the Circle that lie on the table, without cards, if
all seizures succeed that have the influence, and nobody stands against them (IJ-SEIZE-7, IJ-AFF-1, IJ-REC-2).
Exact as such: every choice of Sites and every division of the characters among them is tried. Holders stay;
characters that are still in hands and Destinies are not counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from twingkit.imajica.box.decks import DOMINIONS
from twingkit.imajica.exact_odds.announced import Where, table_of
from twingkit.imajica.rules.rounds import wins
from twingkit.imajica.rules.table import Fight, ImajicaTable, Piece
from twingkit.imajica.rules.values import dominions, has_power_of, influence, value
from twingkit.imajica.variants.variant import BOX, Variant
from twingkit.messages import message
from twingkit.result_table import ResultTable, Rows

MOST_CHARACTERS = 12
"""The largest number of characters that are divided among Sites: of more, the most influential ones."""

LAST = 2
"""The latest round, from this one as 0, in which a character on the table acts for the first time."""


@attrs.frozen
class Distance:
    """One Autarch's distance: the Dominions that its unpivoted Sites do not cover, the seizures it needs and
    the rounds until it wins, counted from this one as 0; with which characters it could seize which Sites.

    `actions` and `rounds` are None if what lies on the table cannot do it.
    """

    seat: int
    missing: tuple[int, ...]
    actions: int | None
    rounds: int | None
    plan: tuple[tuple[str, tuple[str, ...]], ...] = ()


@attrs.frozen(repr=False, eq=False)
class Distances(ResultTable):
    """The distance of each Autarch in the game, by seats.

    >>> line = "imajica: p1 active sartori state salt-gate=gideon,irish glass-shore=dowd; p2; circle slew"
    >>> print(victory_distances(line))
    player 1  Dominions to come: 2, 3, 4, 5; not with what lies there
    player 2  Dominions to come: 1, 2, 3, 4, 5; not with what lies there
    """

    seats: tuple[Distance, ...]

    def rows(self, lang: str = "en") -> Rows:
        """Each Autarch with the Dominions to come, seizures and rounds."""
        rows = []
        for one in self.seats:
            key = "imajica.far" if one.actions is None else "imajica.near" if one.actions else "imajica.there"
            left = ", ".join(map(str, one.missing)) or "–"
            text = message(key, lang, left=left, n=one.actions or 0, rounds=(one.rounds or 0) + 1)
            rows.append((message("imajica.player", lang, n=one.seat + 1), text))
        return rows


def victory_distances(where: Where, *, variant: Variant | str = BOX) -> Distances:
    """Return for every Autarch what it still needs to win, and the fewest seizures and rounds for it.

    The fewest rounds come first, then the fewest seizures. Raises `Fault` and `Refusal` for what is no
    position.

    >>> line = "imajica: p1 reserve sartori state the-erasure=gideon high-pass=gentle; p2"
    >>> one = victory_distances(f"{line}; circle attic-studio").seats[0]
    >>> one.missing, one.actions, one.rounds, one.plan
    ((5,), 1, 1, (('attic-studio', ('sartori',)),))
    """
    table = table_of(where, Variant.of(variant))
    return Distances(tuple(_distance(table, player.seat) for player in table.players if not player.out))


def _distance(table: ImajicaTable, seat: int) -> Distance:
    has = dominions(table, seat, unpivoted=True)
    missing = tuple(dominion for dominion in DOMINIONS if dominion not in has)
    for round_ in range(LAST + 1):
        now = table.copy()
        if round_:
            for piece in now.pieces.values():
                piece.pivoted = False
        if wins(now, seat):
            return Distance(seat, missing, 0, round_)
        people = [
            piece for piece in now.characters(seat) if _first(table, table.pieces[piece.token]) <= round_
        ]
        plan = _fewest(now, seat, people)
        if plan is not None:
            return Distance(seat, missing, len(plan), round_, plan)
    return Distance(seat, missing, None, None)


def _first(table: ImajicaTable, piece: Piece) -> int:
    """The first round from now in which a character can seize; more than `LAST` if in none."""
    before = table.phase in ("coming", "autarch") or (
        table.phase == "ally" and piece.controller in table.turns_left
    )
    if piece.holds:
        return LAST + 1
    if piece.area == "active":
        return 0 if before and not piece.pivoted and not piece.acted else 1
    moves = table.phase != "reconciliation" or piece.controller in table.turns_left
    return 1 if moves and not piece.pivoted else LAST


Groups = Sequence[tuple[int, tuple[str, ...]]]
"""Sets of characters, each with its bits among all."""


def _fewest(
    table: ImajicaTable, seat: int, people: Sequence[Piece]
) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
    """The fewest Sites with which the Autarch wins, each with seizers; None if there are none."""
    groups = {site.token: _groups(table, seat, site.token, people) for site in table.sites()}
    sites = [token for token, sets in groups.items() if sets]
    then = table.copy()
    for most in range(1, min(len(sites), len(people)) + 1):
        plan = _plan(then, seat, sites, groups, most, {0: ()})
        if plan is not None:
            return plan
    return None


def _plan(
    then: ImajicaTable,
    seat: int,
    sites: Sequence[str],
    groups: Mapping[str, Groups],
    most: int,
    ways: Mapping[int, tuple[tuple[str, tuple[str, ...]], ...]],
) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
    """A plan with so many more of these Sites; None if there is none.

    `then` is the table as it would be with those taken so far, `ways` every way to divide characters among
    these, by the bits of those who are used.
    """
    if not most:
        return next(iter(ways.values())) if wins(then, seat) else None
    if _open_dominions(then, seat) > 2 * most:
        return None
    for place, site in enumerate(sites):
        piece = then.pieces[site]
        if not _helps(then, seat, piece):
            continue
        grown = {
            used | bits: (*plan, (site, names))
            for used, plan in ways.items()
            for bits, names in groups[site]
            if not used & bits
        }
        if not grown:
            continue
        before = piece.area, piece.controller
        piece.area, piece.controller = "state", seat
        found = _plan(then, seat, sites[place + 1 :], groups, most - 1, grown)
        piece.area, piece.controller = before
        if found is not None:
            return found
    return None


def _open_dominions(table: ImajicaTable, seat: int) -> int:
    """The number of Dominions that are to come at least; a Site brings two at most."""
    if table.variant.victory != "five":
        return 0
    return len(set(DOMINIONS) - dominions(table, seat, unpivoted=True))


def _helps(table: ImajicaTable, seat: int, site: Piece) -> bool:
    """True if a Site can belong to the fewest that win: it brings a Dominion that is to come."""
    covered = dominions(table, seat, unpivoted=True)
    return table.variant.victory != "five" or not set(site.card.home) <= covered


def _groups(
    table: ImajicaTable, seat: int, site: str, people: Sequence[Piece]
) -> list[tuple[int, tuple[str, ...]]]:
    """The sets of characters that secure a Site, none with one too many, with their bits among all."""
    look = table.copy()
    tokens = [piece.token for piece in people]
    for token in tokens:
        look.pieces[token].area = "active"
    look.fight = Fight("seizure", seat, site, tokens, tuple(tokens))
    place = look.pieces[site]
    counts = {token: influence(look, look.pieces[token], place) for token in tokens}
    needed = value(look, place, "resistance") + (look.variant.secure == "gt")
    bit = {token: 1 << number for number, token in enumerate(tokens)}
    maestros = [token for token in tokens if has_power_of(look, look.pieces[token], "maestro")]
    able = sorted((token for token in tokens if token not in maestros), key=lambda token: -counts[token])
    able = able[:MOST_CHARACTERS]
    found: list[tuple[int, tuple[str, ...]]] = [(bit[token], (token,)) for token in maestros]

    def grow(begin: int, total: int, bits: int, names: tuple[str, ...]) -> None:
        """Add characters, the most influential first: the last one added is the weakest, and was needed."""
        for number in range(begin, len(able)):
            token = able[number]
            if total + sum(counts[other] for other in able[number:]) < needed:
                return
            reached, more = total + counts[token], (*names, token)
            if reached >= needed:
                found.append((bits | bit[token], more))
            elif counts[token]:
                grow(number + 1, reached, bits | bit[token], more)

    grow(0, 0, 0, ())
    return found
