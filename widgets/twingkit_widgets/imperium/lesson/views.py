"""The pictures of Twilight Imperium's battles in lessons: both fleets with their dice, units to tap, odds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile
from pathlib import Path
from typing import Any

from twingkit import Question
from twingkit.core.language import language
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.words import TomlTable
from twingkit.imperium.battle.exact_odds.odds import odds
from twingkit.imperium.battle.notation.battle_line import ROLES, Battle
from twingkit.imperium.battle.rules.counts_in_words import unit_counts
from twingkit.imperium.battle.rules.questions import Assign, Throw
from twingkit.imperium.box.units import Unit, unit
from twingkit.imperium.lessons.answer_key import odds_after, unit_and_side
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.learn.lesson.answer_key import ROLL
from twingkit.learn.lesson.lesson import Option, Reply
from twingkit.odds.odds import Odds
from twingkit_widgets.imperium.lesson.scene import scene_of
from twingkit_widgets.imperium.lesson.table import fleet_table
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.fleets import FLEETS_CSS
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.imperium.pictures.things import unit_facts
from twingkit_widgets.lab.table_query import table_query
from twingkit_widgets.learn.lesson.views import Controller, LessonViews, tappable_things
from twingkit_widgets.panel.address.addresses import page_link
from twingkit_widgets.panel.keys import GO_ON, answer_key
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import Words, capitalize_first, percent

HERE = Path(__file__).parent

WORDS = Words(HERE / "imperium_lesson_words.toml")
"""The texts around lessons on fleets."""


def unit_card(own: Unit, side: int) -> Markup:
    """Return a unit's picture, numbers and side; `side` 1 is drawn as the defender's."""
    facts = el("ul", [el("li", fact) for fact in unit_facts(own)], cls="tk-list tk-fl-facts")
    picture = el("span", unit_svg(own.unit_class, left=bool(side)), cls=f"tk-fl-big tk-ff-{ROLES[side]}")
    name = unit_name(own)
    head = el("h3", capitalize_first(name))
    whose = el("p", WORDS.say(f"card.{ROLES[side]}"), cls="tk-small tk-soft")
    return el("div", picture, el("div", head, whose, facts), cls="tk-fl-card")


def unit_pictures(kind: str, side: int, count: int) -> list[Markup]:
    """Return the pictures of `count` units of a class, with their number and name below."""
    name = unit_name(unit(kind), count)
    cls = "tk-fl-pictures tk-fl-several" if count > 1 else "tk-fl-pictures"
    pictures = el("span", [unit_svg(kind, left=bool(side))] * count, cls=cls)
    return [pictures, el("span", f"{count} {name}" if count > 1 else capitalize_first(name))]


def share_bar(odds: Odds, label: str, digits: int = 0) -> Markup:
    """Return the attacker's chance to win as a bar with its number; `label` is read out behind it."""
    win = percent(odds.win, digits)
    width = el("span", cls="tk-win", style=f"width:{odds.win * 100:.2f}%")
    bar = el("span", width, cls="tk-fl-bar", aria_hidden="true")
    return el("span", bar, el("b", win), el("span", f" {label}", cls="tk-hidden"), cls="tk-fl-share")


MAX_ANSWERS = 12
"""The largest number of ways to assign hits offered in a battle that the learner fights alone."""

SIDES = ("you", "opponent")


