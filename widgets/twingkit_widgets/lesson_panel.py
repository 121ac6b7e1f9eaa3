"""A lesson on the screen: what lies on the table, one question at a time, and the answer with its rule."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import traitlets

from twingkit.links import to_link
from twingkit.rulebook import Ruling
from twingkit.twing.cards import Creature, Spell, Unit
from twingkit.twing.lay import Lay
from twingkit.twing.notation import read_lay
from twingkit.twing.rules import rulebook
from twingkit_widgets.cards import Card, card_picture, cards_html, choice_html
from twingkit_widgets.frame import page_link
from twingkit_widgets.lesson import Lesson, Option, Step, Texts, lesson
from twingkit_widgets.lesson_run import Reply, Run
from twingkit_widgets.lesson_table import lesson_table
from twingkit_widgets.markup import Child, Markup, button, el
from twingkit_widgets.panel import CSS, Panel
from twingkit_widgets.rulings import rule_button, rule_html
from twingkit_widgets.wording import Words

HERE = Path(__file__).parent
WORDS = Words(HERE / "page_words.toml")


class LessonPanel(Panel):
    """A lesson to go through, by its name or as made by `lesson.read_lesson`.

    With `site` its end leads to the other pages of the site. `state` is the learner's way so far as text;
    `restore` takes it up again.
    """

    _css = CSS + (HERE / "lesson.css").read_text(encoding="utf-8")

    state = traitlets.Unicode(help="the way so far, as `lesson.Run.record`")

    def __init__(self, lesson_: Lesson | str, lang: str = "en", *, site: bool = False) -> None:
        self.lesson = lesson(lesson_) if isinstance(lesson_, str) else lesson_
        self.site = site
        self.run = Run(self.lesson)
        self.pointed: int | None = None
        self.chosen: set[int] = set()
        self.opened = self.opened_at = ""
        super().__init__(lang=lang)

    def restore(self, state: str) -> None:
        """Take up a way through this lesson, "" for its beginning. Raises `LessonError` if it is none."""
        self.run = Run.replay(self.lesson, state) if state else Run(self.lesson)
        self._fresh()
        self._moved()
        self.refresh()

    # -- what a person does

    def act_point(self, value: object) -> None:
        """Explain the card number `value`."""
        self.pointed = int(str(value))
        self.status = self._fill(self.run.step.points[self.pointed].text)

    def act_choose(self, value: object) -> None:
        """Take the card number `value` into the lay, or out of it."""
        self.chosen ^= {int(str(value))}
        self.run.slip = None

    def act_lay(self, value: object) -> None:
        """Lay the chosen cards."""
        cards = [card for place, card in enumerate(self._offered()) if place in self.chosen]
        lay = Lay(
            [card for card in cards if isinstance(card, Spell)],
            [Unit(card) for card in cards if isinstance(card, Creature)],
        )
        self._answer(f"lay {lay}")

    def act_answer(self, value: object) -> None:
        """Choose the option `value`."""
        self._answer(str(value))

    def act_forward(self, value: object) -> None:
        """Go on."""
        self._go(self.run.place + 1)

    def act_back(self, value: object) -> None:
        """Go back."""
        self._go(self.run.place - 1)

    def act_again(self, value: object) -> None:
        """Take back the answer of this step and everything after it."""
        self.run.again()
        self._fresh()
        self._moved()

    def act_restart(self, value: object) -> None:
        """Begin the lesson anew."""
        self.run = Run(self.lesson)
        self._fresh()
        self._moved()

    def act_told(self, value: object) -> None:
        """`ruling 1:TW-BAT-16`: open the rule right below that sentence, or close it."""
        place, _, rule = str(value).partition(":")
        if place != self.opened_at:
            self.opened, self.opened_at = "", place
        self.act_rule(rule)

    def act_table_rule(self, value: object) -> None:
        """Open a rule above the table, or close it."""
        self.act_told(f"table:{value}")

    def act_rule(self, value: object) -> None:
        """Open another rule where one is open, or close it."""
        self.opened = str(value) if value in rulebook() and value != self.opened else ""
        if self.opened:
            self.status = f"{self.opened}: {rulebook()[self.opened].title(self.lang)}"

    def _answer(self, given: str) -> None:
        reply = self.run.answer(given)
        self.state = self.run.record
        self.status = f"{self._verdict(reply)} {self._fill(reply.text)}".strip()

    def _go(self, place: int) -> None:
        self.run.go(place)
        self._fresh()
        self._moved()

    def _moved(self) -> None:
        self.state = self.run.record
        step = self.run.step
        said = " ".join(self._fill(text) for text in step.text)
        title = step.title[self.lang]
        end = "" if title.endswith(("?", "!")) else "."
        self.status = f"{self._where()}: {title}{end} {said}"

    def _fresh(self) -> None:
        """Nothing pointed at, chosen or opened."""
        self.pointed, self.chosen = None, set()
        self.opened = self.opened_at = ""

    # -- words

    def _say(self, key: str, **facts: object) -> str:
        return WORDS.say(self.lang, f"lesson.{key}", **facts)

    def _fill(self, texts: Texts) -> str:
        return self.run.facts().fill(texts[self.lang], self.lang) if texts else ""

    def _where(self) -> str:
        return self._say("where", n=self.run.place + 1, of=len(self.run.steps))

    # -- what a person sees

    def view(self) -> Markup:
        """Where one is, the step with its answer, the table."""
        step, reply = self.run.step, self._reply()
        alone = step.kind == "end"
        beside = None if alone else self._answered(reply) if reply else self._waiting(step)
        cls = "tk-lesson-body tk-lesson-alone" if alone else "tk-lesson-body"
        body = el("div", self._step(step, reply), beside, cls=cls)
        rule = self._opened("")
        table = lesson_table(self.run, self.lang, "table_rule", self._opened("table"))
        return el("article", self._head(), body, rule, self._moves(), table, cls="tk-lesson")

    def _opened(self, place: str) -> Markup | None:
        """The open rule, if it was opened at that place."""
        if not self.opened or self.opened_at != place:
            return None
        return rule_html(rulebook()[self.opened], rulebook(), self.lang)

    def _badge(self, rule: str, place: str) -> Markup:
        """A rule's id that opens the rule at that place."""
        return rule_button(rule, self.lang, "told", key=f"told:{place}", value=f"{place}:{rule}")

    def _head(self) -> Markup:
        place = self.run.place
        signs = ["tk-dot tk-dot-done"] * place + ["tk-dot tk-dot-now"]
        signs += ["tk-dot"] * (len(self.run.steps) - place - 1)
        dots = [el("span", cls=sign) for sign in signs]
        return el(
            "header",
            el("p", self._say("name"), " · ", self.lesson.title[self.lang], cls="tk-label"),
            el("div", dots, cls="tk-dots", role="img", aria_label=self._where()),
            el("p", self._where(), cls="tk-small tk-soft", aria_hidden="true"),
            cls="tk-lesson-head",
        )

    def _step(self, step: Step, reply: Reply | None) -> Markup:
        """The open step. It looks the same before and after the answer, so that nothing moves away."""
        over = step.after and self.run.done
        texts = [el("p", self._fill(text)) for text in ((step.after,) if over else step.text)]
        goal = el("p", self._say("goal"), " ", self.lesson.goal[self.lang], cls="tk-soft tk-small")
        return el(
            "section",
            el("h2", step.title[self.lang], tabindex="-1", data_focus=True, data_top=True),
            goal if self.run.place == 0 else None,
            texts,
            self._doing(step, reply),
            cls="tk-lesson-step",
            data_key=f"step:{step.id}",
        )

    def _doing(self, step: Step, reply: Reply | None) -> Child:
        if step.kind == "look":
            return self._points(step)
        if step.kind == "lay":
            return self._laying()
        if step.kind in ("predict", "respond"):
            return self._options(step, reply)
        if step.kind == "roll":
            return self._rolling(step)
        return self._learned() if step.kind == "end" else None

    def _rolling(self, step: Step) -> Markup:
        """The button that rolls; it stays when it is pressed."""
        done = self.run.done
        label = self._say("roll" if len(step.faces) == 1 else "roll_all")
        cls, key = "tk-button" if done else "tk-button tk-main", None if done else "r"
        return el("div", button(label, "answer", "roll", cls=cls, shortcut=key, disabled=done))

    def _points(self, step: Step) -> list[Markup]:
        items = [
            el(
                "button",
                card_picture(read_card(point.card), self.lang),
                type="button",
                cls="tk-card tk-choice",
                data_act="point",
                data_value=at,
                data_key=f"point:{at}",
                aria_pressed="true" if at == self.pointed else "false",
            )
            for at, point in enumerate(step.points)
        ]
        label = self._say("cards")
        group = el("div", items, cls="tk-cards", role="group", aria_label=label, data_roving=True)
        return [group, self._keys()]

    def _keys(self) -> Markup:
        """How one gets from card to card without a mouse; it shows while a card has the keyboard's focus."""
        return el("p", self._say("keys"), cls="tk-small tk-soft tk-lesson-keys", data_controls=True)

    def _offered(self) -> list[Spell | Creature]:
        lay = read_lay(self.run.step.cards)
        return [*lay.spells, *lay.creatures]

    def _laying(self) -> Child:
        if self.run.done:
            laid = read_lay(self.run.step.aim.removeprefix("lay "))
            return el("div", cards_html([*laid.spells, *laid.units], self.lang), cls="tk-lesson-laid")
        offered = self._offered()
        cards = choice_html(offered, self.lang, self.chosen, label=self._say("cards"))
        lay = button(self._say("lay"), "lay", cls="tk-button tk-main", shortcut="l")
        return [cards, self._keys(), el("div", lay, cls="tk-row")]

    def _options(self, step: Step, reply: Reply | None) -> Markup:
        given = self.run.answers.get(step.id)
        truth = reply.truth if reply else ""
        made = [self._option(option, at, given, truth) for at, option in enumerate(step.options, 1)]
        change = button(self._say("change"), "again", cls="tk-button tk-quiet") if given else None
        if step.kind != "respond":
            change = None
        group = el("div", made, cls="tk-options", role="group", aria_label=step.title[self.lang])
        return el("div", group, change, cls="tk-stack")

    def _option(self, option: Option, at: int, given: str | None, truth: str) -> Markup:
        """One option; after the answer the right one says so, and a wrong answer is owned up to."""
        sign = {truth: ("✓", "right")} if truth else {}
        if truth and given and given != truth:
            sign[given] = ("✗", "wrong")
        mark, name = sign.get(option.id, ("", ""))
        said = el("span", mark, " ", self._say(f"option_{name}"), cls="tk-option-sign") if mark else None
        return button(
            [el("span", option.text[self.lang]), " ", said],
            "answer",
            option.id,
            cls=f"tk-button tk-option-{name}" if name else "tk-button",
            shortcut=None if given else str(at),
            disabled=given is not None,
            aria_pressed="true" if option.id == given else None,
        )

    # -- the answer

    def _reply(self) -> Reply | None:
        step = self.run.step
        if step.kind == "look" and self.pointed is not None:
            point = step.points[self.pointed]
            return Reply(None, point.text, (), point.rule)
        return self.run.reply

    def _answered(self, reply: Reply) -> Markup:
        kind = {True: "right", False: "wrong", None: "plain"}[reply.right]
        mark = {True: "✓", False: "✗", None: ""}[reply.right]
        sign = el("b", mark, " ", self._verdict(reply)) if mark else None
        text = self._fill(reply.text)
        return el(
            "section",
            el("p", sign, " " if sign else None, text, data_sight=True) if text or sign else None,
            self._rulings(reply.rulings) if reply.rulings else None,
            self._rule(reply.rule) if reply.rule else None,
            cls=f"tk-reply tk-reply-{kind}",
            data_key=f"reply:{self.run.step.id}:{self.pointed}:{reply.right}:{reply.rule}",
            aria_label=self._say("answer"),
        )

    def _verdict(self, reply: Reply) -> str:
        """Whether it was right, in two words; "" where nothing is."""
        if reply.right is None:
            return ""
        refused = reply.right is False and self.run.step.kind == "lay" and reply.rule
        return self._say("right" if reply.right else "refused" if refused else "wrong")

    def _waiting(self, step: Step) -> Markup:
        """The place of the answer, so that nothing moves when it comes."""
        words = self._say("waiting_look" if step.kind == "look" else "waiting")
        return el("div", words, cls="tk-reply tk-reply-none tk-soft tk-small", data_controls=True)

    def _rulings(self, rulings: Sequence[Ruling]) -> Markup:
        """What the rules engine says: it speaks of the attacker, not of you, so it is named."""
        items = []
        for at, ruling in enumerate(rulings):
            badge, rule = self._badge(ruling.rule, f"ruling {at}"), self._opened(f"ruling {at}")
            items.append(el("li", ruling.text(self.lang), " ", badge, rule))
        head = el("span", self._say("ruling"), cls="tk-label")
        return el("div", head, el("ul", items, cls="tk-list"), cls="tk-lesson-rulings")

    def _rule(self, name: str) -> Markup:
        opened = self._opened("reply")
        if opened:
            return el("div", opened, cls="tk-lesson-rule", data_key="rule-opened")
        rule = rulebook()[name]
        more = self._badge(name, "reply")
        return el(
            "details",
            el("summary", self._say("rule", title=rule.title(self.lang)), data_focus=True),
            el("p", rule.text(self.lang), " ", more),
            cls="tk-lesson-rule tk-small",
            open=True,
            data_key=f"rule:{name}",
        )

    def _learned(self) -> Child:
        items: dict[bool, list[Markup]] = {False: [], True: []}
        for at, each in enumerate(self.run.learned):
            badge, rule = self._badge(each.rule, f"learned {at}"), self._opened(f"learned {at}")
            items[each.later].append(el("li", el("span", each.text[self.lang]), " ", badge, rule))
        later = [el("h3", self._say("later"), cls="tk-label"), el("ul", items[True], cls="tk-list tk-later")]
        links: list[Child] = []
        if self.site:
            lab = page_link("battle-lab", self.lang, battle=to_link(self.lesson.battle))
            links = [
                el("a", self._say("lab"), href=lab, cls="tk-button tk-main"),
                el("a", self._say("rulebook"), href=page_link("rulebook", self.lang), cls="tk-button"),
            ]
        row = el("div", links, button(self._say("restart"), "restart"), cls="tk-row tk-lesson-links")
        return [el("ul", items[False], cls="tk-list tk-learned"), later if items[True] else None, row]

    def _moves(self) -> Markup:
        last = self.run.place == len(self.run.steps) - 1
        name = self.run.step.id  # other buttons for another step: the focus moves to its title
        first = self.run.place == 0
        back = button(["‹ ", self._say("back")], "back", key=f"back:{name}", disabled=first, shortcut="b")
        forward = button(
            [self._say("forward"), " ›"],
            "forward",
            key=f"forward:{name}",
            cls="tk-button tk-main" if self.run.done else "tk-button",
            disabled=not self.run.done,
            shortcut="n",
        )
        both = [back] if last else [back, forward]
        return el("div", both, cls="tk-toolbar tk-lesson-moves", data_controls=True)


def read_card(text: str) -> Card:
    """The card of a `point`: `spell F5`, `creature F4`, or a special one such as `cat`."""
    kind, _, token = text.partition(" ")
    if kind == "spell":
        return read_lay(token).spells[0]
    return read_lay(f"shield {token}").creatures[0] if kind == "creature" else kind
