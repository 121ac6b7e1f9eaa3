"""Single changes of one side of a battle or of its hand, in notation.

    +cat  -trap  +hat  +F3  +creature F3  -F5    add or remove a card or an object
    F5>F6  hat>bra                               replace one by another
    +1  -2                                       change points on the strongest spell (or creature)
    W:  own:  other:                             a character of this element, of the spells', of another

A change creates another battle; `Battle.problems()` says whether the rules allow it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import attrs

from twingkit.analyse.reports.change_worth import RefusedChangeFault
from twingkit.core.arguments import TEXT, check_arguments, one_of_words
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES, Role
from twingkit.core.words import VerbatimFact
from twingkit.twing.analysis.reasons import NameFact, analysis_rulebook, capitalized_label
from twingkit.twing.notation.battle_line import Battle, Side, legal_battle
from twingkit.twing.notation.situation_side import SituationSide
from twingkit.twing.rules.cards import ELEMENTS, Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

_ADDED_SPELL_POWERS = range(1, 7)
"""The powers of added spells: those of the assumed box (TW-BOX-5)."""

_ADDED_CREATURE_POWER = 3
"""The middle of those in the assumed box (TW-BOX-5)."""

CARD_KINDS = (*RESPONSE_CARD_KINDS, "object", "spell", "creature")
"""The kinds of cards and objects that a change can add or remove."""

_VALID_POWERS = range(1, 100)
"""The possible powers of a card in a battle line."""

CardOrObject = Spell | Creature | str
"""A spell, a creature, or the word for an object or a response card."""


def card_kind(item: CardOrObject) -> str:
    """Return "spell", "creature", "object", or the kind of a response card, such as "cat"."""
    if isinstance(item, str):
        return item if item in RESPONSE_CARD_KINDS else "object"
    return "spell" if isinstance(item, Spell) else "creature"


def _token(item: CardOrObject) -> str:
    """Return the notation of a card or object, with the word `creature` before a creature that is not a
    mount.
    """
    if isinstance(item, str):
        return item
    return f"creature {item.token}" if isinstance(item, Creature) and not item.mount else item.token


def _item_name(item: CardOrObject) -> str | NameFact:
    return item if isinstance(item, str) else NameFact(card_kind(item), {"card": item})


@attrs.frozen
class CardChange:
    """A change that adds one card or object to a side, or removes it.

    `side` is "attacker" or "defender"; `card` is the spell or creature, or the word for an object or response
    card.
    """

    side: str
    is_added: bool
    card: CardOrObject

    @property
    def kind(self) -> str:
        """The kind of the card or object: "spell", "creature", "object", "cat" …, as in `CARD_KINDS`."""
        return card_kind(self.card)

    @property
    def token(self) -> str:
        """The change in notation, such as `+cat`, `-F4`, `+creature F4` or `+bra`."""
        return f"{'+' if self.is_added else '-'}{_token(self.card)}"

    def label(self) -> str:
        """Return the change in words, such as `+ black cat` or `− spell Fire 5`."""
        return capitalized_label("more" if self.is_added else "less", card=_item_name(self.card))


@attrs.frozen
class Replacement:
    """A change that replaces a card or object of a side by another one.

    `points_text` is the notation of a change of points ("+1"), otherwise empty.
    """

    side: str
    old_card: CardOrObject
    new_card: CardOrObject
    points_text: str = ""

    @property
    def kind(self) -> str:
        """The kind of the replaced card or object, as in `CardChange`."""
        return card_kind(self.old_card)

    @property
    def token(self) -> str:
        """The change in notation, such as `F5>F6` or `+1`."""
        return self.points_text or f"{_token(self.old_card)}>{_token(self.new_card)}"

    def label(self) -> str:
        """Return the change in words.

        Examples are `Spell Fire 5 → spell Fire 6` and `+ 1 on the strongest card`.
        """
        if self.points_text:
            return capitalized_label(
                "points_more" if self.points_text[0] == "+" else "points_less", n=self.points_text[1:]
            )
        return capitalized_label("replaced", card=_item_name(self.old_card), other=_item_name(self.new_card))


@attrs.frozen
class CharacterElementChange:
    """A change that gives a side a character of another element.

    `relative_element` is "own" or "other" if it was written relative to the side's spells, otherwise empty.
    """

    side: str
    element: str
    relative_element: str = ""
    kind: str = attrs.field(default="character", init=False)

    @property
    def token(self) -> str:
        """The change in notation, such as `W:` or `own:`."""
        return f"{self.relative_element or self.element}:"

    def label(self) -> str:
        """Return the change in words, such as `Character of Water` or `Character with another element`."""
        return capitalized_label(
            f"character{'_' * bool(self.relative_element)}{self.relative_element}", element=self.element
        )


Change = CardChange | Replacement | CharacterElementChange


# -- the default changes of a battle or a hand


def all_card_changes(battle: Battle, role: str) -> Iterator[CardChange]:
    """Yield every card and object that can be added to or removed from a side, whether legal or not.

    Added are a cat, trap, Miromon, each object, a spell of each of `_ADDED_SPELL_POWERS` and a creature of
    `_ADDED_CREATURE_POWER`, both in the element of the lay. Removed are each held card, object and laid card.

    >>> pairs = all_card_changes(Battle.parse("F: F5 vs W: W6 @ bra & cat"), "defender")
    >>> print([change.token for change in pairs])
    ['+cat', '-cat', '+trap', '+miromon', '+boots', '-bra', '+cup', '+hat', '+panties', '+puppet',
     '+shamrock', '+socks', '+teddy', '+W1', '+W2', '+W3', '+W4', '+W5', '+W6', '-W6', '+creature W3']
    """
    side: Side = getattr(battle, role)
    for kind in RESPONSE_CARD_KINDS:
        yield CardChange(role, True, kind)
        if side.response_cards.count_of(kind):
            yield CardChange(role, False, kind)
    for name in OBJECTS:
        yield CardChange(role, name not in side.objects, name)
    lay = side.lay
    yield from (CardChange(role, True, Spell(lay.support_element, power)) for power in _ADDED_SPELL_POWERS)
    yield from (CardChange(role, False, spell) for spell in dict.fromkeys(lay.spells))
    yield CardChange(role, True, Creature(lay.support_element, _ADDED_CREATURE_POWER))
    yield from (CardChange(role, False, creature) for creature in dict.fromkeys(lay.creatures))


def hand_card_removals(holder: SituationSide, role: str) -> list[CardChange]:
    """Return one removal for each different card that a side holds and has not laid."""
    cards: list[CardOrObject] = [
        *holder.spells,
        *holder.creatures,
        *(kind for kind, _ in holder.response_cards.kind_counts),
    ]
    return [CardChange(role, False, card) for card in dict.fromkeys(cards)]


# -- parsing changes

_CARD = re.compile(r"(?:(spell|creature) )?([FWLA])([1-9][0-9]?)(M?)")
_POINTS = re.compile(r"([+-])([1-9][0-9]?)")
_ELEMENT = re.compile(r"([FWLA]|own|other):")
CHANGE_EXAMPLES = "+cat, -F5, F5>F6, +hat, +1, W:, own:, other:"


def parse_change(text: str, role: str, side: Side | SituationSide) -> Change:
    """Parse the notation of a change to a side of a battle or a situation.

    Raises `Fault` for invalid notation, `RefusedChangeFault` for a change that this side cannot have.

    >>> defender = Battle.parse("F: F5 vs W: W6 + W2").defender
    >>> for text in ("+hat", "-W2", "W6>W7", "-1", "other:"):
    ...     print(parse_change(text, "defender", defender).label())
    + Hat of Opportunity
    − creature Water 2
    Spell Water 6 → spell Water 7
    − 1 on the strongest card
    Character with another element
    """
    if points := _POINTS.fullmatch(text):
        return _with_points(text, role, side, int(points[1] + points[2]))
    if element := _ELEMENT.fullmatch(text):
        return _with_element(element[1], role, side)
    if text[:1] == "+":
        item = _item(text, text[1:])
        if item in side.objects:
            raise _refused("there", CardChange(role, True, item), object=item)
        return CardChange(role, True, item)
    if text[:1] == "-":
        return _removal(text, text[1:], role, side)
    old, arrow, new = text.partition(">")
    if not arrow:
        raise Fault("change.unread", found=quote_value(text), known=CHANGE_EXAMPLES)
    card = _item(text, new.strip())
    lost = _removal(text, old.strip(), role, side, card).card
    return Replacement(role, lost, _item(text, new.strip(), isinstance(lost, Creature)))


def _refused(case: str, change: Change, **facts: object) -> RefusedChangeFault:
    fault = RefusedChangeFault(f"change_{case}", analysis_rulebook(), side=change.side, **facts)
    fault.kind, fault.label = change.kind, change.label()
    return fault


def _with_points(text: str, role: str, side: Side | SituationSide, points: int) -> Replacement:
    spells, creatures = _cards(side)
    if not spells and not creatures:
        anything = Spell(ELEMENTS[0], 1)
        raise _refused("no_points", Replacement(role, anything, anything, text), found=VerbatimFact(text))
    cards: Sequence[Spell | Creature] = spells or creatures
    card = max(cards, key=lambda card: card.power)
    if card.power + points not in _VALID_POWERS:
        change = Replacement(role, card, card, text)
        least, most = _VALID_POWERS[0], _VALID_POWERS[-1]
        raise _refused(
            "power", change, card=VerbatimFact(str(card)), found=card.power + points, least=least, most=most
        )
    return Replacement(role, card, attrs.evolve(card, power=card.power + points), text)


def _with_element(name: str, role: str, side: Side | SituationSide) -> CharacterElementChange:
    """Return a change to a character of an element given by its letter, as "own" (that of the side's spells)
    or as another.
    """
    if name in ELEMENTS:
        return CharacterElementChange(role, name)
    spells, creatures = _cards(side)
    if not spells:
        raise _refused("no_spell", CharacterElementChange(role, ELEMENTS[0], name))
    own = spells[0].element
    strange = {own, *(card.element for card in creatures)}
    other = next(element for element in ELEMENTS if element not in strange)
    return CharacterElementChange(role, own if name == "own" else other, name)


def _item(text: str, name: str, creature: bool = False) -> CardOrObject:
    """Return the card or object named `name`; a name without a kind means a spell, or a creature if
    `creature` is true.
    """
    if name in RESPONSE_CARD_KINDS or name in OBJECTS:
        return name
    card = _CARD.fullmatch(name)
    if not card or (card[1] == "spell" and card[4]):
        raise Fault("change.unread", found=quote_value(text), known=CHANGE_EXAMPLES)
    if card[4] or card[1] == "creature" or (creature and not card[1]):
        return Creature(card[2], int(card[3]), bool(card[4]))
    return Spell(card[2], int(card[3]))


def _cards(side: Side | SituationSide) -> tuple[tuple[Spell, ...], tuple[Creature, ...]]:
    return (side.spells, side.lay.creatures) if isinstance(side, Side) else (side.spells, side.creatures)


def _removal(
    text: str, name: str, role: str, side: Side | SituationSide, replacement: CardOrObject | None = None
) -> CardChange:
    spells, creatures = _cards(side)
    held = [kind for kind in RESPONSE_CARD_KINDS if side.response_cards.count_of(kind)]
    items: list[CardOrObject] = [*spells, *creatures, *held, *side.objects]
    meant = {item for item in items if name in (item if isinstance(item, str) else item.token, str(item))}
    if len(meant) == 1:
        return CardChange(role, False, meant.pop())
    item = _item(text, name)  # a text that is not a card raises its own error
    change = CardChange(role, False, item) if replacement is None else Replacement(role, item, replacement)
    known = ", ".join(dict.fromkeys(map(str, items))) or "–"
    raise _refused(
        "which" if meant else "no_card", change, found=VerbatimFact(name), known=VerbatimFact(known)
    )


# -- applying changes


def battle_with_change(battle: Battle, change: Change, variant: Variant = BOX) -> Battle:
    """Return the battle after a change; the result may break the rules.

    An added creature that cannot join as a unit rides a mount that can carry it (TW-BAT-3).
    """
    role = change.side
    side: Side = getattr(battle, role)
    if isinstance(change, CharacterElementChange):
        return battle.with_side(role, character=change.element)
    if isinstance(change, Replacement):
        card, other = change.old_card, change.new_card
        if not isinstance(card, str) and type(card) is type(other):
            return battle.with_side(role, lay=exchange_card(side.lay, card, other))
        return battle_with_change(
            battle_with_change(battle, CardChange(role, False, card), variant),
            CardChange(role, True, other),
            variant,
        )
    card = change.card
    if not isinstance(card, str):
        lay = _add_card(battle, role, card, variant) if change.is_added else exchange_card(side.lay, card)
        return battle.with_side(role, lay=lay)
    if card in OBJECTS:
        return battle.with_side(role, objects=_set_object_active(side, card, change.is_added))
    return battle.with_side(
        role, response_cards=side.response_cards.with_more(card, 1 if change.is_added else -1)
    )


def apply_change_to_hand(holder: SituationSide, change: Change) -> SituationSide:
    """Return a side of a situation after a change to its unlaid cards."""
    if isinstance(change, CharacterElementChange):
        return attrs.evolve(holder, character=change.element)
    if isinstance(change, Replacement):
        less = apply_change_to_hand(holder, CardChange(change.side, False, change.old_card))
        return apply_change_to_hand(less, CardChange(change.side, True, change.new_card))
    card, field = change.card, f"{change.kind}s"
    if isinstance(card, str) and card not in OBJECTS:
        return attrs.evolve(
            holder, response_cards=holder.response_cards.with_more(card, 1 if change.is_added else -1)
        )
    held = getattr(holder, field)  # its spells, creatures or objects
    now: dict[str, Any] = {field: (*held, card) if change.is_added else _replace_first(held, card)}
    return attrs.evolve(holder, **now)


@check_arguments(side=one_of_words(*ROLES), change=TEXT)
def with_change(position: Battle | str, change: str, *, side: Role, variant: Variant | str = BOX) -> Battle:
    """Return the battle after one change to a side ("attacker" or "defender"). `change` is in the notation of
    `worth`, such as `F3>F6`.

    Raises `Fault` for invalid notation or a change that is impossible for this side, and `IllegalBattleError`
    if the rules of `variant` forbid the changed battle: a rider too strong (TW-BAT-3), a fourth object
    (TW-OBJ-2).

    >>> print(with_change("F: F5 F3 + F4 vs W: W6 W4", "F3>F6", side="attacker"))
    F: F6 F5 + F4 vs W: W6 W4
    """
    rules = as_variant(variant)
    legal = legal_battle(position, rules)
    return battle_with_change(legal, parse_change(change, side, getattr(legal, side)), rules).check(rules)


def _set_object_active(side: Side, name: str, on: bool) -> tuple[str, ...]:
    """Return a side's active objects after the object `name` is made active or inactive."""
    others = tuple(other for other in side.objects if other != name)
    return (*others, name) if on else others


def _add_card(battle: Battle, role: str, card: Spell | Creature, variant: Variant) -> Lay:
    """Return the lay with one more card: a unit or, if only that is legal, a rider."""
    lay: Lay = getattr(battle, role).lay
    if isinstance(card, Spell):
        return Lay((*lay.spells, card), lay.units)
    alone = Lay(lay.spells, (*lay.units, Unit(card)))
    riding = (
        Lay(lay.spells, _replace_first(lay.units, unit, [Unit(unit.creature, card)]))
        for unit in lay.units
        if unit.rider is None
    )
    allowed = (lay for lay in chain([alone], riding) if not battle.with_side(role, lay=lay).problems(variant))
    return next(allowed, alone)


def exchange_card(lay: Lay, card: Spell | Creature, *others: Spell | Creature) -> Lay:
    """Return a lay with the first copy of a card replaced by other cards, or removed if there are none.

    If there are no others, a rider stays without its mount, and a mount without its rider.

    >>> lay = Battle.parse("F: F5 + F4M>F2 vs W: W6").attacker.lay
    >>> print(exchange_card(lay, Spell("F", 5), Spell("F", 6)))
    F6 + F4M>F2
    >>> print(exchange_card(lay, Creature("F", 4, True)))
    F5 + F2
    """
    if isinstance(card, Spell):
        return Lay(_replace_first(lay.spells, card, others), lay.units)
    unit = next(unit for unit in lay.units if card in unit.cards)
    cards = _replace_first(unit.cards, card, others)
    return Lay(lay.spells, _replace_first(lay.units, unit, [Unit(*cards)] if cards else []))


# same type as the items
def _replace_first(items: Sequence[object], item: object, others: Iterable[object] = ()) -> list[Any]:
    """Return a list with the first copy of `item` replaced by `others`, or removed if there are none."""
    place = items.index(item)
    return [*items[:place], *others, *items[place + 1 :]]
