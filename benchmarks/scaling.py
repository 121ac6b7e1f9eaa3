"""How the arena scales with games, processes and the workers of a Dask cluster.

    python benchmarks/scaling.py --games 200 400 800 1600 --repeats 3 --save scaling.parquet
    python benchmarks/scaling.py --asleep 8 --games 1600 --length 0.3

Every measurement is a fresh process that plays one run into a folder, aggregates it, and reports its time and
its own peak memory, without that of its processes and workers. Measurements alternate, so that other work on
the machine affects all of them equally. A cluster is started before its measurement, and its workers have
played once. The table shows the fastest and the slowest repetition; the file has one row for each.
`processor` is the processor time of everything involved, including the scheduler and starting processes;
`work` is that of one process as a share of it: the efficiency if each process had a core to itself, which can
be measured on a busy machine too.

With `--asleep`, a cluster of that many workers plays without needing cores: a worker plays one game and
sleeps instead of each further one, for the average time of a game (`--length`) with some variation.
Everything else is done as usual: rows, files, transfers, and the folder. Efficiency is the share of its time
for which a worker sleeps, next to that of a single process.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pandas as pd
import psutil

from twingkit import Game, arena
from twingkit.analyse.arena import Run
from twingkit.analyse.arena.runs import pack_tables
from twingkit.analyse.arena.workers import play_games_of_run
from twingkit.core.running.processes import usable_core_count

MIB = 2**20


HEAD = "backend    workers  games                  seconds  games/s  times    MiB processor  work"
"""The header that `show` prints."""


class BackendSetup(NamedTuple):
    """A backend that plays, with its number of workers and the address of its cluster."""

    backend: str
    workers: int
    address: str = ""


def measure(games: int, way: BackendSetup, players: list[str], variant: str) -> dict[str, object]:
    """Run once in this process; return the seconds and the peak memory of this process in MiB."""
    how = {"scheduler": way.address} if way.address else {"processes": way.workers}
    with tempfile.TemporaryDirectory() as folder, track_peak_memory() as most:
        begin, before = time.perf_counter(), processor_time()
        results = arena.simulate(games, players, variant, out=Path(folder) / "run", **how)
        assert results.wins()["games"].eq(games).all()
        seconds = time.perf_counter() - begin
    row = {"games": games, "workers": way.workers, "backend": way.backend, "seconds": seconds}
    row |= {"games_per_second": games / seconds, "memory": most[0] / MIB}
    return row | {"processor": processor_time() - before}


def processor_time() -> float:
    """Return the processor time of this process and its children, including ended ones, in seconds."""
    living = psutil.Process().children(recursive=True)
    return sum(os.times()[:4]) + sum(sum(child.cpu_times()[:2]) for child in living)


@contextmanager
def track_peak_memory() -> Iterator[list[int]]:
    """Yield a list that receives the peak memory of this process during the block, in bytes."""
    most, over, this = [0], threading.Event(), psutil.Process()

    def watch() -> None:
        while not over.wait(0.01):
            most[0] = max(most[0], this.memory_info().rss)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield most
    finally:
        over.set()
        watcher.join()


def measure_in_process(games: int, way: BackendSetup, options: argparse.Namespace) -> dict[str, object]:
    """Run `measure` in a separate process; add the processor time of a cluster meanwhile."""
    task = json.dumps([games, way, options.players, options.variant])
    before, ended = processor_time(), sum(os.times()[2:4])
    done = subprocess.run([sys.executable, __file__, "--one", task], stdout=subprocess.PIPE, check=True)
    measured = dict(json.loads(done.stdout))
    if way.address:
        measured["processor"] += processor_time() - before - (sum(os.times()[2:4]) - ended)
    return measured


def backends(clusters: ExitStack, run: Run) -> list[BackendSetup]:
    """Return the backends: one process, two, one for each core, and clusters with one worker and with two."""
    all_ways = [BackendSetup("processes", count) for count in sorted({1, 2, usable_core_count()})]
    if not find_spec("distributed"):
        print("without Dask (pip install 'twingkit[cluster]') there are no rows of a cluster")
        return all_ways
    from distributed import Client, LocalCluster

    for count in (1, 2):
        local = LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=":0")
        all_ways.append(BackendSetup("dask", count, clusters.enter_context(local).scheduler_address))
        with Client(local, set_as_default=False) as client:
            client.wait_for_workers(count)
            client.run(warm, run)
    return all_ways


def scaling_table(options: argparse.Namespace) -> pd.DataFrame:
    """Return a row for every measurement."""
    rows = []
    with ExitStack() as clusters:
        every = backends(clusters, arena.simulate(1, options.players, options.variant, processes=1).run)
        for repeat, games, way in product(range(options.repeats), options.games, every):
            rows.append(measure_in_process(games, way, options) | {"repeat": repeat})
            print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    frame = pd.DataFrame(rows)
    load = f"load {psutil.getloadavg()[0]:.1f}"
    frame.attrs["computer"] = f"{platform.system()} {platform.machine()}, {usable_core_count()} cores, {load}"
    return frame


def growth(games: list[int], seconds: list[float]) -> float:
    """Return the exponent with which the time grows with the number of games; 1 means proportional."""
    if len(games) < 2:
        return float("nan")
    points = [(math.log(count), math.log(duration)) for count, duration in zip(games, seconds, strict=True)]
    middle = [sum(axis) / len(points) for axis in zip(*points, strict=True)]
    across = sum((x - middle[0]) ** 2 for x, _ in points)
    return sum((x - middle[0]) * (y - middle[1]) for x, y in points) / across


def show(frame: pd.DataFrame) -> None:
    """Print the table."""
    print(frame.attrs["computer"])
    print(HEAD)
    fastest = frame.groupby(["backend", "workers", "games"])["seconds"].agg(["min", "max"])
    most = frame.groupby(["backend", "workers", "games"])["memory"].max()
    work = frame.groupby(["backend", "workers", "games"])["processor"].min()
    for (backend, workers, games), row in fastest.iterrows():
        seconds = f"{row['min']:.2f} (slowest {row['max']:.2f})"
        faster = fastest.loc[("processes", 1, games), "min"] / row["min"]
        figures = f"{games / row['min']:8.1f} {faster:5.2f}x {most[backend, workers, games]:6.0f}"
        least = work[backend, workers, games]
        share = work["processes", 1, games] / least
        print(f"{backend:10} {workers:7} {games:6} {seconds:>24} {figures} {least:9.2f} {share:5.2f}")
    for (backend, workers), rows in fastest.groupby(level=[0, 1]):
        numbers = list(rows.index.get_level_values("games"))
        print(f"{backend} {workers}: seconds grow with games to the power of", end=" ")
        print(f"{growth(numbers, list(rows['min'])):.2f}")


def save(frame: pd.DataFrame, file: Path) -> None:
    """Write the frame as CSV or Parquet, by its file name."""
    if file.suffix == ".csv":
        frame.to_csv(file, index=False)
    else:
        frame.to_parquet(file, index=False)


def install_sleeping_games(length: float) -> None:
    """Let this process sleep instead of playing games, except for the first of a run."""
    usual, played = Run.play, {}

    def play(run: Run, number: int, *, explain: bool = False) -> Game:
        if run not in played:
            played[run] = usual(run, 0)
        time.sleep(sleep_of(number, length))
        return played[run]

    Run.play = play


def sleep_of(number: int, length: float) -> float:
    """Return the seconds that a worker sleeps instead of playing this game; they vary around `length`."""
    return random.Random(number).expovariate(1 / length)


def warm(run: Run) -> None:
    """Load what a part needs, so that loading is not measured."""
    pack_tables(run, play_games_of_run(run, range(2), lambda: None), range(2))


def print_sleep_efficiency(options: argparse.Namespace) -> None:
    """Print the efficiency of a cluster of sleeping workers, next to that of one process."""
    import dask
    from distributed import Client, LocalCluster

    workers, games = options.print_sleep_efficiency, max(options.games) // options.print_sleep_efficiency
    # the profiler would sample every worker all the time
    dask.config.set({"distributed.worker.profile.enabled": False})
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0") as local:
        with Client(local, set_as_default=False) as client:
            client.wait_for_workers(workers)
            client.run(warm, arena.simulate(1, options.players, options.variant, processes=1).run)
            client.run(install_sleeping_games, options.length)
        way = BackendSetup("dask", workers, local.scheduler_address)
        many = measure(games * workers, way, options.players, options.variant)
    install_sleeping_games(options.length)
    single = measure(games, BackendSetup("processes", 1), options.players, options.variant)
    shares = []
    for row in (single, many):
        slept = sum(sleep_of(number, options.length) for number in range(row["games"]))
        shares.append(slept / row["workers"] / row["seconds"])
        print(f"{row['backend']} {row['workers']}: {row['games']} games in {row['seconds']:.1f} s", end=", ")
        print(f"{shares[-1]:.3f} of it games, {row['processor']:.1f} s of processor time")
    print(f"efficiency {shares[1] / shares[0]:.3f}")


def main() -> None:
    """Measure, print, and optionally save."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--games", type=int, nargs="+", default=[200, 400, 800, 1600])
    asked.add_argument("--repeats", type=int, default=3)
    asked.add_argument("--players", nargs="+", default=["random", "random"])
    asked.add_argument("--variant", default="short")
    asked.add_argument("--save", type=Path, metavar="FILE", help="a .csv or .parquet file")
    asked.add_argument("--asleep", type=int, metavar="WORKERS", help="number of sleeping workers")
    asked.add_argument("--length", type=float, default=0.3, help="seconds to sleep for each game")
    asked.add_argument("--one", help=argparse.SUPPRESS)
    options = asked.parse_args()
    if options.one:
        games, way, players, variant = json.loads(options.one)
        print(json.dumps(measure(games, BackendSetup(*way), players, variant)))
        return
    if options.print_sleep_efficiency:
        print_sleep_efficiency(options)
        return
    frame = scaling_table(options)
    show(frame)
    if options.save:
        save(frame, options.save)


if __name__ == "__main__":
    main()
