"""Play the parts of a run, in this process or in several new ones that receive only plain values.

A part is returned when it is finished. On Ctrl-C the processes stop after their current game and return the
finished games. They always end with the process that started them.
"""

from __future__ import annotations

import multiprocessing
import time
import traceback
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Any, NamedTuple, Protocol

from twingkit.analyse.arena.runs import TABLES, DamagedPartFault, Run, RunFolder, pack_tables, rows_as_frame
from twingkit.analyse.arena.tallies import GameRows, arena_recorder, seat_rows
from twingkit.core.errors import KitError
from twingkit.core.language import language
from twingkit.core.messages import Fault
from twingkit.core.running.processes import set_up_worker, workers_ignore_ctrl_c
from twingkit.core.tables.lazy_types import DataFrame

Tables = dict[str, DataFrame]
"""The tables of a part by name."""


class RunPart(NamedTuple):
    """A part of a run: some of its games, and the folder to write them to (None: return them)."""

    run: Run
    folder: RunFolder | None
    game_numbers: range


OnPartFinished = Callable[[RunPart, Tables | None], None]
"""Called for each finished part, with its tables unless they were written to its folder."""

ShowProgress = Callable[[int], None]
"""Called from time to time with the number of finished games."""


class PartRunner(Protocol):
    """The interface of functions like `play_parts`, which play parts of runs and write each finished part to
    its folder or pass it to `finish`.
    """

    def __call__(self, parts: Sequence[RunPart], *, finish: OnPartFinished, show: ShowProgress) -> None:
        """Play the parts. Raises `GameFailed`, `OSError` for a folder that cannot be written, and `Fault`."""


_MAX_PROCESSES = 61
"""The maximum number of processes that every operating system can wait for."""

QUEUED_PARTS_PER_WORKER = 2
"""The number of parts handed out for each process: enough that none waits, few enough that little is lost on
a stop.
"""

POLL_INTERVAL = 0.2
"""The number of seconds between updates of the progress."""


class GameFailed(Fault):
    """A game that could not be played to its end: its number, its seed, and what went wrong.

    >>> print(GameFailed("arena.failed", game=3, seed=17, players="greedy, random", why="it broke"))
    game 3 cannot be played to its end (seed 17; players: greedy, random): it broke
    """


class GameFailedFacts(dict[str, Any]):
    """The facts of a `GameFailed` as a dict. They are sent between processes in place of the error, since
    some errors cannot be pickled.
    """


class _PartHalted(KitError):
    """Raised for a part that was stopped: the `numbers` of its finished games, and their `tables`."""

    def __init__(self, numbers: range, tables: Tables) -> None:
        super().__init__(numbers)
        self.numbers, self.tables = numbers, tables


class _Stop(Exception):
    """Raised when the games of this part are no longer needed."""


def play_parts(parts: Sequence[RunPart], processes: int, finish: OnPartFinished, show: ShowProgress) -> None:
    """Play parts of runs in several processes; in this process if `processes` is 1 or there is one part.

    Raises `GameFailed`, `OSError` for a folder that cannot be written, and `Fault` if a process ends too
    early.
    """
    processes = min(processes, len(parts), _MAX_PROCESSES)
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
            finish(part, _store_or_return(part, play_games_of_run(part.run, part.game_numbers, count)))
        except _PartHalted as halted:
            if halted.numbers:
                begun = part._replace(game_numbers=halted.numbers)
                finish(begun, _store_or_return(begun, halted.tables))
            raise KeyboardInterrupt from None


def _store_or_return(part: RunPart, tables: Tables) -> Tables | None:
    """Write the tables of some games to the part's folder and return None; without a folder, return the
    tables.

    The beginning of a stopped part is written unless at least as many of its games are already stored.
    """
    run, folder, numbers = part
    if folder is None:
        return tables
    try:
        stored = folder.count_stored_games(numbers)
    except DamagedPartFault:
        stored = 0
    if stored < len(numbers):
        folder.write(pack_tables(run, tables, numbers), numbers)
    return None


