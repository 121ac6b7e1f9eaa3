"""The tab on a whole invasion: from the first shots at the fleet to the ground combat."""

from __future__ import annotations

import attrs

from twingkit.core.notation import ROLES
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.imperium.battle.analysis.fleet_changes import needed_and_total_capacity
from twingkit.imperium.battle.analysis.invasion_stages import (
    InvasionStage,
    StagedInvasionOdds,
    staged_invasion_odds_in_slices,
)
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.landings import Landing
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import Side
from twingkit.imperium.box.units import GROUND_FORCES
from twingkit_widgets.imperium.lab.draft import MAX_UNITS
from twingkit_widgets.imperium.lab.tabs.plan_tab import FleetOddsTab, share_bar
from twingkit_widgets.imperium.lab.words import lab_say, lab_word
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.lab.action_values import parse_integer
from twingkit_widgets.lab.odds_bar import ROUNDING_TOLERANCE, legend_item, outcomes_bar_html
from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.panel.controls import column_heads, counter_button, table_with_heads
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import capitalize_first, number, percents

_MAX_LANDINGS_SHOWN = 6
"""The likeliest first."""

RULES = {
    "cannon": "IM-SPACE-2",
    "space": "IM-SPACE-10",
    "bombardment": "IM-INV-1",
    "landing": "IM-INV-4",
    "ground": "IM-INV-5",
}
"""The rule of each stage."""

_NEARLY_CERTAIN = 0.999
"""The chance above which a stage is not called a weak link."""


