"""The verdict on a battle in any game: who wins, in one line and one bar."""

from __future__ import annotations

from twingkit.odds import WinTieLoss
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import percents, say

PARTS = ("win", "tie", "loss")
"""The parts of the bar, from the attacker’s end."""

TINY = 1e-9
"""Chances below this are rounding errors of the computation."""


def share_texts(chances: WinTieLoss, lang: str, digits: int = 1) -> dict[str, str]:
    """Return win, tie and loss in percent that sums to 100, by their names."""
    shares = [getattr(chances, part) for part in PARTS]
    return dict(zip(PARTS, percents(lang, shares, digits), strict=True))


def legend_item(part: str, label: Child, text: str) -> Markup:
    """Return the colour of a part of the bar with what it means, and its chance."""
    swatch = el("span", cls=f"tk-swatch tk-{part}", aria_hidden="true")
    return el("div", el("dt", swatch, label), el("dd", text))


def bar_html(
    chances: WinTieLoss, lang: str, label: str = "", digits: int = 1, *, own: bool = False
) -> Markup:
    """Return win, tie and loss as one bar, with a name that says the numbers: as the attacker's, or as the
    reader's `own`."""
    texts = share_texts(chances, lang, digits)
    segments = [
        el("span", cls=f"tk-{part}", style=f"flex-grow:{getattr(chances, part):.6f}")
        for part in PARTS
        if getattr(chances, part) > TINY
    ]
    named = say(lang, "odds.bar_own" if own else "odds.bar", **texts)
    return el("div", segments, cls="tk-bar", role="img", aria_label=f"{label}: {named}" if label else named)


def verdict_html(chances: WinTieLoss | None, lang: str, label: str, hint: str, stale: str = "") -> Markup:
    """Return the chances of both sides: the numbers, the bar, and `hint`, which tells what the odds count.

    `label` names the whole part. `stale`, in place of `hint`, tells why these are not the odds of the present
    battle. Without `chances` there is only `stale`, or `hint` on how to get odds.
    """
    if chances is None:
        parts: list[Child] = [
            el("p", stale or hint, cls="tk-verdict-open"),
            el("div", cls="tk-bar tk-verdict-none", aria_hidden="true"),
        ]
    else:
        numbers = [
            el(
                "span",
                el("b", text, cls="tk-number"),
                " ",
                el("span", say(lang, f"verdict.{part}")),
                cls=f"tk-verdict-{part}",
            )
            for part, text in share_texts(chances, lang).items()
        ]
        parts = [
            el("p", numbers, cls="tk-verdict-numbers"),
            bar_html(chances, lang),
            el("p", stale or hint, cls="tk-small tk-soft tk-verdict-how"),
        ]
    cls = "tk-verdict tk-lab-stale" if stale and chances else "tk-verdict"
    return el("section", parts, cls=cls, aria_label=label, data_key="verdict")
