"""Changing the battle that is being built: every control of the builder as an action of a panel.

A side is named by its place: `0` attacks, `1` defends. A change that a rule forbids is kept in `Lab.refused`,
to be shown where the person looks; a change that makes no sense raises `LabFault`. Neither changes anything.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit.core.words import round_shares
from twingkit.imperium.battle.notation.battle_line import Battle, EffectUse, Side
from twingkit.imperium.box.effects import Effect, effects_for_lines
from twingkit.imperium.box.units import Unit
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.lab import draft
from twingkit_widgets.imperium.lab.builder_view import builder_html
from twingkit_widgets.imperium.lab.own_units import UnitsPart
from twingkit_widgets.imperium.lab.tokens import with_token
from twingkit_widgets.lab.notices import edge_html
from twingkit_widgets.lab.sent_values import offered_value, sent_field, sent_side
from twingkit_widgets.lab.tab import Builder, Lab, LabFault
from twingkit_widgets.lab.verdict import share_texts
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.wording import number


class FleetBuilder(Builder):
    """A battle of fleets as it is built."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.choosing: int | None = None
        """The side that effects are chosen for; None while the chooser is closed."""
        self.sought = ""
        """The text searched for among the effects."""
        self.better: frozenset[tuple[int, str]] = frozenset()
        """Sides and classes whose units are upgraded, also where there are none of them yet."""
        self.own_units = UnitsPart(lab)
        """The units of one's own that the battle may have."""
        self.lost: Sequence[Unit | Effect] = ()
        """The units and effects that the last change removed as well, because another faction cannot have
        them."""

    @property
    def battle(self) -> Battle:
        """The current battle; a side may have no units yet."""
        battle: Battle = self.lab.draft.battle()
        return battle

    def changed(self) -> None:
        """Take note of another battle: the notice on an earlier change is dropped."""
        self.lost = ()

    def understood(self) -> None:
        """Clear the notice at the lower edge once it has been read."""
        self.lost = ()

    def view(self) -> Child:
        """Return who wins, and both sides with their controls."""
        return builder_html(self)

    def notice(self) -> Markup | None:
        """Return the notice at the lower edge; also what the last change took away besides."""
        if self.lab.refused or not self.lost:
            return super().notice()
        names = ", ".join(part.label(rulebook().words) for part in self.lost)
        back = button(self.say("lab.undo"), "undo", key="lost:undo")
        return edge_html(join(el("p", self.say("lab.lost", names=names)), back), self.lab.say, "status")

    def odds_news(self) -> str:
        """The odds, and what the last change did to them."""
        odds = self.lab.odds
        shares = share_texts(odds) if odds else {}
        return f"{self.say('verdict.bar', **shares)} {self.change()}".strip()

    def change(self) -> str:
        """The change of the attacker’s chance by the last change, as the difference of the numbers on show;
        "" if there is nothing to compare."""
        odds, before = self.lab.odds, self.lab.before
        if odds is None or before is None or self.lab.problems:
            return ""
        shown, was = (round_shares((some.win, some.tie, some.loss), 1)[0] for some in (odds, before))
        points = round(100 * (shown - was), 1)
        if not points:
            return self.say("verdict.no_change")
        sign = "+" if points > 0 else ""
        return self.say("verdict.change", points=sign + number(points, 1))

    def _put(self, battle: Battle, lost: Sequence[Unit | Effect] = ()) -> None:
        if battle == self.battle:
            self.lab.refused = None
            return
        self.lab.put(self.lab.draft.with_battle(battle))
        self.lost = lost

    def saved_state(self) -> str:
        """The battle line, after the custom units."""
        return self.own_units.saved_state() + super().saved_state()

    def address(self) -> dict[str, str]:
        """The custom units."""
        return self.own_units.address()

    def act_units(self, value: object) -> None:
        """`{"text": …}`: allow the units of a file in the battle; "": only those in the box.

        Units that are no longer available are removed, with a notice. An invalid text changes nothing and is
        explained.
        """
        text = str(value.get("text", "")) if isinstance(value, dict) else str(value or "")
        units = self.own_units.read(text)
        if self.own_units.fault is None:
            self._put(*draft.with_own_units(self.battle, units))
            self.status = self.say("own.news", n=len(units.names)) if units else self.say("own.box")
        else:
            self.status = self.own_units.fault.text()

    # -- units

    def act_more(self, value: object) -> None:
        """`0:cruiser+`: one more upgraded cruiser attacks."""
        index, name = self._unit(value)
        refusal = draft.unit_refusal(self.battle, index, name)
        if refusal:
            self.lab.refused = refusal
            return
        count = self.battle.sides[index].count(name)
        self._put(draft.with_count(self.battle, index, name, min(draft.MAX_UNITS, count + 1)))

    def act_fewer(self, value: object) -> None:
        """`0:cruiser`: one cruiser fewer."""
        index, name = self._unit(value)
        count = self.battle.sides[index].count(name)
        self._put(draft.with_count(self.battle, index, name, max(0, count - 1)))

    def act_none(self, value: object) -> None:
        """`0:cruiser`: no cruiser at all."""
        self._put(draft.with_count(self.battle, *self._unit(value), 0))

    def act_hurt(self, value: object) -> None:
        """`0:dreadnought`: one more of the attacker's dreadnoughts is damaged at the start; after the last,
        none is."""
        self._put(draft.with_damage(self.battle, *self._unit(value)))

    def act_drop(self, value: object) -> None:
        """`new:cruiser>0`: one more cruiser attacks; `1:cruiser>0`: one goes over from the defender."""
        source, sign, target = str(value).partition(">")
        start, _, name = source.partition(":")
        index = sent_side(target)
        if not sign or start not in ("new", "0", "1"):
            raise LabFault
        self._unit(f"{index}:{name}")
        if start == str(index):
            return
        refusal = draft.unit_refusal(self.battle, index, name)
        if refusal:
            self.lab.refused = refusal
            return
        changed = self.battle
        if start != "new":
            count = changed.sides[1 - index].count(name)
            if not count:
                raise LabFault
            changed = draft.with_count(changed, 1 - index, name, count - 1)
        count = min(draft.MAX_UNITS, changed.sides[index].count(name) + 1)
        self._put(draft.with_count(changed, index, name, count))

    def act_upgrade(self, value: object) -> None:
        """`0:cruiser`: the attacker's cruisers are upgraded, or plain again."""
        index, name = self._unit(value)
        better = (index, name) not in self.better and not self.battle.sides[index].count(f"{name}+")
        refusal = draft.unit_refusal(self.battle, index, f"{name}+") if better else None
        if refusal:
            self.lab.refused = refusal
            return
        self.better = self.better | {(index, name)} if better else self.better - {(index, name)}
        self._put(draft.with_upgrade(self.battle, index, name, better))

    def _unit(self, value: object) -> tuple[int, str]:
        """Parse `0:cruiser+` into a side and a unit name. Raises `LabFault` if it is not valid."""
        name = str(value)[2:]
        offered_value(name.removesuffix("+"), draft.unit_names(self.battle))
        return sent_side(value), name

    # -- factions, and how hits are taken

    def act_faction(self, value: object) -> None:
        """`{"0": "sol"}`: Sol attacks; units and effects that it cannot have are removed, with a notice."""
        index, faction = _parse_choice(value)
        changed, lost = draft.with_faction(self.battle, index, faction)
        self.better = frozenset(
            (side, name)
            for side, name in self.better
            if side != index or draft.unit_refusal(changed, index, f"{name}+") is None
        )
        self._put(changed, lost)

    def act_order(self, value: object) -> None:
        """`{"0": "carriers-first"}`: in which order the attacker gives ships up."""
        self._policy("order", value)

    def act_sustain(self, value: object) -> None:
        """`{"0": "last"}`: when the attacker sustains damage."""
        self._policy("sustain", value)

    def _policy(self, part: str, value: object) -> None:
        index, chosen = _parse_choice(value)
        changed = draft.with_policy(self.battle, index, part, chosen)
        twice = all(side.policy is None for side in changed.sides)
        if twice:
            self.lab.refused = changed.problems()[-1]
            return
        self._put(changed)

    # -- effects

    def act_choose(self, value: object) -> None:
        """`0`: choose effects for the attacker; the same again closes the chooser."""
        index = sent_side(value)
        self.choosing = None if self.choosing == index else index
        self.sought, self.lab.refused = "", None

    def act_seek(self, value: object) -> None:
        """Search the effects."""
        self.sought = str(value or "")[:80]

    def act_effect(self, value: object) -> None:
        """`0:amd`: the attacker has this effect, or no longer."""
        index, effect = _parse_effect(value)
        side = self.battle.sides[index]
        has = any(use.id == effect for use in side.effects)
        refusal = None if has else draft.use_refusal(self.battle, index, EffectUse(effect))
        if refusal:
            self.lab.refused = refusal
            return
        self._put(draft.with_use(self.battle, index, effect, not has))

    def act_again(self, value: object) -> None:
        """`0:mb`: another copy of this card, for the next round that has none."""
        index, effect = _parse_effect(value)
        side = self.battle.sides[index]
        round_ = draft.first_free_round(side, effect)
        if round_ is None:
            raise LabFault
        use = EffectUse(effect, 0 if round_ == EffectUse(effect).effect.first else round_)
        self._put(self.battle.with_side(index, effects=[*side.effects, use]))

    def act_when(self, value: object) -> None:
        """`{"0:mb:1": "2"}`: this card moves from round 1 to round 2; 0 is its default."""
        place, chosen = sent_field(value)
        index, use = self._use(place)
        if not chosen.isascii() or not chosen.isdecimal() or int(chosen) > draft.MAX_UNITS:
            raise LabFault
        self._put(draft.with_round(self.battle, index, use, int(chosen)))

    def act_lay_aside(self, value: object) -> None:
        """`0:mb:2`: without this card in that round."""
        index, use = self._use(str(value))
        effects = [other for other in self.battle.sides[index].effects if other != use]
        self._put(self.battle.with_side(index, effects=effects))

    def act_token(self, value: object) -> None:
        """`{"0:x": "sol.carrier"}`: put the attacker's token X on that unit upgrade; "" removes it."""
        place, chosen = sent_field(value)
        self._put(with_token(self.battle, sent_side(place), place[2:], chosen))

    def _use(self, place: str) -> tuple[int, EffectUse]:
        """The effect of a side that `0:mb:2` names (without a round: at its default)."""
        name, _, round_ = place[2:].partition(":")
        index, effect = _parse_effect(f"{place[:2]}{name}")
        use = EffectUse(effect, int(round_) if round_.isascii() and round_.isdecimal() else 0)
        if use not in self.battle.sides[index].effects:
            raise LabFault
        return index, use

    # -- the whole battle

    def act_kind(self, value: object) -> None:
        """`ground`: the battle is on a planet."""
        self._put(draft.with_kind(self.battle, str(value)))

    def act_nebula(self, value: object) -> None:
        """The battle is in a nebula, or no longer."""
        self.act_effect("1:nebula")

    def act_swap(self, value: object) -> None:
        """Exchange the sides."""
        self.better = frozenset((1 - index, name) for index, name in self.better)
        self._put(draft.with_sides_swapped(self.battle))

    def act_clear(self, value: object) -> None:
        """`0`: the attacker has nothing any more."""
        index = sent_side(value)
        self.better = frozenset(entry for entry in self.better if entry[0] != index)
        self._put(self.battle.with_side(index, units={}, faction="", effects=(), copied=()))

    def act_empty(self, value: object) -> None:
        """Both sides have nothing any more."""
        self.better = frozenset()
        self._put(attrs.evolve(self.battle, attacker=Side({}), defender=Side({})))


def _parse_effect(value: object) -> tuple[int, str]:
    return sent_side(value), offered_value(str(value)[2:], effects_for_lines())


def _parse_choice(value: object) -> tuple[int, str]:
    """The side and the value of a list to choose from."""
    name, chosen = sent_field(value)
    return sent_side(name), chosen
