"""A battle that is built card by card: both sides, moves of cards between them, and forbidden moves.

A draft keeps its cards in the order in which they were added; the notation has its own order. An object or a
typed line can make the draft illegal for a while. A card that the rules do not allow in a place is refused
immediately, and nothing changes. `side_draft` defines the names of cards and places.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

import attrs

from twingkit import Refusal, twing
from twingkit.twing.box.box import Box
from twingkit.twing.box.entries import CreatureEntry, SpellEntry
from twingkit.twing.notation.battle_line import ROLES
from twingkit.twing.notation.situation import Situation
from twingkit.twing.notation.situation_side import CardsOutOfPlay
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.response_cards import RESPONSE_CARDS, SINGLE_COPY_KINDS, ResponseCards
from twingkit_widgets.lab.sent_values import sent_side
from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.twing.lab.side_draft import (
    HELD,
    LAID,
    SPECIALS,
    Card,
    SideDraft,
    max_of,
    parse_card,
)
from twingkit_widgets.twing.lab.variant_battle import with_variant
from twingkit_widgets.twing.play.lay import WRONG_ELEMENT

EXAMPLE = "F: F5 F3 + F4 & cat vs W: W6 W4 + W2"
"""The battle the lab opens with if none is given or it cannot be parsed."""

SITUATION = re.compile(r"[:;] hand |\?|; gone")
"""A pattern for the parts that only the notation of a situation has."""


@attrs.define
class Draft:
    """A battle under construction: both sides, the attacker's first, and the cards known to be out of
    play."""

    sides: list[SideDraft]
    gone: CardsOutOfPlay = attrs.field(factory=CardsOutOfPlay)
    variant: twing.Variant = twing.BOX
    """The variant that judges the draft."""

    @classmethod
    def from_battle(cls, battle: twing.Battle) -> Draft:
        """Return the draft of a typed battle."""
        return cls([SideDraft.from_side(side) for side in battle.sides])

    @classmethod
    def from_situation(cls, situation: Situation) -> Draft:
        """Return the draft of a situation."""
        return cls([SideDraft.from_holder(holder) for holder in situation.sides], situation.gone)

    @classmethod
    def parse(cls, text: str) -> Draft:
        """Parse the notation of a battle or a situation, judged by the box rules. Raises `NotationError`.

        >>> Draft.parse("F: hand F5 ?*2 vs W: W6").sides[0].hidden
        2
        """
        if not SITUATION.search(text):
            return cls.from_battle(twing.Battle.parse(text))
        return cls.from_situation(Situation.parse(text))

    @property
    def complete(self) -> bool:
        """True if both sides have laid cards, so that there is a battle line."""
        return all(side.has_laid for side in self.sides)

    @property
    def needs_situation(self) -> bool:
        """True if the draft holds more than a battle line can express."""
        return not self.complete or bool(self.gone) or any(side.holds_unlaid for side in self.sides)

    def battle(self) -> twing.Battle:
        """Return the present battle, whether legal or not; a side may not have laid yet."""
        return with_variant(twing.Battle(*(side.side() for side in self.sides)), self.variant)

    def problems(self) -> list[Refusal]:
        """Return every rule violation of the battle; empty while a side has laid nothing."""
        if not self.complete:
            return []
        pairs = zip(self.sides, self.sides[::-1], strict=True)
        missing = [
            laying.too_few_units_refusal(
                own.lay, own.entourage, tuple(own.objects), tuple(enemy.objects), self.variant
            )
            for own, enemy in pairs
        ]
        return [*self.battle().problems(self.variant), *filter(None, missing)]

    def situation(self, laid: Sequence[int] = ()) -> Situation:
        """Return what both sides hold; for the sides in `laid`, the laid cards stay on the table."""
        attacker, defender = (side.holder(index in laid) for index, side in enumerate(self.sides))
        return Situation(attacker, defender, self.gone)

    def line(self) -> str:
        """Return the draft as one line that contains everything.

        This is the battle line or, if there is more, the situation line, in which a side that has laid is
        written with its lay and what else it holds.
        """
        return str(self.situation([index for index, side in enumerate(self.sides) if side.has_laid]))

    def with_variant(self, variant: twing.Variant) -> Draft:
        """Return the same draft, judged by another variant."""
        return attrs.evolve(self.copy(), variant=variant)

    def with_battle(self, battle: twing.Battle) -> Draft:
        """Return the draft of another battle, with the other cards that this draft's sides hold."""
        other = Draft.from_battle(battle).with_variant(self.variant)
        for side, before in zip(other.sides, self.sides, strict=True):
            side.hand, side.entourage, side.hidden = [*before.hand], [*before.entourage], before.hidden
        return other

    def copy(self) -> Draft:
        """Return an independent copy."""
        return Draft([side.copy() for side in self.sides], self.gone, self.variant)

    def clear(self) -> None:
        """Remove all cards and objects of both sides."""
        for side in self.sides:
            side.clear()

    def swap(self) -> None:
        """Swap the sides."""
        self.sides.reverse()

    def move_card(self, source: str, target: str, alone: bool = False) -> Draft:
        """Return the draft after moving a card; a mount takes its rider along unless it goes `alone`.

        Raises the `Refusal` of a rule, or `LabFault`.
        """
        changed = self.copy()
        kind = source.removeprefix("box:") if source.startswith("box:") else ""
        if kind in SPECIALS:
            if target != "box":
                changed._count(sent_side(target), kind)
            return changed
        if source == target:
            return changed
        cards, back = ([parse_card(kind)], False) if kind else changed._pick_up(source, target, alone)
        if target == "box":
            return changed
        side, place = changed.sides[sent_side(target)], target[2:]
        if place == HELD:
            for card in cards:
                side.keep(card)
            return changed
        before = set(_broken_rules(self, sent_side(target)))
        on = int(place[1:]) if place[:1] == "u" and place[1:].isdecimal() else None
        if on is not None and source[:3] == f"{target[0]}:u" and not kind and int(source[3:]) < on:
            on -= 1  # the removed unit came before it, so the index moves down
        if place != LAID and on is None:
            raise LabFault
        first, *others = cards
        riders = [card for card in others if isinstance(card, Creature)]
        if isinstance(first, Creature) and (riders or (source[2:3] == "r" and on is None)):
            side.units.append(Unit(first, *riders))  # a mount takes its rider along; a rider dismounts
        else:
            side.put_down(first, on)
        if back:
            side.lent += cards
        problems = _broken_rules(changed, sent_side(target))
        new = [problem for key, problem in problems.items() if key not in before]
        if new:
            named = next((problem for problem in new if problem.case in WRONG_ELEMENT), new[0])
            raise named.for_reader({})  # a copy: the cached one would keep tracebacks
        return changed

    def _pick_up(self, source: str, target: str, alone: bool) -> tuple[list[Card], bool]:
        """Take the cards at a source; return them, and whether they came from the hand of the target side."""
        index, place = sent_side(source), source[2:]
        cards = self.sides[index].pick_up(place, alone)
        lent = place[0] in "he"
        for card in cards:
            if card in self.sides[index].lent and not lent:
                self.sides[index].lent.remove(card)
                lent = True
        return cards, lent and target[:1] == str(index)

    def _count(self, index: int, kind: str) -> None:
        side, name = self.sides[index], SPECIALS[kind]
        refusal = single_refusal(self, index, kind) if kind in SINGLE_COPY_KINDS else None
        if refusal:
            raise refusal
        side.set_held(name, min(side.count_of(kind) + 1, max_of(kind)))

    def tap_target(self, source: str) -> str:
        """Return the zone that a tapped card goes to.

        A held card is laid; a laid one goes back where it came from.
        """
        side, place = self.sides[sent_side(source)], source[2:]
        card = side.card(place)
        if place[0] in "he":
            return f"{source[0]}:{LAID}"
        return f"{source[0]}:{HELD}" if card in side.lent else "box"


