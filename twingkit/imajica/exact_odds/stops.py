"""What each rival needs to stop a seizure or challenge, and how likely they have it.

Exact: every smallest set of cards with which one rival alone stops the action, if the acting Autarch plays
nothing more (the own hand and powers do not count) and unread Paths on the Site do nothing; and the
probability that the rival's hidden cards contain one of these sets, if every hand of unseen cards is equally
likely (see `unseen`). Rivals are independent. What two rivals could do only together is left out. If a search
ended early (`MOST_STATES`), larger sets could count, too; the probability is then a lower bound.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from math import isnan, nan, prod
from typing import overload

import attrs

from twingkit.analyse.reports.frame_results import (
    CellMakers,
    ResultTable,
    Rows,
    explained_frame,
    format_fraction,
)
from twingkit.core.arguments import TEXT, check_arguments, list_or_single, require_valid_argument
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.near_names import nearest_name
from twingkit.core.play import Game
from twingkit.core.questions import Refusal, one_line_excerpt
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.variants.variant import variant_table_attrs
from twingkit.core.words import format_percent
from twingkit.imajica.box.cards import CARDS_ARGUMENT, Cards, load_cards
from twingkit.imajica.exact_odds.announced_deed import (
    TABLE_SOURCE_ARGUMENT,
    AnnouncedFight,
    TableSource,
    copy_table,
    parse_deed,
    parse_rival_seat,
)
from twingkit.imajica.exact_odds.stop_check import STOP_GOALS, ActionStopReason, FightChanges, StopChecker
from twingkit.imajica.exact_odds.unseen import (
    RivalHand,
    chance_hand_contains_way,
    hand_fault,
    known_rival_hands,
    possible_unseen_cards,
)
from twingkit.imajica.exact_odds.uses import CardOrPowerUse, helpful_card_use, power_uses, rival_side
from twingkit.imajica.exact_odds.ways import CardCounts, StopWay, equivalent_card_sets, smallest_ways_to_stop
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.rules.values import current_value
from twingkit.imajica.variants.variant import BOX, Variant

MOST_LISTED_SETS = 10_000
"""The maximum number of rows that `stopping_sets` lists."""


@attrs.frozen
class RivalStop:
    """One rival's possibilities to stop an action: both sides' totals, every way to stop it, and the
    probability of having one.

    `missing_points` is the influence or Strength that the cards must add, 0 if none is needed, None if the
    rival has nobody to contest. `equivalent_cards` names the cards with the same effect as one in a way; a
    way names only one of them, `card_sets` has all. `unseen_cards` are the cards, with their counts, from
    which the unseen part of the hand is drawn. `searched_set_size` is the size up to which all sets were
    checked; if the hand is larger, `chance` is a lower bound. If
    `is_hand_given` is False, nothing is known of the hand, and `chance` is NaN unless no card is needed.
    """

    seat: int
    acting_total: int
    rival_total: int
    missing_points: int | None
    ways: tuple[StopWay, ...]
    equivalent_cards: Mapping[str, tuple[str, ...]] = attrs.field(hash=False)
    known_hand: RivalHand = attrs.field(hash=False)
    unseen_cards: Mapping[str, int] = attrs.field(hash=False)
    chance: Fraction | float
    searched_set_size: int
    is_hand_given: bool = True

    def card_sets(self) -> Iterator[tuple[StopWay, CardCounts]]:
        """Yield every smallest set of cards that stops the action and fits into the hand, with its way.

        The hand stops the action if it contains one of these sets.
        """
        known, unseen_count = Counter(self.known_hand.known_cards), self.known_hand.unseen_count
        stock = known + Counter(self.unseen_cards)
        for way in self.ways:
            for cards in equivalent_card_sets(way.card_counts, self.equivalent_cards, stock):
                if (Counter(dict(cards)) - known).total() <= unseen_count:
                    yield way, cards

    @property
    def is_exact(self) -> bool:
        """Whether the probability is exact because all sets that fit into the hand were checked."""
        held = self.known_hand.unseen_count + len(self.known_hand.known_cards)
        return self.way_without_cards is not None or (self.is_hand_given and self.searched_set_size >= held)

    @property
    def standing(self) -> str:
        """How far the rival gets without a card: "enough" points, "short" of points, or "none" if nobody
        could contest.
        """
        return "none" if self.missing_points is None else "short" if self.missing_points else "enough"

    @property
    def way_without_cards(self) -> StopWay | None:
        """The way to stop the action without a card, or None."""
        return next((way for way in self.ways if not way.card_count), None)


class StopTables(ResultTable):
    """The base class of results that show, as tables, how rivals can stop one or several actions."""

    __slots__ = ()

    @property
    @abstractmethod
    def results(self) -> Sequence[RivalStopResults | RefusedDeed]:
        """The results of each action."""

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return a frame with a row for each action and rival, with the smallest set of cards to stop the
        action, and one for an action that is not allowed.

        Columns: deed, player, cards, count, sets, outcome, own, other, chance, any_chance, exact, low, high,
        complete, rules, reason, refused; `attrs["columns"]` explains them.
        """
        rows: list[StopRow | RefusedDeed] = []
        for stops in self.results:
            rows += [stops] if isinstance(stops, RefusedDeed) else stops.rival_rows()
        cells = {name: partial(_stop_cell, name) for name in _STOP_COLUMNS}
        return explained_frame(rows, cells, "twingkit.imajica.can_they_stop", **self._about())

    @localized
    def stopping_sets(self, lang: Lang | None = None) -> DataFrame:
        """Return a frame with a row for each smallest set of cards with which a rival alone stops an action.

        Cards with the same effect have a row each. A hand stops the action if it contains the cards of at
        least one row. At most `MOST_LISTED_SETS` rows are listed; `attrs["complete"]` is False if that leaves
        some out.

        Columns: deed, player, cards, count, own, other, rules; `attrs["columns"]` explains them.
        """
        every = (
            StopRow(stops, rival, way, cards)
            for stops in self.results
            if isinstance(stops, RivalStopResults)
            for rival in stops.rival_stops
            for way, cards in rival.card_sets()
        )
        rows = list(islice(every, MOST_LISTED_SETS))
        about = {**self._about(), "complete": next(every, None) is None}
        cells = {name: _STOP_COLUMNS[name] for name in _SET_COLUMNS}
        return explained_frame(rows, cells, "twingkit.imajica.stopping_sets", **about)

    def _about(self) -> dict[str, object]:
        variants = [stops.deed.table.variant for stops in self.results if isinstance(stops, RivalStopResults)]
        return {**variant_table_attrs(variants[0])} if variants else {}


