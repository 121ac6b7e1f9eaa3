"""The answers to questions on the play page, in whole games and single battles; the options of a turn."""

from __future__ import annotations

from twingkit import Question
from twingkit.core.glossary import Glossary
from twingkit.core.language import call_in_language
from twingkit.imperium.battle.rules.questions import AssignHits
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit_widgets.imperium.pictures.explained import explained_words
from twingkit_widgets.imperium.pictures.names import answer_label
from twingkit_widgets.imperium.play.battle import choosing as battle
from twingkit_widgets.imperium.play.battle.questions import answer_text, battle_question
from twingkit_widgets.imperium.play.plans.plans import plan_for_question
from twingkit_widgets.imperium.play.plans.view import plan_controls_html, submit_bar_html
from twingkit_widgets.imperium.play.turn.answer_groups import (
    OFFER_BUTTON_PREFIX,
    answer_button,
    answer_groups,
    can_only_pass,
)
from twingkit_widgets.imperium.play.turn.map_view import systems_html
from twingkit_widgets.imperium.play.turn.shortcut_keys import DEAL_KEYS
from twingkit_widgets.imperium.play.turn.system_sheet import refusal_html, system_sheet_html
from twingkit_widgets.imperium.play.ui_state import current_plan, turn_question_unless_trading
from twingkit_widgets.panel.markup import Markup, button, el, join
from twingkit_widgets.table.play import choices
from twingkit_widgets.table.play.answer_buttons import AnswerButton, AnswerGroup
from twingkit_widgets.table.play.bar import submit_buttons
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedPlay, SeatedT


class ImperiumAnswerControls(SeatedPlay[SeatedT]):
    """The controls with which a person answers questions in Twilight Imperium: buttons, forms with counters
    (plans), and battle controls.
    """

    def glossary_override(self) -> Glossary:
        """Return the glossary with the names of cards, units and planets."""
        return explained_words()

    def answer_groups(self, question: Question, player_view: PlayerView) -> list[AnswerGroup]:
        """Return the possible answers to a question as buttons, grouped by kind."""
        return [] if current_plan(player_view) is not None else answer_groups(question, player_view)

    def answer_button(self, question: Question, answer: object, player_view: PlayerView) -> AnswerButton:
        """Return one answer as a button."""
        return answer_button(question, answer, player_view)

    def choice_controls(self, question: Question, player_view: PlayerView) -> Markup | None:
        """Return the controls for losses, the plan for the question, or the options of a turn."""
        inner = battle_question(question)
        if inner is not None:
            return battle.losses_or_dice_html(inner, player_view)
        return plan_controls_html(player_view) or system_choice_html(question, player_view)

    def shows_controls_above_contest(self, question: Question, player_view: PlayerView) -> bool:
        """Return whether the controls come right below the headline, because the question needs no picture.

        In a battle these are only losses; a turn begins on the map.
        """
        inner = battle_question(question)
        alone = inner is question
        return isinstance(inner, AssignHits) if alone else turn_question_unless_trading(player_view) is None

    def submit_controls_override(self, player_view: PlayerView) -> Markup | None:
        """Return the button that submits a plan, takes the hits, rolls the dice, or passes if nothing else is
        left.
        """
        inner = battle_question(player_view.question)
        if inner is not None:
            return battle.submit_html(inner, player_view, self.pause_controls(player_view))
        return submit_bar_html(player_view) or pass_bar_html(player_view)

    def can_take_hint(self, question: Question) -> bool:
        """Return whether the person can apply a hint for this question by a button: true for losses and for
        plans.
        """
        return (
            isinstance(battle_question(question), AssignHits)
            or call_in_language("en", plan_for_question, question) is not None
        )

    def is_hint_chosen(self, player_view: PlayerView) -> bool:
        """Return whether the losses or the plan chosen on the page equal the hint."""
        inner, hint = battle_question(player_view.question), player_view.ui_state.hint_answer
        if isinstance(inner, AssignHits):
            return bool(hint == battle.current_losses(inner, player_view).text(inner.assignments.roster))
        opened = current_plan(player_view)
        if opened is None:
            return True
        plan, amounts = opened
        return bool(answer_label(plan.answer_from_amounts(amounts)) == hint)

    def hint_text(self, question: Question, hint_answer: object, player_view: PlayerView) -> str:
        """Return the computer's answer as text."""
        return answer_text(question, question.format_answer(hint_answer))


def system_choice_html(question: Question, player_view: PlayerView) -> Markup | None:
    """Return the chosen system, the options of the turn and all systems; None for a question whose answers
    are plain buttons.
    """
    if not isinstance(question, TurnChoice):
        return None
    boxes = [
        _box(group, player_view)
        for group in answer_groups(question, player_view)
        if group.has_allowed_answer and not (group.key == "pass" and can_only_pass(question))
    ]
    groups = el("div", boxes, _pass_refusal_html(question, player_view), cls="tk-play-groups")
    return join(system_sheet_html(player_view), groups, systems_html(player_view))


def pass_bar_html(player_view: PlayerView) -> Markup | None:
    """Return the bar with the button to pass if no other action is left; None otherwise."""
    asked = turn_question_unless_trading(player_view)
    if asked is None or not can_only_pass(asked):
        return None
    go = button(
        player_view.say("group.no_further" if asked.is_further_action else "group.pass"),
        "answer",
        f"{len(player_view.match.game)}:{acts.PASS}",
        key=f"answer:{acts.PASS}",
        cls="tk-button tk-main",
        shortcut=choices.answer_shortcut(acts.Pass.word, player_view),
        data_once=True,
    )
    return submit_buttons(go)


def _pass_refusal_html(question: TurnChoice, player_view: PlayerView) -> Markup | None:
    """Return the reason why the person cannot pass now; None if they can."""
    refusal = question.refusal(acts.PASS)
    if refusal is None:
        return None
    title = el("h3", player_view.say("group.pass"), cls="tk-play-kind")
    return el(
        "section",
        title,
        refusal_html(refusal, player_view, "pass"),
        cls="tk-play-group",
        data_key="group:pass",
    )


def _box(group: AnswerGroup, player_view: PlayerView) -> Markup | None:
    """Return the possible answers of a group, then the forbidden ones with their reasons."""
    if group.key != "trade":
        items = choices.allowed_items(group.buttons, player_view)
    else:
        items = [_deal(offer) for offer in group.buttons if offer.refusal is None]
    items += [
        choices.forbidden_item(offer, player_view) for offer in group.buttons if offer.refusal is not None
    ]
    return choices.answer_box(group.key, group.title, items)


def _deal(offer: AnswerButton) -> Markup:
    seat = SEATS.index(offer.answer.removeprefix(f"{OFFER_BUTTON_PREFIX} "))
    return el("li", choices.answer_button_html(offer, "trade", str(seat), shortcut=DEAL_KEYS[seat]))
