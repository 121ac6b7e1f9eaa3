"""Hidden hands: the possible sets of hidden cards, and their chances.

Hidden cards come from what is left of the box: all cards that are neither visible in the situation nor
`gone`. Creatures are never hidden, since they are always face up (TW-SET-1, TW-TURN-1). At first, every set
of that many cards is equally likely; then hands that the rules forbid are excluded, and the chances of the
others keep their proportions. Forbidden are hands with spells of more than three elements or more than 15
spells (TW-TURN-4), including known and laid ones, and hands without a spell (TW-TURN-2), unless the box has
no spell left. Nothing is inferred from how the other side has played. A variant may remove elements that
nobody plays (TW-SET-1), or let a defender wait for a spell (TW-TURN-2).

The counts are exact: integer numbers of equally likely sets (a multivariate hypergeometric distribution with
these conditions). Only lists of complete hands are sampled with a seed, if they would be too long.
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
"""The default number of sampled hands if there are more."""

MAX_SAMPLES = 100_000
"""The largest allowed number of samples."""

SEED = 0
"""The default seed of the samples."""


@attrs.frozen
class HandRow(ResponseCardHolder):
    """One set of hidden cards: its spells in notation, its response cards, and its chance.

    `hand` is the whole set in notation. `error` is the standard error of `chance`, 0 if exact.
    """

    hand: str
    spells: str
    held: ResponseCards
    chance: float
    error: float


COLUMNS = ("hand", "spells", *PLURALS, "chance", "error")
"""The columns of `hidden_hands`: the fields of `HandRow`, with one column for each kind of response card."""


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
    """Return the possible hidden cards of one side ("attacker" or "defender"), the likeliest first.

    One row for each different set of cards, with the columns `COLUMNS`. All sets are listed with exact
    chances, unless there are more than `MAX_HANDS`; then, or if `samples` is given, that many hands are
    sampled with `seed`. `variant` is a `Variant`, a preset's name or a line of switches. The frame's `.attrs`
    hold `situation`, `side`, `exact`, `samples`, `box` (its title) and `assumed`: whether any number of the
    box is invented (TW-BOX-5); also `variant`, unless it is the box.

    Raises `NotationError`, `BattleError`, `VariantError`, or `Fault` if the box has too few cards left.

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
    """Return the chances of the response cards that attacker and defender hold, including known ones; always
    exact.

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
    """Raise `Fault` unless this is an integer from 1 to `MAX_SAMPLES`, or None."""
    if samples is None:
        return
    is_whole = isinstance(samples, int) and not isinstance(samples, bool)
    if not (is_whole and 1 <= samples <= MAX_SAMPLES):
        raise Fault("hidden.samples", found=str(samples)[:40], most=f"{MAX_SAMPLES:,}")


def side_index(side: str) -> int:
    """Return 0 for "attacker" and 1 for "defender"; raise `Fault` otherwise."""
    if side not in ROLES:
        raise Fault("hidden.side", found=str(side)[:40])
    return ROLES.index(side)


def _hand_rows(deck: Deck, side: str, samples: int | None, seed: int) -> tuple[list[HandRow], bool]:
    """Return the rows of `hidden_hands`, and whether they are exact."""
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
    """Return the hidden cards of a side (0 attacker, 1 defender) if only one set is possible."""
    if _count(deck, side) > MAX_HANDS:
        return None
    hands = set[tuple[Card, ...]]()
    for cards, _ in _hidden_sets(deck, side):
        hands.add(cards)
        if len(hands) > 1:
            return None
    return next(iter(hands), None)


def _count(deck: Deck, side: int) -> int:
    """Return the number of different sets of hidden cards, including forbidden ones."""
    hidden = deck.hand_limits(side).hidden
    sets = [1] + [0] * hidden
    for most in (*deck.spells.values(), *deck.response_cards):
        sets = [sum(sets[max(0, size - most) : size + 1]) for size in range(hidden + 1)]
    return sets[hidden]


def _hidden_sets(deck: Deck, side: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield every set of hidden cards with its number of equally likely ways."""
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
    """Return every set of `count` spells of an element, highest first, with its number of equally likely
    ways.
    """
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
    """Samples complete hidden hands of one side, each with its exact chance.

    It first draws how many response cards and spells of each element there are, then which spells.
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
        """Return one hand: spells by element, highest first, then response cards."""
        [(held, counts)] = rng.choices(self._outlines, self._chances)
        cards: list[Card] = []
        for spells, count in zip(self._spells, counts, strict=True):
            cards += [spells[index] for index in sorted(rng.sample(range(len(spells)), count))]
        return (*cards, *held.cards)
