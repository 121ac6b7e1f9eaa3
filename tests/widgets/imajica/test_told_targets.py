"""The play page of Imajica at the choice of a target or of moves: what follows is said before the choice."""

from __future__ import annotations

import pytest
from widgets.read_pages import words

from twingkit.imajica.rules.questions import PASS
from twingkit.imajica.starts import position_game
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel


def seen(line: str, *given: str, seat: int, lang: str = "en") -> ImajicaPlayPanel:
    """The page after what was given, seen by an Autarch."""
    game = position_game(line)
    game.give_answers(*given)
    return ImajicaPlayPanel(record=game.record, seat=seat, seed=1, lang=lang, opponents="random")


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "Chosen: 1. This would cost you Salt Gate."), ("de", "Dadurch würdest du Salztor verlieren.")],
)
def test_IJ_HOLD_4_moving_the_last_holder_away_says_that_it_costs_the_site(lang: str, said: str) -> None:
    line = "imajica: p1 state salt-gate=pie-oh-pah active huzzah-aping; p2; to move p1 autarch"
    panel = seen(line, seat=0, lang=lang)
    panel.do("aim", "reassign")
    panel.do("pick", "pie-oh-pah>reserve")
    assert said in words(panel.html)
    panel.do("pick", "huzzah-aping>salt-gate")
    assert said not in words(panel.html), "another character with enough Magic takes over"


def test_IJ_SEIZE_6_pivoting_the_only_seizer_says_that_the_seizure_fails() -> None:
    line = (
        "imajica: p1 active eurhetemec-singer hand sudden-sleep; "
        "p2 active irish hand sudden-sleep; circle salt-gate; to move p1 ally"
    )
    panel = seen(line, "p1: pass", "p2: pass", "p1: seize salt-gate with eurhetemec-singer", seat=0)
    panel.do("aim", "play sudden-sleep")
    assert words(panel.html).count("Nobody would be left to seize: the seizure fails.") == 1


def test_IJ_CHAL_5_pivoting_a_challenger_says_how_the_fight_then_stands() -> None:
    line = "imajica: p1 active gek-a-gek irish; p2 active pie-oh-pah hand sudden-sleep; to move p1 ally"
    panel = seen(line, "p2: pass", "p1: challenge pie-oh-pah with gek-a-gek irish", seat=1)
    panel.do("aim", "play sudden-sleep")
    assert "Irish (Player 1) Strength 6 · Strength 4 against 8" in words(panel.html)


def test_a_target_says_which_site_a_rival_would_lose_and_who_could_act_at_once() -> None:
    line = (
        "imajica: p1 active irish hand bribed-warden undermine patashoquan-highway reserve gideon; "
        "p2 state salt-gate=pie-oh-pah; circle slew; to move p1 ally"
    )
    panel = seen(line, seat=0)
    assert "Gideon can then act in this turn." in words(panel.html)
    panel.do("answer", PASS)
    assert "This would cost Player 2 Salt Gate." in words(panel.html)
    panel.do("aim", "play undermine by irish")
    assert "Slew Resistance 6" in words(panel.html)


def test_IJ_CHAL_9_whoever_challenges_is_told_whom_the_damage_can_kill() -> None:
    line = "imajica: p1 active {actors}; p2 active pie-oh-pah; to move p1 ally"
    for actors, said in (("gek-a-gek", "This damage kills nobody."), ("gek-a-gek irish", "can kill Pie")):
        panel = seen(line.format(actors=actors), seat=0)
        while panel.match.question.kind != "ally":
            panel.do("answer", PASS)
        panel.do("aim", "challenge pie-oh-pah")
        for actor in actors.split():
            panel.do("pick", actor)
        assert said in words(panel.html)
