"""The player `curious`: it plays like another player, but tries every action that the rules offer.

A player that only looks for the most points never uses some of the rules, so people who play against it do
not meet them. `curious` takes now and then an action that it has not taken in this game. It knows what its
base player knows, and its own earlier answers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from itertools import islice

from twingkit.core.play import Game, Policy
from twingkit.core.questions import Question

_TRIAL_CHANCE = 0.25
"""The chance of trying a new action where one is offered."""

MAX_OPTIONS = 500
"""The largest number of options that are searched for a new action."""

RASH_ANSWERS = frozenset({"retire", "resign"})
"""Answers that leave the game; no player that teaches gives them, and no hint tries them."""


class _Curious:
    """A player that tries each action once; otherwise it answers like its base player.

    An action is the first word of an answer to one kind of question, for `numbered_kinds` the second one. Its
    answers depend only on its seed and the game.

    >>> from twingkit import ember, policies
    >>> policies.play(ember.new_game(2, seed=1), ["curious", "greedy"]).over
    True
    """

    def __init__(
        self, base: Callable[[int], Policy], seed: int, numbered_kinds: Collection[str] = ()
    ) -> None:
        self.seed, self.numbered_kinds = seed, numbered_kinds
        self.base = base(seed)

    def __call__(self, game: Game) -> object:
        question, rng = game.question, random.Random(self.seed * 1_000_003 + len(game))
        chosen = self.base(game)
        if question is None or rng.random() >= _TRIAL_CHANCE:
            return chosen
        options: dict[str, list[object]] = {}
        for option in islice(question.options(), MAX_OPTIONS):
            options.setdefault(self._action(question, option), []).append(option)
        if len(options) == 1:
            return chosen
        tried = {
            self._action(asked, answer)
            for asked, player, answer in game.questions_with_answers()
            if (asked.kind, player) == (question.kind, question.player)
        }
        new = sorted(options.keys() - tried - RASH_ANSWERS)
        return rng.choice(options[rng.choice(new)]) if new else chosen

    def _action(self, question: Question, answer: object) -> str:
        first = question.first_word(answer)
        if question.kind in self.numbered_kinds:
            return question.format_answer(answer)[len(first) + 1 :]
        return first


def curious_factory(
    base: Callable[[int], Policy], number_first_kinds: Collection[str] = ()
) -> Callable[[int], Policy]:
    """Return a function that creates from a seed a computer player that tries each kind of action once and
    otherwise answers like its base player; `base` creates that player from the same seed.
    """
    return lambda seed: _Curious(base, seed, number_first_kinds)
