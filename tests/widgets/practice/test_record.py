"""The record of practice: exported, imported, stored by the browser, and the page without a kernel."""

from __future__ import annotations

import re
from urllib.parse import unquote

import attrs
import pytest
from widgets.practice.practice_pages import DAY, answer, kept_text, open_panel

from twingkit.core.words import LANGUAGES
from twingkit.learn.quiz.ledger import Ledger
from twingkit.learn.quiz.saved_progress import saved_ledger, with_ledger
from twingkit.learn.quiz.tally import LedgerError
from twingkit.twing.quiz import TOPICS, item
from twingkit_widgets.learn.practice.view import QuizView
from twingkit_widgets.learn.practice.words import WORDS
from twingkit_widgets.panel.address.publishing_way import privacy_sentences
from twingkit_widgets.panel.markup import esc

pytestmark = pytest.mark.usefixtures("few_kinds")

# -- the record


def exported(html: str) -> str:
    """Return what the link of the export saves."""
    return unquote(re.search(r'href="data:text/plain;charset=utf-8,([^"]*)"', html).group(1))  # type: ignore[union-attr]


def test_the_record_can_be_taken_along_and_brought_back() -> None:
    panel = open_panel(topic="shield")
    answer(panel, False)
    panel.do("home")
    text = exported(panel.html)
    assert text == panel.ledger
    assert 'download="twingkit-practice.txt"' in panel.html
    assert esc(text) in panel.html
    other = open_panel(topic="duels")
    answer(other, True)
    other.do("home")
    other.do("take", {"text": text})
    assert other.error is None
    assert {"shield", "duels"} == set(other.progress.topics)
    assert other.ledger == with_ledger("", "twing", other.progress)
    assert other.status == WORDS.say("keep.taken", n=1)
    once = other.ledger
    other.do("take", {"text": text})
    assert other.ledger == once


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("text", ["", "my shopping list", "twingkit-practice 1\nasked x\n<b>"])
def test_a_text_that_is_no_record_is_explained_and_stays_to_be_put_right(text: str, lang: str) -> None:
    panel = open_panel(topic="shield")
    answer(panel, True)
    panel.do("home")
    before = panel.ledger
    panel.do("take", {"text": text})
    assert panel.error is None
    assert panel.ledger == before
    assert panel.html.count('role="alert"') == 1
    assert 'aria-invalid="true"' in panel.html
    assert f">{esc(text)}</textarea>" in panel.html
    assert "<details open" in panel.html
    assert panel.status in panel.html.replace("&lt;", "<").replace("&gt;", ">")
    panel.do("begin", "shield")
    panel.do("home")
    assert 'role="alert"' not in panel.html


def test_erasing_asks_first() -> None:
    panel = open_panel(topic="shield")
    answer(panel, True)
    panel.do("home")
    panel.do("erase", "ask")
    assert "Really erase all 1 answers" in panel.html
    panel.do("erase", "no")
    assert panel.ledger
    assert "Really erase" not in panel.html
    panel.do("erase", "ask")
    panel.do("erase", "yes")
    assert panel.ledger == ""
    assert panel.progress == Ledger(TOPICS)
    assert panel.status == WORDS.say("keep.erased")
    assert WORDS.say("keep.empty") in panel.html


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_says_where_the_record_is_kept(lang: str) -> None:
    assert WORDS.say("keep.where_site", sent=privacy_sentences("sent")) in open_panel(site=True).html
    assert WORDS.say("keep.where_notebook") in open_panel().html


# -- what the browser stores


def test_the_browser_gives_back_what_it_kept() -> None:
    panel = open_panel()
    panel.load_memory("practice", kept_text())
    assert panel.ledger == kept_text()
    assert WORDS.say("home.all") in panel.html
    panel.do("begin", "")
    answer(panel, True)
    assert saved_ledger(panel.ledger, "twing").asked_count == 2
    panel.load_memory("practice", "")
    assert panel.progress == Ledger(TOPICS), "another page has erased it"
    with pytest.raises(LookupError, match="course"):
        panel.load_memory("course", "")


def test_the_first_question_is_chosen_anew_when_the_record_comes_but_no_other() -> None:
    ledger = Ledger(TOPICS)
    for turn in range(4):
        ledger.record_answer(f"shield:winner:{turn}", True, [], DAY - 1)
    panel = open_panel(topic="shield")
    first = panel.state
    panel.load_memory("practice", with_ledger("", "twing", ledger))
    assert panel.state != first
    second = panel.state
    answer(panel, True)
    panel.load_memory("practice", kept_text())
    assert panel.state == second, "nothing moves under someone’s hands"
    assert "tk-reply" in panel.html
    linked = open_panel(item="shield:winner:3")
    linked.load_memory("practice", with_ledger("", "twing", ledger))
    assert linked.state == "shield:winner:3"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_damaged_record_is_shown_left_as_it_is_and_practice_goes_on(lang: str) -> None:
    damaged = kept_text().replace("topic", "tropic")
    panel = open_panel()
    panel.load_memory("practice", damaged)
    assert panel.ledger == "", "what is in the browser stays as it is"
    assert panel.html.count('role="alert"') == 1
    assert esc(damaged) in panel.html
    with pytest.raises(LedgerError) as fault:
        saved_ledger(damaged, "twing")
    assert esc(fault.value.text()) in panel.html
    panel.do("begin", "shield")
    answer(panel, True)
    assert panel.ledger == ""
    panel.do("anew")
    assert panel.ledger == with_ledger("", "twing", panel.progress) != ""
    assert 'role="alert"' not in panel.html


# -- the real questions


def test_the_cards_that_a_question_is_about_are_drawn_beside_it() -> None:
    question = attrs.evolve(item("shield:winner:3"), cards="shield A5 W2")
    prompt = str(QuizView(question).html()).split('class="tk-quiz-prompt"')[1].split("</header>")[0]
    assert prompt.count("<svg") == 2
    assert "<svg" not in str(QuizView(item("shield:winner:3")).html()).split("</header>")[0]
