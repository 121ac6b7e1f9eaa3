"""The tab on needs: the cheapest fleet with a given chance to win, and the gain of one more unit."""

from __future__ import annotations

from contextlib import suppress

from twingkit import imperium
from twingkit.core.notation import ROLES
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.imperium.battle.analysis.cheapest_fleet import CandidateFleet, FleetSearchResult
from twingkit.imperium.battle.analysis.fleet_changes import battle_with_units
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.notation.battle_line import role_at
from twingkit_widgets.imperium.lab.tabs import fleet_search, plan_tab
from twingkit_widgets.imperium.lab.words import lab_word
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.names import resources_text, unit_name
from twingkit_widgets.lab.action_values import parse_integer, parse_leading_side, parse_offered_value
from twingkit_widgets.lab.odds_bar import percentage_points_text
from twingkit_widgets.lab.tab import Lab, LabFault
from twingkit_widgets.panel.controls import table_with_heads
from twingkit_widgets.panel.long_work import UnfinishedError
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.wording import capitalize_first, number

MIN_PERCENT, MAX_PERCENT = 50, 99
"""The smallest and the largest chance to win that users can choose, in percent."""

_MAX_FLEETS_SHOWN = 8


class CheapestFleetTab(plan_tab.FleetOddsTab):
    """A tab that searches for the cheapest fleet with a given chance to win, and shows the gain of one more
    unit.
    """

    figure_kind = "cheapest"
    state_parameter = "needs"

    def frame(self) -> DataFrame:
        """Return the cheapest fleets with the chosen units and chance, as `imperium.cheapest_fleet` does."""
        return imperium.cheapest_fleet(
            resolve_best_policy(self.battle()),
            side=role_at(self.side),
            units=self._units(),
            min_win_chance=self.target_percent / 100,
            limits=True,
            from_nothing=self.is_new_fleet,
        )

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.side = 0
        """The side that adds units."""
        self.is_new_fleet = True
        """True if a new fleet is searched for; else units in addition to those that are there."""
        self.target_percent = 80
        """The chance to win to reach, in percent."""
        self.switched_classes: tuple[set[str], set[str]] = (set(), set())
        """The classes of each side that are not to be used although they usually are, or the reverse."""
        self.search: tuple[fleet_search.CheapestFleetRequest, float, int] | None = None
        """The last search: its question, the wanted chance, and the number of fleets that may be computed."""

    # -- actions

    def act_who_needs(self, value: object) -> None:
        """Choose the side: `1` is the defender."""
        self.side = parse_leading_side(value)
        self._announce()

    def act_needs_mode(self, value: object) -> None:
        """Choose a new fleet (`anew`) or additional units (`more`)."""
        self.is_new_fleet = parse_offered_value(value, ("anew", "more")) == "anew"
        self._announce()

    def act_needs_unit(self, value: object) -> None:
        """Allow or forbid a unit class in the search: `cruiser`. Raises `LabFault` for one that this side
        cannot use."""
        usable = {
            choice.removesuffix("+") for choice in fleet_search.buildable_units(self.battle(), self.side)
        }
        name = parse_offered_value(str(value).removesuffix("+"), usable)
        self.switched_classes[self.side].symmetric_difference_update({name})
        self._announce()

    def act_needs_chance(self, value: object) -> None:
        """Set the chance to win in percent: `90`. Raises `LabFault` outside of `MIN_PERCENT` to
        `MAX_PERCENT`."""
        self.target_percent = parse_integer(value, MIN_PERCENT, MAX_PERCENT)
        self._announce()

    def act_needs_find(self, value: object) -> None:
        """Start the search for the cheapest fleet. Raises `LabFault` if no unit is allowed."""
        if not self._units():
            raise LabFault
        self.search = self._question_now(), self.target_percent / 100, fleet_search.MAX_FLEETS_AT_FIRST
        self._result()
        self._announce()

    def act_needs_further(self, value: object) -> None:
        """Continue an unfinished search. Raises `LabFault` if there is none."""
        result = self._result()
        if self.search is None or result is None or not self._ended_early(result):
            raise LabFault
        question, _, budget = self.search
        self.search = question, self.target_percent / 100, budget * fleet_search.BUDGET_FACTOR
        self._result()
        self._announce()

    def act_needs_take(self, value: object) -> None:
        """Put a listed fleet into the lab: `2` is the third one. Raises `LabFault` if there is none."""
        result = self._result()
        index = parse_integer(value, 0, 999)
        if result is None or index >= len(result.fleets):
            raise LabFault
        units = result.fleets[index].battle.sides[self.side].units
        self.lab.set_subject(self.battle().with_side(self.side, units=units))
        self.lab.status = f"{self.say('needs.taken')} {self.lab.status}"

    def saved_state(self) -> str:
        """Return the tab's settings as text, such as `1:90:more:cruiser,warsun`; "" for the default.

        This example means the defender, 90 percent, additional units, with war suns and without cruisers.
        """
        switched = ",".join(sorted(self.switched_classes[self.side]))
        key = f"{self.side}:{self.target_percent}:{'anew' if self.is_new_fleet else 'more'}"
        return f"{key}:{switched}" if switched or key != "0:80:anew" else ""

    def load_state(self, state: str) -> None:
        """Restore the settings returned by `saved_state`; parts that cannot be used are ignored."""
        side, percent, mode, switched = (*state.split(":"), "", "", "")[:4]
        try:
            self.side = parse_leading_side(side)
            self.target_percent = parse_integer(percent, MIN_PERCENT, MAX_PERCENT)
            self.is_new_fleet = mode != "more"
            for name in filter(None, switched.split(",")):
                self.act_needs_unit(name)
        except LabFault:
            return

    # -- the question and its answer

    def _units(self) -> list[str]:
        battle, switched = self.battle(), self.switched_classes[self.side]
        usual = fleet_search.initial_search_units(battle, self.side)
        return [
            name
            for name in fleet_search.buildable_units(battle, self.side)
            if (name in usual) != (name.removesuffix("+") in switched)
        ]

    def _question_now(self) -> fleet_search.CheapestFleetRequest:
        battle = battle_with_units(self.battle(), self.side, {}) if self.is_new_fleet else self.battle()
        return fleet_search.CheapestFleetRequest(battle, self.side, tuple(self._units()), self.is_new_fleet)

    def _result(self) -> FleetSearchResult | None:
        """Return the result of the last search if it answers the present question; None otherwise.

        Raises `UnfinishedError` until it is known.
        """
        if self.search is None or self.search[0] != self._question_now():
            return None
        question, min_chance, budget = self.search
        result = self.computed(
            fleet_search.CheapestFleetRequest.search_in_slices, question, min_chance, budget
        )
        is_answered = self._enough(result) or not result.fleets or result.fleets[-1].odds.win < min_chance
        return result if is_answered else None

    def _enough(self, result: FleetSearchResult) -> CandidateFleet | None:
        """Return the cheapest fleet with at least the wanted chance to win; None if none was found."""
        wanted = self.target_percent / 100
        return next((fleet for fleet in result.fleets if fleet.odds.win >= wanted), None)

    def _announce(self) -> None:
        if self.lab.analysed_subject is None:
            return
        with suppress(UnfinishedError):
            if result := self._result():
                self.lab.status = self._summary(result)
                return
        self.lab.status = self.say("needs.ready", share=self._share())

    def _ended_early(self, result: FleetSearchResult) -> bool:
        """Return whether the search ended early without finding a sufficient fleet."""
        return self._enough(result) is None and not result.is_complete

    def _share(self) -> str:
        return self.percent(self.target_percent / 100, 0)

    def _summary(self, result: FleetSearchResult) -> str:
        fleet, role = self._enough(result), ROLES[self.side]
        if fleet is not None and not fleet.units:
            return self.say("needs.nothing", role, win=self.percent(fleet.odds.win))
        if fleet is not None:
            key = "needs.found" if self.is_new_fleet else "needs.found_more"
            return self.say(
                key,
                role,
                units=self.units_text(fleet),
                cost=resources_text(fleet.cost),
                win=self.percent(fleet.odds.win),
            )
        most = resources_text(result.searched_to_cost)
        key = "stopped" if self._ended_early(result) else "none"
        if not result.fleets or not result.fleets[-1].units:
            return self.say(f"needs.{key}", role, most=most, share=self._share())
        best = result.fleets[-1]
        return self.say(
            f"needs.{key}_best",
            role,
            most=most,
            share=self._share(),
            units=self.units_text(best),
            win=self.percent(best.odds.win),
        )

    def units_text(self, fleet: CandidateFleet) -> str:
        """Return the units of a fleet as text, the heaviest first."""
        side = self.battle().sides[self.side]
        parts = [f"{count} {unit_name(side.unit(name), count)}" for name, count in reversed(fleet.units)]
        return ", ".join(parts)

    # -- views

    def view(self) -> Markup:
        """Render the question for the cheapest fleet, its answer, and the gain of one more unit."""
        return el(
            "div",
            el("p", self.say("needs.lead")),
            self._question(),
            self.lab.or_progress_html(self._search),
            self.extra_units_html(),
            cls=f"tk-plan tk-fleet-{ROLES[self.side]}",
        )

    def _question(self) -> Markup:
        role = ROLES[self.side]
        modes: list[tuple[str, Child]] = [(name, self.say(f"needs.{name}")) for name in ("anew", "more")]
        side_switch = el(
            "div",
            self.side_choice_html(self.side, "who_needs", "needs.who"),
            self.choice_buttons_html(
                modes, "anew" if self.is_new_fleet else "more", "needs_mode", "needs.mode"
            ),
            cls="tk-row",
        )
        name = self.say("needs.units", role)
        allowed = self._units()
        toggles = [
            self._toggle(choice, choice in allowed)
            for choice in fleet_search.buildable_units(self.battle(), self.side)
        ]
        units = el(
            "div",
            el("p", name, cls="tk-label"),
            el("div", toggles, cls="tk-plan-kinds", role="group", aria_label=name, data_roving=True),
            el("p", self.say("needs.limits"), cls="tk-small tk-soft"),
            cls="tk-stack tk-tight",
        )
        return el("div", side_switch, units, self._slider(), cls="tk-stack", data_controls=True)

    def _toggle(self, name: str, used: bool) -> Markup:
        kind = self.battle().sides[self.side].unit(name)
        title = unit_name(kind, 2)
        return button(
            [
                el("span", unit_svg(kind.unit_class, left=bool(self.side)), cls="tk-plan-mini"),
                el("span", capitalize_first(title)),
                el("span", resources_text(kind.cost), cls="tk-small tk-soft"),
            ],
            "needs_unit",
            name,
            cls="tk-button tk-build-toggle tk-plan-kind",
            key=f"needs_unit:{kind.unit_class}",
            aria_pressed="true" if used else "false",
        )

    def _slider(self) -> Markup:
        own, label = f"{self.lab.id_prefix}-needs", self.say("needs.slider", ROLES[self.side])
        parts = plan_tab.slider(
            own, label, "needs_chance", self.target_percent, MIN_PERCENT, MAX_PERCENT, self._share()
        )
        return el("div", parts, cls="tk-plan-slider")

    def _search(self) -> list[Child]:
        """Return the button that starts the search, and the answer once it is known."""
        result, can = self._result(), bool(self._units())
        find = button(
            self.say("needs.find"),
            "needs_find",
            key="needs_find",
            cls="tk-button" if result else "tk-button tk-main",
            disabled=not can or result is not None,
        )
        hint = self.say("needs.find_how" if can else "needs.find_none")
        if result:
            hint = self.say("needs.computed", n=number(result.fleets_computed))
        ask = el("div", find, el("p", hint, cls="tk-small tk-soft"), cls="tk-row", data_controls=True)
        return [ask, self._answer(result) if result else None]

    def _answer(self, result: FleetSearchResult) -> Markup:
        fleet = self._enough(result)
        last = result.fleets.index(fleet) if fleet else len(result.fleets) - 1
        advice = el(
            "div",
            el("p", self._summary(result)),
            self._take_found(fleet, last),
            self._continue_button(result),
            cls="tk-plan-advice tk-stack",
        )
        shown = [(index, each) for index, each in enumerate(result.fleets[: last + 1]) if each.units]
        rows = [self._fleet(each, index, each == fleet) for index, each in shown[-_MAX_FLEETS_SHOWN:]]
        if not rows:
            return el("section", advice, cls="tk-fleet-part")
        less = el("p", self.say("needs.frontier_how"), cls="tk-small tk-soft")
        return el(
            "section",
            advice,
            el("header", el("h3", self.say("needs.frontier"))),
            less,
            el("ol", rows, cls="tk-list tk-plan-fleets"),
            cls="tk-fleet-part",
        )

    def _take_found(self, fleet: CandidateFleet | None, index: int) -> Markup | None:
        """Render the button that puts the found fleet into the lab, or a note that the lab has it; None if
        none was found.
        """
        if fleet is None or not fleet.units:
            return None
        if self._has_fleet(fleet):
            return el("p", el("b", "✓ ", self.say("needs.taken_shown")))
        return el("div", self._take(fleet, index, "found", "tk-button tk-main"), data_controls=True)

    def _take(self, fleet: CandidateFleet, index: int, key: str, cls: str) -> Markup:
        """Render the button that puts a listed fleet into the lab."""
        return button(
            self.say("needs.take"),
            "needs_take",
            index,
            key=f"needs_take:{key}",
            cls=cls,
            aria_label=self.say("needs.take_one", units=self.units_text(fleet)),
        )

    def _continue_button(self, result: FleetSearchResult) -> Markup | None:
        if not self._ended_early(result):
            return None
        on = button(self.say("needs.further"), "needs_further", key="needs_further", cls="tk-button tk-main")
        hint = el("p", self.say("needs.further_how"), cls="tk-small tk-soft")
        return el("div", on, hint, cls="tk-row", data_controls=True)

    def _has_fleet(self, fleet: CandidateFleet) -> bool:
        return self.battle().sides[self.side].units == fleet.battle.sides[self.side].units

    def _fleet(self, fleet: CandidateFleet, fleet_index: int, enough: bool) -> Markup:
        units, win = self.units_text(fleet), self.percent(fleet.odds.win)
        take = self._take(fleet, fleet_index, str(fleet), "tk-button")
        taken = self.say("needs.taken_shown")
        pictures = [
            el("span", plan_tab.unit_pictures(name.removesuffix("+"), count, self.side))
            for name, count in reversed(fleet.units)
        ]
        return el(
            "li",
            el("b", resources_text(fleet.cost), cls="tk-number"),
            el("span", el("span", pictures, cls="tk-plan-group", aria_hidden="true"), el("span", units)),
            el("span", el("b", win, cls="tk-number"), plan_tab.share_bar(fleet.odds.win), cls="tk-plan-cell"),
            el("b", "✓", title=taken, aria_label=taken, role="img")
            if self._has_fleet(fleet)
            else el("span", take, data_controls=True),
            cls="tk-plan-fleet" + (" tk-plan-enough" if enough else ""),
        )

    # -- one more unit

    def extra_units_html(self) -> Markup:
        """Return the gain from one more unit of each type, with buttons to add it."""
        role = ROLES[self.side]
        hint = el(
            "p", self.say("needs.one_more_how", role, win=self.percent(self.current_win_chance(self.side)))
        )
        table = self.lab.or_progress_html(self._extra_units_table)
        return self.part_html("needs.one_more", hint, table, rule="IM-ODDS-5", key="needs:more")

    def _extra_units_table(self) -> Markup:
        rows = self.computed(fleet_search.extra_unit_gains_in_slices, self.battle(), self.side)
        longest = max((abs(row.per_resource or 0.0) for row in rows if row.has_room), default=0.0) or 1.0
        heads = [
            el("th", self.say(f"needs.col_{name}"), scope="col", cls=f"tk-plan-col-{name}")
            for name in ("unit", "cost", "win", "change", "per")
        ]
        heads.append(el("td", cls="tk-plan-col-take"))
        return table_with_heads(heads, [self._more_row(row, longest) for row in rows], "tk-plan-more")

    def _more_row(self, row: fleet_search.ExtraUnitGain, longest: float) -> Markup:
        name = unit_name(row.kind)
        change = percentage_points_text(
            plan_tab.rounded_gain(row.win_chance, self.current_win_chance(self.side))
        )
        per: Child = "–"
        if not row.has_room:
            per = lab_word("needs.no_room")
        elif row.per_resource is not None:
            gain = percentage_points_text(row.per_resource) or number(0, 1)
            per = join(
                el("b", gain, cls="tk-number"), plan_tab.share_bar(max(0.0, row.per_resource) / longest)
            )
        take = button(
            "+1",
            "more",
            f"{self.side}:{row.kind.name}",
            key=f"needs_more:{row.kind.unit_class}",
            aria_label=self.say("needs.add", unit=name),
        )
        cost = number(row.kind.cost, 0 if row.kind.cost == int(row.kind.cost) else 1)
        return el(
            "tr",
            el("th", plan_tab.unit_html(row.kind, self.side), scope="row"),
            el("td", cost if row.kind.cost else "–", cls="tk-number tk-plan-col-cost"),
            el("td", self.percent(row.win_chance), cls="tk-number"),
            el("td", change or lab_word("plan.same"), cls="tk-number tk-plan-col-change"),
            el("td", per, cls="tk-plan-cell"),
            el("td", take, cls="tk-plan-col-take", data_controls=True),
        )
