"""The pictures of Imperial Twing in lessons: its table, cards to tap and to lay, and the ways on from a
lesson."""

from __future__ import annotations

from pathlib import Path

from twingkit.lesson.lesson import Option
from twingkit.links import to_link
from twingkit.twing.notation.battle_line import read_lay
from twingkit_widgets.lesson.views import Desk, LessonViews, tapped
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.site.addresses import page_link
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

    def table(self, desk: Desk, opened: Child) -> Markup | None:
        """The battle or the seats, without what the learner is still to find out."""
        return lesson_table(desk.run, desk.lang, "table_rule", opened)

    def points(self, desk: Desk) -> Child:
        """The cards, dice and crystals to tap."""
        pictures = [thing_picture(point.thing, desk.lang) for point in desk.run.step.points]
        return [tapped(desk, enumerate(pictures), desk.say("cards")), keys_line(desk)]

    def asked_about(self, desk: Desk) -> Markup | None:
        """The thing whose place is asked: it is in nobody's hand and on no table yet."""
        step = desk.run.step
        if step.ask != "where":
            return None
        return el("div", thing_picture(step.fact("card"), desk.lang), cls="tk-card tk-lesson-thing")

    def picker(self, desk: Desk) -> LayPicker:
        """Cards to lay."""
        return LayPicker(desk)

    def option(self, desk: Desk, option: Option, sign: Child) -> Child:
        """The words, and the cards of a lay beside them."""
        words = el("span", option.text[desk.lang])
        if "cards" not in option.facts:
            return [words, " ", sign]
        lay = read_lay(option.facts["cards"])
        drawn = cards_html([*lay.spells, *lay.units], desk.lang, small=True)
        return [el("span", words, drawn, cls="tk-option-cards"), " ", sign]

    def links(self, desk: Desk) -> list[Child]:
        """Also the lab, for a lesson on a battle."""
        links = super().links(desk)
        if desk.site and " vs " in desk.lesson.table:
            lab = page_link("battle-lab", desk.lang, battle=to_link(desk.lesson.table))
            links.insert(-1, el("a", desk.say("lab"), href=lab, cls="tk-button"))
        return links


VIEWS = TwingLessonViews("twing")
"""The pictures of the game in lessons."""
