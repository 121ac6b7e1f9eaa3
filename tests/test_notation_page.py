"""docs/notation.md: every line that it shows is canonical, legal and linkable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from twingkit import twing
from twingkit.links import from_link, to_link
from twingkit.twing.analysis.lines import read_line
from twingkit.twing.analysis.situation import Situation

PAGE = Path(__file__).parents[1].joinpath("docs", "notation.md").read_text(encoding="utf-8")
LINES = [line for block in re.findall(r"```line\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


def read(line: str) -> object:
    return Situation.parse(line).check() if re.search("[:;] hand ", line) else read_line(line)


def test_the_page_shows_every_kind_of_line():
    assert len(LINES) >= 9
    assert len({type(read(line)) for line in LINES}) == 5


@pytest.mark.parametrize("line", LINES)
def test_a_shown_line_is_canonical_legal_and_linkable(line):
    assert str(read(line)) == line
    assert from_link(to_link(line)) == line


def test_the_rules_that_the_page_names_are_there():
    named = set(re.findall(r"TW-[A-Za-z]+-[0-9a-z]+", PAGE))
    assert len(named) > 10
    assert all(rule in twing.rulebook() for rule in named)


def test_the_signs_of_links_are_the_documented_ones():
    assert to_link("F: F5 + F6M>F3 & cat / F4*2") == "F:_F5_~_F6M-F3_!_cat_%2F_F4%2A2"
