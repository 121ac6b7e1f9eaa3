"""The practice page over time: repeated questions, new ones, and going back."""

from __future__ import annotations

import pytest
from widgets.practice.practice_pages import DAY, answer, kept_text, open_panel, right_of

from twingkit.core.language import call_in_language
from twingkit.learn.quiz.saved_progress import saved_ledger
from twingkit.twing.lessons import COURSE
from twingkit.twing.quiz import TOPICS
from twingkit_widgets.learn.practice.words import WORDS
from twingkit_widgets.panel.markup import esc

pytestmark = pytest.mark.usefixtures("few_kinds")


def test_the_session_is_counted_and_a_second_click_does_not_count() -> None:
    panel = open_panel("en", topic="shield")
    assert WORDS.say("quiz.today_none") in panel.html
    answer(panel, True)
    answer(panel, False)
    assert panel.progress.asked_count == 1
    panel.do("next")
    answer(panel, False)
    assert "Today: 2 answered, 1 right" in panel.html
    assert panel.status.endswith("Today: 2 answered, 1 right")
    assert saved_ledger(panel.ledger, "twing") == panel.progress


def test_what_is_missed_comes_back_after_two_others_and_says_so() -> None:
    panel = open_panel(topic="shield")
    missed = panel.state.rpartition(":")[0]
    answer(panel, False)
    asked = []
    for _ in range(3):
        panel.do("next")
        asked.append(panel.state.rpartition(":")[0])
        hint = WORDS.say("quiz.back") in panel.html
        answer(panel, True)
    assert asked.index(missed) == 2
    assert hint


def test_a_wrong_answer_counts_against_the_rules_that_were_missed_only() -> None:
    panel = open_panel(item="shield:winner:3")
    answer(panel, False)
    assert set(panel.progress.rules) == {panel.open_question.item.rule, "TW-BAT-15"}
    panel = open_panel(item="shield:winner:3")
    answer(panel, True)
    assert set(panel.progress.rules) == set(panel.open_question.item.rules)


def test_a_skipped_question_is_not_noted_and_another_comes() -> None:
    panel = open_panel(topic="shield")
    first = panel.state
    panel.do("next")
    assert panel.state != first
    assert panel.progress.asked_count == 0


def test_a_new_topic_joins_when_the_first_ones_sit_and_says_so() -> None:
    panel = open_panel(site=True)
    panel.do("begin", "")
    topics = []
    for _ in range(7):
        topics.append(panel.open_question.item.topic)
        if topics[-1] != topics[0]:
            assert esc(COURSE.lesson_entries[TOPICS[1]]["title"]["en"]) in panel.html
            assert "learn.ipynb?lesson=first-battle" in panel.html
            break
        answer(panel, True)
        panel.do("next")
    assert topics == [TOPICS[0]] * 3 + [TOPICS[1]]


def test_history_goes_back_to_an_answered_question_without_asking_it_again() -> None:
    panel = open_panel(topic="shield")
    first = panel.state
    answer(panel, True)
    panel.do("next")
    panel.show_query({"item": first})
    panel.refresh()
    assert panel.state == first
    assert "tk-reply-right" in panel.html
    panel.do("answer", 0)
    assert panel.progress.asked_count == 1
    panel.show_query({})
    assert panel.state == ""
    panel.show_query({"topic": "duels"})
    assert panel.state.startswith("duels:")


def test_an_answered_question_stays_answered_when_the_page_is_loaded_again() -> None:
    panel = open_panel(item="shield:winner:3")
    answer(panel, False)
    again = open_panel(item="shield:winner:3")
    again.load_memory("practice", panel.ledger)
    assert "tk-reply-wrong" in again.html
    again.do("answer", right_of(again))
    assert again.progress.last_day_counts == (DAY, 1, 0), "it counts once, as it was answered"
    assert again.progress == panel.progress
    assert 'data-shortcut="u"' not in again.html, "the key for a step back does not leave the explanation"


def test_a_chosen_file_is_loaded_and_said_where_it_was_chosen() -> None:
    panel = open_panel()
    assert '<input type="file"' in panel.html
    panel.do("take", {"text": kept_text()})
    assert f'data-key="keep:news">{WORDS.say("keep.taken", n=1)}' in panel.html
    assert "<details open" in panel.html
    panel.do("take", {"text": "no record"})
    assert "keep:news" not in panel.html
    panel.do("erase", "yes")
    assert "no record" not in panel.html
    assert 'role="alert"' not in panel.html
    assert WORDS.say("keep.erased") in panel.html


def test_the_topics_answer_to_their_numbers_and_a_question_can_be_skipped_by_a_key() -> None:
    panel = open_panel()
    assert 'data-value="first-battle" data-key="begin:first-battle" data-shortcut="2"' in panel.html
    panel.do("begin", TOPICS[0])
    assert 'data-shortcut="s"' in panel.html


def test_every_topic_can_be_practised_and_the_language_changed_at_any_time() -> None:
    panel = open_panel(site=True)
    for topic in TOPICS:
        panel.do("begin", topic)
        answer(panel, False)
        panel.lang = "de" if panel.lang == "en" else "en"
        assert panel.error is None
        assert call_in_language(panel.lang, WORDS.say, "quiz.next") in panel.html
    assert [each.asked_count for each in panel.progress.summary(DAY)] == [1] * len(TOPICS)
