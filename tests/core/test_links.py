"""Battle lines and games in links: they come back unchanged, and damage is an error, never another battle or
game."""

from __future__ import annotations

import base64
import zlib
from contextlib import suppress
from urllib.parse import quote

import pytest
from battles import battles
from fleets import any_fleets
from hypothesis import given
from hypothesis import strategies as st

from twingkit import imperium, twing
from twingkit.core.links import (
    MAX_UNPACKED_BYTES,
    DamagedLinkError,
    line_from_link_value,
    pack_text,
    raw_query_value,
    to_link_value,
    unpack_text,
)
from twingkit.imperium.battle.notation.battle_line import BATTLE_KINDS
from twingkit.imperium.box.effects import line_effect_ids

LINE = "W: F5 F3 + F6M>F3 F4 @ bra,shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon"


def test_the_link_spelling_is_the_documented_one():
    assert to_link_value("F: F5 F3 + F4 vs W: W6 W4") == "F:_F5_F3_~_F4_vs_W:_W6_W4"


@given(battles())
def test_a_line_comes_back_from_its_link_and_from_its_plain_encoding(battle):
    line = str(battle)
    assert line_from_link_value(to_link_value(line)) == line
    assert line_from_link_value(quote(line)) == line
    assert raw_query_value(f"lang=de&battle={to_link_value(line)}&theme=dark", "battle") == to_link_value(
        line
    )


def read(value: str) -> str:
    return str(twing.Battle.parse(line_from_link_value(value)))


@pytest.mark.parametrize("damage", ["", " ", "+", "%20", "&", "/"])
@pytest.mark.parametrize("sign", "_~!-")
def test_each_damaged_sign_of_a_link_is_an_error(sign, damage):
    link = to_link_value(LINE)
    places = [place for place, letter in enumerate(link) if letter == sign]
    assert places
    for place in places:
        damaged = f"?battle={link[:place]}{damage}{link[place + 1 :]}"
        with pytest.raises((DamagedLinkError, twing.NotationError)):
            read(raw_query_value(damaged, "battle"))


@pytest.mark.parametrize("damage", [" ", ""])
def test_a_plain_line_with_unescaped_signs_is_never_another_battle(damage):
    for sign in "+&":
        with pytest.raises((DamagedLinkError, twing.NotationError)):
            read(LINE.replace(sign, damage, 1).replace(" ", "%20"))


FLEETS = (
    "space: 2 cruiser 9 cruiser+ 3 dreadnought+ @ sol,amd,mb:9,s_retreat:2 "
    "/ order=carriers-first sustain=last "
    "vs 4 fighter+ 2 warsun @ letnev,nebula,nes,shard_of_the_throne / best"
)


def read_fleets(value: str) -> str:
    return str(imperium.Battle.parse(line_from_link_value(value)))


def test_the_link_spelling_of_fleets_keeps_the_signs_of_their_names():
    line = "space: 2 cruiser+ @ s_retreat:2 / order=carriers-first sustain=last vs 1 carrier"
    link = to_link_value(line)
    assert link == (
        "space:_2_cruiser%7E_@_s.retreat:2_%2F_order%3Dcarriers-first_sustain%3Dlast_vs_1_carrier"
    )
    assert line_from_link_value(link) == line_from_link_value(link.replace("%7E", "~")) == line
    assert all(
        line_from_link_value(to_link_value(f"{kind}: 1 cruiser+")) == f"{kind}: 1 cruiser+"
        for kind in BATTLE_KINDS
    )


@given(any_fleets())
def test_a_line_of_fleets_comes_back_from_its_link_and_from_its_plain_encoding(battle):
    line = str(battle)
    assert line_from_link_value(to_link_value(line)) == line
    assert line_from_link_value(quote(line)) == line
    assert line_from_link_value(quote(line, safe=" :/@,=").replace(" ", "%20")) == line
    assert raw_query_value(f"lang=de&battle={to_link_value(line)}&theme=dark", "battle") == to_link_value(
        line
    )


@pytest.mark.parametrize("damage", ["", " ", "+", "%20", "&", ";", "_", "~", ".", "-", "%"])
def test_each_damaged_sign_of_a_link_of_fleets_is_an_error_or_the_same_battle(damage):
    link = to_link_value(FLEETS)
    signs = [place for place, letter in enumerate(link) if not letter.isalnum() or link[place - 1] == "%"]
    assert len(signs) == 50
    for place in signs:
        damaged = f"?battle={link[:place]}{damage}{link[place + 1 :]}"
        with suppress(DamagedLinkError, imperium.NotationError):
            assert read_fleets(raw_query_value(damaged, "battle")) == FLEETS, damaged


