"""Imperial Twing: battles to type, to play out, to explain and to compute exactly.

`Battle.parse(line)`, `odds(line)`, `battle_game(line)` and `rulebook()` are the way in.
"""

from twingkit.twing.battle import BattleStart, battle_game
from twingkit.twing.best import best_answer
from twingkit.twing.box import Box, BoxError, load_box
from twingkit.twing.cards import CROSS, ELEMENTS, FACES, SPIRAL, SUN, Creature, Spell, Unit, face_text
from twingkit.twing.chances import BudgetError, best_response, odds, odds_now
from twingkit.twing.lay import Lay
from twingkit.twing.notation import Battle, BattleError, NotationError, Side
from twingkit.twing.objects import OBJECTS
from twingkit.twing.rules import rulebook

__all__ = [
    "CROSS",
    "ELEMENTS",
    "FACES",
    "OBJECTS",
    "SPIRAL",
    "SUN",
    "Battle",
    "BattleError",
    "BattleStart",
    "Box",
    "BoxError",
    "BudgetError",
    "Creature",
    "Lay",
    "NotationError",
    "Side",
    "Spell",
    "Unit",
    "battle_game",
    "best_answer",
    "best_response",
    "face_text",
    "load_box",
    "odds",
    "odds_now",
    "rulebook",
]
