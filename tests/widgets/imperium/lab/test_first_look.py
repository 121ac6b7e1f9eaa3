"""A newcomer's view of the fleet lab: symbols, room, effects of changes, survivors, misspelt names."""

from __future__ import annotations

import re

import pytest
from widgets.imperium.lab.fleets import SIMPLE, FleetLab, after

from twingkit.core.notation import NotationError
from twingkit.core.words import LANGUAGES
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit_widgets.imperium.lab.labs import FLEET_LAB
from twingkit_widgets.imperium.lab.tabs.survivors_view import WINNER_FILTERS, units_without_room
from twingkit_widgets.imperium.lab.words import lab_word
from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.panel.wording import percent
from widgets import labs


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_signs_are_explained_and_the_questions_are_one_link_away(lang):
    lab = FleetLab(SIMPLE, lang)
    html = lab.html
    assert lab_word("lab.legend_die") in html
    assert lab_word("lab.legend_two") in html
    assert f'href="#{lab.id_prefix}-tab-panel"' in html


# -- the effect of a change


def test_a_change_says_what_it_did_by_the_numbers_on_show():
    lab = FleetLab(SIMPLE)
    assert "tk-fleet-change" not in lab.html
    labs.after(lab, ("more", "0:cruiser"))
    all_odds = (odds(line) for line in (SIMPLE, str(lab.battle)))
    before, now = (100 * round(some.win, 3) for some in all_odds)
    change_text = f"Last change: attacker +{now - before:.1f} points"
    assert change_text in lab.html
    assert change_text in lab.status
    labs.after(lab, ("undo", None))
    assert f"Last change: attacker −{now - before:.1f} points" in lab.html
    labs.after(lab, ("sustain", {"0": "last"}))
    assert "Last change: the odds stay the same" in lab.html, "cruisers sustain nothing"


def test_nothing_is_compared_with_odds_that_nobody_saw():
    lab = after(SIMPLE, ("empty", None), ("more", "0:cruiser"), ("more", "1:cruiser"))
    assert lab.odds is not None
    assert "tk-fleet-change" not in lab.html
    labs.after(lab, ("more", "1:cruiser"))
    assert "tk-fleet-change" in lab.html
    lab.restore(SIMPLE)
    assert "tk-fleet-change" not in lab.html


# -- room on ships


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("space: 3 fighter 1 carrier vs 1 cruiser", "Room on ships: 3 of 4 used."),
        (
            "space: 5 fighter 1 carrier vs 1 cruiser",
            "5 needed, 4 available. All units fight, but 1 of them is",
        ),
        ("space: 4 fighter 2 infantry 1 carrier vs 1 cruiser", "6 needed, 4 available."),
        ("space: 9 fighter+ 1 cruiser vs 1 cruiser", "Room on ships: 0 of 0 used."),
        ("invasion: 1 carrier 2 infantry vs 1 cruiser 5 infantry", "Room on ships: 0 of 0 used."),
    ],
)
def test_IM_UNIT_11_room_is_shown_beside_the_units(line, told):
    html = FleetLab(line).html
    assert told in html
    assert ("tk-fleet-over" in html) == ("needed" in told)
    assert 'data-key="room:0"' in html


def test_IM_UNIT_11_on_a_planet_no_ship_carries_anything():
    assert "tk-fleet-room" not in FleetLab("ground: 2 infantry vs 1 infantry").html


# -- survivors


def test_IM_UNIT_11_ends_say_what_no_ship_carries():
    line = "space: 6 fighter 1 carrier / order=carrier sustain=first vs 1 cruiser"
    found = odds(line)
    ends = found.forces_left("attacker")
    alone = next(left for left in ends if [name for name, *_ in left.units] == ["fighter"])
    assert units_without_room(found, alone, 0) == (("fighter", alone.units[0][1]),)
    unhurt = next(left for left in ends if set(left.units) == {("fighter", 6, 0), ("carrier", 1, 0)})
    assert units_without_room(found, unhurt, 0) == (("fighter", 2),)
    html = FleetLab(line).html
    assert "lost after the battle: no ship can carry them" in html
    cost = sum(left.chance * n / 2 for left in ends for _, n in units_without_room(found, left, 0))
    assert f"are also lost: the attacker {cost:.1f} on average" in html
    assert "are also lost" not in FleetLab(SIMPLE).html


