"""The tab on retreats: the ships saved and the wins lost by leaving below some chance to win."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf

from twingkit import imperium
from twingkit.analyse import charts
from twingkit.core.language import language
from twingkit.core.notation import ROLES
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.words import as_lang
from twingkit.imperium.battle.analysis.retreat import RetreatPlans, retreat_rows_in_slices
from twingkit.imperium.battle.analysis.retreat_result import ExpectedOutcome, RetreatOdds
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.notation.battle_line import Battle, role_at
from twingkit_widgets.imperium.lab.tabs.plan_tab import FleetOddsTab, rounded_gain, share_bar, slider
from twingkit_widgets.imperium.lab.words import lab_word
from twingkit_widgets.lab.action_values import parse_integer, parse_leading_side
from twingkit_widgets.lab.odds_bar import MIN_SHOWN_CHANGE, percentage_points_text
from twingkit_widgets.lab.tab import Lab, LabFault
from twingkit_widgets.panel.chart import chart_html, panel_table_html
from twingkit_widgets.panel.chart_frame import ChartDataFrame
from twingkit_widgets.panel.controls import table_with_heads
from twingkit_widgets.panel.long_work import UnfinishedError
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import number, percents

_DEFAULT_LIMIT_PERCENT = 20
"""The initial value of the slider."""

_LIMIT_STEP = 5
"""The step of the slider, in percent."""

SURE_WIN, HOPELESS_WIN = 0.9, 0.05
"""The chance above which retreating is pointless, and the chance below which fighting on is."""

_NEGLIGIBLE_WIN_LOSS = 0.01
"""The loss of winning chance up to which a plan costs almost nothing."""

_WORTHWHILE_SAVING = 0.2
"""In resources."""

_COLUMNS = ("below", "first", "win", "escape_chance", "own_lost", "enemy_lost", "saved", "spared", "given_up")


class RetreatTab(FleetOddsTab):
    """A tab with the odds of retreat plans for one side, and the best plan."""

    figure_kind = "retreat"
    state_parameter = "retreat"

    def frame(self) -> DataFrame:
        """Return the results of all retreat limits (chances to win) for the chosen side, as
        `imperium.retreat_table` does.
        """
        return imperium.retreat_table(self._battle(), side=role_at(self.side))

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.side = 0
        """The side that retreats."""
        self.limits = [_DEFAULT_LIMIT_PERCENT, _DEFAULT_LIMIT_PERCENT]
        """Each side’s limit in percent: below such a chance to win it leaves."""

    # -- actions

    def act_who_leaves(self, value: object) -> None:
        """Choose the side that may retreat: `1` is the defender."""
        self.side = parse_leading_side(value)
        self.lab.status = self._news()

    def act_leave_below(self, value: object) -> None:
        """Set the chance to win below which the side retreats, in percent: `30`. Raises `LabFault` for an
        invalid number."""
        self.limits[self.side] = parse_integer(value, 0, 100)
        self.lab.status = self._news()

    def saved_state(self) -> str:
        """Return the side and the limit, such as `1:30`."""
        return (
            f"{self.side}:{self.limit_percent}"
            if (self.side, self.limit_percent) != (0, _DEFAULT_LIMIT_PERCENT)
            else ""
        )

    def load_state(self, state: str) -> None:
        """Restore `saved_state`; unusable parts are ignored."""
        side, _, below = state.partition(":")
        try:
            side_index, limit = parse_leading_side(side), parse_integer(below, 0, 100)
        except LabFault:
            return
        self.side, self.limits[side_index] = side_index, limit

    # -- the battle

    @property
    def limit_percent(self) -> int:
        """The chance to win, in percent, below which the chosen side retreats."""
        return self.limits[self.side]

    def _battle(self) -> Battle:
        if self.battle().kind == "ground":
            raise LabFault
        return resolve_best_policy(resolve_best_policy(self.battle()).space_battle)

    def _plans(self) -> tuple[RetreatPlans, Sequence[RetreatOdds]]:
        return self.computed(retreat_rows_in_slices, self._battle(), role_at(self.side))

    def _news(self) -> str:
        """Return, for screen readers, the result of retreating at the chosen limit; "" while it is being
        computed.
        """
        if self.lab.analysed_subject is None or self.lab.analysed_subject.kind == "ground":
            return ""
        try:
            return self._summary(self._plans()[0].odds(self.limit_percent / 100))
        except UnfinishedError:
            return ""

    def _summary(self, plan: RetreatOdds) -> str:
        away = self.percent(plan.escape_chance, 0)
        if plan.escape_chance < MIN_SHOWN_CHANGE:
            return self.say("retreat.never", ROLES[self.side], below=self.percent(plan.below, 0))
        return self.say(
            "retreat.summary",
            ROLES[self.side],
            below=self.percent(plan.below, 0),
            away=away,
            saved=number(max(0.0, plan.saved), 1),
            points=(
                percentage_points_text(rounded_gain(plan.outcome_without_retreat.win, plan.win))
                or number(0, 1)
            ).lstrip("+"),
        )

    # -- views

    def view(self) -> Markup:
        """Return the choice of a side, the advice, the slider with its result, and all limits as a chart."""
        if self.lab.analysed_subject.kind == "ground":
            return el("p", self.say("retreat.ground"), cls="tk-note")
        head = self.intro_line_html("retreat.lead", "IM-ODDS-7", "retreat:rule")
        side_switch = self.side_choice_html(self.side, "who_leaves", "retreat.who")
        answer = self.lab.or_progress_html(self._answer)
        return el("div", head, side_switch, answer, cls=f"tk-plan tk-fleet-{ROLES[self.side]}")

    def _answer(self) -> list[Child]:
        plans, rows = self._plans()
        plan, stay = plans.odds(self.limit_percent / 100), plans.outcome_without_retreat
        advice = el("p", self.advice(stay, rows)), self._take(_best_retreat_plan(stay, rows))
        return [
            el("div", advice, cls="tk-plan-advice tk-stack"),
            self._slider(),
            el("p", self._summary(plan), cls="tk-plan-told"),
            self._compared(plan),
            self._chart(rows),
        ]

    def advice(self, stay: ExpectedOutcome, rows: Sequence[RetreatOdds]) -> str:
        """Return one sentence of advice: whether and when to retreat."""
        role = ROLES[self.side]
        if stay.win >= SURE_WIN:
            return self.say("retreat.advice_stay", role, win=self.percent(stay.win))
        best = _best_retreat_plan(stay, rows)
        if best is None:
            return self.say("retreat.advice_little", role)
        if stay.win < HOPELESS_WIN and best.below >= 1:
            return self.say(
                "retreat.advice_go",
                role,
                win=self.percent(stay.win),
                saved=number(best.saved, 1),
                away=self.percent(best.escape_chance, 0),
            )
        return self.say(
            "retreat.advice_below",
            role,
            below=self.percent(best.below, 0),
            saved=number(best.saved, 1),
            points=number(max(0.0, rounded_gain(best.outcome_without_retreat.win, best.win)) * 100, 1),
        )

    def _take(self, best: RetreatOdds | None) -> Markup | None:
        """Render the button that sets the slider to the advised limit; None if it is set, or the advice is to
        stay.
        """
        limit = 0 if best is None else round(100 * best.below)
        if best is None or limit == self.limit_percent:
            return None
        advice = self.say("retreat.take", below=self.percent(best.below, 0))
        return el("div", button(advice, "leave_below", limit, key="retreat:take"), data_controls=True)

    def _slider(self) -> Markup:
        own, label = f"{self.lab.id_prefix}-leave", self.say("retreat.slider", ROLES[self.side])
        text = self.percent(self.limit_percent / 100, 0)
        parts = slider(own, label, "leave_below", self.limit_percent, 0, 100, text, _LIMIT_STEP)
        ends = el(
            "span",
            el("span", self.say("retreat.slider_low")),
            el("span", self.say("retreat.slider_high")),
            cls="tk-plan-ends tk-small tk-soft",
            aria_hidden="true",
        )
        return el("div", parts, ends, cls="tk-plan-slider", data_controls=True)

    def _compared(self, plan: RetreatOdds) -> Markup:
        columns = (plan.outcome_without_retreat, plan)
        rows: list[Markup] = []
        ends = ("win", "away", "gone", "tie")
        shown = [percents([_share(column, end) for end in ends], 1) for column in columns]
        for row, key in enumerate(ends):
            shares = [_share(column, key) for column in columns]
            if key == "tie" and max(shares) < MIN_SHOWN_CHANGE:
                continue
            cells = [
                el("td", el("b", texts[row], cls="tk-number"), share_bar(share), cls="tk-plan-cell")
                for texts, share in zip(shown, shares, strict=True)
            ]
            rows.append(el("tr", el("th", self.say(f"retreat.{key}"), scope="row"), cells))
        for key in ("own_lost", "enemy_lost"):
            means = [number(getattr(column, key), 1) for column in columns]
            cells = [el("td", el("b", mean, cls="tk-number")) for mean in means]
            rows.append(el("tr", el("th", self.say(f"retreat.{key}"), scope="row"), cells))
        heads = [
            el("td"),
            el("th", self.say("retreat.stay"), scope="col"),
            el("th", self.say("retreat.plan", below=self.percent(plan.below, 0)), scope="col"),
        ]
        return table_with_heads(heads, rows, "tk-plan-compare")

    def _chart(self, rows: Sequence[RetreatOdds]) -> Markup:
        plain = [
            {"plan": "round" if isinf(row.below) else "below"}
            | {name: getattr(row, name) for name in _COLUMNS}
            for row in rows
        ]
        frame = ChartDataFrame(
            plain, {"battle": str(self._battle()), "side": ROLES[self.side], "lang": language()}
        )
        figure = charts.plotly_js_figure("retreat", frame, lang=as_lang(language()))
        cells = [
            [
                lab_word("retreat.round", n=row.first) if isinf(row.below) else self.percent(row.below, 0),
                self.percent(row.win),
                self.percent(row.escape_chance),
                number(row.own_lost, 1),
                number(max(0.0, row.saved), 1),
            ]
            for row in rows
        ]
        heads: list[Child] = [
            self.say(f"retreat.col_{name}") for name in ("line", "win", "away", "lost", "saved")
        ]
        chart = chart_html(
            figure,
            charts.figure_description(figure, lang=as_lang(language())),
            panel_table_html(heads, cells),
            key="retreat",
        )
        hint = el("p", self.say("retreat.chart_how"), cls="tk-small")
        return self.part_html("retreat.all", hint, chart)


def _best_retreat_plan(stay: ExpectedOutcome, rows: Sequence[RetreatOdds]) -> RetreatOdds | None:
    """Return the most worthwhile retreat plan among `rows`; None if fighting on (`stay`) is better.

    A side that hardly ever wins leaves at once. Otherwise it is the plan that saves most among those that
    cost almost nothing.
    """
    lines = [row for row in rows if not isinf(row.below)]
    if stay.win >= SURE_WIN:
        return None
    always = max(lines, key=lambda row: row.below)
    if stay.win < HOPELESS_WIN and always.saved >= _WORTHWHILE_SAVING:
        return always
    cheap = [row for row in lines if row.given_up <= _NEGLIGIBLE_WIN_LOSS]
    best = max(cheap, key=lambda row: (round(row.saved, 6), -row.below))
    return best if best.saved >= _WORTHWHILE_SAVING else None


def _share(outcome: ExpectedOutcome, key: str) -> float:
    """Return the probability of one kind of ending, such as "away" (a retreat) or "gone" (no ship escapes).

    `away` is a retreat with a ship, `gone` a defeat in which no ship escapes.
    """
    if key == "away":
        return outcome.escape_chance
    if key == "gone":
        return max(0.0, outcome.loss - outcome.escape_chance)
    return float(getattr(outcome, key))
