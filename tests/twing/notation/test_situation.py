"""The situation line: canonical form, strict reading, and every rule that a situation can break."""

from __future__ import annotations

from contextlib import suppress
from urllib.parse import quote

import line_reading
import pytest
from battles import any_battle, battles
from hypothesis import example, given
from hypothesis import strategies as st
from situations import any_situation

from twingkit import twing
from twingkit.core.links import DamagedLinkError, line_from_link_value, raw_query_value, to_link_value
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.twing.notation.situation import Situation, as_situation
from twingkit.twing.notation.situation_side import CardsOutOfPlay, SituationSide
from twingkit.twing.rules.cards import Creature, Spell
from twingkit.twing.rules.response_cards import ResponseCards

LINE = (
    "F: hand F5 F3*2 W4 ?*3 + F6M F3*2 @ bra,hat & cat*2 trap"
    " vs W: W6 W4 + W4M>W3 @ socks & miromon ?*2; hand W5*2 L3 + W2M W1; gone F1*2 A2 + L4 & cat*3 trap"
)


@pytest.mark.parametrize(
    "line",
    [
        LINE,
        "F: hand F5 vs W: hand nothing",
        "F: hand ? vs W: hand ?*99",
        "F: hand F5 vs W: hand nothing + W4*2 @ hat & cat; gone & miromon",
        "F: F5 F3 + F4 vs W: hand W6; gone + L4M*2",
        "F: F5 & ? vs W: shield W4; gone A1",
        "F: F5 F3 + F4 & cat ?*2; hand F6 + F2 vs W: W6 @ bra; hand nothing + W2*2",
        "F: F5; hand F6 vs W: hand W6",
    ],
)
def test_canonical_lines_print_as_they_are(line):
    assert str(Situation.parse(line)) == line


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("F: hand W4 F3 F5 F3 vs W: hand A1 W6*1", "F: hand F5 F3*2 W4 vs W: hand W6 A1"),
        ("F: hand ?*1 F5 vs W: hand F2*2 F2", "F: hand F5 ? vs W: hand F2*3"),
        ("F: hand F5 + L3 F3 F3M F4*1 L3 vs W: hand W6", "F: hand F5 + F4 F3M F3 L3*2 vs W: hand W6"),
        (
            "F: F3 F5 & ? trap cat vs W: hand W6 @ socks,bra",
            "F: F5 F3 & cat trap ? vs W: hand W6 @ bra,socks",
        ),
        ("F: F5; hand ?*2 vs W: shield W4; hand nothing", "F: F5 & ?*2 vs W: shield W4"),
        (
            "F: F5 & cat; hand W1 ?*2 F6 + F2 F2 vs W: W6",
            "F: F5 & cat ?*2; hand F6 W1 + F2*2 vs W: W6",
        ),
        (
            "F: hand F5 vs W: hand W6; gone W1 F1 + A2 F2 & trap cat*1",
            "F: hand F5 vs W: hand W6; gone F1 W1 + F2 A2 & cat trap",
        ),
    ],
)
def test_any_order_is_read_and_the_canonical_one_is_printed(typed, canonical):
    assert str(Situation.parse(typed)) == canonical


@given(any_situation)
def test_printing_and_reading_is_a_fixed_point(situation):
    line = str(situation)
    if len(line) <= 1000:
        assert Situation.parse(line) == situation
        assert line_from_link_value(to_link_value(line)) == line
        assert line_from_link_value(quote(line)) == line
        link = to_link_value(line)
        assert raw_query_value(f"lang=de&situation={link}&theme=dark", "situation") == link


@given(st.text(alphabet="FWLA0123459M>+@& :vs*,;?cathndgoemiromonshield", max_size=80) | st.text(max_size=60))
@example("F: hand F5 vs W: hand W6; gone & ")
def test_a_line_is_read_whole_or_not_at_all(line):
    line_reading.is_read_whole_or_not_at_all(Situation, line)


