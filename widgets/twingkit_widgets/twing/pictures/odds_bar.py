"""The odds of a battle as a picture: win, tie and loss, critical results, and the lead in points."""

from __future__ import annotations

from twingkit import Distribution, Odds, twing
from twingkit.core.words import NO_BREAK
from twingkit.twing.exact_odds.terms import Responses
from twingkit_widgets.lab.odds_bar import BAR_PARTS, ROUNDING_TOLERANCE, odds_bar_html, percent_texts
from twingkit_widgets.panel.controls import column_heads, table_with_heads
from twingkit_widgets.panel.markup import Child, Markup, el, raw
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.wording import format_signed_number, percent, percents
from twingkit_widgets.twing.pictures.picture_words import say
from twingkit_widgets.twing.pictures.table_css import TABLE_CSS


def odds_html(odds: Odds, digits: int = 1) -> Markup:
    """Render the attacker's odds in a battle as a bar with percentages, and the attacker's lead in points.

    The lead is shown for dice alone (`odds.margin`). Percentages have `digits` decimals.
    """
    legend = [
        el(
            "div",
            el("dt", el("span", cls=f"tk-swatch tk-{part}", aria_hidden="true"), say(f"odds.{part}")),
            el("dd", text),
            cls=f"tk-odds-{part}",
        )
        for part, text in percent_texts(odds, digits).items()
    ]
    bar = odds_bar_html(odds, digits=digits)
    return el("div", el("dl", legend, cls="tk-odds-legend"), bar, _lead(odds, digits), cls="tk-odds")


def _lead(odds: Odds, digits: int) -> Markup | None:
    margin = odds.margin
    if margin is None or not len(margin):
        return None
    criticals = (odds.critical_win, odds.critical_tie, odds.critical_loss)
    shares = dict(zip(BAR_PARTS, percents(criticals, digits), strict=True))
    decided = say("odds.critical", share=percent(sum(criticals), digits), **shares)
    parts: list[Child] = [
        el("p", decided, cls="tk-soft tk-small") if sum(criticals) > ROUNDING_TOLERANCE else None
    ]
    parts.append(el("h4", say("odds.margin")))
    parts.append(margin_svg(margin, digits))
    parts.append(_margin_table(margin, digits))
    return el("div", parts, cls="tk-odds-lead")


def margin_svg(margin: Distribution, digits: int = 1) -> Markup:
    """Return a column chart, as SVG, of the probability of each lead in points that the attacker can have."""
    leads = {int(lead): chance for lead, chance in margin.items()}
    low, high = min(leads), max(leads)
    peak = max(leads, key=leads.__getitem__)
    title = say(
        "odds.peak",
        low=format_signed_number(low),
        high=format_signed_number(high),
        peak=format_signed_number(peak),
        share=percent(margin[peak], digits),
    )
    step = 20
    width, height, floor = (high - low + 1) * step, 118, 100
    columns = []
    for lead, chance in leads.items():
        tall = max(1.5, 84 * chance / margin[peak])
        x = (lead - low) * step + 2
        middle = x + step / 2 - 2
        part = "win" if lead > 0 else "loss" if lead < 0 else "tie"
        columns.append(
            f'<rect class="tk-column tk-column-{part}" x="{x}" y="{floor - tall:.1f}" width="{step - 4}" '
            f'height="{tall:.1f}"/><text class="tk-share" x="{middle:g}" y="{floor - tall - 3:.1f}">'
            f"{percent(chance).replace(NO_BREAK, '')}</text>"
        )
        if lead % 2 == 0 or max(-low, high) < 10:
            columns.append(f'<text x="{middle:g}" y="{height - 5}">{format_signed_number(lead)}</text>')
    line = f'<path class="tk-axis" d="M0 {floor}H{width}"/>'
    return el(
        "svg",
        el("title", title),
        raw("".join(columns) + line),
        cls="tk-chart",
        preserveAspectRatio="xMinYMid meet",
        viewBox=f"0 0 {width} {height}",
        role="img",
        aria_label=title,
    )


def _margin_table(margin: Distribution, digits: int) -> Markup:
    rows = [
        el("tr", el("th", format_signed_number(int(lead)), scope="row"), el("td", percent(chance, digits)))
        for lead, chance in margin.items()
    ]
    heads = column_heads(say(f"odds.{name}") for name in ("lead", "chance"))
    return el("details", el("summary", say("odds.table")), table_with_heads(heads, rows))


class OddsPanel(Panel):
    """The odds of one battle. `responses`: "none" (dice alone) or "best" (best play with all cards)."""

    _css = CSS + TABLE_CSS

    def __init__(
        self, battle: twing.Battle | str, *, responses: Responses = "none", lang: str | None = None
    ) -> None:
        """Compute and show the odds. Raises the errors of `twing.odds`."""
        self.odds = twing.odds(battle, responses=responses)
        super().__init__(lang=lang)

    def render(self) -> Markup:
        """Return the bar and the chart."""
        return odds_html(self.odds)
