"""The odds of a battle in any game: who wins, in one line and one bar."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.words import MINUS
from twingkit.odds.odds import WinTieLoss
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import number, percents, say

BAR_PARTS = ("win", "tie", "loss")
"""The parts of the bar, from the attacker’s end."""

ROUNDING_TOLERANCE = 1e-9
"""The size below which a chance is a rounding error."""

MIN_SHOWN_CHANGE = 0.0005
"""The smallest change of a chance that is shown; smaller ones would read 0.0 points."""


def percent_texts(chances: WinTieLoss, digits: int = 1) -> dict[str, str]:
    """Return the chances of a win, tie and loss as percentages in text, keyed by "win", "tie" and "loss"."""
    shares = [getattr(chances, part) for part in BAR_PARTS]
    return dict(zip(BAR_PARTS, percents(shares, digits), strict=True))


def percentage_points_text(change: float) -> str:
    """Return a change of a chance in percentage points with its sign, such as `+26.4`; "" for no change.

    >>> from twingkit.core.language import call_in_language
    >>> percentage_points_text(0.264), percentage_points_text(1e-9)
    ('+26.4', '')
    >>> call_in_language("de", percentage_points_text, -0.02)
    '−2,0'
    """
    if abs(change) < MIN_SHOWN_CHANGE:
        return ""
    return f"{'+' if change > 0 else MINUS}{number(abs(change) * 100, 1)}"


def legend_item(part: str, label: Child, text: str) -> Markup:
    """Return an entry of the odds bar's legend: the colour of `part`, its `label`, and its chance as
    `text`.
    """
    swatch = el("span", cls=f"tk-swatch tk-{part}", aria_hidden="true")
    return el("div", el("dt", swatch, label), el("dd", text))


def odds_bar_html(
    chances: WinTieLoss, label: str = "", digits: int = 1, *, from_readers_side: bool = False
) -> Markup:
    """Return win, tie and loss as one bar, described for screen readers from the attacker's side or, with
    `from_readers_side`, from the reader's.
    """
    texts = percent_texts(chances, digits)
    named = say("odds.bar_own" if from_readers_side else "odds.bar", **texts)
    return outcomes_bar_html(
        [(part, getattr(chances, part)) for part in BAR_PARTS], f"{label}: {named}" if label else named
    )


def outcomes_bar_html(parts: Sequence[tuple[str, float]], description: str) -> Markup:
    """Return the chances of any outcomes as one coloured bar. Screen readers read the `description` and
    skip the bar if it is "".
    """
    segments = [
        el("span", cls=f"tk-{part}", style=f"flex-grow:{chance:.6f}")
        for part, chance in parts
        if chance > ROUNDING_TOLERANCE
    ]
    names = {"role": "img", "aria_label": description} if description else {"aria_hidden": "true"}
    return el("div", segments, cls="tk-bar", **names)


def odds_html(chances: WinTieLoss | None, label: str, hint: str, stale_text: str = "") -> Markup:
    """Return the chances of both sides as numbers and a bar, with `hint`, a note on what the chances include.

    `label` names the whole part. `stale_text` replaces `hint` and says why these are not the odds of the
    current battle. Without `chances`, only `stale_text` or a `hint` on how to get odds is shown.
    """
    if chances is None:
        return odds_section_html((), None, label, stale_text or hint)
    texts = percent_texts(chances)
    numbers = [(part, text, say(f"verdict.{part}")) for part, text in texts.items()]
    return odds_section_html(numbers, odds_bar_html(chances), label, stale_text or hint, bool(stale_text))


def odds_section_html(
    numbers: Sequence[tuple[str, str, str]], bar: Markup | None, label: str, hint: str, is_stale: bool = False
) -> Markup:
    """Return a section with chances as numbers (each with its colour, text and meaning), their bar and a
    `hint`; without a bar only the hint.
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
    cls = "tk-verdict tk-lab-stale" if is_stale and bar is not None else "tk-verdict"
    return el("section", parts, cls=cls, aria_label=label, data_head=True, data_key="verdict")
