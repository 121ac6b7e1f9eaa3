"""The reference: examples that really run, and its words."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from twingkit_widgets.panel.markup import esc
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.reference import panel as reference_panel
from twingkit_widgets.reference.group import Part
from twingkit_widgets.reference.name_list import WORDS
from twingkit_widgets.reference.names import PARTS, entries
from twingkit_widgets.reference.panel import ReferencePanel
from twingkit_widgets.reference.run import code
from twingkit_widgets.reference.text import CODE, EXAMPLE, LISTED, PROSE, blocks, examples

# -- the example


def test_an_example_really_runs_and_shows_what_came_out() -> None:
    panel = ReferencePanel(name="twing.odds_many")
    assert "tk-ref-outcome" not in panel.html
    panel.do("run")
    assert panel.outcome is not None
    assert panel.outcome.same
    assert panel.status == WORDS.say("en", "same")
    assert "frame: 2 × 9" in panel.html
    assert "<td>0.6944</td>" in panel.html
    assert WORDS.say("en", "run_again") in panel.html
    panel.do("open", "twing.margins")
    assert panel.outcome is None, "each name begins anew"


def test_the_columns_of_a_table_are_said_in_the_language_of_the_page() -> None:
    page = ReferencePanel("de", name="twing.margins").html
    assert WORDS.say("de", "columns", n=3) in page
    assert "<dd>die Punkte des Angreifers minus die des Verteidigers</dd>" in page
    assert "columns-of" in ReferencePanel(name="ember.tie_odds").html, "of what a function returns"
    assert "columns-of" not in ReferencePanel(name="twing.odds").html, "no table"


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
    assert "frame: 2 × 9" in still
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
