"""The tabs of the battle lab: what should I play, and what is each card worth."""

from __future__ import annotations

import re
from html import unescape

import pytest
from widgets.labs import after, answer
from widgets.read_pages import words

from twingkit import twing
from twingkit.core.words import LANGUAGES
from twingkit.twing.analysis.advice import RankedLays, rank_lays
from twingkit.twing.analysis.worth import change_worth_rows
from twingkit_widgets.panel.sentences import CatalogueFault
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.twing.lab.advice_reasons import reason_sentences
from twingkit_widgets.twing.lab.battle_lab import BattleLab

LINE = "F: F5 F3 + F4 & cat vs W: W6 W4 + W2"

HELD = "F: hand F5 F3 W4 + F6M F4 & cat vs W: hand W6 W3 + W3 & trap"


def advice(lab: BattleLab) -> RankedLays:
    """Return the advice of the lab."""
    return lab.get_part("advice").advice()


# -- what should I play


def test_the_advice_is_that_of_what_both_hold():
    lab = BattleLab(HELD, view="advice")
    rows = rank_lays(HELD, "attacker", "win").rows
    assert [row.option for row in advice(lab).rows] == [row.option for row in rows]
    shown = re.findall(
        r'class="tk-adv-chances" data-label="You win"><b class="tk-number">([^<]+)', answer(lab)
    )
    assert shown == [percent(row.win, 1) for row in rows[:6]]
    assert advice(lab).sentences("en")[0] in words(answer(lab))


@pytest.mark.parametrize("goal", ["win", "value", "safety"])
@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_every_goal_of_both_sides(goal, side):
    lab = after(BattleLab(LINE, view="advice"), ("advise", side), ("goal", goal))
    asked = {
        "attacker": "F: hand F5 F3 + F4 & cat vs W: W6 W4 + W2",
        "defender": "F: F5 F3 + F4 & cat vs W: hand W6 W4 + W2",
    }[side]
    assert str(lab.get_part("advice").advised_situation()) == asked
    assert [row.option for row in advice(lab).rows] == [
        row.option for row in rank_lays(asked, side, goal).rows
    ]
    assert lab.get_part("advice").advised_side == side


@pytest.mark.parametrize(
    ("goal", "label", "number"), [("win", "You lose", "loss"), ("value", "Wins for each card lost", "value"),
                                  ("safety", "You lose", "loss")]
)  # fmt: skip
def test_the_number_that_ranks_stands_in_every_row_with_its_label(goal, label, number):
    lab = after(BattleLab(HELD, view="advice"), ("goal", goal))
    shown = re.findall(rf'class="tk-adv-key tk-number" data-label="{label}">([^<]+)', answer(lab))
    rows = rank_lays(HELD, "attacker", goal).rows[:6]
    assert shown == [percent(getattr(row, number), 1) for row in rows]


def test_a_lay_goes_on_the_table_with_its_best_answer_and_is_marked_and_told():
    lab = BattleLab(HELD, view="advice")
    assert "On the table" not in answer(lab)
    best = advice(lab).rows[0]
    after(lab, ("use_lay", "1"))
    assert f"On the table: {best.option}" in answer(lab)
    assert f"The attacker now lays {best.option}." in lab.status
    assert str(lab.battle.attacker.lay) == best.option
    assert str(lab.battle.defender.lay) == best.reply
    assert lab.last_allowed_odds[1].best_responses.win == pytest.approx(best.win, abs=1e-12)
    assert str(lab.draft.situation()) == HELD, "nothing is lost"
    assert advice(lab).rows[0].option == best.option, "the advice is still that of all that is held"


def test_the_advice_for_the_attacker_says_what_it_meets():
    lab = BattleLab(LINE, view="advice")
    here = next(row for row in advice(lab).rows if row.option == "F5 F3 + F4")
    assert here.win == pytest.approx(lab.last_allowed_odds[1].best_responses.win, abs=1e-12), (
        "the row that lies there is the bar"
    )
    assert "The other side has laid W6 W4 + W2" in words(answer(lab))
    assert "Best answer</th>" not in answer(lab)
    assert "On the table: F5 F3 + F4" in answer(lab)
    after(lab, ("against", "best"))
    assert advice(lab).rows == rank_lays(LINE, "attacker").rows
    assert "as well as it can with all its cards" in words(answer(lab))
    assert "Best answer</th>" in answer(lab)
    lab.do("against", "me")
    assert isinstance(lab.error, CatalogueFault)


