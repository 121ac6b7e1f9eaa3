"""The QR code of a page's link: what a phone reads is the link."""

from __future__ import annotations

import re

import pytest
import segno

from twingkit.core.language import in_language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.site.head.qr_code import LONGEST_ADDRESS, QUIET_ZONE_MODULES, qr_html, qr_svg
from twingkit_widgets.site.page import page as open_page

LINK = "https://games.example.org/twing/en/learn/shield/"


def modules(svg: str) -> set[tuple[int, int]]:
    """Return the black modules of a drawn code, by row and column, without the border."""
    path = re.search(r'stroke="#000" d="([^"]+)"', svg)
    assert path
    black, x, y = set(), 0.0, 0.0
    for sign, text in re.findall(r"([Mmh])([^Mmh]+)", path[1]):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", text)]
        if sign == "M":
            x, y = numbers
        elif sign == "m":
            x, y = x + numbers[0], y + numbers[1]
        else:
            black |= {
                (int(y) - QUIET_ZONE_MODULES, int(x) + step - QUIET_ZONE_MODULES)
                for step in range(int(numbers[0]))
            }
            x += numbers[0]
    return black


def test_the_drawing_is_the_code_of_the_address() -> None:
    matrix = segno.make_qr(LINK, error="l").matrix
    expected = {(row, column) for row, line in enumerate(matrix) for column, dark in enumerate(line) if dark}
    assert modules(str(qr_svg(LINK))) == expected


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_dialog_shows_the_code_and_the_address_as_text(lang: str) -> None:
    shown = str(qr_html(f"{LINK}?battle=<b>"))
    assert shown.count("<svg") == 1
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown
    assert f'lang="{lang}"' in shown


@pytest.mark.parametrize("address", ["javascript:alert(1)", "", "x" * 30, LINK + "x" * LONGEST_ADDRESS])
def test_what_is_no_link_or_too_long_for_a_phone_has_no_code(address: str) -> None:
    assert "<svg" not in qr_html(address)
    assert "too long" in qr_html(address)


@pytest.mark.parametrize("host", ["127.0.0.1:8866", "127.9.9.9", "localhost:8866", "[::1]:8866"])
def test_the_dialog_says_that_no_other_device_opens_the_machines_own_address(host: str) -> None:
    assert "another device cannot reach it" in qr_html(f"http://{host}/en/play/")
    with in_language("de"):
        assert "kein anderes Gerät" in qr_html(f"http://{host}/de/play/")


@pytest.mark.parametrize("address", [LINK, "http://192.168.0.7:8866/", "javascript:alert(1)", "http://[bad/"])
def test_an_address_that_others_can_open_or_that_is_none_is_shown_without_that(address: str) -> None:
    assert "another device" not in qr_html(address)


def test_a_page_draws_the_code_that_its_browser_asks_for() -> None:
    frame = open_page("learn", "lang=de").frame
    assert 'data-frame="qr"' in frame.html
    frame.do("qr", LINK)
    assert "Der Link als QR-Code" in frame.code
    frame.do("qr", "https://x/" + "y" * 100_000)
    assert len(frame.code) < 20_000
