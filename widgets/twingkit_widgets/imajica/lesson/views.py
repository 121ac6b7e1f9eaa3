"""The pictures of Imajica's lessons: a small table with named opponents, and cards to tap."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from twingkit.imajica.box.cards import load_cards
from twingkit_widgets.imajica.pictures.cards import card_values_html, printed_values
from twingkit_widgets.imajica.pictures.drawing import card_drawing
from twingkit_widgets.imajica.pictures.table import table_html
from twingkit_widgets.imajica.words import rulebook_term
from twingkit_widgets.learn.lesson.views import Controller, LessonPictures, tappable_things_html
from twingkit_widgets.panel.markup import Child, Markup, el

LESSON_CSS = Path(__file__).with_name("lesson.css").read_text(encoding="utf-8")
"""The style of elements that only lessons show."""


class _ImajicaLessonViews(LessonPictures):
    css = LESSON_CSS
    css_class = "im-lesson"

    def small_table_html(self, controller: Controller, view: Any) -> Child:  # the view of the game
        """Render the table with the names of the opponents."""
        return table_html(view, "small", self.opponent_name_by_seat(controller))

    def tappable_html(self, controller: Controller) -> Child:
        """Render the cards to tap, each with its name and its values."""
        pictures = [_tappable_card_html(point.thing) for point in controller.run.step.points]
        return tappable_things_html(controller, enumerate(pictures), controller.say("things"), "im-point")

    def lesson_picture(self, entry: Mapping[str, object]) -> Child:
        """Render the card beside a lesson in the list."""
        if "sign" not in entry:
            return None
        return el("span", card_drawing(load_cards()[str(entry["sign"])]), cls="im-sign")


def _tappable_card_html(name: str) -> Markup:
    card = load_cards()[name]
    label: list[Child] = [el("b", card.name()), el("small", rulebook_term(card.kind))]
    return el(
        "span", card_drawing(card), label, card_values_html(card, printed_values(card)), cls="im-point-words"
    )


VIEWS = _ImajicaLessonViews("imajica")
"""The pictures that the course refers to."""
