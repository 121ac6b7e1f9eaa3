"""The bar at the lower edge of the play page: what finishes a choice, and the tools."""

from __future__ import annotations

from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.play.drawers import drawer_html
from twingkit_widgets.play.sight import Sight

TOOLS = {
    "undo": ("↶", "u"),
    "hint": ("✦", "h"),
    "dice": ("↻", "w"),
    "new": ("+", ""),
    "save": ("↓", ""),
    "help": ("?", "?"),
}
"""The tools below the table: the sign each shows on a narrow screen, and its key."""


def bar_html(sight: Sight) -> Markup:
    """Return what finishes a choice, and the tools; it stays in sight at the lower edge."""
    main = _main(sight)
    drawer = drawer_html(sight) if sight.opened.drawer else None
    tools = el(
        "div",
        [_tool(sight, name) for name in TOOLS],
        cls="tk-play-tools",
        role="group",
        aria_label=sight.say("tool.label"),
    )
    return el(
        "div", drawer, main, tools, cls="tk-play-bar", data_foot=True, data_controls=True, data_key="bar"
    )


def _tool(sight: Sight, name: str) -> Markup:
    sign, key = TOOLS[name]
    label = [el("span", sign, cls="tk-sign", aria_hidden="true"), el("span", sight.say(f"tool.{name}"))]
    advised = sight.asked is not None and sight.rules.advises(sight.asked)
    disabled = (name == "undo" and not sight.match.answered) or (name == "hint" and not advised)
    is_open = sight.opened.drawer == name
    state = None if name in ("undo", "hint") else str(is_open).lower()
    act = name if name in ("undo", "hint") else "drawer"
    return button(
        label,
        act,
        None if act == name else name,
        key=f"tool:{name}:open" if is_open else f"tool:{name}",  # see the button that closes it
        shortcut=key or None,
        disabled=disabled,
        aria_expanded=state,
    )


def _main(sight: Sight) -> Markup | None:
    match = sight.match
    cls = "tk-play-main"
    if sight.asked is not None:
        finishing: Markup | None = sight.rules.finish(sight)
        return finishing
    if match.game.over:
        buttons = [sight.rules.afterwards(sight) or big_button(sight, "now.again", "again", "n")]
    elif match.pause == "start":
        buttons, cls = [big_button(sight, "now.start.go", "go_on", "n")], "tk-play-main tk-play-first"
    elif match.pause == "watch":
        watching = big_button(sight, "now.next_turn", "go_on", "n")
        buttons = [watching, button(sight.say("now.to_end"), "to_end")]
    elif match.pause:
        buttons = [big_button(sight, "now.go_on", "go_on", "n"), sight.rules.beside(sight)]
    else:
        return None
    return el("div", buttons, cls=cls, data_key="main")


def big_button(sight: Sight, key: str, act: str, shortcut: str, disabled: bool = False) -> Markup:
    """The button that goes on, with its words `key`."""
    return button(sight.say(key), act, cls="tk-button tk-main", shortcut=shortcut, disabled=disabled)


def judged(verdict: Child, *buttons: Child) -> Markup:
    """The verdict on the present choice, beside the buttons that finish it."""
    return el("div", verdict_html(verdict), buttons, cls="tk-play-main tk-play-judged", data_key="main")


def verdict_html(verdict: Child) -> Markup:
    """The verdict on the present choice."""
    return el("div", verdict, cls="tk-play-verdict", data_key="verdict")
