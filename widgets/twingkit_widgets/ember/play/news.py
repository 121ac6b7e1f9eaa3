"""Events since the person's last answer: one line for each opponent's turn, and rulings for the rest.

A line contains only what the rulings tell the person: that cards were drawn, not which. Silent passes have no
ruling; passes of the last round have one, because everybody hears them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

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
from twingkit_widgets.table.play.words import key_for_count

_STEP_KEYS: Mapping[type[object], str] = {
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

_OMITTED = (events.TurnBegins, events.Stayed, events.Dealt, events.PaidByArchmage)
"""What is left out; the payment of a conjuring names the Archmage."""

_OMITTED_OF_OPPONENTS = (events.DrawsMore, events.DrewRefreshed, events.Replenished)
"""What only follows from a step of an opponent's turn."""

_EFFECT_RULES = ("EM-ABIL-1", "EM-ABIL-7", "EM-ABIL-8", "EM-TURN-3")
"""Rules on what a use does to a player."""

_ANSWER_RULES = ("EM-ABIL-3", "EM-ABIL-4")
"""Rules on answers to a use; their rulings stand on the line of the use, as its effects do."""

_ORDER_RULES = ("EM-WIN-3", "EM-WIN-4")
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


def news_lines(
    rulings: Sequence[Ruling],
    first_new_ruling: int,
    own_name: str,
    ended_automatically: bool = False,
    remarks: Callable[[EventSentence], tuple[EventSentence, ...]] = lambda sentence: (),
) -> list[NewsLine]:
    """Return the news lines for the rulings from index `first_new_ruling` on, addressed to the player named
    `own_name`.

    `ended_automatically` says that this player's turn ended without a further question: a line tells why.
    `remarks` returns further sentences for the line of a sentence.
    """
    is_first = all(  # the first turn is another player's, and who deals is news, too
        ruling.rule.startswith("EM-SET")
        or (isinstance(ruling.event, events.TurnBegins) and ruling.event.side != own_name)
        for ruling in rulings[:first_new_ruling]
    )
    told: list[tuple[str, EventSentence]] = []  # each sentence with the player whose turn it was
    steps: list[Ruling] = []
    renewed: Ruling | None = None
    side, idle = own_name, False  # the active player, and whether this player may still conjure now

    def close(ended: bool = False) -> None:
        without = ended and idle and side != own_name
        if steps or without:
            told.append((side, _OpponentTurnSummary(side, tuple(steps), without)))
        steps.clear()

    for index, ruling in enumerate(rulings):
        event = ruling.event
        if isinstance(event, events.TurnBegins):
            if index >= first_new_ruling:
                close(ended=True)
                if side == own_name and ended_automatically:
                    told.append((side, Ruling("EM-WIN-2", "unasked", {}, rulebook())))
                elif side != own_name and not told:  # nothing has happened since the person passed
                    told.append((side, Ruling("EM-WIN-2", "turn_over", {"side": side}, rulebook())))
            side, idle = event.side, True
            continue
        if isinstance(event, events.Conjured | events.Refreshed):
            idle = False
        if index < first_new_ruling and not is_first:
            continue
        if isinstance(event, events.DeckRenewed):
            renewed = ruling
            continue
        is_of_active = ruling.facts.get("side") == side
        if is_of_active and side != own_name and type(event) in _STEP_KEYS:
            steps.append(ruling)
        elif not isinstance(event, _OMITTED) and not (
            isinstance(event, _OMITTED_OF_OPPONENTS) and event.side != own_name
        ):
            close()
            told.append(("" if ruling.rule.startswith("EM-SET") else side, ruling))
        if renewed:  # the draw of the last card is logged after the shuffle
            close()
            told.append((side, renewed))
            renewed = None
    close()
    told += [(side, renewed)] if renewed else []
    used = [use.creature for _, sentence in told if isinstance(use := event_of(sentence), events.Announced)]
    news: list[NewsLine] = []
    for turn_of, sentence in _merge_passes(told):
        event = event_of(sentence)
        use = event_of(news[-1].sentences[0]) if news else None
        if isinstance(use, events.Announced) and _belongs_to_use(sentence):
            hits = news[-1].is_against_reader or _strikes(own_name, use, sentence, news[-1])
            joined = (*news[-1].sentences, sentence)  # who let it happen comes last
            joined = tuple(sorted(joined, key=_is_declined))
            looked = isinstance(event, events.SawHand) and event.side == own_name
            news[-1] = NewsLine(joined, news[-1].turn_of, False, looked or news[-1].is_important, hits)
        else:
            told_parts = (*_with_ability(sentence, own_name, used), *remarks(sentence))
            weighty = sentence.rule == events.Conjured.key[0] and turn_of != own_name
            news.append(NewsLine(told_parts, turn_of, is_important=weighty))
    return news


def _is_declined(sentence: EventSentence) -> bool:
    return isinstance(event_of(sentence), events.DeclinedToAnswer)


def _belongs_to_use(sentence: EventSentence) -> bool:
    if sentence.rule == _ORDER_RULES[1]:
        return isinstance(sentence, Ruling) and sentence.case == "before"
    return sentence.rule in (*_EFFECT_RULES, *_ANSWER_RULES, _ORDER_RULES[0])


def _strikes(own: str, use: events.Announced, effect: EventSentence, line: NewsLine) -> bool:
    """Return whether another player's use affects the player `own`, and nobody has answered the use."""
    if not isinstance(effect, Ruling) or effect.rule not in _EFFECT_RULES or effect.case == "untouched":
        return False
    answers = [ruling for ruling in line.sentences if ruling.rule in _ANSWER_RULES]
    is_hit = own in (effect.facts.get("side"), effect.facts.get("other"))
    return is_hit and use.side != own and all(map(_is_declined, answers))


def _with_ability(sentence: EventSentence, own: str, used: Collection[object]) -> tuple[EventSentence, ...]:
    """Return a sentence and, after a conjuring, the creature's ability, unless a button or its use already
    shows it.
    """
    steps = sentence.step_rulings if isinstance(sentence, _OpponentTurnSummary) else (sentence,)
    conjured = [event for step in steps if isinstance(event := event_of(step), events.Conjured)]
    abilities = (
        ability_ruling(event.creature, "" if event.side == own else event.side)
        for event in conjured
        if (event.side != own or event.creature.ability_kind != "flip") and event.creature not in used
    )
    return (sentence, *abilities)


def _merge_passes(told: Sequence[tuple[str, EventSentence]]) -> list[tuple[str, EventSentence]]:
    """Return (player of the turn, sentence) pairs in which several passes in a row are merged into one
    sentence.
    """
    merged: list[tuple[str, EventSentence]] = []
    for turn_of, sentence in told:
        last = merged[-1][1] if merged else None
        if isinstance(sentence, Ruling) and isinstance(sentence.event, events.Passed):
            passes = last.rulings if isinstance(last, PassesSummary) else ()
            merged[len(merged) - bool(passes) :] = [(turn_of, PassesSummary((*passes, sentence)))]
        else:
            merged.append((turn_of, sentence))
    return merged
