"""The command line: results on standard output, one clear error and exit code 2 for bad input."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from command_line import run

from twingkit import twing

LINE = "F: F3 F5 + F4 vs W: W6 W4 & cat"


def test_odds_are_printed_for_the_canonical_line():
    done = run("odds", LINE)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0] == "F: F5 F3 + F4 vs W: W6 W4 & cat"
    assert "69.44%" in done.stdout


@pytest.mark.parametrize("responses", ["none", "best"])
def test_odds_as_json(responses):
    data = json.loads(run("odds", LINE, "--responses", responses, "--json").stdout)
    assert list(data) == ["position", "responses", "win", "tie", "loss", "edge"]
    assert data["position"] == str(twing.Battle.parse(LINE))
    assert data["responses"] == responses
    assert data["win"] == twing.odds(LINE, responses=responses).win


def test_json_says_none_by_default():
    assert json.loads(run("odds", LINE, "--json").stdout)["responses"] == "none"


def test_step_tells_the_story_with_rules_and_the_seed_repeats_it():
    first, again, other = (
        run("step", LINE, "--seed", "3"),
        run("step", LINE, "--seed", "3"),
        run("step", LINE),
    )
    assert first.exit_code == other.exit_code == 0
    assert first.stdout == again.stdout
    assert "[TW-BAT-1]" in first.stdout
    assert "attacker: lay F5 F3 + F4" in first.stdout
    assert "Der Angreifer" in run("step", LINE, "--seed", "3", "--lang", "de").stdout


def test_rule_prints_text_status_source_and_relations():
    done = run("rule", "TW-BAT-16", "--lang", "de")
    assert done.exit_code == 0
    assert twing.rulebook()["TW-BAT-16"].text("de") in done.stdout
    assert "TW-BAT-17" in done.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("odds", "F: F5 vs W: W6 @ hta"), "did you mean hat"),
        (("odds", "F: F5 vs W: W6 @ hta", "--lang", "de"), "meintest du hat"),
        (("odds", "F: F5 W5 vs W: W6"), "TW-BAT-1"),
        (("odds", ""), "expected"),
        (("odds", "F: F5 " * 2000), "1,000"),
        (("odds", "F: F5 & cat*99 vs W: W6 & cat*99", "--responses", "best"), "TW-ODDS-2"),
        (("step", "nonsense"), "expected"),
        (("step", "F: F5 & cat*99 vs W: W6 & cat*99"), "99 cats"),
        (("rule", "TW-BTA-16"), "did you mean TW-BAT-16"),
        (("odds", LINE, "--responses", "some"), "some"),
        (("nonsense",), "nonsense"),
    ],
)
def test_bad_input_is_one_message_on_standard_error_and_code_2(args, words):
    done = run(*args)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 1500


def test_the_module_runs_as_a_command():
    done = subprocess.run(
        [sys.executable, "-c", "from twingkit.cli import main; main()", "rule", "TW-BAT-1"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("TW-BAT-1")
