"""The keys of the play pages of every game: each answer has one, and the same key does the same thing
everywhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from twingkit.core.games import game_by_id
from twingkit.core.questions import ChanceQuestion
from twingkit_widgets.ember.play.panel import EmberPlayPanel
from twingkit_widgets.imajica.play.panel import ImajicaPlayPanel
from twingkit_widgets.imperium.play.panel import ImperiumPlayPanel
from twingkit_widgets.learn.first_game.page import open_first_game
from twingkit_widgets.panel.address.query import Query
from twingkit_widgets.panel.keys import CLOSE, DECLINE_SHORTCUT, FREE_KEYS, GO_ON, HELP, HINT, UNDO
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.twing.play.panel import PlayPanel

PAGES = {
    "play": lambda: PlayPanel(3, seed=4, opponents="random", lang="de"),
    "ember-play": lambda: EmberPlayPanel(3, seed=4, opponents="random", lang="de"),
    "imajica-play": lambda: ImajicaPlayPanel(3, seed=4, opponents="random", lang="de"),
    "imperium-play": lambda: ImperiumPlayPanel("first", seed=4, lang="de"),
    "imperium-game": lambda: ImperiumPlayPanel(3, seed=4, opponents="random", lang="de"),
}
FIRST = ("twing", "ember", "imajica", "imperium")

BESIDE = (
    "rule",
    "die",
    "why_forbidden",
    "word",
    "own_dice",
    "take_hint",
    "losses_reset",
    "system",
    "zoom",
    "ask_more",
)
"""Actions that explain, look or set something, but answer nothing."""

MOST = 40


def begun(game: str) -> MatchPanel:
    """Return the first game of a game after its first screen."""
    panel = open_first_game(Query("lang=de"), game_by_id(game)).panel
    assert isinstance(panel, MatchPanel)
    panel.do("first_start")
    return panel


def questions(panel: MatchPanel) -> Iterator[str]:
    """Yield the page at one question of a game after the other, answered like the computer."""
    for _ in range(MOST):
        match, companion = panel.match, panel.companion
        if match.game.over:
            return
        if (
            companion is not None
            and getattr(companion, "questions", None)
            and companion.questions.open_question
        ):
            panel.do("first_next")
        elif match.question is None:
            yield panel.html
            panel.do("go_on")
        elif isinstance(match.question, ChanceQuestion):
            yield panel.html
            panel.do("throw")
        else:
            yield panel.html
            panel.do("answer", match.question.format_answer(match.hint()))
            if panel.ui_state.answer_and_warning[0]:
                panel.do("answer", panel.ui_state.answer_and_warning[0])
        assert panel.error is None


def buttons(html: str) -> list[str]:
    """Return the opening tags of the buttons of some HTML."""
    return re.findall(r"<button[^>]*data-act=[^>]*>", html)


def fact(tag: str, name: str) -> str:
    """Return one attribute of a tag."""
    found = re.search(rf'{name}="([^"]*)"', tag)
    return found[1] if found else ""


def assert_keyed(panel: MatchPanel, html: str) -> None:
    """Check that every answer has a key, that no key has two meanings, and that the other controls have the
    keys of all pages."""
    question, rules = panel.match.question, panel.match.play_design
    acts = html.partition('class="tk-play-acts"')[2]
    acts = re.split('class="tk-play-(?:table|story|bar)"', acts)[0]
    main = html.partition('class="tk-play-main')[2].partition('class="tk-play-tools"')[0]
    for tag in buttons(acts) + buttons(main):
        act, key = fact(tag, "data-act"), fact(tag, "data-shortcut")
        if act in BESIDE or 'aria-disabled="true"' in tag:
            continue
        assert key, (question, tag)
        if act == "answer":
            answer = fact(tag, "data-value").partition(":")[2].replace("&gt;", ">")
            assert (key == DECLINE_SHORTCUT) == rules.is_passing_answer(answer), tag
        if act in ("confirm", "lay", "take", "throw", "go_on", "use"):
            assert key in (GO_ON, DECLINE_SHORTCUT)
    able = [tag for tag in buttons(html) if 'aria-disabled="true"' not in tag]
    keys = Counter(fact(tag, "data-shortcut") for tag in able)
    assert {key for key, count in keys.items() if count > 1 and key} <= {CLOSE}
    tools = {"undo": UNDO, "hint": HINT}
    for tag in buttons(html):
        if fact(tag, "data-act") in tools:
            assert fact(tag, "data-shortcut") == tools[fact(tag, "data-act")]
    assert html.count(f'data-value="help" data-key="tool:help" data-shortcut="{HELP}"') == 1


@pytest.mark.parametrize("page", PAGES)
def test_every_answer_of_a_game_has_a_key_of_its_own(page: str) -> None:
    panel, seen = PAGES[page](), 0
    for html in questions(panel):
        assert_keyed(panel, html)
        seen += 1
    assert seen > 3


@pytest.mark.parametrize("game", FIRST)
def test_every_answer_of_a_first_game_has_a_key_of_its_own(game: str) -> None:
    panel, seen = begun(game), 0
    for html in questions(panel):
        assert_keyed(panel, html)
        seen += 1
    assert seen > 3


def test_the_digits_are_dealt_first_then_letters_in_the_order_of_the_page() -> None:
    record = "ember: p1 hand * * A5 E5 F5 W5 F12; p2 hand 4; to move p1 conjure"
    panel = EmberPlayPanel(record=record, seat=0, seed=1)
    creatures = re.findall(r'data-act="(?:creature|answer)"[^>]*data-shortcut="([^0])"', panel.html)
    assert len(creatures) > 12
    assert creatures == list(FREE_KEYS[: len(creatures)])


@pytest.mark.parametrize("page", PAGES)
def test_a_hint_is_closed_by_the_key_that_opened_it_and_by_escape(page: str) -> None:
    panel = PAGES[page]()
    for _ in questions(panel):
        question = panel.match.question
        if (
            question is None
            or isinstance(question, ChanceQuestion)
            or not panel.match.play_design.can_advise(question)
        ):
            continue
        assert hint_keys(panel.html) == {HINT}
        panel.do("hint")
        assert hint_keys(panel.html) == {HINT, CLOSE}
        panel.do("hint")
        assert hint_keys(panel.html) == {HINT}
        return
    raise AssertionError("no question has a hint")


def hint_keys(html: str) -> set[str]:
    """Return the keys that open or close the hint."""
    return {fact(tag, "data-shortcut") for tag in buttons(html) if fact(tag, "data-act") == "hint"}
