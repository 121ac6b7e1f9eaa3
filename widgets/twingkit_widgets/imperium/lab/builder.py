"""The battle builder: each control is an action of the panel.

A side is given by its index: `0` attacks, `1` defends. A change that a rule forbids is kept in
`Lab.last_refusal`, to be shown near the control; invalid input raises `LabFault`. Neither changes anything.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit.core.questions import Refusal
from twingkit.core.rulebook import Ruling
from twingkit.imperium.battle.notation.battle_line import BATTLE_KINDS, Battle
from twingkit.imperium.battle.notation.notes import notes
from twingkit.imperium.battle.notation.side import EffectUse, Side
from twingkit.imperium.box.effects import BattleEffect, line_effect_ids
from twingkit.imperium.box.units import Unit
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.lab import draft
from twingkit_widgets.imperium.lab.custom_units import CustomUnitsPart
from twingkit_widgets.imperium.lab.effects import effect_chooser_html
from twingkit_widgets.imperium.lab.nekro_tokens import with_nekro_token
from twingkit_widgets.imperium.lab.side_view import SideHtml, legend_html, link_to_answers_html
from twingkit_widgets.imperium.lab.words import lab_say, lab_word
from twingkit_widgets.imperium.pictures.scene import both_fleets_html
from twingkit_widgets.lab import action_values
from twingkit_widgets.lab.notices import OPEN_RULE_ACTION, lower_edge_notice_html
from twingkit_widgets.lab.odds_bar import odds_html, percent_texts
from twingkit_widgets.lab.tab import Lab, LabBuilder, LabFault
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.keys import UNDO
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.view_cache import ViewCache
from twingkit_widgets.panel.wording import number

_SIDE_VIEW_CACHE = ViewCache(keeps=16)
"""A cache of recently shown sides of all labs; most visitors start with the same ones."""


class FleetBuilder(LabBuilder):
    """The builder part of the fleet lab: the current battle and its controls."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.choosing_side: int | None = None
        """The side that effects are chosen for; None while the chooser is closed."""
        self.search_text = ""
        """The text searched for among the effects."""
        self.upgraded_classes: frozenset[tuple[int, str]] = frozenset()
        """Sides and classes whose units are upgraded, also where there are none of them yet."""
        self.custom_units = CustomUnitsPart(lab)
        """The units of one's own that the battle may have."""
        self.removed_pieces: Sequence[Unit | BattleEffect] = ()
        """The units and effects that the last change removed as well, because another faction cannot have
        them."""

    @property
    def battle(self) -> Battle:
        """The current battle; a side may have no units yet."""
        battle: Battle = self.lab.draft.subject()
        return battle

    def on_draft_changed(self) -> None:
        """Drop the notice on an earlier change after the battle has changed."""
        self.removed_pieces = ()

    def close_notice(self) -> None:
        """Close the notice at the lower edge."""
        self.removed_pieces = ()

    def notice_html(self) -> Markup | None:
        """Return the notice at the lower edge, including pieces removed by the last change."""
        if self.lab.last_refusal or not self.removed_pieces:
            return super().notice_html()
        names = ", ".join(part.label(rulebook().words) for part in self.removed_pieces)
        back = button(self.say("lab.undo"), "undo", key="lost:undo")
        return lower_edge_notice_html(
            join(el("p", self.say("lab.lost", names=names)), back), self.lab.say, "status"
        )

    def odds_announcement(self) -> str:
        """Return the odds and their change by the last edit, as text."""
        odds = self.lab.odds
        shares = percent_texts(odds) if odds else {}
        return f"{self.say('verdict.bar', **shares)} {self.odds_change_text()}".strip()

    def odds_change_text(self) -> str:
        """Return the change of the attacker's chance by the last edit, as shown; "" if there is nothing to
        compare."""
        odds, before = self.lab.odds, self.lab.odds_before_change
        if odds is None or before is None or self.lab.problems:
            return ""
        shown, was = (round(some.win, 3) for some in (odds, before))
        points = round(100 * (shown - was), 1)
        if not points:
            return self.say("verdict.no_change")
        sign = "+" if points > 0 else ""
        return self.say("verdict.change", points=sign + number(points, 1))

    def _put(self, battle: Battle, lost: Sequence[Unit | BattleEffect] = ()) -> None:
        if battle == self.battle:
            self.lab.last_refusal = None
            return
        self.lab.set_draft(self.lab.draft.with_subject(battle))
        self.removed_pieces = lost

    def saved_state(self) -> str:
        """Return the notation of the battle, after any custom units."""
        units, line = self.custom_units.saved_state(), super().saved_state()
        return f"{units}{draft.UNITS_SEPARATOR}{line}" if units else line

    def address(self) -> dict[str, str]:
        """Return the custom units as link parameters."""
        units = self.custom_units.saved_state()
        return {"units": units} if units else {}

    def act_units(self, value: object) -> None:
        """Allow the custom units of a file in the battle: `{"text": …}`; "" allows only those in the box.

        Units that are no longer available are removed, with a notice. An invalid text changes nothing and is
        explained.
        """
        text = str(value.get("text", "")) if isinstance(value, dict) else str(value or "")
        units = self.custom_units.parse_or_note_fault(text)
        if self.custom_units.fault is None:
            self._put(*draft.with_allowed_custom_units(self.battle, units))
            self.lab.status = self.say("own.news", n=len(units.names)) if units else self.say("own.box")
        else:
            self.lab.status = self.custom_units.fault.text()

    # -- units

    def act_more(self, value: object) -> None:
        """Add a unit: `0:cruiser+` gives the attacker one more upgraded cruiser."""
        self._add_unit(self.battle, *self._unit(value))

    def _add_unit(self, battle: Battle, side_index: int, name: str) -> None:
        """Show `battle` with one more unit of a side, or why the side cannot have it."""
        if self._refuse(draft.unit_refusal(battle, side_index, name)):
            return
        count = min(draft.MAX_UNITS, battle.sides[side_index].count(name) + 1)
        self._put(draft.with_unit_count(battle, side_index, name, count))

    def _refuse(self, refusal: Refusal | None) -> bool:
        """Store a refusal of a change, if there is one, for display in the lab; return whether there is
        one.
        """
        if refusal:
            self.lab.last_refusal = refusal
        return refusal is not None

    def act_fewer(self, value: object) -> None:
        """Remove a unit: `0:cruiser` takes a cruiser from the attacker."""
        side_index, name = self._unit(value)
        count = self.battle.sides[side_index].count(name)
        self._put(draft.with_unit_count(self.battle, side_index, name, max(0, count - 1)))

    def act_none(self, value: object) -> None:
        """Remove all units of a class from a side: `0:cruiser`."""
        self._put(draft.with_unit_count(self.battle, *self._unit(value), 0))

    def act_hurt(self, value: object) -> None:
        """Damage one more unit at the start: `0:dreadnought`. If all units of this type are damaged, repair
        them all.
        """
        self._put(draft.with_cycled_damage(self.battle, *self._unit(value)))

    def act_drag(self, value: object) -> None:
        """Move a dragged unit: `new:cruiser>0` adds a cruiser to the attacker; `1:cruiser>0` takes it from
        the defender."""
        source, sign, target = str(value).partition(">")
        start, _, name = source.partition(":")
        side_index = action_values.parse_leading_side(target)
        if not sign or start not in ("new", "0", "1"):
            raise LabFault
        self._unit(f"{side_index}:{name}")
        if start == str(side_index):
            return
        changed = self.battle
        if start != "new":
            count = changed.sides[1 - side_index].count(name)
            if not count:
                raise LabFault
            changed = draft.with_unit_count(changed, 1 - side_index, name, count - 1)
        self._add_unit(changed, side_index, name)

    def act_upgrade(self, value: object) -> None:
        """Upgrade all units of a class, or undo their upgrade: `0:cruiser`."""
        side_index, name = self._unit(value)
        better = (side_index, name) not in self.upgraded_classes and not self.battle.sides[side_index].count(
            f"{name}+"
        )
        if better and self._refuse(draft.unit_refusal(self.battle, side_index, f"{name}+")):
            return
        chosen = {(side_index, name)}
        self.upgraded_classes = self.upgraded_classes | chosen if better else self.upgraded_classes - chosen
        self._put(draft.with_upgrade(self.battle, side_index, name, better))

    def _unit(self, value: object) -> tuple[int, str]:
        """Parse `0:cruiser+` into a side and a unit name. Raises `LabFault` if it is not valid."""
        name = str(value)[2:]
        action_values.parse_offered_value(name.removesuffix("+"), draft.available_unit_names(self.battle))
        return action_values.parse_leading_side(value), name

    # -- factions, and how hits are taken

    def act_faction(self, value: object) -> None:
        """Set a side's faction: `{"0": "sol"}`; units and effects that it cannot have are removed, with a
        notice."""
        side_index, faction = _parse_choice(value)
        changed, lost = draft.with_faction(self.battle, side_index, faction)
        self.upgraded_classes = frozenset(
            (side, name)
            for side, name in self.upgraded_classes
            if side != side_index or draft.unit_refusal(changed, side_index, f"{name}+") is None
        )
        self._put(changed, lost)

    def act_order(self, value: object) -> None:
        """Set a side's order of losses: `{"0": "carriers-first"}`."""
        self._policy("order", value)

    def act_sustain(self, value: object) -> None:
        """Set a side's rule for sustaining damage: `{"0": "last"}`."""
        self._policy("sustain", value)

    def _policy(self, part: str, value: object) -> None:
        side_index, chosen = _parse_choice(value)
        changed = draft.with_policy(self.battle, side_index, part, chosen)
        if all(side.policy is None for side in changed.sides):
            self.lab.last_refusal = changed.problems()[-1]
        else:
            self._put(changed)

    # -- effects

    def act_toggle_chooser(self, value: object) -> None:
        """Open the effect chooser for a side, or close it: `0`."""
        side_index = action_values.parse_leading_side(value)
        self.choosing_side = None if self.choosing_side == side_index else side_index
        self.search_text, self.lab.last_refusal = "", None

    def act_seek(self, value: object) -> None:
        """Filter the effects by a search text."""
        self.search_text = str(value or "")[:80]

    def act_effect(self, value: object) -> None:
        """Add an effect to a side, or remove it: `0:amd`."""
        side_index, effect = _parse_effect(value)
        side = self.battle.sides[side_index]
        has = any(use.id == effect for use in side.effects)
        if not has and self._refuse(draft.effect_refusal(self.battle, side_index, EffectUse(effect))):
            return
        self._put(draft.with_effect(self.battle, side_index, effect, not has))

    def act_add_copy(self, value: object) -> None:
        """Add another copy of a card, for the next free round: `0:mb`."""
        side_index, effect = _parse_effect(value)
        side = self.battle.sides[side_index]
        round_ = draft.first_free_round(side, effect)
        if round_ is None:
            raise LabFault
        use = EffectUse(effect, 0 if round_ == EffectUse(effect).effect.default_round else round_)
        self._put(self.battle.with_side(side_index, effects=[*side.effects, use]))

    def act_move_card(self, value: object) -> None:
        """Move a card to another round: `{"0:mb:1": "2"}` moves it from round 1 to 2; 0 is its default."""
        place, chosen = action_values.parse_single_field(value)
        side_index, use = self._use(place)
        round_ = action_values.parse_integer(chosen, 0, draft.MAX_UNITS)
        self._put(draft.with_effect_round(self.battle, side_index, use, round_))

    def act_remove_card(self, value: object) -> None:
        """Remove a card from a round: `0:mb:2`."""
        side_index, use = self._use(str(value))
        effects = [other for other in self.battle.sides[side_index].effects if other != use]
        self._put(self.battle.with_side(side_index, effects=effects))

    def act_token(self, value: object) -> None:
        """Place a Nekro token on a unit upgrade: `{"0:x": "sol.carrier"}`; "" removes it."""
        place, chosen = action_values.parse_single_field(value)
        self._put(with_nekro_token(self.battle, action_values.parse_leading_side(place), place[2:], chosen))

    def _use(self, place: str) -> tuple[int, EffectUse]:
        """Parse an effect of a side and its round, such as `0:mb:2`; without a round, the effect's default
        round is meant.
        """
        name, _, round_ = place[2:].partition(":")
        side_index, effect = _parse_effect(f"{place[:2]}{name}")
        use = EffectUse(effect, int(round_) if round_.isascii() and round_.isdecimal() else 0)
        if use not in self.battle.sides[side_index].effects:
            raise LabFault
        return side_index, use

    # -- the whole battle

    def act_kind(self, value: object) -> None:
        """Set the kind of battle, for example `ground`."""
        self._put(draft.with_battle_kind(self.battle, str(value)))

    def act_nebula(self, value: object) -> None:
        """Move the battle into a nebula, or out of it."""
        self.act_effect("1:nebula")

    def act_swap(self, value: object) -> None:
        """Swap the two sides."""
        self.upgraded_classes = frozenset(
            (1 - side_index, name) for side_index, name in self.upgraded_classes
        )
        self._put(draft.with_sides_swapped(self.battle))

    def act_clear(self, value: object) -> None:
        """Remove everything from a side: `0`."""
        side_index = action_values.parse_leading_side(value)
        self.upgraded_classes = frozenset(entry for entry in self.upgraded_classes if entry[0] != side_index)
        self._put(self.battle.with_side(side_index, units={}, faction="", effects=(), copied_upgrades=()))

    def act_empty(self, value: object) -> None:
        """Remove everything from both sides."""
        self.upgraded_classes = frozenset()
        self._put(attrs.evolve(self.battle, attacker=Side({}), defender=Side({})))

    # -- views

    def view(self) -> Child:
        """Return the odds, and both sides with their controls."""
        lab, battle = self.lab, self.battle
        battle_notes = notes(battle) if lab.draft.is_complete and not lab.problems else ()
        return [
            self._bar(),
            self._verdict(),
            lab.variant_part.variant_note_html(),
            lab.progress_html(),
            both_fleets_html(battle),
            legend_html(),
            link_to_answers_html(f"{lab.id_prefix}-tab-panel"),
            lab.problems_html(),
            self._sides(),
            _notes_html(battle_notes),
            lab.variant_part.choice_html(),
            self.custom_units.html(),
        ]

    def _verdict(self) -> Markup:
        """Render the odds of the battle, or a text on how to get them."""
        lab = self.lab
        kind = (lab.analysed_subject or self.battle).kind
        explanation: Markup | str = lab_word(f"verdict.how_{kind}" if lab.odds else "verdict.open")
        if change := self.odds_change_text():
            explanation = join(el("b", change, cls="tk-fleet-change"), el("span", f" · {explanation}"))
        return odds_html(lab.odds, lab.say("verdict.label"), explanation, lab.stale_odds_text())

    def _sides(self) -> Markup:
        lab, parts = self.lab, list[Child]()
        for side_index in (0, 1):
            better = frozenset(name for side, name in self.upgraded_classes if side == side_index)
            choosing_here = self.choosing_side == side_index
            view = SideHtml(
                self.battle,
                side_index,
                lab.lang,
                better,
                is_choosing_effects=choosing_here,
                can_undo=bool(lab.earlier_drafts),
            )
            parts.append(_SIDE_VIEW_CACHE.html(view))
            if choosing_here:
                edge = bool(
                    lab.last_refusal or self.removed_pieces or lab.open_rule_id
                )  # an open notice is closed first
                parts.append(
                    effect_chooser_html(self.battle, side_index, self.search_text, lab.id_prefix, not edge)
                )
        return el("div", parts, cls="tk-build tk-fleet-build")

    def _bar(self) -> Markup:
        """Render the choice of the kind of battle, and the buttons that affect the whole battle."""
        lab, battle = self.lab, self.battle
        kinds = [
            button(
                lab.say(f"lab.{kind}"),
                "kind",
                kind,
                aria_pressed="true" if battle.kind == kind else "false",
                title=lab.say(f"lab.{kind}_title"),
            )
            for kind in BATTLE_KINDS
        ]
        switch = el("div", kinds, cls="tk-switch", role="group", aria_label=lab.say("lab.where_fought"))
        nebula = None
        if battle.kind != "ground":
            pressed = "true" if any(use.id == "nebula" for use in battle.defender.effects) else "false"
            title = lab.say("lab.nebula_title")
            cls = "tk-button tk-build-toggle"
            nebula = button(lab.say("lab.nebula"), "nebula", cls=cls, aria_pressed=pressed, title=title)
        key = None if lab.open_tab_name == "steps" else UNDO  # the steps use this key
        undo = self.undo_button(shortcut=key)
        swap = button(lab.say("lab.swap"), "swap", key="swap")
        empty = button(lab.say("lab.empty"), "empty", key="empty", cls="tk-button tk-quiet")
        acts = el("div", undo, swap, empty, cls="tk-toolbar", role="group", aria_label=lab.say("lab.actions"))
        return el("div", switch, nebula, acts, cls="tk-fleet-bar", data_controls=True)


def _parse_effect(value: object) -> tuple[int, str]:
    return action_values.parse_leading_side(value), action_values.parse_offered_value(
        str(value)[2:], line_effect_ids()
    )


def _parse_choice(value: object) -> tuple[int, str]:
    name, chosen = action_values.parse_single_field(value)
    return action_values.parse_leading_side(name), chosen


def _notes_html(notes: Sequence[Ruling]) -> Markup | None:
    """Render notes on the battle, except those on the capacity of ships; None if there are no notes."""
    items = [
        el("li", note.text(), " ", rule_badge(note.rule, OPEN_RULE_ACTION, key=f"note:{index}"))
        for index, note in enumerate(notes)
        if note.case != "capacity"
    ]
    if not items:
        return None
    head = el("h2", lab_say("lab.notes"), cls="tk-label")
    return el(
        "section",
        head,
        el("ul", items, cls="tk-list"),
        cls="tk-note tk-small tk-fleet-notes",
        data_key="notes",
    )
