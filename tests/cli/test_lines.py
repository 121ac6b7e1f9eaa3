"""`twingkit odds` for every line that has an attacker: supporters, duels, end-game attacks."""

from __future__ import annotations

import json

import attrs
import pytest
from command_line import run

from twingkit import imperium, twing
from twingkit.cli import commands
from twingkit.core.games import game_by_id
from twingkit.core.messages import Fault
from twingkit.twing.exact_odds.attack_lines import attack_line_kind, parse_attack_line

SUPPORTED = "F: F5 F3 + F4 with L: F3 vs W: W6 W4 & cat with A: + W3"
DUEL = "duel F: F5 F3 + F4 / F2 / F6 + F4 @ bra & cat*2 vs W: W6 / W4 W3 / shield W2 & trap"
ENDGAME = "endgame F: F5 F3 + F4 @ bra,hat,teddy & cat vs W: W6 @ cup & trap vs L: shield L4"

WAYS = [(SUPPORTED, "battle"), (DUEL, "duel"), (ENDGAME, "endgame")]


@pytest.mark.parametrize("responses", ["none", "best"])
@pytest.mark.parametrize(("line", "kind"), WAYS)
def test_odds_as_json(line, kind, responses):
    data = json.loads(run("odds", line, "--responses", responses, "--json").stdout)
    assert list(data) == ["position", "responses", "win", "tie", "loss", "edge"]
    assert data["position"] == line
    found = twing.odds(line, responses=responses)
    assert (data["win"], data["tie"], data["loss"]) == (found.win, found.tie, found.loss)


@pytest.mark.parametrize(("line", "kind"), WAYS)
def test_odds_are_printed_for_the_canonical_line(line, kind):
    typed = line.replace("F5 F3", "F3 F5")
    english, german = (run("odds", typed, "--lang", lang).stdout.splitlines() for lang in ("en", "de"))
    assert english[0] == german[0] == line
    assert english[1:] != german[1:]
    assert f"{twing.odds(line).win:.2%}" in english[2]
    rule = {"battle": "critical", "duel": "TW-DUEL-3", "endgame": "TW-END-4"}[kind]
    assert rule in english[-1]


def test_each_is_for_a_duel():
    data = json.loads(run("odds", DUEL, "--responses", "each", "--json").stdout)
    assert data["win"] == twing.odds(DUEL, responses="each").win
    for line in (SUPPORTED, ENDGAME, "F: F5 vs W: W6"):
        done = run("odds", line, "--responses", "each")
        assert (done.exit_code, done.stdout) == (2, "")
        assert "use none or best" in done.stderr


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((DUEL.replace(" / F2", ""),), "a duel has three"),
        ((DUEL.replace("F2", "F2 W1"),), "battle 2 of the duel"),
        ((DUEL.replace("F2", "F2 W1"), "--lang", "de"), "Kampf 2 des Duells"),
        ((SUPPORTED.replace("L: F3", "L: W3"),), "TW-BAT-6"),
        ((SUPPORTED.replace("L: F3", "L: x"),), "the supporter’s card"),
        ((ENDGAME.replace("shield", "shielt"),), "expected"),
        ((DUEL.replace("cat*2", "cat*99").replace("& trap", "& cat*99"), "--responses", "best"), "99 cats"),
    ],
)
def test_bad_input_is_one_message_on_standard_error_and_code_2(args, words):
    done = run("odds", *args)
    assert (done.exit_code, done.stdout) == (2, "")
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < 1500


def test_a_plain_battle_stays_what_it_is():
    line = "F: F5 vs W: W6 & cat"
    assert isinstance(parse_attack_line(line), twing.Battle)
    assert attack_line_kind(parse_attack_line(line)) == "battle"


@pytest.mark.parametrize(("line", "kind"), WAYS)
def test_odds_under_a_variant(line, kind):
    done = run("odds", line, "--variant", "ties=defender", "--json")
    data = json.loads(done.stdout)
    found = twing.odds(line, variant="ties=defender")
    assert data["variant"] == "ties=defender"
    assert (data["win"], data["tie"], data["loss"]) == (found.win, found.tie, found.loss)
    if kind != "endgame":
        assert data["tie"] == 0 or kind == "duel"
    assert (
        "in der Variante box ties=defender"
        in run("odds", line, "--variant", "ties=defender", "--lang", "de").stdout
    )


def test_a_variant_that_cannot_be_is_one_clear_error():
    done = run("odds", SUPPORTED, "--variant", "prise=3")
    assert done.exit_code == 2
    assert "did you mean 'price'?" in done.stderr
    other = run("odds", "space: 1 cruiser vs 1 cruiser", "--variant", "ties=defender")
    assert other.exit_code == 2
    assert "no switch 'ties'" in other.stderr
    assert "twingkit variants --game imperium" in other.stderr


def test_a_game_without_commands_of_its_own_has_no_variants():
    entry = attrs.evolve(game_by_id("imperium"), commands="")
    with pytest.raises(Fault, match="Twilight Imperium"):
        commands.line_odds(entry, "space: 1 cruiser vs 1 cruiser", "none", "box")


def test_odds_and_steps_of_a_fleet_follow_the_variant():
    line = "space: 1 destroyer @ letnev,munitions vs 2 fighter"
    done = run("odds", line, "--variant", "munitions_barrage=yes", "--lang", "de")
    assert "in der Variante box munitions_barrage=yes" in done.stdout
    data = json.loads(run("odds", line, "--variant", "munitions_barrage=yes", "--json").stdout)
    assert data["win"] == imperium.odds(line, variant="munitions_barrage=yes").win
    output = [
        run("step", line, "--variant", rules, "--seed", "3").stdout
        for rules in ("box", "munitions_barrage=yes")
    ]
    assert output[0] != output[1]


def test_a_battle_is_played_out_under_a_variant():
    line = "F: L5 & cat*2 vs W: shield W4"
    output = run("step", line, "--variant", "two_cats=true", "--seed", "3").stdout
    assert "attacker: cats" in output
    assert "attacker: cats" not in run("step", line, "--seed", "3").stdout
