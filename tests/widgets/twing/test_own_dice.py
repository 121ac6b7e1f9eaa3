"""A person's own die on the play page: a pause before each roll, in which the result is entered."""

from __future__ import annotations

from html import unescape

import pytest
from widgets.play_tables import buttons, panel

from twingkit.core.language import localized
from twingkit.core.questions import ChanceQuestion
from twingkit.core.words import LANGUAGES
from twingkit.twing.rules.dice import OrnRoll
from twingkit_widgets.twing.play.panel import PlayPanel

OWN = "p1 hand F6 F3 cat; entourage F4M F2"
OTHER = "p2 hand W6 W4; entourage W3"


@localized
def game_after_attack(lang: str | None = None) -> PlayPanel:
    """Return a game in which the person rolls their own die, with an attack laid."""
    play = panel(OWN, OTHER)
    play.do("answer", "attack p2")
    play.do("own_dice", "yes")
    play.do("spell", "0")
    play.do("lay")
    assert play.error is None
    return play


@pytest.mark.parametrize("lang", LANGUAGES)
def test_TW_BAT_7_the_own_die_is_asked_after_laying(lang: str) -> None:
    play = game_after_attack()
    assert isinstance(play.match.question, OrnRoll)
    faces = [value for act, value in buttons(play.html) if act == "answer"]
    given = len(play.match.game)
    assert len(faces) == 12
    assert f"{given}:roll Sun" in faces
    asked = {"en": "Throw your die: what does it show?", "de": "Wirf deinen Würfel: Was zeigt er?"}[lang]
    assert asked in play.html
    play.do("answer", f"{given}:roll Sun")
    assert play.match.game.transcript[given].answer == "roll Sun"


@pytest.mark.parametrize(
    ("lang", "typed", "fell"),
    [
        ("en", "-3", "roll -3"),
        ("de", "Sonne", "roll Sun"),
        ("de", "kreuz", "roll Cross"),
        ("en", "4", "roll 4"),
    ],
)
def test_what_fell_can_be_typed(lang: str, typed: str, fell: str) -> None:
    play = game_after_attack()
    given = len(play.match.game)
    play.do("die", {"die": typed})
    assert play.match.game.transcript[given].answer == fell


@pytest.mark.parametrize("typed", ["", "5", "heads", "0 0"])
def test_what_is_no_face_stays_to_be_put_right(typed: str) -> None:
    play = game_after_attack()
    given = len(play.match.game)
    play.do("die", {"die": typed})
    assert play.error is None
    assert len(play.match.game) == given
    assert f'value="{typed}"' in play.html
    assert 'role="alert"' in play.html
    play.do("throw")
    assert len(play.match.game) > given


def test_a_cat_asks_for_the_own_die_again_and_the_others_is_thrown_by_the_computer() -> None:
    play = game_after_attack()
    play.do("answer", "roll -4")
    assert play.match.question is not None
    assert play.match.question.kind == "respond"
    play.do("answer", "cat")
    assert isinstance(play.match.question, OrnRoll)
    play.do("answer", "roll 2")
    thrown = [entry for entry in play.match.game.transcript if isinstance(entry.question, ChanceQuestion)]
    assert {entry.player for entry in thrown} == {0, 1}


def test_who_throws_is_kept_with_the_game_and_can_be_changed_back() -> None:
    play = game_after_attack()
    again = panel(OWN, OTHER)
    again.restore(play.state)
    assert isinstance(again.match.question, OrnRoll)
    assert again.match.settings.own_dice
    again.do("undo")
    again.do("own_dice", "no")
    again.do("spell", "0")
    again.do("lay")
    assert again.error is None
    assert "lay" in again.match.game.record
    assert not isinstance(again.match.question, OrnRoll)
    other = panel(OWN, OTHER)
    other.restore(again.state)
    assert not other.match.settings.own_dice


def test_a_new_game_can_ask_for_the_starting_roll() -> None:
    play = PlayPanel(2, seed=3)
    play.do("begin", {"players": "2", "seed": "3", "dice": "own"})
    assert play.error is None
    assert isinstance(play.match.question, OrnRoll)
    assert play.match.question.rule == "TW-SET-4"
    assert "Throw your die" in unescape(play.html)
    play.do("begin", {"players": "2", "seed": "3", "dice": "mine"})
    assert "computer or own" in unescape(play.html)
