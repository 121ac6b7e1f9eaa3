"""The worth of each card: numbers, refusals and the table."""

from __future__ import annotations

import pytest
from battles import battles
from hypothesis import given
from twing.analysis.changed_battles import ORDINARY, row
from twing.chances import triple

from twingkit import twing
from twingkit.core.language import in_language
from twingkit.core.questions import Refusal
from twingkit.twing.analysis.changes import all_card_changes, battle_with_change
from twingkit.twing.analysis.worth import change_worth_rows


@given(battles(most_held=1))
def test_every_change_has_the_odds_of_the_battle_that_it_makes(battle):
    for responses in ("none", "best"):
        whole = twing.odds(battle, responses=responses)
        for worth_row in change_worth_rows(battle, responses=responses):
            if worth_row.odds is None:
                continue
            odds = twing.odds(worth_row.changed_battle, responses=responses)
            before, after = (
                (whole, odds) if worth_row.side == "attacker" else (whole.for_defender(), odds.for_defender())
            )
            assert triple(worth_row.odds) == pytest.approx(triple(after), abs=1e-9)
            assert triple(worth_row.odds_before) == pytest.approx(triple(before), abs=1e-9)
            assert worth_row.edge_change == pytest.approx(after.edge - before.edge, abs=1e-9)
            assert worth_row.win_change == pytest.approx(after.win - before.win, abs=1e-9)


@given(battles(most_held=1))
def test_the_rules_decide_which_changes_have_odds(battle):
    found = {
        (worth_row.side, worth_row.change.kind, worth_row.change.token): worth_row
        for worth_row in change_worth_rows(battle, responses="none")
    }
    listed = [change for role in ("attacker", "defender") for change in all_card_changes(battle, role)]
    assert len(found) == len(listed)
    for change in listed:
        changed = battle_with_change(battle, change)
        each = found[change.side, change.kind, change.token]
        problems = changed.problems()
        assert (each.odds is None) == bool(problems)
        if problems:
            assert isinstance(each.why, Refusal)
            assert each.rules == (problems[0].rule,)
            with in_language("de"):
                assert each.reason() == problems[0].text("de")


def test_a_card_more_and_the_same_card_less_are_each_others_reverse():
    base = twing.Battle.parse(ORDINARY)
    for token, kind in (("+cat", "cat"), ("+bra", "object"), ("+F2", "spell"), ("+miromon", "miromon")):
        more = row(ORDINARY, "attacker", token, kind)
        less = row(str(more.changed_battle), "attacker", token.replace("+", "-"), kind)
        assert less.changed_battle == base
        assert less.edge_change == pytest.approx(-more.edge_change, abs=1e-9)
        assert more.edge_change > 0


@given(battles(most_held=1))
def test_a_cat_a_trap_and_points_never_hurt_who_has_them(battle):
    for worth_row in change_worth_rows(battle):
        if worth_row.odds and worth_row.change.kind in ("cat", "trap", "miromon", "object"):
            assert (
                (worth_row.edge_change >= -1e-9)
                if worth_row.change.is_added
                else (worth_row.edge_change <= 1e-9)
            )
