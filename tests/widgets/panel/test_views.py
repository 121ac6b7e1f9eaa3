"""A game's pictures: own methods are used, missing ones have a plain default, and hidden things stay
hidden."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

import attrs
import pytest

from twingkit.core.games import GameEntry
from twingkit.core.language import in_language, language
from twingkit.core.questions import Question, Refusal
from twingkit.core.rulebook import Chapter, HiddenFact, NamesByLanguage, Rule, Rulebook
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.views import DefaultGameViews, load_views, parse_sent_answer
from twingkit_widgets.panel.zone_table import ZONES_CSS


def book() -> Rulebook:
    """Return a rulebook with one rule of a small game."""
    rule = Rule(
        "PI-1",
        "pile",
        "printed",
        {"en": "The pile", "de": "Der Stapel"},
        {"en": "Who draws the last card wins.", "de": "Wer die letzte Karte zieht, gewinnt."},
    )
    words = {
        "red": {"en": "red", "de": "rot"},
        "hand": {"en": "your hand", "de": "deine Hand"},
        "closed": {"en": "a closed card", "de": "eine verdeckte Karte"},
    }
    return Rulebook([rule], [Chapter("pile", {"en": "Pile", "de": "Stapel"})], {}, NamesByLanguage(words))


@attrs.frozen
class Seen:
    """A player's view."""

    hand: tuple[str, ...]
    top: Any = None
    open: bool = True
    counts: Mapping[str, int] = attrs.field(factory=dict)


class Pick(Question):
    """A question: take one of some cards."""

    __slots__ = ("names",)
    kind = "pick"

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(0)
        self.names = names

    def options(self) -> Iterator[str]:
        """Return all cards."""
        return iter(self.names)

    def refusal(self, answer: Any) -> Refusal | None:
        """Return None: nothing is forbidden."""
        return None

    def sentence(self) -> str:
        """Return the question."""
        return {"en": "Which card?", "de": "Welche Karte?"}[language()]

    def format_answer(self, answer: Any) -> str:
        """Return the card with a verb."""
        return f"take {answer}"


@pytest.fixture
def pile(monkeypatch: pytest.MonkeyPatch) -> GameEntry:
    """Return a game with rules and no pictures."""
    module = ModuleType("pile_game")
    vars(module).update(book=book)
    monkeypatch.setitem(sys.modules, "pile_game", module)
    return GameEntry(
        id="pile", titles={"en": "Pile", "de": "Stapel"}, rule_prefix="PI", rules="pile_game:book"
    )


def test_plain_table(pile: GameEntry) -> None:
    views = load_views(pile)
    seen = Seen(("red", "<b>"), HiddenFact("ace of spades", 1, "closed"), counts={"pile": 7})
    with in_language("de"):
        shown = views.table(seen, "small")
    assert "Deine Hand" in shown
    assert "<li>rot</li><li>&lt;b&gt;</li>" in shown
    assert "eine verdeckte Karte" in shown
    assert "ace" not in shown
    assert "<dt>Pile</dt><dd>7</dd>" in shown
    assert "<dd>ja</dd>" in shown
    assert "nothing" in views.table(Seen(()))


def test_an_answer_is_a_button_or_searched_for(pile: GameEntry) -> None:
    views = load_views(pile)
    with in_language("de"):
        few = views.answer_controls(Pick(("red", "blue")), None)
    assert few.count("<button") == 2
    assert 'data-act="answer" data-value="take red"' in few
    assert ">Rot<" in few
    assert 'aria-label="Welche Karte?"' in few
    many = views.answer_controls(Pick(tuple(str(number) for number in range(1000))), None)
    assert 'type="search"' in many
    assert many.count("<option") == 300
    assert parse_sent_answer("take red") == parse_sent_answer({"answer": " take red "}) == "take red"
    assert parse_sent_answer(None) == parse_sent_answer({}) == ""


def test_sentences(pile: GameEntry) -> None:
    views = load_views(pile)
    assert views.goal(None) == "Who draws the last card wins."
    with in_language("de"):
        assert views.question_text(Pick(()), None) == "Welche Karte?"
    with in_language("de"):
        assert views.component_html("red") == '<span class="tk-thing">rot</span>'


def test_a_game_without_rules_has_pictures_too() -> None:
    views = load_views(GameEntry(id="bare", titles={"en": "Bare", "de": "Bar"}, rule_prefix="BA"))
    assert views.goal(None) == ""
    assert "7" in views.table({"left": 7})


def test_what_a_game_fills_is_taken(pile: GameEntry) -> None:
    class Drawn(DefaultGameViews):
        css = ".pile {}"

        def component_html(self, name: str) -> Markup:
            return el("b", name)

    class Table(Drawn):
        def table(self, view: object, size: str = "page") -> Markup:
            return el("hr")

    vars(sys.modules["pile_game"]).update(
        component_html=Drawn(pile).component_html, VIEWS=Drawn(pile), TABLE=Table(pile)
    )
    module = load_views(attrs.evolve(pile, views="pile_game"))
    whole = load_views(attrs.evolve(pile, views="pile_game:VIEWS"))
    assert module.component_html("red") == whole.component_html("red") == "<b>red</b>"
    assert module.css == ZONES_CSS
    assert whole.css == f"{ZONES_CSS}.pile {{}}"
    assert "tk-zones" not in load_views(attrs.evolve(pile, views="pile_game:TABLE")).css
    assert module.question_text(Pick(()), None) == "Which card?"


class Pieces:
    """Pictures of a game in an object that is no `DefaultGameViews`."""

    def component_html(self, name: str) -> Markup:
        """Return a picture."""
        return el("b", name)

    def question_text(self, question: Question, view: object) -> str:
        """Return a question."""
        return "Take one!"


@pytest.mark.parametrize("home", ["pile_game", "pile_game:PIECES", "pile_game:SUBCLASS"])
def test_the_defaults_use_what_a_game_defines(pile: GameEntry, home: str) -> None:
    class Subclass(Pieces, DefaultGameViews):
        pass

    pieces = Pieces()
    vars(sys.modules["pile_game"]).update(
        component_html=pieces.component_html,
        question_text=pieces.question_text,
        PIECES=pieces,
        SUBCLASS=Subclass(pile),
    )
    views = load_views(attrs.evolve(pile, views=home))
    assert views.zone_pictures().piece_html("red") == "<b>red</b>"
    assert 'aria-label="Take one!"' in views.answer_controls(Pick(("red",)), None)
    assert not views.is_default("question_text")
    assert views.is_default("table")
