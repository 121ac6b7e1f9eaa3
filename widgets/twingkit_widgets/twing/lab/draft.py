"""A battle under construction: both sides, moves of cards, and the rules that forbid moves.

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
from twingkit.core.notation import ROLES
from twingkit.twing.box.box import Box
from twingkit.twing.box.entries import CreatureEntry, SpellEntry
from twingkit.twing.notation.situation import Situation
from twingkit.twing.notation.situation_side import CardsOutOfPlay
from twingkit.twing.rules import lay as laying
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.response_cards import RESPONSE_CARDS, SINGLE_COPY_KINDS, ResponseCards
from twingkit_widgets.lab import design
from twingkit_widgets.lab.action_values import parse_leading_side
from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.twing.lab import side_draft
from twingkit_widgets.twing.lab.variant_battle import with_variant
from twingkit_widgets.twing.play.lay import WRONG_ELEMENT

EXAMPLE = "F: F5 F3 + F4 & cat vs W: W6 W4 + W2"
"""The battle with which the lab opens if none is given or it cannot be parsed."""

_SITUATION_PATTERN = re.compile(r"[:;] hand |\?|; gone")
"""A pattern for the parts of the notation that occur only in a situation."""


@attrs.define
class Draft(design.Draft):
    """A battle under construction: both sides, the attacker's first, and the cards known to be out of
    play."""

    sides: list[side_draft.SideDraft]
    gone: CardsOutOfPlay = attrs.field(factory=CardsOutOfPlay)
    variant: twing.Variant = twing.BOX
    """The variant that judges the draft."""

    @classmethod
    def from_battle(cls, battle: twing.Battle) -> Draft:
        """Return the draft of a battle."""
        return cls([side_draft.SideDraft.from_side(side) for side in battle.sides])

    @classmethod
    def from_situation(cls, situation: Situation) -> Draft:
        """Return the draft of a situation."""
        return cls(
            [side_draft.SideDraft.from_situation_side(holder) for holder in situation.sides],
            situation.cards_out_of_play,
        )

    @classmethod
    def parse(cls, text: str) -> Draft:
        """Parse the notation of a battle or a situation, judged by the box rules. Raises `NotationError`.

        >>> Draft.parse("F: hand F5 ?*2 vs W: W6").sides[0].hidden_count
        2
        """
        if not _SITUATION_PATTERN.search(text):
            return cls.from_battle(twing.Battle.parse(text))
        return cls.from_situation(Situation.parse(text))

    @property
    def is_complete(self) -> bool:
        """True if both sides have laid cards."""
        return all(side.has_laid for side in self.sides)

    @property
    def needs_situation(self) -> bool:
        """True if the draft holds more than a battle line can express."""
        return not self.is_complete or bool(self.gone) or any(side.holds_unlaid for side in self.sides)

    def subject(self) -> twing.Battle:
        """Return the present battle, whether legal or not; a side without a lay is possible."""
        return with_variant(twing.Battle(*(side.side() for side in self.sides)), self.variant)

    def problems(self) -> list[Refusal]:
        """Return all rule violations of the battle; empty while a side has laid nothing."""
        if not self.is_complete:
            return []
        pairs = zip(self.sides, self.sides[::-1], strict=True)
        missing = [
            laying.too_few_units_refusal(
                own.lay, own.entourage, tuple(own.objects), tuple(enemy.objects), self.variant
            )
            for own, enemy in pairs
        ]
        return [*self.subject().problems(self.variant), *filter(None, missing)]

    def situation(self, laid_sides: Sequence[int] = ()) -> Situation:
        """Return the draft as a situation, with laid cards taken back except for the sides in
        `laid_sides`.
        """
        attacker, defender = (
            side.to_situation_side(side_index in laid_sides) for side_index, side in enumerate(self.sides)
        )
        return Situation(attacker, defender, self.gone)

    def line(self) -> str:
        """Return the whole draft in notation.

        This is the battle line or, if a side holds more, the situation line, in which a side that has laid is
        written with its lay and its other cards.
        """
        return str(
            self.situation([side_index for side_index, side in enumerate(self.sides) if side.has_laid])
        )

    def with_variant(self, variant: twing.Variant) -> Draft:
        """Return the same draft, judged by another variant."""
        return attrs.evolve(self.copy(), variant=variant)

    def with_subject(self, subject: twing.Battle) -> Draft:
        """Return the draft of another battle, with the unlaid cards of this draft's sides."""
        other = Draft.from_battle(subject).with_variant(self.variant)
        for side, before in zip(other.sides, self.sides, strict=True):
            side.hand, side.entourage = [*before.hand], [*before.entourage]
            side.hidden_count = before.hidden_count
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

    def with_moved_card(self, source: str, target: str, without_rider: bool = False) -> Draft:
        """Return the draft after moving a card; a mount takes its rider along unless it goes `without_rider`.

        Raises the `Refusal` of a rule, or `LabFault`.
        """
        changed = self.copy()
        kind = source.removeprefix("box:") if source.startswith("box:") else ""
        if kind in side_draft.COUNTER_BY_KIND:
            if target != "box":
                changed._count(parse_leading_side(target), kind)
            return changed
        if source == target:
            return changed
        cards, back = (
            ([side_draft.parse_tray_card(kind)], False)
            if kind
            else changed._pick_up(source, target, without_rider)
        )
        if target == "box":
            return changed
        side, place = changed.sides[parse_leading_side(target)], target[2:]
        if place == side_draft.HELD:
            for card in cards:
                side.hold_card(card)
            return changed
        before = set(_broken_rules(self, parse_leading_side(target)))
        on = int(place[1:]) if place[:1] == "u" and place[1:].isdecimal() else None
        if on is not None and source[:3] == f"{target[0]}:u" and not kind and int(source[3:]) < on:
            on -= 1  # the removed unit came before it, so the index moves down
        if place != side_draft.LAID and on is None:
            raise LabFault
        first, *others = cards
        riders = [card for card in others if isinstance(card, Creature)]
        if isinstance(first, Creature) and (riders or (source[2:3] == "r" and on is None)):
            side.units.append(Unit(first, *riders))  # a mount takes its rider along; a rider dismounts
        else:
            side.lay_card(first, on)
        if back:
            side.laid_from_hand += cards
        problems = _broken_rules(changed, parse_leading_side(target))
        new = [problem for key, problem in problems.items() if key not in before]
        if new:
            named = next((problem for problem in new if problem.case in WRONG_ELEMENT), new[0])
            raise named.for_reader({})  # a copy: the cached one would keep tracebacks
        return changed

    def _pick_up(self, source: str, target: str, without_rider: bool) -> tuple[list[side_draft.Card], bool]:
        """Remove the cards at a source; return them, and whether they were in the hand of the target side."""
        side_index, place = parse_leading_side(source), source[2:]
        cards = self.sides[side_index].pick_up(place, without_rider)
        lent = place[0] in "he"
        for card in cards:
            if card in self.sides[side_index].laid_from_hand and not lent:
                self.sides[side_index].laid_from_hand.remove(card)
                lent = True
        return cards, lent and target[:1] == str(side_index)

    def _count(self, side_index: int, kind: str) -> None:
        side, name = self.sides[side_index], side_draft.COUNTER_BY_KIND[kind]
        refusal = unique_card_refusal(self, side_index, kind) if kind in SINGLE_COPY_KINDS else None
        if refusal:
            raise refusal
        side.set_held(name, min(side.held_count(kind) + 1, side_draft.max_held_count(kind)))

    def zone_after_tap(self, source: str) -> str:
        """Return the zone to which a tapped card moves.

        A held card is laid; a laid one goes back where it came from.
        """
        side, place = self.sides[parse_leading_side(source)], source[2:]
        card = side.card(place)
        if place[0] in "he":
            return f"{source[0]}:{side_draft.LAID}"
        return f"{source[0]}:{side_draft.HELD}" if card in side.laid_from_hand else "box"


