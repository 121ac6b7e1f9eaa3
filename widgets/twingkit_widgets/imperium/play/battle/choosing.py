"""The choices before answering a question of a battle: losses, and typed dice."""

from __future__ import annotations

from twingkit import Question
from twingkit.core.notation import ROLES
from twingkit.imperium.battle.rules import questions
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleQuestion
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.fleets import WORDS, fleet_text
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.imperium.play.battle.losses import ChosenLosses, InvalidDice
from twingkit_widgets.imperium.play.battle.questions import answer_text
from twingkit_widgets.imperium.play.turn.fights import fight_on_text
from twingkit_widgets.imperium.play.ui_state import ui_state_of
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.table.play.bar import main_button, verdict_with_buttons
from twingkit_widgets.table.play.choices import answer_shortcut
from twingkit_widgets.table.play.player_view import PlayerView


def current_losses(question: questions.AssignHits, player_view: PlayerView) -> ChosenLosses:
    """Return the units that the person has chosen to lose or damage for the hits, or the default choice
    before any change.
    """
    return ui_state_of(player_view).losses or ChosenLosses.from_taken(question.default_answer())


def losses_or_dice_html(question: questions.CombatQuestion, player_view: PlayerView) -> Markup | None:
    """Return the counters for choosing which units take the hits, or the field for typing dice results.

    Empty if the bar has the answers; None if they are buttons in a list, as always when one person plays both
    sides.
    """
    both, opened = player_view.match.plays_all_seats, ui_state_of(player_view)
    match question:
        case questions.ActDecision() if not both:
            return Markup("")
        case questions.RollDice():
            return _dice_field(question, opened.invalid_dice, opened.id_prefix)
        case questions.AssignHits():
            title = fleet_text("assign.title", ROLES[question.player])
            losing = title if both else player_view.say("now.assign.losing")
            losses = current_losses(question, player_view)
            return _loss_counters(question, losses, losing, is_default=opened.losses is None)
    return None


def _dice_field(question: questions.RollDice, invalid: InvalidDice | None, id_prefix: str) -> Markup:
    """Return a field for dice rolled by hand, with an `invalid` roll and its error."""
    words = rulebook().words
    order = ", ".join(f"{group.count} × {words.format_fact(group.unit)}" for group in question.volley.groups)
    own = f"{id_prefix}-dice"
    field = named_field(
        "input",
        "dice",
        cls="tk-field tk-number",
        id=own,
        type="text",
        inputmode="numeric",
        autocomplete="off",
        value=invalid.text if invalid else "",
        placeholder=" ".join(["7", "3", "10", "5", "9", "2"][: min(6, question.volley.count)]),
        aria_invalid="true" if invalid else None,
        aria_describedby=f"{own}-why" if invalid else None,
        data_key="dice:typed",
    )
    use = el("button", fleet_text("dice.type_use"), type="submit", cls="tk-button", data_key="dice:use")
    why = (
        el("p", invalid.reason(), cls="tk-note", id=f"{own}-why", role="alert", data_bring=invalid.text)
        if invalid
        else None
    )
    return el(
        "details",
        el("summary", fleet_text("dice.type_title")),
        el(
            "form",
            el("label", fleet_text("dice.type", order=order), for_=own, cls="tk-small"),
            el("div", field, use, cls="tk-step-type"),
            why,
            data_act="dice",
            cls="tk-stack tk-tight",
            data_key="dice:form",
        ),
        open=True if invalid else None,
        data_key="dice:own",
    )


def _loss_counters(
    question: questions.AssignHits, losses: ChosenLosses, title: str, *, is_default: bool
) -> Markup:
    """Return a counter for the losses of each unit type, and a button to reset them."""
    ways = question.assignments
    kinds = [
        _kind(question, losses, index)
        for index, unit in enumerate(ways.roster.units)
        if ways.force.count(index)
        and (unit.is_fighter or question.pending_hits.fighters_only != question.pending_hits.total)
    ]
    again = button(fleet_text("assign.reset"), "losses_reset", disabled=is_default)
    able = any(ways.force.fresh[index] for index in ways.able_indices)
    hint = el("p", fleet_text("assign.sustain_what"), cls="tk-small tk-soft") if able else None
    listed = el("ul", kinds, cls="tk-list tk-step-kinds", aria_label=title, data_roving=True)
    head = el("h4", title, cls="tk-label")
    return el("div", head, listed, el("div", again), hint, cls="tk-stack tk-tight", data_key="assign")


