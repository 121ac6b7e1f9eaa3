"""One side's order of losses as HTML: the order, the effect of each hit, the rule for damage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from twingkit.core.notation import ROLES
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.losses import loss_order
from twingkit.imperium.battle.rules.losses.assign import indices_able_to_sustain
from twingkit.imperium.box.units import SHIPS, Unit
from twingkit.odds.odds import Odds
from twingkit_widgets.imperium.lab.draft import offered_sustain_rules
from twingkit_widgets.imperium.lab.tabs import losses
from twingkit_widgets.imperium.lab.tabs.plan_tab import FleetOddsTab, rounded_gain, share_bar, unit_pictures
from twingkit_widgets.imperium.lab.words import lab_say, lab_word
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.lab.odds_bar import percentage_points_text
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.wording import number


class LossView:
    """A view that renders one side's order of losses and the effect of each hit, above the search for its
    best policy (`best_html`).

    `odds_by_battle` has the odds of the other choices, once they are known.
    """

    def __init__(self, tab: FleetOddsTab, battle: Battle, fight: Fight, side_index: int) -> None:
        self.tab, self.battle, self.fight, self.side_index = tab, battle, fight, side_index
        self.roster, self.role = fight.rosters[side_index], ROLES[side_index]
        self.policy = battle.sides[side_index].policy or loss_order.LossPolicy()
        self.odds_by_battle: Mapping[Battle, Odds] = {}
        self.best_html: Child = None
        self.now = tab.current_win_chance(side_index)

    def html(self) -> Markup:
        """Return the order of losses, the rule for damage, and the effect of each hit."""
        parts: list[Child] = [self._head()]
        if not self.roster.units:
            parts.append(el("p", self._say("loss.no_units"), cls="tk-soft"))
        else:
            best = (
                self.tab.lab.analysed_subject is not None
                and self.tab.lab.analysed_subject.sides[self.side_index].policy is None
            )
            note = el("p", self._say("loss.best_now"), cls="tk-small tk-note") if best else None
            parts += [
                note,
                self._order(),
                self._hit_order(),
                self._sustain(),
                self._presets(),
                self.best_html,
            ]
        return el(
            "section",
            parts,
            cls=f"tk-plan-side tk-fleet-{self.role}",
            data_key=f"loss:side:{self.side_index}",
        )

    def _say(self, key: str, **facts: object) -> str:
        return self.tab.say(key, self.role, **facts)

    def _head(self) -> Markup:
        name = el("h3", self._say("loss.side_wins"))
        return el(
            "header",
            name,
            el("b", self.tab.percent(self.now), cls="tk-number tk-plan-big"),
            share_bar(self.now),
            cls="tk-plan-side-head",
        )

    # -- the order

    def _order(self) -> Markup:
        classes = losses.reorderable_classes(self.roster)
        rows = [self._row(name, position, len(classes)) for position, name in enumerate(classes)]
        rows += [self._row(name, -1, 0) for name in losses.classes_lost_last(self.roster)]
        drag = el("p", self._say("loss.drag"), cls="tk-small tk-soft") if len(classes) > 1 else None
        start = el("p", self._say("loss.order"), cls="tk-label tk-plan-end")
        end = el("p", self._say("loss.order_end"), cls="tk-label tk-plan-end")
        label = self._say("loss.order_of")
        items = el("ol", rows, cls="tk-list tk-plan-order", aria_label=label, data_roving=True)
        return el("div", start, items, end, drag, cls="tk-stack tk-tight")

    def _row(self, name: str, position: int, many: int) -> Markup:
        kinds = [
            (kind, count)
            for kind, count in zip(self.roster.units, self.roster.counts, strict=True)
            if kind.unit_class == name and count
        ]
        count, kind = sum(n for _, n in kinds), kinds[0][0]
        title = f"{count} {unit_name(kind, count)}"
        drawn = unit_pictures(name, count, self.side_index)
        pictures = el("span", drawn, cls="tk-plan-pictures", aria_hidden="true")
        words = el(
            "span",
            el("b", title),
            el("span", self._facts(kinds), cls="tk-small tk-soft"),
            cls="tk-plan-words",
        )
        place = f"{self.side_index}:{name}"
        if position < 0 or many < 2:
            fixed = el("span", lab_word("loss.fixed"), cls="tk-small tk-soft") if position < 0 else None
            return el("li", pictures, words, fixed, cls="tk-plan-row", data_key=f"loss:{place}")
        facts = {"unit": unit_name(kind, 2), "n": position + 1, "all": many}
        moves = [
            button(
                sign,
                act,
                place,
                cls="tk-button tk-plan-move",
                key=f"{act}:{place}",
                disabled=position == edge,
                aria_label=self._say(f"loss.{act}", **facts),
            )
            for act, sign, edge in (("earlier", "▲", 0), ("later", "▼", many - 1))
        ]
        never = " ".join(
            [f"loss:{place}", *(f"loss:{1 - self.side_index}:{ship}" for ship in SHIPS), "0", "1"]
        )
        return el(
            "li",
            el("span", position + 1, cls="tk-plan-place", aria_hidden="true"),
            pictures,
            words,
            el("span", moves, cls="tk-plan-moves", data_controls=True),
            cls="tk-plan-row tk-plan-drag",
            data_drag=f"loss:{place}",
            data_drop=f"loss:{place}",
            data_never=never,
            data_key=f"loss:{place}",
        )

    def _facts(self, kinds: Sequence[tuple[Unit, int]]) -> str:
        kind, count = kinds[0][0], sum(n for _, n in kinds)
        parts = []
        if kind.cost:
            cost = number(kind.cost, 0 if kind.cost == int(kind.cost) else 1)
            parts.append(lab_word("loss.each" if count > 1 else "loss.worth", n=cost))
        if any(
            self.roster.units[index] in [unit for unit, _ in kinds] for index in self._sustaining_indexes()
        ):
            parts.append(lab_word("loss.tough"))
        better = sum(n for unit, n in kinds if unit.is_upgraded)
        if better and better < count:
            parts.append(lab_word("loss.upgraded", n=better))
        return ", ".join(parts)

    def _sustaining_indexes(self) -> list[int]:
        return [
            index
            for index in indices_able_to_sustain(self.fight, self.fight.starting_forces(), self.side_index)
            if self.roster.counts[index]
        ]

    # -- how hits fall

    def _hit_order(self) -> Markup:
        chips = []
        for first, last, kind, lost in losses.grouped_hit_effects(self.fight, self.side_index):
            hits_text = (
                lab_word("loss.hit", n=first)
                if first == last
                else lab_word("loss.hits", **{"from": first, "to": last})
            )
            many = last - first + 1
            fate = lab_word("loss.lost" if lost else "loss.damaged")
            name = unit_name(kind, many)
            chips.append(
                el(
                    "li",
                    el("span", hits_text, cls="tk-plan-hit"),
                    el("span", unit_svg(kind.unit_class, left=bool(self.side_index)), cls="tk-plan-mini"),
                    el("span", f"{many} {name}", " ", el("b", fate)),
                    cls="tk-plan-fall" + (" tk-plan-gone" if lost else ""),
                )
            )
        label = self._say("loss.falls_of")
        return el(
            "div",
            el("h4", self._say("loss.falls")),
            el("ol", chips, cls="tk-list tk-plan-falls", aria_label=label),
            cls="tk-stack tk-tight",
        )

    # -- what can be chosen

    def alternative_battles(self) -> list[Battle]:
        """Return the battles that result from each choice, without those equivalent to the current one."""
        policies = [attrs.evolve(self.policy, sustain=name) for name in self._rules()]
        policies += [
            attrs.evolve(self.policy, order=order) for order in loss_order.NAMED_LOSS_ORDERS.values()
        ]
        current = self._same(self.policy)
        different = dict.fromkeys(policy for policy in map(self._same, policies) if policy != current)
        return [self.battle.with_side(self.side_index, policy=policy) for policy in different]

    def _same(self, policy: loss_order.LossPolicy) -> loss_order.LossPolicy:
        return losses.canonical_policy(policy, self.roster, self._sustaining_indexes())

    def _sustain(self) -> Markup:
        key = "loss.sustain_ground" if self.battle.kind == "ground" else "loss.sustain"
        if not self._sustaining_indexes():
            none = el("p", self._say("loss.sustain_none"), cls="tk-small tk-soft")
            return el("div", el("h4", self._say(key)), none, cls="tk-stack tk-tight")
        choices = [
            self._choice(
                "damage",
                name,
                self._say(f"loss.sustain_{name}"),
                self._say(f"loss.why_{name}"),
                attrs.evolve(self.policy, sustain=name),
            )
            for name in self._rules()
        ]
        return self._choices(self._say(key), choices, self._by_class())

    def _choices(self, title: str, choices: Sequence[Markup], below: Child = None) -> Markup:
        group = el("div", choices, cls="tk-plan-choices", role="group", aria_label=title, data_roving=True)
        return el("div", el("h4", title), group, below, cls="tk-stack tk-tight")

    def _rules(self) -> list[str]:
        """Return the rules for damage to choose from, without orders of classes."""
        return [
            name
            for name in offered_sustain_rules(self.battle, self.side_index)
            if name in (*loss_order.SUSTAIN_RULES, loss_order.SUSTAIN_UNLESS_DIRECT_HIT)
        ]

    def _by_class(self) -> Markup | None:
        """Return the ordered list of classes that can sustain damage; None if there is only one."""
        kinds = {
            self.roster.units[kind].unit_class: self.roster.units[kind]
            for kind in reversed(self._sustaining_indexes())
        }
        names = sorted(kinds, key=loss_order.SUSTAIN_ORDER.index)
        if len(names) < 2:
            return None
        named, buttons = self.policy.sustain_classes, []
        for name in names:
            place = el("b", f"{named.index(name) + 1}. ", cls="tk-number") if name in named else None
            text = unit_name(kinds[name], 2)
            buttons.append(
                button(
                    [place, text],
                    "damage_class",
                    f"{self.side_index}:{name}",
                    cls="tk-button",
                    key=f"class:{self.side_index}:{name}",
                    aria_pressed="true" if name in named else "false",
                )
            )
        label = self._say("loss.by_class")
        group = el("div", buttons, cls="tk-row", role="group", aria_label=label, data_controls=True)
        why = el("p", lab_word("loss.why_by_class"), cls="tk-small tk-soft")
        return el("div", el("h5", label), group, why, cls="tk-stack tk-tight")

    def _presets(self) -> Markup | None:
        """Return the named orders that differ for these units; None if there is only the current one."""
        different = {
            self._same(attrs.evolve(self.policy, order=order)): name
            for name, order in reversed(loss_order.NAMED_LOSS_ORDERS.items())
        }
        if set(different) <= {self._same(self.policy)}:
            return None
        choices = [
            self._choice(
                "named_order",
                name,
                lab_say(f"policy.order_{name.replace('-', '_')}", self.role),
                "",
                attrs.evolve(self.policy, order=loss_order.NAMED_LOSS_ORDERS[name]),
            )
            for name in reversed(different.values())
        ]
        return self._choices(self._say("loss.presets"), choices)

    def _choice(self, act: str, name: str, title: str, why: str, policy: loss_order.LossPolicy) -> Markup:
        other = self._same(policy)
        same = other == self._same(self.policy)
        pressed = policy.sustain == self.policy.sustain if act == "damage" else same
        share: Child = None
        if pressed:
            share = el("span", lab_word("loss.chosen"), cls="tk-plan-now")
        elif self.odds_by_battle:
            win = self.now
            if not same:
                odds = self.odds_by_battle[self.battle.with_side(self.side_index, policy=other)]
                win = odds.loss if self.side_index else odds.win
            gain = percentage_points_text(rounded_gain(win, self.now))
            gain_text = lab_word("plan.points", n=gain) if gain else lab_word("plan.same")
            share = join(
                el("b", self.tab.percent(win), cls="tk-number"),
                el("span", gain_text, cls="tk-number tk-plan-gain"),
                between=" ",
            )
        return button(
            [
                el("span", el("b", title), el("span", why, cls="tk-plan-why") if why else None),
                el("span", share, cls="tk-plan-share") if share else None,
            ],
            act,
            f"{self.side_index}:{name}",
            cls="tk-button tk-plan-choice",
            aria_pressed="true" if pressed else "false",
        )