def test_IM_ODDS_5_units_that_do_not_fight_are_not_counted_and_that_is_reported():
    html = FleetLab("space: 1 carrier 3 infantry vs 1 cruiser").html
    assert "Not counted: 1.5 resources for units that do not fight here." in html
    assert "Not counted" not in FleetLab(SIMPLE).html


def test_what_is_left_can_be_that_of_the_battles_one_side_wins():
    lab = after(SIMPLE, ("show_survivors_of", "attacker"))
    won = odds(SIMPLE).forces_left("attacker", winner="attacker")
    assert sum(left.chance for left in won) == pytest.approx(1)
    assert percent(won[0].chance, 1) in lab.html
    ends = re.findall(r"tk-fleet-ends.*?</ol>", lab.html)
    assert "Nothing" not in ends[0]
    other = FleetLab()
    other.restore(lab.state)
    assert other.open_tab.winner_filter == "attacker"
    assert lab.address()["after"] == "1 attacker"
    labs.after(lab, ("after", "2"), ("show_survivors_of", "defender"))
    assert lab.address()["after"] == "2 defender"
    assert WINNER_FILTERS[0] == "all"
    lab.do("show_survivors_of", "nobody")
    assert isinstance(lab.error, LabFault)


def test_a_side_that_never_wins_has_no_ends():
    lab = after("space: 1 cruiser vs 1 pds", ("show_survivors_of", "defender"))
    assert odds(lab.battle).forces_left("attacker", winner="defender") == []
    assert "The defender never wins this battle." in lab.html


def test_a_landing_without_troops_says_so():
    assert "no ground forces" in FleetLab("invasion: 2 cruiser vs 1 carrier 1 infantry").html
    assert "no ground forces" not in FleetLab("invasion: 1 carrier 1 infantry vs 1 carrier 1 infantry").html


# -- the list of effects, and the text


def test_a_card_can_be_had_once_more_by_a_button_that_says_so():
    lab = FleetLab("space: 2 cruiser @ mb vs 1 dreadnought", "de")
    button = re.search(r'<button[^>]*data-act="add_copy"[^>]*>([^<]*)<', lab.html)
    assert button
    assert button[1] == "noch einmal"
    assert button[1] in button[0].split('aria-label="')[1]


def test_the_list_shows_the_short_names_that_a_text_takes():
    lab = after(SIMPLE, ("toggle_chooser", "0"))
    assert re.search(r'<code class="tk-fleet-short"[^>]*>mb</code>', lab.html)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_example_of_a_text_can_be_read_as_it_stands(lang):
    example = FLEET_LAB.grammar_example
    assert Battle.parse(example).problems() == []
    assert f">{example}</code>" in FleetLab(SIMPLE, lang).html
    assert "invasion:" in lab_word("lab.grammar_side")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("cruisers", "cruiser"),
        ("war sun", "warsun"),
        ("war suns", "warsun"),
        ("Jäger", "fighter"),
        ("Kriegssonnen", "warsun"),
        ("Dreadnought", "dreadnought"),
        ("PDS", "pds"),
        ("crusier", "cruiser"),
        ("fighters, 1 carrier", "fighter"),
    ],
)
def test_IM_NOTE_1_a_unit_by_another_name_is_offered_the_one_of_lines(typed, meant):
    with pytest.raises(NotationError) as bad:
        Battle.parse(f"space: 2 {typed} vs 1 carrier")
    assert bad.value.expected == f"unit_near_{meant}"
    assert f"did you mean {meant}?" in bad.value.text("en")
    assert f"meintest du {meant}?" in bad.value.text("de")
    assert bad.value.position == 9


def test_IM_NOTE_1_commas_between_units_are_named():
    with pytest.raises(NotationError, match="no comma between units"):
        Battle.parse("space: 2 cruiser, 1 fighter vs 1 carrier")
    with pytest.raises(NotationError, match="expected a unit: fighter"):
        Battle.parse("space: 2 dragon vs 1 carrier")
