"""The objectives of a player: those that can be scored now, and what the others lack (IM-OBJ-1, 2)."""

from __future__ import annotations

import attrs

from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import game_kind
from twingkit.core.language import Lang, language, localized
from twingkit.core.play import Game
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.objectives.progress import controls_home_or_is_saar, progress_on_objective
from twingkit.imperium.galaxy.outlook.arrivals import parse_player
from twingkit.imperium.galaxy.table.game_table import GameTable


@attrs.frozen
class ObjectiveProgress:
    """A player's progress on one objective (`progress` of `needed`), and whether they control their home
    planets, as public objectives require.

    >>> ObjectiveProgress("lead", "IM-OBJ-lead", 1, 5, 3, True).missing_count
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


_OBJECTIVE_COLUMNS = {
    "objective": "str",
    "points": "int64",
    "there": "int64",
    "needed": "int64",
    "missing": "int64",
    "home": "bool",
    "scorable": "bool",
    "rules": "object",
}


@with_column_meanings
@check_arguments(game=game_kind(GameTable, "imperium.new_game or imperium.position_game"))
@localized
def objective_progress_table(game: Game, player: str = "p1", *, lang: Lang | None = None) -> DataFrame:
    """Return a player's progress on the open public objectives and their own unscored secret ones.

    Objectives that can be scored now come first, then those that lack least. Objectives of the action phase
    are left out.

    Parameters
    ----------
    game
        The whole game.
    player
        The player, such as "p1".

    Returns
    -------
    pandas.DataFrame
        One row for each objective, with the columns

        - `objective`: its id,
        - `points`: the victory points that it gives,
        - `there`, `needed`, `missing`: what the player has of what it requires, and still lacks,
        - `home`: True if the player controls the home planets, as public objectives require,
        - `scorable`: True if the player could score it now,
        - `rules`: the ids of its rules.

        `attrs`: `player`, `lang`.

    Raises
    ------
    Fault
        If the player is not in the game.

    Examples
    --------
    >>> from twingkit.imperium.galaxy.starts import new_game
    >>> progress = objective_progress_table(new_game(seed=1))
    >>> progress.query("objective == 'lead'")["needed"].tolist() in ([3], [])
    True
    """
    rows = [
        {
            "objective": entry.id,
            "points": entry.points,
            "there": entry.progress,
            "needed": entry.needed,
            "missing": entry.missing_count,
            "home": entry.controls_home,
            "scorable": entry.is_scorable,
            "rules": [entry.rule],
        }
        for entry in objective_outlooks(game.table, parse_player(game.table, player))
    ]
    return frame_from_rows(rows, _OBJECTIVE_COLUMNS, player=player, lang=language())


def objective_outlooks(table: GameTable, seat: int) -> list[ObjectiveProgress]:
    """Return the rows of `objective_progress_table` for a seat as objects, without pandas."""
    player = table.players[seat]
    home = controls_home_or_is_saar(table, seat)
    entries = []
    for name in (*table.open_objectives, *player.secret_objectives):
        card = objectives_by_id()[name]
        if name in player.scored_objectives or card.requirement_kind == "event":
            continue
        there = progress_on_objective(table, seat, card)
        entries.append(
            ObjectiveProgress(name, card.rule, card.points, there, card.needed_count, home or card.is_secret)
        )
    return sorted(
        entries, key=lambda entry: (not entry.is_scorable, entry.missing_count, -entry.points, entry.id)
    )
