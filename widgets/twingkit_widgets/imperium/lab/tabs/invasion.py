"""The whole landing: from the first shots at the fleet to the last ground force on the planet."""

from __future__ import annotations

from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.landings import Landing
from twingkit.imperium.battle.notation.battle_line import ROLES, Battle
from twingkit_widgets.imperium.lab.tabs.landing import (
    TROOPS,
    LandingCourse,
    Stage,
    has_troops,
    landing_course_in_slices,
    landing_of,
    troop_name,
    troops,
    with_troops,
)
from twingkit_widgets.imperium.lab.tabs.plan_tab import PlanTab
from twingkit_widgets.imperium.lab.tabs.signs import share_bar
from twingkit_widgets.imperium.lab.words import lab_say
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.lab.sent_values import sent_side, whole_number
from twingkit_widgets.lab.tab import LabFault
from twingkit_widgets.lab.verdict import TINY, legend_item, parts_bar
from twingkit_widgets.panel.controls import column_heads, step_button, table_with_heads
from twingkit_widgets.panel.long_work import Unfinished
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.wording import capitalize_first, number, percents

SHOWN = 6
"""The number of the likeliest landing forces listed."""

MAX_TROOPS = 20
"""The largest number of ground forces or PDS of a kind that can be set here."""

RULES = {
    "cannon": "IM-SPACE-2",
    "space": "IM-SPACE-10",
    "bombardment": "IM-INV-1",
    "landing": "IM-INV-4",
    "ground": "IM-INV-5",
}
"""The rule behind each stage."""

EVEN = 0.999
"""A stage that is passed so often is no weak link."""


