"""Who wins? The odds of a battle in full: what is left, what it costs, how long it lasts, round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from twingkit.imperium.analysis.invasion import InvasionOdds
from twingkit.imperium.chances import BattleOdds, Left
from twingkit.imperium.force import State
from twingkit.imperium.notation import ROLES
from twingkit.imperium.units import Unit, unit
from twingkit_widgets.fleet_draft import MOST
from twingkit_widgets.fleet_drawing import unit_svg
from twingkit_widgets.fleet_scene import resources, unit_name
from twingkit_widgets.fleet_tabs import FleetTab, Lab
from twingkit_widgets.fleet_words import FleetFault, fleet_say, fleet_word
from twingkit_widgets.markup import Child, Markup, button, el, join
from twingkit_widgets.verdict import PARTS, TINY, bar_html
from twingkit_widgets.wording import number, percent

LIKELY = 6
"""So many of the likeliest ends are listed."""

LONG = 8
"""Battles of so many rounds and more are counted together."""


class FleetOdds(FleetTab):
    """The odds, and the state after a round that a person chooses."""

    def __init__(self, lab: Lab) -> None:
        super().__init__(lab)
        self.round = 1
        """The round after which the state is shown; 0: before the first."""

    def act_after(self, value: object) -> None:
        """`3`: show the state after the third round. Raises `FleetFault` if that is no number."""
        text = str(value)
        if not (text.isascii() and text.isdecimal()) or int(text) > MOST:
            raise FleetFault
        self.round = int(text)
        self.lab.status = self._say("odds.after", n=self.round) if self.round else self._say("odds.before")

    def address(self) -> dict[str, str]:
        """The round, where it is not the first."""
        return {"after": self.kept()} if self.kept() else {}

    def visit(self, query: Mapping[str, str]) -> None:
        """Take up the round."""
        self.recall(query.get("after", ""))

    def kept(self) -> str:
        """`3`: the state after the third round; "" for the first."""
        return str(self.round) if self.round != 1 else ""

    def recall(self, text: str) -> None:
        """Take up what `kept` gave; what cannot be used is left out."""
        if text.isascii() and text.isdecimal() and int(text[:4]) <= MOST:
            self.round = int(text[:4])

    def view(self) -> Markup:
        """All of it."""
        odds: BattleOdds | InvasionOdds | None = self.lab.odds
        if odds is None:
            return el("p", self._say("lab.news_open"), cls="tk-soft")
        if isinstance(odds, InvasionOdds):
            return self._landing(odds)
        return el(
            "div",
            self._who(odds),
            self._left(odds),
            el("div", self._losses(odds), self._rounds(odds), cls="tk-fleet-two-columns"),
            self._after(odds),
            cls="tk-fleet-odds",
        )

    def _say(self, key: str, role: str = "", **facts: Any) -> str:
        return fleet_say(self.lab.lang, key, role, **facts)

    def _percent(self, share: float, digits: int = 1) -> str:
        return percent(self.lab.lang, share, digits)

    # -- who wins

    def _landing(self, odds: InvasionOdds) -> Markup:
        """Who wins a whole landing, what it costs, and where its stages are."""
        lang = self.lab.lang
        costs = {"own": odds.attacker_lost, "other": odds.defender_lost}
        told = self._say("odds.costs_invasion", **{name: number(lang, n, 1) for name, n in costs.items()})
        stages = button(self._say("odds.stages"), "tab", "invasion", key="odds:stages")
        head = el("header", el("h3", self._say("odds.who")), self.lab.rule("IM-ODDS-6", key="odds:rule"))
        part = el(
            "section", head, self._legend(odds), bar_html(odds, lang), el("p", told), cls="tk-fleet-part"
        )
        return el("div", part, el("div", stages, data_controls=True), cls="tk-fleet-odds")

    def _legend(self, odds: BattleOdds | InvasionOdds) -> Markup:
        kind = odds.battle.kind
        items = [
            el(
                "div",
                el(
                    "dt",
                    el("span", cls=f"tk-swatch tk-{part}", aria_hidden="true"),
                    self._say(f"odds.{part}_{kind}"),
                ),
                el("dd", self._percent(getattr(odds, part))),
            )
            for part in PARTS
        ]
        return el("dl", items, cls="tk-odds-legend")

    def _who(self, odds: BattleOdds) -> Markup:
        head = el("header", el("h3", self._say("odds.who")), self.lab.rule("IM-ODDS-1", key="odds:rule"))
        standoff = None
        if odds.standoff > TINY:
            told = self._say("odds.standoff", share=self._percent(odds.standoff))
            standoff = el(
                "p", told, " ", self.lab.rule("IM-ODDS-4", key="odds:standoff"), cls="tk-small tk-soft"
            )
        bar = bar_html(odds, self.lab.lang)
        return el("section", head, self._legend(odds), bar, standoff, cls="tk-fleet-part")

    # -- what is left

    def _left(self, odds: BattleOdds) -> Markup:
        columns = [self._side_left(odds, index) for index in (0, 1)]
        head = el("header", el("h3", self._say("odds.left")))
        return el("section", head, el("div", columns, cls="tk-fleet-two-columns"), cls="tk-fleet-part")

    def _side_left(self, odds: BattleOdds, index: int) -> Markup:
        """What one side has left: the mean of every kind, and the likeliest ends."""
        lang, roster = self.lab.lang, odds.fight.rosters[index]
        title = el("h4", self._say("odds.side_left", ROLES[index]), cls=f"tk-fleet-name-{ROLES[index]}")
        if not roster.units:
            return el("div", title, el("p", self._say("odds.no_units"), cls="tk-soft"))
        lost = odds.lost_units(index)
        rows = [
            el(
                "tr",
                el("th", self._unit(kind, index), scope="row"),
                el("td", number(lang, count), cls="tk-number"),
                el("td", number(lang, count - lost[kind.name], 1), cls="tk-number"),
                el("td", self._share(1 - lost[kind.name] / count), cls="tk-fleet-wide"),
            )
            for kind, count in zip(roster.units, roster.counts, strict=True)
        ]
        heads = [el("th", self._say(f"odds.head_{name}"), scope="col") for name in ("unit", "had", "left")]
        heads.append(el("th", el("span", self._say("odds.head_share"), cls="tk-hidden"), scope="col"))
        table = el("table", el("thead", el("tr", heads)), el("tbody", rows), cls="tk-grid tk-fleet-table")
        return el("div", title, table, self._ends(odds.survivors(index), index), cls="tk-stack tk-tight")

    def _unit(self, kind: Unit, index: int) -> Markup:
        name = unit_name(kind, self.lab.lang)
        picture = el("span", unit_svg(kind.unit_class, left=bool(index)), cls="tk-fleet-small")
        return el("span", picture, name[:1].upper() + name[1:], cls="tk-fleet-unit")

    def _share(self, share: float) -> Markup:
        """A bar for a part of something."""
        return el(
            "span",
            el("span", style=f"width:{min(1.0, max(0.0, share)):.1%}"),
            cls="tk-fleet-share",
            aria_hidden="true",
        )

    def _ends(self, survivors: Sequence[Left], index: int) -> Markup:
        """The likeliest ends of a side, each as the units that are left."""
        rows = [
            el(
                "li",
                el("b", self._percent(left.chance), cls="tk-number"),
                self._share(left.chance),
                el("span", self._units(left.units, index), cls="tk-fleet-what"),
            )
            for left in survivors[:LIKELY]
        ]
        rest = sum(left.chance for left in survivors[LIKELY:])
        if rest > TINY:
            many = len(survivors) - LIKELY
            told = self._say("odds.rest_one" if many == 1 else "odds.rest", n=many)
            row = el("b", self._percent(rest), cls="tk-number")
            rows.append(el("li", row, self._share(rest), el("span", told, cls="tk-fleet-what tk-soft")))
        head = el("p", self._say("odds.likely"), cls="tk-label")
        return el("div", head, el("ol", rows, cls="tk-list tk-fleet-ends"))

    def _units(self, units: Sequence[tuple[str, int, int]], index: int) -> Child:
        """Units that are left, with how many of them are damaged."""
        if not units:
            return el("span", self._say("odds.nothing"), cls="tk-soft")
        settled = self.lab.settled
        faction = settled.sides[index].faction if settled else ""
        parts = []
        for name, whole, hurt in units:
            kind = unit(name, faction)
            told = f"{whole + hurt} {unit_name(kind, self.lab.lang, whole + hurt)}"
            damaged = fleet_word(self.lab.lang, "odds.damaged", n=hurt) if hurt else None
            parts.append(join(told, el("span", f" ({damaged})", cls="tk-soft") if damaged else None))
        return join(*parts, between=", ")

    # -- what it costs, how long it lasts

    def _losses(self, odds: BattleOdds) -> Markup:
        lang = self.lab.lang
        rows = []
        for index in (0, 1):
            roster = odds.fight.rosters[index]
            pairs = zip(roster.units, roster.counts, strict=True)
            whole = sum(kind.cost * count for kind, count in pairs)
            lost = odds.losses[index]
            told = self._say(
                "odds.loses", ROLES[index], lost=number(lang, lost, 1), whole=resources(lang, whole)
            )
            share = el(
                "span", self._share(lost / whole if whole else 0.0), cls=f"tk-fleet-bar-{ROLES[index]}"
            )
            rows.append(el("li", el("p", told), share))
        head = el("header", el("h3", self._say("odds.costs")), self.lab.rule("IM-ODDS-5", key="odds:losses"))
        return el("section", head, el("ul", rows, cls="tk-list tk-stack tk-tight"), cls="tk-fleet-part")

    def _rounds(self, odds: BattleOdds) -> Markup:
        lang = self.lab.lang
        shares: dict[int, float] = {}
        for n, chance in odds.rounds.items():
            shares[min(n, LONG)] = shares.get(min(n, LONG), 0.0) + chance
        most = max(shares.values(), default=1.0)
        rows = [
            el(
                "li",
                el("span", f"{n}+" if n == LONG else n, cls="tk-number"),
                self._share(shares.get(n, 0.0) / most),
                el("b", self._percent(shares.get(n, 0.0), 0), cls="tk-number"),
            )
            for n in range(min(shares, default=1), max(shares, default=1) + 1)
        ]
        mean = self._say("odds.mean_rounds", n=number(lang, odds.mean_rounds, 1))
        return el(
            "section",
            el("header", el("h3", self._say("odds.rounds"))),
            el("p", mean),
            el("ol", rows, cls="tk-list tk-fleet-rounds"),
            cls="tk-fleet-part",
        )

    # -- after some round

    def _after(self, odds: BattleOdds) -> Markup:
        """Where both sides stand after the chosen round, in the mean."""
        last = min(LONG, max(odds.rounds, default=1))
        here = min(self.round, last)
        steps = [
            button(
                n if n else fleet_word(self.lab.lang, "odds.start"),
                "after",
                n,
                cls="tk-button tk-fleet-step",
                aria_pressed="true" if n == here else "false",
                aria_label=self._say("odds.after", n=n) if n else self._say("odds.at_start"),
            )
            for n in range(last + 1)
        ]
        group = el(
            "div",
            steps,
            cls="tk-switch",
            role="group",
            aria_label=self._say("odds.after_choose"),
            data_roving=True,
            data_controls=True,
        )
        states = odds.after(here)
        told = self._say("odds.after", n=here) if here else self._say("odds.before")
        words, bar = self._over(states)
        tables = [self._stand(odds, states, index) for index in (0, 1)]
        return el(
            "section",
            el("header", el("h3", self._say("odds.when"))),
            group,
            el("p", el("b", told), " ", words),
            bar,
            el("div", tables, cls="tk-fleet-two-columns"),
            cls="tk-fleet-part",
        )

    def _over(self, states: Mapping[State, float]) -> tuple[str, Markup]:
        """How often both sides, one, or none still has units: as words, and as a bar."""
        chances = {"attacker": 0.0, "both": 0.0, "none": 0.0, "defender": 0.0}
        for (own, other), chance in states.items():
            name = ("none", "defender", "attacker", "both")[2 * bool(own.size) + bool(other.size)]
            chances[name] += chance
        words = [
            fleet_word(self.lab.lang, f"odds.still_{name}", share=self._percent(chance))
            for name, chance in chances.items()
            if chance > TINY
        ]
        looks = {"attacker": "tk-win", "both": "tk-fleet-both", "none": "tk-tie", "defender": "tk-loss"}
        parts = [
            el("span", cls=looks[name], style=f"flex-grow:{chance:.6f}")
            for name, chance in chances.items()
            if chance > TINY
        ]
        return ", ".join(words), el("div", parts, cls="tk-bar", aria_hidden="true")

    def _stand(self, odds: BattleOdds, states: Mapping[State, float], index: int) -> Markup:
        roster = odds.fight.rosters[index]
        rows = []
        for place, (kind, count) in enumerate(zip(roster.units, roster.counts, strict=True)):
            left = sum(chance * state[index].count(place) for state, chance in states.items())
            hurt = sum(chance * state[index].damaged[place] for state, chance in states.items())
            shown = number(self.lab.lang, left, 1)
            damaged = self._say("odds.hurt", n=number(self.lab.lang, hurt, 1)) if hurt > TINY else ""
            rows.append(
                el(
                    "tr",
                    el("th", self._unit(kind, index), scope="row"),
                    el("td", shown, cls="tk-number"),
                    el("td", self._share(left / count), cls="tk-fleet-wide"),
                    el("td", damaged, cls="tk-small tk-soft"),
                )
            )
        if not rows:
            return el("p", self._say("odds.no_units"), cls="tk-soft")
        caption = el("caption", self._say("odds.side_stand", ROLES[index]), cls="tk-label")
        return el("table", caption, el("tbody", rows), cls="tk-grid tk-fleet-table")
