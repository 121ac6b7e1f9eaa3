"""Changing the battle that is being built: every control of the builder as an action of a panel.

A side is named by its place: `0` attacks, `1` defends. A change that a rule forbids is kept in `refused`, to
be shown where the person looks; a change that makes no sense raises `FleetFault`. Neither changes anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.asking import Refusal
from twingkit.imperium.effect_list import Effect, writable
from twingkit.imperium.notation import Battle, Side, Use
from twingkit.imperium.units import CLASSES, Unit
from twingkit_widgets import fleet_draft as draft
from twingkit_widgets.fleet_words import FleetFault

PAST = 50
"""How many changes can be taken back."""


class FleetBuilding:
    """What a panel needs to let a person build a battle; it says in `_changed` what a change leads to."""

    battle: Battle
    """The battle as it lies now; a side may have no units yet."""
    choosing: int | None = None
    """The side that effects are chosen for; None while the chooser is closed."""
    sought: str = ""
    """What is searched for among the effects."""
    better: frozenset[tuple[int, str]] = frozenset()
    """Sides and classes whose units are upgraded, also where there are none of them yet."""
    refused: Refusal | None = None
    """Why the last change was not made."""
    lost: Sequence[Unit | Effect] = ()
    """What the last change took away besides: what another faction cannot have."""
    past: Sequence[Battle] = ()
    """What lay there before each change, the latest last."""

    def _changed(self) -> None:
        """Called after every change of the battle."""
        raise NotImplementedError

    def _put(self, battle: Battle, lost: Sequence[Unit | Effect] = ()) -> None:
        """Lay another battle there, and remember what was there before."""
        self.refused = None
        if battle == self.battle:
            return
        self.past = (*self.past, self.battle)[-PAST:]
        self.battle, self.lost = battle, lost
        self._changed()

    def _take_back(self) -> None:
        """Take the last change back; there is one."""
        *self.past, self.battle = self.past
        self.refused, self.lost = None, ()
        self._changed()

    # -- units

    def act_more(self, value: object) -> None:
        """`0:cruiser+`: one more upgraded cruiser attacks."""
        place, name = unit_spot(value)
        refusal = draft.unit_refusal(self.battle, place, name)
        if refusal:
            self.refused = refusal
            return
        count = self.battle.sides[place].count(name)
        self._put(draft.with_count(self.battle, place, name, min(draft.MOST, count + 1)))

    def act_fewer(self, value: object) -> None:
        """`0:cruiser`: one cruiser fewer."""
        place, name = unit_spot(value)
        count = self.battle.sides[place].count(name)
        self._put(draft.with_count(self.battle, place, name, max(0, count - 1)))

    def act_none(self, value: object) -> None:
        """`0:cruiser`: no cruiser at all."""
        self._put(draft.with_count(self.battle, *unit_spot(value), 0))

    def act_drop(self, value: object) -> None:
        """`new:cruiser>0`: one more cruiser attacks; `1:cruiser>0`: one goes over from the defender."""
        source, sign, target = str(value).partition(">")
        start, _, name = source.partition(":")
        place = side_spot(target)
        if not sign or start not in ("new", "0", "1"):
            raise FleetFault
        unit_spot(f"{place}:{name}")
        if start == str(place):
            return
        refusal = draft.unit_refusal(self.battle, place, name)
        if refusal:
            self.refused = refusal
            return
        changed = self.battle
        if start != "new":
            count = changed.sides[1 - place].count(name)
            if not count:
                raise FleetFault
            changed = draft.with_count(changed, 1 - place, name, count - 1)
        count = min(draft.MOST, changed.sides[place].count(name) + 1)
        self._put(draft.with_count(changed, place, name, count))

    def act_upgrade(self, value: object) -> None:
        """`0:cruiser`: the attacker's cruisers are upgraded, or plain again."""
        place, name = unit_spot(value)
        better = (place, name) not in self.better and not self.battle.sides[place].count(f"{name}+")
        refusal = draft.unit_refusal(self.battle, place, f"{name}+") if better else None
        if refusal:
            self.refused = refusal
            return
        self.better = self.better | {(place, name)} if better else self.better - {(place, name)}
        self._put(draft.upgraded(self.battle, place, name, better))

    # -- factions, and how hits are taken

    def act_faction(self, value: object) -> None:
        """`{"0": "sol"}`: Sol attacks; what it cannot have goes, and is told."""
        place, faction = _chosen(value)
        changed, lost = draft.with_faction(self.battle, place, faction)
        self.better = frozenset(
            (side, name)
            for side, name in self.better
            if side != place or draft.unit_refusal(changed, place, f"{name}+") is None
        )
        self._put(changed, lost)

    def act_order(self, value: object) -> None:
        """`{"0": "carriers-first"}`: in which order the attacker gives ships up."""
        self._policy("order", value)

    def act_sustain(self, value: object) -> None:
        """`{"0": "last"}`: when the attacker sustains damage."""
        self._policy("sustain", value)

    def _policy(self, part: str, value: object) -> None:
        place, chosen = _chosen(value)
        changed = draft.with_policy(self.battle, place, part, chosen)
        twice = all(side.policy is None for side in changed.sides)
        if twice:
            self.refused = changed.problems()[-1]
            return
        self._put(changed)

    # -- effects

    def act_choose(self, value: object) -> None:
        """`0`: choose effects for the attacker; the same again closes the chooser."""
        place = side_spot(value)
        self.choosing = None if self.choosing == place else place
        self.sought, self.refused = "", None

    def act_seek(self, value: object) -> None:
        """Search the effects."""
        self.sought = str(value or "")[:80]

    def act_effect(self, value: object) -> None:
        """`0:amd`: the attacker has this effect, or no longer."""
        place, effect = _effect_spot(value)
        side = self.battle.sides[place]
        has = any(use.id == effect for use in side.effects)
        refusal = None if has else draft.use_refusal(self.battle, place, Use(effect))
        if refusal:
            self.refused = refusal
            return
        self._put(draft.with_use(self.battle, place, effect, not has))

    def act_again(self, value: object) -> None:
        """`0:mb`: another copy of this card, for the next round that has none."""
        place, effect = _effect_spot(value)
        side = self.battle.sides[place]
        round_ = draft.free_round(side, effect)
        if round_ is None:
            raise FleetFault
        use = Use(effect, 0 if round_ == Use(effect).effect.first else round_)
        self._put(draft.with_side(self.battle, place, effects=[*side.effects, use]))

    def act_when(self, value: object) -> None:
        """`{"0:mb:1": "2"}`: this card moves from round 1 to round 2; 0 stands for its default."""
        spot, chosen = _field(value)
        place, use = self._use(spot)
        if not chosen.isascii() or not chosen.isdecimal() or int(chosen) > draft.MOST:
            raise FleetFault
        self._put(draft.with_round(self.battle, place, use, int(chosen)))

    def act_lay_aside(self, value: object) -> None:
        """`0:mb:2`: without this card in that round."""
        place, use = self._use(str(value))
        kept = [each for each in self.battle.sides[place].effects if each != use]
        self._put(draft.with_side(self.battle, place, effects=kept))

    def _use(self, spot: str) -> tuple[int, Use]:
        """The effect of a side that `0:mb:2` names (without a round: at its default)."""
        name, _, round_ = spot[2:].partition(":")
        place, effect = _effect_spot(f"{spot[:2]}{name}")
        use = Use(effect, int(round_) if round_.isascii() and round_.isdecimal() else 0)
        if use not in self.battle.sides[place].effects:
            raise FleetFault
        return place, use

    # -- the whole battle

    def act_kind(self, value: object) -> None:
        """`ground`: the battle is on a planet."""
        self._put(draft.of_kind(self.battle, str(value)))

    def act_nebula(self, value: object) -> None:
        """The battle is in a nebula, or no longer."""
        self.act_effect("1:nebula")

    def act_swap(self, value: object) -> None:
        """Exchange the sides."""
        self.better = frozenset((1 - place, name) for place, name in self.better)
        self._put(draft.with_sides_swapped(self.battle))

    def act_clear(self, value: object) -> None:
        """`0`: the attacker has nothing any more."""
        place = side_spot(value)
        self.better = frozenset(each for each in self.better if each[0] != place)
        self._put(draft.with_side(self.battle, place, units={}, faction="", effects=()))

    def act_empty(self, value: object) -> None:
        """Both sides have nothing any more."""
        self.better = frozenset()
        self._put(Battle(self.battle.kind, Side({}), Side({})))


def side_spot(value: object) -> int:
    """The side that a value begins with. Raises `FleetFault` if it names none."""
    if str(value)[:1] not in ("0", "1"):
        raise FleetFault
    return int(str(value)[0])


def unit_spot(value: object) -> tuple[int, str]:
    """The side and the name of units that `0:cruiser+` names. Raises `FleetFault` if it is none."""
    place, name = side_spot(value), str(value)[2:]
    if name.removesuffix("+") not in CLASSES:
        raise FleetFault
    return place, name


def _effect_spot(value: object) -> tuple[int, str]:
    place, name = side_spot(value), str(value)[2:]
    if name not in writable():
        raise FleetFault
    return place, name


def _field(value: object) -> tuple[str, str]:
    """The name and the value of one field."""
    if not isinstance(value, dict) or len(value) != 1:
        raise FleetFault
    ((name, chosen),) = value.items()
    return str(name), str(chosen)


def _chosen(value: object) -> tuple[int, str]:
    """The side and the value of a list to choose from."""
    name, chosen = _field(value)
    return side_spot(name), chosen