@attrs.frozen(repr=False)
class RivalStopResults(StopTables):
    """The result of `can_they_stop` for one action: every rival's possibilities to stop it, in the order in
    which the rivals are asked.

    `failure` is why the action fails by itself, or None. `stop_chance` is the probability that any rival can
    stop it.

    >>> line = "imajica: p1 active sartori; p2 active dowd; circle slew"
    >>> print(can_they_stop(line, "seize slew with sartori"))
    seize slew with sartori  6 influence, 6 needed; own hand not counted
    player 2                 2 influence, 4 short; hand not given
    """

    deed: AnnouncedFight
    needed_points: int
    own_points: int
    failure: ActionStopReason | None
    rival_stops: tuple[RivalStop, ...]

    @property
    def stop_chance(self) -> Fraction | float:
        """Probability that at least one rival can stop the action alone.

        1 if it fails by itself, NaN if it depends on a hand that is not given.
        """
        chances = [rival.chance for rival in self.rival_stops]
        if self.failure is not None or 1 in chances:
            return Fraction(1)
        return 1 - prod((1 - chance for chance in chances), start=Fraction(1))

    def rival_rows(self) -> list[StopRow]:
        """Return a row for each rival with the smallest way in which that rival can stop the action."""
        return [
            StopRow(self, rival, *next(rival.card_sets(), (None, ()))) for rival in self.rival_stops
        ]  # fmt: skip

    @check_arguments()
    def rows(self) -> Rows:
        """Return text rows: the action, then each rival with missing points and probability."""
        deed = self.deed
        rows = [
            (str(deed), message(f"imajica.own_{deed.action}", n=self.own_points, needed=self.needed_points))
        ]
        for rival in self.rival_stops:
            name = message("imajica.player", n=rival.seat + 1)
            key = f"imajica.{rival.standing}_{deed.action}"
            text = message(key, n=rival.rival_total, lacks=rival.missing_points or 0)
            key = "imajica.chance" if rival.is_exact else "imajica.chance_least"
            chance = message(key, chance=format_percent(float(rival.chance), 1))
            told = message("imajica.not_given") if isnan(rival.chance) else chance
            rows.append((name, f"{text}; {told}"))
        if len(self.rival_stops) > 1:
            any_chance = "–" if isnan(self.stop_chance) else format_percent(float(self.stop_chance), 1)
            rows.append((message("imajica.any"), any_chance))
        return rows

    @property
    def is_exact(self) -> bool:
        """Whether `stop_chance` is exact instead of a lower bound."""
        return self.failure is not None or all(rival.is_exact for rival in self.rival_stops)

    @property
    def results(self) -> Sequence[RivalStopResults | RefusedDeed]:
        """The results of this action alone."""
        return [self]