def test_the_advice_is_for_the_side_that_one_builds_for():
    lab = BattleLab(LINE, view="advice")
    assert lab.get_part("advice").advised_side == "attacker"
    after(lab, ("target", "1:held"))
    assert lab.get_part("advice").advised_side == "defender"
    after(lab, ("advise", "attacker"))
    assert lab.get_part("advice").advised_side == "attacker"
    after(lab, ("target", "0:laid"), ("target", "1:laid"))
    assert lab.get_part("advice").advised_side == "attacker", "as chosen while building for this side"


def test_unknown_cards_are_told_in_the_advice():
    lab = after(BattleLab(LINE, view="advice"), ("held", "1:hidden:2"), ("held", "0:hidden:3"))
    answer_text = words(answer(lab))
    assert "The other side’s unknown cards: 2." in answer_text
    assert "Your unknown cards: 3." in answer_text
    found = twing.odds_with_hidden_cards(f"{LINE} & ?*2")
    here = next(row for row in advice(lab).rows if row.option == "F5 F3 + F4")
    assert here.edge == pytest.approx(found.other_models["open"][0].edge, abs=1e-9)


def test_the_list_and_the_chart_of_the_advice_count_the_same():
    lab = after(BattleLab(HELD, view="advice"), ("use_lay", "1"))
    count = len(advice(lab).rows)
    assert count > 10
    assert f"Show all {count}" in answer(lab)
    after(lab, ("tab", "charts"), ("chart", "advice"))
    assert f"Not shown: {count - 10} more" in unescape(answer(lab))
    assert len(lab.open_tab.chart_rows().rows) == count


def test_the_attack_that_lies_is_answered():
    lab = after(
        BattleLab("F: F5 F3 + F4 vs W: hand W6 W4 + W3"), ("read", {"line": "F: F5 vs W: hand W6 W4 + W3"})
    )
    assert lab.get_part("advice").advised_side == "defender"
    after(lab, ("tab", "advice"), ("use_lay", "1"))
    assert lab.draft.is_complete
    assert str(lab.battle.attacker.lay) == "F5"


def test_why_says_costs_and_rules():
    lab = BattleLab("F: hand F5 F3 + F4 vs W: hand W6 + W4", view="advice")
    row = next(row for row in advice(lab).rows if row.rules)
    after(lab, ("all_lays", None), ("explain_lay", row.option))
    for rule in row.rules:
        assert f'data-value="{rule}"' in answer(lab)
    assert "On average you lose" in answer(lab)
    assert "the reward for winning" in answer(lab)
    after(lab, ("explain_lay", row.option))
    assert "On average you lose" not in answer(lab)


def why(line: str, place: int = 0, side: str | None = None, goal: str = "win") -> list[str]:
    """Return the reason for the lay at a place of the advice."""
    found = rank_lays(line, side, goal)
    return reason_sentences(found.rows[place], found)


def test_why_compares_the_points_and_says_what_the_next_lay_lacks():
    said = why("F: F5 F3 + F4 & cat vs W: W6 W4 + W2")
    assert said[0].startswith("Your cards have 12 points, and so do the other side’s")
    rows = rank_lays("F: F5 F3 + F4 & cat vs W: W6 W4 + W2").rows
    win, loss = (percent(chance, 1) for chance in (rows[1].win, rows[1].loss))
    assert said[1] == f"Without F3 you have only 9 points: you win {win} and lose {loss}."
    other = why("F: F5 F3 + F4 & cat vs W: W6 W4 + W2", 1)
    assert other[0].startswith("Your cards have 9 points against 12: you are 3 behind")
    assert other[1].startswith("It is best to add F3: with 12 points")


@pytest.mark.parametrize(("side", "place"), [("attacker", 0), ("defender", 1)])
def test_why_says_what_each_response_of_both_sides_is_worth(side, place):
    line = "F: F5 F3 + F4 & cat vs W: W6 W4 + W2 & trap"
    found = rank_lays(line, side)
    row = found.rows[0]
    lays = (row.option, row.reply) if side == "attacker" else ("F5 F3 + F4", row.option)
    part = "win" if side == "attacker" else "loss"
    none, catless, trapless = (
        percent(getattr(twing.odds(f"F: {lays[0]}{cat} vs W: {lays[1]}{trap}", responses=responses), part), 1)
        for cat, trap, responses in (
            (" & cat", " & trap", "none"), ("", " & trap", "best"), (" & cat", "", "best")
        )
    )  # fmt: skip
    said = " ".join(reason_sentences(row, found))
    assert f"By dice alone you would win {none}" in said
    assert {catless, trapless} & set(re.findall(r"[\d.]+%", said))
    assert ("With one fewer cat" if place == 0 else "other side had one fewer cat") in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "line",
    [
        "F: hand F5 + F3 vs W: hand nothing",
        "F: hand F5 F3 vs W: hand W4 ?*2",
        "F: F5 vs W: hand nothing + W4",
        HELD,
    ],
)
def test_every_lay_has_its_reasons(line, lang):
    found = rank_lays(line, samples=5)
    for row in found.rows[:20]:
        said = reason_sentences(row, found)
        assert len(said) >= 2
        assert len(set(said)) == len(said)


