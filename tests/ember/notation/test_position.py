"""Positions of Ember in one line: impossible ones, and the text of each fault."""

from __future__ import annotations

import pytest

from twingkit import Fault, Refusal, ember


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("p1 hand 60; p2 hand 5", "0 to 55 cards .*unseen.*; found 65"),
        ("p1 hand A5 50; p2 hand 3; top E3; pile F3", "0 to 52 cards"),
        ("p1 hand 2; p2 hand 2; deck A5 E5 F5", "0 to 3 cards"),
    ],
)
def test_EM_SET_2_a_position_has_no_more_cards_than_the_deck(line: str, said: str) -> None:
    with pytest.raises(Refusal, match=said) as caught:
        ember.position_game(f"ember: {line}")
    assert caught.value.rule == "EM-SET-2"


def test_EM_SET_2_a_position_may_deal_every_card() -> None:
    assert ember.position_game("ember: p1 hand 50; p2 hand 5", seed=1).table.deck_size == 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("p1 hand A5; p2 hand 5; foo", "'foo' is not a part of a position"),
        ("p1 hand A5; p3 hand 5", "'p3 hand 5': the players are not in order"),
        ("p1 hand A5; p2 hand 5; p7 hand 2", "'p7 hand 2': the players are not"),
        ("p1 hand A5 has imp:flying; p2 hand 5", "'imp:flying' is not a creature of"),
        ("p1 hand A5; p2 hand 5; to move p3", "'to move p3': the position has 2 players"),
        (
            "p1 hand A5; p2 hand 5; to move p2 sleep",
            "'to move p2 sleep': expected a player from p1 to p5 and",
        ),
        ("p1 hand A5; p2 hand 5; to move p2; to move p1", "'to move p1': this part of the position appears"),
        ("p1 hand A5; p2 hand 5; pool imp; pool wisp", "'pool wisp': this part of the position appears"),
    ],
)
def test_a_part_that_is_none_is_named_with_what_was_expected(line: str, said: str) -> None:
    with pytest.raises(Fault, match=said) as caught:
        ember.position_game(f"ember: {line}")
    assert "erwartet:" in caught.value.text("de")


def test_the_parts_that_a_fault_offers_are_a_position() -> None:
    with pytest.raises(Fault) as caught:
        ember.position_game("ember: foo")
    offered = [part.split("”")[0] for part in str(caught.value).split("“")[1:] if ";" not in part[:1]]
    assert ember.position_game(f"ember: {'; '.join(offered)}").question is not None
