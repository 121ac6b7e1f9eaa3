"""A learner's first game of Twilight Imperium: the short game with its hidden rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from twingkit.core.questions import Question
from twingkit.imperium.galaxy.table.abilities import UseOrPass
from twingkit.imperium.galaxy.table.command_tokens import DivideTokens
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.technology.research import ResearchChoice
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.first_game.first_game import FirstGame

HERE = Path(__file__).parent


def goal_progress(table: GameTable, seat: int) -> float:
    """Return a seat's victory points as a share of those needed to win."""
    return table.players[seat].points / table.points_to_win


RULE_BY_ABILITY = {
    "Production": "IM-PROD-1",
    "Sustain Damage": "IM-UNIT-3",
    "Space Cannon": "IM-UNIT-6",
    "Bombardment": "IM-UNIT-5",
    "Anti-Fighter Barrage": "IM-UNIT-4",
}
"""The rules that explain unit abilities, by the abilities' names in card texts."""


def rules_needed_to_read(question: Question) -> Iterator[str]:
    """Yield the rules that a player must know to understand a question.

    These explain where the tokens of a status phase come from, and the unit abilities named in the texts of
    technologies and action cards.
    """
    if isinstance(question, DivideTokens) and question.table.phase == "status":
        yield "IM-STATUS-5"
    cards: Iterable[str] = ()
    if isinstance(question, ResearchChoice):
        cards = (f"IM-TECH-{technology}" for technology in question.choices)
    elif isinstance(question, UseOrPass):
        cards = (ability.rule for ability in question.offered)
    texts = [rulebook()[card].text("en") for card in cards]
    yield from (rule for name, rule in RULE_BY_ABILITY.items() if any(name in text for text in texts))


FIRST_GAME = FirstGame.load(
    HERE / "first_game.toml",
    HERE / "first_deals.toml",
    setup_lines={3: ("imperium short",)},
    progress_to_goal=goal_progress,
    max_lead=0.5,
    rolls_by_place=True,
    max_answers=160,
    desired_rules=("IM-SPACE-15", "IM-AGENDA-3"),
    beginner_count=6,
    unexplained_rules=("IM-SET-", "IM-ODDS-", "IM-VAR-", "IM-LINE-", "IM-ACT-"),
    rules_for_options=rules_needed_to_read,
    rules_by_question={
        "take": ("IM-OBJ-1",),
        "move": ("IM-MAP-1", "IM-MOVE-4"),
        "land": ("IM-INV-3",),
        "free": ("IM-TRADE-4",),
    },
    filler_rules={
        "take": ("IM-PICK-4", "IM-OBJ-1", "IM-END-1", "IM-OBJ-2", "IM-PAY-1", "IM-STATUS-1"),
        "turn": (
            *("IM-MAP-1", "IM-UNIT-1", "IM-TACT-2", "IM-FLEET-1", "IM-UNIT-11", "IM-MOVE-4", "IM-PROD-1"),
            *("IM-MOVE-2", "IM-MOVE-3", "IM-INV-9", "IM-INV-11", "IM-SPACE-1", "IM-SPACE-7", "IM-TRADE-2"),
            *("IM-MAP-2", "IM-UNIT-3", "IM-END-1", "IM-OBJ-2", "IM-TECH-2", "IM-SPACE-6", "IM-TIME-7"),
        ),
        "move": ("IM-MOVE-4", "IM-UNIT-11", "IM-MOVE-2", "IM-MOVE-3", "IM-FLEET-1", "IM-MAP-2"),
        "pools": ("IM-FLEET-1", "IM-STRAT-2", "IM-STATUS-4"),
        "secondary": ("IM-PAY-1", "IM-STRAT-1"),
        "place": ("IM-PROD-1", "IM-UNIT-6"),
        "free": ("IM-TRADE-4", "IM-TRADE-2"),
        "build": ("IM-UNIT-1", "IM-PROD-3", "IM-FLEET-1"),
        "land": ("IM-INV-4", "IM-INV-6", "IM-UNIT-5"),
        "retreat": ("IM-SPACE-7", "IM-SPACE-6"),
    },
)
"""The course through a learner's first game, a short game in which the opponents stay close to the last
player.
"""
