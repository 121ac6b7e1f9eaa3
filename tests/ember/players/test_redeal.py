"""Redealing what a seat cannot know: the table looks the same, and what the seat knows stays."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from ember.at_the_table import dealt, give, start
from long_runs import runs

from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.core.zones.deals import count_pieces
from twingkit.ember.rules.cards import DECK
from twingkit.ember.rules.table import CARDS, EmberTable
from twingkit.ember.starts import new_game


def deals(game: Game, seat: int) -> list[EmberTable]:
    """Return tables with other deals for a seat."""
    return [dealt(game, seat, seed).table for seed in range(30)]


def test_EM_VIEW_1_every_deal_looks_the_same_and_has_the_same_cards() -> None:
    for seed in range(runs(4, 100)):
        players, rng = 2 + seed % 4, random.Random(seed)
        game = new_game(players, seed=seed, variant=("quick", "quick equal=ask pile_order=owner")[seed % 2])
        while (question := game.question) is not None:
            if rng.random() < 0.2 and not isinstance(question, ChanceQuestion):
                seat = question.player
                before = game.table
                twin = dealt(game, seat, seed)
                assert twin.question is not None
                assert twin.view(seat) == game.view(seat)
                assert list(map(str, twin.question.options())) == list(map(str, question.options()))
                assert count_pieces(twin.table, CARDS) == Counter(DECK)
                for player in before.players:
                    assert not Counter(player.pieces_known_to(seat)) - Counter(player.hand)
                twin.answer_randomly(rng)
            game.answer_randomly(rng)


def test_EM_TURN_5_a_card_that_was_taken_openly_stays_until_it_is_laid_down() -> None:
    line = "p1 hand A1 A3 has wyrmling; p2 hand E1 E3; pile F7 F9; to move p1 draw"
    game = give(start(line), "p1: draw pile", "p1: done")
    assert all("F9" in table.players[0].hand for table in deals(game, 1))
    assert any("A1" not in table.players[0].hand for table in deals(game, 1))
    give(game, "p2: stay", "p2: done", "p1: refresh")
    assert game.table.players[0].pieces_known_to(1) == []
    assert all("F9" in table.pile for table in deals(game, 1))


@pytest.mark.parametrize(("use", "known"), [("pixie", "E1 E3"), ("kobold", "A3")])
def test_EM_VIEW_1_a_card_that_a_seat_saw_or_gave_stays(use: str, known: str) -> None:
    line = f"p1 hand A1 A3 has {use}; p2 hand E1 E3; p3 hand F1; to move p1 conjure"
    game = start(line, cards="E1")
    give(game, f"p1: use {use} p2", *(["p1: give A3"] if use == "kobold" else []))
    assert all(set(known.split()) <= set(table.players[1].hand) for table in deals(game, 0))
    assert any(not set(known.split()) & set(table.players[1].hand) for table in deals(game, 2))


def test_EM_ARCH_2_of_two_archmages_that_were_seen_one_stays_known_when_one_is_used() -> None:
    line = "p1 hand A3 has pixie; p2 hand * * A1 has pegasus:down; p3 hand E1; to move p1 conjure"
    game = give(start(line), "p1: use pixie p2", "p1: done", "p2: stay", "p2: archmage revive pegasus")
    hand = game.table.players[1]
    assert (hand.pieces_known_to(0), hand.pieces_known_to(2)) == (["*", "A1"], [])
    assert all(table.players[1].hand == hand.hand for table in deals(game, 0))
    hand.remove_face_up("hand", "*")
    assert hand.pieces_known_to(0) == ["A1"]


def test_EM_ARCH_2_an_announced_archmage_is_in_no_other_hand_while_it_waits_for_answers() -> None:
    line = "p1 hand * A1 has roc:down; p2 hand E1 E3 has griffin; to move p1 conjure"
    game = give(start(line), "p1: archmage revive roc")
    for seed in range(30):
        twin = give(dealt(game, 1, seed), "p2: pass")
        assert count_pieces(twin.table, CARDS) == Counter(DECK)


def test_EM_ABIL_7_of_two_archmages_one_stays_known_when_a_third_player_takes_some_card() -> None:
    line = "p1 hand A3 has pixie; p2 hand * * A1; p3 hand E1 has harpy; to move p1 conjure"
    looked = give(start(line, cards="A1"), "p1: use pixie p2")
    for card in ("*", "A1"):
        hand = looked.copy().table.players[1]
        hand.remove_unseen("hand", [card], [2])
        assert hand.pieces_known_to(0) == ["*"]


def test_EM_ABIL_7_harpy_only_the_two_know_the_card_that_was_taken() -> None:
    game = start("p1 hand A1 has harpy; p2 hand E1 E3; p3 hand F1; to move p1 conjure", cards="E3")
    give(game, "p1: use harpy p2")
    assert all("E3" in table.players[0].hand for table in deals(game, 1))
    assert any("E3" not in table.players[0].hand for table in deals(game, 2))


def test_EM_ABIL_7_centaur_who_ordered_the_deck_knows_who_drew_of_it() -> None:
    line = "p1 hand A1 has centaur; p2 hand E1; p3 hand W1; to move p1 conjure"
    game = give(start(line, cards="F1 F3 F5"), "p1: use centaur", "p1: order F5 F3 F1")
    assert all(table.deck.known_top == ("F5", "F3", "F1") for table in deals(game, 0))
    assert any(table.deck.known_top != ("F5", "F3", "F1") for table in deals(game, 1))
    give(game, "p1: done", "p2: draw", "p2: done")
    assert all("F5" in table.players[1].hand for table in deals(game, 0))
    assert any("F5" not in table.players[1].hand for table in deals(game, 2))


def test_EM_WIN_3_what_others_have_declared_is_no_part_of_a_deal() -> None:
    line = "p1 hand A1 A3 has imp; p2 hand E1 E3 has wisp; to move p1 draw"
    silent = give(start(line), "p1: stay", "p1: pass")
    spoken = give(start(line), "p1: stay", "p1: use imp p2")
    assert [game.question and game.question.player for game in (silent, spoken)] == [1, 1]
    first, second = ([table.key() for table in deals(game, 1)] for game in (silent, spoken))
    assert first == second


def test_EM_WIN_4_who_says_which_of_equal_acts_comes_first_has_seen_them() -> None:
    line = "p1 hand A6 A9 has wisp; p2 hand W5 has imp; p3 hand F5 has gnome; pile E9; to move p2 draw"
    acts = ("p2: stay", "p2: use imp p1", "p3: use gnome", "p1: use wisp")
    game = give(start(line, variant="box equal=ask"), *acts)
    assert game.question is not None
    assert (game.question.kind, game.question.player) == ("first", 1)
    for seed in range(5):
        twin = dealt(game, 1, seed)
        assert twin.table.declared_actions == game.table.declared_actions
        twin.give_answers("first p3")
