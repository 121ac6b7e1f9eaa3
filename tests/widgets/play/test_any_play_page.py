"""The play page of a game without its own one: its address, its answers, other rolls."""

from __future__ import annotations

from twingkit_widgets.table.play.answer_buttons import MAX_BUTTONS
from twingkit_widgets.table.play.any_game import GenericPlayPanel, default_settings
from twingkit_widgets.table.play.form import parse_game_query


def test_a_line_of_digits_in_an_address_stays_a_line() -> None:
    args, faults = parse_game_query({"line": "2"}, default_settings("ember"))
    assert (args, faults) == ({"line": "2"}, [])
    assert GenericPlayPanel("ember", **args).match.game.start.setup_lines() == ["ember 2"]


def test_digits_of_another_script_are_no_line() -> None:
    args, faults = parse_game_query({"line": "\u0662"}, default_settings("ember"))
    assert args == {}
    assert len(faults) == 1


def test_cards_that_others_may_hold_are_not_offered_instead_of_a_drawn_one() -> None:
    panel = GenericPlayPanel("ember", seat=0, seed=1)
    assert len(panel.match.game) > 0, "cards were dealt"
    assert panel.match.changeable_results() == []
    panel.do("dice")
    assert 'data-act="face"' not in panel.html


def test_many_answers_are_searched_and_found() -> None:
    play = GenericPlayPanel("twing", "F: F5 F3 F2 + F4 F3 F2 vs W: W6 W4", seat=0, seed=1)
    answers = len(list(play.match.question.options()))
    assert play.html.count('data-act="answer"') == MAX_BUTTONS < answers
    assert f"More answers match: {answers - MAX_BUTTONS}." in play.html
    play.do("search", "F5 F3 F2 + F4 F3 F2")
    assert play.html.count('data-act="answer"') == 1
    play.do("search", "none of them")
    assert play.html.count('data-act="answer"') == 0
    assert "No answer matches" in play.html
    play.do("answer", {"answer": "lay F5"})
    assert play.error is None
    assert play.ui_state.search_text == ""
