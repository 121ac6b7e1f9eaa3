"""The reference panel: every name can be found, read, run and linked to; nothing else is ever run."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twingkit.games import games
from twingkit_widgets.panel.markup import esc
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.reference import panel as reference_panel
from twingkit_widgets.reference.group import Part
from twingkit_widgets.reference.name_list import WORDS, group_titles
from twingkit_widgets.reference.names import GROUPS, PARTS, entries, meant, nearest
from twingkit_widgets.reference.panel import ReferencePanel
from twingkit_widgets.reference.run import code, needed
from twingkit_widgets.reference.source import first_sentence
from twingkit_widgets.reference.text import CODE, EXAMPLE, LISTED, PROSE, blocks, examples, spoken_of

NAMES = list(entries())


def words(html: str) -> str:
    """What is read: the text without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def listed(panel: ReferencePanel) -> list[str]:
    """The names of the list, in order."""
    return re.findall(r'data-key="entry:([^"]+)"', panel.html)


# -- the list


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_name_is_listed_by_what_one_wants_to_do(lang: str) -> None:
    panel = ReferencePanel(lang)
    assert listed(panel) == NAMES
    for title in group_titles(lang).values():
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
    seen = [panel.state]
    while (
        found := re.search(r'data-act="open" data-value="([^"]+)" data-key="next"', panel.html)
    ) is not None:
        panel.do("open", found[1])
        seen.append(panel.state)
    assert seen == NAMES
    assert 'data-key="onward"' not in panel.html


def test_an_unknown_name_is_one_clear_error_with_suggestions() -> None:
    panel = ReferencePanel("en", name="twing.ods_many")
    assert panel.html.count('role="alert"') == 1
    assert "There is no name “twing.ods_many”." in panel.html
    assert 'data-key="near:twing.odds_many"' in panel.html
    panel.do("open", "twing.odds_many")
    assert 'role="alert"' not in panel.html
    panel.do("open", "<b>")
    assert "&lt;b&gt;" in panel.html
    assert "“<b>”" not in panel.html
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
    assert meant("odds").name == "twing.odds"  # type: ignore[union-attr]
    assert meant("odds", found["charts.advice"]).name == "charts.odds"  # type: ignore[union-attr]
    assert meant("margins.margins").name == "twing.margins"  # type: ignore[union-attr]
    assert meant("charts.retreat").name == "imperium.charts.retreat"  # type: ignore[union-attr]
    assert meant("edge") is None
    assert meant("odds", found["imperium.Side"]).name == "imperium.odds"  # type: ignore[union-attr]
    assert meant("odds", found["imperium.charts.retreat"]).name == "imperium.odds"  # type: ignore[union-attr]
    for shared in ("NotationError", "twing.NotationError", "imperium.NotationError"):
        assert meant(shared).name == "NotationError"  # type: ignore[union-attr]
    assert meant("no.such") is meant("..odds") is None


@pytest.mark.parametrize("name", ["imperium.odds", "imperium.odds_many", "imperium.invasion_odds"])
def test_a_link_leads_to_a_name_of_the_second_game(name: str) -> None:
    panel = ReferencePanel(name=name, site=True)
    assert panel.state == name
    assert f'<h2 class="tk-code">{name}</h2>' in panel.html
    panel.do("run")
    assert panel.outcome is not None
    assert panel.outcome.same


# -- the example


def test_an_example_really_runs_and_shows_what_came_out() -> None:
    panel = ReferencePanel(name="twing.odds_many")
    assert "tk-ref-outcome" not in panel.html
    panel.do("run")
    assert panel.outcome is not None
    assert panel.outcome.same
    assert panel.status == WORDS.say("en", "same")
    assert "frame: 2 × 8" in panel.html
    assert "<td>0.6944</td>" in panel.html
    assert WORDS.say("en", "run_again") in panel.html
    panel.do("open", "twing.margins")
    assert panel.outcome is None, "each name begins anew"


def test_a_figure_is_drawn_as_one() -> None:
    panel = ReferencePanel("de", name="charts.odds")
    panel.do("run")
    assert panel.outcome is not None
    assert list(panel.outcome.made) == ["figure"]
    assert panel.html.count("data-figure=") == 1
    assert 'aria-label="Chancen' in panel.html


def test_an_error_that_is_shown_is_what_happens() -> None:
    panel = ReferencePanel(name="NotationError")
    panel.do("run")
    assert panel.outcome is not None
    assert panel.outcome.same
    assert "NotationError: The defender’s side" in panel.html