@attrs.frozen
class BoxOffer:
    """The cards of a box: by element, the numbers of response cards, and whether these are assumed (TW-
    BOX-5).
    """

    cards: dict[str, tuple[Card, ...]]
    held: ResponseCards
    assumed: bool

    @classmethod
    def from_box(cls, box: Box) -> BoxOffer:
        """Return the cards of a box: for each element spells, creatures, mounts, the weakest first."""
        entries: list[SpellEntry | CreatureEntry] = [*box.spell, *box.creature]
        every: list[Card] = [entry.card for entry in entries]
        every.sort(key=lambda card: (_kind(card), card.power))
        cards = {
            element: tuple(card for card in every if card.element == element) for element in twing.ELEMENTS
        }
        return cls(cards, ResponseCards(*map(box.count, RESPONSE_CARDS)), box.has_assumed_counts)


def _kind(card: Card) -> int:
    """Return the position of a card's kind in the tray."""
    return 0 if isinstance(card, Spell) else 1 + card.mount


# -- refusals


def object_refusal(draft: Draft, index: int, name: str) -> Refusal | None:
    """Return why this side cannot take an object (a fourth one, or the other side has it), or None."""
    if name in draft.sides[index].objects:
        return None
    changed = draft.copy()
    changed.sides[index].toggle_object(name)
    for problem in changed.battle().problems(draft.variant):
        facts = problem.ruling.facts
        if (problem.rule, facts.get("side")) == ("TW-OBJ-2", ROLES[index]) or facts.get("object") == name:
            return problem
    return None


