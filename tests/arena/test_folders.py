"""Folders of the arena: those of another run, other faults, and reading them in parts."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import weakref

import attrs
import pandas as pd
import pytest
from arena.same_results import same
from arena.short_runs import files, played, uninterrupted
from fresh_python import printed_by

from twingkit import arena
from twingkit.analyse.arena import GameFailed, Run, many_games, workers
from twingkit.analyse.arena.runs import TABLES, RunFolder
from twingkit.analyse.arena.workers import RunPart, play_parts
from twingkit.core.messages import Fault
from twingkit.twing import Variant, load_box
from twingkit.twing.box.box import box_toml


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 8}, "seed is '7' there and '8' here"),
        ({"players": ["random", "greedy"]}, "players is 'random random' there"),
        ({"variant": "short"}, "variant is 'box price=2 turn_limit=100' there and 'short' here"),
        ({"rotate": False}, "rotate is 'True' there and 'False' here"),
    ],
)
def test_the_folder_of_another_run_is_refused_and_stays_as_it_is(kept, change, said):
    before = files(kept)
    with pytest.raises(Fault) as refused:
        played(10, out=kept, **change)
    assert said in str(refused.value)
    assert str(kept) in refused.value.text("de")
    assert files(kept) == before


def test_another_version_is_another_run(kept):
    file = kept / "run.json"
    saved_run = json.loads(file.read_text())
    file.write_text(json.dumps(saved_run | {"version": "0.0.9"}))
    with pytest.raises(Fault, match=r"version is '0\.0\.9' there"):
        played(10, out=kept)


def test_a_folder_with_something_else_is_refused(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(Fault, match=r"thesis\.txt"):
        played(3, out=tmp_path)
    assert list(files(tmp_path)) == ["thesis.txt"]
    with pytest.raises(NotADirectoryError):
        played(3, out=tmp_path / "thesis.txt")


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", '{"format": "twingkit-run 2"}', "\x00", '{"format": "twingkit-run 1", "players": 3}'],
)
def test_a_description_that_is_none_is_refused(tmp_path, content):
    (tmp_path / "run.json").write_text(content)
    for call in (lambda: arena.load_run(tmp_path), lambda: played(3, out=tmp_path)):
        with pytest.raises(Fault, match=r"run\.json") as refused:
            call()
        assert refused.value.key == "arena.bad_run"
    assert (tmp_path / "run.json").read_text() == content


def test_there_is_no_run_in_an_empty_folder(tmp_path):
    with pytest.raises(Fault, match=r"run\.json is missing"):
        arena.load_run(tmp_path)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": ["random", "nobody"]}, "nobody"),
        ({"players": ["random"]}, "2"),
        ({"players": ["random"] * 5}, "4"),
        ({"variant": "box prise=4"}, "price"),
        ({"games": 0}, "games must be a whole number of at least 1, not 0"),
        ({"processes": 0}, "processes must be a whole number of at least 1, not 0"),
        ({"games_per_part": -1}, "games_per_part must be a whole number of at least 1, not -1"),
        ({"game": "chess"}, "twing"),
        ({"game": "os.path"}, "twing"),
    ],
)
def test_what_cannot_be_played_is_one_error_and_no_folder(tmp_path, options, said):
    out = tmp_path / "out"
    with pytest.raises(Fault, match=re.escape(said)) as refused:
        played(**{"games": 3, "out": out} | options)
    assert refused.value.text("en") != refused.value.text("de")
    assert not out.exists()


def test_variants_and_boxes_are_those_of_the_games(tmp_path):
    box = load_box()
    strong = attrs.evolve(box, spell=[attrs.evolve(entry, power=entry.power + 9) for entry in box.spell])
    file = tmp_path / "strong.toml"
    file.write_text(box_toml(strong, {}), encoding="utf-8")
    as_object, as_file = played(4, box=strong), played(4, box=file)
    same(as_object, as_file)
    assert as_file.run.box[0].startswith("box own")
    assert (as_file.battles["attack_power"] > 9).all()
    assert played(2, variant=Variant(price=2, turn_limit=100)).run == uninterrupted(2).run
    played(3, out=tmp_path / "out")
    with pytest.raises(Fault, match="box is 'box assumed' there and 'box own"):
        played(3, out=tmp_path / "out", box=file)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_game_that_fails_is_named_with_its_seed(processes):
    run = Run("twing", ("random", "nobody"), "box", ("box assumed",), 5)
    parts = [RunPart(run, None, numbers) for numbers in (range(3), range(3, 6))]
    with pytest.raises(GameFailed) as failed:
        play_parts(parts, processes, lambda *_: None, lambda _: None)
    number = failed.value.facts["game"]
    assert str(run.seed_of(number)) in str(failed.value)
    assert "nobody" in failed.value.text("de")


def test_a_script_without_its_guard_is_told_so(tmp_path):
    script = tmp_path / "unguarded.py"
    script.write_text("from twingkit import arena\narena.simulate(100, ['random', 'random'], processes=2)\n")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    # Python's own tracker of shared memory may print something after the script has ended.
    warnings_printed = [line for line in done.stderr.splitlines() if "resource_tracker" not in line]
    assert "__name__ == '__main__'" in warnings_printed[-1]


def test_without_pyarrow_games_are_played_but_folders_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(many_games, "find_spec", lambda name: None)
    assert len(played(2).games) == 2
    for call in (lambda: played(2, out=tmp_path / "out"), lambda: arena.load_run(tmp_path)):
        with pytest.raises(Fault, match=r"twingkit\[arena\]"):
            call()
    assert not (tmp_path / "out").exists()


def test_the_progress_bar_counts_games_on_the_error_stream(capsys):
    played(3, progress=True)
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "3/3" in shown.err


def test_importing_the_arena_loads_no_tables():
    code = """
