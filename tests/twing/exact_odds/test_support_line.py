"""Lines of battles with supporters: read, printed, linked, and refused by TW-BAT-6."""

from __future__ import annotations

import line_reading
import pytest
from battles import any_battle, any_creature, elements
from hypothesis import given
from hypothesis import strategies as st
from twing.cases import case, options, play, refused
from twing.exact_odds.supported import LINE, supported

from twingkit import twing
from twingkit.core.links import DamagedLinkError, line_from_link_value, raw_query_value, to_link_value
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.twing.exact_odds.support_line import (
    SupportedBattle,
    Supporter,
    as_supported_battle,
    supported_odds,
)
from twingkit.twing.rules.cards import Creature, Spell, Unit

FULL = "W: F5 F3 + F6M>F3 F4 @ bra & cat*2 trap with F: F2 vs W: W6 W4 & trap miromon with L: + W3M"


# The line

any_supporter = st.builds(
    Supporter,
    elements,
    st.lists(st.builds(Spell, elements, st.integers(1, 99)), max_size=2),
    st.lists(st.builds(Unit, any_creature, st.none() | any_creature), min_size=1, max_size=2),
)

any_supported = st.builds(
    SupportedBattle, any_battle, st.lists(any_supporter, max_size=3), st.lists(any_supporter, max_size=3)
)


@pytest.mark.parametrize(
    "line", [LINE, FULL, "F: F5 vs W: shield W4 with L: + W3, A: + W1", "F: F5 vs W: W6"]
)
def test_canonical_lines_print_as_they_are(line):
    assert str(SupportedBattle.parse(line)) == line


def test_any_order_is_read_and_the_canonical_one_is_printed():
    typed = "F: F3 F5 with A: + F4, L: F3 vs W: W6"
    assert str(SupportedBattle.parse(typed)) == "F: F5 F3 with L: F3, A: + F4 vs W: W6"


@given(any_supported)
def test_printing_and_reading_is_a_fixed_point(battle):
    line_reading.prints_and_reads(battle)


@given(st.text(alphabet="FWLA0123459M>+@& :vs*,cathwithshield", max_size=80))
def test_a_line_is_read_whole_or_not_at_all(line):
    line_reading.is_read_whole_or_not_at_all(SupportedBattle, line)


@pytest.mark.parametrize(
    ("line", "side", "position", "token"),
    [
        ("F: F5 with vs W: W6", "attacker", 11, "vs"),
        ("F: F5 with L F3 vs W: W6", "attacker", 12, " "),
        ("F: F5 with L:  F3 vs W: W6", "attacker", 14, " "),
        ("F: F5 with L: ~ vs W: W6", "attacker", 14, "~"),
        ("F: F5 with L: +F3 vs W: W6", "attacker", 14, "+F3"),
        ("F: F5 with L: + vs W: W6", "attacker", 16, "vs"),
        ("F: F5 with L: F3M vs W: W6", "attacker", 14, "F3M"),
        ("F: F5 with L: F3,A: F2 vs W: W6", "attacker", 16, ",A:"),
        ("F: F5 with L: F3 @ hat vs W: W6", "attacker", 16, " "),
        ("F: F5 with L: F3", "attacker", 16, ""),
        ("F: F5 vs W: W6 with L: W3 & cat", "defender", 25, " "),
        ("F: F5 vs W: W6 with L: W3 with A: W2", "defender", 25, " "),
        ("F: F5 vs W: W6 with L: W3, ", "defender", 27, ""),
        ("F: F5 vs W: W6 with", "defender", 14, " "),
    ],
)
def test_a_bad_line_names_side_token_and_place(line, side, position, token):
    fault = line_reading.fault_of(SupportedBattle, line)
    assert (fault.side, fault.position, fault.token) == (side, position, token)


def test_a_plain_battle_line_says_nothing_of_supporters():
    with pytest.raises(NotationError):
        twing.Battle.parse(LINE)


@given(supported())
def test_a_line_comes_back_from_its_link(battle):
    line = str(battle)
    assert line_from_link_value(to_link_value(line)) == line


