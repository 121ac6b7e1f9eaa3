"""The pictures of Ember's lessons: a small table with named opponents, and items to tap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit.ember.box.pool import load_pool
from twingkit.learn.lesson.lesson import Step
from twingkit_widgets.ember.pictures.cards import card_back_svg, card_name, card_svg
from twingkit_widgets.ember.pictures.creature import victory_points_text
from twingkit_widgets.ember.pictures.figure import creature_svg
from twingkit_widgets.ember.pictures.table import one_line_pool_html, table_html
from twingkit_widgets.ember.views import PILE_NAMES
from twingkit_widgets.ember.words import say
from twingkit_widgets.learn.lesson.views import Controller, LessonPictures, tappable_things_html
from twingkit_widgets.panel.markup import Child, Markup, el


class _EmberLessonViews(LessonPictures):
    css_class = "em-lesson"

    def small_table_html(self, controller: Controller, view: Any) -> Child:  # the view of the game
        """Render the table with named opponents, and the Pool if the step mentions it."""
        drawn = table_html(view, "small", names=self.opponent_name_by_seat(controller))
        is_named = _mentions_creature(controller.run.step, view.pool)
        pool = one_line_pool_html(view, load_pool()) if is_named else None
        return [drawn, pool]

    def tappable_html(self, controller: Controller) -> Child:
        """Render the cards and creatures to tap, each with its name."""
        pile = controller.run.game().view(controller.lesson.you).pile
        pictures = [tappable_item_html(point.thing, pile) for point in controller.run.step.points]
        return tappable_things_html(controller, enumerate(pictures), controller.say("things"), "em-point")

    def lesson_picture(self, entry: Mapping[str, object]) -> Child:
        """Render the creature beside a lesson in the list."""
        return el("span", creature_svg(str(entry["sign"])), cls="em-sign") if "sign" in entry else None


def _mentions_creature(step: Step, creatures: Iterable[str]) -> bool:
    """Return True if a step names one of these creatures in its text or its answers."""
    lang = LANGUAGES[0]
    words = " ".join(text[lang] for text in (*step.text, *(option.text for option in step.options)))
    return any(call_in_language(lang, load_pool()[name].name) in words for name in creatures)


def tappable_item_html(name: str, pile: Sequence[str] = ()) -> Markup:
    """Render a card, creature or pile for tapping: a picture above its name; for the Charred Pile, its top
    card.
    """
    pool = load_pool()
    if name in pool:
        creature = pool[name]
        worth = f"{victory_points_text(creature.value)} · {creature.cost}"
        label = [el("b", creature.name()), el("small", worth)]
        return el("span", creature_svg(name), label, cls="em-point-words")
    if name in PILE_NAMES:
        top = card_back_svg() if name == "deck" else [card_svg(card) for card in pile[-1:]]
        return el("span", top, el("small", say(f"table.the_{name}")), cls="em-point-words")
    return el("span", card_svg(name), el("small", card_name(name)), cls="em-point-words")


VIEWS = _EmberLessonViews("ember")
"""The pictures that the course refers to."""