class InvasionTab(FleetOddsTab):
    """A tab that shows the stages of an invasion."""

    figure_kind = "invasion"

    def frame(self) -> DataFrame:
        """Return the stages that the page shows, as `imperium.invasion_stage_table` does.

        Raises `LabFault` for a space battle.
        """
        if self.lab.analysed_subject.kind == "space":
            raise LabFault("fault.no_table")
        return self._course().frame()

    # -- actions

    def act_landing_begin(self, value: object) -> None:
        """Turn the space battle into the invasion that it can start. Raises `LabFault` if it is one
        already.
        """
        if self.battle().kind != "space":
            raise LabFault
        self.lab.set_subject(suggested_invasion(self.battle()))
        self.lab.status = f"{self.say('land.begun')} {self.lab.status}"

    def act_landing_take(self, value: object) -> None:
        """Switch to the ground combat with a listed force: `1` is the second one. Raises `LabFault` if there
        is none."""
        landings = self._course().odds.landings
        landed = landings[parse_integer(value, 0, len(landings) - 1)].battle
        if not all(side.units for side in landed.sides):
            raise LabFault
        self.lab.set_subject(landed)
        self.lab.status = f"{self.say('land.taken')} {self.lab.status}"

    # -- the battle

    def _landing(self) -> Battle:
        if self.battle().kind == "space":
            raise LabFault
        return resolve_best_policy(self.battle())

    def _course(self) -> StagedInvasionOdds:
        return self.computed(staged_invasion_odds_in_slices, self._landing())

    def _summary(self, invasion: StagedInvasionOdds) -> str:
        weakest = invasion.weakest_stage
        key = (
            "land.summary" if weakest.chance_if_reached > _NEARLY_CERTAIN else f"land.summary_{weakest.name}"
        )
        return self.say(
            key, win=self.percent(invasion.odds.win), given=self.percent(weakest.chance_if_reached)
        )

    # -- views

    def view(self) -> Markup:
        """Return the troops, the stages, the landing forces, and the final odds."""
        if self.battle().kind == "space":
            return self._offer(self.battle())
        head = self.intro_line_html("land.lead", "IM-ODDS-6", "land:rule")
        return el("div", head, self._people(), self.lab.or_progress_html(self._answer), cls="tk-plan")

    def _answer(self) -> list[Child]:
        invasion = self._course()
        return [
            el("p", self._summary(invasion), cls="tk-plan-advice"),
            self._strip(invasion),
            self._end(invasion),
            self._forces(invasion),
        ]

    def _offer(self, battle: Battle) -> Markup:
        """Return the units that a space battle lacks for an invasion, and the button that adds them."""
        added = [
            self.say(f"land.adds_{role}", n=suggested_invasion(battle).sides[side_index].count("infantry"))
            for side_index, role in enumerate(ROLES)
            if not has_troops(battle.sides[side_index])
        ]
        offer = " ".join([self.say("land.offer"), *added])
        begin = button(self.say("land.begin"), "landing_begin", key="land:begin", cls="tk-button tk-main")
        hint = el("p", self.say("land.begin_how"), cls="tk-small tk-soft")
        return el(
            "div",
            el("p", self.say("land.lead")),
            el("div", el("p", offer), begin, hint, cls="tk-plan-best", data_controls=True),
            cls="tk-plan",
        )

    def _people(self) -> Markup:
        """Return the ground forces and PDS of both sides, with counters that leave each side a unit."""
        battle = self._landing()
        sides = []
        for side_index, role in enumerate(ROLES):
            counters = [
                self._counter(battle, side_index, name)
                for side, name in SIDE_TROOP_CLASSES
                if side == side_index
            ]
            title = el("h4", self.say(f"land.people_{role}"), cls=f"tk-fleet-name-{role}")
            sides.append(el("div", title, counters, cls=f"tk-stack tk-tight tk-fleet-{role}"))
        notes = []
        if not has_troops(battle.attacker):
            notes.append(el("p", self.say("land.no_troops"), cls="tk-note"))
        needed, room = needed_and_total_capacity(battle.attacker)
        if battle.kind == "invasion" and (no_room := max(0, needed - room)):
            notes.append(el("p", self.say("land.no_room", n=no_room), cls="tk-small tk-note"))
        return self.part_html(
            "land.people", el("div", sides, cls="tk-fleet-two-columns", data_controls=True), notes
        )

    def _counter(self, battle: Battle, side_index: int, name: str) -> Markup:
        side = battle.sides[side_index]
        kind, count = side.unit(troop_name(side, name)), troop_count(side, name)
        title, place = capitalize_first(unit_name(kind, 2)), f"{side_index}:{kind.name}"
        is_last = sum(n for _, n in side.units) == count == 1
        steps = [
            counter_button(
                sign,
                act,
                place,
                lab_say(f"side.{key}", unit=title, n=count),
                is_at_limit=is_at_limit,
                key=f"land:{act}:{side_index}:{name}",
            )
            for sign, act, key, is_at_limit in (
                ("−", "fewer", "fewer", not count or is_last),
                ("+", "more", "more_units", count >= MAX_UNITS),
            )
        ]
        picture = el("span", unit_svg(name, left=bool(side_index)), cls="tk-plan-mini")
        counter = el(
            "span", steps[0], el("b", count, cls="tk-number tk-fleet-count"), steps[1], cls="tk-fleet-counter"
        )
        return el("div", picture, el("span", title), counter, cls="tk-plan-troop")

    def _strip(self, invasion: StagedInvasionOdds) -> Markup:
        """Render the stages of the invasion in order, each with the chance that the attacker gets past it."""
        weakest = (
            invasion.weakest_stage if invasion.weakest_stage.chance_if_reached <= _NEARLY_CERTAIN else None
        )
        items = [
            self._stage(stage, side_index, stage == weakest, invasion)
            for side_index, stage in enumerate(invasion.stages)
        ]
        return el("ol", items, cls="tk-list tk-plan-stages", aria_label=self.say("land.stages"))

    def _stage(
        self, stage: InvasionStage, stage_index: int, weak: bool, invasion: StagedInvasionOdds
    ) -> Markup:
        name, chance_text = stage.name, self.percent(stage.chance_so_far)
        mark = el("span", lab_word("land.weak"), cls="tk-plan-weak") if weak else None
        return el(
            "li",
            el("span", el("span", stage_index + 1, cls="tk-plan-nr", aria_hidden="true"), cls="tk-plan-rail"),
            el(
                "div",
                el("h4", self.say(f"land.{name}"), mark),
                el("p", self._stage_text(stage, invasion), cls="tk-small"),
                cls="tk-plan-stage-words",
            ),
            el(
                "span",
                el("span", lab_word("land.so_far"), " ", cls="tk-small tk-soft"),
                el("b", chance_text, cls="tk-number"),
                share_bar(stage.chance_so_far),
                cls="tk-plan-so-far",
            ),
            self.lab.rule_button(RULES[name], key=f"land:{name}"),
            cls="tk-plan-stage tk-fleet-attacker" + ("" if stage.takes_place else " tk-plan-idle"),
        )

    def _stage_text(self, stage: InvasionStage, invasion: StagedInvasionOdds) -> str:
        facts = {
            "given": self.percent(stage.chance_if_reached),
            "before": _mean_text(stage.units_before),
            "after": _mean_text(stage.units_after),
            "gone": _mean_text(max(0.0, stage.units_before - stage.units_after)),
        }
        case = "" if stage.takes_place else "_none"
        guards = troop_count(invasion.odds.battle.defender, "pds")
        if (
            stage.name == "bombardment"
            and stage.takes_place
            and stage.units_before - stage.units_after < ROUNDING_TOLERANCE
            and guards
        ):
            case = "_shield"
        if stage.name == "landing" and stage.units_before - stage.units_after < ROUNDING_TOLERANCE:
            case = "_quiet"
        return self.say(f"land.{stage.name}_what{case}", **facts)

    def _end(self, invasion: StagedInvasionOdds) -> Markup:
        """Render the final odds of the invasion as one bar, and the losses of both sides."""
        odds = invasion.odds
        stopped = max(0.0, 1.0 - odds.landing_chance)
        parts = [
            ("win", "win", odds.win),
            ("tie", "tie", odds.tie),
            ("loss", "held", max(0.0, odds.loss - stopped)),
        ]
        if odds.battle.kind != "ground":
            parts.append(("loss tk-plan-stopped", "stopped", stopped))
        texts = percents([share for _, _, share in parts], 1)
        named = ", ".join(
            f"{lab_word(f'land.end_{key}')} {text}" for (_, key, _), text in zip(parts, texts, strict=True)
        )
        items = [
            legend_item(part, self.say(f"land.end_{key}"), text)
            for (part, key, _), text in zip(parts, texts, strict=True)
        ]
        costs = self.say(
            "land.costs", own=number(odds.attacker_losses, 1), other=number(odds.defender_losses, 1)
        )
        return self.part_html(
            "land.end",
            el("dl", items, cls="tk-odds-legend"),
            outcomes_bar_html([(part, share) for part, _, share in parts], named),
            el("p", costs, cls="tk-soft"),
        )

    def _forces(self, invasion: StagedInvasionOdds) -> Markup | None:
        """Return the possible landing forces, with their probabilities and chances to take the planet."""
        if self._landing().kind == "ground" or not invasion.odds.landings:
            return None
        rows = [
            self._force(landing, side_index)
            for side_index, landing in enumerate(invasion.odds.landings[:_MAX_LANDINGS_SHOWN])
        ]
        heads = column_heads(self.say(f"land.col_{name}") for name in ("lands", "chance", "takes"))
        heads.append(el("td", cls="tk-plan-col-take"))
        return self.part_html(
            "land.forces",
            el("p", self.say("land.forces_how")),
            table_with_heads(heads, rows, "tk-plan-more tk-fleet-attacker"),
        )

    def _force(self, landing: Landing, landing_index: int) -> Markup:
        side = landing.battle.attacker
        units = side.units_with_counts()
        troops_ = [(kind, n) for kind, n in units if kind.is_ground_force]
        above = [(kind, n) for kind, n in units if not kind.is_ground_force]
        named_troops = ", ".join(f"{n} {unit_name(kind, n)}" for kind, n in troops_)
        named_troops = named_troops or lab_word("land.nobody")
        over = ", ".join(f"{n} {unit_name(kind, n)}" for kind, n in above)
        more = el("span", self.say("land.above", units=over), cls="tk-small tk-soft") if over else None
        take = None
        if all(side.units for side in landing.battle.sides):
            take = button(
                self.say("land.take"),
                "landing_take",
                landing_index,
                aria_label=self.say("land.take_one", units=named_troops),
            )
        return el(
            "tr",
            el("th", el("span", named_troops, more, cls="tk-plan-words"), scope="row"),
            el("td", el("b", self.percent(landing.chance), cls="tk-number")),
            el(
                "td",
                el("b", self.percent(landing.ground_odds.odds.win), cls="tk-number"),
                share_bar(landing.ground_odds.odds.win),
                cls="tk-plan-cell",
            ),
            el("td", take, cls="tk-plan-col-take tk-plan-wide-take", data_controls=True),
        )


