"""Copies with redealt hidden cards: what a seat knows stays, and nothing else is used."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import runs

from twingkit import policies, twing
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.core.zones.deals import count_pieces
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.players.lookahead import lookahead_of, rate_answers_by_playouts
from twingkit.twing.players import PLAYERS
from twingkit.twing.players.lookahead import LOOKAHEAD
from twingkit.twing.players.redeal import redeal
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.events import resolve_event
from twingkit.twing.rules.player import CARD_PIECES, MAX_HAND_ELEMENTS
from twingkit.twing.rules.table import TwingTable


def somewhere(seed: int, steps: int, variant: str = "") -> Game | None:
    """Return a game of random players in which a player has to answer, or None if it is over before that."""
    game = twing.new_game(2 + seed % 3, seed=seed, explain=False, variant=variant or "box")
    for _ in range(steps):
        if game.question is None:
            return None
        game.answer_randomly()
    while isinstance(game.question, ChanceQuestion):
        game.roll()
    return game if game.question else None


def cards_of(game: Game) -> Counter:
    lying = count_pieces(game.table, CARD_PIECES)
    return lying + Counter(card for player in game.table.players for card in player.response_cards.cards)


def test_Imperial_Twing_fills_in_the_lookahead() -> None:
    assert lookahead_of(twing.new_game(2, seed=1)) is LOOKAHEAD


@given(st.integers(0, 10_000), st.integers(20, 500), st.sampled_from(["", "secret_lay=true"]))
def test_TW_PLAY_1_a_new_deal_looks_the_same_to_its_seat(seed: int, steps: int, variant: str) -> None:
    game = somewhere(seed, steps, variant)
    if game is None:
        return
    seat = game.question.player
    twin = LOOKAHEAD.sample_hidden_information(game, seat, seed)
    assert twin.view(seat) == game.view(seat)
    assert cards_of(twin) == cards_of(game)
    assert twin.table.stack.shuffled_count == len(twin.table.stack.numbers)
    for player in twin.table.players:
        assert len({spell.element for spell in player.hand}) <= MAX_HAND_ELEMENTS or player.seat == seat
        if game.table.fight is None and game.table.turn_number > 1 and game.table.players[player.seat].hand:
            assert player.hand  # TW-TURN-2


@pytest.mark.parametrize("kind", ["act", "attack", "defend", "respond"])
@pytest.mark.parametrize("players", runs([2], [2, 3, 4]))
def test_TW_PLAY_1_no_rating_depends_on_what_is_hidden(players: int, kind: str) -> None:
    game = twing.new_game(players, seed=players, explain=False)
    while len(game) < 60 or game.question.kind != kind or len(list(game.question.options())) < 2:
        game.answer(PLAYERS["greedy"](1)(game))
    seat = game.question.player
    other = game.with_change(lambda table: redeal(table, seat, random.Random(3)))
    assert other.table.key() != game.table.key()
    assert other.view(seat) == game.view(seat)
    answers = list(game.question.options())[:5]
    assert rate_answers_by_playouts(
        other, playout_count=2, candidate_answers=answers
    ) == rate_answers_by_playouts(game, playout_count=2, candidate_answers=answers)


def test_cards_that_a_seat_has_seen_stay_in_the_hand_until_one_like_it_is_played() -> None:
    game = twing.new_game(3, seed=4, explain=False)
    other = game.table.players[1]
    table = game.table
    seen = Spell("F", 5)
    for card in ("miromon", "cat", "cat", seen):
        if table.stack.count(card):
            table.stack.take(card)
        if isinstance(card, Spell):
            other.gain("hand", [card], [0])
        else:
            other.adjust_response_cards(card, known_to=[0, 2])
    for seed in range(20):
        redeal(table, 0, random.Random(seed))
        assert seen in other.hand
        assert other.miromon == 1
        assert other.cats >= 2
    assert [seen in _dealt_for(table.copy(), 2, seed) for seed in range(20)].count(True) < 20
    redeal(table, 0, random.Random(1))
    other.adjust_response_cards("cat", -1)
    assert other.pieces_known_to(0).count("cat") == 1
    other.remove_face_up("hand", seen)
    assert seen not in other.pieces_known_to(0)


def _dealt_for(table, seat: int, seed: int) -> list[Spell]:
    redeal(table, seat, random.Random(seed))
    return table.players[1].hand


def test_who_does_not_see_which_spell_is_passed_by_chance_is_sure_of_no_spell_of_its_giver() -> None:
    table = twing.position_game("players F W L\np1 hand F3\np2 hand W4\np3 hand L2", rolls="ask").table
    giver, getter, _ = table.players
    giver.gain("hand", [Spell("F", 5)], [1, 2])
    giver.adjust_response_cards("cat", known_to=[1, 2])
    passing = resolve_event(table, giver, "all_pass_random_spell")
    for spell in (None, Spell("F", 3), Spell("W", 4)):
        passing.send(spell)
    with pytest.raises(StopIteration):
        passing.send(Spell("L", 2))
    assert (giver.pieces_known_to(1), giver.pieces_known_to(2)) == (
        [Spell("F", 5), "cat"],
        ["cat", Spell("L", 2)],
    )
    assert getter.pieces_known_to(0) == [Spell("F", 3)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_chances_of_all_seats_add_up_to_one(players: int) -> None:
    game = twing.new_game(players, seed=players, explain=False)
    assert sum(LOOKAHEAD.estimate_win(game, seat) for seat in range(players)) == pytest.approx(1)
    over = policies.play(game, ["greedy"] * players)
    assert sum(LOOKAHEAD.estimate_win(over, seat) for seat in range(players)) == pytest.approx(1)


def test_an_object_more_is_worth_more_and_no_object_is_worth_little_before_an_attack_on_all() -> None:
    game = twing.new_game(2, seed=1, explain=False)
    mine, other = game.table.players
    before = LOOKAHEAD.estimate_win(game, 0)
    mine.active_objects = ("boots",)
    assert LOOKAHEAD.estimate_win(game, 0) > before
    other.active_objects = ("cup", "hat", "teddy")
    exposed = game.copy()
    third = LOOKAHEAD.estimate_win(game, 1)
    other.active_objects = ("cup", "hat")
    assert LOOKAHEAD.estimate_win(game, 1) < third
    exposed.table.players[0].active_objects = ()
    exposed.table.players[1].active_objects = ("cup", "hat", "teddy")
    assert LOOKAHEAD.estimate_win(exposed, 0) < LOOKAHEAD.estimate_win(game, 0) / 2


def test_hands_of_a_typed_battle_are_open_and_stay() -> None:
    game = twing.battle_game("F: F5 vs W: W6 & cat").give_answers("lay F5")
    assert LOOKAHEAD.sample_hidden_information(game, 1, 1).table.key() == game.table.key()
    assert rate_answers_by_playouts(game, playout_count=2).rows


def test_TW_TURN_4_a_redealt_hand_keeps_its_size_though_few_spells_of_its_elements_are_left() -> None:
    def with_few_spells(table: TwingTable) -> None:
        table.players[1].hand = [Spell("A", 2)] * 6
        table.stack = DeckWithKnownEnds([Spell("F", 1), Spell("W", 1), Spell("L", 1)])

    game = twing.new_game(2, seed=1).with_change(with_few_spells)
    for seed in range(40):
        twin = game.with_change(lambda table, seed=seed: redeal(table, 0, random.Random(seed)))
        hand = twin.table.players[1].hand
        assert len(hand) == 6
        assert len({spell.element for spell in hand}) <= MAX_HAND_ELEMENTS