@pytest.mark.parametrize(
    ("line", "side", "position", "token"),
    [
        ("X: hand F5 vs W: hand W6", "attacker", 0, "X:"),
        ("F: hnad F5 vs W: hand W6", "attacker", 3, "hnad"),
        ("F: hand vs W: hand W6", "attacker", 8, "vs"),
        ("F: hand  vs W: hand W6", "attacker", 8, " "),
        ("F: hand F5*0 vs W: hand W6", "attacker", 8, "F5*0"),
        ("F: hand F5*100 vs W: hand W6", "attacker", 8, "F5*100"),
        ("F: hand F5*99 F5 vs W: hand W6", "attacker", 14, "F5"),
        ("F: hand F0 vs W: hand W6", "attacker", 8, "F0"),
        ("F: hand F5M vs W: hand W6", "attacker", 8, "F5M"),
        ("F: hand F5 ?2 vs W: hand W6", "attacker", 11, "?2"),
        ("F: hand F5 ? ? vs W: hand W6", "attacker", 13, "?"),
        ("F: hand F5? vs W: hand W6", "attacker", 8, "F5?"),
        ("F: hand nothing F5 vs W: hand W6", "attacker", 15, " "),
        ("F: hand cat vs W: hand W6", "attacker", 8, "cat"),
        ("F: hand F5 + F6M>F3 vs W: hand W6", "attacker", 16, ">F3"),
        ("F: hand F5 + ? vs W: hand W6", "attacker", 13, "?"),
        ("F: hand F5 & ? vs W: hand W6", "attacker", 13, "?"),
        ("F: hand F5 & cat cat vs W: hand W6", "attacker", 17, "cat"),
        ("F: F5 & ? ? vs W: hand W6", "attacker", 10, "?"),
        ("F: F5*2 vs W: hand W6", "attacker", 5, "*2"),
        ("F: F5 & ?; hand F6 ? vs W: W6", "attacker", 19, "?"),
        ("F: F5; hand F6 & cat vs W: W6", "attacker", 14, " "),
        ("F: F5; hand vs W: W6", "attacker", 12, "vs"),
        ("F: F5; hand F6 + F2M>F1 vs W: W6", "attacker", 20, ">F1"),
        ("F: F5 hand F6 vs W: W6", "attacker", 6, "hand"),
        ("F: hand F5; hand F6 vs W: W6", "attacker", 10, ";"),
        ("F: F5; hand F6; hand F4 vs W: W6", "attacker", 14, ";"),
        ("F: hand F5", "attacker", 10, ""),
        ("F: hand F5 vs W: hand W6 gone F1", "defender", 25, "gone"),
        ("F: hand F5 vs W: hand W6;gone F1", "defender", 24, ";gone"),
        ("F: hand F5 vs W: hand W6; gone", "", 30, ""),
        ("F: hand F5 vs W: hand W6; gone ", "", 31, ""),
        ("F: hand F5 vs W: hand W6; gone nothing", "", 31, "nothing"),
        ("F: hand F5 vs W: hand W6; gone ?", "", 31, "?"),
        ("F: hand F5 vs W: hand W6; gone & cat + F4", "", 36, " "),
        ("F: hand F5; gone F1 vs W: hand W6", "attacker", 10, ";"),
        ("", "attacker", 0, ""),
    ],
)
def test_a_bad_line_names_side_token_and_place(line, side, position, token):
    fault = line_reading.fault_of(Situation, line)
    assert (fault.side, fault.position, fault.token) == (side, position, token)


def test_a_line_over_1000_characters_gets_one_short_error():
    with pytest.raises(NotationError, match="1,000"):
        Situation.parse("F: hand F5 " * 200)


def read(value: str) -> str:
    return str(Situation.parse(line_from_link_value(value)))


