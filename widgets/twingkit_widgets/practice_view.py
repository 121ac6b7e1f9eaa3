"""A question of the quiz on the screen, for practice and for the check at a lesson's end.

`Asking` is a question with what a person did to it; `QuizView` draws it. A panel keeps an `Asking`, passes on
what is done, notes the first answer, and shows `asking.html(...)`::

    self.asking = Asking(item)
    def act_answer(self, value):
        if self.asking.answer(value):                       # the first answer, not a second click
            self.ledger.note(item.name, self.asking.right, self.asking.about, today)
        self.status = self.asking.said(self.lang)
    def act_told(self, value): self.asking.told(value)      # a rule opens right below its sentence
    def act_table_rule(self, value): self.asking.told(f"table|{value}")
    def act_rule(self, value): self.asking.rule(value)      # another rule inside the open one, or close it
    def act_step(self, value): self.asking.go(value)        # play it out, step by step

Panels whose actions have other names say so with `Acts`. The style is `QUIZ_CSS`. Before the answer nothing
is shown that gives it away: what the dice count and who wins is not in the table, and the style hides sums.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import attrs

from twingkit.twing.quiz import Choice, Item
from twingkit.twing.rules import rulebook
from twingkit_widgets.cards import card_picture
from twingkit_widgets.frame import page_link
from twingkit_widgets.markup import Child, Markup, button, el
from twingkit_widgets.practice_steps import Step, cards_of, cover, played, scenes_of, table_of, topic_name
from twingkit_widgets.practice_tally import WORDS
from twingkit_widgets.rulings import rule_button, rule_html
from twingkit_widgets.small_battle import small_battle, with_hand
from twingkit_widgets.small_table import small_table

QUIZ_CSS = Path(__file__).with_name("practice.css").read_text(encoding="utf-8")
"""What questions look like, on top of the panels' common style."""

LETTERS = "abcdefgh"
"""The keys of the options: letters, as numbers are often what is asked for."""
FEW = 2
"""So many reasons are shown at once, whatever they are about."""
STEP = 3
"""So many sentences of a step are shown at once; those that decide the question always are."""


@attrs.frozen
class Acts:
    """The names of the panel's actions, as the head of this module has them."""

    answer: str = "answer"
    told: str = "told"
    table_rule: str = "table_rule"
    rule: str = "rule"
    step: str = "step"


class Asking:
    """A question on the screen: `given` is the number of the option taken (None: not answered yet), `step`
    how far it is played out (None: it is not), `opened` the open rule and `opened_at` where it stands."""

    def __init__(self, item: Item, given: int | None = None) -> None:
        self.item = item
        self.given = given
        self.step: int | None = None
        self.opened = self.opened_at = ""

    @property
    def choice(self) -> Choice | None:
        """The option taken."""
        return None if self.given is None else self.item.choices[self.given]

    @property
    def right(self) -> bool:
        """Whether it was answered, and rightly."""
        return self.choice is not None and self.choice.right

    @property
    def about(self) -> tuple[str, ...]:
        """The rules to note with the answer: all that took part if it was right; else the one that decides
        and the one that was forgotten, for of the others nobody knows."""
        if self.right or self.choice is None:
            return self.item.rules
        rules = (self.item.rule, self.choice.forgot)
        return tuple(dict.fromkeys(rule for rule in rules if rule))

    def answer(self, value: object) -> bool:
        """Take the option number `value` (from 0); False if it was answered before.

        Raises `LookupError` if there is no such option.
        """
        text = str(value)
        if not (text.isascii() and text.isdecimal()) or len(text) > 2 or int(text) >= len(self.item.choices):
            raise LookupError(f"{self.item.name} has no option {text[:20]!r}")
        if self.given is not None:
            return False
        self.given = int(text)
        self.opened = self.opened_at = ""
        return True

    def told(self, value: object) -> None:
        """`why 0|TW-BAT-16`: open the rule right below that sentence, or close it."""
        place, _, rule = str(value).partition("|")
        self.rule("" if (self.opened_at, self.opened) == (place, rule) else rule)
        self.opened_at = place if self.opened else ""

    def rule(self, value: object) -> None:
        """Open another rule where one is open; "" closes it."""
        self.opened = str(value) if value in rulebook() else ""

    def go(self, value: object) -> None:
        """Show the question after so many answers of its end; "" closes the steps."""
        text = str(value or "0") if value != "" else ""
        steps = len(played(self.item)[1])
        asked = text.isascii() and text.isdecimal() and len(text) < 4 and self.given is not None
        self.step = min(int(text), steps) if asked and steps else None
        self.opened = self.opened_at = ""

    def said(self, lang: str) -> str:
        """What a screen reader is told: the question, or how it was answered, or the step."""
        if self.given is None:
            return self.item.prompt(lang)
        if self.step is not None:
            return " ".join(text for text, _ in Step.of(self.item, self.step).sentences(lang))
        reason = self.item.why[0].text(lang)
        return f"{_verdict(self.item, self.right, lang)} {reason}"

    def html(
        self, lang: str, *, acts: Acts = Acts(), site: bool = False, lesson: bool = True, after: Child = None
    ) -> Markup:
        """The question; see `QuizView`. `after` stands below the reply: the way on."""
        view = QuizView(
            self.item,
            lang,
            given=self.given,
            step=self.step,
            opened=self.opened,
            opened_at=self.opened_at,
            acts=acts,
            site=site,
            lesson=lesson,
        )
        return view.html(after)


