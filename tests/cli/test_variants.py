"""`twingkit variants`: all switches, one in full, a preset, a comparison, and bad input with code 2."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from twingkit import imperium
from twingkit.cli import app
from twingkit.core.words import LANGUAGES
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.variants.variant import PRESETS, SWITCHES, Variant


def run(*args: str):
    return CliRunner().invoke(app, ["variants", *args])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_has_a_row_for_every_switch(lang):
    done = run("--lang", lang)
    assert done.exit_code == 0
    rows = done.stdout.splitlines()
    for each, row in zip(SWITCHES.all_switches, rows[1:], strict=False):
        assert row.startswith(f"{each.key} ")
        assert each.title() in row
        assert ", ".join(map(str, each.values)) in row
        assert f"({each.interpretation_rule})" in row if each.interpretation_rule else "TW-VAR" not in row
    assert rows[len(SWITCHES.all_switches) + 1] == ""
    assert all(name in rows[-1] for name in PRESETS)


def test_the_table_says_which_sources_speak():
    rows = {row.split()[0]: row for row in run().stdout.splitlines() if row}
    assert rows["price"].endswith("EN, DE, publisher (TW-VAR-1)")
    assert rows["turn_limit"].endswith("silent")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", [each.key for each in SWITCHES.all_switches])
def test_a_switch_is_told_in_full(key, lang):
    done = run(key, "--lang", lang)
    assert done.exit_code == 0
    each = SWITCHES[key]
    for said in (each.title(), each.text(), *(choice.text() for choice in each.values)):
        assert said in done.stdout
    assert all(rule in done.stdout and rule in rulebook() for rule in each.rules)
    assert each.interpretation_rule in done.stdout
    assert all(conflict.text() in done.stdout for conflict in each.conflicts)


def test_the_publisher_is_named_in_the_readers_language():
    assert "publisher’s page" in run("price").stdout
    german = run("price", "--lang", "de").stdout
    assert "Seite des Verlags" in german
    assert "publisher" not in german


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_one_line_that_can_be_read_again(name):
    done = run("--preset", name)
    assert done.exit_code == 0
    assert len(done.stdout.splitlines()) == 1
    assert done.stdout.startswith("box")
    assert Variant.parse(done.stdout) == PRESETS[name]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_comparison_lists_each_change_with_both_values_and_the_rules(lang):
    done = run("--diff", "german", "box price=4", "--lang", lang)
    assert done.exit_code == 0
    changes = PRESETS["german"].diff(Variant(price=4))
    assert len(changes) == 12
    for change in changes:
        assert f"[{', '.join(change.rules)}]" in done.stdout
        assert f"A {change.switch.switch_value(change.first_value)}: " in done.stdout
        assert change.switch.switch_value(change.second_value).text() in done.stdout
    assert done.stdout.startswith("A: german\nB: box price=4\n")


def test_two_lines_of_the_same_variant_are_the_same():
    done = run("--diff", "short", "stop_when_decided=true price=3")
    assert done.stdout == "The two variants are the same: short\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("prise",), "did you mean 'price'"),
        (("prise", "--lang", "de"), "meintest du „price“"),
        (("--preset", "germn"), "did you mean 'german'"),
        (("--diff", "box", "price=7"), "expected one of 5, 4, 3, 2"),
        (("--diff", "box", "price=7", "--lang", "de"), "erwartet: eines von 5, 4, 3, 2"),
        (("--diff", "box"), "2 arguments"),
        (("price", "--preset", "box"), "SWITCH, --preset"),
        (("box", "--preset", "box", "--lang", "de"), "nur eines von"),
        (("--lang", "fr"), "fr"),
    ],
)
def test_bad_input_is_one_message_on_standard_error_and_code_2(args, said):
    done = run(*args)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_switches_of_another_game_are_asked_for_by_its_name(lang):
    done = run("--game", "imperium", "--lang", lang)
    listed = imperium.Variant.switches
    for entry, row in zip(listed.all_switches, done.stdout.splitlines()[1:], strict=False):
        assert row.startswith(entry.key)
        assert entry.title() in row
        output = run(entry.key, "--game", "imperium", "--lang", lang).stdout
        assert all(choice.text() in output for choice in entry.values)
    changed = run("--game", "imperium", "--diff", "box", "stalemate=tie", "--lang", lang).stdout
    assert listed["stalemate"].switch_value("tie").text() in changed
    assert run("--game", "chess", "--lang", lang).exit_code == 2
