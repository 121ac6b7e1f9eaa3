"""The soak itself: a few inputs of every kind, and what becomes of those that fail, hang or end all."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest
from long_runs import runs
from soak import hidden
from soak import run as command
from soak.kinds import KINDS, Kind
from soak.part import BLOCK, Part, inputs, limited, run, the_input

from twingkit.messages import Fault

FEW = {"messages": 6, "links": 12, "recalled": 12, "lessons": 12, "hidden": 6}


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """The soak changes what a signal does."""
    before = signal.getsignal(signal.SIGPROF)
    yield
    signal.signal(signal.SIGPROF, before)


@pytest.mark.parametrize("name", KINDS)
def test_what_strangers_write_is_taken_or_refused_with_a_clear_error(name: str) -> None:
    """A few of each kind, and a block by Hypothesis; `make soak` tries as many as one likes."""
    few = FEW.get(name, 30)
    for first in (0, 5 * BLOCK - few // 3):
        part = run(KINDS[name], first, few if first == 0 else few // 3)
        assert not part.faults, [(f"{name}:{fault.number}", fault.what, fault.short) for fault in part.faults]
        assert part.slowest[0] < KINDS[name].seconds


def test_inputs_are_the_same_from_their_number_alone() -> None:
    """Also in the middle of a block, and those by Hypothesis."""
    for first in (7, 4 * BLOCK + 30):
        some = dict(inputs(KINDS["lines"], first, 8))
        assert list(some) == list(range(first, first + 8))
        assert the_input(f"lines:{first + 5}") == some[first + 5]


def _kind(take: object, *examples: str, seconds: float = 5.0) -> Kind:
    return Kind("tried", lambda: examples, take, 1.0, seconds, memory=64)  # type: ignore[arg-type]


def test_a_fault_is_told_once_with_its_place_its_number_and_a_short_input() -> None:
    def take(text: str) -> None:
        if text.isspace():
            raise Fault("record.head", head="x", found=text)
        if "Q" in text:
            raise KeyError(text)

    part = run(_kind(take, "one two Q three\nfour five", " "), 0, 80)
    (fault,) = part.faults
    assert fault.what.startswith("KeyError in ")
    assert fault.short == "Q"
    assert fault.count > 1
    assert part.refused > 0
    assert "Q" in fault.text


def test_an_input_that_takes_too_long_or_too_much_is_a_fault() -> None:
    def spin(text: str) -> None:
        while "Q" in text:
            pass

    def fill(text: str) -> None:
        bytearray(2**28 if "Q" in text else 1)

    (slow,) = run(_kind(spin, "Q", seconds=0.05), 0, 3).faults
    assert "more than 0.05 processor seconds" in slow.why
    (large,) = run(_kind(fill, "Q"), 0, 3).faults
    assert large.what.startswith("MemoryError")
    with limited(64):
        pass
    assert bytearray(2**28)


def test_a_part_whose_process_dies_is_a_fault_of_that_input_and_the_rest_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(text: str) -> None:
        if text == "input 37":
            os._exit(9)

    kind = attrs.evolve(_kind(die, "x"), written=lambda rng: "x")
    monkeypatch.setattr(Kind, "make", lambda self, rng: f"input {rng.number}")
    monkeypatch.setattr(random, "Random", _Numbered)
    monkeypatch.setitem(KINDS, "tried", kind)
    command.soak(BLOCK, ["tried"], 1, tmp_path)
    parts = list(command.kept(tmp_path))
    assert sum(part.count for part in parts) == BLOCK
    (fault,) = [fault for part in parts for fault in part.faults]
    assert (fault.number, fault.text) == (37, "input 37")
    assert not list(command.missing(command.planned(BLOCK, ["tried"]), parts))
    said, faults = command.report(parts, "")
    assert faults == 1
    assert "FAULT tried:37" in said


class _Numbered(random.Random):
    """Chance that knows the number of its input."""

    def __init__(self, name: str = "x:0") -> None:
        super().__init__(name)
        self.number = name.rpartition(":")[2]


def test_what_is_there_is_not_done_again() -> None:
    kind = KINDS["words"]
    there = [Part("words", 0, 100), Part("words", 150, 50), Part("decks", 0, 500)]
    left = list(command.missing([(kind, 0, 200), (kind, 200, 100)], there))
    assert left == [(kind, 100, 50), (kind, 200, 100)]


def test_the_plan_holds_as_many_inputs_as_are_asked_for() -> None:
    plan = command.planned(100_000, list(KINDS))
    assert 100_000 <= sum(count for *_, count in plan) <= 100_000 + len(KINDS) * BLOCK
    assert sum(kind.share for kind in KINDS.values()) == pytest.approx(1)


def test_a_long_run_tries_more(tmp_path: Path) -> None:
    """As `make soak` begins: parts side by side, kept as files, and a report."""
    command.soak(runs(300, 3_000), ["words", "decks"], 2, tmp_path)
    said, faults = command.report(list(command.kept(tmp_path)), command.code_sum())
    assert not faults, said
    assert said.endswith("Clean errors only.")


def test_a_card_that_a_page_gives_away_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that shows a hand that is not the reader's, by its first card alone."""
    told = hidden.told
    monkeypatch.setattr(hidden, "told", lambda game, seat: [*told(game, seat), str(game.table.key())])
    with pytest.raises(hidden.Leak, match="told"):
        hidden.take_game("ember 3")


@pytest.mark.parametrize("game", hidden.PAGES)
def test_two_worlds_that_a_reader_cannot_tell_apart_send_the_same(game: str) -> None:
    for number in range(runs(4, 100)):
        hidden.take_game(f"{game} {number}")
