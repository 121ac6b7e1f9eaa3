"""Events since the player's last answer: one line for each action with its result.

The lines use only rulings that the player may see, for example that a Path was laid, but not which
one. A silent pass makes no ruling.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType

import attrs

from twingkit import Ruling
from twingkit.core.language import localized
from twingkit.core.questions import Refusal
from twingkit.imajica.box.card import MANEUVERS, Card
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import SEATS
from twingkit_widgets.imajica.play.answers import join_card_names
from twingkit_widgets.imajica.play.words import WORDS
from twingkit_widgets.imajica.words import card_kind_plural, rulebook_term
from twingkit_widgets.table.play.headline import NewsLine

_LEADER_RULING = ("IJ-ORDER-2", "leads")

_IDLE_RULING = ("IJ-ALLY-5", "idle")
"""The ruling that a turn ends in which characters could still have acted."""

_SITE_RULING = ("IJ-AUT-1", "laid")
"""The ruling that a Site was laid from a hand, for which its owner draws a card."""

_LINE_STARTING_RULINGS = {
    _LEADER_RULING,
    _SITE_RULING,
    ("IJ-AUT-2", "laid"),
    ("IJ-AUT-4", "announced"),
    ("IJ-ALLY-2", "called"),
    ("IJ-ALLY-3", "called"),
    ("IJ-ALLY-7", "announced"),
    ("IJ-CARD-1", "played"),
    ("IJ-CARD-1", "played_on"),
    ("IJ-POWER-1", "used"),
    ("IJ-POWER-1", "used_on"),
    ("IJ-SEIZE-1", "named"),
    ("IJ-CHAL-1", "named"),
    ("IJ-REC-1", "advanced"),
    ("IJ-REC-1", "pivoted"),
    ("IJ-REC-2", "wins"),
    ("IJ-OUT-1", "out"),
    ("IJ-SET-1", "laid"),
    ("IJ-SET-1", "laid_only"),
}
"""Rulings that start a line; the ones after them tell the result."""

_OMITTED_RULINGS = {("IJ-COME-1", "unpivoted"), ("IJ-SET-1", "starter")}

_TURN_END_RULINGS = {("IJ-ALLY-5", "ends"): "ally", _IDLE_RULING: "ally", ("IJ-AUT-3", "nothing"): "autarch"}
"""Rulings that end a turn, each with its kind of question.

They are shown if there are no others, to tell windows apart, for a rival who did nothing else or kept
characters back, and for an own turn that ended by itself.
"""

_MINOR_RULES = {"IJ-ALLY-2", "IJ-ALLY-3", "IJ-ALLY-5", "IJ-ALLY-7", "IJ-AUT-3", "IJ-REC-1"}
"""Rules of usual actions of rivals."""

_TURN_RULES = _MINOR_RULES - {"IJ-REC-1"} | {"IJ-AUT-1", "IJ-AUT-2", "IJ-AUT-4", "IJ-SEIZE-1", "IJ-CHAL-1"}
"""Rules of what only the Autarch does whose turn it is."""

USUAL_DRAW_RULES = {"IJ-COME-1", "IJ-SET-2", "IJ-AUT-1"}
"""Rules by which cards are drawn without a card that says so; only the player's own draws are shown."""

_CARD_PLAYED_RULINGS = {("IJ-CARD-1", "played"), ("IJ-CARD-1", "played_on")}

_PATH_RULING = ("IJ-PATH-1", "read")
"""The ruling that a Path is turned up; its line tells the text of a Path that no longer waits."""

_MOVE_RULINGS = {("IJ-AUT-4", "moved"), ("IJ-AUT-4", "reserve_now")}
"""The rulings that a character was moved, as its line says already; the line tells which Sites stay held."""

_DEALT_RULING = ("IJ-CHAL-7", "dealt")
"""The ruling that says who takes damage; a line tells only how much was dealt if it was not all."""


