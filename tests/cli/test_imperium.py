"""The command line for battles of fleets: the same commands, chosen by the beginning of a line or an id."""

from __future__ import annotations

import json

import pytest
from command_line import run

from twingkit import imperium

LINE = "space: 2 cruiser 4 fighter 1 carrier vs 1 dreadnought 2 fighter"
CANONICAL = "space: 4 fighter 2 cruiser 1 carrier vs 2 fighter 1 dreadnought"


def test_odds_are_printed_for_the_canonical_line():
    done = run("odds", LINE)
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0] == CANONICAL
    assert "IM-ODDS-1" in lines[1]
    win = imperium.odds(LINE).win
    assert f"{win:.2%}" in lines[2]
    assert lines[2:5] != run("odds", LINE, "--lang", "de").stdout.splitlines()[2:5]
    assert lines[5] == (
        "Note: The defender has too little room on ships. Fighters and ground forces: 2, "
        "capacity: 1. The battle is computed anyway. [IM-UNIT-11]"
    )


def test_odds_as_json_have_the_same_keys_and_the_notes():
    data = json.loads(run("odds", LINE, "--json").stdout)
    assert list(data) == ["position", "responses", "win", "tie", "loss", "edge", "notes"]
    assert data["position"] == CANONICAL
    assert data["responses"] == "none"
    found = imperium.odds(LINE)
    assert (data["win"], data["tie"], data["loss"]) == (found.win, found.tie, found.loss)
    assert "[IM-UNIT-11]" in data["notes"][0]


def test_IM_ODDS_3_the_best_policy_is_named():
    line = "space: 2 cruiser 1 carrier+ @ sol / best vs 1 dreadnought"
    said = run("odds", line).stdout
    assert said.splitlines()[0] == line
    policy = next(side.policy for side in imperium.odds(line).battle.sides)
    assert f"best policy: {policy} [IM-ODDS-3]" in said
    assert json.loads(run("odds", line, "--json").stdout)["best"] == str(policy)


def test_a_battle_on_the_ground_has_odds_as_well():
    data = json.loads(run("odds", "ground: 3 infantry vs 2 infantry", "--json").stdout)
    assert abs(data["win"] + data["tie"] + data["loss"] - 1) < 1e-12
    assert data["notes"] == []


def test_IM_ODDS_6_an_invasion_is_won_on_the_planet():
    line = "invasion: 2 cruiser 1 carrier 3 infantry vs 1 cruiser 1 infantry"
    done = run("odds", line)
    assert done.exit_code == 0
    assert "IM-ODDS-6" in done.stdout
    found = imperium.odds(line)
    assert f"{found.win:.2%}" in done.stdout
    assert json.loads(run("odds", line, "--json").stdout)["win"] == found.win


def test_step_tells_the_story_with_rules_and_the_seed_repeats_it():
    first, again = run("step", LINE, "--seed", "3"), run("step", LINE, "--seed", "3")
    assert first.exit_code == run("step", LINE).exit_code == 0
    assert first.stdout == again.stdout
    lines = first.stdout.splitlines()
    assert lines[0] == CANONICAL
    assert "[IM-UNIT-11]" in lines[2], "the notes come first"
    assert "[IM-SPACE-6]" in first.stdout
    assert "attacker: roll" in first.stdout
    assert lines[-1].endswith(("[IM-SPACE-10]", "[IM-ODDS-4]"))
    assert "Der Verteidiger" in run("step", LINE, "--seed", "3", "--lang", "de").stdout


def test_step_tells_a_landing():
    done = run("step", "ground: 1 dreadnought 3 infantry vs 2 infantry", "--seed", "1")
    assert done.exit_code == 0
    assert "[IM-INV-6]" in done.stdout


def test_rule_prints_text_status_source_and_relations():
    done = run("rule", "IM-SPACE-4", "--lang", "de")
    assert done.exit_code == 0
    assert imperium.rulebook()["IM-SPACE-4"].text("de") in done.stdout
    assert "IM-UNIT-4" in done.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("odds", "space: 1 cruisr vs 1 carrier"), "character 10"),
        (("odds", "space: 1 cruiser @ amx vs 1 carrier"), "did you mean amd"),
        (("odds", "space: 1 cruiser @ amx vs 1 carrier", "--lang", "de"), "meintest du amd"),
        (("odds", "space 1 cruiser"), "'space:'"),
        (("odds", "ground: 1 flagship vs 1 infantry"), "IM-UNIT-13"),
        (("odds", "space: 1 cruiser / best vs 1 carrier / best"), "IM-ODDS-3"),
        (("odds", "space: 1 cruiser " * 200), "1,000"),
        (("odds", LINE, "--responses", "best"), "IM-ODDS-2"),
        (("step", "space: 1 cruiser"), "expected ' vs '"),
        (("step", "invasion: 1 carrier vs 1 cruiser"), "space: or ground:"),
        (("rule", "IM-SPACE-44"), "did you mean IM-SPACE-4"),
        (("rule", "im-space-44"), "did you mean IM-SPACE-4"),
    ],
)
def test_bad_input_is_one_message_on_standard_error_and_code_2(args, words):
    done = run(*args)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 1500


def test_the_state_after_every_round_is_printed():
    line = "invasion: 1 dreadnought 1 infantry vs 1 cruiser 1 mech"
    rows = imperium.odds_by_round(line, 2)
    said = run("odds", line, "--rounds", "2").stdout
    round_lines = [text for text in said.splitlines() if "after round" in text]
    assert len(round_lines) == len(rows) == 6
    for text, row in zip(round_lines, rows, strict=True):
        assert text.strip().startswith({"space": "space,", "ground": "planet,"}[row.phase])
        assert f"goes on {row.goes_on:.1%}, win {row.win:.1%}" in text
    assert "1.00 dreadnought (0.40 damaged) against 0.40 cruiser" in round_lines[1]
    german = run("odds", line, "--rounds", "2", "--lang", "de").stdout
    assert "Planet, nach Runde 2: Kampf geht weiter" in german


def test_the_state_after_every_round_is_in_json():
    data = json.loads(run("odds", "space: 2 cruiser vs 1 dreadnought", "--rounds", "1", "--json").stdout)
    assert [row["round"] for row in data["rounds"]] == [0, 1]
    assert data["rounds"][1]["goes_on"] == pytest.approx(0.84)
    assert data["rounds"][1]["defender"]["dreadnought"] == pytest.approx({"units": 0.84, "damaged": 0.48})


def test_a_game_without_rounds_says_so():
    done = run("odds", "F: F5 vs W: W6", "--rounds", "2")
    assert done.exit_code == 2
    assert "rounds" in done.stderr
