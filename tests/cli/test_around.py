"""The general commands: the version, the help, documents and notebooks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import twingkit
from twingkit.cli import app
from twingkit.cli.docs import documents
from twingkit_widgets.site.copy_notebooks import copy_notebooks, main
from twingkit_widgets.site.folder import notebooks_folder

RUN = CliRunner(env={"COLUMNS": "120"})


def test_the_version_is_that_of_the_package():
    assert RUN.invoke(app, ["--version"]).output == f"twingkit {twingkit.__version__}\n"


@pytest.mark.parametrize("command", [[], ["odds"], ["advise"], ["box"], ["box", "check"], ["simulate"]])
def test_help_shows_no_type_for_a_switch(command):
    shown = RUN.invoke(app, [*command, "--help"])
    assert shown.exit_code == 0
    assert "bool" not in shown.output
    assert "--help" in shown.output


def test_the_help_of_odds_shows_a_line_of_each_game_and_where_they_are_explained():
    shown = " ".join(RUN.invoke(app, ["odds", "--help"]).output.replace("│", " ").split())
    assert "F: F5 F3 + F4 vs W: W6 W4" in shown
    assert "space: 2 cruiser vs 1 dreadnought" in shown
    assert "twingkit docs" in shown


def test_docs_lists_the_documents_and_shows_one():
    listed = RUN.invoke(app, ["docs"]).output
    assert {"notation", "imperium-notation"} <= set(documents())
    assert all(name in listed for name in documents())
    for name, path in documents().items():
        assert RUN.invoke(app, ["docs", name]).output == path.read_text(encoding="utf-8") + "\n"


def test_a_document_that_is_none_is_refused_with_those_there_are():
    refused = RUN.invoke(app, ["docs", "notaton"])
    assert refused.exit_code == 2
    assert "imperium-notation" in refused.output


def test_every_document_of_the_wheel_is_there():
    project = Path(twingkit.__file__).parents[1]
    text = (project / "pyproject.toml").read_text(encoding="utf-8")
    for name, path in documents().items():
        assert f'"docs/{path.name}" = "twingkit/docs/{path.name}"' in text, name


def test_notebooks_are_copied_and_nothing_is_overwritten(tmp_path):
    copied, kept = copy_notebooks(tmp_path / "mine")
    assert kept == []
    sources = {path.relative_to(notebooks_folder()) for path in notebooks_folder().rglob("*.ipynb")}
    sources = {path for path in sources if ".ipynb_checkpoints" not in path.parts}
    assert sources <= {path.relative_to(tmp_path / "mine") for path in copied}
    mine = tmp_path / "mine" / "learn" / "02-first-battle.ipynb"
    mine.write_text("changed")
    (tmp_path / "mine" / "learn" / "06-shield.ipynb").unlink()
    copied, kept = copy_notebooks(tmp_path / "mine")
    assert [path.name for path in copied] == ["06-shield.ipynb"]
    assert mine.read_text() == "changed"
    assert mine in kept


def test_a_folder_that_cannot_be_written_is_reported(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main([str(tmp_path / "file")]) == 2
    assert "twingkit: " in capsys.readouterr().err


def test_the_command_copies_them(tmp_path):
    command = [sys.executable, "-c", "from twingkit.cli import main; main()", "notebooks", str(tmp_path)]
    output = subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ).stdout
    assert "notebooks copied" in output
    assert (tmp_path / "analyse" / "fleets.ipynb").exists()
