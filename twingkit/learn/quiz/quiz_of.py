"""The quiz of a game: its own topics, or questions about scenes of random games."""

from __future__ import annotations

from functools import cache

from twingkit.core.arguments import TEXT, check_arguments
from twingkit.core.games import game_by_id
from twingkit.learn.quiz.deal import GameQuiz
from twingkit.learn.quiz.scenes import default_topics


@check_arguments(game=TEXT)
@cache
def quiz_of(game: str) -> GameQuiz:
    """Return the quiz of the game with this id; without topics if the game defines none and cannot be
    started.

    Raises `UnknownGame` if there is no such game.

    >>> quiz_of("twing").item("shield:winner:17").name
    'shield:winner:17'
    """
    entry = game_by_id(game)
    return GameQuiz(game, entry.load("questions") or default_topics(entry))
