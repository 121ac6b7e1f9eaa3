"""Settings that players agree on: the size of all decks, and any Prime limit (IJ-DECK-2, IJ-ALLY-2)."""

from __future__ import annotations

import pytest
from imajica_games import give, reach, refused, start

from twingkit import Game
from twingkit.core.messages import Fault
from twingkit.imajica.box.decks import cut_deck, load_decks
from twingkit.imajica.starts import format_deck_line, new_game, parse_deck_line
from twingkit.imajica.variants.variant import SWITCHES, Variant, VariantError


@pytest.mark.parametrize("size", [30, 45, 60])
def test_IJ_DECK_2_ready_made_decks_are_cut_to_the_size_that_was_agreed(size: int) -> None:
    game = new_game(["teeth", "daughters"], seed=1, variant=f"deck_size={size}")
    assert [deck.size for deck in game.start.decks] == [size, size]
    kinds = [[game.table.cards[name].kind for name in deck.counts] for deck in game.start.decks]
    assert [names.count("site") for names in kinds] == [8, 9]
    assert [names.count("path") for names in kinds] == [4, 8]
    while game.question is not None and len(game) < 80:
        game.answer_randomly()
    again = Game.replay(game.record)
    assert again.table.key() == game.table.key()
    assert "deck teeth" in game.record


@pytest.mark.parametrize(("size", "rule"), [(45, ""), (46, "IJ-DECK-2"), (60, "IJ-DECK-1")])
def test_IJ_DECK_2_all_decks_have_the_size_that_was_agreed(size: int, rule: str) -> None:
    own = parse_deck_line("own: " + ", ".join(cut_deck(load_decks()["teeth"], 45).lines()))
    if rule:
        with pytest.raises(Fault, match=rule):
            new_game([own, "daughters"], variant=f"deck_size={size}")
    else:
        assert new_game([own, "daughters"], variant=f"deck_size={size}").start.decks[0] == own
        assert format_deck_line(own).startswith("own: ")


def test_IJ_DECK_2_a_ready_made_deck_does_not_grow() -> None:
    with pytest.raises(Fault, match=r"60.*61.*IJ-DECK-2"):
        new_game(2, variant="deck_size=61")


@pytest.mark.parametrize("limit", [1, 3, 4, 8, 12, 99])
def test_IJ_ALLY_2_any_prime_limit_can_be_agreed(limit: int) -> None:
    game = start("p1 hand horace-tyrwith gideon; p2", variant=f"prime_limit={limit}")
    reach(game, "ally")
    for name, prime in (("horace-tyrwith", 3), ("gideon", 7)):
        if prime > limit:
            assert refused(reach(game, "ally"), f"call {name}") == "IJ-ALLY-2"
        else:
            give(game, f"p1: call {name}")
    assert Variant.parse(str(game.table.variant)).prime_limit == limit
    assert f"{limit}" in SWITCHES["prime_limit"].switch_value(limit).text("de")


@pytest.mark.parametrize("text", ["0", "100", "-7", "07", "7.0", "", "seven", "٧", "9" * 50])
def test_IJ_ALLY_2_an_invalid_limit_is_refused_with_the_bounds(text: str) -> None:
    with pytest.raises(VariantError, match="7, 9, 10, 1 … 99"):
        Variant.parse(f"prime_limit={text}")


@pytest.mark.parametrize("value", [0, 100, True, "8", 8.0])
def test_IJ_ALLY_2_a_value_of_another_kind_is_refused(value: object) -> None:
    with pytest.raises(VariantError, match="prime_limit"):
        Variant(prime_limit=value)  # type: ignore[arg-type]
    with pytest.raises(VariantError, match="victory"):
        Variant(victory=8)  # type: ignore[arg-type]
