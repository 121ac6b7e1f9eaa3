"""The pictures of lessons: for a whole game the map with the learner's sheet, for a battle both fleets."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit import Question
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.box.names import rule_id_by_card_id
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.view import GameView
from twingkit.learn.lesson.lesson import Option, Reply
from twingkit_widgets.imperium.lesson.views import BattleLessonPictures
from twingkit_widgets.imperium.pictures import names
from twingkit_widgets.imperium.pictures.item_html import game_component_html
from twingkit_widgets.imperium.pictures.names import say as picture_say
from twingkit_widgets.imperium.pictures.seats import goods_text, seat_sign_html, strategy_cards_text
from twingkit_widgets.imperium.pictures.table import objectives_and_laws_html
from twingkit_widgets.learn.lesson.views import Controller, LessonPictures, tappable_things_html
from twingkit_widgets.panel.markup import Child, Markup, el


class _ImperiumLessonPictures(BattleLessonPictures):
    """The pictures of all lessons of the game: battles, and the map of whole games."""

    # -- the step

    def table_html(self, controller: Controller, opened_rule_html: Child) -> Markup | None:
        """Return the map with the learner's components, or both sides of a battle."""
        if _is_step_on_battle(controller):
            return super().table_html(controller, opened_rule_html)
        if controller.run.step.kind == "end":
            return None
        drawn = self.small_table_html(controller, controller.run.game().view(controller.lesson.you))
        # A phone cannot show a map and a question at once, and the question is self-contained.
        return el("div", drawn, opened_rule_html, cls="tk-lesson-table")

    def small_table_html(self, controller: Controller, view: object) -> Child:
        """Render the map and the learner's components in short; in the status phase also the open
        objectives.
        """
        shown = _view_after_prediction(controller) or view
        drawn = self.general_views.table(shown, size="small")
        if not isinstance(shown, GameView):
            return drawn
        view = shown
        scoring = objectives_and_laws_html(view) if view.phase == "status" else None
        return el("div", _own_summary_html(view), scoring, drawn, cls="tk-il-table")

    def tappable_html(self, controller: Controller) -> Child:
        """Return the items to tap; in a battle they are grouped by side."""
        if _is_step_on_battle(controller):
            return super().tappable_html(controller)
        pictures = [tappable_item_html(point.thing) for point in controller.run.step.points]
        return el(
            "div",
            tappable_things_html(controller, enumerate(pictures), controller.say("things")),
            cls="tk-il-points",
        )

    def option_html(self, controller: Controller, option: Option, sign: Child) -> Child:
        """Return the text of an option; in a battle with the chance to win below it."""
        return _base_of_step(controller).option_html(self, controller, option, sign)

    def free_play_html(self, controller: Controller) -> Child:
        """Return the question to a learner who plays without guidance."""
        return _base_of_step(controller).free_play_html(self, controller)

    def free_question_text(self, controller: Controller, question: Question) -> str:
        """Return the text of a question to the learner."""
        return _base_of_step(controller).free_question_text(self, controller, question)

    def last_action_answer_count(self, game: Game) -> int:
        """Return how many of the last answers in a game belong to the same step of play."""
        return _base_of_game(game).last_action_answer_count(self, game)

    def listed_rulings(self, rulings: Sequence[Ruling | Refusal]) -> Sequence[Ruling | Refusal]:
        """Return the rulings without those about visible dice and unused technologies."""
        of_battle = super().listed_rulings(rulings)
        return [
            said
            for said in rulings
            if (not said.case.startswith("nothing") if _concerns_whole_game(said) else said in of_battle)
        ]

    # -- the answer and the end

    def html_around_reply(self, controller: Controller, reply: Reply) -> tuple[Child, Child]:
        """Render what surrounds a reply: in a battle, a unit's values before it and two compared battles
        after it.
        """
        return _base_of_step(controller).html_around_reply(self, controller, reply)

    def end_links_html(self, controller: Controller) -> list[Child]:
        """Return links to the lab and the rulebook, or to practice after a whole game."""
        return _base_of_step(controller).end_links_html(self, controller)

    def course_end_html(self, controller: Controller) -> Child:
        """Return the link to the lab instead of a next lesson."""
        return _base_of_step(controller).course_end_html(self, controller)


def _view_after_prediction(controller: Controller) -> object:
    """Return the learner's view of the game after an answered prediction came true; None for other steps."""
    step, run = controller.run.step, controller.run
    if step.kind != "predict" or not run.given_answer or not step.then:
        return None
    return run.answer_key.game_after(run.game(answered=False), step).view(controller.lesson.you)


def _own_summary_html(view: GameView) -> Markup:
    """Return a short summary of the learner's points, tokens, goods, cards and technologies."""
    seat = view.seats[view.player]
    cards = [names.card_name(card) for card in (*view.action_cards, *view.secret_objectives)]
    technologies = [names.card_name(name) for name in seat.technologies]
    parts = [
        picture_say("sheet.points", n=seat.points, most=view.points_to_win),
        picture_say("sheet.pools", tactic=seat.tactic, fleet=seat.fleet, strategy=seat.strategy),
        goods_text(seat),
        strategy_cards_text(seat),
        names.join_names(technologies),
        names.join_names(cards),
    ]
    head = [seat_sign_html(seat.seat), " ", el("b", names.seat_and_faction_name(seat.seat, view))]
    items = [el("li", part) for part in parts if part]
    return el("div", el("span", head), el("ul", items, cls="tk-list"), cls="tk-il-own")


def tappable_item_html(name: str) -> Markup:
    """Return an item to tap for an explanation: its name, and the picture of a unit."""
    if name.startswith("strategy_"):
        number = name.removeprefix("strategy_")
        return el("span", el("b", number), " ", names.strategy_card_name(int(number)), cls="tk-il-point")
    if name not in planets_by_id() and name.partition(":")[0] in rule_id_by_card_id():
        return el("span", names.card_name(name), cls="tk-il-point")
    return game_component_html(name) or el("span", name)


def _concerns_whole_game(said: Ruling | Refusal) -> bool:
    """Return whether a ruling is about a player of a whole game."""
    return isinstance(said, Ruling) and said.facts.get("side") in SEATS


def _is_step_on_battle(controller: Controller) -> bool:
    return isinstance(controller.run.game().start, BattleStart)


def _base_of_step(controller: Controller) -> type[LessonPictures]:
    return _base_of_game(controller.run.game())


def _base_of_game(game: Game) -> type[LessonPictures]:
    """Return the picture class to use for a game: that for battles or, for a whole game, the default one."""
    return BattleLessonPictures if isinstance(game.start, BattleStart) else LessonPictures


VIEWS = _ImperiumLessonPictures("imperium")
"""The pictures that the course file refers to."""
