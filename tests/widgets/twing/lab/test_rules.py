"""The lab under a variant: the rules that judge the battle, the numbers, and how the choice is stored."""

from __future__ import annotations

import pytest

from twingkit import twing
from twingkit_widgets.twing.lab.battle_lab import BattleLab
from twingkit_widgets.twing.lab.labs import BATTLE_LAB
from twingkit_widgets.twing.lab.line_panel import NotationOddsPanel

LINE = "F: F3 + F2 & cat vs W: W4 + W1 & trap"
RULES = "box cat_die=any ties=defender"


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("tab", BATTLE_LAB.tab_paths)
def test_every_answer_of_the_lab_is_by_the_rules_that_are_chosen(tab, lang):
    lab = BattleLab(LINE, lang, view=tab, variant=RULES)
    assert str(lab.draft.variant) == RULES
    best = twing.odds(LINE, responses="best", variant=RULES)
    assert lab.odds.best_responses.win == pytest.approx(best.win)
    assert lab.odds.best_responses.tie == 0
    assert RULES in lab.html
    assert lab.address()["variant"] == RULES
    assert f"variant=&quot;{RULES}&quot;" in lab.html or f'variant="{RULES}"' in lab.html


def test_advice_worth_and_wishes_follow_the_rules():
    lab = BattleLab(LINE, variant=RULES)
    [row] = [row for row in lab.get_part("advice").advice().rows if row.option == "F3 + F2"]
    assert row.win == pytest.approx(
        twing.advise(LINE, variant=RULES).query("option == 'F3 + F2'").win.iloc[0]
    )
    less, _, _ = lab.get_part("worth").worths_by_change()
    assert all(row.odds.tie == 0 for row in less)
    assert lab.get_part("whatif").what_if().chances().best_responses.win == pytest.approx(
        twing.odds(LINE, responses="best", variant=RULES).win
    )


def test_the_choice_of_rules_is_a_change_that_can_be_taken_back_and_is_kept():
    lab = BattleLab(LINE)
    lab.do("rules", "german")
    assert lab.draft.variant == twing.PRESETS["german"]
    state = lab.state
    lab.do("rules", {"rules": "ties=nobody"})
    assert "nobody" in lab.html
    assert lab.draft.variant == twing.PRESETS["german"]
    lab.do("line", {"line": "F: F5 & cat vs W: W6"})
    assert lab.draft.variant == twing.PRESETS["german"]
    lab.do("undo", "")
    lab.do("undo", "")
    assert lab.draft.variant == twing.BOX
    other = BattleLab()
    other.restore(state)
    assert (other.draft.line(), other.draft.variant) == (LINE, twing.PRESETS["german"])


def test_a_battle_is_judged_and_stepped_through_by_the_rules():
    mixed = "F: F3 + F4M>L3 & cat vs W: W4"
    assert BattleLab(mixed).problems
    lab = BattleLab(mixed, variant="rider_element=any")
    assert not lab.problems
    lab.do("step", "")
    assert lab.get_part("aside").steps.match.game.table.variant.rider_element == "any"
    kept = BattleLab()
    kept.restore(lab.state)
    assert kept.draft.variant.rider_element == "any"


@pytest.mark.parametrize(
    "line",
    [
        "duel F: F5 / F4 / F3 vs W: W6 / W5 / W4",
        "endgame F: F5 F3 vs W: W6 vs L: shield L4",
        "F: F5 with L: F1 vs W: W6",
    ],
)
def test_lines_beyond_a_battle_follow_the_rules(line):
    panel = NotationOddsPanel(line, variant="ties=defender")
    assert panel.odds["none"].win == pytest.approx(
        twing.odds(line, responses="none", variant="ties=defender").win
    )
    assert "box ties=defender" in panel.html
    assert panel.address()["variant"] == "box ties=defender"
    panel.do("rules", "short")
    assert panel.variant == twing.PRESETS["short"]
    panel.do("rules", {"rules": "x"})
    assert panel.rules_fault
    assert "x" in panel.html
