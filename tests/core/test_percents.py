"""Percentages that are shown together sum to 100, in every language and wherever they are shown."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from twingkit import Odds, twing
from twingkit.cli import app
from twingkit.core.language import in_language
from twingkit.core.words import format_percent, format_percents, round_shares
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
def test_shares_round_to_a_sum_of_100_and_each_to_a_neighbour(shares: list[float], digits: int) -> None:
    scale = 10 ** (digits + 2)
    whole = [part * scale for part in round_shares(shares, digits)]
    assert round(sum(whole), 6) == scale
    assert all(abs(part - share * scale) < 1 + 1e-6 for part, share in zip(whole, shares, strict=True))


@given(parts(), st.integers(0, 2))
def test_where_plain_rounding_sums_to_100_it_stays(shares: list[float], digits: int) -> None:
    plain = [round(share, digits + 2) for share in shares]
    exact = [share * 10 ** (digits + 2) % 1 for share in shares]
    if abs(sum(plain) - 1) < 1e-9 and all(abs(part - 0.5) > 1e-3 for part in exact):
        assert round_shares(shares, digits) == pytest.approx(plain)


def test_no_part_that_is_possible_shows_as_0_and_none_that_is_not_certain_as_100() -> None:
    assert format_percents([0.99999, 0.00001, 0.0], 1) == [">99.9%", "<0.1%", "0.0%"]
    with in_language("de"):
        assert format_percents([1.0, 0.0], 1) == [format_percent(1, 1), format_percent(0, 1)]
    assert format_percents([]) == []


def test_a_verdict_shows_parts_that_sum_to_100() -> None:
    shown = re.findall(r"(\d+\.\d)%", str(odds_html(Odds(THIRD, THIRD, THIRD), "Odds", "")))
    assert shown == ["33.4", "33.3", "33.3"] * 2


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_command_line_sums_to_100_as_its_language_writes_it(lang: str) -> None:
    done = CliRunner().invoke(app, ["odds", LINE, "--lang", lang])
    odds = twing.odds(LINE)
    shown = format_percents([odds.win, odds.tie, odds.loss], 2)
    rows = done.output.splitlines()[2:5]
    assert [row.split("  ")[-1].strip(" ") for row in rows] == shown
    sign = "." if lang == "en" else ","
    assert all(sign in text for text in shown)
    assert sum(
        float(text.replace(",", ".").rstrip("%\N{NO-BREAK SPACE}")) for text in shown
    ) == pytest.approx(100)
