"""The bar at the lower edge of the play page: the buttons that finish a choice, and the tools."""

from __future__ import annotations

from twingkit.core.games import game_by_id
from twingkit.core.links import pack_text
from twingkit.learn.first_game.teaching import TEACHING_PLAYER_NAME
from twingkit.learn.reviews.reviewing import can_be_reviewed
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.keys import ANOTHER, GO_ON, HELP, HINT, TO_END, UNDO
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.table.play.all_seats import next_step_bar, start_over_button
from twingkit_widgets.table.play.open_panels import open_panel_html
from twingkit_widgets.table.play.player_view import PlayerView

TOOLS = {
    "undo": ("↶", UNDO),
    "hint": ("✦", HINT),
    "dice": ("↻", ANOTHER),
    "new": ("+", ""),
    "save": ("↓", ""),
    "help": ("?", HELP),
}
"""The tools of the bar: the symbol of each on a narrow screen, and its key."""


def bottom_bar_html(player_view: PlayerView) -> Markup:
    """Render the bar that stays at the lower edge of the page: the buttons that finish a choice, and those
    that open panels.
    """
    # Two buttons that start a game would overlap on a phone.
    main = None if player_view.ui_state.open_panel == "new" else _main(player_view)
    drawer = open_panel_html(player_view) if player_view.ui_state.open_panel else None
    tools = el(
        "div",
        [_tool(player_view, name) for name in player_view.play_design.tools],
        cls="tk-play-tools",
        role="group",
        aria_label=player_view.say("tool.label"),
        data_roving=True,
    )
    return el(
        "div", drawer, main, tools, cls="tk-play-bar", data_foot=True, data_controls=True, data_key="bar"
    )


def _tool(player_view: PlayerView, name: str) -> Markup:
    sign, key = TOOLS[name]
    label = [el("span", sign, cls="tk-sign", aria_hidden="true"), el("span", player_view.say(f"tool.{name}"))]
    disabled = name == "undo" and not player_view.match.can_undo
    is_open = (
        bool(player_view.ui_state.hint_answer) if name == "hint" else player_view.ui_state.open_panel == name
    )
    state = None if name == "undo" else str(is_open).lower()
    act = name if name in ("undo", "hint") else "toggle_panel"
    return button(
        label,
        act,
        None if act == name else name,
        key=f"tool:{name}",
        shortcut=key or None,
        disabled=disabled,
        aria_expanded=state,
    )


def _main(player_view: PlayerView) -> Markup | None:
    match = player_view.match
    cls = "tk-play-main"
    if player_view.question is not None:
        finishing: Markup | None = player_view.play_design.submit_controls_override(player_view)
        return finishing or (next_step_bar(player_view) if match.plays_all_seats else None)
    if match.game.over:
        buttons = [
            player_view.play_design.after_game_button_override(player_view)
            or main_button(player_view, "now.again", "again"),
            _review_link(player_view),
            start_over_button(player_view),
        ]
    elif match.pause_reason == "start":
        buttons, cls = [main_button(player_view, "now.start.go", "go_on")], "tk-play-main tk-play-first"
    elif match.pause_reason == "watch":
        watching = main_button(player_view, "now.next_turn", "go_on")
        buttons = [watching, button(player_view.say("now.to_end"), "to_end", shortcut=TO_END)]
    elif match.pause_reason:
        buttons = [
            main_button(player_view, "now.go_on", "go_on"),
            player_view.play_design.pause_controls(player_view),
        ]
    else:
        return None
    return el("div", buttons, cls=cls, data_key="main")


def _review_link(player_view: PlayerView) -> Markup | None:
    entry = game_by_id(player_view.match.game.start.name.partition(".")[0])
    if not can_be_reviewed(entry):
        return None
    match = player_view.match
    reader = {} if match.plays_all_seats else {"seat": match.game.start.seat(match.seat)}
    first = {"first": "yes"} if match.settings.opponent_level == TEACHING_PLAYER_NAME else {}
    href = page_href("review", game=pack_text(match.game.record), **reader, **first)
    return el("a", player_view.say("now.review"), href=href, cls="tk-button")


def main_button(
    player_view: PlayerView, label_key: str, act: str, shortcut: str = GO_ON, disabled: bool = False
) -> Markup:
    """Return the highlighted main button of the page, labelled with the text `label_key`, which sends the
    action `act`.
    """
    return button(
        player_view.say(label_key), act, cls="tk-button tk-main", shortcut=shortcut, disabled=disabled
    )


def submit_buttons(*buttons: Child) -> Markup:
    """Return the given buttons, which finish a choice, as one row for the bottom bar."""
    return el("div", buttons, cls="tk-play-main", data_key="main")


def verdict_with_buttons(verdict: Child, *buttons: Child) -> Markup:
    """Return a box with `verdict`, such as the odds of the current choice or the rule that forbids it, next
    to the buttons that finish the choice.
    """
    box = el("div", verdict, cls="tk-play-verdict", data_key="verdict")
    return el("div", box, buttons, cls="tk-play-main tk-play-judged", data_key="main")
