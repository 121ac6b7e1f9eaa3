"""Random positions, and the texts of their creatures."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from twingkit.core.language import call_in_language
from twingkit.core.play import Game
from twingkit.core.questions import Chance
from twingkit.core.words import LANGUAGES
from twingkit.ember.box.pool import Creature, load_pool
from twingkit.ember.quiz.telling import plain
from twingkit.ember.rules.cards import DECK, ELEMENTS, NUMBERS, WIZARDS, sorted_cards
from twingkit.learn.quiz.item import Texts

TRIES = 1000
"""Number of attempts to choose cards that nobody has."""


class Deal:
    """Random cards, each dealt only once."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.left = list(DECK[:WIZARDS])
        rng.shuffle(self.left)

    def take(self, cards: Iterable[str]) -> list[str]:
        """Return these cards and reserve them, so that nobody else gets them."""
        taken = list(cards)
        self.left = [card for card in self.left if card not in taken]
        return taken

    def cards(self, count: int) -> list[str]:
        """Return `count` random cards."""
        return [self.left.pop() for _ in range(count)]

    def _free(self, choose: Callable[[], list[str]]) -> list[str]:
        """Return random cards of `choose` that nobody has, after several attempts; raises `LookupError` if
        all fail.
        """
        for _ in range(TRIES):
            if set(cards := choose()) <= set(self.left):
                return self.take(cards)
        raise LookupError("no such cards are left")

    def of_number(self, size: int) -> list[str]:
        """Return `size` cards of one number."""

        def choose() -> list[str]:
            number = self.rng.randint(1, NUMBERS)
            return [f"{element}{number}" for element in self.rng.sample(ELEMENTS, size)]

        return self._free(choose)

    def run(self, size: int, *, pure: bool = False) -> list[str]:
        """Return a run of `size` cards: in one element if `pure`, otherwise in at least two."""

        def choose() -> list[str]:
            low = self.rng.randint(1, NUMBERS + 1 - size)
            elements = [self.rng.choice(ELEMENTS)] * size
            while not pure and len(set(elements)) == 1:
                elements = [self.rng.choice(ELEMENTS) for _ in range(size)]
            return [f"{element}{low + step}" for step, element in enumerate(elements)]

        return self._free(choose)

    def of_element(self, size: int) -> list[str]:
        """Return `size` cards of one element."""

        def choose() -> list[str]:
            element = self.rng.choice(ELEMENTS)
            return [f"{element}{number}" for number in self.rng.sample(range(1, NUMBERS + 1), size)]

        return self._free(choose)


def join_hands(*cards: Sequence[str]) -> str:
    """Return several groups of cards as one text of a position."""
    return " ".join(sorted_cards([card for part in cards for card in part]))


def random_creatures(rng: random.Random, fits: Callable[[Creature], bool], count: int = 1) -> list[str]:
    """Return the ids of `count` random creatures of the assumed pool for which `fits` is True."""
    return rng.sample([creature.id for creature in load_pool().values() if fits(creature)], count)


def position_line(
    deal: Deal,
    mine: Sequence[str],
    has: Iterable[str] = (),
    other: Iterable[str] = (),
    third: Iterable[str] | None = None,
    *,
    pool: Iterable[str] = (),
    pile: Sequence[str] = (),
    theirs: Sequence[str] | None = None,
    more: str = "",
    move: str = "p1 draw",
) -> str:
    """Return the line of a position: the learner's hand and creatures, those of one or two others, and the
    piles.

    If no cards of the others are given, they hold two random cards. An empty Pool would end the game, so the
    Pool gets one creature if none is given.
    """
    seats = [(mine, has), (deal.cards(2) if theirs is None else theirs, other)]
    if third is not None:
        seats.append((deal.cards(2), third))
    lying = {name.partition(":")[0].partition("-")[0] for _, names in seats for name in names}
    parts = []
    for place, (cards, names) in enumerate(seats, start=1):
        creatures = " ".join(names)
        parts.append(
            f"p{place} hand {join_hands(cards)}".rstrip() + (f" has {creatures}" if creatures else "")
        )
    lies = list(pool) or [next(name for name in reversed(list(load_pool())) if name not in lying)]
    parts.append(f"pool {' '.join(lies)}")
    parts += [f"pile {' '.join(pile)}"] if pile else []
    parts += [more] if more else []
    return "; ".join([*parts, f"to move {move}"])


def game_at(line: str, *before: str, variant: str = "") -> Game:
    """Return the game of a line after these answers; chance is answered by typed answers."""
    return Game.begin(table_of(line, variant), game="ember").give_answers(*before)


def table_of(line: str, variant: str = "") -> str:
    """Return the set-up lines of a position."""
    return f"ember: {line}" + (f"\nvariant {variant}" if variant else "")


def creature_texts(name: str) -> Texts:
    """Return a creature's name."""
    return plain(load_pool()[name])


def full_texts(name: str) -> Texts:
    """Return a creature's name, its Victory Points and its ability."""
    creature = load_pool()[name]
    return {
        lang: f"{call_in_language(lang, creature.name)} ({creature.value}): {creature.text(lang)}"
        for lang in LANGUAGES
    }


def ability_texts(name: str) -> Texts:
    """Return a creature's name and its ability, without the kind of the ability."""
    creature = load_pool()[name]
    return {
        lang: f"{call_in_language(lang, creature.name)}: {call_in_language(lang, creature.effects_text)}"
        for lang in LANGUAGES
    }


def cost_texts(name: str) -> Texts:
    """Return a creature's name and its cost."""
    creature = load_pool()[name]
    return {lang: f"{call_in_language(lang, creature.name)} ({creature.cost})" for lang in LANGUAGES}


def resolve_chance(game: Game) -> Game:
    """Return a copy of a game in which chance has answered, always the same for the same game."""
    twin = game.copy()
    rng = random.Random(game.record)
    while isinstance(twin.question, Chance):
        twin.answer(twin.question.random_answer(rng))
    return twin
