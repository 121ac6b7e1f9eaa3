"""The arena: the same games whoever plays them, folders that outlive Ctrl-C and damage, and true tables."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import weakref
from collections import Counter
from itertools import cycle, permutations, product
from pathlib import Path

import attrs
import pandas as pd
import psutil
import pytest
from arena.same_results import same
from hypothesis import given
from hypothesis import strategies as st
from long_runs import runs

from twingkit import arena
from twingkit.arena import DamagedPart, GameFailed, Results, Run, Stopped, many_games, workers
from twingkit.arena.results import wilson
from twingkit.arena.runs import TABLES, Damage, Folder
from twingkit.arena.workers import play_parts
from twingkit.messages import Fault
from twingkit.twing import Variant, load_box, tally
from twingkit.twing.box.box import box_toml

PLAYERS = ("random", "random", "random")
SHORT = "box price=2 turn_limit=100"


def played(games: int = 12, out: Path | None = None, **options: object) -> Results:
    settings = {"variant": SHORT, "seed": 7, "processes": 1, "part": 5, "out": out} | options
    return arena.play(games, settings.pop("players", PLAYERS), **settings)


@pytest.fixture(scope="module")
def ten(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of ten games, to be copied."""
    folder = tmp_path_factory.mktemp("arena") / "ten"
    played(10, out=folder)
    return folder


@pytest.fixture
def kept(ten: Path, tmp_path: Path) -> Path:
    """A folder of ten games, to be spoiled."""
    return shutil.copytree(ten, tmp_path / "run")


