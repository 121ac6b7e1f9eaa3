"""Declared tables: copies and keys, who knows which piece after which move, redeals and views."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import attrs
import pytest
from core.zones.card_table import BOX, CARDS, NAMES, CardTable, Player, table_of
from hypothesis import given
from hypothesis import strategies as st

from twingkit.core.zones.deals import count_pieces, redeal
from twingkit.core.zones.declaration import PlayedPiece
from twingkit.core.zones.views import fill_view, table_view


def test_a_copy_is_equal_and_independent_in_every_field() -> None:
    table = table_of("A1 A2", "B1")
    table.declared[0], table.trick, table.rulings = "call", [PlayedPiece(0, "C1")], []
    table.players[0].gain("hand", ["C2"], [1])
    twin = table.copy()
    assert twin.key() == table.key() == pickle.loads(pickle.dumps(table)).key()
    assert (twin.rulings, twin.players[0].known_pieces) == (None, table.players[0].known_pieces)
    for holder, other in ((table, twin), *zip(table.players, twin.players, strict=True)):
        for name in holder.declared_fields:
            there = getattr(other, name)
            if isinstance(there, list | dict | set):
                assert there is not getattr(holder, name), name
    before = table.key()
    twin.deck.take("A3")
    twin.declared.clear()
    twin.players[0].remove_face_up("hand", "A1")
    assert table.key() == before != twin.key()


@pytest.mark.parametrize(
    "field", ["deck", "trick", "aside", "trump", "open_hands", "declared", "done", "current"]
)
def test_every_field_of_the_table_is_in_its_key(field: str) -> None:
    table, twin = table_of("A1", "B1"), table_of("A1", "B1")
    if field == "deck":
        twin.deck.take("A3")
    else:
        changed = {"trick": [PlayedPiece(0, "C1")], "aside": ("C1",), "trump": "A", "open_hands": True}
        setattr(twin, field, {**changed, "declared": {1: "x"}, "done": {1}, "current": 1}[field])
    assert twin.key() != table.key()


@pytest.mark.parametrize("gone", ["A1", "A2", "B1"])
def test_who_did_not_see_which_card_left_knows_of_each_one_less(gone: str) -> None:
    table = table_of("", "", "")
    hand = table.players[0]
    hand.gain("hand", ["A1", "A1", "A2"], [1, 2])
    hand.gain("hand", ["B1"])
    hand.remove_unseen("hand", [gone], [2])
    assert hand.pieces_known_to(1) == ["A1"]
    assert Counter(hand.pieces_known_to(2)) == Counter(["A1", "A1", "A2"]) - Counter([gone])


def test_cards_that_it_cannot_have_been_stay_known() -> None:
    hand = table_of("", "").players[0]
    hand.gain("hand", ["A1", "B1", "B2"], [1])
    hand.remove_unseen("hand", ["B1"], may_have_been=lambda card: card[0] == "B")
    assert hand.pieces_known_to(1) == ["A1"]


def test_a_card_that_all_saw_leaving_takes_one_like_it_off() -> None:
    hand = table_of("", "").players[0]
    hand.gain("hand", ["A1", "A1", "B1"], [1])
    hand.remove_face_up("hand", "A1")
    assert hand.pieces_known_to(1) == ["A1", "B1"]
    with pytest.raises(ValueError, match="not in list"):
        hand.remove_face_up("hand", "A2")


def test_a_look_replaces_what_was_known() -> None:
    hand = table_of("A1 B1", "", "").players[0]
    hand.known_pieces = [("hand", "A1", frozenset({1, 2}))]
    hand.show("hand", 1)
    assert (hand.pieces_known_to(1), hand.pieces_known_to(2)) == (["A1", "B1"], ["A1"])


MOVES = st.lists(
    st.tuples(
        st.sampled_from(("draw", "open", "play", "give", "show", "aside", "top", "beneath")),
        st.integers(0, 2),
        st.integers(0, 1),
        st.integers(0, 5),
    ),
    max_size=25,
)


def moved(table: CardTable, moves: Sequence[tuple[str, int, int, int]], rng: random.Random) -> CardTable:
    """Return a table after some moves; a move is skipped if the player has no card for it or the deck is
    empty."""
    for verb, seat, to, place in moves:
        player, other = table.players[seat], table.players[(seat + 1 + to) % 3]
        hand = player.hand
        if verb in ("draw", "open") and table.deck.shuffled_count:
            card = rng.choice(table.deck.shuffled_cards())
            table.deck.take(card)
            player.gain("hand", [card], range(3) if verb == "open" else ())
        elif hand and verb == "play":
            card = hand[place % len(hand)]
            player.remove_face_up("hand", card)
            table.trick.append(PlayedPiece(seat, card))
        elif hand and verb == "give":
            card = hand[place % len(hand)]
            player.remove_unseen("hand", [card], [other.seat])
            other.gain("hand", [card], [seat])
        elif verb == "show":
            player.show("hand", other.seat)
        elif hand and verb in ("aside", "top", "beneath"):
            card = hand[place % len(hand)]
            player.remove_unseen("hand", [card])
            if verb == "aside":
                table.aside = (*table.aside, card)
            elif verb == "top":
                table.deck.put_on_top([card], [seat])
            else:
                table.deck.put_on_bottom([card], [seat])
    return table


@given(MOVES, st.integers(0, 2), st.integers(0, 99))
def test_a_deal_keeps_the_box_the_sizes_and_all_that_a_seat_knows(
    moves: list[tuple[str, int, int, int]], seat: int, seed: int
) -> None:
    table = moved(table_of("", "", ""), moves, random.Random(seed))
    assert count_pieces(table, CARDS) == Counter(BOX)
    for player in table.players:
        for other in range(3):
            assert not Counter(player.pieces_known_to(other)) - Counter(player.hand)
    twin = table.copy()
    redeal(twin, seat, random.Random(seed))
    assert count_pieces(twin, CARDS) == Counter(BOX)
    assert table_view(twin, seat, NAMES) == table_view(table, seat, NAMES)


@given(MOVES, st.integers(0, 2), st.integers(0, 99))
def test_deals_of_a_table_and_of_one_that_looks_alike_are_equal(
    moves: list[tuple[str, int, int, int]], seat: int, seed: int
) -> None:
    table = moved(table_of("A1 A2 B1", "A1 B2 C3", "A4 C5 C6"), moves, random.Random(seed))
    twin = table.copy()
    redeal(twin, seat, random.Random(seed + 1))
    for one in (table, twin):
        redeal(one, seat, random.Random(seed))
    hands = [[player.hand for player in one.players] for one in (table, twin)]
    assert hands[0] == hands[1]
    assert (table.aside, table.deck.key()) == (twin.aside, twin.deck.key())


def test_a_deal_takes_back_marks_and_deals_what_lies_face_down() -> None:
    table = table_of("A1", "B1 B2", aside="C1 C2")
    table.players[0].passing = table.players[1].passing = True
    deals = []
    for seed in range(20):
        twin = table.copy()
        redeal(twin, 0, random.Random(seed))
        deals.append(twin.aside)
        assert (twin.players[0].passing, twin.players[1].passing) == (True, False)
    assert len(set(deals)) > 10
    redeal(table, 0, random.Random(1), kept_zones=["aside"])
    assert table.aside == ("C1", "C2")
    with pytest.raises(ValueError, match="no zone 'besides'"):
        redeal(table, 0, random.Random(1), kept_zones=["besides"])


def test_a_hand_that_rules_limit_is_dealt_as_they_say() -> None:
    def one_suit(player: Any, zone: str, kept: Any, unseen: list[Any], count: int) -> list[Any]:
        dealt = [card for card in unseen if card[0] == "B"][:count]
        for card in dealt:
            unseen.remove(card)
        return dealt

    table = table_of("A1", "B1 B2")
    redeal(table, 0, random.Random(3), deal_pieces=one_suit)
    assert [card[0] for card in table.players[1].hand] == ["B", "B"]
    assert count_pieces(table, CARDS) == Counter(BOX)


@attrs.frozen
class Open:
    """A view of a player's public zones."""

    hand_count: int
    won: tuple[str, ...]
    points: int


