"""Twilight Imperium: battles in space and on planets, to type, to play out, to explain, to compute exactly.

`Battle.parse(line)`, `odds(line)`, `battle_game(line)`, `notes(battle)` and `rulebook()` are the way in. What
computes is loaded when it is first used: a game needs none of it. An unofficial fan work.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from twingkit.batches import BatchError
from twingkit.imperium.battle import BattleView, battle_game, stated_answer
from twingkit.imperium.effect_list import effects
from twingkit.imperium.line_notes import notes
from twingkit.imperium.notation import Battle, BattleError, NotationError, Side, Use
from twingkit.imperium.policy import Policy
from twingkit.imperium.result import BattleResult
from twingkit.imperium.rules import rulebook
from twingkit.imperium.units import all_units, factions

if TYPE_CHECKING:
    from twingkit.imperium.analysis.invasion import InvasionOdds, invasion_odds, invasion_table, landing_table
    from twingkit.imperium.analysis.needs import cheapest, one_more
    from twingkit.imperium.analysis.retreat import RetreatOdds, retreat_in_round, retreat_odds, retreat_table
    from twingkit.imperium.analysis.worth import effect_worth, unit_worth
    from twingkit.imperium.batch import odds_many
    from twingkit.imperium.chances import BattleOdds, odds
    from twingkit.imperium.choosing import Optimum, OptimumError, optimum
    from twingkit.imperium.midway import odds_now
    from twingkit.imperium.orders import BestOrder, best_order
    from twingkit.imperium.steps_walk import WalkError

__all__ = [
    "BatchError",
    "Battle",
    "BattleError",
    "BattleOdds",
    "BattleResult",
    "BattleView",
    "BestOrder",
    "InvasionOdds",
    "NotationError",
    "Optimum",
    "OptimumError",
    "Policy",
    "RetreatOdds",
    "Side",
    "Use",
    "WalkError",
    "all_units",
    "battle_game",
    "best_order",
    "cheapest",
    "effect_worth",
    "effects",
    "factions",
    "invasion_odds",
    "invasion_table",
    "landing_table",
    "notes",
    "odds",
    "odds_many",
    "odds_now",
    "one_more",
    "optimum",
    "retreat_in_round",
    "retreat_odds",
    "retreat_table",
    "rulebook",
    "stated_answer",
    "unit_worth",
]

_HOMES = {
    "BattleOdds": "chances",
    "BestOrder": "orders",
    "InvasionOdds": "analysis.invasion",
    "Optimum": "choosing",
    "OptimumError": "choosing",
    "RetreatOdds": "analysis.retreat",
    "WalkError": "steps_walk",
    "best_order": "orders",
    "cheapest": "analysis.needs",
    "effect_worth": "analysis.worth",
    "invasion_odds": "analysis.invasion",
    "invasion_table": "analysis.invasion",
    "landing_table": "analysis.invasion",
    "odds": "chances",
    "odds_many": "batch",
    "odds_now": "midway",
    "one_more": "analysis.needs",
    "optimum": "choosing",
    "retreat_in_round": "analysis.retreat",
    "retreat_odds": "analysis.retreat",
    "retreat_table": "analysis.retreat",
    "unit_worth": "analysis.worth",
}
"""What computes, and the module each name is in."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
