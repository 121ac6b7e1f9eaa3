"""The tab on losses: the order of losses, when damage is taken, and what changing either brings."""

from __future__ import annotations

import attrs

from twingkit.core.messages import Fault
from twingkit.imperium.battle.exact_odds.best_order import best_order_in_slices, resolve_best_policy
from twingkit.imperium.battle.notation.battle_line import ROLES, Battle
from twingkit.imperium.battle.rules.force import Fight, Roster
from twingkit.imperium.battle.rules.losses.loss_order import ORDERS, SUSTAIN, Policy
from twingkit.odds.odds import Odds
from twingkit_widgets.imperium.lab.draft import sustain_rules
from twingkit_widgets.imperium.lab.tabs.loss_view import LossView
from twingkit_widgets.imperium.lab.tabs.losses import reordered, ship_classes
from twingkit_widgets.imperium.lab.tabs.plan_tab import PlanTab, shown_gain, win_chances_in_slices
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.lab.sent_values import offered_value, sent_side
from twingkit_widgets.lab.tab import Lab, LabFault
from twingkit_widgets.lab.verdict import bar_html, points
from twingkit_widgets.panel.long_work import Unfinished
from twingkit_widgets.panel.markup import Child, Markup, button, el


@attrs.frozen
class BetterPolicy:
    """The best policy that was found for a side of a battle, and how often it wins with it."""

    battle: Battle
    policy: Policy
    win: float


