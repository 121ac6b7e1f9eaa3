"""The public objectives on the table: revealing the next one (IM-SET-5, IM-STATUS-2)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.galaxy.table.drawing import drawn
from twingkit.imperium.galaxy.table.game_table import GameTable


def reveal_objective(table: GameTable) -> Script[bool]:
    """The speaker reveals the next public objective, those of stage II after all of stage I; false if none is
    left."""
    stage = 0 if table.faced_down[0] else 1
    if not table.faced_down[stage] or not table.stage_decks[stage].total:
        return False
    first, second = table.faced_down
    table.faced_down = (first - 1, second) if stage == 0 else (first, second - 1)
    yield from reveal_one(table, stage)
    return True


def reveal_one(table: GameTable, stage: int) -> Script:
    """Reveal one public objective of a stage (0 or 1), if there is one."""
    if table.stage_decks[stage].total:
        card = yield from drawn(table.speaker, "objective", table.stage_decks[stage])
        table.objectives += (card,)
        table.tell("IM-STATUS-2", "revealed", table.speaker, card=card)
