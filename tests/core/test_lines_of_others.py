"""A function that gets a line of another kind says which function takes it, or which game it belongs to."""

import pytest

from twingkit import imperium, twing

TWING = {
    "duel F: F5 F3 / F2 / F6 vs W: W6 / W4 W3 / W2": "duel_odds_table",
    "endgame F: F5 vs W: W6 vs L: L4": "endgame_pairings",
    "F: F5 with L: F1 vs W: W6": "support_payoff_table",
    "F: hand F5 F3 + F4 vs W: hand W6 W4": "worth",
}


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(("line", "function"), TWING.items())
@pytest.mark.parametrize("ask", [twing.lost_card_distribution, twing.odds_given_faces, twing.battle_game])
def test_a_line_of_another_kind_names_the_function_that_takes_it(ask, line, function, lang):
    with pytest.raises(twing.NotationError) as caught:
        ask(line)
    assert f"`{function}`" in caught.value.text()
    assert hasattr(twing, function)


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    ("ask", "line", "owner"),
    [
        (twing.odds, "space: 2 cruiser vs 1 carrier", "twingkit.imperium"),
        (twing.odds, "invasion: 1 carrier 1 infantry vs 1 infantry", "twingkit.imperium"),
        (twing.advise, "ground: 1 infantry vs 1 infantry", "twingkit.imperium"),
        (imperium.odds, "F: F5 vs W: W6", "twingkit.twing"),
        (imperium.notes, "duel F: F5 / F2 / F6 vs W: W6 / W4 / W2", "twingkit.twing"),
    ],
)
def test_a_line_of_another_game_is_recognised(ask, line, owner, lang):
    with pytest.raises(twing.NotationError) as caught:
        ask(line)
    assert owner in caught.value.text()


def test_a_line_of_no_game_gets_no_such_remark():
    with pytest.raises(twing.NotationError) as caught:
        twing.odds("nonsense")
    assert "twingkit" not in caught.value.text()


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Space: 2 cruiser vs 1 carrier", "'space:' in lower case"),
        ("GROUND: 2 infantry vs 1 infantry", "'ground:' in lower case"),
        ("space: 2 destroyers+ vs 1 carrier", "did you mean destroyer+?"),
        ("space: 2 destroyer II vs 1 carrier", "did you mean destroyer+?"),
        ("space: 2 Destroyer II vs 1 carrier", "did you mean destroyer+?"),
        ("space: 2 destroyers vs 1 carrier", "did you mean destroyer?"),
    ],
)
def test_a_near_miss_of_a_fleet_says_what_is_meant(line, meant):
    with pytest.raises(imperium.NotationError) as caught:
        imperium.odds(line)
    assert meant in str(caught.value)


RETREAT = imperium.odds_with_retreat("space: 3 cruiser vs 2 dreadnought", "attacker", below=0.1)
INVASION = imperium.odds("invasion: 1 carrier 2 infantry vs 1 destroyer 1 infantry")


@pytest.mark.parametrize("result", [RETREAT, INVASION], ids=["retreat", "invasion"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_result_prints_as_a_short_table_and_as_html(result, lang):
    lines = result.text().splitlines()
    assert 5 <= len(lines) <= 10
    assert str(result.battle) in lines[0]
    assert all("{" not in line for line in lines)
    assert len(result.rows()) == len(lines)
    assert str(result) == repr(result) == result.text()
    assert result._repr_html_().count("<tr>") == len(lines)


def test_notes_take_a_line_as_well_as_a_battle():
    line = "space: 3 warsun @ bunker vs 4 fighter 1 carrier 1 mech"
    assert [str(note) for note in imperium.notes(line)] == [
        str(note) for note in imperium.notes(imperium.Battle.parse(line))
    ]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("F: hand F5 & 2 cats vs W: hand W6", "found '2'"),
        ("F: hand F5 & cats vs W: hand W6", "did you mean cat?"),
        ("F: hand F5 & cat traps vs W: hand W6", "did you mean trap?"),
        ("f: hand F5 vs W: hand W6", "a capital letter: F, W, L or A"),
        ("F: hand F5 @ hatt vs W: hand W6", "did you mean hat?"),
    ],
)
def test_a_near_miss_of_a_hand_says_what_is_meant(line, meant):
    with pytest.raises(twing.NotationError) as caught:
        twing.advise(line)
    assert meant in str(caught.value)