@attrs.frozen
class RefusedDeed:
    """An action in a list that the rules do not allow, and why."""

    deed: str
    refusal: Refusal


@attrs.frozen(repr=False)
class ActionStopComparison(StopTables):
    """The result of `can_they_stop` for several actions: the possibilities of all rivals to stop each.

    >>> line = "imajica: p1 active sartori lamp-boy; p2 active huzzah-aping; circle slew"
    >>> deeds = ["seize slew with sartori", "seize slew with sartori lamp-boy"]
    >>> print(can_they_stop(line, deeds, holdings={"p2": RivalHand()}))
    seize slew with sartori           100.0%
    seize slew with sartori lamp-boy  0.0%
    """

    results: tuple[RivalStopResults | RefusedDeed, ...]

    @check_arguments()
    def rows(self) -> Rows:
        """Return a text row for each action with the probability that any rival can stop it."""
        return [(str(stops.deed), _comparison_text(stops)) for stops in self.results]


def _comparison_text(stops: RivalStopResults | RefusedDeed) -> str:
    if isinstance(stops, RefusedDeed):
        return stops.refusal.text()
    return "–" if isnan(stops.stop_chance) else format_percent(float(stops.stop_chance), 1)


@attrs.frozen
class StopRow:
    """A row of a result table: one rival, and a way in which that rival stops the action (None if there is
    none), with the cards for it.
    """

    stops: RivalStopResults
    rival: RivalStop
    way: StopWay | None = None
    cards: CardCounts = ()

    @property
    def outcome(self) -> str:
        """The outcome as a word, such as "cards" or "now"; the meaning of the column `outcome` lists them
        all.
        """
        if self.stops.failure is not None:
            return "fails"
        if self.way is not None:
            return "cards" if self.way.card_count else "now"
        if not self.rival.is_hand_given:
            return "not_given"
        if self.rival.missing_points is None:
            return "nobody"
        held = self.rival.unseen_cards or self.rival.known_hand.known_cards
        return "too_little" if held else "no_card"

    @property
    def rules(self) -> list[str]:
        """The rules by which the action fails or is stopped."""
        reason = self.stops.failure or (self.way and self.way.reason)
        return [reason.rule] if reason else []

    def reason(self) -> str:
        """Return the sentence that explains the outcome."""
        facts = {"player": SEATS[self.rival.seat], "cards": _cards_text(self.cards)}
        return message(f"imajica.why_{self.outcome}", **facts)


