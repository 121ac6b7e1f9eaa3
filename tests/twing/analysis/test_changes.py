"""Changes in notation: the battle that each one makes, and what it is worth."""

from __future__ import annotations

import pytest
from battles import battles
from hypothesis import given, settings
from long_runs import runs

from twingkit import twing
from twingkit.core.language import call_in_language
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES, IllegalBattleError
from twingkit.twing.analysis.changes import parse_change, with_change
from twingkit.twing.notation.battle_line import Battle

LINE = "F: F5 F3 + F4M>F2 @ hat,teddy & cat trap vs W: W6 W4 + W3 @ bra & cat"
both_modes = pytest.mark.parametrize("responses", ["none", "best"])


@pytest.mark.parametrize(
    ("side", "change", "line"),
    [
        ("attacker", "F3>F6", "F: F6 F5 + F4M>F2 @ hat,teddy & cat trap"),
        ("attacker", "spell F5>F1", "F: F3 F1 + F4M>F2 @ hat,teddy & cat trap"),
        ("attacker", "F4M>F9M", "F: F5 F3 + F9M>F2 @ hat,teddy & cat trap"),
        ("attacker", "creature F2>F4", "F: F5 F3 + F4M>F4 @ hat,teddy & cat trap"),
        ("attacker", "+1", "F: F6 F3 + F4M>F2 @ hat,teddy & cat trap"),
        ("attacker", "-2", "F: F3 F3 + F4M>F2 @ hat,teddy & cat trap"),
        ("attacker", "+F1", "F: F5 F3 F1 + F4M>F2 @ hat,teddy & cat trap"),
        ("attacker", "+creature F1", "F: F5 F3 + F4M>F2 F1 @ hat,teddy & cat trap"),
        ("attacker", "-F2", "F: F5 F3 + F4M @ hat,teddy & cat trap"),
        ("attacker", "+socks", "F: F5 F3 + F4M>F2 @ hat,socks,teddy & cat trap"),
        ("attacker", "-hat", "F: F5 F3 + F4M>F2 @ teddy & cat trap"),
        ("attacker", "hat>cup", "F: F5 F3 + F4M>F2 @ cup,teddy & cat trap"),
        ("attacker", "cat>trap", "F: F5 F3 + F4M>F2 @ hat,teddy & trap*2"),
        ("attacker", "+cat", "F: F5 F3 + F4M>F2 @ hat,teddy & cat*2 trap"),
        ("attacker", "L:", "L: F5 F3 + F4M>F2 @ hat,teddy & cat trap"),
        ("attacker", "other:", "W: F5 F3 + F4M>F2 @ hat,teddy & cat trap"),
        ("attacker", "own:", "F: F5 F3 + F4M>F2 @ hat,teddy & cat trap"),
        ("defender", "W3>W99", "W: W6 W4 + W99 @ bra & cat"),
        ("defender", "-W4", "W: W6 + W3 @ bra & cat"),
    ],
)
def test_a_change_makes_this_side_and_leaves_the_other(side, change, line):
    changed = with_change(LINE, change, side=side)
    attack, defence = str(changed).split(" vs ")
    assert (attack if side == "attacker" else defence) == line
    for other in set(ROLES) - {side}:
        assert getattr(changed, other) == getattr(Battle.parse(LINE), other)


def test_points_of_a_shield_are_on_its_strongest_creature():
    assert str(with_change("F: F5 vs W: shield W4 W2 @ teddy", "+3", side="defender")).endswith(
        "shield W7 W2 @ teddy"
    )


def test_of_equal_cards_one_is_changed():
    line = "F: F3 F3 + F3 vs W: W6"
    assert str(with_change(line, "spell F3>F4", side="attacker")) == "F: F4 F3 + F3 vs W: W6"
    assert str(with_change(line, "creature F3>F4", side="attacker")) == "F: F3 F3 + F4 vs W: W6"