def _mean_text(mean: float) -> str:
    """Return a mean number as text, without decimals if it is practically whole."""
    return number(mean, 0 if abs(mean - round(mean)) < 0.05 else 1)


SIDE_TROOP_CLASSES = ((0, "infantry"), (0, "mech"), (1, "infantry"), (1, "mech"), (1, "pds"))
"""The unit classes that matter on the planet, by side."""

_MAX_DEFAULT_ATTACKER_INFANTRY = 4
"""The largest number of infantry added for an attacker without ground forces."""

_DEFAULT_DEFENDER_INFANTRY = 2
"""The number of infantry added for a defender without units on the planet."""


def troop_name(side: Side, unit_class: str) -> str:
    """Return the name of a side's units of a class: the upgraded version if it has only those."""
    plus = f"{unit_class}+"
    return plus if side.count(plus) and not side.count(unit_class) else unit_class


def troop_count(side: Side, unit_class: str) -> int:
    """Return the number of a side's units of a class, upgraded or not."""
    return side.count(unit_class) + side.count(f"{unit_class}+")


def suggested_invasion(battle: Battle) -> Battle:
    """Return the invasion that a space battle can start: the same ships, and a few infantry for sides without
    ground forces.

    >>> str(suggested_invasion(Battle.parse("space: 1 carrier vs 1 cruiser")))
    'invasion: 1 carrier 4 infantry vs 1 cruiser 2 infantry'
    """
    sides = list(battle.sides)
    for side_index, side in enumerate(sides):
        if has_troops(side):
            continue
        needed, room = needed_and_total_capacity(side)
        count = (
            max(1, min(_MAX_DEFAULT_ATTACKER_INFANTRY, room - needed))
            if side_index == 0
            else _DEFAULT_DEFENDER_INFANTRY
        )
        sides[side_index] = attrs.evolve(side, units={**dict(side.units), "infantry": count})
    return attrs.evolve(battle, kind="invasion", attacker=sides[0], defender=sides[1])


def has_troops(side: Side) -> bool:
    """Return whether a side has ground forces."""
    return any(troop_count(side, name) for name in GROUND_FORCES)
