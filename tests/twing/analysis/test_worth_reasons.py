"""The reason for a card's worth: the rule that causes it."""

from __future__ import annotations

import pytest
from battles import battles
from hypothesis import given
from twing.analysis.changed_battles import row

from twingkit import twing
from twingkit.core.language import call_in_language, in_language
from twingkit.twing.analysis.worth import change_worth_rows

IDLE = {
    ("cat", "no_die"),
    ("cat", "no_cats"),
    ("miromon", "no_cats"),
    ("trap", "no_traps"),
    ("trap", "no_creature"),
    ("trap", "enough"),
    ("trap", "spare"),
    ("object", "no_die"),
    ("object", "role"),
    ("object", "none_left"),
    ("object", "no_creature"),
    ("object", "nothing_held"),
    ("object", "no_rider"),
    ("object", "room"),
    ("object", "unused"),
    ("object", "events_only"),
    ("creature", "answered"),
    ("creature", "taken_anyway"),
    ("spell", "same"),
    ("creature", "same"),
}
"""Reasons which say that nothing changes. (The Cup says so in the case `without`, like objects that act.)"""

EITHER = {"rolls_now", "becomes_shield"}


@given(battles(most_held=2))
def test_a_reason_says_that_nothing_changes_exactly_where_nothing_does(battle):
    book = twing.rulebook()
    for responses in ("none", "best"):
        for worth_row in change_worth_rows(battle, responses=responses):
            if worth_row.odds is None or worth_row.why.case in EITHER:
                continue
            idle = (worth_row.change.kind, worth_row.why.case) in IDLE
            idle = idle or worth_row.why.rule in ("TW-ODDS-1", "TW-ODDS-2", "TW-POW-cup")
            assert idle != bool(worth_row.edge_change or worth_row.win_change), (
                str(worth_row.changed_battle),
                worth_row,
            )
            assert all(rule in book for rule in worth_row.rules)
            assert worth_row.reason() != call_in_language("de", worth_row.reason)


REASONS = [
    # line, side, change, rules, the cited case and its facts
    ("F: F5 & cat vs W: W6", "attacker", "+cat", "TW-BAT-11", "one_more attacker"),
    ("F: F5 & cat vs W: W6", "attacker", "-cat", "TW-BAT-11", "one_less attacker"),
    ("F: F5 vs W: W6 @ socks", "attacker", "+cat", "TW-POW-socks TW-BAT-11", "no_cats attacker"),
    ("F: F5 vs W: shield W6", "defender", "+cat", "TW-BAT-11 TW-BAT-5", "no_die defender"),
    ("F: F5 vs W: W6", "defender", "+miromon", "TW-BAT-12", "can_turn defender"),
    ("F: F5 & miromon vs W: W6", "attacker", "-miromon", "TW-BAT-12", "cannot_turn attacker"),
    ("F: F5 @ socks vs W: W6", "defender", "+miromon", "TW-POW-socks TW-BAT-12", "no_cats defender"),
    ("F: F5 vs W: W2 + W4M>W3", "attacker", "+trap", "TW-BAT-13", "takes attacker creature W4M"),
    ("F: F5 & trap vs W: W2 + W4M>W3", "attacker", "-trap", "TW-BAT-13", "leaves attacker creature W4M"),
    ("F: F5 & trap vs W: W2 + W4", "attacker", "+trap", "TW-BAT-13", "enough attacker 1"),
    ("F: F5 & trap*2 vs W: W2 + W4", "attacker", "-trap", "TW-BAT-13", "spare attacker 1"),
    ("F: F5 vs W: W6", "attacker", "+trap", "TW-BAT-13", "no_creature attacker"),
    ("F: F5 vs W: W2 + W4 @ boots", "attacker", "+trap", "TW-POW-boots TW-BAT-13", "no_traps attacker"),
    ("F: F5 vs W: W6", "attacker", "+bra", "TW-POW-bra TW-BAT-15", "sun defender"),
    ("F: F5 @ bra vs W: W6", "attacker", "-bra", "TW-POW-bra TW-BAT-15", "without defender"),
    ("F: F5 vs W: shield W6", "attacker", "+bra", "TW-BAT-5 TW-POW-bra", "no_die defender"),
    ("F: F5 vs W: W6", "defender", "+panties", "TW-POW-panties TW-BAT-15", "cross defender"),
    ("F: F5 vs W: W6 @ panties", "defender", "-panties", "TW-POW-panties TW-BAT-15", "without defender"),
    ("F: F5 vs W: W6", "attacker", "+hat", "TW-POW-hat", "role attacker"),
    ("F: F5 vs W: W6", "defender", "+hat", "TW-POW-hat TW-BAT-14", "can_reroll defender hat"),
    (
        "F: F5 @ shamrock vs W: W6",
        "attacker",
        "-shamrock",
        "TW-POW-shamrock TW-BAT-14",
        "one_less attacker shamrock",
    ),
    ("F: F5 vs W: shield W6", "defender", "+hat", "TW-BAT-14 TW-POW-hat TW-BAT-5", "no_die defender"),
    ("F: F5 + F4 vs W: W6 & trap", "attacker", "+boots", "TW-POW-boots TW-BAT-13", "no_traps defender"),
    (
        "F: F5 + F4 @ boots vs W: W6 & trap",
        "attacker",
        "-boots",
        "TW-POW-boots TW-BAT-13",
        "without defender",
    ),
    ("F: F5 + F4 vs W: W6", "attacker", "+boots", "TW-BAT-13 TW-POW-boots", "none_left defender"),
    ("F: F5 vs W: W6 & trap", "attacker", "+boots", "TW-BAT-13 TW-POW-boots", "no_creature defender"),
    ("F: F5 & cat vs W: W6", "defender", "+socks", "TW-POW-socks TW-BAT-11", "no_cats attacker"),
    (
        "F: F5 & cat miromon vs W: W6 @ socks",
        "defender",
        "-socks",
        "TW-POW-socks TW-BAT-11 TW-BAT-12",
        "without attacker",
    ),
    ("F: F5 vs W: W6", "defender", "+socks", "TW-POW-socks", "nothing_held attacker"),
    (
        "F: F5 vs W: shield W6 & cat",
        "attacker",
        "+socks",
        "TW-BAT-11 TW-POW-socks TW-BAT-5",
        "no_die defender",
    ),
    ("F: F5 vs W: W6", "attacker", "+cup", "TW-POW-cup", "no_rider defender"),
    ("F: F5 @ cup vs W: W6", "attacker", "-cup", "TW-POW-cup", "without defender"),
    ("F: F5 vs W: W6", "attacker", "+teddy", "TW-POW-teddy", "room attacker"),
    ("F: F5 @ teddy vs W: W6", "attacker", "-teddy", "TW-POW-teddy", "unused attacker"),
    ("F: F5 vs W: W6", "attacker", "+puppet", "TW-POW-puppet TW-ODDS-2", "events_only attacker"),
    ("F: F5 vs W: W6", "attacker", "+F2", "TW-BAT-17", "points attacker 7 5"),
    ("F: F50 vs W: W6", "attacker", "+F2", "TW-BAT-17", "same attacker 52 50"),
    (
        "F: F5 + F2 vs W: W6 & trap",
        "attacker",
        "-creature F2",
        "TW-BAT-13 TW-BAT-17 TW-ODDS-2",
        "taken_anyway attacker",
    ),
    (
        "F: F5 vs W: W6 + W4",
        "defender",
        "-W6",
        "TW-BAT-5 TW-BAT-7 TW-BAT-17 TW-BAT-15",
        "becomes_shield defender",
    ),
    ("F: F5 vs W: shield W4", "defender", "+W1", "TW-BAT-7 TW-BAT-17 TW-BAT-15", "rolls_now defender"),
    ("F: F5 vs L: W6 + W4", "defender", "-W6", "TW-BAT-5 TW-BAT-7 TW-BAT-17", "becomes_shield defender"),
]


