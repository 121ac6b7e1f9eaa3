"""Briscola: a trick-taking game with a trump suit, for two to four players; four play in pairs."""

from twingkit.core.games import GameEntry

GAME = GameEntry(
    id="briscola",
    titles={"en": "Briscola", "de": "Briscola"},
    rule_prefix="BR",
    line_prefixes=("briscola:",),
    example="briscola: 2",
    rules="briscola.game:rulebook",
    glossary="briscola.game:glossary",
    starts="briscola.game",
    players="briscola.players:PLAYERS",
    lookahead="briscola.players:LOOKAHEAD",
    answer_sentences="briscola.players:ANSWERS",
    lessons="briscola.lessons",
    puzzles="briscola.players:PUZZLES",
    referee="briscola.players:TABLE_RULES",
)
"""What the game registers."""
