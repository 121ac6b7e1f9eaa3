"""Sample situations and battles dealt from the box, reproducible by seed.

The battles that real players fight are not known. Here two players get different characters and `cards`
playing cards each from one shuffled box: spells go to the hand, creatures to the entourage, cats, traps and
Miromon are held (TW-SET-1). A hand without a spell draws until it gets one (TW-SET-3); of four elements of
spells, the one with the fewest points is discarded (TW-TURN-4). A variant determines how cards are dealt and
laid. Nothing has been played before, and nobody owns an object. Then the cards are laid as in `LAY_METHODS`.
With 9 cards, the default, the best attack has about 8 points (for the computer player `greedy` it is 7 in
duels and 11 in battles). The numbers of the assumed box are invented (TW-BOX-5), so every average over such
battles is assumed, too.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal

from twingkit.core.arguments import BOOLEAN, SAMPLES, check_arguments
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES
from twingkit.core.questions import one_line_excerpt
from twingkit.core.running.progress_bar import progress_bar
from twingkit.twing.analysis.best_lays import best_lays
from twingkit.twing.box.box import BOX_ARGUMENT, Box, load_box
from twingkit.twing.notation.battle_line import Battle, Side, parse_lay
from twingkit.twing.notation.situation import Situation
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.cards import ELEMENTS, Card, Creature, Spell
from twingkit.twing.rules.player import MAX_HAND_ELEMENTS, MAX_HAND_SPELLS
from twingkit.twing.rules.response_cards import NO_RESPONSE_CARDS, ResponseCards
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

_CARDS_PER_PLAYER = 9
"""The default number of playing cards dealt to each player."""

BATCH_SIZE = 2000
"""Number of battles whose best lays are searched together (about 80 MB of memory).

With 500, each battle takes a fifth more time.
"""

LAY_METHODS = ("best", "drawn")
"""The methods of laying the cards of a sample battle.

