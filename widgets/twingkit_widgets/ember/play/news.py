"""Events since the person's last answer: one line for each opponent's turn, and rulings for the rest.

A line contains only what the rulings tell the person: that cards were drawn, not which. Silent passes have no
ruling; passes of the last round have one, because everybody hears them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import ClassVar

import attrs

from twingkit import Ruling
from twingkit.core.events import Event
from twingkit.core.language import localized
from twingkit.ember.rules import events
from twingkit.ember.rules.ability_text import ability_ruling
from twingkit.ember.rules.rulebook import rulebook
from twingkit_widgets.ember.pictures.cards import card_name
from twingkit_widgets.ember.play.words import WORDS
from twingkit_widgets.ember.words import seat_name
from twingkit_widgets.panel.wording import capitalize_first, join_names
from twingkit_widgets.table.play.headline import EventSentence, NewsLine, event_of
from twingkit_widgets.table.play.news import News, NewsGroup, Part, PartKey, PartTable
from twingkit_widgets.table.play.words import key_for_count

Remarks = Callable[[EventSentence], tuple[EventSentence, ...]]
"""A function that returns further sentences for the line of a sentence."""

_STEP_KEYS: Mapping[PartKey, str] = {
    events.DiscardedToDraw: "discards",
    events.DrewInStep: "draws",
    events.Stayed: "stays",
    events.Refreshed: "refreshes",
    events.DrewByAbility: "draws",
    events.TookFromPile: "pile",
    events.Conjured: "conjures",
    events.DiscardedToHandSize: "down",
}
"""Text keys of the steps of an opponent's turn."""

_EFFECT_RULES = ("EM-ABIL-1", "EM-ABIL-7", "EM-ABIL-8", "EM-TURN-3")
"""Rules on what a use does to a player."""

_ANSWER_RULES = ("EM-ABIL-3", "EM-ABIL-4")
"""Rules on answers to a use; their rulings stand on the line of the use, as its effects do."""

_ORDER_RULES = ("EM-WIN-3", ("EM-WIN-4", "before"))
"""Rulings that say which use came before the person's own stand on the line of that use, too."""


@attrs.frozen
class _OpponentTurnSummary:
    """The summary of an opponent's turn in one sentence; `without_conjuring` if no creature was conjured in
    it.
    """

    player_name: str
    step_rulings: tuple[Ruling, ...]
    without_conjuring: bool = False

    @property
    def rule(self) -> str:
        """Return the rule id of the turn's most important step: the conjuring or, without one, the first
        step.
        """
        rules = [step.rule for step in self.step_rulings]
        conjuring = events.Conjured.key[0]
        return conjuring if conjuring in rules else rules[0] if rules else "EM-CONJ-1"

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the sentence that sums up the turn."""
        steps = [step.event for step in self.step_rulings]
        draws = [step for step in steps if isinstance(step, events.Drew)]
        has_discarded = any(isinstance(step, events.DiscardedToDraw) for step in steps)
        parts = []
        for step in steps:
            if any(step is draw for draw in draws[1:]):
                continue
            text = _step_text(step, sum(draw.n for draw in draws))
            is_free = isinstance(step, events.DrewInStep) and not has_discarded
            parts.append(WORDS.say("news.free", drawn=text) if is_free else text)
        if self.without_conjuring:
            parts.append(WORDS.say("news.without"))
        who = capitalize_first(seat_name(self.player_name))
        return WORDS.say("news.deeds", who=who, deeds=join_names(parts))


@attrs.frozen
class PassesSummary:
    """A sentence for the news that sums up several passes in a row in the last round."""

    rulings: tuple[Ruling, ...]

    @property
    def sides(self) -> list[str]:
        """The players who passed."""
        return [ruling.event.side for ruling in self.rulings if isinstance(ruling.event, events.Passed)]

    @property
    def rule(self) -> str:
        """Return the id of the rule on passing in the last round."""
        return events.Passed.key[0]

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the sentence about these passes; for a single pass, the sentence of its ruling."""
        if len(self.rulings) == 1:
            return self.rulings[0].text()
        words = self.rulings[0].book.words
        who = join_names([words.format_fact(side) for side in self.sides])
        return WORDS.say("news.pass", who=capitalize_first(who))


