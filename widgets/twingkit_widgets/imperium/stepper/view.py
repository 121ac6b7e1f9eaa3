"""The stepper of fleets as HTML: the story of the step, the field with the dice, and what can be decided."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit import Question, RecordError
from twingkit.core.links import link_value, pack
from twingkit.core.rulebook import Rulebook
from twingkit.imperium.battle.exact_odds.steps_walk import WalkError
from twingkit.imperium.battle.notation.battle_line import ROLES
from twingkit.imperium.battle.rules.losses.capacity import Remove
from twingkit.imperium.battle.rules.questions import Assign, Play, Retreat, Throw
from twingkit.imperium.battle.rules.target import Target
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.odds.odds import Odds
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.imperium.stepper.choices import Choices, answer_label
from twingkit_widgets.imperium.stepper.choosing import NOTHING, Chosen
from twingkit_widgets.imperium.stepper.field import Field
from twingkit_widgets.imperium.stepper.game import FleetGame
from twingkit_widgets.imperium.stepper.game_steps import Said, StepFault
from twingkit_widgets.imperium.stepper.losses import Losses
from twingkit_widgets.imperium.stepper.words import step_say
from twingkit_widgets.lab.verdict import bar_html, share_texts
from twingkit_widgets.panel.address.addresses import page_link
from twingkit_widgets.panel.controls import named, rule_button
from twingkit_widgets.panel.keys import CLOSE, GO_ON, HELP, UNDO
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.panel import up_to_button
from twingkit_widgets.read.rulebook.rulings import rule_html

PAGE = "imperium-battle"
"""The page of a site that shows a battle."""

ODDS_RULE = "IM-ODDS-1"
"""The rule that says what the odds are."""


@attrs.frozen
class BadRecord:
    """A text that was taken for a record, and what is wrong with it; `kept` if nobody has just pasted it."""

    text: str
    fault: RecordError | StepFault
    kept: bool = False


@attrs.frozen
class Rare:
    """One of the less common buttons: its action, its key, the sign for it on a narrow screen,
    whether there is nothing for it to do, and what it says when someone points at it."""

    name: str
    key: str
    sign: str
    disabled: bool = False
    title: str | None = None


@attrs.frozen(kw_only=True)
class FleetStepView:
    """All that the stepper shows: the battle, and what a person has opened.

    `opened` is the id of the open rule (shown below sentence number `opened_at`; `came_from` is the one
    that pointed at it), `keys` whether the help shows, `more` whether a narrow screen shows the less common
    buttons, `news` what the last step took away, `keeps_dice` whether dice that it took back will fall again,
    `view` another number whenever the step on show shall come into sight, `pasted` a record that could not be
    read, `prefix` begins the ids of its elements.

    `chosen` is what someone is choosing, `lead` a sentence to begin with, `dropped` whether a battle that was
    played can be had back, `site` whether the page has a link to what it shows.
    """

    steps: FleetGame
    lang: str
    opened: str = ""
    opened_at: int | None = None
    came_from: str = ""
    keys: bool = False
    more: bool = False
    news: str = ""
    keeps_dice: bool = False
    view: int = 0
    pasted: BadRecord | None = None
    prefix: str = "tk"
    chosen: Chosen = NOTHING
    lead: str = ""
    dropped: bool = False
    site: bool = False

    def html(self) -> Markup:
        """The whole stepper."""
        main, others = self.happened()
        story = el("div", self.above(), main, cls="tk-stepper-story", data_key="story", data_bring=self.view)
        choose = el("div", self.choosing(), cls="tk-stack", data_controls=True)
        acts = el("div", others, self.rule(None), choose, cls="tk-stepper-acts")
        return el(
            "section",
            self.first(),
            el("div", story, self.table(), acts, cls="tk-stepper-grid tk-fleet-stepper-grid"),
            self.controls(),
            self.transcript(),
            self.record(),
            cls="tk-stepper tk-fleet-stepper",
            aria_label=self.say("step.controls"),
        )

    @property
    def book(self) -> Rulebook:
        """The rules that the sentences cite."""
        return self.steps.game.start.rulebook()

    def first(self) -> Child:
        """The sentence to begin with."""
        return el("p", self.lead, cls="tk-note") if self.lead else None

    def above(self) -> Child:
        """The stage of the battle, and the way back to the one played before."""
        return [self._stages(), self._bring_back()]

    def table(self) -> Markup:
        """Both fleets with their dice, and the odds from here."""
        field = Field(self.steps, self.lang, self.chosen.die).html()
        fleets = el("div", field, cls="tk-stepper-table", data_key="table", data_bring=self.view)
        return el("div", fleets, self._odds(), cls="tk-fleet-stepper-right")

    def choosing(self) -> Child:
        """The question, and how it is decided; that of a retreat has a title."""
        question = None if isinstance(self.steps.game.question, Retreat) else self.asked()
        asked, chosen = self.steps.game.question, self.chosen
        choices = Choices(asked, self.lang, chosen.losses, chosen.dice, self.prefix).html()
        return [self.tried(), question, choices]

    def news_html(self) -> Markup | None:
        """Return what the last step took away; where it keeps dice, the way to others. That the fleets have
        changed stands with the way back."""
        if self.dropped:
            return None
        if not self.keeps_dice:
            return el("p", self.news, cls="tk-note")
        other = button(self.say("step.throw_anew"), "anew", key="anew", cls="tk-button")
        return el("div", el("p", self.news), other, cls="tk-note tk-stack tk-tight", data_key="kept-dice")

    def say(self, key: str, role: str = "", **facts: object) -> str:
        """A sentence of this stepper, or the one that all share."""
        return step_say(key, role, **facts)

    def rare(self) -> list[Rare]:
        """A whole round, to the end, the last dice again, and back to the beginning."""
        steps = self.steps
        over = steps.game.over
        return [
            Rare("round", "o", "↠", over, self.say("step.round_what")),
            Rare("end", "e", "⇥", over),
            Rare("reroll", "r", "↻", not steps.rolled, self.say("step.reroll_what")),
            Rare("restart", "s", "↶", not len(steps.game)),
        ]

    def link(self) -> str:
        """The relative address of the present state of this battle."""
        game = {"game": pack(self.steps.game.record)} if len(self.steps.game) else {}
        return page_link(PAGE, battle=link_value(str(self.steps.line)), view="steps", **game)

    def link_html(self) -> Markup:
        """The link to the battle, to follow and to copy; on a site its page knows the whole address."""
        if not self.site:
            link = self.link()
            copy = self.copy_button(self.say("record.copy_link"), link, "record:link")
            return el("div", el("p", el("a", link, href=link, cls="tk-code")), copy, cls="tk-stack tk-tight")
        return el(
            "button",
            self.say("record.copy_link"),
            type="button",
            cls="tk-button",
            data_link=True,
            data_copied=self.say("record.copied"),
            data_by_hand=self.say("record.by_hand"),
            data_key="record:link",
            data_controls=True,
        )

    def _bring_back(self) -> Markup | None:
        """The note that the fleets have changed, with the way back to the battle played before."""
        if not self.dropped:
            return None
        back = button(self.say("step.bring_back"), "bring_back", key="bring_back")
        row = el("div", back, data_controls=True)
        return el("div", el("p", self.news), row, cls="tk-note tk-stack tk-tight", data_key="dropped")

    # -- the state of the battle, and what happened

    def _stages(self) -> Markup:
        stage = self.steps.stage
        if not stage.now:
            n = stage.round
            count = "none" if not n else "one" if n == 1 else "many"
            title = self.say("stage.over")
            return el(
                "p",
                el("b", title),
                " ",
                el("span", self.say(f"stage.rounds_{count}", n=n), cls="tk-soft"),
                cls="tk-step-round",
            )
        title = self.say("stage.round", n=stage.round) if stage.round else self.say("stage.before")
        index = stage.stages.index(stage.now)
        listed = self.stages(stage.stages, index, "stage")
        return el("div", el("p", el("b", title), cls="tk-step-round"), listed, cls="tk-stack tk-tight")

    def start(self) -> Child:
        """Return what to know before the first step: how a battle goes, and the notes on this one."""
        ground = "_ground" if self.steps.table.fight.kind == "ground" else ""
        notes = self.steps.opening()
        listed = [self.told(note, index, "tk-told") for index, note in enumerate(notes)]
        title = self.say("step.noted_one" if len(notes) == 1 else "step.noted_many", n=len(notes))
        label = (
            el(
                "details",
                el("summary", title),
                el("div", listed, cls="tk-stepper-told"),
                open=True if self.opened_at is not None else None,
                data_key="notes",
            )
            if notes
            else None
        )
        return [
            el("h3", self.say(f"step.start{ground}"), cls="tk-told-main"),
            el("p", self.say(f"step.start_how{ground}")),
            label,
        ]

    # -- going on

    def coming(self, question: Question | None) -> str:
        """Return what the big button does next."""
        if question is None:
            return self.say("next.over")
        role = ROLES[question.player]
        answer = self.steps.suggestion
        if isinstance(question, Throw):
            throws = self._throws(question, role)
            return self.say("next.rolled", told=throws) if answer else throws
        if isinstance(question, Assign):
            losses = self.chosen.losses or Losses.of(question.read(answer or ""))
            if question.refusal(losses.answer(question)):
                return self.say("next.assign_not")
            return self.say("next.assign", role, losses=losses.text(question.ways.roster))
        if isinstance(question, Play):
            return self.say(
                f"next.{(answer or '').split()[0]}",
                role,
                effect=rulebook()[question.use.effect.rule].title(),
            )
        if isinstance(question, Target):
            units = self.steps.table.rosters[question.index].units
            return self.say("next.target", role, unit=unit_name(units[question.read(answer or "")]))
        if isinstance(question, Remove):
            return self.say("next.remove", role, units=answer_label(question, answer or ""))
        assert isinstance(question, Retreat)
        return self.say("next.retreat", role) if answer == "retreat" else self.say("next.stay")

    def _throws(self, question: Throw, role: str) -> str:
        n = question.volley.count
        suffix = "_one" if n == 1 else ""
        if question.step == "combat":
            return self.say(f"next.throw{suffix}", role, n=n)
        return self.say(f"next.for{suffix}", role, n=n, step=Field(self.steps, self.lang).name(question.step))

    # -- odds

    def _odds(self) -> Markup | None:
        title = self.say("odds.title")
        try:
            odds = self.steps.odds()
        except WalkError as fault:
            parts = [el("p", fault.text(), cls="tk-small")]
        else:
            if odds is None:
                return None
            rule = rule_button(ODDS_RULE, "rule", key="odds:rule")
            means = el("p", self.say("odds.means"), " ", rule, cls="tk-small")
            parts = [self._shares(odds), bar_html(odds, title), means]
        return el(
            "section",
            el("h3", title, cls="tk-label"),
            parts,
            cls="tk-fleet-stepper-odds",
            data_key="odds",
        )

    def _shares(self, odds: Odds) -> Markup:
        """Return the present chances of a win, a tie and a loss of the attacker."""
        names = {"win": ROLES[0], "tie": "nobody", "loss": ROLES[1]}
        shares = share_texts(odds)
        parts = [
            el(
                "span",
                el("b", shares[part], cls="tk-number"),
                " ",
                self.say(f"odds.{name}"),
            )
            for part, name in names.items()
        ]
        return el("p", parts, cls="tk-step-shares")

    # -- the present state, and what happened

    def stages(self, names: Sequence[str], current: int, kind: str) -> Markup:
        """The stages that a battle goes through, `current` the present one: the sentences `kind`.name, and
        `kind`.label for the whole row."""
        items = [
            el(
                "li",
                self.say(f"{kind}.{name}"),
                cls="tk-phase-done" if index < current else None,
                aria_current="step" if index == current else None,
            )
            for index, name in enumerate(names)
        ]
        return el("ol", items, cls="tk-list tk-phases", aria_label=self.say(f"{kind}.label"))

    def asked(self) -> Markup:
        """The question in its own words."""
        pending = self.steps.game.question
        return el("p", pending.text() if pending else self.say("step.over"), cls="tk-asked")

    def happened(self) -> tuple[Markup, Markup | None]:
        """The step's rulings: the one that matters most in large letters, and the others in order."""
        main, others = self.steps.shown()
        news = self.bad_record() if self.pasted and self.pasted.kept else None
        news = join(news, self.news_html()) if self.news else news
        if main is None:
            return el("div", news, self.start(), cls="tk-stack tk-tight"), None
        count = self.say("step.count", n=len(self.steps.stops))
        head = el("p", f"{self.say('step.now')} · {count}", cls="tk-label")
        large = "tk-told tk-told-main tk-told-result" if self.steps.game.over else "tk-told tk-told-main"
        further = [self.told(sentence, index, "tk-told") for index, sentence in enumerate(others, 1)]
        first = el("div", news, head, self.told(main, 0, large), cls="tk-stepper-told")
        return first, el("div", further, cls="tk-stepper-told") if further else None

    def told(self, said: Said, place: int, cls: str) -> Markup:
        """One sentence, a button that opens its rule below it."""
        title = self.book[said.rule].title()
        rule = el("span", el("b", said.rule), " ", title, cls="tk-told-rule")
        sentence_button = button(
            [el("span", said.text()), " ", rule],
            "told",
            f"{place}:{said.rule}",
            cls=cls,
            key=f"told:{place}",
            aria_expanded="true" if place == self.opened_at else "false",
        )
        return join(sentence_button, self.rule(place))

    def rule(self, place: int | None) -> Markup | None:
        """The open rule, if this is its place: below a sentence, or (None) below the whole story."""
        book = self.book
        if self.opened not in book or place != self.opened_at:
            return None
        back = None
        if self.came_from in book:
            title = book[self.came_from].title()
            label = self.say("step.rule_back", rule=self.came_from, title=title)
            back = button(["← ", label], "rule", self.came_from, cls="tk-button tk-quiet", key="rule:back")
        rule_part = rule_html(book[self.opened], book)
        key = f"rule:{self.opened}"
        return el("div", back, rule_part, cls="tk-stepper-rule", data_bring=self.opened, data_key=key)

    # -- going on

    def controls(self) -> Markup:
        """The buttons that go through the battle; on a narrow screen `more` shows all of them."""
        steps = self.steps
        over, begun = steps.game.over, len(steps.game) > 0
        label = [
            el("span", self.say("step.next"), cls="tk-next-word"),
            el("span", self.coming(steps.game.question), cls="tk-next-what"),
        ]
        cls = "tk-button tk-main tk-next"
        main = button(label, "next", key="next", shortcut=GO_ON, cls=cls, disabled=over, data_focus=True)
        more = button(
            [el("span", "⋯", cls="tk-sign", aria_hidden="true"), el("span", self.say("step.more"))],
            "rare",
            key="more",
            cls="tk-button tk-more",
            aria_expanded=str(self.more).lower(),
        )
        buttons = [
            self.small(Rare("back", UNDO, "←", not begun)),
            main,
            el("div", [self.small(rare) for rare in self.rare()], self._help_button(), cls="tk-stepper-rare"),
            more,
        ]
        name = self.say("step.controls")
        group = el("div", buttons, cls="tk-stepper-buttons", role="group", aria_label=name)
        cls = "tk-stepper-controls tk-stepper-all" if self.more else "tk-stepper-controls"
        keys = self._keys()
        return el("div", keys, group, cls=cls, data_foot=True, data_controls=True, data_key="controls")

    def small(self, rare: Rare) -> Markup:
        """One of the smaller buttons, with its sign and its name."""
        return button(
            self._label(rare.name, rare.sign),
            rare.name,
            key=rare.name,
            shortcut=rare.key,
            disabled=rare.disabled,
            title=rare.title,
        )

    def _label(self, name: str, sign: str) -> list[Child]:
        sign_part = el("span", sign, cls="tk-sign", aria_hidden="true")
        return [sign_part, el("span", self.say(f"step.{name}"))]

    def _help_button(self) -> Markup:
        """The button that opens the help. While the help is open its key is with the button that closes it,
        so that the focus goes there and comes back."""
        key = "help:open" if self.keys else "help"
        state = str(self.keys).lower()
        return button(self._label("help", "?"), "help", key=key, shortcut=HELP, aria_expanded=state)

    def _keys(self) -> Markup | None:
        if not self.keys:
            return None
        keys = {GO_ON: "next", UNDO: "back", **{rare.key: rare.name for rare in self.rare()}, HELP: "help"}
        rows = [(key, self.say(f"help.{name}")) for key, name in keys.items()]
        rows.append((self.say("help.arrow_keys"), self.say("help.arrows")))
        close = button(
            "×",
            "help",
            cls="tk-icon-button",
            key="help",
            shortcut=CLOSE,
            aria_label=self.say("step.close_help"),
        )
        return el(
            "section",
            el("header", el("h3", self.say("step.help")), close),
            el("p", self.say("help.what")),
            el("h4", self.say("help.title"), cls="tk-label"),
            el("dl", [join(el("dt", el("kbd", key)), el("dd", text)) for key, text in rows], cls="tk-keys"),
            el("p", self.say("help.where"), cls="tk-small tk-soft"),
            cls="tk-stepper-help",
            aria_label=self.say("step.help"),
            data_key="keys",
        )

    # -- trying out, transcript, record

    def tried(self) -> Markup | None:
        """While someone tries things out: that it is so, and the way back to how it really went."""
        if self.steps.really is None:
            return None
        back = button(self.say("dice.return"), "really", key="really")
        return el("div", el("p", self.say("dice.tried")), back, cls="tk-note tk-stack tk-tight")

    def transcript(self) -> Markup:
        """The record of everything that happened; the number of a step leads back to where it was done."""
        stops = self.steps.stops
        entries = [
            self._entry(number, before, stop)
            for number, (before, stop) in enumerate(zip((0, *stops), stops, strict=False), 1)
        ]
        listed = el("ol", entries, cls="tk-list tk-transcript")
        body = listed if entries else el("p", self.say("transcript.empty"))
        return el("details", el("summary", self.say("transcript.title")), body, data_key="transcript")

    def _entry(self, number: int, before: int, stop: int) -> Markup:
        """Step number `number` (from 1) with what its answers, from `before` to `stop`, caused; its
        number leads back there."""
        go = button(
            str(number),
            "goto",
            stop,
            cls="tk-icon-button tk-number",
            aria_label=self.say("transcript.go", n=number),
            aria_current="step" if stop == len(self.steps.game) else None,
        )
        sentences = [
            el("p", sentence.text(), " ", rule_button(sentence.rule))
            for sentence in self.steps.story(before, stop)
        ]
        return el("li", go, el("div", sentences))

    def record(self) -> Markup | None:
        """The record to copy and to paste, and the link to the battle."""
        record = self.steps.game.record
        text = named(
            "textarea",
            "record",
            self.pasted.text if self.pasted and not self.pasted.kept else record,
            cls="tk-field tk-code",
            rows=min(14, record.count("\n") + 1),
            spellcheck="false",
            aria_label=self.say("record.text"),
            data_key="record",
        )
        use = el(
            "button",
            self.say("record.use"),
            type="submit",
            cls="tk-button",
            data_key="record:use",
            data_controls=True,
        )
        copy = self.copy_button(self.say("record.copy"), record, "record:copy")
        both = el("div", copy, use, cls="tk-row")
        fault = self.bad_record() if self.pasted and not self.pasted.kept else None
        form_cls = "tk-stack tk-tight tk-stepper-record"
        return el(
            "details",
            el("summary", self.say("record.title")),
            el(
                "div",
                el("p", self.say("record.text"), cls="tk-label"),
                el("form", text, fault, both, data_act="record", cls=form_cls, data_key="record:form"),
                el("p", self.say("record.link"), cls="tk-label"),
                self.link_html(),
                cls="tk-stack tk-tight",
            ),
            data_key="record-and-link",
        )

    def bad_record(self) -> Markup | None:
        """Return what is wrong with a record, and the way to the game up to there."""
        if self.pasted is None:
            return None
        text, offer = self.pasted.fault.text(), up_to_button(self.pasted.fault)
        role = "alert" if self.pasted.kept else None
        return el("div", el("div", el("p", text), offer), cls="tk-alert", role=role, data_key="bad-record")

    def copy_button(self, name: str, text: str, key: str) -> Markup:
        """Return a button that copies a text and confirms it."""
        return el(
            "button",
            name,
            type="button",
            cls="tk-button",
            data_copy=text,
            data_copied=self.say("record.copied"),
            data_key=key,
            data_controls=True,
        )
