"""The pages of the site: what the address asks for, what is wrong with it, and what is kept."""

import subprocess
import sys

import pytest

from twingkit.links import to_link
from twingkit_widgets import site_pages
from twingkit_widgets.frame import PAGES, FramePanel, page_link
from twingkit_widgets.landing import LandingPanel
from twingkit_widgets.wording import LANGUAGES

EVERY = [
    site_pages.index,
    site_pages.first_battle,
    site_pages.play,
    site_pages.battle_lab,
    site_pages.rulebook,
    site_pages.readings,
]


@pytest.mark.parametrize("page", EVERY)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_speaks_the_language_of_the_address(page: object, lang: str) -> None:
    made = page(f"lang={lang}")
    assert made.faults is None
    assert {made.frame.lang, *(panel.lang for panel in made.panels)} == {lang}
    assert f"lang={lang}" in made.frame.html


@pytest.mark.parametrize("page", EVERY)
def test_switching_the_language_switches_every_panel(page: object) -> None:
    made = page("lang=en")
    made.frame.lang = "de"
    assert made[0].lang == "de"
    assert "lang=en" not in made.frame.html.replace('lang="en"', "")
    assert made.frame.share.endswith("lang=de")
    assert made.frame.title == FramePanel(made.frame.page, "de").title


def test_the_server_says_which_language_a_visitor_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWINGKIT_LANG", "de")
    monkeypatch.setenv("QUERY_STRING", "")
    assert site_pages.index().frame.lang == "de"
    monkeypatch.setenv("QUERY_STRING", "lang=en")
    assert site_pages.index().frame.lang == "en"


@pytest.mark.parametrize("page", EVERY)
@pytest.mark.parametrize("query", ["lang=xx", "lang=%3Cscript%3E", "lang="])
def test_a_bad_language_is_one_error_and_the_page_stays(page: object, query: str) -> None:
    made = page(query)
    assert made.faults is not None
    assert made.faults.html.count('role="alert"') == 1
    assert "<script>" not in made.faults.html
    assert made[0].html
    made.faults.do("close")
    assert "alert" not in made.faults.html


@pytest.mark.parametrize("page", EVERY)
@pytest.mark.parametrize("query", ["&&&", "=", "?", "a=b=c&lang", "%", "%ff%fe", "x" * 5000])
def test_nonsense_in_the_address_breaks_no_page(page: object, query: str) -> None:
    assert page(query)[0].html


def test_the_lab_opens_the_battle_of_the_address() -> None:
    line = "W: F5 F3 + F6M>F3 F4 @ bra,shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon"
    made = site_pages.battle_lab(f"battle={to_link(line)}&lang=de")
    assert str(made[0].battle) == line
    assert made.frame.named
    assert made.frame.share == f"battle={to_link(line)}&lang=de"


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
    made = site_pages.battle_lab(f"battle={value}")
    assert (made.faults is not None) + (made[0].fault is not None) + bool(made[0].problems) == 1
    assert "<b></b>" not in made[0].html
    made[0].restore("F: F5 vs W: W4")
    assert str(made[0].battle) == "F: F5 vs W: W4"


def test_a_game_begins_as_the_address_says() -> None:
    made = site_pages.play("players=3&variant=short&opponents=greedy&seed=7&lang=de")
    assert made.faults is None
    assert made.frame.named
    assert len(made[0].match.view.seats) == 3
    assert str(made[0].match.view.variant) == "short"
    assert (made[0].match.settings.opponents, made[0].match.settings.seed) == ("greedy", 7)
    assert made.frame.share == "players=3&variant=short&lang=de"
    assert made[0].record == site_pages.play("players=3&variant=short&opponents=greedy&seed=7")[0].record
    assert not site_pages.play("lang=de").frame.named


@pytest.mark.parametrize(
    "query", ["players=5", "players=%3Cb%3E", "variant=long", "opponents=x", "seed=abc", "seed=-1"]
)
def test_what_the_address_cannot_mean_is_explained_and_the_rest_counts(query: str) -> None:
    made = site_pages.play(f"{query}&lang=en")
    assert made.faults.html.count('role="alert"') == 1
    assert "<b>" not in made.faults.html
    assert made[0].match.question is not None
    both = site_pages.play(f"seed=7&{query}" if "seed" not in query else f"players=3&{query}")
    assert both[0].match.settings.seed == 7 or len(both[0].match.view.seats) == 3


