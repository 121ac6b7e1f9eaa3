"""Events since the person's last answer: one line for each opponent's turn, and rulings for the rest.

A line contains only what the rulings tell the person: that cards were drawn, not which. Silent passes have no
ruling; passes of the last round have one, because everybody hears them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeGuard

import attrs

from twingkit import Ruling
from twingkit.core.language import localized
from twingkit.ember.rules.ability_text import ability_ruling
from twingkit.ember.rules.rulebook import rulebook
from twingkit_widgets.ember.pictures.cards import card_name
from twingkit_widgets.ember.play.words import WORDS
from twingkit_widgets.ember.words import seat_name
from twingkit_widgets.panel.wording import capitalize_first, join_names
from twingkit_widgets.table.play.headline import EventSentence, NewsLine
from twingkit_widgets.table.play.words import key_for_count

_TURN_BEGINS_RULING = ("EM-TURN-1", "begins")
CONJURED_RULING = ("EM-CONJ-2", "conjured")
_RENEWED_RULING = ("EM-DECK-2", "renewed")
_PASSED_RULING = ("EM-CALL-3", "passes")
_DECLINED_RULING = ("EM-ABIL-3", "declines")
_LOOKED_RULING = ("EM-ABIL-7", "looks")

_OMITTED_RULINGS = {
    _TURN_BEGINS_RULING,
    ("EM-TURN-2", "stays"),
    ("EM-SET-5", "dealt"),
    ("EM-COST-5", "wild"),  # the payment names the Archmage
}

_STEP_KEY_BY_RULING = {
    ("EM-TURN-2", "discards"): "discards",
    ("EM-TURN-2", "drawn"): "draws",
    ("EM-TURN-2", "stays"): "stays",
    ("EM-TURN-4", "refreshes"): "refreshes",
    ("EM-TURN-6", "drawn"): "draws",
    ("EM-TURN-5", "from_pile"): "pile",
    CONJURED_RULING: "conjures",
    ("EM-TURN-7", "discards"): "down",
}
"""Text keys of the steps of an opponent's turn, by ruling."""

_OMITTED_OPPONENT_RULINGS = {
    ("EM-TURN-2", "more"),
    ("EM-TURN-4", "drawn"),
    ("EM-CONJ-2", "replenished"),
}
"""Rulings that only follow from a step of an opponent's turn and are left out."""

USE_RULINGS = {(rule, case) for rule in ("EM-ABIL-2", "EM-ARCH-2") for case in ("announced", "announced_on")}
"""Rulings that announce the use of an ability or an Archmage."""

_EFFECT_RULES = ("EM-ABIL-1", "EM-ABIL-7", "EM-ABIL-8", "EM-TURN-3")
"""Rules on what a use does to a player."""

_ANSWER_RULES = ("EM-ABIL-3", "EM-ABIL-4")
"""Rules on answers to a use; their rulings stand on the line of the use, as its effects do."""

_ORDER_RULE = "EM-WIN-3"
EQUAL_RULING = ("EM-WIN-4", "before")
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
        return CONJURED_RULING[0] if CONJURED_RULING[0] in rules else rules[0] if rules else "EM-CONJ-1"

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the sentence that sums up the turn."""
        drawn = [step for step in self.step_rulings if _deed_key(step) == "draws"]
        parts = []
        for step in self.step_rulings:
            if any(step is draw for draw in drawn[1:]):  # two draws of one card are equal rulings
                continue
            count = sum(int(draw.facts["n"]) for draw in drawn) if drawn and step is drawn[0] else 0
            text = _step_text(step, count)
            is_free = (
                count > 0 and step.rule == "EM-TURN-2" and "discards" not in map(_deed_key, self.step_rulings)
            )
            parts.append(WORDS.say("news.free", drawn=text) if is_free else text)
        if self.without_conjuring:
            parts.append(WORDS.say("news.without"))
        who = capitalize_first(seat_name(self.player_name))
        return WORDS.say("news.deeds", who=who, deeds=join_names(parts))


@attrs.frozen
class PassesSummary:
    """A sentence for the news that sums up several passes in a row in the last round."""

    rulings: tuple[Ruling, ...]

    def includes(self, player_name: str) -> bool:
        """Return whether the player `player_name` is among those who passed."""
        return any(ruling.facts["side"] == player_name for ruling in self.rulings)

    @property
    def rule(self) -> str:
        """Return the id of the rule on passing in the last round."""
        return _PASSED_RULING[0]

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the sentence about these passes; for a single pass, the sentence of its ruling."""
        if len(self.rulings) == 1:
            return self.rulings[0].text()
        words = self.rulings[0].book.words
        who = join_names([words.format_fact(ruling.facts["side"]) for ruling in self.rulings])
        return WORDS.say("news.pass", who=capitalize_first(who))


def _deed_key(ruling: Ruling) -> str:
    return _STEP_KEY_BY_RULING.get(ruling.key, "")


