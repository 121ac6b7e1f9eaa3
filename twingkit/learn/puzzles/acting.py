"""The rules that act when an answer is given."""

from __future__ import annotations

from twingkit.core.play import Game


def acting_rules(game: Game, answer: str) -> tuple[str, ...]:
    """Return the ids of the rules that act when an answer is given, in order."""
    twin = game.copy(explain=True)
    twin.auto = False
    before = len(twin)
    twin.give_answers(answer)
    rulings = [ruling for entry in twin.entries(before) for ruling in entry.rulings]
    return tuple(dict.fromkeys(ruling.rule for ruling in rulings))
