"""A cluster plays the same games as one core, whatever dies or fails meanwhile."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs
import dask
import pytest
from arena.cluster_runs import DASK, GAMES, PART, SEED, answers, meanwhile, played
from arena.same_results import same
from distributed import Client, LocalCluster
from distributed.utils import get_mp_context

from twingkit import arena
from twingkit.analyse.arena import GameFailed, Results, Run, cluster, workers
from twingkit.analyse.arena.cluster import Cluster
from twingkit.analyse.arena.workers import RunPart
from twingkit.core.messages import Fault

Until = Callable[[Callable[[], object], float, str], None]


# Workers that start afresh load pandas, Dask and the game again; where there is fork, one server
# has them.
LOADED = ["distributed", "pandas", "pyarrow.parquet", "twingkit.analyse.arena.cluster", "twingkit.twing"]
# Other measurements of Dask are not needed: where its threads are, and the computer.
SETTINGS = {
    "distributed.deploy.lost-worker-timeout": "5 minutes",
    "distributed.worker.profile.enabled": False,
    "distributed.admin.system-monitor.interval": "1 minute",
} | ({"distributed.worker.multiprocessing-method": "forkserver"} if os.name == "posix" else {})


@pytest.fixture(scope="module")
def two() -> Iterator[LocalCluster]:
    """Return two workers, each a process; a dead one is replaced, however long that takes here."""
    with dask.config.set(SETTINGS):
        get_mp_context().set_forkserver_preload(LOADED)
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as local:
            yield local


@pytest.fixture
def client(two: LocalCluster) -> Iterator[Client]:
    with Client(two, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=90)
        yield client


@pytest.fixture(scope="module")
def alone() -> Results:
    """Return the games as one core plays them."""
    return played(processes=1)


def kill_busy_worker(client: Client, pids: dict[str, int]) -> int:
    """Kill a worker that has parts to play; returns its process id."""
    while not (busy := [worker for worker, parts in client.processing().items() if parts]):
        time.sleep(0.01)
    os.kill(pids[busy[0]], signal.SIGKILL)
    return pids[busy[0]]


# -- the same games


@pytest.mark.slow
def test_a_cluster_plays_the_games_of_one_core(two, client, alone, tmp_path):
    few = played(7, processes=1)
    same(played(7, scheduler=two.scheduler_address), few)
    same(played(scheduler=client, out=tmp_path / "run"), alone)
    same(arena.load_run(tmp_path / "run"), alone)
    same(played(7, scheduler=client, games_per_part=None, out=tmp_path / "few"), few)
    assert len(list((tmp_path / "few/games").iterdir())) == 7, "some for each worker to the end"


def test_files_are_the_same_whoever_plays(client, tmp_path):
    played(12, scheduler=client, out=tmp_path / "cluster")
    played(12, processes=1, out=tmp_path / "alone")
    for file in sorted((tmp_path / "alone").rglob("*.*")):
        if file.parent.name == "seats":  # with the time that each game took
            continue
        assert (tmp_path / "cluster" / file.relative_to(tmp_path / "alone")).read_bytes() == file.read_bytes()


def test_what_one_core_began_a_cluster_ends_and_the_other_way_round(client, alone, tmp_path):
    played(12, processes=1, out=tmp_path)
    first = (tmp_path / "games/00000.parquet").stat().st_mtime_ns
    played(26, scheduler=client, out=tmp_path)
    same(played(processes=1, out=tmp_path), alone)
    assert (tmp_path / "games/00000.parquet").stat().st_mtime_ns == first


def test_only_so_many_parts_are_handed_out_ahead(client, monkeypatch):
    waiting: list[int] = []
    submit = client.submit

    def counting(*args: object, **options: object):
        future = submit(*args, **options)
        waiting.append(len(client.futures))
        return future

    monkeypatch.setattr(client, "submit", counting)
    played(scheduler=client)
    assert len(waiting) == GAMES // PART
    assert max(waiting) <= workers.QUEUED_PARTS_PER_WORKER * 2 + 2  # two that are just being taken in
    assert not client.futures


MEMORY = """
import sys, tracemalloc
from twingkit import arena

