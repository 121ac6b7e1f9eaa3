"""Single sentences of the rulebook of Ember: set-up, sets and the turn."""

from __future__ import annotations

import pytest
from ember.at_the_table import (
    allowed_answers,
    creatures_of,
    give,
    hand,
    pass_until,
    pending_question,
    refused,
    start,
)

from twingkit.ember.box.pool import parse_pool
from twingkit.ember.rules.costs import Cost
from twingkit.ember.rules.payments import possible_payments
from twingkit.ember.starts import new_game

# Set-up


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_EM_SET_5_each_player_has_five_cards_and_left_of_the_dealer_begins(players: int) -> None:
    begins = set()
    for seed in range(12):
        game = new_game(players, seed=seed)
        assert [len(player.hand) for player in game.table.players] == [5] * players
        assert (game.table.deck_size, game.table.pile) == (55 - 5 * players, [])
        [dealer] = [entry.answer for entry in game.transcript if entry.kind == "dealer"]
        assert game.table.current == int(dealer.removeprefix("dealer p")) % players
        assert pending_question(game)[0] == f"p{game.table.current + 1}"
        begins.add(game.table.current)
    assert len(begins) > 1, "chance names the dealer"


def test_EM_SET_5_turns_go_to_the_left() -> None:
    game = start("p1 hand A1; p2 hand E1; p3 hand F1; to move p2 draw")
    order = []
    while len(order) < 4:
        order.append(pending_question(pass_until(game, "draw"))[0])
        game.answer("stay")
    assert order == ["p2", "p3", "p1", "p2"]


def test_EM_SET_2_the_deck_is_thirteen_numbers_in_four_elements_and_three_archmages() -> None:
    game = new_game(2, rolls="ask")
    while game.question is not None and game.question.kind != "card":
        game.answer(next(iter(map(str, game.question.options()))))
    assert game.question is not None
    assert set(map(str, game.question.options())) == {f"{e}{n}" for e in "AEFW" for n in range(1, 14)} | {"*"}
    for _ in range(3):
        game.answer("*")
    assert "*" not in set(map(str, game.question.options()))


CROWDED = "kind,id,value,name_en,name_de,cost,when,effects,assumed\n" + "".join(
    f"{'legend' if letter in 'de' else 'creature'},beast{letter},4,B {letter},B {letter},N3,flip,draw 2,\n"
    for letter in "abcde"
)
"""A file with five creatures of one value, two of them with a gold border."""


def test_EM_SET_3_of_a_larger_group_any_three_are_in_play_and_every_player_sees_them() -> None:
    pool = parse_pool(CROWDED, "mine.csv", ".csv")
    seen = set()
    for seed in range(40):
        game = new_game(2, seed=seed, pool=pool)
        assert len(game.table.pool) == 3
        assert game.view(0).pool == game.view(1).pool == tuple(game.table.pool)
        seen |= set(game.table.pool)
    assert seen == {f"beast{letter}" for letter in "abcde"}


def test_EM_SET_3_without_legendary_creatures_the_basic_ones_are_in_play() -> None:
    game = new_game(2, seed=1, pool=parse_pool(CROWDED, "mine.csv", ".csv"), variant="legends=false")
    assert sorted(game.table.pool) == ["beasta", "beastb", "beastc"]


# Sets


@pytest.mark.parametrize(
    ("cards", "cost", "pays"),
    [
        ("F6 E6", "N2", True),
        ("F6 F7", "N2", False),
        ("F2 F3 F4", "R3", True),
        ("W8 A9 A10", "R3", True),
        ("A10 W8 A9", "R3", True),
        ("W8 A9 A11", "R3", False),
        ("W8 A8 A9", "R3", False),
        ("A1 E2 F3", "R3", True),
        ("A11 E12 F13", "R3", True),
        ("A13 E1 F2", "R3", False),
        ("A4 E4 F4 W4", "N4", True),
        ("A4 E4 F4 W5", "N4", False),
        ("A4 E4 F4 *", "N4", True),
        ("W1 W5 W9 W13", "E4", True),
        ("W1 W5 W9 A13", "E4", False),
        ("W1 W5 W9 *", "E4", True),
        ("A12 *", "R2", True),
        ("A5 * E8", "R3", False),
        ("A5 * E7", "R3", True),
        ("A5 * * E8", "R4", True),
        ("A1 * E13", "R3", False),
    ],
)
def test_EM_COST_2_sets_of_the_rulebook_and_invalid_ones(cards: str, cost: str, pays: bool) -> None:
    found = [sorted(payment) for payment in possible_payments(cards.split(), Cost.parse(cost))]
    assert (sorted(cards.split()) in found) is pays


# The turn


def test_EM_TURN_2_drawing_is_optional_and_comes_once() -> None:
    game = start("p1 hand A1 A3; p2 hand E1", cards="A5")
    assert {"draw", "stay", "refresh"} <= set(allowed_answers(game))
    give(game, "p1: draw")
    assert hand(game, 0) == {"A1", "A3", "A5"}
    pass_until(game, "conjure")
    assert not {"draw", "refresh", "stay"} & set(allowed_answers(game))
    assert refused(game, "draw") == "EM-TURN-1"
    assert refused(game, "refresh") == "EM-TURN-1"
    assert hand(pass_until(start("p1 hand A1 A3; p2 hand E1"), "conjure"), 0) == {"A1", "A3"}


