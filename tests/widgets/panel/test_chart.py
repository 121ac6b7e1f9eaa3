"""A chart in a panel: its data for the page, and the replacement where no chart can be drawn."""

from __future__ import annotations

import gzip
import json
from html.parser import HTMLParser
from typing import Any

import pytest

from twingkit import Odds, charts
from twingkit.analyse.charts import theme
from twingkit.core.language import call_in_language, in_language
from twingkit_widgets.panel import chart
from twingkit_widgets.panel.chart import chart_html, file_message, panel_table_html
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.panel import Panel

ODDS = Odds(0.5, 0.2, 0.3)
TABLE = panel_table_html(["label", "win"], [["F6M>F3", "50%"]])


class Places(HTMLParser):
    """Collects the placeholders of charts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "data-figure" in given:
            self.found.append(given)


def place(html: str) -> tuple[dict[str, str], dict[str, Any]]:
    (found,) = Places(html).found
    return found, json.loads(found["data-figure"])


@pytest.mark.parametrize("ground", ["light", "dark", "auto"])
def test_a_place_carries_the_light_figure_and_what_becomes_of_it_on_a_dark_page(ground: str) -> None:
    told, figure = place(chart_html(charts.odds(ODDS, theme=ground), "told", TABLE))
    assert (told["role"], told["aria-label"]) == ("img", "told")
    assert figure["data"][0]["marker"]["color"] == theme.palette("light").win
    assert figure["exchange"][theme.palette("light").win] == theme.palette("dark").win
    assert figure["layout"]["paper_bgcolor"] == theme.TRANSPARENT
    assert figure["config"]["displaylogo"] is False
    assert "meta" not in figure["layout"]


def test_every_colour_of_a_figure_has_one_for_dark_pages() -> None:
    _, figure = place(chart_html(charts.plotly_js_figure("odds", ODDS), "told"))
    dark = theme.recolour(charts.plotly_js_figure("odds", ODDS), "light", "dark")
    text = json.dumps(figure["layout"]["annotations"])
    for one, other in figure["exchange"].items():
        text = text.replace(one, other)
    assert json.loads(text) == dark["layout"]["annotations"]


def test_the_same_figure_gives_the_same_place_in_every_form() -> None:
    figure = charts.odds(ODDS)
    forms = [figure, figure.to_json()]
    assert len({chart_html(form, "told", TABLE) for form in forms}) == 1


def test_numbers_have_no_more_digits_than_can_be_seen() -> None:
    html = chart_html(charts.plotly_js_figure("odds", Odds(1 / 3, 1 / 3, 1 / 3)), "told")
    assert "33.3333" in html
    assert "33.33333" not in html


def test_without_a_figure_the_words_and_the_table_are_there() -> None:
    with in_language("de"):
        html = chart_html(None, "the odds", TABLE)
    assert "the odds" in html
    assert "F6M&gt;F3" in html
    assert "data-figure" not in html


def test_the_still_of_a_panel_has_the_table_and_the_description_in_place_of_the_chart() -> None:
    class Charted(Panel):
        def render(self) -> Markup:
            return call_in_language(
                self.lang, chart_html, charts.plotly_js_figure("odds", ODDS), "told", TABLE
            )

    panel = Charted()
    assert "data-figure" in panel.html
    still = panel._repr_html_()
    assert "data-figure" not in still
    assert '<p class="tk-soft">told</p>' in still
    assert "F6M&gt;F3" in still


def test_a_page_gets_the_files_it_needs_from_the_kernel() -> None:
    told, buffers = file_message("chart.js")
    assert "export function charts" in told["text"]
    assert buffers == []
    told, (squeezed,) = file_message("plotly.js")
    assert told == {"need": "plotly.js"}
    assert b"plotly.js v" in gzip.decompress(squeezed)[:100]
    assert file_message("secrets") == ({"need": "secrets"}, [])


def test_where_plotly_is_missing_the_page_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chart, "find_spec", lambda name: None)
    chart._plotly.cache_clear()
    assert chart.plotly_file() is None
    assert file_message("plotly.js") == ({"need": "plotly.js"}, [])
    chart._plotly.cache_clear()


def test_a_panel_answers_a_page_that_needs_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bare(Panel):
        def render(self) -> Markup:
            return Markup("")

    panel, sent = Bare(), []
    monkeypatch.setattr(panel, "send", lambda *each: sent.append(each))
    panel._receive(None, {"need": "chart.js"}, [])
    assert sent == [file_message("chart.js")]
