"""The worth of single cards in a hand: how the chance to conjure a creature changes with them.

The chances are those of `chance_within`: exact for the player's own draws (EM-ODDS-1).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import attrs

from twingkit.analyse.reports.change_worth import chance_difference
from twingkit.analyse.reports.frame_results import CellMakers, explained_frame
from twingkit.core.arguments import TEXT, check_arguments, list_of
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault, message
from twingkit.core.questions import one_line_excerpt
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.ember.box.pool import CREATURE_IDS_ARGUMENT, POOL_ARGUMENT, Pool
from twingkit.ember.exact_odds.chance_within import Cards, PayingDrawCounter, parse_cost, parse_draw_arguments
from twingkit.ember.exact_odds.completions import min_missing_cards, why_unreachable
from twingkit.ember.exact_odds.pool_chances import pool_chance_rows
from twingkit.ember.notation.position import POSITION_PREFIX, Position
from twingkit.ember.rules.cards import ARCHMAGE, CARDS_ARGUMENT, DECK, parse_cards
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.rulebook import rulebook

_WORTH_TURNS = 2
"""Default number of turns."""

_TOKEN = re.compile(r"([+-])\s*([^\s+-]+)\s*")


@attrs.frozen
class HandChange:
    """Cards that are added to a hand and removed from it.

    >>> HandChange.parse("+* -w1")
    HandChange(added=('*',), removed=('W1',))
    """

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> HandChange:
        """Parse a change such as `+*`, `-W1` or `+A5 -W1`. Raises `Fault` for other text."""
        tokens = _TOKEN.findall(text)
        if not tokens or _TOKEN.sub("", text).strip():
            raise Fault("ember.change", found=one_line_excerpt(text, 40))
        signed = [(sign, parse_cards(card)[0]) for sign, card in tokens]
        return cls(*(tuple(card for sign, card in signed if sign == wanted) for wanted in "+-"))

    def apply(self, hand: Sequence[str]) -> tuple[str, ...]:
        """Return the changed hand. Raises `Fault` for a removed card that it does not hold."""
        changed = list(hand)
        for card in self.removed:
            if card not in changed:
                raise Fault("ember.not_held", card=card, hand=" ".join(hand))
            changed.remove(card)
        return (*changed, *self.added)

    @property
    def card_kind(self) -> str:
        """The kind of the changed cards: "archmage", "wizard", or "cards" for both."""
        kinds = {card == ARCHMAGE for card in (*self.added, *self.removed)}
        return "cards" if len(kinds) > 1 else "archmage" if True in kinds else "wizard"

    def label(self) -> str:
        """Return the change in words."""
        words = rulebook().words
        parts = [("+", card) for card in self.added] + [("−", card) for card in self.removed]
        return ", ".join(f"{sign} {words.name(card)}" for sign, card in parts)

    def __str__(self) -> str:
        return " ".join([*(f"+{card}" for card in self.added), *(f"-{card}" for card in self.removed)])


@attrs.frozen
class HandChangeWorth:
    """A change of a hand, and the chances to conjure with and without it."""

    change: HandChange
    original_hand: tuple[str, ...]
    changed_hand: tuple[str, ...]
    cost: Cost
    turns: int
    chance_before: float
    chance: float

    @property
    def chance_change(self) -> float:
        """The gain in the chance; 0 if it is only a rounding error."""
        return chance_difference(self.chance, self.chance_before)

    @property
    def rules(self) -> list[str]:
        """The rules behind the effect."""
        wild = ARCHMAGE in (*self.change.added, *self.change.removed)
        return ["EM-COST-5", "EM-ODDS-1"] if wild else ["EM-ODDS-1"]

    def reason(self) -> str:
        """Return the explanation of the effect as a sentence."""
        before, left = (
            min_missing_cards(hand, self.cost) for hand in (self.original_hand, self.changed_hand)
        )
        if not left:
            return message("ember.worth_pays", cost=str(self.cost))
        if not self.chance:
            return why_unreachable(self.changed_hand, self.cost, self.turns)
        if left != before:
            return message("ember.worth_missing", cost=str(self.cost), n=left, before=before)
        key = "more" if self.chance_change > 0 else "fewer" if self.chance_change < 0 else "same"
        return message(f"ember.worth_{key}", cost=str(self.cost), n=left)


@with_column_meanings
@check_arguments(
    position=CARDS_ARGUMENT,
    changes=list_of(TEXT),
    cost=TEXT,
    creatures=CREATURE_IDS_ARGUMENT,
    pool=POOL_ARGUMENT,
    seen=CARDS_ARGUMENT,
)
@localized
def worth(
    position: Cards,
    changes: Iterable[str] | None = None,
    *,
    cost: str | None = None,
    turns: int = _WORTH_TURNS,
    creatures: Iterable[str] | None = None,
    pool: Pool | None = None,
    seen: Cards = "",
    lang: Lang | None = None,
) -> DataFrame:
    """Return a table of how adding cards to a hand, or removing some, changes its probability of conjuring in
    time.

    Parameters
    ----------
    position
        A hand such as "A6 E6 F8 A9 W1", or a position line ("ember: …"), of which the hand of the player to
        move, the Pool and all cards seen elsewhere count.
    changes
        Changes such as "+*" (an Archmage more), "-W1", "+A5 -W1". By default each kind of card that can still
        be drawn is added. A removed card can be drawn again.
    cost
        The cost to pay, such as "N3". By default that of the creature with the most expected Victory Points
        among those that the unchanged hand cannot pay for yet.
    turns
        The number of turns, 0 to 3, as in `chance_within`.
    creatures, pool
        The ids of the creatures from which the default is chosen, and the pool of the game.
    seen
        Other cards that cannot be drawn any more.
    lang
        The language of `label` and `reason`.

    Returns
    -------
    DataFrame
        One row for each change, the largest effect first. `win` is the chance to conjure, `loss` the rest;
        `charts.worth` draws it. `attrs`: `position` (the hand),
        `cost`, `turns`, `seen`, and `creature` if no cost was given.

    Raises
    ------
    Fault, Refusal
        For a text that is not a change, the removal of a card that is not there, and as `chance_within`.

    Examples
    --------
    >>> worth("A6 E6 F8 A9 W1", ["+*", "+A8"], cost="N3")[["change", "win_before", "win"]].round(3)
      change  win_before    win
    0     +*       0.197  1.000
    1    +A8       0.197  0.268
    """
    hand, known, listed = _hand_seen_and_creatures(position, seen, creatures)
    creature = ""
    if cost is None:
        reaches = pool_chance_rows(hand, turns, creatures=listed, pool=pool, seen=known)
        open_ones = [row for row in reaches if row.successes < row.total_draws] or reaches
        if not open_ones:
            raise Fault("ember.worth_no_creature")
        best = max(open_ones, key=lambda row: row.chance * row.creature.value)
        creature, cost = best.creature.id, str(best.creature.cost)
    if changes is None:
        changes = [f"+{card}" for card in DECK if (*hand, *known).count(card) < DECK.count(card)]
    asked = dict.fromkeys(changes)
    rows = worth_rows(hand, [HandChange.parse(text) for text in asked], cost, turns, known)
    ranks = {id(row): rank for rank, row in enumerate(rows, 1)}
    cells: CellMakers[HandChangeWorth] = {
        "position": lambda row: " ".join(row.original_hand),
        "change": lambda row: str(row.change),
        "kind": lambda row: row.change.card_kind,
        "label": lambda row: row.change.label(),
        "changed_position": lambda row: " ".join(row.changed_hand),
        "cost": lambda row: str(row.cost),
        "turns": lambda row: row.turns,
        "win_before": lambda row: row.chance_before,
        "edge_before": lambda row: 2 * row.chance_before - 1,
        "win": lambda row: row.chance,
        "tie": lambda row: 0.0,
        "loss": lambda row: 1 - row.chance,
        "edge": lambda row: 2 * row.chance - 1,
        "win_change": lambda row: row.chance_change,
        "edge_change": lambda row: 2 * row.chance_change,
        "rules": lambda row: row.rules,
        "reason": lambda row: row.reason(),
        "rank": lambda row: ranks[id(row)],
    }
    about = {
        "position": " ".join(hand),
        "cost": cost,
        "turns": turns,
        "seen": " ".join(known),
        "creature": creature,
    }
    return explained_frame(rows, cells, "twingkit.ember.worth", **about)


def worth_rows(
    hand: Sequence[str], changes: Iterable[HandChange], cost: str, turns: int, seen: Sequence[str] = ()
) -> list[HandChangeWorth]:
    """Return the effect of each change to a hand on its probability of paying one cost in time, largest
    effect first.
    """
    paid = parse_cost(cost)
    draws = PayingDrawCounter(paid)

    def chance(cards: Sequence[str]) -> float:
        count, ways = draws.successes_and_total(*parse_draw_arguments(cards, turns, seen))
        return count / ways

    held, before = tuple(hand), chance(hand)
    changed = [(change, change.apply(held)) for change in changes]
    rows = [
        HandChangeWorth(change, held, cards, paid, turns, before, chance(cards)) for change, cards in changed
    ]
    return sorted(rows, key=lambda row: -round(abs(row.chance_change), 12))


def _hand_seen_and_creatures(
    position: Cards, seen: Cards, creatures: Iterable[str] | None
) -> tuple[tuple[str, ...], tuple[str, ...], Iterable[str] | None]:
    """Return the hand, the cards seen elsewhere, and the ids of the Pool (None for all creatures)."""
    if not isinstance(position, str) or not position.strip().startswith(POSITION_PREFIX):
        return parse_cards(position), parse_cards(seen), creatures
    parsed = Position.parse(position)
    return (
        parsed.seats[parsed.current].hand,
        (*parsed.other_seen_cards, *parse_cards(seen)),
        parsed.pool_creature_ids() if creatures is None else creatures,
    )
