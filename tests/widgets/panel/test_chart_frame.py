"""Rows as comma-separated text, which people open in spreadsheets."""

from __future__ import annotations

import csv
import io

import pytest

from twingkit_widgets.panel.chart_frame import ChartDataFrame


@pytest.mark.parametrize(
    "text", ["=1+1", "+A1", "-A1+2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=cmd|' /C calc'!A0"]
)
def test_no_text_of_a_table_is_a_formula(text: str) -> None:
    written = ChartDataFrame([{"name": text, text: 1}]).csv()
    cells = [cell for row in csv.reader(io.StringIO(written, newline="")) for cell in row]
    shown = "'" + text.replace("\r", " ")
    assert cells == ["name", shown, shown, "1"]


def test_numbers_and_other_texts_stay_as_they_are() -> None:
    written = ChartDataFrame(
        [{"lay": "F5 F3 + F4", "change": -0.25, "shown": "-2,5", "none": "", "sign": "−1"}]
    ).csv()
    assert written == 'lay,change,shown,none,sign\nF5 F3 + F4,-0.25,"-2,5",,−1\n'
