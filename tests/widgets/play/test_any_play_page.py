"""The play page of a game without one of its own: its address, and rolls that could have fallen otherwise."""

from __future__ import annotations

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