def test_nothing_that_a_visitor_sends_is_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    harm = tmp_path / "harm"
    sent = f"open({str(harm)!r}, 'w')"
    panel = ReferencePanel(name=sent, search=sent)
    for act in ("run", "open", "search", "run"):
        panel.do(act, sent)
    panel.visit({"name": sent, "search": sent})
    panel.do("run", sent)
    assert not harm.exists()
    ran: list[str] = []
    outcome = reference_panel.run(entries()["twing.faces_but"])
    monkeypatch.setattr(reference_panel, "run", lambda entry: ran.append(entry.name) or outcome)
    panel.do("open", "twing.faces_but")
    panel.do("run", sent)
    assert ran == ["twing.faces_but"], "the example of the open name, whatever is sent"


def test_the_copied_code_is_what_runs() -> None:
    panel = ReferencePanel(name="twing.faces_but")
    copied = re.search(r'data-copy="([^"]+)"', panel.html)
    assert copied
    assert unescape(copied[1]) == code(entries()["twing.faces_but"])
    assert ">>>" not in unescape(copied[1])
    assert unescape(copied[1]).startswith("from twingkit.twing import face_text, faces_but\n")


def test_a_still_picture_has_the_example_and_no_button() -> None:
    panel = ReferencePanel(name="twing.odds_many")
    panel.do("run")
    still = Panel.still_html(panel)
    assert "<button" not in still
    assert "data-copy" not in still
    assert "frame: 2 × 8" in still
    assert WORDS.say("en", "run_again") not in still


WITHOUT = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("pandas", "numpy", "plotly", "distributed", "dask"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker())
from twingkit_widgets.reference.names import entries
from twingkit_widgets.reference.panel import ReferencePanel

panel = ReferencePanel()
for name in entries():
    panel.do("open", name)
    assert panel.error is None, name
panel.do("open", "twing.with_power"); panel.do("run")
assert panel.outcome.same, panel.outcome
panel.do("open", "twing.odds_many"); panel.do("run")
print(panel.error, panel.status)
panel.do("open", "cluster.Cluster"); panel.do("run")
print(panel.error, panel.status)
"""


@pytest.mark.slow
def test_without_pandas_every_name_can_be_read_and_what_needs_none_runs() -> None:
    out = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    first, second = out.stdout.strip().splitlines()
    assert first.startswith("None This example needs “")
    assert second == "None This example needs “distributed”, which is not installed here."


# -- the words


def test_docstrings_are_read_as_they_are_written() -> None:
    doc = "Adds `a` and\n`b`.\n\nKinds:\n\n- one\n  more\n- two\n\n    code = 1\n\n>>> 1 + 1\n2\n\nThe end."
    found = blocks(doc)
    assert [each.kind for each in found] == [PROSE, PROSE, LISTED, CODE, EXAMPLE, PROSE]
    assert found[0].texts == ("Adds `a` and `b`.",)
    assert found[2].texts == ("one more", "two")
    assert found[3].texts == ("code = 1",)
    assert [example.source for example in examples(doc)] == ["1 + 1\n"]


def test_no_text_of_a_docstring_is_lost() -> None:
    for entry in entries().values():
        for block in blocks(entry.doc):
            for text in block.texts:
                assert " ".join(text.split())[:60] in " ".join(entry.doc.replace("- ", "").split()) or text


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_text_of_the_other_language_slips_in(lang: str) -> None:
    other = "de" if lang == "en" else "en"
    panel = ReferencePanel(lang, search="odds")
    shown = ""
    for name in ("twing.odds_many", "Game", "charts.odds", "twing.no_such"):
        panel.do("open", name)
        panel.do("run")
        shown += panel.html
    panel.do("close")
    panel.do("search", "qqqqqqzz")
    shown += panel.html
    panel.do("clear")
    shown += panel.html
    for key in WORDS:
        told = WORDS.say(
            other, key, **dict.fromkeys(("n", "name", "wanted", "package", "rows", "columns", "shown"), "")
        )
        if len(told.split()) > 2:
            assert str(esc(told)) not in shown, key


def test_the_german_page_says_that_descriptions_are_english() -> None:
    panel = ReferencePanel("de")
    assert "nur auf Englisch" in panel.html
    assert re.search(r'<span class="tk-ref-summary" lang="en">', panel.html)
    panel.do("open", "twing.odds_many")
    assert re.search(r'class="tk-ref-text[^"]*" lang="en"', panel.html)


def test_every_sentence_of_the_reference_is_said_somewhere() -> None:
    """What nobody says any more would be translated for nothing."""
    folder = Path(reference_panel.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    said = set(re.findall(r'"([a-z_]+)"', source))
    for key in WORDS:
        head = key.partition(".")[0]
        assert key in said or f'f"{head}.' in source, key


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.id or "shared")
def test_the_words_of_a_part_are_those_of_its_groups_and_places(part: Part) -> None:
    named = {f"group.{group}" for group in part.groups} | {f"place.{place}" for place in part.places}
    assert set(part.words) == named | ({"part", "group.plain"} if not part.id else set())
