"""The pages of the site: what the address asks for, what is wrong with it, and what is kept."""

import re
import subprocess
import sys
from functools import cache
from itertools import cycle, product
from pathlib import Path
from typing import ClassVar

import pytest
import traitlets
from long_runs import runs

from twingkit import twing
from twingkit.games import GameEntry, games
from twingkit.lesson.progress import Progress
from twingkit.links import to_link
from twingkit.twing.lessons import COURSE
from twingkit_widgets.imperium.lab.labs import FLEET_LAB, TABS
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.panel.wording import LANGUAGES
from twingkit_widgets.site import landing
from twingkit_widgets.site import site_pages as old_pages
from twingkit_widgets.site.addresses import game_of_page, page_link, page_names, pages_of, section_of
from twingkit_widgets.site.frame import FramePanel
from twingkit_widgets.site.landing import LandingPanel
from twingkit_widgets.site.page import page as open_page
from twingkit_widgets.site.page_words import WORDS, own_words

PAGES = page_names()
TWING, IMPERIUM = pages_of("twing"), pages_of("imperium")

EVERY = ("index", *(name for name in page_names() if name != "about"))


@pytest.mark.parametrize("page", EVERY)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_speaks_the_language_of_the_address(page: str, lang: str) -> None:
    made = open_page(page, f"lang={lang}")
    assert made.faults is None
    assert {made.frame.lang, *(panel.lang for panel in made.panels)} == {lang}
    assert f"lang={lang}" in made.frame.html


@pytest.mark.parametrize("page", EVERY)
def test_switching_the_language_switches_every_panel(page: str) -> None:
    made = open_page(page, "lang=en")
    made.frame.lang = "de"
    assert made[0].lang == "de"
    assert "lang=en" not in made.frame.html.replace('lang="en"', "")
    assert made.frame.share.endswith("lang=de")
    assert made.frame.title == FramePanel(made.frame.page, "de").title


def test_the_server_says_which_language_a_visitor_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWINGKIT_LANG", "de")
    monkeypatch.setenv("QUERY_STRING", "")
    assert open_page("index").frame.lang == "de"
    monkeypatch.setenv("QUERY_STRING", "lang=en")
    assert open_page("index").frame.lang == "en"


@pytest.mark.parametrize("page", EVERY)
@pytest.mark.parametrize("query", ["lang=xx", "lang=%3Cscript%3E", "lang="])
def test_a_bad_language_is_one_error_and_the_page_stays(page: str, query: str) -> None:
    made = open_page(page, query)
    assert made.faults is not None
    assert made.faults.html.count('role="alert"') == 1
    assert "<script>" not in made.faults.html
    assert made[0].html
    made.faults.do("close")
    assert "alert" not in made.faults.html


