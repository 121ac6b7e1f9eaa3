"""Very many whole games of every kind on a Dask cluster, in a folder that can be resumed.

    python benchmarks/many_games.py --out many --share 0.01    # one percent, with a worker for each core
    python benchmarks/many_games.py --out many                 # all of them; finished games are kept
    python benchmarks/many_games.py --out many --scheduler tcp://host:8786    # on an existing cluster

In total: a million games of Imperial Twing, 100,000 of Ember, 20,000 of Imajica and 2,000 of Twilight
Imperium, each with several numbers of players, computer players and variants (`conditions_by_kind`). After
any interruption the same command continues. Each kind is one plan (`arena.simulate_plan`) in its own folder,
each condition of it a folder with `games/*.parquet`; `notebooks/analyse/a-million-games.ipynb` reads them
all. Measurements are appended to `watched.csv` every few seconds: the finished parts, the memory of this
process and of the largest worker, and the processor time of this process and all its children.
"""

from __future__ import annotations

import _thread
import argparse
import csv
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import dask
import psutil
from distributed import Client, LocalCluster

from twingkit import arena
from twingkit.core.running.processes import usable_core_count

MIB = 2**20

GAME_COUNTS = {"imperium": 2_000, "imajica": 20_000, "ember": 100_000, "twing": 1_000_000}
"""The number of games of each kind, the longest games first."""

SKILLED_SHARES = {"twing": 0.0012, "ember": 0.04}
"""The share of games with skilled players, one of which takes as long as ten or fifty other games."""

LENGTH_EXPONENT = 1.5
"""A condition whose games take twice as long gets fewer of them, by a factor of 2 to this power."""

PART_SECONDS = 20
"""The approximate duration of a part: short enough to lose little with a worker, long enough to hide
overhead.
"""

SECONDS = {
    "twing": {"random": 0.02, "greedy": 0.04, "steady": 1.0, "expert": 1.0},
    "ember": {"random": 0.02, "greedy": 0.03, "steady": 0.2, "expert": 0.3},
    "imajica": {"random": 0.04, "greedy": 0.25, "steady": 0.3, "expert": 0.5},
    "imperium": {"random": 0.06, "greedy": 4.0, "steady": 2.0},
}
"""The approximate duration of a game with such a player, used to cut parts."""

MEASUREMENT_INTERVAL = 5.0
"""The seconds between two measurements of memory."""


class WeightedCondition(NamedTuple):
    """A condition (players and variant) of a kind of game, and its share of the games."""

    players: Sequence[str]
    variant: str
    weight: float


def conditions_by_kind() -> dict[str, list[WeightedCondition]]:
    """Return the conditions of each kind of game; the weights of a kind add up to 1."""
    plain, skilled = ("random", "greedy"), (("steady", "greedy"), ("expert", "steady"))
    conditions = [
        (alternate_players(pair, players), variant)
        for players in (2, 3, 4)
        for variant in ("box", "english", "german", "short")
        for pair in (("random",), ("greedy",), plain)
    ]
    weights = [relative_length(*condition) ** -LENGTH_EXPONENT for condition in conditions]
    plain_share = (1 - SKILLED_SHARES["twing"]) / sum(weights)
    twing = [
        WeightedCondition(*condition, plain_share * weight)
        for condition, weight in zip(conditions, weights, strict=True)
    ]
    twing += [
        WeightedCondition(alternate_players(pair, players), variant, SKILLED_SHARES["twing"] / 12)
        for players in (2, 3, 4)
        for variant in ("box", "short")
        for pair in skilled
    ]
    ember = [
        WeightedCondition(alternate_players(pair, players), variant, (1 - SKILLED_SHARES["ember"]) / 27)
        for players in (2, 3, 4)
        for variant in ("box", "quick", "long")
        for pair in (("random",), ("greedy",), plain)
    ]
    ember += [
        WeightedCondition(alternate_players(skilled[1], players), variant, SKILLED_SHARES["ember"] / 9)
        for players in (2, 3, 4)
        for variant in ("box", "quick", "long")
    ]
    imajica = [
        WeightedCondition(alternate_players(pair, players), variant, 1 / 27)
        for players in (2, 3, 4)
        for variant in ("box", "short", "simple_three")
        for pair in (("random",), plain, skilled[1])
    ]
    imperium = [
        WeightedCondition(alternate_players(pair, players), variant, 1 / 12)
        for players, variant in ((3, "short"), (3, "box"), (4, "box"), (6, "box"))
        for pair in (("random",), plain, skilled[0])
    ]
    return {"imperium": imperium, "imajica": imajica, "ember": ember, "twing": twing}


def relative_length(players: Sequence[str], variant: str) -> int:
    """Return the approximate relative length of a game of Imperial Twing, the shortest being 1."""
    return (len(players) - 1) * (1 + (set(players) == {"greedy"})) * (1 + (variant == "german"))


def alternate_players(pair: Sequence[str], players: int) -> list[str]:
    """Return the players of a game, alternating around the table."""
    return [pair[seat % len(pair)] for seat in range(players)]