class CasualtiesTab(PlanTab):
    """Both sides' orders of losses, to be changed, with what each choice brings."""

    drags = "loss:"

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.wanted: dict[int, Battle] = {}
        """The battles in which the best policy of a side was looked for last."""
        self.perfect: Battle | None = None
        """The battle for which perfect play was looked for."""

    # -- actions

    def act_earlier(self, value: object) -> None:
        """`0:cruiser`: the attacker loses cruisers one place earlier."""
        self._move(value, -1)

    def act_later(self, value: object) -> None:
        """`0:cruiser`: the attacker loses cruisers one place later."""
        self._move(value, 1)

    def act_drop(self, value: object) -> None:
        """`loss:0:cruiser>loss:0:fighter`: move cruisers to the place of the fighters.

        Nothing happens if they are dropped on the other side. Raises `LabFault` for anything that cannot be
        dragged here.
        """
        source, _, target = str(value).partition(">")
        places = [text.removeprefix("loss:") for text in (source, target)]
        if places[0] == source or places[1] == target:
            raise LabFault
        index, name = self._parse_class(places[0])
        other, goal = self._parse_class(places[1])
        if index == other:
            self._move_class(index, name, self._classes(index).index(goal))

    def act_named_order(self, value: object) -> None:
        """`0:carriers-first`: the attacker loses units in that order. Raises `LabFault` for none such."""
        index, name = sent_side(value), offered_value(str(value)[2:], ORDERS)
        self._set_policy(index, attrs.evolve(self._policy(index), order=ORDERS[name]))

    def act_damage(self, value: object) -> None:
        """`0:last`: when the attacker takes damage. Raises `LabFault` for no such rule."""
        index = sent_side(value)
        name = offered_value(str(value)[2:], sustain_rules(self._battle(), index))
        self._set_policy(index, attrs.evolve(self._policy(index), sustain=name))

    def act_damage_class(self, value: object) -> None:
        """`0:dreadnought`: before anything is lost the attacker's dreadnoughts take damage, after the classes
        that do so already, or no longer. Raises `LabFault` for a class that takes none."""
        index, name = sent_side(value), str(value)[2:]
        policy, side = self._policy(index), self._battle().sides[index]
        if not side.can_sustain(name):
            raise LabFault
        named = list(policy.sustain_classes)
        named = [other for other in named if other != name] if name in named else [*named, name]
        self._set_policy(index, attrs.evolve(policy, sustain=",".join(named) or SUSTAIN[0]))

    def act_find_best(self, value: object) -> None:
        """`0`: search for the policy with which the attacker wins most often, and show its gain."""
        index = sent_side(value)
        self.wanted[index] = self._battle()
        self._best_policy(index)
        self.lab.status = self._best_policy_text(index)

    def act_take_best(self, value: object) -> None:
        """`0`: the attacker takes hits as was found best. Raises `LabFault` if nothing was found."""
        index = sent_side(value)
        best = self._best_policy(index)
        if best is None:
            raise LabFault
        self._set_policy(index, best.policy)
        self.lab.status = f"{self.say('loss.best_taken')} {self.lab.status}"

    def act_perfect(self, value: object) -> None:
        """Compute the result if both sides choose their losses again in every round, after seeing the dice.

        Raises `LabFault` for a whole invasion.
        """
        battle = self._battle()
        if battle.kind == "invasion":
            raise LabFault
        self.perfect = battle
        result = self._perfect_odds()
        if result is not None:
            sentence = result.text() if isinstance(result, Fault) else self._perfect_text(result)
            self.lab.status = sentence

    def _perfect_odds(self) -> Odds | Fault | None:
        """The odds with perfect play of the current battle, or why there is no answer; None if nobody has
        asked.

        Raises `Unfinished` while they are computed.
        """
        battle = self._battle()
        if self.perfect != battle:
            return None
        from twingkit.imperium.battle.exact_odds.optimum import optimum_in_slices  # computed on request only

        try:
            return self.lab.long_work.answer(("perfect", battle), lambda: optimum_in_slices(battle))
        except Fault as fault:  # too large or too complex: that is the answer
            return fault

    # -- changes

    def _battle(self) -> Battle:
        """The battle that is asked about, both policies known. Raises `LabFault` without one."""
        if self.lab.settled is None:
            raise LabFault
        return resolve_best_policy(self.lab.settled)

    def _policy(self, index: int) -> Policy:
        return self._battle().sides[index].policy or Policy()

    def _parse_class(self, value: str) -> tuple[int, str]:
        """The side and the class that `0:cruiser` names. Raises `LabFault` if it has none such to move."""
        index = sent_side(value)
        return index, offered_value(value[2:], self._classes(index))

    def _classes(self, index: int) -> list[str]:
        """The classes of ships that a side can lose, in the order in which it loses them."""
        return ship_classes(Fight.from_battle(self._battle().in_space).rosters[index])

    def _move(self, value: object, step: int) -> None:
        index, name = self._parse_class(str(value))
        self._move_class(index, name, self._classes(index).index(name) + step)

    def _move_class(self, index: int, name: str, position: int) -> None:
        """Move a class of a side to a position among its classes; beyond the ends nothing happens."""
        classes = self._classes(index)
        if not 0 <= position < len(classes) or classes[position] == name:
            return
        classes.remove(name)
        classes.insert(position, name)
        old = self._policy(index)
        self._set_policy(index, attrs.evolve(old, order=reordered(old.order, classes)))
        moved = self.say("loss.moved", unit=self._class_name(index, name), n=position + 1, all=len(classes))
        self.lab.status = f"{moved} {self.lab.status}"

    def _set_policy(self, index: int, policy: Policy) -> None:
        if self.lab.settled is None:
            raise LabFault
        self.lab.take(self.lab.settled.with_side(index, policy=policy))

    def _class_name(self, index: int, name: str) -> str:
        kinds = [kind for kind, _ in self._battle().sides[index].kinds() if kind.unit_class == name]
        return unit_name(kinds[0], 2)

    # -- views

    def view(self) -> Markup:
        """Both sides beside each other."""
        battle = self._battle()
        fight = Fight.from_battle(battle.in_space)
        sides = [LossView(self, battle, fight, index, True) for index in (0, 1)]
        others = [other for side in sides for other in side.alternative_battles()]
        compare = None
        try:
            self.lab.long_work.answer(("losses", battle), lambda: win_chances_in_slices(others))
        except Unfinished as unfinished:
            compare = self.lab.long_work.html(unfinished)
            sides = [LossView(self, battle, fight, index, False) for index in (0, 1)]
        for index, side in enumerate(sides):
            try:
                best = self._best_policy(index)
            except Unfinished as unfinished:
                side.looking = self.lab.long_work.html(unfinished)
                continue
            if best:
                side.best_policy_text = self._best_policy_text(index)
                side.best_policy_gains = points(shown_gain(best.win, self.current_win(index))) != ""
        columns = [side.html() for side in sides]
        lead = self.say("loss.lead_ground" if battle.kind == "ground" else "loss.lead")
        return el(
            "div",
            el("div", el("p", lead), self.lab.rule("IM-ODDS-2", key="loss:rule"), cls="tk-plan-lead"),
            compare,
            el("div", columns, cls="tk-fleet-two-columns"),
            self._perfect() if battle.kind != "invasion" else None,
            cls="tk-plan",
        )

    def _perfect(self) -> Markup:
        """Return what perfect play would bring, or the button that looks for it."""
        head = el(
            "header", el("h3", self.say("loss.perfect")), self.lab.rule("IM-ODDS-3", key="loss:perfect")
        )
        parts: list[Child] = [el("p", self.say("loss.perfect_how"))]
        try:
            result = self._perfect_odds()
        except Unfinished as unfinished:
            parts.append(self.lab.long_work.html(unfinished))
            return el("section", head, parts, cls="tk-fleet-part", data_key="loss:play")
        if result is None:
            ask = button(self.say("loss.perfect_find"), "perfect", key="loss:perfect:find")
            parts.append(el("div", ask, data_controls=True))
        elif isinstance(result, Fault):
            parts.append(el("p", result.text(), cls="tk-note"))
        else:
            parts += [el("p", el("b", self._perfect_text(result))), bar_html(result)]
        return el("section", head, parts, cls="tk-fleet-part", data_key="loss:play")

    def _perfect_text(self, best: Odds) -> str:
        """Return what perfect play of both brings, in one sentence."""
        gain = points(shown_gain(best.win, self.current_win(0)))
        key = "loss.perfect_found" if gain else "loss.perfect_same"
        return self.say(key, win=self.percent(best.win), loss=self.percent(best.loss), points=gain)

    def _best_policy(self, index: int) -> BetterPolicy | None:
        """The best policy found for a side of the current battle, if somebody searched; raises `Unfinished`
        during the search.
        """
        battle = self.wanted.get(index)
        if battle is None or self.lab.settled is None:
            return None
        same = battle.with_side(index, policy=Policy()) == self._battle().with_side(index, policy=Policy())
        if not same:
            return None
        best = self.lab.long_work.answer(
            ("best", battle, index), lambda: best_order_in_slices(battle, index)
        ).best
        return BetterPolicy(battle, best.policy, best.win)

    def _best_policy_text(self, index: int) -> str:
        """Return what looking for the best policy gave, in one sentence."""
        best = self._best_policy(index)
        if best is None:
            raise LabFault
        role, current = ROLES[index], self.current_win(index)
        gain = points(shown_gain(best.win, current))
        if not gain:
            return self.say("loss.best_here", role, share=self.percent(current))
        fight = Fight.from_battle(self._battle().with_side(index, policy=best.policy).in_space)
        return self.say(
            "loss.best_gain",
            role,
            order=self.order_text(fight.rosters[index]),
            sustain=self.say(f"loss.sustain_{best.policy.sustain}"),
            share=self.percent(best.win),
            points=gain.lstrip("+"),
        )

    def order_text(self, roster: Roster) -> str:
        """The classes of a side in the order in which they are lost."""
        kinds = {kind.unit_class: kind for kind in roster.units}
        return f", {self.word('loss.then')} ".join(unit_name(kind, 2) for kind in kinds.values())
