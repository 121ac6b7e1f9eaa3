"""What do I need? The cheapest fleet that wins often enough, and what one unit more of each kind brings."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit.imperium.analysis.needs import Fleet
from twingkit.imperium.battle import settled
from twingkit.imperium.force import Fight
from twingkit.imperium.notation import ROLES, Battle
from twingkit.imperium.units import unit
from twingkit_widgets.fleet_drawing import unit_svg
from twingkit_widgets.fleet_losses import is_large
from twingkit_widgets.fleet_plan import PlanTab, of_side, points, whole_number, with_side
from twingkit_widgets.fleet_scene import EACH, unit_name
from twingkit_widgets.fleet_search import Answer, More, Wanted, choices, find, one_more, usual
from twingkit_widgets.fleet_tabs import Lab
from twingkit_widgets.fleet_words import FleetFault
from twingkit_widgets.markup import Child, Markup, button, el, join
from twingkit_widgets.wording import number

LEAST, MOST = 50, 99
"""The chances to win that can be asked for, in percent."""

SHOWN = 8
"""So many of the best fleets for less are listed."""


class FleetNeeds(PlanTab):
    """The question as a person has put it, and the answer to it."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.side = 0
        """Who needs something."""
        self.anew = True
        """Whether a new fleet is wanted; else units in addition to those that are there."""
        self.wanted = 80
        """How often it should win, in percent."""
        self.refused: dict[int, set[str]] = {0: set(), 1: set()}
        """The classes of units that are not to be used, of those that are usually used."""
        self.added: dict[int, set[str]] = {0: set(), 1: set()}
        """The classes that are to be used, of those that are usually not used."""
        self.answer: Answer | None = None
        """The last answer; it is shown as long as it is one to the present question."""
        self.weighed: tuple[Battle, int] | None = None
        """The large battle, and the side, for which one unit more is worked out."""

    # -- what a person does

    def act_who_needs(self, value: object) -> None:
        """`1`: what the defender needs."""
        self.side = of_side(value)
        self._tell()

    def act_needs_mode(self, value: object) -> None:
        """`anew`: a new fleet; `more`: in addition to what is there."""
        if value not in ("anew", "more"):
            raise FleetFault
        self.anew = value == "anew"
        self._tell()

    def act_needs_unit(self, value: object) -> None:
        """`cruiser`: use cruisers, or no longer. Raises `FleetFault` for what this side cannot use."""
        battle, name = self._battle(), str(value).removesuffix("+")
        if name not in {each.removesuffix("+") for each in choices(battle, self.side)}:
            raise FleetFault
        refused, added = self.refused[self.side], self.added[self.side]
        changed = refused if name in {each.removesuffix("+") for each in usual(battle, self.side)} else added
        changed.symmetric_difference_update({name})
        self._tell()

    def act_needs_chance(self, value: object) -> None:
        """`90`: it should win nine times out of ten. Raises `FleetFault` outside of `LEAST` to `MOST`."""
        self.wanted = whole_number(value, LEAST, MOST)
        self._tell()

    def act_needs_find(self, value: object) -> None:
        """Look for the cheapest fleet. Raises `FleetFault` if no kind of unit may be used."""
        units = self._units()
        if not units:
            raise FleetFault
        self.answer = find(self._battle(), self.side, units, self.wanted / 100, self.anew)
        self._tell()

    def act_needs_take(self, value: object) -> None:
        """`2`: put the third of the listed fleets there. Raises `FleetFault` if there is none."""
        answer = self._known()
        place = whole_number(value, 0, 999)
        if answer is None or place >= len(answer.fleets):
            raise FleetFault
        self._take(answer.fleets[place].battle)

    def act_needs_more(self, value: object) -> None:
        """`cruiser`: put one cruiser more there. Raises `FleetFault` for what was not offered."""
        rows = [row for row in one_more(self._battle(), self.side) if row.kind.name == value]
        if not rows:
            raise FleetFault
        self._take(rows[0].battle)

    def act_needs_weigh(self, value: object) -> None:
        """Work out what one unit more brings, also where it takes a while."""
        one_more(self._battle(), self.side)  # what cannot be worked out says so now
        self.weighed = (self._battle(), self.side)
        self.lab.status = self.say("needs.weighed")

    def address(self) -> dict[str, str]:
        """The question, where it is not what it is at first."""
        return {"needs": self.kept()} if self.kept() else {}

    def visit(self, query: Mapping[str, str]) -> None:
        """Take up the question."""
        self.recall(query.get("needs", ""))

    def kept(self) -> str:
        """`1:90:more:cruiser,warsun`: the defender, nine times out of ten, in addition to what is there, with
        war suns and without cruisers; "" for the question that is there at first."""
        switched = ",".join(sorted(self.refused[self.side] | self.added[self.side]))
        asked = f"{self.side}:{self.wanted}:{'anew' if self.anew else 'more'}"
        return f"{asked}:{switched}" if switched or asked != "0:80:anew" else ""

    def recall(self, text: str) -> None:
        """Take up what `kept` gave; what cannot be used is left out."""
        side, wanted, mode, switched = (*text.split(":"), "", "", "")[:4]
        try:
            self.side, self.wanted = of_side(side), whole_number(wanted, LEAST, MOST)
            self.anew = mode != "more"
            for name in filter(None, switched.split(",")):
                self.act_needs_unit(name)
        except FleetFault:
            return

    def _take(self, changed: Battle) -> None:
        """Put the units of this side there; its policy stays as it was."""
        self.lab.take(with_side(self._battle(), self.side, units=changed.sides[self.side].units))
        self.lab.status = f"{self.say('needs.taken')} {self.lab.status}"

    # -- the question and its answer

    def _battle(self) -> Battle:
        """The battle that is asked about. Raises `FleetFault` without one."""
        if self.lab.settled is None:
            raise FleetFault
        return self.lab.settled

    def _units(self) -> list[str]:
        """The kinds of units that may be used."""
        battle = self._battle()
        common = set(usual(battle, self.side))
        return [name for name in choices(battle, self.side) if self._used(name, name in common)]

    def _used(self, name: str, common: bool) -> bool:
        unit_class = name.removesuffix("+")
        if common:
            return unit_class not in self.refused[self.side]
        return unit_class in self.added[self.side]

    def _known(self) -> Answer | None:
        """The answer, if it is one to the present question."""
        units = tuple(self._units())
        asked = Wanted.of(self._battle(), self.side, units, self.anew)
        answer = self.answer
        if answer is None or answer.question != asked or not answer.knows(self.wanted / 100):
            return None
        return answer

    def _tell(self) -> None:
        """Say what is known about the present question."""
        if self.lab.settled is None:
            return
        answer = self._known()
        self.lab.status = self._told(answer) if answer else self.say("needs.ready", share=self._share())

    def _share(self) -> str:
        return self.percent(self.wanted / 100, 0)

    def _told(self, answer: Answer) -> str:
        """The answer in one sentence."""
        found, role = answer.enough(self.wanted / 100), ROLES[self.side]
        if found is not None and not found.units:
            return self.say("needs.nothing", role, win=self.percent(found.odds.win))
        if found is not None:
            key = "needs.found" if self.anew else "needs.found_more"
            return self.say(
                key,
                role,
                units=self.units_text(found),
                cost=self._cost(found.cost),
                win=self.percent(found.odds.win),
            )
        most = self._cost(answer.found.searched)
        if not answer.fleets or not answer.fleets[-1].units:
            return self.say("needs.none", role, most=most, share=self._share())
        best = answer.fleets[-1]
        return self.say(
            "needs.none_best",
            role,
            most=most,
            share=self._share(),
            units=self.units_text(best),
            win=self.percent(best.odds.win),
        )

    def _cost(self, cost: float) -> str:
        shown = number(self.lab.lang, cost, 0 if cost == int(cost) else 1)
        return self.word("plan.resources_one" if cost == 1 else "plan.resources", n=shown)

    def units_text(self, fleet: Fleet) -> str:
        """The units of a fleet in words, the heaviest first."""
        faction = self._battle().sides[self.side].faction
        parts = [
            f"{count} {unit_name(unit(name, faction), self.lab.lang, count)}"
            for name, count in reversed(fleet.units)
        ]
        return ", ".join(parts)

    # -- what a person sees

    def view(self) -> Markup:
        """The question to put, its answer, and what one unit more brings."""
        nothing = self.nothing()
        if nothing:
            return nothing
        answer = self._known()
        return el(
            "div",
            el("p", self.say("needs.lead")),
            self._question(),
            self._ask(answer),
            self._answer(answer) if answer else None,
            self._more(),
            cls=f"tk-plan tk-fleet-{ROLES[self.side]}",
        )

    def _question(self) -> Markup:
        role = ROLES[self.side]
        modes: list[tuple[str, Child]] = [(name, self.say(f"needs.{name}")) for name in ("anew", "more")]
        who = el(
            "div",
            self.sides(self.side, "who_needs", "needs.who"),
            self.switch(modes, "anew" if self.anew else "more", "needs_mode", "needs.mode"),
            cls="tk-row",
        )
        name = self.say("needs.units", role)
        allowed = self._units()
        toggles = [self._toggle(each, each in allowed) for each in choices(self._battle(), self.side)]
        units = el(
            "div",
            el("p", name, cls="tk-label"),
            el("div", toggles, cls="tk-plan-kinds", role="group", aria_label=name, data_roving=True),
            el("p", self.say("needs.limits"), cls="tk-small tk-soft"),
            cls="tk-stack tk-tight",
        )
        return el("div", who, units, self._slider(), cls="tk-stack", data_controls=True)

    def _toggle(self, name: str, used: bool) -> Markup:
        kind = unit(name, self._battle().sides[self.side].faction)
        title = unit_name(kind, self.lab.lang, 2)
        return button(
            [
                el("span", unit_svg(kind.unit_class, left=bool(self.side)), cls="tk-plan-mini"),
                el("span", title[:1].upper() + title[1:]),
                el("span", self._cost(kind.cost), cls="tk-small tk-soft"),
            ],
            "needs_unit",
            name,
            cls="tk-button tk-build-toggle tk-plan-kind",
            key=f"needs_unit:{kind.unit_class}",
            aria_pressed="true" if used else "false",
        )

    def _slider(self) -> Markup:
        own = f"{self.lab.own}-needs"
        field = el(
            "input",
            type="range",
            cls="tk-range",
            min=LEAST,
            max=MOST,
            value=self.wanted,
            id=own,
            data_act="needs_chance",
            data_live=True,
            data_key="needs_chance",
            aria_valuetext=self._share(),
        )
        label = el("label", self.say("needs.slider", ROLES[self.side]), for_=own, cls="tk-label")
        value = el("output", self._share(), cls="tk-number tk-plan-big")
        return el("div", label, field, value, cls="tk-plan-slider")

    def _ask(self, answer: Answer | None) -> Markup:
        """The button that looks for the fleet; while the answer is there it is not needed."""
        can = bool(self._units())
        find = button(
            self.say("needs.find"),
            "needs_find",
            key="needs_find",
            cls="tk-button" if answer else "tk-button tk-main",
            disabled=not can or answer is not None,
        )
        how = self.say("needs.find_how" if can else "needs.find_none")
        if answer:
            how = self.say("needs.computed", n=number(self.lab.lang, answer.found.computed))
        return el("div", find, el("p", how, cls="tk-small tk-soft"), cls="tk-row", data_controls=True)

    def _answer(self, answer: Answer) -> Markup:
        found = answer.enough(self.wanted / 100)
        advice = el("p", self._told(answer), cls="tk-plan-advice")
        last = answer.fleets.index(found) if found else len(answer.fleets) - 1
        places = [place for place in range(last + 1) if answer.fleets[place].units][-SHOWN:]
        if not places:
            return el("section", advice, cls="tk-fleet-part")
        rows = [self._fleet(answer.fleets[place], place, answer.fleets[place] == found) for place in places]
        less = el("p", self.say("needs.frontier_how"), cls="tk-small tk-soft")
        return el(
            "section",
            advice,
            self.head("needs.frontier"),
            less,
            el("ol", rows, cls="tk-list tk-plan-fleets"),
            cls="tk-fleet-part",
        )

    def _fleet(self, fleet: Fleet, place: int, enough: bool) -> Markup:
        told, win = self.units_text(fleet), self.percent(fleet.odds.win)
        label = self.say("needs.take_one", units=told)
        take = button(
            self.say("needs.take"),
            "needs_take",
            place,
            key=f"needs_take:{fleet}",
            cls="tk-button tk-main" if enough else "tk-button",
            aria_label=label,
        )
        pictures = [self._group(name, count) for name, count in reversed(fleet.units)]
        return el(
            "li",
            el("b", self._cost(fleet.cost), cls="tk-number"),
            el("span", el("span", pictures, cls="tk-plan-group", aria_hidden="true"), el("span", told)),
            el("span", el("b", win, cls="tk-number"), self.share(fleet.odds.win), cls="tk-plan-cell"),
            el("span", take, data_controls=True),
            cls="tk-plan-fleet" + (" tk-plan-enough" if enough else ""),
        )

    def _group(self, name: str, count: int) -> Markup:
        drawn = count if count <= EACH else 1
        svg = unit_svg(name.removesuffix("+"), left=bool(self.side))
        return el("span", [svg] * drawn, el("b", f"×{count}") if drawn != count else None)

    # -- one unit more

    def _more(self) -> Markup:
        battle, role = self._battle(), ROLES[self.side]
        head = self.head("needs.one_more", "IM-ODDS-5", key="needs:more")
        how = el("p", self.say("needs.one_more_how", role, win=self.percent(self.now(self.side))))
        slow = is_large(Fight.of(settled(battle).in_space)) and self.weighed != (battle, self.side)
        if slow:
            ask = button(self.say("needs.weigh"), "needs_weigh", key="needs:weigh")
            return el("section", head, how, el("div", ask, data_controls=True), cls="tk-fleet-part")
        rows = one_more(battle, self.side)
        longest = max((abs(row.per_resource or 0.0) for row in rows), default=0.0) or 1.0
        heads = [
            el("th", self.say(f"needs.col_{name}"), scope="col", cls=f"tk-plan-col-{name}")
            for name in ("unit", "cost", "win", "change", "per")
        ]
        heads.append(el("td", cls="tk-plan-col-take"))
        table = el(
            "table",
            el("thead", el("tr", heads)),
            el("tbody", [self._more_row(row, longest) for row in rows]),
            cls="tk-grid tk-plan-more",
        )
        return el("section", head, how, table, cls="tk-fleet-part")

    def _more_row(self, row: More, longest: float) -> Markup:
        lang, name = self.lab.lang, unit_name(row.kind, self.lab.lang)
        title = el(
            "span",
            el("span", unit_svg(row.kind.unit_class, left=bool(self.side)), cls="tk-fleet-small"),
            name[:1].upper() + name[1:],
            cls="tk-fleet-unit",
        )
        change = points(row.change, lang)
        per: Child = "–"
        if row.per_resource is not None:
            told = points(row.per_resource, lang) or number(lang, 0, 1)
            per = join(el("b", told, cls="tk-number"), self.share(max(0.0, row.per_resource) / longest))
        take = button(
            "+1",
            "needs_more",
            row.kind.name,
            key=f"needs_more:{row.kind.unit_class}",
            aria_label=self.say("needs.add", unit=name),
        )
        cost = number(lang, row.kind.cost, 0 if row.kind.cost == int(row.kind.cost) else 1)
        return el(
            "tr",
            el("th", title, scope="row"),
            el("td", cost if row.kind.cost else "–", cls="tk-number tk-plan-col-cost"),
            el("td", self.percent(row.win), cls="tk-number"),
            el("td", change or self.word("plan.same"), cls="tk-number tk-plan-col-change"),
            el("td", per, cls="tk-plan-cell"),
            el("td", take, cls="tk-plan-col-take", data_controls=True),
        )
