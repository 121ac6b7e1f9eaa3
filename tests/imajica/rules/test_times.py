"""Every kind of card has its time: out of its phase it is refused, whatever else is asked (IJ-TIME-1)."""

from __future__ import annotations

import pytest
from imajica_games import cited, give, reach, refused, start

from twingkit.imajica.starts import new_game

HAND = "hand sudden-sleep census ritual pneuma sway slew mud-road gideon"
ACTS = {
    "play sudden-sleep on dowd": ("autarch", "ally"),
    "play census": ("autarch",),
    "lay slew": ("autarch",),
    "path mud-road on ferry-market": ("autarch",),
    "play ritual by irish": ("ally",),
    "play pneuma by irish": ("ally",),
    "play sway by irish on dowd": ("ally",),
    "call gideon": ("ally",),
    "use general-rosengarten on ferry-market": ("ally",),
    "use pie-oh-pah on dowd": ("autarch", "ally"),
}


@pytest.mark.parametrize("phase", ["autarch", "ally", "advance"])
@pytest.mark.parametrize("answer", ACTS)
def test_IJ_TIME_1_a_card_out_of_its_phase_is_refused_with_its_time(answer: str, phase: str) -> None:
    people = "active irish general-rosengarten pie-oh-pah reserve judith"
    to_move = f"to move p1 {'reconciliation' if phase == 'advance' else phase}"
    game = reach(start(f"p1 {people} {HAND}; p2 active dowd; circle ferry-market; {to_move}"), phase)
    if phase not in ACTS[answer]:
        assert refused(game, answer) == "IJ-TIME-1"
    elif game.refused(answer) is not None:  # in its phase, but another moment
        assert refused(game, answer) in ("IJ-TIME-1", "IJ-CARD-1", "IJ-POWER-1")
    else:
        game.answer(answer)


@pytest.mark.parametrize(
    ("kind", "deed"), [("defend", "challenge gideon with dowd"), ("contest", "seize slew with dowd")]
)
def test_IJ_TIME_1_no_flash_while_somebody_is_named(kind: str, deed: str) -> None:
    game = start(
        "p1 active gideon irish hand sudden-sleep; p2 active dowd; circle slew; leads p2; to move p2 ally"
    )
    give(game, f"p2: {deed}")
    reach(game, kind)
    assert refused(game, "play sudden-sleep on dowd") == "IJ-TIME-1"
    assert refused(game, "play amnesia on dowd") == "IJ-CARD-1", "it is not held"


def test_IJ_TIME_1_the_first_sites_are_laid_before_all_phases() -> None:
    game = new_game(2, seed=1)
    assert game.question is not None
    game.answer(next(game.question.options()))
    assert "IJ-SET-1" in cited(game)