class InvasionTab(PlanTab):
    """The stages of the landing in the lab; its ground forces are the battle's own."""

    # -- actions

    def act_troops_more(self, value: object) -> None:
        """`0:infantry`: the attacker has one more infantry on board."""
        self._troops(value, 1)

    def act_troops_fewer(self, value: object) -> None:
        """`1:pds`: one PDS fewer on the planet."""
        self._troops(value, -1)

    def act_landing_begin(self, value: object) -> None:
        """Turn the space battle into the landing that it can be the beginning of. Raises `LabFault` if it
        is one already."""
        if self.lab.settled is None or self.lab.settled.kind != "space":
            raise LabFault
        self.lab.take(landing_of(self.lab.settled))
        self.lab.status = f"{self.say('land.begun')} {self.lab.status}"

    def act_landing_take(self, value: object) -> None:
        """`1`: show only the fight for the planet with the second listed force. Raises `LabFault` if there is
        none.
        """
        landings = self._course().odds.landings
        landed = landings[whole_number(value, 0, len(landings) - 1)].battle
        if not all(side.units for side in landed.sides):
            raise LabFault
        self.lab.take(landed)
        self.lab.status = f"{self.say('land.taken')} {self.lab.status}"

    # -- the battle

    def _landing(self) -> Battle:
        """The landing that is asked about. Raises `LabFault` without one."""
        if self.lab.settled is None or self.lab.settled.kind == "space":
            raise LabFault
        return resolve_best_policy(self.lab.settled)

    def _troops(self, value: object, step: int) -> None:
        """Change a count in the battle itself; a side keeps at least a unit."""
        index, name = sent_side(value), str(value)[2:]
        if (index, name) not in TROOPS or self.lab.settled is None:
            raise LabFault
        self._landing()
        current = troops(self.lab.settled.sides[index], name)
        changed = with_troops(self.lab.settled, index, name, min(MAX_TROOPS, max(0, current + step)))
        if changed.sides[index].units:
            self.lab.take(changed)

    def _course(self) -> LandingCourse:
        """The landing; raises `Unfinished` while it is worked out."""
        battle = self._landing()
        return self.lab.long_work.answer(("landing", battle), lambda: landing_course_in_slices(battle))

    def _summary(self, invasion: LandingCourse) -> str:
        """The odds of the landing, and where it fails most often, in one sentence or two."""
        weakest = invasion.weakest
        key = "land.told" if weakest.given_reached > EVEN else f"land.told_{weakest.name}"
        return self.say(key, win=self.percent(invasion.odds.win), given=self.percent(weakest.given_reached))

    # -- views

    def view(self) -> Markup:
        """Return the troops, the stages, what lands, and how it ends."""
        if self.lab.settled.kind == "space":
            return self._offer(self.lab.settled)
        head = el(
            "div",
            el("p", self.say("land.lead")),
            self.lab.rule("IM-ODDS-6", key="land:rule"),
            cls="tk-plan-lead",
        )
        try:
            invasion = self._course()
        except Unfinished as unfinished:
            work = self.lab.long_work.html(unfinished)
            return el("div", head, self._people(), work, cls="tk-plan")
        return el(
            "div",
            head,
            self._people(invasion.no_room),
            el("p", self._summary(invasion), cls="tk-plan-advice"),
            self._strip(invasion),
            self._end(invasion),
            self._forces(invasion),
            cls="tk-plan",
        )

    def _offer(self, battle: Battle) -> Markup:
        """Return what a space battle lacks for a landing, and the button that adds it."""
        added = [
            self.say(f"land.adds_{role}", n=landing_of(battle).sides[index].count("infantry"))
            for index, role in enumerate(ROLES)
            if not has_troops(battle.sides[index])
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

    def _people(self, no_room: int = 0) -> Markup:
        """The ground forces and PDS of both sides, with their counters."""
        battle = self._landing()
        sides = []
        for index, role in enumerate(ROLES):
            counters = [self._counter(battle, index, name) for side, name in TROOPS if side == index]
            title = el("h4", self.say(f"land.people_{role}"), cls=f"tk-fleet-name-{role}")
            sides.append(el("div", title, counters, cls=f"tk-stack tk-tight tk-fleet-{role}"))
        notes = []
        if not has_troops(battle.attacker):
            notes.append(el("p", self.say("land.no_troops"), cls="tk-note"))
        if no_room:
            notes.append(el("p", self.say("land.no_room", n=no_room), cls="tk-small tk-note"))
        return el(
            "section",
            self.head("land.people"),
            el("div", sides, cls="tk-fleet-two-columns", data_controls=True),
            notes,
            cls="tk-fleet-part",
        )

    def _counter(self, battle: Battle, index: int, name: str) -> Markup:
        side = battle.sides[index]
        kind, count = side.unit(troop_name(side, name)), troops(side, name)
        title, place = unit_name(kind, 2), f"{index}:{name}"
        title = capitalize_first(title)
        steps = [
            step_button(
                sign,
                f"troops_{way}",
                place,
                lab_say(f"side.{key}", unit=title, n=count),
                at_end=count == edge,
            )
            for sign, way, key, edge in (("−", "fewer", "fewer", 0), ("+", "more", "more_units", MAX_TROOPS))
        ]
        picture = el("span", unit_svg(name, left=bool(index)), cls="tk-plan-mini")
        counter = el(
            "span", steps[0], el("b", count, cls="tk-number tk-fleet-count"), steps[1], cls="tk-fleet-counter"
        )
        return el("div", picture, el("span", title), counter, cls="tk-plan-troop")

    def _strip(self, invasion: LandingCourse) -> Markup:
        """The stages in their order, each with how often the attacker comes so far."""
        weakest = invasion.weakest if invasion.weakest.given_reached <= EVEN else None
        items = [
            self._stage(stage, index, stage == weakest, invasion)
            for index, stage in enumerate(invasion.stages)
        ]
        return el("ol", items, cls="tk-list tk-plan-stages", aria_label=self.say("land.stages"))

    def _stage(self, stage: Stage, index: int, weak: bool, invasion: LandingCourse) -> Markup:
        name, chance_text = stage.name, self.percent(stage.so_far)
        mark = el("span", self.word("land.weak"), cls="tk-plan-weak") if weak else None
        return el(
            "li",
            el("span", el("span", index + 1, cls="tk-plan-nr", aria_hidden="true"), cls="tk-plan-rail"),
            el(
                "div",
                el("h4", self.say(f"land.{name}"), mark),
                el("p", self._stage_text(stage, invasion), cls="tk-small"),
                cls="tk-plan-stage-words",
            ),
            el(
                "span",
                el("span", self.word("land.so_far"), " ", cls="tk-small tk-soft"),
                el("b", chance_text, cls="tk-number"),
                share_bar(stage.so_far),
                cls="tk-plan-so-far",
            ),
            self.lab.rule(RULES[name], key=f"land:{name}"),
            cls="tk-plan-stage tk-fleet-attacker" + ("" if stage.takes_place else " tk-plan-idle"),
        )

    def _stage_text(self, stage: Stage, invasion: LandingCourse) -> str:
        """Return what happens in a stage, in one sentence."""
        facts = {
            "given": self.percent(stage.given_reached),
            "before": mean_text(stage.before),
            "after": mean_text(stage.after),
            "gone": mean_text(max(0.0, stage.before - stage.after)),
        }
        case = "" if stage.takes_place else "_none"
        guards = troops(invasion.odds.battle.defender, "pds")
        if stage.name == "bombardment" and stage.takes_place and stage.before - stage.after < TINY and guards:
            case = "_shield"
        if stage.name == "landing" and stage.before - stage.after < TINY:
            case = "_quiet"
        return self.say(f"land.{stage.name}_what{case}", **facts)

    def _end(self, invasion: LandingCourse) -> Markup:
        """Return the final odds as one bar, and the cost for both sides."""
        odds = invasion.odds
        stopped = max(0.0, 1.0 - odds.through)
        parts = [
            ("win", "win", odds.win),
            ("tie", "tie", odds.tie),
            ("loss", "held", max(0.0, odds.loss - stopped)),
        ]
        if odds.battle.kind != "ground":
            parts.append(("loss tk-plan-stopped", "stopped", stopped))
        texts = percents([share for _, _, share in parts], 1)
        named = ", ".join(
            f"{self.word(f'land.end_{key}')} {text}" for (_, key, _), text in zip(parts, texts, strict=True)
        )
        items = [
            legend_item(part, self.say(f"land.end_{key}"), text)
            for (part, key, _), text in zip(parts, texts, strict=True)
        ]
        costs = self.say("land.costs", own=number(odds.attacker_lost, 1), other=number(odds.defender_lost, 1))
        return el(
            "section",
            self.head("land.end"),
            el("dl", items, cls="tk-odds-legend"),
            parts_bar([(part, share) for part, _, share in parts], named),
            el("p", costs, cls="tk-soft"),
            cls="tk-fleet-part",
        )

    def _forces(self, invasion: LandingCourse) -> Markup | None:
        """Return what can land, how often, and how often it takes the planet then."""
        if self._landing().kind == "ground" or not invasion.odds.landings:
            return None
        rows = [self._force(landing, index) for index, landing in enumerate(invasion.odds.landings[:SHOWN])]
        heads = column_heads(self.say(f"land.col_{name}") for name in ("lands", "chance", "takes"))
        heads.append(el("td", cls="tk-plan-col-take"))
        return el(
            "section",
            self.head("land.forces"),
            el("p", self.say("land.forces_how")),
            table_with_heads(heads, rows, "tk-plan-more tk-fleet-attacker"),
            cls="tk-fleet-part",
        )

    def _force(self, landing: Landing, index: int) -> Markup:
        side = landing.battle.attacker
        units = side.kinds()
        troops_ = [(kind, n) for kind, n in units if kind.ground_force]
        above = [(kind, n) for kind, n in units if not kind.ground_force]
        named_troops = ", ".join(f"{n} {unit_name(kind, n)}" for kind, n in troops_)
        named_troops = named_troops or self.word("land.nobody")
        over = ", ".join(f"{n} {unit_name(kind, n)}" for kind, n in above)
        more = el("span", self.say("land.above", units=over), cls="tk-small tk-soft") if over else None
        take = None
        if all(side.units for side in landing.battle.sides):
            take = button(
                self.say("land.take"),
                "landing_take",
                index,
                aria_label=self.say("land.take_one", units=named_troops),
            )
        return el(
            "tr",
            el("th", el("span", named_troops, more, cls="tk-plan-words"), scope="row"),
            el("td", el("b", self.percent(landing.chance), cls="tk-number")),
            el(
                "td",
                el("b", self.percent(landing.ground.odds.win), cls="tk-number"),
                share_bar(landing.ground.odds.win),
                cls="tk-plan-cell",
            ),
            el("td", take, cls="tk-plan-col-take tk-plan-wide-take", data_controls=True),
        )


def mean_text(mean: float) -> str:
    """Return a mean number, without decimals if it is practically whole."""
    return number(mean, 0 if abs(mean - round(mean)) < 0.05 else 1)
