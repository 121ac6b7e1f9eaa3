"""Changing a battle that is being built: every control of the builder as an action of a panel.

Controls name their side first (`0` attacks, `1` defends), then the place or the spot of a card: `0:1` the
attacker's second card, `1:r0` the rider of the defender's first unit.
"""

from __future__ import annotations

from twingkit import Refusal, twing
from twingkit_widgets.battle_builder import (
    HELD,
    Draft,
    Offer,
    SideDraft,
    add_spell_refusal,
    add_unit_refusal,
    drop_refusal,
    miromon_refusal,
    object_refusal,
    rider_refusal,
    shield_refusal,
)
from twingkit_widgets.battle_steps import StepFault


class Building:
    """What a panel needs to let a person build a battle; it says in `_changed` what a change leads to.

    A change that is refused at once raises its `Refusal`, one that makes no sense a `StepFault`; neither
    changes anything.
    """

    draft: Draft
    offer: Offer

    def _changed(self) -> None:
        """Called after every change of the draft."""
        raise NotImplementedError

    def act_character(self, value: object) -> None:
        """`0:F`: the fire character attacks."""
        side, element = self._spot(value)
        side.character = _element(element)
        self._changed()

    def act_element(self, value: object) -> None:
        """`0:W`: the attacker's spells become water."""
        side, element = self._spot(value)
        side.set_element(_element(element))
        self._changed()

    def act_add_spell(self, value: object) -> None:
        """`0`: one spell more."""
        self._allow(add_spell_refusal(self.draft, _place(value)))
        self.draft.sides[_place(value)].add_spell()
        self._changed()

    def act_drop_spell(self, value: object) -> None:
        """`0:1`: without the second spell."""
        side, place = self._spot(value)
        self._allow(drop_refusal(self.draft, _place(value), "spells"))
        side.drop_spell(_whole(place))
        self._changed()

    def act_add_unit(self, value: object) -> None:
        """`0`: one creature more."""
        self._allow(add_unit_refusal(self.draft, _place(value)))
        self.draft.sides[_place(value)].add_unit()
        self._changed()

    def act_drop_unit(self, value: object) -> None:
        """`0:1`: without the second creature and its rider."""
        side, place = self._spot(value)
        self._allow(drop_refusal(self.draft, _place(value), "units"))
        side.drop_unit(_whole(place))
        self._changed()

    def act_mount(self, value: object) -> None:
        """`0:1`: the second creature is a mount, or no longer one."""
        side, place = self._spot(value)
        side.toggle_mount(_whole(place), self.offer.mounts, self.offer.creatures)
        self._changed()

    def act_add_rider(self, value: object) -> None:
        """`0:1`: somebody rides on the second creature."""
        side, place = self._spot(value)
        side.unit(_whole(place))
        self._allow(rider_refusal(self.draft, _place(value), _whole(place)))
        side.add_rider(_whole(place))
        self._changed()

    def act_drop_rider(self, value: object) -> None:
        """`0:1`: nobody rides on the second creature."""
        side, place = self._spot(value)
        side.drop_rider(_whole(place))
        self._changed()

    def act_unit_element(self, value: object) -> None:
        """`{"0:1": "W"}`: the second creature becomes water."""
        spot, element = _field(value)
        side, place = self._spot(spot)
        side.set_unit_element(_whole(place), _element(element))
        self._changed()

    def act_power(self, value: object) -> None:
        """`0:s1:5`: the second spell has power 5."""
        where, _, power = str(value).rpartition(":")
        side, spot = self._spot(where)
        side.set_power(spot, _whole(power))
        self._changed()

    def act_slide(self, value: object) -> None:
        """`{"0:s1": "4"}`: the second spell takes the fifth of the powers on offer."""
        where, step = _field(value)
        side, spot = self._spot(where)
        powers = self.offer.powers(side.card(spot))
        side.set_power(spot, powers[min(_whole(step), len(powers) - 1)])
        self._changed()

    def act_shield(self, value: object) -> None:
        """`1`: the defender raises a shield, or lays spells again."""
        self._allow(shield_refusal(self.draft, _place(value)))
        self.draft.sides[_place(value)].toggle_shield()
        self._changed()

    def act_object(self, value: object) -> None:
        """`0:hat`: take the Hat, or lay it aside."""
        side, name = self._spot(value)
        if name not in twing.OBJECTS:
            raise StepFault("fault.no_place")
        self._allow(object_refusal(self.draft, _place(value), name))
        side.toggle_object(name)
        self._changed()

    def act_held(self, value: object) -> None:
        """`0:cats:2`: the attacker holds two cats."""
        where, _, count = str(value).rpartition(":")
        side, name = self._spot(where)
        if name not in HELD:
            raise StepFault("fault.no_place")
        side.set_held(name, _whole(count))
        self._changed()

    def act_miromon(self, value: object) -> None:
        """`0`: the attacker holds Miromon, or no longer."""
        self._allow(miromon_refusal(self.draft, _place(value)))
        side = self.draft.sides[_place(value)]
        side.set_held("miromon", 1 - min(1, side.miromon))
        self._changed()

    def act_swap(self, value: object) -> None:
        """Exchange the sides."""
        self.draft.swap()
        self._changed()

    def _spot(self, value: object) -> tuple[SideDraft, str]:
        """The side that a value names, and the rest of it."""
        return self.draft.sides[_place(value)], str(value)[2:]

    def _allow(self, refusal: Refusal | None) -> None:
        if refusal:
            raise refusal


def _place(value: object) -> int:
    """The side that a value begins with. Raises `StepFault` if it names none."""
    if str(value)[:1] not in ("0", "1"):
        raise StepFault("fault.no_place")
    return int(str(value)[0])


def _whole(text: str) -> int:
    """A number of a control. Raises `StepFault` if it is none."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 6:
        raise StepFault("fault.no_place")
    return int(text)


def _element(text: str) -> str:
    """An element's letter. Raises `StepFault` for another."""
    if text not in twing.ELEMENTS:
        raise StepFault("fault.no_place")
    return text


def _field(value: object) -> tuple[str, str]:
    """What a named field says: its name and its value. Raises `StepFault` for anything else."""
    if not isinstance(value, dict) or len(value) != 1:
        raise StepFault("fault.no_place")
    name, said = next(iter(value.items()))
    return str(name), str(said)