@attrs.frozen
class _ActionLine:
    rulings: tuple[Ruling, ...]
    is_only_played: bool = False
    """Whether only the playing of a card is known, so that the card's text is added."""
    is_finished: bool = True
    """Whether the action is finished (false during a fight)."""
    brings_rival_card: bool = False
    """Whether a rival laid a Site and so drew a card, which is not shown (IJ-AUT-1)."""
    reasons: Sequence[Refusal] | None = None
    """Why the person's own turn ended by itself, None if the line is about something else."""
    is_explained: bool = False
    """Whether the line says what could counter the card that a rival has played.

    Somebody whose card is hit wants to know why no question came before.
    """
    hits_own_card: bool = False
    """Whether a rival's card hit the person's own card, so that the card's text is added to the result."""

    @property
    def rule(self) -> str:
        """The id of the rule behind the final result of an action; after a fight, the rule about its
        damage.
        """
        if any(step.key == ("IJ-CHAL-7", "wins") for step in self.rulings):
            return "IJ-CHAL-7"
        results = [step.rule for step in self.rulings if step.case != "pivoted"]
        return results[-1] if len(self.rulings) > 1 and results else self.rulings[0].rule

    @property
    def turn_of(self) -> str:
        """The Autarch whose turn the line tells about; "" if anybody may have acted."""
        first = self.rulings[0]
        return str(first.facts["side"]) if first.rule in _TURN_RULES else ""

    def is_minor_for(self, own: str) -> bool:
        """Return whether a rival called or moved up a character or ended a turn."""
        first = self.rulings[0]
        is_usual = first.rule in _MINOR_RULES and len(self.rulings) == 1 and self.reasons is None
        return is_usual and first.facts.get("side") != own

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the sentences of the line."""
        if self.reasons is not None:
            first = self.rulings[0]
            ended = WORDS.say(f"news.ended_{_TURN_END_RULINGS[first.key]}")
            return " ".join(dict.fromkeys([ended, *(reason.text() for reason in self.reasons)]))
        sentences = []
        dealt = [step for step in self.rulings if step.key == _DEALT_RULING]
        moved = [step for step in self.rulings if step.key in _MOVE_RULINGS]
        rules = [step.rule for step in self.rulings]
        dead = [step.facts["card"] for step in self.rulings if step.case == "dies"]
        death = rules.index("IJ-CHAL-9") if "IJ-CHAL-9" in rules and "IJ-CHAL-7" not in rules else 0
        for step in self.rulings:
            if step in dealt or (step in moved and step is not self.rulings[0]):
                continue
            if step.rule == "IJ-CHAL-8" and dead:
                alive = tuple(card for card in step.facts["cards"] if card not in dead)
                step = attrs.evolve(step, facts={**step.facts, "cards": alive})
                if not alive:
                    continue
            if death and step is self.rulings[death]:
                sentences.append(WORDS.say("news.deaths_checked"))  # a Flash came after the damage
            sentences.append(step.text())
            goes_on = step is self.rulings[0] is not self.rulings[-1]
            if step.key == _PATH_RULING and step is not self.rulings[-1]:
                sentences.append(_card_text(step.facts["card"]))
            if self.is_explained and step.key in _CARD_PLAYED_RULINGS:
                sentences.append(_kind_text(step.facts["card"]))
            if goes_on and (self.hits_own_card or self.rulings[-1].case == "laid_on"):
                sentences.append(_card_text(step.facts["card"]))
            if step.key == _LEADER_RULING and step.facts["n"] == 1:
                sentences.append(WORDS.say("news.first_leader"))
            if dealt and step.key == ("IJ-CHAL-7", "wins"):
                number = sum(share.facts["n"] for share in dealt)
                if number < step.facts["damage"]:
                    sentences.append(WORDS.say("news.part_dealt", n=number))
        lost = [step.facts["site"].token for step in self.rulings if step.rule == "IJ-HOLD-5"]
        left = dict.fromkeys(step.facts["left"].token for step in moved if step.facts["left"].is_site)
        kept = [token for token in left if token not in lost]
        if kept:
            sentences.append(WORDS.say("news.still_held", sites=join_card_names(kept)))
        if self.brings_rival_card:
            sentences.append(WORDS.say("news.site_draw"))
        if self.is_only_played:
            sentences.append(_card_text(self.rulings[0].facts["card"]))
        cases = {step.key for step in self.rulings}
        if self.is_finished and ("IJ-CHAL-7", "wins") in cases and not dealt:
            sentences.append(WORDS.say("news.none_dealt"))
        return " ".join(sentences)


def news_lines(
    rulings: Sequence[Ruling],
    first_new_ruling: int,
    own_name: str,
    explained_cards: Collection[str] = (),
    is_fight_on: bool = False,
    explains_cards: bool = False,
    reasons_by_ruling: Mapping[int, Sequence[Refusal]] = MappingProxyType({}),
    automatic_pass: Mapping[int, Ruling] = MappingProxyType({}),
) -> list[NewsLine]:
    """Return the news lines for the rulings from index `first_new_ruling` on, addressed to the Autarch
    labelled `own_name`.

    The headline explains the cards in `explained_cards`, so their text is not repeated. With `is_fight_on`
    the last fight still goes on. With `explains_cards` the lines explain the cards that rivals play,
    otherwise only those on own cards. `reasons_by_ruling` has the index of each ruling about an own turn that
    ended by itself, and why it did. `automatic_pass` has a ruling about an automatic pass, by the number
    of rulings before it.
    """
    deed_rulings: list[list[Ruling]] = []
    ended = [ruling for ruling in rulings[first_new_ruling:] if ruling.key in _TURN_END_RULINGS]
    automatic: dict[int, Sequence[Refusal]] = {}  # by the number of the line
    for index, ruling in enumerate(rulings[first_new_ruling:], first_new_ruling):
        case = ruling.key
        if index in automatic_pass:
            deed_rulings.append([automatic_pass[index]])
        if case in _TURN_END_RULINGS and index in reasons_by_ruling:
            automatic[len(deed_rulings)] = reasons_by_ruling[index]
            deed_rulings.append([ruling])
            continue
        theirs = ruling.facts.get("side") != own_name
        is_news = case == _IDLE_RULING or not _has_acted(ruling.facts["side"], deed_rulings)
        if case in _TURN_END_RULINGS and theirs and is_news:
            deed_rulings.append([ruling])
            continue
        won = any(step.case == "secured" for steps in deed_rulings[-1:] for step in steps)
        secured = case[0] == "IJ-SEIZE-8" and won
        if case in _OMITTED_RULINGS or case in _TURN_END_RULINGS or secured:  # Holders hold while pivoted
            continue
        if case == _DEALT_RULING and not deed_rulings:
            continue
        if case == ("IJ-AREA-3", "discarded") and not _is_loss(ruling, deed_rulings):
            continue
        if (
            (ruling.case == "drawn" and ruling.rule in USUAL_DRAW_RULES)
            or case in _LINE_STARTING_RULINGS
            or not deed_rulings
        ):
            deed_rulings.append([ruling])
        else:
            deed_rulings[-1].append(ruling)
    deed_rulings += [[last] for index, last in automatic_pass.items() if index == len(rulings)]
    if not deed_rulings:
        deed_rulings = [ended[-1:]] if ended else []
    plays = [
        (steps[0].facts["card"].kind, number)
        for number, steps in enumerate(deed_rulings)
        if steps[0].key in _CARD_PLAYED_RULINGS and steps[0].facts["side"] != own_name
    ]
    first_plays = dict(reversed(plays))  # a kind of card is explained once
    deeds = [
        _ActionLine(
            tuple(steps),
            _is_bare(steps, own_name, explained_cards),
            brings_rival_card=steps[0].key == _SITE_RULING and steps[0].facts["side"] != own_name,
            is_finished=not is_fight_on or steps is not deed_rulings[-1],
            reasons=automatic.get(number),
            is_explained=(explains_cards and number in first_plays.values())
            or _hits_own_card(steps, own_name),
            hits_own_card=_hits_own_card(steps, own_name),
        )
        for number, steps in enumerate(deed_rulings)
    ]
    return [
        NewsLine((deed,), deed.turn_of, deed.is_minor_for(own_name), is_against_reader=deed.hits_own_card)
        for deed in deeds
    ]


def _has_acted(side: object, deed_rulings: Sequence[Sequence[Ruling]]) -> bool:
    """Return whether the news line already reports something that an Autarch did in this round, including the
    end of its turn.
    """
    shown = [(steps[0].key, steps[0].facts.get("side")) for steps in deed_rulings]
    this_round = takewhile(lambda line: line[0] != _LEADER_RULING, reversed(shown))
    return any(who == side for _, who in this_round)


def _card_text(card: Card) -> str:
    return WORDS.say("now.respond.says", text=" ".join(effect.text() for effect in card.effects))


def _kind_text(card: Card) -> str:
    """Return a text that says what kind of card was played, and what could counter it (IJ-TIME-7)."""
    key = "news.maneuver" if card.kind in MANEUVERS else "news.counterable"
    return WORDS.say(key, kind=rulebook_term(card.kind), kinds=card_kind_plural(card.kind))


def _is_loss(ruling: Ruling, deed_rulings: Sequence[Sequence[Ruling]]) -> bool:
    """Return whether a discarded card is a Path, or a character whose death was not just reported."""
    card: Card = ruling.facts["card"]
    last = deed_rulings[-1][-1].case if deed_rulings else ""
    return card.kind == "path" or (card.kind == "character" and last not in ("dies", "killed"))


def _hits_own_card(steps: Sequence[Ruling], own: str) -> bool:
    """Return whether a rival played a card on a card of the Autarch labelled `own`, or killed one with it."""
    first = steps[0]
    if first.key not in _CARD_PLAYED_RULINGS or first.facts["side"] == own:
        return False
    kills = any(step.case in ("dies", "killed") and step.facts["side"] == own for step in steps)
    targets = first.facts.get("targets", ())
    return kills or any(isinstance(t, Piece) and SEATS[t.controller] == own for t in targets)


def _is_bare(steps: Sequence[Ruling], own: str, waiting: Collection[str]) -> bool:
    """Return whether these rulings report only that a rival has played a card, and no effect of the card."""
    first, facts = steps[0], steps[0].facts
    played = len(steps) == 1 and first.key in _CARD_PLAYED_RULINGS
    return played and facts["side"] != own and facts["card"].id not in waiting
