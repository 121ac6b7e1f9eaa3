"""An address for monitoring says that the server works, and only to this computer how many pages are open."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from visitors import Visitor, read, run

from twingkit_widgets.site.health import HealthHandler

PUBLISHING = Path(__file__).parents[2] / "docs" / "publishing"


@pytest.fixture(scope="module")
def small(serve_all: Any, pages: Path) -> Any:
    """Return a site with room for one page, below a base URL and with a name."""
    options = ("--visitors=1", "--host-name=127.0.0.1", "--trust-proxy=127.0.0.1")
    return serve_all(*options, folder=pages, base_url="/twing/")


def test_the_counters_follow_visitors_refusals_and_stay_on_this_computer(small: Any) -> None:
    root = small.url.removesuffix("twing/")
    before = json.loads(read(f"{root}api/health"))
    assert before["status"] == "ok"
    assert (before["visitors"], before["most"], before["errors"]) == (0, 1, 0)
    visitor = Visitor(small.url)
    assert run(visitor.open()) == 200
    assert run(Visitor(small.url).open()) == 503
    after = json.loads(read(f"{small.url}api/health"))
    assert after["visitors"] == 1
    assert after["opened"] == before["opened"] + 1
    assert after["refused"] == before["refused"] + 1
    for headers in ({"X_Forwarded_For": "203.0.113.7"}, {"X_Real_IP": "203.0.113.7"}, {"Forwarded": "for=x"}):
        assert json.loads(read(f"{small.url}api/health", Host="elsewhere.example", **headers)) == {
            "status": "ok"
        }


@pytest.mark.parametrize(
    ("closed", "free", "writable", "status"),
    [
        (False, 2**30, True, "ok"),
        (False, 0, True, "no space"),
        (False, 2**30, False, "no space"),
        (True, 2**30, True, "ending"),
    ],
)
def test_a_server_on_which_no_page_can_start_is_not_healthy(
    closed: bool, free: int, writable: bool, status: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=free))
    said: list[Any] = []
    handler: Any = SimpleNamespace(
        site=SimpleNamespace(slots=SimpleNamespace(is_closed=closed)),
        work_folder=tmp_path if writable else tmp_path / "gone",
        is_own_computer=False,
        set_status=said.append,
        set_header=lambda *_: None,
        finish=said.append,
    )
    HealthHandler.get(handler)
    assert said == [*([] if status == "ok" else [503]), {"status": status}]


def test_the_container_asks_that_address_and_takes_nothing_else_of_the_checkout() -> None:
    docker = (PUBLISHING / "Dockerfile").read_text()
    assert re.search(r"HEALTHCHECK.*\n.*http://127\.0\.0\.1:8866/api/health", docker)
    ignored = (PUBLISHING / "Dockerfile.dockerignore").read_text().splitlines()
    kept = {line[1:] for line in ignored if line.startswith("!")}
    copied = {
        name for line in re.findall(r"^COPY ([^-].*) \S+$", docker, re.MULTILINE) for name in line.split()
    }
    assert copied == kept
