"""A game in which a person answers for all sides: forward and back, and what the active seat may know."""

from __future__ import annotations

import re

import pytest

from twingkit.core.games import games
from twingkit.core.play import Game, TranscriptEntry
from twingkit.core.questions import ChanceQuestion
from twingkit.core.words import LANGUAGES
from twingkit_widgets.table.play.any_game import GenericPlayPanel
from twingkit_widgets.table.play.form import ALL_SEATS_INDEX
from twingkit_widgets.table.play.play_game import PLAY_TO_END_LIMIT
from twingkit_widgets.table.play.words import WORDS, PlayFault

LINES = {"twing": "F: F5 F3 vs W: W6 & cat", "imperium": "space: 2 cruiser vs 1 dreadnought"}


def stepping(game: str, lang: str = "en", line: str = "", **beginning) -> GenericPlayPanel:
    return GenericPlayPanel(game, line or LINES[game], ALL_SEATS_INDEX, lang=lang, **beginning)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", LINES)
def test_a_game_is_stepped_through_forward_and_back(game: str, lang: str) -> None:
    panel = stepping(game, lang)
    first = panel.html
    assert panel.state == ""
    panel.do("next")
    assert panel.error is None
    assert panel.html != first
    assert WORDS.say("all.count", n=1) in panel.html
    panel.do("undo")
    assert panel.error is None
    assert "game" not in panel.address()
    assert 'data-key="to_end" data-shortcut="e"' in panel.html
    panel.do("to_end")
    assert panel.error is None
    assert panel.match.game.over
    assert panel.match.play_design.headline(panel.player_view()).title in panel.status
    over = panel.record
    panel.do("next")
    assert (panel.error, panel.record) == (None, over)


@pytest.mark.parametrize("game", LINES)
def test_answers_and_dice_that_were_taken_back_come_again_until_another_answer_is_given(game: str) -> None:
    panel = stepping(game)
    panel.do("to_end")
    over, steps = panel.record, len(panel.match.game)
    panel.do("goto", "1")
    assert len(panel.match.game) == 1
    panel.do("goto", str(steps))
    assert panel.record == over
    panel.do("goto", "0")
    answers = list(panel.match.question.options())
    panel.do("answer", panel.match.question.format_answer(answers[-1]))
    assert panel.match._taken_back == {}


@pytest.mark.parametrize("place", ["99", "-1", "x", "", "²"])
def test_a_step_that_is_not_there_is_refused(place: str) -> None:
    panel = stepping("twing")
    panel.do("next")
    panel.do("goto", place)
    assert panel.error is not None
    assert len(panel.match.game) == 1


def test_dice_that_were_taken_back_can_be_thrown_anew() -> None:
    seen = set()
    panel = stepping("twing", line="F: F5 vs W: W6", seed=1)
    panel.do("goto", "0")
    for _ in range(3):
        panel.do("next")
    panel.do("undo")
    assert panel.ui_state.keep_dice_choice == "yes"
    panel.do("keep_dice", "no")
    for _ in range(20):
        panel.do("next")
        seen.add(panel.match.game.transcript[-1].answer)
        panel.do("undo")
    assert len(seen) > 3


@pytest.mark.parametrize("game", LINES)
def test_a_link_and_a_kept_game_open_it_where_it_stands(game: str) -> None:
    panel = stepping(game)
    panel.do("next")
    panel.do("next")
    values = panel.address()
    assert values["seat"] == "all"
    again = stepping(game)
    again.restore(panel.state)
    assert again.match.plays_all_seats
    assert again.address() == values
    again.restore("")
    assert "game" not in again.address()


def test_a_record_of_another_game_is_refused() -> None:
    panel = stepping("twing")
    panel.do("next")
    with pytest.raises(PlayFault, match=r"twing\.battle"):
        stepping("imperium", record=panel.record)


def test_another_answer_is_given_by_what_the_offer_shows() -> None:
    panel = stepping("twing")
    assert 'data-act="answer" data-value="0:lay F3"' in panel.html
    panel.do("answer", "0:lay F3")
    assert "Fire 3" in panel.status
    panel.do("answer", {"answer": "lay W9"})
    assert 'role="alert"' in panel.html
    assert "TW-BAT-1" in panel.html


def test_a_die_is_thrown_or_said_and_what_if_tries_another() -> None:
    panel = stepping("twing", line="F: F5 vs W: W6")
    for _ in range(2):
        panel.do("next")
    assert re.search(r'data-act="answer" data-value="2:roll Cross"', panel.html)
    panel.do("hint")
    assert "There is no hint now" in panel.html, "nobody advises on a throw"
    assert not panel.player_view().ui_state.hint_answer
    panel.do("answer", "2:roll Cross")
    panel.do("to_end")
    over = panel.record
    panel.do("face", "2:roll Sun")
    assert panel.match.game.transcript[2].answer == "roll Sun"
    panel.do("really")
    assert panel.record == over


def test_for_who_answers_for_all_nobody_is_you() -> None:
    panel = stepping("imajica", line="imajica: p1 active gentle; p2 active dowd")
    for _ in range(6):
        panel.do("next")
        assert not re.search(r"(?<!do )\byou\b", panel.status, re.IGNORECASE), panel.status


def test_the_form_lets_one_answer_for_all_and_for_one_again() -> None:
    panel = GenericPlayPanel("twing", LINES["twing"], seed=1)
    panel.do("toggle_panel", "new")
    assert '<option value="all">' in panel.html
    panel.do("begin", {"seat": "all"})
    assert panel.match.plays_all_seats
    panel.do("begin", {"seed": "3"})
    assert panel.match.plays_all_seats
    panel.do("begin", {"seat": "p2"})
    assert (panel.match.plays_all_seats, panel.match.seat) == (False, 1)


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_every_game_goes_on_to_its_end_or_as_far_as_is_sensible(game: str) -> None:
    panel = GenericPlayPanel(game, seat=ALL_SEATS_INDEX, seed=1)
    panel.do("to_end")
    assert panel.error is None
    assert panel.match.game.over or len(panel.match.game) == PLAY_TO_END_LIMIT


def test_a_game_that_goes_on_tells_a_player_only_what_is_theirs() -> None:
    panel = stepping("twing", line="players F W")
    for _ in range(30):
        panel.do("next")
    assert panel.error is None
    secret = [
        entry
        for entry in panel.match.game.transcript
        if isinstance(entry.question, ChanceQuestion) and entry.player != panel.match.seat
    ]
    assert secret
    assert not any(f"{entry.question.text('en')} {entry.answer}" in panel.html for entry in secret)
    assert "twingkit-record" not in panel.html


def test_a_long_game_is_shown_without_reading_its_record_anew_for_every_step(monkeypatch) -> None:
    panel = stepping("twing", line="players F W", seed=1)
    panel.do("to_end")
    while not isinstance(panel.match.game.question, ChanceQuestion):
        panel.match.game.undo()
    read, entries = [], Game.entries

    def counted(game: Game, *part: int) -> list[TranscriptEntry]:
        read.append(len(found := entries(game, *part)))
        return found

    monkeypatch.setattr(Game, "entries", counted)
    panel.refresh()
    assert sum(read) < 20 * len(panel.match.game)