def test_EM_TURN_2_with_four_cards_one_draws_without_a_discard_with_five_only_after_one() -> None:
    game = start("p1 hand A1 A3 A5 A7; p2 hand E1", cards="F1")
    assert refused(game, "draw A1") == "EM-TURN-2"
    give(game, "p1: draw")
    assert hand(game, 0) == {"A1", "A3", "A5", "A7", "F1"}
    game = start("p1 hand A1 A3 A5 A7 A9; p2 hand E1", cards="F1")
    assert refused(game, "draw") == "EM-TURN-2"
    assert refused(game, "draw E1") == "EM-TURN-2"
    give(game, "p1: draw A3")
    assert hand(game, 0) == {"A1", "F1", "A5", "A7", "A9"}
    assert game.table.pile == ["A3"]
    assert refused(pass_until(game, "conjure"), "draw A1") == "EM-TURN-1"


def test_EM_TURN_2_above_the_hand_size_still_one_discard_and_one_card() -> None:
    game = start("p1 hand A1 A3 A5 A7 A9 A11 A13; p2 hand E1", cards="F1")
    give(game, "p1: draw A3")
    assert len(hand(game, 0)) == 7
    pass_until(game, "discard")
    give(game, "p1: discard A1 A5")
    assert hand(game, 0) == {"F1", "A7", "A9", "A11", "A13"}


def test_EM_TURN_4_a_refresh_discards_all_cards_and_draws_as_many() -> None:
    game = start("p1 hand A1 A3 *; p2 hand E1", cards="F1 F2 F3")
    give(game, "p1: refresh")
    assert hand(game, 0) == {"F1", "F2", "F3"}
    assert sorted(game.table.pile) == ["*", "A1", "A3"]


def test_EM_TURN_4_a_refresh_of_more_cards_than_the_hand_size_draws_as_many_too() -> None:
    game = start("p1 hand A1 A3 A5 A7 A9 A11; p2 hand E1")
    give(game, "p1: refresh")
    assert len(hand(game, 0)) == 6


def test_EM_TURN_4_the_turn_after_a_refresh_one_conjures_again() -> None:
    game = start("p1 hand A1 E3; p2 hand E1", cards="F1 F2")
    give(game, "p1: refresh")
    pass_until(game, "draw")
    pass_until(give(game, "p2: stay"), "draw")
    pass_until(give(game, "p1: stay"), "conjure")
    give(game, "p1: conjure wisp F1 F2")
    assert creatures_of(game, 0) == {"wisp": True}


def test_EM_CONJ_1_one_creature_a_turn_and_any_of_its_group() -> None:
    line = "p1 hand A5 A6 E6 F6 has faun; p2 hand E1; pool wisp imp gnome dryad; to move p1 conjure"
    game = start(line, cards="A7 E7")
    creatures = {answer.split()[1] for answer in allowed_answers(game) if answer.startswith("conjure")}
    assert creatures == {"wisp", "imp", "gnome", "dryad"}
    give(game, "p1: conjure imp A5 A6")
    assert game.table.pool == ("wisp", "gnome", "dryad")
    for kind in ("respond", "conjure"):
        assert pending_question(game) == ("p1", kind)
        assert refused(game, "conjure gnome E6 F6") == "EM-CONJ-1"
        give(game, "p1: pass" if kind == "respond" else "p1: done")
    assert game.table.current == 1


def test_EM_CONJ_1_what_is_not_in_the_pool_is_not_conjured() -> None:
    game = start("p1 hand A5 A6; p2 hand E1 has wisp; pool imp; to move p1 conjure")
    assert refused(game, "conjure wisp A5 A6") == "EM-CONJ-4"
    assert refused(game, "conjure gnome A5 A6") == "EM-CONJ-4"


def test_EM_CONJ_2_a_glyph_brings_three_cards_even_above_the_hand_size() -> None:
    line = "p1 hand A6 E6 F6 W1 W3 W8; p2 hand E1; to move p1 conjure"
    game = start(line, cards="A1 A2 A3")
    give(game, "p1: conjure dryad A6 E6 F6")
    assert hand(game, 0) == {"W1", "W3", "W8", "A1", "A2", "A3"}
    assert pending_question(pass_until(game, "discard")) == ("p1", "discard")


def test_EM_CONJ_2_paid_cards_are_shown_and_lie_open_on_the_pile() -> None:
    game = start("p1 hand A5 A6 E1; p2 hand E2; pile F9; to move p1 conjure", cards="F1 F2")
    give(game, "p1: conjure wisp A5 A6")
    for viewer in (0, 1):
        assert game.view(viewer).pile == ("F9", "A5", "A6")
        assert [each.id for each in game.view(viewer).seats[0].creatures] == ["wisp"]
    assert game.view(1).hand == ("E2",)
    assert game.view(1).seats[0].hand_count == 3


def test_EM_CONJ_2_each_card_pays_only_once_and_only_as_many_as_the_cost_has() -> None:
    game = start("p1 hand A5 A6 A7 E1; p2 hand E2; to move p1 conjure")
    assert refused(game, "conjure wisp A5 A6 A7") == "EM-CONJ-4"
    assert refused(game, "conjure wisp A5") == "EM-CONJ-4"
    assert refused(game, "conjure wisp A5 E6") == "EM-CONJ-4"
    assert refused(game, "conjure kelpie A5 A5 A6 A6") == "EM-CONJ-4"


def test_EM_TURN_7_the_active_player_discards_down_to_the_hand_size_others_do_not() -> None:
    line = "p1 hand A1 A3 A5 A7 A9 A11 A13; p2 hand E1 E3 E5 E7 E9 E11; to move p1 conjured"
    game = pass_until(start(line), "discard")
    assert pending_question(game) == ("p1", "discard")
    assert refused(game, "discard A1") == "EM-TURN-7"
    assert refused(game, "discard A1 A3 A5") == "EM-TURN-7"
    assert refused(game, "discard A1 E1") == "EM-TURN-7"
    give(game, "p1: discard A13 A1")
    assert hand(game, 0) == {"A3", "A5", "A7", "A9", "A11"}
    assert len(hand(game, 1)) == 6
