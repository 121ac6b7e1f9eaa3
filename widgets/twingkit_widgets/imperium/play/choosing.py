"""The choices before an answer in a battle: the losses of a side, typed dice, and a die to
change."""

from __future__ import annotations

import attrs

from twingkit import Question
from twingkit.imperium.rules.questions import Assign, Play, Retreat, Throw
from twingkit_widgets.imperium.play.fleets_seen import seen
from twingkit_widgets.imperium.stepper.choices import BadDice, Choices, answer_label
from twingkit_widgets.imperium.stepper.losses import Losses
from twingkit_widgets.imperium.stepper.words import step_say
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.play.bar import big_button, judged
from twingkit_widgets.play.opened import Opened
from twingkit_widgets.play.sight import Sight

KEYS = {"stay": "n", "retreat": "1", "play": "1", "pass": "2"}
"""The keys of the answers to questions that have two."""


@attrs.frozen(kw_only=True)
class FleetOpened(Opened):
    """The state of what a person has opened and chosen: `losses` (None: those of the usual order), dice that
    could not be read, and the die to be changed (the throw's number in the record, and its own)."""

    losses: Losses | None = None
    dice: BadDice | None = None
    die: tuple[int, int] | None = None


def opened_of(sight: Sight) -> FleetOpened:
    """Return what a person has chosen."""
    assert isinstance(sight.opened, FleetOpened)
    return sight.opened


def losses_of(question: Assign, sight: Sight) -> Losses:
    """The losses that are chosen, or those of the usual order."""
    return opened_of(sight).losses or Losses.of(question.stated())


def choosing_html(question: Question, sight: Sight) -> Markup | None:
    """Counters for losses, a field for typed dice; nothing where the bar has the answers, None if they
    are buttons in a list."""
    if isinstance(question, Retreat | Play):
        return Markup("")
    if not isinstance(question, Assign | Throw):
        return None
    opened = opened_of(sight)
    losing = sight.say("now.assign.losing")
    return Choices(seen(sight), sight.lang, opened.losses, opened.dice, opened.prefix, losing).html()


def finish_html(question: Question, sight: Sight, beside: Markup | None = None) -> Markup | None:
    """The button that throws, or takes the hits as they are chosen; two answers stand here in sight of both
    fleets. `beside` is what else can be pressed."""
    if isinstance(question, Retreat | Play):
        answers = [
            _answer(answer, sight, answer_label(question, answer, sight.lang))
            for answer in question.options()
        ]
        return el("div", answers, beside, cls="tk-play-main", data_key="main")
    if isinstance(question, Throw):
        throw = big_button(sight, "now.let_fall", "throw", "n")
        return el("div", throw, beside, cls="tk-play-main", data_key="main")
    if not isinstance(question, Assign):
        return None
    losses = losses_of(question, sight)
    refusal = question.refusal(losses.answer(question))
    count = step_say(sight.lang, "assign.count", n=losses.hits(question), m=question.ways.hits)
    why = sight.match.said(refusal) if refusal else None
    explanation = why.text(sight.lang) if why else losses.text(question.ways.roster, sight.lang)
    take = big_button(sight, "now.assign.take", "take", "n", disabled=refusal is not None)
    return judged([el("p", el("b", count)), el("p", explanation, cls="tk-small")], take, beside)


def _answer(answer: str, sight: Sight, label: str = "") -> Markup:
    """One of two answers. The key `n` goes on, but never gives a card away: that has a key of its own."""
    style = "tk-button tk-main" if answer in ("stay", "play") else "tk-button"
    return button(
        label or sight.say(f"answer.{answer}"),
        "answer",
        f"{len(sight.match.game)}:{answer}",
        key=f"answer:{answer}",
        cls=style,
        shortcut=KEYS.get(answer),
    )
