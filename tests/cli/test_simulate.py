"""`twingkit simulate`: a summary table, a folder that can be continued, and bad input with code 2."""

from __future__ import annotations

import pytest
from distributed import LocalCluster
from typer.testing import CliRunner

from twingkit import arena
from twingkit.cli import app
from twingkit.cli.simulate import summary
from twingkit.twing import load_box
from twingkit.twing.box.box import box_toml

FEW = ("--games", "12", "--variant", "short", "--processes", "1")


def run(*args: str):
    return CliRunner().invoke(app, ["simulate", *args])


def played(players: str = "greedy,random", *args: str):
    return run("--players", players, *FEW, *args)


def test_the_table_says_who_won_how_often_and_how_games_ended():
    done = played("greedy,random", "--seed", "3")
    assert done.exit_code == 0
    assert done.stderr == ""
    results = arena.simulate(12, ["greedy", "random"], "short", 3, processes=1)
    wins = results.wins().set_index("policy")
    rows = done.stdout.splitlines()
    assert rows[0] == "12 games of 2 players, seed 3, variant: short"
    for name, row in zip(("greedy", "random"), rows[3:5], strict=True):
        low, high = wins.loc[name, "low"], wins.loc[name, "high"]
        count, share = wins.loc[name, "won"], wins.loc[name, "share"]
        assert row.split() == [name, str(count), f"{share:.1%}", f"{low:.1%}", "–", f"{high:.1%}", "50.0%"]
    turns = results.games["rounds"]
    assert f"{turns.mean():.1f} ± {turns.std() / 12**0.5:.1f}" in done.stdout
    assert f"from {turns.min()} to {turns.max()}" in done.stdout
    assert "with one player left 100.0%" in done.stdout


def test_the_same_seed_says_the_same_and_another_does_not():
    first, again, other = played(), played(), played("greedy,random", "--seed", "1")
    assert first.stdout == again.stdout
    assert first.stdout != other.stdout


def test_in_german_nothing_stays_english():
    done = played("greedy,random", "--lang", "de")
    assert done.exit_code == 0
    for said in ("Partien mit je 2 Spielern", "Siege", "Züge je Partie", "mit nur noch einer Person"):
        assert said in done.stdout
    assert "games" not in done.stdout
    assert "turns" not in done.stdout.casefold()


def test_games_that_nobody_won_have_a_row_of_their_own():
    results = arena.simulate(12, ["random", "random"], "box turn_limit=100", 2, processes=1)
    games = results.games
    games["winner"] = games["winner"].fillna("p1")
    games.loc[:2, ["winner", "winner_policy", "winner_character"]] = None
    games["end_reason"] = games["end_reason"].mask(games.index < 3, "limit").mask(games.index >= 3, "last")
    said = summary(results)
    assert ["nobody", "3", "25.0%"] in [row.split() for row in said]
    assert "at the turn limit 25.0%" in said[-1]


def test_one_game_has_no_standard_error():
    done = run("--players", "random,random", "--games", "1")
    assert done.exit_code == 0
    assert "± 0.0" in done.stdout


def test_a_folder_keeps_the_games_and_the_same_command_goes_on(tmp_path):
    out = tmp_path / "run"
    done = played("greedy,random", "--out", str(out))
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1].endswith(str(out))
    assert len(arena.load_run(out).games) == 12
    written = {file: file.stat().st_mtime_ns for file in out.rglob("*.parquet")}
    again = played("greedy,random", "--out", str(out))
    assert again.stdout == done.stdout
    assert {file: file.stat().st_mtime_ns for file in out.rglob("*.parquet")} == written


@pytest.mark.parametrize(("lang", "said"), [("en", "is damaged"), ("de", "ist beschädigt")])
def test_a_damaged_part_is_named_on_the_error_stream_and_played_again(tmp_path, lang, said):
    done = played("greedy,random", "--out", str(tmp_path), "--lang", lang)
    (tmp_path / "games/00000.parquet").write_bytes(b"PAR1")
    again = played("greedy,random", "--out", str(tmp_path), "--lang", lang)
    assert again.exit_code == 0
    assert again.stdout == done.stdout
    assert len(again.stderr.splitlines()) == 1
    assert said in again.stderr
    assert str(tmp_path / "games/00000.parquet") in again.stderr


