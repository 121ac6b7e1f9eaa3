"""The page of the stepper: rules, records, links, every step, and the stepper as a tab of the lab."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from itertools import cycle, product

import pytest
from long_runs import runs
from widgets.imperium.stepper.battles import CHOSEN, FULL, HUGE, PLAIN, at, at_losses, text
from widgets.read_pages import twice

from twingkit import RecordError
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.questions import Retreat, Throw
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.lab.fleet_lab import FleetLab
from twingkit_widgets.imperium.lab.tabs.steps import StepsTab
from twingkit_widgets.imperium.stepper.game_steps import WORDS as COMMON
from twingkit_widgets.imperium.stepper.game_steps import StepFault
from twingkit_widgets.imperium.stepper.stepper import FleetStepperPanel
from twingkit_widgets.imperium.stepper.words import WORDS
from twingkit_widgets.panel.wording import LANGUAGES

GROUND = "ground: 2 dreadnought 4 infantry @ x89,mb vs 3 infantry 1 mech @ fire_team"


# -- rules, record, page


def test_every_sentence_opens_its_rule_below_it():
    panel = FleetStepperPanel(FULL, seed=3)
    panel.do("next")
    main, _ = panel.steps.shown()
    assert main is not None
    panel.do("told", f"0:{main.rule}")
    assert panel.opened == main.rule
    assert rulebook()[main.rule].text("en").split(".")[0] in text(panel)
    panel.do("next")
    assert panel.opened == ""
    panel.do("rule", "IM-NOPE-1")
    assert (panel.error, panel.opened) == (None, "")


def test_notes_on_the_line_come_first():
    panel = FleetStepperPanel(FULL, seed=3)
    assert panel.steps.opening()
    for note in panel.steps.opening():
        assert note.text("en") in text(panel)


def test_the_record_stands_where_it_stood():
    panel = FleetStepperPanel(FULL, seed=3)
    panel.do("round")
    panel.do("next")
    other = FleetStepperPanel(PLAIN)
    other.do("record", {"record": panel.state})
    assert other.error is None
    assert other.state == panel.state
    assert "battle=space:_" in panel.html


@pytest.mark.parametrize(
    "record",
    [
        "",
        "hello",
        "twingkit-record 1\ngame twing.battle\nbattle F: F5 vs W: W6\n",
        "twingkit-record 1\ngame imperium.battle\nbattle <b>\n",
    ],
)
def test_a_bad_record_is_refused_and_kept_for_repair(record):
    panel = FleetStepperPanel(PLAIN, seed=3)
    panel.do("next")
    state = panel.state
    panel.do("record", {"record": record})
    assert panel.error is None
    assert panel.state == state
    assert panel.html.count("tk-alert") == 1
    assert "<b>\n" not in panel.html
    with pytest.raises((RecordError, StepFault)):
        panel.restore(record)
    assert panel.state == state


@pytest.mark.parametrize("lang", ["en", "de"])
def test_one_key_for_each_thing_to_do(lang):
    panel = FleetStepperPanel(PLAIN, lang=lang)
    assert sorted(re.findall(r'data-shortcut="([^"]+)"', panel.html)) == sorted("012nuoers?")
    panel.do("help")
    assert "tk-keys" in panel.html


def test_ids_and_keys_are_unique():
    first, second = at_losses("9", "9", "1"), at_losses("9", "9", "1")
    assert twice(first.html) == []
    assert not any(name.startswith("id=") for name in twice(first.html + second.html))


def test_the_still_picture_tells_the_step_without_controls():
    panel = FleetStepperPanel(FULL, seed=3)
    panel.do("next")
    main, _ = panel.steps.shown()
    assert main is not None
    still = panel._repr_html_()
    assert main.text("en") in unescape(still)
    assert "<button" not in still


SHOWN = (
    FULL,
    GROUND,
    CHOSEN,
    HUGE,
    "space: 2 destroyer 3 cruiser @ mentak,so vs 1 carrier 4 fighter 2 pds @ yin,devotion,ic",
    "space: 2 dreadnought+ 1 flagship @ letnev,munitions,nes,sh vs 3 cruiser @ dh,emergency,courageous",
    "ground: 1 warsun 3 infantry+ @ tekklar,fire_team vs 4 infantry 2 pds @ sardakk,vpw,md,bunker",
    "space: 1 carrier vs 2 pds",
)


@pytest.mark.parametrize(
    ("line", "lang"),
    runs(list(zip(SHOWN, cycle(LANGUAGES), strict=False)), list(product(SHOWN, LANGUAGES))),
)
def test_every_step_can_be_shown(line, lang):
    panel = FleetStepperPanel(line, lang=lang, seed=1)
    for _ in range(120):
        if panel.steps.game.over:
            break
        panel.do("next")
        assert panel.error is None
        assert "{" not in panel.html
        assert panel.status
        main, _ = panel.steps.shown()
        assert main is not None, panel.state
    assert panel.steps.game.over


def test_every_sentence_is_said_somewhere_in_both_languages():
    assert not WORDS._own & (set(COMMON) - {"step.reroll"})
    for key in WORDS:
        assert WORDS._texts[key]["en"].strip()
        assert WORDS._texts[key]["de"].strip()


# -- as a tab of the lab


class FakeLab:
    """What a tab needs of the lab."""

    def __init__(self, line: str) -> None:
        self.lang, self.status, self.own, self.odds = "en", "", "lab", None
        self.no_odds: Exception | None = None
        self.settled: Battle | None = Battle.parse(line)
        self.tab: StepsTab | None = None
        self.site = True

    def take(self, battle: Battle) -> None:
        """Another battle lies there, and the tab is told."""
        self.settled, self.status = battle, "news"
        assert self.tab is not None
        self.tab.changed()


def test_the_tab_steps_through_the_battle_of_the_lab():
    lab = FakeLab(PLAIN)
    tab = StepsTab(lab)
    assert "tk-stepper" in tab.view()
    assert tab.saved_state() == ""
    tab.act_next(None)
    assert "Nobody announces" in lab.status
    kept = tab.saved_state()
    other = StepsTab(lab)
    other.load_state(kept)
    assert other.saved_state() == kept


def _thrown(tab: StepsTab) -> list[tuple[str, int]]:
    """The dice of all throws, each with its kind of unit."""
    return [
        (kind, face)
        for entry in tab._at().game.transcript
        if isinstance(entry.asked, Throw)
        for kind, face in zip(
            [group.unit for group in entry.asked.volley.dice for _ in range(group.count)],
            entry.asked.read(entry.answer).faces,
            strict=True,
        )
    ]


def test_another_battle_begins_anew_and_tells_so():
    lab = FakeLab(PLAIN)
    tab = StepsTab(lab)
    tab.act_next(None)
    tab.changed()
    assert tab.saved_state()  # the same battle goes on
    lab.settled = Battle.parse(FULL)
    tab.changed()
    assert tab.saved_state() == ""
    assert "starts anew" in tab.view()
    lab.settled = None
    tab.changed()
    assert "needs at least one" in tab.view() or "need at least one" in tab.view()


def test_a_played_battle_goes_on_with_another_order_of_losses():
    line = "space: 2 cruiser 2 fighter vs 1 dreadnought 1 cruiser"
    lab = FakeLab(line)
    lab.tab = tab = StepsTab(lab)
    for _ in range(4):
        tab.act_next(None)
    count, faces = len(tab._at().game), Counter(_thrown(tab))
    lab.take(
        Battle.parse(
            "space: 2 cruiser 2 fighter / order=cruiser,fighter sustain=first vs 1 dreadnought 1 cruiser"
        )
    )
    assert len(tab._at().game) == count
    assert Counter(_thrown(tab)) == faces
    assert tab._at().line == lab.settled
    assert "goes on from where it stands" in tab.view()


def test_what_was_played_can_be_had_back_after_the_fleets_changed():
    lab = FakeLab(PLAIN)
    lab.tab = tab = StepsTab(lab)
    tab.act_next(None)
    played = tab.saved_state()
    for line in (FULL, "space: 3 cruiser vs 1 dreadnought"):
        lab.take(Battle.parse(line))
        assert 'data-act="bring_back"' in tab.view()
        assert "starts anew" in tab.view()
    tab.act_bring_back(None)
    assert (tab.saved_state(), str(lab.settled)) == (played, PLAIN)
    assert "bring_back" not in tab.view()
    with pytest.raises(StepFault):
        tab.act_bring_back(None)


def test_a_link_stands_where_the_battle_stands():
    lab = FakeLab(PLAIN)
    tab = StepsTab(lab)
    assert tab.address() == {}
    tab.act_next(None)
    other = StepsTab(lab)
    other.visit(tab.address())
    assert other.saved_state() == tab.saved_state()
    other.visit({"game": "damaged"})
    assert other.saved_state() == tab.saved_state()
    assert 'data-key="record:link"' in tab.view()


def test_the_tab_says_what_an_invasion_begins_with():
    lab = FakeLab("invasion: 2 cruiser 1 infantry vs 1 carrier 2 infantry 1 pds")
    assert "begins in space" in StepsTab(lab).view()
    lab = FakeLab("invasion: 2 cruiser 1 infantry vs 2 infantry")
    assert "nothing in space" in StepsTab(lab).view()


def test_a_pasted_record_of_another_battle_takes_the_lab_along():
    lab = FakeLab(PLAIN)
    lab.tab = tab = StepsTab(lab)
    other = at(FULL, Retreat)
    tab.act_record({"record": other.state})
    assert lab.settled == other.steps.battle
    assert tab.saved_state() == other.state
    assert lab.status != "news"


def test_a_kept_record_of_another_battle_is_left_out():
    lab = FakeLab(PLAIN)
    tab = StepsTab(lab)
    tab.load_state(at(FULL, Retreat).state)
    assert tab.saved_state() == ""
    assert f"battle {PLAIN}" in tab.view()
    tab.load_state("hello")
    assert "tk-alert" in tab.view()
    assert tab.saved_state() == ""


def test_a_played_battle_is_kept_also_while_another_answer_is_open():
    lab = FleetLab(PLAIN, view="steps")
    for act, value in (("next", None), ("next", None), ("tab", "casualties")):
        lab.do(act, value)
    other = FleetLab()
    other.restore(lab.state)
    assert other.tab == "casualties"
    other.do("tab", "steps")
    assert other.open_tab.saved_state().count("\n") == 6
