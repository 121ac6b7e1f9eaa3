"""The panels of twingkit: cards, dice, battles and rules to look at and play with in a notebook.

Each panel is imported on first use, so that a page loads only what it shows. Panels of a single game are
defined by that game (`GameEntry.panels`), and are available here as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from twingkit.core.games import games_with_part
from twingkit.core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from twingkit_widgets.lab.open_lab import open_lab as open_lab
    from twingkit_widgets.learn.lesson.panel import LessonPanel as LessonPanel
    from twingkit_widgets.learn.practice.panel import PracticePanel as PracticePanel
    from twingkit_widgets.panel.panel import Panel as Panel
    from twingkit_widgets.read.rulebook.panel import RulebookPanel as RulebookPanel
    from twingkit_widgets.read.rulebook.rulings import RulingsPanel as RulingsPanel

_own, _panel, _names = lazy_exports(__name__)
_of_games = {
    name: package for _, package in reversed([*games_with_part("panels")]) for name in package.__all__
}

__all__ = sorted({*_own, *_of_games})


def __getattr__(name: str) -> Any:  # any public name
    """Return the public object called `name`: a panel of the kit, or one of a game's panels."""
    return getattr(_of_games[name], name) if name in _of_games and name not in _own else _panel(name)


def __dir__() -> list[str]:
    return sorted({*_names(), *_of_games})
