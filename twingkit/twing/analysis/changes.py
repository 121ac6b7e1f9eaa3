"""Single changes of one side of a battle or of its hand, in notation.

    +cat  -trap  +hat  +F3  +creature F3  -F5    add or remove a card or an object F5>F6  hat>bra
    replace one by another +1  -2                                       change points on the strongest spell,
    in a shield on a creature W:  own:  other:                             a character of this element, of the
    spells', of another

A change creates another battle; `Battle.problems()` judges, as always, whether the rules allow it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import attrs

from twingkit.core.arguments import TEXT, check_arguments, one_of_words
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.messages import Fault
from twingkit.core.notation import Role
from twingkit.twing.analysis.reasons import NameFact, label
from twingkit.twing.exact_odds.given_dice import RulebookWord
from twingkit.twing.notation.battle_line import ROLES, Battle, Side, legal_battle
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.response_cards import SPECIALS
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

SPELL_POWERS = range(1, 7)
"""The powers of added spells: those of the assumed box (TW-BOX-5)."""

CREATURE_POWER = 3
"""The power of an added creature: the middle of the assumed box's (TW-BOX-5)."""

KINDS = (*SPECIALS, "object", "spell", "creature")
"""The kinds of card that a change can add or remove."""

POWERS = range(1, 100)
"""The possible powers of a card in a battle line."""

Item = Spell | Creature | str
"""A spell, a creature, or the word for an object or a response card."""


def kind_of(item: Item) -> str:
    """Return the kind of a card, one of `KINDS`."""
    if isinstance(item, str):
        return item if item in SPECIALS else "object"
    return "spell" if isinstance(item, Spell) else "creature"


def _token(item: Item) -> str:
    return item if isinstance(item, str) else item.token


def _item_name(item: Item) -> str | NameFact:
    return item if isinstance(item, str) else NameFact(kind_of(item), {"card": item})


@attrs.frozen
class CardChange:
    """One card or object added (`is_added`) or removed, for a side ("attacker" or "defender").

    `card` is the spell or creature, or the token of the object or response card.
    """

    side: str
    is_added: bool
    card: Item

    @property
    def kind(self) -> str:
        """The kind of the card, one of `KINDS`."""
        return kind_of(self.card)

    @property
    def token(self) -> str:
        """The change in notation: `+cat`, `-F4`, `+bra`."""
        return f"{'+' if self.is_added else '-'}{_token(self.card)}"

    def label(self) -> str:
        """The change in words: `+ black cat`, `− spell Fire 5`."""
        return label("more" if self.is_added else "less", card=_item_name(self.card))


@attrs.frozen
class Replacement:
    """A replacement of the card or object `card` of a side by `other`.

    `points` is the change as it was written ("+1") if it gives points instead of cards.
    """

    side: str
    card: Item
    other: Item
    points: str = ""

    @property
    def kind(self) -> str:
        """The kind of the card that is replaced, one of `KINDS`."""
        return kind_of(self.card)

    @property
    def token(self) -> str:
        """The change in notation: `F5>F6`, or `+1`."""
        return self.points or f"{_token(self.card)}>{_token(self.other)}"

    def label(self) -> str:
        """The change in words: `Spell Fire 5 → spell Fire 6`, `+ 1 on the strongest card`."""
        if self.points:
            return label("points_more" if self.points[0] == "+" else "points_less", n=self.points[1:])
        return label("replaced", card=_item_name(self.card), other=_item_name(self.other))


@attrs.frozen
class ElementChange:
    """A side with a character of another element; `relative` is "own" or "other" if written relative to the
    spells.
    """

    side: str
    element: str
    relative: str = ""
    kind: str = attrs.field(default="character", init=False)

    @property
    def token(self) -> str:
        """The change in notation: `W:`, `own:`."""
        return f"{self.relative or self.element}:"

    def label(self) -> str:
        """The change in words: `Character of Water`, `Character of the spells' element`."""
        return label(f"character{'_' * bool(self.relative)}{self.relative}", element=self.element)


