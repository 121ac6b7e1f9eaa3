"""The panels of twingkit: cards, dice, battles and rules to look at and to play with in a notebook.

Each is imported when it is first used, so that a page loads only what it shows.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from twingkit_widgets.battle_lab import BattleLab
    from twingkit_widgets.cards import CardsPanel
    from twingkit_widgets.die import DiePanel
    from twingkit_widgets.lesson_panel import LessonPanel
    from twingkit_widgets.line_panel import LinePanel
    from twingkit_widgets.odds_bar import OddsPanel
    from twingkit_widgets.panel import Panel
    from twingkit_widgets.play_panel import PlayPanel
    from twingkit_widgets.practice_panel import PracticePanel
    from twingkit_widgets.readings_panel import ReadingsPanel
    from twingkit_widgets.reference_panel import ReferencePanel
    from twingkit_widgets.rulebook_panel import RulebookPanel
    from twingkit_widgets.rulings import RulingsPanel
    from twingkit_widgets.stepper import StepperPanel
    from twingkit_widgets.table import BattleTable

__all__ = [
    "BattleLab",
    "BattleTable",
    "CardsPanel",
    "DiePanel",
    "LessonPanel",
    "LinePanel",
    "OddsPanel",
    "Panel",
    "PlayPanel",
    "PracticePanel",
    "ReadingsPanel",
    "ReferencePanel",
    "RulebookPanel",
    "RulingsPanel",
    "StepperPanel",
]

_HOMES = {
    "BattleLab": "battle_lab",
    "BattleTable": "table",
    "CardsPanel": "cards",
    "DiePanel": "die",
    "LessonPanel": "lesson_panel",
    "LinePanel": "line_panel",
    "OddsPanel": "odds_bar",
    "Panel": "panel",
    "PlayPanel": "play_panel",
    "PracticePanel": "practice_panel",
    "ReadingsPanel": "readings_panel",
    "ReferencePanel": "reference_panel",
    "RulebookPanel": "rulebook_panel",
    "RulingsPanel": "rulings",
    "StepperPanel": "stepper",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
