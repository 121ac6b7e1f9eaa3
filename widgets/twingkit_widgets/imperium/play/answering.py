"""The questions of Twilight Imperium on the play page: how each is answered, in a whole game or in a battle
on its own, which asks a part of them."""

from __future__ import annotations

from twingkit import Question
from twingkit.core.language import call_in_language
from twingkit.imperium.battle.rules.questions import Assign
from twingkit_widgets.imperium.pictures.names import answer_label
from twingkit_widgets.imperium.play.battle import choosing as battle
from twingkit_widgets.imperium.play.battle.questions import answer_text, battle_question
from twingkit_widgets.imperium.play.plans.plans import plan_of
from twingkit_widgets.imperium.play.plans.view import finish_html, plan_html
from twingkit_widgets.imperium.play.turn.groups import groups_of, offer_of
from twingkit_widgets.imperium.play.turn.view import choosing_html
from twingkit_widgets.imperium.play.ui_state import open_plan, open_turn
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play.offers import Group, Offer
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedPlay, SeatedT


class ImperiumPlay(SeatedPlay[SeatedT]):
    """The answers of Twilight Imperium: buttons, plans, and questions of battles."""

    def offers(self, asked: Question, player_view: PlayerView) -> list[Group]:
        """The answers in groups."""
        return [] if open_plan(player_view) is not None else groups_of(asked, player_view)

    def offer(self, asked: Question, answer: object, player_view: PlayerView) -> Offer:
        """One answer as a button."""
        return offer_of(asked, answer, player_view)

    def choosing(self, asked: Question, player_view: PlayerView) -> Markup | None:
        """Return the losses of a battle, the plan for the question, or the options of a turn."""
        inner = battle_question(asked)
        if inner is not None:
            return battle.choosing_html(inner, player_view)
        return plan_html(player_view) or choosing_html(asked, player_view)

    def chosen_first(self, asked: Question, player_view: PlayerView) -> bool:
        """True for a question to answer right below its headline because it needs no picture; in a battle
        only losses. A turn begins on the map.
        """
        inner = battle_question(asked)
        alone = inner is asked
        return isinstance(inner, Assign) if alone else open_turn(player_view) is None

    def finish(self, player_view: PlayerView) -> Markup | None:
        """The button that gives the answer of a plan, takes the hits or throws the dice."""
        inner = battle_question(player_view.asked)
        if inner is not None:
            return battle.finish_html(inner, player_view, self.beside(player_view))
        return finish_html(player_view)

    def can_take_hint(self, asked: Question) -> bool:
        """Losses and plans can be taken over from a hint."""
        return (
            isinstance(battle_question(asked), Assign) or call_in_language("en", plan_of, asked) is not None
        )

    def is_hint_chosen(self, player_view: PlayerView) -> bool:
        """True if the losses or the plan of the hint are chosen."""
        inner, hint = battle_question(player_view.asked), player_view.ui_state.hint
        if isinstance(inner, Assign):
            return bool(hint == battle.losses_of(inner, player_view).text(inner.assignments.roster))
        opened = open_plan(player_view)
        if opened is None:
            return True
        plan, amounts = opened
        return bool(answer_label(plan.answer_from_amounts(amounts)) == hint)

    def hint_text(self, asked: Question, hint: object, player_view: PlayerView) -> str:
        """The computer's answer in words."""
        return answer_text(asked, asked.format_answer(hint))
