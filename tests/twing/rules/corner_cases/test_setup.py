"""Corner cases of the box and the set-up: decisions, and the effect of each switch."""

from __future__ import annotations

import random

import pytest
from twing.cases import (
    asks,
    case,
    check_box,
    cited,
    discard,
    entourage,
    hand,
    options,
    ornicles,
    play,
    refused,
    results,
    sentences_of_rule,
)

from twingkit import Refusal, twing
from twingkit.twing.box.box import Box, load_box
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, CROSS, SPIRAL, SUN, Spell
from twingkit.twing.rules.dice import OrnRoll

FIRST_HANDS = (
    *("p1: draw spell F1", "p1: draw spell F2", "p1: draw cat"),
    *("p2: draw spell W1", "p2: draw spell W2", "p2: draw trap"),
    *("p3: draw spell L1", "p3: draw spell L2", "p3: draw cat"),
)
"""Three cards for each of three players, each with a spell."""

DISPLAY = ("object hat", "object bra")


def fresh(players="FWL", variant="box"):
    """Return a game from its first card on; every die and card is an answer."""
    return twing.new_game(players, variant=variant, rolls="ask")


def dealt(players="FWL", variant="box"):
    """Return the game after the cards are dealt and two objects lie open: the roll for the start comes
    next."""
    return play(fresh(players, variant), *FIRST_HANDS[: 3 * len(players)], *DISPLAY)


# The box


def test_TW_BOX_1_four_characters_nine_objects_nine_events_and_138_cards_make_160():
    box = load_box()
    assert (len(CHARACTER_BY_ELEMENT), len(twing.OBJECTS), len(box.event), len(box.cards())) == (4, 9, 9, 138)
    assert len(CHARACTER_BY_ELEMENT) + len(twing.OBJECTS) + len(box.event) + len(box.cards()) == 160
    table = fresh("FWLA").table
    assert table.stack.shuffled_count == 138
    assert table.bank == 30
    assert table.event_stack.shuffled_count == table.object_stack.shuffled_count == 9


@pytest.mark.parametrize("uncoloured", [10, 14, 22, 26])
def test_TW_BOX_5_another_deck_is_played_with_its_own_cards(uncoloured):
    each = (138 - uncoloured) // 4
    lines = [
        "box own",
        "spells " + " ".join(f"{letter}9*{each - 10}" for letter in "FWLA"),
        "creatures " + " ".join(f"{letter}1*10" for letter in "FWLA"),
        f"others cat*{uncoloured - 5} miromon trap*4",
        f"events {' '.join(load_box().event_effects)}",
        "colours "
        + " ".join(f"{name}={colour}" for name, colour in sorted(load_box().object_colours.items())),
    ]
    game = twing.new_game("FW", box=Box.from_record_lines(lines), rolls="ask")
    game.answer("draw spell F9")
    assert hand(game, "p1") == "spell F9"
    assert refused(game, "draw spell F5") == "TW-BOX-5"
    assert refused(fresh("FW"), "draw spell F9") == "TW-BOX-5"


def test_TW_BOX_3_the_die_has_nine_numbers_and_three_symbols_each_once():
    class Twelfths(random.Random):
        """Return 0, 1/12, 2/12 … in turn."""

        at = 0

        def random(self) -> float:
            self.at += 1
            return (self.at - 1) / 12

    rng, question = Twelfths(), OrnRoll(0, "mage")
    faces = [question.random_answer(rng) for _ in range(12)]
    assert sorted(faces) == sorted([*range(-4, 5), SUN, CROSS, SPIRAL])
    assert sum(face < 0 and face != CROSS for face in faces) == 4
    assert sorted(question.options()) == sorted(faces)


SPIRAL_ATTACK = ("p1: attack p2", "p1: lay F5", "p2: lay W4", "p1: roll Spiral", "p2: roll 0")


def test_TW_BAT_8_a_spiral_draws_an_event_and_without_events_it_is_only_a_0():
    game = play(case("FW", p1="hand F5", p2="hand W4"), *SPIRAL_ATTACK)
    assert asks(game) == "p1 pick_event"
    assert len(options(game)) == 9

    game = play(case("FW", p1="hand F5", p2="hand W4", variant="box events=false"), *SPIRAL_ATTACK)
    assert cited(game, "TW-BAT-8") == ["TW-BAT-8 no_events mage"]
    assert results(game) == [("attacker", (5, 4))]
    assert game.table.event_stack.shuffled_count == 0


def test_TW_TURN_6_an_empty_middle_pays_nothing_and_payments_return_to_it():
    rich = {"p1": "hand F5; ornicles 25", "p2": "hand W4; ornicles 5"}
    fight = ("p1: attack p2", "p1: lay F5", "p2: lay W4", "p1: roll 0", "p2: roll 0")
    game = play(case(**rich), *fight)
    assert results(game) == [("attacker", (5, 4))]
    assert ornicles(game) == [25, 5]
    assert cited(game, "TW-TURN-6", "TW-BAT-18") == ["TW-TURN-6 empty mage"]
    assert "no Ornicle left" in sentences_of_rule(game, "TW-TURN-6")[0]

    game = play(case(**rich, table="phase action; display hat"), "p1: buy hat")
    assert game.table.bank == 5

    game = play(case(**rich, variant="box unlimited_bank=true"), *fight)
    assert ornicles(game) == [26, 5]
    assert cited(game, "TW-TURN-6", "TW-BAT-18") == ["TW-BAT-18 won mage"]


