"""Reef: a card game in which everybody lays cards that fit, and whoever has none left wins."""

from twingkit.core.games import GameEntry

GAME = GameEntry(
    id="reef",
    titles={"en": "Reef", "de": "Riff"},
    rule_prefix="RF",
    line_prefixes=("reef:",),
    example="reef: 3",
    rules="reef.game:rulebook",
    glossary="reef.game:glossary",
    starts="reef.game",
    players="reef.players:PLAYERS",
    lookahead="reef.players:LOOKAHEAD",
    answer_sentences="reef.players:ANSWERS",
    lessons="reef.lessons",
    puzzles="reef.players:PUZZLES",
    referee="reef.players:TABLE_RULES",
)
"""What the game registers."""