def float_or_nan(number: int | None) -> float:
    """Return a number as a float, NaN for None.

    >>> float_or_nan(2), float_or_nan(None)
    (2.0, nan)
    """
    return nan if number is None else float(number)


_STOP_COLUMNS: CellMakers[StopRow] = {
    "deed": lambda row: str(row.stops.deed),
    "player": lambda row: SEATS[row.rival.seat],
    "cards": lambda row: _cards_text(row.cards),
    "count": lambda row: float_or_nan(row.way.card_count if row.way else None),
    "sets": lambda row: float(sum(1 for _ in islice(row.rival.card_sets(), MOST_LISTED_SETS))),
    "outcome": lambda row: row.outcome,
    "own": lambda row: float_or_nan(row.way.reason.acting_total if row.way else row.rival.acting_total),
    "other": lambda row: float_or_nan(row.way.reason.other_total if row.way else row.rival.rival_total),
    "chance": lambda row: float(row.rival.chance),
    "any_chance": lambda row: float(row.stops.stop_chance),
    "exact": lambda row: format_fraction(Fraction(row.rival.chance)) if row.rival.is_exact else "",
    "low": lambda row: 0.0 if isnan(row.rival.chance) else float(row.rival.chance),
    "high": lambda row: float(row.rival.chance) if row.rival.is_exact else 1.0,
    "complete": lambda row: row.rival.is_exact,
    "rules": lambda row: row.rules,
    "reason": lambda row: row.reason(),
    "refused": lambda row: "",
}

_REFUSED_CELLS: Mapping[str, Callable[[RefusedDeed], object]] = {
    **dict.fromkeys(("player", "cards", "outcome", "exact", "reason"), lambda row: ""),
    "deed": lambda row: row.deed,
    "complete": lambda row: False,
    "rules": lambda row: [row.refusal.rule],
    "refused": lambda row: row.refusal.text(),
}
"""Cells of an action that is not allowed; all others are NaN."""

_SET_COLUMNS = ("deed", "player", "cards", "count", "own", "other", "rules")
"""Columns of `stopping_sets`."""


def _stop_cell(name: str, row: StopRow | RefusedDeed) -> object:
    if isinstance(row, StopRow):
        return _STOP_COLUMNS[name](row)
    make = _REFUSED_CELLS.get(name)
    return make(row) if make else nan


def _cards_text(cards: CardCounts) -> str:
    return ", ".join(f"{n}×{name}" if n > 1 else name for name, n in cards)


_DEEDS_ARGUMENT = list_or_single("imajica.deeds", str)


@overload
def can_they_stop(
    position: TableSource,
    deed: str,
    *,
    holdings: Mapping[str, RivalHand] | None = None,
    variant: Variant | str = BOX,
    goal: str = "target",
    cards: Cards | None = None,
) -> RivalStopResults:
    """Return how each rival can stop one action, with the probability that they hold the cards for it."""


@overload
def can_they_stop(
    position: TableSource,
    deed: list[str] | tuple[str, ...],
    *,
    holdings: Mapping[str, RivalHand] | None = None,
    variant: Variant | str = BOX,
    goal: str = "target",
    cards: Cards | None = None,
) -> ActionStopComparison:
    """Return how each rival can stop each of several actions, with the probabilities, for comparison."""