import sys, twingkit.analyse.arena, twingkit.cli.simulate, twingkit.twing.tally
loaded = {name.partition(".")[0] for name in sys.modules}
assert not loaded & {"numpy", "pandas", "pyarrow", "rlcard"}, loaded
"""
    printed_by(code)


def test_no_part_of_a_folder_stays_in_memory(tmp_path, monkeypatch):
    made: list[weakref.ref[pd.DataFrame]] = []
    alive: list[int] = []
    usual = workers.rows_as_frame

    def noted(rows, columns):
        alive.append(sum(frame() is not None for frame in made))
        made.append(weakref.ref(frame := usual(rows, columns)))
        return frame

    monkeypatch.setattr(workers, "rows_as_frame", noted)
    played(8, out=tmp_path, games_per_part=2)
    assert len(alive) == 4 * len(TABLES)
    assert max(alive) < len(TABLES), "no table of an earlier part"
    played(8, games_per_part=2)
    assert max(alive) > 2 * len(TABLES), "without a folder they stay"


def test_a_folder_is_read_in_parts_and_in_the_columns_that_are_needed(kept, monkeypatch):
    import pyarrow.parquet as pq

    read: list[list[str] | None] = []
    usual = pq.ParquetFile.read

    def spy(self: pq.ParquetFile, columns: list[str] | None = None):
        read.append(columns)
        return usual(self, columns)

    monkeypatch.setattr(pq.ParquetFile, "read", spy)
    results = arena.load_run(kept)
    assert results.games_finished == 10
    assert read == [[]] * 2 * len(TABLES)
    read.clear()
    wins = results.wins()
    assert [columns for columns in read if columns] == [["game", "winner_policy"]] * 2
    assert [len(part) for part in results.table_parts()] == [5, 5]
    pd.testing.assert_frame_equal(wins, uninterrupted(10).wins())
    some = pd.concat(results.table_parts("battles", ["by", "round"]), ignore_index=True)
    pd.testing.assert_frame_equal(some, results.battles[["by", "round"]])
    with pytest.raises(KeyError):
        list(results.table_parts("games", ["goals"]))


def test_counts_are_those_of_the_whole_table(kept):
    kept, memory = arena.load_run(kept), uninterrupted(10)
    for results in (kept, memory):
        games, battles = results.games, results.battles
        assert results.value_counts("rounds") == games["rounds"].value_counts().to_dict()
        assert results.value_counts("battle", "battles") == battles["battle"].value_counts().to_dict()
        missing = {None: battles["margin"].isna().sum()}
        assert (
            results.value_counts("margin", "battles") == battles["margin"].value_counts().to_dict() | missing
        )
    assert kept.value_counts("winner").total() == 10
    assert all(kept.value_counts("winner").values())


def test_parts_can_be_read_by_other_programs(tmp_path):
    results = played(10, out=tmp_path)
    plain = pd.read_parquet(tmp_path / "games")
    assert plain["rounds"].tolist() == results.games["rounds"].tolist()
    assert plain["winner"].astype(str).tolist() == results.games["winner"].astype(str).tolist()
    assert RunFolder.open(tmp_path).games_requested == 10
