"""Every page that plays or judges applies the rules that its address sets, and names them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from twingkit.core.links import unpack_text
from twingkit.learn.quiz.house_rules import is_same_under_house_rules
from twingkit_widgets.learn.practice.panel import PracticePanel
from twingkit_widgets.panel.address.addresses import canonical_address, page_href
from twingkit_widgets.site.page import page
from twingkit_widgets.table.play.panel import MatchPanel
from twingkit_widgets.table.referee.panel import RefereePanel

NAMES = {"en": "by the German rule sheet", "de": "nach dem deutschen Regelblatt"}

PAGES = ("learn", "practice", "puzzles", "play", "first", "referee", "battle-lab", "rulebook", "readings")


def page_text(name: str, query: str) -> str:
    """Return the frame and the panel of a page, as text."""
    opened = page(name, query)
    html = f"{opened.frame.html} {opened[0].html}"
    return re.sub(r"<[^>]+>", "", html)


@pytest.mark.parametrize("lang", NAMES)
@pytest.mark.parametrize("name", PAGES)
def test_page_names_the_rules_that_its_address_asks_for(name: str, lang: str) -> None:
    assert NAMES[lang] in page_text(name, f"variant=german&lang={lang}")


@pytest.mark.parametrize("name", PAGES)
def test_address_and_links_keep_the_rules_and_without_them_nothing_is_said(name: str) -> None:
    opened = page(name, "variant=german")
    assert "variant=german" in opened.frame.place
    assert "variant=german" in page_href("rulebook")
    assert "variant" not in canonical_address("ember-play")
    assert "variant" not in page(name, "").frame.place


@pytest.mark.parametrize("name", PAGES)
def test_page_says_what_is_wrong_with_rules_that_are_none(name: str) -> None:
    opened = page(name, "variant=germn")
    said = f"{opened.fault_panel.html if opened.fault_panel else ''} {opened[0].html}"
    assert "germn" in said
    assert "german" in said


def test_practice_asks_what_has_the_same_answer_by_the_rules_of_the_address() -> None:
    panel: Any = page("practice", "variant=german&topic=mounts-and-creatures")[0]
    assert isinstance(panel, PracticePanel)
    for _ in range(12):
        assert panel.open_question is not None
        assert is_same_under_house_rules(panel.open_question.item)
        panel.do("next")


def test_real_table_offers_every_preset_and_begins_with_the_rules_of_the_address() -> None:
    panel: Any = page("referee", "variant=german")[0]
    assert isinstance(panel, RefereePanel)
    offered = re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)', panel.html.partition('name="variant"')[2])
    assert {"box", "short", "english"} <= set(panel.rules_options)
    assert sum(title == NAMES["en"] for _, title in offered) == 1, "each set of rules once"
    first = offered[0]
    assert first[1] == NAMES["en"]
    panel.do("begin", {"players": "2", "names": "", "variant": first[0]})
    assert panel.table is not None
    assert "variant german" in panel.table.record
    assert NAMES["en"] in panel.html


def test_real_table_names_rules_that_were_chosen_in_its_form() -> None:
    panel = RefereePanel("twing")
    panel.do("begin", {"players": "2", "names": "", "variant": "german"})
    assert NAMES["en"] in panel.html


def test_first_game_is_played_by_the_rules_of_the_address() -> None:
    panel: Any = page("first", "variant=german&players=3")[0]
    assert isinstance(panel, MatchPanel)
    assert "variant german price=3" in panel.match.game.record


def test_play_page_names_its_rules_during_the_whole_game() -> None:
    panel: Any = page("play", "variant=german&seed=3")[0]
    panel.do("go_on")
    assert NAMES["en"] in panel.html
    assert "variant german" in unpack_text(panel.link_query()["game"])


def test_usual_rules_in_the_address_end_those_of_the_address_before() -> None:
    page("practice", "variant=german")
    assert NAMES["en"] not in page_text("practice", "variant=box")
