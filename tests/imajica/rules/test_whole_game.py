"""Whole random games, two to six Autarchs, every switch: nothing is lost or leaked, no text is missing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from imajica_games import cards_of
from long_runs import runs
from switches import combine_settings

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.imajica.box.decks import deck_from_lines, load_decks
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import current_value
from twingkit.imajica.starts import GameStart, new_game, position_game
from twingkit.imajica.variants.variant import SWITCHES, Variant
from twingkit.imajica.view import GameView
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

NAMES = list(load_decks())


def decks_for(seed: int, players: int) -> list[str]:
    return [NAMES[(seed + place) % len(NAMES)] for place in range(players)]


def all_cards(game: Game) -> None:
    """Assert that every card of every deck is somewhere."""
    start, table = game.start, game.table
    assert isinstance(start, GameStart)
    for player, deck in zip(table.players, start.decks, strict=True):
        assert cards_of(table, player.seat) == Counter(deck.counts)


def assert_valid(game: Game) -> None:
    """Assert the invariants of every table: all cards, unique ones once, areas that fit, questions with
    answers."""
    table: ImajicaTable = game.table
    all_cards(game)
    known = Counter(piece.card.id for piece in table.pieces.values() if piece.card.is_unique)
    paths = {piece.card.id for piece in table.pieces.values() if piece.area == "path"}
    assert {name for name, count in known.items() if count > 1} <= paths
    for piece in table.pieces.values():
        if piece.is_holder:
            assert table.pieces[piece.site].controller == piece.controller
            assert table.pieces[piece.site].area == "state"
        if piece.area in ("on", "path"):
            assert piece.host in table.pieces
        if piece.is_site and piece.area == "state":
            assert table.holders(piece.token), "no Site without a Holder"
        if piece.is_character:
            assert min(current_value(table, piece, stat) for stat in ("magic", "strength", "prime")) >= 0
        assert not piece.saved or table.waiting_acts or table.fight, "saved from one act, not from the next"
    question = game.question
    if question is None:
        return
    assert question.text("en") != question.text("de")
    options = list(question.options())
    assert len(set(options)) == len(options) > 0
    if not isinstance(question, ChanceQuestion):
        for option in options[:60]:
            assert question.refusal(option) is None
            assert question.parse_answer(question.format_answer(option)) == option


@pytest.mark.parametrize(
    "variant",
    ["box", "short", "simple_three", "finals", *combine_settings(CHANGED, runs(2, 1), Variant.parse)],
)
def test_a_random_game_keeps_the_laws_and_comes_to_its_end(variant: str) -> None:
    for seed in range(runs(1, 40)):
        players = 2 + (seed + len(variant)) % (5 if variant == "box" else 2)
        game = new_game(decks_for(seed + len(variant), players), seed=seed, variant=variant)
        play_and_check(game, assert_valid, every=31)
        assert game.result.rounds <= 28, "a Destiny lasts no longer (IJ-BOX-4)"
        assert game.result.end_reason in ("victory", "destiny")
        assert_rulings_valid(game)


def test_no_card_is_lost_between_any_two_answers() -> None:
    for seed in range(runs(2, 20)):
        game = new_game(decks_for(seed, 3), seed=seed, rolls="ask")
        play_and_check(game, all_cards, every=1)


@pytest.mark.parametrize("players", range(2, 7))
def test_a_game_replays_copies_and_goes_back(players: int) -> None:
    game = new_game(decks_for(players, players), seed=players)
    while game.question is not None and len(game) < 260:
        game.answer_randomly()
    assert_copy_plays_alike(game.copy(), 40)
    assert_undo_restores(Game.replay(game.record), 30)
    assert_record_restores_game(game)


QUIET = ("pass", "end", "damage none", "hand keep")
"""Answers that reveal nothing."""


def play_quietly(game: Game, spared: set[str]) -> None:
    """Play on to the next turn: nobody does anything, and the first card comes that is not spared."""
    table: ImajicaTable = game.table
    turn = (table.round, table.phase, table.current)
    while game.question is not None and turn == (table.round, table.phase, table.current):
        options = list(map(game.question.format_answer, game.question.options()))
        cards = [option for option in options if option not in spared]
        game.answer(next((option for option in options if option in QUIET), (cards or options)[0]))
        table = game.table


def test_IJ_TIME_3_a_hidden_card_changes_nothing_that_others_see_while_nobody_acts() -> None:
    compared = 0
    for seed in range(runs(2, 20)):
        rng = random.Random(seed)
        game = new_game(decks_for(seed, 2), rolls="ask")
        while game.question is not None and len(game) < 50 + 10 * seed:
            game.answer_randomly(rng)
        pairs = list(twin_games(game, lambda asked, card: asked.kind == "card" and asked.player == 1))
        for one, other in pairs[-6:]:
            spared = {twin.transcript[-1].answer.split()[1] for twin in (one, other)}
            for _ in range(8):
                assert other.view(0) == one.view(0)
                assert messages_in_every_language(other, 0) == messages_in_every_language(one, 0)
                compared += 1
                play_quietly(one, spared)
                play_quietly(other, spared)
    assert compared > 40


def test_the_states_after_so_many_answers_are_counted() -> None:
    line = "imajica: p1 active gentle gek-a-gek hand pneuma ritual judith"
    sites = "p2 active irish dowd hand sudden-sleep; circle slew/toll-tower@p2 kite-fields; to move p1 ally"
    assert state_counts(position_game(f"{line}; {sites}"), 3) == [2, 10, 66]


def test_IJ_AREA_2_what_others_draw_and_lay_face_down_stays_hidden() -> None:
    compared = 0
    for seed in range(runs(2, 20)):
        rng = random.Random(seed)
        game = new_game(decks_for(seed, 2 + seed % 2), rolls="ask")
        while game.question is not None and len(game) < 40:
            game.answer_randomly(rng)
        for one, other in twin_games(game, lambda asked, card: asked.kind == "card" and asked.player == 1):
            for viewer in [seat for seat in range(2 + seed % 2) if seat != 1]:
                assert other.view(viewer) == one.view(viewer)
                assert messages_in_every_language(other, viewer) == messages_in_every_language(one, viewer)
                compared += 1
    assert compared > 20


def test_IJ_AREA_2_a_path_is_seen_by_its_owner_only_until_it_is_read() -> None:
    seen: list[GameView] = []
    for name in ("salt-wind", "cold-toll"):
        table = ImajicaTable([[name], []])
        site = table.put(table.cards["slew"], 0, "circle")
        path = table.put(table.cards[name], 0, "path", site.token)
        game = new_game(seed=1)
        game.table = table
        assert name in [piece.card_id for piece in game.view(0).pieces]
        seen.append(game.view(1))
        path.known = True
        assert name in [piece.card_id for piece in game.view(1).pieces]
    assert seen[0].pieces == seen[1].pieces


@pytest.mark.parametrize("decks", [[], ["teeth"], ["teeth"] * 7, ["dragons", "teeth"], -1, 1, 7])
def test_other_numbers_of_players_and_unknown_decks_are_refused(decks: int | Sequence[str]) -> None:
    with pytest.raises(Fault, match="IJ-"):
        new_game(decks)


def test_IJ_SET_1_without_decks_the_ready_made_ones_are_played() -> None:
    assert Game.begin("imajica 5").start == new_game(5).start
    for line in ("imajica 7", "imajica", "imajica many"):
        with pytest.raises(Fault, match="2 to 6"):
            Game.begin(line)
    with pytest.raises(Fault, match=r"(?i)a line 'deck …' for each Autarch beside 'imajica 3', found 2"):
        Game.begin("imajica 3\ndeck teeth\ndeck maestros")


@pytest.mark.parametrize("head", ["imajica 3", "imajica: p1 active irish; p2 active dowd; to move p1 ally"])
def test_two_variants_are_counted_in_the_refusal(head: str) -> None:
    with pytest.raises(Fault, match="one line 'variant …', found 2"):
        Game.begin(f"{head}\nvariant short\nvariant short")


def test_an_illegal_deck_is_refused_with_all_its_faults_before_anything_is_dealt() -> None:
    with pytest.raises(Fault, match=r"(?s)60.*Path.*Dominion"):
        new_game([deck_from_lines("mine", ["2 riot"]), "teeth"])


def test_a_custom_deck_is_in_the_record() -> None:
    counts = {**load_decks()["teeth"].counts, "census": 1, "riot": 0}
    deck = deck_from_lines("mine", [f"{count} {name}" for name, count in counts.items() if count])
    game = new_game([deck, "daughters"], seed=3)
    while game.question is not None and len(game) < 60:
        game.answer_randomly()
    assert_record_restores_game(game)
