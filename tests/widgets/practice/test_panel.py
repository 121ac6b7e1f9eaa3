"""The practice page: the first choice, and a question before and after its answer."""

from __future__ import annotations

import re

import attrs
import pytest
from widgets.practice.practice_pages import answer, open_panel
from widgets.practice_items import KINDS

from twingkit.core.words import LANGUAGES
from twingkit.learn.quiz.ledger import Ledger
from twingkit.twing.lessons import COURSE
from twingkit.twing.quiz import TOPICS, item
from twingkit.twing.rules.rulebook import rulebook
from twingkit_widgets.learn.practice.open_question import ShownQuestion
from twingkit_widgets.learn.practice.pictures import pictures_of
from twingkit_widgets.learn.practice.steps import PlayOutStep, game_and_play_out_answers
from twingkit_widgets.learn.practice.view import QUIZ_CSS, REASONS_AT_ONCE, QuizView
from twingkit_widgets.learn.practice.words import WORDS
from twingkit_widgets.panel.markup import esc

pytestmark = pytest.mark.usefixtures("few_kinds")

NAMES = [f"shield:{kind}:{seed}" for kind in KINDS for seed in (3, 4, 5)]


def options(html: str) -> list[str]:
    """Return the option buttons."""
    return re.findall(r"<button[^>]*tk-quiz-option.*?</button>", html)


# -- the first screen


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_begins_with_a_choice_of_everything_or_one_topic(lang: str) -> None:
    panel = open_panel()
    assert panel.state == ""
    assert panel.address() == {}
    for topic in TOPICS:
        assert esc(COURSE.lesson_entries[topic]["title"][lang]) in panel.html
        assert f'data-act="begin" data-value="{topic}"' in panel.html
    assert WORDS.say("home.first") in panel.html, "nothing was learned yet"
    assert 'data-shortcut="n"' in panel.html
    assert "tk-practice-bar" not in panel.html
    [first] = re.findall(r"<button[^>]*tk-practice-all[^>]*>", panel.html)
    assert f'data-value="{TOPICS[0]}"' in first, "it says which topic it begins"
    panel.do("begin", "")
    assert panel.state.startswith(TOPICS[0])
    answer(panel, True)
    panel.do("home")
    assert WORDS.say("home.all") in panel.html
    assert panel.html.count("tk-practice-bar") == 1
    assert WORDS.say("home.asked_one", n=1) in panel.html


def test_the_first_screen_says_what_to_repeat() -> None:
    panel = open_panel(item="duels:buying:4")
    answer(panel, False)
    panel.do("home")
    row = panel.html.split('data-key="topic:duels"')[1].split("</li>")[0]
    assert "0% right" in row
    assert "to repeat" in row
    assert f"Rules you missed: {rulebook()['TW-OBJ-1'].title('en')}" in row
    assert "1 topic to repeat today" in panel.html
    assert "width:0%" in row


def test_a_topic_of_the_address_is_asked_at_once_and_kept_to() -> None:
    panel = open_panel(topic="traps")
    for turn in range(8):
        assert panel.state.startswith("traps:")
        assert panel.address() == {"item": panel.state}
        answer(panel, turn % 2 == 0)
        panel.do("next")
    assert COURSE.lesson_entries["traps"]["title"]["en"] in panel.html


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "asked",
    [
        {"topic": "weather"},
        {"topic": "<b>"},
        {"item": ""},
        {"item": "shield"},
        {"item": "shield:winner"},
        {"item": "shield:winner:x"},
        {"item": "shield:winner:9999999999"},
        {"item": "weather:winner:1"},
        {"item": "shield:<b>:1"},
    ],
)
def test_what_is_not_there_is_one_clear_error_and_the_page_works(asked: dict[str, str], lang: str) -> None:
    panel = open_panel(**asked)
    assert panel.html.count('role="alert"') == 1
    value = esc(next(iter(asked.values())))
    assert f"“{value}”" in panel.html or f"„{value}“" in panel.html
    assert "<b></b>" not in panel.html
    assert 'data-act="begin"' in panel.html
    panel.do("close")
    assert 'role="alert"' not in panel.html
    panel.do("begin", "shield")
    answer(panel, True)
    assert panel.progress.asked_count == 1


