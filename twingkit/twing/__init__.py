"""Imperial Twing: battles and whole games to type, to play out, to explain; battles to compute exactly.

`Battle.parse(line)`, `odds(line)`, `battle_game(line)`, `new_game(players)` and `rulebook()` are the way in;
`advise`, `odds_many`, `card_worth`, `what_if` and their neighbours analyse. The analyses are loaded when they
are first used: a game needs none of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from twingkit.twing.analysis.endgame_line import EndgameAttack, EndgameStart, endgame_game
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

if TYPE_CHECKING:
    from twingkit.twing.analysis.advice import advise
    from twingkit.twing.analysis.batch import BatchError, odds_many
    from twingkit.twing.analysis.card_worth import card_worth
    from twingkit.twing.analysis.comparison import differences, means, per_game, spread, starters
    from twingkit.twing.analysis.duel_line import Duel, DuelError, Duellist
    from twingkit.twing.analysis.duel_odds import (
        best_duel_plan,
        duel_costs,
        duel_odds,
        duel_results,
        duel_table,
    )
    from twingkit.twing.analysis.duel_play import DuelBudgetError
    from twingkit.twing.analysis.effects import effects, seats
    from twingkit.twing.analysis.endgame_odds import endgame_odds, endgame_pairings, endgame_results
    from twingkit.twing.analysis.endgame_pairings import EndgameBudgetError
    from twingkit.twing.analysis.first_responses import first_responses
    from twingkit.twing.analysis.given_dice import faces_but, odds_given
    from twingkit.twing.analysis.grids import cats_grid, grid, power_grid
    from twingkit.twing.analysis.held_worth import held_spread, held_worth, played_and_won, players_won
    from twingkit.twing.analysis.hidden import hidden_hands
    from twingkit.twing.analysis.lines import line_odds, read_line
    from twingkit.twing.analysis.margins import margins
    from twingkit.twing.analysis.own_element import (
        own_element_odds,
        own_element_played,
        own_element_worth,
        points_worth,
    )
    from twingkit.twing.analysis.response_tree import best_line, response_tree
    from twingkit.twing.analysis.sample_battles import sample_battles, sample_situations
    from twingkit.twing.analysis.shield_odds import (
        best_defences,
        defences_played,
        shield_or_spells,
        shields_best,
    )
    from twingkit.twing.analysis.situation import Gone, Holder, Situation, as_situation
    from twingkit.twing.analysis.support_line import (
        SupportedBattle,
        Supporter,
        support_settled,
        supported_odds,
    )
    from twingkit.twing.analysis.unknown_play import UnknownOdds, odds_unknown
    from twingkit.twing.analysis.what_if import what_if, with_object, with_power

__all__ = [
    "BOX",
    "CROSS",
    "ELEMENTS",
    "FACES",
    "OBJECTS",
    "PRESETS",
    "SPIRAL",
    "SUN",
    "BatchError",
    "Battle",
    "BattleError",
    "BattleStart",
    "Box",
    "BoxError",
    "BudgetError",
    "Creature",
    "Duel",
    "DuelBudgetError",
    "DuelError",
    "Duellist",
    "EndgameAttack",
    "EndgameBudgetError",
    "EndgameStart",
    "GameResult",
    "GameStart",
    "Gone",
    "Holder",
    "Lay",
    "NotationError",
    "Position",
    "Side",
    "Situation",
    "Spell",
    "SupportedBattle",
    "Supporter",
    "Unit",
    "UnknownOdds",
    "Variant",
    "VariantError",
    "View",
    "advise",
    "as_situation",
    "battle_game",
    "best_answer",
    "best_defences",
    "best_duel_plan",
    "best_line",
    "best_response",
    "card_worth",
    "cats_grid",
    "defences_played",
    "differences",
    "duel_costs",
    "duel_odds",
    "duel_results",
    "duel_table",
    "effects",
    "endgame_game",
    "endgame_odds",
    "endgame_pairings",
    "endgame_results",
    "face_text",
    "faces_but",
    "first_responses",
    "grid",
    "held_spread",
    "held_worth",
    "hidden_hands",
    "line_odds",
    "load_box",
    "margins",
    "means",
    "new_game",
    "odds",
    "odds_given",
    "odds_many",
    "odds_now",
    "odds_unknown",
    "own_element_odds",
    "own_element_played",
    "own_element_worth",
    "per_game",
    "played_and_won",
    "players_won",
    "points_worth",
    "power_grid",
    "read_line",
    "response_tree",
    "rulebook",
    "sample_battles",
    "sample_situations",
    "seats",
    "shield_or_spells",
    "shields_best",
    "spread",
    "starters",
    "support_settled",
    "supported_odds",
    "what_if",
    "with_object",
    "with_power",
]

_HOMES = {
    "best_defences": "shield_odds",
    "defences_played": "shield_odds",
    "shield_or_spells": "shield_odds",
    "shields_best": "shield_odds",
    "own_element_odds": "own_element",
    "own_element_played": "own_element",
    "own_element_worth": "own_element",
    "points_worth": "own_element",
    "held_worth": "held_worth",
    "held_spread": "held_worth",
    "played_and_won": "held_worth",
    "players_won": "held_worth",
    "BatchError": "batch",
    "Duel": "duel_line",
    "DuelBudgetError": "duel_play",
    "DuelError": "duel_line",
    "Duellist": "duel_line",
    "EndgameBudgetError": "endgame_pairings",
    "Gone": "situation",
    "Holder": "situation",
    "Situation": "situation",
    "SupportedBattle": "support_line",
    "Supporter": "support_line",
    "UnknownOdds": "unknown_play",
    "advise": "advice",
    "as_situation": "situation",
    "best_duel_plan": "duel_odds",
    "best_line": "response_tree",
    "card_worth": "card_worth",
    "cats_grid": "grids",
    "differences": "comparison",
    "duel_costs": "duel_odds",
    "duel_odds": "duel_odds",
    "duel_results": "duel_odds",
    "duel_table": "duel_odds",
    "effects": "effects",
    "endgame_odds": "endgame_odds",
    "endgame_pairings": "endgame_odds",
    "endgame_results": "endgame_odds",
    "faces_but": "given_dice",
    "first_responses": "first_responses",
    "grid": "grids",
    "hidden_hands": "hidden",
    "line_odds": "lines",
    "margins": "margins",
    "means": "comparison",
    "odds_given": "given_dice",
    "odds_many": "batch",
    "odds_unknown": "unknown_play",
    "per_game": "comparison",
    "power_grid": "grids",
    "read_line": "lines",
    "response_tree": "response_tree",
    "sample_battles": "sample_battles",
    "sample_situations": "sample_battles",
    "seats": "effects",
    "spread": "comparison",
    "starters": "comparison",
    "support_settled": "support_line",
    "supported_odds": "support_line",
    "what_if": "what_if",
    "with_object": "what_if",
    "with_power": "what_if",
}
"""The analyses, and the modules of `twingkit.twing.analysis` they are in."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.analysis.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
