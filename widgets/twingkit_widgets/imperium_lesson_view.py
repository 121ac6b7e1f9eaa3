"""A lesson on fleets on the screen: one question at a time, the answer with its rule, the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from twingkit.asking import Refusal
from twingkit.imperium.chances import odds
from twingkit.imperium.notation import Battle
from twingkit.imperium.questions import Assign, Throw
from twingkit.imperium.rules import rulebook
from twingkit.imperium.units import unit
from twingkit.links import to_link
from twingkit.rulebook import Ruling
from twingkit_widgets.fleet_scene import unit_name
from twingkit_widgets.frame import page_link
from twingkit_widgets.imperium_lesson import Option, Step
from twingkit_widgets.imperium_lesson_run import Reply, Run
from twingkit_widgets.imperium_lesson_table import fleet_table
from twingkit_widgets.imperium_lesson_things import lesson_say, several, share_bar, unit_card
from twingkit_widgets.lesson import Texts
from twingkit_widgets.markup import Child, Markup, button, el
from twingkit_widgets.rulings import rule_button, rule_html

LETTERS = "abcdefgh"
"""The keys of options, in order."""
MOST_WAYS = 12
"""Up to so many ways to assign hits are offered in a battle that the learner fights alone."""


class Desk(Protocol):
    """What a view needs to know beside the way through the lesson."""

    run: Run
    lang: str
    site: bool
    pointed: int | None
    opened: str
    opened_at: str
    following: tuple[str, Texts] | None


class FleetLessonView:
    """One rendering of an open lesson."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.run, self.lang = desk, desk.run, desk.lang
        self.step: Step = desk.run.step
        self.reply = self._reply()
        self.shares = self.run.shares()

    def html(self) -> Markup:
        """Where one is, the step with its answer, the table."""
        alone = self.step.kind == "end"
        beside = None if alone else self._answered(self.reply) if self.reply else self._waiting()
        cls = "tk-lesson-body tk-lesson-alone" if alone else "tk-lesson-body"
        body = el("div", self._step(), beside, cls=cls)
        table = None if alone or self.step.kind == "look" else self._table()
        return el("article", self._head(), body, self._moves(), table, cls="tk-lesson tk-fleet-lesson")

    def _say(self, key: str, **facts: object) -> str:
        return lesson_say(self.lang, key, **facts)

    def _fill(self, texts: Texts) -> str:
        return self.run.fill(texts, self.lang)

    def _table(self) -> Markup:
        whose = [self._say("side.you"), self._say("side.opponent")]
        cls = ["tk-lesson-table"]
        if self.step.kind in ("roll", "free") and self.run.given:
            cls.append("tk-fl-thrown")
        return el("div", fleet_table(self.run.scene(), self.lang, whose=whose), cls=" ".join(cls))

    # -- rules

    def _opened(self, place: str) -> Markup | None:
        """The open rule, if it was opened at that place."""
        book = rulebook()
        if self.desk.opened not in book or self.desk.opened_at != place:
            return None
        return rule_html(book[self.desk.opened], book, self.lang)

    def _badge(self, rule: str, place: str) -> Markup:
        """A rule's id that opens the rule at that place."""
        return rule_button(rule, self.lang, "told", key=f"told:{place}", value=f"{place}:{rule}")

    # -- the head

    def _head(self) -> Markup:
        place, count = self.run.place, len(self.run.steps)
        where = self._say("where", n=place + 1, of=count)
        signs = ["tk-dot tk-dot-done"] * place + ["tk-dot tk-dot-now"] + ["tk-dot"] * (count - place - 1)
        home = button(["‹ ", self._say("course")], "map", cls="tk-link tk-lesson-home", key="map")
        dots = [el("span", cls=sign) for sign in signs]
        return el(
            "header",
            el("p", home, " · ", el("span", self.run.lesson.title[self.lang]), cls="tk-label tk-fl-where"),
            el("div", dots, cls="tk-dots", role="img", aria_label=where),
            el("p", where, cls="tk-small tk-soft", aria_hidden="true"),
            cls="tk-lesson-head",
        )

    # -- the step

    def _step(self) -> Markup:
        """The open step. It looks the same before and after the answer, so that nothing moves away."""
        step = self.step
        over = step.after and self.run.done
        begun = step.kind == "free" and bool(self.run.given)  # from then on the room is for the answers
        said = () if begun else (step.after,) if over else step.text
        texts = [el("p", self._fill(text)) for text in said]
        goal = el("p", self._say("goal"), " ", self.run.lesson.goal[self.lang], cls="tk-soft tk-small")
        return el(
            "section",
            el("h2", step.title[self.lang], tabindex="-1", data_focus=True, data_top=True),
            goal if self.run.place == 0 else None,
            texts,
            self._doing(),
            cls="tk-lesson-step tk-fl-begun" if begun else "tk-lesson-step",
            data_key=f"step:{step.id}",
        )

    def _doing(self) -> Child:
        kind = self.step.kind
        if kind == "look":
            return self._points()
        if kind in ("predict", "choose"):
            return self._options()
        if kind == "roll":
            return self._rolling()
        if kind == "free":
            return self._free()
        return self._learned() if kind == "end" else None

    def _points(self) -> Markup:
        """The units to tap, each side by itself, as many as there are."""
        groups = []
        line = Battle.parse(self.run.lesson.table)
        for side, (name, force) in enumerate((("you", line.attacker), ("opponent", line.defender))):
            own = [(at, point) for at, point in enumerate(self.step.points) if point.side == side]
            if not own:
                continue
            counts = [force.count(point.unit) for _, point in own]
            items = [
                el(
                    "button",
                    several(point.unit, side, count, self.lang),
                    type="button",
                    cls=f"tk-card tk-choice tk-fl-unit tk-ff-{('attacker', 'defender')[side]}",
                    data_act="point",
                    data_value=at,
                    data_key=f"point:{at}",
                    aria_pressed="true" if at == self.desk.pointed else "false",
                )
                for (at, point), count in zip(own, counts, strict=True)
            ]
            label = self._say(f"side.{name}")
            row = el("div", items, cls="tk-cards", role="group", aria_label=label, data_roving=True)
            groups.append(el("div", el("p", label, cls="tk-label"), row, cls="tk-fl-side"))
        return el("div", groups, cls="tk-stack")

    def _rolling(self) -> Markup:
        """The button that lets the dice fall; it stays when it is pressed."""
        done, step = self.run.done, self.step
        named = step.button.get(self.lang) or self._say("throw")
        cls, key = "tk-button" if done else "tk-button tk-main", None if done else "r"
        return el("div", button(named, "answer", "roll", cls=cls, shortcut=key, disabled=done))

    def _options(self) -> Markup:
        truth = self.reply.truth if self.reply else ""
        made = [self._option(option, at, truth) for at, option in enumerate(self.step.options)]
        return el("div", made, cls="tk-options", role="group", aria_label=self.step.title[self.lang])

    def _option(self, option: Option, at: int, truth: str) -> Markup:
        """One option; after the answer the right one says so, a wrong answer is owned up to, and where
        options lead to odds, these stand below."""
        given, slip = self.run.given, self.run.slip
        sign = {truth: ("✓", "right")} if truth else {}
        if truth and given != truth:
            sign[given] = ("✗", "wrong")
        if self.step.kind == "choose" and given:
            sign[given] = ("✓", "right")
        if slip:
            sign[slip] = ("✗", "wrong")
        mark, name = sign.get(option.id, ("", ""))
        said = el("span", mark, " ", self._say(f"option_{name}"), cls="tk-option-sign") if mark else None
        share = self.shares.get(option.id)
        words = el("span", option.text[self.lang])
        if share:  # the sign beside the words: all bars are equally long
            bar = share_bar(share, self.lang, self._say("share"))
            inside: Child = el("span", el("span", words, " ", said), bar, cls="tk-fl-option")
        else:
            inside = [words, " ", said]
        return button(
            inside,
            "answer",
            option.id,
            cls=f"tk-button tk-option-{name}" if name else "tk-button",
            shortcut=None if given else LETTERS[at],
            disabled=bool(given),
            aria_pressed="true" if option.id == given else None,
        )

    # -- a battle alone

    def _free(self) -> Markup:
        """What is asked in the battle that the learner fights alone, and how to answer."""
        game = self.run.game()
        asked = game.question
        again = button(self._say("anew"), "anew", cls="tk-button tk-quiet") if self.run.given else None
        bring = len(game) if self.run.given else None  # what to do next comes into sight
        if asked is None:
            winner = game.result.winner
            key = "free.tie" if winner is None else "free.won" if winner == 0 else "free.lost"
            return el(
                "div", el("p", el("b", self._say(key))), again, cls="tk-stack tk-fl-next", data_bring=bring
            )
        if isinstance(asked, Throw):
            named = self._say(f"free.{asked.step}")
            ways: Child = button(named, "fight", "throw", cls="tk-button tk-main", shortcut="r")
            return el("div", el("div", ways, data_bring=bring, cls="tk-fl-next"), again, cls="tk-stack")
        texts = [asked.write(each) for each, _ in zip(asked.options(), range(MOST_WAYS), strict=False)]
        made = [
            button(self._way(text), "fight", text, shortcut=LETTERS[at] if at < len(LETTERS) else None)
            for at, text in enumerate(texts)
        ]
        named = self._say("free.assign" if isinstance(asked, Assign) else f"free.{asked.kind}")
        group = el("div", made, cls="tk-options", role="group", aria_label=named)
        asking = el("div", el("p", el("b", named)), group, data_bring=bring, cls="tk-stack tk-fl-next")
        return el("div", asking, again, cls="tk-stack")

    def _way(self, text: str) -> str:
        """An answer in plain words: what is lost and what is damaged."""
        if not text.startswith("assign "):
            return self._say(f"free.say_{text}")
        told = []
        for item in text.removeprefix("assign ").split(", "):
            words = item.split()
            count = int(words[0]) if words[0].isdecimal() else 1
            kind = unit(words[1] if words[0].isdecimal() else words[0])
            key = "way.damage" if words[-1] == "damage" else "way.lose"
            told.append(self._say(key, n=count, unit=unit_name(kind, self.lang, count)))
        return ", ".join(told)

    # -- the answer

    def _reply(self) -> Reply | None:
        if self.step.kind == "look" and self.desk.pointed is not None:
            point = self.step.points[self.desk.pointed]
            return Reply(None, point.text, (), point.rule)
        if self.step.kind == "free" and self.run.given:
            scene = self.run.scene()
            since = len(scene.game) - self._latest()
            rulings = [each for entry in scene.game.transcript[since:] for each in entry.rulings]
            return Reply(None, {}, tuple(rulings))
        return self.run.reply

    def _latest(self) -> int:
        """How many answers of the battle alone belong to what was done last: from the last throws on."""
        entries = self.run.game().transcript
        count = 0
        while count < len(entries) and not isinstance(entries[-1 - count].asked, Throw):
            count += 1
        while count < len(entries) and isinstance(entries[-1 - count].asked, Throw):
            count += 1
        return count

    def _answered(self, reply: Reply) -> Markup:
        kind = {True: "right", False: "wrong", None: "plain"}[reply.right]
        mark = {True: "✓", False: "✗", None: ""}[reply.right]
        verdict = self._verdict(reply)
        sign = el("b", mark, " ", verdict) if mark else None
        text = self._fill(reply.text)
        return el(
            "section",
            self._card(),
            el("p", sign, " " if sign else None, text, data_sight=True) if text or sign else None,
            self._compared(),
            self._rulings(reply.rulings) if reply.rulings else None,
            self._rule(reply.rule) if reply.rule else None,
            cls=f"tk-reply tk-reply-{kind}",
            data_key=f"reply:{self.step.id}:{self.desk.pointed}:{self.run.slip}:{self.run.given}",
            aria_label=self._say("answer"),
        )

    def _verdict(self, reply: Reply) -> str:
        if reply.right is None:
            return ""
        if reply.right:
            return self._say("right")
        refused = any(isinstance(each, Refusal) for each in reply.rulings)
        return self._say("refused" if refused else "other" if self.step.kind == "choose" else "wrong")

    def _waiting(self) -> Markup:
        """The place of the answer, so that nothing moves when it comes."""
        known = {"look": "waiting_look", "roll": "waiting_roll", "free": "waiting_free"}
        words = self._say(known.get(self.step.kind, "waiting"))
        return el("div", words, cls="tk-reply tk-reply-none tk-soft tk-small", data_controls=True)

    def _card(self) -> Markup | None:
        """The numbers of the unit that was tapped."""
        if self.step.kind != "look" or self.desk.pointed is None:
            return None
        point = self.step.points[self.desk.pointed]
        return unit_card(unit(point.unit), point.side, self.lang)

    def _compared(self) -> Markup | None:
        """Two battles whose odds are held against each other."""
        pair = self.run.compared()
        if pair is None:
            return None
        names = (self._say("compare.before"), self._say("compare.after"))
        label = self._say("share")
        rows = [
            el(
                "div",
                el("span", name, cls="tk-small"),
                share_bar(odds(line), self.lang, label, 1),
            )
            for name, line in zip(names, pair, strict=True)
        ]
        return el("div", rows, cls="tk-fl-compared")

    def _rulings(self, rulings: Sequence[Ruling | Refusal]) -> Markup:
        """What the rules say, every sentence with its rule."""
        items = []
        for at, ruling in enumerate(rulings):
            rule = self._opened(f"ruling {at}")
            badge = self._resting(self._badge(ruling.rule, f"ruling {at}"), rule)
            items.append(el("li", ruling.text(self.lang), " ", badge, rule))
        refused = all(isinstance(ruling, Refusal) for ruling in rulings)
        head = el("span", self._say("ruling" if refused else "happens"), cls="tk-label")
        return el("div", head, el("ul", items, cls="tk-list"), cls="tk-lesson-rulings")

    def _rule(self, name: str) -> Markup:
        """The rule of the answer; it opens below its own line."""
        opened = self._opened("reply")
        badge = self._resting(self._badge(name, "reply"), opened)
        told = el("p", self._say("rule", title=rulebook()[name].title(self.lang)), " ", badge, cls="tk-small")
        return el("div", told, opened, cls="tk-lesson-rule", data_key=f"rule:{name}")

    @staticmethod
    def _resting(badge: Markup, opened: Markup | None) -> Markup:
        """A rule's id as the place where the focus rests once its rule is closed, so that nothing jumps."""
        return el("span", badge, tabindex=None if opened else "-1", data_focus=None if opened else True)

    # -- the end

    def _learned(self) -> Child:
        items = []
        for at, each in enumerate(self.run.lesson.learned):
            rule = self._opened(f"learned {at}")
            badge = self._resting(self._badge(each.rule, f"learned {at}"), rule)
            items.append(el("li", el("span", self._fill(each.text)), " ", badge, rule))
        links = [self._lab("tk-button") if self.desk.following else None, self._book()]
        row = el("div", links, button(self._say("restart"), "restart"), cls="tk-row tk-lesson-links")
        return [el("ul", items, cls="tk-list tk-learned"), row]

    def _lab(self, cls: str) -> Markup | None:
        """The way to the lab with the battle that the learner has fought last."""
        if not self.desk.site:
            return None
        line = [step.table for step in self.run.steps if step.table] or [self.run.lesson.table]
        link = page_link("imperium-battle", self.lang, battle=to_link(line[-1]))
        return el("a", self._say("lab"), href=link, cls=cls)

    def _book(self) -> Markup | None:
        """The way to the rulebook of this game."""
        if not self.desk.site:
            return None
        link = page_link("imperium-rules", self.lang)
        return el("a", self._say("book"), href=link, cls="tk-button")

    def _moves(self) -> Markup:
        name = self.step.id  # other buttons for another step: the focus moves to its title
        first, last = self.run.place == 0, self.run.place == len(self.run.steps) - 1
        back = button(["‹ ", self._say("back")], "back", key=f"back:{name}", disabled=first, shortcut="u")
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
        else:
            fighting = self.step.kind == "free" and not self.run.game().over
            forward = button(
                [self._say("free.skip" if fighting else "forward"), " ›"],
                "forward",
                key=f"forward:{name}",
                cls="tk-button tk-main" if self.run.done and not fighting else "tk-button",
                disabled=not self.run.done,
                shortcut="n",
            )
        both = [back, self._lab("tk-button tk-main") if last and not self.desk.following else forward]
        return el("div", both, cls="tk-toolbar tk-lesson-moves", data_controls=True)
