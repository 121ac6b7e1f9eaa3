"""Choices before an answer in Imperial Twing: cards to lay, active objects, and whether to retire."""

from __future__ import annotations

import attrs

from twingkit import Question
from twingkit.twing.rules.active_objects import ChooseActiveObjects
from twingkit.twing.rules.dice import OrnRoll
from twingkit.twing.rules.lay_questions import RETIRE, LayCards
from twingkit.twing.rules.objects import ACTIVE_LIMIT
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.keys import ANSWER, CLOSE, GO_ON, NOTHING
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.table.play.bar import big_button, finish_buttons, verdict_html
from twingkit_widgets.table.play.choices import choice_row, offer_button
from twingkit_widgets.table.play.offers import Offer
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import UiState
from twingkit_widgets.twing.pictures.drawing import object_svg
from twingkit_widgets.twing.play.lay import Picks, defence_odds, is_attacker, objection, picker_html
from twingkit_widgets.twing.play.names import object_name, object_power
from twingkit_widgets.twing.play.own_dice import own_dice_html, rolling_html
from twingkit_widgets.twing.play.table import also_held
from twingkit_widgets.twing.play.words import singular_key


@attrs.frozen(kw_only=True)
class TwingUiState(UiState):
    """What the visitor has opened and chosen.

    `picks` are cards to lay, `active` the chosen objects of a switch, `retiring` whether retiring awaits
    confirmation, `die` a typed face with its error.
    """

    picks: Picks = attrs.field(factory=Picks)
    active: tuple[str, ...] = ()
    retiring: bool = False
    die: tuple[str, Exception | None] = ("", None)


def ui_state_of(player_view: PlayerView) -> TwingUiState:
    """Return the visitor's choices."""
    assert isinstance(player_view.ui_state, TwingUiState)
    return player_view.ui_state


def choosing_html(question: Question, player_view: PlayerView) -> Markup | None:
    """Return the cards or objects to choose from; None if a button gives the answer."""
    if isinstance(question, LayCards):
        picker = picker_html(player_view.view, ui_state_of(player_view).picks)
        verdict = laying_verdict(question, player_view)
        return join(picker, verdict, also_held(player_view.view), own_dice_html(player_view))
    if isinstance(question, OrnRoll):
        return rolling_html(question, player_view)
    return object_switch_html(question, player_view) if isinstance(question, ChooseActiveObjects) else None


def object_switch_html(question: ChooseActiveObjects, player_view: PlayerView) -> Markup:
    """Return the objects from which to choose the active ones."""
    chosen = ui_state_of(player_view).active
    items = []
    for name in question.owner.owned:
        note, picture = object_power(name), object_svg(name, "")
        offer = Offer(name, object_name(name), note, picture=picture)
        pressed = "true" if name in chosen else "false"
        items.append(el("li", offer_button(offer, "active", name, pressed=pressed)))
    return join(choice_row(items, player_view.headline.title), object_switch_verdict(question, player_view))


def retiring_html(question: Question, player_view: PlayerView) -> Markup | None:
    """Return the button to leave the game for good, which needs a confirmation."""
    if not (question.kind == "act" or (isinstance(question, LayCards) and question.can_retire)):
        return None
    if not ui_state_of(player_view).retiring:
        return button(
            player_view.say("act.retire"),
            "retire",
            key="retire",
            cls="tk-button tk-quiet tk-play-retire",
            shortcut=ANSWER,
        )
    yes = button(
        player_view.say("act.retire_yes"),
        "answer",
        f"{len(player_view.match.game)}:{RETIRE}",
        key="retire:yes",
        shortcut=ANSWER,
    )
    stay_button = button(
        player_view.say("act.retire_no"),
        "stay",
        key="retire",
        cls="tk-button tk-main",
        shortcut=CLOSE,
        data_focus=True,
    )
    sure = el("p", player_view.say("act.retire_sure"))
    return el(
        "div",
        sure,
        el("div", yes, stay_button, cls="tk-row"),
        cls="tk-note tk-stack tk-tight",
        data_key="sure",
    )


def laying_verdict(question: LayCards, player_view: PlayerView) -> Markup:
    """Return the points of the chosen cards and their odds, or the rule that forbids them."""
    picks, view = ui_state_of(player_view).picks, player_view.view
    lay = picks.lay(view)
    refusal = objection(question, lay, view)
    if not (lay.spells or lay.units):
        return verdict_html(el("p", player_view.say("lay.choose")))
    if refusal is not None:
        text, rule = refusal
        opens = rule_button(rule, "rule", key="lay:rule")
        return verdict_html(el("p", el("b", player_view.say("lay.forbidden")), " ", text, " ", opens))
    key = singular_key("lay.shield" if lay.is_shield else "lay.points", lay.power)
    lines = [el("p", el("b", player_view.say(key, n=lay.power)))]
    if (odds := defence_odds(view, lay)) is not None:
        win, tie = percent(odds.loss), percent(odds.tie)
        lines.append(el("p", player_view.say("lay.odds", win=win, tie=tie), cls="tk-small"))
    return verdict_html(lines)


def laying_bar(question: LayCards, player_view: PlayerView) -> Markup:
    """Return the button that lays the chosen cards."""
    lay = ui_state_of(player_view).picks.lay(player_view.view)
    empty = not (lay.spells or lay.units)
    refusal = objection(question, lay, player_view.view)
    if empty:
        label = "lay.nothing" if refusal is None else "lay.first"
    else:
        label = "lay.lay_shield" if lay.is_shield and not is_attacker(player_view.view) else "lay.lay"
    none = (
        None
        if empty
        else button(player_view.say("lay.none"), "none", key="none", cls="tk-button tk-quiet", shortcut=CLOSE)
    )
    key = NOTHING if empty and refusal is None else GO_ON
    return finish_buttons(none, big_button(player_view, label, "lay", key, disabled=refusal is not None))


def object_switch_verdict(question: ChooseActiveObjects, player_view: PlayerView) -> Markup:
    """Return how many objects are active, and the rule that forbids this number."""
    chosen = ui_state_of(player_view).active
    refusal = question.refusal(tuple(sorted(chosen)))
    count = el("p", el("b", player_view.say("lay.active", n=len(chosen), limit=ACTIVE_LIMIT)))
    reason: Child = None
    if refusal is not None:
        rule = rule_button(refusal.rule, "rule", key="lay:rule")
        reason = el("p", refusal.text(), " ", rule)
    return verdict_html([count, reason])


def object_switch_bar(question: ChooseActiveObjects, player_view: PlayerView) -> Markup:
    """Return the button that makes the chosen objects active."""
    refusal = question.refusal(tuple(sorted(ui_state_of(player_view).active)))
    return finish_buttons(big_button(player_view, "lay.use", "use", disabled=refusal is not None))
