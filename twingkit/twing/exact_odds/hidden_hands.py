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
from typing import Any

from twingkit.core.arguments import check_arguments
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES, Role
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.row_table import DataFrame, frame_from_rows
from twingkit.twing.box.box import BOX_ARGUMENT, Box
from twingkit.twing.exact_odds.hidden_card_pool import HiddenCardPool, SpellCounts, ways_as_chances
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.notation.situation import Situation
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules.cards import ELEMENTS, Card, Spell
from twingkit.twing.rules.response_cards import RESPONSE_CARD_PLURALS, ResponseCards
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
from twingkit.twing.variants.variant import BOX, Variant

MAX_EXACT_HANDS = 5_000
"""Largest number of different hands that are listed with exact chances."""

DEFAULT_SAMPLES = 2_000
"""Number of hands sampled by default if there are too many to list."""

MAX_SAMPLES = 100_000
"""Largest allowed number of samples."""

DEFAULT_SEED = 0
"""The default seed for sampling hands."""


@with_column_meanings
@check_arguments(box=BOX_ARGUMENT)
def hidden_hands(
    position: Situation | Battle | str,
    *,
    side: Role,
    variant: Variant | str = BOX,
    samples: int | None = None,
    seed: int = DEFAULT_SEED,
    box: Box | None = None,
) -> DataFrame:
    """Return the possible hidden cards of one side ("attacker" or "defender"), the likeliest first.

    One row for each different set of cards. All sets are listed with exact chances, unless there are more
    than 5,000; then, or if `samples` is given, that many
    hands are sampled with `seed`. `variant` is a `Variant`, a preset's name or a line of switches. The
    frame's `.attrs` hold `position`, `side`, `exact`, `samples`, `box` (its title) and `assumed`: whether
    any number of the box is invented (TW-BOX-5); also `variant`, unless it is the box.

    Raises `NotationError`, `IllegalBattleError`, `VariantError`, or `Fault` if the box has too few cards
    left.

    >>> line = "F: hand F5 vs W: hand W3 ?*2; gone F1*5 W1*5 L1*5 A1*5 & cat*9"
    >>> frame = hidden_hands(line, side="defender")
    >>> print(len(frame), frame.loc[0, "hand"], f"{frame.loc[0, 'chance']:.2%}")
    247 A2 & trap 1.81%
    """

    rules = as_variant(variant)
    pool = HiddenCardPool.from_situation(position, box, rules)
    chances, drawn = _hand_chances(pool, ROLES.index(side), samples, seed)
    rows = [_row(cards, chance, drawn) for cards, chance in chances.items()]
    return frame_from_rows(
        sorted(rows, key=lambda row: (-row["chance"], row["hand"])),
        position=str(pool.situation),
        side=side,
        exact=not drawn,
        samples=drawn,
        box=pool.box_title,
        assumed=pool.uses_assumed_counts,
        **variant_table_attrs(rules),
    )


def check_sample_count(samples: int | None) -> None:
    """Raise `Fault` unless `samples` is None or an integer from 1 to `MAX_SAMPLES`."""
    if samples is None:
        return
    is_whole = isinstance(samples, int) and not isinstance(samples, bool)
    if not (is_whole and 1 <= samples <= MAX_SAMPLES):
        raise Fault("hidden.samples", found=str(samples)[:40], most=f"{MAX_SAMPLES:,}")


def _hand_chances(
    pool: HiddenCardPool, own_index: int, samples: int | None, seed: int
) -> tuple[dict[tuple[Card, ...], float], int]:
    """Return the possible hidden cards of a side with their chances, and the number of samples (0: exact)."""
    check_sample_count(samples)
    if samples is None and _count(pool, own_index) <= MAX_EXACT_HANDS:
        ways: Counter[tuple[Card, ...]] = Counter()
        for cards, count in _hidden_sets(pool, own_index):
            ways[cards] += count
        return ways_as_chances(ways, pool.hand_limits(own_index).hidden_count), 0
    drawn = samples or DEFAULT_SAMPLES
    hands, rng = HandSampler(pool, own_index), random.Random(seed)
    counted = Counter(hands.draw_hand(rng) for _ in range(drawn))
    return {cards: count / drawn for cards, count in counted.items()}, drawn


