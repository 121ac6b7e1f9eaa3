"""Identical cards that move without a question: the buttons still work where the table assumed other
cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from referee.taps import line_tap_count
from referee.typed_lines import said_lines, typed

from twingkit import Game
from twingkit.referee import Referee
from twingkit.referee.answer_templates import seats_asked_because_cards_differ, seats_to_show_cards

GOLDEN = Path(__file__).parents[1] / "golden" / "records" / "galaxy-of-four-greedy.record"

SPIES = ["p3: score fsn", "p3: discard disgrace", "p3: discard tech_rider", "p3: discard mjets"]
"""Player 3 forms a Spy Network with five of six action cards: two are left to discard."""


@pytest.fixture
def table() -> Referee:
    """Return a table at which player 3 may score the secret objective that costs five action cards."""
    full = Game.replay(GOLDEN.read_text(encoding="utf-8"))
    return typed(full, said_lines(full), SPIES[0])


def type_lines(table: Referee, *lines: str) -> None:
    """Type lines for which there are buttons."""
    for line in lines:
        assert line_tap_count(table, line) is not None, line
        table.add_line(line)


def hand(table: Referee) -> list[str]:
    """Return the action cards of player 3, as the table assumes them."""
    return list(table.sample_game.table.players[2].action_cards)


def test_IM_OBJ_fsn_ends_with_two_equal_cards_that_nobody_was_asked_for(table: Referee) -> None:
    type_lines(table, *SPIES)
    assert len(set(hand(table))) > 1  # the table assumes other cards, and asks
    assert seats_to_show_cards(table) == []
    assert seats_asked_because_cards_differ(table) == [2]
    type_lines(table, "p3: shows mb mb")
    assert hand(table) == ["mb"]
    assert "fsn" in table.sample_game.table.players[2].scored_objectives
    assert seats_asked_because_cards_differ(table) == []


def test_IM_OBJ_fsn_asks_for_cards_that_the_table_took_for_equal_ones(table: Referee) -> None:
    type_lines(table, *SPIES, "p3: shows mb mb")
    table.undo()
    assert hand(table) == ["mb"]  # the three were identical for the table, and moved at once
    type_lines(table, "p3: discard mb", "p3: discard sh")
    assert "fsn" in table.sample_game.table.players[2].scored_objectives
    assert {"mb", "sh"} <= set(table.known_drawn_cards(2))


def test_cards_of_which_there_are_not_so_many_are_not_taken_for_equal_ones(table: Referee) -> None:
    type_lines(table, SPIES[0])
    assert len(hand(table)) == 6  # there are four cards of a kind
    assert seats_asked_because_cards_differ(table) == []