def test_a_token_that_means_a_spell_and_a_creature_is_refused():
    with pytest.raises(
        Fault, match="a spell and a creature F3; expected one of spell F3, creature F3"
    ) as bad:
        with_change("F: F3 + F3 vs W: W6", "-F3", side="attacker")
    assert "sowohl einen Zauber als auch eine Kreatur" in bad.value.text("de")


@pytest.mark.parametrize("card", ["F9", "W6", "F4", "miromon", "bra", "creature F5"])
def test_a_card_that_is_not_there_is_named(card):
    with pytest.raises(
        Fault, match="expected one of spell F5, spell F3, creature F4M, creature F2, cat, trap"
    ):
        with_change(LINE, f"-{card}", side="attacker")


@pytest.mark.parametrize(
    "text", ["", "+", "F5", "+F0", "+F100", "+dog", "F5>dog", "F5>F0", "+spell F4M", "mine:", "+0", ">"]
)
def test_an_invalid_change_is_named_with_examples(text):
    with pytest.raises(Fault, match=r"F5>F6|expected one of") as bad:
        with_change(LINE, text, side="attacker")
    assert bad.value.text("de") != bad.value.text("en")


def test_what_a_side_cannot_have_is_reported():
    for change, match in (("+hat", "already"), ("+99", "from 1 to 99"), ("-5", "from 1 to 99")):
        with pytest.raises(Fault, match=match):
            with_change(LINE, change, side="attacker")
    with pytest.raises(Fault, match="no spell"):
        with_change("F: F5 vs W: shield W4", "own:", side="defender")


@pytest.mark.parametrize(
    ("line", "side", "change", "rule"),
    [
        ("F: F5 F3 + F4M>F2 vs W: W6", "attacker", "creature F2>creature F5", "TW-BAT-3"),
        ("F: F5 F3 + F4M>F2 vs W: W6", "attacker", "F4M>F1M", "TW-BAT-3"),
        ("F: F5 @ bra,cup,hat vs W: W6", "attacker", "+socks", "TW-OBJ-2"),
        ("F: F5 @ bra vs W: W6", "defender", "+bra", "TW-BOX-1"),
        ("F: F5 + F4 F3 @ teddy vs W: W6", "attacker", "-teddy", "TW-BAT-2"),
        ("F: F5 + F4M>F3 vs W: W6", "defender", "+cup", "TW-POW-cup"),
    ],
)
def test_what_the_rules_forbid_is_refused_and_has_no_odds(line, side, change, rule):
    with pytest.raises(IllegalBattleError, match=rule):
        with_change(line, change, side=side)
    frame = twing.worth(line, [change], side=side)
    assert [(row.change, row.rules[0]) for row in frame.itertuples()] == [(change, rule)]
    assert_no_numbers(frame)
    assert frame.refused[0]


@pytest.mark.parametrize(
    ("change", "kind", "label", "refused"),
    [
        ("+hat", "object", "+ Hat of Opportunity", "The attacker already has the Hat"),
        ("-trap", "trap", "− trap", "The attacker has no trap here; expected one of spell F5"),
        ("F7>F8", "spell", "Spell Fire 7 → spell Fire 8", "The attacker has no F7 here"),
        ("+99", "spell", "+ 99 on the strongest card", "The power of spell F5 would be 104"),
    ],
)
def test_a_change_that_a_side_cannot_have_is_a_row_without_numbers(change, kind, label, refused):
    for line in ("F: F5 @ hat vs W: W6", "F: hand F5 @ hat vs W: hand W6"):
        frame = twing.worth(line, [change, "+cat", "+F3"], side="attacker")
        assert sorted(frame["change"]) == sorted([change, "+cat", "+F3"])
        assert frame["rank"].tolist() == [1, 2, 3]
        last = frame.loc[2]
        assert (last.change, last.kind, last.label, last.reason, last.rules) == (change, kind, label, "", [])
        assert last.refused.startswith(refused)
        assert last.refused.endswith(".")
        assert_no_numbers(frame.tail(1))
        assert frame.refused.tolist()[:2] == ["", ""]
        german = twing.worth(line, [change], side="attacker", lang="de")
        assert german.refused[0] != last.refused
    with pytest.raises(Fault, match="unknown change '\\+hit'"):
        twing.worth("F: F5 vs W: W6", ["+cat", "+hit"])


