"""`twingkit box`: a template to start from, and a check that names every fault."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from twingkit import twing
from twingkit.cli import app
from twingkit.core.language import call_in_language
from twingkit.twing.box.box import box_toml
from twingkit.twing.cli.box import box_template_text


def run(*args: object):
    return CliRunner().invoke(app, ["box", *map(str, args)])


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", ["mine.toml", "mine.csv", "mine.CSV"])
def test_a_new_template_is_a_good_box(tmp_path, name, lang):
    path = tmp_path / name
    made = run("new", path, "--lang", lang)
    assert made.exit_code == 0
    assert f"twingkit box check {path}" in made.stdout
    assert twing.load_box(path) == twing.load_box()
    checked = run("check", path, "--lang", lang)
    assert checked.exit_code == 0
    assert len(checked.stdout.splitlines()) == 1
    assert "138 (80 " in checked.stdout
    assert ("complete" if lang == "en" else "vollständig") in checked.stdout


def test_check_prints_the_counts_of_the_box(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(box_toml(twing.load_box()), encoding="utf-8")
    assert run("check", path).stdout == (
        f"{path}: this box is complete. Playing cards: 138 (80 spells, 32 creatures, 8 mounts, 9 cats, "
        "1 Miromon, 8 traps); events: 9; objects: 9; entries with assumed values: 72.\n"
    )


@pytest.mark.parametrize("suffix", [".toml", ".csv"])
def test_the_comments_of_a_template_explain_every_key_in_both_languages(suffix):
    english, german = box_template_text(suffix), call_in_language("de", box_template_text, suffix)
    keys = ["assumed", "element", "power", "copies", "colour", "id", "effect"]
    keys += ["mount", "kind", "event.name", "event.text"] if suffix == ".toml" else ["kind", "title", "name"]
    for text in (english, german):
        comments = "\n".join(line for line in text.splitlines() if line.lstrip('"').startswith("#"))
        assert all(key in comments for key in keys)
        assert "twingkit box check" in comments
    assert "Your own box" in english
    assert "Deine eigene Schachtel" in german


def test_a_csv_template_opens_in_the_spreadsheets_of_each_language(tmp_path):
    run("new", tmp_path / "en.csv")
    run("new", tmp_path / "de.csv", "--lang", "de")
    for name, separator in (("en", ","), ("de", ";")):
        content = (tmp_path / f"{name}.csv").read_bytes()
        assert content.startswith(b"\xef\xbb\xbf# ")
        assert f"\r\nkind{separator}element{separator}".encode() in content


def test_an_existing_file_is_never_overwritten(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("mine", encoding="utf-8")
    done = run("new", path)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "already exists" in done.stderr
    assert path.read_text(encoding="utf-8") == "mine"


def test_check_prints_every_fault_with_its_line(tmp_path):
    path = tmp_path / "mine.toml"
    text = box_toml(twing.load_box()).replace('"teddy"', '"tedy"').replace("copies = 9", "copies = 8")
    path.write_text(text, encoding="utf-8")
    done = run("check", path, "--lang", "de")
    assert (done.exit_code, done.stdout) == (2, "")
    first, second = done.stderr.splitlines()
    line = text[: text.index('"tedy"')].count("\n") + 1
    assert f"{path}: Zeile {line}, object 1, id: Erwartet: eines von boots" in first
    assert 'gefunden: "tedy". Meintest du teddy? [TW-BOX-6]' in first
    assert "zusammen 138 Karten ergeben; gefunden: 137. [TW-BOX-1]" in second


@pytest.mark.parametrize(
    ("args", "words", "worte"),
    [
        (("check", "none.toml"), "there is no file", "gibt es nicht"),
        (("check", "mine.xlsx"), "must end in .toml, .csv", "muss auf .toml, .csv enden"),
        (("check", "folder.toml"), "cannot be read", "lässt sich nicht lesen"),
        (("new", "mine.xlsx"), "must end in .toml, .csv", "muss auf .toml, .csv enden"),
        (("new", "nowhere/mine.toml"), "its folder does not exist", "Ordner dafür fehlt"),
        (("new", "file.toml/mine.toml"), "cannot be written", "lässt sich nicht schreiben"),
    ],
)
def test_bad_input_is_one_message_on_standard_error_and_code_2(tmp_path, args, words, worte):
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "file.toml").touch()
    for lang, part in (("en", words), ("de", worte)):
        done = run(args[0], tmp_path / args[1], "--lang", lang)
        assert (done.exit_code, done.stdout) == (2, "")
        assert part in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file.toml", "folder.toml"]
