"""The battle lab: its tabs, links, stepping, and coming back."""

from __future__ import annotations

import re

import pytest
from widgets.read_pages import duplicate_ids
from widgets.twing.lab.lab_battles import SIMPLE, after

from twingkit import RecordError, twing
from twingkit.core.links import line_from_link_value
from twingkit_widgets.panel.sentences import CatalogueFault
from twingkit_widgets.site.frame import PageHeaderPanel
from twingkit_widgets.twing.lab.battle_lab import BattleLab
from twingkit_widgets.twing.lab.draft import EXAMPLE
from twingkit_widgets.twing.lab.labs import BATTLE_LAB

# -- tabs


@pytest.mark.parametrize("tab", BATTLE_LAB.tab_paths)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_one_answer_is_open_and_its_tab_says_so(tab, lang):
    lab = BattleLab(EXAMPLE, lang=lang)
    lab.do("tab", tab)
    assert lab.error is None
    assert lab.html.count('aria-selected="true"') == (2 if tab == "tree" else 1)
    assert re.search(rf'id="([^"]+)-tab-{tab}" aria-selected="true"', lab.html)
    assert lab.html.count('role="tabpanel"') == 1
    assert lab.html.count('role="tab"') == len(BATTLE_LAB.tab_paths)


# -- sharing, stepping, coming back


def test_the_link_holds_the_battle():
    lab = BattleLab("F: F5 F3 + F6M>F4 vs W: W6 @ hat & cat*2")
    link = re.search(r"en/battle-lab/\?battle=([^<]+)<", lab.html)[1]
    assert line_from_link_value(link) == str(lab.battle)
    assert lab.address() == {"battle": link}
    assert "?battle=" not in BattleLab(str(lab.battle), site=True).html  # the head of the page has it


def test_the_link_holds_what_is_held_and_the_open_tab():
    lab = after(SIMPLE, ("target", "1:held"), ("take", "box:W5"), ("take", "box:?"), ("tab", "advice"))
    assert lab.address() == {"situation": "F:_F5_F3_~_F4_vs_W:_W6_W4_!_?;_hand_W5", "view": "advice"}
    again = BattleLab(line_from_link_value(lab.address()["situation"]), view=lab.address()["view"])
    assert again.address() == lab.address()
    assert again.state == lab.state
    assert again.open_tab_name == lab.open_tab_name
    assert BattleLab(SIMPLE, view="<b>").open_tab_name == "odds"


def test_stepping_opens_and_closes():
    lab = after(SIMPLE, ("step", None), ("steps_next", None))
    assert "tk-play-now" in lab.html
    assert re.search(r'data-act="step"[^>]*data-key="step-close"', lab.html)
    assert lab.state.startswith("twingkit-record 1")
    lab.do("step")
    assert lab.get_part("aside").steps is None
    assert "tk-lab-stepper" not in lab.html
    assert lab.state == SIMPLE


def test_a_state_that_is_taken_up_cannot_be_taken_back():
    lab = after(SIMPLE, ("take", "box:F1"))
    lab.restore("L: L5 vs A: A4")
    assert not lab.earlier_drafts


@pytest.mark.parametrize(("line", "kept"), [(SIMPLE, True), (EXAMPLE, False), ("F: F5 against", False)])
def test_a_linked_battle_is_kept_unless_nothing_could_be_read(line, kept):
    lab = BattleLab(line)
    assert lab.saves_settings_from_address is kept
    frame = PageHeaderPanel("battle-lab", named=True)
    frame.attach_panels(lab)
    assert frame.keeps is kept
    unnamed = PageHeaderPanel("battle-lab")
    unnamed.attach_panels(lab)
    assert not unnamed.keeps


def test_a_change_starts_the_steps_over():
    lab = after(SIMPLE, ("step", None), ("steps_next", None), ("take", "box:F1"))
    assert len(lab.get_part("aside").steps.match.game) == 0
    assert "starts again" in lab.status
    assert "starts again" in lab.html
    assert str(lab.get_part("aside").steps.match.settings.battle) == "F: F5 F3 F1 + F4 vs W: W6 W4"


def test_a_forbidden_battle_cannot_be_stepped_through():
    lab = after(SIMPLE, ("step", None), ("read", {"line": "F: F5 W3 vs W: W6"}))
    assert lab.get_part("aside").steps is None
    lab.do("step")
    assert isinstance(lab.error, twing.IllegalBattleError)
    assert lab.get_part("aside").steps is None


def test_actions_of_the_steps_need_them_open():
    lab = BattleLab(SIMPLE)
    lab.do("steps_next")
    assert isinstance(lab.error, CatalogueFault)


def test_the_state_brings_line_and_step_back():
    lab = after(SIMPLE, ("step", None), ("steps_next", None), ("steps_next", None))
    other = BattleLab()
    other.restore(lab.state)
    assert other.state == lab.state
    assert str(other.battle) == SIMPLE
    other.restore("L: L5 vs A: A4")
    assert other.get_part("aside").steps is None
    assert str(other.battle) == "L: L5 vs A: A4"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("nonsense", twing.NotationError),
        ("twingkit-record 1\nx", RecordError),
        ("F: hand F5 vs W: hand W6\n\nF", twing.NotationError),
    ],
)
def test_a_bad_state_is_refused_and_changes_nothing(text, error):
    lab = BattleLab(SIMPLE)
    with pytest.raises(error):
        lab.restore(text)
    assert lab.state == SIMPLE


def test_a_state_may_end_with_the_end_of_its_line():
    lab = BattleLab(SIMPLE)
    lab.restore("F: hand F5 vs W: hand W6\n")
    assert lab.state == "F: hand F5 vs W: hand W6"


@pytest.mark.parametrize("tab", BATTLE_LAB.tab_paths)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_gap_is_left_unfilled(lang, tab):
    line = "F: F5 F3 + F6M>F2 F4 @ bra & cat vs W: shield W4 @ hat & trap miromon"
    lab = BattleLab(line, lang=lang, view=tab)
    lab.do("step")
    lab.do("steps_to_end")
    assert lab.error is None
    read = re.sub(r'<pre\b.*?</pre>|(style|data-figure)="[^"]*"', "", lab.html, flags=re.DOTALL)
    assert "{" not in read, "but in the code of a sweep"
    assert not any(name.startswith("id=") for name in duplicate_ids(lab.html))
    keys = re.findall(r'\bdata-key="([^"]+)"', lab.html)
    assert [key for key in keys if not key.startswith(("rule", "told", "ruling", "steps_"))].count(
        "step"
    ) == 1


def test_the_steps_wait_while_the_battle_is_forbidden() -> None:
    lab = after(
        "F: F5 vs W: W6", ("step", None), ("steps_next", None), ("read", {"line": "F: F5 W3 vs W: W6"})
    )
    assert lab.get_part("aside").steps is None
    assert "you cannot step through it" in lab.html
    assert "odds of your last allowed battle" in lab.html
    lab.do("read", {"line": "F: F5 F3 vs W: W6"})
    assert lab.get_part("aside").steps is not None
    assert "you cannot step through it" not in lab.html
    lab.do("read", {"line": "F: F5 W3 vs W: W6"})
    lab.do("restore_allowed")
    lab.do("step")
    assert lab.get_part("aside").steps is None, "closed by hand, it stays closed"
