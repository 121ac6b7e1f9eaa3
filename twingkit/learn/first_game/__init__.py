"""First games: a real game with a teacher beside it, a deal found by search, and opponents that teach."""

from twingkit.learn.first_game.briefing import Briefing, ToldRule, choose_briefing
from twingkit.learn.first_game.first_game import Deal, FirstGame, first_game_of
from twingkit.learn.first_game.met import MetRules
from twingkit.learn.first_game.search import find_deal
from twingkit.learn.first_game.teaching import TEACHING, TeachingPlayer

__all__ = [
    "TEACHING",
    "Briefing",
    "Deal",
    "FirstGame",
    "MetRules",
    "TeachingPlayer",
    "ToldRule",
    "choose_briefing",
    "find_deal",
    "first_game_of",
]
