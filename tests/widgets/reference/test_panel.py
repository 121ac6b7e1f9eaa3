"""The reference: its list, its search, and a name."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from widgets.read_pages import assert_explains_what_there_is_not, gone_through, words

from twingkit.games import games
from twingkit_widgets.panel.markup import esc
from twingkit_widgets.reference.name_list import WORDS
from twingkit_widgets.reference.names import GROUPS, PARTS, entries, entry_named, nearest
from twingkit_widgets.reference.panel import ReferencePanel
from twingkit_widgets.reference.run import needed
from twingkit_widgets.reference.source import first_sentence
from twingkit_widgets.reference.text import examples, spoken_of

NAMES = list(entries())


def listed(panel: ReferencePanel) -> list[str]:
    """The names of the list, in order."""
    return re.findall(r'data-key="entry:([^"]+)"', panel.html)


# -- the list


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_name_is_listed_by_what_one_wants_to_do(lang: str) -> None:
    panel = ReferencePanel(lang)
    assert listed(panel) == NAMES
    for part in PARTS:
        for title in part.titles(lang).values():
            assert esc(title) in panel.html
    assert panel.html.count("<details") == len(GROUPS)
    assert " open" not in re.findall(r"<details[^>]*>", panel.html)[0], "one chooses what to unfold"
    for names in GROUPS.values():
        assert f'data-key="first:{names[0]}"' in panel.html


@pytest.mark.parametrize("lang", ["en", "de"])
def test_each_game_has_its_part_of_the_list(lang: str) -> None:
    html = ReferencePanel(lang).html
    heads = [f'class="tk-ref-part">{esc(part.title(lang))}<' for part in PARTS]
    assert [part.id for part in PARTS] == [*(game.id for game in games()), ""]
    assert [html.count(head) for head in heads] == [1] * len(PARTS)
    assert sorted(heads, key=html.index) == heads
    for entry in entries().values():
        game = entry.name.partition(".")[0]
        if game in (other.id for other in games()):
            assert entry.part.id == game


def test_the_group_of_the_open_name_is_unfolded() -> None:
    panel = ReferencePanel(name="twing.advise")
    assert re.findall(r'<details open data-key="([^"]+)"', panel.html) == ["group:play:here"]
    panel.do("close")
    assert re.findall(r'<details open data-key="([^"]+)"', panel.html) == ["group:play:here"], "still there"
    assert re.search(r'data-value="twing.advise"[^>]*data-focus', panel.html), "it has the focus again"


def test_a_search_finds_names_words_and_rules_the_best_first() -> None:
    panel = ReferencePanel()
    panel.do("search", "odds many")
    assert listed(panel)[0] == "twing.odds_many"
    panel.do("search", "heat")
    assert "charts.heat_map" in listed(panel)
    assert "<mark>heat</mark>" in panel.html
    panel.do("search", "TW-ODDS-1")
    assert {"twing.odds_many", "twing.margins"} <= set(listed(panel))
    assert panel.status == f"{len(listed(panel))} names"
    panel.do("search", "advise")
    assert listed(panel)[0] == "twing.advise", "the name itself comes first"
    panel.do("clear")
    assert listed(panel) == NAMES


def test_a_question_in_ones_own_words_is_answered() -> None:
    panel = ReferencePanel(search="compute many battles at once")
    assert listed(panel)[0] == "twing.odds_many"
    panel.do("search", "computing qqqqqqzz odds")
    assert listed(panel), "a word that stands nowhere hides nothing"
    panel.do("search", "qqqqqqzz")
    assert not listed(panel)


def test_a_search_works_over_both_games() -> None:
    panel = ReferencePanel(search="odds many")
    assert {"twing.odds_many", "imperium.odds_many"} <= set(listed(panel)[:3])
    panel.do("search", "IM-UNIT-10")
    assert "imperium.cheapest" in listed(panel)
    assert not any(name.startswith("twing.") for name in listed(panel))
    panel.do("search", "Twilight Imperium odds")
    assert listed(panel)[0].startswith("imperium.")
    panel.do("search", "invasion")
    assert {"imperium.invasion_odds", "imperium.charts.invasion"} <= set(listed(panel))


def test_a_search_knows_the_groups_in_the_readers_language() -> None:
    panel = ReferencePanel("de")
    panel.do("search", "Duelle")
    assert set(GROUPS["duels"]) <= set(listed(panel))
    panel.lang = "en"
    assert not listed(panel)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_who_looks_for_a_rule_or_a_card_is_led_to_it(lang: str) -> None:
    """The page is for Python; whoever wants the game finds the way there, with the words searched for."""
    assert WORDS.say(lang, "for_whom") in words(ReferencePanel(lang).html)
    assert "rulebook.ipynb" not in ReferencePanel(lang).html, "without a site there are no other pages"
    for wanted in ("", "unfindbar"):
        html = unescape(ReferencePanel(lang, search=wanted, site=True).html)
        for show in ("glossary", "gallery"):
            assert f"rulebook.ipynb?show={show}&lang={lang}" in html
        assert (f"rulebook.ipynb?search={wanted}&lang={lang}" in html) == bool(wanted)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_search_without_result_says_so_and_shows_markup_as_text(lang: str) -> None:
    panel = ReferencePanel(lang, search="<qqqqqqzz>")
    assert "<qqqqqqzz>" not in panel.html
    assert "&lt;qqqqqqzz&gt;" in panel.html
    assert listed(panel) == []


@given(st.text(max_size=40))
def test_any_search_is_answered(wanted: str) -> None:
    panel = ReferencePanel(search=wanted)
    assert set(listed(panel)) <= set(NAMES)


# -- a name


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_name_opens_complete(lang: str) -> None:
    panel = ReferencePanel(lang, site=True)
    for entry in entries().values():
        panel.do("open", entry.name)
        assert panel.error is None
        assert panel.state == entry.name
        shown = words(panel.html)
        assert words(esc(entry.signature)) in shown
        assert first_sentence(entry.doc).split("`")[0].strip()[:40] in shown
        for line in "".join(example.want for example in examples(entry.doc)).splitlines():
            assert words(esc(line)) in shown
        for member in entry.members:
            assert member.name in shown
        for line in needed(entry):
            assert line in shown
        assert f'aria-label="{entry.name}"' in panel.html


def test_rules_lead_to_the_rulebook_only_on_the_site() -> None:
    link = 'href="rulebook.ipynb?rule=TW-BAT-16&amp;lang=de"'
    assert link in ReferencePanel("de", name="twing.odds_many", site=True).html
    assert "rulebook.ipynb" not in ReferencePanel("de", name="twing.odds_many").html
    assert ">TW-BAT-16<" in ReferencePanel("de", name="twing.odds_many").html


def test_rules_of_each_game_lead_to_its_own_rulebook() -> None:
    html = ReferencePanel("en", name="imperium.BattleOdds", site=True).html
    assert 'href="imperium-rules.ipynb?rule=IM-' in html
    assert 'href="rulebook.ipynb?rule=IM-' not in html


def test_a_name_in_a_text_leads_to_that_name() -> None:
    panel = ReferencePanel(name="twing.odds_many")
    assert re.search(r'data-value="BatchError" data-key="open:BatchError"', panel.html)
    assert (
        'data-value="twing.Battle" data-key="open'
        not in panel.html.partition("tk-ref-text")[2].partition("tk-ref-example")[0]
    ), "`battle` is a column here"
    panel.do("open", "BatchError")
    assert panel.state == "BatchError"


def test_what_a_text_speaks_of_and_does_not_offer_can_be_read_as_well() -> None:
    assert [each.place.name for each in spoken_of(entries()["twing.advise"])][:2] == ["AdviceRow", "Prospect"]
    panel = ReferencePanel(name="twing.advise")
    assert "creatures_lost: float" in words(panel.html)


def test_next_and_previous_go_through_all_names() -> None:
    panel = ReferencePanel(name=NAMES[0])
    assert gone_through(panel) == NAMES
    assert 'data-key="onward"' not in panel.html


def test_an_unknown_name_is_one_clear_error_with_suggestions() -> None:
    panel = ReferencePanel("en", name="twing.ods_many")
    assert_explains_what_there_is_not(panel, "There is no name “twing.ods_many”.", "twing.odds_many")
    assert nearest("zzzzzzzz") == []
    assert WORDS.say("en", "no_near") in panel.html


def test_deep_link_and_history_lead_back() -> None:
    panel = ReferencePanel("de", name="odds_many", search="odds")
    assert panel.address() == {"name": "twing.odds_many", "search": "odds"}
    assert dict(parse_qsl(panel.state)) == panel.address()
    panel.visit({})
    assert (panel.state, panel.wanted) == ("", "")
    panel.visit({"name": "charts.odds"})
    assert panel.state == "charts.odds"


def test_short_names_mean_the_nearest() -> None:
    found = entries()
    assert entry_named("odds").name == "twing.odds"  # type: ignore[union-attr]
    assert entry_named("odds", found["charts.advice"]).name == "charts.odds"  # type: ignore[union-attr]
    assert entry_named("margins.margins").name == "twing.margins"  # type: ignore[union-attr]
    assert entry_named("charts.retreat").name == "imperium.charts.retreat"  # type: ignore[union-attr]
    assert entry_named("edge") is None
    assert entry_named("odds", found["imperium.Side"]).name == "imperium.odds"  # type: ignore[union-attr]
    assert entry_named("odds", found["imperium.charts.retreat"]).name == "imperium.odds"  # type: ignore[union-attr]
    for shared in ("NotationError", "twing.NotationError", "imperium.NotationError"):
        assert entry_named(shared).name == "NotationError"  # type: ignore[union-attr]
    assert entry_named("no.such") is entry_named("..odds") is None


@pytest.mark.parametrize("name", ["imperium.odds", "imperium.odds_many", "imperium.invasion_odds"])
def test_a_link_leads_to_a_name_of_the_second_game(name: str) -> None:
    panel = ReferencePanel(name=name, site=True)
    assert panel.state == name
    assert f'<h2 class="tk-code">{name}</h2>' in panel.html
    panel.do("run")
    assert panel.outcome is not None
    assert panel.outcome.same