# -- a question


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_given_away_before_the_answer(name: str, lang: str) -> None:
    panel = open_panel(item=name)
    question = item(name)
    html = panel.html
    assert "tk-quiz-open" in html
    for spoiler in ("tk-reply", "tk-side-won", 'tk-chip-main">' + "W", "tk-quiz-right", "✓", "✗"):
        assert spoiler not in html
    for reason in question.reasons:
        assert esc(reason.text()) not in html
    assert not re.search(r'class="tk-note', html)
    assert "tk-score" not in html
    assert re.search(r"\.tk-quiz-open \.tk-sum-box { visibility: hidden", QUIZ_CSS)
    made = options(html)
    assert len(made) == len(question.choices)
    assert (
        len(
            {re.sub(r'data-[a-z]+="[^"]*"|aria-keyshortcuts="."|\d', "", each.split(">")[0]) for each in made}
        )
        == 1
    )
    for key, choice, each in zip("abcd", question.choices, made, strict=False):
        assert esc(choice.text()) in each
        assert f'data-shortcut="{key}"' in each
        assert f'aria-keyshortcuts="{key}"' in each
    assert WORDS.say("quiz.skip") in html
    assert 'data-shortcut="n"' not in html
    assert panel.status in ("", question.prompt())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_right_answer_says_so_with_the_ruling(name: str, lang: str) -> None:
    panel = open_panel(item=name)
    answer(panel, True)
    question = item(name)
    assert f"✓ {WORDS.say('quiz.right')}" in panel.html
    assert "✗" not in panel.html
    assert WORDS.say("quiz.forgot") not in panel.html
    assert esc(question.reasons[0].text()) in panel.html
    assert question.reasons[0].text() in panel.status
    assert panel.status.startswith(WORDS.say("quiz.right"))
    assert "tk-quiz-open" not in panel.html
    assert 'data-shortcut="n"' in panel.html
    assert not any("data-shortcut" in option for option in options(panel.html)), "digits choose no more"
    assert all('aria-disabled="true"' in option for option in options(panel.html))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_answer_is_explained(name: str, lang: str) -> None:
    panel = open_panel(item=name)
    answer(panel, False)
    assert panel.open_question is not None
    choice, question = panel.open_question.choice, panel.open_question.item
    assert choice is not None
    verdict = WORDS.say("quiz.wrong", answer=question.right_option.text())
    assert f"✗ {esc(verdict)}" in panel.html
    assert WORDS.say("quiz.sign_wrong") in panel.html
    right = next(option for option in options(panel.html) if WORDS.say("quiz.sign_right") in option)
    assert "✓" in right
    assert esc(question.right_option.text()) in right
    assert (WORDS.say("quiz.forgot") in panel.html) == bool(choice.forgotten_rule)
    if choice.forgotten_rule:
        assert esc(rulebook()[choice.forgotten_rule].title()) in panel.html
        panel.do("rule_of_sentence", f"forgot|{choice.forgotten_rule}")
        assert panel.html.count(f'data-key="opened:{choice.forgotten_rule}"') == 1


def test_many_reasons_are_folded_but_for_the_first_ones_and_the_forgotten_rule() -> None:
    question = item("shield:points:3")
    first, second = question.reasons
    reasons = (first, second, *(attrs.evolve(second, facts={**second.facts, "n": n}) for n in (31, 32, 33)))
    question = attrs.evolve(question, reasons=reasons)
    html = str(
        QuizView(question, given_option=[choice.is_right for choice in question.choices].index(True)).html()
    )
    shown, folded = html.split("<details")
    assert all(esc(reason.text("en")) in shown for reason in reasons[:REASONS_AT_ONCE])
    assert not any(esc(reason.text("en")) in shown for reason in reasons[REASONS_AT_ONCE:])
    assert folded.count("<li") == len(reasons) - REASONS_AT_ONCE