where, folder = sys.argv[1:]
for games, out in ((4, "first"), (4, "few"), (24, "many"), (24, None)):
    if out != "first":  # after which everything is loaded
        tracemalloc.start()
    results = arena.simulate(
        games, ["random", "random"], "short", 1, scheduler=where, out=out and f"{folder}/{out}",
        games_per_part=4
    )
    results.wins(), results.value_counts("rounds"), results.games_finished
    print(tracemalloc.get_traced_memory()[1] if tracemalloc.is_tracing() else 0)
    tracemalloc.stop()
"""


@pytest.mark.slow
def test_with_a_folder_nothing_accumulates_here(two, client, begin, tmp_path):
    code, told, complaints = begin(MEMORY, two.scheduler_address, str(tmp_path)).told()
    assert (code, complaints) == (0, "")
    _, few, many, kept_here = map(int, told.split())
    assert many - few < 300_000
    assert kept_here - few > 1_000_000


# -- dying processes


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX")
def test_a_worker_that_is_killed_loses_nothing(client, alone, tmp_path):
    pids, killed = client.run(os.getpid), []

    def kill() -> None:
        while not list(tmp_path.glob("games/*.parquet")):
            time.sleep(0.01)
        killed.append(kill_busy_worker(client, pids))

    killer = meanwhile(kill)
    results = played(scheduler=client, out=tmp_path)
    killer.join(10)
    same(results, alone)
    assert killed[0] not in client.run(os.getpid).values()


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX")
def test_a_part_that_kills_its_workers_is_named(two, client, monkeypatch):
    monkeypatch.setattr(two.scheduler, "allowed_failures", 0)
    pids = client.run(os.getpid)
    killer = meanwhile(lambda: kill_busy_worker(client, pids) and None)
    with pytest.raises(Fault, match=r"games \d+ to \d+") as refused:
        played(2000, scheduler=client, games_per_part=500)
    killer.join(10)
    assert refused.value.key == "cluster.killed"
    assert "1 Worker" in refused.value.text("de")


SIMULATE = f"""
import sys
from functools import partial
from twingkit import arena, cli

sys.argv[0] = "twingkit"
arena.simulate = partial(arena.simulate, games_per_part={PART})
cli.main()
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "killed"])
def test_a_run_that_is_stopped_leaves_the_workers_idle_and_goes_on_anywhere(
    two, client, alone, begin, tmp_path, until: Until, sign
):
    options = ("--players", "random,random", "--variant", "short", "--seed", str(SEED), "--games", "3000")
    where = ("--scheduler", two.scheduler_address, "--out", str(tmp_path))
    run = begin(SIMULATE, "simulate", *options, *where)
    until(
        lambda: list(tmp_path.glob("games/*.parquet")) or run.process.poll() is not None,
        60,
        "a part is there",
    )
    run.process.send_signal(sign)
    code, said, complaints = run.told()
    kept = arena.load_run(tmp_path)
    if sign == signal.SIGINT:
        assert code == 130
        assert said.startswith(f"{kept.games_finished} games of 2 players")
        assert re.fullmatch(
            rf"twingkit: stopped: {kept.games_finished} of 3000 games are saved in .*\n", complaints
        )
    until(lambda: not any(client.run(_playing).values()), 30, "no worker plays any more")
    assert PART <= kept.games_finished < 3000
    same(played(processes=1, out=tmp_path), alone)


def _playing(dask_worker: object) -> int:
    """Return how many parts a worker is playing."""
    return len(dask_worker.state.executing) + len(dask_worker.active_threads)  # type: ignore[attr-defined]


