"""Estimates of what others hold: the cards of the box that a player has not seen, and hands dealt from them.

Hands hold spells, cats, traps and Miromon (creatures lie open), so a hidden hand is a draw from the unseen
ones of these; creatures are left out.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from twingkit.twing.players.lay_choice import Powers, by_element
from twingkit.twing.rules.cards import Card, Creature, Spell
from twingkit.twing.rules.player import ELEMENT_LIMIT
from twingkit.twing.view import View


class Held(NamedTuple):
    """A hand as somebody may hold it: spells by element, and what else there is."""

    spells: dict[str, Powers]
    cats: int
    traps: int
    miromon: int


def unseen(view: View, box: Iterable[Card]) -> list[Card]:
    """The cards, without creatures, that lie where this player cannot look: in hands and in the stack."""
    left = Counter(card for card in box if not isinstance(card, Creature))
    left.subtract(card for card in _visible_cards(view) if not isinstance(card, Creature))
    if view.variant.unused_elements == "removed":
        played = {seat.character for seat in view.seats}
        left = Counter(
            {card: n for card, n in left.items() if isinstance(card, str) or card.element in played}
        )
    return sorted((+left).elements(), key=_order)


def _order(card: Card) -> tuple[str, int]:
    return (card, 0) if isinstance(card, str) else (card.element, card.power)


def _visible_cards(view: View) -> Iterator[Card]:
    yield from view.discard
    hand = view.hand
    yield from hand.spells
    for name, count in (("cat", hand.cats), ("trap", hand.traps), ("miromon", hand.miromon)):
        yield from (name,) * count
    if view.battle and not view.battle.over:
        for side in view.battle.sides:
            if side.lay:
                yield from side.lay.spells
            yield from side.played
            for support in side.supports:
                yield from support.cards


def deal(cards: list[Card], size: int, rng: random.Random) -> Held:
    """A possible hand of `count` cards, dealt from unseen ones; spells of three elements at most."""
    dealt = rng.sample(cards, min(size, len(cards)))
    powers = by_element(card for card in dealt if isinstance(card, Spell))
    while len(powers) > ELEMENT_LIMIT:  # TW-TURN-4: no player holds four; the weakest has gone
        del powers[min(powers, key=lambda element: sum(powers[element]))]
    return Held(powers, dealt.count("cat"), dealt.count("trap"), dealt.count("miromon"))
