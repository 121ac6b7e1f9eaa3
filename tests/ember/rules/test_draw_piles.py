"""Step 1 with two piles: which card comes from the Charred Pile, and when an empty Draw Deck is renewed."""

from __future__ import annotations

import pytest
from ember.at_the_table import allowed_answers, cited, give, hand, pending_question, refused, start

BOTH = "p1 hand A2 E4 F6 W8 A10 has wyrmling hydra; p2 hand E1;{} to move p1 draw"
"""The first player draws two cards in step 1, from either pile, after a discard."""


def test_EM_DECK_5_hydras_second_card_lies_below_the_own_discard_too() -> None:
    game = give(start(BOTH.format(" pile W1 F9;")), "p1: draw A2 pile", "p1: from pile")
    assert hand(game, 0) == {"E4", "F6", "W8", "A10", "F9", "W1"}
    assert game.table.pile == ["A2"]


def test_EM_DECK_5_with_only_the_own_discard_there_is_no_choice_for_hydras_second_card() -> None:
    game = give(start(BOTH.format(" pile F9;"), cards="W13"), "p1: draw A2 pile")
    assert hand(game, 0) == {"E4", "F6", "W8", "A10", "F9", "W13"}
    assert game.table.pile == ["A2"]
    game = give(start(BOTH.format(""), cards="W13 W12"), "p1: draw A2")
    assert hand(game, 0) == {"E4", "F6", "W8", "A10", "W13", "W12"}
    assert "source" not in {entry.kind for entry in game.transcript}


def test_EM_DECK_5_after_a_draw_from_the_deck_the_second_takes_what_lay_on_top_before() -> None:
    game = give(start(BOTH.format(" pile W1 F9;"), cards="W13"), "p1: draw A2")
    assert pending_question(game) == ("p1", "source")
    give(game, "p1: from pile")
    assert hand(game, 0) == {"E4", "F6", "W8", "A10", "W13", "F9"}
    assert game.table.pile == ["W1", "A2"]


def test_EM_DECK_5_in_the_variant_both_take_what_lies_on_top_after_the_discard() -> None:
    game = give(
        start(BOTH.format(" pile F9;"), variant="pile_top=after"), "p1: draw A2 pile", "p1: from pile"
    )
    assert hand(game, 0) == {"A2", "E4", "F6", "W8", "A10", "F9"}
    assert game.table.pile == []
    game = give(start(BOTH.format(""), variant="pile_top=after", cards="W13"), "p1: draw A2 pile")
    assert hand(game, 0) == {"A2", "E4", "F6", "W8", "A10", "W13"}


def test_EM_DECK_5_an_archmage_that_was_discarded_is_no_other_archmage() -> None:
    line = "p1 hand * E4 F6 W8 A10 has wyrmling hydra; p2 hand E1; pile *; to move p1 draw"
    game = give(start(line, cards="W13"), "p1: draw * pile")
    assert game.table.players[0].hand.count("*") == 1
    assert game.table.pile == ["*"]
    assert "W13" in hand(game, 0)


def test_EM_DECK_5_a_draw_of_an_ability_takes_what_lies_on_top() -> None:
    line = "p1 hand A2 E4 F6 W8 A10 has wyrmling wisp; p2 hand E1; pile F9; to move p1 draw"
    game = give(start(line), "p1: draw A2 pile", "p1: use wisp", "p1: from pile")
    assert "A2" in hand(game, 0)
    assert game.table.pile == []


EMPTY = "p1 hand {} has wyrmling{}; p2 hand E1; deck;{} to move p1 draw"


@pytest.mark.parametrize("hand_", ["A2 E4", "A2 E4 F6 W8 A10"])
def test_EM_DECK_3_an_empty_deck_is_renewed_before_wyrmling_chooses(hand_: str) -> None:
    """A card is due: the pile becomes the deck first, and there is no pile left to draw from."""
    game = start(EMPTY.format(hand_, "", " pile F9 W3;"), cards="F9")
    discard = " A2" if len(hand_.split()) == 5 else ""
    assert f"draw{discard} pile" not in allowed_answers(game)
    assert refused(game, f"draw{discard} pile") == "EM-DECK-3"
    give(game, f"p1: draw{discard}")
    assert game.table.pile == []
    assert "EM-DECK-2" in cited(game)
    assert "F9" in hand(game, 0)


def test_EM_DECK_3_in_the_variant_the_own_discard_goes_into_the_renewed_deck_too() -> None:
    line = EMPTY.format("A2 E4 F6 W8 A10", "", "")
    game = start(line, variant="pile_top=after")
    assert refused(game, "draw A2 pile") == "EM-DECK-3"
    give(game, "p1: draw A2")
    assert "A2" in hand(game, 0)
    assert (game.table.pile, game.table.deck_size) == ([], 0)


def test_EM_DECK_3_a_deck_that_runs_out_in_the_step_takes_the_own_discard_along() -> None:
    line = "p1 hand A2 E4 F6 W8 A10 has wyrmling hydra; p2 hand E1; deck W13; pile F9; to move p1 draw"
    game = start(line, cards="W13 A2")
    give(game, "p1: draw A2")
    assert "source" not in {entry.kind for entry in game.transcript}
    assert hand(game, 0) == {"E4", "F6", "W8", "A10", "W13", "A2"}


def test_EM_TURN_2_who_draws_more_in_step_1_is_told_through_which_creature() -> None:
    said = {}
    for up in ("hydra", "hydra:down"):
        game = give(start(f"p1 hand A2 has {up}; p2 hand E1; to move p1 draw", cards="W13 W12"), "p1: draw")
        said[up] = [ruling.text() for ruling in game.rulings if ruling.case == "more"]
    assert said == {"hydra": ["Because of Hydra, player 1 draws 2 cards in this step."], "hydra:down": []}
