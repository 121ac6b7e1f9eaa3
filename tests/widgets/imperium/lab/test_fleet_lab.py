"""The fleet lab: odds, tabs, links, words, and slow odds."""

from __future__ import annotations

import re
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from widgets.imperium.lab.fleets import SIMPLE, FleetLab, after
from widgets.read_pages import duplicate_ids

from twingkit.core.links import line_from_link_value, to_link_value
from twingkit.core.words import LANGUAGES
from twingkit.imperium.battle.analysis.round_by_round import odds_by_round
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit_widgets.imperium.lab.draft import EXAMPLE
from twingkit_widgets.imperium.lab.labs import FLEET_LAB
from twingkit_widgets.imperium.lab.tabs.odds import rows_until_over
from twingkit_widgets.panel.wording import percent, percents
from twingkit_widgets.site.frame import PageHeaderPanel
from widgets import labs

# -- odds


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "line",
    [SIMPLE, EXAMPLE, "ground: 1 dreadnought 3 infantry vs 3 infantry 1 pds", "space: 1 pds vs 1 cruiser"],
)
def test_the_odds_on_show_are_those_of_the_core(line, lang):
    lab = FleetLab(line, lang)
    found = odds(line)
    for share in percents([found.win, found.tie, found.loss], 1):
        assert share in lab.html
    lab.do("more", "0:cruiser")
    assert lab.error is None
    for n in range(9):
        lab.do("after", str(n))
        assert lab.error is None


def test_IM_UNIT_munitions_the_odds_say_what_they_are_without_each_effect_that_shifts_them():
    lab = FleetLab("space: 1 destroyer @ letnev,munitions,amd vs 1 carrier @ sol", "en")
    without = odds("space: 1 destroyer vs 1 carrier")
    shares = f"{percent(without.win, 1)} for the attacker, {percent(without.loss, 1)} for the defender."
    assert f"Without Munitions Reserves (the attacker): {shares}" in lab.html
    assert "Without Antimass Deflectors (the attacker)" not in lab.html, "nobody fires a Space Cannon"


def test_the_state_after_a_round_is_the_cores():
    lab = after(SIMPLE, ("after", "1"))
    states = odds(SIMPLE).after_rounds(1)
    both = sum(chance for pair, chance in states.items() if all(force.size for force in pair))
    assert f"both still fight {percent(both, 1)}" in lab.html


# -- tabs, rules


@pytest.mark.parametrize("name", FLEET_LAB.tab_paths)
def test_a_change_is_taken_back_on_every_tab(name):
    lab = after(SIMPLE, ("tab", name), ("more", "0:carrier"))
    assert lab.battle.attacker.count("carrier") == Battle.parse(SIMPLE).attacker.count("carrier") + 1
    labs.after(lab, ("undo", None))
    assert (str(lab.battle), lab.open_tab_name) == (SIMPLE, name)


# -- links and states

BATTLES = [
    SIMPLE,
    "space: 2 cruiser+ 3 dreadnought @ sol,amd,mb:2 / order=carriers-first sustain=last vs 1 warsun @ nebula",
    "ground: 1 flagship 3 infantry @ naalu,s_retreat:2,shard_of_the_throne vs 2 infantry / best",
    "space: nothing @ sol,f_prototype vs 2 cruiser",
]


@pytest.mark.parametrize("line", BATTLES)
def test_line_link_and_state_hold_the_battle(line):
    lab = FleetLab(line)
    assert lab.fault is None
    assert line_from_link_value(lab.address()["battle"]) == line
    other = FleetLab()
    other.restore(lab.state)
    assert other.battle == lab.battle
    frame = PageHeaderPanel("imperium-battle")
    frame.attach_panels(lab)
    assert frame.state == lab.state
    assert "battle=" in frame.place


@given(st.sampled_from(BATTLES), st.integers(0, 200), st.sampled_from([" ", "+", "_", ""]))
def test_a_damaged_link_is_refused_or_no_other_battle(line, place, sign):
    value = to_link_value(line)
    place %= len(value)
    damaged = value[:place] + sign + value[place + 1 :]
    try:
        found = str(Battle.parse(line_from_link_value(damaged)))
    except ValueError:  # a damaged link, or no battle
        return
    if sign and value[place] in "_~.":
        assert found == line or value[place] == sign


# -- accessibility


@pytest.mark.parametrize("lang", LANGUAGES)
def test_controls_have_unique_keys_and_names(lang):
    lab = FleetLab("space: 2 cruiser @ sol,mb,mb:2 vs 1 dreadnought @ nebula", lang)
    lab.do("toggle_chooser", "0")
    assert duplicate_ids(lab.html) == []
    for tag in re.findall(r"<select[^>]*>", lab.html):
        assert "aria-label=" in tag
    for tag, content in re.findall(r"<button([^>]*)>([^<]?)</button>", lab.html):
        assert "aria-label=" in tag, (tag, content)


