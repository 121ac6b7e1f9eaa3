"""Hidden hands: the possible cards that nobody else knows, and their chances.

Hidden cards come from what the box has left: all its cards that are neither visible in the situation nor
`gone`, and no creatures, since those lie open (TW-SET-1, TW-TURN-1). Every set of so many cards is equally
likely at first; hands that the rules forbid are then left out, and the chances of the others keep their
proportions. Forbidden are spells of more than three elements and more than 15 spells (TW-TURN-4), known and
laid ones counted; and a hand without any spell (TW-TURN-2), unless the box has no spell left to draw. How
the other side has played tells nothing here. A variant may take elements out of the game that nobody plays
(TW-SET-1), or let a defender wait for a spell (TW-TURN-2).

The counts are exact: whole numbers of equally likely sets (a multivariate hypergeometric distribution with
those conditions). Only lists of whole hands are drawn with a seed, where they would be too long.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb, prod, sqrt
from typing import TYPE_CHECKING

import attrs

from twingkit.core.arguments import check_arguments
from twingkit.core.messages import Fault
from twingkit.core.notation import Role
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.row_table import row_table
from twingkit.twing.box.box import BOXES, Box
from twingkit.twing.exact_odds.hidden_deck import Deck, Sizes, ways_as_chances
from twingkit.twing.notation.battle_line import ROLES, Battle
from twingkit.twing.notation.situation import Situation
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules.cards import ELEMENTS, Card, Spell
from twingkit.twing.rules.response_cards import PLURALS, ResponseCardHolder, ResponseCards
from twingkit.twing.variants.as_variant import as_variant, variant_attrs
from twingkit.twing.variants.variant import BOX, Variant

if TYPE_CHECKING:
    import pandas as pd

MAX_HANDS = 5_000
"""Up to this many different hands are listed exactly."""

SAMPLES = 2_000
"""Hands drawn by default where there are more."""

MAX_SAMPLES = 100_000
"""The most hands that are drawn."""

SEED = 0
"""The default seed of the draws."""


@attrs.frozen
class HandRow(ResponseCardHolder):
    """One set of hidden cards: its spells in notation, its response cards, and its chance.

    `hand` is all of it in notation. `error` is the standard error of `chance`, 0 where it is exact.
    """

    hand: str
    spells: str
    held: ResponseCards
    chance: float
    error: float


COLUMNS = ("hand", "spells", *PLURALS, "chance", "error")
"""The columns of `hidden_hands`: the fields of `HandRow`, each kind of response card by itself."""


@with_column_meanings
@check_arguments(box=BOXES)
def hidden_hands(
    situation: Situation | Battle | str,
    side: Role,
    samples: int | None = None,
    seed: int = SEED,
    box: Box | None = None,
    variant: Variant | str = BOX,
) -> pd.DataFrame:
    """The hidden cards of one side ("attacker" or "defender") as they can be, the likeliest first.

    One row for each different set of cards; the columns are `COLUMNS`. All sets are listed, with
    exact chances, unless there are more than `MAX_HANDS`; then, or where `samples` is given, so many hands
    are drawn with `seed`. `variant` is a `Variant`, a preset's name or a line of switches. The frame's
    `.attrs` hold `situation`, `side`, `exact`, `samples`, `box` (its title) and `assumed`: whether any number
    of the box is invented (TW-BOX-5); also `variant`, unless it is the box.

    Raises `NotationError`, `BattleError`, `VariantError`, or `Fault` where the box has not enough cards left.

    >>> frame = hidden_hands("F: hand F5 vs W: hand W3 ?*2; gone F1*5 W1*5 L1*5 A1*5 & cat*9", "defender")
    >>> print(len(frame), frame.loc[0, "hand"], f"{frame.loc[0, 'chance']:.2%}")
    247 A2 & trap 1.81%
    """

    rules = as_variant(variant)
    deck = Deck.from_situation(situation, box, rules)
    rows, exact = _hand_rows(deck, side, samples, seed)
    return row_table(
        [(row.hand, row.spells, *row.held, row.chance, row.error) for row in rows],
        COLUMNS,
        situation=str(deck.situation),
        side=side,
        exact=exact,
        samples=0 if exact else samples or SAMPLES,
        box=deck.title,
        assumed=deck.assumed,
        **variant_attrs(rules),
    )


@check_arguments(box=BOXES)
def held_chances(
    situation: Situation | Battle | str, box: Box | None = None, variant: Variant | str = BOX
) -> dict[tuple[ResponseCards, ResponseCards], float]:
    """The chances of what attacker and defender hold besides spells, known cards included; always exact.

    >>> chances = held_chances("F: F5 vs W: W6 & cat ?")
    >>> for (_, held), chance in sorted(chances.items()):
    ...     print(f"cats {held.cats}, traps {held.traps}, miromon {held.miromon}: {chance:.1%}")
    cats 1, traps 0, miromon 0: 82.1%
    cats 1, traps 0, miromon 1: 1.1%
    cats 1, traps 1, miromon 0: 8.4%
    cats 2, traps 0, miromon 0: 8.4%
    """
    return Deck.from_situation(situation, box, as_variant(variant)).held_chances()


def check_samples(samples: int | None) -> None:
    """Raise `Fault` unless this is a whole number from 1 to `MAX_SAMPLES`."""
    if samples is None:
        return
    is_whole = isinstance(samples, int) and not isinstance(samples, bool)
    if not (is_whole and 1 <= samples <= MAX_SAMPLES):
        raise Fault("hidden.samples", found=str(samples)[:40], most=f"{MAX_SAMPLES:,}")


def side_index(side: str) -> int:
    """0 for "attacker", 1 for "defender"; raises `Fault` for another word."""
    if side not in ROLES:
        raise Fault("hidden.side", found=str(side)[:40])
    return ROLES.index(side)


def _hand_rows(deck: Deck, side: str, samples: int | None, seed: int) -> tuple[list[HandRow], bool]:
    """The rows of `hidden_hands`, and whether they are exact."""
    check_samples(samples)
    index = side_index(side)
    if samples is None and _count(deck, index) <= MAX_HANDS:
        ways: Counter[tuple[Card, ...]] = Counter()
        for cards, count in _hidden_sets(deck, index):
            ways[cards] += count
        chances, drawn = ways_as_chances(ways, deck.hand_limits(index).hidden), 0
    else:
        drawn = samples or SAMPLES
        hands = HandSampler(deck, index)
        rng = random.Random(seed)
        counted = Counter(hands.draw(rng) for _ in range(drawn))
        chances = {cards: count / drawn for cards, count in counted.items()}
    rows = [_row(cards, chance, drawn) for cards, chance in chances.items()]
    return sorted(rows, key=lambda row: (-row.chance, row.hand)), not drawn


def _row(cards: tuple[Card, ...], chance: float, samples: int) -> HandRow:
    spells = SituationSide("F", [card for card in cards if isinstance(card, Spell)])
    held = ResponseCards.from_cards(cards)
    text = str(spells).removeprefix("F: hand ") if spells.spells else ""
    played = str(held)
    hand = " & ".join(filter(None, (text or ("nothing" if played else ""), played)))
    error = sqrt(chance * (1 - chance) / samples) if samples else 0.0
    return HandRow(hand, text, held, chance, error)


def only_hand(deck: Deck, side: int) -> tuple[Card, ...] | None:
    """The hidden cards of a side (0 attacker, 1 defender) if there is only one set that they can be."""
    if _count(deck, side) > MAX_HANDS:
        return None
    hands = set[tuple[Card, ...]]()
    for cards, _ in _hidden_sets(deck, side):
        hands.add(cards)
        if len(hands) > 1:
            return None
    return next(iter(hands), None)


def _count(deck: Deck, side: int) -> int:
    """The number of different sets of hidden cards, the forbidden ones included."""
    hidden = deck.hand_limits(side).hidden
    sets = [1] + [0] * hidden
    for most in (*deck.spells.values(), *deck.response_cards):
        sets = [sum(sets[max(0, size - most) : size + 1]) for size in range(hidden + 1)]
    return sets[hidden]


def _hidden_sets(deck: Deck, side: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield every set of hidden cards, with its number of ways."""
    for held, ways, drawn in deck.response_card_ways(side):
        specials = held.cards
        for counts, _ in deck.element_ways(side, drawn):
            others = deck.other_ways(side, held, counts)
            if not others:
                continue
            choices = [_spell_sets(deck, *pair) for pair in zip(ELEMENTS, counts, strict=True)]
            for parts in product(*choices):
                cards = tuple(card for part, _ in parts for card in part)
                yield cards + specials, ways * others * prod(count for _, count in parts)


