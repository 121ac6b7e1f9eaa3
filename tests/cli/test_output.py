"""The output of commands on consoles of all kinds, on a full disk, and in a deleted folder."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest
import typer
from copies import COMMAND, Original
from long_runs import runs
from typer.testing import CliRunner

from twingkit import twing
from twingkit.cli import app
from twingkit.imperium.texts.rulebook import rulebook

Run = Callable[..., CompletedProcess[bytes]]
LINE = "F: F5 & cat vs W: W6"
TWINGKIT = Path(sys.executable).with_name("twingkit")

COMMANDS = {
    "step": ("step", LINE, "--seed", "1"),
    "replay": ("replay", "record.txt"),
    "review": ("review", "record.txt"),
    "docs": ("docs", "notation"),
    "rule": ("rule", "TW-BAT-16", "--lang", "de"),
    "simulate": ("simulate", "--players", "random,random", "--games", "2", "--seed", "1"),
    "a refusal": ("odds", "F: F5 W3 vs W: W6"),
}

CONSOLES = ("cp1252", "cp437", "ascii")
C = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""The environment in which Python detects that a console has only ASCII."""

ON_A_CONSOLE = """
import sys
for stream in (sys.stdout, sys.stderr):
    stream.reconfigure(encoding=sys.argv[1])
del sys.argv[1]
"""
"""What Python does for the encoding of its console before it runs a program."""

SITE_PROGRAMS = [
    "twingkit_widgets.site.launch",
    "twingkit_widgets.site.copy_notebooks",
    "twingkit_widgets.site_settings.command",
    "twingkit_widgets.static_site.publish",
    "twingkit_widgets.learn.printed.worksheet",
]

RUN = CliRunner()


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Return a function that runs a command: `run("docs", "notation")`; its output goes to the file `out`, if
    given."""
    original, numbers = Original("twingkit.cli", *SITE_PROGRAMS), itertools.count()
    said = tmp_path_factory.mktemp("said")

    def command(
        *words: str, folder: Path, console: str = "utf-8", before: str = "", out: Path | None = None
    ) -> CompletedProcess[bytes]:
        number = next(numbers)
        kept, error = said / f"{number}.out", said / f"{number}.err"
        source = f"{ON_A_CONSOLE}{before}\n{COMMAND}"
        code = original.copy(source, console, *words, out=out or kept, error=error, folder=folder).wait(60)
        return CompletedProcess(words, code, b"" if out else kept.read_bytes(), error.read_bytes())

    yield command
    original.stop()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("records")
    game = twing.battle_game(LINE, seed=1).play(twing.best_battle_answer)
    (home / "record.txt").write_text(game.record, encoding="utf-8")
    for words in (
        ("box", "new", "box.csv"),
        ("pool", "new", "pool.toml"),
        ("deck", "new", "deck.csv"),
    ):
        assert RUN.invoke(app, [*words[:-1], str(home / words[-1])]).exit_code == 0
    return home


@pytest.mark.parametrize(
    ("command", "console"),
    [*((command, "ascii") for command in COMMANDS), *(("step", console) for console in CONSOLES)],
)
def test_signs_that_a_console_cannot_show_are_replaced(
    command: str, console: str, folder: Path, run: Run
) -> None:
    done = run(*COMMANDS[command], folder=folder, console=console)
    assert b"Traceback" not in done.stderr, done.stderr.decode("ascii", "replace")
    assert done.returncode == (2 if command == "a refusal" else 0), done.stderr
    assert (done.stdout or done.stderr).decode(console)


def test_a_console_that_python_finds_to_have_ascii_alone_is_written_to(folder: Path) -> None:
    done = subprocess.run(
        [TWINGKIT, *COMMANDS["step"]], cwd=folder, env={**os.environ, **C}, capture_output=True, check=True
    )
    assert done.stderr == b""
    assert done.stdout.decode("ascii")


def test_the_nearest_sign_stands_in_its_place(folder: Path, run: Run) -> None:
    german = run("rule", "TW-BAT-16", "--lang", "de", folder=folder, console="ascii").stdout
    assert b"Wuerfel" in german
    unknown = run("rule", "XX-1", folder=folder, console="ascii").stderr
    assert b"TW-..., IM-..." in unknown


EVERY_COMMAND = {
    **{name: words for name, words in COMMANDS.items() if name != "a refusal"},
    "odds": ("odds", LINE),
    "puzzles": ("puzzles", "ember", "--check", "--out", "no puzzles.jsonl"),
    "variants": ("variants",),
    "first-game": ("first-game", "ember", "--players", "2", "--seeds", "1"),
    "advise": ("advise", "F: hand F5 vs W: hand W6"),
    "box check": ("box", "check", "box.csv"),
    "box new": ("box", "new", "new box.csv"),
    "pool check": ("pool", "check", "pool.toml"),
    "pool new": ("pool", "new", "new pool.toml"),
    "deck check": ("deck", "check", "deck.csv"),
    "deck new": ("deck", "new", "new deck.csv"),
    "notebooks": ("notebooks", "notebooks"),
    "explore": ("explore", "--help"),
    "publish": ("publish", "--help"),
    "site": ("site", "button"),
    "worksheet": ("worksheet", "lesson twing:shield"),
    "help": ("--help",),
    "version": ("--version",),
}
"""A call of every command, and of the options of the program itself."""

SLOW = ("first-game", "simulate", "advise")

HERE = """
import os, runpy, sys
def run_here(python, words):
    sys.argv = words[3:]
    runpy.run_module(words[3], run_name="__main__", alter_sys=True)
