"""The German sheet taken literally: all cats and traps of opponents are stopped (TW-VAR-21, TW-VAR-25)."""

from __future__ import annotations

import pytest
from twing.cases import (
    LAID,
    THREE,
    asks,
    attack_all,
    case,
    entourage,
    objects,
    options,
    play,
    refused,
    results,
    rolls,
)

from twingkit import Game, Refusal
from twingkit.twing.players.steady import SteadyPlayer

SOCKS, BOOTS = "socks=everywhere", "boots=everywhere"


def words(game: Game, answer: str) -> tuple[str, str]:
    """Return the message about a refused answer, in both languages."""
    with pytest.raises(Refusal) as caught:
        game.answer(answer)
    return caught.value.text("en"), caught.value.text("de")


# The Socks in the end game


SEATS = {
    "p1": f"hand A5 cat miromon trap; {THREE}",
    "p2": "hand W5; objects socks",
    "p3": "hand L5; entourage L1; objects cup",
}
ON_CREATURE = ("lay A5", "lay W5", "lay L5 + L1", "p1: pass", *rolls("3", "0", "0"))


@pytest.mark.parametrize("answer", ["cat", "miromon attacker", "miromon p2", "miromon p3"])
def test_TW_VAR_21_an_end_game_attacker_plays_no_cat_while_a_defender_has_the_socks(answer):
    free = attack_all(*ON_CREATURE, **SEATS)
    assert (answer in options(free)) == (answer != "miromon p2"), "usually only one die is safe"
    game = attack_all(*ON_CREATURE, variant=SOCKS, **SEATS)
    assert options(game) == ["pass", "trap p3 L1"]
    assert refused(game, answer) == "TW-POW-socks"
    assert words(game, answer) == (
        "The Witch wears the Socks of Certainty: the Mage can use neither cats nor Miromon.",
        "Die Hexe trägt die Socken der Gewissheit, darum kann der Magier weder Katzen noch Miromon "
        "einsetzen.",
    )


def test_TW_VAR_21_the_cats_of_the_other_defenders_stay_free():
    seats = SEATS | {"p1": f"hand A5 cat; {THREE}", "p3": "hand L5 cat miromon; objects cup"}
    game = attack_all(*LAID, *rolls("3", "0", "0"), variant=SOCKS, **seats)
    assert asks(game) == "p3 respond", "the attacker can play nothing"
    assert options(game) == ["pass", "cat", "miromon p3", "miromon attacker"]
    play(game, "p3: cat", "p3: roll 4", "pass*")
    assert results(game) == [("attacker", (8, 5)), ("defender", (8, 9))]


def test_TW_VAR_21_the_socks_of_a_defender_who_has_retired_stop_nothing():
    laid = ("lay A5", "p2: retire", "lay L5 + L1", "p1: pass", "p1: roll 3", "p3: roll 0")
    game = attack_all(*laid, variant=SOCKS, **SEATS)
    assert "cat" in options(game)
    assert "miromon p3" in options(game)


def test_TW_VAR_21_no_two_cats_are_laid_with_an_attack_on_the_socks_and_on_others():
    seats = SEATS | {"p1": f"hand A5 cat*2; {THREE}"}
    free = attack_all("lay A5", variant="two_cats=true", **seats)
    assert asks(free).startswith("p1 ")
    stopped = attack_all("lay A5", variant=f"two_cats=true {SOCKS}", **seats)
    assert asks(stopped).startswith("p2 ")


# The Socks in a battle of two, and out of battle


@pytest.mark.parametrize("variant", ["box", SOCKS])
def test_TW_VAR_21_a_battle_with_the_owner_is_the_same_in_both_readings(variant):
    seats = {"p1": "hand A5 cat trap", "p2": "hand L5; entourage L1; objects socks"}
    game = case("FL", variant=variant, **seats)
    play(game, "attack p2", "lay A5", "lay L5 + L1", "p1: pass", "roll 0", "roll 0")
    assert refused(game, "cat") == "TW-POW-socks"
    own = {"p1": "hand A5 cat; objects socks", "p2": "hand L5"}
    game = play(case("FL", variant=variant, **own), "attack p2", "lay A5", "lay L5", "roll 0", "roll 0")
    assert options(game) == ["pass", "cat"], "the owner may"


def test_TW_VAR_21_a_battle_between_others_knows_only_the_objects_of_its_main_opponents():
    seats = {"p1": "hand A5 cat", "p2": "hand W5", "p3": "hand L5; objects socks"}
    game = case("FWL", variant=SOCKS, **seats)
    play(game, "attack p2", "lay A5", "lay W5", "roll 0", "roll 0")
    assert options(game) == ["pass", "cat"]


@pytest.mark.parametrize("aside", [False, True])
@pytest.mark.parametrize("variant", ["box", SOCKS])
def test_TW_OBJ_3_the_socks_of_others_stop_the_ritual_only_at_the_word_of_the_sheet(variant, aside):
    lie = "objects bra,cup,hat; aside socks" if aside else "objects socks"
    game = case("FW", variant=variant, p1="hand A5 cat*3", p2=f"hand W5; {lie}")
    if variant == "box" or aside:
        play(game, "ritual", "object teddy")
        assert objects(game, "p1") == "teddy"
        return
    assert "ritual" not in options(game)
    assert refused(game, "ritual") == "TW-POW-socks"