@with_column_meanings
@check_arguments(position=TABLE_SOURCE_ARGUMENT, deed=_DEEDS_ARGUMENT, cards=CARDS_ARGUMENT)
def can_they_stop(
    position: TableSource,
    deed: str | list[str] | tuple[str, ...],
    *,
    holdings: Mapping[str, RivalHand] | None = None,
    variant: Variant | str = BOX,
    goal: str = "target",
    cards: Cards | None = None,
) -> RivalStopResults | ActionStopComparison:
    """Return how each rival can stop an action, and the probability that they hold the cards for it.

    Parameters
    ----------
    position
        A game, a table, a position or a position string. The Autarch to move acts.
    deed
        The action, such as `seize slew with sartori`, or a list of actions to compare.
    holdings
        What is known of the rivals' hands, such as `{"p2": RivalHand(unseen_count=5)}`. By default, a game
        gives sizes and decks, and a position string the cards it names. `RivalHand()` is an empty hand.
    variant
        The rules, if `position` is a position.
    goal
        A challenge is stopped if the challenged character lives ("target"), or if nobody on its side dies
        ("everyone").
    cards
        The set of cards from which unknown decks are built.

    Returns
    -------
    RivalStopResults or ActionStopComparison
        The results of the action, or of all actions in the list. `.frame()` has one row for each action and
        rival, `.stopping_sets()` one for each set of cards. An action in a list that the rules do not allow
        is one row with the reason in `refused`. The probability of a rival whose hand is not given is NaN,
        and so is the total. The acting Autarch plays no card in answer.

    Raises
    ------
    Refusal, BadAnswer, Fault
        If a single action is illegal, an action is neither a seizure nor a challenge, or an argument is
        malformed.

    Examples
    --------
    >>> from twingkit.imajica.box.decks import deck_from_lines
    >>> deck = deck_from_lines("own", ["dowd", "sudden-sleep", "lightning", "old-oath", "7 irish"])
    >>> line = "imajica: p1 active huzzah-aping; p2 active dowd; circle kite-fields"
    >>> hand = {"p2": RivalHand((), 4, deck)}
    >>> stops = can_they_stop(line, "seize kite-fields with huzzah-aping", holdings=hand)
    >>> rival = stops.rival_stops[0]
    >>> rival.missing_points, rival.equivalent_cards["lightning"], stops.stop_chance
    (4, ('lightning', 'sudden-sleep'), Fraction(2, 3))
    """
    if not isinstance(deed, str):
        deeds = [require_valid_argument("deed", each, TEXT) for each in deed]
        if not deeds:
            raise Fault("imajica.no_deed")
        position = (
            copy_table(position, Variant.resolve(variant)) if not isinstance(position, Game) else position
        )
        results: list[RivalStopResults | RefusedDeed] = []
        for each in deeds:
            try:
                results.append(_stop_results(position, each, holdings, variant, goal, cards))
            except Refusal as refusal:
                results.append(RefusedDeed(each, refusal))
        return ActionStopComparison(tuple(results))
    return _stop_results(position, deed, holdings, variant, goal, cards)


def _stop_results(
    position: TableSource,
    deed: str,
    holdings: Mapping[str, RivalHand] | None,
    variant: Variant | str,
    goal: str,
    cards: Cards | None,
) -> RivalStopResults:
    act = parse_deed(position, deed, Variant.resolve(variant))
    if goal not in STOP_GOALS:
        raise Fault("imajica.goal", found=one_line_excerpt(repr(goal), 30), known=", ".join(STOP_GOALS))
    seen = known_rival_hands(position, act.seat) if isinstance(position, Game) else {}
    known = {**_holdings_by_seat(act, seen), **_holdings_by_seat(act, {} if holdings is None else holdings)}
    stops = tuple(
        _rival(act, rival, known.get(rival) or _named_hand(act, rival), goal, cards) for rival in act.rivals
    )
    alone = StopChecker(rival_side(act, act.rivals[0]), goal)
    own = alone.side_totals(FightChanges())[0]
    needed = 0
    fails = None
    if act.is_seizure:
        needed = current_value(act.table, act.table.pieces[act.target_token], "resistance")
        nobody = attrs.evolve(rival_side(act, act.rivals[0]), able_characters=(), later_characters=())
        fails = StopChecker(nobody, goal).stop_reason(FightChanges())
    return RivalStopResults(act, needed, own, fails, stops)