def test_a_game_stands_where_it_stood_after_a_reload_and_begins_anew_on_demand() -> None:
    before = site_pages.play("seed=7&opponents=greedy&lang=en")
    fresh = before[0].record
    assert before.frame.state == ""
    before[0].do("answer", "pass")
    kept = before.frame.state
    after = site_pages.play("lang=en")
    after.frame.do("resume", kept)
    assert after[0].record == before[0].record
    assert after.frame.status == "You are back where you were."
    before.frame.do("restart")
    assert before.frame.state == ""
    assert before[0].record == fresh
    after.frame.do("resume", "nonsense")
    assert "can no longer be read" in after.frame.html


def test_the_rulebook_opens_the_rule_of_the_address() -> None:
    made = site_pages.rulebook("rule=TW-BAT-16&lang=de")
    assert made[0].state == "TW-BAT-16"
    assert made.frame.share == "rule=TW-BAT-16&lang=de"
    assert made.frame.follows
    made[0].do("open", "TW-BAT-5")
    assert made.frame.share == "rule=TW-BAT-5&lang=de"
    made.frame.do("visit", "rule=TW-BAT-16&lang=de")
    assert made[0].state == "TW-BAT-16"
    assert "There is no rule" in site_pages.rulebook("rule=TW-BAT-99")[0].html


def test_the_readings_open_the_question_of_the_address() -> None:
    made = site_pages.readings("rule=TW-VAR-9&lang=de")
    assert made[0].state == "TW-VAR-9"
    assert made.frame.named
    assert made.frame.follows
    assert made.frame.share == "rule=TW-VAR-9&lang=de"
    assert "No question has the number" in site_pages.readings("rule=TW-VAR-99")[0].html


def test_what_was_done_is_taken_up_again() -> None:
    before = site_pages.first_battle("lang=en")
    before[0].do("forward")
    kept = before.frame.state
    assert kept
    after = site_pages.first_battle("lang=en")
    assert after.frame.state == ""
    after.frame.do("resume", kept)
    assert after[0].run.step.id == "attack"
    assert after.frame.state == kept
    assert after.frame.status == "You are back where you were."
    assert "Start over" in after.frame.html
    after[0].do("back")
    assert "Start over" in after.frame.html, "the note does not move what one is about to click"
    after.frame.do("close")
    assert "tk-frame-note" not in after.frame.html


@pytest.mark.parametrize("page", [site_pages.first_battle, site_pages.battle_lab])
def test_starting_over_begins_as_for_a_first_visitor(page: object) -> None:
    first = page("lang=en")
    fresh = first.frame.state
    first[0].do("step" if page is site_pages.battle_lab else "forward")
    kept = first.frame.state
    made = page("lang=en")
    made.frame.do("resume", kept)
    assert made.frame.state == kept != fresh
    made.frame.do("restart")
    assert made.frame.state == fresh
    assert made.frame.status == "A fresh start."
    assert "tk-frame-note" not in made.frame.html


def test_a_battle_that_is_stepped_through_stands_where_it_stood() -> None:
    before = site_pages.battle_lab("lang=en")
    before[0].do("step")
    before[0].do("next")
    after = site_pages.battle_lab(before.frame.share)
    assert after.frame.named
    after.frame.do("resume", before.frame.state)
    assert after[0].state == before[0].state
    after.frame.note = ""
    after.frame.do("resume", before.frame.state)
    assert after.frame.note == "", "nothing to take up"


def test_a_kept_state_that_cannot_be_read_is_explained() -> None:
    made = site_pages.first_battle("lang=en")
    made.frame.do("resume", "nonsense")
    assert "can no longer be read" in made.frame.html
    assert "Start over" not in made.frame.html
    assert made[0].run.step.id == "cards"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_frame_marks_the_current_page_and_links_stay_relative(lang: str) -> None:
    for page in ("index", *PAGES):
        frame = FramePanel(page, lang)
        assert frame.html.count('aria-current="page"') == 1
        assert 'href="/' not in frame.html
        assert "//" not in frame.html.replace("http://www.w3.org", "")
        assert page_link(page, lang) in frame.html.replace("&amp;", "&")


def test_about_tells_what_must_be_told() -> None:
    text = LandingPanel("en", section="about").html
    for word in ("not connected", "assumed", "MIT", "German rules sheet"):
        assert word in text
    text = LandingPanel("de", section="about").html
    for word in ("gehört nicht zum Verlag", "angenommen", "MIT", "Regelblatt"):
        assert word in text


def test_a_lesson_page_loads_nothing_heavy() -> None:
    """A page is usable as fast as an empty one only while these stay away."""
    code = (
        "import sys; from twingkit_widgets.site_pages import first_battle; first_battle('');"
        "heavy = {'numpy', 'pandas', 'plotly', 'twingkit_widgets.battle_lab'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
