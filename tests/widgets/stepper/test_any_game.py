"""The stepper of any game: its questions, its rulings, forward and back, and the record that is kept."""

from __future__ import annotations

import re

import pytest

from twingkit.core.asking import Chance
from twingkit.core.games import GameEntry
from twingkit_widgets.panel.wording import LANGUAGES
from twingkit_widgets.table.stepper.any_game import WORDS, AnyStepper, NoStart, example_start
from twingkit_widgets.table.stepper.game_steps import WORDS as COMMON
from twingkit_widgets.table.stepper.game_steps import StepFault

LINES = {"twing": "F: F5 F3 vs W: W6 & cat", "imperium": "space: 2 cruiser vs 1 dreadnought"}


def stepper(game: str, lang: str = "en") -> AnyStepper:
    return AnyStepper(game, lang, line=LINES[game])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", LINES)
def test_a_game_is_stepped_through_forward_and_back(game: str, lang: str) -> None:
    panel = stepper(game, lang)
    first = panel.html
    assert panel.state == ""
    panel.do("next")
    assert panel.error is None
    assert panel.html != first
    panel.do("back")
    assert (panel.error, panel.state) == (None, "")
    panel.do("end")
    assert panel.error is None
    assert WORDS.say(lang, "step.over") in panel.html
    assert panel.status.endswith(WORDS.say(lang, "step.over"))
    assert re.search(r"<textarea[^>]*>twingkit-record 1", panel.html)


@pytest.mark.parametrize("game", LINES)
def test_a_link_opens_the_game_where_it_stands(game: str) -> None:
    panel = stepper(game)
    panel.do("next")
    panel.do("next")
    query = panel.address()
    again = AnyStepper(game, record=query["game"])
    assert again.address() == query
    again.restore("")
    assert again.address() == {}
    again.restore(panel.state)
    assert again.state == panel.state


def test_a_record_of_another_game_is_refused() -> None:
    panel = stepper("twing")
    panel.do("next")
    with pytest.raises(StepFault, match=r"twing\.battle"):
        AnyStepper("imperium", record=panel.state)


def test_another_answer_is_given_by_what_the_offer_shows() -> None:
    panel = stepper("twing")
    assert 'data-act="answer" data-value="lay F3"' in panel.html
    panel.do("answer", "lay F3")
    assert "Fire 3" in panel.status
    panel.do("answer", {"answer": "lay W9"})
    assert 'role="alert"' in panel.html
    assert "TW-BAT-1" in panel.html


def test_a_rule_opens_below_its_sentence() -> None:
    panel = stepper("twing")
    panel.do("next")
    rule = re.search(r'data-act="told" data-value="0:([A-Z0-9-]+)"', panel.html)
    assert rule
    panel.do("told", f"0:{rule[1]}")
    assert "tk-opened" in panel.html


def test_a_game_that_goes_on_tells_a_player_only_what_is_theirs() -> None:
    panel = AnyStepper("twing", line="players F W")
    for _ in range(30):
        panel.do("next")
    assert panel.error is None
    game = panel._steps.game
    secret = [
        entry
        for entry in game.transcript
        if isinstance(entry.asked, Chance) and entry.player != panel._steps.looks
    ]
    assert secret
    assert not any(f"{entry.asked.text('en')} {entry.answer}" in panel.html for entry in secret)
    assert "twingkit-record" not in panel.html


def test_a_game_without_an_example_says_so() -> None:
    entry = GameEntry(id="bare", titles={"en": "Bare", "de": "Bar"}, prefix="BA")
    with pytest.raises(NoStart) as fault:
        example_start(entry)
    assert "Bare" in fault.value.text("en")


def test_words_of_its_own_replace_those_about_battles() -> None:
    for key in COMMON:
        said = COMMON.say(
            "en", key, **dict.fromkeys(("n", "rule", "title", "name", "value", "low", "high"), "x")
        )
        assert "attle" not in said or key in WORDS or key in ("dice.tried", "record.other"), key
