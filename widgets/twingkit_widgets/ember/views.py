"""The pictures of Ember for the machines of the panels; what is not here is drawn plainly."""

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
"""The style of the pictures."""


PILES = ("deck", "pile")
"""The two piles by the names that lessons give them."""


def thing(name: str) -> Markup:
    """The picture and the words of a card or a creature; of anything else its name in a frame.

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
    """The pictures of Ember; a button for each answer, in words."""

    css = EMBER_CSS
    lines = WORDS
    questions = EmberQuestions(GAME)

    def table(self, view: View, size: str = "page") -> Markup:
        """All that lies open, and the hand of who looks."""
        return table_html(view, size)

    def thing(self, name: str) -> Markup:
        """The picture and the words of a card, a creature or a pile."""
        return thing(name)

    def goal(self, view: View) -> str:
        """The aim of a player, in a sentence."""
        return say("table.goal", n=view.length)

    def option(self, option: object, text: str) -> str:
        """One answer in words."""
        return capitalize_first(answer_label(str(option), load_pool()))

    def way(self, text: str, names: Mapping[str, str]) -> str:
        """An answer at a real table in words."""
        return way_label(text, load_pool(), names)

    def word(self, said: str, first: str) -> str:
        """A word of an answer that is chosen word by word; an element by its letter."""
        element = ELEMENT_NAMES.get(said)
        return capitalize_first(element[language()] if element else answer_label(said, load_pool()))

    def weighty(self, ruling: Ruling) -> bool:
        """True for what a short account of the game is made of."""
        return (ruling.rule, ruling.case) in TELLING.weighty

    def open_table(self, view: View, names: Mapping[str, str]) -> Markup:
        """All that lies open."""
        return table_html(view, "small", names=names)

    def chances(self, known: OpenCards, names: Mapping[str, str], asked: bool) -> Markup | None:
        """The chances of the player whose turn it is, as far as an onlooker can say them."""
        return open_chances(known, names, asked)


VIEWS = EmberViews(GAME)
"""The pictures that the entry names."""