@pytest.mark.parametrize("damage", [" ", "+", "%20", "&"])
@pytest.mark.parametrize("sign", "_~.")
def test_each_damaged_sign_that_was_spelled_out_is_an_error(sign, damage):
    link = to_link_value(FLEETS).replace("%7E", "~")
    places = [place for place, letter in enumerate(link) if letter == sign]
    assert places
    for place in places:
        damaged = f"?battle={link[:place]}{damage}{link[place + 1 :]}"
        with pytest.raises((DamagedLinkError, imperium.NotationError)):
            read_fleets(raw_query_value(damaged, "battle"))


@given(any_fleets(), st.data())
def test_all_signs_of_one_kind_damaged_are_never_another_battle(battle, data):
    line, sign = str(battle), data.draw(st.sampled_from("_~.-:@,/="))
    damaged = to_link_value(line).replace(sign, data.draw(st.sampled_from(["", " ", "+", "&"])))
    with suppress(DamagedLinkError, imperium.NotationError):
        assert read_fleets(raw_query_value(f"?battle={damaged}", "battle")) == line


def test_no_effect_is_another_one_without_its_underlines():
    names = [name.replace("_", "") for name in line_effect_ids()]
    assert len(set(names)) == len(names)
    assert not set(names) & ({"s", "f"} | set(imperium.faction_ids()))


def test_an_unescaped_ampersand_does_not_shorten_the_battle():
    query = "battle=" + LINE.replace(" ", "%20") + "&lang=de"
    assert read(raw_query_value(query, "battle")) == LINE
    assert raw_query_value(query, "lang") == "de"


def test_a_parameter_that_is_not_there_is_none():
    assert raw_query_value("", "battle") is None
    assert raw_query_value("?lang=de", "battle") is None
    assert raw_query_value("?battle=", "battle") == ""


@given(st.text(st.characters(codec="utf-8"), max_size=300))
def test_a_text_comes_back_from_its_packed_word_and_from_an_address(text):
    word = pack_text(text)
    assert unpack_text(word) == text
    assert quote(word, safe="") == word, "an address carries it unchanged"
    assert unpack_text(raw_query_value(f"?lang=de&game={word}&seat=p2", "game")) == text


def test_a_whole_game_fits_into_an_address():
    game = twing.new_game("FW", seed=5)
    while game.question is not None and len(game) < 120:
        game.answer_randomly()
    word = pack_text(game.record)
    assert len(word) < 2000
    assert unpack_text(word) == game.record


GAME = "twingkit-record 1\ngame twing\nplayers F W\nvariant box\nbox assumed\np1: draw spell F5\n"


@given(st.data())
def test_a_damaged_word_is_an_error_or_still_the_same_text(data):
    word = pack_text(GAME)
    place = data.draw(st.integers(0, len(word) - 1))
    length = data.draw(st.integers(0, 3))
    sign = data.draw(st.sampled_from(["", "A", "_", "-", "+", "/", "=", " ", "ä", "\x00"]))
    damaged = word[:place] + sign + word[place + length :]
    with suppress(DamagedLinkError):
        assert unpack_text(damaged) == GAME


def packed(content: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(content)).decode().rstrip("=")


@pytest.mark.parametrize(
    "value",
    [
        "",
        " ",
        "%%%",
        "A",
        "AAAA",
        "players F W",
        pack_text(GAME)[:-5],
        pack_text(GAME) + "AAAA",
        packed(b"\xff\xfe"),
    ],
)
def test_what_is_no_packed_text_is_one_clear_error(value):
    with pytest.raises(DamagedLinkError) as refused:
        unpack_text(value)
    assert refused.value.text("en").startswith("the link is damaged: characters are missing or wrong.")
    assert refused.value.text("de").startswith("der Link ist beschädigt")


def test_a_small_word_never_becomes_a_large_text():
    assert len(unpack_text(packed(b"x" * MAX_UNPACKED_BYTES))) == MAX_UNPACKED_BYTES
    for size in (MAX_UNPACKED_BYTES + 1, 50_000_000):
        with pytest.raises(DamagedLinkError, match="200 kB"):
            unpack_text(packed(b"x" * size))
