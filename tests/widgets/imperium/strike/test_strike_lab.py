"""The lab “What if I go there”: map, plan, answers, and the links to the battle page and back."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qs, urlparse

import pytest

from twingkit.core.language import language, localized
from twingkit.core.links import line_from_link_value
from twingkit.core.words import LANGUAGES
from twingkit.imperium import Battle
from twingkit.imperium.galaxy.outlook.take_and_hold import counterattack_odds, take_odds
from twingkit_widgets.imperium.strike.draft import EXAMPLE, StrikeDraft
from twingkit_widgets.imperium.strike.labs import STRIKE_LAB
from twingkit_widgets.lab.lab import LabPanel
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.site.page import page

CARDS = "p1 cards 1 5, p2 cards 2 6, p3 cards 3 7"


@localized
def lab(line: str | None = None, lang: str | None = None, view: str = "take") -> LabPanel:
    """Return the lab as a page of the site."""
    return LabPanel(STRIKE_LAB, line, language(), view=view, site=True)


def links(html: str, page: str) -> list[str]:
    """Return the lines of the battles in the links of a page."""
    found = re.findall(rf'href="({page}[^"]*)"', html)
    return [line_from_link_value(parse_qs(urlparse(unescape(link)).query)["battle"][0]) for link in found]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("view", list(STRIKE_LAB.tab_paths))
def test_each_tab_shows_its_answer_in_each_language(lang: str, view: str) -> None:
    panel = lab(None, lang, view)
    assert panel.error is None
    assert "{" not in re.sub(r"<style.*?</style>", "", panel.html)
    assert "Mecatol Rex" in panel.html


def test_the_numbers_are_those_of_the_exact_answers() -> None:
    draft = StrikeDraft.read(EXAMPLE)
    taking = take_odds(draft.game, draft.target_tile, draft.plan, draft.seat)
    panel = lab()
    assert percent(taking.take_probability, 1) in panel.html
    for _, chance in taking.planet_probabilities:
        assert percent(chance, 1) in panel.html
    panel.do("tab", "hold")
    held = counterattack_odds(draft.game, taking)
    for threat in held.threats:
        assert percent(threat.win, 1) in panel.html


def test_one_link_leads_to_the_battle_page_with_that_very_battle() -> None:
    panel = lab()
    (line,) = set(links(panel.html, "imperium-battle"))
    draft = StrikeDraft.read(EXAMPLE)
    assert line == take_odds(draft.game, draft.target_tile, draft.plan, draft.seat).battle_line
    assert Battle.parse(line).kind == "invasion"


def test_the_battle_page_has_a_way_back_to_the_move() -> None:
    panel, back = lab(), "Back to your move"
    (link,) = set(re.findall(r'href="(imperium-battle[^"]*)"', panel.html))
    made = page("imperium-battle", unescape(link).partition("?")[2])
    assert made.fault_panel is None
    assert back in made.frame.html
    assert 'href="imperium-strike' in made.frame.html
    assert "back=imperium-strike" in made.frame.place
    elsewhere = page("imperium-battle", "lang=en&back=https://example.org")
    assert back not in elsewhere.frame.html
    assert "example.org" not in elsewhere.frame.html


def test_the_plan_is_counted_up_and_down_and_every_unit_that_comes_is_there() -> None:
    panel = lab()
    panel.do("none")
    assert panel.draft.plan == "move none"
    for value in ("01:carrier::more", "01:infantry:jord:more", "01:infantry:jord:more"):
        panel.do("unit", value)
    assert panel.draft.plan == "move 01 1 carrier, 2 infantry jord"
    panel.do("unit", "01:infantry:jord:less")
    assert panel.draft.plan == "move 01 1 carrier, 1 infantry jord"
    panel.do("undo")
    assert panel.draft.plan == "move 01 1 carrier, 2 infantry jord"
    panel.do("all")
    assert "2 carrier" in panel.draft.plan
    before = panel.draft
    panel.do("unit", "01:warsun::more")
    assert panel.draft == before


def test_IM_MOVE_1_ships_that_do_not_come_name_the_rule_that_stops_them() -> None:
    panel = lab(f"strike: p1 18 move none | galaxy: short, action p1, {CARDS}")
    assert "IM-MOVE-1" in panel.html
    assert "Ships that cannot get there" in panel.html
    assert "2 carriers. The target is 2 steps away; these ships can move 1." in panel.html
    panel.do("lab_rule", "IM-MOVE-1")
    assert "tk-opened" in panel.html


def test_IM_FLEET_1_a_fleet_beyond_the_pool_is_refused_by_its_rule() -> None:
    panel = lab(f"strike: p1 34 move 01 1 destroyer | galaxy: short, action p1, {CARDS}, at 34 p1 3 cruiser")
    assert [refusal.rule for refusal in panel.problems] == ["IM-FLEET-1"]
    assert "IM-FLEET-1" in panel.html


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("strike: nonsense", "expected a move"),
        ("strike: p1 18 move 01 1 zeppelin | galaxy: short", "expected a movement"),
        ("galaxy: short, at 18 p1 9 cruiser", "IM-LIM-1"),
        ("strike: p5 18 move none | galaxy: short", "no player p5"),
        ("strike: p1 19 move none | galaxy: short", "19"),
    ],
)
def test_bad_lines_are_answered_with_one_error_and_nothing_is_lost(line: str, said: str) -> None:
    panel = lab()
    before = panel.draft
    panel.do("read", {"line": line})
    assert panel.error is None
    assert said in panel.html
    assert panel.draft == before


def test_a_position_alone_opens_with_the_player_whose_turn_it_is() -> None:
    panel = lab(f"galaxy: short, action p2, {CARDS}")
    assert (panel.draft.seat, panel.draft.target_tile) == ("p2", "18")
    panel.do("seat", "p3")
    panel.do("system", "0")
    assert panel.draft.seat == "p3"
    assert panel.error is None


def test_IM_MOVE_4_a_refused_move_says_so_beside_the_ships_with_no_chances_of_another_target() -> None:
    panel = lab(None, "de")
    panel.do("target", "18")
    panel.do("unit", "01:infantry:jord:more")
    if not panel.problems:  # infantry is offered only where a ship arrives
        panel.do("unit", "01:infantry:jord:more")
    assert [refusal.rule for refusal in panel.problems] == ["IM-MOVE-4"]
    table = panel.html.partition('class="tk-lab-table"')[2].partition('role="tablist"')[0]
    assert "Die Regeln verbieten diesen Zug" in table
    assert "IM-MOVE-4" in table
    assert "StrikeDraft(" not in panel.html
    assert "tk-lab-old" not in panel.html
    assert "verbieten diesen Kampf" not in panel.html


def test_the_last_allowed_move_is_told_as_its_plan_alone() -> None:
    panel = lab()
    panel.do("unit", "01:carrier::less")
    assert panel.problems
    assert "strike: p1 34 move 01 1 carrier, 1 destroyer, 4 infantry jord</code>" in panel.html
    assert "StrikeDraft(" not in panel.html


def test_IM_INV_13_a_move_without_troops_to_the_guarded_middle_says_both_reasons() -> None:
    panel = lab(f"strike: p1 18 move 01 1 destroyer | galaxy: short, action p1, {CARDS}")
    assert "no infantry is aboard" in panel.html
    assert "six influence" in panel.html


def test_a_target_in_which_the_fleet_stands_already_says_so() -> None:
    panel = lab(f"strike: p1 01 move none | galaxy: short, action p1, {CARDS}")
    assert "already in this system" in panel.html
