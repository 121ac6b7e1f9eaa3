"""Twilight Imperium: battles in space and on planets, to type, to play out, to explain, to compute exactly.

`Battle.parse(line)`, `odds(line)`, `battle_game(line)`, `notes(battle)` and `rulebook()` are the way in. What
computes is loaded when it is first used: a game needs none of it. An unofficial fan work.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from twingkit.imperium.battle import BattleStart, BattleView, battle_game, stated_answer
from twingkit.imperium.effects import Effect, effects
from twingkit.imperium.notation import Battle, BattleError, NotationError, Side, Use
from twingkit.imperium.notes import notes
from twingkit.imperium.policy import Policy
from twingkit.imperium.result import BattleResult
from twingkit.imperium.rules import rulebook
from twingkit.imperium.units import Unit, all_units, factions, unit

if TYPE_CHECKING:
    from twingkit.imperium.analysis.invasion import InvasionOdds, invasion_odds, invasion_table, landing_table
    from twingkit.imperium.analysis.needs import cheapest, one_more
    from twingkit.imperium.analysis.retreat import RetreatOdds, retreat_in_round, retreat_odds, retreat_table
    from twingkit.imperium.analysis.worth import effect_worth, unit_worth
    from twingkit.imperium.batch import odds_many
    from twingkit.imperium.best_order import best_policy
    from twingkit.imperium.chances import BattleOdds, odds

__all__ = [
    "Battle",
    "BattleError",
    "BattleOdds",
    "BattleResult",
    "BattleStart",
    "BattleView",
    "Effect",
    "InvasionOdds",
    "NotationError",
    "Policy",
    "RetreatOdds",
    "Side",
    "Unit",
    "Use",
    "all_units",
    "battle_game",
    "best_policy",
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
    "one_more",
    "retreat_in_round",
    "retreat_odds",
    "retreat_table",
    "rulebook",
    "stated_answer",
    "unit",
    "unit_worth",
]

_HOMES = {
    "BattleOdds": "chances",
    "InvasionOdds": "analysis.invasion",
    "RetreatOdds": "analysis.retreat",
    "best_policy": "best_order",
    "cheapest": "analysis.needs",
    "effect_worth": "analysis.worth",
    "invasion_odds": "analysis.invasion",
    "invasion_table": "analysis.invasion",
    "landing_table": "analysis.invasion",
    "odds": "chances",
    "odds_many": "batch",
    "one_more": "analysis.needs",
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
