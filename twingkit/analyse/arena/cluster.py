"""Play the parts of a run on a Dask cluster: the same games, on other computers.

    dask scheduler                                              # somewhere: tcp://host:8786
    dask worker tcp://host:8786 --nworkers auto --nthreads 1    # on every computer, with the same twingkit
    arena.simulate(100_000, players, out="many", scheduler="tcp://host:8786")

A part is one Dask task, which depends only on the run and the numbers of its games: wherever it is played,
and however often, the result is the same. Games that a worker had not handed over when it died are played
again elsewhere. Parts come back as the content of their files and are written by the calling process: workers
need no shared file system. This module needs `distributed`; it is imported only when needed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import uuid4

import attrs
from distributed import CancelledError, Client, Future, KilledWorker, Reschedule, as_completed, get_worker
from distributed.client import ClosedClientError
from distributed.comm.core import connect

from twingkit.analyse.arena import workers
from twingkit.analyse.arena.runs import ParquetByTable, Run, pack_tables, unpack_tables
from twingkit.core import version as kit
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt

__all__ = ["Cluster", "open_cluster"]

CONNECT_TIMEOUT = 5.0
"""The time to wait for a scheduler's answer, in seconds."""

WORKER_TIMEOUT = 60.0
"""The time that a run waits for a new worker after all workers have gone, in seconds."""

POLL_INTERVAL = 0.05
"""The number of seconds between checks for finished parts."""

_WORKER_CHECK_INTERVAL = 0.5
"""In seconds."""


@contextmanager
def open_cluster(scheduler: str | Client, run: Run) -> Iterator[Cluster]:
    """Open a Dask cluster that can play a run: connect to its address, and disconnect at the end of the
    block, or use a client that stays open.

    Raises `Fault` if there is no cluster at the address, if it has no worker, or if a worker cannot play this
    run, for example because it has another version of twingkit.

    >>> from twingkit import arena
    >>> run = arena.simulate(2, ["random", "random"], "short", processes=1).run
    >>> with Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=":0") as client:
    ...     with open_cluster(client, run) as cluster:
    ...         print(cluster.thread_count())
    1
    """
    if isinstance(scheduler, Client):
        if scheduler.status != "running" or scheduler.asynchronous:
            raise Fault("cluster.client")
        yield _check_workers(Cluster(scheduler), run)
        return
    address = _address(scheduler)
    with ThreadPoolExecutor(1) as aside:  # a notebook already runs an event loop in this thread
        try:
            aside.submit(asyncio.run, _check_scheduler(address)).result()
        except Exception as fault:  # another kind of server may send anything
            why = _one_line_reason(_first_cause(fault))
            raise Fault("cluster.unreachable", address=address, why=why) from fault
    with Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False) as client:
        yield _check_workers(Cluster(client), run)


async def _check_scheduler(address: str) -> None:
    """Check that a scheduler answers, and raise an error if it does not.

    A `Client` itself would retry again and again if no program listens, and wait forever for one that does
    not answer.
    """
    parts = urlsplit(address)
    async with asyncio.timeout(CONNECT_TIMEOUT):
        _, plain = await asyncio.open_connection(parts.hostname, parts.port)
        plain.close()
        await plain.wait_closed()
        comm = await connect(address, timeout=CONNECT_TIMEOUT)
        await comm.close()


def _first_cause(fault: BaseException) -> BaseException:
    while fault.__cause__ and not isinstance(fault.__cause__, asyncio.CancelledError):
        fault = fault.__cause__
    return fault


def _address(scheduler: object) -> str:
    address = str(scheduler)
    try:
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        good = parts.scheme == "tcp" and parts.hostname and parts.port and parts.path in ("", "/")
    except ValueError:
        good = False
    if not good:
        raise Fault("cluster.address", found=one_line_excerpt(address))
    return f"tcp://{parts.netloc}"


def _check_workers(cluster: Cluster, run: Run) -> Cluster:
    """Return the cluster after checking each current worker; workers that join later check themselves."""
    client = cluster.client
    with cluster.connection_guard():
        try:
            client.wait_for_workers(1, timeout=CONNECT_TIMEOUT)
        except TimeoutError:
            raise Fault("cluster.no_workers", address=cluster.address) from None
        versions = client.run(_version, on_error="return")
    for worker, version in versions.items():
        if isinstance(version, OSError):
            continue  # the worker has left in the meantime
        if isinstance(version, BaseException):
            raise Fault("cluster.worker", worker=worker, why=_one_line_reason(version)) from version
        _same_version(worker, version, run)
    return cluster


def _same_version(worker: str, version: str, run: Run) -> None:
    if version != run.version:
        raise Fault("cluster.version", worker=worker, there=version, here=run.version)


