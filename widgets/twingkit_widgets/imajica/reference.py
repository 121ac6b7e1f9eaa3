"""The part of the reference for Imajica: its names by task."""

from __future__ import annotations

from twingkit_widgets.reference.group import Part, titles_of

PART = Part(
    "imajica",
    ("imajica",),
    {
        "imajica_cards": ("imajica.load_cards", "imajica.Cards", "imajica.Card"),
        "imajica_decks": (
            "imajica.load_decks",
            "imajica.read_deck",
            "imajica.check_deck",
            "imajica.faults_of",
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
        "imajica_variants": ("imajica.Variant", "imajica.BOX"),
    },
    titles_of(__file__),
    {"rules": {}},
)
"""The part of the reference on Imajica."""
