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
from twingkit.reports.result_table import ResultTable, Rows
from twingkit.slices import Slices, finish

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
    return finish(distance_slices(where, variant=variant))


def distance_slices(where: Where, *, variant: Variant | str = BOX) -> Slices[Distances]:
    """The work of `victory_distances` in slices, one for each Autarch and round."""
    table = table_of(where, Variant.of(variant))
    seats = [player.seat for player in table.players if not player.out]
    distances = []
    for number, seat in enumerate(seats):
        yield number / len(seats)
        distances.append((yield from _distance(table, seat, number / len(seats))))
    return Distances(tuple(distances))


def _distance(table: ImajicaTable, seat: int, done: float) -> Slices[Distance]:
    """The distance of one Autarch; `done` is the share of the work before it."""
    has = dominions(table, seat, unpivoted=True)
    missing = tuple(dominion for dominion in DOMINIONS if dominion not in has)
    for round_ in range(LAST + 1):
        yield done
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


def _fewest(table: ImajicaTable, seat: int, people: Sequence[Piece]) -> Plan | None:
    """The fewest Sites with which the Autarch wins, each with seizers; None if there are none."""
    groups, needs = {}, {}
    best = [0] * len(people)
    for site in table.sites():
        groups[site.token], needs[site.token], counts = _groups(table, seat, site.token, people)
        best = [max(pair) for pair in zip(best, counts, strict=True)]
    search = _Search(table.copy(), seat, groups, needs, tuple(best))
    sites = [token for token, sets in groups.items() if sets]
    for most in range(1, min(len(sites), len(people)) + 1):
        plan = search.plan(sites, most, {0: ()})
        if plan is not None:
            return plan
    return None


Plan = tuple[tuple[str, tuple[str, ...]], ...]
"""Sites, each with its seizers."""


@attrs.frozen
class _Search:
    """The search for Sites that win together.

    `then` is the table as it would be with the Sites taken so far; by Site `groups` are the sets that secure
    it and `needs` the influence that it takes; `best` is the most influence that each character has anywhere,
    by its bit. A Maestro, who needs none, has all of it.
    """

    then: ImajicaTable
    seat: int
    groups: Mapping[str, Groups]
    needs: Mapping[str, int]
    best: tuple[int, ...]

    def plan(self, sites: Sequence[str], most: int, ways: Mapping[int, Plan]) -> Plan | None:
        """A plan with so many more of these Sites; None if there is none.

        `ways` are the divisions of characters among the Sites taken so far, by the bits of those used.
        """
        if not most:
            return next(iter(ways.values())) if wins(self.then, self.seat) else None
        if _open_dominions(self.then, self.seat) > 2 * most:
            return None
        helping = [site for site in sites if _helps(self.then, self.seat, self.then.pieces[site])]
        cheapest = sum(sorted(self.needs[site] for site in helping)[:most])
        ways = {used: plan for used, plan in ways.items() if self._left(used) >= cheapest}
        for place, site in enumerate(helping if ways else ()):
            grown = {
                used | bits: (*plan, (site, names))
                for used, plan in ways.items()
                for bits, names in self.groups[site]
                if not used & bits
            }
            if not grown:
                continue
            piece = self.then.pieces[site]
            before = piece.area, piece.controller
            piece.area, piece.controller = "state", self.seat
            found = self.plan(helping[place + 1 :], most - 1, grown)
            piece.area, piece.controller = before
            if found is not None:
                return found
        return None

    def _left(self, used: int) -> int:
        """The influence of those who are not used yet, each where it has most."""
        return sum(number for place, number in enumerate(self.best) if not used >> place & 1)


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
) -> tuple[Groups, int, list[int]]:
    """The sets of characters that secure a Site, none with one too many, with their bits among all; the
    influence that it takes, and that of each character there: of a Maestro as much as that."""
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
    return found, needed, [max(counts[token], needed if token in maestros else 0) for token in tokens]
