"""The drawings of Imajica: each character and each place has its own, and the table hides hidden cards."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from twingkit.imajica import load_cards, position_game
from twingkit.imajica.box.effects import SLOTS_BY_VERB
from twingkit_widgets.imajica.pictures.cards import card_effects_text, card_text_lines, full_card_html
from twingkit_widgets.imajica.pictures.drawing import DECREASE_ICON_VERBS, card_drawing, load_drawing_parts
from twingkit_widgets.imajica.pictures.table import dominions_html, table_html
from twingkit_widgets.imajica.words import assumed_card_parts, say

LINE = (
    "imajica: p1 active gentle+ritual irish:pivoted hand pneuma state slew=gideon,huzzah-aping; "
    "p2 active gek-a-gek gek-a-gek hand feint state lamp-bridge:pivoted=sartori; "
    "circle kite-fields/sandstorm@p2!/wild-dogs@p2; to move p1 ally"
)

SHAPE = re.compile(r"im-(?:skin|hair)-\w|im-d\d")


@pytest.mark.parametrize("kind", ["character", "site"])
def test_every_card_has_its_own_drawing_in_more_than_its_colour(kind: str) -> None:
    for one, other in combinations(load_cards().of_kind(kind), 2):
        shapes = [SHAPE.sub("", card_drawing(card)) for card in (one, other)]
        assert shapes[0] != shapes[1], f"{one.id} and {other.id} differ in colour alone"


def test_every_drawing_is_used_and_every_named_one_is_there() -> None:
    places, parts = load_drawing_parts("places"), load_drawing_parts()
    assert set(places["site"]) == {card.id for card in load_cards().of_kind("site")}
    assert set(places["path"]) == {card.id for card in load_cards().of_kind("path")}
    assert set(places["site"].values()) == set(parts["place"])
    assert set(places["path"].values()) == set(parts["thing"])
    assert set(places["face"]) <= {card.id for card in load_cards().of_kind("character")}
    assert set(parts["verb"]) == set(SLOTS_BY_VERB) | ({"less"} if DECREASE_ICON_VERBS else set())


def test_IJ_BOX_1_what_is_assumed_is_marked_on_every_card() -> None:
    for card in load_cards().values():
        drawn = full_card_html(card)
        assert ("assumed: " in drawn) is bool(assumed_card_parts(card)), card.id
        assert all(say(f"card.part_{part}") in drawn for part in assumed_card_parts(card))


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("ink-painter", "Pivot an Artist to give"),
        ("oethac-bruiser", "This card has no effect of its own."),
        ("irish", "This card has no effect of its own."),
    ],
)
def test_IJ_AFF_8_a_card_without_a_text_says_what_its_affiliation_does(card: str, said: str) -> None:
    assert card_effects_text(load_cards()[card]).startswith(said)


def test_on_a_table_a_card_names_its_affiliation_and_does_not_say_its_rule() -> None:
    assert card_text_lines(load_cards()["ink-painter"])[1] == say("card.affiliated")
    assert card_text_lines(load_cards()["irish"])[1] == "This card has no effect of its own."


def test_IJ_AREA_2_the_table_shows_a_hidden_path_as_a_back_to_all_but_its_owner() -> None:
    game = position_game(LINE)
    rival, owner = (table_html(game.view(seat)) for seat in range(2))
    assert "hidden Path" in rival
    assert "Wild Dogs" not in rival
    assert "Wild Dogs" in owner
    assert "Sandstorm" in rival, "it was read"


def test_IJ_REC_2_a_pivoted_site_fills_no_dominion() -> None:
    view = position_game(LINE).view(0)
    assert "Dominion that counts for victory: 4" in dominions_html(view.seats[0], view)
    assert "no Dominion counts yet" in dominions_html(view.seats[1], view), "Lamp Bridge is pivoted"


def test_IJ_SHORT_1_a_border_site_fills_one_dominion_in_the_shorter_game() -> None:
    line = "imajica: p1 state lamp-bridge=sartori salt-gate=gentle; p2; to move p1 ally"
    for variant, count, half in (("box", "3 of 5", False), ("short", "2 of 3", True)):
        view = position_game(line, variant=variant).view(0)
        track = dominions_html(view.seats[0], view)
        assert count in track
        assert ("counts for one of its two" in track) is half


def test_IJ_CHAL_7_the_fight_shows_what_each_side_counts_now() -> None:
    game = position_game(LINE).give_answers("p1: pass", "p1: challenge gek-a-gek with gentle")
    drawn = table_html(game.view(1))
    assert "Challengers: Strength 7" in drawn
    assert "Challenged: Strength 8" in drawn


MANY = (
    "imajica: p1 active irish state slew=gideon lamp-bridge=sartori kite-fields=judith ferry-market=dowd; "
    "p2 active gek-a-gek; to move p1 ally"
)


def test_a_small_table_with_many_secured_sites_shows_holders_once_their_site_is_opened() -> None:
    view = position_game(MANY).view(0)
    small, page = table_html(view, "small"), table_html(view)
    for html, kept in ((small, True), (page, False)):
        sites = re.findall(r'data-key="piece:kite-fields">(.*?)</details>\s*(<ul|</div>)', html, re.DOTALL)
        assert ("piece:judith" in sites[0][0]) is kept
        assert html.count('data-key="piece:judith"') == 1
    assert say("table.brief.state") in small
    assert say("table.state") in page
    few = table_html(position_game(LINE).view(0), "small")
    assert say("table.state") in few
