"""The pictures of Twilight Imperium in lessons: on a whole game the map with the learner's sheet, on a battle
both fleets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from twingkit import Question
from twingkit.core.play import Game
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.box.names import card_rules
from twingkit.imperium.box.tiles import planets
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.view import View
from twingkit.learn.lesson.lesson import Option, Reply
from twingkit_widgets.imperium.lesson.views import BattleLessonViews
from twingkit_widgets.imperium.pictures.names import card_name, join_names, seat_name, strategy_name
from twingkit_widgets.imperium.pictures.names import say as picture_say
from twingkit_widgets.imperium.pictures.seats import seat_sign, strategy_cards_text
from twingkit_widgets.imperium.pictures.table import open_cards
from twingkit_widgets.imperium.pictures.things import thing_html
from twingkit_widgets.imperium.views import TABLE_CSS
from twingkit_widgets.learn.lesson.views import Controller, LessonViews, tappable_things
from twingkit_widgets.panel.markup import Child, Markup, el


class ImperiumLessonViews(BattleLessonViews):
    """The pictures of all lessons of the game: those of battles, and plain ones with the map for the rest."""

    css = BattleLessonViews.css + TABLE_CSS

    # -- the step

    def table(self, controller: Controller, opened: Child) -> Markup | None:
        """The map with what the learner has; of a battle both sides face to face."""
        if is_on_battle(controller):
            return super().table(controller, opened)
        if controller.run.step.kind == "end":
            return None
        drawn = self.drawn(controller, controller.run.game().view(controller.lesson.you))
        # A phone cannot show a map and a question at once, and the question is self-contained.
        return el("div", drawn, opened, cls="tk-lesson-table")

    def drawn(self, controller: Controller, view: object) -> Child:
        """The map and in short what the learner has; in the status phase also the open objectives."""
        shown = predicted_view(controller) or view
        drawn = self.plain.table(shown, size="small")
        if not isinstance(shown, View):
            return drawn
        view = shown
        scoring = open_cards(view) if view.phase == "status" else None
        return el("div", own_summary(view), scoring, drawn, cls="tk-il-table")

    def points(self, controller: Controller) -> Child:
        """The things to tap, in a battle those of each side apart."""
        if is_on_battle(controller):
            return super().points(controller)
        pictures = [point_html(point.thing) for point in controller.run.step.points]
        return el(
            "div",
            tappable_things(controller, enumerate(pictures), controller.say("things")),
            cls="tk-il-points",
        )

    def option(self, controller: Controller, option: Option, sign: Child) -> Child:
        """The words; in a battle the chance to win below them."""
        if is_on_battle(controller):
            return super().option(controller, option, sign)
        return LessonViews.option(self, controller, option, sign)

    def free(self, controller: Controller) -> Child:
        """The question to a learner who plays alone."""
        return super().free(controller) if is_on_battle(controller) else LessonViews.free(self, controller)

    def asking(self, controller: Controller, question: Question) -> str:
        """The question as it is put to the learner."""
        if is_on_battle(controller):
            return super().asking(controller, question)
        return LessonViews.asking(self, controller, question)

    def latest(self, game: Game) -> int:
        """Return how many answers belong to the last step."""
        return super().latest(game) if isinstance(game.start, BattleStart) else LessonViews.latest(self, game)

    def told(self, rulings: Sequence[Ruling | Refusal]) -> Sequence[Ruling | Refusal]:
        """The rulings without those about dice, which are on the table of a battle, and without those on
        technologies that did nothing.
        """
        of_battle = super().told(rulings)
        return [
            said
            for said in rulings
            if (not said.case.startswith("nothing") if is_of_whole_game(said) else said in of_battle)
        ]

    # -- the answer and the end

    def about(self, controller: Controller, reply: Reply) -> tuple[Child, Child]:
        """The numbers of a unit, two battles side by side; on a map nothing more."""
        return super().about(controller, reply) if is_on_battle(controller) else (None, None)

    def links(self, controller: Controller) -> list[Child]:
        """The lab with the battle fought last, and the rulebook; after a lesson on whole games practice."""
        if is_on_battle(controller):
            return super().links(controller)
        return LessonViews.links(self, controller)

    def last(self, controller: Controller) -> Child:
        """The lab in the place of the next lesson; on whole games a game is among the links."""
        return super().last(controller) if is_on_battle(controller) else None

    def sign(self, entry: Mapping[str, object]) -> Child:
        """The picture of a unit."""
        return super().sign(dict(entry))


def predicted_view(controller: Controller) -> object:
    """The table after the predicted event, once the prediction is answered; None if there was none."""
    step, run = controller.run.step, controller.run
    if step.kind != "predict" or not run.given or not step.then:
        return None
    game = run.answer_key.game_after(run.game(answered=False), step)
    return game.view(controller.lesson.you)


def own_summary(view: View) -> Markup:
    """The things that the learner has, in a few words: points, tokens, goods, cards, technologies."""
    seat = view.seats[view.player]
    cards = [card_name(card) for card in (*view.action_cards, *view.secrets)]
    technologies = [card_name(name) for name in seat.technologies]
    parts = [
        picture_say("sheet.points", n=seat.points, most=view.points_to_win),
        picture_say("sheet.pools", tactic=seat.tactic, fleet=seat.fleet, strategy=seat.strategy),
        picture_say("sheet.goods_of", goods=seat.goods, commodities=seat.commodities),
        strategy_cards_text(seat),
        join_names(technologies),
        join_names(cards),
    ]
    head = [seat_sign(seat.seat), " ", el("b", seat_name(seat.seat, view.player))]
    items = [el("li", part) for part in parts if part]
    return el("div", el("span", head), el("ul", items, cls="tk-list"), cls="tk-il-own")


def point_html(name: str) -> Markup:
    """An item to tap, with its name and for a unit its picture; tapping explains it."""
    if name.startswith("strategy_"):
        number = name.removeprefix("strategy_")
        return el("span", el("b", number), " ", strategy_name(int(number)), cls="tk-il-point")
    if name not in planets() and name.partition(":")[0] in card_rules():
        return el("span", card_name(name), cls="tk-il-point")
    return thing_html(name) or el("span", name)


def is_of_whole_game(said: Ruling | Refusal) -> bool:
    """True for a sentence about a player of a whole game."""
    return isinstance(said, Ruling) and said.facts.get("side") in SEATS


def is_on_battle(controller: Controller) -> bool:
    """True if the open step stands on a battle, not on a whole game."""
    return isinstance(controller.run.game().start, BattleStart)


VIEWS = ImperiumLessonViews("imperium")
"""The pictures that the course names."""