@pytest.mark.parametrize(
    ("line", "side", "change", "rules", "said"), REASONS, ids=[" ".join(each[:3]) for each in REASONS]
)
def test_the_rule_that_causes_it_speaks(line, side, change, rules, said):
    found = row(line, side, change)
    facts = [fact for key, fact in found.why.facts.items() if key != "enemy"]
    shown = [str(fact[0]) if isinstance(fact, tuple) else str(fact) for fact in facts]
    assert " ".join(found.rules) == rules
    assert found.why.rule in found.rules
    assert " ".join([found.why.case, *shown]) == said


def test_TW_BAT_13_a_new_creature_can_be_answered_with_a_trap():
    found = row("F: F5 vs W: W6 & trap", "attacker", "+F3", "creature")
    assert (found.edge_change, found.why.case) == (0, "answered")
    assert found.rules == ("TW-BAT-13", "TW-BAT-17", "TW-ODDS-2")
    weighed = row("F: F5 + F4 vs W: W6", "attacker", "-F4", "creature")
    assert weighed.rules == ("TW-BAT-17",)


def test_TW_ODDS_1_responses_do_nothing_where_only_the_dice_decide():
    line = "F: F5 + F4 vs W: W6 + W3 & cat trap"
    for side, change in (("defender", "-cat"), ("attacker", "+trap"), ("attacker", "+boots")):
        found = row(line, side, change, responses="none")
        assert found.edge_change == 0
        assert found.rules[0] == "TW-ODDS-1"
        assert found.reason() == "In these odds only the dice decide: nobody responds."
    assert row(line, "attacker", "+bra", responses="none").rules == ("TW-POW-bra", "TW-BAT-15")


def test_TW_ODDS_2_what_best_play_gains_nothing_by_says_so():
    line = "F: F30 @ panties vs W: shield W1"
    found = row(line, "attacker", "+cat")
    assert found.rules == ("TW-ODDS-2", "TW-BAT-11")
    assert found.reason() == "Under best play, the change makes no difference here."
    assert row(line, "attacker", "-panties").edge_change < 0
    kept = row("F: F30 @ panties & cat vs W: shield W1", "attacker", "-cat")
    with in_language("de"):
        assert kept.reason() == "Bei bestem Spiel ändert der Verlust dieses Vorteils hier nichts."
    sun = row("F: F1 & miromon vs W: shield W30 @ bra", "attacker", "+panties", responses="none")
    assert sun.edge_change == 0
    assert sun.reason() == "The change has an effect, but every roll has the same outcome as before."
