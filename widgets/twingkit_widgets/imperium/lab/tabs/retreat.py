"""The tab on retreats: what you save and give up if you leave below some chance to win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isinf

from twingkit.analyse import charts
from twingkit.core.language import language
from twingkit.core.notation import Role
from twingkit.core.words import as_lang
from twingkit.imperium.battle.analysis.retreat import RetreatPlans, retreat_rows_in_slices
from twingkit.imperium.battle.analysis.retreat_result import Outcome, RetreatOdds
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.notation.battle_line import ROLES, Battle
from twingkit_widgets.imperium.lab.tabs.plan_tab import PlanTab, shown_gain
from twingkit_widgets.imperium.lab.tabs.signs import share_bar, slider
from twingkit_widgets.lab.sent_values import sent_side, whole_number
from twingkit_widgets.lab.tab import Lab, LabFault
from twingkit_widgets.lab.verdict import LEAST, points
from twingkit_widgets.panel.chart import chart_html, chart_table
from twingkit_widgets.panel.chart_frame import Frame
from twingkit_widgets.panel.controls import table_with_heads
from twingkit_widgets.panel.long_work import Unfinished
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import number, percents

DEFAULT_LIMIT = 20
"""The limit that the slider begins with, in percent."""

STEP = 5
"""The step of the slider, in percent."""

SURE_WIN, HOPELESS_WIN = 0.9, 0.05
"""The chance above which hardly anybody leaves, and the one below which hardly anybody stays."""

CHEAP_LOSS = 0.01
"""A plan that gives up no more than this chance to win costs next to nothing."""

WORTHWHILE_SAVING = 0.2
"""A plan that saves fewer resources than this saves next to nothing."""


class RetreatTab(PlanTab):
    """The odds of plans to retreat for one side, and the best of them."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.side = 0
        """The side that retreats."""
        self.limits = [DEFAULT_LIMIT, DEFAULT_LIMIT]
        """Each side’s limit in percent: below such a chance to win it leaves."""

    # -- actions

    def act_who_leaves(self, value: object) -> None:
        """`1`: the defender may leave."""
        self.side = sent_side(value)
        self.lab.status = self._news()

    def act_leave_below(self, value: object) -> None:
        """`30`: leave below a chance to win of 30 %. Raises `LabFault` for anything that is not such a
        number.
        """
        self.limits[self.side] = whole_number(value, 0, 100)
        self.lab.status = self._news()

    def address(self) -> dict[str, str]:
        """The side and the limit, if they differ from the defaults."""
        return {"retreat": self.saved_state()} if self.saved_state() else {}

    def visit(self, query: Mapping[str, str]) -> None:
        """Take up the side and the line."""
        self.load_state(query.get("retreat", ""))

    def saved_state(self) -> str:
        """`1:30`: the defender, below 30 %."""
        return f"{self.side}:{self.below}" if (self.side, self.below) != (0, DEFAULT_LIMIT) else ""

    def load_state(self, text: str) -> None:
        """Restore `saved_state`; unusable parts are ignored."""
        side, _, below = text.partition(":")
        try:
            index, limit = sent_side(side), whole_number(below, 0, 100)
        except LabFault:
            return
        self.side, self.limits[index] = index, limit

    # -- the battle

    @property
    def below(self) -> int:
        """The limit of the side that is asked about, in percent."""
        return self.limits[self.side]

    def _battle(self) -> Battle:
        """The space battle that is asked about. Raises `LabFault` without one."""
        if self.lab.settled is None or self.lab.settled.kind == "ground":
            raise LabFault
        return resolve_best_policy(resolve_best_policy(self.lab.settled).in_space)

    def _plans(self) -> tuple[RetreatPlans, Sequence[RetreatOdds]]:
        """All plans of the side; raises `Unfinished` while they are worked out."""
        battle = self._battle()
        side: Role = "defender" if self.side else "attacker"
        return self.lab.long_work.answer(
            ("retreat", battle, side), lambda: retreat_rows_in_slices(battle, side)
        )

    def _news(self) -> str:
        """Return what the line comes to, for a screen reader; "" while that is not worked out."""
        if self.lab.settled is None or self.lab.settled.kind == "ground":
            return ""
        try:
            return self._summary(self._plans()[0].odds(self.below / 100))
        except Unfinished:
            return ""

    def _summary(self, plan: RetreatOdds) -> str:
        """Return the result of a plan in one sentence."""
        away = self.percent(plan.away, 0)
        if plan.away < LEAST:
            return self.say("retreat.never", ROLES[self.side], below=self.percent(plan.below, 0))
        return self.say(
            "retreat.told",
            ROLES[self.side],
            below=self.percent(plan.below, 0),
            away=away,
            saved=number(max(0.0, plan.saved), 1),
            points=(points(shown_gain(plan.stay.win, plan.outcome.win)) or number(0, 1)).lstrip("+"),
        )

    # -- views

    def view(self) -> Markup:
        """Return the choice of a side, the advice, the slider with its result, and all limits as a chart."""
        if self.lab.settled.kind == "ground":
            return el("p", self.say("retreat.ground"), cls="tk-note")
        head = el(
            "div",
            el("p", self.say("retreat.lead")),
            self.lab.rule("IM-ODDS-7", key="retreat:rule"),
            cls="tk-plan-lead",
        )
        side_switch = self.sides(self.side, "who_leaves", "retreat.who")
        try:
            plans, rows = self._plans()
        except Unfinished as unfinished:
            return el("div", head, side_switch, self.lab.long_work.html(unfinished), cls="tk-plan")
        plan = plans.odds(self.below / 100)
        return el(
            "div",
            head,
            side_switch,
            el(
                "div",
                el("p", self.advice(plans.stay, rows)),
                self._take(best_limit(plans.stay, rows)),
                cls="tk-plan-advice tk-stack",
            ),
            self._slider(),
            el("p", self._summary(plan), cls="tk-plan-told"),
            self._compared(plan),
            self._chart(rows),
            cls=f"tk-plan tk-fleet-{ROLES[self.side]}",
        )

    def advice(self, stay: Outcome, rows: Sequence[RetreatOdds]) -> str:
        """One plain sentence: whether to leave, and when."""
        role = ROLES[self.side]
        if stay.win >= SURE_WIN:
            return self.say("retreat.advice_stay", role, win=self.percent(stay.win))
        best = best_limit(stay, rows)
        if best is None:
            return self.say("retreat.advice_little", role)
        if stay.win < HOPELESS_WIN and best.below >= 1:
            return self.say(
                "retreat.advice_go",
                role,
                win=self.percent(stay.win),
                saved=number(best.saved, 1),
                away=self.percent(best.away, 0),
            )
        return self.say(
            "retreat.advice_below",
            role,
            below=self.percent(best.below, 0),
            saved=number(best.saved, 1),
            points=number(max(0.0, shown_gain(best.stay.win, best.outcome.win)) * 100, 1),
        )

    def _take(self, best: RetreatOdds | None) -> Markup | None:
        """The button that sets the slider to the advice; None if it is set so already, or the advice is not
        to leave."""
        limit = 0 if best is None else round(100 * best.below)
        if best is None or limit == self.below:
            return None
        advice = self.say("retreat.take", below=self.percent(best.below, 0))
        return el("div", button(advice, "leave_below", limit, key="retreat:take"), data_controls=True)

    def _slider(self) -> Markup:
        own, label = f"{self.lab.own}-leave", self.say("retreat.slider", ROLES[self.side])
        text = self.percent(self.below / 100, 0)
        parts = slider(own, label, "leave_below", self.below, 0, 100, text, STEP)
        ends = el(
            "span",
            el("span", self.say("retreat.slider_low")),
            el("span", self.say("retreat.slider_high")),
            cls="tk-plan-ends tk-small tk-soft",
            aria_hidden="true",
        )
        return el("div", parts, ends, cls="tk-plan-slider", data_controls=True)

    def _compared(self, plan: RetreatOdds) -> Markup:
        """Fighting to the end beside the plan."""
        columns = (plan.stay, plan.outcome)
        rows: list[Markup] = []
        ends = ("win", "away", "gone", "tie")
        shown = [percents([_share(column, end) for end in ends], 1) for column in columns]
        for row, key in enumerate(ends):
            shares = [_share(column, key) for column in columns]
            if key == "tie" and max(shares) < LEAST:
                continue
            cells = [
                el("td", el("b", texts[row], cls="tk-number"), share_bar(share), cls="tk-plan-cell")
                for texts, share in zip(shown, shares, strict=True)
            ]
            rows.append(el("tr", el("th", self.say(f"retreat.{key}"), scope="row"), cells))
        for key in ("own_lost", "enemy_lost"):
            cells = [
                el("td", el("b", number(getattr(column, key), 1), cls="tk-number")) for column in columns
            ]
            rows.append(el("tr", el("th", self.say(f"retreat.{key}"), scope="row"), cells))
        heads = [
            el("td"),
            el("th", self.say("retreat.stay"), scope="col"),
            el("th", self.say("retreat.plan", below=self.percent(plan.below, 0)), scope="col"),
        ]
        return table_with_heads(heads, rows, "tk-plan-compare")

    def _chart(self, rows: Sequence[RetreatOdds]) -> Markup:
        """All lines, and the first rounds, as a picture and as a table."""
        names = ("below", "first", "win", "away", "own_lost", "enemy_lost", "saved", "spared", "given_up")
        plain = [
            {"plan": "round" if isinf(row.below) else "below"} | {name: getattr(row, name) for name in names}
            for row in rows
        ]
        frame = Frame(plain, {"battle": str(self._battle()), "side": ROLES[self.side], "lang": language()})
        figure = charts.plain("retreat", frame, as_lang(language()))
        cells = [
            [
                self.word("retreat.round", n=row.first) if isinf(row.below) else self.percent(row.below, 0),
                self.percent(row.win),
                self.percent(row.away),
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
            charts.description(figure, as_lang(language())),
            chart_table(heads, cells),
            key="retreat",
        )
        hint = el("p", self.say("retreat.chart_how"), cls="tk-small")
        return el("section", self.head("retreat.all"), hint, chart, cls="tk-fleet-part")


def best_limit(stay: Outcome, rows: Sequence[RetreatOdds]) -> RetreatOdds | None:
    """Return the plan whose limit is worth it; None if fighting on is better.

    A side that hardly ever wins leaves at once. Otherwise it is the plan that saves most among those that
    cost almost nothing.
    """
    lines = [row for row in rows if not isinf(row.below)]
    if stay.win >= SURE_WIN:
        return None
    always = max(lines, key=lambda row: row.below)
    if stay.win < HOPELESS_WIN and always.saved >= WORTHWHILE_SAVING:
        return always
    cheap = [row for row in lines if row.given_up <= CHEAP_LOSS]
    best = max(cheap, key=lambda row: (round(row.saved, 6), -row.below))
    return best if best.saved >= WORTHWHILE_SAVING else None


def _share(outcome: Outcome, key: str) -> float:
    """The chance of one ending; `gone` is a defeat in which no ship gets away."""
    if key == "gone":
        return max(0.0, outcome.loss - outcome.away)
    return float(getattr(outcome, key))
