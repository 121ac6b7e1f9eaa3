"""What an onlooker knows of hands: cards that were named, whichever cards stand for the others."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from referee.typed_lines import ember_table

from twingkit import Game
from twingkit.referee import Referee, onlooker_record

GOLDEN = Path(__file__).parents[1] / "golden" / "records" / "ember-game-of-three.record"


def test_cards_that_were_named_are_known_until_the_deck_is_made_anew() -> None:
    table = ember_table("p2: draw E2", "p2: card ?", "p2: conjure imp F6 A7")
    assert sorted(table.known_cards.named_cards) == ["A7", "E2", "F6"]
    assert [(hand.known_cards, hand.unknown_count) for hand in table.known_cards.hands] == [((), 5), ((), 3)]
    table.undo()
    assert table.known_cards.named_cards == ("E2",)


def test_a_hand_that_nobody_named_is_not_known_when_it_is_discarded() -> None:
    table = ember_table("p2: refresh")
    assert table.known_cards.named_cards == ()
    table.add_line("p2: shows A1 E2 F3 W4 *")
    assert sorted(table.known_cards.named_cards) == ["*", "A1", "E2", "F3", "W4"]


def test_a_card_that_was_drawn_openly_is_known_in_the_hand() -> None:
    table = Referee.from_line("ember 2")
    for line in ("p1: dealer p1", "p2: card E2", *["p2: card ?"] * 4):
        table.add_line(line)
    hand = table.known_cards.hands[1]
    assert (hand.known_cards, hand.unknown_count) == (("E2",), 4)


def test_what_is_known_does_not_depend_on_the_cards_that_stand_for_unknown_ones() -> None:
    full = Game.replay(GOLDEN.read_text(encoding="utf-8"))
    tables = [Referee(full.start, seed=seed) for seed in (1, 2)]
    lines = (
        line for line in onlooker_record(full).splitlines() if line.partition(":")[0] in tables[0].seat_names
    )
    compared = 0
    for line in islice(lines, 140):
        for table in tables:
            table.add_line(line)
        first, second = (table.known_cards for table in tables)
        if tables[0].question and tables[0].question.kind in ("draw", "conjure"):
            assert first.named_cards == second.named_cards, line
            assert first.hands == second.hands, line
            compared += 1
    assert compared > 15
    pile = tables[0].sample_game.table.pile
    assert {card for card in first.named_cards if card != "*"} <= {
        *pile,
        *sum((hand.known_cards for hand in first.hands), ()),
    }
