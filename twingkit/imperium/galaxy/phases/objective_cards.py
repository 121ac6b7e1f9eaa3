"""Revealing public objectives (IM-SET-5, IM-STATUS-2)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.table.card_drawing import draw_from_deck
from twingkit.imperium.galaxy.table.game_table import GameTable


def reveal_objective(table: GameTable) -> Script[bool]:
    """Reveal the next public objective, stage I before stage II; return False if none is left."""
    stage = 0 if table.face_down_objective_counts[0] else 1
    if not table.face_down_objective_counts[stage] or not table.objective_decks[stage].shuffled_count:
        return False
    first, second = table.face_down_objective_counts
    table.face_down_objective_counts = (first - 1, second) if stage == 0 else (first, second - 1)
    yield from reveal_objective_of_stage(table, stage)
    return True


def reveal_objective_of_stage(table: GameTable, stage_index: int) -> Script:
    """Reveal one public objective of a stage (0 or 1), if there is one."""
    if table.objective_decks[stage_index].shuffled_count:
        card = yield from draw_from_deck(table.speaker, "objective", table.objective_decks[stage_index])
        table.open_objectives += (card,)
        table.announce("IM-STATUS-2", "revealed", table.speaker, card=card)
