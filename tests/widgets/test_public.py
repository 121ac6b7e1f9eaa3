"""The public names of the package: every panel, loaded when it is used, shown without a kernel too."""

from __future__ import annotations

import pytest
from fresh_python import printed_by

import twingkit_widgets
from twingkit import twing

LINE = "F: F5 F3 + F6M>F4 & cat vs W: shield W4 @ hat"
MADE = {
    "BattleLab": lambda panel: panel(LINE),
    "BattleTablePanel": lambda panel: panel(LINE),
    "CardsPanel": lambda panel: panel("F5 F3 + F6M>F4"),
    "DiePanel": lambda panel: panel("F", twing.SUN),
    "LessonPanel": lambda panel: panel("first-battle"),
    "NotationOddsPanel": lambda panel: panel("duel F: F5 / F4 / F3 vs W: W6 / W5 / W4"),
    "OddsPanel": lambda panel: panel(LINE),
    "PlayPanel": lambda panel: panel("FW", seed=3, opponents="greedy"),
    "PracticePanel": lambda panel: panel(topic="first-battle"),
    "DisagreementsPanel": lambda panel: panel(rule="TW-VAR-9"),
    "RulebookPanel": lambda panel: panel(),
    "RulingsPanel": lambda panel: panel(
        twing.battle_game(LINE, seed=1).play(twing.best_battle_answer).latest_rulings
    ),
    "BattlePanel": lambda panel: panel(LINE),
    "open_lab": lambda lab: lab("battle-lab", LINE),
}


def test_every_panel_that_is_offered_is_tried_here():
    assert {*MADE, "Panel"} == set(twingkit_widgets.__all__) <= set(dir(twingkit_widgets))


@pytest.mark.parametrize("name", MADE)
def test_a_panel_shows_itself_without_a_kernel_in_both_languages(name):
    panel = MADE[name](getattr(twingkit_widgets, name))
    stills = {}
    for lang in ("en", "de"):
        panel.lang = lang
        stills[lang] = panel._repr_html_()
        assert "<svg" in stills[lang] or name in (
            "NotationOddsPanel",
            "RulebookPanel",
            "RulingsPanel",
        )
        assert "<button" not in stills[lang]
    assert stills["en"] != stills["de"]


def test_nothing_is_loaded_before_it_is_used():
    code = (
        "import sys, twingkit_widgets; assert 'anywidget' not in sys.modules;"
        "from twingkit_widgets import DiePanel;"
        "assert 'twingkit_widgets.twing.lab.battle_lab' not in sys.modules"
    )
    printed_by(code)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="Dice"):
        twingkit_widgets.Dice  # noqa: B018 - asking for it is the point
