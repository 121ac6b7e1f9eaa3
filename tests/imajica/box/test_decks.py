"""Decks: the four of the assumed set, and every fault of a deck at once."""

from __future__ import annotations

from collections import Counter

import pytest

from twingkit.core.messages import Fault
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.box.decks import (
    DOMINIONS,
    DeckFaults,
    deck_from_lines,
    deck_refusals,
    load_decks,
    require_legal_deck,
    trim_to_starter_decks,
)
from twingkit.imajica.box.effects import CARD_KINDS
from twingkit.imajica.variants.variant import Variant

NUMBERS = {
    "maestros": [20, 10, 6, 4, 6, 2, 6, 6],
    "teeth": [24, 8, 4, 3, 6, 8, 1, 6],
    "clean-slate": [23, 9, 6, 3, 8, 3, 3, 5],
    "daughters": [22, 9, 8, 2, 4, 3, 5, 7],
}
"""How many cards of each kind a deck has."""


@pytest.mark.parametrize("name", NUMBERS)
def test_IJ_DECK_1_the_four_decks_are_legal_in_every_form(name: str) -> None:
    deck, cards = load_decks()[name], load_cards()
    counts = Counter(cards[card].kind for card in deck.cards)
    assert [counts[kind] for kind in CARD_KINDS] == NUMBERS[name]
    assert deck_refusals(deck, variant=Variant.preset("finals")) == []
    assert deck.plan["en"] != deck.plan["de"]
    strong = [card for card in deck.cards if cards[card].kind == "character"]
    strong = [card for card in strong if cards[card].prime >= 5 or not cards[card].home_dominions]
    assert len(strong) >= 4, "a Vassal can be challenged"


def changed(**changes: int) -> list[tuple[str, str]]:
    counts = dict(load_decks()["teeth"].counts)
    for name, count in changes.items():
        counts[name.replace("_", "-")] = count
    deck = deck_from_lines("mine", [f"{count} {name}" for name, count in counts.items() if count])
    return [(fault.rule, fault.case) for fault in deck_refusals(deck)]


def test_IJ_DECK_1_sixty_cards_no_more_no_fewer() -> None:
    assert changed() == []
    assert changed(riot=0) == changed(census=1) == [("IJ-DECK-1", "size")]


def test_IJ_DECK_1_limits_and_second_paths() -> None:
    assert ("IJ-DECK-1", "limit") in changed(pneuma=3)
    assert ("IJ-DECK-1", "limit") not in changed(feint=2)
    assert ("IJ-DECK-1", "paths") in changed(riot=2)


def test_IJ_DECK_1_a_border_site_stands_for_one_of_its_two_dominions() -> None:
    assert changed(kite_fields=0, tin_quarter=0, high_pass=2).count(("IJ-DECK-1", "no_site")) == 0
    lost = changed(kite_fields=0, tin_quarter=0, reed_cradle=0, high_pass=1, census=2)
    assert lost.count(("IJ-DECK-1", "no_site")) == 1
    assert changed(kite_fields=0, tin_quarter=0, census=2) == [("IJ-DECK-1", "no_site")]


def test_IJ_DECK_3_at_most_25_characters_in_a_tournament() -> None:
    counts = {**load_decks()["teeth"].counts, "delta-sister": 2}
    deck = deck_from_lines("mine", [f"{count} {name}" for name, count in counts.items()])
    assert [fault.rule for fault in deck_refusals(deck)] == ["IJ-DECK-1"]
    assert [fault.rule for fault in deck_refusals(deck, variant=Variant(deck_limit=25))] == [
        "IJ-DECK-1",
        "IJ-DECK-3",
    ]


def test_all_faults_of_a_deck_are_named_at_once() -> None:
    with pytest.raises(DeckFaults) as wrong:
        require_legal_deck(deck_from_lines("mine", ["3 pneuma", "2 riot", "dragon"]))
    rules = [(fault.rule, fault.case) for fault in wrong.value.refusals]
    assert [case for _, case in rules] == ["unknown", "size", "limit", "paths", *["no_site"] * 5]
    assert wrong.value.text("en") != wrong.value.text("de")
    with pytest.raises(Fault, match="IJ-DECK-1"):
        deck_from_lines("mine", ["two irish men"])


def test_IJ_DECK_2_starter_decks_lose_second_paths_and_are_cut_to_one_size() -> None:
    first = deck_from_lines("one", ["2 riot", "slew", "3 irish", "gideon"])
    second = deck_from_lines("two", ["riot", "slew", "irish"])
    assert [deck.counts for deck in trim_to_starter_decks([first, second])] == [
        {"riot": 1, "slew": 1, "irish": 1},
        {"riot": 1, "slew": 1, "irish": 1},
    ]


def test_IJ_BOX_4_two_different_sites_of_every_dominion_among_the_decks() -> None:
    sites = {
        name for deck in load_decks().values() for name in deck.counts if load_cards()[name].kind == "site"
    }
    counts = Counter(dominion for name in sites for dominion in load_cards()[name].home_dominions)
    assert min(counts[dominion] for dominion in DOMINIONS) >= 2
