"""What each card is worth: numbers, refusals and the table."""

from __future__ import annotations

import pytest
from battles import battles
from hypothesis import given
from twing.analysis.changed_battles import ORDINARY, row

from twingkit import Odds, twing
from twingkit.core.language import in_language
from twingkit.core.questions import Question, Refusal
from twingkit.odds.reference import reference_odds
from twingkit.twing.analysis.changes import all_card_changes, apply_change
from twingkit.twing.analysis.worth import worth_rows
from twingkit.twing.exact_odds.best_responses import values as values_module
from twingkit.twing.rules.responses import MiromonBeforeEvent, TrapBeforeRoll


def triple(odds: Odds) -> tuple[float, float, float]:
    return odds.win, odds.tie, odds.loss


@given(battles(most_held=1))
def test_every_change_has_the_odds_of_the_battle_that_it_makes(battle):
    for responses in ("none", "best"):
        whole = twing.odds(battle, responses=responses)
        for worth_row in worth_rows(battle, responses=responses):
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


def walked(battle: twing.Battle) -> Odds:
    """The battle script itself, walked through every die and response."""
    game = twing.battle_game(battle, explain=False)
    for side in battle.sides:
        game.answer(side.lay)

    def choices(question: Question) -> list[str]:
        return (
            ["pass"]
            if isinstance(question, TrapBeforeRoll | MiromonBeforeEvent)
            else list(question.options())
        )

    return reference_odds(game, lambda result: {0: 1, None: 0, 1: -1}[result.winner], choices)


@pytest.mark.parametrize(
    ("line", "side", "tokens"),
    [
        ("F: F5 vs W: W4 & cat", "defender", ("-cat", "+hat", "+bra", "+panties", "-W4")),
        ("F: F5 + F2 vs W: W6 & trap", "attacker", ("+boots", "+F3", "-F2", "+miromon")),
        ("W: F4 vs W: shield W4 & miromon", "defender", ("-miromon", "+W2", "+cat", "+W3")),
    ],
)
def test_TW_ODDS_2_changes_agree_with_the_walked_script(line, side, tokens):
    for worth_row in worth_rows(line):
        if worth_row.side == side and worth_row.change.token in tokens and worth_row.odds:
            odds = walked(worth_row.changed_battle)
            wanted = odds if side == "attacker" else odds.for_defender()
            assert triple(worth_row.odds) == pytest.approx(triple(wanted), abs=1e-9), worth_row.change.token


@given(battles(most_held=1))
def test_the_rules_decide_which_changes_have_odds(battle):
    found = {
        (worth_row.side, worth_row.change.kind, worth_row.change.token): worth_row
        for worth_row in worth_rows(battle, responses="none")
    }
    listed = [change for role in ("attacker", "defender") for change in all_card_changes(battle, role)]
    assert len(found) == len(listed)
    for change in listed:
        changed = apply_change(battle, change)
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
    for worth_row in worth_rows(battle):
        if worth_row.odds and worth_row.change.kind in ("cat", "trap", "miromon", "object"):
            assert (
                (worth_row.edge_change >= -1e-9)
                if worth_row.change.is_added
                else (worth_row.edge_change <= 1e-9)
            )


def test_without_numpy_the_numbers_are_the_same(monkeypatch):
    line = "F: F5 + F3 & cat vs W: W6 + W2 & trap"
    fast = [(worth_row.change, worth_row.edge_change) for worth_row in worth_rows(line)]
    monkeypatch.setattr(values_module, "find_spec", lambda name: None)
    slow = {worth_row.change: worth_row.edge_change for worth_row in worth_rows(line)}
    for change, edge_change in fast:
        assert slow[change] == pytest.approx(edge_change, abs=1e-9, nan_ok=True)
