"""The plain lab: the default for games that have odds for their lines, but no lab of their own."""

from __future__ import annotations

import attrs
import pytest
from widgets.labs import answer

from twingkit import twing
from twingkit.core.games import game_by_id
from twingkit.core.messages import Fault
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit_widgets.lab import labs_of_game as registered
from twingkit_widgets.lab.default_lab import OutcomesTab, default_lab
from twingkit_widgets.lab.lab import LabPanel
from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.panel.address.query import Query
from twingkit_widgets.panel.wording import PanelTexts, percents
from twingkit_widgets.site.page_functions import lab_page
from widgets import labs

FLEETS = "space: 2 cruiser vs 1 dreadnought"
CARDS = "F: F5 F3 vs W: W6"


def lab_of(game: str, line: str | None = None) -> LabPanel:
    """Return the lab that a game would have without a lab of its own."""
    return LabPanel(default_lab(game_by_id(game)), line)


def test_a_typed_line_has_its_odds():
    lab = labs.after(lab_of("imperium"), ("read", {"line": FLEETS}))
    assert lab.odds == odds(FLEETS)
    found = odds(FLEETS)
    chances = [found.win, found.tie, found.loss]
    assert percents(chances, 2)[0] in answer(lab)
    assert lab.status.startswith(f"The attacker wins: {percents(chances, 1)[0]}; ")
    assert labs.after(lab_of("twing"), ("read", {"line": CARDS})).odds == twing.odds(CARDS)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_without_a_line_nothing_is_said(lang):
    lab = lab_of("imperium", "")
    lab.lang = lang
    assert lab.say("plain.open") in lab.html
    assert "%" not in lab.html
    assert lab.odds is None


def test_a_bad_line_is_explained_and_the_last_one_stays():
    lab = labs.after(lab_of("imperium", FLEETS), ("read", {"line": "space: 2 dragon vs 1 cruiser"}))
    assert lab.fault.position == 9
    assert "<mark>dragon</mark>" in lab.html
    assert lab.draft.line() == FLEETS


def test_what_the_rules_forbid_names_its_rules_and_has_no_odds():
    lab = labs.after(lab_of("twing", CARDS), ("read", {"line": "F: F5 W3 vs W: W6"}))
    assert [problem.rule for problem in lab.problems] == ["TW-BAT-1"]
    assert "TW-BAT-1" in lab.html
    assert "TW-BAT-1" in lab.status
    assert lab.stale_odds_text() in lab.html
    assert str(lab.analysed_subject) == CARDS
    lab.do("restore_allowed")
    assert lab.draft.line() == CARDS


def test_a_line_is_taken_back_linked_and_kept():
    lab = labs.after(lab_of("imperium", FLEETS), ("read", {"line": "space: 1 cruiser vs 1 cruiser"}))
    other = lab_of("imperium")
    other.restore(lab.state)
    assert other.address() == lab.address() == {"battle": "space:_1_cruiser_vs_1_cruiser"}
    assert labs.after(lab, ("undo", None)).draft.line() == FLEETS


def test_there_is_one_question():
    lab = labs.after(lab_of("imperium", FLEETS), ("tab", "odds"))
    lab.do("tab", "advice")
    assert isinstance(lab.error, LabFault)


class Digits(OutcomesTab):
    """A tab with a setting in its link."""

    state_parameter = "digits"
    digits = "2"

    def saved_state(self) -> str:
        return self.digits

    def load_state(self, state: str) -> None:
        self.digits = state or self.digits


def test_a_setting_in_a_link_is_named_by_its_tab(monkeypatch, tmp_path):
    plain = default_lab(game_by_id("imperium"))

    words = tmp_path / "words.toml"
    words.write_text('[tabs.digits]\nen = "Digits"\nde = "Ziffern"\n', encoding="utf-8")
    texts = PanelTexts(words, plain.words)
    design = attrs.evolve(plain, words=texts, tab_paths={**plain.tab_paths, "digits": f"{__name__}:Digits"})
    assert [design.state_parameter_of(view) for view in ("digits", "", "none")] == ["digits", "", ""]
    monkeypatch.setattr(registered, "labs_of", lambda game: (design,))
    opened = lab_page(Query("view=digits&digits=4"), game_by_id("imperium"))
    assert opened.panel.address()["digits"] == "4"
    first = lab_page(Query("digits=4"), game_by_id("imperium"))
    assert "digits" not in first.panel.address()


def test_a_rule_opens_at_the_lower_edge():
    lab = labs.after(lab_of("imperium"), ("lab_rule", "IM-UNIT-3"))
    assert 'data-key="opened:IM-UNIT-3"' in lab.html


def test_a_fault_without_a_place_is_said_without_one():
    lab = lab_of("imperium")
    where, wrong = lab.say("lab.where"), lab.say("lab.no_line")
    lab.do("read", {"line": "space: 2 cruiser against 1"})
    assert where in lab.html
    lab.fault = Fault("games.line", found="x", known="y")
    lab.refresh()
    assert where not in lab.html
    assert wrong in lab.html


@pytest.mark.parametrize(("odds", "count"), [("twingkit.imperium", 1), ("", 0)])
def test_a_game_has_a_plain_lab_if_it_has_odds(odds, count, monkeypatch):
    bare = attrs.evolve(game_by_id("imperium"), labs="", odds=odds)
    monkeypatch.setattr(registered, "game_by_id", lambda name: bare)
    assert [design.page_name for design in registered.labs_of("imperium")] == ["imperium-lab"] * count
