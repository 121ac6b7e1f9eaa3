"""Choosing cards to lay: riders, the rules shown during the choice, and the odds of a defence."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from widgets.play_tables import buttons, match, panel, read

from twingkit import twing
from twingkit.core.language import localized
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.twing.play.lay import PickedCards, attack_odds_against, spells_in_hand
from twingkit_widgets.twing.play.panel import PlayPanel
from twingkit_widgets.twing.play.words import WORDS

OWN = "p1 hand F6 F3 W2; entourage F4M F2 F4 A1; objects teddy; ornicles 1"
OTHER = "p2 hand W6 W4; entourage W3 W2; objects hat; ornicles 1"


def test_the_hand_lies_by_element_the_strongest_first() -> None:
    view = match("p1 hand W2 A1 F3 F6 W5", "p2 hand W6").view
    assert [spell.token for spell in spells_in_hand(view)] == ["F6", "F3", "W5", "W2", "A1"]


def test_TW_BAT_1_a_mixed_lay_is_told_while_one_chooses_and_cannot_be_laid() -> None:
    play = panel(OWN, OTHER)
    play.do("answer", "attack p2")
    assert ("lay", "") not in buttons(play.html)
    play.do("spell", "0")
    assert "Your cards: 6 points, and your die." in play.html
    assert ("lay", "") in buttons(play.html)
    play.do("spell", "2")
    refusal = play.match.question.refusal(play.ui_state.picks.lay(play.match.view))
    assert refusal.rule == "TW-BAT-1"
    assert refusal.text() in unescape(play.html)
    assert refusal.text() in play.status
    assert ("rule", "lay:rule|TW-BAT-1") in buttons(play.html)
    assert ("lay", "") not in buttons(play.html)
    play.do("lay")
    assert play.error.rule == "TW-BAT-1"
    assert play.ui_state.picks.spells == [0, 2], "nothing is lost"
    play.do("none")
    assert play.ui_state.picks == PickedCards()


def test_TW_BAT_3_a_creature_gets_on_a_chosen_mount_and_off_again() -> None:
    play = panel(OWN, OTHER)
    play.do("answer", "attack p2")
    cards = [card.token for card in play.match.view.own_seat.entourage]
    mount, plain, weak = cards.index("F4M"), cards.index("F4"), cards.index("F2")
    play.do("spell", "0")
    for place in (weak, mount):
        play.do("creature", place)
    assert str(play.ui_state.picks.lay(play.match.view)) == "F6 + F4M>F2"
    assert "✓ </span>Fire 2 rides on Fire 4 (mount)" in play.html
    play.do("ride", f"{weak}>{mount}")
    assert ">Fire 2 rides on Fire 4 (mount)" in play.html
    assert "✓" not in play.html
    assert str(play.ui_state.picks.lay(play.match.view)) == "F6 + F4M F2"
    play.do("creature", plain)
    assert str(play.ui_state.picks.lay(play.match.view)) == "F6 + F4M>F4 F2"
    play.do("ride", f"{weak}>{mount}")
    assert str(play.ui_state.picks.lay(play.match.view)) == "F6 + F4M>F2 F4"
    play.do("creature", mount)
    assert str(play.ui_state.picks.lay(play.match.view)) == "F6 + F4 F2"


@pytest.mark.parametrize(("objects", "choosable"), [("hat", False), ("teddy", True)])
def test_TW_BAT_5_riders_of_a_shield_are_a_choice_only_with_the_Teddy(objects: str, choosable: bool) -> None:
    own = OWN.replace("p1", "p2").replace("teddy", objects)
    play = panel("p1 hand W6; entourage W3", own, "p1: attack p2", "p1: lay W6", seat="p2")
    cards = [card.token for card in play.match.view.own_seat.entourage]
    for token in ("F2", "F4M"):
        play.do("creature", cards.index(token))
    assert ("Fire 2 rides on Fire 4 (mount)" in play.html) == choosable
    play.do("spell", "0")
    assert "Fire 2 rides on Fire 4 (mount)" in play.html


def test_TW_POW_cup_nobody_gets_on_against_its_owner() -> None:
    play = panel(OWN, "p2 hand W6; entourage W3; objects cup")
    play.do("answer", "attack p2")
    cards = [card.token for card in play.match.view.own_seat.entourage]
    play.do("spell", "0")
    play.do("creature", cards.index("F4M"))
    play.do("creature", cards.index("F2"))
    assert play.ui_state.picks.rides == {}
    assert "rides on" not in play.html


def test_TW_END_4_in_an_end_game_attack_a_rider_gets_on_unless_all_defenders_have_the_cup() -> None:
    lines = (
        "p1 hand F6; entourage F4M F2; objects hat,bra,boots",
        "p2 hand W6; objects cup",
        "p3 hand L6; objects teddy",
    )
    play = panel(*lines, players="F W L")
    play.do("answer", "endgame")
    play.do("spell", "0")
    play.do("creature", "0")
    play.do("creature", "1")
    assert play.ui_state.picks.rides == {1: 0}, "against the third player it counts"
    assert "Riders" in play.html, "and it may get off"
    assert play.match.question.refusal(play.ui_state.picks.lay(play.match.view)) is None
    play.do("ride", "1>0")
    assert "Fire 2 may ride on Fire 4 (mount)" in read(play.html)


def test_TW_BAT_1_a_creature_alone_in_an_attack_lacks_a_spell() -> None:
    play = panel(OWN, OTHER)
    play.do("answer", "attack p2")
    play.do("creature", "0")
    assert "Add a spell first" in play.status
    assert "Add a spell first" in play.html
    assert ("lay", "") not in buttons(play.html)
    assert "Shield" not in re.sub("<[^>]+>", "", play.html), "nobody attacks with a shield"


def test_TW_BAT_3_a_creature_that_is_too_strong_to_ride_is_told_so() -> None:
    play = panel("p1 hand L6; entourage L5 L4M", OTHER, players="L W")
    play.do("answer", "attack p2")
    play.do("spell", "0")
    play.do("creature", "0")
    play.do("creature", "1")
    assert "Life 5 cannot ride on Life 4 (mount) either" in play.status
    assert "no rider is stronger than its mount" in play.html


def test_TW_BAT_2_a_wrong_element_is_named_before_the_count() -> None:
    play = panel("p1 hand F6; entourage F4 A1", OTHER)
    play.do("answer", "attack p2")
    play.do("spell", "0")
    cards = [card.token for card in play.match.view.own_seat.entourage]
    for token in ("A1", "F4"):
        play.do("creature", cards.index(token))
    refusal = play.match.question.refusal(play.ui_state.picks.lay(play.match.view))
    assert refusal.case == "count"
    assert refusal.text() not in play.status
    assert "Air 1" in play.status


@pytest.mark.parametrize("lang", ["en", "de"])
def test_TW_BAT_5_creatures_alone_are_a_shield_for_who_defends(lang: str) -> None:
    play = attacked()
    assert {"en": "The Mage attacks you with 9", "de": "Der Magier greift dich mit 9"}[lang] in play.html
    play.do("creature", "0")
    said = {
        "en": "Your shield: 3 points, no die, no Ornicle.",
        "de": "Dein Schild: 3 Punkte, kein Würfel, kein Ornikel.",
    }
    assert said[lang] in play.html
    assert {"en": ">Shield", "de": ">Schild"}[lang] in play.html
    play.do("lay")
    assert play.error is None
    assert [ruling.rule for ruling in play.match.rulings if ruling.case == "laid"][-1] == "TW-BAT-5"


@localized
def attacked(lang: str | None = None) -> PlayPanel:
    """Return a panel whose person, the Witch, is attacked with 9 points."""
    seats = ("p1 hand F6 F5 F4; ornicles 0", "p2 hand W6 W4; entourage W3")
    return panel(*seats, "p1: attack p2", "p1: lay F5 F4", seat="p2")


def test_the_odds_of_a_defence_are_those_of_the_battle() -> None:
    play = attacked()
    view = play.match.view
    play.do("spell", "0")
    lay = play.ui_state.picks.lay(view)
    odds = attack_odds_against(view, lay)
    attack = view.battle.sides[0].lay
    assert odds == twing.odds(f"F: {attack} vs W: {lay}")
    words = re.sub("<[^>]+>", "", play.html)
    assert f"you win {percent(odds.loss)} and tie {percent(odds.tie)}" in words
    assert "Your own element helps you" in words
    assert "The Mage’s own element harms you" in words
    assert attack_odds_against(view, twing.Lay()) is None


@pytest.mark.parametrize("open_creatures", ["", "; entourage W2 W5 L4M L3 L3"])
def test_the_odds_of_an_attack_name_two_defences_with_open_creatures_and_need_a_spell(
    open_creatures: str,
) -> None:
    seats = ("p1 hand F6; entourage F3; objects bra", f"p2 hand W6 W4{open_creatures}")
    play = panel(*seats, "p1: attack p2")
    play.do("creature", "0")
    assert "If the Witch lays" not in play.html
    play.do("spell", "0")
    defences = ["F4", "F4 F4", *(["L4 + L4M>L3", "L4 L4 + L4M>L3 L3"] if open_creatures else [])]
    wins = [percent(twing.odds(f"F: F6 + F3 @ bra vs W: {defence}").win) for defence in defences]
    words = re.sub("<[^>]+>", "", play.html)
    assert all(win in words for win in wins)
    assert ("face-up creatures" in words) == bool(open_creatures)
    assert "Your own element helps you" in words
    assert 'class="tk-play-cards" data-bring="1"' in play.html, "the creatures stay in sight"


def test_TW_END_3_the_odds_of_an_end_game_attack_name_every_defender() -> None:
    seats = ("p1 hand F6; objects boots,bra,cup", "p2 hand W6; objects hat", "p3 hand L4; objects socks")
    play = panel(*seats, "p1: endgame", players="F W L")
    play.do("spell", "0")
    words = re.sub("<[^>]+>", "", play.html)
    assert "If the Witch lays" in words
    assert "If the Sorceress lays" in words


@pytest.mark.parametrize("ornicles", [0, 1])
def test_TW_BAT_6_the_odds_name_who_may_still_support_a_side(ornicles: int) -> None:
    seats = ("p1 hand F6 F5; ornicles 0", "p2 hand W6 W4", f"p3 hand L1; ornicles {ornicles}")
    play = panel(*seats, "p1: attack p2", "p1: lay F5", players="F W L", seat="p2")
    play.do("spell", "0")
    words = re.sub("<[^>]+>", "", play.html)
    assert ("The Sorceress may still support a side" in words) == bool(ornicles)
    play.do("lay")
    told = "Support needs a stake of 1 Ornicle, and the Sorceress has none." in play.html
    assert told == (not ornicles)


def test_the_odds_of_two_attacks_of_equal_points_differ_only_by_the_own_element() -> None:
    play = panel("p1 hand F3 W3 A3", "p2 hand W6 W4", "p1: attack p2")
    figures = []
    for card in ("0", "1", "2"):
        play.do("spell", card)
        words = re.sub("<[^>]+>", "", play.html)
        figures.append((re.findall(r"\d+%", words), "own element helps you" in words))
        play.do("none")
    own, *others = figures
    assert others[0] == others[1]
    assert own[1]
    assert own[0] != others[0][0]
    assert not others[0][1]


@pytest.mark.parametrize(
    ("name", "answers", "keeps"),
    [
        ("hat", ["p2: pass"], True),
        ("hat", ["p2: hat", "p2: roll -1"], False),
        ("shamrock", ["p2: pass"], False),
    ],
)
def test_TW_BAT_14_an_opponent_who_could_reroll_and_does_not_keeps_the_die(
    name: str, answers: list[str], keeps: bool
) -> None:
    fought = ("p1: attack p2", "p1: lay F6", "p2: lay W6", "p1: roll 1", "p2: roll -2", "p1: pass")
    play = panel("p1 hand F6 F1", f"p2 hand W6 W1; objects {name}", *fought, *answers)
    play.do("answer", "pass")
    assert play.match.pause_reason == "battle"
    assert ("could have rerolled with the Hat of Opportunity" in play.html) == keeps


def test_TW_POW_teddy_an_attack_that_needs_it_has_no_odds_without_it() -> None:
    seats = ("p1 hand F6; entourage W4; objects teddy", "p2 hand W6; entourage W3")
    play = panel(*seats, "p1: attack p2", "p1: lay F6 + W4", seat="p2")
    play.do("spell", "0")
    view = play.match.view
    lay = play.ui_state.picks.lay(view)
    assert attack_odds_against(view, lay) is not None
    assert attack_odds_against(view, lay, without_object="teddy") is None
    assert "Included:" not in re.sub("<[^>]+>", "", play.html)


def test_TW_POW_bra_the_odds_name_own_objects_too_and_say_when_only_critical_faces_win() -> None:
    seats = ("p1 hand F6 F5 F4; objects shamrock", "p2 hand W6 W1; objects bra,hat")
    play = panel(*seats, "p1: attack p2", "p1: lay F6 F5 F4", seat="p2")
    play.do("spell", "1")
    words = re.sub("<[^>]+>", "", play.html)
    assert re.search(r"Included: [^.]*\(Mage\), Bra of Destiny \(you\), Hat of Opportunity \(you\)\.", words)
    assert "only a Sun or a Cross can help you" in words
    play = panel("p1 hand F6", "p2 hand W6 W1; objects hat", "p1: attack p2", "p1: lay F6", seat="p2")
    play.do("spell", "0")
    assert "only a Sun or a Cross" not in re.sub("<[^>]+>", "", play.html)


def test_TW_POW_boots_a_card_that_the_other_side_forbids_is_told_while_one_lays() -> None:
    seats = ("p1 hand F6; objects boots", "p2 hand W6 trap cat")
    words = re.sub("<[^>]+>", "", panel(*seats, "p1: attack p2", "p1: lay F6", seat="p2").html)
    assert f"{WORDS.say('hand.also')} 1 Black cat. 1 Trap: Nobody can use traps against the Mage." in words


def test_TW_BAT_4_who_has_nothing_lays_nothing() -> None:
    answers = ("p1: attack p2", "p1: lay F5")
    play = panel("p1 hand F5", "p2 hand cat", *answers, variant="box refill_when=turn", seat="p2")
    assert "You have nothing to lay." in play.html
    assert "Lay nothing" in play.html
    play.do("lay")
    assert play.error is None


@given(st.integers(0, 10**6))
def test_choosing_the_cards_of_a_lay_gives_that_lay(seed: int) -> None:
    rng = random.Random(seed)
    game = match(OWN, OTHER)
    game.answer("attack p2")
    lay = game.question.random_answer(rng)
    if isinstance(lay, str):
        return
    picks = PickedCards()
    picks.pick_lay(lay, game.view)
    assert picks.lay(game.view) == lay


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=9))
def test_whatever_is_chosen_is_cards_that_are_there_each_once(clicks: list[tuple[bool, int]]) -> None:
    game = match(OWN, OTHER)
    game.answer("attack p2")
    picks, view = PickedCards(), game.view
    for is_spell, place in clicks:
        if is_spell and place < 3:
            picks.toggle_spell(place, view)
        elif not is_spell:
            picks.toggle_creature(place, view)
    lay = picks.lay(view)
    refusal = game.question.refusal(lay)
    assert refusal is None or refusal.case not in (
        "not_in_hand",
        "not_in_entourage",
        "no_mount",
        "mount_rides",
    )
    assert len(lay.creatures) == len(picks.creatures)


def test_cards_that_are_alike_are_picked_one_by_one() -> None:
    play = panel("p1 hand F3 F3 F2; entourage F2 F2 F4M", OTHER)
    play.do("answer", "attack p2")
    assert [name for name in buttons(play.html) if name[0] in ("spell", "creature")] == [
        ("spell", "0"),
        ("spell", "2"),
        ("creature", "0"),
        ("creature", "1"),
    ]
    cards = [card.token for card in play.match.view.own_seat.entourage]
    assert cards == ["F4M", "F2", "F2"]
    play.do("spell", "0")
    play.do("spell", "1")
    assert str(play.ui_state.picks.lay(play.match.view)) == "F3 F3"
    play.do("spell", "1")
    assert str(play.ui_state.picks.lay(play.match.view)) == "F3"
    for place in ("0", "1", "2"):
        play.do("creature", place)
    assert str(play.ui_state.picks.lay(play.match.view)) == "F3 + F4M>F2 F2"
    assert "Fire creature, power 2 – 2 of them" in play.html


def test_spells_and_creatures_are_one_group_for_the_arrows_with_number_keys_one_after_the_other() -> None:
    play = panel("p1 hand F3 F3 F2; entourage F2 F2 F4M", OTHER)
    play.do("answer", "attack p2")
    group = play.html.partition('<div class="tk-play-all" data-roving>')[2]
    keys = re.findall(r'data-key="((?:spell|creature):\d)" data-shortcut="(\d)"', group)
    assert keys == [("spell:0", "1"), ("spell:2", "2"), ("creature:0", "3"), ("creature:1", "4")]


def test_TW_END_3_the_odds_against_a_shared_attack_are_those_of_the_own_pairing() -> None:
    seats = ("p1 hand F6; objects boots,bra,cup", "p2 hand W6; objects hat", "p3 hand L4; objects socks")
    play = panel(*seats, "p1: endgame", "p1: lay F6", players="F W L", seat="p2")
    play.do("spell", "0")
    lay = play.ui_state.picks.lay(play.match.view)
    line = "F: F6 @ boots,bra,cup vs W: W6 @ hat"
    assert attack_odds_against(play.match.view, lay) == twing.odds(line, responses="best")
    assert attack_odds_against(play.match.view, lay, dice_alone=True) == twing.odds(line)
    assert "Without cats and traps" in re.sub("<[^>]+>", "", play.html)


def test_TW_BAT_14_the_odds_of_an_attack_count_the_open_hat_of_the_defender() -> None:
    wins = []
    for objects in ("socks", "hat"):
        play = panel("p1 hand F6", f"p2 hand W6 W4; objects {objects}", "p1: attack p2")
        play.do("spell", "0")
        words = re.sub("<[^>]+>", "", play.html)
        line, responses = f"F: F6 vs W: F4 @ {objects}", "best" if objects == "hat" else "none"
        wins.append(twing.odds(line, responses=responses).win)
        assert f"one spell of 4 points, you win {percent(wins[-1])}" in words
    assert wins[1] < wins[0] - 0.05


@pytest.mark.parametrize("creatures", ["", "; entourage W2 W5 L3"])
def test_a_defender_with_one_card_is_not_said_to_lay_two(creatures: str) -> None:
    for hand, cases in (("W6", 1), ("W6 W4", 2)):
        play = panel("p1 hand F6", f"p2 hand {hand}{creatures}", "p1: attack p2")
        play.do("spell", "0")
        (sentence,) = re.findall(r"If the Witch lays[^.]*\.", re.sub("<[^>]+>", "", play.html))
        assert len(re.findall(r"\d+%", sentence)) == cases * (2 if creatures else 1)
        assert ("if two" in sentence) == (cases == 2)


def test_TW_BAT_14_a_new_roll_counts_the_open_hat_of_the_other_side() -> None:
    fought = ("p1: attack p2", "p1: lay F6", "p2: lay W6", "p1: roll -1", "p2: roll 1")
    wins = []
    for objects in ("", "; objects hat"):
        play = panel("p1 hand F6 cat", f"p2 hand W6 W1{objects}", *fought)
        words = re.sub("<[^>]+>", "", play.html)
        (win,) = re.findall(r"After the new roll you win (\d+)%", words)
        wins.append(int(win))
    assert wins[1] < wins[0] - 5


def test_objects_of_others_name_their_owner_and_inactive_ones_say_why() -> None:
    play = panel("p1 hand F6; objects shamrock", "p2 hand W6; objects boots,bra,cup; aside hat")
    assert "Nobody can use riders against the Witch." in play.html
    assert "the Mage may reroll" not in play.html, "the rule of an own object says “you” already"
    assert "inactive: only three work" in play.html
    play.do("answer", "attack p2")
    assert "Other players’ Suns count as 0 against the Witch." in play.html


def test_a_rule_opened_above_the_cards_brings_them_into_view_again() -> None:
    play = panel("p1 hand F6 F5", OTHER, "p1: attack p2")
    brought = re.findall(r'data-bring="(acts:[^"]*)"', play.html)
    play.do("rule", f"now:rule|{play.match.question.rule}")
    assert brought != re.findall(r'data-bring="(acts:[^"]*)"', play.html)
    play.do("rule", "")
    play.do("rule", "told:0|TW-SET-1")
    assert brought == re.findall(r'data-bring="(acts:[^"]*)"', play.html), "the story is far below"
