"""The verdict on a battle in any game: who wins, in one line and one bar."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.odds.odds import WinTieLoss
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import MINUS, number, percents, say

PARTS = ("win", "tie", "loss")
"""The parts of the bar, from the attacker’s end."""

TINY = 1e-9
"""Chances below this are rounding errors."""

LEAST = 0.0005
"""A smaller change of a chance counts as none, since it would be shown as 0.0 points."""


def share_texts(chances: WinTieLoss, digits: int = 1) -> dict[str, str]:
    """Return win, tie and loss in percent that together make 100, by their names."""
    shares = [getattr(chances, part) for part in PARTS]
    return dict(zip(PARTS, percents(shares, digits), strict=True))


def points(change: float) -> str:
    """Return a change of a chance in percentage points, with its sign: `+26.4`; "" for no change.

    >>> from twingkit.core.language import call_in_language
    >>> points(0.264), call_in_language("de", points, -0.02), points(1e-9)
    ('+26.4', '−2,0', '')
    """
    if abs(change) < LEAST:
        return ""
    return f"{'+' if change > 0 else MINUS}{number(abs(change) * 100, 1)}"


def legend_item(part: str, label: Child, text: str) -> Markup:
    """Return the colour of a part of the bar with its meaning and its chance."""
    swatch = el("span", cls=f"tk-swatch tk-{part}", aria_hidden="true")
    return el("div", el("dt", swatch, label), el("dd", text))


def bar_html(chances: WinTieLoss, label: str = "", digits: int = 1, *, own: bool = False) -> Markup:
    """Return win, tie and loss as one bar, described for screen readers from the attacker's side, or with
    `own` from the reader's.
    """
    texts = share_texts(chances, digits)
    named = say("odds.bar_own" if own else "odds.bar", **texts)
    return parts_bar(
        [(part, getattr(chances, part)) for part in PARTS], f"{label}: {named}" if label else named
    )


def parts_bar(parts: Sequence[tuple[str, float]], named: str) -> Markup:
    """Return the chances of any outcomes as one bar with their colours and a description; without one it
    accompanies a text.
    """
    segments = [
        el("span", cls=f"tk-{part}", style=f"flex-grow:{chance:.6f}")
        for part, chance in parts
        if chance > TINY
    ]
    names = {"role": "img", "aria_label": named} if named else {"aria_hidden": "true"}
    return el("div", segments, cls="tk-bar", **names)


def verdict_html(chances: WinTieLoss | None, label: str, hint: str, stale: str = "") -> Markup:
    """Return the chances of both sides: the numbers, the bar, and `hint`, which says what the odds count.

    `label` names the whole part. `stale` replaces `hint` and says why these are not the odds of the current
    battle. Without `chances`, only `stale` or a `hint` on how to get odds is shown.
    """
    if chances is None:
        return verdict_section((), None, label, stale or hint)
    texts = share_texts(chances)
    numbers = [(part, text, say(f"verdict.{part}")) for part, text in texts.items()]
    return verdict_section(numbers, bar_html(chances), label, stale or hint, bool(stale))


def verdict_section(
    numbers: Sequence[tuple[str, str, str]], bar: Markup | None, label: str, hint: str, stale: bool = False
) -> Markup:
    """Return chances as numbers (each with its colour, text and meaning), their bar and a `hint`; without a
    bar only the hint.
    """
    if bar is None:
        parts: list[Child] = [
            el("p", hint, cls="tk-verdict-open"),
            el("div", cls="tk-bar tk-verdict-none", aria_hidden="true"),
        ]
    else:
        shown = [
            el("span", el("b", text, cls="tk-number"), " ", el("span", name), cls=f"tk-verdict-{part}")
            for part, text, name in numbers
        ]
        parts = [
            el("p", shown, cls="tk-verdict-numbers"),
            bar,
            el("p", hint, cls="tk-small tk-soft tk-verdict-how"),
        ]
    cls = "tk-verdict tk-lab-stale" if stale and bar is not None else "tk-verdict"
    return el("section", parts, cls=cls, aria_label=label, data_head=True, data_key="verdict")