def test_without_a_spell_there_is_no_own_element_and_without_cards_no_points():
    frame = twing.worth("F: F5 vs W: shield W4", ["own:"], side="defender")
    assert (frame.kind[0], frame.label[0]) == ("character", "Character with the spells’ element")
    frame = twing.worth("F: hand F5 vs W: hand nothing & cat", ["+1"], side="defender")
    assert frame.refused.tolist() == ["The defender has no spell and no creature that +1 could change."]


def assert_no_numbers(frame):
    numbers = ["win_before", "edge_before", "win", "tie", "loss", "edge", "win_change", "edge_change"]
    assert frame[numbers].isna().all(axis=None)
    assert frame["changed_position"].eq("").all()


@both_modes
@settings(max_examples=runs(7, 150))
@given(battle=battles(most_held=1))
def test_a_named_change_has_the_odds_of_the_changed_battle(responses, battle):
    frame = twing.worth(battle, ["+1", "+cat", "own:", "other:"], responses=responses)
    for row in frame[frame.refused == ""].itertuples():
        changed = with_change(battle, row.change, side=row.side)
        assert (row.position, row.changed_position) == (str(battle), str(changed))
        before, after = (
            odds if row.side == "attacker" else odds.for_defender()
            for odds in (twing.odds(battle, responses=responses), twing.odds(changed, responses=responses))
        )
        assert (row.win_before, row.win, row.tie, row.loss) == pytest.approx(
            (before.win, after.win, after.tie, after.loss), abs=1e-12
        )
        assert row.edge_change == pytest.approx(after.edge - before.edge, abs=1e-11)


@both_modes
@given(battle=battles(most_held=1))
def test_TW_BAT_17_a_stronger_card_never_hurts_its_side(responses, battle):
    frame = twing.worth(battle, ["+1"], responses=responses)
    assert (frame.edge_change >= -1e-9).all()


@pytest.mark.parametrize(
    ("change", "en", "de"),
    [
        ("F5>F6", "Spell Fire 5 → spell Fire 6", "Zauber Feuer 5 → Zauber Feuer 6"),
        ("+1", "+ 1 on the strongest card", "+ 1 auf der stärksten Karte"),
        ("hat>cup", "Hat of Opportunity → Cup of Lameness", "Hut der Möglichkeit → Tasse der Lahmheit"),
        ("W:", "Character of Water", "Charakter mit dem Element Wasser"),
        ("other:", "Character with another element", "Charakter mit einem anderen Element"),
    ],
)
def test_changes_are_described_in_both_languages(change, en, de):
    read = parse_change(change, "attacker", Battle.parse(LINE).attacker)
    assert read.token == change
    assert (read.label(), call_in_language("de", read.label)) == (en, de)


def test_a_stronger_card_says_the_points_and_another_kind_of_card_what_it_does():
    found = twing.worth(LINE, ["F5>F6", "trap>miromon"], side="attacker").set_index("change")
    assert found.loc["F5>F6", "reason"] == "The attacker has 15 points on the cards instead of 14."
    assert found.loc["F5>F6", "rules"][0] == "TW-BAT-17"
    assert found.loc["trap>miromon", "rules"][0] == "TW-BAT-12"
    assert "TW-BAT-13" in found.loc["trap>miromon", "rules"]


def test_a_bad_battle_is_refused_as_by_odds():
    with pytest.raises(twing.NotationError):
        twing.worth("F: F5 vs", ["+1"])
    with pytest.raises(IllegalBattleError, match="TW-BAT-1"):
        twing.worth("F: F5 W5 vs W: W6", ["+1"])
    with pytest.raises(ValueError, match="'none' or 'best'"):
        twing.worth(LINE, ["+1"], responses="worst")
    with pytest.raises(twing.BudgetError):
        twing.worth("F: F5 & cat*99 vs W: W6 & cat*99", ["+1"])
