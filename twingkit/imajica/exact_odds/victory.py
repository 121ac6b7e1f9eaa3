"""Each Autarch's distance from victory: the fewest seizures and rounds if nobody interferes.

Considered are the characters in play and the Sites in the Circle, without cards in hands and Destinies, if
every seizure with enough influence succeeds and nobody goes out (IJ-SEIZE-7, IJ-AFF-1, IJ-REC-2). Every
choice of Sites and every division of the characters is tried; each character seizes once, and Holders stay.
Cards in play that could make it faster are listed in `VictoryDistance.ignored_help`; if that is empty, nobody
wins faster or with fewer seizures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, ResultTable, Rows, explained_frame
from twingkit.core.arguments import check_arguments
from twingkit.core.language import localized
from twingkit.core.messages import message
from twingkit.core.slices import Slices, finish
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.imajica.box.decks import DOMINIONS
from twingkit.imajica.exact_odds.announced_deed import TABLE_SOURCE_ARGUMENT, TableSource, copy_table
from twingkit.imajica.exact_odds.stops import float_or_nan
from twingkit.imajica.rules import values
from twingkit.imajica.rules.card_moves import end_temporary_changes
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.rounds import has_winning_sites
from twingkit.imajica.rules.table import SEATS, Fight, ImajicaTable
from twingkit.imajica.variants.variant import BOX, Variant

_MOST_CHARACTERS = 12
"""Maximum number of characters to divide among Sites; of more, only the most influential count."""

MAX_ROUNDS_AHEAD = 2
"""Latest round (0 is this one) in which a character may first act."""


_USABLE_ICONS = ("AA", "FL", "IM")
"""Icons of powers that can be used during or before a seizure."""

_SEIZURE_HELPING_VERBS = ("mod", "unpivot", "move", "gain", "lose", "discard", "lose_site")


@attrs.frozen
class VictoryDistance:
    """How far one Autarch is from victory: the missing Dominions, and the fewest seizures and rounds needed.

    `missing_dominions` are the Dominions not covered by unpivoted Sites; `seizure_count` and `round_count`
    the seizures and rounds needed (this round is 0), None if the cards in play are not enough;
    `seizers_by_site` the Sites with their seizers. `ignored_help` lists help that was not counted:
    "powers" of these cards (also of Artists and Tabula Rasa), unread "paths" on these Sites, "moves" of
    Holders (IJ-AUT-4), and "characters" if there are too many. If it is empty, the numbers are lower bounds.
    """

    seat: int
    missing_dominions: tuple[int, ...]
    seizure_count: int | None
    round_count: int | None
    seizers_by_site: tuple[tuple[str, tuple[str, ...]], ...] = ()
    ignored_help: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def is_lower_bound(self) -> bool:
        """Whether the numbers of seizures and rounds are lower bounds; False if some help was not counted."""
        return not self.ignored_help


@attrs.frozen(repr=False)
class VictoryDistances(ResultTable):
    """The distances from victory of all Autarchs, by seat.

    >>> line = "imajica: p1 active sartori state salt-gate=gideon,irish glass-shore=dowd; p2; circle slew"
    >>> print(victory_distances(line))
    player 1  missing Dominions: 2, 3, 4, 5; cannot win with the cards in play
    player 2  missing Dominions: 1, 2, 3, 4, 5; cannot win with the cards in play
    """

    distances: tuple[VictoryDistance, ...]

    @localized
    def frame(self, lang: str | None = None) -> DataFrame:
        """Return a frame with a row for each Autarch.

        Columns: player, missing, seizures, rounds, complete, left_out; `attrs["columns"]` explains them.
        """
        return explained_frame(self.distances, _DISTANCE_COLUMNS, "twingkit.imajica.VictoryDistances")

    @check_arguments()
    def rows(self) -> Rows:
        """Return a text row for each Autarch: missing Dominions, seizures, rounds, ignored help."""
        rows = []
        for distance in self.distances:
            key = "far" if distance.seizure_count is None else "near" if distance.seizure_count else "there"
            key = f"imajica.{key}" + ("_so" if distance.ignored_help and key == "near" else "")
            left = ", ".join(map(str, distance.missing_dominions)) or "–"
            text = message(
                key, left=left, n=distance.seizure_count or 0, rounds=(distance.round_count or 0) + 1
            )
            parts = [
                text,
                *(
                    message(f"imajica.without_{kind}", list=", ".join(tokens))
                    for kind, tokens in distance.ignored_help
                ),
            ]
            rows.append((message("imajica.player", n=distance.seat + 1), "; ".join(parts)))
        return rows


_DISTANCE_COLUMNS: CellMakers[VictoryDistance] = {
    "player": lambda distance: SEATS[distance.seat],
    "missing": lambda distance: " ".join(map(str, distance.missing_dominions)),
    "seizures": lambda distance: float_or_nan(distance.seizure_count),
    "rounds": lambda distance: float_or_nan(distance.round_count),
    "complete": lambda distance: distance.is_lower_bound,
    "left_out": lambda distance: "; ".join(
        f"{kind}: {' '.join(tokens)}" for kind, tokens in distance.ignored_help
    ),
}


@with_column_meanings
@check_arguments(position=TABLE_SOURCE_ARGUMENT)
def victory_distances(position: TableSource, *, variant: Variant | str = BOX) -> VictoryDistances:
    """Return each Autarch's missing Dominions, and the fewest seizures and rounds to win.

    Plans with fewer rounds come first, then those with fewer seizures. `ignored_help` of each distance lists
    help that was not counted. Raises `Fault` or `Refusal` if `position` is not a legal position.

    >>> line = "imajica: p1 reserve sartori state the-erasure=gideon high-pass=gentle; p2"
    >>> one = victory_distances(f"{line}; circle attic-studio").distances[0]
    >>> one.missing_dominions, one.seizure_count, one.round_count, one.seizers_by_site
    ((5,), 1, 1, (('attic-studio', ('sartori',)),))
    """
    return finish(victory_distances_in_slices(position, variant=variant))


def victory_distances_in_slices(
    position: TableSource, *, variant: Variant | str = BOX
) -> Slices[VictoryDistances]:
    """Compute `victory_distances` as a generator that yields its progress, from 0 to 1, for each Autarch and
    round.
    """
    table = copy_table(position, Variant.resolve(variant))
    seats = [player.seat for player in table.players if not player.is_out]
    distances = []
    for number, seat in enumerate(seats):
        yield number / len(seats)
        distances.append((yield from _distance(table, seat, number / len(seats))))
    return VictoryDistances(tuple(distances))


def _distance(table: ImajicaTable, seat: int, done: float) -> Slices[VictoryDistance]:
    """Compute the distance of one Autarch; `done` is the share of the work finished before."""
    has = values.controlled_dominions(table, seat, unpivoted_only=True)
    missing = tuple(dominion for dominion in DOMINIONS if dominion not in has)
    for round_ in range(MAX_ROUNDS_AHEAD + 1):
        yield done
        now = _table_after_rounds(table, round_)
        if has_winning_sites(now, seat):
            return _with_ignored_help(table, VictoryDistance(seat, missing, 0, round_))
        people = [
            piece
            for piece in now.characters(seat)
            if _first_ready_round(table, table.pieces[piece.token]) <= round_
        ]
        plan = _shortest_plan(now, seat, people)
        if plan is not None:
            return _with_ignored_help(table, VictoryDistance(seat, missing, len(plan), round_, plan))
    return _with_ignored_help(table, VictoryDistance(seat, missing, None, None))


def _table_after_rounds(table: ImajicaTable, round_: int) -> ImajicaTable:
    """Return the table `round_` rounds later, with everything unpivoted and effects of the round over."""
    now = table.copy()
    if round_:
        end_temporary_changes(now, ["round"])
        for piece in now.pieces.values():
            piece.pivoted = False
    return now


# -- what is left out


def _with_ignored_help(table: ImajicaTable, distance: VictoryDistance) -> VictoryDistance:
    """Return the distance with the help that the computation ignored and that could shorten it: powers,
    Paths, moves and characters.
    """
    if distance.round_count == 0 and distance.seizure_count in (0, 1):
        return distance
    crowd = [piece.token for piece in table.characters(distance.seat) if not piece.is_holder]
    omissions = {
        "powers": tuple(_aids(table, distance.seat)),
        "paths": tuple(
            site.token
            for site in table.circle_or_held_sites()
            if any(not path.known for path in table.paths_on(site.token))
        ),
        "moves": tuple(_movers(table, distance)),
        "characters": tuple(crowd) if len(crowd) > _MOST_CHARACTERS else (),
    }
    return attrs.evolve(
        distance, ignored_help=tuple((kind, tokens) for kind, tokens in omissions.items() if tokens)
    )


def _aids(table: ImajicaTable, seat: int) -> Iterator[str]:
    """Yield the cards whose powers an Autarch could use for a seizure: its own, and Sites it can win."""
    own = list(table.characters(seat))
    removable = any(piece.card.kind in ("action", "flash") for piece in table.pieces.permanents.values())
    for piece in [*own, *table.circle_or_held_sites(seat), *(table.circle_or_held_sites() if own else ())]:
        icon = any(
            effect.icon in _USABLE_ICONS and effect.verb in _SEIZURE_HELPING_VERBS
            for power in piece.card.powers
            for effect in power
        )
        artist = piece.is_character and len(own) > 1 and values.has_power_of(table, piece, "artist")
        rasa = piece.is_character and removable and values.has_power_of(table, piece, "tabula-rasa")
        if icon or artist or rasa:
            yield piece.token


def _movers(table: ImajicaTable, distance: VictoryDistance) -> Iterator[str]:
    """Yield the Holders whom an Autarch could move to win sooner (IJ-AUT-4)."""
    seat, before = distance.seat, table.phase in ("coming", "autarch") and distance.seat in table.turns_left
    for round_ in range(
        1, MAX_ROUNDS_AHEAD + 1 if distance.round_count is None else distance.round_count + 1
    ):
        now = _table_after_rounds(table, round_)
        free = [
            piece
            for piece in now.characters(seat)
            if (2 - before if piece.is_holder else _first_ready_round(table, table.pieces[piece.token]))
            <= round_
        ]
        plan = _shortest_plan(now, seat, free, moving=True)
        if plan is not None and (round_ != distance.round_count or len(plan) < (distance.seizure_count or 0)):
            yield from (piece.token for piece in table.characters(seat) if piece.is_holder)
            return


def _first_ready_round(table: ImajicaTable, piece: Piece) -> int:
    """Return the first round from now in which a character can seize, above `MAX_ROUNDS_AHEAD` for never."""
    before = table.phase in ("coming", "autarch") or (
        table.phase == "ally" and piece.controller in table.turns_left
    )
    if piece.is_holder:
        return MAX_ROUNDS_AHEAD + 1
    if piece.area == "active":
        return 0 if before and not piece.pivoted and not piece.acted else 1
    moves = table.phase != "reconciliation" or piece.controller in table.turns_left
    return 1 if moves and not piece.pivoted else MAX_ROUNDS_AHEAD


_GroupsWithMasks = Sequence[tuple[int, tuple[str, ...]]]
"""Sets of characters, each with a bit mask of its members."""


def _shortest_plan(
    table: ImajicaTable, seat: int, people: Sequence[Piece], *, moving: bool = False
) -> _SeizurePlan | None:
    """Return the smallest winning set of Sites, each with its seizers, or None.

    If Holders may move (`moving`), the own Sites must also be held, by some of these or their current
    Holders.
    """
    groups, needs = {}, {}
    best = [0] * len(people)
    then, held = table.copy(), [site.token for site in table.circle_or_held_sites(seat)] if moving else []
    for token in [*held, *(site.token for site in table.circle_or_held_sites())]:
        groups[token], needs[token], counts = _groups(table, seat, token, people, held=token in held)
        best = [max(pair) for pair in zip(best, counts, strict=True)]
        if moving:
            kept = _sufficient_holders(table, token, people)
            groups[token] = [*groups[token], *kept]
            needs[token] = 0 if kept else needs[token]
    for token in held:
        then.pieces[token].area = "circle"
    search = _Search(then, seat, groups, needs, tuple(best), frozenset(held))
    sites = [token for token, sets in groups.items() if sets]
    for most in range(not moving, min(len(sites), len(people)) + 1):
        plan = search.plan(sites, most, {0: ()})
        if plan is not None:
            return plan
    return None


_SeizurePlan = tuple[tuple[str, tuple[str, ...]], ...]
"""Sites with their seizers."""


@attrs.frozen
class _Search:
    """A search for Sites that win together.

    `then` is the table with the Sites taken so far. By Site, `groups` are the sets of characters that secure
    it and `needs` the influence it takes. `best` is the most influence of each character anywhere, by bit; a
    Maestro counts as the whole need. `held` are own Sites, which need none and come first.
    """

    then: ImajicaTable
    seat: int
    groups: Mapping[str, _GroupsWithMasks]
    needs: Mapping[str, int]
    best: tuple[int, ...]
    held: frozenset[str] = frozenset()

    def plan(self, sites: Sequence[str], most: int, ways: Mapping[int, _SeizurePlan]) -> _SeizurePlan | None:
        """Return a plan that wins by taking at most `most` more of these Sites, or None if there is none.

        `ways` are the divisions of characters among the Sites taken so far, by bit mask of those used.
        """
        if not most and has_winning_sites(self.then, self.seat):
            return next(iter(ways.values()))
        helping = [site for site in sites if _is_useful(self.then, self.seat, self.then.pieces[site])]
        if not most:
            helping = [site for site in helping if site in self.held]
        if _missing_dominions(self.then, self.seat) > 2 * (most + sum(site in self.held for site in helping)):
            return None
        cheapest = sum(sorted(self.needs[site] for site in helping if site not in self.held)[:most])
        ways = {used: plan for used, plan in ways.items() if self._best_unused_influence(used) >= cheapest}
        for place, site in enumerate(helping if ways else ()):
            kept = site in self.held
            grown = {
                used | bits: plan if kept else (*plan, (site, names))
                for used, plan in ways.items()
                for bits, names in self.groups[site]
                if not used & bits
            }
            if not grown:
                continue
            piece = self.then.pieces[site]
            before = piece.area, piece.controller
            piece.area, piece.controller = "state", self.seat
            whole_plan = self.plan(helping[place + 1 :], most - (not kept), grown)
            piece.area, piece.controller = before
            if whole_plan is not None:
                return whole_plan
        return None

    def _best_unused_influence(self, used: int) -> int:
        return sum(number for place, number in enumerate(self.best) if not used >> place & 1)


def _missing_dominions(table: ImajicaTable, seat: int) -> int:
    """Return the number of Dominions that an Autarch's unpivoted Sites do not cover yet; 0 unless the variant
    requires all five.
    """
    if table.variant.victory != "five":
        return 0
    return len(set(DOMINIONS) - values.controlled_dominions(table, seat, unpivoted_only=True))


def _is_useful(table: ImajicaTable, seat: int, site: Piece) -> bool:
    covered = values.controlled_dominions(table, seat, unpivoted_only=True)
    return table.variant.victory != "five" or not set(site.card.home_dominions) <= covered


def _sufficient_holders(table: ImajicaTable, site: str, people: Sequence[Piece]) -> _GroupsWithMasks:
    """Return the sets of characters that keep a held Site with any influence: its present Holders, or one
    character that can hold it alone.
    """
    bit = {piece.token: 1 << number for number, piece in enumerate(people)}
    now = tuple(piece.token for piece in table.holders(site))
    holders = [(sum(bit.get(token, 0) for token in now), now)] if now else []
    place = table.pieces[site]
    return [
        *holders,
        *(
            (bit[piece.token], (piece.token,))
            for piece in people
            if values.can_hold_alone(table, piece, place)
        ),
    ]


def _groups(
    table: ImajicaTable, seat: int, site: str, people: Sequence[Piece], *, held: bool = False
) -> tuple[_GroupsWithMasks, int, list[int]]:
    """Return the minimal sets of characters that secure (or keep, if `held`) a Site.

    Also returns the influence it takes and that of each character there; a Maestro counts as the whole need.
    """
    look = table.copy()
    tokens = [piece.token for piece in people]
    for token in tokens:
        look.pieces[token].area = "state" if held else "active"
    if not held:
        look.fight = Fight("seizure", seat, site, tokens, tuple(tokens))
    place = look.pieces[site]
    counts = {token: values.influence(look, look.pieces[token], place) for token in tokens}
    needed = values.current_value(look, place, "resistance") + (look.variant.secure == "gt" and not held)
    bit = {token: 1 << number for number, token in enumerate(tokens)}
    maestros = [token for token in tokens if values.has_power_of(look, look.pieces[token], "maestro")]
    able = sorted((token for token in tokens if token not in maestros), key=lambda token: -counts[token])
    able = able[:_MOST_CHARACTERS]
    groups: list[tuple[int, tuple[str, ...]]] = [(bit[token], (token,)) for token in maestros]

    def grow(begin: int, total: int, bits: int, names: tuple[str, ...]) -> None:
        """Add characters in order of influence, so that the last one added is the weakest and was needed."""
        for number in range(begin, len(able)):
            token = able[number]
            if total + sum(counts[other] for other in able[number:]) < needed:
                return
            reached, more = total + counts[token], (*names, token)
            if reached >= needed:
                groups.append((bits | bit[token], more))
            elif counts[token]:
                grow(number + 1, reached, bits | bit[token], more)

    grow(0, 0, 0, ())
    return groups, needed, [max(counts[token], needed if token in maestros else 0) for token in tokens]
