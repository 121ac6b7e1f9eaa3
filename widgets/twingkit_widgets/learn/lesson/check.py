"""The closing check of a lesson: its questions, one after the other, and what came of them."""

from __future__ import annotations

from twingkit_widgets.learn.lesson.controller import LessonController
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.read.rulebook.rulings import rule_html


def check_html(controller: LessonController) -> Markup:
    """The open question of the check, or the one just answered with its reason; at the end the result."""
    asking = controller.question()
    if asking is None:
        return _result(controller)
    number = len(controller.run.checked) + (asking.given is None)
    heading = el("p", controller.say("check_where", n=number, of=controller.lesson.questions), cls="tk-label")
    inside = asking.html(controller.lang, site=controller.site, lesson=False)
    return el("div", heading, inside, cls="tk-stack")


def _result(controller: LessonController) -> Markup:
    """Return how many were right, and the rules of those that were not."""
    count, right = controller.run.score
    words = controller.say("check_well" if 5 * right >= 4 * count else "check_weak")
    missed = dict.fromkeys(controller.run.missed)
    return el(
        "section",
        el(
            "h2",
            controller.say("check_done", right=right, of=count),
            tabindex="-1",
            data_focus=True,
            data_top=True,
        ),
        el("p", words),
        _missed(controller, list(missed)) if missed else None,
        el("div", button(controller.say("check_again"), "again"), cls="tk-row"),
        cls="tk-lesson-step",
        data_key="check-result",
    )


def _missed(controller: LessonController, rules: list[str]) -> Markup:
    """The rules that were missed; each opens below its title."""
    book, items = controller.book, []
    for rule in rules:
        key = f"missed {rule}"
        badge = rule_button(
            rule, controller.lang, "told", f"told:{key}", f"{key}:{rule}", controller.say("why")
        )
        is_open = controller.opened_at == key and controller.opened in book
        opened = rule_html(book[controller.opened], book, controller.lang) if is_open else None
        items.append(el("li", book[rule].title(controller.lang), " ", badge, opened))
    head = el("h3", controller.say("check_missed"), cls="tk-label")
    return el("div", head, el("ul", items, cls="tk-list"), cls="tk-lesson-rulings")
