"""Folders of short runs, to be copied and damaged, a cluster within this process, and other processes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from arena.other_processes import Aside, aside
from arena.short_runs import played
from copies import Original
from distributed import Client, LocalCluster


@pytest.fixture(scope="session")
def ten(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of ten games, to be copied."""
    folder = tmp_path_factory.mktemp("arena") / "ten"
    played(10, out=folder)
    return folder


@pytest.fixture
def kept(ten: Path, tmp_path: Path) -> Path:
    """Return a folder of ten games, to be damaged."""
    return shutil.copytree(ten, tmp_path / "run")


@pytest.fixture
def thread() -> Iterator[Client]:
    """Return a cluster within this process, with one worker: for tests that replace what a worker does."""
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0") as local,
        Client(local, set_as_default=False) as client,
    ):
        yield client


@pytest.fixture(scope="session")
def loaded() -> Iterator[Original]:
    """Return a process that has loaded what plays games, makes tables of them and is a cluster."""
    original = Original(
        "twingkit.cli", "twingkit.twing", "pyarrow.parquet", "twingkit.analyse.arena.cluster",
        "distributed.cli.dask_scheduler", "distributed.cli.dask_worker",
    )  # fmt: skip
    yield original
    original.stop()


@pytest.fixture
def begin(loaded: Original, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Aside]]:
    """Return a function that runs Python's source beside this process: `begin(source, *arguments)`; the
    processes are ended after the test."""
    with aside(loaded, tmp_path_factory.mktemp("said")) as started:
        yield started
