"""Play pages of Imajica at chosen moments, and their news."""

from __future__ import annotations

from twingkit.imajica.starts import position_game
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel


def page_after(line: str, *given: str, seat: int = 0) -> ImajicaPlayPanel:
    """Return the page of a position after these answers, seen by an Autarch."""
    game = position_game(line).give_answers(*given)
    return ImajicaPlayPanel(record=game.record, seat=seat, seed=1, opponents="random")


def digest(panel: ImajicaPlayPanel) -> list[str]:
    """Return the lines of news at the head of the page."""
    return [line.sentences[0].text() for line in panel.player_view().headline.news_lines]
