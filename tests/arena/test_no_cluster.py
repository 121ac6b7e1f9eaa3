"""Clusters that cannot be used are refused at once."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, suppress

import pytest
from arena.cluster_runs import PLAYERS, meanwhile, played
from distributed import Client, LocalCluster
from fresh_python import printed_by

from twingkit.analyse.arena import Run, cluster, many_games
from twingkit.core.messages import Fault


def refused(scheduler: object, **options: object) -> Fault:
    begin = time.monotonic()
    with pytest.raises(Fault) as found:
        played(3, scheduler=scheduler, **options)
    assert time.monotonic() - begin < 30
    assert found.value.text("en") != found.value.text("de")
    return found.value


@pytest.mark.parametrize(
    "address", ["", "nowhere", "tcp://host", "tcp://:8786", "http://host:80", "host:99999"]
)
def test_what_is_no_address_is_refused_at_once(address, tmp_path):
    fault = refused(address, out=tmp_path / "out")
    assert fault.key == "cluster.address"
    assert repr(address) in str(fault)
    assert not (tmp_path / "out").exists()


def test_no_scheduler_at_the_address(port, tmp_path):
    address = f"127.0.0.1:{port()}"
    fault = refused(address, out=tmp_path / "out")
    assert fault.key == "cluster.unreachable"
    assert f"tcp://{address}" in str(fault)
    assert "ConnectionRefused" in str(fault)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-OpenSSH_9.2\r\n" * 40], ids=["silent", "another protocol"])
def test_something_else_listens_at_the_address(said, monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def talk() -> None:
            with ExitStack() as callers, suppress(OSError):  # until the test is over
                while True:
                    caller = callers.enter_context(server.accept()[0])
                    with suppress(OSError):
                        caller.sendall(said)

        meanwhile(talk)
        assert refused(f"tcp://127.0.0.1:{server.getsockname()[1]}").key == "cluster.unreachable"


def test_a_cluster_without_a_worker(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT_TIMEOUT", 0.5)
    with (
        LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as local,
        Client(local, set_as_default=False) as client,
    ):
        fault = refused(client)
    assert fault.key == "cluster.no_workers"
    assert f"dask worker {fault.facts['address']}" in str(fault)


def test_workers_with_another_version(thread, monkeypatch):
    monkeypatch.setattr("twingkit.core.version.__version__", "0.0.9")
    fault = refused(thread)
    assert fault.key == "cluster.version"
    for said in ("0.0.9", Run("twing", PLAYERS, "short", ()).version):
        assert said in str(fault)
        assert said in fault.text("de")


def test_workers_that_lack_something_to_play(thread, monkeypatch):
    def lacking() -> str:
        raise ModuleNotFoundError("No module named 'pyarrow'")

    monkeypatch.setattr(cluster, "_version", lacking)
    fault = refused(thread)
    assert fault.key == "cluster.worker"
    assert "No module named 'pyarrow'" in str(fault)


def test_a_client_that_is_closed(thread):
    thread.close()
    assert refused(thread).key == "cluster.client"


def test_processes_and_a_scheduler_are_too_much(thread):
    assert refused(thread, processes=2).key == "cluster.processes"


@pytest.mark.parametrize("package", ["distributed", "pyarrow"])
def test_without_its_packages_the_extra_is_named(package, monkeypatch):
    monkeypatch.setattr(many_games, "find_spec", lambda name: None if name == package else object())
    fault = refused("tcp://127.0.0.1:8786")
    assert fault.key == "cluster.missing"
    assert package in str(fault)
    assert "twingkit[cluster]" in fault.text("de")


def test_without_a_scheduler_nothing_of_dask_is_loaded():
    code = """
import sys
from twingkit import arena
arena.simulate(2, ["random", "random"], "short", processes=1)
loaded = {name.partition(".")[0] for name in sys.modules}
assert not loaded & {"dask", "distributed", "tornado"}, loaded
"""
    printed_by(code)
