"""One side of the builder as HTML: faction, units, effects, and policy for hits."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit.core.notation import ROLES
from twingkit.imperium.battle.analysis.fleet_changes import needed_and_total_capacity
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.battle.rules.losses.loss_order import NAMED_LOSS_ORDERS, LossPolicy
from twingkit.imperium.box.units import BATTLE_CLASSES, Unit, UnitAbilityDice, faction_ids, find_unit
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.lab import draft
from twingkit_widgets.imperium.lab.effects import effect_chips_html
from twingkit_widgets.imperium.lab.nekro_tokens import nekro_tokens_html
from twingkit_widgets.imperium.lab.words import lab_say, lab_word
from twingkit_widgets.imperium.pictures.drawing import d10_svg, unit_svg
from twingkit_widgets.imperium.pictures.names import faction_name, resources_text, unit_name
from twingkit_widgets.lab.notices import OPEN_RULE_ACTION
from twingkit_widgets.panel.controls import counter_button, drop_down_list, rule_badge
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import capitalize_first

_RARE_CLASSES = ("flagship", "warsun", "mech")


@attrs.frozen
class SideHtml:
    """The HTML of one side in the fleet builder: its faction, units, effects and policy.

    `upgraded_classes` are the classes whose units are upgraded; `can_undo` says whether a change can be
    undone.
    """

    battle: Battle
    side_index: int
    lang: str
    upgraded_classes: frozenset[str] = frozenset()
    is_choosing_effects: bool = False
    can_undo: bool = False

    @property
    def side(self) -> Side:
        """The side that is shown."""
        return self.battle.sides[self.side_index]

    def html(self) -> Markup:
        """Render the whole side: its head, units, effects and policy."""
        return el(
            "section",
            self._head(),
            self._units(),
            self._effects(),
            self._policy(),
            cls=f"tk-box tk-build-side tk-fleet-side tk-fleet-{ROLES[self.side_index]}",
            aria_label=self._say(f"side.{ROLES[self.side_index]}"),
            data_key=f"side:{self.side_index}",
            data_drop=self.side_index,
        )

    def _say(self, key: str, **facts: object) -> str:
        return lab_say(key, ROLES[self.side_index], **facts)

    def _head(self) -> Markup:
        """Render the role and the faction of the side, and a button that empties the side or undoes this."""
        role, side = ROLES[self.side_index], self.side
        factions_named = sorted((faction_name(key, "short"), key) for key in faction_ids())
        options = [("", self._say("side.no_faction")), *((key, name) for name, key in factions_named)]
        faction = self._select("faction", options, side.faction, "side.faction")
        empty = not (side.units or side.faction or side.effects)
        act, label, value = (
            ("undo", "lab.undo", None)
            if empty and self.can_undo
            else ("clear", "side.clear", str(self.side_index))
        )
        clear = button(
            self._say(label),
            act,
            value,
            key=f"clear:{self.side_index}",
            cls="tk-button tk-quiet tk-build-clear",
            aria_label=self._say("side.clear_side") if act == "clear" else None,
        )
        return el("header", el("h2", self._say(f"side.{role}")), clear, faction, cls="tk-build-head")

    # -- units

    def _units(self) -> Markup:
        active, idle = draft.useful_and_idle_classes(self.battle, self.side_index)
        rare = [name for name in active if self._is_rare(name)]
        active = [name for name in active if name not in rare]
        kept_kinds = [name for name in idle if self.side.count(name) or self.side.count(f"{name}+")]
        hidden = [name for name in idle if name not in kept_kinds]
        parts: list[Child] = [el("ul", self._rows(active), cls="tk-list tk-fleet-rows")]
        if kept_kinds:
            idle_text = el("p", self._say(f"side.idle_{self.battle.kind}"), cls="tk-small tk-soft")
            parts += [
                idle_text,
                el("ul", self._rows(kept_kinds), cls="tk-list tk-fleet-rows tk-fleet-idle-rows"),
            ]
        idle_box = self._folded_classes("more", hidden) if hidden else None
        parts += [self._folded_classes("rare", rare, idle_box) if rare else idle_box, self._room()]
        label = self._say("side.units")
        return el("div", parts, cls="tk-fleet-list", role="group", aria_label=label, data_roving=True)

    def _is_rare(self, name: str) -> bool:
        """Return whether a unit class is rare and absent from this battle, so that phones fold it away."""
        if any(side.count(name) or side.count(f"{name}+") for side in self.battle.sides):
            return False
        if name == "flagship":
            return not self.side.faction
        return name in _RARE_CLASSES or (name == "pds" and self.battle.kind == "space")

    def _folded_classes(self, part: str, names: list[str], below: Child = None) -> Markup:
        """Return a folded list of unit classes: "more" for classes without an effect here, or "rare" ones."""
        title = ", ".join(self._class_name(name) for name in names)
        summary = el("summary", el("span", self._say(f"side.{part}", units=title)))
        idle = part == "more"
        idle_text = self._say(f"side.idle_{self.battle.kind}") if idle else ""
        return el(
            "details",
            summary,
            el("p", idle_text, cls="tk-small tk-soft") if idle else None,
            el("ul", self._rows(names), cls="tk-list tk-fleet-rows"),
            below,
            data_key=f"{part}:{self.side_index}",
            cls="tk-small" if idle else "tk-fleet-rare",
            data_fold=None if idle else True,
            open=None if idle else True,
        )

    def _room(self) -> Markup | None:
        """Return the needed and available capacity of the ships (IM-UNIT-11); None without ships."""
        if self.battle.kind == "ground":
            return None
        used, room = needed_and_total_capacity(self.battle.space_battle.sides[self.side_index])
        over = used - room
        key = "side.room" if over <= 0 else "side.no_room_one" if over == 1 else "side.no_room"
        facts = {"over": over} if over > 1 else {}
        room_text = el("span", self._say(key, used=used, room=room, **facts))
        rule = rule_badge("IM-UNIT-11", OPEN_RULE_ACTION, key=f"room:{self.side_index}")
        first = draft.classes_removed_for_room(self.battle, self.side_index)
        if first:
            units = ", ".join(rulebook().words.format_fact(name) for name in first)
            room_text = el("span", room_text, " ", self._say("side.room_order", units=units))
        return el("p", room_text, rule, cls="tk-small tk-fleet-room" + (" tk-fleet-over" if over > 0 else ""))

    def _kind(self, name: str) -> Unit:
        """Return a unit with this side's values; if the side cannot have it, the common or the not upgraded
        version.
        """
        plain = name.removesuffix("+")
        candidates = (
            unit
            for kind in (name, plain, f"{plain}+")
            for unit in (self.side.find_unit(kind), find_unit(kind, "sol"))
        )
        return next(kind for kind in candidates if kind)

    def _class_name(self, name: str) -> str:
        if self.side.find_unit(name) is None:
            return lab_word("side.flagship")
        return unit_name(self._kind(name), 2)

    def _rows(self, names: list[str]) -> list[Markup]:
        rows = []
        for name in names:
            plus = f"{name}+"
            both = self.side.count(name) and self.side.count(plus)
            only = (
                name not in BATTLE_CLASSES and self.side.find_unit(name) is None
            )  # an own unit that is an upgrade
            better = only or (bool(self.side.count(plus) or name in self.upgraded_classes) and not both)
            can = self.side.find_unit(plus) is not None and not only
            rows.append(self._row(plus if better else name, toggle=can and not both, better=better))
            if both:
                rows.append(self._row(plus, toggle=False, better=True))
        return rows

    def _row(self, name: str, *, toggle: bool, better: bool) -> Markup:
        side_index, count, unit_class = self.side_index, self.side.count(name), name.removesuffix("+")
        nobody = self.side.find_unit(name) is None
        kind = self._kind(name)
        title = lab_word("side.flagship") if nobody else unit_name(kind)
        title = capitalize_first(title)
        plain = None
        if not nobody and kind.faction and unit_class == "flagship":
            plain = el("span", lab_word("side.flagship"), cls="tk-fleet-plain")
        facts = _facts_html(kind)
        if nobody:
            why = "side.needs_faction" if unit_class == "flagship" else "side.no_upgrade"
            facts = el("span", self._say(why))
        upgrade = None
        if toggle:
            upgrade = button(
                "II",
                "upgrade",
                f"{side_index}:{unit_class}",
                key=f"upgrade:{side_index}:{unit_class}",
                cls="tk-button tk-fleet-up",
                aria_pressed="true" if better else "false",
                aria_label=self._say("side.upgrade", unit=title),
                title=self._say("side.upgrade", unit=title),
            )
        words = el(
            "span",
            el("span", title, plain, cls="tk-fleet-name"),
            el("span", facts, cls="tk-fleet-facts"),
            self._damage(name, title, count, kind) if count and not nobody else None,
            cls="tk-fleet-words",
        )
        cls = "tk-fleet-row" + (" tk-fleet-has" if count else "") + (" tk-fleet-none" if nobody else "")
        key = f"unit:{side_index}:{unit_class}" + (":ii" if not toggle and better else "")
        drawn = unit_svg(kind.unit_class, left=bool(side_index))
        picture = el("span", drawn, cls="tk-fleet-picture", data_drag=f"new:{name}")
        return el(
            "li",
            picture,
            words,
            upgrade,
            self._counter(name, title, count, nobody, key),
            cls=cls,
            data_key=key,
        )

    def _damage(self, name: str, title: str, count: int, kind: Unit) -> Markup | None:
        """Return the button that shows and increases the number of units damaged at the start."""
        if not kind.can_sustain_damage:
            return None
        hurt = self.side.count_damaged(name)
        label = self._say("side.hurt_units", unit=title, n=hurt, m=count)
        return button(
            self._say("side.hurt", n=hurt),
            "hurt",
            f"{self.side_index}:{name}",
            key=f"hurt:{self.side_index}:{name}",
            cls="tk-button tk-small tk-fleet-damage" + (" tk-fleet-damaged" if hurt else ""),
            aria_label=label,
            title=label,
        )

    def _counter(self, name: str, title: str, count: int, nobody: bool, key: str) -> Markup:
        value = f"{self.side_index}:{name}"
        facts = {"unit": title, "n": count}
        less = self._say("side.fewer", **facts)
        fewer = counter_button(
            "−", "fewer", value, less, is_at_limit=not count, key=f"fewer:{key}", delete_action="none"
        )
        many, cls = self._say("side.more_units", **facts), "tk-fleet-no" if nobody else ""
        more = counter_button(
            "+", "more", value, many, is_at_limit=count >= draft.MAX_UNITS, key=f"more:{key}", cls=cls
        )
        return el("span", fewer, el("b", count, cls="tk-number tk-fleet-count"), more, cls="tk-fleet-counter")

    # -- technologies and cards

    def _effects(self) -> Markup:
        opener = button(
            self._say("effects.close" if self.is_choosing_effects else "effects.add"),
            "toggle_chooser",
            str(self.side_index),
            key=f"choose:{self.side_index}",
            cls="tk-button tk-fleet-add",
            aria_expanded="true" if self.is_choosing_effects else "false",
        )
        head = el("h3", self._say("effects.title"), cls="tk-label")
        chips = effect_chips_html(self.battle, self.side_index)
        tokens = nekro_tokens_html(self.battle, self.side_index)
        head = el("div", head, opener, cls="tk-fleet-effects-head")
        return el("div", head, chips, tokens, cls="tk-fleet-effects")

    # -- how hits are taken

    def _policy(self) -> Markup:
        policy = self.side.policy
        chosen = draft.loss_order_id(policy)
        orders = [*NAMED_LOSS_ORDERS, "best", *(["own"] if chosen == "own" else [])]
        order = self._list("order", orders, chosen)
        rules = draft.offered_sustain_rules(self.battle, self.side_index)
        sustain = self._list("sustain", rules, policy.sustain) if policy else None
        head = el("h3", self._say("policy.title"), cls="tk-label")
        return el("div", head, el("div", order, sustain, cls="tk-row"), cls="tk-fleet-policy")

    def _list(self, part: str, values: list[str] | tuple[str, ...], chosen: str) -> Markup:
        role = ROLES[self.side_index]
        options = [(option, _policy_text(part, option, role)) for option in values]
        return self._select(part, options, chosen, f"policy.{part}")

    def _select(self, act: str, options: Sequence[tuple[str, str]], chosen: str, label: str) -> Markup:
        return drop_down_list(
            options,
            chosen,
            f"{act}:{self.side_index}",
            name=str(self.side_index),
            cls="tk-button tk-fleet-select",
            data_act=act,
            aria_label=self._say(label),
        )


def _policy_text(part: str, value: str, role: str) -> str:
    """Return the name of an order of losses or a rule for sustaining, with class names."""
    key = f"policy.{part}_{value.replace('-', '_')}"
    named = LossPolicy(sustain=value).sustain_classes if part == "sustain" else ()
    if not named:
        return lab_say(key, role)
    words = rulebook().words
    return lab_say("policy.sustain_classes", role, units=", ".join(words.format_fact(name) for name in named))


def legend_html() -> Markup:
    """Return the legend of the die symbols beside the units in the fleet builder."""
    die = el("span", d10_svg("9+"), aria_hidden="true", cls="tk-fleet-die")
    key_text = el("span", lab_say("lab.legend_die"), " ", lab_say("lab.legend_two"))
    return el("p", die, key_text, cls="tk-small tk-fleet-legend", data_key="legend")


def link_to_answers_html(target_id: str) -> Markup:
    """Return a link that jumps from the fleet builder down to the results, the element with the id
    `target_id`.
    """
    link = el("a", f"{lab_say('lab.down')} ↓", href=f"#{target_id}")
    return el("p", link, cls="tk-small tk-fleet-down", data_key="down")


def _facts_html(kind: Unit) -> Child:
    """Return the combat value, cost and abilities of a unit as symbols."""
    parts: list[Child] = []
    if kind.combat:
        dice = kind.dice or "?"
        key = "unit.hits" if kind.dice == 1 else "unit.hits_dice"
        parts.append(_die(kind.combat, dice, lab_word(key, hits=kind.combat, dice=dice)))
    elif kind.space_cannon:
        fires = kind.space_cannon
        ability = lab_word("unit.space_cannon")
        parts += [_die(fires.hits_on, fires.dice, f"{ability} {fires.hits_on}+"), el("span", ability)]
    if kind.cost:
        parts.append(el("span", resources_text(kind.cost, "costs"), cls="tk-fleet-cost"))
    if kind.can_sustain_damage:
        parts.append(el("span", lab_word("unit.sustain"), cls="tk-fleet-more"))
    for name, shots in (
        ("barrage", kind.barrage),
        ("bombardment", kind.bombardment),
        ("space_cannon", kind.space_cannon),
    ):
        if shots and (kind.combat or name != "space_cannon"):
            parts.append(el("span", _shots(name, shots), cls="tk-fleet-more"))
    if kind.has_planetary_shield:
        parts.append(el("span", lab_word("unit.shield"), cls="tk-fleet-more"))
    return parts


def _die(hits: int, dice: int | str, label: str) -> Markup:
    """Return the combat value of a unit as a die, with the number of dice."""
    many = el("span", f"×{dice}", aria_hidden="true") if dice != 1 else None
    die = el("span", d10_svg(f"{hits}+"), aria_hidden="true", cls="tk-fleet-die")
    return el("span", el("span", label, cls="tk-hidden"), die, many, title=label, cls="tk-fleet-fact")


def _shots(name: str, shots: UnitAbilityDice) -> str:
    dice = f" ×{shots.dice}" if shots.dice > 1 else ""
    return f"{lab_word(f'unit.{name}')} {shots.hits_on}+{dice}"
