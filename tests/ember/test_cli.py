"""`twingkit pool`: a template to start from, and a check that names every fault."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from typer.testing import CliRunner

from twingkit.ember.box.pool import load_pool
from twingkit.ember.cli import pool_app


def run(*args: object):
    return CliRunner().invoke(pool_app, [str(arg) for arg in args])


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_new_template_is_the_assumed_pool_and_is_not_overwritten(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "mine.toml"
    assert f"twingkit pool check {path}" in run("new", path, "--lang", lang).stdout
    assert load_pool(path) == load_pool()
    assert "39" in run("check", path, "--lang", lang).stdout
    assert run("new", path, "--lang", lang).exit_code == 2
    assert run("new", tmp_path / "mine.txt", "--lang", lang).exit_code == 2


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_name_of_a_file_stays_as_it_is_at_the_beginning_of_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "my-pool.toml", "--lang", lang).stdout.startswith("my-pool.toml: ")
    assert run("check", "my-pool.toml", "--lang", lang).stdout.startswith("my-pool.toml: ")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_EM_POOL_2_every_fault_is_named_at_once(tmp_path: Path, lang: str) -> None:
    path = tmp_path / "mine.toml"
    text = files("twingkit.ember.box").joinpath("pool.toml").read_text(encoding="utf-8")
    text = text.replace('cost = "N4"', 'cost = "N9"', 1).replace('effects = "draw 1"', 'effects = "fly 1"', 1)
    path.write_text(text, encoding="utf-8")
    checked = run("check", path, "--lang", lang)
    assert checked.exit_code == 2
    said = checked.output
    assert "N9" in said
    assert "fly 1" in said
    assert run("check", tmp_path / "none.toml", "--lang", lang).exit_code == 2
