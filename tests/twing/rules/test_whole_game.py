"""Whole random games: nothing is lost, nobody is stuck, every step cites a rule and can be replayed."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_runs import runs
from switches import combine_settings
from twing.cases import SWITCHED, all_cards

from twingkit import Game, RecordError, twing
from twingkit.core.questions import Question
from twingkit.core.zones.deals import count_pieces
from twingkit.testing.hidden import assert_hides_unseen_answers, assert_looks_alike
from twingkit.testing.invariants import (
    assert_copy_plays_alike,
    assert_record_restores_game,
    assert_rulings_valid,
    play_and_check,
)
from twingkit.twing.rules.cards import Spell
from twingkit.twing.rules.player import OBJECT_PIECES
from twingkit.twing.rules.table import EVENT_PIECES, ORNICLE_COUNT, UNLIMITED_BANK
from twingkit.twing.variants.variant import PRESETS


def check(game: Game) -> None:
    """Check that every card, Ornicle and object exists exactly once and that limits are respected."""
    table = game.table
    assert Counter(all_cards(game)) == Counter(game.start.box.cards())
    ornicles = [player.ornicles for player in table.players]
    assert table.bank + table.staked_ornicles + sum(ornicles) == (
        UNLIMITED_BANK if table.variant.unlimited_bank else ORNICLE_COUNT
    )
    assert min(table.bank, table.staked_ornicles, *ornicles) >= 0
    for player in table.players:
        assert len(player.active_objects) <= 3
        assert not (
            player.has_left
            and (player.hand_size or player.entourage or player.owned_objects or player.ornicles)
        )
    assert count_pieces(table, OBJECT_PIECES) == Counter(twing.OBJECTS)
    events = game.start.box.event_effects if table.variant.events else ()
    assert table.is_in_battle or count_pieces(table, EVENT_PIECES) == Counter(events)
    assert (
        game.over or not game.table.players[game.question.player].has_left or game.question.kind == "hand_out"
    )


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_TW_BOX_1_nothing_is_lost_in_any_preset(players, preset):
    for seed in range(runs(1, 10)):
        game = play_and_check(twing.new_game(players, seed=seed, variant=preset), check)
        assert game.result.end_reason in ("last", "limit")
        assert Game.replay(game.record).result == game.result


@pytest.mark.slow
@pytest.mark.parametrize("variant", combine_settings(SWITCHED, runs(3, 1), twing.Variant.parse))
def test_TW_BOX_1_nothing_is_lost_with_any_switch(variant):
    for players in runs([2 + len(variant) % 2], [2, 3, 4]):
        game = play_and_check(twing.new_game(players, seed=players, variant=variant), check, 11)
        assert game.start.variant != twing.BOX
        again = Game.replay(game.record)
        assert again.record == game.record
        assert again.result == game.result


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_ruling_of_a_game_has_its_rule_and_its_sentence_in_both_languages(players):
    game = twing.new_game(players, seed=players)
    rules = game.start.rulebook()
    while game.question is not None:
        assert game.question.rule in rules
        assert game.question.text("en") != game.question.text("de")
        game.answer_randomly()
    said = assert_rulings_valid(game)
    assert len(said) > 300
    assert said[-1].rule in ("TW-END-7", "TW-PLAY-2")


def test_a_story_is_a_record_that_tells_what_happened():
    game = play_and_check(twing.new_game(2, seed=5), check)
    for lang in ("en", "de"):
        assert Game.replay(game.annotated_record(lang)).record == game.record
    assert "[TW-END-" in game.annotated_record()


# Records


@given(st.integers(0, 10_000), st.integers(2, 4), st.data())
def test_a_record_replays_to_the_same_place_from_anywhere(seed, players, data):
    game = twing.new_game(players, seed=seed)
    for _ in range(data.draw(st.integers(0, 300))):
        if game.question is None:
            break
        game.answer_randomly()
    assert_record_restores_game(game)


@given(st.integers(0, 10_000), st.data())
def test_a_damaged_record_names_its_line_and_keeps_what_came_before(seed, data):
    game = twing.new_game(2, seed=seed)
    while game.question is not None and len(game) < 60:
        game.answer_randomly()
    lines = game.record.splitlines()
    place = data.draw(st.integers(5, len(lines) - 1))
    damaged = [*lines]
    damaged[place] = data.draw(
        st.sampled_from(
            ["p1: nonsense", "p9: pass", "nobody", "p2: draw spell F99", ": ", "p1:", "p1: lay F9"]
        )
    )
    with pytest.raises(RecordError) as caught:
        Game.replay("\n".join(damaged))
    assert caught.value.line == place + 1
    assert caught.value.text("en") != caught.value.text("de")
    assert caught.value.game.record.splitlines() == lines[:place]


# Copies, undo, what if


@given(st.integers(0, 10_000), st.integers(2, 4), st.integers(0, 400))
def test_a_copy_played_on_with_the_same_answers_ends_the_same(seed, players, steps):
    game = twing.new_game(players, seed=seed)
    for _ in range(steps):
        if game.question is None:
            break
        game.answer_randomly()
    assert_copy_plays_alike(game)


# What a player may know


def hidden_twin(game: Game, viewer: int, rng: random.Random) -> Game | None:
    """Return a copy in which another player holds a different card, taken from the stack."""
    twin = game.copy()
    table = twin.table
    others = [player for player in table.players if player.seat != viewer and player.hand]
    spells = [card for card in table.stack if isinstance(card, Spell)]
    if not others or not spells:
        return None
    player = rng.choice(others)
    place = rng.randrange(len(player.hand))
    # Of the same element: discards by TW-TURN-4 reveal how many elements a hand holds.
    same = [card for card in spells if card.element == player.hand[place].element]
    if not same:
        return None
    new = rng.choice(same)
    table.stack.take(new)
    table.stack.shuffle_in(player.hand[place])
    player.hand[place] = new
    special = rng.choice(["cat", "trap"])
    other = "trap" if special == "cat" else "cat"
    if getattr(player, f"{special}s") and table.stack.count(other):
        player.adjust_response_cards(special, -1)
        player.adjust_response_cards(other)
        table.stack.take(other)
        table.stack.shuffle_in(special)
    return twin


@given(st.integers(0, 10_000), st.integers(2, 4), st.integers(10, 400))
def test_TW_PLAY_1_what_a_player_cannot_see_changes_neither_view_nor_questions(seed, players, steps):
    rng = random.Random(seed)
    game = twing.new_game(players, seed=seed, rolls="ask")
    for _ in range(steps):
        if game.question is None:
            return
        game.answer_randomly()
    viewer = rng.randrange(players)
    if (
        game.question is not None
        and game.question.player != viewer
        and game.question.kind.startswith("pick_s")
    ):
        return  # chance picks among cards that are about to be swapped
    twin = hidden_twin(game, viewer, rng)
    if twin is None:
        return
    assert_looks_alike(
        game, twin, viewer, rng, may_pass=_may_pass, revealed_facts=lambda at: at.table.discard_pile
    )


def test_TW_PLAY_1_what_others_draw_changes_nothing_that_a_player_sees_or_hears():
    game = twing.new_game("FWL", seed=5, rolls="ask")
    for _ in range(60):
        game.answer_randomly()

    def unseen(question: Question, card: object) -> bool:
        # of one element: discards reveal a hand of four elements (TW-TURN-4)
        return (
            question.kind == "draw"
            and question.player != 0
            and isinstance(card, Spell)
            and card.element == "F"
        )

    compared = assert_hides_unseen_answers(
        game, 0, unseen, random.Random(5), shown_to_all=lambda at: at.table.discard_pile
    )
    assert compared >= 6


def _may_pass(question: Question) -> bool:
    return question.kind in ("respond", "before_roll", "interrupt", "support", "act")
