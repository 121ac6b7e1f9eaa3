"""Every step of every lesson and every kind of question as a page shows them, measured in one browser page.

A page of the site is opened once, and its panel is given one rendering after the other (`stand_in`). So
frame, styles, focus and scrolling are those of the page, and hundreds of screens take seconds. The same page
is then a phone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import attrs
from golden.scenes import written_of

from twingkit import Game
from twingkit.core.questions import ChanceQuestion
from twingkit.core.words import LANGUAGES
from twingkit.learn.lesson.course import course_of
from twingkit.learn.lesson.lesson import Lesson
from twingkit.learn.lesson.run import LessonRun
from twingkit.learn.quiz import quiz_of
from twingkit_widgets.learn.lesson.course_panel import CoursePanel
from twingkit_widgets.learn.practice.panel import PracticePanel
from twingkit_widgets.panel.panel import Panel
from twingkit_widgets.twing.play.panel import PlayPanel

DAY = 739_000

MEASURE = """(screens) => screens.map((html) => {
  // One leaves the screen before by a button at its end, wherever that was.
  window.standIn({ html: "<div style='height:3000px'></div><button data-key='on'>on</button>" });
  const on = document.querySelector("[data-key=on]");
  on.scrollIntoView();
  on.focus();
  window.standIn({ html });
  const boxOf = (part) => part.getBoundingClientRect();
  const asked = [...document.querySelectorAll("[data-asked]")].filter(
    (part) => boxOf(part).height && !part.querySelector(".tk-galaxy"),
  );  // a map of a whole game is looked up, as in lessons: it may lie below
  const top = Math.min(...asked.map((part) => boxOf(part).top));
  const bottom = Math.max(...asked.map((part) => boxOf(part).bottom));
  const foot = document.querySelector(".tk-panel [data-foot]");
  const end = innerHeight - (foot ? foot.offsetHeight + parseFloat(getComputedStyle(foot).bottom) : 0);
  const inside = (part) => boxOf(part).height && boxOf(part).top >= 0 && boxOf(part).bottom <= innerHeight;
  const parts = asked.flatMap((part) => [part, ...part.querySelectorAll("h2, p, li, svg, button")]);
  const covered = parts.filter((part) => {
    if (!inside(part) || part.closest("details:not([open])")) return false;
    const { left, width, bottom } = boxOf(part);
    const seen = document.elementFromPoint(left + width / 2, bottom - 2);
    return seen && !asked.some((one) => one.contains(seen) || seen.contains(one));
  });
  return {
    asked: asked.length,
    answers: parts.filter((part) => part.nodeName === "BUTTON").length,
    over: Math.ceil(Math.max(0, -top) + Math.max(0, bottom - end)),
    wide: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
    covered: covered.map((part) => part.textContent.trim().slice(0, 40)),
  };
})"""
"""Shows one screen after the other; returns by how many pixels the question lies outside the window, and what
is covered. Nothing is drawn in between: only the layout has to be computed."""

AT_ONCE = 40
"""The number of screens sent to a page together."""


@attrs.frozen
class Screen:
    """A screen: its name, and the HTML of its panel in a language."""

    name: str
    html: str
    lang: str = ""


def lesson_screens(game: str, lang: str, names: Iterable[str] = ()) -> Iterator[Screen]:
    """Yield every step of the lessons of a game (of all if no names are given) before it is answered."""
    course = course_of(game)
    assert course is not None
    for name in names or course.names:
        lesson, seen = course.lesson(name), set[str]()
        for answers in ways(lesson):
            panel = CoursePanel(game, lang, lesson=name, site=True, today=DAY)
            assert panel.controller is not None
            panel.controller.run = run = LessonRun(lesson)
            for _ in run.steps:
                if run.step.id not in seen:
                    seen.add(run.step.id)
                    panel.controller.reset_choices()
                    panel.refresh()
                    yield Screen(f"{name}: {run.step.id}", panel.html)
                solve(run, answers)
                if run.step_index < len(run.steps) - 1:
                    run.forward()
        assert seen == {step.id for step in lesson.steps}


def ways(lesson: Lesson) -> list[Mapping[str, str]]:
    """Return answers by step for the recorded path, and for one path to every step that is only on another
    one."""
    solution = dict(lesson.solution)
    return [solution, *({**solution, **step.only} for step in lesson.steps if step.only)]


def solve(run: LessonRun, answers: Mapping[str, str]) -> None:
    """Answer the open step if it asks for something: a prediction by the rules, others as given."""
    step = run.step
    if step.kind == "check":
        for item in run.check_questions():
            run.answer(str([choice.is_right for choice in item.choices].index(True)))
    elif not run.is_step_done:
        given = answers.get(step.id, "roll")
        run.answer(
            run.answer_key.prediction_answerers[step.ask](run.game(), step)[0]
            if step.kind == "predict"
            else given
        )


def question_screens(game: str, lang: str, seeds: Iterable[int]) -> Iterator[Screen]:
    """Yield questions of every kind of a game before they are answered, one for each seed."""
    quiz, seeds = quiz_of(game), list(seeds)
    for topic in quiz.topics:
        for kind in quiz.makers(topic):
            for seed in seeds:
                name = f"{topic}:{kind}:{seed}"
                yield Screen(name, PracticePanel(lang, game=game, item=name, site=True, today=DAY).html)


RECORDS = Path(__file__).parents[1] / "golden" / "records"
"""The folder of snapshot games."""

MANY = 60
"""Questions with this many answers count as full."""


def play_screens(lang: str, count: int = 2) -> Iterator[Screen]:
    """Yield every kind of question of a game of Imperial Twing on the play page: `count` of the fullest in
    snapshot scenes and games, and the question for a person's own die."""
    for kind, moments in sorted(fullest_moments(count).items()):
        for name, record, seat in moments:
            panel = PlayPanel(record=record, seat=seat, seed=1, lang=lang)
            panel.do("go_on")  # past the end of a battle
            yield Screen(f"{kind}: {name}", panel.html)
            if kind == "attack":
                panel.do("own_dice", "yes")
                panel.do("hint")
                panel.do("take_hint")
                panel.do("lay")
                yield Screen(f"{panel.match.question.kind}: {name}", panel.html)


