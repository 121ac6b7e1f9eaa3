"""Plans: many runs in one folder, with different games, players, numbers of players and variants.

    arena.simulate_plan(
        {
            "two": arena.Condition(1000, ["greedy", "random"]),
            "three-short": arena.Condition(500, ["greedy", "random", "random"], "short"),
        },
        out="many",
    )

Each condition is a run as in `arena.simulate`, in a folder with the name of the condition. The parts of all
conditions are handed out as one list, so that no worker waits between two conditions, and all advance
together: a plan stopped halfway has about half of each condition.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import attrs

from twingkit.analyse.arena.many_games import (
    count_games,
    missing_parts,
    open_part_runner,
    part_size,
    prepare_run,
    require_pyarrow,
)
from twingkit.analyse.arena.results import ArenaInterrupted, PlanResults, Results
from twingkit.analyse.arena.runs import Run, RunFolder
from twingkit.core.arguments import (
    BOOLEAN,
    COUNT,
    PATH,
    SEED,
    TEXT,
    ArgumentKind,
    check_arguments,
    instance_of,
    mapping_of,
    require_valid_argument,
)
from twingkit.core.arguments.kinds import as_int, as_int_or_none
from twingkit.core.games import default_game
from twingkit.core.messages import Fault
from twingkit.core.running.progress_bar import progress_bar
from twingkit.players.policies import PLAYERS

if TYPE_CHECKING:
    from distributed import Client

_CONDITION_NAME_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")
"""The names are valid folder names on any system."""


_CONDITION_NAME_ARGUMENT = ArgumentKind(
    "argument.condition_names",
    lambda name: isinstance(name, str) and bool(_CONDITION_NAME_PATTERN.fullmatch(name)),
)


def _seated(players: object) -> tuple[str, ...]:
    require_valid_argument("players", players, PLAYERS)
    return tuple(cast("Sequence[str]", players))


@attrs.frozen(eq=False)
class Condition:
    """One run of a plan: the number of games, and the other arguments of `arena.simulate`.

    `games_per_part`, the number of games in a part, depends on the number of games by default; choose small
    parts for long games. Raises `Fault` for a field of the wrong kind.

    >>> from twingkit import arena
    >>> arena.Condition(100, ["greedy", "random"], "short").players
    ('greedy', 'random')
    """

    games: int = attrs.field(converter=as_int)
    players: Sequence[str] = attrs.field(converter=_seated)
    variant: object = "box"
    seed: int = attrs.field(default=0, converter=as_int)
    game: str = ""
    box: object = None
    rotate: bool = True
    games_per_part: int | None = attrs.field(default=None, converter=as_int_or_none)

    def __attrs_post_init__(self) -> None:
        require_valid_argument("games", self.games, COUNT)
        require_valid_argument("seed", self.seed, SEED)
        require_valid_argument("game", self.game, TEXT)
        require_valid_argument("rotate", self.rotate, BOOLEAN)
        if self.games_per_part is not None:
            require_valid_argument("games_per_part", self.games_per_part, COUNT)

    def make_run(self) -> Run:
        """Return the description of the run. Raises `Fault` if it cannot be played."""
        game = self.game or default_game().id
        return prepare_run(game, self.players, self.variant, self.box, self.seed, self.rotate)


@check_arguments(
    plan=mapping_of(_CONDITION_NAME_ARGUMENT, instance_of("argument.condition", Condition)),
    out=PATH,
    processes=COUNT,
)
def simulate_plan(
    plan: Mapping[str, Condition],
    out: Path | str,
    *,
    processes: int | None = None,
    scheduler: str | Client | None = None,
    progress: bool = False,
) -> PlanResults:
    """Play all conditions of a plan into one folder and return their results.

    Parameters
    ----------
    plan
        Conditions by name; the name is also that of the folder. A later plan for the same folder may have
        more conditions, and its conditions more games.
    out
        The folder. Repeat the call to continue a stopped plan.
    processes, scheduler, progress
        As in `arena.simulate`.

    Raises
    ------
    Fault
        For a condition that cannot be played (before anything is written), for a folder with other content,
        and as in `arena.simulate`.
    Stopped
        On Ctrl-C, with the `PlanResults` so far.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from twingkit import arena
    >>> plan = {
    ...     "two": arena.Condition(4, ["random", "random"], "short"),
    ...     "three": arena.Condition(2, ["random"] * 3, game="ember"),
    ... }
    >>> with TemporaryDirectory() as folder:
    ...     results = arena.simulate_plan(plan, folder, processes=1)
    ...     print(results.games_finished, len(results.runs["three"].games))
    6 2
    """
    require_pyarrow()
    out = Path(out)
    runs = {name: _run(name, condition) for name, condition in plan.items()}
    if not runs:
        raise Fault("arena.no_conditions")
    wanted = sum(condition.games for condition in plan.values())
    with open_part_runner(wanted, next(iter(runs.values())), processes, scheduler) as (crew, many):
        _only_folders(out)
        folders = {}
        for name, condition in plan.items():
            size = condition.games_per_part or part_size(condition.games, many)
            folders[name] = RunFolder.create_or_open(out / name, runs[name], condition.games, size)
        parts = [part for name, folder in folders.items() for part in missing_parts(folder, plan[name].games)]
        parts.sort(key=lambda part: part.game_numbers.start / cast(RunFolder, part.folder).games_requested)
        results = PlanResults(
            {name: Results(run, plan[name].games, folders[name].path) for name, run in runs.items()}, out
        )
        try:
            with progress_bar(wanted, wanted - count_games(parts), progress) as show:
                crew(parts, finish=lambda *_: None, show=show)
        except KeyboardInterrupt:
            raise ArenaInterrupted(results) from None
        return results


def _run(name: str, condition: Condition) -> Run:
    try:
        return condition.make_run()
    except Fault as fault:
        raise Fault("arena.condition", name=name, why=fault) from fault


def _only_folders(out: Path) -> None:
    others = [file.name for file in out.iterdir() if not file.is_dir()] if out.exists() else []
    if others:
        raise Fault("arena.not_empty", folder=out, file=min(others))
