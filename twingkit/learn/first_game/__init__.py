"""The first game: a real game with a teacher beside it, a searched deal, an opponent that teaches."""

from twingkit.learn.first_game.first_game import Deal, FirstGame, first_game_of
from twingkit.learn.first_game.met import Met
from twingkit.learn.first_game.search import search
from twingkit.learn.first_game.teaching import TEACHING, Teaching
from twingkit.learn.first_game.telling import Lesson, Told, lesson_of

__all__ = [
    "TEACHING",
    "Deal",
    "FirstGame",
    "Lesson",
    "Met",
    "Teaching",
    "Told",
    "first_game_of",
    "lesson_of",
    "search",
]