def _holdings_by_seat(act: AnnouncedFight, holdings: Mapping[str, RivalHand]) -> dict[int, RivalHand]:
    """Return the known hands by seat index. Raises `Fault` if an entry is malformed."""
    if not isinstance(holdings, Mapping) or not all(
        isinstance(holding, RivalHand) for holding in holdings.values()
    ):
        raise hand_fault(holdings, "holding")
    return {parse_rival_seat(act.table, act.seat, name): holding for name, holding in holdings.items()}


def _named_hand(act: AnnouncedFight, rival: int) -> RivalHand | None:
    hand = tuple(act.table.players[rival].hand)
    return RivalHand(hand) if hand else None


def _rival(
    act: AnnouncedFight, rival: int, given: RivalHand | None, goal: str, cards: Cards | None
) -> RivalStop:
    holding = given or RivalHand()
    side = rival_side(act, rival)
    against = StopChecker(side, goal)
    own, other = against.side_totals(FightChanges())
    known = cards or act.table.cards or load_cards()
    if unknown := [name for name in holding.known_cards if name not in known]:
        raise hand_fault(unknown[0], "known", nearest_name(unknown[0], list(known)))
    pool = possible_unseen_cards(act.table, rival, holding, known) if holding.unseen_count else Counter[str]()
    stock = pool + Counter(holding.known_cards)
    uses, alike = _group_equivalents(
        [use for name in sorted(stock) if (use := helpful_card_use(side, known[name]))]
    )
    leader = {name: first for first, names in alike.items() for name in names}
    merged = _merge_equivalents(stock, leader)
    powers = list(power_uses(side))
    uses = [against.reduce_to_best_target(use, powers) for use in uses]
    held = holding.unseen_count + len(holding.known_cards)
    stopping_ways, searched = smallest_ways_to_stop(against, uses, powers, merged, held)
    known_cards = _merge_equivalents(Counter(holding.known_cards), leader)
    stopping_ways = [
        way
        for way in stopping_ways
        if (Counter(dict(way.card_counts)) - known_cards).total() <= holding.unseen_count
    ]
    chance: Fraction | float = chance_hand_contains_way(
        stopping_ways, _merge_equivalents(pool, leader), holding.unseen_count, known_cards.elements()
    )
    if given is None and not any(not way.card_count for way in stopping_ways):
        chance = nan
    lacks = _missing_points(against, own, other)
    return RivalStop(
        rival,
        own,
        other,
        lacks,
        tuple(stopping_ways),
        alike,
        holding,
        pool,
        chance,
        searched,
        given is not None,
    )


def _merge_equivalents(counts: Mapping[str, int], leader: Mapping[str, str]) -> Counter[str]:
    """Return the number of cards by name; cards with the same effect are counted under one name, that of
    `leader`.
    """
    merged: Counter[str] = Counter()
    for name, number in counts.items():
        merged[leader.get(name, name)] += number
    return merged


def _group_equivalents(
    uses: Sequence[CardOrPowerUse],
) -> tuple[list[CardOrPowerUse], dict[str, tuple[str, ...]]]:
    """Return one use for each different effect, and by the name of that use the names of all cards with the
    same effect.
    """
    groups: dict[tuple[object, ...], list[CardOrPowerUse]] = {}
    for use in uses:
        groups.setdefault((use.is_maneuver, use.change_options), []).append(use)
    return [same[0] for same in groups.values()], {
        same[0].name: tuple(use.name for use in same) for same in groups.values()
    }


def _missing_points(against: StopChecker, own: int, other: int) -> int | None:
    state = FightChanges()
    if against.stop_reason(state) is not None:
        return 0
    if against.deed.is_seizure:
        if not against.rival_fighters(state):
            return None
        return own - other + (against.variant.contest_tie == "goes_on")
    endures = against.survivable_damage(against.deed.target_token, state, against.remaining_attackers(state))
    return max(1, own - other - endures)
