"""Rules in lessons: a reply says what the step needs, and its rule is one click away."""

from __future__ import annotations

import re
import tomllib
from html import unescape
from pathlib import Path

import pytest

from twingkit.learn.lesson.course import course_of
from twingkit.testing.lessons import answer_step
from twingkit_widgets.learn.lesson.panel import LessonPanel

FIRST = {
    "twing": "elements-and-cards",
    "imperium": "space-battle",
    "ember": "sets-and-runs",
    "imajica": "first-site",
}
"""An early lesson of each game: its rules contain words that are taught only later."""


def words(html: str) -> str:
    """Return the text that a reader sees in the HTML."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


@pytest.mark.parametrize(("game", "name"), FIRST.items())
def test_a_rule_of_an_answer_stands_in_full_once_it_is_opened_and_never_before(game: str, name: str) -> None:
    course = course_of(game)
    assert course is not None
    panel = LessonPanel(course.lesson(name))
    controller, opened = panel.controller, 0
    while controller.run.step.kind not in ("check", "end"):
        if not controller.run.is_step_done:
            answer_step(controller.run)
        panel.refresh()
        reply = controller.run.reply
        if reply and reply.rule:
            text = controller.book[reply.rule].text("en")
            assert reply.text or reply.rulings, "the answer says by itself what the step needs"
            assert text not in words(panel.html), (controller.run.step.id, reply.rule)
            badges = re.findall(rf'data-value="([a-z0-9 ]+:{reply.rule})"', panel.html)
            assert badges, (controller.run.step.id, reply.rule)
            panel.do("rule_of_sentence", badges[0])
            assert text in words(panel.html)
            panel.do("rule", "")
            assert text not in words(panel.html)
            opened += 1
        panel.do("forward")
    assert opened >= 2


def test_a_rule_that_stands_alone_is_named_by_its_title() -> None:
    course = course_of("twing")
    assert course is not None
    house = Path(__file__).parents[3] / "docs/example-site/lessons/ties-at-our-table.toml"
    panel = LessonPanel(course.parse_lesson(tomllib.loads(house.read_text(encoding="utf-8"))))
    reply = panel.controller.run.reply
    assert reply is not None
    assert (reply.text, reply.rulings, reply.rule) == ({}, (), "TW-BAT-17")
    assert f">The rule: {panel.controller.book['TW-BAT-17'].title('en')}</button>" in panel.html
