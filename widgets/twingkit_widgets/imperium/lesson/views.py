"""The pictures of battle lessons: both fleets with their dice, units to tap, odds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile
from pathlib import Path

from twingkit import Question
from twingkit.core.language import language
from twingkit.core.notation import ROLES
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.words import TomlTable
from twingkit.imperium.battle.exact_odds.odds import battle_odds
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.counts_in_words import unit_counts
from twingkit.imperium.battle.rules.losses.assign import HitLosses
from twingkit.imperium.battle.rules.questions import AssignHits, CombatQuestion
from twingkit.imperium.box.units import Unit, unit
from twingkit.imperium.lessons.answer_key import odds_after_option, parse_unit_and_side
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.lesson.answer_key import ROLL_ANSWER
from twingkit.learn.lesson.lesson import Option, Reply
from twingkit.odds.odds import Odds
from twingkit_widgets.imperium.lesson.scene import lesson_scene
from twingkit_widgets.imperium.lesson.table import battle_scene_html
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.fleets import FLEETS_CSS
from twingkit_widgets.imperium.pictures.item_html import unit_facts
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.lab.table_query import lab_query_of_position
from twingkit_widgets.learn.lesson.views import Controller, LessonPictures, tappable_things_html
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.keys import GO_ON, default_shortcut_of_answer
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first, percent

HERE = Path(__file__).parent

WORDS = PanelTexts(HERE / "imperium_lesson_words.toml")
"""The texts of lessons on battles."""


def _unit_card_html(own: Unit, side: int) -> Markup:
    """Return a unit's picture, values and side; `side` 1 is the defender."""
    facts = el("ul", [el("li", fact) for fact in unit_facts(own)], cls="tk-list tk-fl-facts")
    picture = el("span", unit_svg(own.unit_class, left=bool(side)), cls=f"tk-fl-big tk-ff-{ROLES[side]}")
    head = el("h3", capitalize_first(unit_name(own)))
    whose = el("p", WORDS.say(f"card.{ROLES[side]}"), cls="tk-small tk-soft")
    return el("div", picture, el("div", head, whose, facts), cls="tk-fl-card")


def _unit_pictures(kind: str, side: int, count: int) -> list[Markup]:
    """Return the picture of `count` units of a class, with their number and name below."""
    name = unit_name(unit(kind), count)
    cls = "tk-fl-pictures tk-fl-several" if count > 1 else "tk-fl-pictures"
    pictures = el("span", [unit_svg(kind, left=bool(side))] * count, cls=cls)
    return [pictures, el("span", f"{count} {name}" if count > 1 else capitalize_first(name))]


def _win_chance_bar(odds: Odds, label: str, digits: int = 0) -> Markup:
    """Return the attacker's chance to win as a bar with its number."""
    win = percent(odds.win, digits)
    width = el("span", cls="tk-win", style=f"width:{odds.win * 100:.2f}%")
    bar = el("span", width, cls="tk-fl-bar", aria_hidden="true")
    return el("span", bar, el("b", win), el("span", f" {label}", cls="tk-hidden"), cls="tk-fl-share")


_MAX_HIT_ASSIGNMENTS = 12
"""The largest number of hit assignments offered in a battle that the learner fights alone."""

SIDES = ("you", "opponent")


