"""An answer that harms the person's own characters needs a confirmation."""

from __future__ import annotations

import pytest

from twingkit.imajica.starts import position_game
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel

FLASH = "imajica: p1 active gideon irish hand sudden-sleep; p2 active dowd; circle slew; to move p1 ally"


def played() -> ImajicaPlayPanel:
    """Return the page at which a Flash may be played."""
    panel = ImajicaPlayPanel(record=FLASH, seat=0, seed=3, opponents="random")
    assert "play sudden-sleep on gideon" in map(str, panel.match.question.options())
    return panel


def test_a_card_that_pivots_an_own_character_is_asked_back_once() -> None:
    panel, said = played(), "your own cards: Gideon"
    before = len(panel.match.game)
    panel.do("answer", "play sudden-sleep on gideon")
    assert panel.error is None
    assert len(panel.match.game) == before
    assert said in panel.html
    assert said in panel.status
    panel.do("answer", "play sudden-sleep on gideon")
    assert panel.match.game.transcript[before].answer == "play sudden-sleep on gideon"
    assert said not in panel.html


def test_each_harm_is_asked_back_for_itself() -> None:
    panel = played()
    for target in ("gideon", "irish", "gideon"):
        before = len(panel.match.game)
        panel.do("answer", f"play sudden-sleep on {target}")
        assert len(panel.match.game) == before, target


WINS = (
    "imajica: p1 active irish state salt-gate=lamp-boy reed-cradle=dowd tin-quarter=gideon; p2; "
    "to move p1 ally now"
)


def test_IJ_REC_2_nobody_is_warned_of_a_next_round_after_a_victory() -> None:
    stayed = []
    for line in (WINS, WINS.replace("salt-gate=lamp-boy ", "")):
        record = position_game(line.replace("active irish", "reserve irish"), variant="short").record
        panel = ImajicaPlayPanel(record=record, seat=0, seed=3, lang="en", opponents="random")
        panel.do("answer", "end")
        while panel.match.question.kind == "respond":
            panel.do("answer", "pass")
        assert panel.match.question.kind == "advance"
        before = len(panel.match.game)
        panel.do("answer", "pass")
        stayed.append(len(panel.match.game) == before)
    assert stayed == [False, True]


@pytest.mark.parametrize(("variant", "wins"), [("short", True), ("box", False)])
def test_IJ_REC_2_a_power_that_pivots_a_site_needed_to_win_is_asked_back(variant: str, wins: bool) -> None:
    record = position_game(WINS, variant=variant).record
    panel = ImajicaPlayPanel(record=record, seat=0, seed=3, opponents="random")
    before = len(panel.match.game)
    panel.do("answer", "use tin-quarter on irish")
    assert panel.error is None
    assert ("no longer win" in panel.html) is wins
    assert (len(panel.match.game) == before) is wins


def test_IJ_PIV_2_the_power_of_a_site_says_that_it_pivots_the_site() -> None:
    panel = ImajicaPlayPanel(record=WINS, seat=0, seed=3, opponents="random")
    assert "does not count" in panel.html
    panel.do("start_answer", "use tin-quarter")
    assert "does not count" in panel.html
