"""A quiz question as HTML, for practice and for closing checks; the style is `QUIZ_CSS`.

Before the answer nothing shown reveals it: the table does not show what the dice count and who wins, and the
style hides sums.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import attrs

from twingkit.core.games import game_by_id
from twingkit.core.rulebook import Rulebook
from twingkit.learn.quiz import AnswerOption, QuizItem, quiz_of
from twingkit.learn.quiz.house_rules import is_same_under_house_rules, rules_changed_by_house
from twingkit_widgets.learn.practice.links import game_page_href, lesson_title
from twingkit_widgets.learn.practice.pictures import QuestionPictures, pictures_of
from twingkit_widgets.learn.practice.steps import PlayOutStep, play_out_answers
from twingkit_widgets.learn.practice.words import WORDS
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.terms import TermMarker
from twingkit_widgets.read.rulebook.rulings import house_rule_notes_html, rule_html

QUIZ_CSS = Path(__file__).with_name("practice.css").read_text(encoding="utf-8")
"""The style of questions, in addition to the common style of panels."""

LETTERS = "abcdefgh"
"""The keys of the options: letters, since options are often numbers."""
MAX_SHORT_OPTION = 14
"""The largest number of characters of options that stand side by side on a phone."""
REASONS_AT_ONCE = 3
"""The number of reasons shown at first; the rest is folded."""
_SENTENCES_PER_STEP = 3
"""The number of sentences of a step shown at first; those that decide the question are always shown."""


@attrs.frozen
class QuizView:
    """A view that renders a practice question and, once answered, the reply as HTML; equal views give equal
    HTML.

    `given_option` is the option taken (None: still open), `step_index` how far it is played out, `open_rule`
    and `open_rule_place` which rule is open and where (see `ShownQuestion.act_rule_of_sentence`). With
    `has_site_links` it links to other pages, with `has_lesson_link` also to the lesson of the topic.
    """

    item: QuizItem
    given_option: int | None = None
    step_index: int | None = None
    open_rule: str = ""
    open_rule_place: str = ""
    has_site_links: bool = False
    has_lesson_link: bool = True

    @property
    def pictures(self) -> QuestionPictures:
        """The game's pictures for the table and the components of the question."""
        return pictures_of(self.item.game_id)

    def html(self, part_below: Child = None) -> Markup:
        """Return the prompt, the table and the options; once answered also the reply. The part `part_below`
        comes last.
        """
        reply = self._reply() if self.given_option is not None else None
        state = " tk-quiz-open" if reply is None else ""
        return el(
            "article",
            el("div", self._prompt(), self._table(), cls="tk-quiz-asked", data_key="asked"),
            el("div", self._options(), reply, part_below, cls="tk-quiz-side", data_key="side"),
            cls=f"tk-quiz{state}",
            data_key=f"quiz:{self.item.name}",
        )

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(f"quiz.{key}", **facts)

    def _prompt(self) -> Markup:
        text = self.item.prompt()
        ends = [match.end() for match in re.finditer(r"[.?!] ", text[: text.rfind("?") + 1])]
        lead, asked = (text[: ends[-1]], text[ends[-1] :]) if ends else ("", text)
        terms = TermMarker(self.item.game_id, "word")
        return el(
            "header",
            el("p", terms.mark_new_terms(lead)) if lead else None,
            el(
                "h2", terms.mark_new_terms(asked), tabindex="-1", data_focus=True, data_arrives=self.item.name
            ),
            self._cards(self.item.cards),
            box_rules_note_for_item_html(self.item),
            cls="tk-quiz-prompt",
            data_top=True,
            data_asked=True,
        )

    def _cards(self, cards: str) -> Markup | None:
        drawn = self.pictures.thing_pictures(cards) if cards else ()
        return el("span", drawn, cls="tk-quiz-cards", aria_hidden="true") if drawn else None

    # -- the table

    def _table(self) -> list[Markup]:
        """Return the table of the question and, as a separate element, surrounding parts that a narrow screen
        shows below the answers.
        """
        shown, around = self.pictures.table_pictures(
            self.item, answered=self.given_option is not None, step=self.step_index, rule_act="table_rule"
        )
        steps = self._steps() if self.step_index is not None else None
        known = self.pictures.reference_html(self.item)
        table = [steps, self._opened("table"), shown, known]
        parts = [
            el("div", table, cls="tk-quiz-table", data_key="quiz-table", data_asked=self.given_option is None)
        ]
        if around:
            parts.append(el("div", around, cls="tk-quiz-table tk-quiz-around", data_key="around"))
        return parts

    def _opened(self, key: str) -> Markup | None:
        book = book_of_item(self.item)
        if self.open_rule_place != key or self.open_rule not in book:
            return None
        rule = rule_html(book[self.open_rule], book)
        return el(
            "div", rule, cls="tk-quiz-rule", data_bring=self.open_rule, data_key=f"rule:{self.open_rule}"
        )

    def _badge(self, rule: str, key: str) -> Markup:
        return rule_badge(rule, "rule_of_sentence", key=f"told:{key}", value=f"{key}|{rule}")

    # -- the options

    def _options(self) -> Markup:
        options = [self._option(choice, index) for index, choice in enumerate(self.item.choices)]
        label = self._say("options")
        short = all(
            len(choice.text()) <= MAX_SHORT_OPTION and not choice.cards for choice in self.item.choices
        )
        cls = "tk-quiz-options tk-quiz-short" if short else "tk-quiz-options"
        return el(
            "div", options, cls=cls, role="group", aria_label=label, data_key="options", data_asked=True
        )

    def _option(self, choice: AnswerOption, index: int) -> Markup:
        key = LETTERS[index]
        sign, mark = "", el("kbd", key, cls="tk-quiz-digit", aria_hidden="true")
        if self.given_option is not None:
            sign = "right" if choice.is_right else "wrong" if index == self.given_option else ""
            mark = el("span", {"right": "✓", "wrong": "✗", "": ""}[sign], cls="tk-quiz-digit tk-quiz-mark")
        style = "tk-button tk-quiz-option"
        return el(
            "button",
            mark,
            el("span", choice.text(), cls="tk-quiz-words"),
            self._cards(choice.cards),
            el("span", self._say(f"sign_{sign}"), cls="tk-quiz-sign") if sign else None,
            type="button",
            cls=f"{style} tk-quiz-{sign}" if sign else style,
            data_act="answer",
            data_value=index,
            data_key=f"option:{index}",
            data_shortcut=key if self.given_option is None else None,
            aria_keyshortcuts=key if self.given_option is None else None,
            aria_pressed="true" if index == self.given_option else None,
            aria_disabled="true" if self.given_option is not None else None,
        )

    # -- the reply

    def _reply(self) -> Markup:
        assert self.given_option is not None
        choice = self.item.choices[self.given_option]
        kind, mark = ("right", "✓") if choice.is_right else ("wrong", "✗")
        words = el("b", mark, " ", verdict_text(self.item, choice.is_right))
        said = el("p", words, cls="tk-reply-said", data_bring=self.item.name, data_key="said")
        return el(
            "section",
            said,
            self._why(),
            self._because(choice),
            self._forgot(choice.forgotten_rule) if choice.forgotten_rule else None,
            self._next_steps(),
            cls=f"tk-reply tk-reply-{kind}",
            data_key="reply",
            aria_label=self._say("answer"),
        )

    def _forgot(self, rule: str) -> Markup:
        title = el("b", book_of_item(self.item)[rule].title())
        text = el("p", self._say("forgot"), " ", title, " ", self._badge(rule, "forgot"))
        return el("div", text, self._opened("forgot"), cls="tk-quiz-forgot")

    def _why(self) -> Markup:
        """Return the reasons for the right answer: the deciding ruling and that of the forgotten rule are
        visible, the others collapsed.
        """
        assert self.given_option is not None
        forgot = self.item.choices[self.given_option].forgotten_rule
        reasons = [(reason.text(), reason.rule) for reason in self.item.reasons]
        head = el("h3", self._say("why"), cls="tk-label")
        listed = self._sentences(reasons, "why", self._first, [forgot])
        return el("div", head, listed, data_bring=self.item.name, data_key="why")

    @property
    def _first(self) -> int:
        return self.item.shown_reasons or REASONS_AT_ONCE

    def _because(self, choice: AnswerOption) -> Markup | None:
        """Return the reason why the given answer is wrong; None if it is already shown."""
        read = {reason.text() for reason in self.item.reasons[: self._first]}
        reasons = [(reason.text(), reason.rule) for reason in choice.reasons]
        if read.issuperset(text for text, _ in reasons):
            return None
        head = el("h3", self._say("because"), cls="tk-label")
        listed = self._sentences(reasons, "because", len(reasons), [])
        return el("div", head, listed, data_bring=self.item.name, data_key="because")

    def _sentences(
        self, sentences: Sequence[tuple[str, str]], name: str, first: int, rules: Sequence[str]
    ) -> list[Markup]:
        """Return sentences with their rules: the `first` sentences and those about `rules` are visible, the
        others collapsed.
        """
        near, far = list[Markup](), list[Markup]()
        above = ""  # of several sentences by one rule, the first has its id
        for index, (text, rule) in enumerate(sentences):
            where = near if index < first or rule in rules else far
            repeated = name == "why" and where is near and rule == above
            where.append(self._sentence(text, "" if repeated else rule, f"{name} {index}"))
            above = rule
        more = el(
            "details",
            el("summary", self._say("more"), data_key=f"more:{name}:title"),
            el("ul", far, cls="tk-list tk-quiz-why"),
            cls="tk-small",
            data_key=f"more:{name}",
        )
        return [el("ul", near, cls="tk-list tk-quiz-why"), *([more] if far else [])]

    def _sentence(self, text: str, rule: str, key: str) -> Markup:
        badge = [" ", self._badge(rule, key)] if rule else None
        return el("li", el("p", text, badge), self._opened(key), data_key=key)

    def _next_steps(self) -> Child:
        step = None
        if play_out_answers(self.item):
            value, is_open = (1, "false") if self.step_index is None else ("", "true")
            step = button(self._say("step"), "step", value, key="steps", aria_expanded=is_open)
        topic = quiz_of(self.item.game_id).topic(self.item.topic)
        taught = topic.lesson_name if self.has_lesson_link else ""
        links = [
            ("link_rule", "rules", {"rule": self.item.rule}),
            ("link_lesson", "learn", {"lesson": taught} if taught else None),
            ("link_lab", "lab", self.pictures.lab_query(self.item)),
            ("link_question", "practice", {"item": self.item.name}),
        ]
        shown = [
            el("a", self._say(key, name=lesson_title(self.item.game_id, taught)), href=href, data_key=key)
            for key, kind, query in links
            if self.has_site_links and query and (href := game_page_href(self.item.game_id, kind, **query))
        ]
        if not step and not shown:
            return None
        return el(
            "div",
            step,
            el("p", shown, cls="tk-quiz-links tk-small") if shown else None,
            cls="tk-quiz-further",
            data_key="further",
            data_controls=True,
        )

    def _steps(self) -> Markup:
        index, last = self.step_index or 0, len(play_out_answers(self.item))
        sentences = PlayOutStep.after_answers(self.item, index).sentences(self.pictures.answer_text)
        rules = [reason.rule for reason in self.item.reasons]
        named = self._say("step_where", n=index, of=last) if index else self._say("step_start")
        where = el("h3", named, cls="tk-label tk-number")
        keys = el("span", self._say("step_keys"), cls="tk-small tk-soft tk-quiz-keys")
        ways = [
            self._way("back", "‹", max(index - 1, 0), "ArrowLeft", index == 0),
            where,
            self._way("forward", "›", min(index + 1, last), "ArrowRight", index == last),
            keys,
            self._way("close", "×", "", "Escape", False),
        ]
        return el(
            "section",
            el("header", ways, cls="tk-quiz-ways"),
            self._sentences(sentences, "step", _SENTENCES_PER_STEP, rules),
            cls="tk-quiz-steps",
            data_key="steps-open",
            data_bring=f"step {index}",
            data_controls=True,
        )

    def _way(self, name: str, sign: str, value: str | int, key: str | None, disabled: bool) -> Markup:
        return button(
            sign,
            "step",
            value,
            cls="tk-button tk-quiz-way",
            key=f"step:{name}",
            shortcut=key,
            disabled=disabled,
            aria_label=self._say(f"step_{name}"),
            title=self._say(f"step_{name}"),
            data_focus=name == "forward",
        )


def box_rules_note_for_item_html(item: QuizItem) -> Markup | None:
    """Return the note that a question uses the box rules (the rules as printed), with the house rules that
    differ; None if the answer is the same under both.
    """
    if is_same_under_house_rules(item):
        return None
    notes = house_rule_notes_html(rules_changed_by_house(item))
    by_the_box = el("p", WORDS.say("quiz.by_the_box"))
    return el("div", by_the_box, notes, cls="tk-note tk-small", data_key="by-the-box")


def book_of_item(item: QuizItem) -> Rulebook:
    """Return the rulebook of a question's game."""
    book: Rulebook = game_by_id(item.game_id).load("rules")()
    return book


def verdict_text(item: QuizItem, right: bool) -> str:
    """Return the verdict on an answer to a practice question: that it is right, or otherwise which option is
    right.
    """
    if right:
        return WORDS.say("quiz.right")
    answer = item.right_option.text()
    end = "" if answer.endswith((".", "!", "?")) else "."
    return WORDS.say("quiz.wrong", answer=answer + end)
