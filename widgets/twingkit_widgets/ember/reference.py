"""The part of the reference for Ember: its names by task."""

from __future__ import annotations

from twingkit_widgets.reference.group import Part, titles_of

PART = Part(
    "ember",
    ("ember", "ember.charts"),
    {
        "hands": (
            "ember.conjurable",
            "ember.pool_chances",
            "ember.keep_table",
            "ember.chance_within",
            "ember.payments",
            "ember.Conjurable",
            "ember.Reach",
            "ember.Keep",
            "ember.charts.reach",
            "ember.charts.keep",
        ),
        "draws": (
            "ember.refresh_chance",
            "ember.chance_with_draws",
            "ember.archmage_chance",
            "ember.Estimate",
        ),
        "tie": ("ember.tie_odds", "ember.TieOdds"),
        "creatures": (
            "ember.rarity",
            "ember.load_pool",
            "ember.read_pool",
            "ember.Pool",
            "ember.Creature",
            "ember.Cost",
            "ember.Effect",
        ),
        "ember_play": (
            "ember.new_game",
            "ember.position_game",
            "ember.Position",
            "ember.GameStart",
            "ember.PositionStart",
            "ember.rulebook",
            "ember.charts.race",
        ),
        "ember_variants": ("ember.Variant", "ember.BOX"),
    },
    titles_of(__file__),
    {"rules": {}, "glossary": {"show": "glossary"}, "cards": {"show": "gallery"}},
)
"""The part of the reference on Ember."""