@pytest.mark.parametrize("damage", ["", " ", "+", "%20", "&", "/"])
@pytest.mark.parametrize("sign", "_~!-,")
def test_each_damaged_sign_of_a_link_is_an_error(sign, damage):
    link = to_link_value(FULL.replace("with F: F2", "with F: F2, A: + F3"))
    places = [place for place, letter in enumerate(link) if letter == sign]
    assert places
    for place in places:
        damaged = f"?battle={link[:place]}{damage}{link[place + 1 :]}"
        with pytest.raises((DamagedLinkError, NotationError)):
            SupportedBattle.parse(line_from_link_value(raw_query_value(damaged, "battle")))


# TW-BAT-6


@pytest.mark.parametrize(
    ("line", "cases"),
    [
        (LINE, []),
        ("F: F5 with L: F3, A: + F2 vs W: W6", []),
        ("F: F5 with L: W3 vs W: W6", ["element"]),
        ("F: F5 with L: + L3 vs W: W6", ["element"]),
        ("F: A5 with L: F3 vs W: W6", ["element"]),
        ("F: A5 with L: A3 vs W: W6", []),
        ("F: F5 with L: F3 F2 vs W: W6", ["one_card"]),
        ("F: F5 with L: F3 + F2 vs W: W6", ["one_card"]),
        ("F: F5 with L: + F3 F2 vs W: W6", ["one_card"]),
        ("F: F5 with L: + F3M>F2 vs W: W6", ["rider"]),
        ("F: F5 with L: + F3M vs W: W6", []),
        ("F: F5 vs W: shield W4 with L: W3", ["shield"]),
        ("F: F5 vs W: shield W4 with L: + W3", []),
        ("F: F5 vs W: shield L5 W3 W2 @ teddy with L: + L3", ["element"]),
        ("F: F5 vs W: shield L5 W3 W2 @ teddy with L: + W3", []),
        ("F: F5 + W4 @ teddy with L: + W3 vs W: W6", ["element"]),
        ("F: F5 with W: F3 vs W: W6", ["fights"]),
        ("F: F5 with F: F3 vs W: W6", ["fights"]),
        ("F: F5 with L: F3 vs W: W6 with L: W3", ["once"]),
        ("F: F5 with L: F3, A: F2 vs F: W6 with W: W3", ["supporters"]),
    ],
)
def test_TW_BAT_6_says_who_may_add_what(line, cases):
    battle = SupportedBattle.parse(line)
    assert [(each.rule, each.case) for each in battle.problems()] == [("TW-BAT-6", each) for each in cases]
    for problem in battle.problems():
        assert problem.text("en") != problem.text("de")
    if cases:
        with pytest.raises(IllegalBattleError):
            supported_odds(battle)


def test_the_battle_itself_is_judged_too():
    battle = SupportedBattle.parse("F: F5 W1 with L: F3 vs W: W6 @ hat,hat")
    assert [problem.rule for problem in battle.problems()] == ["TW-BAT-1", "TW-BOX-1"]


@given(supported())
def test_legal_battles_have_no_problems_and_others_are_refused_as_at_the_table(battle):
    assert battle.problems() == []
    assert as_supported_battle(str(battle)) == battle


def test_TW_BAT_6_the_table_and_the_line_refuse_the_same_cards():
    game = case(
        "FWL",
        p1="hand A5; entourage A1",
        p2="entourage W4 W1",
        p3="hand A3 W1; entourage A2 W2 L3; ornicles 1",
    )
    play(game, "attack p2", "lay A5", "lay shield W4 W1")
    allowed = set(options(game)) - {"pass"}
    for role, mark in (
        ("attacker", "F: A5 with L: {} vs W: shield W4 W1"),
        ("defender", "F: A5 vs W: shield W4 W1 with L: {}"),
    ):
        for card in (Spell("A", 3), Spell("W", 1), Creature("A", 2), Creature("W", 2), Creature("L", 3)):
            added = card.token if isinstance(card, Spell) else f"+ {card.token}"
            found = SupportedBattle.parse(mark.format(added)).problems()
            answer = f"support {role} {card}"
            assert (answer in allowed) == (found == [])
            if found:
                assert refused(game, answer) == found[0].rule