def test_TW_OBJ_3_the_owner_of_the_socks_holds_the_ritual():
    game = case("FW", variant=SOCKS, p1="hand A5 cat*3; objects socks", p2="hand W5")
    assert "ritual" in options(game)


# The Boots


CREATURES = {
    "p1": f"hand A5 trap; {THREE}",
    "p2": "hand W5; entourage W1; objects boots",
    "p3": "hand L5; entourage L1; objects cup",
}
ALL_LAID = ("lay A5", "lay W5 + W1", "lay L5 + L1")


def test_TW_VAR_25_an_end_game_attacker_traps_nobody_while_a_defender_has_the_boots():
    free = attack_all(*ALL_LAID, **CREATURES)
    assert options(free) == ["pass", "trap p3 L1"]
    assert refused(free, "trap p2 W1") == "TW-POW-boots"
    stopped = attack_all(*ALL_LAID, *rolls("3", "0", "0"), variant=BOOTS, **CREATURES)
    assert options(stopped) == ["pass"], "no trap was possible before the roll, and none is after it"
    with_cat = CREATURES | {"p1": f"hand A5 cat trap; {THREE}"}
    game = attack_all(*ALL_LAID, *rolls("3", "0", "0"), variant=BOOTS, **with_cat)
    assert options(game) == ["pass", "cat"]
    for answer in ("trap p2 W1", "trap p3 L1", "trap p3 L9"):
        assert refused(game, answer) == "TW-POW-boots"
    assert words(game, "trap p3 L1")[0] == (
        "The Witch wears the Boots of Certitude: the Mage cannot use traps."
    )


def test_TW_VAR_25_the_traps_of_the_other_defenders_stay_free():
    seats = CREATURES | {
        "p1": f"hand A5; entourage A1; {THREE}",
        "p3": "hand L5 trap; objects cup",
    }
    game = attack_all("lay A5 + A1", "lay W5", "lay L5", variant=BOOTS, **seats)
    assert asks(game) == "p3 before_roll"
    assert [answer.split()[0] for answer in options(game)] == ["pass", "trap"]


def test_TW_VAR_25_the_boots_of_a_defender_who_has_retired_stop_nothing():
    game = attack_all("lay A5", "p2: retire", "lay L5 + L1", variant=BOOTS, **CREATURES)
    assert options(game) == ["pass", "trap p3 L1"]


@pytest.mark.parametrize("aside", [False, True])
@pytest.mark.parametrize("variant", ["box", BOOTS])
def test_TW_OBJ_4_the_boots_of_a_third_player_stop_the_capture_only_at_the_word_of_the_sheet(variant, aside):
    lie = "objects bra,cup,hat; aside boots" if aside else "objects boots"
    seats = {"p1": "hand F5 trap", "p2": "hand W4; entourage F3", "p3": f"hand L4; {lie}"}
    game = case("FWL", variant=variant, **seats)
    if variant == "box" or aside:
        play(game, "capture p2 F3")
        assert entourage(game, "p1") == "F3"
        return
    assert not any(option.startswith("capture") for option in options(game))
    assert refused(game, "capture p2 F3") == "TW-POW-boots"
    assert words(game, "capture p2 F3")[1] == (
        "Die Zauberin trägt die Stiefel der Sicherheit, darum kann der Magier keine Fallen einsetzen."
    )


@pytest.mark.parametrize("variant", ["box", BOOTS])
def test_TW_OBJ_4_the_owner_of_the_boots_captures(variant):
    seats = {"p1": "hand F5 trap; objects boots", "p2": "hand W4; entourage F3"}
    game = play(case(variant=variant, **seats), "capture p2 F3")
    assert entourage(game, "p1") == "F3"


@pytest.mark.parametrize("variant", ["box", BOOTS])
def test_TW_VAR_25_a_battle_with_the_owner_of_the_boots_is_the_same_in_both_readings(variant):
    seats = {"p1": "hand A5 cat trap", "p2": "hand L5 trap; entourage L1; objects boots"}
    game = case("FL", variant=variant, **seats)
    play(game, "attack p2", "lay A5", "lay L5 + L1", "roll 0", "roll 0")
    assert refused(game, "trap L1") == "TW-POW-boots"


def test_TW_VAR_25_a_battle_between_others_knows_only_the_objects_of_its_main_opponents():
    seats = {"p1": "hand A5 trap", "p2": "hand W5; entourage W1", "p3": "hand L5; objects boots"}
    game = play(case("FWL", variant=BOOTS, **seats), "attack p2", "lay A5", "lay W5 + W1")
    assert options(game) == ["pass", "trap W1"]


# The players


@pytest.mark.parametrize(
    ("variant", "usable"),
    [("box", (True, True)), (SOCKS, (False, True)), (f"{SOCKS} {BOOTS}", (False, False))],
)
def test_TW_VAR_21_and_25_a_steady_defender_fears_no_card_that_is_stopped(variant, usable):
    seats = {
        "p1": f"hand A5 cat trap; {THREE}",
        "p2": "hand W5; objects boots,socks",
        "p3": "hand L5 cat; entourage L1; objects cup",
    }
    game = attack_all("lay A5", "lay W5", "lay L5 + L1", variant=variant, **seats)
    while asks(game) != "p3 respond":
        game.answer("pass" if game.question.kind != "roll" else 0)
    steady = SteadyPlayer(1)
    insight = steady._insight(game)
    attack = insight.view.battle.sides[0]
    assert steady._can_use_cats_and_traps(insight, attack, insight.view.own_seat) == usable
    assert steady(game) in game.question.options()
