"""The objectives of a player: which can be scored now, and what is missing for the others (IM-OBJ-1, 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from twingkit.analyse.reports.frame_results import Cells, FrameList
from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import game_with_table
from twingkit.core.play import Game
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.imperium.galaxy.objectives.cards import objective_cards
from twingkit.imperium.galaxy.objectives.progress import can_score_public, progress
from twingkit.imperium.galaxy.outlook.threats import parse_seat
from twingkit.imperium.galaxy.table.game_table import GameTable

if TYPE_CHECKING:
    pass


@attrs.frozen
class ObjectiveOutlook:
    """An objective as it stands for a player: `there` of `needed`, whether it can be scored now, and whether
    the home planets that public ones need are all controlled (`home`).

    >>> ObjectiveOutlook("lead", "IM-OBJ-lead", 1, 5, 3, True).missing
    0
    """

    id: str
    rule: str
    points: int
    progress: int
    needed: int
    home: bool

    @property
    def missing(self) -> int:
        """The number that is still missing."""
        return max(0, self.needed - self.progress)

    @property
    def scorable(self) -> bool:
        """True if it could be scored now."""
        return not self.missing and self.home


def objective_cells() -> Cells[ObjectiveOutlook]:
    """The columns of `objectives_outlook(...).frame()`."""
    return {
        "objective": lambda objective: objective.id,
        "rule": lambda objective: objective.rule,
        "points": lambda objective: objective.points,
        "there": lambda objective: objective.progress,
        "needed": lambda objective: objective.needed,
        "home": lambda objective: objective.home,
        "missing": lambda objective: objective.missing,
        "scorable": lambda objective: objective.scorable,
    }


@with_column_meanings
@check_arguments(game=game_with_table(GameTable, "imperium.new_game or imperium.position_game"))
def objectives_outlook(game: Game, seat: str = "p1") -> FrameList[ObjectiveOutlook]:
    """Return the open public objectives and the player's secret ones that are not scored yet.

    Objectives that can be scored now come first, then those that lack least. Objectives of the action phase
    are left out. `.frame()` gives the same as a table. Raises `Fault` for a player who is not in the game.

    >>> from twingkit.imperium.galaxy.starts import new_game
    >>> [entry.needed for entry in objectives_outlook(new_game(seed=1)) if entry.id == "lead"] in ([3], [])
    True
    """
    table: GameTable = game.table
    place = parse_seat(table, seat)
    player = table.players[place]
    home = can_score_public(table, place)
    entries = []
    for name in (*table.objectives, *player.secrets):
        card = objective_cards()[name]
        if name in player.scored or card.verb == "event":
            continue
        there = progress(table, place, card)
        entries.append(ObjectiveOutlook(name, card.rule, card.points, there, card.count, home or card.secret))
    ordered = sorted(entries, key=lambda entry: (not entry.scorable, entry.missing, -entry.points, entry.id))
    return FrameList(ordered, objective_cells, "twingkit.imperium.objectives_outlook")