def test_a_rule_opens_beside_its_sentence_and_closes() -> None:
    panel = open_panel(item="shield:winner:3")
    panel.do("table_rule", "TW-BAT-11")
    assert 'data-key="opened:TW-BAT-11"' in panel.html
    answer(panel, True)
    assert "opened:" not in panel.html
    rule = panel.open_question.item.rule
    panel.do("rule_of_sentence", f"why 0|{rule}")
    assert f'data-key="opened:{rule}"' in panel.html.split('data-key="reply"')[1]
    assert panel.status.startswith(f"{rule}: ")
    panel.do("rule", "TW-BAT-17")
    assert 'data-key="opened:TW-BAT-17"' in panel.html
    panel.do("rule", "")
    assert "opened:" not in panel.html
    panel.do("rule_of_sentence", f"why 0|{rule}")
    panel.do("rule_of_sentence", f"why 0|{rule}")
    assert "opened:" not in panel.html
    panel.do("rule_of_sentence", "why 0|TW-NO-1")
    assert panel.error is None
    assert "opened:" not in panel.html


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_stepping_shows_each_answer_with_its_rulings_forward_and_back(name: str, lang: str) -> None:
    panel = open_panel(item=name)
    question = item(name)
    panel.do("step", 0)
    assert "tk-quiz-steps" not in panel.html, "not before the answer"
    answer(panel, True)
    if not game_and_play_out_answers(question)[1]:
        assert WORDS.say("quiz.step") not in panel.html
        panel.do("step", 0)
        assert "tk-quiz-steps" not in panel.html
        return
    assert 'data-act="step" data-value="1" data-key="steps"' in panel.html
    last = len(question.answers_after)
    game = question.game_after()
    for place in range(last + 1):
        panel.do("step", place)
        steps = panel.html.split('data-key="steps-open"')[1].split("</section>")[0]
        where = WORDS.say("quiz.step_where", n=place, of=last) if place else WORDS.say("quiz.step_start")
        assert where in steps
        assert 'data-shortcut="ArrowLeft"' in steps
        assert 'data-shortcut="ArrowRight"' in steps
        if place:
            entry = game.transcript[len(question.answers_before) + place - 1]
            for ruling in entry.rulings:
                assert esc(ruling.text()) in steps
                assert ruling.text() in panel.status
                assert f'data-value="step {entry.rulings.index(ruling)}|{ruling.rule}"' in steps
    assert steps.count('aria-disabled="true"') == 1
    panel.do("step", last - 1)
    assert panel.open_question.played_answer_count == last - 1
    panel.do("step", 999)
    assert panel.open_question.played_answer_count == last
    panel.do("step", "nonsense")
    assert panel.error is None
    panel.do("step", "")
    assert "tk-quiz-steps" not in panel.html


def test_an_answer_that_no_rule_speaks_of_is_told_in_words() -> None:
    question = item("shield:attacking:3")
    sentences_by_step = [
        PlayOutStep.after_answers(question, place).sentences(pictures_of("twing").answer_text)
        for place in range(len(question.answers_after) + 1)
    ]
    assert sentences_by_step[0] == [(WORDS.say("quiz.step_begin"), "")]
    quiet = [sentences for sentences in sentences_by_step[1:] if sentences[0][1] == ""]
    assert quiet
    assert all("passes" in sentences[0][0] for sentences in quiet)


def test_a_battle_that_was_over_when_asked_is_stepped_through_from_its_beginning() -> None:
    question = item("shield:winner:3")
    over = attrs.evolve(
        question, answers_before=(*question.answers_before, *question.answers_after), answers_after=()
    )
    assert len(game_and_play_out_answers(over)[1]) == 4
    assert not PlayOutStep.after_answers(over, 0).game.over
    assert PlayOutStep.after_answers(over, 4).game.over
    html = str(QuizView(over).html())
    assert "tk-side-won" not in html
    assert "tk-side-won" in QuizView(over, given_option=0, step_index=4).html()


def test_the_other_players_hands_stay_closed() -> None:
    html = open_panel(item="shield:buying:3").html
    assert "2 cards" in html
    assert "Water spell, power 4" not in html
    assert "Fire spell, power 5" in html


def test_only_the_site_links_to_rule_lesson_and_question() -> None:
    links = {
        "rulebook.ipynb?rule=TW-OBJ-1": True,
        "learn.ipynb?lesson=shield": True,
        "practice.ipynb?item=shield:buying:3": True,
    }
    for site in (True, False):
        panel = open_panel(item="shield:buying:3", site=site)
        answer(panel, True)
        assert {link: link in panel.html for link in links} == dict.fromkeys(links, site)


def test_an_option_can_show_its_cards() -> None:
    made = options(open_panel(item="shield:points:3").html)
    assert all(each.count("tk-svg-card") == 2 for each in made)


def test_a_question_is_pure_markup_with_its_own_actions() -> None:
    asking = ShownQuestion(item("shield:attacking:3"))
    for _ in range(2):
        html = str(asking.html())
        assert html == str(asking.html())
        acts = set(re.findall(r'data-act="([a-z_]+)"', html))
        assert all(act == "answer" or asking.handles_action(act) for act in acts)
        asking.take_option(0)
        asking.act_step(1)
        asking.act_rule_of_sentence("why 0|TW-BAT-15")
    assert {"answer", "rule_of_sentence", "rule", "step"} <= acts
    assert "steps-open" in html


@pytest.mark.parametrize("value", ["7", "-1", "x", "", None, "²", "00000"])
def test_an_option_that_is_none_is_refused_and_nothing_is_noted(value: object) -> None:
    panel = open_panel(item="shield:winner:3")
    panel.do("answer", value)
    assert isinstance(panel.error, LookupError)
    assert panel.progress == Ledger(TOPICS)
    assert "tk-quiz-open" in panel.html