Change = CardChange | Replacement | ElementChange


# -- the default changes of a battle or a hand


def battle_changes(battle: Battle, role: str) -> Iterator[CardChange]:
    """Yield every card and object that can be added to or removed from a side, whether legal or not.

    Cats, traps, Miromon and objects: one more and, if there are any, one fewer. Spells of each of
    `SPELL_POWERS` and a creature of `CREATURE_POWER`, in the element of the lay: one more. Each laid card:
    one fewer.

    >>> pairs = battle_changes(Battle.parse("F: F5 vs W: W6 @ bra & cat"), "defender")
    >>> print([change.token for change in pairs])
    ['+cat', '-cat', '+trap', '+miromon', '+boots', '-bra', '+cup', '+hat', '+panties', '+puppet',
     '+shamrock', '+socks', '+teddy', '+W1', '+W2', '+W3', '+W4', '+W5', '+W6', '-W6', '+W3']
    """
    side: Side = getattr(battle, role)
    for kind in SPECIALS:
        yield CardChange(role, True, kind)
        if side.held.number_of(kind):
            yield CardChange(role, False, kind)
    for name in OBJECTS:
        yield CardChange(role, name not in side.objects, name)
    lay = side.lay
    yield from (CardChange(role, True, Spell(lay.element, power)) for power in SPELL_POWERS)
    yield from (CardChange(role, False, spell) for spell in dict.fromkeys(lay.spells))
    yield CardChange(role, True, Creature(lay.element, CREATURE_POWER))
    yield from (CardChange(role, False, creature) for creature in dict.fromkeys(lay.creatures))


def hand_changes(holder: SituationSide, role: str) -> list[CardChange]:
    """Return the removal of each different card that a side holds and has not laid."""
    cards: list[Item] = [*holder.spells, *holder.creatures, *(kind for kind, _ in holder.held.kinds)]
    return [CardChange(role, False, card) for card in dict.fromkeys(cards)]


# -- parsing changes

_CARD = re.compile(r"(?:(spell|creature) )?([FWLA])([1-9][0-9]?)(M?)")
_POINTS = re.compile(r"([+-])([1-9][0-9]?)")
_ELEMENT = re.compile(r"([FWLA]|own|other):")
EXAMPLES = "+cat, -F5, F5>F6, +hat, +1, W:, own:, other:"


def parse_change(text: str, role: str, side: Side | SituationSide) -> Change:
    """Parse a change of a side.

    Raises `Fault`: "change.unread" for invalid notation, others for a change that this side cannot have.

    >>> defender = Battle.parse("F: F5 vs W: W6 + W2").defender
    >>> for text in ("+hat", "-W2", "W6>W7", "-1", "other:"):
    ...     print(parse_change(text, "defender", defender).label())
    + Hat of Opportunity
    − creature Water 2
    Spell Water 6 → spell Water 7
    − 1 on the strongest card
    Character of another element
    """
    if points := _POINTS.fullmatch(text):
        return _with_points(text, role, side, int(points[1] + points[2]))
    if element := _ELEMENT.fullmatch(text):
        return _with_element(element[1], role, side)
    if text[:1] == "+":
        item = _item(text, text[1:])
        if item in side.objects:
            raise Fault("change.there", side=RulebookWord(role), object=RulebookWord(item))
        return CardChange(role, True, item)
    if text[:1] == "-":
        return CardChange(role, False, _find(text, text[1:], role, side))
    old, arrow, new = text.partition(">")
    if not arrow:
        raise Fault("change.unread", found=quote_value(text), known=EXAMPLES)
    card = _find(text, old.strip(), role, side)
    return Replacement(role, card, _item(text, new.strip(), isinstance(card, Creature)))


