"""What the commands write on consoles of all kinds, on a full disk, and in a folder that is gone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from twingkit import twing

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

CONSOLES = {
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "cp437": {"PYTHONIOENCODING": "cp437"},
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "C": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}


def run(*words: str, folder: Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [TWINGKIT, *words], cwd=folder, env={**os.environ, **more}, capture_output=True, check=False
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("records")
    game = twing.battle_game(LINE, seed=1).play(twing.best_answer)
    (home / "record.txt").write_text(game.record, encoding="utf-8")
    return home


@pytest.mark.parametrize(
    ("command", "console"),
    [*((command, "ascii") for command in COMMANDS), *(("step", console) for console in CONSOLES)],
)
def test_signs_that_a_console_cannot_show_are_replaced(command: str, console: str, folder: Path) -> None:
    done = run(*COMMANDS[command], folder=folder, **CONSOLES[console])
    assert b"Traceback" not in done.stderr, done.stderr.decode("ascii", "replace")
    assert done.returncode == (2 if command == "a refusal" else 0), done.stderr
    encoding = {"C": "ascii"}.get(console, console)
    assert (done.stdout or done.stderr).decode(encoding)


def test_the_nearest_sign_stands_in_its_place(folder: Path) -> None:
    german = run("rule", "TW-BAT-16", "--lang", "de", folder=folder, PYTHONIOENCODING="ascii").stdout
    assert b"wuerf" in german or b"fuer" in german or b"ae" in german
    unknown = run("rule", "XX-1", folder=folder, PYTHONIOENCODING="ascii").stderr
    assert b"TW-..., IM-..." in unknown


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("words", [("docs", "notation"), ("rule", "TW-BAT-1"), ("--help",), ("--version",)])
def test_a_full_disk_is_told_in_one_line(words: tuple[str, ...], folder: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [TWINGKIT, *words], cwd=folder, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "twingkit: this cannot be carried out: No space left on device"
    ]


@pytest.mark.parametrize("words", [("docs", "notation"), ("explore", "--no-browser"), ("house", "check")])
def test_a_folder_that_is_gone_is_told_in_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    shell = shutil.which("sh")
    assert shell is not None
    script = f'rmdir "{gone}"; exec "$0" "$@"'
    done = subprocess.run(
        [shell, "-c", script, TWINGKIT, *words], cwd=gone, capture_output=True, check=False, timeout=60
    )
    lines = done.stderr.decode().splitlines()
    assert (done.returncode, len(lines)) == ((0, 0) if words[0] == "docs" else (2, 1)), lines


@pytest.mark.parametrize("typed", ["TW-POW-bra", "tw-pow-BRA", "IM-TECH-asc", "im-tech-ASC", "tw-bat-1"])
def test_the_id_of_a_rule_is_found_whatever_its_capitals(typed: str, folder: Path) -> None:
    done = run("rule", typed, folder=folder)
    assert done.returncode == 0
    shown = done.stdout.decode("utf-8").split()[0]
    assert shown.casefold() == typed.casefold()
    assert shown in ("TW-POW-bra", "IM-TECH-asc", "TW-BAT-1")


@pytest.mark.parametrize("command", ["replay", "review"])
@pytest.mark.parametrize(
    ("lang", "word"), [("en", "save it with the encoding UTF-8"), ("de", "Codierung UTF-8")]
)
def test_a_record_in_another_encoding_says_how_to_save_it(
    command: str, lang: str, word: str, folder: Path
) -> None:
    (folder / "wide.txt").write_text("twingkit-record 1\n", encoding="utf-16")
    done = run(command, "wide.txt", "--lang", lang, folder=folder)
    assert done.returncode == 2
    assert word in done.stderr.decode("utf-8")
    assert len(done.stderr.decode("utf-8").splitlines()) == 1