@attrs.frozen
class QuizView:
    """A question as HTML, pure: the same values give the same markup.

    `given` is the option taken (None: still open), `step` how far it is played out, `opened` and `opened_at`
    which rule is open and where (`Asking.told`). With `site` it links to other pages, with `lesson` to the
    topic's lesson as well.
    """

    item: Item
    lang: str
    given: int | None = None
    step: int | None = None
    opened: str = ""
    opened_at: str = ""
    acts: Acts = Acts()
    site: bool = False
    lesson: bool = True

    def html(self, after: Child = None) -> Markup:
        """Prompt, table, options, after the answer the reply, and below it `after`."""
        reply = self._reply() if self.given is not None else None
        state = " tk-quiz-open" if reply is None else ""
        return el(
            "article",
            self._prompt(),
            self._table(),
            el("div", self._options(), reply, after, cls="tk-quiz-side", data_key="side"),
            cls=f"tk-quiz{state}",
            data_key=f"quiz:{self.item.name}",
        )

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, f"quiz.{key}", **facts)

    def _prompt(self) -> Markup:
        """What leads to the question, and the question itself."""
        text = self.item.prompt(self.lang)
        ends = [found.end() for found in re.finditer(r"[.?!] ", text[: text.rfind("?") + 1])]
        lead, asked = (text[: ends[-1]], text[ends[-1] :]) if ends else ("", text)
        return el(
            "header",
            el("p", lead) if lead else None,
            el("h2", asked, tabindex="-1", data_focus=True),
            self._cards(self.item.cards),
            cls="tk-quiz-prompt",
            data_top=True,
        )

    def _cards(self, cards: str) -> Markup | None:
        """Cards that words speak of, drawn beside them."""
        drawn = [el("span", card_picture(card, self.lang), cls="tk-card") for card in cards_of(cards)]
        return el("span", drawn, cls="tk-quiz-cards", aria_hidden="true") if drawn else None

    # -- the table

    def _table(self) -> list[Markup]:
        """The battle, or else the players; beside a battle the players have a place of their own, which a
        narrow screen puts below the answers."""
        game = table_of(self.item, self.given is not None, self.step)
        rule = self.acts.table_rule
        players: Markup | None = None
        scenes = [cover(scene) if self.given is None else scene for scene in scenes_of(game, self.item.seat)]
        if game.table.whole:
            you = self.item.seat
            others = [seat for seat in range(len(game.table.players)) if seat != you]
            players = small_table(game.table, self.lang, you=you, closed=others)
        named = len(scenes) > 1
        shown: list[Child] = [
            small_battle(with_hand(scene, game, self.item.seat), self.lang, rule, game, self.item.seat, named)
            for scene in scenes
        ]
        steps = self._steps() if self.step is not None else None
        table = [steps, self._opened("table"), shown or players]
        parts = [el("div", table, cls="tk-quiz-table", data_key="quiz-table")]
        if players and scenes:
            head = el("h3", self._say("around"), cls="tk-label")
            parts.append(el("div", head, players, cls="tk-quiz-table tk-quiz-around", data_key="around"))
        return parts

    def _opened(self, place: str) -> Markup | None:
        """The open rule, if it was opened at that place."""
        book = rulebook()
        if self.opened_at != place or self.opened not in book:
            return None
        rule = rule_html(book[self.opened], book, self.lang, self.acts.rule)
        return el("div", rule, cls="tk-quiz-rule", data_bring=self.opened, data_key=f"rule:{self.opened}")

    def _badge(self, rule: str, place: str) -> Markup:
        """A rule's id that opens the rule at that place."""
        return rule_button(rule, self.lang, self.acts.told, key=f"told:{place}", value=f"{place}|{rule}")

    # -- the options

    def _options(self) -> Markup:
        made = [self._option(choice, at) for at, choice in enumerate(self.item.choices)]
        label = self._say("options")
        return el("div", made, cls="tk-quiz-options", role="group", aria_label=label, data_key="options")

    def _option(self, choice: Choice, at: int) -> Markup:
        """One option; after the answer the right one says so, and a wrong answer is owned up to."""
        key = LETTERS[at]
        sign, mark = "", el("kbd", key, cls="tk-quiz-digit", aria_hidden="true")
        if self.given is not None:
            sign = "right" if choice.right else "wrong" if at == self.given else ""
            mark = el("span", {"right": "✓", "wrong": "✗", "": ""}[sign], cls="tk-quiz-digit tk-quiz-mark")
        style = "tk-button tk-quiz-option"
        return el(
            "button",
            mark,
            el("span", choice.text(self.lang), cls="tk-quiz-words"),
            self._cards(choice.cards),
            el("span", self._say(f"sign_{sign}"), cls="tk-quiz-sign") if sign else None,
            type="button",
            cls=f"{style} tk-quiz-{sign}" if sign else style,
            data_act=self.acts.answer,
            data_value=at,
            data_key=f"option:{at}",
            data_shortcut=key if self.given is None else None,
            aria_keyshortcuts=key if self.given is None else None,
            aria_pressed="true" if at == self.given else None,
            aria_disabled="true" if self.given is not None else None,
        )

    # -- the reply

    def _reply(self) -> Markup:
        assert self.given is not None
        choice = self.item.choices[self.given]
        kind, mark = ("right", "✓") if choice.right else ("wrong", "✗")
        verdict = el("p", el("b", mark, " ", _verdict(self.item, choice.right, self.lang)))
        return el(
            "section",
            verdict,
            self._forgot(choice.forgot) if choice.forgot else None,
            self._why(),
            self._further(),
            cls=f"tk-reply tk-reply-{kind}",
            data_key="reply",
            data_bring=self.item.name,
            aria_label=self._say("answer"),
        )

    def _forgot(self, rule: str) -> Markup:
        """Which rule one has to forget for this answer."""
        title = el("b", rulebook()[rule].title(self.lang))
        text = el("p", self._say("forgot"), " ", title, " ", self._badge(rule, "forgot"))
        return el("div", text, self._opened("forgot"), cls="tk-quiz-forgot")

    def _why(self) -> Markup:
        """What the rules say to it: the decisive sentence and those of the forgotten rule; others folded."""
        assert self.given is not None
        forgot = self.item.choices[self.given].forgot
        told = [(reason.text(self.lang), reason.rule) for reason in self.item.why]
        head = el("h3", self._say("why"), cls="tk-label")
        return el("div", head, self._sentences(told, "why", 1 if len(told) > FEW else FEW, [forgot]))

    def _sentences(
        self, told: Sequence[tuple[str, str]], name: str, first: int, rules: Sequence[str]
    ) -> list[Markup]:
        """Sentences with their rules: the first ones and those of `rules`; the others folded."""
        near, far = list[Markup](), list[Markup]()
        for at, (text, rule) in enumerate(told):
            where = near if at < first or rule in rules else far
            where.append(self._sentence(text, rule, f"{name} {at}"))
        more = el(
            "details",
            el("summary", self._say("more"), data_key=f"more:{name}:title"),
            el("ul", far, cls="tk-list tk-quiz-why"),
            cls="tk-small",
            data_key=f"more:{name}",
        )
        return [el("ul", near, cls="tk-list tk-quiz-why"), *([more] if far else [])]

    def _sentence(self, text: str, rule: str, place: str) -> Markup:
        badge = [" ", self._badge(rule, place)] if rule else None
        return el("li", el("p", text, badge), self._opened(place), data_key=place)

    def _further(self) -> Child:
        """What one can do now: play it out, read on."""
        step = None
        if played(self.item)[1]:
            value, is_open = (0, "false") if self.step is None else ("", "true")
            step = button(self._say("step"), self.acts.step, value, key="steps", aria_expanded=is_open)
        name = topic_name(self.item.topic, self.lang)
        links = [
            ("link_rule", page_link("rulebook", self.lang, rule=self.item.rule)),
            ("link_lesson", page_link("learn", self.lang, lesson=self.item.topic)),
            ("link_question", page_link("practice", self.lang, item=self.item.name)),
        ]
        shown = [
            el("a", self._say(key, name=name), href=href, data_key=key)
            for key, href in links
            if self.site and (self.lesson or key != "link_lesson")
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
        """One moment of the play, and the way back and forward."""
        place, last = self.step or 0, len(played(self.item)[1])
        told = Step.of(self.item, place).sentences(self.lang)
        rules = [reason.rule for reason in self.item.why]
        where = el("h3", self._say("step_where", n=place, of=last), cls="tk-label tk-number")
        keys = el("span", self._say("step_keys"), cls="tk-small tk-soft tk-quiz-keys")
        ways = [
            self._way("back", "‹", max(place - 1, 0), "ArrowLeft", place == 0),
            where,
            self._way("forward", "›", min(place + 1, last), "ArrowRight", place == last),
            keys,
            self._way("close", "×", "", "Escape", False),
        ]
        return el(
            "section",
            el("header", ways, cls="tk-quiz-ways"),
            self._sentences(told, "step", STEP, rules),
            cls="tk-quiz-steps",
            data_key="steps-open",
            data_bring=f"step {place}",
            data_controls=True,
        )

    def _way(self, name: str, sign: str, value: str | int, key: str | None, disabled: bool) -> Markup:
        return button(
            sign,
            self.acts.step,
            value,
            cls="tk-button tk-quiz-way",
            key=f"step:{name}",
            shortcut=key,
            disabled=disabled,
            aria_label=self._say(f"step_{name}"),
            title=self._say(f"step_{name}"),
            data_focus=name == "forward",
        )


def _verdict(item: Item, right: bool, lang: str) -> str:
    if right:
        return WORDS.say(lang, "quiz.right")
    answer = item.right.text(lang)
    end = "" if answer.endswith((".", "!", "?")) else "."
    return WORDS.say(lang, "quiz.wrong", answer=answer + end)
