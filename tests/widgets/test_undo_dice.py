"""Undo says whether dice are kept or rolled again, and offers the choice: for one seat and for all."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from widgets.play_tables import panel

from twingkit.core.language import localized
from twingkit.core.questions import ChanceQuestion
from twingkit.core.words import LANGUAGES
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.twing.play.battle_panel import BattlePanel
from twingkit_widgets.twing.play.panel import PlayPanel

EVEN = "space: 3 cruiser 3 carrier vs 3 cruiser 3 carrier"
SAYS = {
    "twing": {
        "en": ("Dice and cards are kept", "There will be new dice and cards"),
        "de": ("Würfe und Karten bleiben", "Es gibt neue Würfe und Karten"),
    },
    "imperium": {
        "en": ("The dice stay as they are", "The dice will be rolled again"),
        "de": ("Die Würfel bleiben", "Es wird neu gewürfelt"),
    },
}


@localized
def panel_before_roll(game: str, lang: str | None = None) -> Any:
    """Return a panel before an answer after which dice are rolled."""
    if game == "imperium":
        return ImperiumPlayPanel(EVEN, seat=0, seed=2, opponents="stated", lang=lang)
    play: PlayPanel = panel("p1 hand F5 F4 F3", "p2 hand W1", lang=lang)
    play.do("answer", "attack p2")
    return play


def answer_and_roll(game: str, play: Any) -> None:
    """Give an answer after which dice are rolled."""
    if game == "twing":
        play.do("spell", "0")
        play.do("lay")
    else:
        play.do("answer", "stay")
        play.do("throw")
    assert play.error is None


def last_chance_results(play: Any) -> list[str]:
    """Return the results of chance at the end of the record."""
    return [
        entry.answer for entry in play.match.game.transcript if isinstance(entry.question, ChanceQuestion)
    ]


def undo_to(game: str, play: Any, place: int) -> None:
    """Undo until this number of answers is left."""
    while len(play.match.game) > place:
        play.do("undo")
        assert play.error is None


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", SAYS)
def test_an_undo_says_what_becomes_of_the_dice_and_lets_one_choose(game: str, lang: str) -> None:
    play, (kept, anew) = panel_before_roll(game), SAYS[game][lang]
    answer_and_roll(game, play)
    play.do("undo")
    first, other = (anew, kept) if game == "twing" else (kept, anew)
    for said in (first, other, first):
        assert said in unescape(play.html)
        assert said in play.status
        assert 'data-act="keep_dice"' in play.html
        play.do("keep_dice", "no" if said == kept else "yes")
        assert play.error is None
    answer_and_roll(game, play)
    assert 'data-act="keep_dice"' not in play.html, "it is no longer so"


@pytest.mark.parametrize("game", SAYS)
def test_kept_dice_fall_again_and_others_need_not(game: str) -> None:
    play = panel_before_roll(game)
    place = len(play.match.game)
    answer_and_roll(game, play)
    thrown, record = last_chance_results(play), play.record
    for _ in range(3):
        undo_to(game, play, place)
        play.do("keep_dice", "yes")
        answer_and_roll(game, play)
        assert (last_chance_results(play), play.record) == (thrown, record)
    seen = set()
    for _ in range(12):
        undo_to(game, play, place)
        play.do("keep_dice", "no")
        answer_and_roll(game, play)
        seen.add(tuple(last_chance_results(play)))
    assert len(seen) > 3
    last = last_chance_results(play)
    undo_to(game, play, place)
    play.do("keep_dice", "yes")
    answer_and_roll(game, play)
    assert last_chance_results(play) == last, "the dice that fell last are those that are kept"


def test_an_undo_without_dice_says_nothing_of_them() -> None:
    play = panel("p1 hand F5 F4 F3", "p2 hand W1")
    play.do("answer", "attack p2")
    play.do("undo")
    assert play.status.startswith("Your last answer has been undone.")
    assert 'data-act="keep_dice"' not in play.html


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", SAYS)
def test_a_battle_answered_for_both_sides_keeps_its_dice_or_throws_them_anew(game: str, lang: str) -> None:
    if game == "twing":
        stepped: Any = BattlePanel("F: F5 vs W: W4", lang, seed=1)
    else:
        stepped = ImperiumPlayPanel(EVEN, "all", lang=lang, seed=1)
    for _ in range(4):
        stepped.do("next")
    record = stepped.record
    for _ in range(3):
        stepped.do("undo")
    assert stepped.match.next_step_answer == {"twing": "lay W4", "imperium": "stay"}[game]
    for _ in range(3):
        stepped.do("next")
    assert stepped.record == record
    stepped.do("undo")
    kept, anew = SAYS[game][lang]
    assert kept in stepped.status
    stepped.do("keep_dice", "no")
    assert anew in stepped.status
    seen = set()
    for _ in range(12):
        stepped.do("next")
        seen.add(stepped.record)
        stepped.do("undo")
    assert len(seen) > 3
    assert len({text.splitlines()[5] for text in seen}) == 1, "what came before stays"


@pytest.mark.parametrize("game", ["twing", "imperium"])
def test_dice_that_were_kept_fall_again_after_the_page_was_loaded_anew(game: str) -> None:
    play = panel_before_roll(game)
    place = len(play.match.game)
    answer_and_roll(game, play)
    dice = last_chance_results(play)
    undo_to(game, play, place)
    play.do("keep_dice", "yes")
    again = panel_before_roll(game)
    again.restore(play.state)
    assert again.match.keeps_dice
    answer_and_roll(game, again)
    assert last_chance_results(again) == dice


def test_dice_thrown_anew_stay_so_after_the_page_was_loaded_anew() -> None:
    play = panel_before_roll("imperium")
    place = len(play.match.game)
    answer_and_roll("imperium", play)
    undo_to("imperium", play, place)
    play.do("keep_dice", "no")
    again = panel_before_roll("imperium")
    again.restore(play.state)
    assert not again.match.keeps_dice
    answer_and_roll("imperium", play)
    answer_and_roll("imperium", again)
    assert last_chance_results(again) == last_chance_results(play)


def test_what_was_taken_back_is_not_kept_once_it_is_behind() -> None:
    play = panel_before_roll("twing")
    answer_and_roll("twing", play)
    play.do("undo")
    play.do("keep_dice", "yes")
    assert "fell" in play.match.chance_after_undo.format_comments()
    answer_and_roll("twing", play)
    kept = play.match.chance_after_undo
    assert kept is None or all(index >= len(play.match.game) for index in kept.undone_result_by_index)
