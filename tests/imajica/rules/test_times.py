"""Every kind of card has its time: out of its phase it is refused at every question (IJ-TIME-1)."""

from __future__ import annotations

import pytest
from imajica_games import cited, give, reach, refused, start

from twingkit.imajica.starts import new_game

HAND = "hand sudden-sleep census ritual pneuma sway slew mud-road gideon"
PHASES = ("autarch", "ally", "advance")
TAKEN = ""
ACTS = {
    # in its phase, but at another moment than the beginning and the end of a deed
    "play sudden-sleep on dowd": ("IJ-TIME-1", "IJ-TIME-1", "IJ-TIME-1"),
    "play census": (TAKEN, "IJ-TIME-1", "IJ-TIME-1"),
    "lay slew": (TAKEN, "IJ-TIME-1", "IJ-TIME-1"),
    "path mud-road on ferry-market": (TAKEN, "IJ-TIME-1", "IJ-TIME-1"),
    "play ritual by irish": ("IJ-TIME-1", TAKEN, "IJ-TIME-1"),
    # in no challenge and no seizure, whatever the phase
    "play pneuma by irish": ("IJ-CARD-1", "IJ-CARD-1", "IJ-CARD-1"),
    "play sway by irish on dowd": ("IJ-CARD-1", "IJ-CARD-1", "IJ-CARD-1"),
    "call gideon": ("IJ-TIME-1", TAKEN, "IJ-TIME-1"),
    "use general-rosengarten on ferry-market": ("IJ-TIME-1", TAKEN, "IJ-TIME-1"),
    # a power is used where a card of its kind could be played
    "use pie-oh-pah on dowd": ("IJ-POWER-1", "IJ-POWER-1", "IJ-TIME-1"),
}
"""The rule that refuses an answer in each of the `PHASES`, or `TAKEN`."""


@pytest.mark.parametrize(
    ("answer", "phase", "rule"),
    [
        (answer, phase, rule)
        for answer, rules in ACTS.items()
        for phase, rule in zip(PHASES, rules, strict=True)
    ],
)
def test_IJ_TIME_1_a_card_out_of_its_phase_is_refused_with_its_time(
    answer: str, phase: str, rule: str
) -> None:
    people = "active irish general-rosengarten pie-oh-pah reserve judith"
    to_move = f"to move p1 {'reconciliation' if phase == 'advance' else phase}"
    game = reach(start(f"p1 {people} {HAND}; p2 active dowd; circle ferry-market; {to_move}"), phase)
    if rule == TAKEN:
        before = len(game)
        game.answer(answer)
        assert len(game) > before
    else:
        assert refused(game, answer) == rule


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
