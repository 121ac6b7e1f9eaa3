"""Whole random games, in every length and with every switch: nothing is lost or leaked, no text is
missing."""

from __future__ import annotations

import random

import pytest
from long_runs import runs

from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, ChanceQuestion, Refusal
from twingkit.ember.box.pool import parse_pool
from twingkit.ember.rules.cards import DECK_SIZE
from twingkit.ember.rules.table import EmberTable
from twingkit.ember.starts import new_game, position_game
from twingkit.ember.variants.variant import SWITCHES, Variant
from twingkit.testing.hidden import messages_in_every_language, twin_games
from twingkit.testing.invariants import (
    assert_copy_plays_alike,
    assert_record_restores_game,
    assert_rulings_valid,
    assert_undo_restores,
    play_and_check,
)
from twingkit.testing.perft import state_counts

CHANGED = [f"{key}={str(value).lower()}" for key, values in SWITCHES.values.items() for value in values[1:]]
"""Every value of every switch that is not the box's default."""


def assert_valid(game: Game) -> None:
    """Assert the invariants of every table: all cards, all creatures, paying hands, no question without a
    choice."""
    table: EmberTable = game.table
    held = [card for player in table.players for card in player.hand]
    assert len(held) + table.deck_size + len(table.pile) + len(table.cards_in_transit) == DECK_SIZE
    lying = [owned.id for player in table.players for owned in player.owned]
    if table.step != "setup":
        assert sorted([*table.pool, *lying]) == sorted(table.creatures)
    for player in table.players:
        assert 3 <= player.hand_limit <= 8
        assert player.total == sum(owned.points for owned in player.owned) >= 0
    assert table.archmages_used <= 3
    question = game.question
    if question is not None:
        options = list(question.options())
        assert len(set(options)) == len(options) > 0
        assert question.text("en") != question.text("de")
        if not isinstance(question, ChanceQuestion):
            for option in options[:40]:
                assert question.refusal(option) is None
                assert question.parse_answer(question.format_answer(option)) == option


@pytest.mark.parametrize("variant", ["quick", "box", "long", "very_long", *CHANGED])
def test_a_random_game_keeps_the_laws_and_comes_to_its_end(variant: str) -> None:
    for seed in range(runs(1, 40)):
        players = 2 + (seed + len(variant)) % 4
        line = variant if "=" not in variant else f"quick {variant}"
        game = new_game(players, seed=seed, variant=Variant.parse(line.replace("quick length", "length")))
        play_and_check(game, assert_valid, every=23)
        assert game.result.totals == tuple(player.total for player in game.table.players)
        assert set(game.result.winners) <= set(range(players))
        best = max(game.result.totals)
        assert all(game.result.totals[seat] == best for seat in game.result.winners)
        assert_rulings_valid(game)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_replays_copies_and_goes_back(players: int) -> None:
    game = new_game(players, seed=players, variant="quick")
    while game.question is not None and len(game) < 150:
        game.answer_randomly()
    assert_copy_plays_alike(game.copy(), 40)
    assert_undo_restores(Game.replay(game.record), 30)
    play_and_check(game)
    assert_record_restores_game(game)


def play_quietly(game: Game, spared: set[str]) -> None:
    """Play on to the next turn: the first card comes that is not spared, everybody passes or does the
    least."""
    turn = game.table.turn
    while game.question is not None and game.table.turn == turn:
        question = game.question
        if isinstance(question, ChanceQuestion):
            cards = [card for card in map(str, question.options()) if card not in spared]
            game.answer(cards[0] if cards else next(iter(map(str, question.options()))))
            continue
        quiet = [answer for answer in map(str, question.options()) if answer in ("pass", "stay", "done")]
        game.answer(quiet[0] if quiet else next(iter(map(str, question.options()))))


