"""The charts tab: the answers of the other tabs as figures and tables, to view, save and share."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from twingkit import twing
from twingkit.analyse import charts
from twingkit.analyse.charts.alt_text import figure_kind_by_name
from twingkit.analyse.reports.change_worth import worth_figure_rows
from twingkit.core.language import language
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES
from twingkit.core.tables.lazy_types import DataFrame, Figure
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.core.tables.safe_cell import CSV_ENCODING
from twingkit.core.words import as_lang
from twingkit.twing.analysis.advice import RankedLays
from twingkit.twing.analysis.battle_distributions import margin_rows
from twingkit.twing.analysis.responses.response_tree import tree_row_dicts, tree_rows
from twingkit_widgets.lab.action_values import parse_offered_value
from twingkit_widgets.lab.tab import Lab, LabFault, LabTab
from twingkit_widgets.panel.chart import chart_html, panel_table_html
from twingkit_widgets.panel.chart_frame import ChartDataFrame
from twingkit_widgets.panel.markup import Attribute, Child, Markup, button, el
from twingkit_widgets.panel.wording import number
from twingkit_widgets.twing.lab.battle_tab import BattleTab
from twingkit_widgets.twing.lab.chips import choice_buttons_html
from twingkit_widgets.twing.lab.odds import BothOdds
from twingkit_widgets.twing.lab.odds_maps import MAP_QUANTITIES, axis_label, odds_map_cells
from twingkit_widgets.twing.lab.variant_battle import variant_of, without_variant
from twingkit_widgets.twing.lab.what_if_view import has_decrease
from twingkit_widgets.twing.lab.words import lab_say
from twingkit_widgets.twing.lab.worth import card_change_worths

_MAX_TABLE_ROWS = 40
"""The number of lays in the advice table; the chart states their total number."""

POINTS_AROUND = 5
"""The number of points on either side of the battle's own points on the map."""

_TREE_DEPTH = 3
"""The number of drawn levels of the response tree."""

_HIDDEN_COLUMNS = ("attack_die", "defence_die", "others", "explanation")
"""The columns of the response tree that the chart and its table leave out."""

FIGURE_BY_CHART = {
    "odds": "odds",
    "advice": "advice",
    "worth": "worth",
    "points": "heat_map",
    "cats": "heat_map",
    "lead": "margins",
    "tree": "response_tree",
}
"""The function that draws each chart, in the order of the buttons."""


FILE_NAME_BY_CHART = {**{name: name for name in FIGURE_BY_CHART}, "lead": "points-ahead", "tree": "responses"}
"""The file name of each chart."""

_INITIAL_CHART = "odds"


