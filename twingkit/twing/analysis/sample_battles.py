"""Situations and battles to try things on: dealt from the box, the same for the same seed.

The battles of a table of players are not known in general. Here two players get different characters, and
each of them `cards` playing cards from one shuffled box: spells to the hand, creatures to the entourage,
cats, traps and Miromon to be held (TW-SET-1). A hand without a spell draws until one comes (TW-SET-3); of
four elements of spells the one with the fewest points goes (TW-TURN-4). A variant says by which rules cards
are laid; hands are dealt as in the box. Nothing has been played before,
nobody owns an object. Then the cards are laid, as `LAYS` says. With 9 cards, the default, the best attack has
about 8 points (in games of the computer player `greedy` it is 7 in duels and 11 in battles). The numbers of
the assumed box are invented (TW-BOX-5), so every average over such battles is assumed, too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice

from twingkit.asking import one_line
from twingkit.messages import Fault
from twingkit.twing.analysis.advice import advice_rows
from twingkit.twing.box.box import Box, load_box
from twingkit.twing.notation.battle_line import Battle, Side
from twingkit.twing.notation.holder import Holder
from twingkit.twing.notation.situation import Situation
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.cards import ELEMENTS, Card, Creature, Spell
from twingkit.twing.rules.player import ELEMENT_LIMIT, SPELL_LIMIT
from twingkit.twing.variants.meant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

CARDS = 9
"""Playing cards dealt to each player."""

LAYS = ("best", "drawn")
"""The ways to lay cards: "best", the attack with the best edge against the best defence, both as `advise` has
it with open hands and best responses (TW-ODDS-2); "drawn", any legal lay of each side (`lay.random_lay`)."""


def sample_situations(
    n: int, seed: int = 0, cards: int = CARDS, box: Box | None = None, held: bool = True
) -> list[Situation]:
    """`n` situations in which nothing is laid yet, dealt as this module explains.

    The first of many are the same as few of the same `seed`. `held` False leaves cats, traps and Miromon
    out. `box` is the assumed one without it. Raises `Fault` where `n` or `cards` is no number above 0, or
    the box is too small.

    >>> print(sample_situations(1, seed=4)[0])
    W: hand F5 F2*2 W3 W2 L3 L2 & cat vs F: hand F1*2 W2 W1 A5 A2 + F1 W2 & cat
    """
    for name, number in (("n", n), ("cards", cards)):
        if type(number) is not int or number < 1:
            raise Fault("sample.number", name=name, found=one_line(str(number), 24))
    deck = (box or load_box()).cards()
    spells = sum(isinstance(card, Spell) for card in deck)
    if 2 * cards > len(deck) or spells < 2:
        raise Fault("sample.box", cards=2 * cards, size=len(deck), spells=spells)
    return list(islice(_situations(deck, seed, cards, held), n))


def sample_battles(
    n: int,
    seed: int = 0,
    cards: int = CARDS,
    box: Box | None = None,
    held: bool = True,
    lays: str = "best",
    variant: Variant | str = BOX,
) -> list[Battle]:
    """`n` battles: the situations of `sample_situations` with cards laid as `lays` (of `LAYS`) says.

    Each side goes on holding its cats, traps and Miromon. The lays are legal, and the best, by the rules of
    `variant`: a `Variant`, a preset's name or a line of switches. Raises `Fault` as `sample_situations` does,
    and for another word of `lays`.

    >>> for battle in sample_battles(2, seed=4):
    ...     print(battle)
    W: F5 F2 F2 & cat vs F: A5 A2 & cat
    W: W3 W2 & cat vs F: L6 L4 & cat trap*2
    """
    if lays not in LAYS:
        raise Fault("sample.lays", found=one_line(str(lays), 24), known=", ".join(LAYS))
    rng = random.Random(f"lays {seed}")
    rules = as_variant(variant)
    situations = sample_situations(n, seed, cards, box, held)
    if lays == "best":
        return [_best(situation, rules) for situation in situations]
    return [_drawn(situation, rng, rules) for situation in situations]


def _situations(deck: list[Card], seed: int, cards: int, held: bool) -> Iterator[Situation]:
    """Yield situations endlessly."""
    rng = random.Random(f"situations {seed}")
    while True:
        rng.shuffle(deck)
        hands = [deck[:cards], deck[cards : 2 * cards]]
        stock = iter(deck[2 * cards :])
        for hand in hands:
            _refill(hand, stock)
        characters = rng.sample(ELEMENTS, 2)
        if all(any(isinstance(card, Spell) for card in hand) for hand in hands):
            attacker, defender = (
                _holder(character, hand, held) for character, hand in zip(characters, hands, strict=True)
            )
            yield Situation(attacker, defender).check()


def _refill(hand: list[Card], stock: Iterator[Card]) -> None:
    """TW-SET-3: a hand without a spell draws until one comes; what else was drawn is discarded."""
    if not any(isinstance(card, Spell) for card in hand):
        hand.extend(islice((card for card in stock if isinstance(card, Spell)), 1))


def _holder(character: str, hand: Sequence[Card], held: bool) -> Holder:
    spells = _within_limits([card for card in hand if isinstance(card, Spell)])
    creatures = [card for card in hand if isinstance(card, Creature)]
    cats, traps, miromon = (hand.count(name) * held for name in ("cat", "trap", "miromon"))
    return Holder(character, spells, 0, creatures, (), cats, traps, miromon)


def _within_limits(spells: list[Spell]) -> list[Spell]:
    """TW-TURN-4: of four elements the one with the fewest points goes; of more than 15 the weakest do."""
    present = [element for element in ELEMENTS if any(card.element == element for card in spells)]
    if len(present) > ELEMENT_LIMIT:
        weakest = min(
            present, key=lambda element: sum(card.power for card in spells if card.element == element)
        )
        spells = [card for card in spells if card.element != weakest]
    return sorted(spells, key=lambda card: -card.power)[:SPELL_LIMIT]


def _best(situation: Situation, variant: Variant) -> Battle:
    row = advice_rows(situation, "attacker", variant=variant)[0]
    attacker, defender = situation.holders
    line = f"{attacker.character}: {row.lay} vs {defender.character}: {row.answer}"
    laid = Battle.parse(line)
    return Battle(_side(attacker, laid.attacker.lay), _side(defender, laid.defender.lay)).check(variant)


def _drawn(situation: Situation, rng: random.Random, variant: Variant) -> Battle:
    attacker, defender = (
        _side(holder, laying.random_lay(holder.spells, holder.creatures, role, (), (), rng, variant))
        for role, holder in zip(("attacker", "defender"), situation.holders, strict=True)
    )
    return Battle(attacker, defender).check(variant)


def _side(holder: Holder, lay: laying.Lay) -> Side:
    return Side(holder.character, lay, holder.objects, holder.cats, holder.traps, holder.miromon)
