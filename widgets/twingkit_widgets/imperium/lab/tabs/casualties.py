"""The tab on losses: the order of losses, when damage is sustained, and the effect of changing either."""

from __future__ import annotations

from functools import partial

import attrs

from twingkit import imperium
from twingkit.core.messages import Fault
from twingkit.core.notation import ROLES
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.imperium.battle.analysis.invasion import odds_of_legal_battles_in_slices
from twingkit.imperium.battle.exact_odds import best_order
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.losses.loss_order import NAMED_LOSS_ORDERS, SUSTAIN_RULES, LossPolicy
from twingkit.odds.odds import Odds
from twingkit_widgets.imperium.lab.draft import offered_sustain_rules
from twingkit_widgets.imperium.lab.tabs.loss_view import LossView
from twingkit_widgets.imperium.lab.tabs.losses import reorderable_classes, with_preferred_classes_reordered
from twingkit_widgets.imperium.lab.tabs.plan_tab import FleetOddsTab, rounded_gain
from twingkit_widgets.imperium.lab.words import lab_word
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.lab.action_values import parse_leading_side, parse_offered_value
from twingkit_widgets.lab.odds_bar import odds_bar_html, percentage_points_text
from twingkit_widgets.lab.tab import Lab, LabFault
from twingkit_widgets.panel.long_work import UnfinishedError
from twingkit_widgets.panel.markup import Child, Markup, button, el


