"""The part of the reference for Imajica: its names by task."""

from __future__ import annotations

from twingkit_widgets.reference.group import Part, titles_of

PART = Part(
    "imajica",
    ("imajica", "imajica.charts"),
    {
        "imajica_cards": ("imajica.load_cards", "imajica.Cards", "imajica.Card"),
        "imajica_decks": (
            "imajica.load_decks",
            "imajica.read_deck",
            "imajica.check_deck",
            "imajica.faults_of",
            "imajica.load_deck",
            "imajica.deck_text",
            "imajica.deck_of_text",
            "imajica.deck_curves",
            "imajica.Deck",
        ),
        "imajica_play": (
            "imajica.new_game",
            "imajica.position_game",
            "imajica.Position",
            "imajica.GameStart",
            "imajica.PositionStart",
            "imajica.rulebook",
        ),
        "imajica_stops": (
            "imajica.can_they_stop",
            "imajica.StopQuestion",
            "imajica.Holding",
            "imajica.Stops",
            "imajica.allies_to_send",
            "imajica.smallest_resistance",
            "imajica.charts.stopping",
        ),
        "imajica_best": (
            "imajica.best_defenders",
            "imajica.best_split",
            "imajica.best_alliances",
            "imajica.victory_distances",
            "imajica.charts.defenders",
            "imajica.charts.forces",
        ),
        "imajica_variants": ("imajica.Variant", "imajica.BOX"),
    },
    titles_of(__file__),
    {"rules": {}, "glossary": {"show": "glossary"}, "cards": {"show": "gallery"}},
)
"""The part of the reference on Imajica."""
