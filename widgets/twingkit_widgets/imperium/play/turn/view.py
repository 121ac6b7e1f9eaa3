"""A turn as HTML: the strategy cards, actions, deals and passing below the map; deals open an offer."""

from __future__ import annotations

from twingkit import Question
from twingkit.imperium.galaxy.phases.action_phase import PASS, TurnChoice
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit_widgets.imperium.play.turn.answer_groups import (
    OFFER_BUTTON_PREFIX,
    answer_groups,
    can_only_pass,
)
from twingkit_widgets.imperium.play.turn.map_view import systems_html
from twingkit_widgets.imperium.play.turn.shortcut_keys import DEAL_KEYS
from twingkit_widgets.imperium.play.turn.system_sheet import refusal_html, system_sheet_html
from twingkit_widgets.imperium.play.ui_state import turn_question_unless_trading
from twingkit_widgets.panel.markup import Markup, button, el, join
from twingkit_widgets.table.play.answer_buttons import AnswerButton, AnswerGroup
from twingkit_widgets.table.play.bar import submit_buttons
from twingkit_widgets.table.play.choices import (
    allowed_items,
    answer_box,
    answer_button_html,
    answer_shortcut,
    forbidden_item,
)
from twingkit_widgets.table.play.player_view import PlayerView


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
        f"{len(player_view.match.game)}:{PASS}",
        key=f"answer:{PASS}",
        cls="tk-button tk-main",
        shortcut=answer_shortcut(PASS, player_view),
        data_once=True,
    )
    return submit_buttons(go)


def _pass_refusal_html(question: TurnChoice, player_view: PlayerView) -> Markup | None:
    """Return the reason why the person cannot pass now; None if they can."""
    refusal = question.refusal(PASS)
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
        items = allowed_items(group.buttons, player_view)
    else:
        items = [_deal(offer) for offer in group.buttons if offer.refusal is None]
    items += [forbidden_item(offer, player_view) for offer in group.buttons if offer.refusal is not None]
    return answer_box(group.key, group.title, items)


def _deal(offer: AnswerButton) -> Markup:
    seat = SEATS.index(offer.answer.removeprefix(f"{OFFER_BUTTON_PREFIX} "))
    return el("li", answer_button_html(offer, "trade", str(seat), shortcut=DEAL_KEYS[seat]))
