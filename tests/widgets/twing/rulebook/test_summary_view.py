"""The summary: everything important on one sheet of paper, every line with its rule."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from widgets.read_pages import words

from twingkit import twing
from twingkit.core.words import LANGUAGES
from twingkit_widgets.read.rulebook.panel import RulebookPanel
from twingkit_widgets.twing.rulebook.summary_view import SUMMARY, WORDS, printable_summary_html

PARTS = ("goal", "turn", "actions", "battle", "responses", "die", "objects", "duel", "endgame")


def part(name: str) -> str:
    """Return one part of the sheet."""
    return printable_summary_html().split(f"tk-sheet-{name}")[1].split("</section>")[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_part_is_there_and_every_line_has_its_rule(lang: str) -> None:
    html = printable_summary_html()
    for name in PARTS:
        assert f"<h3>{WORDS.say(f'summary.part.{name}')}</h3>" in html
        inside = part(name)
        lines = inside.count("<li") or 1
        rules = re.findall(r'data-act="open" data-value="([^"]+)"', inside)
        assert len(rules) == lines
        assert all(rule in twing.rulebook() for rule in rules)


def test_TW_TURN_3_there_are_eight_actions() -> None:
    assert len(SUMMARY["actions"]) == part("actions").count("<li") == 8


def test_the_steps_of_a_battle_stand_in_the_order_of_the_rulebook() -> None:
    order = [rule.id for rule in twing.rulebook()]
    before = [
        order.index(step) for step in SUMMARY["battle"] if step != "TW-BAT-19"
    ]  # beside the creatures, either one first
    assert before == sorted(before)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lines_stand_under_the_titles_of_their_rules(lang: str) -> None:
    shown = words(printable_summary_html())
    for name in twing.OBJECTS:
        assert f"{twing.rulebook()[f'TW-POW-{name}'].title()}:" in shown
    for name in (*SUMMARY["battle"], "TW-END-2", "TW-DUEL-3", "TW-BAT-11"):
        assert f"{twing.rulebook()[name].title()}: {WORDS.say(f'summary.line.{name}')}" in shown


def test_no_sentence_is_left_over() -> None:
    shown = words(printable_summary_html())
    for key in WORDS:
        if key.startswith("summary."):
            assert WORDS.say(key) in shown, key


def test_print_is_a_button_of_the_page_and_not_of_the_still_picture() -> None:
    panel = RulebookPanel("en", show="summary")
    assert panel.html.count("data-print") == 1
    assert "data-print" not in panel.static_html()


# -- on paper

PAGE = """<!doctype html><html lang="en"{theme}><head><title>t</title><style>{css}</style></head>
<body><header>HEAD</header><main><div class="tk-panel" lang="{lang}"><div class="tk-body">{html}</div>
<div class="tk-status">STATUS</div></div></main><footer>FOOT</footer></body></html>"""


@pytest.fixture
def paper(visit: Callable[..., Any]) -> Callable[..., Any]:
    """Return a page with the summary between a head and a foot, as it is printed."""

    def printed(lang: str, theme: str = "") -> Any:
        page = visit(width=1000, height=800).page
        panel = RulebookPanel(lang, show="summary")
        page.set_content(PAGE.format(css=panel._css, lang=lang, html=panel.html, theme=theme))
        return page

    return printed


@pytest.mark.browser
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper_size", ["A4", "Letter"])
def test_it_fits_on_one_page(paper: Callable[..., Any], lang: str, paper_size: str) -> None:
    for own_margins in (True, False):
        printed = paper(lang).pdf(format=paper_size, prefer_css_page_size=own_margins)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 1


@pytest.mark.browser
def test_nothing_but_the_summary_is_printed_black_on_white(paper: Callable[..., Any]) -> None:
    page = paper("de", ' data-tk-theme="dark"')
    page.emulate_media(media="print")
    for other in ("header", "footer", ".tk-book-tabs", "[data-print]", ".tk-status"):
        assert not page.locator(other).is_visible()
    sheet = page.locator(".tk-sheet")
    assert sheet.is_visible()
    colours = "each => [getComputedStyle(each).color, getComputedStyle(each).backgroundColor]"
    assert sheet.evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert (
        page.locator(".tk-sheet b").first.evaluate("each => getComputedStyle(each).color") == "rgb(0, 0, 0)"
    )
    page.emulate_media(media="screen")
    assert page.locator("header").is_visible()


@pytest.mark.browser
def test_it_takes_up_most_of_the_page_but_leaves_room_for_wider_letters(paper: Callable[..., Any]) -> None:
    page = paper("de")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1047})  # A4 without its margins of 10 mm
    assert 700 < page.locator(".tk-sheet").bounding_box()["height"] < 1000
