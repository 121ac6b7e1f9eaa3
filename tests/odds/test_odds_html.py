"""Odds as notebooks show them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from twingkit import ExactOdds, Odds
from twingkit.core.language import in_language


def test_a_fixed_table_layout_of_the_notebook_does_not_apply_to_odds() -> None:
    assert "table-layout:auto" in Odds(0.84, 0.014, 0.146)._repr_html_()


@pytest.mark.browser
def test_no_text_of_small_odds_overlaps_the_next(visit: Any) -> None:
    page = visit(width=600).page
    style = "<style>table{table-layout:fixed;border-collapse:collapse;white-space:nowrap}</style>"
    page.set_content(style + Odds(0.84, 0.014, 0.146)._repr_html_())
    for wide, needed in page.evaluate(
        "[...document.querySelectorAll('td')].map(d=>[d.clientWidth,d.scrollWidth])"
    ):
        assert needed <= wide


def test_odds_are_printed_in_the_default_language_and_rounded_plainly() -> None:
    odds = Odds(25 / 36, 5 / 72, 17 / 72)
    assert str(odds) == "win 69.4%, tie 6.9%, loss 23.6%"
    with in_language("de"):
        assert str(odds) == "Sieg 69,4\N{NO-BREAK SPACE}%, Unentschieden 6,9\N{NO-BREAK SPACE}%, " + (
            "Niederlage 23,6\N{NO-BREAK SPACE}%"
        )
        assert "Niederlage" in odds._repr_html_()
        assert str(ExactOdds(Fraction(1, 2), Fraction(0), Fraction(1, 2))) == (
            "Sieg 1/2, Unentschieden 0, Niederlage 1/2"
        )
