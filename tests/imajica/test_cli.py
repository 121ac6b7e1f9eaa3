"""`twingkit deck`: a deck to start from, and a check that names every fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from twingkit.imajica.box.custom_sets import load_deck
from twingkit.imajica.box.decks import load_decks
from twingkit.imajica.cli import deck_app


def run(*args: object):
    return CliRunner().invoke(deck_app, [str(arg) for arg in args])


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("form", ["toml", "csv"])
def test_a_new_deck_is_one_of_the_four_and_is_not_overwritten(tmp_path: Path, lang: str, form: str) -> None:
    path = tmp_path / f"mine.{form}"
    made = run("new", path, "--like", "teeth", "--lang", lang)
    assert f"twingkit deck check {path}" in made.stdout
    assert load_deck(path).counts == load_decks()["teeth"].counts
    assert "60" in run("check", path, "--lang", lang).stdout
    assert run("new", path, "--lang", lang).exit_code == 2
    assert run("new", tmp_path / "mine.txt", "--lang", lang).exit_code == 2
    assert "daughters" in run("new", tmp_path / "other.toml", "--like", "nobody", "--lang", lang).output


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_name_of_a_file_stays_as_it_is_at_the_beginning_of_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "mine.toml", "--lang", lang).stdout.startswith("mine.toml: ")
    assert run("check", "mine.toml", "--lang", lang).stdout.startswith("mine.toml: ")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_IJ_DECK_1_every_fault_is_named_at_once(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('cards = ["2 riot", "4 gek-a-gek", "dragon"]\n', encoding="utf-8")
    checked = run("check", path, "--lang", lang)
    assert checked.exit_code == 2
    for word in ("Riot" if lang == "en" else "Aufruhr", "gek-a-gek", "dragon", "IJ-DECK-1"):
        assert word.casefold() in checked.output.casefold(), word
    assert run("check", tmp_path / "none.toml", "--lang", lang).exit_code == 2


def test_IJ_DECK_3_a_tournament_deck_has_a_limited_number_of_characters(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    run("new", path, "--like", "teeth")
    assert run("check", path, "--variant", "box deck_limit=25").exit_code == 0
