"""The pictures of Imperial Twing in lessons: its table, cards to tap and to lay, and the ways on from a
lesson."""

from __future__ import annotations

from pathlib import Path

from twingkit.learn.lesson.lesson import Option
from twingkit.twing.notation.battle_line import read_lay
from twingkit_widgets.lab.table_query import table_query
from twingkit_widgets.learn.lesson.views import Controller, LessonViews, tapped
from twingkit_widgets.panel.address.addresses import page_link
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.twing.lesson.picker import LayPicker, keys_line
from twingkit_widgets.twing.lesson.table import lesson_table
from twingkit_widgets.twing.lesson.things import thing_picture
from twingkit_widgets.twing.pictures.cards import cards_html
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS


class TwingLessonViews(LessonViews):
    """The pictures of lessons on Imperial Twing."""

    css = Path(__file__).with_name("twing_lessons.css").read_text(encoding="utf-8") + TABLE_CSS

    words = Words(Path(__file__).with_name("twing_lesson_words.toml"))
    memory = "course"

    def table(self, controller: Controller, opened: Child) -> Markup | None:
        """The battle or the seats, without what the learner is still to find out."""
        return lesson_table(controller.run, controller.lang, "table_rule", opened)

    def points(self, controller: Controller) -> Child:
        """The cards, dice and crystals to tap."""
        pictures = [thing_picture(point.thing, controller.lang) for point in controller.run.step.points]
        return [tapped(controller, enumerate(pictures), controller.say("cards")), keys_line(controller)]

    def asked_about(self, controller: Controller) -> Markup | None:
        """The thing whose place is asked: it is in nobody's hand and on no table yet."""
        step = controller.run.step
        if step.ask != "where":
            return None
        return el("div", thing_picture(step.fact("card"), controller.lang), cls="tk-card tk-lesson-thing")

    def picker(self, controller: Controller) -> LayPicker:
        """Cards to lay."""
        return LayPicker(controller)

    def option(self, controller: Controller, option: Option, sign: Child) -> Child:
        """The words, and the cards of a lay beside them."""
        words = el("span", option.text[controller.lang])
        if "cards" not in option.facts:
            return [words, " ", sign]
        lay = read_lay(option.facts["cards"])
        drawn = cards_html([*lay.spells, *lay.units], controller.lang, small=True)
        return [el("span", words, drawn, cls="tk-option-cards"), " ", sign]

    def links(self, controller: Controller) -> list[Child]:
        """Also the lab, for a lesson on a battle."""
        links = super().links(controller)
        if controller.site and " vs " in controller.lesson.table:
            lab = page_link("battle-lab", controller.lang, **table_query(controller.lesson.table, "twing"))
            links.insert(-1, el("a", controller.say("lab"), href=lab, cls="tk-button"))
        return links


VIEWS = TwingLessonViews("twing")
"""The pictures of the game in lessons."""