def _step_text(step: Ruling, count: int) -> str:
    facts, deed = step.facts, _deed_key(step)
    if deed in ("draws", "refreshes"):
        n = count if deed == "draws" else facts["n"]
        return WORDS.say(key_for_count(f"news.{deed}", n), n=n)
    if deed == "conjures":
        creature = facts["creature"]
        payment = rulebook().words.format_fact(facts["payment"])
        return WORDS.say("news.conjures", creature=creature.name(), n=creature.value, payment=payment)
    if deed == "pile":
        creature = facts["creature"]
        return WORDS.say("news.pile", card=card_name(facts["card"]), creature=creature.name())
    cards = join_names([card_name(card) for card in facts.get("cards", ())])
    return WORDS.say(f"news.{deed}", cards=cards)


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
        or (ruling.rule == _TURN_BEGINS_RULING[0] and ruling.facts["side"] != own_name)
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
        case = ruling.key
        new = index >= first_new_ruling or (is_first and case != _TURN_BEGINS_RULING)
        if case == _TURN_BEGINS_RULING:
            if new:
                close(ended=True)
            if new and side == own_name and ended_automatically:
                told.append((side, Ruling("EM-WIN-2", "unasked", {}, rulebook())))
            elif new and side != own_name and not told:  # nothing has happened since the person passed
                told.append((side, Ruling("EM-WIN-2", "turn_over", {"side": side}, rulebook())))
            side, idle = str(ruling.facts["side"]), True
        if case == CONJURED_RULING or case == ("EM-TURN-4", "refreshes"):
            idle = False
        if not new or case == _TURN_BEGINS_RULING:
            continue
        if case == _RENEWED_RULING:
            renewed = ruling
            continue
        theirs = side != own_name and ruling.facts.get("side") == side
        if theirs and case in _STEP_KEY_BY_RULING:
            steps.append(ruling)
        elif not (
            case in _OMITTED_RULINGS
            or (case in _OMITTED_OPPONENT_RULINGS and ruling.facts.get("side") != own_name)
        ):
            close()
            told.append(("" if ruling.rule.startswith("EM-SET") else side, ruling))
        if renewed:  # the draw of the last card is logged after the shuffle
            close()
            told.append((side, renewed))
            renewed = None
    close()
    told += [(side, renewed)] if renewed else []
    used = [sentence.facts["creature"] for _, sentence in told if is_ruling_with_case(sentence, USE_RULINGS)]
    news: list[NewsLine] = []
    for turn_of, sentence in _merge_passes(told):
        use = news[-1].sentences[0] if news else sentence
        belongs_to_use = sentence.rule in (*_EFFECT_RULES, *_ANSWER_RULES, _ORDER_RULE)
        if is_ruling_with_case(use, USE_RULINGS) and (
            belongs_to_use or is_ruling_with_case(sentence, {EQUAL_RULING})
        ):
            hits = news[-1].is_against_reader or _strikes(own_name, use, sentence, news[-1])
            joined = (*news[-1].sentences, sentence)  # who let it happen comes last
            joined = tuple(sorted(joined, key=lambda told: is_ruling_with_case(told, {_DECLINED_RULING})))
            looked = is_ruling_with_case(sentence, {_LOOKED_RULING}) and sentence.facts["side"] == own_name
            news[-1] = NewsLine(joined, news[-1].turn_of, False, looked or news[-1].is_important, hits)
        else:
            told_parts = (*_with_ability(sentence, own_name, used), *remarks(sentence))
            weighty = sentence.rule == CONJURED_RULING[0] and turn_of != own_name
            news.append(NewsLine(told_parts, turn_of, is_important=weighty))
    return news


def is_ruling_with_case(sentence: EventSentence, cases: Collection[tuple[str, str]]) -> TypeGuard[Ruling]:
    """Return True if a sentence is a ruling with one of these rules and cases."""
    return isinstance(sentence, Ruling) and sentence.key in cases


def _strikes(own: str, use: Ruling, effect: EventSentence, line: NewsLine) -> bool:
    """Return whether another player's use affects the player `own`, and nobody has answered the use."""
    if not isinstance(effect, Ruling) or effect.rule not in _EFFECT_RULES or effect.case == "untouched":
        return False
    answers = [ruling for ruling in line.sentences if ruling.rule in _ANSWER_RULES]
    answered = any(not is_ruling_with_case(ruling, {_DECLINED_RULING}) for ruling in answers)
    is_hit = own in (effect.facts.get("side"), effect.facts.get("other"))
    return is_hit and use.facts["side"] != own and not answered


def _with_ability(sentence: EventSentence, own: str, used: Collection[object]) -> tuple[EventSentence, ...]:
    """Return a sentence and, after a conjuring, the creature's ability, unless a button or its use already
    shows it.
    """
    steps = sentence.step_rulings if isinstance(sentence, _OpponentTurnSummary) else (sentence,)
    conjured = [step for step in steps if is_ruling_with_case(step, {CONJURED_RULING})]
    sides = [(step.facts["creature"], step.facts["side"]) for step in conjured]
    abilities = (
        ability_ruling(creature, "" if side == own else side)
        for creature, side in sides
        if (side != own or creature.ability_kind != "flip") and creature not in used
    )
    return (sentence, *abilities)


def _merge_passes(told: Sequence[tuple[str, EventSentence]]) -> list[tuple[str, EventSentence]]:
    """Return (player of the turn, sentence) pairs in which several passes in a row are merged into one
    sentence.
    """
    merged: list[tuple[str, EventSentence]] = []
    for turn_of, sentence in told:
        last = merged[-1][1] if merged else None
        if is_ruling_with_case(sentence, {_PASSED_RULING}):
            passes = last.rulings if isinstance(last, PassesSummary) else ()
            merged[len(merged) - bool(passes) :] = [(turn_of, PassesSummary((*passes, sentence)))]
        else:
            merged.append((turn_of, sentence))
    return merged