@cache
def fullest_moments(count: int) -> dict[str, list[tuple[str, str, int]]]:
    """By kind of question those with the most answers and cards, at most one of a record: the record's name,
    the record up to there, and the seat that is asked."""
    found: dict[str, list[tuple[int, str, str, int]]] = {}
    games = {path.stem: path.read_text(encoding="utf-8") for path in sorted(RECORDS.glob("game-*.record"))}
    for name, record in {**games, **written_of("twing")}.items():
        game = Game.replay(record)
        again, best = game.copy(), dict[str, tuple[int, str, str, int]]()
        again.undo(len(again))
        for entry in game.transcript:
            question = again.question
            if question is not None and not isinstance(question, ChanceQuestion):
                player = again.table.players[question.player]
                answers = len(list(islice(question.options(), MANY)))
                size = 0 if answers == 1 else 10 * answers + len(player.hand) + len(player.entourage)
                if size > best.get(question.kind, (0,))[0]:
                    best[question.kind] = (size, f"{name} {len(again)}", again.record, question.player)
            again.answer(entry.answer)
        for kind, moment in best.items():
            found.setdefault(kind, []).append(moment)
    return {
        kind: [moment[1:] for moment in sorted(moments, reverse=True)[:count]]
        for kind, moments in found.items()
    }


def misfits(page: Any, screens: Iterable[Screen]) -> list[str]:
    """Return what does not fit: a line for each screen, the worst first."""
    found = list[tuple[int, str]]()
    waiting = iter(screens)
    while some := list(islice(waiting, AT_ONCE)):
        for screen, measured in zip(some, page.evaluate(MEASURE, [one.html for one in some]), strict=True):
            assert measured["asked"], screen.name
            if measured["over"] or measured["wide"] or measured["covered"]:
                found.append((measured["over"], f"{screen.name}: {measured}"))
    return [line for _, line in sorted(found, reverse=True)]


SHOWN = ".tk-panel:not(.tk-frame-panel, .tk-said)"
"""The panels of a page, without its frame."""

BESIDE = """([shown, screens]) => {
  const panel = document.querySelector(shown);
  panel.parentNode.style.visibility = "hidden";  // laid out, not painted
  panel.parentNode.replaceChildren(...screens.map(([lang, html]) => {
    const one = panel.cloneNode(false);
    one.lang = lang;
    one.innerHTML = `<div class="tk-body">${html}</div>`;
    for (const part of one.querySelectorAll("details")) part.open = true;
    return one;
  }));
}"""
"""Shows many screens on one page, each as a separate panel with everything unfolded."""

STICKS_OUT = """(shown) => [...document.querySelectorAll(shown)].map((panel) => {
  const room = document.documentElement.clientWidth;  // on a phone the window grows with what is too wide
  const over = panel.getBoundingClientRect().left + panel.scrollWidth - room;
  if (over <= 0) return "";
  const out = (part) => part.getBoundingClientRect().right > room;
  return `${over} pixels, ${[...panel.querySelectorAll("*")].findLast(out)?.outerHTML.slice(0, 120)}`;
})"""
"""Returns by how much each of these panels is wider than the window, and what sticks out."""


def wider(page: Any, screens: Iterable[Screen], widths: Sequence[int]) -> list[str]:
    """Return a line for each screen that is wider than a phone of one of these widths, and for which."""
    found = list[str]()
    waiting = iter({(screen.lang, screen.html): screen for screen in screens}.values())
    while some := list(islice(waiting, AT_ONCE)):
        page.evaluate(BESIDE, [SHOWN, [(screen.lang, screen.html) for screen in some]])
        for width in widths:
            page.set_viewport_size({"width": width, "height": 844})
            told = zip(some, page.evaluate(STICKS_OUT, SHOWN), strict=True)
            found += [f"{width}: {screen.name}, {screen.lang}: {out}" for screen, out in told if out]
            assert found or page.evaluate("document.documentElement.scrollWidth") == width
        widths = widths[::-1]  # the next screens are shown at the widths of the previous ones
    return found


