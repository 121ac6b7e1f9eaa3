"""Playing the parts of a run: in this process, or in several new ones that receive only plain values.

A part is handed over when it is finished. On Ctrl-C the processes stop after their current game and hand over
what they have. They end with the process that started them, whatever ends that one.
"""

from __future__ import annotations

import multiprocessing
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from twingkit.analyse.arena.runs import TABLES, Folder, Run, frame_of, pack_tables
from twingkit.analyse.arena.tallies import tally
from twingkit.core.errors import KitError
from twingkit.core.language import language
from twingkit.core.messages import Fault
from twingkit.core.running.processes import ignoring_ctrl_c, start_worker

if TYPE_CHECKING:
    import pandas as pd

Tables = dict[str, "pd.DataFrame"]
"""The tables of a part by name."""


class Part(NamedTuple):
    """Some games of a run, and the folder to write them to (None: hand them over)."""

    run: Run
    folder: Folder | None
    numbers: range


Finish = Callable[[Part, Tables | None], None]
"""Called for each finished part, with its tables unless they were written to its folder."""

ShowProgress = Callable[[int], None]
"""Called from time to time with the number of finished games."""


class Crew(Protocol):
    """Plays parts of runs as `play_parts` does; finished parts are written, or handed over."""

    def __call__(self, parts: Sequence[Part], *, finish: Finish, show: ShowProgress) -> None:
        """Play the parts. Raises `GameFailed`, `OSError` for a folder that cannot be written, and `Fault`."""


MAX_PROCESSES = 61
"""The maximum number of processes that every operating system can wait for."""

AHEAD = 2
"""The number of parts handed out for each process: enough that none waits, few enough that little is lost
on a stop.
"""

POLL_INTERVAL = 0.2
"""The number of seconds between updates of the progress."""


class GameFailed(Fault):
    """A game that could not be played to its end: its number, its seed, and what went wrong.

    >>> print(GameFailed("arena.failed", game=3, seed=17, players="greedy, random", why="it broke"))
    game 3 cannot be played to its end (seed 17; players: greedy, random): it broke
    """


class Failure(dict[str, Any]):
    """The facts of a `GameFailed`: some errors themselves cannot be sent between processes."""


class PartHalted(KitError):
    """A part that was stopped: the `numbers` of its finished games, and their `tables`."""

    def __init__(self, numbers: range, tables: Tables) -> None:
        super().__init__(numbers)
        self.numbers, self.tables = numbers, tables


class _Stop(Exception):
    """The games of this part are no longer wanted."""


def play_parts(parts: Sequence[Part], processes: int, finish: Finish, show: ShowProgress) -> None:
    """Play parts of runs in several processes; in this process if `processes` is 1 or there is one part.

    Raises `GameFailed`, `OSError` for a folder that cannot be written, and `Fault` if a process ends too
    early.
    """
    processes = min(processes, len(parts), MAX_PROCESSES)
    if processes > 1:
        _play_in_processes(parts, processes, finish, show)
        return
    done = 0

    def count() -> None:
        nonlocal done
        done += 1
        show(done)

    for part in parts:
        try:
            finish(part, _kept(part, play_part(part.run, part.numbers, count)))
        except PartHalted as halted:
            if halted.numbers:
                begun = part._replace(numbers=halted.numbers)
                finish(begun, _kept(begun, halted.tables))
            raise KeyboardInterrupt from None


def _kept(part: Part, tables: Tables) -> Tables | None:
    """Return the tables of some games, or None once they are written to the folder.

    The beginning of a stopped part is written unless at least as many of its games are already stored.
    """
    run, folder, numbers = part
    if folder is None:
        return tables
    if folder.count(numbers) < len(numbers):
        folder.write(pack_tables(run, tables, numbers), numbers)
    return None


def play_part(run: Run, numbers: range, count: Callable[[], None]) -> Tables:
    """Play some games of a run and return their tables; call `count` after each game.

    The tables depend only on the run and the numbers. Raises `GameFailed`, and `PartHalted` with the finished
    games if it is stopped: by Ctrl-C, or by an error from `count`.
    """
    rows_of = tally(run.game).rows
    played: list[tuple[tuple[object, ...], list[tuple[object, ...]]]] = []
    try:
        for number in numbers:
            seed, seated = run.seed_of(number), run.seating(number)
            try:
                row, battles = rows_of(run.play(number), number, seed, seated)
            except Exception as fault:
                why = traceback.format_exception_only(fault)[-1].strip()  # works even if its `str` fails
                raise GameFailed(
                    "arena.failed", game=number, seed=seed, players=" ".join(seated), why=why
                ) from fault
            played.append((row, battles))
            count()
    except (KeyboardInterrupt, _Stop):
        raise PartHalted(numbers[: len(played)], _tables(run, played)) from None
    return _tables(run, played)


def _tables(run: Run, played: Sequence[tuple[tuple[object, ...], list[tuple[object, ...]]]]) -> Tables:
    """Return the tables of games, each with its row and the rows of its battles."""
    rows = {"games": [row for row, _ in played], "battles": [row for _, battles in played for row in battles]}
    return {name: frame_of(rows[name], run.columns[name]) for name in TABLES}


def _play_in_processes(parts: Sequence[Part], processes: int, finish: Finish, show: ShowProgress) -> None:
    fresh = multiprocessing.get_context("spawn")
    stop, done = fresh.Event(), fresh.Value("q", 0)
    pool = ProcessPoolExecutor(processes, fresh, initializer=_start_worker, initargs=(stop, done, language()))
    waiting: dict[Future[Tables | Failure | None], Part] = {}
    remaining = iter(parts)

    def submit(count: int) -> None:
        waiting.update({pool.submit(_work, part): part for part in islice(remaining, count)})

    try:
        with ignoring_ctrl_c():
            submit(AHEAD * processes)
        while waiting:
            ready = wait(waiting, timeout=POLL_INTERVAL, return_when=FIRST_COMPLETED).done
            for future in ready:
                part, result = waiting.pop(future), future.result()
                if isinstance(result, Failure):
                    raise GameFailed("arena.failed", **result)
                finish(part, result)
            submit(len(ready))
            show(done.value)
    except KeyboardInterrupt:
        stop.set()
        pool.shutdown(cancel_futures=True)
        for future, part in waiting.items():
            _finish_halted(future, part, finish)
        raise
    except BrokenProcessPool as fault:
        raise Fault("arena.broken") from fault
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _finish_halted(future: Future[Tables | Failure | None], part: Part, finish: Finish) -> None:
    """Keep the finished games of a part that was stopped."""
    if future.cancelled() or future.exception() is not None:
        return
    result = future.result()
    if isinstance(result, _Beginning):
        begun = part._replace(numbers=part.numbers[: len(result["games"])])
        if begun.numbers:
            finish(begun, _kept(begun, dict(result)))
    elif not isinstance(result, Failure):
        finish(part, result)


# -- in a worker process

_STOP: Any = None  # no job
_DONE: Any = None  # no result


class _Beginning(dict[str, Any]):
    """The tables of the finished games of a stopped part."""


def _start_worker(stop: object, done: object, lang: str) -> None:
    """Initialize a worker process."""
    global _STOP, _DONE
    _STOP, _DONE = stop, done
    start_worker(lang)


def _count() -> None:
    with _DONE.get_lock():
        _DONE.value += 1
    if _STOP.is_set():
        raise _Stop


def _work(part: Part) -> Tables | Failure | None:
    try:
        return _kept(part, play_part(part.run, part.numbers, _count))
    except PartHalted as halted:
        return _Beginning(halted.tables)
    except GameFailed as failed:
        return Failure(failed.facts)
