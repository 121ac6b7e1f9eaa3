"""The strategy phase: who takes which cards, and the goods on the cards that are left (IM-PICK-1 to 4)."""

import pytest
from imperium.galaxy.game.positions import case, cases, chapter, kind, options, say, sheet

from twingkit.imperium.galaxy.phases.strategy_phase import play_strategy_phase

FOUR = ("sol", "hacan", "letnev", "xxcha")
FIVE = (*FOUR, "jolnar")
SIX = (*FIVE, "yssaril")


def picking(factions=("sol", "hacan", "letnev"), speaker=0, arrange=lambda table: None, short=None):
    """Return a game in which strategy cards are taken."""

    def laid(table):
        table.phase, table.speaker = "strategy", speaker
        arrange(table)

    return chapter(
        play_strategy_phase, laid, factions=factions, short=len(factions) == 3 if short is None else short
    )


def take_all(game):
    """Take the lowest remaining card until everybody has theirs; return the players in order."""
    seats = []
    while kind(game) is not None and kind(game)[0] == "take":
        seats.append(kind(game)[1])
        say(game, options(game)[0])
    return seats


@pytest.mark.parametrize(
    ("factions", "order", "left"),
    [
        (FOUR[:3], [1, 2, 0, 1, 2, 0], 2),
        (FOUR, [1, 2, 3, 0, 1, 2, 3, 0], 0),
        (FIVE, [1, 2, 3, 4, 0], 3),
        (SIX, [1, 2, 3, 4, 5, 0], 2),
    ],
)
def test_IM_PICK_1_from_the_speaker_clockwise_and_twice_for_three_and_four(factions, order, left):
    game = picking(factions, speaker=1)
    assert take_all(game) == order
    assert sum(game.table.card_goods.values()) == left  # one good on each remaining card: IM-PICK-2
    assert game.table.phase == "action"


def test_IM_PICK_1_a_card_is_taken_once():
    game = say(picking(), "take 4")
    assert case(game, "take 4") == ("IM-PICK-1", "no_choice")
    assert case(game, "take 9") == ("IM-PICK-1", "no_choice")
    assert "take 4" not in options(game)
    say(game, "take 1")
    assert ("IM-PICK-1", "taken") in cases(game)
    assert game.table.players[0].strategy_cards == {4: False}


def test_IM_PICK_2_the_goods_go_to_who_takes_the_card_and_others_grow():
    game = picking(arrange=lambda table: table.card_goods.update({7: 2, 8: 1}))
    say(game, "take 7")
    assert game.table.players[0].goods == 2
    assert ("IM-PICK-2", "goods") in cases(game)
    say(game, "take 1", "take 2", "take 3", "take 4", "take 5")
    assert game.table.card_goods == {8: 2, 6: 1}


def test_IM_PICK_3_after_eliminations_a_game_of_five_still_takes_one_card_each():
    def arrange(table):
        table.players[3].is_eliminated = True

    assert take_all(picking(FIVE, arrange=arrange)) == [0, 1, 2, 4]


def test_IM_PICK_4_the_lowest_own_card_counts_exhausted_or_not():
    def arrange(table):
        sheet(table, 0, strategy_cards={3: False, 8: False})
        sheet(table, 1, strategy_cards={2: True, 7: False})
        sheet(table, 2, strategy_cards={1: False, 4: False})

    table = picking(arrange=arrange).table
    assert table.initiative_order == [2, 1, 0]


def test_IM_PICK_4_naalu_is_first_with_its_zero():
    game = picking(("sol", "naalu", "letnev"), short=True)
    say(game, "take 1", "take 8", "take 2", "take 3", "take 7", "take 4")
    assert game.table.initiative_order == [1, 0, 2]
    assert game.table.current == 1


def test_IM_PICK_4_the_action_phase_begins_with_the_first_in_initiative():
    game = say(picking(), "take 3", "take 8", "take 2", "take 4", "take 7", "take 5")
    assert game.table.current == 2