HIDDEN_TEXT = """(shown) => [...document.querySelectorAll(shown)].map((panel) => {
  const keys = [...panel.querySelectorAll(".tk-key")].filter((key) => key.offsetHeight);
  const boxes = keys.map((key) => [key, key.getBoundingClientRect()]);
  const sticky = (each) => getComputedStyle(each).position === "sticky";
  const sticks = (each) => each && (sticky(each) || sticks(each.parentElement));
  const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
  const found = [], range = document.createRange();
  for (let text = walker.nextNode(); boxes.length && text; text = walker.nextNode()) {
    if (!text.data.trim()) continue;
    range.selectNodeContents(text);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      const inset = (bottom - top) / 5; // a line is higher than its letters
      for (const [key, box] of boxes) {
        const beside = left >= box.right || right <= box.left;
        if (beside || top + inset >= box.bottom || bottom - inset <= box.top) continue;
        const [around, name] = [text.parentElement, text.data.trim().slice(0, 30)];
        if (around.closest("kbd, style, title, .tk-hidden") || sticks(key) || sticks(around)) continue;
        found.push(`${key.textContent} covers ${name}`);
      }
    }
  }
  return found;
})"""
"""Returns for each of these panels what its key signs cover; what stays at an edge of the window may."""


def hidden_text(page: Any, screens: Iterable[Screen]) -> list[str]:
    """Return a line for each text under the sign of a key, with the name of its screen."""
    found = list[str]()
    waiting = iter({screen.html: screen for screen in screens}.values())
    while some := list(islice(waiting, AT_ONCE)):
        page.evaluate(BESIDE, [SHOWN, [(screen.lang, screen.html) for screen in some]])
        for screen, covered in zip(some, page.evaluate(HIDDEN_TEXT, SHOWN), strict=True):
            found += [f"{screen.name}: {each}" for each in covered]
    return found


def answered_questions(game: str, seeds: Iterable[int]) -> Iterator[Screen]:
    """Yield questions of every kind of a game, one for each seed: open, and after the first wrong answer."""
    quiz, seeds = quiz_of(game), list(seeds)
    for topic in quiz.topics:
        for kind in quiz.makers(topic):
            for seed in seeds:
                name = f"{topic}:{kind}:{seed}"
                panel = PracticePanel(game=game, item=name, site=True, today=DAY)
                yield from in_both(panel, name)
                assert panel.open_question is not None
                wrong = [choice.is_right for choice in panel.open_question.item.choices].index(False)
                panel.do("answer", str(wrong))
                yield from in_both(panel, f"{name}, answered {wrong}")


def answered_lessons(game: str) -> Iterator[Screen]:
    """Yield every step of the lessons of a game: open, after each recorded mistake, and solved; of the
    closing check every question before and after a wrong answer."""
    course = course_of(game)
    assert course is not None
    for name in course.names:
        lesson, seen = course.lesson(name), set[str]()
        for answers in ways(lesson):
            panel = CoursePanel(game, lesson=name, site=True, today=DAY)
            assert panel.controller is not None
            panel.controller.run = run = LessonRun(lesson)
            for _ in run.steps:
                if run.step.id not in seen:
                    seen.add(run.step.id)
                    yield from answered_step(panel, f"{name}: {run.step.id}")
                solve(run, answers)
                if run.step.needs_answer:
                    yield from as_it_stands(panel, f"{name}: {run.step.id}, solved")
                if run.step_index < len(run.steps) - 1:
                    run.forward()


def answered_step(panel: CoursePanel, name: str) -> Iterator[Screen]:
    """Yield the open step, before it is answered and after each recorded mistake."""
    assert panel.controller is not None
    run = panel.controller.run
    step = run.step
    yield from as_it_stands(panel, name)
    if step.kind == "check":
        for item in run.check_questions():
            panel.do("answer", str([choice.is_right for choice in item.choices].index(False)))
            yield from in_both(panel, f"{name} {item.name}, answered")
            panel.do("further", str(len(run.check_answers)))
            yield from in_both(panel, f"{name}, after {item.name}")
    else:
        for answer in [answer for place, answer, _ in run.lesson.mistakes if place == step.id]:
            panel.do("answer", answer)
            yield from in_both(panel, f"{name}, {answer}")
            run.take_back_from_step()
    run.take_back_from_step()


def as_it_stands(panel: CoursePanel, name: str) -> Iterator[Screen]:
    """Yield the open step of a lesson as if a visitor had just opened it."""
    assert panel.controller is not None
    panel.controller.reset_choices()
    panel.refresh()
    yield from in_both(panel, name)


def in_both(panel: Panel, name: str) -> Iterator[Screen]:
    """Yield the current panel in one language after the other."""
    for lang in (panel.lang, *(lang for lang in LANGUAGES if lang != panel.lang)):
        panel.lang = lang
        yield Screen(name, panel.html, lang)
