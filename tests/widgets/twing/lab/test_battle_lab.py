"""The battle lab: its line and its odds."""

from __future__ import annotations

import re

import pytest
from widgets.twing.lab.lab_battles import HELD, HUGE, SIMPLE, after

from twingkit import twing
from twingkit.core.links import line_from_link_value
from twingkit_widgets.twing.lab.battle_lab import BattleLab
from twingkit_widgets.twing.lab.draft import EXAMPLE
from twingkit_widgets.twing.lab.labs import BATTLE_LAB

# -- the line


def test_a_line_is_read_and_printed_canonically():
    lab = after(EXAMPLE, ("read", {"line": "  F: F3 F5 + F4 vs W: W4 W6 & trap cat*1 "}))
    assert str(lab.battle) == "F: F5 F3 + F4 vs W: W6 W4 & cat trap"
    assert 'value="F: F5 F3 + F4 vs W: W6 W4 &amp; cat trap"' in lab.html
    assert lab.state == str(lab.battle)


def test_a_bad_line_says_where_and_what_was_expected_and_keeps_the_last_battle():
    lab = BattleLab(SIMPLE)
    lab.do("read", {"line": "F: F5 X3 vs W: W6"})
    assert str(lab.battle) == SIMPLE
    assert lab.fault.position == 6
    assert lab.fault.text("en") in lab.status
    assert "<mark>X3</mark>" in lab.html
    assert 'value="F: F5 X3 vs W: W6"' in lab.html
    assert 'aria-invalid="true"' in lab.html
    lab.lang = "de"
    assert lab.fault.text("de").split("„")[0] in lab.html


def test_a_line_is_shown_as_soon_as_it_is_a_battle():
    lab = BattleLab(SIMPLE)
    for end in range(1, len("L: L5 vs A: A4")):
        lab._receive(None, {"act": "line", "value": {"line": "L: L5 vs A: A4"[:end]}}, [])
        assert lab.error is None
    lab.do("line", {"line": "L: L5 vs A: A4"})
    assert str(lab.battle) == "L: L5 vs A: A4"
    assert lab.fault is None


def test_where_the_line_just_ends_is_marked():
    lab = BattleLab(SIMPLE)
    lab.do("read", {"line": "F: F5"})
    assert "<mark>␣</mark>" in lab.html


def test_a_bad_first_line_is_explained_beside_an_example():
    lab = BattleLab("<b>nonsense</b>", lang="de")
    assert str(lab.battle) == EXAMPLE
    assert lab.fault is not None
    assert "<b>nonsense" not in lab.html
    assert "&lt;b&gt;nonsense&lt;/b&gt;" in lab.html
    assert lab.html.count("tk-alert") == 1


def test_a_forbidden_line_names_its_rules_and_can_be_built_on():
    lab = BattleLab(SIMPLE)
    lab.do("read", {"line": "F: F5 F4 F3 F2 + F4M>F5 vs W: W6 @ hat"})
    assert {problem.rule for problem in lab.problems} == {"TW-BAT-1", "TW-BAT-3"}
    for problem in lab.problems:
        assert problem.rule in lab.html
        assert problem.rule in lab.status
    assert str(lab.last_allowed_odds[0]) == SIMPLE
    assert SIMPLE in lab.html
    lab.do("tap", "0:s3")
    lab.do("tap", "0:r0")
    assert lab.problems == []
    assert str(lab.last_allowed_odds[0]) == "F: F5 F4 F3 + F4M vs W: W6 @ hat"


def test_a_situation_line_is_read_and_shown():
    lab = after(SIMPLE, ("read", {"line": HELD}))
    assert lab.fault is None
    assert str(lab.draft.situation()) == HELD
    assert lab.html.count("tk-lab-card") > 0
    assert lab.analysed_subject is None
    assert "Lay a card for both sides" in lab.html
    assert "tk-verdict-numbers" not in lab.html, "no odds of another battle"


def test_a_line_says_all_that_both_sides_have():
    lab = after(SIMPLE, ("target", "1:held"), ("take", "box:W5"))
    assert lab.draft.line() == "F: F5 F3 + F4 vs W: W6 W4; hand W5"
    lab.do("read", {"line": "F: F6 vs W: W6"})
    assert not lab.draft.sides[1].hand
    lab.do("undo")
    assert [card.token for card in lab.draft.sides[1].hand] == ["W5"]


@pytest.mark.parametrize(
    "line",
    [
        "F: F5 F3 + F4; hand F6 vs W: hand W6 W4 ?*2",
        "F: F5 F3 + F4 & cat; hand F6 + F2 vs W: W6 W4 & ?*2",
        "F: hand F6 + F2 vs W: shield W4 & trap; hand W3; gone F1",
        "F: hand nothing vs W: hand nothing",
        HELD,
    ],
)
def test_line_link_and_state_hold_what_is_laid_and_what_is_held(line):
    lab = BattleLab(line)
    assert lab.draft.line() == line
    assert lab.state == line
    (name,) = lab.address()
    assert name == "situation"
    again = BattleLab(line_from_link_value(lab.address()["situation"]))
    assert again.draft == lab.draft
    other = BattleLab()
    other.restore(lab.state)
    assert other.draft == lab.draft