class LossOrderTab(FleetOddsTab):
    """A tab of the fleet lab to change the order in which each side loses its units, and to compare the
    chances to win.
    """

    drag_name_prefix = "loss:"
    figure_kind = "odds"

    def frame(self) -> DataFrame:
        """Return the odds of the battle with its present policies, and with each other policy that the tab
        compares.
        """
        battle = self._battle()
        others = [other for side in self._sides() for other in side.alternative_battles()]
        return imperium.odds_many(list(dict.fromkeys([battle, *others])))

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.searched_battles: dict[int, Battle] = {}
        """The battles in which the best policy of a side was looked for last."""
        self.perfect_play_battle: Battle | None = None
        """The battle for which perfect play was looked for."""

    # -- actions

    def act_earlier(self, value: object) -> None:
        """Move a class one place earlier in the order of losses: `0:cruiser`."""
        self._move(value, -1)

    def act_later(self, value: object) -> None:
        """Move a class one place later in the order of losses: `0:cruiser`."""
        self._move(value, 1)

    def act_drag(self, value: object) -> None:
        """Move a dragged class to the place of another: `loss:0:cruiser>loss:0:fighter`.

        Nothing happens if they are dropped on the other side. Raises `LabFault` for anything that cannot be
        dragged here.
        """
        source, _, target = str(value).partition(">")
        places = [text.removeprefix("loss:") for text in (source, target)]
        if places[0] == source or places[1] == target:
            raise LabFault
        side_index, name = self._parse_class(places[0])
        other, goal = self._parse_class(places[1])
        if side_index == other:
            self._move_class(side_index, name, self._classes(side_index).index(goal))

    def act_named_order(self, value: object) -> None:
        """Set a named order of losses: `0:carriers-first`. Raises `LabFault` for an unknown one."""
        side_index, name = parse_leading_side(value), parse_offered_value(str(value)[2:], NAMED_LOSS_ORDERS)
        self._set_policy(side_index, attrs.evolve(self._policy(side_index), order=NAMED_LOSS_ORDERS[name]))

    def act_damage(self, value: object) -> None:
        """Set the rule for sustaining damage: `0:last`. Raises `LabFault` for an unknown one."""
        side_index = parse_leading_side(value)
        name = parse_offered_value(str(value)[2:], offered_sustain_rules(self._battle(), side_index))
        self._set_policy(side_index, attrs.evolve(self._policy(side_index), sustain=name))

    def act_damage_class(self, value: object) -> None:
        """Add a class to those that sustain damage first, or remove it: `0:dreadnought`.

        Raises `LabFault` for a class that cannot sustain damage.
        """
        side_index, name = parse_leading_side(value), str(value)[2:]
        policy, side = self._policy(side_index), self._battle().sides[side_index]
        if not side.can_sustain(name):
            raise LabFault
        named = list(policy.sustain_classes)
        named = [other for other in named if other != name] if name in named else [*named, name]
        self._set_policy(side_index, attrs.evolve(policy, sustain=",".join(named) or SUSTAIN_RULES[0]))

    def act_find_best(self, value: object) -> None:
        """Search for the policy with the best chance to win for a side, and show its gain: `0`."""
        side_index = parse_leading_side(value)
        self.searched_battles[side_index] = self._battle()
        self._best_policy(side_index)
        self.lab.status = self._best_policy_text(side_index)

    def act_take_best(self, value: object) -> None:
        """Apply the best policy found for a side: `0`. Raises `LabFault` if none was found."""
        side_index = parse_leading_side(value)
        best = self._best_policy(side_index)
        if best is None:
            raise LabFault
        self._set_policy(side_index, best.policy)
        self.lab.status = f"{self.say('loss.best_taken')} {self.lab.status}"

    def act_find_optimal_losses(self, value: object) -> None:
        """Compute the odds if both sides choose their losses anew in every round, after seeing the dice.

        Raises `LabFault` for a whole invasion.
        """
        battle = self._battle()
        if battle.kind == "invasion":
            raise LabFault
        self.perfect_play_battle = battle
        result = self._perfect_odds()
        if result is not None:
            sentence = result.text() if isinstance(result, Fault) else self._perfect_text(result)
            self.lab.status = sentence

    def _perfect_odds(self) -> Odds | Fault | None:
        """Return the odds with perfect play: None if not requested, a fault if impossible; raise
        `UnfinishedError` while computing.
        """
        battle = self._battle()
        if self.perfect_play_battle != battle:
            return None
        from twingkit.imperium.battle.exact_odds.optimum import (
            optimal_odds_in_slices,  # computed on request only
        )

        try:
            return self.computed(optimal_odds_in_slices, battle)
        except Fault as fault:  # too large or too complex: that is the answer
            return fault

    # -- changes

    def _battle(self) -> Battle:
        """Return the current battle, with both policies known. Raises `LabFault` without one."""
        return best_order.resolve_best_policy(self.battle())

    def _policy(self, side_index: int) -> LossPolicy:
        return self._battle().sides[side_index].policy or LossPolicy()

    def _parse_class(self, value: str) -> tuple[int, str]:
        """Parse a side and a class such as `0:cruiser`. Raises `LabFault` if it cannot be moved."""
        side_index = parse_leading_side(value)
        return side_index, parse_offered_value(value[2:], self._classes(side_index))

    def _classes(self, side_index: int) -> list[str]:
        """Return the ship classes that a side can lose, in order of losses."""
        return reorderable_classes(Fight.from_battle(self._battle().space_battle).rosters[side_index])

    def _move(self, value: object, step: int) -> None:
        side_index, name = self._parse_class(str(value))
        self._move_class(side_index, name, self._classes(side_index).index(name) + step)

    def _move_class(self, side_index: int, name: str, position: int) -> None:
        """Move a class in its order of losses; positions beyond the ends do nothing."""
        classes = self._classes(side_index)
        if not 0 <= position < len(classes) or classes[position] == name:
            return
        classes.remove(name)
        classes.insert(position, name)
        old = self._policy(side_index)
        self._set_policy(
            side_index, attrs.evolve(old, order=with_preferred_classes_reordered(old.order, classes))
        )
        units = self._battle().sides[side_index].units_with_counts()
        unit = unit_name(next(kind for kind, _ in units if kind.unit_class == name), 2)
        moved = self.say("loss.moved", unit=unit, n=position + 1, all=len(classes))
        self.lab.status = f"{moved} {self.lab.status}"

    def _set_policy(self, side_index: int, policy: LossPolicy) -> None:
        self.lab.set_subject(self.battle().with_side(side_index, policy=policy))

    # -- views

    def view(self) -> Markup:
        """Render the losses of both sides beside each other."""
        battle = self._battle()
        sides = self._sides()
        others = [other for side in sides for other in side.alternative_battles()]
        compare = None
        try:
            odds = self.computed(odds_of_legal_battles_in_slices, tuple(others))
            for side in sides:
                side.odds_by_battle = dict(zip(others, odds, strict=True))
        except UnfinishedError as unfinished:
            compare = self.lab.long_work.progress_html(unfinished)
        for side_index, side in enumerate(sides):
            side.best_html = self.lab.or_progress_html(partial(self._best_html, side_index))
        columns = [side.html() for side in sides]
        lead = "loss.lead_ground" if battle.kind == "ground" else "loss.lead"
        return el(
            "div",
            self.intro_line_html(lead, "IM-ODDS-2", "loss:rule"),
            compare,
            el("div", columns, cls="tk-fleet-two-columns"),
            self._perfect() if battle.kind != "invasion" else None,
            cls="tk-plan",
        )

    def _sides(self) -> list[LossView]:
        battle = self._battle()
        fight = Fight.from_battle(battle.space_battle)
        return [LossView(self, battle, fight, side_index) for side_index in (0, 1)]

    def _perfect(self) -> Markup:
        """Return the odds with perfect play, or the button that computes them."""
        how, result = el("p", self.say("loss.perfect_how")), self.lab.or_progress_html(self._perfect_result)
        return self.part_html(
            "loss.perfect", how, result, rule="IM-ODDS-3", key="loss:perfect", data_key="loss:play"
        )

    def _perfect_result(self) -> Child:
        result = self._perfect_odds()
        if result is None:
            ask = button(self.say("loss.perfect_find"), "find_optimal_losses", key="loss:perfect:find")
            return el("div", ask, data_controls=True)
        if isinstance(result, Fault):
            return el("p", result.text(), cls="tk-note")
        return [el("p", el("b", self._perfect_text(result))), odds_bar_html(result)]

    def _perfect_text(self, best: Odds) -> str:
        gain = percentage_points_text(rounded_gain(best.win, self.current_win_chance(0)))
        key = "loss.perfect_found" if gain else "loss.perfect_same"
        return self.say(key, win=self.percent(best.win), loss=self.percent(best.loss), points=gain)

    def _best_policy(self, side_index: int) -> best_order.TriedPolicy | None:
        """Return the best policy found for a side, or None if nobody searched for it; raise `UnfinishedError`
        during the search.
        """
        battle = self.searched_battles.get(side_index)
        if battle is None or self.lab.analysed_subject is None:
            return None
        searched, now = (some.with_side(side_index, policy=LossPolicy()) for some in (battle, self._battle()))
        if searched != now:
            return None
        return self.computed(best_order.best_order_in_slices, battle, side_index).best

    def _best_html(self, side_index: int) -> Markup:
        """Return the result of the search for a side's best policy, or the button that starts it."""
        key, value, role = f"best:{side_index}", str(side_index), ROLES[side_index]
        best = self._best_policy(side_index)
        if best is None:
            label = self.say("loss.best_of", role)
            find = button(self.say("loss.best", role), "find_best", value, key=key, aria_label=label)
            hint = el("p", self.say("loss.best_how", role), cls="tk-small tk-soft")
            return el("div", find, hint, cls="tk-plan-best", data_controls=True)
        take = None
        if percentage_points_text(rounded_gain(best.win, self.current_win_chance(side_index))):
            take = button(
                self.say("loss.best_take", role), "take_best", value, key=key, cls="tk-button tk-main"
            )
        return el(
            "div",
            el("p", self._best_policy_text(side_index)),
            take,
            cls="tk-plan-best tk-note",
            data_key=f"told:{side_index}",
        )

    def _best_policy_text(self, side_index: int) -> str:
        best = self._best_policy(side_index)
        if best is None:
            raise LabFault
        role, current = ROLES[side_index], self.current_win_chance(side_index)
        gain = percentage_points_text(rounded_gain(best.win, current))
        if not gain:
            return self.say("loss.best_here", role, share=self.percent(current))
        fight = Fight.from_battle(self._battle().with_side(side_index, policy=best.policy).space_battle)
        kinds = {kind.unit_class: kind for kind in fight.rosters[side_index].units}
        return self.say(
            "loss.best_gain",
            role,
            order=f", {lab_word('loss.then')} ".join(unit_name(kind, 2) for kind in kinds.values()),
            sustain=self.say(f"loss.sustain_{best.policy.sustain}"),
            share=self.percent(best.win),
            points=gain.lstrip("+"),
        )
