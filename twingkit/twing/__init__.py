"""Imperial Twing: battles and whole games to type, to play out, to explain; battles to compute exactly.

`Battle.parse(line)`, `odds(line)`, `battle_game(line)`, `new_game(players)` and `rulebook()` are the way in.
"""

from twingkit.twing.battle import BattleStart, battle_game
from twingkit.twing.best import best_answer
from twingkit.twing.box import Box, BoxError, load_box
from twingkit.twing.cards import CROSS, ELEMENTS, FACES, SPIRAL, SUN, Creature, Spell, Unit, face_text
from twingkit.twing.chances import BudgetError, best_response, odds, odds_now
from twingkit.twing.game import GameStart, new_game
from twingkit.twing.lay import Lay
from twingkit.twing.notation import Battle, BattleError, NotationError, Side
from twingkit.twing.objects import OBJECTS
from twingkit.twing.position import Position
from twingkit.twing.rules import rulebook
from twingkit.twing.turn import GameResult
from twingkit.twing.variant import BOX, PRESETS, Variant, VariantError
from twingkit.twing.view import View

__all__ = [
    "BOX",
    "CROSS",
    "ELEMENTS",
    "FACES",
    "OBJECTS",
    "PRESETS",
    "SPIRAL",
    "SUN",
    "Battle",
    "BattleError",
    "BattleStart",
    "Box",
    "BoxError",
    "BudgetError",
    "Creature",
    "GameResult",
    "GameStart",
    "Lay",
    "NotationError",
    "Position",
    "Side",
    "Spell",
    "Unit",
    "Variant",
    "VariantError",
    "View",
    "battle_game",
    "best_answer",
    "best_response",
    "face_text",
    "load_box",
    "new_game",
    "odds",
    "odds_now",
    "rulebook",
]