def _kind(question: questions.AssignHits, losses: ChosenLosses, index: int) -> Markup:
    """Return one unit type with the numbers destroyed and, if possible, sustaining damage."""
    ways = question.assignments
    unit = ways.roster.units[index]
    count = WORDS.say("assign.there", n=ways.force.count(index))
    counters = [_counter(question, losses, "destroy", index)]
    if losses.limit(question, "sustain", index):
        counters.append(_counter(question, losses, "sustain", index))
    name = el(
        "div", el("b", capitalize_first(unit_name(unit))), " ", el("span", count, cls="tk-small tk-soft")
    )
    return el("li", name, el("div", counters, cls="tk-step-counters"))


def _counter(question: questions.AssignHits, losses: ChosenLosses, action: str, index: int) -> Markup:
    n, most = losses.counts(action)[index], losses.limit(question, action, index)
    unit = unit_name(question.assignments.roster.units[index])
    word = WORDS.say(f"assign.word_{action}")
    label = fleet_text(f"assign.{action}")

    def press(sign: str, by: int, key: str, off: bool) -> Markup:
        return button(
            sign,
            "losses",
            f"{action}:{index}:{by}",
            cls="tk-button tk-step-count",
            key=f"losses:{action}:{index}:{by}",
            shortcut=ANSWER_PLACEHOLDER,
            disabled=off,
            aria_label=fleet_text(f"assign.{key}", what=word, unit=unit),
        )

    return el(
        "div",
        el("span", label, cls="tk-small"),
        press("−", -1, "less", n <= 0),
        el("b", n, cls="tk-number tk-step-number"),
        press("+", 1, "more", n >= most),
        cls="tk-step-counter",
        role="group",
        aria_label=f"{unit}: {label} {n}",
    )


def submit_html(
    question: questions.CombatQuestion, player_view: PlayerView, beside: Markup | None = None
) -> Markup | None:
    """Return the button that rolls the dice or takes the hits, or the buttons of both answers to a question
    that has two.

    `beside` is another button to show. None if one person plays both sides and only goes on.
    """
    if player_view.match.plays_all_seats and ui_state_of(player_view).losses is None:
        return None
    match question, player_view.question:
        case questions.AnnounceRetreat(), BattleQuestion() as asked:
            why = el("p", fight_on_text(asked, player_view))
            return verdict_with_buttons(why, *_answers(question, player_view), beside)
        case questions.ActDecision(), _:
            answers = _answers(question, player_view)
            return el("div", answers, beside, cls="tk-play-main", data_key="main")
        case questions.RollDice(), _:
            throw = main_button(player_view, "now.let_fall", "throw")
            return el("div", throw, beside, cls="tk-play-main", data_key="main")
        case questions.AssignHits(), Question() as asked:
            return _take_hits(question, asked, player_view, beside)
    return None


def _take_hits(
    question: questions.AssignHits, asked: Question, player_view: PlayerView, beside: Markup | None
) -> Markup:
    losses = current_losses(question, player_view)
    refusal = asked.refusal(losses.answer(question))
    count = fleet_text("assign.count", n=losses.hits_taken(question), m=question.assignments.hits)
    why = player_view.match.phrase_for_person(refusal) if refusal else None
    explanation = why.text() if why else losses.text(question.assignments.roster)
    take = main_button(player_view, "now.assign.take", "take", disabled=refusal is not None)
    return verdict_with_buttons([el("p", el("b", count)), el("p", explanation, cls="tk-small")], take, beside)


def _answers(question: questions.ActDecision, player_view: PlayerView) -> list[Markup]:
    return [
        button(
            answer_text(question, str(act)),
            "answer",
            f"{len(player_view.match.game)}:{act}",
            key=f"answer:{act}",
            cls="tk-button tk-main" if act == question.acts[0] else "tk-button",
            shortcut=answer_shortcut(str(act), player_view),
        )
        for act in question.options()
    ]
