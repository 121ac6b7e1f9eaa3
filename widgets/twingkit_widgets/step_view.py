"""The stepper as HTML: the story of the step, the table, the bar that goes on, odds, transcript, record."""

from __future__ import annotations

import attrs

from twingkit import Question, RecordError, Roll, twing
from twingkit.links import to_link
from twingkit.twing.cards import read_face
from twingkit.twing.commit import LayCards
from twingkit_widgets.battle_steps import PHASES, Said, StepFault, Steps, sentence
from twingkit_widgets.controls import named
from twingkit_widgets.die import face_name
from twingkit_widgets.markup import Child, Markup, button, el, join
from twingkit_widgets.odds_bar import odds_html
from twingkit_widgets.rulings import rule_button, rule_html
from twingkit_widgets.scene import scene_of
from twingkit_widgets.step_choices import choices_html, dice_html, object_name, target_name
from twingkit_widgets.table import table_html

KEYS = {"n": "next", "b, u": "back", "e": "end", "r": "reroll", "s": "restart", "?": "help"}
"""The keys of the stepper and what they do."""

SIGNS = {"back": "←", "end": "⇥", "reroll": "↻", "restart": "↶", "help": "?"}
"""What the small buttons show on a narrow screen, above their names."""


@attrs.frozen
class BadRecord:
    """A text that was taken for a record, and what is wrong with it."""

    text: str
    fault: RecordError | StepFault