def test_a_task_that_is_cancelled_ends_after_the_game_that_it_is_at(client, until: Until):
    run, key = played(1, processes=1).run, "cancelled"
    future = client.submit(cluster._work, run, range(10_000), key, key=key)
    until(lambda: any(client.run(_playing).values()), 30, "it is played")
    future.cancel()
    until(lambda: not any(client.run(_playing).values()), 30, "it is not played any more")


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX")
def test_when_the_scheduler_dies_it_is_said_and_the_folder_goes_on(begin, tmp_path, port, until: Until):
    address = f"tcp://127.0.0.1:{port()}"
    scheduler = begin(DASK.format("scheduler"), "--host", address, "--no-dashboard")
    begin(DASK.format("worker"), address, "--nthreads", "1", "--no-nanny", "--no-dashboard")

    def kill() -> None:
        while not list(tmp_path.glob("games/*.parquet")):
            time.sleep(0.01)
        os.kill(scheduler.process.pid, signal.SIGKILL)

    until(lambda: answers(address), 30, "the scheduler answers")
    meanwhile(kill)
    with pytest.raises(Fault, match=re.escape(address)) as refused:
        played(2000, scheduler=address, out=tmp_path)
    assert refused.value.key == "cluster.lost"
    kept = arena.load_run(tmp_path).games_finished
    assert 0 < kept < 2000
    same(played(kept + PART, processes=1, out=tmp_path), played(kept + PART, processes=1))


def test_a_cluster_whose_workers_have_all_gone_is_not_waited_for_for_ever(thread, monkeypatch, tmp_path):
    monkeypatch.setattr(cluster, "WORKER_TIMEOUT", 0.5)

    def go() -> None:
        while not list(tmp_path.glob("games/*.parquet")):
            time.sleep(0.01)
        thread.cluster.scale(0)

    meanwhile(go)
    with pytest.raises(Fault, match="has no worker") as refused:
        played(2000, scheduler=thread, out=tmp_path)
    assert refused.value.key == "cluster.no_workers"


# -- games that fail


def test_a_game_that_fails_is_named_with_its_number_and_seed(client):
    run = Run("twing", ("random", "nobody"), "box", ("box assumed",), 5)
    parts = [RunPart(run, None, numbers) for numbers in (range(3), range(3, 6))]
    with pytest.raises(GameFailed) as failed:
        Cluster(client).play_parts(parts, finish=lambda *_: None, show=lambda _: None)
    number = failed.value.facts["game"]
    assert number in (0, 3)
    assert str(run.seed_of(number)) in str(failed.value)
    assert "nobody" in failed.value.text("de")


def test_a_worker_with_another_error_says_at_which_games(thread, monkeypatch):
    def full(*_: object) -> None:
        raise MemoryError("all of it")

    monkeypatch.setattr(cluster, "pack_tables", full)
    with pytest.raises(Fault, match=r"games 0 to 3 .*MemoryError: all of it") as refused:
        played(5, scheduler=thread)
    assert refused.value.key == "cluster.task"


def test_a_folder_that_cannot_be_written_is_the_error_that_it_was(client, tmp_path, monkeypatch):
    def full(self: Path, target: Path) -> None:
        if target.suffix == ".parquet":
            raise OSError(28, "No space left on device", str(target))
        replace(self, target)

    replace = Path.replace
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        played(10, scheduler=client, out=tmp_path)


def test_a_worker_with_another_version_that_comes_later(client):
    run = attrs.evolve(played(1, processes=1).run, version="0.0.9")
    part = RunPart(run, None, range(3))
    with pytest.raises(Fault, match=r"twingkit .*, but this computer has 0\.0\.9") as found:
        Cluster(client).play_parts([part], finish=lambda *_: None, show=lambda _: None)
    assert found.value.key == "cluster.version"


def test_a_task_of_dask_plays_with_one_process_and_says_so(client: Client, alone: Results) -> None:
    def task() -> tuple[Results, list[str]]:
        import warnings

        from twingkit import arena

        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            options = {"variant": "short", "seed": SEED, "games_per_part": PART, "processes": 2}
            results = arena.simulate(GAMES, ["random", "random"], **options)
        return results, [warning.category.__name__ for warning in told]

    results, told = client.submit(task).result(timeout=90)
    same(results, alone)
    assert "OneProcessWarning" in told
