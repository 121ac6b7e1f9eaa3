"""Saving a game: sealed and plain, resumed, and invalid texts."""

from __future__ import annotations

import base64
import zlib
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import runs
from widgets.play.panel_words import played
from widgets.play_tables import panel, past, table

from twingkit import Game, RecordError, twing
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.save import load_game, seal_game, unsealed_record
from twingkit_widgets.twing.play.panel import PlayPanel
from twingkit_widgets.twing.play.play_game import Settings
from twingkit_widgets.twing.play.settings import AI_LEVELS, make_start
from twingkit_widgets.twing.play.words import PlayFault

BEFORE = Settings(make_start("??"), 0, "greedy", 5)


@given(
    st.sampled_from(AI_LEVELS), st.integers(0, 3), st.integers(0, 10**9), st.sampled_from(["box", "short"])
)
def test_a_sealed_game_comes_back_as_it_was(opponents: str, seat: int, seed: int, variant: str) -> None:
    settings = Settings(
        make_start("?" * max(2, seat + 1), twing.Variant.parse(variant)), seat, opponents, seed
    )
    game = settings.game()
    while game.question is not None and len(game) < 40:
        game.answer_randomly()
    back, again = load_game(seal_game(game, settings), BEFORE)
    assert back.record == game.record
    assert (again.seat, again.opponent_level, again.seed, again.variant) == (
        seat,
        opponents,
        seed,
        settings.variant,
    )
    assert load_game(unsealed_record(game, settings), BEFORE)[0].record == game.record


def test_a_sealed_game_shows_no_card_and_the_plain_record_all() -> None:
    play = played()
    text = seal_game(play.match.game, play.match.settings)
    assert "draw" not in text
    assert text.splitlines()[0] == "twingkit-play 1 seat=p1 opponents=greedy seed=8"
    assert "p2: draw spell" in unsealed_record(play.match.game, play.match.settings)
    play.do("toggle_panel", "save")
    assert "draw spell" not in play.html
    play.do("unseal")
    assert "p2: draw spell" in play.html
    assert 'download="twing-game.txt"' in play.html


def test_a_plain_record_of_a_game_can_be_replayed_by_the_core() -> None:
    play = played()
    assert Game.replay(unsealed_record(play.match.game, play.match.settings)).record == play.record


def test_what_the_browser_keeps_is_the_game_and_nothing_brings_a_fresh_one() -> None:
    play = PlayPanel("FW", seed=8, opponents="greedy")
    assert play.state == ""
    play.do("answer", "pass")
    kept = play.state
    assert kept
    other = PlayPanel(3, opponents="greedy")
    other.restore(kept)
    assert other.record == play.record
    assert other.state == kept
    assert other.match.first_new_ruling > 0, "what happened since the last answer"
    other.restore("")
    assert other.state == ""
    assert len(other.match.view.seats) == 3
    seeded = PlayPanel("FW", seed=8, opponents="greedy")
    first = seeded.record
    seeded.do("answer", "pass")
    seeded.restore("")
    assert seeded.record == first


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no text"),
        ("hello", "“twingkit-record 1”; found: “hello”"),
        ("twingkit-record 1\ngame twing\nplayers 2\np1: draw spell Z9\n", "line 4"),
        (table("p1 hand F5 F5 F5 F5 F5 F5 F5", "p2"), "line"),
        ("twingkit-play 1 seat=p9 opponents=steady seed=1\nabc", "Line 1"),
        ("twingkit-play 1 seat=p1 opponents=steady seed=1\nabc", "line 2"),
        ("twingkit-play 1 seat=p1 opponents=steady seed=1\n" + "eJx" * 40, "line 2"),
        ("twingkit-play 1 seat=p1 opponents=steady seed=1\nÄ", "line 2"),
        ("twingkit-record 1\ngame twing.battle\nbattle F: F5 vs W: W4\n", "twing.battle"),
        (table("p1 hand F5", "p2 hand W5", seat="p4"), "p4"),
    ],
)
def test_a_text_that_is_no_game_is_explained_and_stays(text: str, told: str) -> None:
    play = panel("p1 hand F5", "p2 hand W5")
    before = play.record
    play.do("load", {"text": text})
    assert play.error is None
    assert play.record == before
    assert told in play.html
    assert 'role="alert"' in play.html
    assert told not in play.status, "nothing is announced twice"
    assert f">{text}</textarea>" in unescape(play.html)
    english = play.ui_state.fault.text("en")
    assert english != play.ui_state.fault.text("de")


def test_a_kept_game_is_loaded_from_the_field() -> None:
    play, other = played(), PlayPanel(4, opponents="random")
    other.do("load", {"text": play.state})
    assert other.record == play.record
    assert other.match.settings.opponent_level == "greedy"
    assert other.ui_state.open_panel == ""
    assert "Loaded: the game continues where it was saved." in other.html
    past(other).do("answer", "pass")
    assert other.error is None or other.match.question.kind != "act"
    assert "Loaded:" not in other.html


@pytest.mark.parametrize("seed", runs([4], [1, 4, 7]))
def test_a_game_kept_in_the_pause_after_a_battle_is_taken_up_there(seed: int) -> None:
    play = PlayPanel(2, seed=seed, opponents="greedy")
    pauses = 0
    for _ in range(60):
        question = play.match.question
        if play.match.pause_reason == "battle":
            other = PlayPanel(2, seed=4)
            other.do("load", {"text": play.state})
            assert other.match.pause_reason == "battle"
            assert other.match.contest_scene == play.match.contest_scene
            assert other.record == play.record
            pauses += 1
        if question is None:
            play.do("go_on")
        else:
            play.do("answer", question.format_answer(next(question.options())))
    assert pauses > 2


@given(
    st.text(max_size=300)
    | st.text("abcXYZ019+/=\n ", max_size=300).map(lambda text: f"twingkit-play 1{text}")
)
def test_any_text_is_a_game_or_one_of_two_faults(text: str) -> None:
    play = PlayPanel("FW", seed=8, opponents="greedy")
    play.do("load", {"text": text})
    assert play.error is None, "the panel knows what to say"
    if fault := play.ui_state.fault:
        assert isinstance(fault, PlayFault | RecordError)
        assert fault.text("en") != fault.text("de")


def test_a_seal_cannot_unpack_to_more_than_a_game() -> None:
    bomb = base64.b64encode(zlib.compress(b"0" * 10_000_000)).decode()
    with pytest.raises(PlayFault, match="damaged"):
        load_game(f"twingkit-play 1 seat=p1 opponents=steady seed=1\n{bomb}", BEFORE)


def test_a_loaded_game_goes_on_the_same_way_each_time() -> None:
    text = played().state
    records = set()
    for _ in range(2):
        game, settings = load_game(text, BEFORE)
        match = Match(settings, game)
        if match.pause_reason:
            match.continue_after_pause()
        match.answer("pass" if match.question.kind == "act" else next(match.question.options()))
        records.add(match.game.record)
    assert len(records) == 1