def _step_text(step: Event | None, drawn: int) -> str:
    """Return what a step of an opponent's turn says; its draws are told as one, of `drawn` cards."""
    key = f"news.{_STEP_KEYS[type(step)]}"
    match step:
        case events.Drew():
            return WORDS.say(key_for_count(key, drawn), n=drawn)
        case events.Refreshed(n=n):
            return WORDS.say(key_for_count(key, n), n=n)
        case events.Conjured(creature=creature):
            payment = rulebook().words.format_fact(step.payment)
            return WORDS.say(key, creature=creature.name(), n=creature.value, payment=payment)
        case events.TookFromPile(card=card, creature=creature):
            return WORDS.say(key, card=card_name(card), creature=creature.name() if creature else "")
        case events.Discarded(cards=cards):
            return WORDS.say(key, cards=join_names([card_name(card) for card in cards]))
    return WORDS.say(key)


class EmberNews(News):
    """The news of a game of Ember.

    `ended_automatically` says that the player's turn ended without a further question: a line tells why.
    `remarks` returns further sentences for the line of a sentence.
    """

    parts: ClassVar[PartTable] = {
        **dict.fromkeys((events.Stayed, events.Dealt, events.PaidByArchmage), Part.OMITTED),
        **dict.fromkeys((*_EFFECT_RULES, *_ANSWER_RULES, *_ORDER_RULES), Part.EFFECT),
        events.Passed: Part.STEP,
    }
    parts_of_others: ClassVar[PartTable] = {
        **dict.fromkeys(_STEP_KEYS, Part.STEP),
        **dict.fromkeys((events.DrawsMore, events.DrewRefreshed, events.Replenished), Part.OMITTED),
    }

    def __init__(self, own_name: str, ended_automatically: bool, remarks: Remarks) -> None:
        super().__init__(own_name)
        self.ended_automatically, self.remarks = ended_automatically, remarks
        self.may_conjure = False  # whether the active player could still do so in this turn
        self.told_before: list[NewsGroup] = []  # the last line of earlier turns

    def lines(self, rulings: Sequence[Ruling], first_new_ruling: int) -> list[NewsLine]:
        """Return the lines for the rulings from index `first_new_ruling` on."""
        told = [*rulings]
        for i in range(len(told) - 2, first_new_ruling - 1, -1):
            if isinstance(told[i].event, events.DeckRenewed):  # before the draw of the last card
                told[i : i + 2] = told[i + 1], told[i]
        return super().lines(told, first_new_ruling)

    def follow(self, ruling: Ruling) -> None:
        """Keep whose turn it is, and whether a creature may still be conjured in it."""
        match ruling.event:
            case events.TurnBegins(side=side):
                self.turn_of, self.may_conjure, self.told_before = side, True, self.groups[-1:]
            case events.Conjured() | events.Refreshed():
                self.may_conjure = False

    def tell(self, ruling: Ruling) -> None:
        """Put a ruling in its line; a new turn also tells of the one before if nothing else does."""
        super().tell(ruling)
        if not isinstance(ruling.event, events.TurnBegins):
            return
        if self.turn_of == self.own_name and self.ended_automatically:
            super().tell(Ruling("EM-WIN-2", "unasked", {}, rulebook()))
        elif self.turn_of != self.own_name and not self.groups:  # nothing since the person passed
            super().tell(Ruling("EM-WIN-2", "turn_over", {"side": self.turn_of}, rulebook()))

    def part(self, ruling: Ruling) -> Part:
        """Return what a ruling is in the news; that a turn begins is the last step of an idle one."""
        if isinstance(ruling.event, events.TurnBegins):
            is_idle = self.may_conjure and self.turn_of != self.own_name
            return Part.STEP if is_idle else Part.OMITTED
        part = super().part(ruling)
        is_turn_step = isinstance(ruling.event, events.Passed) or ruling.facts.get("side") == self.turn_of
        return Part.LINE if part is Part.STEP and not is_turn_step else part

    def joins(self, last: NewsGroup, ruling: Ruling, part: Part) -> bool:
        """Return whether a ruling is told in the line before it, of the same turn or the use before it."""
        before = last.rulings[0].event
        if part is Part.EFFECT:
            return isinstance(before, events.Announced)
        is_pass = isinstance(ruling.event, events.Passed)
        is_same = is_pass == isinstance(before, events.Passed) and [last] != self.told_before
        return is_same and super().joins(last, ruling, part)

    def line(self, group: NewsGroup) -> NewsLine:
        """Return the line for the steps of a turn, for passes, or for a ruling with its effects."""
        first, steps = group.rulings[0], [one for one in group.rulings if not _begins_turn(one)]
        told: EventSentence = first
        if isinstance(first.event, events.Passed):
            told = PassesSummary(tuple(steps))
        elif group.part is Part.STEP:
            told = _OpponentTurnSummary(group.turn_of, tuple(steps), len(steps) < len(group.rulings))
        effects = group.rulings[1:] if told is first else []
        looked = (one.event for one in effects if isinstance(one.event, events.SawHand))
        parts = (told, *self._abilities(steps), *self.remarks(told), *effects)
        return NewsLine(
            tuple(sorted(parts, key=_is_declined)),  # who let it happen comes last
            "" if first.rule.startswith("EM-SET") else group.turn_of,
            is_important=(told.rule == events.Conjured.key[0] and group.turn_of != self.own_name)
            or any(event.side == self.own_name for event in looked),
            is_against_reader=self._strikes(first, effects),
        )

    def _strikes(self, use: Ruling, effects: Sequence[Ruling]) -> bool:
        """Return whether another player's use has an effect on this one before anybody has answered it."""
        unanswered = takewhile(lambda one: one.rule not in _ANSWER_RULES or _is_declined(one), effects)
        return use.facts.get("side") != self.own_name and any(
            self.own_name in (effect.facts.get("side"), effect.facts.get("other"))
            for effect in unanswered
            if effect.rule in _EFFECT_RULES and effect.case != "untouched"
        )

    def _abilities(self, steps: Sequence[Ruling]) -> Iterator[Ruling]:
        """Yield the ability of a creature just conjured, unless a button or its use already shows it."""
        announced = (group.rulings[0].event for group in self.groups)
        used = [event.creature for event in announced if isinstance(event, events.Announced)]
        for step in steps:
            if isinstance(event := step.event, events.Conjured) and event.creature not in used:
                is_own = event.side == self.own_name
                if not is_own or event.creature.ability_kind != "flip":
                    yield ability_ruling(event.creature, "" if is_own else event.side)


def news_lines(
    rulings: Sequence[Ruling],
    first_new_ruling: int,
    own_name: str,
    ended_automatically: bool = False,
    remarks: Remarks = lambda sentence: (),
) -> list[NewsLine]:
    """Return the news lines for the rulings from index `first_new_ruling` on, addressed to the player named
    `own_name`.
    """
    is_first = all(  # the first turn is another player's, and who deals is news, too
        ruling.rule.startswith("EM-SET")
        or (isinstance(event := ruling.event, events.TurnBegins) and event.side != own_name)
        for ruling in rulings[:first_new_ruling]
    )
    since = 0 if is_first else first_new_ruling
    return EmberNews(own_name, ended_automatically, remarks).lines(rulings, since)


def _begins_turn(ruling: Ruling) -> bool:
    return isinstance(ruling.event, events.TurnBegins)


def _is_declined(sentence: EventSentence) -> bool:
    return isinstance(event_of(sentence), events.DeclinedToAnswer)
