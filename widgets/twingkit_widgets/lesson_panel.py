"""A lesson on the screen: what lies on the table, one question at a time, and the answer with its rule."""

from __future__ import annotations

from pathlib import Path

import attrs
import traitlets

from twingkit.links import to_link
from twingkit.rulebook import Ruling
from twingkit.twing.cards import Creature, Spell, Unit
from twingkit.twing.lay import Lay
from twingkit.twing.notation import read_lay
from twingkit.twing.rules import rulebook
from twingkit_widgets.cards import Card, card_picture, choice_html
from twingkit_widgets.frame import page_link
from twingkit_widgets.lesson import Lesson, Option, Step, Texts, lesson
from twingkit_widgets.lesson_run import Reply, Run
from twingkit_widgets.markup import Child, Markup, button, el
from twingkit_widgets.panel import CSS, Panel
from twingkit_widgets.rulings import rule_button, rule_html
from twingkit_widgets.scene import Scene, scene_of
from twingkit_widgets.table import table_html
from twingkit_widgets.wording import Words

HERE = Path(__file__).parent
WORDS = Words(HERE / "page_words.toml")

SPOILED = ("leader", "die", "winner")
"""Questions whose answer the table's sums would give away."""


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
        self.opened = ""
        super().__init__(lang=lang)

    def restore(self, state: str) -> None:
        """Take up a way through this lesson. Raises `LessonError` if it is none."""
        self.run = Run.replay(self.lesson, state)
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

    def act_rule(self, value: object) -> None:
        """Open a rule below the step, or close it."""
        self.opened = str(value) if value in rulebook() and value != self.opened else ""
        if self.opened:
            self.status = f"{self.opened}: {rulebook()[self.opened].title(self.lang)}"

    def _answer(self, given: str) -> None:
        reply = self.run.answer(given)
        self.state = self.run.record
        mark = self._say("right") if reply.right else self._say("wrong") if reply.right is False else ""
        self.status = f"{mark} {self._fill(reply.text)}".strip()

    def _go(self, place: int) -> None:
        self.run.go(place)
        self._fresh()
        self._moved()

    def _moved(self) -> None:
        self.state = self.run.record
        step = self.run.step
        said = " ".join(self._fill(text) for text in step.text)
        self.status = f"{self._where()}: {step.title[self.lang]}. {said}"

    def _fresh(self) -> None:
        """Nothing pointed at, chosen or opened."""
        self.pointed, self.chosen, self.opened = None, set(), ""

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
        body = el(
            "div",
            self._step(step, reply is None),
            self._answered(reply) if reply else None,
            cls="tk-lesson-body" if reply else "tk-lesson-body tk-lesson-alone",
        )
        rule = rule_html(rulebook()[self.opened], rulebook(), self.lang) if self.opened else None
        table = self._table(step)
        return el("article", self._head(), body, self._moves(), rule, table, cls="tk-lesson")

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

    def _step(self, step: Step, waiting: bool) -> Markup:
        """The open step. What only leads to the answer makes room for it: three paragraphs are enough."""
        texts = [el("p", self._fill(text)) for text in (step.text if waiting else step.text[:1])]
        goal = el("p", self._say("goal"), " ", self.lesson.goal[self.lang], cls="tk-soft tk-small")
        return el(
            "section",
            el("h2", step.title[self.lang], tabindex="-1", data_focus=True, data_top=True),
            goal if self.run.place == 0 and waiting else None,
            texts,
            self._doing(step),
            cls="tk-lesson-step",
            data_key=f"step:{step.id}",
        )

    def _doing(self, step: Step) -> Child:
        if step.kind == "look":
            return self._points(step)
        if step.kind == "lay":
            return self._laying()
        if step.kind in ("predict", "respond"):
            return self._options(step)
        if step.kind == "roll" and not self.run.done:
            key = "roll" if len(step.faces) == 1 else "roll_all"
            return el("div", button(self._say(key), "answer", "roll", cls="tk-button tk-main", shortcut="r"))
        return self._learned() if step.kind == "end" else None

    def _points(self, step: Step) -> Markup:
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
        return el("div", items, cls="tk-cards", role="group", aria_label=self._say("cards"), data_roving=True)

    def _offered(self) -> list[Spell | Creature]:
        lay = read_lay(self.run.step.cards)
        return [*lay.spells, *lay.creatures]

    def _laying(self) -> Child:
        if self.run.done:
            return None
        offered = self._offered()
        cards = choice_html(offered, self.lang, self.chosen, label=self._say("cards"))
        lay = button(self._say("lay"), "lay", cls="tk-button tk-main", shortcut="l")
        return [cards, el("div", lay, cls="tk-row")]

    def _options(self, step: Step) -> Markup:
        given = self.run.answers.get(step.id)
        made = [self._option(option, at, given) for at, option in enumerate(step.options, 1)]
        change = button(self._say("change"), "again", cls="tk-button tk-quiet") if given else None
        if step.kind != "respond":
            change = None
        group = el("div", made, cls="tk-options", role="group", aria_label=step.title[self.lang])
        return el("div", group, change, cls="tk-stack")

    def _option(self, option: Option, at: int, given: str | None) -> Markup:
        return button(
            option.text[self.lang],
            "answer",
            option.id,
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
        mark = {True: "✓", False: "→", None: ""}[reply.right]
        sign = el("b", mark, " ", self._say(kind)) if mark else None
        text = self._fill(reply.text)
        return el(
            "section",
            el("p", sign, " " if sign else None, text) if text or sign else None,
            el("ul", [self._ruling(ruling) for ruling in reply.rulings], cls="tk-list tk-lesson-rulings")
            if reply.rulings
            else None,
            self._rule(reply.rule) if reply.rule else None,
            cls=f"tk-reply tk-reply-{kind}",
            data_key=f"reply:{self.run.step.id}:{self.pointed}:{reply.right}:{reply.rule}",
            aria_label=self._say("answer"),
        )

    def _ruling(self, ruling: Ruling) -> Markup:
        return el("li", ruling.text(self.lang), " ", rule_button(ruling.rule, self.lang, "rule"))

    def _rule(self, name: str) -> Markup:
        rule = rulebook()[name]
        more = rule_button(name, self.lang, "rule", key="reply-rule")
        return el(
            "details",
            el("summary", self._say("rule", title=rule.title(self.lang))),
            el("p", rule.text(self.lang), " ", more),
            cls="tk-lesson-rule tk-small",
            open=True,
            data_key=f"rule:{name}",
        )

    def _learned(self) -> Child:
        items = [
            el("li", el("span", text[self.lang]), " ", rule_button(rule, self.lang, "rule"))
            for text, rule in self.lesson.learned
        ]
        links: list[Child] = []
        if self.site:
            lab = page_link("battle-lab", self.lang, battle=to_link(self.lesson.battle))
            links = [
                el("a", self._say("lab"), href=lab, cls="tk-button tk-main"),
                el("a", self._say("rulebook"), href=page_link("rulebook", self.lang), cls="tk-button"),
            ]
        row = el("div", links, button(self._say("restart"), "restart"), cls="tk-row tk-lesson-links")
        return [el("ul", items, cls="tk-list tk-learned"), row]

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

    # -- the table

    def _table(self, step: Step) -> Markup | None:
        game = self.run.game()
        if not any(side.lay.spells for side in game.table.fight.sides):
            return None
        guessing = step.ask in SPOILED and not self.run.done
        scene = _unspoiled(scene_of(game), step) if guessing else scene_of(game)
        cls = "tk-lesson-table tk-lesson-guess" if guessing else "tk-lesson-table"
        return el("div", table_html(scene, self.lang, "rule"), cls=cls)


def _unspoiled(scene: Scene, step: Step) -> Scene:
    """The table without what the open question asks: who won, or what a die counts."""
    sides = [
        attrs.evolve(side, counts=None, note=None) if step.ask == "die" and side.role == step.side else side
        for side in scene.sides
    ]
    return Scene((sides[0], sides[1]))


def read_card(text: str) -> Card:
    """The card of a `point`: `spell F5`, `creature F4`, or a special one such as `cat`."""
    kind, _, token = text.partition(" ")
    if kind == "spell":
        return read_lay(token).spells[0]
    return read_lay(f"shield {token}").creatures[0] if kind == "creature" else kind
