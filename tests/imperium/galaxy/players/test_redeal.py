"""Redealing what a seat cannot know: the game looks the same, and what the seat knows stays."""

from __future__ import annotations

import random

import pytest
from imperium.galaxy.table_faults import table_faults
from long_runs import runs

from twingkit.core.knowledge import messages_in_every_language
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.imperium.galaxy.players import PLAYERS
from twingkit.imperium.galaxy.players.known_table import find_rating_fault, redeal_hidden_cards
from twingkit.imperium.galaxy.starts import new_game
from twingkit.imperium.galaxy.table.card_drawing import discard_action_card, move_action_card
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit.imperium.galaxy.trade.promissory_notes import give_note, return_note
from twingkit.players.policies import computer_player


def dealt(game: Game, seat: int, seed: int) -> Game:
    """Return the game with another deal for a seat."""
    return game.with_change(lambda table: redeal_hidden_cards(table, seat, random.Random(seed)))


def moments(players: str | int, seed: int, part: float) -> list[Game]:
    """Yield some moments of a game of random answers at which something can be redealt."""
    game, rng, found = new_game(players, seed=seed), random.Random(seed), list[Game]()
    while (question := game.question) is not None and game.table.round < 4:
        if (
            rng.random() < part
            and not isinstance(question, ChanceQuestion)
            and find_rating_fault(game) is None
        ):
            found.append(game.copy())
        game.answer_randomly(rng)
    return found


@pytest.mark.parametrize(("players", "seed"), runs([("short", 1), (4, 2)], [(n, n) for n in range(3, 7)]))
def test_IM_VIEW_1_every_deal_looks_the_same_and_has_the_same_cards(players: str | int, seed: int) -> None:
    other_hands = 0
    for game in moments(players, seed, 0.05):
        seat = game.question.player
        twin = dealt(game, seat, seed)
        assert twin.view(seat) == game.view(seat)
        assert list(twin.question.options()) == list(game.question.options())
        assert messages_in_every_language(twin, seat) == messages_in_every_language(game, seat)
        assert table_faults(twin.table, game.start.decks) == table_faults(game.table, game.start.decks)
        other_hands += twin.table.key() != game.table.key()
        twin.answer_randomly(random.Random(seed))
    assert other_hands > 5


@pytest.mark.parametrize("players", runs(["short"], ["short", 3, 5]))
def test_IM_VIEW_1_a_game_of_players_goes_on_from_every_deal(players: str | int) -> None:
    game = new_game(players, seed=6, explain=False)
    seated = [computer_player(game.start, "steady", seat) for seat in range(game.start.seats)]
    reached = 0
    while (question := game.question) is not None and len(game) < 160:
        if len(game) % 9 == 0 and find_rating_fault(game) is None:
            twin = dealt(game, question.player, len(game))
            others = [PLAYERS["greedy"](seat) for seat in range(game.start.seats)]
            for _ in range(20):
                if twin.question is not None:
                    twin.answer(others[twin.question.player](twin))
            reached += 1
        game.answer(seated[question.player](game))
    assert reached > 8


def table_of_three() -> GameTable:
    """Return a table on which each of three players holds three action cards."""
    table: GameTable = new_game(3, seed=8).table
    cards = ["fs", "sh", "lucky", "plague", "mb", "bunker", "uprising", "fs", "insub"]
    for player in table.players:
        player.action_cards = tuple(sorted(cards[3 * player.seat : 3 * player.seat + 3]))
        for card in player.action_cards:
            table.action_deck.take(card)
    return table


def hands(table: GameTable, seat: int, other: int) -> list[tuple[str, ...]]:
    """Return the hands of another player in many deals for a seat."""
    found = []
    for seed in range(30):
        twin = table.copy()
        redeal_hidden_cards(twin, seat, random.Random(seed))
        found.append(twin.players[other].action_cards)
    return found


def test_IM_VIEW_1_an_action_card_that_was_handed_over_stays_for_both_and_for_nobody_else() -> None:
    table = table_of_three()
    move_action_card(table, 0, 1, "sh")
    assert all("sh" in hand for hand in hands(table, 0, 1))
    assert not all("sh" in hand for hand in hands(table, 2, 1))
    discard_action_card(table, 1, "sh")
    assert table.players[1].pieces_known_to(0, "action_cards") == []
    assert not all("sh" in hand for hand in hands(table, 0, 1))


def test_IM_VIEW_1_a_hand_that_was_looked_at_stays_until_a_card_goes_on_unseen() -> None:
    table = table_of_three()
    table.players[1].show("action_cards", 0)
    assert set(hands(table, 0, 1)) == {table.players[1].action_cards}
    move_action_card(table, 1, 2, table.players[1].action_cards[0])
    assert len(set(hands(table, 0, 1))) > 5


def test_IM_VIEW_1_of_two_equal_cards_that_were_seen_one_stays_when_a_card_goes_on_unseen() -> None:
    table = table_of_three()
    table.players[1].gain("action_cards", ["mb"])
    table.action_deck.take("mb")
    table.players[1].show("action_cards", 0)
    move_action_card(table, 1, 2, "bunker")
    assert table.players[1].pieces_known_to(0, "action_cards") == ["mb"]
    assert all("mb" in hand for hand in hands(table, 0, 1))


def test_IM_TRADE_6_a_note_that_changed_hands_is_astray_for_the_third_until_it_goes_home() -> None:
    table = new_game(3, seed=8).table
    give_note(table, 0, 1, "ceasefire:p1")
    places = {0: set[bool](), 2: set[bool]()}
    for seed in range(30):
        for seat, found in places.items():
            twin = table.copy()
            redeal_hidden_cards(twin, seat, random.Random(seed))
            assert len(twin.players[1].promissory_notes) == len(table.players[1].promissory_notes)
            found.add("ceasefire:p1" in twin.players[1].promissory_notes)
    assert places == {0: {True}, 2: {True, False}}
    return_note(table, 1, "ceasefire:p1")
    assert "ceasefire:p1" in table.players[0].pieces_known_to(2, "promissory_notes")


def test_IM_STRAT_politics_agendas_stay_where_one_has_laid_them_and_for_nobody_else() -> None:
    table = new_game(3, seed=8).table
    first, second, *_ = table.agenda_deck.shuffled_cards()
    for card in (first, second):
        table.agenda_deck.take(card)
    table.agenda_deck.put_on_top([first], [1])
    table.agenda_deck.put_on_bottom([second], [1])
    for seat, same in ((1, True), (0, False)):
        laid = set()
        for seed in range(30):
            twin = table.copy()
            redeal_hidden_cards(twin, seat, random.Random(seed))
            laid.add((*twin.agenda_deck.known_top, "and", *twin.agenda_deck.known_bottom))
        assert (laid == {(first, "and", second)}) is same


def test_IM_SPACE_15_nothing_is_dealt_anew_in_a_battle_and_something_after_it() -> None:
    game = new_game(seed=2, explain=False)
    seated = [computer_player(game.start, "steady", 20 + seat) for seat in range(3)]
    after = 0
    while game.question is not None:
        question = game.question
        if isinstance(question, BattleQuestion):
            why = find_rating_fault(game)
            assert why is not None
            assert why.text("de") != why.text("en")
            after = 1
        elif after and find_rating_fault(game) is None:
            after = 2
        game.answer(seated[question.player](game))
    assert after == 2
