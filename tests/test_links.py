"""Battle lines in addresses: they come back as they were, and damage is an error, never another battle."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from battles import battles
from hypothesis import given

from twingkit import twing
from twingkit.links import LinkError, from_link, query_value, to_link

LINE = "W: F5 F3 + F6M>F3 F4 @ bra,shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon"


def test_the_link_spelling_is_the_documented_one():
    assert to_link("F: F5 F3 + F4 vs W: W6 W4") == "F:_F5_F3_~_F4_vs_W:_W6_W4"


@given(battles())
def test_a_line_comes_back_from_its_link_and_from_its_plain_encoding(battle):
    line = str(battle)
    assert from_link(to_link(line)) == line
    assert from_link(quote(line)) == line
    assert query_value(f"lang=de&battle={to_link(line)}&theme=dark", "battle") == to_link(line)


def read(value: str) -> str:
    return str(twing.Battle.parse(from_link(value)))


@pytest.mark.parametrize("damage", ["", " ", "+", "%20", "&", "/"])
@pytest.mark.parametrize("sign", "_~!-")
def test_each_damaged_sign_of_a_link_is_an_error(sign, damage):
    link = to_link(LINE)
    places = [place for place, letter in enumerate(link) if letter == sign]
    assert places
    for place in places:
        damaged = f"?battle={link[:place]}{damage}{link[place + 1 :]}"
        with pytest.raises((LinkError, twing.NotationError)):
            read(query_value(damaged, "battle"))


@pytest.mark.parametrize("damage", [" ", ""])
def test_a_plain_line_with_unescaped_signs_is_never_another_battle(damage):
    for sign in "+&":
        with pytest.raises((LinkError, twing.NotationError)):
            read(LINE.replace(sign, damage, 1).replace(" ", "%20"))


def test_an_unescaped_ampersand_does_not_shorten_the_battle():
    query = "battle=" + LINE.replace(" ", "%20") + "&lang=de"
    assert read(query_value(query, "battle")) == LINE
    assert query_value(query, "lang") == "de"


def test_a_parameter_that_is_not_there_is_none():
    assert query_value("", "battle") is None
    assert query_value("?lang=de", "battle") is None
    assert query_value("?battle=", "battle") == ""
