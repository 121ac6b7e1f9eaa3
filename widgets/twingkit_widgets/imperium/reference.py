"""The part of the reference for Twilight Imperium: its names by task."""

from __future__ import annotations

from twingkit_widgets.reference.group import Part, titles_of

PART = Part(
    "imperium",
    ("imperium", "imperium.charts"),
    {
        "fleets": (
            "imperium.odds",
            "imperium.odds_many",
            "imperium.odds_now",
            "imperium.round_table",
            "imperium.rounds_of",
            "imperium.AfterRound",
            "imperium.BattleOdds",
            "imperium.WalkError",
            "imperium.RoundsBudgetError",
        ),
        "casualties": (
            "imperium.best_order",
            "imperium.optimum",
            "imperium.Policy",
            "imperium.BestOrder",
            "imperium.Optimum",
            "imperium.OptimumError",
        ),
        "leaving": (
            "imperium.retreat_odds",
            "imperium.retreat_in_round",
            "imperium.retreat_table",
            "imperium.RetreatOdds",
        ),
        "galaxy": (
            "imperium.board",
            "imperium.boards",
            "imperium.Board",
            "imperium.Galaxy",
            "imperium.map_faults",
            "imperium.map_warnings",
            "imperium.reach",
            "imperium.Course",
            "imperium.Reach",
            "imperium.Way",
        ),
        "economy": (
            "imperium.ways_to_pay",
            "imperium.Payment",
            "imperium.affordable",
            "imperium.products",
            "imperium.Product",
            "imperium.builds",
            "imperium.technology_ways",
            "imperium.may_research",
            "imperium.technologies",
            "imperium.Technology",
        ),
        "votes": (
            "imperium.votes_needed",
            "imperium.turned_by",
            "imperium.safe_lead",
            "imperium.Voter",
            "imperium.Turn",
        ),
        "planets": (
            "imperium.invasion_odds",
            "imperium.invasion_table",
            "imperium.landing_table",
            "imperium.InvasionOdds",
        ),
        "needs": (
            "imperium.cheapest",
            "imperium.one_more",
            "imperium.effect_worth",
            "imperium.unit_worth",
        ),
        "fleet_figures": (
            "imperium.charts.retreat",
            "imperium.charts.cheapest",
            "imperium.charts.one_more",
            "imperium.charts.invasion",
        ),
        "fleet_lines": (
            "imperium.Battle",
            "imperium.Side",
            "imperium.Use",
            "imperium.notes",
            "imperium.sample_battles",
            "imperium.all_units",
            "imperium.factions",
            "imperium.all_effects",
        ),
        "fleet_play": (
            "imperium.battle_game",
            "imperium.stated_answer",
            "imperium.BattleResult",
            "imperium.BattleView",
            "imperium.BattleStart",
            "imperium.rulebook",
        ),
        "whole_game": ("imperium.new_game", "imperium.GameStart", "imperium.GameResult"),
        "fleet_variants": ("imperium.Variant", "imperium.BOX", "imperium.PRESETS"),
    },
    titles_of(__file__),
    {"rules": {}},
)
"""The part of the reference on Twilight Imperium."""
