"""A run that was stopped, or whose files were damaged: finished games are kept, the rest is played again."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path

import pandas as pd
import psutil
import pytest
from arena.other_processes import Aside
from arena.same_results import same
from arena.short_runs import empty, files, interrupting, played, uninterrupted
from long_runs import runs

from twingkit import arena
from twingkit.analyse.arena import ArenaInterrupted, DamagedPart
from twingkit.analyse.arena.runs import TABLES, DamagedPartFault

Begin = Callable[..., Aside]
Until = Callable[[Callable[[], object], float, str], None]

# -- a run that was stopped


def test_ctrl_c_keeps_what_is_finished_and_the_same_call_goes_on(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        interrupting(patch, 7)
        with pytest.raises(ArenaInterrupted) as stopped:
            played(out=tmp_path)
    assert len(stopped.value.results.games) == 7, "a whole part, and the beginning of the next"
    for lang in ("en", "de"):
        for said in ("7", "12", str(tmp_path)):
            assert said in stopped.value.text(lang)
    before = files(tmp_path)
    parts = [f"{table}/0000{n}.parquet" for table in TABLES for n in (0, 1)]
    assert list(before) == sorted([*parts, "run.json"])
    with monkeypatch.context() as patch:
        interrupting(patch, 6)
        with pytest.raises(ArenaInterrupted) as stopped:
            played(out=tmp_path)
    assert len(stopped.value.results.games) == 7, "no more is lost than was there"
    same(played(out=tmp_path), uninterrupted())
    after = files(tmp_path)
    whole = {name: part for name, part in before.items() if "00001" not in name}
    assert {name: after[name] for name in whole} == whole


def test_ctrl_c_without_a_folder_still_hands_over_what_is_finished(monkeypatch):
    interrupting(monkeypatch, 7)
    with pytest.raises(ArenaInterrupted) as stopped:
        played()
    assert stopped.value.results.games["game"].tolist() == list(range(7))
    assert "lost" in str(stopped.value)


LONG = """
import os, sys
from twingkit import arena
os.setsid()
try:
    arena.simulate(100000, ["random"] * 2, "short", seed=1, processes=2, out=sys.argv[1], games_per_part=4)
except arena.ArenaInterrupted as stopped:
    print(stopped.text())
"""


def long_run(begin: Begin, until: Until, out: Path) -> Aside:
    """Start a long run in a process group of its own; return once its first part is there."""
    run = begin(LONG, str(out))
    until(lambda: list(out.glob("games/*.parquet")) or run.process.poll() is not None, 60, "a part is there")
    return run


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX")
def test_ctrl_c_at_the_terminal_ends_every_process_quietly(begin: Begin, until: Until, tmp_path):
    run = long_run(begin, until, tmp_path / "out")
    children = psutil.Process(run.process.pid).children(recursive=True)
    os.killpg(run.process.pid, signal.SIGINT)
    code, said, complaints = run.told()
    assert (code, complaints) == (0, "")
    kept = arena.load_run(tmp_path / "out")
    assert re.search(rf"^stopped: {len(kept.games)} of 100000 games are saved in ", said)
    assert len(kept.games) >= 4
    assert not psutil.wait_procs(children, timeout=10)[1]
    assert not list((tmp_path / "out").rglob(".*"))
    first = arena.simulate(4, ["random", "random"], "short", seed=1, processes=1)
    pd.testing.assert_frame_equal(kept.games[:4], first.games)
    pd.testing.assert_frame_equal(kept.battles[: len(first.battles)], first.battles)


INTERRUPTED = """
import _thread
from contextlib import contextmanager
from twingkit import arena
from twingkit.analyse.arena import many_games
begun = []
def show(done):
    if done >= 5 and not begun:
        begun.append(done)
        _thread.interrupt_main()
@contextmanager
def bar(whole, finished, visible):
    yield show
many_games.progress_bar = bar
try:
    arena.simulate(4000, ["random", "random"], "short", seed=1, processes=2)
except arena.ArenaInterrupted as stopped:
    print(len(stopped.results.games), begun[0])
