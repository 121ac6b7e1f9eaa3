"""The pages of the site: languages, and what an address opens."""

import json
import re
import subprocess
import sys
from itertools import cycle, product
from typing import Any

import pytest
from long_runs import runs

from twingkit import twing
from twingkit.core.links import to_link_value
from twingkit.core.words import LANGUAGES
from twingkit_widgets.imperium.lab.labs import FLEET_LAB
from twingkit_widgets.panel.address.addresses import subpage_names
from twingkit_widgets.site.frame import PageHeaderPanel
from twingkit_widgets.site.page import page as open_page

EVERY = ("index", *(name for name in subpage_names() if name != "about"))


@pytest.mark.parametrize("page", EVERY)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_speaks_the_language_of_the_address(page: str, lang: str) -> None:
    made = open_page(page, f"lang={lang}")
    assert made.fault_panel is None
    assert {made.frame.lang, *(panel.lang for panel in made.panels)} == {lang}
    assert f"lang={lang}" in made.frame.html


@pytest.mark.parametrize("page", EVERY)
def test_switching_the_language_switches_every_panel(page: str) -> None:
    made = open_page(page, "lang=en")
    made.frame.lang = "de"
    assert made[0].lang == "de"
    assert "lang=en" not in made.frame.html.replace('lang="en"', "")
    assert made.frame.share.endswith("lang=de")
    assert made.frame.title == PageHeaderPanel(made.frame.page, "de").title


RENDER = """
import json
from twingkit_widgets.panel.address.addresses import subpage_names
from twingkit_widgets.site.page import page

def german(name):
    made = page(name, "lang=de&seed=7")
    return "".join(panel.html for panel in (made.frame, *made.panels))
"""


def test_a_page_reads_the_same_whatever_language_was_spoken_before() -> None:
    """Nothing that is cached for the next visit is in the language of the first one."""
    alone = f"{RENDER}\nprint(json.dumps({{name: german(name) for name in subpage_names()}}))"
    done = subprocess.run([sys.executable, "-c", alone], capture_output=True, text=True, check=True)
    names: dict[str, Any] = {}
    exec(RENDER, names)
    for name, html in json.loads(done.stdout).items():
        open_page(name, "lang=en&seed=7")
        after_english, first = (re.sub(r"\d+", "0", each) for each in (names["german"](name), html))
        assert after_english == first, name


def test_the_server_says_which_language_a_visitor_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWINGKIT_LANG", "de")
    monkeypatch.setenv("QUERY_STRING", "")
    assert open_page("index").frame.lang == "de"
    monkeypatch.setenv("QUERY_STRING", "lang=en")
    assert open_page("index").frame.lang == "en"


BAD = ("lang=xx", "lang=%3Cscript%3E", "lang=")


@pytest.mark.parametrize(
    ("page", "query"), runs(list(zip(EVERY, cycle(BAD), strict=False)), list(product(EVERY, BAD)))
)
def test_a_bad_language_is_one_error_and_the_page_stays(page: str, query: str) -> None:
    made = open_page(page, query)
    assert made.fault_panel is not None
    assert made.fault_panel.html.count('role="alert"') == 1
    assert "<script>" not in made.fault_panel.html
    assert made[0].html
    made.fault_panel.do("close")
    assert "alert" not in made.fault_panel.html