@attrs.frozen
class BoxCards:
    """The cards in a box: `cards` by element, the numbers of response cards, and whether the numbers are
    assumptions (TW-BOX-5).
    """

    cards: dict[str, tuple[side_draft.Card, ...]]
    response_cards: ResponseCards
    has_assumed_counts: bool

    @classmethod
    def from_box(cls, box: Box) -> BoxCards:
        """Return the cards of a box. For each element they are sorted: spells, creatures, mounts, each from
        weakest to strongest.
        """
        entries: list[SpellEntry | CreatureEntry] = [*box.spell, *box.creature]
        every: list[side_draft.Card] = [entry.card for entry in entries]
        every.sort(key=lambda card: (_kind(card), card.power))
        cards = {
            element: tuple(card for card in every if card.element == element) for element in twing.ELEMENTS
        }
        return cls(
            cards, ResponseCards(*map(box.count_special_cards, RESPONSE_CARDS)), box.has_assumed_counts
        )


def _kind(card: side_draft.Card) -> int:
    return 0 if isinstance(card, Spell) else 1 + card.mount


# -- refusals


def object_refusal(draft: Draft, side_index: int, name: str) -> Refusal | None:
    """Return why a side cannot have an object (it has three already, or the other side owns it); None if it
    can.
    """
    if name in draft.sides[side_index].objects:
        return None
    changed = draft.copy()
    changed.sides[side_index].toggle_object(name)
    for problem in changed.subject().problems(draft.variant):
        facts = problem.ruling.facts
        if (problem.rule, facts.get("side")) == ("TW-OBJ-2", ROLES[side_index]) or facts.get(
            "object"
        ) == name:
            return problem
    return None


