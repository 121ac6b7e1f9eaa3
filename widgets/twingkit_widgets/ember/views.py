"""Ember's pictures for the general panels; anything missing here has a plain picture."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from twingkit.core.language import language
from twingkit.core.rulebook import Ruling
from twingkit.ember.box.pool import load_pool
from twingkit.ember.entry import GAME
from twingkit.ember.rules.cards import DECK
from twingkit.ember.rules.rulebook import ELEMENT_NAMES
from twingkit.ember.view import View
from twingkit.referee.open_cards import OpenCards
from twingkit_widgets.ember.open_chances import open_chances
from twingkit_widgets.ember.pictures.cards import back_svg, card_html, card_name
from twingkit_widgets.ember.pictures.creature import full_creature_html
from twingkit_widgets.ember.pictures.table import table_html
from twingkit_widgets.ember.play.answers import answer_label, way_label
from twingkit_widgets.ember.play.play_game import TELLING
from twingkit_widgets.ember.play.words import WORDS
from twingkit_widgets.ember.questions import EmberQuestions
from twingkit_widgets.ember.words import say
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.views import PlainViews
from twingkit_widgets.panel.wording import capitalize_first

EMBER_CSS = (Path(__file__).parent / "pictures" / "ember.css").read_text(encoding="utf-8")
"""Style sheet of the pictures."""


PILES = ("deck", "pile")
"""The two piles by their names in lessons."""


def thing(name: str) -> Markup:
    """Return the picture and the words of a card or a creature; for anything else its name in a frame.

    >>> "Phoenix" in thing("phoenix"), "Fire 5" in thing("F5")
    (True, True)
    """
    if name in load_pool():
        return full_creature_html(load_pool()[name], "b")
    if name in DECK:
        return el("span", card_html(name), " ", card_name(name), cls="em-pile")
    if name in PILES:
        picture = el("span", back_svg(), cls="em-back") if name == "deck" else None
        return el("span", picture, " ", say(f"table.the_{name}"), cls="em-pile")
    return el("span", name, cls="tk-thing")


class EmberViews(PlainViews[View]):
    """The pictures of Ember, and a button in words for each answer."""

    css = EMBER_CSS
    lines = WORDS
    questions = EmberQuestions(GAME)

    def table(self, view: View, size: str = "page") -> Markup:
        """Return all that the viewer may see, including their hand."""
        return table_html(view, size)

    def thing(self, name: str) -> Markup:
        """Return the picture and the words of a card, a creature or a pile."""
        return thing(name)

    def goal(self, view: View) -> str:
        """Return the goal of a player as a sentence."""
        return say("table.goal", n=view.length)

    def option(self, option: object, text: str) -> str:
        """Return one answer in words."""
        return capitalize_first(answer_label(str(option), load_pool()))

    def way(self, text: str, names: Mapping[str, str]) -> str:
        """Return an answer at a real table in words."""
        return way_label(text, load_pool(), names)

    def word(self, said: str, first: str) -> str:
        """Return a word of an answer that is chosen word by word; an element by its letter."""
        element = ELEMENT_NAMES.get(said)
        return capitalize_first(element[language()] if element else answer_label(said, load_pool()))

    def weighty(self, ruling: Ruling) -> bool:
        """Return True for rulings that belong in a short account of the game."""
        return (ruling.rule, ruling.case) in TELLING.weighty

    def open_table(self, view: View, names: Mapping[str, str]) -> Markup:
        """Return all that everybody can see."""
        return table_html(view, "small", names=names)

    def chances(self, known: OpenCards, names: Mapping[str, str], asked: bool) -> Markup | None:
        """Return the chances of the active player, as far as an onlooker knows the cards."""
        return open_chances(known, names, asked)


VIEWS = EmberViews(GAME)
"""Pictures that the entry of the game names."""
