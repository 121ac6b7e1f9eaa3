"""First games: a real game with a teacher who explains rules as they come up, and opponents that teach."""

from twingkit.learn.first_game.briefing import Briefing, RuleToExplain, choose_briefing
from twingkit.learn.first_game.first_game import Deal, FirstGameSettings, first_game_of
from twingkit.learn.first_game.met_rules import MetRules
from twingkit.learn.first_game.search import find_deal
from twingkit.learn.first_game.teaching import TEACHING_PLAYER_NAME, TeachingPlayer

__all__ = [
    "TEACHING_PLAYER_NAME",
    "Briefing",
    "Deal",
    "FirstGameSettings",
    "MetRules",
    "RuleToExplain",
    "TeachingPlayer",
    "choose_briefing",
    "find_deal",
    "first_game_of",
]