def test_the_picture_is_said_in_words():
    assert "The attacker’s units: 2 cruisers" in FleetLab(SIMPLE).html


# -- slow odds

LONG_BATTLE = (
    "space: 6 fighter 2 destroyer 3 cruiser 3 dreadnought @ da vs 6 fighter 2 destroyer 3 dreadnought"
)


def hurried(monkeypatch) -> None:
    """From here on, treat all work that is not done at once as slow."""
    monkeypatch.setattr("twingkit_widgets.panel.long_work.IMMEDIATE_SECONDS", 0.0)
    monkeypatch.setattr("twingkit_widgets.panel.long_work.ASK_FIRST_SECONDS", -1.0)


def test_odds_that_take_long_are_computed_when_they_are_asked_for(monkeypatch):
    hurried(monkeypatch)
    lab = FleetLab("space: 2 dreadnought @ da vs 2 dreadnought")
    assert lab.odds is None
    assert "tk-verdict-numbers" not in lab.html
    begin = re.search(r'data-act="start_work" data-value="(\d+)"', lab.html)
    lab.do("start_work", begin[1])
    assert lab.error is None
    assert lab.odds == odds(lab.battle)
    assert begin[0] not in lab.html


def test_no_change_waits_for_long_odds(monkeypatch):
    lab = FleetLab(SIMPLE)
    hurried(monkeypatch)
    lab.do("read", {"line": LONG_BATTLE})
    assert str(lab.analysed_subject) == LONG_BATTLE
    assert lab.odds is None
    assert "take a while to calculate" in lab.html.partition("tabpanel")[2], "the open answer says why"
    monkeypatch.undo()
    lab.do("effect", "0:da")
    assert lab.odds is not None, "without the effect they are there at once"


def rare(lab: FleetLab, index: int) -> str:
    """Return the part of a side that is folded on a phone."""
    opened = lab.html.split(f'data-key="rare:{index}"', 1)
    return opened[1].split("</summary>", 1)[0] if len(opened) > 1 else ""


def test_units_that_few_battles_have_fold_away_until_a_side_has_them():
    lab = FleetLab(SIMPLE)
    assert "More units: flagship, war suns, PDS" in rare(lab, 0)
    labs.after(lab, ("more", "0:warsun"))
    assert all("PDS" in rare(lab, index) and "war sun" not in rare(lab, index) for index in (0, 1))
    labs.after(lab, ("faction", {"0": "sol"}))
    assert "lagship" not in rare(lab, 0), "with a faction one knows what its flagship is"
    assert "lagship" in rare(lab, 1)
    labs.after(lab, ("fewer", "0:warsun"))
    assert "war sun" in rare(lab, 0)


def test_no_kind_of_unit_is_in_two_places_or_in_none():
    for line in (
        SIMPLE,
        "ground: 2 infantry vs 1 mech",
        "invasion: 1 carrier 2 infantry vs 1 pds 1 infantry",
    ):
        html = FleetLab(line).html
        for name in ("fighter", "flagship", "warsun", "pds", "infantry", "mech"):
            assert html.count(f'data-key="unit:0:{name}"') == 1, (line, name)


@pytest.mark.parametrize(
    "line",
    ["space: 2 cruiser vs 1 dreadnought!", "ground: 2 infantry vs 1 mech",
     "invasion: 1 carrier 2 infantry vs 1 cruiser 1 infantry"],
)  # fmt: skip
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_round_is_a_table_for_lines_of_every_kind(line, lang):
    lab = FleetLab(line, lang)
    assert "<th>After round" not in lab.html
    labs.after(lab, ("table", None))
    rows = [
        row
        for phase in ("space", "ground")
        for row in rows_until_over(row for row in odds_by_round(line, 8) if row.phase == phase)
    ]
    table = lab.html.split("tk-plot-table", 1)[1]
    for row in rows:
        assert escape(percent(row.goes_on, 1)) in table
    assert table.count('scope="rowgroup"') == (2 if line.startswith("invasion") else 0)
    assert table.count('<th scope="row">') == len(rows)
    labs.after(lab, ("table", None))
    assert "tk-plot-table" not in lab.html


def test_the_largest_battle_of_a_link_waits_for_a_person():
    fleet = "99 fighter 99 destroyer 99 cruiser 99 carrier 99 dreadnought"
    lab = FleetLab(f"space: {fleet} vs {fleet}")
    assert lab.odds is None
    assert 'data-act="start_work"' in lab.html
