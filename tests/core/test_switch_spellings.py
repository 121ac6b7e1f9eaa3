"""A switch that is true or false can also be typed as on or off: in every game, wherever a variant is a
line."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from twingkit import Game, ember
from twingkit.cli import app
from twingkit.core.games import game_by_id, games_with_part
from twingkit.core.variants.switches import Switches, VariantError
from twingkit_widgets.ember.pages import play_page
from twingkit_widgets.panel.address.query import Query

SWITCHES = [
    (entry.id, key)
    for entry, variant in games_with_part("variants")
    for key, values in variant.switches.values.items()
    if isinstance(values[0], bool)
]
"""Every switch of every game that is true or false."""

VARIANTS = {entry.id: variant for entry, variant in games_with_part("variants")}


@pytest.mark.parametrize(("game", "key"), SWITCHES)
def test_on_and_off_are_true_and_false(game: str, key: str) -> None:
    variant = VARIANTS[game]
    for spelled, value in (("on", True), ("off", False)):
        parsed = variant.parse(f"{key}={spelled}")
        assert getattr(parsed, key) is value
        assert parsed == variant.parse(f"{key}={str(value).lower()}")
        assert str(parsed) == str(variant.parse(str(parsed)))
        assert f"={spelled}" not in str(parsed), "there is one spelling in what is written"


@pytest.mark.parametrize("game", list(VARIANTS))
def test_on_is_no_value_of_another_switch(game: str) -> None:
    for key, values in VARIANTS[game].switches.values.items():
        if not isinstance(values[0], bool):
            with pytest.raises(VariantError):
                VARIANTS[game].parse(f"{key}=on")


def test_a_bad_value_is_answered_with_all_spellings() -> None:
    with pytest.raises(VariantError, match="true, on, false, off"):
        ember.Variant.parse("call_guard=yes")


def test_EM_CALL_6_a_record_a_link_and_the_command_line_take_on_and_off(tmp_path: Path) -> None:
    record = ember.new_game(2, seed=1, variant="call_guard=off").record
    assert "variant box call_guard=false\n" in record
    typed = record.replace("call_guard=false", "call_guard=off")
    assert Game.replay(typed).record == record
    file = tmp_path / "mine.record"
    file.write_text(typed, encoding="utf-8")
    several = [
        "simulate",
        "--players",
        "random,random",
        "--games",
        "1",
        "--processes",
        "1",
        "--game",
        "ember",
    ]
    for command in (["replay", str(file)], [*several, "--variant", "quick call_guard=off"]):
        done = CliRunner().invoke(app, command)
        assert done.exit_code == 0, done.output
    query = Query("variant=call_guard%3Doff")
    opened = play_page(query, game_by_id("ember"))
    assert not query.faults
    assert str(opened.panel.match.settings.start.variant) == "box call_guard=false"


def test_switches_without_presets_have_the_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "plainest"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "variants.toml").write_text('[values]\nties = ["none", "first"]\n', encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    switches = Switches("plainest")
    assert (switches.presets, switches.example_setting) == ({"box": {}}, "ties=first")
