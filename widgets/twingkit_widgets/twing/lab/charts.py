"""Charts to keep: the answers of the other tabs as figures and tables, to view, save and share."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from twingkit import twing
from twingkit.analyse import charts
from twingkit.analyse.charts.alt_text import kind_by_name
from twingkit.analyse.reports.change_worth import worth_cells
from twingkit.core.language import language
from twingkit.core.messages import Fault
from twingkit.core.words import as_lang
from twingkit.twing.analysis.advice import Advice
from twingkit.twing.analysis.margins import margin_rows
from twingkit.twing.analysis.responses.response_tree import tree_cells, tree_rows
from twingkit.twing.notation.battle_line import ROLES
from twingkit_widgets.lab.sent_values import offered_value
from twingkit_widgets.lab.tab import Lab, LabFault
from twingkit_widgets.panel.chart import chart_html, chart_table
from twingkit_widgets.panel.chart_frame import Frame
from twingkit_widgets.panel.long_work import Unfinished
from twingkit_widgets.panel.markup import Attribute, Child, Markup, button, el
from twingkit_widgets.panel.wording import number
from twingkit_widgets.twing.lab.battle_tab import BattleTab
from twingkit_widgets.twing.lab.chips import switch_html
from twingkit_widgets.twing.lab.maps import axis_label, map_cells
from twingkit_widgets.twing.lab.odds import BothOdds
from twingkit_widgets.twing.lab.variant_battle import variant_of, without_variant
from twingkit_widgets.twing.lab.what_if_view import has_decrease
from twingkit_widgets.twing.lab.words import lab_say
from twingkit_widgets.twing.lab.worth import all_worths

MAX_TABLE_ROWS = 40
"""Number of lays in the advice table, as in its list; the chart says how many there are."""

AROUND = 5
"""Number of points on the map on either side of the battle's points."""

DEPTH = 3
"""Number of levels of the tree that are drawn."""

HIDDEN_COLUMNS = ("attack_die", "defence_die", "others", "told")
"""Columns of a tree that the chart and its table leave out."""

KINDS = {
    "odds": "odds",
    "advice": "advice",
    "worth": "worth",
    "points": "heat_map",
    "cats": "heat_map",
    "lead": "margins",
    "tree": "response_tree",
}
"""The charts in order, with the figure that draws each."""


FILES = {**{name: name for name in KINDS}, "lead": "points-ahead", "tree": "responses"}
"""The file name of each chart, equal to its button."""

DRAWN_FIRST = "odds"
"""The initial chart."""


class ChartsTab(BattleTab):
    """The answers of the other tabs as charts."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self._drawn = DRAWN_FIRST

    def call_name(self) -> str:
        """Return the name of the call that gives the shown rows."""
        return f"charts:{self._drawn}"

    def facts(self) -> dict[str, str]:
        """Return the arguments of the call that gives the rows."""
        advised: dict[str, str] = self.lab.part("advice").facts()
        return super().facts() | advised

    def address(self) -> dict[str, str]:
        """Return the chart, unless it is the first."""
        return {"chart": self._drawn} if self._drawn != DRAWN_FIRST else {}

    def visit(self, query: Mapping[str, str]) -> None:
        """Open the chart of an address."""
        self._drawn = query.get("chart", "") if query.get("chart") in KINDS else self._drawn

    def act_chart(self, value: object) -> None:
        """Draw another chart, such as `points`."""
        self._drawn = offered_value(value, KINDS)

    def act_save_table(self, value: object) -> None:
        """Download the chart's table as a CSV file."""
        self._give(f"{FILES[self._drawn]}.csv", "text/csv", self.frame().csv().encode())

    def act_save_page(self, value: object) -> None:
        """Download the chart as a page that works offline. Raises `Fault` without plotly."""
        figure = kind_by_name(KINDS[self._drawn]).figure(self.frame(), self.lang, "auto")
        with tempfile.TemporaryDirectory() as folder:
            content = charts.save(figure, Path(folder) / "chart.html").read_bytes()
        self._give(f"{FILES[self._drawn]}.html", "text/html", content)

    def _give(self, name: str, kind: str, content: bytes) -> None:
        self.lab.send({"file": f"twingkit-{name}", "type": kind}, [content])
        self.status = lab_say("charts.saved", file=f"twingkit-{name}")

    def frame(self) -> Frame:
        """Return the rows of the current chart.

        Raises `LabFault` without a battle, and `Unfinished` during the computation.
        """
        if self.settled is None:
            raise LabFault
        if self._drawn == "advice":
            return _advice_frame(self.lab.part("advice").advice())
        return FRAMES[self._drawn](self.settled)

    def view(self) -> Markup:
        """Return the choice of charts, the chart, its table, and the buttons to keep it."""
        choices: list[tuple[str, Child]] = [(name, lab_say(f"charts.{name}")) for name in KINDS]
        switch = switch_html(choices, self._drawn, "chart", "charts.which", "tk-charts-which")
        chooser = el("div", switch, data_controls=True)
        try:
            frame = self.frame()
        except Unfinished as unfinished:
            return el("div", chooser, self.lab.long_work.html(unfinished), cls="tk-stack")
        except (twing.BattleError, Fault) as fault:
            return el("div", chooser, el("p", fault.text(), cls="tk-note"), cls="tk-stack")
        plain = charts.plain(KINDS[self._drawn], frame, as_lang(language()))
        chart = chart_html(plain, charts.description(plain, as_lang(language())), _table(frame))
        picture = self._page_button("charts.png", "save_png", data_picture=f"twingkit-{FILES[self._drawn]}")
        keep = el(
            "div",
            picture,
            button(lab_say("charts.page"), "save_page", key="save_page"),
            button(lab_say("charts.csv"), "save_table", key="save_table"),
            self._link_button() if self.lab.site else None,
            cls="tk-row",
            role="group",
            aria_label=lab_say("charts.keep"),
            data_controls=True,
        )
        falls = None
        if self._drawn == "points" and has_decrease([(row["y"], row["win"]) for row in frame.rows]):
            falls = el("p", lab_say("if.map_falls"), cls="tk-small tk-soft")
        return el("div", chooser, chart, falls, keep, cls="tk-stack")

    def _link_button(self) -> Markup:
        """Return a button that copies the link to the page with this chart; the page frame handles it."""
        copied, by_hand = (lab_say(f"charts.{key}") for key in ("copied", "by_hand"))
        return self._page_button(
            "charts.link", "copy_link", data_link=True, data_copied=copied, data_by_hand=by_hand
        )

    def _page_button(self, label: str, key: str, **attributes: Attribute) -> Markup:
        """Return a button that the page frame handles."""
        words = lab_say(label)
        return el("button", words, type="button", cls="tk-button", data_key=key, **attributes)


