"""Dice under cups: everybody rolls in secret, bids in turn on everybody's dice, and somebody calls."""

from twingkit.core.games import GameEntry

GAME = GameEntry(
    id="cups",
    titles={"en": "Cups", "de": "Becher"},
    rule_prefix="CU",
    line_prefixes=("cups:",),
    example="cups: 3x2",
    rules="cups.game:rulebook",
    starts="cups.game",
    glossary="cups.game:glossary",
    odds="cups.game",
    players="cups.game:PLAYERS",
)
