"""First games: a real game with a teacher who explains rules as they come up, and opponents that teach."""

from twingkit.learn.first_game.briefing import QuestionBriefing, RuleToExplain, choose_briefing
from twingkit.learn.first_game.first_game import Deal, FirstGameSettings, first_game_settings
from twingkit.learn.first_game.met_rules import FirstGameProgress
from twingkit.learn.first_game.search import find_deal
from twingkit.learn.first_game.teaching import TEACHING_PLAYER_NAME, TeachingPlayer

__all__ = [
    "TEACHING_PLAYER_NAME",
    "Deal",
    "FirstGameProgress",
    "FirstGameSettings",
    "QuestionBriefing",
    "RuleToExplain",
    "TeachingPlayer",
    "choose_briefing",
    "find_deal",
    "first_game_settings",
]