def test_EM_VIEW_1_what_chance_deals_to_others_and_the_order_of_the_deck_stay_hidden() -> None:
    """EM-WIN-5: the silent passes do not reveal whose hand has an Archmage, or who could conjure."""
    compared = 0
    for seed in range(runs(3, 30)):
        rng = random.Random(seed)
        game = new_game(2 + seed % 3, rolls="ask", variant="quick")
        while game.question is not None and len(game) < 20 + 9 * seed:
            game.answer_randomly(rng)
        for viewer in range(2):
            for one, other in twin_games(
                game, lambda asked, card, viewer=viewer: asked.kind == "card" and asked.player != viewer
            ):
                spared = {twin.transcript[-1].answer.split()[1] for twin in (one, other)}
                for _ in range(4):
                    if one.table.turn == other.table.turn:
                        assert other.view(viewer) == one.view(viewer)
                        assert messages_in_every_language(other, viewer) == messages_in_every_language(
                            one, viewer
                        )
                        compared += 1
                    play_quietly(one, spared)
                    play_quietly(other, spared)
                    if one.table.pile != other.table.pile or spared & set(one.table.players[viewer].hand):
                        break  # the card has come to light
    assert compared > 100


def test_EM_WIN_2_who_can_do_nothing_is_not_asked() -> None:
    game = new_game(3, seed=8, variant="quick")
    while game.question is not None:
        if game.question.kind in ("respond", "last", "answer"):
            assert (
                len([each for each in map(str, game.question.options()) if each not in ("pass", "turn")]) > 0
            )
        game.answer_randomly()


def test_the_states_after_so_many_answers_are_counted() -> None:
    line = "ember: p1 hand A1 A2 * has wisp imp; p2 hand E5 F5 has griffin boggart; to move p1 conjure"
    assert state_counts(position_game(line), 2) == [14, 452]


def test_a_pool_of_its_own_is_in_the_record() -> None:
    text = "kind,id,value,name_en,name_de,cost,when,effects,assumed\n"
    rows = ["wisp,1,Wisp,Irrlicht,R2,flip,draw 1", "imp,1,Imp,Imp,R2,flip,discard one 1"]
    rows += [f"beast{letter},2,B,B,E3,flip,draw 2" for letter in "abcde"]
    pool = parse_pool(text + "".join(f"creature,{row},\n" for row in rows), "mine.csv", ".csv")
    game = new_game(2, seed=3, pool=pool, variant="quick")
    assert len(game.table.pool) == 5, "three of the larger group, the smaller one as it is"
    play_and_check(game)
    assert game.result.end_reason in ("pool", "stall", "call")
    assert_record_restores_game(game)


@pytest.mark.parametrize("players", [0, 1, 6, "x"])
def test_EM_SET_1_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises((ValueError, Refusal), match="EM-SET-1"):
        new_game(players)


TYPED = """
turn|pass|call|use|use wisp|use dragon|use imp p1|use imp p9|use roc A1|use phoenix wisp wisp|archmage
archmage flip wisp|archmage revive imp|archmage flip p1|draw|draw X9|draw A1|draw A1 pile|draw pile pile
conjure|conjure wisp|conjure nix A1|conjure wisp A1 E2|conjure phoenix * * * *|answer griffin|answer|discard
discard A1 A1|redraw A1|give *|order A1|pick *|flip wisp|from deck|from|stay|done|refresh|card *|card
stolen A1|dealer p9|creature wisp|use use|äöü|*
"""


@pytest.mark.parametrize("seed", range(runs(3, 40)))
def test_whatever_is_typed_is_taken_or_refused_and_never_breaks_the_game(seed: int) -> None:
    texts = ["", " ", *TYPED.strip().replace("\n", "|").split("|")]
    game = new_game(2 + seed % 4, rolls="ask" if seed % 2 else "auto", variant="quick")
    rng = random.Random(seed)
    while game.question is not None:
        if game.table.step == "call" or len(game) % 9 == 0:
            before = game.table.key()
            for text in texts:
                question = game.question
                try:
                    refused = question.refusal(question.parse_answer(text))
                except (Refusal, BadAnswer):
                    continue
                if refused is None:
                    game.copy().answer(text)
            assert game.table.key() == before
        game.answer_randomly(rng)
