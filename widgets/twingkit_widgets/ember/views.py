"""The pictures of Ember that the general panels use; anything else they draw plainly."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from twingkit.core.language import language
from twingkit.core.rulebook import Ruling
from twingkit.ember.box.pool import load_pool
from twingkit.ember.entry import GAME
from twingkit.ember.rules.cards import DECK
from twingkit.ember.rules.rulebook import ELEMENT_NAMES
from twingkit.ember.view import GameView
from twingkit.referee.referee_rules import KnownCards
from twingkit_widgets.ember.open_chances import public_odds_html
from twingkit_widgets.ember.pictures.cards import card_back_svg, card_html, card_name
from twingkit_widgets.ember.pictures.creature import full_creature_html
from twingkit_widgets.ember.pictures.table import table_html
from twingkit_widgets.ember.play.answers import answer_label, real_table_answer_label
from twingkit_widgets.ember.play.play_game import STORY_FORMAT
from twingkit_widgets.ember.play.words import WORDS
from twingkit_widgets.ember.questions import EmberQuestionPictures
from twingkit_widgets.ember.words import say
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.views import DefaultGameViews
from twingkit_widgets.panel.wording import capitalize_first

EMBER_CSS = (Path(__file__).parent / "pictures" / "ember.css").read_text(encoding="utf-8")
"""The style of the pictures."""


PILE_NAMES = ("deck", "pile")
"""Names of the two piles in lessons."""


class _EmberViews(DefaultGameViews[GameView]):
    css = EMBER_CSS
    line_texts = WORDS
    questions = EmberQuestionPictures(GAME)

    def table(self, view: GameView, size: str = "page") -> Markup:
        """Render everything that the viewer may see, including their hand."""
        return table_html(view, size)

    def component_html(self, name: str) -> Markup:
        """Render a card, creature or pile with its words."""
        if name in load_pool():
            return full_creature_html(load_pool()[name], "b")
        if name in DECK:
            return el("span", card_html(name), " ", card_name(name), cls="em-pile")
        if name in PILE_NAMES:
            picture = el("span", card_back_svg(), cls="em-back") if name == "deck" else None
            return el("span", picture, " ", say(f"table.the_{name}"), cls="em-pile")
        return el("span", name, cls="tk-thing")

    def goal(self, view: GameView) -> str:
        """Return a player's goal in a sentence."""
        return say("table.goal", n=view.points_to_call)

    def option_text(self, option: object, answer: str) -> str:
        """Return an answer in words."""
        return capitalize_first(answer_label(option, load_pool()))

    def answer_text(self, answer: str, names: Mapping[str, str]) -> str:
        """Return the words for an answer in a game that people play with real cards."""
        return real_table_answer_label(answer, load_pool(), names)

    def answer_word_text(self, word: str, first_word: str) -> str:
        """Return one word of an answer chosen word by word as text; an element letter becomes a name."""
        element = ELEMENT_NAMES.get(word)
        return capitalize_first(element[language()] if element else answer_label(word, load_pool()))

    def is_announced(self, ruling: Ruling) -> bool:
        """Return whether to include a ruling in a short account of the game."""
        return (ruling.rule, ruling.case) in STORY_FORMAT.important_rulings

    def public_table(self, view: GameView, names: Mapping[str, str]) -> Markup:
        """Render the table as everybody can see it."""
        return table_html(view, "small", names=names)

    def public_odds_html(
        self, known: KnownCards, names: Mapping[str, str], is_requested: bool
    ) -> Markup | None:
        """Render the active player's chances from what onlookers know, or a button until `is_requested`."""
        return public_odds_html(known, names, is_requested)


VIEWS = _EmberViews(GAME)
"""The pictures that the game's entry refers to."""