NONSENSE = ("&&&", "=", "?", "a=b=c&lang", "%", "%ff%fe", "x" * 5000)
"""Addresses are read in one place: every page is asked one of these in turn, in long runs all."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "query"), runs(list(zip(EVERY, cycle(NONSENSE), strict=False)), list(product(EVERY, NONSENSE)))
)
def test_nonsense_in_the_address_breaks_no_page(page: str, query: str) -> None:
    assert open_page(page, query)[0].html


def test_the_lab_opens_the_battle_of_the_address() -> None:
    line = "W: F5 F3 + F6M>F3 F4 @ bra,shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon"
    made = open_page("battle-lab", f"battle={to_link(line)}&lang=de")
    assert str(made[0].battle) == line
    assert made.frame.named
    assert made.frame.share == f"battle={to_link(line)}&lang=de"


def test_the_lab_opens_the_situation_and_the_question_of_the_address() -> None:
    line = "F: hand F5*2 F3 ?*2 + F4 & cat vs W: hand W6 + W3; gone L2 & trap"
    made = open_page("battle-lab", f"situation={to_link(line)}&lang=en")
    assert str(made[0].draft.situation()) == line
    assert made[0].tab == "advice"
    assert made.frame.named
    again = open_page("battle-lab", made.frame.share)
    assert again[0].state == made[0].state
    assert again.frame.share == made.frame.share
    share = "situation=F:_F5%3B_hand_F3_vs_W:_W6&view=worth"
    laid = open_page("battle-lab", share)
    assert str(laid[0].battle) == "F: F5 vs W: W6"
    assert [card.token for card in laid[0].draft.sides[0].hand] == ["F3"]
    assert laid[0].tab == "worth"
    assert laid.frame.share.startswith(share)


@pytest.mark.parametrize("value", ["F:_hand_F5_vs", "F: hand_F5_vs_W:_hand_W6", "F:_hand_F5%00", "?" * 2000])
def test_a_damaged_situation_is_explained_once_and_the_lab_stays_usable(value: str) -> None:
    made = open_page("battle-lab", f"situation={value}")
    assert (made.faults is not None) + (made[0].fault is not None) == 1
    made[0].do("read", {"line": "F: F5 vs W: W4"})
    assert str(made[0].battle) == "F: F5 vs W: W4"


def test_a_damaged_battle_is_explained_under_another_variant_too() -> None:
    made = open_page("battle-lab", "battle=F:_F5_vs&variant=german")
    assert made.faults is None
    assert made[0].fault is not None
    assert str(made[0].draft.variant) == str(twing.PRESETS["german"])


@pytest.mark.parametrize(
    "value",
    [
        "F:_F5_vs",
        "F: F5 vs W:_W4",
        "%3Cb%3E%3C/b%3E",
        "",
        "F:%20F5%20vs%20W:%20W5M",
        "F:_F5_W4_vs_W:_W4",
        "A" * 3000,
    ],
)
def test_a_damaged_battle_is_explained_once_and_the_lab_stays_usable(value: str) -> None:
    made = open_page("battle-lab", f"battle={value}")
    assert (made.faults is not None) + (made[0].fault is not None) + bool(made[0].problems) == 1
    assert "<b></b>" not in made[0].html
    made[0].restore("F: F5 vs W: W4")
    assert str(made[0].battle) == "F: F5 vs W: W4"


def test_a_game_begins_as_the_address_says() -> None:
    made = open_page("play", "players=3&variant=short&opponents=greedy&seed=7&lang=de")
    assert made.faults is None
    assert made.frame.named
    assert len(made[0].match.view.seats) == 3
    assert str(made[0].match.view.variant) == "short"
    assert (made[0].match.settings.opponents, made[0].match.settings.seed) == ("greedy", 7)
    assert made.frame.place == "players=3&variant=short&lang=de"
    assert made[0].record == open_page("play", "players=3&variant=short&opponents=greedy&seed=7")[0].record
    assert not open_page("play", "lang=de").frame.named


@pytest.mark.parametrize(
    "query", ["players=5", "players=%3Cb%3E", "variant=long", "opponents=x", "seed=abc", "seed=-1"]
)
def test_what_the_address_cannot_mean_is_explained_and_the_rest_counts(query: str) -> None:
    made = open_page("play", f"{query}&lang=en")
    assert made.faults.html.count('role="alert"') == 1
    assert "<b>" not in made.faults.html
    made[0].do("go_on")
    assert made[0].match.question is not None
    both = open_page("play", f"seed=7&{query}" if "seed" not in query else f"players=3&{query}")
    assert both[0].match.settings.seed == 7 or len(both[0].match.view.seats) == 3


def test_a_game_stands_where_it_stood_after_a_reload_and_begins_anew_on_demand() -> None:
    before = open_page("play", "seed=7&opponents=greedy&lang=en")
    fresh = before[0].record
    assert before.frame.state == ""
    before[0].do("go_on")
    before[0].do("answer", "pass")
    kept = before.frame.state
    after = open_page("play", "lang=en")
    after.frame.do("resume", kept)
    assert after[0].record == before[0].record
    assert after.frame.status == "You are back where you were."
    before.frame.do("restart")
    assert before.frame.state == ""
    assert before[0].record == fresh
    after.frame.do("resume", "nonsense")
    assert "can no longer be read" in after.frame.html


def test_the_rulebook_opens_the_rule_of_the_address() -> None:
    made = open_page("rulebook", "rule=TW-BAT-16&lang=de")
    assert made[0].state == "TW-BAT-16"
    assert made.frame.share == "rule=TW-BAT-16&lang=de"
    assert made.frame.follows
    made[0].do("open", "TW-BAT-5")
    assert made.frame.share == "rule=TW-BAT-5&lang=de"
    made.frame.do("visit", "rule=TW-BAT-16&lang=de")
    assert made[0].state == "TW-BAT-16"
    assert "There is no rule" in open_page("rulebook", "rule=TW-BAT-99")[0].html


def test_the_fleet_lab_opens_the_battle_of_the_address() -> None:
    line = "space: 2 cruiser+ 3 dreadnought @ sol,mb:2 vs 4 fighter 1 carrier @ nebula"
    made = open_page("imperium-battle", f"battle={to_link(line)}&lang=de")
    assert made.faults is None
    assert made.frame.named
    assert str(made[0].battle) == line
    assert made.frame.share == f"battle={to_link(line)}&lang=de", "no sign in it that a chat would take"
    again = open_page("imperium-battle", made.frame.share)
    assert str(again[0].battle) == line
    assert not open_page("imperium-battle", "lang=de").frame.named


@pytest.mark.parametrize(
    ("view", "acts", "own"),
    [
        ("odds", [("after", "3")], "after=3"),
        ("retreat", [("who_leaves", "1"), ("leave_below", "35")], "retreat=1:35"),
        (
            "needs",
            [("who_needs", "1"), ("needs_mode", "more"), ("needs_chance", "95"), ("needs_unit", "cruiser")],
            "needs=1:95:more:cruiser",
        ),
        ("steps", [("next", None), ("next", None)], "game="),
    ],
)
def test_a_link_to_an_answer_of_the_fleet_lab_opens_what_was_asked(
    view: str, acts: list[tuple[str, str]], own: str
) -> None:
    made = open_page("imperium-battle", f"view={view}&lang=en")
    for act, value in acts:
        made[0].do(act, value)
        assert made[0].error is None
    assert own in made.frame.place
    again = open_page("imperium-battle", made.frame.place)
    assert again.frame.place == made.frame.place
    assert again[0].tab == view
    assert (again.faults, again[0].status) == (None, "")


@pytest.mark.parametrize("view", TABS)
@pytest.mark.parametrize(
    "value", ["", "-1", "2:900:x", "0:80:more:dragon", "0:infantry:999", "<b>", "9" * 5000]
)
def test_what_a_link_asks_that_nobody_can_ask_is_left_out(view: str, value: str) -> None:
    own = "&".join(f"{name}={value}" for name in FLEET_LAB.linked)
    made = open_page("imperium-battle", f"view={view}&{own}&lang=en")
    assert made.faults is None
    assert made[0].error is None
    assert made[0].tab == view


def test_the_address_bar_follows_all_that_a_link_to_an_answer_names() -> None:
    script = (Path(landing.__file__).parent / "frame.js").read_text(encoding="utf-8")
    assert all(f'"{name}"' in script for name in FLEET_LAB.linked)


@pytest.mark.parametrize(
    "value", ["space:_3_cruiser", "space: 1 cruiser+_vs_1_warsun", "%3Cb%3E%3C/b%3E", "", "A" * 3000]
)
def test_a_damaged_battle_of_fleets_is_explained_once(value: str) -> None:
    made = open_page("imperium-battle", f"battle={value}&lang=en")
    assert (made.faults is not None) + (made[0].fault is not None) == 1
    assert "<b></b>" not in made[0].html
    assert made[0].error is None


def test_the_rulebook_of_the_other_game_opens_its_rules_and_knows_whose_a_rule_is() -> None:
    made = open_page("imperium-rules", "rule=IM-UNIT-3&lang=de")
    assert made[0].state == "IM-UNIT-3"
    assert made.frame.share == "rule=IM-UNIT-3&lang=de"
    assert made.frame.named
    for page, rule, where in (
        ("imperium-rules", "TW-BAT-16", "rulebook.ipynb?rule=TW-BAT-16&amp;lang=en"),
        ("rulebook", "IM-UNIT-3", "imperium-rules.ipynb?rule=IM-UNIT-3&amp;lang=en"),
    ):
        html = open_page(page, f"rule={rule}&lang=en")[0].html
        assert html.count('role="alert"') == 1
        assert f'href="{where}"' in html
    assert "There is no rule" in open_page("imperium-rules", "rule=IM-SPACE-99")[0].html
    assert "There is no rule" in open_page("imperium-rules", "rule=TW-BAT-99")[0].html


def test_the_readings_open_the_question_of_the_address() -> None:
    made = open_page("readings", "rule=TW-VAR-9&lang=de")
    assert made[0].state == "TW-VAR-9"
    assert made.frame.named
    assert made.frame.follows
    assert made.frame.share == "rule=TW-VAR-9&lang=de"
    assert "No question has the number" in open_page("readings", "rule=TW-VAR-99")[0].html


def test_what_was_done_is_taken_up_again() -> None:
    before = open_page("battle-lab", "lang=en")
    before[0].do("step")
    before[0].do("next")
    kept = before.frame.state
    assert kept
    after = open_page("battle-lab", "lang=en")
    after.frame.do("resume", kept)
    assert after.frame.state == kept
    assert after.frame.status == "You are back where you were."
    assert "Start over" in after.frame.html
    assert "You are back where you were." in after.frame.html
    after[0].do("back")
    assert "You are back where you were." not in after.frame.html, "it is no longer so"
    assert "Start over" in after.frame.html, "the note does not move what one is about to click"
    after.frame.do("close")
    assert "tk-frame-note" not in after.frame.html


def test_starting_over_begins_as_for_a_first_visitor() -> None:
    first = open_page("battle-lab", "lang=en")
    fresh = first.frame.state
    first[0].do("step")
    kept = first.frame.state
    made = open_page("battle-lab", "lang=en")
    made.frame.do("resume", kept)
    assert made.frame.state == kept != fresh
    made.frame.do("restart")
    assert made.frame.state == fresh
    assert made.frame.status == "A fresh start."
    assert "tk-frame-note" not in made.frame.html


def test_a_battle_that_is_stepped_through_stands_where_it_stood() -> None:
    before = open_page("battle-lab", "lang=en")
    before[0].do("step")
    before[0].do("next")
    after = open_page("battle-lab", before.frame.share)
    assert after.frame.named
    after.frame.do("resume", before.frame.state)
    assert after[0].state == before[0].state
    after.frame.note = ""
    after.frame.do("resume", before.frame.state)
    assert after.frame.note == "", "nothing to take up"


def test_a_kept_state_that_cannot_be_read_is_explained() -> None:
    made = open_page("battle-lab", "lang=en")
    before = made[0].state
    made.frame.do("resume", "twingkit-battle 99")
    assert "can no longer be read" in made.frame.html
    assert "Start over" not in made.frame.html
    assert made[0].state == before


# -- the course, and what is kept for all pages


def test_the_course_opens_the_lesson_of_the_address_and_follows_it() -> None:
    made = open_page("learn", "lesson=shield&lang=de")
    assert made.frame.named
    assert made.frame.follows
    assert made.frame.place == made.frame.share == "lesson=shield&lang=de"
    assert "Der Schild" in made[0].html
    made[0].do("map")
    assert made.frame.place == "lang=de"
    made.frame.do("visit", "lesson=traps&lang=de")
    assert made.frame.place == "lesson=traps&lang=de"
    assert not open_page("learn", "lang=de").frame.named


def test_a_lesson_that_there_is_not_is_explained_once_and_the_course_stays() -> None:
    made = open_page("learn", "lesson=%3Cb%3Eflying%3C/b%3E&lang=en")
    html = made[0].html + (made.faults.html if made.faults else "")
    assert html.count("flying") == 1
    assert "<b>flying" not in html
    made[0].do("lesson", "shield")
    assert made.frame.place == "lesson=shield&lang=en"


def test_practice_opens_what_the_address_names() -> None:
    made = open_page("practice", "topic=shield&lang=en")
    assert made.frame.named
    assert "topic=shield" in made.frame.share or "item=shield:" in made.frame.share
    item = re.search(r"item=(shield:[a-z_-]+:[0-9]+)", made.frame.share)
    if item:
        again = open_page("practice", f"item={item[1]}&lang=en")
        assert f"item={item[1]}" in again.frame.share
    assert not open_page("practice", "lang=en").frame.named


@pytest.mark.parametrize("query", ["topic=flying", "item=shield:flying:1", "item=shield", "item=%3Cb%3E"])
def test_practice_explains_what_there_is_not(query: str) -> None:
    made = open_page("practice", f"{query}&lang=en")
    wanted = query.partition("=")[2].replace("%3Cb%3E", "&lt;b&gt;")
    html = made[0].html + (made.faults.html if made.faults else "")
    assert html.count('role="alert"') + html.count("tk-note") >= 1
    assert wanted in html
    assert made[0].error is None


class Keeper(Panel):
    """A panel with a memory: its text, in capital letters once it was recalled."""

    MEMORIES: ClassVar[dict[str, str]] = {"course": "text"}
    text = traitlets.Unicode()

    def recall(self, name: str, text: str) -> None:
        if text == "broken":
            raise ValueError(text)
        self.text = text
        self.refresh()

    def view(self) -> Markup:
        return el("p", self.text if hasattr(self, "keys") else "")

    def act_write(self, value: object) -> None:
        self.text = str(value)


def test_a_memory_goes_to_every_panel_of_its_name_and_back() -> None:
    frame, one, other = FramePanel("learn"), Keeper(), Keeper()
    frame.hold(one, other)
    assert frame.memories == {"course": ""}
    frame.do("recall", {"course": "kept", "practice": "of another page"})
    assert (one.text, other.text, frame.memories) == ("kept", "kept", {"course": "kept"})
    assert "kept" in other.html
    other.do("write", "more")
    assert (one.text, frame.memories) == ("more", {"course": "more"})
    one.do("write", "")
    assert (other.text, frame.memories) == ("", {"course": ""})


def test_a_memory_that_cannot_be_read_is_left_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    frame, panel = FramePanel("learn"), Keeper()
    frame.hold(panel)
    frame.do("recall", {"course": "broken"})
    assert frame.error is None
    assert frame.memories == {"course": ""}, "nothing is written over it"
    assert "the memory course cannot be read: 'broken'" in caplog.text


def test_two_memories_of_one_panel_stay_apart() -> None:
    made = open_page("learn", "lesson=first-battle&lang=en")
    assert set(made.frame.memories) == {"course", "practice"}
    kept = "twingkit-course 1\nshield done 4/5\n"
    made.frame.do("recall", {"course": kept})
    assert made.frame.memories == {"course": kept, "practice": ""}
    made.frame.do("recall", {"practice": "nonsense", "course": "nonsense"})
    assert made.frame.memories == {"course": kept, "practice": ""}


# -- the frame


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", ["index", *PAGES])
def test_the_frame_marks_the_current_page_and_links_stay_relative(page: str, lang: str) -> None:
    html = FramePanel(page, lang).html
    assert html.count('aria-current="page"') == 1
    current = re.search(r'<a[^>]*aria-current="page"[^>]*>', html)
    assert current
    assert f'href="{page_link(page, lang)}"' in current[0].replace("&amp;", "&")
    assert 'href="/' not in html
    assert "//" not in html.replace("http://www.w3.org", "")


def ways(page: str, lang: str) -> list[str]:
    """Where the head of a page leads within its game."""
    return re.findall(r'data-key="page:[a-z-]+">([^<]+)', FramePanel(page, lang).html)


def test_the_way_through_a_game_is_learn_play_analyse_rulebook_about() -> None:
    for page in (page.name for page in TWING.pages):
        assert ways(page, "en") == ["Learn", "Play", "Analyse", "Rulebook", "About"]
        assert ways(page, "de") == ["Lernen", "Spielen", "Analysieren", "Regelbuch", "Über"]
    for page in (page.name for page in IMPERIUM.pages):
        assert ways(page, "en")[-3:] == ["Battles", "Rulebook", "About"]
        assert ways(page, "de")[-3:] == ["Kämpfe", "Regelbuch", "Über"]
    for page in ("index", "about"):
        assert ways(page, "en") == ["About"], "who has not chosen a game sees the games"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", ["index", *PAGES])
def test_every_page_leads_to_every_game_and_marks_the_present_one(page: str, lang: str) -> None:
    html = FramePanel(page, lang).html.replace("&amp;", "&")
    links = re.findall(r'<a href="([^"]+)"( aria-current="location")? data-key="game:(\w+)">([^<]+)', html)
    assert [(link, name) for link, _, _, name in links] == [
        (page_link(pages_of(game.id).pages[0].name, lang), game.title(lang)) for game in games()
    ]
    present = game_of_page(page)
    assert [name for _, marked, name, _ in links if marked] == ([present.id] if present else [])
    for game in games():
        own = pages_of(game.id)
        shown = [each.name for each in own.pages if f'data-key="page:{each.name}"' in html]
        assert shown == ([section[0].name for section in own.sections] if game == present else [])


def test_every_page_belongs_to_one_game_or_to_all() -> None:
    assert len(PAGES) == len(set(PAGES))
    folder = Path(__file__).parents[3] / "notebooks/site"
    assert {path.stem for path in folder.glob("*.ipynb")} == {"index", *PAGES} - {"about"}
    for page in PAGES:
        if page != "about":
            assert f'page(\\"{page}\\")' in (folder / f"{page}.ipynb").read_text(encoding="utf-8")


def test_a_page_opens_by_its_old_function_too() -> None:
    with pytest.warns(DeprecationWarning, match="page\\('battle-lab'\\)"):
        old = old_pages.battle_lab
    assert old("lang=de").frame.page == "battle-lab"
    assert not hasattr(old_pages, "no_such_page")


@pytest.mark.parametrize("page", PAGES)
def test_a_section_leads_to_its_pages_and_says_that_one_is_in_it(page: str) -> None:
    html = FramePanel(page, "en").html.replace("&amp;", "&")
    own = section_of(page)
    assert page in own
    parts = re.findall(r'data-key="part:([a-z-]+)"', html)
    assert parts == (list(own) if len(own) > 1 else [])
    assert html.count('aria-current="true"') == (len(own) > 1)
    for each in own:
        assert f'href="{page_link(each, "en")}"' in html


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", ["index", *PAGES])
def test_every_page_has_a_help_of_its_own(page: str, lang: str) -> None:
    html = frame_of(page, lang)
    assert html.count('data-frame="help"') == 1
    assert html.count('<template data-part="help">') == 1
    told = re.search(r"</header><p>([^<]+)</p>", html)
    assert told
    others = {each for each in ("index", *PAGES) if each != page}
    assert all(told[1] not in frame_of(other, lang) for other in others)


@cache
def frame_of(page: str, lang: str) -> str:
    """The frame of a page, made once."""
    return FramePanel(page, lang).html


# -- the start page, and the page about the kit


def landed(text: str, lang: str = "en") -> LandingPanel:
    panel = LandingPanel(lang)
    panel.recall("course", text)
    return panel


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_newcomer_is_led_to_the_first_lesson_in_one_tap(lang: str) -> None:
    html = LandingPanel(lang).html.replace("&amp;", "&")
    main = re.search(r'<a href="([^"]+)" class="tk-button tk-main"', html)
    assert main
    assert main[1] == page_link("learn", lang, lesson=next(iter(COURSE.listed)))
    for page in PAGES:
        if page != "reference":  # beside the lab, for who has come so far
            assert f'href="{page_link(page, lang)}"' in html


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_newcomer_chooses_a_game_before_anything_else(lang: str) -> None:
    html = LandingPanel(lang).html.replace("&amp;", "&")
    cards = re.findall(r'<section class="tk-landing-game".*?</section>', html)
    names = [[game.title(lang)] for game in games()]
    assert [re.findall(r"<h2[^>]*>([^<]+)", card) for card in cards] == names
    assert [len(re.findall("<a ", card)) for card in cards] == [1] * len(cards), "one thing to do next"
    assert page_link(IMPERIUM.pages[0].name, lang) in cards[1]
    words = " ".join(re.sub("<[^>]*>", " ", html[: html.index(cards[-1]) + len(cards[-1])]).split())
    assert len(words.split()) < 50 * len(cards), "read in ten seconds or skimmed in five"


def test_the_start_page_says_how_far_one_came_and_goes_on_there() -> None:
    names = list(COURSE.listed)
    text = (
        "twingkit-course 1\n"
        + "".join(f"{name} done 4/5\n" for name in names[:5])
        + f"{names[5]} begun 0/0\n"
    )
    html = landed(text).html.replace("&amp;", "&")
    assert f"5 of {len(names)} lessons done." in html
    assert f"Go on: {COURSE.listed[names[5]]['title']['en']}" in html
    assert page_link("learn", "en", lesson=names[5]) in html
    panel = landed("twingkit-course 1\n" + "".join(f"{name} done 5/5\n" for name in names), "de")
    assert f"Alle {len(names)} Lektionen geschafft." in panel.html
    assert page_link("play", "de") in panel.html.replace("&amp;", "&")
    panel.recall("course", "")
    assert panel.html == LandingPanel("de").html


def test_what_the_course_keeps_is_what_the_start_page_reads() -> None:
    made = open_page("learn", "lesson=first-battle&lang=en")
    made[0].do("forward")
    kept = made.frame.memories["course"]
    assert "first-battle" in Progress.read(kept).scores
    start = open_page("index", "lang=en")
    start.frame.do("recall", {"course": kept})
    assert f"0 of {len(COURSE.listed)} lessons done." in start[0].html


def test_everything_kept_is_erased_only_after_a_second_word() -> None:
    made = open_page("index", "show=about&lang=en")
    about = made[0]
    assert "data-forget" not in about.html
    about.do("forget")
    assert about.html.count("data-forget") == 1
    assert "cannot be taken back" in about.html
    about.do("keep")
    assert "data-forget" not in about.html
    about.do("forget")
    about.do("forgotten")
    assert "Everything is erased" in about.html
    assert "Everything is erased" in about.status
    for word in ("language", "lessons", "practice", "game"):
        assert word in about.html


def test_about_tells_what_must_be_told() -> None:
    text = LandingPanel("en", section="about").html
    for word in ("not connected", "assumed", "MIT", "German rules sheet"):
        assert word in text
    text = LandingPanel("de", section="about").html
    for word in ("gehört nicht zu den Verlagen", "angenommen", "MIT", "Regelblatt"):
        assert word in text


def test_every_sentence_of_the_pages_is_said_somewhere() -> None:
    """What nobody says any more would be translated for nothing."""
    folder = Path(landing.__file__).parent
    files = [*folder.glob("*.py"), folder.parent / "rulebook/panel.py", folder.parent / "twing/start_card.py"]
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    said = {text.removeprefix("frame.") for text in re.findall(r'"([a-z_.]+)"', source)}
    prefixes = tuple({text.removeprefix("frame.") for text in re.findall(r'f"([a-z_.]+\.)\{', source)})
    for key in WORDS:
        short = key.removeprefix("frame.")
        assert short in said or short.startswith(prefixes), key


GAME_WORDS = r"(rules\.(of|search)|card\.\w+|about\.(title|text|publisher|source|numbers))"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_game_says_of_its_pages_what_is_asked_for(game: GameEntry) -> None:
    words, own = own_words(game.id), pages_of(game.id)
    assert words is not None
    names = {page.name for page in own.pages}
    parts = {part for each in own.parts.values() for part in each}
    for key in words:
        kind, name, *_ = key.split(".")
        assert (
            re.fullmatch(GAME_WORDS, key)
            or (kind == "page" and name in names)
            or (kind == "part" and name in parts)
        ), key


@pytest.mark.slow
def test_a_page_of_one_game_loads_nothing_of_the_other() -> None:
    """What a rulebook is made of is wired by its game's entry."""
    code = (
        "import sys; from twingkit_widgets.site.page import page; page('{page}', 'search=a')[0].do('close');"
        "print([name for name in sys.modules if name.startswith('twingkit.{other}.rules')])"
    )
    for page, other in (("imperium-rules", "twing"), ("rulebook", "imperium")):
        run = [sys.executable, "-c", code.format(page=page, other=other)]
        assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_a_lesson_page_loads_nothing_heavy() -> None:
    """A page is usable as fast as an empty one only while these stay away."""
    code = (
        "import sys; from twingkit_widgets.site.page import page; page('learn', 'lesson=first-battle');"
        "heavy = {'numpy', 'pandas', 'plotly', 'twingkit_widgets.twing.lab.battle_lab'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