@attrs.frozen
class Cluster:
    """A Dask cluster that plays parts of arena runs, reached through a Dask client.

    >>> from twingkit import arena
    >>> with Client(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=":0") as client:
    ...     played = arena.simulate(2, ["random", "random"], "short", scheduler=client)
    ...     print(played.games_finished, Cluster(client).thread_count())
    2 1
    """

    client: Client

    @property
    def address(self) -> str:
        """The address of the scheduler."""
        assert self.client.scheduler is not None
        return str(self.client.scheduler.address)

    def thread_count(self) -> int:
        """Return the number of parts that can be played at once now; at least 1, since workers may join
        later.
        """
        with self.connection_guard():
            return max(1, sum(map(int, self.client.nthreads().values())))

    def play_parts(
        self, parts: Sequence[workers.RunPart], *, finish: workers.OnPartFinished, show: workers.ShowProgress
    ) -> None:
        """Play parts of runs on the workers (implements `arena.workers.PartRunner`); unfinished parts are
        cancelled.

        `QUEUED_PARTS_PER_WORKER` parts are handed out for each thread, and results are written or handed over
        immediately: the memory needed here does not depend on the number of games. Raises `GameFailed`,
        `OSError` for a folder that cannot be written, and `Fault` if the cluster is lost or a part kills its
        workers.
        """
        token, remaining, done = uuid4().hex, enumerate(parts), 0
        waiting: dict[Future[Any], workers.RunPart] = {}  # results of `_work`
        completed = as_completed(loop=self.client.loop)

        def hand_out() -> None:
            for place, part in islice(
                remaining, max(0, workers.QUEUED_PARTS_PER_WORKER * self.thread_count() - len(waiting))
            ):
                key = f"twingkit-{token}-{place}"
                with self.connection_guard():
                    future = self.client.submit(_work, part.run, part.game_numbers, key, key=key)
                waiting[future] = part
                completed.add(future)

        calls = logging.getLogger("tornado.application")
        calls.addFilter(_is_not_cancelled_call_message)
        try:
            hand_out()
            while waiting:
                for future in self._ready(completed):
                    result = self._result(future, waiting[future])
                    if result is None:
                        completed.add(future)  # lost with its worker; played again elsewhere
                        continue
                    part = waiting.pop(future)
                    if part.folder is None:
                        finish(part, unpack_tables(part.run, result))
                    else:
                        part.folder.write(result, part.game_numbers)
                        finish(part, None)
                    done += len(part.game_numbers)
                    show(done)
                hand_out()
        finally:
            if waiting and self.client.status == "running":
                self.client.cancel(list(waiting))
            calls.removeFilter(_is_not_cancelled_call_message)

    def _ready(self, completed: as_completed) -> list[Future[Any]]:  # results of `_work`
        """Return finished futures, at least one. Raises `Fault` after too long without a worker."""
        seen = looked = time.monotonic()
        while not (ready := completed.next_batch(block=False)):
            time.sleep(POLL_INTERVAL)
            if (now := time.monotonic()) < looked + _WORKER_CHECK_INTERVAL:
                continue
            looked = now
            with self.connection_guard():
                if self.client.nthreads():
                    seen = now
            if now > seen + WORKER_TIMEOUT:
                raise Fault("cluster.no_workers", address=self.address)
        return list(ready)

    def _result(
        self, future: Future[ParquetByTable | workers.GameFailedFacts | None], part: workers.RunPart
    ) -> ParquetByTable | None:
        if future.status == "cancelled":  # cancelled by Dask, because the scheduler has gone
            raise Fault("cluster.lost", address=self.address)
        with self.connection_guard():
            try:
                fault = future.exception(timeout=WORKER_TIMEOUT)
                result = None if fault is not None else future.result(timeout=WORKER_TIMEOUT)
            except TimeoutError:
                return None
        first, last = part.game_numbers[0], part.game_numbers[-1]
        if isinstance(fault, KilledWorker):
            times = fault.allowed_failures + 1
            raise Fault("cluster.killed", first=first, last=last, times=times) from fault
        if fault is not None:
            raise Fault("cluster.task", first=first, last=last, why=_one_line_reason(fault)) from fault
        if isinstance(result, workers.GameFailedFacts):
            raise workers.GameFailed("arena.failed", **result)
        if isinstance(result, _VersionMismatch):
            _same_version(result.worker, result.version, part.run)
        return result

    @contextmanager
    def connection_guard(self) -> Iterator[None]:
        """Raise `Fault` if the scheduler is no longer reachable when an error occurs in the block."""
        try:
            yield
        except (OSError, RuntimeError, CancelledError, ClosedClientError) as fault:
            raise Fault("cluster.lost", address=self.address) from fault


def _is_not_cancelled_call_message(record: logging.LogRecord) -> bool:
    """True for every log record except the event loop's message about a Dask call that Ctrl-C cancelled
    before it began.
    """
    return "sync.<locals>.cancel" not in record.getMessage()


def _one_line_reason(fault: BaseException) -> str:
    return one_line_excerpt(f"{type(fault).__name__}: {fault}".rstrip(": "), 120)


# -- on a worker


class _VersionMismatch(NamedTuple):
    """The version of twingkit on a worker that joined later and has another one."""

    worker: str
    version: str


def _version() -> str:
    """Return this worker's version. Raises `ImportError` if a package needed to play is missing."""
    import pandas  # noqa: F401
    import pyarrow  # noqa: F401

    return kit.__version__


def _work(run: Run, numbers: range, key: str) -> ParquetByTable | workers.GameFailedFacts | _VersionMismatch:
    """Play some games of a run and return the content of their files; stops if the task is cancelled."""
    if run.version != kit.__version__:
        return _VersionMismatch(get_worker().address, kit.__version__)
    try:
        return pack_tables(run, workers.play_games_of_run(run, numbers, _cancel_check(key)), numbers)
    except workers.GameFailed as failed:
        return workers.GameFailedFacts(failed.facts)


def _cancel_check(key: str) -> Callable[[], None]:
    """Return a function that ends a cancelled task after a game, because Dask would let it run on."""
    tasks: Any = get_worker().state.tasks  # dask has no public types for it

    def look() -> None:
        if key in tasks and tasks[key].state == "cancelled":
            raise Reschedule

    return look
