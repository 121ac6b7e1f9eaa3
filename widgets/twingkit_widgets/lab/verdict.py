"""The verdict on a battle in any game: who wins, in one line and one bar."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.odds.odds import WinTieLoss
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import MINUS, number, percents, say

PARTS = ("win", "tie", "loss")
"""The parts of the bar, from the attacker’s end."""

TINY = 1e-9
"""Chances below this are rounding errors of the computation."""

LEAST = 0.0005
"""A change of a chance below this is none: it would be shown as 0.0 points."""


def share_texts(chances: WinTieLoss, digits: int = 1) -> dict[str, str]:
    """Return win, tie and loss in percent that sums to 100, by their names."""
    shares = [getattr(chances, part) for part in PARTS]
    return dict(zip(PARTS, percents(shares, digits), strict=True))


def points(change: float) -> str:
    """A change of a chance in percentage points, with its sign: `+26.4`; "" where nothing changes.

    >>> from twingkit.core.language import call_in_language
    >>> points(0.264), call_in_language("de", points, -0.02), points(1e-9)
    ('+26.4', '−2,0', '')
    """
    if abs(change) < LEAST:
        return ""
    return f"{'+' if change > 0 else MINUS}{number(abs(change) * 100, 1)}"


def legend_item(part: str, label: Child, text: str) -> Markup:
    """Return the colour of a part of the bar with what it means, and its chance."""
    swatch = el("span", cls=f"tk-swatch tk-{part}", aria_hidden="true")
    return el("div", el("dt", swatch, label), el("dd", text))


def bar_html(chances: WinTieLoss, label: str = "", digits: int = 1, *, own: bool = False) -> Markup:
    """Return win, tie and loss as one bar, with a name that says the numbers: as the attacker's, or as the
    reader's `own`."""
    texts = share_texts(chances, digits)
    named = say("odds.bar_own" if own else "odds.bar", **texts)
    return parts_bar(
        [(part, getattr(chances, part)) for part in PARTS], f"{label}: {named}" if label else named
    )


def parts_bar(parts: Sequence[tuple[str, float]], named: str) -> Markup:
    """Return the chances of any outcomes, by the colours of their parts, as one bar with a name; without a
    name it only goes with a text beside it."""
    segments = [
        el("span", cls=f"tk-{part}", style=f"flex-grow:{chance:.6f}")
        for part, chance in parts
        if chance > TINY
    ]
    names = {"role": "img", "aria_label": named} if named else {"aria_hidden": "true"}
    return el("div", segments, cls="tk-bar", **names)


def verdict_html(chances: WinTieLoss | None, label: str, hint: str, stale: str = "") -> Markup:
    """Return the chances of both sides: the numbers, the bar, and `hint`, which tells what the odds count.

    `label` names the whole part. `stale`, in place of `hint`, tells why these are not the odds of the present
    battle. Without `chances` there is only `stale`, or `hint` on how to get odds.
    """
    if chances is None:
        return verdict_section((), None, label, stale or hint)
    texts = share_texts(chances)
    numbers = [(part, text, say(f"verdict.{part}")) for part, text in texts.items()]
    return verdict_section(numbers, bar_html(chances), label, stale or hint, bool(stale))


def verdict_section(
    numbers: Sequence[tuple[str, str, str]], bar: Markup | None, label: str, hint: str, stale: bool = False
) -> Markup:
    """Return chances as numbers (of each its colour, its text and what it is), their bar and a `hint`;
    without a bar only the hint."""
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