class BattleLessonPictures(LessonPictures):
    """The pictures of the battle lessons: both fleets, and the units to tap for an explanation."""

    words = WORDS
    css = FLEETS_CSS + Path(__file__).with_name("imperium_lessons.css").read_text(encoding="utf-8")
    css_class = "tk-fleet-lesson"

    def table_html(self, controller: Controller, opened_rule_html: Child) -> Markup | None:
        """Return both sides face to face."""
        step = controller.run.step
        if step.kind in ("look", "end"):
            return None
        thrown = step.kind in ("roll", "free") and controller.run.given_answer
        side_names = [controller.say(f"side.{side}") for side in SIDES]
        field = battle_scene_html(lesson_scene(controller.run), side_names=side_names)
        cls = "tk-lesson-table tk-fl-thrown" if thrown else "tk-lesson-table"
        return el("div", field, opened_rule_html, cls=cls, data_asked=True)

    def tappable_html(self, controller: Controller) -> Child:
        """Return the units to tap, grouped by side, with their numbers."""
        line, groups = Battle.parse(controller.lesson.table), []
        units = [parse_unit_and_side(point.thing) for point in controller.run.step.points]
        for side, force in enumerate(line.sides):
            pictures = [
                (index, _unit_pictures(name, side, force.count(name)))
                for index, (name, whose) in enumerate(units)
                if whose == side
            ]
            label = controller.say(f"side.{SIDES[side]}")
            row = tappable_things_html(controller, pictures, label, f"tk-fl-unit tk-ff-{ROLES[side]}")
            if pictures:
                groups.append(el("div", el("p", label, cls="tk-label"), row, cls="tk-fl-side"))
        return el("div", groups, cls="tk-stack")

    def option_html(self, controller: Controller, option: Option, sign: Child) -> Child:
        """Return the text of an option; once the step is solved, with the resulting chance to win below
        it.
        """
        words = el("span", option.text[language()])
        step, run = controller.run.step, controller.run
        compared = run.given_answer and (step.kind == "choose" or step.ask in ("best", "enough"))
        share = odds_after_option(run.game(answered=False), option) if compared else None
        if share is None:
            return [words, " ", sign]
        bar = _win_chance_bar(share, controller.say("share"))  # the sign beside the words: equally long bars
        return el("span", el("span", words, " ", sign), bar, cls="tk-fl-option")

    # -- a battle without help

    def free_play_html(self, controller: Controller) -> Child:
        """Return the question in a battle that the learner fights alone, and instructions to answer it."""
        game, given_answer = controller.run.game(), controller.run.given_answer
        again = (
            button(controller.say("anew"), "take_back_answer", cls="tk-button tk-quiet")
            if given_answer
            else None
        )
        bring = len(game) if given_answer else None  # scroll to the next question
        question = game.question
        if question is None:
            winner = game.result.winner
            key = "free.tie" if winner is None else "free.won" if winner == 0 else "free.lost"
            prompt = el("p", el("b", controller.say(key)))
            return el("div", prompt, again, cls="tk-stack tk-fl-next", data_bring=bring)
        if question.is_chance:
            ways: Child = button(
                self.free_question_text(controller, question),
                "answer_in_free_play",
                ROLL_ANSWER,
                cls="tk-button tk-main",
                shortcut=GO_ON,
            )
            return el("div", el("div", ways, data_bring=bring, cls="tk-fl-next"), again, cls="tk-stack")
        options = [
            button(
                _answer_text(controller, question, answer),
                "answer_in_free_play",
                text,
                shortcut=default_shortcut_of_answer(text),
            )
            for answer in islice(question.options(), _MAX_HIT_ASSIGNMENTS)
            for text in [question.format_answer(answer)]
        ]
        named = self.free_question_text(controller, question)
        group = el("div", options, cls="tk-options", role="group", aria_label=named)
        choice = el("div", el("p", el("b", named)), group, data_bring=bring, cls="tk-stack tk-fl-next")
        return el("div", choice, again, cls="tk-stack")

    def listed_rulings(self, rulings: Sequence[Ruling | Refusal]) -> Sequence[Ruling | Refusal]:
        """Return the rulings without those about visible dice."""
        return [ruling for ruling in rulings if isinstance(ruling, Refusal) or ruling.case != "rolled"]

    def free_question_text(self, controller: Controller, question: Question) -> str:
        """Return the text of a question to the learner; for dice, the step in which they are rolled."""
        assert isinstance(question, CombatQuestion)
        return controller.say(f"free.{question.battle_step}")

    def last_action_answer_count(self, game: Game) -> int:
        """Return the number of answers from the last rolls on, including these rolls."""
        thrown = [entry.question.is_chance for entry in reversed(game.transcript)]
        after = len(list(takewhile(lambda throw: not throw, thrown)))
        return after + len(list(takewhile(bool, thrown[after:])))

    # -- the answer

    def html_around_reply(self, controller: Controller, reply: Reply) -> tuple[Child, Child]:
        """Return the parts before and after the text of a reply: before it the values of the tapped unit,
        after it the comparison of two battles.
        """
        step, before, after = controller.run.step, None, None
        if step.kind == "look" and controller.pointed_thing is not None:
            name, side = parse_unit_and_side(step.points[controller.pointed_thing].thing)
            before = _unit_card_html(unit(name), side)
        if step.ask == "drop" and controller.run.given_answer:
            rows = [
                el(
                    "div",
                    el("span", controller.say(f"compare.{moment}"), cls="tk-small"),
                    _win_chance_bar(battle_odds(step.extra_field(name)), controller.say("share"), 1),
                )
                for moment, name in (("before", "line"), ("after", "other"))
            ]
            after = el("div", rows, cls="tk-fl-compared")
        return before, after

    # -- the end

    def end_links_html(self, controller: Controller) -> list[Child]:
        """Return links to the lab with the last battle, and to the rulebook."""
        if not controller.has_site_links:
            return []
        lab = [self._lab(controller, "tk-button")] if controller.next_lesson else []
        book = page_href("imperium-rules")
        return [*lab, el("a", controller.say("book"), href=book, cls="tk-button")]

    def course_end_html(self, controller: Controller) -> Child:
        """Return the link to the lab instead of a next lesson."""
        return self._lab(controller, "tk-button tk-main") if controller.has_site_links else None

    def _lab(self, controller: Controller, cls: str) -> Markup:
        link = page_href("imperium-battle", **lab_query_of_position(controller.run.table_text, "imperium"))
        return el("a", controller.say("lab"), href=link, cls=cls)

    def lesson_picture(self, entry: TomlTable) -> Child:
        """Return the picture of a unit."""
        return unit_svg(entry.get("sign", "fighter"))


def _answer_text(controller: Controller, question: Question, answer: object) -> str:
    match question, answer:
        case AssignHits(), HitLosses(sustained=sustained, destroyed=destroyed):
            roster, words = question.table.rosters[question.player], rulebook().words
            parts = [
                controller.say(f"way.{key}", units=words.format_fact(tuple(unit_counts(roster, counts))))
                for key, counts in (("damage", sustained), ("lose", destroyed))
                if any(counts)
            ]
            return capitalize_first(", ".join(parts))
    return controller.say(f"free.say_{question.format_answer(answer)}")
