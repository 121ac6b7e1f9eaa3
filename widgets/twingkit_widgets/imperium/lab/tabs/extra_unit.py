"""The gain and the cost of one more unit of each type."""

from __future__ import annotations

from twingkit.imperium.battle.notation.battle_line import ROLES, Battle
from twingkit_widgets.imperium.lab.tabs.fleet_search import ExtraUnitGain, extra_unit_gains_in_slices
from twingkit_widgets.imperium.lab.tabs.plan_tab import PlanTab, rounded_gain
from twingkit_widgets.imperium.lab.tabs.small_elements import share_bar, unit_html
from twingkit_widgets.imperium.lab.words import lab_word
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.lab.odds_bar import percentage_points_text
from twingkit_widgets.lab.tab import Lab, LabFault
from twingkit_widgets.panel.controls import table_with_heads
from twingkit_widgets.panel.long_work import Unfinished
from twingkit_widgets.panel.markup import Child, Markup, button, el, join
from twingkit_widgets.panel.wording import number


class ExtraUnitTabBase(PlanTab):
    """Base class of the tab on the cheapest fleet: it shows the gain of one more unit for a side."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.side = 0
        """The side that adds units."""

    def act_needs_more(self, value: object) -> None:
        """Add one unit, such as `cruiser`. Raises `LabFault` for a unit that is not listed."""
        rows = [row for row in self.extra_unit_gains() if row.kind.name == value]
        if not rows:
            raise LabFault
        self.take_over_units(rows[0].battle)

    def extra_unit_gains(self) -> list[ExtraUnitGain]:
        """Return the gain from one more unit of each type; raises `Unfinished` while it is computed."""
        battle, side = self.battle(), self.side
        question = "one more", battle, side
        return self.lab.long_work.answer(question, lambda: extra_unit_gains_in_slices(battle, side))

    def take_over_units(self, other: Battle) -> None:
        """Take over the units of this tab's side from another battle; nothing else changes."""
        self.lab.set_subject(self.battle().with_side(self.side, units=other.sides[self.side].units))
        self.lab.status = f"{self.say('needs.taken')} {self.lab.status}"

    def resources_text(self, cost: float) -> str:
        """Return a number of resources as text."""
        cost_text = number(cost, 0 if cost == int(cost) else 1)
        return lab_word("plan.resources_one" if cost == 1 else "plan.resources", n=cost_text)

    def extra_units_html(self) -> Markup:
        """Return the gain from one more unit of each type, with buttons to add it."""
        role = ROLES[self.side]
        head = self.heading_html("needs.one_more", "IM-ODDS-5", key="needs:more")
        hint = el(
            "p", self.say("needs.one_more_how", role, win=self.percent(self.current_win_chance(self.side)))
        )
        try:
            rows = self.extra_unit_gains()
        except Unfinished as unfinished:
            return el(
                "section", head, hint, self.lab.long_work.progress_html(unfinished), cls="tk-fleet-part"
            )
        longest = max((abs(row.per_resource or 0.0) for row in rows if row.has_room), default=0.0) or 1.0
        heads = [
            el("th", self.say(f"needs.col_{name}"), scope="col", cls=f"tk-plan-col-{name}")
            for name in ("unit", "cost", "win", "change", "per")
        ]
        heads.append(el("td", cls="tk-plan-col-take"))
        table = table_with_heads(heads, [self._more_row(row, longest) for row in rows], "tk-plan-more")
        return el("section", head, hint, table, cls="tk-fleet-part")

    def _more_row(self, row: ExtraUnitGain, longest: float) -> Markup:
        name = unit_name(row.kind)
        change = percentage_points_text(rounded_gain(row.win, self.current_win_chance(self.side)))
        per: Child = "–"
        if not row.has_room:
            per = lab_word("needs.no_room")
        elif row.per_resource is not None:
            gain = percentage_points_text(row.per_resource) or number(0, 1)
            per = join(el("b", gain, cls="tk-number"), share_bar(max(0.0, row.per_resource) / longest))
        take = button(
            "+1",
            "needs_more",
            row.kind.name,
            key=f"needs_more:{row.kind.unit_class}",
            aria_label=self.say("needs.add", unit=name),
        )
        cost = number(row.kind.cost, 0 if row.kind.cost == int(row.kind.cost) else 1)
        return el(
            "tr",
            el("th", unit_html(row.kind, self.side), scope="row"),
            el("td", cost if row.kind.cost else "–", cls="tk-number tk-plan-col-cost"),
            el("td", self.percent(row.win), cls="tk-number"),
            el("td", change or lab_word("plan.same"), cls="tk-number tk-plan-col-change"),
            el("td", per, cls="tk-plan-cell"),
            el("td", take, cls="tk-plan-col-take", data_controls=True),
        )
