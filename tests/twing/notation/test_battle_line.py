"""The battle line: canonical form, strict reading, and every rule that a battle given as text can break."""

from __future__ import annotations

import line_reading
import pytest
from battles import any_battle, battles
from hypothesis import example, given
from hypothesis import strategies as st

from twingkit import twing
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.twing.notation.battle_line import Battle

LINES = (
    "F: F5 F3 + F4 vs W: W6 W4",
    "W: F5 F3 + F6M>F3 F4 @ bra,shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon",
    "F: F5 vs W: shield W4",
)


@pytest.mark.parametrize("line", LINES)
def test_canonical_lines_print_as_they_are(line):
    assert str(Battle.parse(line)) == line


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("F: F3 F5 vs W: W6", "F: F5 F3 vs W: W6"),
        ("F: F5 F1 F1 + F2 F1M F3 vs W: W6", "F: F5 F1 F1 + F3 F2 F1M vs W: W6"),
        ("F: F5 F1 F1 + F3 F3M F2M>F1 vs W: W6", "F: F5 F1 F1 + F2M>F1 F3M F3 vs W: W6"),
        ("F: F5 @ socks,bra & miromon trap*1 cat vs W: W6", "F: F5 @ bra,socks & cat trap miromon vs W: W6"),
        ("F: F5 vs W: shield W4 W4M W1", "F: F5 vs W: shield W4M W4 W1"),
        ("F: F10 F9 vs W: W99", "F: F10 F9 vs W: W99"),
    ],
)
def test_any_order_is_read_and_the_canonical_one_is_printed(typed, canonical):
    assert str(Battle.parse(typed)) == canonical


@given(any_battle)
def test_printing_and_reading_is_a_fixed_point(battle):
    line_reading.prints_and_reads(battle)


@given(battles())
def test_legal_battles_have_no_problems(battle):
    assert battle.problems() == []


@given(st.text(alphabet="FWLA0123459M>+@& :vs*,cathamiromonshield", max_size=80) | st.text(max_size=60))
@example("F: F5 vs W: W6 & ")
def test_a_line_is_read_whole_or_not_at_all(line):
    line_reading.is_read_whole_or_not_at_all(Battle, line)


@pytest.mark.parametrize(
    ("line", "side", "position", "token"),
    [
        ("X: F5 vs W: W6", "attacker", 0, "X:"),
        ("F:F5 vs W: W6", "attacker", 1, ":F5"),
        ("F: F0 vs W: W6", "attacker", 3, "F0"),
        ("F: F05 vs W: W6", "attacker", 3, "F05"),
        ("F: F100 vs W: W6", "attacker", 3, "F100"),
        ("F: F5M vs W: W6", "attacker", 3, "F5M"),
        ("F: f5 vs W: W6", "attacker", 3, "f5"),
        ("F: F5  F3 vs W: W6", "attacker", 6, " "),
        ("F: F5 + vs W: W6", "attacker", 8, "vs"),
        ("F: F5 +F3 vs W: W6", "attacker", 6, "+F3"),
        ("F: F5 + F6M>vs W: W6", "attacker", 12, "vs"),
        ("F: F5 @ hat, bra vs W: W6", "attacker", 12, " "),
        ("F: F5 @ hta vs W: W6", "attacker", 8, "hta"),
        ("F: F5 & cat*0 vs W: W6", "attacker", 8, "cat*0"),
        ("F: F5 & cat*01 vs W: W6", "attacker", 8, "cat*01"),
        ("F: F5 & cat*100 vs W: W6", "attacker", 8, "cat*100"),
        ("F: F5 & cat cat vs W: W6", "attacker", 12, "cat"),
        ("F: F5 & miromon*2 vs W: W6", "attacker", 8, "miromon*2"),
        ("F: F5 & cat @ hat vs W: W6", "attacker", 11, " "),
        ("F: F5", "attacker", 5, ""),
        ("F: F5 vs W: shield ", "defender", 19, ""),
        ("F: F5 vs W: shield", "defender", 12, "shield"),
        ("F: F5 vs W: W6 ", "defender", 15, ""),
        ("F: F5 vs W: W6 vs A: A1", "defender", 14, " "),
        ("", "attacker", 0, ""),
    ],
)
def test_a_bad_line_names_side_token_and_place(line, side, position, token):
    fault = line_reading.fault_of(Battle, line)
    assert (fault.side, fault.position, fault.token) == (side, position, token)


def test_a_mistyped_object_is_offered_the_nearest():
    with pytest.raises(NotationError, match="did you mean hat"):
        Battle.parse("F: F5 @ hta vs W: W6")


