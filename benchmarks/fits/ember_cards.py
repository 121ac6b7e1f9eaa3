"""The worth of cards in Ember: the numbers of `ember/players/prospects.py`.

`python benchmarks/fits/ember_cards.py [turns]`; needs numpy; 500 turns by default.

A single player plays for Victory Points. Every creature of the assumed pool is available in every turn, all
cards outside the hand are in the deck, and no abilities are used. Best play is computed for hands of five
cards (all hands up to renaming of elements, iterating the values of the next turn until they converge). Other
hands use it, with the best discard and the best conjuring. Printed are the Victory Points per turn, what one
more card before the conjuring adds, what one card fewer costs, and what replacing up to three cards adds.

Computed: 4.95 Victory Points per turn. One card fewer before the conjuring costs 2.37 if the player chooses
it, 4.24 if it is random, 6.04 if it is the most important one; replacing up to three cards adds 2.40 on
average in those 70 % of turns in which it adds at least one. Played, 40 turns each: drawing two cards 8.3 ±
0.5 per turn, drawing three 9.7 ± 0.5; with a Hand Size of six 7.7 ± 0.6, of seven 9.1 ± 0.5.
"""

from __future__ import annotations

import itertools
import random
import sys
from math import comb

import numpy as np

from twingkit.ember.box.pool import load_pool
from twingkit.ember.rules.cards import DECK_SIZE, WIZARD_COUNT

HAND = 5
BINOMIAL = np.array([[comb(place, size) for size in range(HAND + 2)] for place in range(DECK_SIZE + 1)])
ELEMENT_PERMUTATIONS = [
    np.array(
        [
            place - place % 4 + order[place % 4] if place < WIZARD_COUNT else place
            for place in range(DECK_SIZE)
        ]
    )
    for order in itertools.permutations(range(4))
]


def hand_numbers(hands: np.ndarray) -> np.ndarray:
    """Return a unique number for each hand (a row of card indices, lowest first)."""
    return sum((BINOMIAL[hands[:, at], at + 1] for at in range(hands.shape[1])), np.zeros(len(hands), int))


def equivalent_hand_numbers(hands: np.ndarray) -> np.ndarray:
    """Return, for each hand, the lowest number among equivalent hands.

    Equivalent hands differ only in the names of elements and in which Archmages they hold.
    """
    hands = np.sort(hands, 1)
    size = hands.shape[1]
    first = size - (hands >= WIZARD_COUNT).sum(1)
    places = np.arange(size)
    hands = np.where(places >= first[:, None], WIZARD_COUNT + places - first[:, None], hands)
    return np.min([hand_numbers(np.sort(names[hands], 1)) for names in ELEMENT_PERMUTATIONS], axis=0)


