"""Imperial Twing: type, play and explain battles and whole games, and compute battles exactly.

Start with `Battle.parse(line)`, `odds(line)`, `battle_game(line)`, `new_game(players)` and `rulebook()`;
`advise`, `odds_many`, `worth` and others analyse. The analyses are imported on first use, because games need
none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.core.lazy_imports import lazy_exports
from twingkit.core.messages import add_messages

if TYPE_CHECKING:
    from twingkit.analyse.reports.batches import BatchError as BatchError
    from twingkit.analyse.sweeps.sweep import sweep as sweep
    from twingkit.core.cards.box_faults import BoxError as BoxError
    from twingkit.core.notation import IllegalBattleError as IllegalBattleError
    from twingkit.core.notation import NotationError as NotationError
    from twingkit.core.slices import BudgetError as BudgetError
    from twingkit.twing.analysis.advice import advise as advise
    from twingkit.twing.analysis.battle_distributions import lost_card_distribution as lost_card_distribution
    from twingkit.twing.analysis.battle_distributions import margins as margins
    from twingkit.twing.analysis.changes import with_change as with_change
    from twingkit.twing.analysis.comparison import differences_from_baseline as differences_from_baseline
    from twingkit.twing.analysis.comparison import first_player_win_rates as first_player_win_rates
    from twingkit.twing.analysis.comparison import mean_by_run as mean_by_run
    from twingkit.twing.analysis.comparison import measure_per_game as measure_per_game
    from twingkit.twing.analysis.comparison import percentile_table as percentile_table
    from twingkit.twing.analysis.own_element import creature_points_lost as creature_points_lost
    from twingkit.twing.analysis.own_element import own_element_odds as own_element_odds
    from twingkit.twing.analysis.own_element import own_element_win_rates as own_element_win_rates
    from twingkit.twing.analysis.responses.response_tree import best_play_line as best_play_line
    from twingkit.twing.analysis.responses.response_tree import (
        first_response_chances as first_response_chances,
    )
    from twingkit.twing.analysis.responses.response_tree import response_tree as response_tree
    from twingkit.twing.analysis.sample_battles import sample_battles as sample_battles
    from twingkit.twing.analysis.sample_battles import sample_situations as sample_situations
    from twingkit.twing.analysis.shield_odds import best_defences as best_defences
    from twingkit.twing.analysis.shield_odds import best_shield_shares as best_shield_shares
    from twingkit.twing.analysis.shield_odds import played_defence_hold_rates as played_defence_hold_rates
    from twingkit.twing.analysis.shield_odds import shield_vs_spells_odds as shield_vs_spells_odds
    from twingkit.twing.analysis.win_rates import battle_card_win_rates as battle_card_win_rates
    from twingkit.twing.analysis.win_rates import game_card_win_rates as game_card_win_rates
    from twingkit.twing.analysis.win_rates import win_rate_effects as win_rate_effects
    from twingkit.twing.analysis.worth import worth as worth
    from twingkit.twing.analysis.worth_spread import worth_by_lead as worth_by_lead
    from twingkit.twing.analysis.worth_spread import worth_spread as worth_spread
    from twingkit.twing.box.box import Box as Box
    from twingkit.twing.box.box import load_box as load_box
    from twingkit.twing.exact_odds.attack_lines import odds as odds
    from twingkit.twing.exact_odds.attack_lines import parse_attack_line as parse_attack_line
    from twingkit.twing.exact_odds.duel_odds import duel_gains_and_costs as duel_gains_and_costs
    from twingkit.twing.exact_odds.duel_odds import duel_odds as duel_odds
    from twingkit.twing.exact_odds.duel_odds import duel_odds_table as duel_odds_table
    from twingkit.twing.exact_odds.duel_odds import duel_results as duel_results
    from twingkit.twing.exact_odds.duel_odds import ranked_duel_plans as ranked_duel_plans
    from twingkit.twing.exact_odds.duel_play import DuelBudgetError as DuelBudgetError
    from twingkit.twing.exact_odds.endgame_odds import endgame_pairings as endgame_pairings
    from twingkit.twing.exact_odds.endgame_odds import endgame_results as endgame_results
    from twingkit.twing.exact_odds.endgame_pairings import EndgameBudgetError as EndgameBudgetError
    from twingkit.twing.exact_odds.given_dice import faces_except as faces_except
    from twingkit.twing.exact_odds.given_dice import odds_given_faces as odds_given_faces
    from twingkit.twing.exact_odds.hidden_card_odds import HiddenCardOdds as HiddenCardOdds
    from twingkit.twing.exact_odds.hidden_card_odds import odds_with_hidden_cards as odds_with_hidden_cards
    from twingkit.twing.exact_odds.hidden_hands import hidden_hands as hidden_hands
    from twingkit.twing.exact_odds.odds import best_response as best_response
    from twingkit.twing.exact_odds.odds_many import odds_many as odds_many
    from twingkit.twing.exact_odds.odds_now import odds_now as odds_now
    from twingkit.twing.exact_odds.support_line import SupportedBattle as SupportedBattle
    from twingkit.twing.exact_odds.support_line import Supporter as Supporter
    from twingkit.twing.exact_odds.support_line import support_payoff_table as support_payoff_table
    from twingkit.twing.notation.battle_line import Battle as Battle
    from twingkit.twing.notation.battle_line import Side as Side
    from twingkit.twing.notation.duel_line import Duel as Duel
    from twingkit.twing.notation.duel_line import Duellist as Duellist
    from twingkit.twing.notation.duel_line import IllegalDuelError as IllegalDuelError
    from twingkit.twing.notation.endgame_line import EndgameAttack as EndgameAttack
    from twingkit.twing.notation.position import Position as Position
    from twingkit.twing.notation.situation import Situation as Situation
    from twingkit.twing.notation.situation import as_situation as as_situation
    from twingkit.twing.notation.situation_side import CardsOutOfPlay as CardsOutOfPlay
    from twingkit.twing.notation.situation_side import SituationSide as SituationSide
    from twingkit.twing.played_games import review as review
    from twingkit.twing.played_games import simulate as simulate
    from twingkit.twing.players.best_answer import best_battle_answer as best_battle_answer
    from twingkit.twing.rules.cards import CROSS as CROSS
    from twingkit.twing.rules.cards import ELEMENTS as ELEMENTS
    from twingkit.twing.rules.cards import FACES as FACES
    from twingkit.twing.rules.cards import SPIRAL as SPIRAL
    from twingkit.twing.rules.cards import SUN as SUN
    from twingkit.twing.rules.cards import Creature as Creature
    from twingkit.twing.rules.cards import Spell as Spell
    from twingkit.twing.rules.cards import Unit as Unit
    from twingkit.twing.rules.cards import face_text as face_text
    from twingkit.twing.rules.lay import Lay as Lay
    from twingkit.twing.rules.objects import OBJECTS as OBJECTS
    from twingkit.twing.rules.rulebook import rulebook as rulebook
    from twingkit.twing.rules.turns.turn import GameResult as GameResult
    from twingkit.twing.starts import BattleStart as BattleStart
    from twingkit.twing.starts import EndgameStart as EndgameStart
    from twingkit.twing.starts import GameStart as GameStart
    from twingkit.twing.starts import battle_game as battle_game
    from twingkit.twing.starts import endgame_game as endgame_game
    from twingkit.twing.starts import new_game as new_game
    from twingkit.twing.starts import position_game as position_game
    from twingkit.twing.variants.variant import BOX as BOX
    from twingkit.twing.variants.variant import PRESETS as PRESETS
    from twingkit.twing.variants.variant import Variant as Variant
    from twingkit.twing.variants.variant import VariantError as VariantError
    from twingkit.twing.view import GameView as GameView
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__, ("charts", "examples", "quiz"))

add_messages(__name__)
