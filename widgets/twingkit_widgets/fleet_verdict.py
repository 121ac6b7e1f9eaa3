"""Who wins the battle, in one line and one bar, always in sight."""

from __future__ import annotations

from typing import Any, Protocol

from twingkit_widgets.fleet_words import fleet_say, fleet_word
from twingkit_widgets.markup import Child, Markup, el
from twingkit_widgets.wording import percent

PARTS = ("win", "tie", "loss")
"""The parts of the bar, from the attacker’s end."""

TINY = 1e-9
"""Chances below this are rounding errors of the computation."""


class Chances(Protocol):
    """How often the attacker wins, nobody does, the attacker loses."""

    @property
    def win(self) -> float: ...  # noqa: D102
    @property
    def tie(self) -> float: ...  # noqa: D102
    @property
    def loss(self) -> float: ...  # noqa: D102


def bar_html(chances: Chances, lang: str, label: str = "") -> Markup:
    """Return win, tie and loss as one bar, with a name that says the numbers."""
    texts: dict[str, Any] = {part: percent(lang, getattr(chances, part), 1) for part in PARTS}
    segments = [
        el("span", cls=f"tk-{part}", style=f"flex-grow:{getattr(chances, part):.6f}")
        for part in PARTS
        if getattr(chances, part) > TINY
    ]
    named = fleet_say(lang, "verdict.bar", **texts)
    return el("div", segments, cls="tk-bar", role="img", aria_label=f"{label}: {named}" if label else named)


def verdict_html(chances: Chances | None, lang: str, kind: str = "space", stale: str = "") -> Markup:
    """Return who wins how often; `stale` says why these are not the odds of what lies there."""
    if chances is None:
        told: Child = el("p", stale or fleet_say(lang, "verdict.open"), cls="tk-verdict-open")
        return _verdict([told, el("div", cls="tk-bar tk-verdict-none", aria_hidden="true")], lang)
    numbers = [
        el(
            "span",
            el("b", percent(lang, getattr(chances, part), 1), cls="tk-number"),
            " ",
            el("span", fleet_word(lang, f"verdict.{part}")),
            cls=f"tk-verdict-{part}",
        )
        for part in PARTS
    ]
    how = stale or fleet_word(lang, f"verdict.how_{kind}")
    return _verdict(
        [
            el("p", numbers, cls="tk-verdict-numbers"),
            bar_html(chances, lang),
            el("p", how, cls="tk-small tk-soft tk-verdict-how"),
        ],
        lang,
        "tk-verdict tk-lab-stale" if stale else "tk-verdict",
    )


def _verdict(content: list[Child], lang: str, cls: str = "tk-verdict") -> Markup:
    return el("section", content, cls=cls, aria_label=fleet_say(lang, "verdict.label"), data_key="verdict")