@pytest.mark.parametrize("tab", [tab for tab in BATTLE_LAB.tab_paths if tab != "advice"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_without_a_whole_battle_nothing_is_said_about_another(tab, lang):
    lab = BattleLab(EXAMPLE, lang=lang, view=tab)
    lab.do("empty")
    assert lab.error is None
    assert lab.html.count(lab.say("verdict.open")) == 2, "in the bar and in the tab"
    assert "%" not in re.search(r'<section class="tk-verdict.*?</section>', lab.html)[0]
    assert "%" not in re.search(r'role="tabpanel".*', lab.html, re.DOTALL)[0].partition("</section>")[0]


@pytest.mark.parametrize("tab", [tab for tab in BATTLE_LAB.tab_paths if tab != "advice"])
def test_while_the_battle_is_forbidden_a_tab_names_the_battle_it_is_about_and_cannot_be_used(tab):
    lab = BattleLab(SIMPLE, view=tab)
    lab.do("read", {"line": "F: F5 W3 vs W: W6"})
    panel = lab.html[lab.html.index('role="tabpanel"') :]
    assert lab.say("lab.stale") in panel
    assert f'<code class="tk-code">{SIMPLE}</code>' in panel
    assert re.search(r'class="tk-lab-stale tk-lab-old"[^>]* inert', panel)
    fresh = BattleLab("F: F5 W3 vs W: W6", view=tab)
    assert fresh.html.count(fresh.say("lab.stale_none")) == 2
    assert "Lay a card for both sides" not in fresh.html


def test_a_typed_line_that_the_rules_forbid_is_explained_at_the_field():
    lab = BattleLab(SIMPLE)
    lab.do("read", {"line": "F: F5 W3 vs W: W6"})
    fault_html = re.search(r'data-key="line-fault".*?</div></div>', lab.html)[0]
    assert "All spells of one side must have the same element" in fault_html
    assert "TW-BAT-1" in fault_html
    field = re.search(r"<input[^>]*data-key=\"line\"[^>]*>", lab.html)[0]
    assert 'aria-invalid="true"' in field
    assert 'value="F: F5 W3 vs W: W6"' in field


@pytest.mark.parametrize(("lang", "word"), [("en", "assumed"), ("de", "angenommen")])
def test_the_assumed_box_is_marked(lang, word):
    lab = BattleLab(lang=lang)
    assert f'<span class="tk-assumed">{word}</span>' in lab.html
    assert "TW-BOX-5" in lab.html


# -- odds


def test_both_odds_are_exact():
    lab = BattleLab(EXAMPLE)
    none, best = lab.last_allowed_odds[1].dice_alone, lab.last_allowed_odds[1].best_responses
    assert none == twing.odds(EXAMPLE)
    assert best == twing.odds(EXAMPLE, responses="best")
    assert lab.html.count('class="tk-bar"') == 3
    assert "tk-chart" in lab.html


def test_who_wins_stands_above_everything():
    lab = BattleLab(EXAMPLE)
    verdict = re.search(r'<section class="tk-verdict".*?</section>', lab.html)[0]
    assert re.findall(r"[\d.]+%", verdict)[:3] == ["52.8%", "20.7%", "26.4%"]
    assert "if both respond as well as they can" in verdict
    plain = re.search(r'<section class="tk-verdict".*?</section>', BattleLab(SIMPLE).html)[0]
    assert "by dice alone" in plain


def test_too_much_for_best_responses_leaves_the_dice_alone():
    lab = BattleLab(HUGE)
    assert isinstance(lab.last_allowed_odds[1].best_responses, twing.BudgetError)
    assert lab.html.count(lab.last_allowed_odds[1].best_responses.text("en").split(":")[0]) == 1
    assert lab.html.count('class="tk-bar"') == 2
    lab.do("held", "1:cats:0")
    assert not isinstance(lab.last_allowed_odds[1].best_responses, twing.BudgetError)


def test_every_change_is_said_aloud():
    lab = after(SIMPLE, ("take", "box:F6"))
    assert lab.status.startswith("The attacker’s chance to win")
    assert "by dice alone" in lab.status


@pytest.mark.parametrize("tab", BATTLE_LAB.tab_paths)
def test_every_change_is_answered(tab):
    line = "F: F5 F3 + F4 F2 & cat*2 trap vs W: W6 W4 + W3 W2 & cat*2 trap"
    lab = BattleLab(line, view=tab)
    for act, value in [("away", "0:s1"), ("take", "box:F1"), ("away", "0:s1"), ("take", "box:F2")]:
        lab.do(act, value)
        assert lab.error is None
