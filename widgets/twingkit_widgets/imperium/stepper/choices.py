"""A question of a battle of fleets as HTML: losses, effects, targets, a retreat, own dice."""

from __future__ import annotations

import attrs

from twingkit.core.asking import AnswerT, Question
from twingkit.imperium.battle.notation.battle_line import ROLES
from twingkit.imperium.battle.rules.fire import ALL, NONE, Fire
from twingkit.imperium.battle.rules.losses.capacity import Remove
from twingkit.imperium.battle.rules.questions import Assign, Decision, Play, Retreat, Throw
from twingkit.imperium.battle.rules.target import Target
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.imperium.stepper.losses import Losses
from twingkit_widgets.imperium.stepper.words import WORDS, step_say
from twingkit_widgets.panel.controls import named, rule_button
from twingkit_widgets.panel.house_words import with_us_words
from twingkit_widgets.panel.keys import ANSWER, NOTHING, answer_key
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import capital
from twingkit_widgets.table.play.choices import choice_row


@attrs.frozen
class BadDice:
    """The text typed for dice, and its fault."""

    text: str
    fault: Exception

    def why(self) -> str:
        """Return what is wrong, for a person."""
        text: str = self.fault.text() if hasattr(self.fault, "text") else str(self.fault)
        return text


def answer_label(question: Question, answer: str) -> str:
    """The units of an answer: the kind that is chosen, or those of a part that fires or is removed, counted;
    "" for all other answers."""
    if isinstance(question, Target):
        units = question.table.rosters[question.index].units
        return capital(unit_name(units[question.read(answer)]))
    if isinstance(question, Remove):
        return capital(rulebook().words.label(question.units(question.read(answer))))
    if not isinstance(question, Fire) or answer in (ALL, NONE):
        return ""
    words, counts = rulebook().words, question.counts(answer)
    named = [(n, words.label(group.key)) for group in question.guns if (n := counts.get(group.name))]
    return ", ".join(f"{n} × {name}" for n, name in named)


