"""The sentences of the rules as the reader who sits at the table hears them."""

from __future__ import annotations

import pytest
from ember.at_the_table import give, start

from twingkit.rulebook import YOU

LINE = "p1 hand A1 A3 has {}; p2 hand E1 E3 has imp kobold harpy pixie siren; to move p2 draw"


@pytest.mark.parametrize(
    ("answers", "case", "en", "de"),
    [
        (["p2: use imp p1"], "announced_on", "Player 2 uses Imp on you.", "Person 2 nutzt Imp auf dich."),
        (["p2: use harpy p1"], "stolen", "from your hand.", "aus deiner Hand."),
        (["p2: use pixie p1"], "looks", "Player 2 looks at your hand:", "Person 2 sieht deine Hand an:"),
        (["p2: use kobold p1", "p2: give E1"], "given", "Player 2 gives you", "Person 2 gibt dir"),
        (["p2: use siren"], "untouched", "Your hand is not touched.", "Deine Hand bleibt unberührt."),
        (["p2: use imp p1", "p1: answer manticore"], "dodges", "passes you by.", "geht es an dir vorbei."),
    ],
)
def test_EM_ABIL_2_what_is_done_to_the_reader_is_said_to_the_reader(
    answers: list[str], case: str, en: str, de: str
) -> None:
    """To others the same sentence names player 1."""
    own = {"untouched": "golem", "dodges": "manticore"}.get(case, "gorgon:down")
    game = give(start(LINE.format(own), cards="A1"), *answers)
    [said] = [ruling for entry in game.transcript for ruling in entry.rulings if ruling.case == case]
    told = said.calling({"p1": YOU})
    assert (en in told.text("en"), de in told.text("de")) == (True, True), (told.text("en"), told.text("de"))
    assert ("layer 1" in said.text("en"), "Person 1" in said.text("de")) == (True, True)
