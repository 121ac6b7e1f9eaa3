"""The buttons of a table: every line of a whole game is reached by them, with few taps."""

from __future__ import annotations

from pathlib import Path

from referee.typed_lines import mean_taps, typed_by_buttons

from twingkit import Game
from twingkit.referee import Referee, hidden_record
from twingkit.referee.ways import shown_now, ways

GOLDEN = Path(__file__).parents[1] / "golden" / "records" / "ember-game-of-three.record"


def test_a_whole_game_of_Ember_is_typed_without_guessing_in_one_or_two_taps_a_line() -> None:
    full = Game.replay(GOLDEN.read_text(encoding="utf-8"))
    table = Referee(full.start)
    lines = Referee.opened(hidden_record(full)).lines
    counted = typed_by_buttons(table, map(str, lines))
    assert table.over
    assert table.game.result == full.result
    assert mean_taps(counted) < 1.6
    assert max(counted) == 11  # five cards with two-sign names, and the button that says they were shown
    assert counted[0] + counted[1] > len(lines) * 0.8


def test_a_hand_that_was_discarded_as_a_whole_may_be_shown() -> None:
    table = Referee.of("ember 2")
    for line in ["p1: dealer p1", *["p2: card ?"] * 5, *["p1: card ?"] * 5, "p2: refresh"]:
        table.tell(line)
    assert shown_now(table) == [1]
    table.tell("p2: shows A1 E2 F3 W4 *")
    assert shown_now(table) == []
    assert [way.text for way in ways(table)] == ["card ?"]


def test_costs_are_offered_with_a_place_for_each_card() -> None:
    table = Referee.of("ember 2")
    for line in ["p1: dealer p1", *["p2: card ?"] * 5, *["p1: card ?"] * 5, "p2: stay"]:
        table.tell(line)
    imp = next(way for way in ways(table) if way.text.startswith("conjure imp"))
    assert imp.cards == 2
    assert imp.typed("F6", "A7") == "conjure imp F6 A7"
