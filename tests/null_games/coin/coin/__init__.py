"""A coin toss, which the guesser wins by guessing right: the smallest game that the kit can teach."""

from twingkit.core.games import GameEntry

GAME = GameEntry(
    id="coin",
    titles={"en": "Coin", "de": "Münze"},
    rule_prefix="CO",
    line_prefixes=("coin:",),
    example="coin: heads",
    rules="coin.rules:rulebook",
    starts="coin.starts",
    odds="coin.odds",
    lessons="coin.lessons",
)
"""What the game registers."""
