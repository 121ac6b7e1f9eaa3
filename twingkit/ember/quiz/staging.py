"""Random cards and positions for questions, games played up to a question, and texts of creatures."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

from twingkit.core.language import call_in_language
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.core.words import LANGUAGES
from twingkit.ember.box.pool import Creature
from twingkit.ember.quiz.question_texts import POOL
from twingkit.ember.rules.cards import DECK, ELEMENTS, HIGHEST_NUMBER, WIZARD_COUNT, in_pile_order
from twingkit.learn.quiz.item import Texts
from twingkit.learn.quiz.staging import answer_while_pending

TRIES = 1000
"""Number of attempts to choose cards that are still free."""


class CardDealer:
    """A dealer of random wizard cards for quiz positions, who deals each card only once."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.left = list(DECK[:WIZARD_COUNT])
        rng.shuffle(self.left)

    def reserve_cards(self, cards: Iterable[str]) -> list[str]:
        """Reserve these cards, so that they are not dealt, and return them."""
        taken = list(cards)
        self.left = [card for card in self.left if card not in taken]
        return taken

    def random_wizards(self, count: int) -> list[str]:
        """Return `count` random cards."""
        return [self.left.pop() for _ in range(count)]

    def _free(self, choose: Callable[[], list[str]]) -> list[str]:
        """Return the first choice of only free cards; raises `LookupError` after several attempts."""
        for _ in range(TRIES):
            if set(cards := choose()) <= set(self.left):
                return self.reserve_cards(cards)
        raise LookupError("no such cards are left")

    def cards_of_one_number(self, size: int) -> list[str]:
        """Return `size` random cards of the same number that have not been dealt or reserved."""

        def choose() -> list[str]:
            number = self.rng.randint(1, HIGHEST_NUMBER)
            return [f"{element}{number}" for element in self.rng.sample(ELEMENTS, size)]

        return self._free(choose)

    def cards_in_run(self, size: int, *, pure: bool = False) -> list[str]:
        """Return a random run of `size` cards: in one element if `pure`, otherwise in at least two."""

        def choose() -> list[str]:
            low = self.rng.randint(1, HIGHEST_NUMBER + 1 - size)
            elements = [self.rng.choice(ELEMENTS)] * size
            while not pure and len(set(elements)) == 1:
                elements = [self.rng.choice(ELEMENTS) for _ in range(size)]
            return [f"{element}{low + step}" for step, element in enumerate(elements)]

        return self._free(choose)

    def cards_of_one_element(self, size: int) -> list[str]:
        """Return `size` random cards of the same element that have not been dealt or reserved."""

        def choose() -> list[str]:
            element = self.rng.choice(ELEMENTS)
            return [f"{element}{number}" for number in self.rng.sample(range(1, HIGHEST_NUMBER + 1), size)]

        return self._free(choose)

    def cards_of_kind(self, kind: str, size: int) -> list[str]:
        """Return a random set of `size` cards of a kind in the notation of costs: N, R, S or E."""
        if kind in "RS":
            return self.cards_in_run(size, pure=kind == "S")
        return (self.cards_of_one_number if kind == "N" else self.cards_of_one_element)(size)


def random_creature_ids(rng: random.Random, fits: Callable[[Creature], bool], count: int = 1) -> list[str]:
    """Return the ids of `count` random creatures of the assumed pool for which `fits` is True."""
    return rng.sample([creature.id for creature in POOL.values() if fits(creature)], count)


def staged_game(
    dealer: CardDealer,
    own_cards: Sequence[str],
    own_creatures: Iterable[str] = (),
    opponent_creatures: Iterable[str] = (),
    third_player_creatures: Iterable[str] | None = None,
    *,
    pool: Iterable[str] = (),
    pile: Sequence[str] = (),
    opponent_cards: Sequence[str] | None = None,
    extra_part: str = "",
    to_move: str = "p1 draw",
    answers: Sequence[str] = (),
    variant: str = "",
) -> Game:
    """Start a game at a position of the learner and one or two opponents, and give the `answers`, including
    rolls and draws.

    `own_cards` and `own_creatures` are those of the learner. Others without given cards hold two random
    ones. `extra_part` is one more part of the notation. An empty Pool would end the game, so the Pool gets
    one creature if none is given.
    """
    seats = [
        (own_cards, own_creatures),
        (dealer.random_wizards(2) if opponent_cards is None else opponent_cards, opponent_creatures),
    ]
    if third_player_creatures is not None:
        seats.append((dealer.random_wizards(2), third_player_creatures))
    lying = {name.partition(":")[0].partition("-")[0] for _, names in seats for name in names}
    parts = []
    for place, (cards, names) in enumerate(seats, start=1):
        hand, creatures = " ".join(in_pile_order(cards)), " ".join(names)
        parts.append(f"p{place} hand {hand}".rstrip() + (f" has {creatures}" if creatures else ""))
    lies = list(pool) or [next(name for name in reversed(list(POOL)) if name not in lying)]
    parts.append(f"pool {' '.join(lies)}")
    parts += [f"pile {' '.join(pile)}"] if pile else []
    parts += [extra_part] if extra_part else []
    line = f"ember: {'; '.join(parts)}; to move {to_move}" + (f"\nvariant {variant}" if variant else "")
    return Game.begin(line, game="ember").give_answers(*answers)


def full_creature_texts(creature_id: str) -> Texts:
    """Return a creature's name, its Victory Points and its ability as a text, by language."""
    creature = POOL[creature_id]
    return {
        lang: f"{call_in_language(lang, creature.name)} ({creature.value}): {creature.text(lang)}"
        for lang in LANGUAGES
    }


def name_and_ability_texts(creature_id: str) -> Texts:
    """Return a creature's name and the effects of its ability as a text, by language."""
    creature = POOL[creature_id]
    return {
        lang: f"{call_in_language(lang, creature.name)}: {call_in_language(lang, creature.effects_text)}"
        for lang in LANGUAGES
    }


def name_and_cost_texts(creature_id: str) -> Texts:
    """Return a creature's name and its cost as a text, by language."""
    creature = POOL[creature_id]
    return {lang: f"{call_in_language(lang, creature.name)} ({creature.cost})" for lang in LANGUAGES}


def with_chance_resolved(game: Game) -> Game:
    """Return a copy of a game in which pending chance questions are answered reproducibly."""
    twin = game.copy()
    rng = random.Random(game.record)
    answer_while_pending(twin, ChanceQuestion, lambda question: question.random_answer(rng))
    return twin
