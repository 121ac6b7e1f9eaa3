"""Events since the player's last answer: one line for each action with its result.

The lines use only rulings that the player may see, for example that a Path was laid, but not which
one. A silent pass makes no ruling.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType
from typing import ClassVar

import attrs

from twingkit import Ruling
from twingkit.core.language import localized
from twingkit.core.questions import Refusal
from twingkit.imajica.box.card import MANEUVERS, Card
from twingkit.imajica.rules import events
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import SEATS
from twingkit_widgets.imajica.play.answers import join_card_names
from twingkit_widgets.imajica.play.words import WORDS
from twingkit_widgets.imajica.words import card_kind_plural, rulebook_term
from twingkit_widgets.table.play.headline import NewsLine
from twingkit_widgets.table.play.news import News, NewsGroup, Part, PartTable

_MINOR_RULES = {"IJ-ALLY-2", "IJ-ALLY-3", "IJ-ALLY-5", "IJ-ALLY-7", "IJ-AUT-3", "IJ-REC-1"}
"""Rules of usual actions of rivals."""

_TURN_RULES = _MINOR_RULES - {"IJ-REC-1"} | {"IJ-AUT-1", "IJ-AUT-2", "IJ-AUT-4", "IJ-SEIZE-1", "IJ-CHAL-1"}
"""Rules of what only the Autarch does whose turn it is."""

USUAL_DRAW_RULES = {"IJ-COME-1", "IJ-SET-2", "IJ-AUT-1"}
"""Rules by which cards are drawn without a card that says so; only the player's own draws are shown."""

