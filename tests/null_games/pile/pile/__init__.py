"""A hidden pile of three cards: name the top one. Its cards must never be visible before."""

from twingkit.core.games import GameEntry

GAME = GameEntry(
    id="pile",
    titles={"en": "Pile", "de": "Stapel"},
    rule_prefix="PI",
    line_prefixes=("pile:",),
    example="pile: 3",
    rules="pile.game:rulebook",
    starts="pile.game",
)
