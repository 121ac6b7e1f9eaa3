"""Twilight Imperium: battles to write, play, explain and compute exactly, and whole games.

`Battle.parse(line)`, `odds(line)`, `battle_game(line)`, `notes(battle)` and `rulebook()` are the entry points
for battles, `new_game()` for a whole game. For the game around the battles there are the map (`preset_board`,
`Galaxy`, `ship_reach`), `ways_to_pay`, `affordable_builds` and `shortest_research_orders`. Code for
computations is loaded on first use; playing a game does not need it. An unofficial fan work.
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
    from twingkit.core.slices import SlowError as SlowError
    from twingkit.imperium.battle import charts as charts
    from twingkit.imperium.battle.analysis.advice import advise as advise
    from twingkit.imperium.battle.analysis.cheapest_fleet import cheapest_fleet as cheapest_fleet
    from twingkit.imperium.battle.analysis.invasion import invasion_stage_table as invasion_stage_table
    from twingkit.imperium.battle.analysis.invasion import landing_force_table as landing_force_table
    from twingkit.imperium.battle.analysis.retreat import odds_with_retreat as odds_with_retreat
    from twingkit.imperium.battle.analysis.retreat import retreat_odds_in_round as retreat_odds_in_round
    from twingkit.imperium.battle.analysis.retreat import retreat_table as retreat_table
    from twingkit.imperium.battle.analysis.retreat_result import RetreatOdds as RetreatOdds
    from twingkit.imperium.battle.analysis.round_by_round import OddsAfterRound as OddsAfterRound
    from twingkit.imperium.battle.analysis.round_by_round import RoundsBudgetError as RoundsBudgetError
    from twingkit.imperium.battle.analysis.round_by_round import odds_by_round as odds_by_round
    from twingkit.imperium.battle.analysis.round_by_round import round_table as round_table
    from twingkit.imperium.battle.analysis.sample_battles import sample_battles as sample_battles
    from twingkit.imperium.battle.analysis.worth import worth as worth
    from twingkit.imperium.battle.custom_units import CustomUnits as CustomUnits
    from twingkit.imperium.battle.custom_units import load_units as load_units
    from twingkit.imperium.battle.custom_units import parse_units as parse_units
    from twingkit.imperium.battle.exact_odds.best_order import PolicyRanking as PolicyRanking
    from twingkit.imperium.battle.exact_odds.best_order import rank_policies as rank_policies
    from twingkit.imperium.battle.exact_odds.landings import InvasionOdds as InvasionOdds
    from twingkit.imperium.battle.exact_odds.odds import BattleOdds as BattleOdds
    from twingkit.imperium.battle.exact_odds.odds import odds as odds
    from twingkit.imperium.battle.exact_odds.odds_many import odds_many as odds_many
    from twingkit.imperium.battle.exact_odds.odds_now import odds_now as odds_now
    from twingkit.imperium.battle.exact_odds.optimum import OptimalOdds as OptimalOdds
    from twingkit.imperium.battle.exact_odds.optimum import OptimumBudgetError as OptimumBudgetError
    from twingkit.imperium.battle.exact_odds.optimum import optimal_odds as optimal_odds
    from twingkit.imperium.battle.exact_odds.steps_walk import WalkBudgetError as WalkBudgetError
    from twingkit.imperium.battle.notation.battle_line import Battle as Battle
    from twingkit.imperium.battle.notation.notes import notes as notes
    from twingkit.imperium.battle.notation.side import EffectUse as EffectUse
    from twingkit.imperium.battle.notation.side import Side as Side
    from twingkit.imperium.battle.players import assumed_answer as assumed_answer
    from twingkit.imperium.battle.rules.losses.loss_order import LossPolicy as LossPolicy
    from twingkit.imperium.battle.rules.result import BattleResult as BattleResult
    from twingkit.imperium.battle.starts import BattleStart as BattleStart
    from twingkit.imperium.battle.starts import BattleView as BattleView
    from twingkit.imperium.battle.starts import battle_game as battle_game
    from twingkit.imperium.box.effects import effects_by_id as effects_by_id
    from twingkit.imperium.box.units import all_unit_kinds as all_unit_kinds
    from twingkit.imperium.box.units import faction_ids as faction_ids
    from twingkit.imperium.galaxy.agenda.deciding_votes import DecidingVoter as DecidingVoter
    from twingkit.imperium.galaxy.agenda.deciding_votes import RemainingVoter as RemainingVoter
    from twingkit.imperium.galaxy.agenda.deciding_votes import deciding_voters as deciding_voters
    from twingkit.imperium.galaxy.agenda.deciding_votes import is_lead_safe as is_lead_safe
    from twingkit.imperium.galaxy.agenda.deciding_votes import votes_needed as votes_needed
    from twingkit.imperium.galaxy.economy.builds import Product as Product
    from twingkit.imperium.galaxy.economy.builds import affordable_builds as affordable_builds
    from twingkit.imperium.galaxy.economy.builds import products as products
    from twingkit.imperium.galaxy.economy.ways_to_pay import Payment as Payment
    from twingkit.imperium.galaxy.economy.ways_to_pay import (
        max_influence_by_resources as max_influence_by_resources,
    )
    from twingkit.imperium.galaxy.economy.ways_to_pay import ways_to_pay as ways_to_pay
    from twingkit.imperium.galaxy.map.boards import Board as Board
    from twingkit.imperium.galaxy.map.boards import boards as boards
    from twingkit.imperium.galaxy.map.boards import preset_board as preset_board
    from twingkit.imperium.galaxy.map.galaxy import Galaxy as Galaxy
    from twingkit.imperium.galaxy.map.map_faults import map_faults as map_faults
    from twingkit.imperium.galaxy.map.map_faults import map_warnings as map_warnings
    from twingkit.imperium.galaxy.map.reach import Route as Route
    from twingkit.imperium.galaxy.map.reach import ShipMobility as ShipMobility
    from twingkit.imperium.galaxy.map.reach import ShipReach as ShipReach
    from twingkit.imperium.galaxy.map.reach import ship_reach as ship_reach
    from twingkit.imperium.galaxy.outlook.arrivals import ArrivalCheck as ArrivalCheck
    from twingkit.imperium.galaxy.outlook.arrivals import possible_arrivals as possible_arrivals
    from twingkit.imperium.galaxy.outlook.objectives import ObjectiveProgress as ObjectiveProgress
    from twingkit.imperium.galaxy.outlook.objectives import (
        objective_progress_table as objective_progress_table,
    )
    from twingkit.imperium.galaxy.outlook.take_and_hold import CounterattackOdds as CounterattackOdds
    from twingkit.imperium.galaxy.outlook.take_and_hold import SystemTakingOdds as SystemTakingOdds
    from twingkit.imperium.galaxy.outlook.take_and_hold import counterattack_odds as counterattack_odds
    from twingkit.imperium.galaxy.outlook.take_and_hold import take_odds as take_odds
    from twingkit.imperium.galaxy.outlook.threats import ThreateningFleet as ThreateningFleet
    from twingkit.imperium.galaxy.outlook.threats import threats as threats
    from twingkit.imperium.galaxy.phases.ending import GameResult as GameResult
    from twingkit.imperium.galaxy.position_of import position_of as position_of
    from twingkit.imperium.galaxy.starts import GameStart as GameStart
    from twingkit.imperium.galaxy.starts import PositionStart as PositionStart
    from twingkit.imperium.galaxy.starts import new_game as new_game
    from twingkit.imperium.galaxy.starts import position_game as position_game
    from twingkit.imperium.galaxy.technology.cards import Technology as Technology
    from twingkit.imperium.galaxy.technology.cards import technologies_by_id as technologies_by_id
    from twingkit.imperium.galaxy.technology.research_orders import research_refusal as research_refusal
    from twingkit.imperium.galaxy.technology.research_orders import (
        shortest_research_orders as shortest_research_orders,
    )
    from twingkit.imperium.played_games import review as review
    from twingkit.imperium.played_games import simulate as simulate
    from twingkit.imperium.texts.rulebook import rulebook as rulebook
    from twingkit.imperium.variants.variant import BOX as BOX
    from twingkit.imperium.variants.variant import PRESETS as PRESETS
    from twingkit.imperium.variants.variant import Variant as Variant
    from twingkit.imperium.variants.variant import VariantError as VariantError
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__, ("quiz",))

add_messages(__name__)
