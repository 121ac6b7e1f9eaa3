"""The sentences of the rules as addressed to a player at the table."""

from __future__ import annotations

import re

import pytest
from ember.at_the_table import give, start

from twingkit.core.rulebook import READER_KEY
from twingkit.ember.starts import new_game
from twingkit.testing.invariants import play_and_check

LINE = "p1 hand A1 A3 has {}; p2 hand E1 E3 has imp kobold harpy pixie siren; to move p2 draw"


@pytest.mark.parametrize(
    ("answers", "case", "en", "de"),
    [
        (["p2: use imp p1"], "announced_on", "Player 2 uses Imp on you.", "Person 2 nutzt Imp auf dich."),
        (["p2: use harpy p1"], "stolen", "from your hand.", "aus deiner Hand."),
        (["p2: use pixie p1"], "looks", "Player 2 looks at your hand:", "Person 2 sieht deine Hand an:"),
        (["p2: use kobold p1", "p2: give E1"], "given", "Player 2 gives you", "Person 2 gibt dir"),
        (
            ["p2: use siren"],
            "untouched",
            "You discard nothing, because Golem",
            "Du wirfst nichts ab, denn Golem",
        ),
        (["p2: use imp p1", "p1: answer manticore"], "dodges", "affecting you.", "die Fähigkeit dich nicht."),
    ],
)
def test_EM_ABIL_2_what_is_done_to_the_reader_is_said_to_the_reader(
    answers: list[str], case: str, en: str, de: str
) -> None:
    """For others the same sentence names player 1."""
    own = {"untouched": "golem", "dodges": "manticore"}.get(case, "gorgon:down")
    game = give(start(LINE.format(own), cards="A1"), *answers)
    [said] = [ruling for ruling in game.rulings if ruling.case == case]
    addressed = said.for_reader({"p1": READER_KEY})
    assert (en in addressed.text("en"), de in addressed.text("de")) == (True, True), (
        addressed.text("en"),
        addressed.text("de"),
    )
    assert ("layer 1" in said.text("en"), "Person 1" in said.text("de")) == (True, True)


WRONG = re.compile(
    r"\b(an|auf|aus|bei|für|gegen|gibt|mit|um|von|vor|zu) du\b|\b(hand|Hand|Size) of you\b"
    r"|\bDu (gibt|hat|ist|ruft|zieht)\b"
)
"""A German “du” in the wrong case, and verbs that do not agree with it."""


@pytest.mark.parametrize("seed", range(4))
def test_no_sentence_of_a_game_has_the_reader_in_a_wrong_case(seed: int) -> None:
    game = new_game(2 + seed, seed=seed, variant="quick")
    play_and_check(game)
    rulings = game.rulings
    for seat in range(2 + seed):
        for ruling in rulings:
            addressed = ruling.seen_by(seat).for_reader({game.start.seat(seat): READER_KEY})
            for lang in ("en", "de"):
                assert not WRONG.search(addressed.text(lang)), addressed.text(lang)