class ChartsTab(BattleTab):
    """The tab of the battle lab that shows the results of the other tabs as charts."""

    state_parameter = "chart"

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self._drawn = _INITIAL_CHART

    def python_call(self) -> str:
        """Return the Python call that draws the chart."""
        drawn, place = self._drawn, "twing.charts" if self._drawn == "tree" else "charts"
        if drawn in MAP_QUANTITIES:
            rows = self.sweep_call(drawn)
        elif drawn == "lead":
            rows = f'twing.margins("{self.analysed_subject}"{self.rules_argument})'
        else:
            rows = self.lab.get_part(drawn).python_call()
        return f"{place}.{FIGURE_BY_CHART[drawn]}({rows})"

    def address(self) -> dict[str, str]:
        """Return the query of the current chart; empty for the first chart."""
        return {"chart": self._drawn} if self._drawn != _INITIAL_CHART else {}

    def show_query(self, query: Mapping[str, str]) -> None:
        """Open the chart named in a query."""
        self._drawn = query.get("chart", "") if query.get("chart") in FIGURE_BY_CHART else self._drawn

    def act_chart(self, value: object) -> None:
        """Draw another chart, such as `points`."""
        self._drawn = parse_offered_value(value, FIGURE_BY_CHART)

    def act_save_table(self, value: object) -> None:
        """Download the chart's table as a CSV file."""
        self._give(
            f"{FILE_NAME_BY_CHART[self._drawn]}.csv", "text/csv", self.chart_rows().csv().encode(CSV_ENCODING)
        )

    def act_save_page(self, value: object) -> None:
        """Download the chart as a page that works offline. Raises `Fault` without plotly."""
        figure = figure_kind_by_name(FIGURE_BY_CHART[self._drawn]).figure(
            self.chart_rows(), self.lab.lang, "auto"
        )
        with tempfile.TemporaryDirectory() as folder:
            content = charts.save_figure(figure, Path(folder) / "chart.html").read_bytes()
        self._give(f"{FILE_NAME_BY_CHART[self._drawn]}.html", "text/html", content)

    def _give(self, name: str, kind: str, content: bytes) -> None:
        self.lab.send({"file": f"twingkit-{name}", "type": kind}, [content])
        self.lab.status = lab_say("charts.saved", file=f"twingkit-{name}")

    def chart_rows(self) -> ChartDataFrame:
        """Return the rows of the current chart, without pandas.

        Raises `LabFault` without a battle, and `UnfinishedError` during the computation.
        """
        if self.analysed_subject is None:
            raise LabFault
        if self._drawn == "advice":
            return _advice_frame(self.lab.get_part("advice").advice())
        return FRAMES[self._drawn](self.analysed_subject)

    def frame(self) -> DataFrame:
        """Return the table of the current chart, as the Python call of the tab does."""
        line, drawn = str(self.analysed_subject), self._drawn
        if drawn in ("odds", "advice", "tree"):
            tab: LabTab = self.lab.get_part(drawn)
            return tab.frame()
        if drawn == "worth":
            return twing.worth(line, variant=self.variant)
        if drawn == "lead":
            return twing.margins(line, variant=self.variant)
        rows = self.chart_rows()
        return frame_from_rows(rows.rows, (), **rows.attrs)

    def figure(self) -> Figure:
        """Return the current chart."""
        return figure_kind_by_name(FIGURE_BY_CHART[self._drawn]).figure(self.frame(), self.lab.lang)

    def view(self) -> Markup:
        """Return the choice of charts, the chart, its table, and the buttons to save and share it."""
        choices: list[tuple[str, Child]] = [(name, lab_say(f"charts.{name}")) for name in FIGURE_BY_CHART]
        switch = choice_buttons_html(choices, self._drawn, "chart", "charts.which", "tk-charts-which")
        chooser = el("div", switch, data_controls=True)
        return el("div", chooser, self.lab.or_progress_html(self._chart), cls="tk-stack")

    def _chart(self) -> Child:
        try:
            frame = self.chart_rows()
        except (twing.IllegalBattleError, Fault) as fault:
            return el("p", fault.text(), cls="tk-note")
        plain = charts.plotly_js_figure(FIGURE_BY_CHART[self._drawn], frame, lang=as_lang(language()))
        chart = chart_html(plain, charts.figure_description(plain, lang=as_lang(language())), _table(frame))
        picture = self._page_button(
            "charts.png", "save_png", data_picture=f"twingkit-{FILE_NAME_BY_CHART[self._drawn]}"
        )
        keep = el(
            "div",
            picture,
            button(lab_say("charts.page"), "save_page", key="save_page"),
            button(lab_say("charts.csv"), "save_table", key="save_table"),
            self._link_button() if self.lab.is_site_page else None,
            cls="tk-row",
            role="group",
            aria_label=lab_say("charts.keep"),
            data_controls=True,
        )
        falls = None
        if self._drawn == "points" and has_decrease([(row["y"], row["win"]) for row in frame.rows]):
            falls = el("p", lab_say("if.map_falls"), cls="tk-small tk-soft")
        return [chart, falls, keep]

    def _link_button(self) -> Markup:
        """Return the button that copies the link to this chart; the page frame handles it."""
        copied, by_hand = (lab_say(f"charts.{key}") for key in ("copied", "by_hand"))
        return self._page_button(
            "charts.link", "copy_link", data_link=True, data_copied=copied, data_by_hand=by_hand
        )

    def _page_button(self, label: str, key: str, **attributes: Attribute) -> Markup:
        return el("button", lab_say(label), type="button", cls="tk-button", data_key=key, **attributes)


