"""The choices before an answer in a battle: the losses of a side, typed dice, and a die to
change."""

from __future__ import annotations

import attrs

from twingkit import Question
from twingkit.imperium.battle.rules.questions import Assign, Play, Retreat, Throw
from twingkit_widgets.imperium.play.fleets_seen import seen
from twingkit_widgets.imperium.stepper.choices import BadDice, Choices, answer_label
from twingkit_widgets.imperium.stepper.losses import Losses
from twingkit_widgets.imperium.stepper.words import step_say
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.table.play.bar import big_button, judged
from twingkit_widgets.table.play.choices import key_of
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import UiState


@attrs.frozen(kw_only=True)
class FleetUiState(UiState):
    """The state of what a person has opened and chosen: `losses` (None: those of the usual order), dice that
    could not be read, and the die to be changed (the throw's number in the record, and its own)."""

    losses: Losses | None = None
    dice: BadDice | None = None
    die: tuple[int, int] | None = None


def opened_of(player_view: PlayerView) -> FleetUiState:
    """Return what a person has chosen."""
    assert isinstance(player_view.ui_state, FleetUiState)
    return player_view.ui_state


def losses_of(question: Assign, player_view: PlayerView) -> Losses:
    """The losses that are chosen, or those of the usual order."""
    return opened_of(player_view).losses or Losses.of(question.stated())


def choosing_html(question: Question, player_view: PlayerView) -> Markup | None:
    """Counters for losses, a field for typed dice; nothing where the bar has the answers, None if they
    are buttons in a list."""
    if isinstance(question, Retreat | Play):
        return Markup("")
    if not isinstance(question, Assign | Throw):
        return None
    opened = opened_of(player_view)
    losing = player_view.say("now.assign.losing")
    return Choices(
        seen(player_view), player_view.lang, opened.losses, opened.dice, opened.prefix, losing
    ).html()


def finish_html(question: Question, player_view: PlayerView, beside: Markup | None = None) -> Markup | None:
    """The button that throws, or takes the hits as they are chosen; two answers stand here in sight of both
    fleets. `beside` is what else can be pressed."""
    if isinstance(question, Retreat | Play):
        answers = [
            _answer(answer, player_view, answer_label(question, answer, player_view.lang))
            for answer in question.options()
        ]
        return el("div", answers, beside, cls="tk-play-main", data_key="main")
    if isinstance(question, Throw):
        throw = big_button(player_view, "now.let_fall", "throw")
        return el("div", throw, beside, cls="tk-play-main", data_key="main")
    if not isinstance(question, Assign):
        return None
    losses = losses_of(question, player_view)
    refusal = question.refusal(losses.answer(question))
    count = step_say(player_view.lang, "assign.count", n=losses.hits(question), m=question.ways.hits)
    why = player_view.match.said(refusal) if refusal else None
    explanation = why.text(player_view.lang) if why else losses.text(question.ways.roster, player_view.lang)
    take = big_button(player_view, "now.assign.take", "take", disabled=refusal is not None)
    return judged([el("p", el("b", count)), el("p", explanation, cls="tk-small")], take, beside)


def _answer(answer: str, player_view: PlayerView, label: str = "") -> Markup:
    """One of two answers."""
    style = "tk-button tk-main" if answer in ("stay", "play") else "tk-button"
    return button(
        label or player_view.say(f"answer.{answer}"),
        "answer",
        f"{len(player_view.match.game)}:{answer}",
        key=f"answer:{answer}",
        cls=style,
        shortcut=key_of(answer, player_view),
    )
