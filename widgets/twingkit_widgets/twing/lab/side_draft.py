"""One side of a battle under construction: its lay, its held cards, and every change to them.

A card is named by its *source*: `box:F5`, a new card from the box (also `box:+F4`, a creature, `box:cat`,
`box:?`), or its location: the side (`0` attacks, `1` defends), then `s` for a laid spell, `u` a laid unit,
`r` its rider, `h` a spell in hand, `e` a creature of the entourage, each with its index, as in `1:r0`. A
*target* is `0:laid`, `0:held`, `0:u1` (to ride on that unit) or `box` (back into the box).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import TypeVar

import attrs

from twingkit.core.notation import NotationError
from twingkit.twing.notation.battle_line import Side, parse_lay
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules import response_cards as special_cards
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay
from twingkit_widgets.lab.action_values import parse_integer
from twingkit_widgets.lab.tab import LabFault

MAX_COUNT = 99
"""The largest count that the notation allows."""

COUNTER_BY_KIND = {kind: card.plural for kind, card in special_cards.RESPONSE_CARDS.items()} | {"?": "hidden"}
"""The counter name of each kind of card without an element, "?" included."""

KIND_BY_COUNTER = {counted: kind for kind, counted in COUNTER_BY_KIND.items()}
"""The kind of card of each counter."""

LAID, HELD = "laid", "held"
ZONES = (LAID, HELD)
"""The zones of a side's cards: laid in the battle, or held."""

_LIST_FIELDS = ("spells", "units", "hand", "entourage", "laid_from_hand", "objects")

Card = Spell | Creature


