"""The objectives of a player: those that can be scored now, and what the others lack (IM-OBJ-1, 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, FrameList
from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import game_kind
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
    """A player's progress on one objective: `progress` of `needed`, and whether the player controls all their
    home planets, as public objectives require (`controls_home`).

    >>> ObjectiveOutlook("lead", "IM-OBJ-lead", 1, 5, 3, True).missing_count
    0
    """

    id: str
    rule: str
    points: int
    progress: int
    needed: int
    controls_home: bool

    @property
    def missing_count(self) -> int:
        """The amount that the player still lacks."""
        return max(0, self.needed - self.progress)

    @property
    def is_scorable(self) -> bool:
        """True if the player could score the objective now."""
        return not self.missing_count and self.controls_home


def objectives_outlook_cells() -> CellMakers[ObjectiveOutlook]:
    """Return the columns of `objectives_outlook(...).frame()`."""
    return {
        "objective": lambda objective: objective.id,
        "rule": lambda objective: objective.rule,
        "points": lambda objective: objective.points,
        "there": lambda objective: objective.progress,
        "needed": lambda objective: objective.needed,
        "home": lambda objective: objective.controls_home,
        "missing": lambda objective: objective.missing_count,
        "scorable": lambda objective: objective.is_scorable,
    }


@with_column_meanings
@check_arguments(game=game_kind(GameTable, "imperium.new_game or imperium.position_game"))
def objectives_outlook(game: Game, seat: str = "p1") -> FrameList[ObjectiveOutlook]:
    """Return a player's progress on the open public objectives and their own unscored secret ones.

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
    for name in (*table.open_objectives, *player.secret_objectives):
        card = objective_cards()[name]
        if name in player.scored_objectives or card.requirement_kind == "event":
            continue
        there = progress(table, place, card)
        entries.append(
            ObjectiveOutlook(name, card.rule, card.points, there, card.needed_count, home or card.is_secret)
        )
    ordered = sorted(
        entries, key=lambda entry: (not entry.is_scorable, entry.missing_count, -entry.points, entry.id)
    )
    return FrameList(ordered, objectives_outlook_cells, "twingkit.imperium.objectives_outlook")