@attrs.frozen
class StepView:
    """All that the stepper shows: the battle, and what a person has opened.

    `opened` is the id of the open rule (it stands below sentence number `opened_at`), `responses` which odds
    show ("none" or "best"), `why` the forbidden response that is explained, `keys` whether the help shows,
    `more` whether a narrow screen shows the less common buttons, `news` what the last step took away, `view`
    another number whenever the step on show shall come into sight, `pasted` a record that could not be read,
    `prefix` begins the ids of its elements.
    """

    steps: Steps
    lang: str
    opened: str = ""
    opened_at: int | None = None
    responses: str = "best"
    why: str = ""
    keys: bool = False
    more: bool = False
    news: str = ""
    view: int = 0
    pasted: BadRecord | None = None
    prefix: str = "tk"

    def html(self) -> Markup:
        """The whole stepper."""
        steps, lang = self.steps, self.lang
        asked = steps.game.question
        question = el("p", asked.text(lang) if asked else self._say("step.over"), cls="tk-asked")
        choices = choices_html(steps, lang, self.why, self.prefix)
        choose = el("div", question, choices, dice_html(steps, lang), cls="tk-stack", data_controls=True)
        main, others = self._happened()
        table = table_html(scene_of(steps.game), lang, act="rule")
        return el(
            "section",
            el(
                "div",
                el(
                    "div",
                    self._phases(),
                    main,
                    cls="tk-stepper-story",
                    data_key="story",
                    data_bring=self.view,
                ),
                el("div", table, cls="tk-stepper-table", data_key="table", data_bring=self.view),
                el("div", others, self._rule(None), choose, self._odds(), cls="tk-stepper-acts"),
                cls="tk-stepper-grid",
            ),
            self._controls(),
            self._transcript(),
            self._record(),
            cls="tk-stepper",
            aria_label=self._say("step.controls"),
        )

    def _say(self, key: str, role: str = "", **facts: object) -> str:
        return sentence(self.lang, key, role, **facts)

    # -- what happened

    def _phases(self) -> Markup:
        now = PHASES.index(self.steps.phase)
        items = [
            el(
                "li",
                self._say(f"phase.{phase}"),
                cls="tk-phase-done" if place < now else None,
                aria_current="step" if place == now else None,
            )
            for place, phase in enumerate(PHASES)
        ]
        return el("ol", items, cls="tk-list tk-phases", aria_label=self._say("phase.label"))

    def _happened(self) -> tuple[Markup, Markup | None]:
        """The step's rulings: the one that matters most in large letters, and the others in order."""
        main, others = self.steps.shown()
        news = el("p", self.news, cls="tk-note") if self.news else None
        if main is None:
            head = el("h3", self._say("step.start"), cls="tk-told-main")
            return el("div", news, head, el("p", self._say("step.start_how")), cls="tk-stack tk-tight"), None
        count = self._say("step.count", n=len(self.steps.game))
        head = el("p", f"{self._say('step.now')} · {count}", cls="tk-label")
        large = "tk-told tk-told-main tk-told-result" if self.steps.game.over else "tk-told tk-told-main"
        rest = [self._told(one, place, "tk-told") for place, one in enumerate(others, 1)]
        told = el("div", news, head, self._told(main, 0, large), cls="tk-stepper-told")
        return told, el("div", rest, cls="tk-stepper-told") if rest else None

    def _told(self, said: Said, place: int, cls: str) -> Markup:
        """One sentence, a button that opens its rule below it."""
        title = twing.rulebook()[said.rule].title(self.lang)
        rule = el("span", el("b", said.rule), " ", title, cls="tk-told-rule")
        sentence_button = button(
            [el("span", said.text(self.lang)), " ", rule],
            "told",
            f"{place}:{said.rule}",
            cls=cls,
            key=f"told:{place}",
            aria_expanded="true" if place == self.opened_at else "false",
        )
        return join(sentence_button, self._rule(place))

    def _rule(self, place: int | None) -> Markup | None:
        """The open rule, if this is where it stands: below a sentence, or (None) below the whole story."""
        book = twing.rulebook()
        if self.opened not in book or place != self.opened_at:
            return None
        rule = rule_html(book[self.opened], book, self.lang)
        return el("div", rule, cls="tk-stepper-rule", data_bring=self.opened, data_key=f"rule:{self.opened}")

    # -- going on

    def _controls(self) -> Markup:
        """The buttons that go through the battle; on a narrow screen `more` shows all of them."""
        steps = self.steps
        over, begun = steps.game.over, len(steps.game) > 0
        label = [
            el("span", self._say("step.next"), cls="tk-next-word"),
            el("span", self._coming(steps.game.question), cls="tk-next-what"),
        ]
        cls = "tk-button tk-main tk-next"
        main = button(label, "next", key="next", shortcut="n", cls=cls, disabled=over, data_focus=True)
        rare = [
            self._small("end", "e", disabled=over),
            self._small("reroll", "r", disabled=not steps.rolls(), title=self._say("step.reroll_what")),
            self._small("restart", "s", disabled=not begun),
            self._help_button(),
        ]
        more = button(
            [el("span", "⋯", cls="tk-sign", aria_hidden="true"), el("span", self._say("step.more"))],
            "more",
            key="more",
            cls="tk-button tk-more",
            aria_expanded=str(self.more).lower(),
        )
        buttons = [
            self._small("back", "b", disabled=not begun),
            main,
            el("div", rare, cls="tk-stepper-rare"),
            more,
            el("button", type="button", hidden=True, data_act="back", data_shortcut="u", data_key="back:u"),
        ]
        name = self._say("step.controls")
        group = el("div", buttons, cls="tk-stepper-buttons", role="group", aria_label=name)
        cls = "tk-stepper-controls tk-stepper-all" if self.more else "tk-stepper-controls"
        return el("div", self._keys(), group, cls=cls, data_controls=True, data_key="controls")

    def _small(self, name: str, key: str, disabled: bool = False, title: str | None = None) -> Markup:
        return button(self._label(name), name, key=name, shortcut=key, disabled=disabled, title=title)

    def _label(self, name: str) -> list[Child]:
        sign = el("span", SIGNS[name], cls="tk-sign", aria_hidden="true")
        return [sign, el("span", self._say(f"step.{name}"))]

    def _help_button(self) -> Markup:
        """What opens the help. While it is open its key is with the button that closes it: so the focus goes
        there, and comes back."""
        key = "help:open" if self.keys else "help"
        state = str(self.keys).lower()
        return button(self._label("help"), "help", key=key, shortcut="?", aria_expanded=state)

    def _coming(self, asked: Question | None) -> str:
        """What the big button does next."""
        steps = self.steps
        answer = steps.suggestion
        if asked is None:
            return self._say("next.over")
        role = steps.game.start.seat(asked.player)
        if isinstance(asked, Roll):
            face = read_face(answer.removeprefix("roll ")) if answer else None
            if face is None:
                return self._say("next.roll", role)
            return self._say("next.rolled", role, face=face_name(face, self.lang))
        assert answer is not None
        if isinstance(asked, LayCards) and not isinstance(lay := asked.read(answer), str):
            key = "next.shield" if lay.shield else "next.lay" if lay.spells else "next.nothing"
            return self._say(key, role)
        told = self._coming_response(answer, role)
        return self._say("next.best", told=told) if steps.plays_best else told

    def _coming_response(self, answer: str, role: str) -> str:
        name, _, target = answer.partition(" ")
        if name == "trap":
            return self._say("next.trap", role, card=target_name(self.steps, target, self.lang))
        if name == "miromon":
            whose = twing.rulebook().words.name(target, self.lang, "gen")
            return self._say("next.miromon", role, whose=whose)
        if name in twing.OBJECTS:
            return self._say("next.object", role, object=object_name(name, self.lang))
        return self._say(f"next.{name}", role)

    def _keys(self) -> Markup | None:
        if not self.keys:
            return None
        rows = [(key, self._say(f"help.{name}")) for key, name in KEYS.items()]
        rows.append((self._say("help.arrow_keys"), self._say("help.arrows")))
        close = button(
            "×",
            "help",
            cls="tk-icon-button",
            key="help",
            shortcut="Escape",
            aria_label=self._say("step.close_help"),
        )
        return el(
            "section",
            el("header", el("h3", self._say("step.help")), close),
            el("p", self._say("help.what")),
            el("h4", self._say("help.title"), cls="tk-label"),
            el("dl", [join(el("dt", el("kbd", key)), el("dd", text)) for key, text in rows], cls="tk-keys"),
            el("p", self._say("help.where"), cls="tk-small tk-soft"),
            cls="tk-stepper-help",
            aria_label=self._say("step.help"),
            data_key="keys",
        )

    # -- odds, transcript, record

    def _odds(self) -> Markup | None:
        if self.steps.game.over:
            return None
        title = self._say("odds.now")
        switch = [
            button(
                self._say(f"odds.{each}"),
                "responses",
                each,
                aria_pressed="true" if each == self.responses else "false",
            )
            for each in ("none", "best")
        ]
        return el(
            "section",
            el("h3", title),
            el("div", switch, cls="tk-row", role="group", aria_label=title, data_controls=True),
            self._odds_shown(),
            cls="tk-box tk-stack tk-tight",
            data_key="odds",
        )

    def _odds_shown(self) -> Markup:
        notes: list[Child] = []
        shown = self.responses
        try:
            odds = self.steps.odds(shown)
        except twing.BudgetError as fault:
            shown, odds = "none", self.steps.odds("none")
            notes.append(el("p", fault.text(self.lang), cls="tk-note"))
        assert odds is not None
        rule = rule_button("TW-ODDS-1" if shown == "none" else "TW-ODDS-2", self.lang, "rule")
        notes.append(el("p", self._say(f"odds.{shown}_means"), " ", rule, cls="tk-small"))
        notes.append(odds_html(odds, self.lang))
        return join(notes)

    def _transcript(self) -> Markup:
        entries = [self._entry(place) for place in range(1, len(self.steps.game) + 1)]
        listed = el("ol", entries, cls="tk-list tk-transcript")
        body = listed if entries else el("p", self._say("transcript.empty"))
        return el("details", el("summary", self._say("transcript.title")), body, data_key="transcript")

    def _entry(self, place: int) -> Markup:
        """Answer number `place` (from 1) with what it brought about; its number leads back there."""
        go = button(
            str(place),
            "goto",
            place,
            cls="tk-icon-button tk-number",
            aria_label=self._say("transcript.go", n=place),
            aria_current="step" if place == len(self.steps.game) else None,
        )
        told = [
            el("p", one.text(self.lang), " ", rule_button(one.rule, self.lang))
            for one in self.steps.story(place - 1, place)
        ]
        return el("li", go, el("div", told))

    def _record(self) -> Markup:
        record = self.steps.game.record
        link = f"?battle={to_link(str(self.steps.battle))}"
        text = named(
            "textarea",
            "record",
            self.pasted.text if self.pasted else record,
            cls="tk-field tk-code",
            rows=min(14, record.count("\n") + 1),
            spellcheck="false",
            aria_label=self._say("record.text"),
            data_key="record",
        )
        use = el(
            "button",
            self._say("record.use"),
            type="submit",
            cls="tk-button",
            data_key="record:use",
            data_controls=True,
        )
        fault = el("div", el("p", self.pasted.fault.text(self.lang)), cls="tk-alert") if self.pasted else None
        form_cls = "tk-stack tk-tight tk-stepper-record"
        return el(
            "details",
            el("summary", self._say("record.title")),
            el(
                "div",
                el("p", self._say("record.text"), cls="tk-label"),
                el("form", text, fault, use, data_act="record", cls=form_cls, data_key="record:form"),
                el("p", self._say("record.link"), cls="tk-label"),
                el("p", el("a", link, href=link, cls="tk-code")),
                cls="tk-stack tk-tight",
            ),
            data_key="record-and-link",
        )
