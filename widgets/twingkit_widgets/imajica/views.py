"""The pictures of Imajica that the general panels use; anything else they draw plainly."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from twingkit.core.rulebook import Ruling
from twingkit.imajica.box.cards import load_cards
from twingkit.imajica.entry import GAME
from twingkit.imajica.variants.variant import Variant
from twingkit.imajica.view import View
from twingkit_widgets.imajica.pictures.cards import full_card_html
from twingkit_widgets.imajica.pictures.table import table_html
from twingkit_widgets.imajica.play.answers import answer_label
from twingkit_widgets.imajica.play.play_game import TELLING
from twingkit_widgets.imajica.questions import ImajicaQuestions
from twingkit_widgets.imajica.referee.ways import WORDS, answer_text, open_table, word_text
from twingkit_widgets.imajica.words import say
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.views import PlainViews
from twingkit_widgets.panel.wording import capitalize_first

IMAJICA_CSS = (Path(__file__).parent / "pictures" / "imajica.css").read_text(encoding="utf-8")
"""The style of the pictures."""


class ImajicaViews(PlainViews[View]):
    """The pictures of Imajica for the general panels."""

    css = IMAJICA_CSS
    lines = WORDS
    questions = ImajicaQuestions(GAME)

    def table(self, view: View, size: str = "page") -> Markup:
        """Render everything that lies open, and the viewer's own hand."""
        return table_html(view, size)

    def thing(self, name: str) -> Markup:
        """Render a whole card, or the name of anything else in a frame."""
        card = load_cards().get(name.partition(".")[0])
        return full_card_html(card, "b") if card else el("span", name, cls="tk-thing")

    def goal(self, view: View) -> str:
        """Return what an Autarch needs to win, in a sentence."""
        return say(f"table.goal_{Variant.resolve(view.variant).victory}")

    def option(self, option: object, text: str) -> str:
        """Return an answer in words."""
        return capitalize_first(answer_label(str(option)))

    def way(self, text: str, names: Mapping[str, str]) -> str:
        """Return an answer at a real table in words."""
        return answer_text(text, names)

    def word(self, said: str, first: str) -> str:
        """Return a part of an answer that is chosen word by word."""
        return word_text(said)

    def weighty(self, ruling: Ruling) -> bool:
        """Return whether a short account of the game includes this ruling."""
        return (ruling.rule, ruling.case) in TELLING.weighty

    def open_table(self, view: View, names: Mapping[str, str]) -> Markup:
        """Render everything that lies open."""
        return open_table(view, names)


VIEWS = ImajicaViews(GAME)
"""The pictures that the game's entry refers to."""