def files(folder: Path) -> dict[str, int]:
    """Every file of a folder, and when it was written."""
    return {
        str(file.relative_to(folder)): file.stat().st_mtime_ns
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def interrupting(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Ctrl-C comes when the game of this number is to be played."""
    usual = Run.play

    def play(run: Run, game: int, **options: bool):
        if game == number:
            raise KeyboardInterrupt
        return usual(run, game, **options)

    monkeypatch.setattr(Run, "play", play)


# -- the same games


def test_one_process_and_two_play_the_same_games():
    one, two = played(processes=1), played(processes=2)
    same(one, two)
    assert one.games["game"].tolist() == list(range(12))
    assert one.games["seed"].nunique() == 12


def test_a_folder_holds_what_would_be_in_memory_and_loads_as_played(tmp_path):
    kept = played(out=tmp_path / "run", processes=2)
    same(kept, played())
    same(arena.load(tmp_path / "run"), kept)
    assert arena.load(tmp_path / "run").run == kept.run


def test_other_seeds_play_other_games():
    assert played(4).games["turns"].tolist() != played(4, seed=8).games["turns"].tolist()


def test_a_game_can_be_played_once_more_with_its_rulings():
    results = played(6)
    game, row = results.game(4), results.games.loc[4]
    assert len(game) == row["answers"]
    assert game.result.turns == row["turns"]
    assert any(entry.rulings for entry in game.transcript)
    for number in (-1, 6):
        with pytest.raises(IndexError):
            results.game(number)


@pytest.mark.parametrize("players", [("a", "b"), ("a", "b", "c"), ("a", "b", "c", "d")])
def test_after_all_arrangements_everybody_has_sat_everywhere_in_every_order(players):
    run = Run("twing", players, "box", ("box assumed",))
    seatings = [run.seating(number) for number in range(24)]
    every = list(permutations(players))
    assert Counter(seatings) == dict.fromkeys(every, 24 // len(every))
    # everybody in every seat already after one round
    for seat in range(len(players)):
        assert {seating[seat] for seating in seatings[: len(players)]} == set(players)


def test_without_rotation_everybody_keeps_the_seat():
    results = played(3, players=["random", "greedy"], rotate=False)
    assert results.games["policy_p1"].eq("random").all()
    assert results.games["policy_p2"].eq("greedy").all()


@given(st.integers(), st.integers(0, 10**9))
def test_the_seed_of_a_game_depends_on_run_and_number(seed, number):
    run = Run("twing", PLAYERS, "box", (), seed)
    assert 0 <= run.seed_of(number) < 2**48
    others = {run.seed_of(number + 1), attrs.evolve(run, seed=seed + 1).seed_of(number)}
    assert run.seed_of(number) not in others
    assert attrs.evolve(run, players=("greedy",)).seed_of(number) == run.seed_of(number)


# -- what the tables say


@pytest.fixture(scope="module")
def both() -> Results:
    return arena.play(30, ["greedy", "random", "random"], SHORT, 3, processes=1)


def test_games_count_what_their_transcripts_show(both):
    for number in (0, 1, 2, 3, 4, 5):
        game, row = both.game(number), both.games.loc[number]
        acts = [entry for entry in game.transcript if entry.kind == "act"]
        chosen = Counter((entry.answer.split()[0], entry.seat) for entry in acts)
        for action in tally.ACTIONS:
            for seat in ("p1", "p2", "p3"):
                assert row[f"{action}_{seat}"] == chosen[action, seat]
        attacks = Counter((entry.seat, entry.answer.split()[1]) for entry in acts if "attack" in entry.answer)
        for one, other in permutations(("p1", "p2", "p3"), 2):
            assert row[f"attacks_{one}_{other}"] == attacks[one, other]
        assert row["starter"] == acts[0].seat
        drawn = Counter(entry.answer for entry in game.transcript if entry.kind == "pick_event")
        assert {name: row[f"event_{name}"] for name in tally.EFFECTS if row[f"event_{name}"]} == {
            answer.removeprefix("event "): count for answer, count in drawn.items()
        }
        table = game.table
        for player in table.players:
            seat = f"p{player.seat + 1}"
            assert row[f"ornicles_{seat}"] == player.ornicles
            assert row[f"objects_{seat}"] == len(player.owned)
            assert row[f"character_{seat}"] == player.character
            owned = {name for name in tally.OBJECTS if not pd.isna(row[f"got_{name}_{seat}"])}
            assert owned >= set(player.owned)
            if player.owned:
                assert max(row[f"got_{name}_{seat}"] for name in player.owned) <= row["turns"]
            assert pd.isna(row[f"left_{seat}"]) == (not player.out)
        assert table.bank + sum(row[f"ornicles_p{seat}"] for seat in (1, 2, 3)) == 30


def test_battles_count_what_their_rulings_say(both):
    for number in (0, 1, 2, 3, 4, 5):
        game, battles = both.game(number), both.battles[both.battles["game"] == number]
        said = Counter((ruling.rule, ruling.case) for entry in game.transcript for ruling in entry.rulings)
        decided = {rule: sum(n for (one, _), n in said.items() if one == rule) for rule, _ in said}
        by = battles["by"].value_counts()
        assert by["points"] == decided.get("TW-BAT-17", 0)
        assert by["critical"] == sum(said["TW-BAT-16", case] for case in ("sun", "cross", "tie"))
        assert by["retired"] == said["TW-LEAVE-1", "lost"]
        assert (battles["winner"] == "tie").sum() == said["TW-BAT-17", "tie"] + said["TW-BAT-16", "tie"]
        assert battles["ornicle"].sum() == said["TW-BAT-18", "won"] + said["TW-END-5", "won"]
        alone = battles[battles["kind"] != "endgame"]
        laid = [
            sum(int(power) for power in re.findall(r"[FWLA](\d+)", entry.answer))
            for entry in game.transcript
            if entry.kind in ("attack", "defend")
        ]
        assert sum(alone["attack_power"]) + sum(alone["defence_power"]) <= sum(laid)
        if len(alone) == len(battles):
            assert sum(alone["attack_power"]) + sum(alone["defence_power"]) == sum(laid)
        played_cards = Counter(
            entry.answer.split()[0] for entry in game.transcript if entry.kind in ("respond", "before_roll")
        )
        if len(alone) == len(battles):
            for card in ("cat", "trap"):
                column = "cats" if card == "cat" else "traps"
                assert (
                    alone[f"attack_{column}"].sum() + alone[f"defence_{column}"].sum() == played_cards[card]
                )


def test_the_tables_agree_with_each_other(both):
    games, battles = both.games, both.battles
    assert (
        games["battles"].tolist()
        == battles.groupby("game").size().reindex(games["game"], fill_value=0).tolist()
    )
    points = battles.dropna(subset="margin")
    assert (points["attack_points"] - points["defence_points"] == points["margin"]).all()
    assert (points["by"] == "points").all()
    winners = {
        "attacker": points["margin"] > 0,
        "defender": points["margin"] < 0,
        "tie": points["margin"] == 0,
    }
    for winner, holds in winners.items():
        assert holds[points["winner"] == winner].all()
    assert (battles["attacker"].astype(str) != battles["defender"].astype(str)).all()
    assert battles["attack_spells"].between(1, 3).all()
    assert (
        battles["defence_shield"] == ((battles["defence_spells"] == 0) & (battles["defence_units"] > 0))
    ).all()
    assert battles["defence_die"].isna().equals(battles["defence_spells"] == 0)
    for seat in ("p1", "p2", "p3"):
        for result, winner in (("won", "attacker"), ("lost", "defender"), ("tied", "tie")):
            other = {"attacker": "defender", "defender": "attacker", "tie": "tie"}[winner]
            as_attacker = (battles["attacker"] == seat) & (battles["winner"] == winner)
            as_defender = (battles["defender"] == seat) & (battles["winner"] == other)
            assert games[f"{result}_{seat}"].sum() == as_attacker.sum() + as_defender.sum()
        assert (games[f"left_{seat}"].notna() | games[f"left_by_{seat}"].isna()).all()
        assert (games[f"objects_{seat}"][games[f"left_{seat}"].notna()] == 0).all()
    decided = games.dropna(subset="winner")
    for row in decided.itertuples():
        assert row.winner_policy == getattr(row, f"policy_{row.winner}")
        assert row.winner_character == getattr(row, f"character_{row.winner}")
        assert pd.isna(getattr(row, f"left_{row.winner}"))


def test_TW_END_7_a_game_that_ends_with_the_last_player_has_only_the_winner_left(both):
    last = both.games[both.games["by"] == "last"]
    assert len(last)
    left = last[[f"left_p{seat}" for seat in (1, 2, 3)]].notna().sum(axis=1)
    assert (left == 2).all()


def test_TW_PLAY_2_a_game_ends_with_the_last_turn():
    games = played(20, players=["random"] * 4, variant="box turn_limit=100").games
    assert (games["turns"] <= 100).all()
    assert (games.loc[games["by"] == "limit", "turns"] == 100).all()
    assert (games["by"] == "limit").any()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_column_is_documented_with_its_type(players):
    told: dict[str, str] = {}
    for names, kind in re.findall(r"^\| ([^|]+) \| (\w+) \|", tally.__doc__, re.MULTILINE):
        told |= dict.fromkeys(names.split(", "), kind)
    found = set()
    for columns in tally.columns(players, ["random"]).values():
        for name, kind in columns.items():
            general = re.sub(r"_p\d_p\d$", "_pN_pM", name)
            general = re.sub(r"_p\d$", "_pN", general)
            general = re.sub(r"^got_[a-z]+_", "got_OBJECT_", general)
            general = "event_EFFECT" if general.startswith("event_") else general
            assert told[general] == ("text" if isinstance(kind, tuple) else kind), name
            found.add(general)
    assert found == set(told) - {"column"}


def test_frames_have_the_types_of_their_columns_even_without_a_row(monkeypatch):
    full = played(2)
    interrupting(monkeypatch, 0)
    with pytest.raises(Stopped) as stopped:
        played(2)
    for table in TABLES:
        empty = getattr(stopped.value.results, table)
        assert len(empty) == 0
        assert empty.dtypes.equals(getattr(full, table).dtypes)


def test_wins_count_policies_over_their_seats(both):
    wins, won = both.wins(), both.games["winner_policy"].value_counts()
    assert wins.index.tolist() == ["greedy", "random"]
    assert wins["won"].tolist() == [won["greedy"], won["random"]]
    assert wins["chance"].tolist() == pytest.approx([1 / 3, 2 / 3])
    assert (wins["low"] <= wins["share"]).all()
    assert (wins["share"] <= wins["high"]).all()


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_wilson_intervals_hold_the_share_and_stay_in_range(won, lost):
    low, high = wilson(won, won + lost)
    share = won / (won + lost) if won + lost else 0.5
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1
    assert wilson(lost, won + lost) == pytest.approx((1 - high, 1 - low))


# -- a run that was stopped


def test_ctrl_c_keeps_what_is_finished_and_the_same_call_goes_on(tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        interrupting(patch, 7)
        with pytest.raises(Stopped) as stopped:
            played(out=tmp_path)
    assert len(stopped.value.results.games) == 7, "a whole part, and the beginning of the next"
    for lang in ("en", "de"):
        for said in ("7", "12", str(tmp_path)):
            assert said in stopped.value.text(lang)
    before = files(tmp_path)
    assert list(before) == [f"{table}/0000{n}.parquet" for table in sorted(TABLES) for n in (0, 1)] + [
        "run.json"
    ]
    with monkeypatch.context() as patch:
        interrupting(patch, 6)
        with pytest.raises(Stopped) as stopped:
            played(out=tmp_path)
    assert len(stopped.value.results.games) == 7, "no more is lost than was there"
    same(played(out=tmp_path), played())
    after = files(tmp_path)
    whole = {name: part for name, part in before.items() if "00001" not in name}
    assert {name: after[name] for name in whole} == whole


def test_ctrl_c_without_a_folder_still_hands_over_what_is_finished(monkeypatch):
    interrupting(monkeypatch, 7)
    with pytest.raises(Stopped) as stopped:
        played()
    assert stopped.value.results.games["game"].tolist() == list(range(7))
    assert "not kept" in str(stopped.value)


LONG = """
import sys
from twingkit import arena
if __name__ == "__main__":
    try:
        arena.play(100000, ["random", "random"], "short", seed=1, processes=2, out=sys.argv[1], part=4)
    except arena.Stopped as stopped:
        print(stopped.text())
"""


def begin_long(tmp_path: Path) -> subprocess.Popen[str]:
    """A long run in a process group of its own, once its first part is there."""
    script = tmp_path / "long.py"
    script.write_text(LONG)
    out = tmp_path / "out"
    run = subprocess.Popen(
        [sys.executable, str(script), str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    until = time.monotonic() + 60
    while not list(out.glob("games/*.parquet")) and run.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    if not list(out.glob("games/*.parquet")):
        run.kill()
        pytest.fail(f"no part was written: {run.communicate()}")
    return run


def ended(run: subprocess.Popen[str]) -> tuple[str, str]:
    """What a run said that ends by itself now."""
    try:
        return run.communicate(timeout=30)
    finally:
        run.kill()
        run.communicate()


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX")
def test_ctrl_c_at_the_terminal_ends_every_process_quietly(tmp_path):
    run = begin_long(tmp_path)
    children = psutil.Process(run.pid).children(recursive=True)
    os.killpg(run.pid, signal.SIGINT)
    said, complaints = ended(run)
    assert complaints == ""
    kept = arena.load(tmp_path / "out")
    assert re.search(rf"^stopped: {len(kept.games)} of 100000 games are kept in ", said)
    assert len(kept.games) >= 4
    assert not psutil.wait_procs(children, timeout=10)[1]
    assert not list((tmp_path / "out").rglob(".*"))
    first = arena.play(4, ["random", "random"], "short", seed=1, processes=1)
    pd.testing.assert_frame_equal(kept.games[:4], first.games)


INTERRUPTED = """
import sys, threading, _thread
from twingkit import arena
if __name__ == "__main__":
    begun = []
    def show(done, _thread=_thread):
        if done >= 5 and not begun:
            begun.append(done)
            _thread.interrupt_main()
    from twingkit.arena import many_games
    from contextlib import contextmanager
    @contextmanager
    def bar(whole, finished, visible):
        yield show
    many_games.progress_bar = bar
    try:
        arena.play(4000, ["random", "random"], "short", seed=1, processes=2)
    except arena.Stopped as stopped:
        print(len(stopped.results.games), begun[0])
"""


@pytest.mark.slow
def test_ctrl_c_of_several_processes_hands_over_the_beginnings_of_their_parts(tmp_path):
    script = tmp_path / "memory.py"
    script.write_text(INTERRUPTED)
    told = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120)
    assert told.stderr == ""
    kept, begun = map(int, told.stdout.split())
    assert kept >= begun >= 5


@pytest.mark.skipif(os.name != "posix", reason="process groups are POSIX")
def test_processes_end_with_the_one_that_started_them(tmp_path):
    run = begin_long(tmp_path)
    children = psutil.Process(run.pid).children(recursive=True)
    assert len(children) >= 2
    run.kill()
    ended(run)
    assert not psutil.wait_procs(children, timeout=10)[1]


def test_a_run_can_grow_and_a_shorter_one_is_its_beginning(tmp_path):
    played(7, out=tmp_path)
    same(played(13, out=tmp_path, part=50), played(13))
    assert json.loads((tmp_path / "run.json").read_text())["games"] == 13
    same(played(6, out=tmp_path), played(6))
    assert len(arena.load(tmp_path).games) == 13


def test_a_part_that_was_stopped_while_it_grew_is_read_as_far_as_both_tables_go(tmp_path):
    played(3, out=tmp_path)
    short = (tmp_path / "games/00000.parquet").read_bytes()
    played(5, out=tmp_path)
    (tmp_path / "games/00000.parquet").write_bytes(short)
    same(arena.load(tmp_path), played(3))
    same(played(5, out=tmp_path), played(5))


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
    same(played(10, out=tmp_path), played(10))


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


def empty(file: Path) -> None:
    file.write_bytes(b"")


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
    with pytest.raises(Damage, match=re.escape(str(file))) as found:
        _ = arena.load(kept).games, arena.load(kept).battles
    assert found.value.key == ("arena.damaged" if damage in DAMAGES[:3] else "arena.foreign")
    assert found.value.text("en") != found.value.text("de")
    with pytest.warns(DamagedPart, match=re.escape(str(file))) as warned:
        again = played(10, out=kept)
    assert [each.message.damage.file for each in warned] == [file]
    same(again, arena.load(ten))
    first = {name: written for name, written in before.items() if "00000" in name}
    assert first.items() <= files(kept).items()


def test_a_missing_part_is_played_without_a_word(kept, ten):
    for table in TABLES:
        (kept / table / "00000.parquet").unlink()
    assert arena.load(kept).games["game"].tolist() == list(range(5, 10))
    same(played(10, out=kept), arena.load(ten))


# -- another run's folder, and other faults


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 8}, "seed is '7' there and '8' here"),
        ({"players": ["random", "greedy", "random"]}, "players is 'random random random' there"),
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
    told = json.loads(file.read_text())
    file.write_text(json.dumps(told | {"version": "0.0.9"}))
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
    for call in (lambda: arena.load(tmp_path), lambda: played(3, out=tmp_path)):
        with pytest.raises(Fault, match=r"run\.json") as refused:
            call()
        assert refused.value.key == "arena.bad_run"
    assert (tmp_path / "run.json").read_text() == content


def test_there_is_no_run_in_an_empty_folder(tmp_path):
    with pytest.raises(Fault, match=r"run\.json is missing"):
        arena.load(tmp_path)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"players": ["random", "nobody"]}, "nobody"),
        ({"players": ["random"]}, "2"),
        ({"players": ["random"] * 5}, "4"),
        ({"variant": "box prise=4"}, "price"),
        ({"games": 0}, "games is a number from 1 on, not 0"),
        ({"processes": 0}, "processes is a number from 1 on, not 0"),
        ({"part": -1}, "part is a number from 1 on, not -1"),
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
    assert played(2, variant=Variant(price=2, turn_limit=100)).run == played(2).run
    played(3, out=tmp_path / "out")
    with pytest.raises(Fault, match="box is 'box assumed' there and 'box own"):
        played(3, out=tmp_path / "out", box=file)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_game_that_fails_is_named_with_its_seed(processes):
    run = Run("twing", ("random", "nobody"), "box", ("box assumed",), 5)
    with pytest.raises(GameFailed) as failed:
        play_parts(run, None, [range(3), range(3, 6)], processes, lambda *_: None, lambda _: None)
    number = failed.value.facts["game"]
    assert str(run.seed_of(number)) in str(failed.value)
    assert "nobody" in failed.value.text("de")


def test_a_script_without_its_guard_is_told_so(tmp_path):
    script = tmp_path / "unguarded.py"
    script.write_text("from twingkit import arena\narena.play(100, ['random', 'random'], processes=2)\n")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    # Python's own watcher of shared memory may have something to say after the script has ended.
    told = [line for line in done.stderr.splitlines() if "resource_tracker" not in line]
    assert "__name__ == '__main__'" in told[-1]


def test_without_pyarrow_games_are_played_but_folders_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(many_games, "find_spec", lambda name: None)
    assert len(played(2).games) == 2
    for call in (lambda: played(2, out=tmp_path / "out"), lambda: arena.load(tmp_path)):
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
import sys, twingkit.arena, twingkit.cli.simulate, twingkit.twing.tally
loaded = {name.partition(".")[0] for name in sys.modules}
assert not loaded & {"numpy", "pandas", "pyarrow", "rlcard"}, loaded
"""
    subprocess.run([sys.executable, "-c", code], check=True)


MEMORY = """
import sys, threading, time
import psutil
from twingkit import arena

most = 0

def watch():
    global most
    this = psutil.Process()
    while True:
        most = max(most, this.memory_info().rss)
        time.sleep(0.01)

if __name__ == "__main__":
    threading.Thread(target=watch, daemon=True).start()
    for games in (60, 480):
        out = f"{sys.argv[1]}/{games}"
        found = arena.play(games, ["random", "random"], "short", 1, processes=1, out=out, part=20)
        found.wins(), found.counts("turns"), found.finished
        time.sleep(0.05)
        print(most)
"""


def test_no_part_of_a_folder_stays_in_memory(tmp_path, monkeypatch):
    made: list[weakref.ref[pd.DataFrame]] = []
    alive: list[int] = []
    usual = workers.frame_of

    def noted(rows, columns):
        alive.append(sum(frame() is not None for frame in made))
        made.append(weakref.ref(frame := usual(rows, columns)))
        return frame

    monkeypatch.setattr(workers, "frame_of", noted)
    played(8, out=tmp_path, part=2)
    assert len(alive) == 4 * len(TABLES)
    assert max(alive) < len(TABLES), "no table of an earlier part"
    played(8, part=2)
    assert max(alive) > 2 * len(TABLES), "without a folder they stay"


@pytest.mark.soak
def test_memory_does_not_grow_with_the_games_of_a_folder(tmp_path):
    told = subprocess.run(
        [sys.executable, "-c", MEMORY, str(tmp_path)], capture_output=True, text=True, check=True
    ).stdout
    few, many = map(int, told.split())
    assert many - few < 2 * 2**20, "in memory, 420 more games take twice as much"


def test_a_folder_is_read_in_parts_and_in_the_columns_that_are_needed(kept, monkeypatch):
    import pyarrow.parquet as pq

    read: list[list[str] | None] = []
    usual = pq.ParquetFile.read

    def spy(self: pq.ParquetFile, columns: list[str] | None = None):
        read.append(columns)
        return usual(self, columns)

    monkeypatch.setattr(pq.ParquetFile, "read", spy)
    results = arena.load(kept)
    assert results.finished == 10
    assert read == [[]] * 4
    read.clear()
    wins = results.wins()
    assert [columns for columns in read if columns] == [["game", "winner_policy"]] * 2
    assert [len(part) for part in results.parts()] == [5, 5]
    pd.testing.assert_frame_equal(wins, played(10).wins())
    some = pd.concat(results.parts("battles", ["by", "turn"]), ignore_index=True)
    pd.testing.assert_frame_equal(some, results.battles[["by", "turn"]])
    with pytest.raises(KeyError):
        list(results.parts("games", ["goals"]))


def test_counts_are_those_of_the_whole_table(kept):
    kept, memory = arena.load(kept), played(10)
    for results in (kept, memory):
        games, battles = results.games, results.battles
        assert results.counts("turns") == games["turns"].value_counts().to_dict()
        assert results.counts("battle", "battles") == battles["battle"].value_counts().to_dict()
        missing = {None: battles["margin"].isna().sum()}
        assert results.counts("margin", "battles") == battles["margin"].value_counts().to_dict() | missing
    assert kept.counts("winner").total() == 10
    assert all(kept.counts("winner").values())


def test_parts_can_be_read_by_other_programs(tmp_path):
    results = played(10, out=tmp_path)
    plain = pd.read_parquet(tmp_path / "games")
    assert plain["turns"].tolist() == results.games["turns"].tolist()
    assert plain["winner"].astype(str).tolist() == results.games["winner"].astype(str).tolist()
    assert Folder.open(tmp_path).games == 10
