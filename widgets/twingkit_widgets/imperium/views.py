"""The pictures of Twilight Imperium for the machines of the panels; what is not here is drawn plainly."""

from __future__ import annotations

from types import SimpleNamespace

from twingkit_widgets.imperium.practice.pictures import BattleQuestions

VIEWS = SimpleNamespace(questions=BattleQuestions())
"""The pictures that the entry names."""
