"""Snapshot scenes of whole games of Twilight Imperium: the examples of the rules of phases, strategy cards,
agendas, objectives, trade and ends, each with the rulings from its position on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from twingkit.core.play import Game
from twingkit.imperium.rule_moments import RuleMoment, all_examples, find_example

CHAPTERS = (
    "strategy_phase", "turns", "strategic_actions", "status_phase", "ending", "tactical", "space_in_games",
    "invasion_in_games", "production_in_games", "council", "trade", "scoring", "strategy_cards", "voting",
    "directives", "laws", "objectives1", "objectives2", "secrets_in_status", "secrets_in_action", "research",
)  # fmt: skip
"""The chapters whose examples are scenes."""


def scene_name(rule: str) -> str:
    """Return the name of the scene of a rule."""
    return f"game-{rule.removeprefix('IM-').lower().replace('_', '-')}"


@cache
def examples() -> dict[str, RuleMoment]:
    """Return the examples that are scenes, by their names."""
    from twingkit.imperium.texts.rulebook import rulebook

    return {
        scene_name(one.rule): one
        for one in all_examples()
        if one.is_whole_game and not one.is_refused and rulebook()[one.rule].chapter in CHAPTERS
    }


def scripted_scenes() -> Iterator[tuple[str, str]]:
    """Yield every scene by its name, as a record."""
    for name, example in examples().items():
        yield name, example.game_after().record


def contains_scene(name: str, game: Game) -> bool:
    """Return whether the rule of a scene is cited at its last answer, or names its subject."""
    example = examples()[name]
    assert find_example(example.rule) is not None
    cited = {(ruling.rule, ruling.case) for ruling in game.latest_rulings}
    return (example.shown_rule, example.case or example.statement.case) in cited