def _table(frame: Frame) -> Markup:
    """Return the rows as numbers, as they would be saved."""
    rows = [[_cell(value) for value in row.values()] for row in frame.rows]
    return chart_table(frame.columns, rows)


def _cell(value: object) -> str:
    return number(value, 4) if isinstance(value, float) else str(value)


def _odds_frame(battle: twing.Battle) -> Frame:
    chances = BothOdds.from_battle(battle)
    rows = [{"label": lab_say("odds.none"), **chances.none.chances}]
    if not isinstance(chances.best, twing.BudgetError):
        rows.append({"label": lab_say("odds.best"), **chances.best.chances})
    return Frame(rows, {"battle": str(battle)})


def _advice_frame(advice: Advice) -> Frame:
    lies = any(holder.laid for holder in advice.situation.sides)
    rows = [row._replace(answer="" if lies else row.answer)._asdict() for row in advice.rows[:MAX_TABLE_ROWS]]
    return Frame(rows, {**advice.attrs, "lays": len(advice.rows)})


def _worth_frame(battle: twing.Battle) -> Frame:
    rows, about = worth_cells(all_worths(battle))
    return Frame(rows, {"battle": str(battle), "responses": "best", **about})


def _map_frame(battle: twing.Battle, quantity: str) -> Frame:
    cells = map_cells(str(battle), quantity, AROUND, variant_of(battle))
    x, y = (axis_label(quantity, role) for role in ROLES)
    current = [side.lay.power if quantity == "points" else side.cats for side in battle.sides]
    rows = [{"x": cell.x, "y": cell.y, **cell.odds.chances} for cell in cells]
    return Frame(
        rows, {"battle": str(battle), "responses": "best", "here": current, "x_label": x, "y_label": y}
    )


def _lead_frame(battle: twing.Battle) -> Frame:
    rows, odds = margin_rows(without_variant(battle), variant_of(battle))
    criticals = {
        line: {"win": line_odds.critical_win, "tie": line_odds.critical_tie, "loss": line_odds.critical_loss}
        for line, line_odds in odds.items()
    }
    plain = [{"margin": row.margin, "chance": row.chance, "series": row.series} for row in rows]
    return Frame(plain, {"responses": "none", "criticals": criticals})


def _tree_frame(battle: twing.Battle) -> Frame:
    faces = ["0" if side.spells else None for side in battle.sides]
    nodes, shut = tree_rows(without_variant(battle), faces[0], faces[1], DEPTH, variant=variant_of(battle))
    cells = tree_cells(nodes, shut)
    rows = [{name: cell for name, cell in row.items() if name not in HIDDEN_COLUMNS} for row in cells]
    return Frame(rows, {"battle": str(battle), "responses": "best", "lang": language(), "root": nodes[0].id})


FRAMES: Mapping[str, Callable[[twing.Battle], Frame]] = {
    "odds": _odds_frame,
    "worth": _worth_frame,
    "points": partial(_map_frame, quantity="points"),
    "cats": partial(_map_frame, quantity="cats"),
    "lead": _lead_frame,
    "tree": _tree_frame,
}
"""The functions that build the rows of each chart for a battle."""