class Hands:
    """The distinct hands of each size up to five: `cards`, and the hands they become with one more card."""

    def __init__(self) -> None:
        self.cards, self.ids, self.more = [np.zeros((1, 0), int)], [np.zeros(1, int)], []
        for size in range(1, HAND + 1):
            every = np.array(list(itertools.combinations(range(DECK_SIZE), size)))
            numbers = np.concatenate(
                [equivalent_hand_numbers(part) for part in np.array_split(every, 1 + len(every) // 400_000)]
            )
            _, first, ids = np.unique(numbers, return_index=True, return_inverse=True)
            table = np.zeros(comb(DECK_SIZE, size), int)
            table[hand_numbers(every)] = ids
            self.cards.append(every[first])
            self.ids.append(table)
        for size in range(HAND):
            held = self.cards[size]
            new = np.array([np.setdiff1d(np.arange(DECK_SIZE), row) for row in held])
            wider = np.concatenate([np.repeat(held[:, None], new.shape[1], 1), new[:, :, None]], 2)
            self.more.append(self.ids_of(wider.reshape(-1, size + 1)).reshape(new.shape))

    def ids_of(self, hands: np.ndarray) -> np.ndarray:
        """Return the ids of hands."""
        return (
            self.ids[hands.shape[1]][hand_numbers(np.sort(hands, 1))]
            if hands.shape[1]
            else np.zeros(len(hands), int)
        )

    def values_after_draw(self, values: np.ndarray, size: int = HAND) -> list[np.ndarray]:
        """Return the mean values of smaller hands after drawing up to `size` cards, by hand size."""
        means = [values]
        for held in range(size - 1, -1, -1):
            means.insert(0, means[0][self.more[held]].mean(1))
        return means


def paid_points(hands: Hands) -> list[np.ndarray]:
    """Return the Victory Points that exactly the cards of a hand pay for, by hand size."""
    points = [np.zeros(len(cards)) for cards in hands.cards]
    for creature in load_pool().values():
        size = creature.cost.size
        pays = np.array([creature.cost.is_paid(tuple(map(int, row))) for row in hands.cards[size]])
        best = creature.value + creature.bonus_points
        points[size] = np.maximum(points[size], np.where(pays, best, 0))
    return points


def conjuring_values(
    hands: Hands, points: list[np.ndarray], later: list[np.ndarray], size: int
) -> np.ndarray:
    """Return the value of the best conjuring (or none) from each hand of a size, including the kept cards."""
    best, cards = later[size].copy(), hands.cards[size]
    for count in range(2, size + 1):
        for pays in itertools.combinations(range(size), count):
            kept = [at for at in range(size) if at not in pays]
            now = points[count][hands.ids_of(cards[:, pays])]
            best = np.maximum(
                best, np.where(now > 0, now + later[size - count][hands.ids_of(cards[:, kept])], -99.0)
            )
    return best


def held_values(hands: Hands, later: list[np.ndarray], rows: np.ndarray) -> np.ndarray:
    """Return the worth of hands of any size in later turns, with their best five cards."""
    if rows.shape[1] <= HAND:
        return later[rows.shape[1]][hands.ids_of(rows)]
    chosen = itertools.combinations(range(rows.shape[1]), HAND)
    return np.max([later[HAND][hands.ids_of(rows[:, five])] for five in chosen], axis=0)


def best_conjurings(
    hands: Hands, points: list[np.ndarray], later: list[np.ndarray], rows: np.ndarray
) -> tuple[np.ndarray, list[tuple[int, ...]]]:
    """Return the worth of the best conjuring of each hand, and the positions of the cards that pay for it."""
    size = rows.shape[1]
    ways = [
        (),
        *(pays for count in range(2, HAND + 1) for pays in itertools.combinations(range(size), count)),
    ]
    worth = []
    for pays in ways:
        kept = held_values(hands, later, rows[:, [at for at in range(size) if at not in pays]])
        now = points[len(pays)][hands.ids_of(rows[:, pays])] if pays else np.ones(len(rows))
        worth.append(np.where(now > 0, now * bool(pays) + kept, -99.0))
    best = np.argmax(worth, axis=0)
    return np.max(worth, axis=0), [ways[way] for way in best]


def points_per_turn(
    hands: Hands, points: list[np.ndarray], later: list[np.ndarray], size: int, draws: int, turns: int
) -> str:
    """Return the Victory Points per turn with their error, for a Hand Size and a number of cards drawn."""
    rng, hand, gains = random.Random(1), list[int](), []
    hand = rng.sample(range(DECK_SIZE), size)
    for _ in range(turns):
        unseen = [place for place in range(DECK_SIZE) if place not in hand]
        means = []
        for gone in hand:
            left = [place for place in hand if place != gone]
            rows = np.array([[*left, new] for new in unseen])
            means.append(best_conjurings(hands, points, later, rows)[0].mean())
        hand.remove(hand[int(np.argmax(means))])
        hand += rng.sample(unseen, draws)
        _, (pays,) = best_conjurings(hands, points, later, np.array([hand]))
        gains.append(float(points[len(pays)][hands.ids_of(np.array([hand])[:, pays])][0]) if pays else 0.0)
        hand = [place for at, place in enumerate(hand) if at not in pays]
        hand += rng.sample([place for place in range(DECK_SIZE) if place not in hand], len(pays))
        while len(hand) > size:
            rest = np.array([[place for place in hand if place != gone] for gone in hand])
            hand.remove(hand[int(np.argmax(held_values(hands, later, rest)))])
    return f"{np.mean(gains):.2f} ± {np.std(gains) / turns**0.5:.2f}"


def main(turns: int = 500) -> None:
    """Compute the values of hands, play turns with them, and print the results."""
    hands = Hands()
    points = paid_points(hands)
    cards, size = hands.cards[HAND], HAND
    less = np.stack([hands.ids_of(np.delete(cards, at, 1)) for at in range(size)], 1)
    values, pace = np.zeros(len(cards)), 0.0
    for _ in range(12):
        later = hands.values_after_draw(values)
        now = conjuring_values(hands, points, later, size)
        best = np.maximum(now, hands.values_after_draw(now)[size - 1][less].max(1))
        pace = float((best - values).mean())
        values = best - best.mean()
    print(f"{pace:.2f} Victory Points a turn")
    later = hands.values_after_draw(values)
    kept = hands.values_after_draw(now)
    weights = [np.ones(1)]
    for held in range(size):
        wider = np.zeros(len(hands.cards[held + 1]))
        many = hands.more[held].shape[1]
        np.add.at(wider, hands.more[held].ravel(), np.repeat(weights[held] / many, many))
        weights.append(wider)
    chosen = less[np.arange(len(cards)), kept[size - 1][less].argmax(1)]
    after = np.zeros(len(cards))  # how often each hand occurs before the conjuring
    four = np.zeros(len(hands.cards[size - 1]))
    np.add.at(four, chosen, weights[size])
    np.add.at(after, hands.more[size - 1].ravel(), np.repeat(four / (DECK_SIZE - 4), DECK_SIZE - 4))
    fewer = hands.values_after_draw(
        kept[size - 1] - pace, size - 1
    )  # four cards: the next draw needs no discard
    lost = now[:, None] - conjuring_values(hands, points, fewer, size - 1)[less]
    print(f"a card less: chosen {after @ lost.min(1):.2f}, by chance {after @ lost.mean(1):.2f}, ")
    print(f"the one that is missed most {after @ lost.max(1):.2f}")
    anew = (
        np.max(
            [
                kept[size - d][hands.ids_of(np.delete(cards, gone, 1))]
                for d in (1, 2, 3)
                for gone in itertools.combinations(range(size), d)
            ],
            axis=0,
        )
        - now
    )
    for least in (0.0, 1.0, 2.0):
        share = after[anew > least].sum()
        print(
            f"replacing up to three, where it adds {least}: {share:.0%} of turns, "
            f"{(after * anew)[anew > least].sum() / share:.2f}"
        )
    for held, drawn in ((5, 1), (5, 2), (5, 3), (5, 4), (6, 1), (7, 1)):
        print(f"hand size {held}, {drawn} drawn: {points_per_turn(hands, points, later, held, drawn, turns)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