def unique_card_refusal(draft: Draft, side_index: int, kind: str) -> Refusal | None:
    """Return why a side cannot hold a unique card, which the other side holds; None if it can."""
    if draft.sides[side_index].response_cards.count_of(kind):
        return None
    changed = draft.copy()
    changed.sides[side_index].response_cards = changed.sides[side_index].response_cards.with_counts(
        **{kind: 1}
    )
    return next(
        (problem for problem in changed.subject().problems(draft.variant) if problem.rule == "TW-BOX-6"), None
    )


def is_target_allowed(draft: Draft, source: str, target: str) -> bool:
    """Return whether the rules allow a move of the card at `source` to `target`.

    Raises `LabFault` if there is no such card.
    """
    try:
        draft.with_moved_card(source, target)
    except Refusal:
        return False
    return True


def forbidden_targets_text(draft: Draft, source: str) -> str:
    """Return the places to which the rules forbid moving the card at `source`, as text separated by
    spaces.
    """
    sides = [
        f"{side_index}:{side_draft.LAID}"
        for side_index in (0, 1)
        if source[:2] != f"{side_index}:" or source[2:3] in "he"
    ]
    mounts = [
        f"{side_index}:u{number}"
        for side_index, side in enumerate(draft.sides)
        for number, unit in enumerate(side.units)
        if unit.creature.mount and not source.startswith(f"{side_index}:u{number}")
    ]
    return " ".join(target for target in (*sides, *mounts) if not is_target_allowed(draft, source, target))


def can_any_side_lay(forbidden_targets: str) -> bool:
    """Return whether a card can be laid for at least one side, given the places forbidden to it
    (`forbidden_targets_text`).
    """
    return not {f"{side_index}:{side_draft.LAID}" for side_index in (0, 1)} <= set(forbidden_targets.split())


_BrokenRules = Mapping[tuple[str, ...], Refusal]
"""The rule violations of a lay, by a key that identifies each."""


def _broken_rules(draft: Draft, side_index: int) -> _BrokenRules:
    own, enemy = (tuple(draft.sides[side].objects) for side in (side_index, 1 - side_index))
    return _broken_rules_of_lay(draft.sides[side_index].lay, ROLES[side_index], own, enemy, draft.variant)


@lru_cache(maxsize=128)  # the tray asks for each card and both sides after every move
def _broken_rules_of_lay(
    lay: Lay, role: str, own: tuple[str, ...], enemy: tuple[str, ...], variant: twing.Variant
) -> _BrokenRules:
    laid = lay.spells or lay.units
    problems = laying.lay_refusals(lay, role, own, enemy, variant) if laid else ()
    return {
        (
            problem.rule,
            problem.case,
            *(str(problem.ruling.facts.get(fact)) for fact in ("n", "elements", "card")),
        ): problem
        for problem in problems
    }
