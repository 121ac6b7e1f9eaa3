"""One card or object more or less for one side of a battle: every such change that is analysed.

A change makes another battle; whether the rules allow that one is judged where it always is, by
`Battle.problems()`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import attrs

from twingkit.twing.analysis.reasons import Called, label
from twingkit.twing.notation.battle_line import ROLES, Battle, Side
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.held import SPECIALS
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.variants.variant import BOX, Variant

SPELL_POWERS = range(1, 7)
"""The powers of the spells that are added: those of the assumed box (TW-BOX-5)."""

CREATURE_POWER = 3
"""The power of the creature that is added: the middle of the assumed box's (TW-BOX-5)."""

KINDS = (*SPECIALS, "object", "spell", "creature")
"""The kinds of card that a change can add or remove."""


@attrs.frozen
class CardChange:
    """One card or object more (`more`) or less for a side ("attacker" or "defender").

    `card` is the spell or creature, or the token of the object or card held.
    """

    side: str
    more: bool
    card: Spell | Creature | str

    @property
    def kind(self) -> str:
        """The kind of the card, one of `KINDS`."""
        if isinstance(self.card, str):
            return self.card if self.card in SPECIALS else "object"
        return "spell" if isinstance(self.card, Spell) else "creature"

    @property
    def token(self) -> str:
        """The change in notation: `+cat`, `-F4`, `+bra`."""
        return f"{'+' if self.more else '-'}{getattr(self.card, 'token', self.card)}"

    def label(self, lang: str = "en") -> str:
        """The change in words: `+ black cat`, `− spell Fire 5`."""
        card = self.card if isinstance(self.card, str) else Called(self.kind, {"card": self.card})
        return label("more" if self.more else "less", lang, card=card)


def changes(battle: Battle, variant: Variant = BOX) -> Iterator[tuple[CardChange, Battle]]:
    """Every change with the battle that it makes, allowed or not: the attacker's first, then the defender's.

    Cats, traps, Miromon and objects one more and, where there are any, one less; a spell more of each of
    `SPELL_POWERS` and a creature of `CREATURE_POWER`, of the element of the lay; each card laid one less. A
    new creature that has no place of its own rides on a mount that can carry it (TW-BAT-3).

    >>> pairs = changes(Battle.parse("F: F5 vs W: W6 @ bra & cat"))
    >>> print([change.token for change, _ in pairs if change.side == "defender"])
    ['+cat', '-cat', '+trap', '+miromon', '+boots', '-bra', '+cup', '+hat', '+panties', '+puppet',
     '+shamrock', '+socks', '+teddy', '+W1', '+W2', '+W3', '+W4', '+W5', '+W6', '-W6', '+W3']
    """
    for role in ROLES:
        for change, changed in _of_side(role, battle, variant):
            yield change, battle.with_side(role, **changed)


def _of_side(role: str, battle: Battle, variant: Variant) -> Iterator[tuple[CardChange, dict[str, object]]]:
    side: Side = getattr(battle, role)
    for kind in SPECIALS:
        yield CardChange(role, True, kind), {"held": side.held.more(kind)}
        if side.held.many(kind):
            yield CardChange(role, False, kind), {"held": side.held.more(kind, -1)}
    for name in OBJECTS:
        more = name not in side.objects
        yield CardChange(role, more, name), {"objects": switched(side, name, more)}
    lay = side.lay
    cards: list[tuple[bool, Spell | Creature]] = [
        *((True, Spell(lay.element, power)) for power in SPELL_POWERS),
        *((False, spell) for spell in dict.fromkeys(lay.spells)),
        (True, Creature(lay.element, CREATURE_POWER)),
        *((False, creature) for creature in dict.fromkeys(lay.creatures)),
    ]
    for more, card in cards:
        changed = _enlarged(battle, role, card, variant) if more else exchanged(lay, card)
        yield CardChange(role, more, card), {"lay": changed}


def added(
    battle: Battle, role: str, card: Spell | Creature, variant: Variant = BOX
) -> tuple[CardChange, Battle]:
    """The change that lays one card more on a side, with the battle that it makes, allowed or not.

    >>> print(added(Battle.parse("F: F5 vs W: W6"), "attacker", Creature("F", 4))[1])
    F: F5 + F4 vs W: W6
    """
    return CardChange(role, True, card), battle.with_side(role, lay=_enlarged(battle, role, card, variant))


def switched(side: Side, name: str, on: bool) -> tuple[str, ...]:
    """The active objects of a side with one of them switched on or off."""
    others = tuple(other for other in side.objects if other != name)
    return (*others, name) if on else others


def _enlarged(battle: Battle, role: str, card: Spell | Creature, variant: Variant) -> Lay:
    """The lay of a side with one card more; a creature lies as a unit, or where the rules forbid that and
    allow it, as a rider."""
    lay: Lay = getattr(battle, role).lay
    if isinstance(card, Spell):
        return Lay((*lay.spells, card), lay.units)
    alone = Lay(lay.spells, (*lay.units, Unit(card)))
    riding = (
        Lay(lay.spells, replaced(lay.units, unit, [Unit(unit.creature, card)]))
        for unit in lay.units
        if unit.rider is None
    )
    allowed = (lay for lay in chain([alone], riding) if not battle.with_side(role, lay=lay).problems(variant))
    return next(allowed, alone)


def exchanged(lay: Lay, card: Spell | Creature, *others: Spell | Creature) -> Lay:
    """A lay with others in place of the first such card: without any, a rider stays without its mount, a
    mount without its rider.

    >>> lay = Battle.parse("F: F5 + F4M>F2 vs W: W6").attacker.lay
    >>> print(exchanged(lay, Spell("F", 5), Spell("F", 6)), "|", exchanged(lay, Creature("F", 4, True)))
    F6 + F4M>F2 | F5 + F2
    """
    if isinstance(card, Spell):
        return Lay(replaced(lay.spells, card, others), lay.units)
    unit = next(unit for unit in lay.units if card in unit.cards)
    cards = replaced(unit.cards, card, others)
    return Lay(lay.spells, replaced(lay.units, unit, [Unit(*cards)] if cards else []))


# of the items' type
def replaced(items: Sequence[object], item: object, others: Iterable[object] = ()) -> list[Any]:
    """A list with others in place of the first such item; without others, without it."""
    place = items.index(item)
    return [*items[:place], *others, *items[place + 1 :]]
