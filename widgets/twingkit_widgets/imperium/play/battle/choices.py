"""The controls for questions of a battle: losses unit by unit, and dice rolled by hand."""

from __future__ import annotations

import attrs

from twingkit.core.questions import Question
from twingkit.imperium.battle.rules.fire import ALL, NONE, Fire
from twingkit.imperium.battle.rules.losses.capacity import RemoveUnits
from twingkit.imperium.battle.rules.questions import AssignHits, RollDice
from twingkit.imperium.battle.rules.target import ChooseTarget
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.fleets import WORDS, fleet_say
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.imperium.play.battle.losses import Losses
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.wording import capitalize_first


@attrs.frozen
class InvalidDice:
    """An invalid text that was typed as a dice roll, with its error."""

    text: str
    fault: Exception

    def reason(self) -> str:
        """Return the error as text."""
        text: str = self.fault.text() if hasattr(self.fault, "text") else str(self.fault)
        return text


def unit_choice_label(question: Question, answer: str) -> str:
    """Return the text of an answer that chooses, fires or removes units; "" for all other answers."""
    if isinstance(question, ChooseTarget):
        units = question.table.rosters[question.side_index].units
        return capitalize_first(unit_name(units[question.parse_answer(answer)]))
    if isinstance(question, RemoveUnits):
        return capitalize_first(
            rulebook().words.format_fact(question.removed_unit_counts(question.parse_answer(answer)))
        )
    if not isinstance(question, Fire) or answer in (ALL, NONE):
        return ""
    words, counts = rulebook().words, question.firing_counts(answer)
    named = [
        (n, words.format_fact(group.words_key)) for group in question.guns if (n := counts.get(group.name))
    ]
    return ", ".join(f"{n} × {name}" for n, name in named)


@attrs.frozen
class LossAndDiceControls:
    """The controls for losses or dice of a battle question.

    `losses` are the current choice, `invalid_dice` dice that could not be parsed, `id_prefix` begins the ids
    of elements, `losses_title` is the title above the losses; the bar shows how many hits they take.
    """

    question: Question | None
    losses: Losses | None
    invalid_dice: InvalidDice | None
    id_prefix: str
    losses_title: str

    def html(self) -> Markup | None:
        """Return the controls; None for a question with other answers."""
        question = self.question
        if isinstance(question, RollDice):
            return self._dice(question)
        return self._assign(question) if isinstance(question, AssignHits) else None

    def _say(self, key: str, role: str = "", **facts: object) -> str:
        return fleet_say(key, role, **facts)

    # -- typed dice

    def _dice(self, question: RollDice) -> Markup:
        words = rulebook().words
        order = ", ".join(
            f"{group.count} × {words.format_fact(group.unit)}" for group in question.volley.groups
        )
        own = f"{self.id_prefix}-dice"
        field = named_field(
            "input",
            "dice",
            cls="tk-field tk-number",
            id=own,
            type="text",
            inputmode="numeric",
            autocomplete="off",
            value=self.invalid_dice.text if self.invalid_dice else "",
            placeholder=" ".join(["7", "3", "10", "5", "9", "2"][: min(6, question.volley.count)]),
            aria_invalid="true" if self.invalid_dice else None,
            aria_describedby=f"{own}-why" if self.invalid_dice else None,
            data_key="dice:typed",
        )
        use = el("button", self._say("dice.type_use"), type="submit", cls="tk-button", data_key="dice:use")
        why = (
            el(
                "p",
                self.invalid_dice.reason(),
                cls="tk-note",
                id=f"{own}-why",
                role="alert",
                data_bring=self.invalid_dice.text,
            )
            if self.invalid_dice
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
            open=True if self.invalid_dice else None,
            data_key="dice:own",
        )

    # -- losses

    def _assign(self, question: AssignHits) -> Markup:
        losses = self.losses or Losses.from_taken(question.default_answer())
        ways = question.assignments
        kinds = [
            self._kind(question, losses, index)
            for index, unit in enumerate(ways.roster.units)
            if ways.force.count(index)
            and (unit.is_fighter or question.pending_hits.fighters_only != question.pending_hits.total)
        ]
        again = button(self._say("assign.reset"), "losses_reset", disabled=self.losses is None)
        able = any(ways.force.fresh[index] for index in ways.able_indices)
        hint = el("p", self._say("assign.sustain_what"), cls="tk-small tk-soft") if able else None
        listed = el("ul", kinds, cls="tk-list tk-step-kinds", aria_label=self.losses_title, data_roving=True)
        title = el("h4", self.losses_title, cls="tk-label")
        return el("div", title, listed, el("div", again), hint, cls="tk-stack tk-tight", data_key="assign")

    def _kind(self, question: AssignHits, losses: Losses, index: int) -> Markup:
        """Return one unit type with the numbers destroyed and, if possible, sustaining damage."""
        ways = question.assignments
        unit = ways.roster.units[index]
        count = WORDS.say("assign.there", n=ways.force.count(index))
        counters = [self._counter(question, losses, "destroy", index)]
        if losses.limit(question, "sustain", index):
            counters.append(self._counter(question, losses, "sustain", index))
        name = el(
            "div",
            el("b", capitalize_first(unit_name(unit))),
            " ",
            el("span", count, cls="tk-small tk-soft"),
        )
        return el("li", name, el("div", counters, cls="tk-step-counters"))

    def _counter(self, question: AssignHits, losses: Losses, action: str, index: int) -> Markup:
        n, most = losses.counts(action)[index], losses.limit(question, action, index)
        unit = unit_name(question.assignments.roster.units[index])
        word = WORDS.say(f"assign.word_{action}")
        label = self._say(f"assign.{action}")

        def press(sign: str, by: int, key: str, off: bool) -> Markup:
            return button(
                sign,
                "losses",
                f"{action}:{index}:{by}",
                cls="tk-button tk-step-count",
                key=f"losses:{action}:{index}:{by}",
                shortcut=ANSWER_PLACEHOLDER,
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
