"""The closing check of a lesson: five questions, one after the other, and what came of them."""

from __future__ import annotations

from twingkit.lesson.lesson import QUESTIONS
from twingkit_widgets.lesson.desk import LessonDesk
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.rulebook.rulings import rule_button, rule_html


def check_html(desk: LessonDesk) -> Markup:
    """The open question of the check, or the one just answered with its reason; at the end the result."""
    asking = desk.question()
    if asking is None:
        return _result(desk)
    number = len(desk.run.checked) + (asking.given is None)
    heading = el("p", desk.say("check_where", n=number, of=QUESTIONS), cls="tk-label")
    inside = asking.html(desk.lang, site=desk.site, lesson=False)
    return el("div", heading, inside, cls="tk-stack")


def _result(desk: LessonDesk) -> Markup:
    """Return how many were right, and the rules of those that were not."""
    count, right = desk.run.score
    words = desk.say("check_well" if right > count - 2 else "check_weak")
    missed = dict.fromkeys(desk.run.missed)
    return el(
        "section",
        el(
            "h2", desk.say("check_done", right=right, of=count), tabindex="-1", data_focus=True, data_top=True
        ),
        el("p", words),
        _missed(desk, list(missed)) if missed else None,
        el("div", button(desk.say("check_again"), "again"), cls="tk-row"),
        cls="tk-lesson-step",
        data_key="check-result",
    )


def _missed(desk: LessonDesk, rules: list[str]) -> Markup:
    """The rules that were missed; each opens below its title."""
    book, items = desk.book, []
    for rule in rules:
        key = f"missed {rule}"
        badge = rule_button(rule, desk.lang, "told", key=f"told:{key}", value=f"{key}:{rule}")
        is_open = desk.opened_at == key and desk.opened in book
        opened = rule_html(book[desk.opened], book, desk.lang) if is_open else None
        items.append(el("li", book[rule].title(desk.lang), " ", badge, opened))
    head = el("h3", desk.say("check_missed"), cls="tk-label")
    return el("div", head, el("ul", items, cls="tk-list"), cls="tk-lesson-rulings")