"best": the attack with the best edge against the best defence, as in `advise` with open hands and best
responses (TW-ODDS-2). "drawn": a random legal lay of each side (`lay.random_lay`).
"""


@check_arguments(n=SAMPLES, cards=SAMPLES, box=BOX_ARGUMENT, with_response_cards=BOOLEAN)
def sample_situations(
    n: int,
    seed: int = 0,
    *,
    cards: int = _CARDS_PER_PLAYER,
    box: Box | None = None,
    with_response_cards: bool = True,
    variant: Variant | str = BOX,
) -> list[Situation]:
    """Return `n` random situations before any lay, dealt from the box as explained in this module.

    With the same `seed`, a smaller `n` gives the first of the same situations. `cards` are dealt to each
    player. `with_response_cards=False` leaves out cats, traps and Miromon. `box` is the assumed one by
    default; `variant` is a `Variant`, a preset's name or a line of switches. Raises `VariantError`, and
    `Fault` if `n` is not from 1 to a million, `cards` is not positive, or the box is too small.

    >>> print(sample_situations(1, seed=4)[0])
    W: hand F5 F2*2 W3 W2 L3 L2 & cat vs F: hand F1*2 W2 W1 A5 A2 + F1 W2 & cat
    """
    deck = (box or load_box()).cards()
    _check_size(deck, cards)
    return list(islice(_situations(deck, seed, cards, with_response_cards, as_variant(variant)), n))


@check_arguments(n=SAMPLES, cards=SAMPLES, box=BOX_ARGUMENT, with_response_cards=BOOLEAN)
def sample_battles(
    n: int,
    seed: int = 0,
    *,
    cards: int = _CARDS_PER_PLAYER,
    box: Box | None = None,
    with_response_cards: bool = True,
    lays: Literal["best", "drawn"] = "best",
    variant: Variant | str = BOX,
    progress: bool = False,
) -> list[Battle]:
    """Return `n` random battles: dealt situations with cards laid.

    The situations are those of `sample_situations`. Each side keeps its cats, traps and Miromon. `variant`, a
    `Variant`, a preset's name or a line of switches, gives the rules for dealing and laying. `progress` shows
    a bar on the error stream: searching for the best lays takes about a millisecond for each battle, random
    lays less. Raises the errors of `sample_situations`, and `Fault` for another value of `lays`.

    >>> for battle in sample_battles(2, seed=4):
    ...     print(battle)
    W: F5 F2 F2 & cat vs F: A5 A2 & cat
    W: W3 W2 & cat vs F: L6 L4 & cat trap*2
    """
    if lays not in LAY_METHODS:
        raise Fault("sample.lays", found=one_line_excerpt(str(lays), 24), known=", ".join(LAY_METHODS))
    rng = random.Random(f"lays {seed}")
    rules = as_variant(variant)
    situations = sample_situations(
        n, seed, cards=cards, box=box, with_response_cards=with_response_cards, variant=rules
    )
    battles: list[Battle] = []
    with progress_bar(n, 0, progress) as show:
        for start in range(0, n, BATCH_SIZE):
            part = situations[start : start + BATCH_SIZE]
            pairs: Iterable[Sequence[laying.Lay]] = (
                (tuple(map(parse_lay, texts)) for texts in best_lays(part, rules))
                if lays == "best"
                else (_random_lays(situation, rng, rules) for situation in part)
            )
            battles += [_battle(*pair, rules) for pair in zip(part, pairs, strict=True)]
            show(len(battles))
    return battles


def _check_size(deck: Sequence[Card], cards: int) -> None:
    """Raise `Fault` unless two players can get this many cards, including a spell each."""
    spells = sum(isinstance(card, Spell) for card in deck)
    if 2 * cards > len(deck) or spells < 2:
        raise Fault("sample.box", cards=2 * cards, size=len(deck), spells=spells)


def _situations(deck: list[Card], seed: int, cards: int, held: bool, variant: Variant) -> Iterator[Situation]:
    rng = random.Random(f"situations {seed}")
    # TW-SET-3 gives both hands a spell, otherwise TW-TURN-2 does, in a variant only in the player's own turn.
    both = variant.setup_refill == "draw" or variant.refill_when == "always"
    while True:
        rng.shuffle(deck)
        characters = rng.sample(ELEMENTS, 2)
        stack = _in_game(deck, characters, variant)
        if len(stack) < len(deck):
            _check_size(stack, cards)
        hands, stock = [stack[:cards], stack[cards : 2 * cards]], stack[2 * cards :]
        if variant.setup_refill == "mulligan":
            hands = [_deal_again(hand, stock, rng) for hand in hands]
        rest, filled = iter(stock), hands if both else hands[:1]
        for hand in filled:
            _refill(hand, rest)
        if all(_has_spell(hand) for hand in filled):
            attacker, defender = (
                _holder(character, hand, held, variant)
                for character, hand in zip(characters, hands, strict=True)
            )
            yield Situation(attacker, defender).check(variant)


def _in_game(deck: Sequence[Card], characters: Sequence[str], variant: Variant) -> list[Card]:
    """Return the cards of a deck that are used with these characters; a variant may remove cards of unused
    elements.
    """
    if variant.unused_elements != "removed":
        return list(deck)
    return [card for card in deck if isinstance(card, str) or card.element in characters]


def _has_spell(hand: Sequence[Card]) -> bool:
    return any(isinstance(card, Spell) for card in hand)


def _deal_again(hand: list[Card], stock: list[Card], rng: random.Random) -> list[Card]:
    """Put a hand without a spell back into the stock and deal a new hand (a variant of TW-SET-3)."""
    if _has_spell(hand):
        return hand
    stock += hand
    rng.shuffle(stock)
    again = stock[: len(hand)]
    del stock[: len(hand)]
    return again


def _refill(hand: list[Card], stock: Iterator[Card]) -> None:
    """Draw for a hand without a spell until it gets one; other drawn cards are discarded (TW-SET-3)."""
    if not _has_spell(hand):
        hand.extend(islice((card for card in stock if isinstance(card, Spell)), 1))


def _holder(character: str, hand: Sequence[Card], held: bool, variant: Variant) -> SituationSide:
    spells = _within_limits([card for card in hand if isinstance(card, Spell)], variant)
    creatures = [card for card in hand if isinstance(card, Creature)]
    return SituationSide(
        character, spells, 0, creatures, (), ResponseCards.from_cards(hand) if held else NO_RESPONSE_CARDS
    )


def _within_limits(spells: list[Spell], variant: Variant) -> list[Spell]:
    """Return the spells that a hand with these spells may keep under the hand limits (TW-TURN-4).

    Of four elements the one with the fewest points is discarded; of more than 15 spells, the weakest. In
    variants it is the element that came last, and everything after the fifteenth spell.
    """
    present = list(dict.fromkeys(card.element for card in spells))
    if len(present) > MAX_HAND_ELEMENTS:
        lost = present[-1] if variant.fourth_element == "newest" else _weakest(spells)
        spells = [card for card in spells if card.element != lost]
    if variant.hand_limit == "stop":
        spells = spells[:MAX_HAND_SPELLS]
    return sorted(spells, key=lambda card: -card.power)[:MAX_HAND_SPELLS]


def _weakest(spells: Sequence[Spell]) -> str:
    return min(ELEMENTS, key=lambda element: sum(card.power for card in spells if card.element == element))


def _random_lays(situation: Situation, rng: random.Random, variant: Variant) -> list[laying.Lay]:
    return [
        laying.random_lay(holder.spells, holder.creatures, role, (), (), rng, variant)
        for role, holder in zip(ROLES, situation.sides, strict=True)
    ]


def _battle(situation: Situation, lays: Sequence[laying.Lay], variant: Variant) -> Battle:
    attacker, defender = (
        Side(holder.character, lay, holder.objects, holder.response_cards)
        for holder, lay in zip(situation.sides, lays, strict=True)
    )
    return Battle(attacker, defender).check(variant)
