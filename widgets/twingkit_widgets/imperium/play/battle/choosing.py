"""The choices before answering a question of a battle: losses, and typed dice."""

from __future__ import annotations

from twingkit.imperium.battle.notation.battle_line import ROLES
from twingkit.imperium.battle.rules.questions import (
    AnnounceRetreat,
    AssignHits,
    CombatQuestion,
    PlayEffect,
    RollDice,
)
from twingkit_widgets.imperium.pictures.fleets import fleet_say
from twingkit_widgets.imperium.play.battle.choices import LossAndDiceControls
from twingkit_widgets.imperium.play.battle.losses import Losses
from twingkit_widgets.imperium.play.battle.questions import answer_text
from twingkit_widgets.imperium.play.ui_state import ui_state_of
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.table.play.bar import main_button, verdict_with_buttons
from twingkit_widgets.table.play.choices import answer_shortcut
from twingkit_widgets.table.play.player_view import PlayerView


def current_losses(question: AssignHits, player_view: PlayerView) -> Losses:
    """Return the chosen losses, or those of the default order."""
    return ui_state_of(player_view).losses or Losses.from_taken(question.default_answer())


def losses_or_dice_html(question: CombatQuestion, player_view: PlayerView) -> Markup | None:
    """Return counters for losses, or a field for typed dice.

    Empty if the bar has the answers; None if they are buttons in a list, as always when one person plays both
    sides.
    """
    both = player_view.match.plays_all_seats
    if isinstance(question, AnnounceRetreat | PlayEffect) and not both:
        return Markup("")
    if not isinstance(question, AssignHits | RollDice):
        return None
    opened = ui_state_of(player_view)
    title = fleet_say("assign.title", ROLES[question.player])
    losing = title if both else player_view.say("now.assign.losing")
    return LossAndDiceControls(question, opened.losses, opened.invalid_dice, opened.id_prefix, losing).html()


def submit_html(
    question: CombatQuestion, player_view: PlayerView, beside: Markup | None = None
) -> Markup | None:
    """Return the button that rolls the dice or takes the hits, or the buttons of both answers to a question
    that has two.

    `beside` is another button to show. None if one person plays both sides and only goes on.
    """
    if player_view.match.plays_all_seats and ui_state_of(player_view).losses is None:
        return None
    if isinstance(question, AnnounceRetreat | PlayEffect):
        answers = [_answer(question, answer, player_view) for answer in question.options()]
        return el("div", answers, beside, cls="tk-play-main", data_key="main")
    if isinstance(question, RollDice):
        throw = main_button(player_view, "now.let_fall", "throw")
        return el("div", throw, beside, cls="tk-play-main", data_key="main")
    if not isinstance(question, AssignHits) or player_view.question is None:
        return None
    losses = current_losses(question, player_view)
    refusal = player_view.question.refusal(losses.answer(question))
    count = fleet_say("assign.count", n=losses.hits_taken(question), m=question.assignments.hits)
    why = player_view.match.phrase_for_person(refusal) if refusal else None
    explanation = why.text() if why else losses.text(question.assignments.roster)
    take = main_button(player_view, "now.assign.take", "take", disabled=refusal is not None)
    return verdict_with_buttons([el("p", el("b", count)), el("p", explanation, cls="tk-small")], take, beside)


def _answer(question: CombatQuestion, answer: str, player_view: PlayerView) -> Markup:
    style = "tk-button tk-main" if answer in ("stay", "play") else "tk-button"
    return button(
        answer_text(question, answer),
        "answer",
        f"{len(player_view.match.game)}:{answer}",
        key=f"answer:{answer}",
        cls=style,
        shortcut=answer_shortcut(answer, player_view),
    )