@pytest.mark.parametrize("damage", ["", " ", "+", "%20", "&", "/"])
@pytest.mark.parametrize("sign", ["_", "~", "!", "-", ":", ",", "@", "%3B", "%3F"])
def test_each_damaged_sign_of_a_link_is_an_error_or_the_same_situation(sign, damage):
    link = to_link_value(LINE)
    places = [place for place in range(len(link)) if link.startswith(sign, place)]
    assert places
    for place in places:
        damaged = f"?situation={link[:place]}{damage}{link[place + len(sign) :]}"
        with pytest.raises((DamagedLinkError, NotationError)):
            read(raw_query_value(damaged, "situation"))


@pytest.mark.parametrize("damage", [" ", ""])
@pytest.mark.parametrize("sign", "+&;?:,@")
def test_a_plain_line_with_a_lost_sign_is_never_another_situation(sign, damage):
    for place in (place for place, letter in enumerate(LINE) if letter == sign):
        with pytest.raises((DamagedLinkError, NotationError)):
            read((LINE[:place] + damage + LINE[place + 1 :]).replace(" ", "%20"))


def test_copies_of_a_card_keep_their_star_in_a_link():
    """`F3*2` without its star is another card, and chats interpret stars as markup: links do not contain
    them."""
    assert to_link_value("F: hand F3*2 + F2M*2 & cat*2 vs W: hand ?*2") == (
        "F:_hand_F3%2A2_~_F2M%2A2_!_cat*2_vs_W:_hand_%3F*2"
    )


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("F: hand F5 vs W: hand nothing", set()),
        ("F: hand F5*15 vs W: hand W1*15 ?*9", set()),
        ("F: hand F5*16 vs W: hand W6", {"TW-TURN-4"}),
        ("F: hand F5 W5 L5 vs W: hand F5 W5 L5", set()),
        ("F: hand F5 vs W: hand F5 W5 L5 A5", {"TW-TURN-4"}),
        ("F: hand nothing + F4 vs W: hand W6", {"TW-BAT-1"}),
        ("F: hand ? vs W: hand W6", set()),
        ("F: hand F5 @ bra,cup,hat vs W: hand W6 @ boots,socks,teddy", set()),
        ("F: hand F5 @ boots,bra,cup,hat vs W: hand W6", {"TW-OBJ-2"}),
        ("F: hand F5 @ bra vs W: hand W6 @ bra", {"TW-BOX-1"}),
        ("F: hand F5 & miromon vs W: hand W6 & miromon", {"TW-BOX-6"}),
        ("F: hand F5 & miromon vs W: hand W6; gone & miromon", {"TW-BOX-6"}),
        ("F: hand F5 vs W: hand W6; gone & miromon", set()),
        ("F: F5 W3 vs W: hand W6", {"TW-BAT-1"}),
        ("F: F5 + F4 F3 vs W: hand W6", {"TW-BAT-2"}),
        ("F: F5 + F4M>F3 vs W: hand W6 @ cup", {"TW-POW-cup"}),
        ("F: shield F5 vs W: hand W6", {"TW-BAT-1", "TW-BAT-5"}),
        ("F: hand F5 vs W: shield W4 L3", {"TW-BAT-5"}),
        ("F: F5; hand W5 L5 vs W: W6", set()),
        ("F: F5; hand W5 L5 A5 vs W: W6", {"TW-TURN-4"}),
        ("F: F5; hand F1*14 vs W: W6", set()),
        ("F: F5; hand F1*15 vs W: W6", {"TW-TURN-4"}),
    ],
)
def test_problems_name_every_rule_a_situation_breaks(line, rules):
    situation = Situation.parse(line)
    assert {problem.rule for problem in situation.problems()} == rules
    for problem in situation.problems():
        assert problem.text("en") != problem.text("de")
    if rules:
        with pytest.raises(IllegalBattleError) as broken:
            situation.check()
        assert {problem.rule for problem in broken.value.problems} == rules
    else:
        assert situation.check() is situation


