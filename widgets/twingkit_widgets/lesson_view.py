"""A lesson on the screen: where one is, one question at a time, the answer with its rule, the table."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.asking import Refusal
from twingkit.links import to_link
from twingkit.rulebook import Ruling
from twingkit.twing.notation import read_lay
from twingkit.twing.rules import rulebook
from twingkit_widgets.cards import cards_html, choice_html
from twingkit_widgets.frame import page_link
from twingkit_widgets.lesson import Option, Step
from twingkit_widgets.lesson_check import check_html
from twingkit_widgets.lesson_desk import LessonDesk
from twingkit_widgets.lesson_run import Reply
from twingkit_widgets.lesson_table import lesson_table
from twingkit_widgets.lesson_things import thing_picture
from twingkit_widgets.markup import Child, Markup, button, el
from twingkit_widgets.play_lay import picker_html
from twingkit_widgets.practice_view import LETTERS
from twingkit_widgets.rulings import rule_button, rule_html


class LessonView:
    """One rendering of a desk."""

    def __init__(self, desk: LessonDesk) -> None:
        self.desk, self.run, self.lang = desk, desk.run, desk.lang
        self.step: Step = desk.run.step
        self.reply = self._reply()

    def html(self) -> Markup:
        """Where one is, the step with its answer, the table."""
        if self.step.kind == "check":
            return self._check()
        alone = self.step.kind == "end"
        beside = None if alone else self._answered(self.reply) if self.reply else self._waiting()
        cls = "tk-lesson-body tk-lesson-alone" if alone else "tk-lesson-body"
        body = el("div", self._step(), beside, cls=cls)
        table = lesson_table(self.run, self.lang, "table_rule", self._opened("table"))
        return el("article", self._head(), body, self._opened(""), self._moves(), table, cls="tk-lesson")

    def _say(self, key: str, **facts: object) -> str:
        return self.desk.say(key, **facts)

    # -- rules

    def _opened(self, place: str) -> Markup | None:
        """The open rule, if it was opened at that place."""
        if not self.desk.opened or self.desk.opened_at != place:
            return None
        return rule_html(rulebook()[self.desk.opened], rulebook(), self.lang)

    def _badge(self, rule: str, place: str) -> Markup:
        """A rule's id that opens the rule at that place."""
        return rule_button(rule, self.lang, "told", key=f"told:{place}", value=f"{place}:{rule}")

    # -- the head

    def _head(self) -> Markup:
        place = self.run.place
        signs = ["tk-dot tk-dot-done"] * place + ["tk-dot tk-dot-now"]
        signs += ["tk-dot"] * (len(self.run.steps) - place - 1)
        dots = [el("span", cls=sign) for sign in signs]
        return el(
            "header",
            el("p", self._home(), " · ", self.desk.lesson.title[self.lang], cls="tk-label"),
            el("div", dots, cls="tk-dots", role="img", aria_label=self.desk.where()),
            el("p", self.desk.where(), cls="tk-small tk-soft", aria_hidden="true"),
            cls="tk-lesson-head",
        )

    def _home(self) -> Child:
        """The way back to the map of the course, where there is one."""
        if not self.desk.mapped:
            return self._say("name")
        return button(["‹ ", self._say("course")], "map", cls="tk-link tk-lesson-home", key="map")

    # -- the step

    def _step(self) -> Markup:
        """The open step. It looks the same before and after the answer, so that nothing moves away."""
        step = self.step
        over = step.after and self.run.done
        texts = [el("p", self.desk.fill(text)) for text in ((step.after,) if over else step.text)]
        goal = el("p", self._say("goal"), " ", self.desk.lesson.goal[self.lang], cls="tk-soft tk-small")
        return el(
            "section",
            el("h2", step.title[self.lang], tabindex="-1", data_focus=True, data_top=True),
            goal if self.run.place == 0 else None,
            texts,
            self._asked_about(),
            self._hint(),
            self._doing(),
            cls="tk-lesson-step",
            data_key=f"step:{step.id}",
        )

    def _doing(self) -> Child:
        kind = self.step.kind
        if kind == "look":
            return self._points()
        if kind == "lay":
            return self._laying()
        if kind in ("predict", "choose"):
            return self._options()
        if kind == "roll":
            return self._rolling()
        return self._learned() if kind == "end" else None

    def _asked_about(self) -> Markup | None:
        """The thing whose place is asked: it is in nobody's hand and on no table yet."""
        if self.step.ask != "where":
            return None
        return el("div", thing_picture(self.step.card, self.lang), cls="tk-card tk-lesson-thing")

    def _hint(self) -> Markup | None:
        """The hint, or the button that gives it, while the step is open."""
        if not self.step.hint or self.run.done:
            return None
        if self.desk.hinted:
            text = self.desk.fill(self.step.hint)
            return el("p", el("b", self._say("hinted")), " ", text, cls="tk-small tk-note", data_key="hint")
        return el("div", button(self._say("hint"), "hint", cls="tk-button tk-quiet", shortcut="h"))

    def _rolling(self) -> Markup:
        """The button that lets chance answer; it stays when it is pressed."""
        done, step = self.run.done, self.step
        named = step.button.get(self.lang) or self._say("roll" if len(step.faces) == 1 else "roll_all")
        cls, key = "tk-button" if done else "tk-button tk-main", None if done else "r"
        return el("div", button(named, "answer", "roll", cls=cls, shortcut=key, disabled=done))

    def _points(self) -> list[Markup]:
        items = [
            el(
                "button",
                thing_picture(point.card, self.lang),
                type="button",
                cls="tk-card tk-choice",
                data_act="point",
                data_value=at,
                data_key=f"point:{at}",
                aria_pressed="true" if at == self.desk.pointed else "false",
            )
            for at, point in enumerate(self.step.points)
        ]
        label = self._say("cards")
        group = el("div", items, cls="tk-cards", role="group", aria_label=label, data_roving=True)
        return [group, self._keys()]

    def _keys(self) -> Markup:
        """How one gets from card to card without a mouse; it shows while a card has the keyboard's focus."""
        return el("p", self._say("keys"), cls="tk-small tk-soft tk-lesson-keys", data_controls=True)

    def _laying(self) -> Child:
        desk = self.desk
        if self.run.done:
            laid = read_lay(self.run.answers[self.step.id].removeprefix("lay "))
            return el("div", cards_html([*laid.spells, *laid.units], self.lang), cls="tk-lesson-laid")
        if self.step.cards:
            cards: Child = choice_html(desk.offered(), self.lang, desk.chosen, label=self._say("cards"))
        else:
            cards = picker_html(desk.seen(), desk.picks, self.lang)
        lay = button(self._say("lay"), "lay", cls="tk-button tk-main", shortcut="l")
        return [cards, self._keys(), el("div", lay, cls="tk-row")]

    def _options(self) -> Markup:
        step = self.step
        given = self.run.answers.get(step.id)
        if given is None and self.desk.run.slip and step.kind == "choose":
            tried = self.desk.run.slip[1]
        else:
            tried = ""
        truth = self.reply.truth if self.reply else ""
        made = [self._option(option, at, given, truth, tried) for at, option in enumerate(step.options)]
        ways = any(step.id in each.only for each in self.desk.lesson.steps)
        change = button(self._say("change"), "again", cls="tk-button tk-quiet") if given and ways else None
        group = el("div", made, cls="tk-options", role="group", aria_label=step.title[self.lang])
        return el("div", group, change, cls="tk-stack")

    def _option(self, option: Option, at: int, given: str | None, truth: str, tried: str) -> Markup:
        """One option; after the answer the right one says so, and a wrong answer is owned up to."""
        sign = {truth: ("✓", "right")} if truth else {}
        if truth and given and given != truth:
            sign[given] = ("✗", "wrong")
        if self.step.kind == "choose" and given and self.step.aim:
            sign[given] = ("✓", "right")
        if tried:
            sign[tried] = ("✗", "wrong")
        mark, name = sign.get(option.id, ("", ""))
        said = el("span", mark, " ", self._say(f"option_{name}"), cls="tk-option-sign") if mark else None
        lay = read_lay(option.cards) if option.cards else None
        drawn = cards_html([*lay.spells, *lay.units], self.lang, small=True) if lay else None
        words = el("span", option.text[self.lang])
        return button(
            [el("span", words, drawn, cls="tk-option-cards") if drawn else words, " ", said],
            "answer",
            option.id,
            cls=f"tk-button tk-option-{name}" if name else "tk-button",
            shortcut=None if given else LETTERS[at],
            disabled=given is not None,
            aria_pressed="true" if option.id == given else None,
        )

    # -- the answer

    def _reply(self) -> Reply | None:
        if self.step.kind == "look" and self.desk.pointed is not None:
            point = self.step.points[self.desk.pointed]
            return Reply(None, point.text, (), point.rule)
        return self.run.reply

    def _answered(self, reply: Reply) -> Markup:
        kind = {True: "right", False: "wrong", None: "plain"}[reply.right]
        mark = {True: "✓", False: "✗", None: ""}[reply.right]
        sign = el("b", mark, " ", self.desk.verdict(reply)) if mark else None
        text = self.desk.fill(reply.text)
        return el(
            "section",
            el("p", sign, " " if sign else None, text, data_sight=True) if text or sign else None,
            self._rulings(reply.rulings) if reply.rulings else None,
            self._rule(reply.rule) if reply.rule else None,
            cls=f"tk-reply tk-reply-{kind}",
            data_key=f"reply:{self.step.id}:{self.desk.pointed}:{reply.right}:{reply.rule}",
            aria_label=self._say("answer"),
        )

    def _waiting(self) -> Markup:
        """The place of the answer, so that nothing moves when it comes."""
        known = {"look": "waiting_look", "roll": "waiting_roll", "lay": "waiting_lay"}
        words = self._say(known.get(self.step.kind, "waiting"))
        return el("div", words, cls="tk-reply tk-reply-none tk-soft tk-small", data_controls=True)

    def _rulings(self, rulings: Sequence[Ruling | Refusal]) -> Markup:
        """What the rules engine says, every sentence with its rule."""
        items = []
        for at, ruling in enumerate(rulings):
            badge, rule = self._badge(ruling.rule, f"ruling {at}"), self._opened(f"ruling {at}")
            items.append(el("li", ruling.text(self.lang), " ", badge, rule))
        refused = all(isinstance(ruling, Refusal) for ruling in rulings)
        head = el("span", self._say("ruling" if refused else "happens"), cls="tk-label")
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
            open=self.desk.met.setdefault(name, self.step.id) == self.step.id,
            data_key=f"rule:{name}",
        )

    # -- the closing check

    def _check(self) -> Markup:
        """One question after the other, and what came of them."""
        return el(
            "article", self._head(), check_html(self.desk), self._moves(), cls="tk-lesson tk-lesson-check"
        )

    # -- the end

    def _learned(self) -> Child:
        items: dict[bool, list[Markup]] = {False: [], True: []}
        for at, each in enumerate(self.run.learned):
            badge, rule = self._badge(each.rule, f"learned {at}"), self._opened(f"learned {at}")
            missed = "tk-missed" if each.rule in self.run.missed else None
            items[each.later].append(el("li", el("span", each.text[self.lang]), " ", badge, rule, cls=missed))
        later = [el("h3", self._say("later"), cls="tk-label"), el("ul", items[True], cls="tk-list tk-later")]
        row = el("div", self._links(), button(self._say("restart"), "restart"), cls="tk-row tk-lesson-links")
        return [el("ul", items[False], cls="tk-list tk-learned"), later if items[True] else None, row]

    def _links(self) -> list[Child]:
        """Where else one can go from here; the next lesson is in the bar below."""
        lesson, links = self.desk.lesson, list[Child]()
        if not self.desk.site:
            return links
        if not self.desk.following:
            play = page_link("play", self.lang)
            links.append(el("a", self._say("play"), href=play, cls="tk-button tk-main"))
        if lesson.battle:
            lab = page_link("battle-lab", self.lang, battle=to_link(lesson.battle))
            links.append(el("a", self._say("lab"), href=lab, cls="tk-button"))
        practice = page_link("practice", self.lang, topic=lesson.topic)
        links.append(el("a", self._say("practice"), href=practice, cls="tk-button"))
        return links

    def _moves(self) -> Markup:
        last = self.run.place == len(self.run.steps) - 1
        name = self.step.id  # other buttons for another step: the focus moves to its title
        first = self.run.place == 0
        back = button(["‹ ", self._say("back")], "back", key=f"back:{name}", disabled=first, shortcut="u")
        asking, done = self.desk.asking, self.run.done
        if asking is not None:  # the closing check goes on by its questions
            done = asking.given is not None
            name += f":{len(self.run.checked)}" if done else ""
        forward = button(
            [self._say("check_next" if asking and done else "forward"), " ›"],
            "further" if asking else "forward",
            key=f"forward:{name}",
            cls="tk-button tk-main" if done else "tk-button",
            disabled=not done,
            shortcut="n",
        )
        if last and self.desk.following:
            forward = button(
                [self._say("next"), "\N{NO-BREAK SPACE}›"],
                "lesson",
                self.desk.following[0],
                key="next-lesson",
                aria_label=self._say("next_lesson", title=self.desk.following[1][self.lang]),
                cls="tk-button tk-main",
                shortcut="n",
            )
        both = [back] if last and not self.desk.following else [back, forward]
        return el("div", both, cls="tk-toolbar tk-lesson-moves", data_controls=True)