def _spell_sets(deck: Deck, element: str, count: int) -> list[tuple[tuple[Spell, ...], int]]:
    """Return every set of `count` spells of an element, highest first, with its number of ways."""
    kinds = sorted(
        ((spell, most) for spell, most in deck.spells.items() if spell.element == element),
        key=lambda kind: -kind[0].power,
    )
    choices: list[tuple[tuple[Spell, ...], int]] = [((), 1)]
    for spell, most in kinds:
        choices = [
            (cards + (spell,) * times, ways * comb(most, times))
            for cards, ways in choices
            for times in range(min(most, count - len(cards)) + 1)
        ]
    return [(cards, ways) for cards, ways in choices if len(cards) == count]


class HandSampler:
    """Draws whole hidden hands of one side, each with its exact chance.

    First how many response cards and spells of each element there are, then which spells.
    """

    def __init__(self, deck: Deck, side: int) -> None:
        outlines = Counter[tuple[ResponseCards, Sizes]]()
        for held, ways, drawn in deck.response_card_ways(side):
            for counts, also in deck.element_ways(side, drawn):
                outlines[held, counts] = ways * also * deck.other_ways(side, held, counts)
        chances = ways_as_chances(outlines, deck.hand_limits(side).hidden)
        self._outlines, self._chances = list(chances), list(chances.values())
        by_power = sorted(deck.spells.elements(), key=lambda spell: -spell.power)
        self._spells = [[spell for spell in by_power if spell.element == element] for element in ELEMENTS]

    def draw(self, rng: random.Random) -> tuple[Card, ...]:
        """One hand: spells by element, highest first, then response cards."""
        [(held, counts)] = rng.choices(self._outlines, self._chances)
        cards: list[Card] = []
        for spells, count in zip(self._spells, counts, strict=True):
            cards += [spells[index] for index in sorted(rng.sample(range(len(spells)), count))]
        return (*cards, *held.cards)