def build_plan(kind: str, rows: Sequence[WeightedCondition], share: float) -> dict[str, arena.Condition]:
    """Return the plan of a kind; its games are distributed by weight without rounding losses."""
    plan, before, games = {}, 0.0, GAME_COUNTS[kind] * share
    for row in rows:
        count = round((before + row.weight) * games) - round(before * games)
        before += row.weight
        seconds = max(SECONDS[kind][name] for name in row.players)
        part = max(1, min(1000, int(PART_SECONDS / seconds)))
        if count:
            name = f"{kind}-{row.variant}-{'-'.join(row.players)}"
            plan[name] = arena.Condition(count, row.players, row.variant, game=kind, games_per_part=part)
    return plan


class Measurement(NamedTuple):
    """One measurement of a run."""

    kind: str
    seconds: float
    parts: int
    client: float
    worker: float
    processor: float


@contextmanager
def watch_run(kind: str, plan: Path, file: Path) -> Iterator[list[Measurement]]:
    """Yield the growing list of measurements of a run; each is appended to a file at once."""
    looks: list[Measurement] = []
    over, begin, this = threading.Event(), time.monotonic(), psutil.Process()

    def look() -> None:
        memory, processor = [], sum(this.cpu_times()[:2])
        for child in this.children(recursive=True):
            with suppress(psutil.NoSuchProcess):  # it has ended in the meantime
                memory.append(child.memory_info().rss)
                processor += sum(child.cpu_times()[:2])
        worker = max(memory, default=0) / MIB
        parts = len(list(plan.glob("*/games/*.parquet")))
        seconds = time.monotonic() - begin
        looks.append(Measurement(kind, seconds, parts, this.memory_info().rss / MIB, worker, processor))
        save_measurement(looks[-1], file)

    def watch() -> None:
        while not over.wait(MEASUREMENT_INTERVAL):
            look()

    look()
    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield looks
    finally:
        over.set()
        watcher.join()
        look()


def play_missing_games(options: argparse.Namespace, scheduler: str) -> None:
    """Play the missing games, kind after kind."""
    print(
        f"{'':10}{'games':>9} of {'all':>9}{'seconds':>10}{'processor':>10}{'games/s':>9}  MiB here, worker"
    )
    for kind, rows in conditions_by_kind().items():
        if kind not in (options.only or GAME_COUNTS):
            continue
        plan, stopped, before = build_plan(kind, rows, options.share), False, finished(options.out / kind)
        with watch_run(kind, options.out / kind, options.out / "watched.csv") as looks:
            try:
                arena.simulate_plan(plan, options.out / kind, scheduler=scheduler, progress=options.progress)
            except arena.ArenaInterrupted as how_far:
                stopped = True
                print(how_far)
        print_progress(
            looks, finished(options.out / kind) - before, sum(condition.games for condition in plan.values())
        )
        if stopped:
            break


def finished(plan: Path) -> int:
    """Return the number of finished games in a plan's folder."""
    return sum(arena.load_run(file.parent).games_finished for file in plan.glob("*/run.json"))


def save_measurement(look: Measurement, file: Path) -> None:
    """Append a measurement to a file."""
    new = not file.exists()
    with file.open("a", encoding="utf-8", newline="") as written:
        table = csv.writer(written)
        table.writerows([Measurement._fields] * new)
        table.writerow(look)


def print_progress(looks: Sequence[Measurement], played: int, wanted: int) -> None:
    """Print a line of the table: the games played, and the memory after a fifth, half and all of them."""
    first, last = looks[0], looks[-1]
    processor = last.processor - first.processor
    counts = f"{last.kind:11}{played:9} of {wanted:9}"
    line = f"{counts}{last.seconds:10.1f}{processor:10.1f}{played / processor:9.2f}"
    places = [looks[len(looks) * part // 10] for part in (2, 5)] + [last]
    print(line, " ", "; ".join(f"{look.client:.0f}, {look.worker:.0f}" for look in places), flush=True)


def main() -> None:
    """Play a share of all games."""
    asks = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asks.add_argument("--out", type=Path, default=Path("many-games"), metavar="DIR")
    asks.add_argument("--share", type=float, default=1.0, help="0.01 plays one percent of the games")
    asks.add_argument("--only", nargs="+", choices=GAME_COUNTS, help="only games of these kinds")
    asks.add_argument("--workers", type=int, default=usable_core_count(), help="workers on this computer")
    asks.add_argument("--scheduler", help="an existing cluster instead, such as tcp://host:8786")
    asks.add_argument("--minutes", type=float, help="stop after this time; the same command continues")
    asks.add_argument("--progress", action="store_true", help="show a progress bar on the error stream")
    asked = asks.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    if asked.minutes:
        # a shell switches this handler off for background jobs
        signal.signal(signal.SIGINT, signal.default_int_handler)
        timer = threading.Timer(60 * asked.minutes, _thread.interrupt_main)
        timer.daemon = True
        timer.start()
    if asked.scheduler:
        play_missing_games(asked, asked.scheduler)
        return
    # the profiler would sample every worker all the time
    dask.config.set({"distributed.worker.profile.enabled": False})
    with (
        LocalCluster(n_workers=asked.workers, threads_per_worker=1, dashboard_address=":0") as local,
        Client(local, set_as_default=False) as client,
    ):
        client.wait_for_workers(asked.workers)
        play_missing_games(asked, local.scheduler_address)


if __name__ == "__main__":
    main()