os.execv = run_here
"""
"""Runs the programs of the site in this process, which has loaded them, instead of a new one."""

CLOSED = "import os, sys; os.close(1); sys.stdout = None"
"""What Python finds when a shell runs it with `>&-`."""

NO_READER = """
import os, sys
reader, writer = os.pipe()
os.close(reader)
os.dup2(writer, 1)
sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
"""


def test_every_command_is_called() -> None:
    group = typer.main.get_command(app)
    names = {
        f"{name} {inner}".strip()
        for name, command in group.commands.items()
        for inner in getattr(command, "commands", [""])
    }
    assert names == set(EVERY_COMMAND) - {"help", "version"}


@pytest.mark.parametrize("name", runs([name for name in EVERY_COMMAND if name not in SLOW], EVERY_COMMAND))
def test_output_that_cannot_be_written_ends_every_command_the_same_way(
    name: str, folder: Path, run: Run
) -> None:
    def ended(before: str = "", out: Path | None = None) -> tuple[int, str]:
        for made in folder.glob("new *"):
            made.unlink()
        done = run(*EVERY_COMMAND[name], folder=folder, before=HERE + before, out=out)
        said = done.stderr.decode()
        assert "Traceback" not in said, said
        return done.returncode, said

    assert ended(CLOSED)[0] == 0
    if name != "explore":  # argparse ignores that it cannot print its help
        assert ended(NO_READER)[0] == 1
        if Path("/dev/full").exists():
            code, said = ended(out=Path("/dev/full"))
            assert code == 2
            assert said.splitlines()[-1].endswith(": No space left on device")


@pytest.mark.parametrize("words", [("docs", "notation"), ("explore", "--no-browser"), ("site", "check")])
def test_a_folder_that_is_gone_is_reported_in_one_line(
    words: tuple[str, ...], tmp_path: Path, run: Run
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    done = run(*words, folder=gone, before="import os; os.rmdir(os.getcwd())")
    lines = done.stderr.decode().splitlines()
    assert (done.returncode, len(lines)) == ((0, 0) if words[0] == "docs" else (2, 1)), lines


@pytest.mark.parametrize("typed", ["TW-POW-bra", "tw-pow-BRA", "IM-TECH-asc", "im-tech-ASC", "tw-bat-1"])
def test_the_id_of_a_rule_is_found_whatever_its_capitals(typed: str) -> None:
    done = RUN.invoke(app, ["rule", typed])
    assert done.exit_code == 0
    shown = done.output.split()[0]
    assert shown.casefold() == typed.casefold()
    assert shown in ("TW-POW-bra", "IM-TECH-asc", "TW-BAT-1")


@pytest.mark.parametrize(
    ("typed", "lang", "rule"),
    [
        ("can I retreat with fighters", "en", "IM-SPACE-9"),
        ("Darf ich mich mit Jägern zurückziehen?", "de", "IM-SPACE-9"),
    ],
)
def test_a_question_shows_the_rules_of_a_game_that_answer_it(typed: str, lang: str, rule: str) -> None:
    done = RUN.invoke(app, ["rule", typed, "--game", "imperium", "--lang", lang])
    assert done.exit_code == 0
    heads = [line.split()[0] for line in done.output.splitlines() if line.startswith("IM-")]
    assert rule in heads[:3]
    assert len(heads) == 5
    assert rulebook()[rule].title(lang) in done.output


def test_a_question_without_a_game_is_answered_by_every_game_and_a_slip_is_told() -> None:
    done = RUN.invoke(app, ["rule", "who starts first"])
    assert done.exit_code == 0
    assert all(prefix in done.output for prefix in ("TW-SET-4", "EM-SET-5", "IM-"))
    slip = RUN.invoke(app, ["rule", "figther", "--game", "imperium"])
    assert "showing results for fighter" in slip.output
    unknown = RUN.invoke(app, ["rule", "fighter", "--game", "chess"])
    assert unknown.exit_code == 2
    assert "chess" in unknown.stderr


@pytest.mark.parametrize("command", ["replay", "review"])
@pytest.mark.parametrize(
    ("lang", "word"), [("en", "save it with the encoding UTF-8"), ("de", "Codierung UTF-8")]
)
def test_a_record_in_another_encoding_says_how_to_save_it(
    command: str, lang: str, word: str, folder: Path
) -> None:
    (folder / "wide.txt").write_text("twingkit-record 1\n", encoding="utf-16")
    done = RUN.invoke(app, [command, str(folder / "wide.txt"), "--lang", lang])
    assert done.exit_code == 2
    assert word in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("lang", "unknown", "no_game"),
    [
        ("en", "no rule has the id TW-BAT-61; did you mean TW-BAT-6", "no rule matches"),
        (
            "de",
            "eine Regel TW-BAT-61 gibt es nicht; meintest du TW-BAT-6",
            "keine Regel passt zu",
        ),
    ],
)
def test_an_unknown_rule_is_refused_in_the_language_asked_for(lang: str, unknown: str, no_game: str) -> None:
    for typed, said in (("TW-BAT-61", unknown), ("xqxq", no_game)):
        done = RUN.invoke(app, ["rule", typed, "--lang", lang])
        assert done.exit_code == 2
        assert said in done.stderr