def test_unknown_cards_are_drawn_and_more_of_them_on_demand():
    lab = BattleLab("F: hand F5 F3 vs W: hand W4 ?*5", view="advice")
    assert advice(lab).samples == 20
    after(lab, ("thorough", None))
    assert advice(lab).samples == 200
    assert "thorough" not in answer(lab)
    own = BattleLab("F: hand F5 ?*2 vs W: hand W4", view="advice")
    assert advice(own).samples == 0, "the side that asks knows its cards"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("situation", "side"),
    [("F: hand nothing vs W: hand W4", "attacker"), ("F: hand F5 vs W: hand W4", "defender")],
)
def test_where_there_is_nothing_to_advise_it_says_why(situation, side, lang):
    lab = BattleLab(situation, view="advice", lang=lang)
    after(lab, ("advise", side))
    assert "tk-note" in answer(lab)
    lab.do("use_lay", "1")
    assert lab.error is not None


def test_unknown_cards_are_counted_into_the_odds_on_demand():
    lab = BattleLab("F: F5 F3 + F4 & cat vs W: W6 W4")
    assert "count_unknown" not in lab.html
    after(lab, ("held", "1:hidden:2"))
    assert "not the unknown cards" in words(answer(lab))
    after(lab, ("count_unknown", None))
    found = twing.odds_with_hidden_cards("F: F5 F3 + F4 & cat vs W: W6 W4 & ?*2")
    assert percent(found.odds.win, 1) in words(answer(lab))
    assert str(found.hand_count) in words(answer(lab))
    after(lab, ("held", "1:hidden:3"))
    assert "not the unknown cards" in words(answer(lab)), "another situation is asked for anew"


# -- what is each card worth


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_every_change_has_a_bar_and_its_rules(side):
    lab = after(BattleLab(LINE, view="worth"), ("shown_side", side), ("all_worths", None))
    rows = [row for row in change_worth_rows(LINE) if row.side == side and row.odds]
    assert answer(lab).count('class="tk-worth-bar"') == len(rows)
    answer_text = words(answer(lab))
    for row in rows:
        assert row.label() in answer_text
        assert row.reason() in answer_text
    assert {rule for row in rows for rule in row.rules} <= set(re.findall(r"TW-[A-Z]+-\w+", answer_text))


def test_what_counts_most_comes_first_and_is_drawn_longest():
    less, too, more = BattleLab(LINE, view="worth").open_tab.worths_by_change()
    assert not too
    down, up = ([round(row.win_change, 9) for row in rows] for rows in (less, more))
    assert down == sorted(down)
    assert up == sorted(up, reverse=True)
    widths = re.findall(r'style="width:([\d.]+)%"', answer(BattleLab(LINE, view="worth")))
    assert max(map(float, widths)) == 50


def test_what_is_held_is_laid_too_and_not_offered_as_new():
    lab = after(BattleLab(LINE, view="worth"), ("drag", "box:F6>0:held"), ("drag", "box:W3>0:held"))
    _, too, more = lab.get_part("worth").worths_by_change()
    assert [row.change.token for row in too] == ["+F6"], "a water card cannot lie beside fire"
    assert too[0].odds.win == pytest.approx(
        twing.odds("F: F6 F5 F3 + F4 & cat vs W: W6 W4 + W2", responses="best").win
    )
    assert "+F6" not in [row.change.token for row in more]
    assert "if laid as well" in words(answer(lab))


def test_every_number_is_the_difference_of_the_two_chances_beside_it():
    answer_text = words(answer(after(BattleLab(LINE, view="worth"), ("all_worths", None))))
    found = re.findall(r"([+−][\d.]+) This side wins ([\d.]+)% instead of ([\d.]+)%", answer_text)
    assert len(found) > 5
    for change, now, was in found:
        assert float(change.replace("−", "-")) == pytest.approx(float(now) - float(was), abs=0.11)


def test_what_changes_nothing_says_so():
    answer_text = words(answer(after(BattleLab("F: F5 vs W: W6", view="worth"), ("all_worths", None))))
    assert "changes nothing" in answer_text
    assert "±" not in answer_text
    same = re.findall(r"This side wins ([\d.]+%) instead of ([\d.]+%)", answer_text)
    assert same
    assert all(one != other for one, other in same)