_LINE_STARTING_CASES = {
    "IJ-AUT-2": "laid",
    "IJ-AUT-4": "announced",
    "IJ-ALLY-2": "called",
    "IJ-ALLY-3": "called",
    "IJ-ALLY-7": "announced",
    "IJ-POWER-1": "used used_on",
    "IJ-SEIZE-1": "named",
    "IJ-CHAL-1": "named",
    "IJ-REC-1": "advanced pivoted",
    "IJ-REC-2": "wins",
    "IJ-OUT-1": "out",
    "IJ-SET-1": "laid laid_only",
}
"""Rulings without a class that start a line; the ones after them tell the result."""


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
        return str(first.facts.get("side")) if first.rule in _TURN_RULES else ""

    def is_minor_for(self, own: str) -> bool:
        """Return whether a rival called or moved up a character or ended a turn."""
        first = self.rulings[0]
        is_usual = first.rule in _MINOR_RULES and len(self.rulings) == 1 and self.reasons is None
        return is_usual and first.facts.get("side") != own

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the sentences of the line."""
        first, last = self.rulings[0], self.rulings[-1]
        if self.reasons is not None:
            phase = "autarch" if isinstance(first.event, events.DidNothing) else "ally"
            ended = WORDS.say(f"news.ended_{phase}")
            return " ".join(dict.fromkeys([ended, *(reason.text() for reason in self.reasons)]))
        told = [ruling.event for ruling in self.rulings]
        dealt = [event.n for event in told if isinstance(event, events.DamageDealt)]
        moved = [event.left for event in told if isinstance(event, events.CharacterMoved)]
        left = [piece.token for piece in moved if piece.is_site]
        lost = [event.site.token for event in told if isinstance(event, events.SiteLost)]
        dead = [event.card for event in told if type(event) is events.Died]
        rules = [step.rule for step in self.rulings]
        death = rules.index("IJ-CHAL-9") if "IJ-CHAL-9" in rules and "IJ-CHAL-7" not in rules else 0
        sentences = []
        for step in self.rulings:
            goes_on = step is first is not last
            after = []
            match step.event:
                case events.DamageDealt():
                    continue
                case events.CharacterMoved() if step is not first:  # its line says so already
                    continue
                case events.ChallengePivots(cards=cards) if dead:
                    alive = tuple(card for card in cards if card not in dead)
                    step = attrs.evolve(step, facts={**step.facts, "cards": alive})
                    if not alive:
                        continue
                case events.PathRead(card=card) if step is not last:
                    after = [_card_text(card)]  # it no longer waits
                case events.CardPlayed(card=card):
                    after = [_kind_text(card)] if self.is_explained else []
                    if goes_on and (self.hits_own_card or last.case == "laid_on"):
                        after.append(_card_text(card))
                case events.RoundBegins(n=1):
                    after = [WORDS.say("news.first_leader")]
                case events.ChallengeWon(damage=damage) if dealt and sum(dealt) < damage:
                    after = [WORDS.say("news.part_dealt", n=sum(dealt))]
            if death and step is self.rulings[death]:
                sentences.append(WORDS.say("news.deaths_checked"))  # a Flash came after the damage
            sentences += [step.text(), *after]
        kept = [token for token in dict.fromkeys(left) if token not in lost]
        if kept:
            sentences.append(WORDS.say("news.still_held", sites=join_card_names(kept)))
        if self.brings_rival_card:
            sentences.append(WORDS.say("news.site_draw"))
        if self.is_only_played and isinstance(first.event, events.CardPlayed):
            sentences.append(_card_text(first.event.card))
        if self.is_finished and not dealt and any(isinstance(event, events.ChallengeWon) for event in told):
            sentences.append(WORDS.say("news.none_dealt"))
        return " ".join(sentences)


class ImajicaNews(News):
    """The news of a game of Imajica, addressed to the Autarch labelled `own_name`.

    The headline explains the cards in `explained_cards`, so their text is not repeated. With `is_fight_on`
    the last fight still goes on. With `explains_cards` the lines explain the cards that rivals play,
    otherwise only those on own cards. `reasons_by_ruling` has the index of each ruling about an own turn that
    ended by itself, and why it did. `automatic_pass` has a ruling about an automatic pass, by the number
    of rulings before it.
    """

    parts: ClassVar[PartTable] = {
        **dict.fromkeys(
            (events.RoundBegins, events.SiteLaid, events.CardPlayed, events.CardPlayedOn), Part.LINE
        ),
        **{(rule, case): Part.LINE for rule, cases in _LINE_STARTING_CASES.items() for case in cases.split()},
        **{(rule, "drawn"): Part.LINE for rule in USUAL_DRAW_RULES},
        **dict.fromkeys((("IJ-COME-1", "unpivoted"), ("IJ-SET-1", "starter")), Part.OMITTED),
    }
    default_part = Part.EFFECT

    def __init__(
        self,
        own_name: str,
        explained_cards: Collection[str] = (),
        is_fight_on: bool = False,
        explains_cards: bool = False,
        reasons_by_ruling: Mapping[int, Sequence[Refusal]] = MappingProxyType({}),
        automatic_pass: Mapping[int, Ruling] = MappingProxyType({}),
    ) -> None:
        super().__init__(own_name)
        self.explained_cards, self.explains_cards = explained_cards, explains_cards
        self.is_fight_on, self.automatic_pass = is_fight_on, automatic_pass
        self.reasons_by_ruling = reasons_by_ruling
        self.reasons_by_line: dict[int, Sequence[Refusal]] = {}
        self.explained_kinds: set[str] = set()  # a kind of card is explained once

    def lines(self, rulings: Sequence[Ruling], first_new_ruling: int) -> list[NewsLine]:
        """Return the lines for the rulings from index `first_new_ruling` on."""
        new = rulings[first_new_ruling:]
        for index, ruling in enumerate((*new, None), first_new_ruling):
            if index in self.automatic_pass:
                self.groups.append(NewsGroup(Part.LINE, "", [self.automatic_pass[index]]))
            if ruling is None:
                break
            if isinstance(ruling.event, events.TurnEnds) and index in self.reasons_by_ruling:
                self.reasons_by_line[len(self.groups)] = self.reasons_by_ruling[index]
                self.groups.append(NewsGroup(Part.LINE, "", [ruling]))
            else:
                self.tell(ruling)
        ended = [ruling for ruling in new if isinstance(ruling.event, events.TurnEnds)]
        if ended and not self.groups:
            self.groups.append(NewsGroup(Part.LINE, "", ended[-1:]))
        return [self.line(group) for group in self.groups]

    def part(self, ruling: Ruling) -> Part:
        """Return what a ruling is in the news.

        Ends of turns are shown for a rival who did nothing else or kept characters back.
        """
        last = self.groups[-1].rulings if self.groups else []
        is_told = True
        match ruling.event:
            case events.TurnEnds(side=side) as end:
                is_news = isinstance(end, events.LeftIdle) or not self._has_acted(side)
                return Part.LINE if is_news and side != self.own_name else Part.OMITTED
            case events.DamageDealt():
                is_told = bool(last)
            case events.Discarded(card=card):  # a Path, or a character whose death was not just reported
                just_died = bool(last) and isinstance(last[-1].event, events.Died)
                is_told = card.kind == "path" or (card.kind == "character" and not just_died)
            case None if ruling.rule == "IJ-SEIZE-8":  # Holders hold while pivoted
                is_told = all(step.case != "secured" for step in last)
        return super().part(ruling) if is_told else Part.OMITTED

    def _has_acted(self, side: str) -> bool:
        """Return whether the news already report something that an Autarch did in this round, including the
        end of its turn.
        """
        firsts = [group.rulings[0] for group in reversed(self.groups)]
        this_round = takewhile(lambda first: not isinstance(first.event, events.RoundBegins), firsts)
        return any(first.facts.get("side") == side for first in this_round)

    def line(self, group: NewsGroup) -> NewsLine:
        """Return the line for an action and its result."""
        first, own = group.rulings[0], self.own_name
        event = first.event
        played = event if isinstance(event, events.CardPlayed) and event.side != own else None
        is_first = played is not None and played.card.kind not in self.explained_kinds
        self.explained_kinds |= {played.card.kind} if played is not None else set()
        hits = played is not None and self._hits_own_card(played, group.rulings)
        deed = _ActionLine(
            tuple(group.rulings),
            is_only_played=played is not None
            and len(group.rulings) == 1
            and played.card.id not in self.explained_cards,
            brings_rival_card=isinstance(event, events.SiteLaid) and event.side != own,
            is_finished=not self.is_fight_on or group is not self.groups[-1],
            reasons=self.reasons_by_line.get(self.groups.index(group)),
            is_explained=(self.explains_cards and is_first) or hits,
            hits_own_card=hits,
        )
        return NewsLine((deed,), deed.turn_of, deed.is_minor_for(own), is_against_reader=hits)

    def _hits_own_card(self, played: events.CardPlayed, steps: Sequence[Ruling]) -> bool:
        """Return whether a rival played a card on an own card, or killed one with it."""
        dead = [step.event.side for step in steps if isinstance(step.event, events.Died)]
        pieces = (target for target in played.targets if isinstance(target, Piece))
        return self.own_name in dead or any(SEATS[piece.controller] == self.own_name for piece in pieces)


def _card_text(card: Card) -> str:
    return WORDS.say("now.respond.says", text=" ".join(effect.text() for effect in card.effects))


def _kind_text(card: Card) -> str:
    """Return a text that says what kind of card was played, and what could counter it (IJ-TIME-7)."""
    key = "news.maneuver" if card.kind in MANEUVERS else "news.counterable"
    return WORDS.say(key, kind=rulebook_term(card.kind), kinds=card_kind_plural(card.kind))
