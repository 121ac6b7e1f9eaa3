"""Printable pages: a lesson, a topic's questions, all rules; answers are separate."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest

from twingkit.core.games import game_by_id
from twingkit.core.language import language, localized
from twingkit.core.words import LANGUAGES
from twingkit.learn.lesson.course import course_of
from twingkit.learn.puzzles.puzzle import puzzle_set
from twingkit.learn.quiz.quiz_of import quiz_of
from twingkit_widgets.learn.printed.puzzle_sheet import puzzle_sheet
from twingkit_widgets.learn.printed.question_sheet import DEFAULT_QUESTION_COUNT, LETTERS, question_sheet
from twingkit_widgets.learn.printed.worksheet import main
from twingkit_widgets.panel.address.addresses import book_of, page_name_of
from twingkit_widgets.site.page import page as open_page

LESSONS = [(game, name) for game in ("twing", "imperium") for name in course_of(game).names]


@localized
def opened(game: str, kind: str, query: str, lang: str | None = None) -> str:
    """Return the sheet of a page of a game."""
    made = open_page(page_name_of(game, kind), f"{query}&show=print&lang={language()}")
    assert made.fault_panel is None
    return made[0].html


def parts(html: str) -> tuple[str, str]:
    """Return the questions and the answers."""
    asked, sign, answers = html.partition('class="tk-print-answers"')
    assert sign
    return asked, answers


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_every_lesson_can_be_printed_with_its_answers_apart(game: str, name: str) -> None:
    lesson = course_of(game).lesson(name)
    asked, answers = parts(opened(game, "learn", f"lesson={name}", "de"))
    steps = [step for step in lesson.steps if step.kind != "check" and not step.only]
    assert asked.count('class="tk-print-step"') >= len(steps)
    assert lesson.title["de"] in asked
    assert "tk-option-right" not in asked, "no answer is given away"
    for step in lesson.steps:
        if step.kind in ("answer", "predict") and not step.only:
            assert step.title["de"].split(" ")[0] in re.sub("<[^>]+>", "", answers)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "topic"), [("twing", "shield"), ("imperium", "retreat")])
def test_questions_are_printed_with_their_answers_apart(game: str, topic: str, lang: str) -> None:
    items = quiz_of(game).closing_check(topic, 3, DEFAULT_QUESTION_COUNT)
    sheet = question_sheet(game, topic, 3)
    assert len(sheet.parts) == len(sheet.answers) == len(items) == DEFAULT_QUESTION_COUNT
    for item, question, answer in zip(items, sheet.parts, sheet.answers, strict=True):
        index = item.choices.index(item.right_option)
        right = f"<b>{LETTERS[index]}) "
        assert str(answer).startswith(f"<div>{right}")
        assert right not in str(question)
        assert str(question).count("<li>") >= len(item.choices)


def test_the_same_link_gives_the_same_sheet_and_another_seed_another() -> None:
    first, again, other = (opened("twing", "practice", f"topic=shield&seed={seed}") for seed in (5, 5, 6))
    assert first == again != other
    place = open_page("practice", "topic=shield&seed=5&show=print").frame.place
    assert place.startswith("topic=shield&seed=5")


@pytest.mark.parametrize("kind", ["practice", "puzzles"])
@pytest.mark.parametrize("seed", ["abc", "-1", "2.5", "1" * 10, "\N{ARABIC-INDIC DIGIT THREE}"])
def test_an_invalid_seed_is_reported_above_the_sheet(kind: str, seed: str) -> None:
    made = open_page(page_name_of("twing", kind), f"topic=shield&seed={quote(seed)}&show=print&lang=en")
    assert made.fault_panel is not None
    assert f"“seed” cannot be “{seed}”" in made.fault_panel.html
    assert "tk-print" in made[0].html


@pytest.mark.parametrize("game", ["twing", "imperium"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_rules_of_a_game_are_printed(game: str, lang: str) -> None:
    html = opened(game, "rules", "")
    for rule in book_of(game_by_id(game)):
        assert f">{rule.id}</small>" in html


@pytest.mark.parametrize(
    ("page", "query", "sheet"),
    [
        ("learn", "lesson=shield", "learn.ipynb?lesson=shield&show=print&lang=en"),
        ("practice", "item=shield:winner:17", "practice.ipynb?topic=shield&seed=17&show=print&lang=en"),
        ("rulebook", "", "rulebook.ipynb?show=print&lang=en"),
        ("learn", "", ""),
    ],
)
def test_the_head_leads_to_the_sheet_of_what_is_shown(page: str, query: str, sheet: str) -> None:
    frame = open_page(page, f"{query}&lang=en").frame
    assert 'data-frame="print"' in frame.html
    frame.do("print")
    assert frame.sheet == sheet
    assert bool(frame.status) != bool(sheet)


@pytest.mark.parametrize(
    ("page", "query", "back"),
    [
        ("learn", "lesson=shield&show=print&lang=en", "lesson=shield"),
        ("practice", "topic=shield&seed=7&show=print&lang=en", "topic=shield"),
        ("rulebook", "show=print&lang=en", "lang=en"),
    ],
)
def test_a_sheet_leads_back_to_its_page(page: str, query: str, back: str) -> None:
    html = open_page(page, query).frame.html
    (href,) = re.findall(r'<a href="([^"]*)"[^>]*data-key="to-page"', html)
    assert back in href
    assert "show=" not in href
    assert "seed=" not in href
    assert "to-page" not in open_page(page, back).frame.html


def test_where_nothing_can_be_printed_the_page_says_what_can() -> None:
    frame = open_page("learn", "lang=en").frame
    frame.act_print(None)
    assert frame.note_key == "print_first"
    frame.refresh()
    assert frame.status in frame.html


def test_a_page_without_a_sheet_has_no_button_for_it() -> None:
    assert 'data-frame="print"' not in open_page("play", "lang=en").frame.html


def test_a_sheet_that_cannot_be_is_the_page() -> None:
    assert "tk-print" not in open_page("learn", "lesson=none&show=print&lang=en")[0].html
    assert "tk-print" not in open_page("practice", "topic=none&show=print&lang=en")[0].html


def test_a_list_is_one_worksheet_with_its_answers_and_their_rules_apart(tmp_path, capsys) -> None:
    file = tmp_path / "sheet.html"
    tasks = ["lesson twing:shield", "practice ember:sets-and-runs 3", "first ember"]
    assert main([*tasks, "--title", "<b>Monday</b>", "-o", str(file), "--lang", "de", "--seed", "7"]) == 0
    html = file.read_text(encoding="utf-8")
    asked, answers = parts(html)
    assert "&lt;b&gt;Monday&lt;/b&gt;" in asked
    assert asked.count('class="tk-print-options"') == 3
    assert "Diese Aufgabe geht nur auf der Website" in asked
    assert re.search(r"\[TW-[A-Z]+-\d+\]", answers), "a lesson's answers name their rules"
    assert re.search(r"EM-[A-Z]+-\d+", answers)
    assert main([*tasks, "-o", str(file), "--lang", "de", "--seed", "8", "--title", "<b>Monday</b>"]) == 0
    assert file.read_text(encoding="utf-8") != html, "another seed deals other questions"
    assert main(["lesson twing:nothing", "-o", str(file)]) == 2
    assert "no lesson" in capsys.readouterr().err


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), [("ember", "hard"), ("twing", "act")])
def test_puzzles_are_printed_with_their_solutions_apart(game: str, name: str, lang: str) -> None:
    sheet = puzzle_sheet(game, name, 2)
    assert len(sheet.parts) == len(sheet.answers) == min(DEFAULT_QUESTION_COUNT, len(puzzle_set(game, name)))
    assert sheet == puzzle_sheet(game, name, 2)
    for question, answer in zip(sheet.parts, sheet.answers, strict=True):
        right = re.sub("<[^>]+>", "", str(answer).partition("</b>")[0])
        letter, _, text = right.partition(") ")
        assert f"<li>{letter}) {text}</li>" in str(question)
        assert "<b>" + right not in str(question)
        assert "%" in str(answer)
        assert "%" not in re.sub("<[^>]+>", "", str(question))


def test_a_set_of_puzzles_is_a_printable_page_of_its_own_and_part_of_a_list() -> None:
    asked, answers = parts(opened("ember", "puzzles", "puzzle=hard&seed=3"))
    assert answers.count("<b>") == DEFAULT_QUESTION_COUNT
    assert "Ember, puzzles: hard" in asked
    everything = parts(opened("twing", "puzzles", ""))[0]
    assert "Imperial Twing, puzzles: all" in everything


def test_a_worksheet_of_puzzles_is_written_by_the_command(tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    assert main(["puzzle ember:draw", "--output", str(file), "--lang", "de"]) == 0
    asked, answers = parts(file.read_text(encoding="utf-8"))
    assert "Der erste Schritt eines Zugs" in asked
    assert answers.count("<b>") == DEFAULT_QUESTION_COUNT
    assert main(["puzzle ember:no-such", "--output", str(file)]) == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_printed_lesson_says_nothing_about_tapping(lang: str) -> None:
    said = {"en": "Tap the cards on the table.", "de": "Tippe die Karten auf dem Tisch an."}[lang]
    first = "lesson=sets-and-runs"
    assert said in open_page("ember-learn", f"{first}&lang={lang}")[0].html
    text = re.sub("<[^>]+>", "", opened("ember", "learn", first))
    assert said not in text
    assert {"en": "then your turn ends.", "de": "dann endet dein Zug."}[lang] in text, (
        "the rest of the paragraph stays"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_lesson_on_paper_has_a_line_for_the_name_letters_and_no_links(lang: str) -> None:
    asked, answers = parts(opened("twing", "learn", "lesson=shield"))
    assert "Name:" in asked
    assert re.search(r'tk-print-site">twingkit<', asked)
    options = re.findall(r'data-act="answer"[^>]*>(.*?)</button>', asked, re.DOTALL)
    assert any(option.startswith("b) ") for option in options)
    assert "<a " not in asked.partition('class="tk-print"')[2] + answers
    assert re.search(r"<b>[^<]*[?:!] [a-d]\) ", answers)


@pytest.mark.parametrize(("game", "name"), [("twing", "shield"), ("twing", "first-battle")])
def test_the_answers_of_a_lesson_are_in_the_words_of_the_language(game: str, name: str) -> None:
    _, answers = parts(opened(game, "learn", f"lesson={name}", "de"))
    text = re.sub("<[^>]+>", "", answers)
    assert not re.search(r"\b(lay|shield|activate|attack)\b", text), text


def test_a_sheet_without_answers_has_no_line_for_a_name() -> None:
    assert "tk-print-name" not in opened("twing", "rules", "")