@attrs.frozen
class Own:
    """A player's view of its own table."""

    player: int
    hand: tuple[str, ...]
    trick: tuple[PlayedPiece, ...]
    deck_count: int


def test_a_view_is_filled_by_the_names_of_its_fields() -> None:
    table = table_of("A1 A2", "B1")
    assert fill_view(Open, table.players[1]) == Open(1, (), 0)
    assert fill_view(Own, table, table.players[0], player=0) == Own(0, ("A1", "A2"), (), 33)


@pytest.mark.parametrize("field", ["hand", "passing", "known", "nothing"])
def test_a_view_cannot_hold_what_its_reader_may_not_see(field: str) -> None:
    view = attrs.make_class("Leak", [field], frozen=True)
    with pytest.raises(TypeError, match=f"Leak.{field}: Player"):
        fill_view(view, table_of("A1", "B1").players[1])


def test_a_seen_table_tells_no_more_than_its_seat_knows() -> None:
    table = table_of("A1 A2", "B1 B2", aside="C6")
    table.players[0].gain("hand", ["C1"], [1])
    table.deck.put_on_top(["C2", "C3"], [1])
    seen = table_view(table, 1, NAMES)
    assert (seen.zone("hand", 0).known_pieces, seen.zone("hand", 0).hidden_count) == (("C1",), 2)
    assert (seen.zone("deck").known_pieces, seen.zone("deck").hidden_count) == (("C2", "C3"), 31)
    assert (seen.zone("aside").known_pieces, seen.zone("aside").hidden_count) == ((), 1)
    names = {value.name for value in seen.values}
    assert names == {"current", "trump", "open_hands", "done", "points"}
    assert table_view(table, 0, NAMES).zone("deck").known_pieces == ()


def test_a_player_cannot_gain_into_an_invalid_zone() -> None:
    with pytest.raises(ValueError, match=r"Player\.points"):
        Player(0).gain("points", ["A1"])
