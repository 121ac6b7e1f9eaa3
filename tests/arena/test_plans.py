"""Plans: many runs as one, of several games, players and variants, also after interruptions."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from arena.cluster_runs import DASK, answers
from arena.other_processes import Aside
from arena.same_results import same

from twingkit import arena
from twingkit.analyse.arena import ArenaInterrupted, Condition, Run
from twingkit.core.messages import Fault

Begin = Callable[..., Aside]
Until = Callable[[Callable[[], object], float, str], None]

CONDITIONS = {
    "two": (["random", "greedy"], "short", "twing"),
    "three": (["random"] * 3, "box price=2", "twing"),
    "quick": (["random"] * 2, "quick", "ember"),
}
"""Players, variant and game of each condition."""

GAMES, SEED, PART = 8, 7, 2


def plan(games: int = GAMES) -> dict[str, Condition]:
    return {
        name: Condition(games, players, variant, SEED, game=game, games_per_part=PART)
        for name, (players, variant, game) in CONDITIONS.items()
    }


def assert_like_single_runs(results: arena.PlanResults, games: int = GAMES) -> None:
    """Assert that each condition is the run that `arena.simulate` plays."""
    assert list(results.runs) == list(CONDITIONS)
    assert results.games_finished == results.games_requested == games * len(CONDITIONS)
    for name, (players, variant, game) in CONDITIONS.items():
        same(results.runs[name], arena.simulate(games, players, variant, SEED, game=game, processes=1))


def test_a_plan_mixes_games_players_and_variants_and_can_grow(tmp_path):
    few = {name: one for name, one in plan(3).items() if name != "quick"}
    arena.simulate_plan(few, tmp_path, processes=1)
    before = (tmp_path / "two/games/00000.parquet").stat().st_mtime_ns
    assert_like_single_runs(arena.simulate_plan(plan(), tmp_path, processes=1))
    assert (tmp_path / "two/games/00000.parquet").stat().st_mtime_ns == before


def test_all_conditions_advance_alike_and_ctrl_c_hands_over_how_far(tmp_path, monkeypatch):
    usual, played = Run.play, []

    def play(run: Run, number: int, **options: bool):
        played.append(number)
        if len(played) > GAMES * len(CONDITIONS) / 2:
            raise KeyboardInterrupt
        return usual(run, number, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Run, "play", play)
        with pytest.raises(ArenaInterrupted, match=r"12 of 24 games are saved in") as stopped:
            arena.simulate_plan(plan(), tmp_path, processes=1)
    assert [results.games_finished for results in stopped.value.results.runs.values()] == [GAMES / 2] * 3
    assert_like_single_runs(arena.simulate_plan(plan(), tmp_path, processes=1))


def test_a_condition_that_cannot_be_played_is_named_and_nothing_is_written(tmp_path):
    out = tmp_path / "out"
    with pytest.raises(Fault, match=r"condition odd: .*nobody") as refused:
        arena.simulate_plan(plan() | {"odd": Condition(3, ["random", "nobody"])}, out)
    assert "Bedingung odd" in refused.value.text("de")
    assert not out.exists()


def test_the_folder_of_something_else_is_refused(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(Fault, match=r"thesis\.txt"):
        arena.simulate_plan(plan(), tmp_path, processes=1)
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


PLAY = f"""
import sys
from twingkit import arena
plan = {{
    name: arena.Condition(3000, players, variant, {SEED}, game=game, games_per_part={PART})
    for name, (players, variant, game) in {CONDITIONS!r}.items()
}}
arena.simulate_plan(plan, sys.argv[1], scheduler=sys.argv[2])
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX")
def test_whatever_is_killed_on_a_cluster_nothing_finished_is_lost(
    begin: Begin, port: Callable[[], int], until: Until, tmp_path: Path
):
    address, out = f"tcp://127.0.0.1:{port()}", tmp_path / "out"
    scheduler = begin(DASK.format("scheduler"), "--host", address, "--no-dashboard")
    until(lambda: answers(address), 30, "the scheduler answers")
    worker = (DASK.format("worker"), address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
    first, _ = begin(*worker), begin(*worker)
    kept: dict[Path, int] = {}

    def assert_continues(run: Aside) -> None:
        """Assert that some more parts are there, and that the earlier ones are unchanged."""
        begun = len(kept)
        until(
            lambda: len(complete_parts(out)) >= begun + 4 or run.process.poll() is not None, 60, "more parts"
        )
        now = complete_parts(out)
        assert run.process.poll() is None
        assert kept.items() <= now.items()
        kept.update(now)

    run = begin(PLAY, str(out), address)
    assert_continues(run)
    os.kill(first.process.pid, signal.SIGKILL)
    assert_continues(run)
    run.process.kill()
    run.told()
    assert_continues(run := begin(PLAY, str(out), address))
    os.kill(scheduler.process.pid, signal.SIGKILL)
    code, _, complaints = run.told()
    assert code == 1
    assert f"the Dask scheduler at {address} no longer answers" in complaints
    results = arena.simulate_plan(plan(), out, processes=1)
    assert kept.items() <= complete_parts(out).items()
    assert_like_single_runs(results)


def complete_parts(out: Path) -> dict[Path, int]:
    """Return the complete parts, and when they were written."""
    return {file: file.stat().st_mtime_ns for file in sorted(out.glob("*/games/*.parquet"))}
