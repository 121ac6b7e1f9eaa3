"""Positions of declared tables as lines: read, written, checked and set up."""

from __future__ import annotations

import random

import pytest
from core.zones.card_table import CARDS, LINES, NAMES, table_of
from core.zones.test_zones import MOVES, moved
from hypothesis import given
from hypothesis import strategies as st

from twingkit.core.messages import Fault
from twingkit.core.zones.deals import count_pieces
from twingkit.core.zones.declaration import PlayedPiece
from twingkit.core.zones.views import table_view

WHOLE = (
    "cards: p1 hand A1 B3 2 won C3 A2 points 10; p2 hand 4; deck-top A6; deck-bottom B2; trick p2=C4; "
    "trump B; open_hands; to move p2"
)


def test_a_line_lays_out_a_table_and_is_written_again() -> None:
    seen = LINES.parse(WHOLE)
    assert LINES.format_position(seen) == WHOLE
    assert LINES.parse(LINES.format_position(seen)) == seen
    table = LINES.build_table(seen)
    assert (table.players[0].hand, table.players[0].won) == (["A1", "B3"], ["C3", "A2"])
    assert (table.trick, table.trump, table.open_hands, table.current) == (
        [PlayedPiece(1, "C4")],
        "B",
        True,
        1,
    )
    assert (table.deck.known_top, table.deck.known_bottom, table.deck.pieces_known_to(0)) == (
        ("A6",),
        ("B2",),
        ["A6", "B2"],
    )
    assert LINES.zones_to_deal(seen) == ((0, "hand", 2), (1, "hand", 4))
    assert count_pieces(table, CARDS).total() == len(CARDS.all_pieces)


@pytest.mark.parametrize("deck", ["A1 A2 A2", ""])
def test_a_deck_may_be_named(deck: str) -> None:
    line = f"cards: p1 hand B1; p2 hand B2; {f'deck {deck}'.strip()}; to move p1"
    assert LINES.format_position(LINES.parse(line)) == line
    assert LINES.build_table(LINES.parse(line)).deck.shuffled_cards() == deck.split()


@given(MOVES, st.integers(0, 2), st.integers(0, 99))
def test_what_a_seat_sees_is_a_line_that_can_be_played_from(
    moves: list[tuple[str, int, int, int]], seat: int, seed: int
) -> None:
    seen = table_view(moved(table_of("A1", "B1", "C1"), moves, random.Random(seed)), seat, NAMES)
    again = LINES.parse(LINES.format_position(seen))
    for zone in seen.zones:
        if zone.name == "hand":
            there = again.zone(zone.name, zone.seat)
            assert (sorted(there.known_pieces), there.hidden_count) == (
                sorted(zone.known_pieces),
                zone.hidden_count,
            )


@pytest.mark.parametrize(
    ("line", "key", "fact"),
    [
        ("p1 hand A1 A1 A1; p2", "many", "A1"),
        ("p1 hand X; p2", "piece", "X"),
        ("p2; p1", "seat", "p2"),
        ("p1", "players", 1),
        ("p1; p2; p3; p4; p5", "seat", "p5"),
        ("p1 points x; p2", "value", "points x"),
        ("p1 points 1 2; p2", "value", "points 1 2"),
        ("p1 passing; p2", "part", "p1 passing"),
        ("p1 known A1; p2", "part", "p1 known A1"),
        ("p1 hand 36; p2 hand 1", "unknown", 37),
        ("p1 hand 2; p2 hand 1; deck A1 A2", "unknown", 3),
        ("p1; p2; trick C4 p1=B3", "laid", "C4 p1=B3"),
        ("p1; p2; trick C4", "laid", "C4"),
        ("p1; p2; trick p3=B3", "seat", "p3=B3"),
        ("p1; p2; to move p3", "mover", "p3"),
        ("p1; p2; to move", "mover", ""),
        ("p1; p2; trump B; trump B", "twice", "trump B"),
        ("p1 hand A1 hand A2; p2", "twice", "p1 hand A1 hand A2"),
        ("p1; p2; undealt 3", "part", "undealt 3"),
        ("p1; ; p2", "part", ""),
        ("", "part", ""),
        (f"p1 hand {'A1 ' * 2000}; p2", "long", None),
    ],
)
def test_a_line_that_is_none_is_refused_with_the_part_that_is_wrong(
    line: str, key: str, fact: object
) -> None:
    with pytest.raises(Fault) as fault:
        LINES.parse(f"cards: {line}")
    assert fault.value.key == f"position.{key}"
    assert fact is None or fact in fault.value.facts.values()
    assert fault.value.text("en") != fault.value.text("de")


def test_a_piece_too_many_is_refused_with_the_rule_of_its_box() -> None:
    with pytest.raises(Fault) as fault:
        LINES.parse("cards: p1 hand A1 A1 A1; p2")
    assert str(fault.value) == "the position has A1 3 times; expected at most 2 (ZO-1)"