def play_games_of_run(run: Run, game_numbers: range, on_finished: Callable[[], None]) -> Tables:
    """Play some games of a run and return their tables; call `on_finished` after each game.

    The tables, except for the times of games, depend only on the run and the numbers. Raises `GameFailed`,
    and `_PartHalted` with the finished games if it is stopped: by Ctrl-C, or by an error from `on_finished`.
    """
    rows_of = arena_recorder(run.game).rows
    played: list[GameRows] = []
    try:
        for number in game_numbers:
            seed, seated = run.seed_of(number), run.seating(number)
            try:
                begun = time.perf_counter()
                game = run.play(number)
                seconds = time.perf_counter() - begun
                rows = rows_of(game, number, seed, seated)
                seats = seat_rows(game, number, seed, seated, seconds, rows.seats)
            except Exception as fault:
                why = traceback.format_exception_only(fault)[-1].strip()  # works even if its `str` fails
                raise GameFailed(
                    "arena.failed", game=number, seed=seed, players=" ".join(seated), why=why
                ) from fault
            played.append(rows._replace(seats=seats))
            on_finished()
    except (KeyboardInterrupt, _Stop):
        raise _PartHalted(game_numbers[: len(played)], _tables(run, played)) from None
    return _tables(run, played)


def _tables(run: Run, played: Sequence[GameRows]) -> Tables:
    rows = {
        "games": [rows.game for rows in played],
        "seats": [row for rows in played for row in rows.seats],
        "battles": [row for rows in played for row in rows.battles],
    }
    return {name: rows_as_frame(rows[name], run.columns_by_table[name]) for name in TABLES}


def _play_in_processes(
    parts: Sequence[RunPart], processes: int, finish: OnPartFinished, show: ShowProgress
) -> None:
    fresh = multiprocessing.get_context("spawn")
    stop, done = fresh.Event(), fresh.Value("q", 0)
    pool = ProcessPoolExecutor(processes, fresh, initializer=_start_worker, initargs=(stop, done, language()))
    waiting: dict[Future[Tables | GameFailedFacts | None], RunPart] = {}
    remaining = iter(parts)

    def submit(count: int) -> None:
        waiting.update({pool.submit(_work, part): part for part in islice(remaining, count)})

    try:
        with workers_ignore_ctrl_c():
            submit(QUEUED_PARTS_PER_WORKER * processes)
        while waiting:
            ready = wait(waiting, timeout=POLL_INTERVAL, return_when=FIRST_COMPLETED).done
            for future in ready:
                part, result = waiting.pop(future), future.result()
                if isinstance(result, GameFailedFacts):
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


def _finish_halted(
    future: Future[Tables | GameFailedFacts | None], part: RunPart, finish: OnPartFinished
) -> None:
    if future.cancelled() or future.exception() is not None:
        return
    result = future.result()
    if isinstance(result, _TablesBeforeStop):
        begun = part._replace(game_numbers=part.game_numbers[: len(result["games"])])
        if begun.game_numbers:
            finish(begun, _store_or_return(begun, dict(result)))
    elif not isinstance(result, GameFailedFacts):
        finish(part, result)


# -- in a worker process

_STOP: Any = None  # no job
_DONE: Any = None  # no result


class _TablesBeforeStop(dict[str, Any]):
    """The tables of the finished games of a stopped part."""


def _start_worker(stop: object, done: object, lang: str) -> None:
    global _STOP, _DONE
    _STOP, _DONE = stop, done
    set_up_worker(lang)


def _count() -> None:
    with _DONE.get_lock():
        _DONE.value += 1
    if _STOP.is_set():
        raise _Stop


def _work(part: RunPart) -> Tables | GameFailedFacts | None:
    try:
        return _store_or_return(part, play_games_of_run(part.run, part.game_numbers, _count))
    except _PartHalted as halted:
        return _TablesBeforeStop(halted.tables)
    except GameFailed as failed:
        return GameFailedFacts(failed.facts)
