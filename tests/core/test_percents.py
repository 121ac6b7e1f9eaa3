"""Each percentage is rounded independently, in every language and wherever they are shown."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from twingkit import Odds, twing
from twingkit.cli import app
from twingkit.core.language import in_language
from twingkit.core.words import format_percent, format_percents
from twingkit_widgets.lab.odds_bar import odds_html

THIRD = 1 / 3
LINE = "F: F5 F3 + F4 vs W: W6 W4"


@st.composite
def parts(draw: st.DrawFn) -> list[float]:
    weights = draw(st.lists(st.integers(0, 10**6), min_size=1, max_size=6).filter(any))
    return [weight / sum(weights) for weight in weights]


@pytest.mark.parametrize(("share", "digits"), [(0.005, 0), (0.0005, 1), (0.995, 0), (0.9995, 1)])
def test_half_a_step_from_0_or_100_is_no_bound_either(share: float, digits: int) -> None:
    assert format_percent(share, digits) not in ("0%", "0.0%", "100%", "100.0%")


@given(parts(), st.integers(0, 3))
def test_each_share_is_rounded_by_itself(shares: list[float], digits: int) -> None:
    assert format_percents(shares, digits) == [format_percent(share, digits) for share in shares]
    for share, shown in zip(shares, format_percents(shares, digits), strict=True):
        if shown[0] not in "<>":
            assert float(shown.rstrip("%")) == pytest.approx(share * 100, abs=0.5 * 10**-digits + 1e-9)


def test_no_part_that_is_possible_shows_as_0_and_none_that_is_not_certain_as_100() -> None:
    assert format_percents([0.99999, 0.00001, 0.0], 1) == [">99.9%", "<0.1%", "0.0%"]
    with in_language("de"):
        assert format_percents([1.0, 0.0], 1) == [format_percent(1, 1), format_percent(0, 1)]
    assert format_percents([]) == []


def test_a_verdict_rounds_to_the_nearest() -> None:
    shown = re.findall(r"(\d+\.\d)%", str(odds_html(Odds(THIRD, THIRD, THIRD), "Odds", "")))
    assert shown == ["33.3"] * 6


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_command_line_rounds_plainly_as_its_language_writes_it(lang: str) -> None:
    done = CliRunner().invoke(app, ["odds", LINE, "--lang", lang])
    odds = twing.odds(LINE)
    shown = format_percents([odds.win, odds.tie, odds.loss], 2)
    rows = done.output.splitlines()[2:5]
    assert [row.split("  ")[-1].strip(" ") for row in rows] == shown
    sign = "." if lang == "en" else ","
    assert all(sign in text for text in shown)