class BattleLessonViews(LessonViews):
    """The pictures of lessons on battles."""

    words = WORDS
    css = FLEETS_CSS + Path(__file__).with_name("imperium_lessons.css").read_text(encoding="utf-8")
    cls = "tk-fleet-lesson"

    def table(self, controller: Controller, opened: Child) -> Markup | None:
        """Both sides face to face."""
        step = controller.run.step
        if step.kind in ("look", "end"):
            return None
        thrown = step.kind in ("roll", "free") and controller.run.given
        whose = [controller.say(f"side.{side}") for side in SIDES]
        field = fleet_table(scene_of(controller.run), whose=whose)
        cls = "tk-lesson-table tk-fl-thrown" if thrown else "tk-lesson-table"
        return el("div", field, opened, cls=cls, data_asked=True)

    def points(self, controller: Controller) -> Child:
        """Return the units to tap, each side apart, with their numbers."""
        line, groups = Battle.parse(controller.lesson.table), []
        units = [unit_and_side(point.thing) for point in controller.run.step.points]
        for side, force in enumerate(line.sides):
            pictures = [
                (index, unit_pictures(name, side, force.count(name)))
                for index, (name, whose) in enumerate(units)
                if whose == side
            ]
            label = controller.say(f"side.{SIDES[side]}")
            row = tappable_things(controller, pictures, label, f"tk-fl-unit tk-ff-{ROLES[side]}")
            if pictures:
                groups.append(el("div", el("p", label, cls="tk-label"), row, cls="tk-fl-side"))
        return el("div", groups, cls="tk-stack")

    def option(self, controller: Controller, option: Option, sign: Child) -> Child:
        """The words; once the step is solved, the chance to win that the option leads to below them."""
        words = el("span", option.text[language()])
        step, run = controller.run.step, controller.run
        compared = run.given and (step.kind == "choose" or step.ask in ("best", "enough"))
        share = odds_after(run.game(answered=False), option) if compared else None
        if share is None:
            return [words, " ", sign]
        bar = share_bar(share, controller.say("share"))  # the sign beside the words: equally long bars
        return el("span", el("span", words, " ", sign), bar, cls="tk-fl-option")

    # -- a battle without help

    def free(self, controller: Controller) -> Child:
        """Return the question in the battle that the learner fights alone, and how to answer it."""
        game, given_answer = controller.run.game(), controller.run.given
        again = button(controller.say("anew"), "again", cls="tk-button tk-quiet") if given_answer else None
        bring = len(game) if given_answer else None  # scroll to the next question
        question = game.question
        if question is None:
            winner = game.result.winner
            key = "free.tie" if winner is None else "free.won" if winner == 0 else "free.lost"
            prompt = el("p", el("b", controller.say(key)))
            return el("div", prompt, again, cls="tk-stack tk-fl-next", data_bring=bring)
        if isinstance(question, Throw):
            ways: Child = button(
                self.asking(controller, question), "play_on", ROLL, cls="tk-button tk-main", shortcut=GO_ON
            )
            return el("div", el("div", ways, data_bring=bring, cls="tk-fl-next"), again, cls="tk-stack")
        options = [
            button(_answer_text(controller, question, answer), "play_on", text, shortcut=answer_key(text))
            for answer in islice(question.options(), MAX_ANSWERS)
            for text in [question.format_answer(answer)]
        ]
        named = self.asking(controller, question)
        group = el("div", options, cls="tk-options", role="group", aria_label=named)
        asking = el("div", el("p", el("b", named)), group, data_bring=bring, cls="tk-stack tk-fl-next")
        return el("div", asking, again, cls="tk-stack")

    def told(self, rulings: Sequence[Ruling | Refusal]) -> Sequence[Ruling | Refusal]:
        """The rulings without those about dice, which are on the table."""
        return [ruling for ruling in rulings if isinstance(ruling, Refusal) or ruling.case != "rolled"]

    def asking(self, controller: Controller, question: Question) -> str:
        """The question as it is put to the learner; of dice the step for which they fall."""
        return controller.say(f"free.{question.step if isinstance(question, Throw) else question.kind}")

    def latest(self, game: Game) -> int:
        """Return how many answers belong to the last step: from the last throws on."""
        thrown = [isinstance(entry.question, Throw) for entry in reversed(game.transcript)]
        after = len(list(takewhile(lambda throw: not throw, thrown)))
        return after + len(list(takewhile(bool, thrown[after:])))

    # -- the answer

    def about(self, controller: Controller, reply: Reply) -> tuple[Child, Child]:
        """The numbers of the tapped unit, or the comparison of two battles."""
        step, before, after = controller.run.step, None, None
        if step.kind == "look" and controller.pointed is not None:
            name, side = unit_and_side(step.points[controller.pointed].thing)
            before = unit_card(unit(name), side)
        if step.ask == "drop" and controller.run.given:
            rows = [
                el(
                    "div",
                    el("span", controller.say(f"compare.{moment}"), cls="tk-small"),
                    share_bar(odds(step.fact(name)), controller.say("share"), 1),
                )
                for moment, name in (("before", "line"), ("after", "other"))
            ]
            after = el("div", rows, cls="tk-fl-compared")
        return before, after

    # -- the end

    def links(self, controller: Controller) -> list[Child]:
        """The lab with the battle fought last, and the rulebook."""
        if not controller.site:
            return []
        lab = [self._lab(controller, "tk-button")] if controller.following else []
        book = page_link("imperium-rules")
        return [*lab, el("a", controller.say("book"), href=book, cls="tk-button")]

    def last(self, controller: Controller) -> Child:
        """The lab, in the place of the next lesson."""
        return self._lab(controller, "tk-button tk-main") if controller.site else None

    def _lab(self, controller: Controller, cls: str) -> Markup:
        link = page_link("imperium-battle", **table_query(controller.run.table, "imperium"))
        return el("a", controller.say("lab"), href=link, cls=cls)

    def sign(self, entry: TomlTable) -> Child:
        """The picture of a unit."""
        return unit_svg(entry.get("sign", "fighter"))


def _answer_text(controller: Controller, question: Question, answer: Any) -> str:  # of the question's type
    """Return an answer in words: the units that are damaged and lost."""
    if not isinstance(question, Assign):
        return controller.say(f"free.say_{question.format_answer(answer)}")
    roster, words = question.table.rosters[question.player], rulebook().words
    taken = (("damage", answer.sustained), ("lose", answer.destroyed))
    parts = [
        controller.say(f"way.{key}", units=words.label(tuple(unit_counts(roster, counts))))
        for key, counts in taken
        if any(counts)
    ]
    return capitalize_first(", ".join(parts))
