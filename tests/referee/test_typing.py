"""Typing a game: what a rule forbids whatever the hidden cards are, what is found out later, bad lines."""

from __future__ import annotations

import pytest
from referee.typed_lines import EMBER_DEALT, ember_table

from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.referee import Referee


def test_a_card_that_is_shown_was_drawn_before_by_that_seat() -> None:
    table = ember_table("p2: draw E2")
    assert table.known_drawn_cards(1) == ("E2",)
    assert table.known_drawn_cards(0) == ()
    assert "p2: card ?" in table.record
    assert "card E2" not in table.record
    assert all(game.table.pile == ["E2"] for game in table.completions(3))


def test_EM_SET_2_a_card_that_lies_open_is_not_drawn() -> None:
    table = ember_table("p2: draw E2")
    why = table.refusal("p2: card E2")
    assert isinstance(why, Refusal)
    assert why.rule == "EM-SET-2"
    assert table.refusal("p2: card F2") is None
    assert len(table) == len(EMBER_DEALT) + 1


def test_EM_CONJ_4_cards_that_do_not_pay_are_refused_whatever_the_hand_is() -> None:
    table = ember_table("p2: draw E2", "p2: card ?")
    why = table.refusal("p2: conjure imp F6 A8")
    assert isinstance(why, Refusal)
    assert why.rule == "EM-CONJ-4"
    assert table.refusal("p2: conjure imp F6 A7") is None


def test_a_card_that_is_known_to_be_elsewhere_cannot_be_paid() -> None:
    table = ember_table("p2: draw E2", "p2: card ?")
    why = table.refusal("p2: conjure imp E2 A3")
    assert isinstance(why, Refusal)
    assert why.rule == "EM-CONJ-4"


def test_a_hand_cannot_hold_more_known_cards_than_it_has_room_for() -> None:
    table = ember_table("p2: refresh", "p2: shows A1 A2 A3 A4 A5")
    assert isinstance(table.refusal("p2: shows A6"), Fault)
    assert table.sample_game.table.pile == ["A1", "A2", "A3", "A4", "A5"]


def test_EM_WIN_2_an_archmage_that_is_used_was_there_though_nobody_said_pass() -> None:
    table = ember_table("p2: draw E2", "p2: card ?", "p2: conjure imp F6 A7", "p2: card ?", "p2: card ?")
    table.add_line("p1: archmage flip imp")
    assert table.known_drawn_cards(0) == ("*",)
    table.undo()
    assert table.known_drawn_cards(0) == ()


def test_what_nobody_says_aloud_may_be_left_out_and_may_be_typed() -> None:
    table = ember_table("p2: stay", "p1: stay")
    assert table.sample_game.table.turn == 2
    spoken = ember_table("p2: stay", "p2: done", "p1: pass", "p1: stay")
    assert spoken.sample_game.table.turn == 2


def test_undo_takes_back_what_it_told() -> None:
    table = ember_table("p2: draw E2")
    before = table.record
    table.add_line("p2: card ?")
    table.undo()
    assert table.record == before
    assert table.known_drawn_cards(1) == ("E2",)
    table.undo()
    assert table.known_drawn_cards(1) == ()
    assert table.unknown_count == 10
    with pytest.raises(Fault):
        table.undo(99)


def test_what_everybody_sees_cannot_be_unknown() -> None:
    table = Referee.from_line("ember 2")
    with pytest.raises(Fault):
        table.add_line("p1: dealer ?")
    assert len(table) == 0


@pytest.mark.parametrize(
    "line", ["", "  ", "p2:", "p9: draw", "p2: " + "A" * 9_999, "p2: card \x00", "p2: fly"]
)
def test_a_broken_line_is_one_clear_error_and_changes_nothing(line: str) -> None:
    table = ember_table()
    with pytest.raises((Fault, Refusal)) as fault:
        table.add_line(line)
    assert 0 < len(str(fault.value)) < 400
    assert table.lines == tuple(EMBER_DEALT)


def test_a_record_with_a_line_without_end_is_refused() -> None:
    with pytest.raises(Fault):
        Referee.from_record(ember_table().record + "p2: " + "draw " * 10_000)


def test_a_game_without_table_rules_is_typed_too() -> None:
    table = Referee.from_line("F: F5 vs W: W6 & cat")
    for line in ("lay F5", "lay W6", "roll Sun", "roll 2", "cat", "roll Cross"):
        table.add_line(line)
    assert table.sample_game.latest_rulings[0].rule == "TW-BAT-7"
    assert table.possible_cards(0) == frozenset()
