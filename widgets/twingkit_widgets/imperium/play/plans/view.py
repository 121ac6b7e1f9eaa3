"""A plan as HTML: rows with − and +, the status text, and the submit button."""

from __future__ import annotations

from twingkit.imperium.box.units import BATTLE_CLASSES, DOCK
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.names import answer_label
from twingkit_widgets.imperium.play.plans.plan import AmountRow, PlanSection
from twingkit_widgets.imperium.play.turn.system_sheet import refusal_html
from twingkit_widgets.imperium.play.ui_state import current_plan, ui_state_of
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER, CLOSE, DECLINE_SHORTCUT, GO_ON
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.table.play.bar import verdict_with_buttons
from twingkit_widgets.table.play.player_view import PlayerView

SIGNS = {"goods": "◈", "commodities": "◇", "token": "▲"}
"""The symbols of countable items other than units."""


def plan_controls_html(player_view: PlayerView) -> Markup | None:
    """Render the counters and buttons of the plan that answers the current question; None if plain buttons
    answer it.
    """
    opened = current_plan(player_view)
    if opened is None:
        return None
    plan, amounts = opened
    quick = [
        button(label, "quick", rank, cls="tk-button", key=f"quick:{rank}", shortcut=ANSWER_PLACEHOLDER)
        for rank, (label, _) in enumerate(plan.quick_choices())
    ]
    back = button(
        [player_view.say("offer.back"), el("kbd", "Esc", cls="tk-key", aria_hidden="true")],
        "trade",
        -1,
        cls="tk-button tk-quiet",
        key="trade:back",
        shortcut=CLOSE,
    )
    return el(
        "div",
        el("div", quick, cls="tk-row tk-plan-quick") if quick else None,
        [_section(part, amounts, player_view, rank) for rank, part in enumerate(plan.sections(amounts))],
        el("div", back, cls="tk-row") if ui_state_of(player_view).trade_seat >= 0 else None,
        cls="tk-plan",
        data_key="plan",
    )


def _section(section: PlanSection, amounts: dict[str, int], player_view: PlayerView, rank: int) -> Markup:
    rows = [_row(row, amounts, player_view) for row in section.rows]
    title = el("h3", section.title, cls="tk-play-kind") if section.title else None
    note = el("span", section.note, cls="tk-small tk-soft") if section.note else None
    refusal = refusal_html(section.refusal, player_view, f"section:{rank}") if section.refusal else None
    return el(
        "section",
        el("div", title, note, cls="tk-plan-head") if title or note else None,
        refusal,
        el("ul", rows, cls="tk-list tk-plan-rows", data_roving=True) if rows else None,
        cls="tk-plan-part tk-plan-barred" if section.refusal else "tk-plan-part",
        data_key=f"part:{rank}:{section.title}",
    )


def _row(row: AmountRow, amounts: dict[str, int], player_view: PlayerView) -> Markup:
    count = amounts.get(row.key, row.minimum)
    if row.is_toggle and row.refusal is None:
        note = el("small", row.note) if row.note else None
        pressed = button(
            el("span", row.label, note, cls="tk-play-words") if note else row.label,
            "step",
            f"{row.key}|{-1 if count else 1}",
            key=f"step:{row.key}",
            cls="tk-button tk-plan-toggle",
            shortcut=ANSWER_PLACEHOLDER,
            aria_pressed="true" if count else "false",
        )
        return el("li", pressed, cls="tk-plan-row")
    picture: Child = None
    if row.icon:
        sign = SIGNS.get(row.icon)
        picture = el("span", sign or unit_svg(row.icon), cls="tk-plan-icon", aria_hidden="true")
    label: Child = row.label
    if row.icon in (*BATTLE_CLASSES, DOCK):
        kind = player_view.match.game.table.players[player_view.match.seat].unit_type_on_board(row.icon)
        label = player_view.term_marker.name_button(f"unit:{kind.id}", row.label, f"row:{row.key}")
    words = el("span", label, el("small", row.note) if row.note else None, cls="tk-plan-words")
    if row.refusal is not None:
        reason = refusal_html(row.refusal, player_view, f"row:{row.key}")
        return el("li", picture, words, reason, cls="tk-plan-row tk-plan-barred")
    return el("li", picture, words, _counter(row, count, player_view), cls="tk-plan-row")


def _counter(row: AmountRow, count: int, player_view: PlayerView) -> Markup:
    def press(sign: str, by: int, key: str, off: bool) -> Markup:
        return button(
            sign,
            "step",
            f"{row.key}|{by}",
            cls="tk-button tk-plan-step",
            key=f"step:{row.key}:{by}",
            disabled=off,
            shortcut=ANSWER_PLACEHOLDER,
            aria_label=player_view.say(f"plan.{key}", what=row.label),
        )

    return el(
        "span",
        press("−", -1, "less", count <= row.minimum),
        el(
            "b",
            count,
            el("small", f"/{row.maximum}") if row.shows_maximum else None,
            cls="tk-number tk-plan-number",
        ),
        press("+", 1, "more", count >= row.maximum),
        cls="tk-plan-counter",
        role="group",
        aria_label=player_view.say("plan.count", what=row.label, n=count, most=row.maximum),
    )


def submit_bar_html(player_view: PlayerView) -> Markup | None:
    """Render the bar below a plan with its status text, the submit button and, if allowed, a button to choose
    nothing; None without a plan.
    """
    opened = current_plan(player_view)
    if opened is None:
        return None
    plan, amounts = opened
    refusal = plan.refusal(amounts)
    status = plan.status_text(amounts)
    verdict: Child = el("p", status, cls="tk-small") if status else None
    if refusal is not None and not plan.status_explains_refusal:
        verdict = refusal_html(refusal, player_view, "verdict")
    written, nothing = plan.answer_from_amounts(amounts), plan.answer_from_amounts({})
    may_decline = plan.refusal({}) is None
    declines = may_decline and written == nothing
    confirm = button(
        el("span", plan.decline_label() if declines else answer_label(written)),
        "confirm",
        cls="tk-button tk-plan-nothing" if declines else "tk-button tk-main tk-plan-confirm",
        shortcut=DECLINE_SHORTCUT if declines else GO_ON,
        disabled=refusal is not None,
        data_once=True,
    )
    if not may_decline:
        return verdict_with_buttons(verdict, confirm)
    if written == nothing:  # the button stays where it is when something is chosen
        can_choose = any(row.refusal is None for row in plan.rows(amounts).values())
        empty = el("span", player_view.say("plan.empty"), cls="tk-plan-empty tk-small tk-soft")
        return verdict_with_buttons(verdict, empty if can_choose else None, confirm)
    value = f"{len(player_view.match.game)}:{nothing}"
    return verdict_with_buttons(
        verdict,
        confirm,
        button(
            plan.decline_label(),
            "answer",
            value,
            key="nothing",
            cls="tk-button tk-plan-nothing",
            shortcut=DECLINE_SHORTCUT,
            data_once=True,
        ),
    )
