"""The buttons of a table: every line of a whole game is reached by them, with few taps."""

from __future__ import annotations

from pathlib import Path

from referee.typed_lines import ember_table, mean_taps, typed_by_buttons

from twingkit import Game
from twingkit.referee import Referee, onlooker_record
from twingkit.referee.answer_templates import possible_answer_templates, seats_to_show_cards

GOLDEN = Path(__file__).parents[1] / "golden" / "records" / "ember-game-of-three.record"


def test_a_whole_game_of_Ember_is_typed_without_guessing_in_one_or_two_taps_a_line() -> None:
    full = Game.replay(GOLDEN.read_text(encoding="utf-8"))
    table = Referee(full.start)
    lines = Referee.from_record(onlooker_record(full)).lines
    counted = typed_by_buttons(table, map(str, lines))
    assert table.over
    assert table.sample_game.result == full.result
    assert mean_taps(counted) < 1.6
    assert max(counted) == 11  # five cards with two-sign names, and the button that says they were shown
    assert counted[0] + counted[1] > len(lines) * 0.8


def test_a_hand_that_was_discarded_as_a_whole_may_be_shown() -> None:
    table = ember_table("p2: refresh")
    assert seats_to_show_cards(table) == [1]
    table.add_line("p2: shows A1 E2 F3 W4 *")
    assert seats_to_show_cards(table) == []
    assert [way.text for way in possible_answer_templates(table)] == ["card ?"]


def test_costs_are_offered_with_a_place_for_each_card() -> None:
    table = ember_table("p2: stay")
    imp = next(way for way in possible_answer_templates(table) if way.text.startswith("conjure imp"))
    assert imp.unnamed_card_count == 2
    assert imp.fill_in_cards("F6", "A7") == "conjure imp F6 A7"
