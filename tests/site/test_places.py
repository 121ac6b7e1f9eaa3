"""How many visitors fit, and what happens to one too many."""

from __future__ import annotations

import urllib.error
import urllib.request
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from twingkit_widgets.site import places
from twingkit_widgets.site.places import Places, free_memory, places_for


@dataclass
class Kernel:
    last_activity: datetime


@dataclass
class Kernels:
    """A kernel manager whose kernels are `name: (seconds idle, browsers connected)`."""

    now: dict[str, tuple[float, int]]
    ended: list[str] = field(default_factory=list)

    def list_kernel_ids(self) -> list[str]:
        return list(self.now)

    def get_kernel(self, name: str) -> Kernel:
        return Kernel(datetime.now(UTC) - timedelta(seconds=self.now[name][0]))

    def kernel_model(self, name: str) -> dict[str, int]:
        return {"connections": self.now[name][1]}

    async def shutdown_kernel(self, name: str, now: bool) -> None:
        self.ended.append(name)
        del self.now[name]


def room(limit: int, **now: tuple[float, int]) -> tuple[bool, list[str]]:
    kernels = Kernels(dict(now))
    with pytest.raises(StopIteration) as done:  # nothing in it waits: one step is the whole of it
        Places(kernels, limit).make_room().send(None)
    return done.value.value, kernels.ended


def test_nobody_goes_while_there_is_room() -> None:
    assert room(2, a=(9999, 0)) == (True, [])


def test_a_page_nobody_looks_at_goes_first() -> None:
    assert room(3, open=(5000, 1), left=(100, 0), longer=(200, 0)) == (True, ["longer"])


def test_then_a_page_where_nothing_happens() -> None:
    assert room(2, open=(601, 1), longer=(900, 1)) == (True, ["longer"])


def test_a_page_in_use_and_one_just_arriving_stay() -> None:
    assert room(2, open=(599, 1), arriving=(59, 0)) == (False, [])


def test_a_page_that_is_starting_counts() -> None:
    kernels = Kernels({"a": (0, 1)})
    assert Places(kernels, 2, starting={"a", "b"}).taken == 2


def test_the_places_are_what_fits_into_the_memory() -> None:
    assert places_for(0) == 1
    assert places_for(places.RESERVE + 10 * places.VISITOR) == 10
    assert places_for(2**50) == places.MOST


@pytest.mark.parametrize(
    ("limit", "used"),
    [("memory.max", "memory.current"), ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes")],
)
def test_a_container_may_use_what_it_was_given(tmp_path: Path, limit: str, used: str) -> None:
    (tmp_path / "memory").mkdir()
    (tmp_path / limit).write_text("100000\n")
    (tmp_path / used).write_text("40000\n")
    assert free_memory(tmp_path) == 60000


def test_a_container_without_a_limit_may_use_the_computers_memory(tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("40000\n")
    assert free_memory(tmp_path) > 10 * 2**20


def test_one_visitor_too_many_is_told_so_and_the_others_stay(serve: Any, pages: Path) -> None:
    site = serve("--visitors=1", folder=pages)
    with urllib.request.urlopen(site.page("index")) as answer:
        assert answer.status == 200
        answer.read()
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(site.page("index"))
    with refused.value as answer:
        page = answer.read().decode()
    assert refused.value.code == 503
    assert refused.value.headers["Retry-After"] == "60"
    assert "All places are taken" in page
    assert "Alle Plätze sind besetzt" in page
    assert len(site.kernels()) == 1