def test_TW_END_1_any_three_objects_open_the_end_game_unless_colours_must_differ():
    red = {"p1": "hand F5; objects boots,socks,teddy", "p2": "hand W4; objects bra"}
    assert "endgame" in options(case(**red))

    game = case(**red, variant="box distinct_colours=true")
    assert refused(game, "endgame") == "TW-END-1"
    with pytest.raises(Refusal) as caught:
        game.answer("endgame")
    assert caught.value.case == "colours"
    mixed = {"p1": "hand F5; objects boots,cup,hat", "p2": "hand W4; objects bra"}
    assert "endgame" in options(case(**mixed, variant="box distinct_colours=true"))


# Setting up


def test_TW_SET_1_characters_come_by_chance_each_once_or_are_chosen():
    game = twing.new_game(3, rolls="ask")
    assert asks(game) == "p1 pick_character"
    assert options(game) == ["character F", "character W", "character L", "character A"]
    play(game, "p1: character L")
    assert options(game) == ["character F", "character W", "character A"]
    play(game, "p2: character A", "p3: character F")
    assert asks(game) == "p1 draw"
    assert sentences_of_rule(game, "TW-SET-1") == [
        "Player 1 plays the Sorceress.",
        "Player 2 plays the Warlock.",
        "Player 3 plays the Mage.",
    ]
    assert sentences_of_rule(game, "TW-SET-1", "de")[0] == "Platz 1 spielt die Zauberin."
    assert asks(fresh("FW")) == "p1 draw"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_TW_BOX_1_two_to_four_play(players):
    assert len(twing.new_game(players, seed=1).table.players) == players


NO_SPELL = ("p1: draw cat", "p1: draw creature W2M", "p1: draw trap")


def test_TW_SET_3_the_three_cards_stay_and_only_the_refill_is_discarded():
    game = play(fresh("FW"), *NO_SPELL)
    assert asks(game) == "p1 draw"
    play(game, "p1: draw creature F1", "p1: draw cat", "p1: draw miromon", "p1: draw spell L2")
    assert asks(game) == "p2 draw"
    assert hand(game, "p1") == "spell L2 cat trap"
    assert entourage(game, "p1") == "W2M"
    assert discard(game) == "cat creature F1 miromon"
    assert cited(game, "TW-SET-3", "TW-TURN-2") == [
        "TW-SET-3 no_spell mage",
        "TW-SET-3 creature_set_aside mage",
        *["TW-SET-3 set_aside mage"] * 2,
        "TW-SET-3 found mage",
    ]
    assert cited(game, "TW-SET-1")[2:] == [
        "TW-SET-1 drawn mage",
        "TW-SET-1 creature mage",
        "TW-SET-1 drawn mage",
    ]


def test_TW_VAR_13_without_the_refill_a_hand_may_start_without_a_spell():
    game = play(fresh("FW", "box setup_refill=none"), *NO_SPELL)
    assert asks(game) == "p2 draw"
    assert hand(game, "p1") == "cat trap"
    assert cited(game, "TW-SET-3") == []


def test_TW_VAR_13_a_mulligan_shuffles_all_three_back_once():
    game = play(fresh("FW", "box setup_refill=mulligan"), *NO_SPELL)
    assert cited(game, "TW-VAR-13") == ["TW-VAR-13 mulligan mage"]
    assert (hand(game, "p1"), entourage(game, "p1"), game.table.stack.shuffled_count) == ("", "", 138)
    play(game, *NO_SPELL)  # no spell this time either, and no second mulligan
    assert asks(game) == "p2 draw"
    assert (hand(game, "p1"), entourage(game, "p1"), discard(game)) == ("cat trap", "W2M", "")


def test_TW_SET_2_nobody_starts_with_an_ornicle_unless_the_switch_gives_one():
    game = dealt("FW")
    assert ornicles(game) == [0, 0]
    assert game.table.bank == 30
    assert game.table.object_display == ("hat", "bra")

    game = dealt("FW", "box start_ornicles=1")
    assert ornicles(game) == [1, 1]
    assert game.table.bank == 28
    assert [at for at in cited(game, "TW-SET-2") if "ornicle" in at] == [
        "TW-SET-2 ornicle mage",
        "TW-SET-2 ornicle witch",
    ]


def test_TW_SET_2_the_display_is_cited_by_the_rule_of_the_set_up():
    game = dealt("FW")
    assert sentences_of_rule(game, "TW-SET-2") == [
        "This object is turned face up and lies in the display: Hat of Opportunity.",
        "This object is turned face up and lies in the display: Bra of Destiny.",
    ]
    assert cited(game, "TW-OBJ-1") == []
    assert (game.question.kind, game.question.rule) == ("roll", "TW-SET-4")