NONSENSE = ("&&&", "=", "?", "a=b=c&lang", "%", "%ff%fe", "x" * 5000)
"""Invalid queries: addresses are parsed in one place, so every page gets one of these in turn, in long runs
all."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "query"), runs(list(zip(EVERY, cycle(NONSENSE), strict=False)), list(product(EVERY, NONSENSE)))
)
def test_nonsense_in_the_address_breaks_no_page(page: str, query: str) -> None:
    assert open_page(page, query)[0].html


@pytest.mark.parametrize("page", ["learn", "practice", "ember-rules", "imajica-step", "imajica-readings"])
@pytest.mark.parametrize("query", ["zz=1", "show=zz"])
def test_what_a_page_does_not_know_in_its_address_is_said_once(page: str, query: str) -> None:
    made = open_page(page, query)
    said = made[0].html + (made.fault_panel.html if made.fault_panel else "")
    assert said.count('role="alert"') == 1
    assert "“zz”" in said or "“show”" in said


@pytest.mark.parametrize("page", ["battle-lab", "learn", "imajica-stop"])
@pytest.mark.parametrize("query", ["fbclid=IwAR0x", "utm_source=a&utm_medium=b&gclid=1"])
def test_what_other_sites_add_to_a_link_is_no_fault_of_it(page: str, query: str) -> None:
    made = open_page(page, query)
    assert 'role="alert"' not in made[0].html
    assert made.fault_panel is None


@pytest.mark.parametrize(
    ("page", "line"),
    [
        (
            "battle-lab",
            "W: F5 F3 + F6M>F3 F4 @ bra,shamrock & cat*2 trap vs W: W6 W4 + W3 @ hat & cat*2 trap miromon",
        ),
        ("imperium-battle", "space: 2 cruiser+ 3 dreadnought @ sol,mb:2 vs 4 fighter 1 carrier @ nebula"),
    ],
)
def test_a_lab_opens_the_battle_of_the_address(page: str, line: str) -> None:
    made = open_page(page, f"battle={to_link_value(line)}&lang=de")
    assert made.fault_panel is None
    assert made.frame.named
    assert str(made[0].draft.subject()) == line
    assert made.frame.share == f"battle={to_link_value(line)}&lang=de", "no sign in it that a chat would take"
    assert not open_page(page, "lang=de").frame.named


def test_the_lab_opens_the_situation_and_the_question_of_the_address() -> None:
    line = "F: hand F5*2 F3 ?*2 + F4 & cat vs W: hand W6 + W3; gone L2 & trap"
    made = open_page("battle-lab", f"situation={to_link_value(line)}&lang=en")
    assert str(made[0].draft.situation()) == line
    assert made[0].open_tab_name == "advice"
    assert made.frame.named
    again = open_page("battle-lab", made.frame.share)
    assert again[0].state == made[0].state
    assert again.frame.share == made.frame.share
    share = "situation=F:_F5%3B_hand_F3_vs_W:_W6&view=worth"
    laid = open_page("battle-lab", share)
    assert str(laid[0].battle) == "F: F5 vs W: W6"
    assert [card.token for card in laid[0].draft.sides[0].hand] == ["F3"]
    assert laid[0].open_tab_name == "worth"
    assert laid.frame.share.startswith(share)


def test_a_damaged_battle_is_explained_under_another_variant_too() -> None:
    made = open_page("battle-lab", "battle=F:_F5_vs&variant=german")
    assert made.fault_panel is None
    assert made[0].fault is not None
    assert str(made[0].draft.variant) == str(twing.PRESETS["german"])


USABLE = {"battle-lab": "F: F5 vs W: W4", "imperium-battle": "space: 1 cruiser vs 1 carrier"}
"""A battle of each lab."""

DAMAGED = {
    ("battle-lab", "situation"): (
        "F:_hand_F5_vs", "F: hand_F5_vs_W:_hand_W6", "F:_hand_F5%00", "?" * 2000,
    ),
    ("battle-lab", "battle"): (
        "F:_F5_vs", "F: F5 vs W:_W4", "%3Cb%3E%3C/b%3E", "", "F:%20F5%20vs%20W:%20W5M", "F:_F5_W4_vs_W:_W4",
        "A" * 3000,
    ),
    ("imperium-battle", "battle"): (
        "space:_3_cruiser", "space: 1 cruiser+_vs_1_warsun", "%3Cb%3E%3C/b%3E", "", "A" * 3000,
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("page", "name", "value"), [(*where, value) for where, values in DAMAGED.items() for value in values]
)
def test_a_damaged_battle_is_explained_once_and_the_lab_stays_usable(
    page: str, name: str, value: str
) -> None:
    made = open_page(page, f"{name}={value}&lang=en")
    lab = made[0]
    assert (made.fault_panel is not None) + (lab.fault is not None) + bool(lab.problems) == 1
    assert "<b></b>" not in lab.html
    assert lab.error is None
    lab.do("read", {"line": USABLE[page]})
    assert str(lab.draft.subject()) == USABLE[page]


def test_a_game_begins_as_the_address_says() -> None:
    made = open_page("play", "players=3&variant=short&opponents=greedy&seed=7&lang=de")
    assert made.fault_panel is None
    assert made.frame.named
    assert len(made[0].match.view.seats) == 3
    assert str(made[0].match.view.variant) == "short"
    assert (made[0].match.settings.opponent_level, made[0].match.settings.seed) == ("greedy", 7)
    assert made.frame.place == "players=3&lang=de&variant=short"
    assert made[0].record == open_page("play", "players=3&variant=short&opponents=greedy&seed=7")[0].record
    assert not open_page("play", "lang=de").frame.named


@pytest.mark.parametrize(
    "query", ["players=5", "players=%3Cb%3E", "variant=long", "opponents=x", "seed=abc", "seed=-1"]
)
def test_what_the_address_cannot_mean_is_explained_and_the_rest_counts(query: str) -> None:
    made = open_page("play", f"{query}&lang=en")
    assert made.fault_panel.html.count('role="alert"') == 1
    assert "<b>" not in made.fault_panel.html
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


@pytest.mark.parametrize(
    ("page", "rule", "other", "unknown"),
    [
        ("rulebook", "TW-BAT-16", "TW-BAT-5", "There is no rule"),
        ("imperium-rules", "IM-UNIT-3", "IM-UNIT-2", "There is no rule"),
        ("readings", "TW-VAR-9", "TW-VAR-6", "No question has the number"),
    ],
)
def test_a_page_of_rules_opens_the_rule_of_the_address_and_follows_it(
    page: str, rule: str, other: str, unknown: str
) -> None:
    made = open_page(page, f"rule={rule}&lang=de")
    assert made[0].state == rule
    assert made.frame.named
    assert made.frame.follows
    assert made.frame.share == f"rule={rule}&lang=de"
    made[0].do("open", other)
    assert made.frame.share == f"rule={other}&lang=de"
    made.frame.do("visit", f"rule={rule}&lang=de")
    assert made[0].state == rule
    made.frame.do("visit", "lang=de")
    assert made[0].state == ""
    assert unknown in open_page(page, f"rule={rule}99")[0].html


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
        ("steps", [("steps_next", None), ("steps_next", None)], "game="),
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
    assert again[0].open_tab_name == view
    assert (again.fault_panel, again[0].status) == (None, "")


IMPOSSIBLE = ("", "-1", "2:900:x", "0:80:more:dragon", "0:infantry:999", "<b>", "9" * 5000)


@pytest.mark.parametrize(("view", "value"), list(zip(FLEET_LAB.tab_paths, cycle(IMPOSSIBLE), strict=False)))
def test_what_a_link_asks_that_nobody_can_ask_is_left_out(view: str, value: str) -> None:
    name = FLEET_LAB.state_parameter_of(view)
    made = open_page("imperium-battle", f"view={view}&{name or 'after'}={value}&lang=en")
    assert made.fault_panel is None
    assert made[0].error is None
    assert made[0].open_tab_name == view
    for other in IMPOSSIBLE:
        made[0].open_tab.show_query({name: other})
        made[0].refresh()
        assert made[0].open_tab_name == view


def test_a_rulebook_knows_whose_a_rule_of_another_game_is() -> None:
    for page, rule, where in (
        ("imperium-rules", "TW-BAT-16", "rulebook.ipynb?rule=TW-BAT-16&amp;lang=en"),
        ("rulebook", "IM-UNIT-3", "imperium-rules.ipynb?rule=IM-UNIT-3&amp;lang=en"),
    ):
        html = open_page(page, f"rule={rule}&lang=en")[0].html
        assert html.count('role="alert"') == 1
        assert f'href="{where}"' in html
    assert "There is no rule" in open_page("imperium-rules", "rule=TW-BAT-99")[0].html


def test_what_was_done_is_taken_up_again() -> None:
    before = open_page("battle-lab", "lang=en")
    before[0].do("step")
    before[0].do("steps_next")
    kept = before.frame.state
    assert kept
    after = open_page("battle-lab", "lang=en")
    after.frame.do("resume", kept)
    assert after.frame.state == kept
    assert after.frame.status == "You are back where you were."
    assert "Start over" in after.frame.html
    assert "You are back where you were." in after.frame.html
    after[0].do("steps_undo")
    assert "You are back where you were." not in after.frame.html, "it is no longer so"
    assert not after.frame.status
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
    assert made.frame.status == "You have started over."
    assert "tk-frame-note" not in made.frame.html


def test_the_note_is_on_the_page_before_it_is_ready() -> None:
    kept = open_page("battle-lab", "lang=en")
    kept[0].do("step")
    for sent in (
        [("resume", kept.frame.state), ("ready", None)],
        [("resend_memories", {"resume": kept.frame.state})],
    ):
        frame = open_page("battle-lab", "lang=en").frame
        arrived = list[str]()
        frame.observe(lambda change, arrived=arrived: arrived.append(change.name), ["html", "ready"])
        for act, value in sent:
            frame.do(act, value)
        assert arrived == ["html", "ready"]
        assert "You are back where you were." in frame.html


def test_a_battle_that_is_stepped_through_stands_where_it_stood() -> None:
    before = open_page("battle-lab", "lang=en")
    before[0].do("step")
    before[0].do("steps_next")
    after = open_page("battle-lab", before.frame.share)
    assert after.frame.named
    after.frame.do("resume", before.frame.state)
    assert after[0].state == before[0].state
    after.frame.note_key = ""
    after.frame.do("resume", before.frame.state)
    assert after.frame.note_key == "", "nothing to take up"


def test_a_kept_state_that_cannot_be_read_is_explained() -> None:
    made = open_page("battle-lab", "lang=en")
    before = made[0].state
    made.frame.do("resume", "twingkit-battle 99")
    assert "can no longer be read" in made.frame.html
    assert "Start over" not in made.frame.html
    assert made[0].state == before


def test_a_finished_game_offers_a_new_one_only_in_its_bar() -> None:
    before = open_page("ember-first", "lang=en")
    before[0].do("first_start")
    running = open_page("ember-first", "lang=en")
    running.frame.do("resume", before.frame.state)
    assert "Restart game" in running.frame.html
    before[0].do("play_out")
    after = open_page("ember-first", "lang=en")
    after.frame.do("resume", before.frame.state)
    assert "Restart game" not in after.frame.html
    assert after[0].html.count('data-act="again"') == 1
    assert after[0].html.count("Review this game") == 1