@attrs.frozen
class Choices:
    """The decision that a `question` of a battle asks for.

    `losses` are those that someone is choosing, `typed` dice that could not be read, `prefix` begins the ids
    of its elements, `losing` is what stands above the losses ("": how the stepper says it; with words of its
    own a page also says itself how many hits are taken).
    """

    question: Question | None
    lang: str
    losses: Losses | None = None
    typed: BadDice | None = None
    prefix: str = "tk"
    losing: str = ""

    def html(self) -> Markup | None:
        """Return what can be chosen; None at the end."""
        question = self.question
        if isinstance(question, Throw):
            return self._dice(question)
        if isinstance(question, Assign):
            return self._assign(question)
        if isinstance(question, Retreat):
            return self._retreat(question)
        if isinstance(question, Play):
            return self._play(question)
        return self._decision(question) if isinstance(question, Target | Remove) else None

    def _say(self, key: str, role: str = "", **facts: object) -> str:
        return step_say(key, role, **facts)

    def _group(self, title: str, *content: Child, key: str) -> Markup:
        return el("div", el("h4", title, cls="tk-label"), content, cls="tk-stack tk-tight", data_key=key)

    def _row(self, title: str, buttons: list[Markup]) -> Markup:
        return choice_row([el("li", choice) for choice in buttons], title)

    def _stated(self) -> Markup:
        """The sign of what the odds do."""
        return el("span", WORDS.say("choice.stated"), cls="tk-chip tk-best")

    # -- typed dice

    def _dice(self, question: Throw) -> Markup:
        words = rulebook().words
        order = ", ".join(f"{group.count} × {words.label(group.unit)}" for group in question.volley.dice)
        own = f"{self.prefix}-dice"
        field = named(
            "input",
            "dice",
            cls="tk-field tk-number",
            id=own,
            type="text",
            inputmode="numeric",
            autocomplete="off",
            value=self.typed.text if self.typed else "",
            placeholder=" ".join(["7", "3", "10", "5", "9", "2"][: min(6, question.volley.count)]),
            aria_invalid="true" if self.typed else None,
            aria_describedby=f"{own}-why" if self.typed else None,
            data_key="dice:typed",
        )
        use = el("button", self._say("dice.type_use"), type="submit", cls="tk-button", data_key="dice:use")
        why = (
            el(
                "p",
                self.typed.why(),
                cls="tk-note",
                id=f"{own}-why",
                role="alert",
                data_bring=self.typed.text,
            )
            if self.typed
            else None
        )
        return el(
            "details",
            el("summary", self._say("dice.type_title")),
            el(
                "form",
                el("label", self._say("dice.type", order=order), for_=own, cls="tk-small"),
                el("div", field, use, cls="tk-step-type"),
                why,
                data_act="dice",
                cls="tk-stack tk-tight",
                data_key="dice:form",
            ),
            open=True if self.typed else None,
            data_key="dice:own",
        )

    # -- losses

    def _assign(self, question: Assign) -> Markup:
        role = ROLES[question.player]
        losses = self.losses or Losses.of(question.stated())
        ways = question.ways
        kinds = [
            self._kind(question, losses, index)
            for index, unit in enumerate(ways.roster.units)
            if ways.force.count(index) and (unit.fighter or question.load.fighters != question.load.total)
        ]
        refusal = question.refusal(losses.answer(question))
        taken, hits = losses.hits(question), ways.hits
        count: Markup | None = el(
            "p", self._say("assign.count", n=taken, m=hits), cls="tk-step-hits", role="status"
        )
        reason: Markup | None = (
            el(
                "p",
                refusal.text(),
                " ",
                rule_button(refusal.rule, "rule", key="assign:rule"),
                cls="tk-note",
                id=f"{self.prefix}-losses",
            )
            if refusal
            else None
        )
        again = button(self._say("assign.reset"), "losses_reset", disabled=self.losses is None)
        able = any(ways.force.fresh[index] for index in ways.able)
        hint = el("p", self._say("assign.sustain_what"), cls="tk-small tk-soft") if able else None
        title = self.losing or self._say("assign.title", role)
        if self.losing:  # the bar says both beside the button that takes the hits
            count, reason = None, None
        listed = el("ul", kinds, cls="tk-list tk-step-kinds", aria_label=title, data_roving=True)
        return self._group(title, listed, count, reason, el("div", again), hint, key="assign")

    def _kind(self, question: Assign, losses: Losses, index: int) -> Markup:
        """One kind of unit with how many are destroyed, and how many sustain damage if it can."""
        ways = question.ways
        unit = ways.roster.units[index]
        count = WORDS.say("assign.there", n=ways.force.count(index))
        counters = [self._counter(question, losses, "destroy", index)]
        if losses.limit(question, "sustain", index):
            counters.append(self._counter(question, losses, "sustain", index))
        name = el(
            "div",
            el("b", capital(unit_name(unit))),
            " ",
            el("span", count, cls="tk-small tk-soft"),
        )
        return el("li", name, el("div", counters, cls="tk-step-counters"))

    def _counter(self, question: Assign, losses: Losses, action: str, index: int) -> Markup:
        n, most = losses.counts(action)[index], losses.limit(question, action, index)
        unit = unit_name(question.ways.roster.units[index])
        word = WORDS.say(f"assign.word_{action}")
        label = self._say(f"assign.{action}")

        def press(sign: str, by: int, key: str, off: bool) -> Markup:
            return button(
                sign,
                "losses",
                f"{action}:{index}:{by}",
                cls="tk-button tk-step-count",
                key=f"losses:{action}:{index}:{by}",
                shortcut=ANSWER,
                disabled=off,
                aria_label=self._say(f"assign.{key}", what=word, unit=unit),
            )

        return el(
            "div",
            el("span", label, cls="tk-small"),
            press("−", -1, "less", n <= 0),
            el("b", n, cls="tk-number tk-step-number"),
            press("+", 1, "more", n >= most),
            cls="tk-step-counter",
            role="group",
            aria_label=f"{unit}: {label} {n}",
        )

    # -- effects, targets, retreat

    def _play(self, question: Play) -> Markup:
        rule = rulebook()[question.use.effect.rule]
        text = el(
            "p",
            rule.text(),
            with_us_words([rule.id]),
            " ",
            rule_button(rule.id, "rule", key="play:rule"),
            cls="tk-note tk-small",
        )
        return self._decision(question, text)

    def _decision(self, question: Decision[AnswerT], above: Child = None) -> Markup:
        """All answers in a row, the one that the odds give marked."""
        title = self._say("choice.title", ROLES[question.player])
        stated = question.write(question.stated())
        row = [
            button(
                [
                    answer_label(question, text) or self._say(f"choice.{text}"),
                    self._stated() if text == stated else None,
                ],
                "decide",
                text,
                shortcut=answer_key(text),
            )
            for text in map(question.write, question.options())
        ]
        return self._group(title, above, self._row(title, row), key=question.kind)

    def _retreat(self, question: Retreat) -> Markup:
        title = self._say("choice.announce")
        sides = (1, 0) if question.player else (0,)
        row = [button([self._say("choice.nobody"), self._stated()], "announce", "", shortcut=NOTHING)]
        row += [
            button(self._say("choice.retreats", ROLES[side]), "announce", ROLES[side], shortcut=ANSWER)
            for side in sides
        ]
        hint = el(
            "p",
            self._say("choice.announce_how"),
            " ",
            rule_button(question.rule, "rule", key="retreat:rule"),
            cls="tk-small tk-soft",
        )
        return self._group(title, self._row(title, row), hint, key="retreat")
