"""Odds: the numbers appear as text in the language's format, and the chart has its table."""

from __future__ import annotations

import re

import pytest

from twingkit import Distribution, Odds, twing
from twingkit_widgets.twing.pictures.odds_bar import OddsPanel, odds_html

LINE = "F: F5 F3 + F4 vs W: W6 W4"


@pytest.mark.parametrize(("lang", "win"), [("en", "69.4%"), ("de", "69,4\N{NO-BREAK SPACE}%")])
def test_the_numbers_are_text_and_the_bar_has_a_name(lang: str, win: str) -> None:
    html = odds_html(twing.odds(LINE))
    assert f"<dd>{win}</dd>" in html
    assert re.search(rf'role="img" aria-label="[^"]*{win}', html)


def test_the_chart_has_a_table_with_the_same_numbers() -> None:
    odds = twing.odds(LINE)
    html = odds_html(odds)
    assert odds.margin is not None
    assert html.count("<tr>") == len(odds.margin) + 1
    assert html.count("tk-column tk-column") == len(odds.margin)
    assert 'scope="row">+2</th><td>27.8%' in html


def test_with_responses_there_is_no_chart() -> None:
    html = odds_html(twing.odds(LINE + " & cat", responses="best"))
    assert "<svg" not in html
    assert "tk-bar" in html


def test_what_cannot_happen_has_no_segment() -> None:
    html = odds_html(Odds(1.0, 0.0, 0.0))
    assert "<dd>100.0%</dd>" in html
    bar = html.split('class="tk-bar"')[1]
    assert bar.count("<span") == 1


def test_a_gap_in_the_distribution_stays_empty() -> None:
    chances = Distribution({-3: 0.5, 12: 0.5})
    html = odds_html(Odds(0.5, 0.0, 0.5, margin=lambda: chances))
    assert html.count("tk-column tk-column") == 2
    assert "from −3 to +12 points" in html


def test_the_panel_computes() -> None:
    assert "Der Angreifer gewinnt" in OddsPanel(LINE, lang="de").html
    with pytest.raises(twing.IllegalBattleError):
        OddsPanel("F: F5 F5 F5 F5 vs W: W6")