@pytest.mark.parametrize("long", ["F: F5 " * 2000, "F" * 10_000, "<script>alert(1)</script>" * 400])
def test_a_line_over_1000_characters_gets_one_short_error(long):
    line_reading.gets_one_short_error(Battle, long)


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("F: F1 F1 F1 vs W: W6", set()),
        ("F: F1 F1 F1 F1 vs W: W6", {"TW-BAT-1"}),
        ("F: F1 W1 vs W: W6", {"TW-BAT-1"}),
        ("F: F1 vs W: W1 W1 W1 W1", {"TW-BAT-1"}),
        ("F: F1 + F1 vs W: W6", set()),
        ("F: F1 + F1 F1 vs W: W6", {"TW-BAT-2"}),
        ("F: F1 vs W: W6 + W1 W1", {"TW-BAT-2"}),
        ("F: F1 F1 F1 + F4 F3 F2 vs W: W6", set()),
        ("F: F1 F1 F1 + F4 F3 F2 F1 vs W: W6", {"TW-BAT-2"}),
        ("F: F1 + F1 F1 vs W: W6 @ teddy", {"TW-BAT-2"}),
        ("F: F1 + F1 F1 @ teddy vs W: W6", set()),
        ("F: F1 + F1 F1 F1 @ teddy vs W: W6", {"TW-BAT-2"}),
        ("F: F1 F1 F1 + F4 F3 F2 A1 @ teddy vs W: W6", set()),
        ("F: F1 F1 F1 + F4 F3 F2 F1 A1 @ teddy vs W: W6", {"TW-BAT-2"}),
        ("F: F1 + W1 vs W: W6", {"TW-BAT-2"}),
        ("F: W1 + F1 vs W: W6", {"TW-BAT-2"}),
        ("F: W1 + W1 vs W: L6 + L2", set()),
        ("F: F1 + W1 @ teddy vs W: W6", set()),
        ("F: F1 + W1 L1 @ teddy vs W: W6", {"TW-BAT-2"}),
        ("F: F1 + F1 W2 W1 @ teddy vs W: W6", {"TW-BAT-2"}),
        ("F: F1 + F4M>F4 vs W: W6", set()),
        ("F: F1 + F4M>F4 F1 vs W: W6", {"TW-BAT-2"}),
        ("F: F1 + F4M F4 vs W: W6", {"TW-BAT-2"}),
        ("F: F1 + F4M>F5 vs W: W6", {"TW-BAT-3"}),
        ("F: F1 + F4>F3 vs W: W6", {"TW-BAT-3"}),
        ("F: F1 + F4M>F3M vs W: W6", {"TW-BAT-3"}),
        ("F: F1 + F4M>W3 vs W: W6", {"TW-BAT-3"}),
        ("F: F1 + F4M>W3 @ teddy vs W: W6", {"TW-BAT-3"}),
        ("F: F1 + W4M>W3 @ teddy vs W: W6", set()),
        ("F: F1 vs W: shield W4M>W4", set()),
        ("F: F1 vs W: shield W4M>W5", {"TW-BAT-3"}),
        ("F: shield F4 vs W: W6", {"TW-BAT-1", "TW-BAT-5"}),
        ("F: F1 vs W: shield W1 W1 W1 W1 W1", set()),
        ("F: F1 vs W: shield W1 F1", {"TW-BAT-5"}),
        ("F: F1 vs W: shield A4 A3", set()),
        ("F: F1 @ teddy vs W: shield W2 W1 F1", {"TW-BAT-5"}),
        ("F: F1 vs W: shield W1 W2 F1 @ teddy", set()),
        ("F: F1 vs W: shield W1 W2 F1 F2 @ teddy", {"TW-BAT-5"}),
        ("F: F1 vs W: shield W1 W2 F1 L2 @ teddy", {"TW-BAT-5"}),
        ("F: F1 @ bra,cup,hat vs W: W6", set()),
        ("F: F1 @ boots,bra,cup,hat vs W: W6", {"TW-OBJ-2"}),
        ("F: F1 vs W: W6 @ boots,bra,cup,hat", {"TW-OBJ-2"}),
        ("F: F1 @ bra vs W: W6 @ bra", {"TW-BOX-1"}),
        ("F: F1 @ bra,bra vs W: W6", {"TW-BOX-1"}),
        ("F: F1 & miromon vs W: W6", set()),
        ("F: F1 & miromon vs W: W6 & miromon", {"TW-BOX-6"}),
        ("F: F1 + F4M>F3 vs W: W6 @ cup", {"TW-POW-cup"}),
        ("F: F1 + F4M vs W: W6 @ cup", set()),
        ("F: F1 + F4M>F3 @ cup vs W: W6", set()),
        ("F: F1 @ cup vs W: shield W4M>W1", {"TW-POW-cup"}),
        ("F: F1 @ cup vs W: W6 + W4M>W1", {"TW-POW-cup"}),
        ("F: F1 + A4M>A3 @ teddy vs W: W6 @ cup", {"TW-POW-cup"}),
        ("F: F1 W1 + L9 L8 L7 @ bra,bra vs W: W6", {"TW-BAT-1", "TW-BAT-2", "TW-BOX-1"}),
    ],
    ids=lambda value: " ".join(sorted(value)) if isinstance(value, set) else value,
)
def test_problems_name_every_rule_a_battle_breaks(line, rules):
    battle = Battle.parse(line)
    assert {problem.rule for problem in battle.problems()} == rules
    for problem in battle.problems():
        assert problem.text("en") != problem.text("de")
        assert problem.rule in str(problem)
    if rules:
        with pytest.raises(IllegalBattleError) as broken:
            twing.odds(battle)
        assert {problem.rule for problem in broken.value.problems} == rules
        with pytest.raises(IllegalBattleError):
            twing.battle_game(line)
    else:
        assert twing.odds(battle).win >= 0


def test_swapped_exchanges_the_sides():
    assert str(Battle.parse(LINES[0]).swapped()) == "W: W6 W4 vs F: F5 F3 + F4"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("F: F5 vs W: W6 @hat", "Write a space before and after @, & and +."),
        ("F: F5@hat vs W: W6", "Write a space before and after @, & and +."),
        ("F: F5 @ hat &cat vs W: W6", "Write a space before and after @, & and +."),
        ("F: F5 +F4 vs W: W6", "Write a space before and after @, & and +."),
        ("F: F5 vs. W: W6", "Write “vs” between the sides: in lower case, without a full stop"),
        ("F: F5 @ hat VS W: W6", "Write “vs” between the sides: in lower case, without a full stop"),
        ("F: F5 @ Hat vs W: W6", "did you mean hat?"),
    ],
)
def test_a_missing_blank_and_another_spelling_of_vs_are_told(line, hint):
    with pytest.raises(NotationError) as wrong:
        Battle.parse(line)
    assert hint in wrong.value.text("en")
    assert hint not in wrong.value.text("de")