def _table(frame: ChartDataFrame) -> Markup:
    rows = [[_cell(value) for value in row.values()] for row in frame.rows]
    return panel_table_html(frame.columns, rows)


def _cell(value: object) -> str:
    if isinstance(value, list | tuple):  # ids of rules
        return " ".join(map(str, value))
    return number(value, 4) if isinstance(value, float) else str(value)


def _odds_frame(battle: twing.Battle) -> ChartDataFrame:
    chances = BothOdds.from_battle(battle)
    rows = [{"label": lab_say("odds.none"), **chances.dice_alone.chances}]
    if not isinstance(chances.best_responses, twing.BudgetError):
        rows.append({"label": lab_say("odds.best"), **chances.best_responses.chances})
    return ChartDataFrame(rows, {"position": str(battle)})


def _advice_frame(advice: RankedLays) -> ChartDataFrame:
    lies = any(holder.laid for holder in advice.situation.sides)
    rows = [row.by_column() | {"reply": "" if lies else row.reply} for row in advice.rows[:_MAX_TABLE_ROWS]]
    return ChartDataFrame(rows, {**advice.frame_attrs, "lays": len(advice.rows)})


def _worth_frame(battle: twing.Battle) -> ChartDataFrame:
    rows, about = worth_figure_rows(card_change_worths(battle))
    return ChartDataFrame(rows, {"position": str(battle), "responses": "best", **about})


def _map_frame(battle: twing.Battle, quantity: str) -> ChartDataFrame:
    cells = odds_map_cells(str(battle), quantity, POINTS_AROUND, variant_of(battle))
    x, y = (axis_label(quantity, role) for role in ROLES)
    current = [side.lay.power if quantity == "points" else side.cats for side in battle.sides]
    rows = [{"x": cell.x, "y": cell.y, **cell.odds.chances} for cell in cells]
    return ChartDataFrame(
        rows, {"position": str(battle), "responses": "best", "here": current, "x_label": x, "y_label": y}
    )


def _lead_frame(battle: twing.Battle) -> ChartDataFrame:
    rows, odds = margin_rows(without_variant(battle), variant_of(battle))
    criticals = {
        line: {"win": line_odds.critical_win, "tie": line_odds.critical_tie, "loss": line_odds.critical_loss}
        for line, line_odds in odds.items()
    }
    return ChartDataFrame(rows, {"responses": "none", "criticals": criticals})


def _tree_frame(battle: twing.Battle) -> ChartDataFrame:
    faces = ["0" if side.spells else None for side in battle.sides]
    nodes, shut = tree_rows(
        without_variant(battle), faces[0], faces[1], _TREE_DEPTH, variant=variant_of(battle)
    )
    cells = tree_row_dicts(nodes, shut)
    rows = [{name: cell for name, cell in row.items() if name not in _HIDDEN_COLUMNS} for row in cells]
    return ChartDataFrame(
        rows, {"position": str(battle), "responses": "best", "lang": language(), "root": nodes[0].id}
    )


FRAMES: Mapping[str, Callable[[twing.Battle], ChartDataFrame]] = {
    "odds": _odds_frame,
    "worth": _worth_frame,
    "points": partial(_map_frame, quantity="points"),
    "cats": partial(_map_frame, quantity="cats"),
    "lead": _lead_frame,
    "tree": _tree_frame,
}
"""The function that computes the rows of each chart for a battle."""