def single_refusal(draft: Draft, index: int, kind: str) -> Refusal | None:
    """Return why this side cannot hold a unique card such as Miromon (the other side holds it), or None."""
    if draft.sides[index].held.number_of(kind):
        return None
    changed = draft.copy()
    changed.sides[index].held = changed.sides[index].held.with_counts(**{kind: 1})
    return next(
        (problem for problem in changed.battle().problems(draft.variant) if problem.rule == "TW-BOX-6"), None
    )


def target_allows(draft: Draft, source: str, target: str) -> bool:
    """Return whether the rules allow the card at `source` there. Raises `LabFault` if there is no such
    card."""
    try:
        draft.move_card(source, target)
    except Refusal:
        return False
    return True


def forbidden_targets(draft: Draft, source: str) -> str:
    """Return the targets where the rules do not allow the card at `source`, separated by spaces."""
    sides = [f"{index}:{LAID}" for index in (0, 1) if source[:2] != f"{index}:" or source[2:3] in "he"]
    mounts = [
        f"{index}:u{number}"
        for index, side in enumerate(draft.sides)
        for number, unit in enumerate(side.units)
        if unit.creature.mount and not source.startswith(f"{index}:u{number}")
    ]
    return " ".join(target for target in (*sides, *mounts) if not target_allows(draft, source, target))


def can_be_laid(barred: str) -> bool:
    """Return whether at least one side can lay a card, given the result of `forbidden_targets`."""
    return not {f"{index}:{LAID}" for index in (0, 1)} <= set(barred.split())


BrokenRules = Mapping[tuple[str, ...], Refusal]
"""Rule violations of a lay, by a key that tells them apart."""


def _broken_rules(draft: Draft, index: int) -> BrokenRules:
    """Return every rule violation of a side's lay."""
    own, enemy = (tuple(draft.sides[side].objects) for side in (index, 1 - index))
    return _broken_rules_of_lay(draft.sides[index].lay, ROLES[index], own, enemy, draft.variant)


@lru_cache(maxsize=128)  # the tray asks for each card and both sides after every move
def _broken_rules_of_lay(
    lay: Lay, role: str, own: tuple[str, ...], enemy: tuple[str, ...], variant: twing.Variant
) -> BrokenRules:
    """Return the rule violations of a lay for a role with these objects; empty if nothing is laid."""
    laid = lay.spells or lay.units
    problems = laying.lay_problems(lay, role, own, enemy, variant) if laid else ()
    return {
        (
            problem.rule,
            problem.case,
            *(str(problem.ruling.facts.get(fact)) for fact in ("n", "elements", "card")),
        ): problem
        for problem in problems
    }
