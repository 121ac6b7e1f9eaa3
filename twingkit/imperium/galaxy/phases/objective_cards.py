"""The public objectives on the table: revealing the next one (IM-SET-5, IM-STATUS-2)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.table.drawing import draw_from_deck
from twingkit.imperium.galaxy.table.game_table import GameTable


def reveal_objective(table: GameTable) -> Script[bool]:
    """The speaker reveals the next public objective, those of stage II after all of stage I; false if none is
    left."""
    stage = 0 if table.face_down_objectives[0] else 1
    if not table.face_down_objectives[stage] or not table.stage_decks[stage].total:
        return False
    first, second = table.face_down_objectives
    table.face_down_objectives = (first - 1, second) if stage == 0 else (first, second - 1)
    yield from reveal_one(table, stage)
    return True


def reveal_one(table: GameTable, stage: int) -> Script:
    """Reveal one public objective of a stage (0 or 1), if there is one."""
    if table.stage_decks[stage].total:
        card = yield from draw_from_deck(table.speaker, "objective", table.stage_decks[stage])
        table.objectives += (card,)
        table.announce("IM-STATUS-2", "revealed", table.speaker, card=card)