@attrs.define
class SideDraft(special_cards.ResponseCardHolder):
    """One side of a battle under construction. Cards in `laid_from_hand` return to the hand when they are
    taken back.
    """

    character: str
    spells: list[Spell] = attrs.field(factory=list)
    units: list[Unit] = attrs.field(factory=list)
    hand: list[Spell] = attrs.field(factory=list)
    entourage: list[Creature] = attrs.field(factory=list)
    laid_from_hand: list[Card] = attrs.field(factory=list)
    objects: list[str] = attrs.field(factory=list)
    response_cards: special_cards.ResponseCards = special_cards.NO_RESPONSE_CARDS
    hidden_count: int = 0

    @classmethod
    def from_side(cls, side: Side) -> SideDraft:
        """Return the draft of a side of a battle: its cards are laid."""
        return cls.from_situation_side(
            SituationSide(
                side.character, objects=side.objects, response_cards=side.response_cards, laid=side.lay
            )
        )

    @classmethod
    def from_situation_side(cls, holder: SituationSide) -> SideDraft:
        """Return the draft of one side of a situation."""
        laid = holder.laid or Lay()
        return cls(
            holder.character,
            list(laid.spells),
            list(laid.units),
            list(holder.spells),
            list(holder.creatures),
            objects=list(holder.objects),
            response_cards=holder.response_cards,
            hidden_count=holder.hidden_count,
        )

    @property
    def lay(self) -> Lay:
        """The laid cards; `Lay()` if there are none."""
        return Lay(self.spells, self.units)

    @property
    def has_laid(self) -> bool:
        """True if any card is laid."""
        return bool(self.spells or self.units)

    @property
    def holds_unlaid(self) -> bool:
        """True if the side holds unlaid cards, known or unknown."""
        return bool(self.hand or self.entourage or self.hidden_count)

    @property
    def element(self) -> str:
        """The element of the laid cards; without laid cards, the element of the character."""
        cards: Sequence[Spell | Unit] = self.spells or self.units
        return cards[0].element if cards else self.character

    def side(self) -> Side:
        """Return the side as part of a battle, whether legal or not."""
        return Side(self.character, self.lay, self.objects, self.response_cards)

    def to_situation_side(self, laid: bool = False) -> SituationSide:
        """Return the side as part of a situation: laid cards return to hand and entourage unless `laid` keeps
        them on the table.
        """
        lay = self.lay if laid else None
        spells, creatures = (
            (self.hand, self.entourage)
            if laid
            else ([*self.spells, *self.hand], [*self.lay.creatures, *self.entourage])
        )
        return SituationSide(
            self.character, spells, self.hidden_count, creatures, self.objects, self.response_cards, lay
        )

    def copy(self) -> SideDraft:
        """Return an independent copy."""
        twin = copy(self)
        for name in _LIST_FIELDS:
            setattr(twin, name, [*getattr(self, name)])
        return twin

    # -- cards by their places

    def card(self, place: str) -> Card:
        """Return the card at a place. Raises `LabFault` if there is none."""
        kind, index = place[:1], parse_integer(place[1:], 0, 999_999)
        if kind in "she":
            row: Sequence[Card] = self._row(kind)
            return item_at(row, index)
        if kind == "u":
            return item_at(self.units, index).creature
        rider = item_at(self.units, index).rider if kind == "r" else None
        if rider is None:
            raise LabFault
        return rider

    def _row(self, kind: str) -> list[Spell] | list[Creature]:
        """Return the list of cards to which a place of this kind belongs: spells ("s"), entourage ("e") or
        hand.
        """
        return self.entourage if kind == "e" else self.spells if kind == "s" else self.hand

    def pick_up(self, place: str, without_rider: bool = False) -> list[Card]:
        """Remove the card at a place, and return the removed cards.

        A mount takes its rider along unless it goes `without_rider`; then the rider stays, on foot.
        """
        card, index = self.card(place), int(place[1:])
        if place[0] in "she":
            del self._row(place[0])[index]
        elif place[0] == "r":
            self.units[index] = Unit(self.units[index].creature)
        else:
            unit = self.units.pop(index)
            if not (without_rider and unit.rider):
                return list(unit.cards)
            self.units.insert(index, Unit(unit.rider))
        return [card]

    def lay_card(self, card: Card, on: int | None = None) -> None:
        """Lay a card; a creature becomes the rider of the unit with the index `on`, or of a mount that can
        carry it.
        """
        if isinstance(card, Spell):
            self.spells.append(card)
            return
        mount = next(self._mounts(card), None) if on is None else on
        if mount is None:
            self.units.append(Unit(card))
        else:
            unit = item_at(self.units, mount)
            if unit.rider:
                self.units[mount] = Unit(unit.creature)
                self.hold_card(unit.rider)
            self.units[mount] = Unit(unit.creature, card)

    def _mounts(self, card: Creature) -> Iterator[int]:
        for index, unit in enumerate(self.units):
            mount = unit.creature
            fits = mount.mount and not card.mount and unit.rider is None
            if fits and (card.element, True) == (mount.element, card.power <= mount.power):
                yield index

    def hold_card(self, card: Card) -> None:
        """Put a card into the hand or the entourage."""
        if isinstance(card, Spell):
            self.hand.append(card)
        else:
            self.entourage.append(card)

    # -- the rest

    def toggle_object(self, name: str) -> None:
        """Add or remove an object."""
        if name in self.objects:
            self.objects.remove(name)
        else:
            self.objects.append(name)

    def set_held(self, name: str, count: int) -> None:
        """Set the number of held response cards of a kind, or of unknown cards."""
        kind = KIND_BY_COUNTER[name]
        high = max_held_count(kind)
        if not 0 <= count <= high:
            raise LabFault("fault.no_value", value=count, low=0, high=high)
        if kind == "?":
            self.hidden_count = count
        else:
            self.response_cards = self.response_cards.with_counts(**{kind: count})

    def held_count(self, kind: str) -> int:
        """Return the number of held response cards of a kind, or of unknown cards ("?")."""
        return self.hidden_count if kind == "?" else self.response_cards.count_of(kind)

    def set_lay(self, lay: Lay) -> None:
        """Lay exactly these cards, and put the previous lay back into hand and entourage.

        Cards that the side does not hold come from the box.
        """
        self.hand += self.spells
        self.entourage += self.lay.creatures
        self.spells, self.units, self.laid_from_hand = list(lay.spells), list(lay.units), []
        for spell in lay.spells:
            if spell in self.hand:
                self.hand.remove(spell)
                self.laid_from_hand.append(spell)
        for creature in lay.creatures:
            if creature in self.entourage:
                self.entourage.remove(creature)
                self.laid_from_hand.append(creature)

    def clear(self) -> None:
        """Remove everything but the character."""
        fresh = SideDraft(self.character)
        for field in attrs.fields(SideDraft):
            setattr(self, field.name, getattr(fresh, field.name))


def max_held_count(kind: str) -> int:
    """Return the largest number of response cards of a kind that notation allows one player to hold."""
    return 1 if kind in special_cards.SINGLE_COPY_KINDS else MAX_COUNT


def token_of(card: Card) -> str:
    """Return the text by which the page identifies a card of the tray: its notation, with "+" before a
    creature.
    """
    return card.token if isinstance(card, Spell) else f"+{card.token}"


def parse_tray_card(token: str) -> Card:
    """Return the card that a tray text such as `F5` or `+F4` (a creature) identifies. Raises `LabFault` if it
    is not valid.
    """
    try:
        lay = parse_lay(f"shield {token[1:]}" if token.startswith("+") else token)
    except NotationError as fault:
        raise LabFault from fault
    cards: tuple[Card, ...] = (*lay.spells, *lay.creatures)
    if len(cards) != 1:
        raise LabFault
    return cards[0]


_Thing = TypeVar("_Thing")


def item_at(items: Sequence[_Thing], index: int) -> _Thing:
    """Return the item at an index. Raises `LabFault` if there is none."""
    if not 0 <= index < len(items):
        raise LabFault
    return items[index]