def _with_points(text: str, role: str, side: Side | SituationSide, points: int) -> Replacement:
    """Return the change of power of the strongest spell or, without spells, the strongest creature."""
    spells, creatures = _cards(side)
    if not spells and not creatures:
        raise Fault("change.no_card", side=RulebookWord(role), found=text, known="–")
    cards: Sequence[Spell | Creature] = spells or creatures
    card = max(cards, key=lambda card: card.power)
    if card.power + points not in POWERS:
        raise Fault("change.power", found=card.power + points, least=POWERS[0], most=POWERS[-1])
    return Replacement(role, card, attrs.evolve(card, power=card.power + points), text)


def _with_element(name: str, role: str, side: Side | SituationSide) -> ElementChange:
    """Return a change to a character of the named element, of the spells' own or of another."""
    if name in ELEMENTS:
        return ElementChange(role, name)
    spells, creatures = _cards(side)
    if not spells:
        raise Fault("change.no_spell", side=RulebookWord(role))
    own = spells[0].element
    strange = {own, *(card.element for card in creatures)}
    other = next(element for element in ELEMENTS if element not in strange)
    return ElementChange(role, own if name == "own" else other, name)


def _item(text: str, name: str, creature: bool = False) -> Item:
    """Return the card or object with this name; without its kind a card is a spell, with `creature` a
    creature.
    """
    if name in SPECIALS or name in OBJECTS:
        return name
    card = _CARD.fullmatch(name)
    if not card or (card[1] == "spell" and card[4]):
        raise Fault("change.unread", found=quote_value(text), known=EXAMPLES)
    if card[4] or card[1] == "creature" or (creature and not card[1]):
        return Creature(card[2], int(card[3]), bool(card[4]))
    return Spell(card[2], int(card[3]))


def _cards(side: Side | SituationSide) -> tuple[tuple[Spell, ...], tuple[Creature, ...]]:
    """Return the spells and creatures of a side: the laid ones, or of a hand those not laid."""
    return (side.spells, side.lay.creatures) if isinstance(side, Side) else (side.spells, side.creatures)


def _find(text: str, name: str, role: str, side: Side | SituationSide) -> Item:
    """Return the card or object of a side that a text names."""
    spells, creatures = _cards(side)
    held = [kind for kind in SPECIALS if side.held.number_of(kind)]
    items: list[Item] = [*spells, *creatures, *held, *side.objects]
    meant = {item for item in items if name in (_token(item), str(item))}
    if len(meant) == 1:
        return meant.pop()
    _item(text, name)  # a text that is not a card raises its own error
    known = ", ".join(dict.fromkeys(map(str, items)))
    raise Fault(
        "change.which" if meant else "change.no_card", side=RulebookWord(role), found=name, known=known
    )


# -- applying changes


def apply_change(battle: Battle, change: Change, variant: Variant = BOX) -> Battle:
    """Return the battle after a change, whether legal or not.

    A new creature without a place of its own rides a mount that can carry it (TW-BAT-3).
    """
    role = change.side
    side: Side = getattr(battle, role)
    if isinstance(change, ElementChange):
        return battle.with_side(role, character=change.element)
    if isinstance(change, Replacement):
        card, other = change.card, change.other
        if not isinstance(card, str) and type(card) is type(other):
            return battle.with_side(role, lay=exchange_card(side.lay, card, other))
        return apply_change(
            apply_change(battle, CardChange(role, False, card), variant),
            CardChange(role, True, other),
            variant,
        )
    card = change.card
    if not isinstance(card, str):
        lay = _add_card(battle, role, card, variant) if change.is_added else exchange_card(side.lay, card)
        return battle.with_side(role, lay=lay)
    if card in OBJECTS:
        return battle.with_side(role, objects=toggle_object(side, card, change.is_added))
    return battle.with_side(role, held=side.held.with_more(card, 1 if change.is_added else -1))


