"""`twingkit advise`: a sentence, a table, one JSON object; bad input ends with code 2 and one message."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from twingkit import twing
from twingkit.cli import app
from twingkit.twing.analysis.advice import rank_lays

LINE = "F: hand F5 F3 W6 + F4 vs W: hand W6 W4 & cat"
ATTACKED = "F: F5 F3 + F4 vs W: hand W6 W4 L3 + W1 W4 & cat"
HIDDEN = "F: hand F5 F3 W6 + F4 vs W: hand W3 ?*3 + W4"


def run(*args: str):
    return CliRunner().invoke(app, ["advise", *args])


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("line", [LINE, ATTACKED])
def test_the_first_line_says_what_to_lay_and_the_table_ranks_the_lays(line, lang):
    done = run(line, "--lang", lang, "--top", "3")
    assert (done.exit_code, done.stderr) == (0, "")
    found = rank_lays(line)
    said = done.stdout.splitlines()
    assert said[0] == " ".join(found.sentences())
    assert found.rows[0].option in said[0]
    assert said[1] == str(found.situation)
    for place, (row, shown) in enumerate(zip(found.rows[:3], said[4:7], strict=True), 1):
        assert shown.split()[0] == str(place)
        assert row.option in shown
        assert row.reply in shown
    assert said[7].split()[::2][:2] == ["3", str(len(found.rows))]
    assert all(line == line.rstrip() for line in said)


def test_the_rules_that_act_on_the_best_lay_are_named():
    done = run(LINE)
    for rule in rank_lays(LINE).rows[0].rules:
        assert f"{rule}  {twing.rulebook()[rule].title()}" in done.stdout


@pytest.mark.parametrize(
    ("options", "facts"),
    [
        ((), {}),
        (("--goal", "value"), {"goal": "value"}),
        (("--goal", "safety", "--responses", "none"), {"goal": "safety", "responses": "none"}),
    ],
)
def test_json_holds_the_same_rows(options, facts):
    data = json.loads(run(LINE, "--json", "--top", "2", *options).stdout)
    found = rank_lays(LINE, **facts)
    assert data == {
        **found.frame_attrs,
        "lays": len(found.rows),
        "rows": [{**row.by_column(), "rules": list(row.rules)} for row in found.rows[:2]],
    }


def test_a_battle_line_is_what_both_hold_and_the_defender_meets_its_attack():
    line = "F: F5 F3 + F4 vs W: W6 W4"
    held = json.loads(run(line, "--json").stdout)
    assert (held["side"], held["position"]) == ("attacker", "F: hand F5 F3 + F4 vs W: hand W6 W4")
    met = json.loads(run(line, "--json", "--side", "defender").stdout)
    assert (met["side"], met["position"]) == ("defender", "F: F5 F3 + F4 vs W: hand W6 W4")
    assert {row["reply"] for row in met["rows"]} == {""}


def test_hidden_hands_are_drawn_with_a_seed_and_the_error_is_shown():
    first, again, other = (run(HIDDEN, "--samples", "20", "--seed", seed) for seed in ("1", "1", "2"))
    assert first.exit_code == 0
    assert first.stdout == again.stdout != other.stdout
    assert "20 random hands" in first.stdout
    assert "assumed" in first.stdout
    assert "±" in first.stdout
    assert "±" not in run(LINE).stdout
    data = json.loads(run(HIDDEN, "--samples", "20", "--json").stdout)
    assert data["samples"] == 20
    assert data["rows"][0]["error"] > 0


def test_numbers_are_written_as_the_language_writes_them():
    assert "53.7%" in run(LINE).stdout
    german = run(LINE, "--lang", "de").stdout
    assert "53,7\N{NO-BREAK SPACE}%" in german
    assert "win" not in german.split()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("F: hand F5 vs W: hand W6 @ hta",), "did you mean hat"),
        (("F: hand F5 vs W: hand W6 @ hta", "--lang", "de"), "meintest du hat"),
        (("F: hand nothing vs W: hand W6",), "TW-BAT-1"),
        (("F: hand F5 vs W: hand W6", "--side", "defender"), "TW-BAT-4"),
        (("F: hand F5 ? vs W: hand W6",), "instead of ?"),
        (("F: F5 vs W: hand W6", "--side", "attacker"), "attacker has already laid"),
        (("F: hand F5 & cat*90 vs W: hand W6 & cat*90",), "TW-ODDS-2"),
        ((HIDDEN, "--samples", "0"), "0"),
        ((LINE, "--goal", "glory"), "glory"),
        ((LINE, "--top", "0"), "top"),
        ((LINE, "--side", "both"), "both"),
        (("nonsense",), "expected"),
    ],
)
def test_bad_input_is_one_message_on_standard_error_and_code_2(args, words):
    done = run(*args)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_the_command_is_documented_in_its_help():
    done = run("--help")
    assert done.exit_code == 0
    for option in ("--side", "--goal", "--responses", "--top", "--json", "--samples", "--seed", "--lang"):
        assert option in done.stdout


def test_responses_are_none_or_best():
    done = run("F: F5 vs W: W6", "--responses", "each")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    assert "none" in done.stderr
    assert "each" not in run("--help").stdout.split("--responses")[1].split("--top")[0]


@pytest.mark.parametrize(("lang", "words"), [("en", "writes ? in its hand"), ("de", "schreib ? in die Hand")])
def test_a_hidden_card_of_a_side_that_has_not_laid_stands_in_its_hand(lang, words):
    done = run("F: F5 vs W: hand W6 & ?", "--lang", lang)
    assert done.exit_code == 2
    assert words in " ".join(done.stderr.split())
