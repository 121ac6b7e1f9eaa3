"""One card or object more or less for one side of a battle: every such change that is analysed.

A change makes another battle; whether the rules allow that one is judged where it always is, by
`Battle.problems()`.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from twingkit.twing.notation.battle_line import ROLES, Battle, Side
from twingkit.twing.rules.cards import Creature, Spell, Unit
from twingkit.twing.rules.lay import Lay
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.variants.variant import BOX, Variant

HELD = {"cat": "cats", "trap": "traps", "miromon": "miromon"}
"""The cards held, with the field of a side that counts them."""

SPELL_POWERS = range(1, 7)
"""The powers of the spells that are added: those of the assumed box (TW-BOX-5)."""

CREATURE_POWER = 3
"""The power of the creature that is added: the middle of the assumed box's (TW-BOX-5)."""

KINDS = ("cat", "trap", "miromon", "object", "spell", "creature")
"""The kinds of card that a change can add or remove."""


@attrs.frozen
class Change:
    """One card or object more (`more`) or less for a side ("attacker" or "defender").

    `kind` is one of `KINDS`; `card` the spell or creature, or the token of the object or card held.
    """

    side: str
    more: bool
    kind: str
    card: Spell | Creature | str

    @property
    def token(self) -> str:
        """The change in notation: `+cat`, `-F4`, `+bra`."""
        return f"{'+' if self.more else '-'}{getattr(self.card, 'token', self.card)}"


def changes(battle: Battle, variant: Variant = BOX) -> Iterator[tuple[Change, Battle]]:
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
        for change, side in _of_side(role, battle, variant):
            yield change, _with(battle, role, side)


def _of_side(role: str, battle: Battle, variant: Variant) -> Iterator[tuple[Change, Side]]:
    side: Side = getattr(battle, role)
    for name, field in HELD.items():
        count = getattr(side, field)
        yield Change(role, True, name, name), attrs.evolve(side, **{field: count + 1})
        if count:
            yield Change(role, False, name, name), attrs.evolve(side, **{field: count - 1})
    for name in OBJECTS:
        if name in side.objects:
            left = tuple(other for other in side.objects if other != name)
            yield Change(role, False, "object", name), attrs.evolve(side, objects=left)
        else:
            yield Change(role, True, "object", name), attrs.evolve(side, objects=(*side.objects, name))
    lay = side.lay
    for power in SPELL_POWERS:
        spell = Spell(lay.element, power)
        yield Change(role, True, "spell", spell), _laying(side, Lay((*lay.spells, spell), lay.units))
    for spell in dict.fromkeys(lay.spells):
        yield Change(role, False, "spell", spell), _laying(side, _without_spell(lay, spell))
    creature = Creature(lay.element, CREATURE_POWER)
    yield Change(role, True, "creature", creature), _with_creature(battle, role, creature, variant)
    for card in dict.fromkeys(lay.creatures):
        yield Change(role, False, "creature", card), _laying(side, _without_creature(lay, card))


def added(battle: Battle, role: str, card: Spell | Creature, variant: Variant = BOX) -> tuple[Change, Battle]:
    """The change that lays one card more on a side, with the battle that it makes, allowed or not.

    >>> print(added(Battle.parse("F: F5 vs W: W6"), "attacker", Creature("F", 4))[1])
    F: F5 + F4 vs W: W6
    """
    side: Side = getattr(battle, role)
    if isinstance(card, Creature):
        joined = _with_creature(battle, role, card, variant)
        return Change(role, True, "creature", card), _with(battle, role, joined)
    enlarged = _laying(side, Lay((*side.lay.spells, card), side.lay.units))
    return Change(role, True, "spell", card), _with(battle, role, enlarged)


def _with(battle: Battle, role: str, side: Side) -> Battle:
    return Battle(side, battle.defender) if role == ROLES[0] else Battle(battle.attacker, side)


def _laying(side: Side, lay: Lay) -> Side:
    return attrs.evolve(side, lay=lay)


def _with_creature(battle: Battle, role: str, card: Creature, variant: Variant) -> Side:
    """A side with one creature more: as a unit, or where the rules forbid that and allow it, as a rider."""
    side: Side = getattr(battle, role)
    lay = side.lay
    alone = _laying(side, Lay(lay.spells, (*lay.units, Unit(card))))
    if not _with(battle, role, alone).problems(variant):
        return alone
    for index, unit in enumerate(lay.units):
        if unit.rider is None:
            units = (*lay.units[:index], Unit(unit.creature, card), *lay.units[index + 1 :])
            riding = _laying(side, Lay(lay.spells, units))
            if not _with(battle, role, riding).problems(variant):
                return riding
    return alone


def _without_spell(lay: Lay, spell: Spell) -> Lay:
    spells = list(lay.spells)
    spells.remove(spell)
    return Lay(spells, lay.units)


def _without_creature(lay: Lay, card: Creature) -> Lay:
    """A lay without one creature card; a rider stays without its mount, a mount without its rider."""
    index = next(index for index, unit in enumerate(lay.units) if card in unit.cards)
    unit = lay.units[index]
    left = list(unit.cards)
    left.remove(card)
    return Lay(lay.spells, (*lay.units[:index], *map(Unit, left), *lay.units[index + 1 :]))
