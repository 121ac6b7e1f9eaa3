"""A lesson as HTML: the position in it, one question at a time, the answer with its rule, the table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from twingkit.core.language import language
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.core.variants.start_lines import VARIANT_KEY, lines_with_key
from twingkit.core.words import NO_BREAK
from twingkit.learn.lesson.lesson import Option, Reply, Step
from twingkit_widgets.learn.lesson.controller import LessonController
from twingkit_widgets.learn.practice.view import LETTERS, MAX_SHORT_OPTION
from twingkit_widgets.panel.controls import hint_box, rule_badge
from twingkit_widgets.panel.keys import GO_ON, HINT, UNDO
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.terms import TermMarker
from twingkit_widgets.read.rulebook.rulings import printed_rules_apply_note_html, rule_html

_SENTENCE = re.compile(r"(?<=[.!?]) +")
"""Matches the space between two sentences."""


class LessonView:
    """A view that renders the current step of a lesson as HTML. On `paper` nothing is folded, and
    instructions to tap are omitted.
    """

    def __init__(self, controller: LessonController, paper: bool = False) -> None:
        self.paper = paper
        self.controller, self.run = controller, controller.run
        self.views, self.book = controller.views, controller.book
        self.step: Step = controller.run.step
        before = [text for step in self.run.steps[: self.run.step_index] for text in (*step.text, step.after)]
        self.terms = TermMarker(controller.lesson.answer_key.game).skip_terms_in(
            text.get(language(), "") for text in before
        )
        self.reply = self._reply()

    def html(self) -> Markup:
        """Return the position in the lesson, the open step with its answer, and the table."""
        if self.step.kind == "check":
            return el(
                "article",
                self._head(),
                _check_question_html(self.controller),
                self._moves(),
                cls="tk-lesson tk-lesson-check",
            )
        alone = self.step.kind == "end"
        beside = None if alone else self._answered(self.reply) if self.reply else self._waiting()
        cls = "tk-lesson-body tk-lesson-alone" if alone else "tk-lesson-body"
        body = el("div", self._step(), beside, cls=cls)
        table = self.views.table_html(self.controller, self._opened("table"))
        cls = f"tk-lesson {self.views.css_class}".strip()
        return el("article", self._head(), body, self._opened(""), self._moves(), table, cls=cls)

    def _say(self, key: str, **facts: object) -> str:
        return self.controller.say(key, **facts)

    # -- rules

    def _opened(self, key: str) -> Markup | None:
        if not self.controller.open_rule or self.controller.open_rule_place != key:
            return None
        return rule_html(self.book[self.controller.open_rule], self.book)

    def _badge(self, rule: str, key: str, named: str = "") -> list[Child]:
        """Return a "why?" button that opens a rule below its sentence; the button regains the focus when the
        rule is closed.
        """
        opened = self._opened(key)
        badge = rule_badge(
            rule, "rule_of_sentence", f"told:{key}", f"{key}:{rule}", named or self._say("why")
        )
        rests = el("span", badge, tabindex=None if opened else "-1", data_focus=None if opened else True)
        return [rests, opened]

    def _own_rules(self) -> bool:
        return bool(lines_with_key(VARIANT_KEY, self.run.table_text.splitlines()))

    def _by_the_box(self) -> Markup | None:
        """Return the note that the lesson uses the rules of the box instead of the house rules, above the
        first step for which this matters.
        """
        before = self.run.steps[: self.run.step_index]
        if self._own_rules() or any(step.kind != "check" for step in before):
            return None
        return printed_rules_apply_note_html(
            self._say("by_the_box"), self.controller.lesson.answer_key.game, (), True
        )

    # -- the head

    def _head(self) -> Markup:
        index, title = self.run.step_index, self.controller.lesson.title[language()]
        signs = ["tk-dot tk-dot-done"] * index + ["tk-dot tk-dot-now"]
        signs += ["tk-dot"] * (len(self.run.steps) - index - 1)
        dots = [el("span", cls=sign) for sign in signs]
        return el(
            "header",
            el("p", self._home(), " · ", el("span", title), cls="tk-label tk-lesson-where"),
            el("div", dots, cls="tk-dots", role="img", aria_label=self.controller.progress_text()),
            el("p", self.controller.progress_text(), cls="tk-small tk-soft", aria_hidden="true"),
            cls="tk-lesson-head",
        )

    def _home(self) -> Child:
        if not self.controller.has_course_map:
            return self._say("name")
        return button(["‹ ", self._say("home")], "map", cls="tk-link tk-lesson-home", key="map")

    # -- the step

    def _step(self) -> Markup:
        """Return the open step; its layout is the same before and after the answer."""
        step = self.step
        over = step.after and self.run.is_step_done
        alone = step.kind == "free" and bool(self.run.given_answer)  # after that the space is for the answers
        paragraphs = () if alone else (step.after,) if over else step.text
        said = [self.controller.fill_text(text) for text in paragraphs]
        said = [*filter(None, map(self._on_paper, said))] if self.paper else said
        texts = [el("p", self.terms.mark_new_terms(text)) for text in said]
        goal = el(
            "p", self._say("goal"), " ", self.controller.lesson.goal[language()], cls="tk-soft tk-small"
        )
        return el(
            "section",
            el(
                "h2",
                step.title[language()],
                tabindex="-1",
                data_focus=True,
                data_arrives=step.id,
                data_top=True,
                data_asked=True,
            ),
            goal if self.run.step_index == 0 else None,
            self._by_the_box(),
            texts,
            self.views.question_subject_html(self.controller) if step.kind == "predict" else None,
            el("p", self._say("guess"), cls="tk-label tk-lesson-guessing") if step.guess else None,
            el("div", self._doing(), cls="tk-lesson-doing", data_asked=step.kind != "end"),
            self._hint(),
            cls="tk-lesson-step tk-lesson-begun" if alone else "tk-lesson-step",
            data_key=f"step:{step.id}",
        )

    def _on_paper(self, text: str) -> str:
        """Return a text without the sentences that say where to tap."""
        tap = self._say("tap")
        return " ".join(part for part in _SENTENCE.split(text) if part.split(" ")[0] != tap)

    def _doing(self) -> Child:
        kind, controller = self.step.kind, self.controller
        if kind == "look":
            return self.views.tappable_html(controller)
        if kind == "answer":
            return (
                controller.picker.given_answer_html() if self.run.is_step_done else controller.picker.html()
            )
        if kind in ("predict", "choose"):
            return self._options()
        if kind == "roll":
            finished, step = self.run.is_step_done, self.step
            named = step.button.get(language()) or self.views.roll_button_label(self.controller)
            cls, key = "tk-button" if finished else "tk-button tk-main", None if finished else GO_ON
            return el("div", button(named, "answer", "roll", cls=cls, shortcut=key, disabled=finished))
        if kind == "free":
            return self.views.free_play_html(controller)
        return self._learned() if kind == "end" else None

    def _hint(self) -> Markup | None:
        if not self.step.hint or self.run.is_step_done:
            return None
        shown = self.controller.is_hint_open
        state = str(shown).lower()
        opens = button(
            self._say("hint"), "hint", cls="tk-button tk-quiet", shortcut=HINT, aria_expanded=state
        )
        text = [el("b", self._say("hinted")), " ", self.controller.fill_text(self.step.hint)]
        hint = hint_box([el("p", text)], "tk-small") if shown else None
        return el("div", opens, hint, cls="tk-stack tk-tight")

    def _options(self) -> Markup:
        step = self.step
        answer = self.run.given_answer
        options = [self._option(option, index) for index, option in enumerate(step.options)]
        ways = any(step.id in other.only for other in self.controller.lesson.steps)
        change = (
            button(self._say("change"), "take_back_answer", cls="tk-button tk-quiet")
            if answer and ways
            else None
        )
        short = all(len(option.text[language()]) <= MAX_SHORT_OPTION for option in step.options)
        cls = "tk-options tk-options-short" if short else "tk-options"
        group = el("div", options, cls=cls, role="group", aria_label=step.title[language()])
        return el("div", group, change, cls="tk-stack")

    def _option(self, option: Option, index: int) -> Markup:
        answer, truth = self.run.given_answer, self.reply.right_option if self.reply else ""
        sign = {truth: ("✓", "right")} if truth else {}
        if truth and answer and answer != truth:
            sign[answer] = ("✗", "wrong")
        if self.step.kind == "choose" and answer and self.step.aim:
            sign[answer] = ("✓", "right")
        sign |= dict.fromkeys(self.run.wrong_answers, ("✗", "wrong"))
        mark, name = sign.get(option.id, ("", ""))
        mark_html = el("span", mark, " ", self._say(f"option_{name}"), cls="tk-option-sign") if mark else None
        shown = self.views.option_html(self.controller, option, mark_html)
        return button(
            [f"{LETTERS[index]}) ", shown] if self.paper else shown,
            "answer",
            option.id,
            cls=f"tk-button tk-option-{name}" if name else "tk-button",
            shortcut=None if answer else LETTERS[index],
            disabled=bool(answer),
            aria_pressed="true" if option.id == answer else None,
        )

    # -- the answer

    def _reply(self) -> Reply | None:
        if self.step.kind == "look" and self.controller.pointed_thing is not None:
            point = self.step.points[self.controller.pointed_thing]
            return Reply(None, point.text, (), point.rule)
        if self.step.kind == "free" and self.run.given_answer:
            game = self.run.game()
            return Reply(
                None,
                {},
                self.run.statements_for_learner(
                    game.rulings_since(len(game) - self.views.last_action_answer_count(game))
                ),
            )
        return self.run.reply

    def _answered(self, reply: Reply) -> Markup:
        kind = {True: "right", False: "wrong", None: "plain"}[reply.is_right]
        mark = {True: "✓", False: "✗", None: ""}[reply.is_right]
        sign = el("b", mark, " ", self.controller.verdict_text(reply)) if mark else None
        text = self.controller.fill_text(reply.text)
        before, after = self.views.html_around_reply(self.controller, reply)
        rulings = self.views.listed_rulings(reply.rulings)
        said = any(ruling.rule == reply.rule for ruling in rulings)
        alone = not (text or sign or rulings)  # so name the rule
        title = self.book[reply.rule].title() if reply.rule and alone else ""
        named = self._say("rule_alone", title=title) if title else ""
        why, *opened = self._badge(reply.rule, "reply", named) if reply.rule and not said else (None,)
        return el(
            "section",
            before,
            el("p", sign, " " if sign else None, self.terms.mark_new_terms(text), " ", why)
            if text or sign or why
            else None,
            opened,
            after,
            self._rulings(rulings) if rulings else None,
            cls=f"tk-reply tk-reply-{kind}",
            data_key=f"reply:{self.step.id}:{self.controller.pointed_thing}:{reply.is_right}:{reply.rule}:{self.run.wrong_answer}",
            data_sight=True,
            aria_label=self._say("answer"),
        )

    def _waiting(self) -> Markup:
        """Return the placeholder for the reply, so that nothing on the page moves when the reply appears."""
        special = self.step.kind in ("look", "roll", "answer", "free")
        words = self._say(f"waiting_{self.step.kind}" if special else "waiting")
        return el("div", words, cls="tk-reply tk-reply-none tk-soft tk-small", data_controls=True)

    def _rulings(self, rulings: Sequence[Ruling | Refusal]) -> Markup:
        """Return a list of rulings, each with a button for its rule; consecutive rulings on the same rule
        share one button.
        """
        items, above = [], ""
        for index, ruling in enumerate(rulings):
            why = self._badge(ruling.rule, f"ruling {index}") if ruling.rule != above else None
            items.append(el("li", ruling.text(), " ", why))
            above = ruling.rule
        refused = all(isinstance(ruling, Refusal) for ruling in rulings)
        key = "ruling" if refused else "happens"
        wrong = self.reply is not None and self.reply.is_right is False
        if refused and self.step.ask == "barred" and wrong:
            key = "ruling_other"  # the refusal concerns another option than the chosen one
        head = el("span", self._say(key), cls="tk-label")
        return el("div", head, el("ul", items, cls="tk-list"), cls="tk-lesson-rulings")

    # -- the end

    def _learned(self) -> Child:
        items: dict[bool, list[Markup]] = {False: [], True: []}
        for index, fact in enumerate(self.run.learned_points):
            badge = self._badge(fact.rule, f"learned {index}")
            missed = "tk-missed" if fact.rule in self.run.missed_rules else None
            items[fact.later].append(
                el("li", el("span", self.controller.fill_text(fact.text)), " ", badge, cls=missed)
            )
        later = [el("h3", self._say("later"), cls="tk-label"), el("ul", items[True], cls="tk-list tk-later")]
        row = el(
            "div",
            self.views.end_links_html(self.controller),
            button(self._say("restart"), "restart"),
            cls="tk-row tk-lesson-links",
        )
        return [el("ul", items[False], cls="tk-list tk-learned"), later if items[True] else None, row]

    def _moves(self) -> Markup:
        last = self.run.step_index == len(self.run.steps) - 1
        name = self.step.id  # a new step has new buttons: the focus moves to its title
        first = self.run.step_index == 0
        back = button(
            ["‹ ", self._say("back")], "back", name, key=f"back:{name}", disabled=first, shortcut=UNDO
        )
        question, finished = self.controller.open_question, self.run.is_step_done
        if question is not None:  # the closing check has its own buttons
            finished = question.option_index is not None
            name += f":{len(self.run.check_answers)}" if finished else ""
        playing = self.step.kind == "free" and not self.run.game().over
        key = "skip" if playing else "check_next" if question and finished else "forward"
        forward: Child = button(
            [self._say(key), " ›"],
            "further" if question else "forward",
            len(self.run.check_answers) if question else self.step.id,
            key=f"forward:{name}",
            cls="tk-button tk-main" if finished and not playing else "tk-button",
            disabled=not finished,
            shortcut=GO_ON if finished else None,
        )
        if last and self.controller.next_lesson:
            forward = button(
                [self._say("next"), f"{NO_BREAK}›"],
                "lesson",
                self.controller.next_lesson[0],
                key="next-lesson",
                aria_label=self._say("next_lesson", title=self.controller.next_lesson[1][language()]),
                cls="tk-button tk-main",
                shortcut=GO_ON,
            )
        elif last:
            forward = self.views.course_end_html(self.controller)
        stays = " tk-lesson-onward" if finished else ""  # at the window's edge it would cover the question
        cls = f"tk-toolbar tk-lesson-moves{stays}"
        return el("div", back, forward, cls=cls, data_foot=finished, data_controls=True)


def _check_question_html(controller: LessonController) -> Markup:
    """Return the open check question, or the one just answered with its reason; at the end, the result."""
    question = controller.check_question()
    if question is None:
        return _result(controller)
    number = len(controller.run.check_answers) + (question.option_index is None)
    heading = el("p", controller.say("check_where", n=number, of=controller.lesson.questions), cls="tk-label")
    inside = question.html(has_site_links=controller.has_site_links, has_lesson_link=False)
    return el("div", heading, inside, cls="tk-stack")


def _result(controller: LessonController) -> Markup:
    count, right = controller.run.answered_and_right
    words = controller.say("check_well" if 5 * right >= 4 * count else "check_weak")
    missed = dict.fromkeys(controller.run.missed_rules)
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
        el("div", button(controller.say("check_again"), "take_back_answer"), cls="tk-row"),
        cls="tk-lesson-step",
        data_key="check-result",
    )


def _missed(controller: LessonController, rules: list[str]) -> Markup:
    book, items = controller.book, []
    for rule in rules:
        key = f"missed {rule}"
        badge = rule_badge(rule, "rule_of_sentence", f"told:{key}", f"{key}:{rule}", controller.say("why"))
        is_open = controller.open_rule_place == key and controller.open_rule in book
        opened = rule_html(book[controller.open_rule], book) if is_open else None
        items.append(el("li", book[rule].title(), " ", badge, opened))
    head = el("h3", controller.say("check_missed"), cls="tk-label")
    return el("div", head, el("ul", items, cls="tk-list"), cls="tk-lesson-rulings")