def test_an_own_box_is_played_and_named(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(box_toml(load_box(), {}), encoding="utf-8")
    done = played("random,random", "--box", str(file))
    assert done.exit_code == 0
    assert str(file) in done.stdout.splitlines()[-1]


def test_a_cluster_says_what_one_core_says(tmp_path):
    options = ("--players", "greedy,random", "--games", "12", "--variant", "short", "--out", str(tmp_path))
    with LocalCluster(
        n_workers=1, processes=False, protocol="tcp", dashboard_address=":0", threads_per_worker=1
    ) as local:
        done = run(*options, "--scheduler", local.scheduler_address)
    assert done.exit_code == 0
    assert done.stderr == ""
    assert done.stdout.splitlines()[:-1] == played().stdout.splitlines()
    assert arena.load_run(tmp_path).games_finished == 12


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "5 of 12 games are saved"), ("de", "5 von 12 Partien sind")]
)
def test_ctrl_c_sums_up_what_is_finished_and_says_how_to_go_on(monkeypatch, tmp_path, lang, said):
    arena.simulate(5, ["greedy", "random"], "short", processes=1, out=tmp_path)
    kept = arena.load_run(tmp_path)
    kept.games_requested = 12

    def stop(*_: object, **__: object):
        raise arena.ArenaInterrupted(kept)

    monkeypatch.setattr(arena, "simulate", stop)
    done = played("greedy,random", "--out", str(tmp_path), "--lang", lang)
    assert done.exit_code == 130
    assert said in done.stderr
    assert done.stdout.startswith("5 ")


def test_ctrl_c_before_the_first_game_only_says_so(monkeypatch):
    def stop(run: arena.Run, number: int, **options: bool):
        raise KeyboardInterrupt

    monkeypatch.setattr(arena.Run, "play", stop)
    done = played()
    assert done.exit_code == 130
    assert done.stdout == ""
    assert "stopped after 0 of 12 games" in done.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--players", "greedy,nobody"), "nobody"),
        (("--players", "greedy,nobody", "--lang", "de"), "nobody"),
        (("--players", "greedy"), "1"),
        (("--players", ""), "1"),
        (("--players", "random,random", "--games", "0"), "games must be a whole number of at least 1, not 0"),
        (
            ("--players", "random,random", "--games", "0", "--lang", "de"),
            "eine ganze Zahl ab 1 sein, nicht 0",
        ),
        (("--players", "random,random", "--processes", "-1"), "processes"),
        (("--players", "random,random", "--games", "many"), "--games"),
        (("--players", "random,random", "--scheduler", "nowhere"), "'nowhere' is not the address"),
        (("--players", "random,random", "--scheduler", "nowhere", "--lang", "de"), "„nowhere“ ist keine"),
        (("--players", "random,random", "--processes", "2", "--scheduler", "tcp://a:1"), "either processes"),
        (("--players", "random,random", "--variant", "shrot"), "did you mean 'short'"),
        (("--players", "random,random", "--variant", "shrot", "--lang", "de"), "meintest du „short“"),
        (("--players", "random,random", "--box", "nowhere.toml"), "nowhere.toml"),
        (("--players", "random,random", "--box", "."), "."),
        ((), "--players"),
    ],
)
def test_bad_input_is_one_message_on_standard_error_and_code_2(args, said):
    done = run(*args)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    ours = args and "many" not in args
    assert len(done.stderr.splitlines()) == 1 or not ours


def test_a_folder_that_cannot_be_used_is_one_message(tmp_path):
    (tmp_path / "file").write_text("mine")
    for out, said in (
        (tmp_path, "holds other files"),
        (tmp_path / "file", "cannot write to"),
        (tmp_path / "file" / "deeper", "cannot write to"),
    ):
        done = played("random,random", "--out", str(out))
        assert done.exit_code == 2
        assert said in done.stderr
        assert str(out) in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert (tmp_path / "file").read_text() == "mine"


def test_another_runs_folder_is_one_message_with_the_difference(tmp_path):
    played("random,random", "--out", str(tmp_path))
    done = played("random,random", "--out", str(tmp_path), "--seed", "9", "--lang", "de")
    assert done.exit_code == 2
    assert "seed ist dort „0“ und hier „9“" in done.stderr


def test_the_command_is_documented_in_its_help():
    done = run("--help")
    assert done.exit_code == 0
    for option in ("games", "players", "out", "variant", "seed", "processes", "scheduler", "box", "lang"):
        assert f"--{option}" in done.stdout