@pytest.mark.parametrize("symbol", ["Sun", "Cross", "Spiral"])
def test_TW_SET_4_a_symbol_ranks_below_every_number_and_calls_no_event(symbol):
    game = play(dealt(), f"p1: roll {symbol}", "p2: roll -4", f"p3: roll {symbol}")
    assert cited(game, "TW-SET-4")[-1] == "TW-SET-4 starts witch"
    assert game.table.event_stack.shuffled_count == 9
    assert asks(game) == "p2 direction"


def test_TW_SET_4_only_the_tied_roll_again_and_all_do_when_nobody_has_a_number():
    game = play(dealt(), "p1: roll Sun", "p2: roll Cross", "p3: roll Spiral")
    assert cited(game, "TW-SET-4")[-1] == "TW-SET-4 symbols"
    assert rerolled(game) == ("mage", "witch", "sorceress")
    play(game, "p1: roll 3", "p2: roll -1", "p3: roll 3")
    assert cited(game, "TW-SET-4")[-1] == "TW-SET-4 tie"
    assert sentences_of_rule(game, "TW-SET-4")[-1] == "The Mage and the Sorceress are tied and roll again."
    assert sentences_of_rule(game, "TW-SET-4", "de")[-1] == (
        "Gleichstand zwischen dem Magier und der Zauberin: Es wird noch einmal gewürfelt."
    )
    play(game, "p1: roll Cross", "p3: roll Sun")  # symbols again: still only these two
    assert rerolled(game) == ("mage", "sorceress")
    assert sentences_of_rule(game, "TW-SET-4")[-1].endswith(" The Mage and the Sorceress roll again.")
    play(game, "p1: roll -2", "p3: roll -3")
    assert asks(game) == "p1 direction"
    assert cited(game, "TW-SET-4")[-1] == "TW-SET-4 starts mage"


def rerolled(game):
    """Return the players who roll again, according to the latest ruling."""
    return game.rulings[-1].facts["cards"]


def test_TW_SET_4_with_ranked_symbols_the_sun_is_highest_and_the_cross_lowest():
    ranked = "box start_symbols=ranked"
    game = play(dealt(variant=ranked), "p1: roll 4", "p2: roll Sun", "p3: roll -4")
    assert asks(game) == "p2 direction"
    game = play(dealt(variant=ranked), "p1: roll Cross", "p2: roll -4", "p3: roll Spiral")
    assert asks(game) == "p2 direction"
    game = play(dealt(variant=ranked), "p1: roll Cross", "p2: roll Cross", "p3: roll Spiral")
    assert asks(game) == "p3 direction"


STARTS = ("p1: roll 1", "p2: roll 2", "p3: roll 3")


@pytest.mark.parametrize(("way", "second"), [("clockwise", "p1"), ("counterclockwise", "p2")])
def test_TW_SET_5_the_direction_is_chosen_before_the_first_card_of_the_first_turn(way, second):
    game = play(dealt(), *STARTS)
    assert options(game) == ["clockwise", "counterclockwise"]
    play(game, f"p3: {way}")
    assert cited(game, "TW-SET-5") == [f"TW-SET-5 {way} sorceress"]
    play(game, "p3: draw cat", "p3: pass", "p3: draw spell L3", "p3: draw spell L3")
    assert asks(game) == f"{second} draw"


def test_TW_VAR_14_the_direction_comes_after_the_first_turn_or_not_at_all():
    turn = ("p3: draw cat", "p3: pass", "p3: draw spell L3", "p3: draw spell L3")
    game = play(dealt(variant="box direction=after_first_turn"), *STARTS, *turn)
    assert asks(game) == "p3 direction"
    play(game, "p3: counterclockwise")
    assert asks(game) == "p2 draw"
    play(game, "p2: draw cat", "p2: pass", "p2: draw spell W3", "p2: draw spell W3")
    assert asks(game) == "p1 draw"

    game = play(dealt(variant="box direction=clockwise"), *STARTS, *turn)
    assert asks(game) == "p1 draw"
    assert cited(game, "TW-SET-5") == []


def test_TW_SET_5_two_players_have_no_direction_to_choose():
    game = play(dealt("FW"), "p1: roll 1", "p2: roll 2")
    assert cited(game, "TW-SET-5") == ["TW-SET-5 two"]
    assert asks(game) == "p2 draw"


def test_TW_SET_1_the_elements_nobody_plays_stay_in_the_stack_unless_they_are_removed():
    game = fresh("FW")
    assert game.table.stack.count(Spell("A", 1)) == 5

    game = fresh("FW", "box unused_elements=removed")
    assert game.table.stack.shuffled_count == 138 - 2 * 30
    assert not any(card.element in "LA" for card in game.table.stack if not isinstance(card, str))
    assert (
        sentences_of_rule(game, "TW-SET-1")[-1]
        == "The cards of elements that nobody plays leave the game: 60."
    )
    assert refused(game, "draw spell A1") == "TW-BOX-1"
    check_box(game)
