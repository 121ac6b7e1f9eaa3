"""Odds as notebooks show them."""

from __future__ import annotations

from typing import Any

import pytest

from twingkit import Odds


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
