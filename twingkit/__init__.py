"""twingkit: the rules of tabletop games with cards and dice, to learn, to play out and to analyse.

Each game is a sub-package (`twingkit.twing` is Imperial Twing, `twingkit.imperium` the battles of Twilight
Imperium); this level holds what games share.
"""

from twingkit.batches import BatchError
from twingkit.notation import BattleError, NotationError
from twingkit.odds import Distribution, Odds
from twingkit.play import BadAnswer, Game, Question, RecordError, Refusal, Roll
from twingkit.rulebook import Rule, Rulebook, Ruling, UnknownRule

__version__ = "0.1.0"

__all__ = [
    "BadAnswer",
    "BatchError",
    "BattleError",
    "Distribution",
    "Game",
    "NotationError",
    "Odds",
    "Question",
    "RecordError",
    "Refusal",
    "Roll",
    "Rule",
    "Rulebook",
    "Ruling",
    "UnknownRule",
    "__version__",
]