"""


@pytest.mark.slow
def test_ctrl_c_of_several_processes_hands_over_the_beginnings_of_their_parts(begin: Begin):
    code, told, complaints = begin(INTERRUPTED).told()
    assert (code, complaints) == (0, "")
    kept, begun = map(int, told.split())
    assert kept >= begun >= 5


@pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX")
def test_processes_end_with_the_one_that_started_them(begin: Begin, until: Until, tmp_path):
    run = long_run(begin, until, tmp_path / "out")
    children = psutil.Process(run.process.pid).children(recursive=True)
    assert len(children) >= 2
    run.process.kill()
    run.told()
    assert not psutil.wait_procs(children, timeout=10)[1]


def test_a_run_can_grow_and_a_shorter_one_is_its_beginning(tmp_path):
    played(7, out=tmp_path)
    same(played(13, out=tmp_path, games_per_part=50), uninterrupted(13))
    assert json.loads((tmp_path / "run.json").read_text())["games"] == 13
    same(played(6, out=tmp_path), uninterrupted(6))
    assert len(arena.load_run(tmp_path).games) == 13


def test_a_part_that_was_stopped_while_it_grew_is_read_as_far_as_both_tables_go(tmp_path):
    played(3, out=tmp_path)
    short = (tmp_path / "games/00000.parquet").read_bytes()
    played(5, out=tmp_path)
    (tmp_path / "games/00000.parquet").write_bytes(short)
    same(arena.load_run(tmp_path), uninterrupted(3))
    same(played(5, out=tmp_path), uninterrupted(5))


def test_a_file_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    played(5, out=tmp_path)
    before = files(tmp_path)

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device", str(target))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        with pytest.raises(OSError, match="No space left"):
            played(10, out=tmp_path)
    assert files(tmp_path) == before
    same(played(10, out=tmp_path), uninterrupted(10))


def test_drafts_of_a_killed_run_are_cleared_away(tmp_path):
    played(5, out=tmp_path)
    drafts = [tmp_path / ".run.json.1.tmp", tmp_path / "games/.00001.parquet.1.tmp"]
    for draft in drafts:
        draft.write_bytes(b"half")
    played(5, out=tmp_path)
    assert not any(draft.exists() for draft in drafts)


# -- damage


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-100])


def flip(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[40] ^= 0xFF
    file.write_bytes(content)


def another_part(file: Path) -> None:
    file.write_bytes(file.with_name("00000.parquet").read_bytes())


def another_run(file: Path) -> None:
    other = file.parents[1].with_name("other")
    played(6, out=other, seed=99)
    file.write_bytes((other / file.parent.name / file.name).read_bytes())


def anybodys(file: Path) -> None:
    pd.DataFrame({"game": [5, 6]}).to_parquet(file)


DAMAGES = [cut_off, flip, empty, another_part, another_run, anybodys]


@pytest.mark.parametrize(
    ("damage", "table"),
    runs(list(zip(DAMAGES, cycle(TABLES), strict=False)), list(product(DAMAGES, TABLES))),
)
def test_a_damaged_or_foreign_part_is_named_and_played_again(kept, ten, damage, table):
    file = kept / table / "00001.parquet"
    before = files(kept)
    damage(file)
    with pytest.raises(DamagedPartFault, match=re.escape(str(file))) as found:
        _ = arena.load_run(kept).games, arena.load_run(kept).seats, arena.load_run(kept).battles
    assert found.value.key == ("arena.damaged" if damage in DAMAGES[:3] else "arena.foreign")
    assert found.value.text("en") != found.value.text("de")
    with pytest.warns(DamagedPart, match=re.escape(str(file))) as warned:
        again = played(10, out=kept)
    assert [each.message.damage.file for each in warned] == [file]
    same(again, arena.load_run(ten))
    first = {name: written for name, written in before.items() if "00000" in name}
    assert first.items() <= files(kept).items()


def test_a_missing_part_is_played_without_a_word(kept, ten):
    for table in TABLES:
        (kept / table / "00000.parquet").unlink()
    assert arena.load_run(kept).games["game"].tolist() == list(range(5, 10))
    same(played(10, out=kept), arena.load_run(ten))