def test_TW_TURN_4_says_what_a_hand_may_hold():
    (elements,) = Situation.parse("F: hand F5 W4 L3 A2 vs W: hand W6").problems()
    assert elements.text("en") == (
        "The attacker: spells of Fire, Water, Life and Air; a hand holds at most 3 elements."
    )
    (spells,) = Situation.parse("F: hand F5 vs W: hand W1*16").problems()
    assert spells.text("de") == "Der Verteidiger: Eine Hand hat höchstens 15 Zauber, nicht 16."


@pytest.mark.slow
@given(any_battle)
def test_a_battle_is_read_as_laid_and_taken_as_held(battle):
    situation = Situation.from_battle(battle)
    for holder, side in zip(situation.sides, battle.sides, strict=True):
        assert holder.laid is None
        assert sorted(card.token for card in holder.spells) == sorted(card.token for card in side.spells)
        assert sorted(holder.creatures, key=str) == sorted(side.lay.creatures, key=str)
        assert (holder.objects, holder.cats, holder.traps, holder.miromon, holder.hidden_count) == (
            side.objects,
            side.cats,
            side.traps,
            side.miromon,
            0,
        )
    with suppress(NotationError):  # a line can be too long
        laid = Situation.parse(str(battle))
        assert laid.laid_battle == battle
        assert str(laid) == str(battle)
        assert as_situation(str(battle)) == as_situation(battle) == situation


@given(battles())
def test_a_legal_battle_is_a_possible_situation_laid_or_held(battle):
    assert Situation.parse(str(battle)).problems() == []
    assert Situation.from_battle(battle).problems() == []


def test_as_situation_keeps_what_a_battle_line_cannot_hold():
    for line in (
        "F: F5 & ? vs W: W6",
        "F: F5 vs W: W6; gone F1",
        "F: F5 vs W: hand W6",
        "F: F5; hand F6 vs W: W6",
        LINE,
    ):
        assert str(as_situation(line)) == line
        assert as_situation(Situation.parse(line)) == Situation.parse(line)


def test_visible_counts_every_card_once():
    seen = Situation.parse(LINE).count_known_cards()
    assert (seen["cat"], seen["trap"], seen["miromon"]) == (5, 2, 1)
    assert (seen[Spell("F", 3)], seen[Spell("F", 1)], seen[Creature("F", 3)]) == (2, 2, 2)
    assert (seen[Spell("W", 6)], seen[Creature("W", 4, True)], seen[Creature("L", 4)]) == (1, 1, 1)
    assert (seen[Spell("W", 5)], seen[Creature("W", 2, True)]) == (2, 1)
    assert seen.total() == 4 + 3 + 3 + 2 + 2 + 1 + (3 + 2) + 3 + 1 + 4


def test_holders_and_gone_can_be_made_from_values():
    situation = Situation(
        SituationSide("F", [Spell("W", 4), Spell("F", 3), Spell("F", 5)], 2, response_cards=ResponseCards(1)),
        SituationSide("W"),
        CardsOutOfPlay(response_cards=ResponseCards(1)),
    )
    assert str(situation) == "F: hand F5 F3 W4 ?*2 & cat vs W: hand nothing; gone & cat"
    assert situation.laid_battle is None
    assert situation.hidden_count == 2
    assert not CardsOutOfPlay()
    assert twing.Battle.parse("F: F5 vs W: W6") == Situation.parse("F: F5 vs W: W6").laid_battle


def test_a_side_that_has_laid_may_hold_more():
    laid = Situation.parse("F: F5 + F4 & cat ?; hand F6 W2 + F2 vs W: W6")
    own = laid.attacker
    assert own.has_held_back_cards
    assert not laid.defender.has_held_back_cards
    assert laid.laid_battle == twing.Battle.parse("F: F5 + F4 & cat vs W: W6"), "a battle is what is laid"
    assert [card.token for card in own.known_spells] == ["F6", "W2", "F5"]
    assert str(own.before_laying()) == "F: hand F6 F5 W2 ? + F4 F2 & cat"
    assert own.before_laying().before_laying() == own.before_laying()