def _row(cards: tuple[Card, ...], chance: float, samples: int) -> dict[str, Any]:
    spells = SituationSide("F", [card for card in cards if isinstance(card, Spell)])
    held = ResponseCards.from_cards(cards)
    text = str(spells).removeprefix("F: hand ") if spells.spells else ""
    played = str(held)
    hand = " & ".join(filter(None, (text or ("nothing" if played else ""), played)))
    error = sqrt(chance * (1 - chance) / samples) if samples else 0.0
    counts = dict(zip(RESPONSE_CARD_PLURALS, held, strict=True))
    return {"hand": hand, "spells": text, **counts, "chance": chance, "error": error}


def single_possible_hand(pool: HiddenCardPool, side: int) -> tuple[Card, ...] | None:
    """Return the hidden cards of a side (0 attacker, 1 defender) if only one set is possible, else None."""
    if _count(pool, side) > MAX_EXACT_HANDS:
        return None
    hands = set[tuple[Card, ...]]()
    for cards, _ in _hidden_sets(pool, side):
        hands.add(cards)
        if len(hands) > 1:
            return None
    return next(iter(hands), None)


def _count(pool: HiddenCardPool, side: int) -> int:
    """Return the number of different sets of hidden cards, including those that the rules forbid."""
    hidden = pool.hand_limits(side).hidden_count
    sets = [1] + [0] * hidden
    for most in (*pool.spells.values(), *pool.response_cards):
        sets = [sum(sets[max(0, size - most) : size + 1]) for size in range(hidden + 1)]
    return sets[hidden]


def _hidden_sets(pool: HiddenCardPool, side: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    for held, ways, drawn in pool.hidden_response_card_ways(side):
        specials = held.cards
        for counts, _ in pool.hidden_spell_ways(side, drawn):
            others = pool.other_side_ways(side, held, counts)
            if not others:
                continue
            choices = [_spell_sets(pool, *pair) for pair in zip(ELEMENTS, counts, strict=True)]
            for parts in product(*choices):
                cards = tuple(card for part, _ in parts for card in part)
                yield cards + specials, ways * others * prod(count for _, count in parts)


def _spell_sets(pool: HiddenCardPool, element: str, count: int) -> list[tuple[tuple[Spell, ...], int]]:
    kinds = sorted(
        ((spell, most) for spell, most in pool.spells.items() if spell.element == element),
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
    """A sampler of complete hidden hands of one side, drawn with their exact chances.

    It first draws how many response cards and spells of each element there are, then which spells.
    """

    def __init__(self, pool: HiddenCardPool, side: int) -> None:
        outlines = Counter[tuple[ResponseCards, SpellCounts]]()
        for held, ways, drawn in pool.hidden_response_card_ways(side):
            for counts, also in pool.hidden_spell_ways(side, drawn):
                outlines[held, counts] = ways * also * pool.other_side_ways(side, held, counts)
        chances = ways_as_chances(outlines, pool.hand_limits(side).hidden_count)
        self._outlines, self._chances = list(chances), list(chances.values())
        by_power = sorted(pool.spells.elements(), key=lambda spell: -spell.power)
        self._spells = [[spell for spell in by_power if spell.element == element] for element in ELEMENTS]

    def draw_hand(self, rng: random.Random) -> tuple[Card, ...]:
        """Return one random hand: spells by element, highest first, then response cards."""
        [(held, counts)] = rng.choices(self._outlines, self._chances)
        cards: list[Card] = []
        for spells, count in zip(self._spells, counts, strict=True):
            cards += [spells[index] for index in sorted(rng.sample(range(len(spells)), count))]
        return (*cards, *held.cards)
