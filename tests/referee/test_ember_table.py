"""A table of Ember: cards that are put in an order unseen, a card of another hand, the round after a call."""

from __future__ import annotations

import pytest
from referee.typed_lines import said_lines, typed

from twingkit import ember, policies
from twingkit.referee import Referee
from twingkit.referee.repairs import swapped
from twingkit.referee.ways import ways


def random_table(players: int, seed: int, until: str) -> Referee:
    """A table at which a game of random players was typed up to a line."""
    full = policies.play(ember.new_game(players, seed=seed), ["random"] * players)
    return typed(full, said_lines(full), until)


@pytest.mark.parametrize(
    ("one", "other", "after"), [("A8", "A2", "order A2 A7 *"), ("A8", "*", "order * A7 A8")]
)
def test_cards_that_change_places_do_so_in_every_word(one: str, other: str, after: str) -> None:
    assert swapped("order A8 A7 *", one, other) == after


def test_EM_ABIL_7_cards_put_in_an_order_unseen_keep_their_places_where_one_of_them_is_another() -> None:
    table = random_table(4, 56, "p1: shows A2 W6")
    assert any(line == "p1: order ? ? ?" for line in table.lines)
    table.tell("p1: shows A2 W6")
    assert {"A2", "W6"} <= set(table.known(0))


def test_EM_ABIL_7_a_card_that_is_picked_out_of_a_hand_lay_in_that_hand() -> None:
    table = random_table(4, 7, "p1: pick E8")
    assert "E8" not in table.known(1)
    table.tell("p1: pick E8")
    assert "E8" in table.known(1)
    assert "E8" not in table.known(0)


def test_EM_CALL_3_after_a_call_nobody_calls_or_passes_for_a_turn() -> None:
    table = random_table(2, 7, "p1: call")
    assert "call" in {way.text for way in ways(table)}
    table.tell("p1: call")
    assert table.question is not None
    assert table.question.kind == "last"
    said = {way.text for way in ways(table)}
    assert "pass" in said
    assert said.isdisjoint({"call", "turn"})