def change_holder(holder: SituationSide, change: Change) -> SituationSide:
    """Return the holder after a change of the cards held and not laid."""
    if isinstance(change, ElementChange):
        return attrs.evolve(holder, character=change.element)
    if isinstance(change, Replacement):
        less = change_holder(holder, CardChange(change.side, False, change.card))
        return change_holder(less, CardChange(change.side, True, change.other))
    card = change.card
    if isinstance(card, str) and card not in OBJECTS:
        return attrs.evolve(holder, held=holder.held.with_more(card, 1 if change.is_added else -1))
    if isinstance(card, str):
        objects = (*holder.objects, card) if change.is_added else replace_first(holder.objects, card)
        return attrs.evolve(holder, objects=objects)
    if isinstance(card, Spell):
        return attrs.evolve(
            holder, spells=(*holder.spells, card) if change.is_added else replace_first(holder.spells, card)
        )
    creatures = (*holder.creatures, card) if change.is_added else replace_first(holder.creatures, card)
    return attrs.evolve(holder, creatures=creatures)


@check_arguments(side=one_of_words(*ROLES), change=TEXT)
def with_change(battle: Battle | str, side: Role, change: str, variant: Variant | str = BOX) -> Battle:
    """Return the battle after one change of a side ("attacker" or "defender"), written as for `worth`.

    Raises `Fault` for invalid notation or a change this side cannot have, and `BattleError` if the rules of
    `variant` forbid the changed battle: a rider too strong (TW-BAT-3), a fourth object (TW-OBJ-2).

    >>> print(with_change("F: F5 F3 + F4 vs W: W6 W4", "attacker", "F3>F6"))
    F: F6 F5 + F4 vs W: W6 W4
    """
    rules = as_variant(variant)
    legal = legal_battle(battle, rules)
    return apply_change(legal, parse_change(change, side, getattr(legal, side)), rules).check(rules)


def toggle_object(side: Side, name: str, on: bool) -> tuple[str, ...]:
    """Return the active objects of a side with one of them switched on or off."""
    others = tuple(other for other in side.objects if other != name)
    return (*others, name) if on else others


def _add_card(battle: Battle, role: str, card: Spell | Creature, variant: Variant) -> Lay:
    """Return the lay of a side with one more card.

    A creature is added as a unit or, if only that is legal, as a rider.
    """
    lay: Lay = getattr(battle, role).lay
    if isinstance(card, Spell):
        return Lay((*lay.spells, card), lay.units)
    alone = Lay(lay.spells, (*lay.units, Unit(card)))
    riding = (
        Lay(lay.spells, replace_first(lay.units, unit, [Unit(unit.creature, card)]))
        for unit in lay.units
        if unit.rider is None
    )
    allowed = (lay for lay in chain([alone], riding) if not battle.with_side(role, lay=lay).problems(variant))
    return next(allowed, alone)


def exchange_card(lay: Lay, card: Spell | Creature, *others: Spell | Creature) -> Lay:
    """Return a lay with the first such card replaced by others.

    If there are no others, a rider stays without its mount, and a mount without its rider.

    >>> lay = Battle.parse("F: F5 + F4M>F2 vs W: W6").attacker.lay
    >>> print(exchange_card(lay, Spell("F", 5), Spell("F", 6)))
    F6 + F4M>F2
    >>> print(exchange_card(lay, Creature("F", 4, True)))
    F5 + F2
    """
    if isinstance(card, Spell):
        return Lay(replace_first(lay.spells, card, others), lay.units)
    unit = next(unit for unit in lay.units if card in unit.cards)
    cards = replace_first(unit.cards, card, others)
    return Lay(lay.spells, replace_first(lay.units, unit, [Unit(*cards)] if cards else []))


# same type as the items
def replace_first(items: Sequence[object], item: object, others: Iterable[object] = ()) -> list[Any]:
    """Return a list with the first such item replaced by others, or removed if there are none."""
    place = items.index(item)
    return [*items[:place], *others, *items[place + 1 :]]
