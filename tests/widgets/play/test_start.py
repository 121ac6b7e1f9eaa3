"""A game on the site waits for its visitor: cards are dealt, and nobody rolls or plays before “Start”."""

from __future__ import annotations

import pytest

from twingkit.core.questions import ChanceQuestion, Roll
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.twing.play.panel import PlayPanel

BARRAGE = "space: 1 fighter vs 2 destroyer"


def entries(play: MatchPanel) -> list[object]:
    return [entry.question for entry in play.match.game.transcript]


@pytest.mark.parametrize("seed", range(6))
def test_TW_SET_4_cards_are_dealt_and_the_starting_roll_waits(seed: int) -> None:
    play = PlayPanel(3, seed=seed, waits=True)
    assert play.match.pause_reason == "start"
    assert entries(play)
    assert not [
        asked for asked in entries(play) if isinstance(asked, Roll) or not isinstance(asked, ChanceQuestion)
    ]
    assert "The game can begin." in play.html
    begun = PlayPanel(3, seed=seed)
    play.do("go_on")
    assert play.record == begun.record, "the same game as without the button"
    assert play.match.pause_reason == begun.match.pause_reason


def test_IM_SPACE_4_the_barrage_of_the_computer_waits_for_its_visitor() -> None:
    play = ImperiumPlayPanel(BARRAGE, seed=3, waits=True)
    assert (play.match.pause_reason, len(play.match.game)) == ("start", 0)
    play.do("go_on")
    assert len(play.match.game) > 0
    assert play.match.pause_reason != "start"


def test_who_is_asked_first_needs_no_start() -> None:
    play = ImperiumPlayPanel("space: 2 cruiser vs 2 cruiser", seat=1, seed=3, waits=True)
    assert play.match.question is not None
    play.do("answer", "stay")
    assert play.match.pause_reason != "start"


def test_a_game_under_way_and_a_new_one_from_the_form_need_no_start() -> None:
    play = ImperiumPlayPanel(BARRAGE, seed=3, waits=True)
    play.do("begin", {"line": BARRAGE})
    assert play.match.pause_reason != "start", "its button was pressed"
    play.restore("")
    assert play.match.pause_reason == "start"
    play.do("go_on")
    kept = play.state
    play = ImperiumPlayPanel(BARRAGE, seed=3, waits=True)
    play.restore(kept)
    assert play.match.pause_reason != "start"
