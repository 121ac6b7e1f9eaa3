"""The builder: the map with the target, the moving player, and every ship with what stops it."""

from __future__ import annotations

from twingkit.imperium.galaxy.outlook.arrivals import Arrival, arrivals
from twingkit.imperium.galaxy.outlook.take_and_hold import Taking
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.view import View
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.map_picture import galaxy_map, map_region
from twingkit_widgets.imperium.pictures.names import faction_name, planet_name, system_name, unit_name
from twingkit_widgets.imperium.strike.draft import StrikeDraft, counts_of
from twingkit_widgets.imperium.strike.strike_words import WORDS
from twingkit_widgets.lab.tab import Builder, LabFault
from twingkit_widgets.panel.controls import labelled_select, step_button
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import capitalize_first, percent

STEPS = {"more": 1, "less": -1}
"""The changes of a number of units."""

Item = tuple[str, str, str]


class StrikeBuilder(Builder):
    """The map, the target and the fleet plan."""

    @property
    def draft(self) -> StrikeDraft:
        """The move of the lab now."""
        draft: StrikeDraft = self.lab.draft
        return draft

    # -- actions

    def act_system(self, value: object) -> None:
        """Go to the system of this index on the map."""
        systems = self.draft.table.galaxy.systems
        text = str(value)
        if not (text.isascii() and text.isdecimal() and int(text) < len(systems)):
            raise LabFault
        self._aim(self.draft.with_target(systems[int(text)].tile.number))

    def act_target(self, value: object) -> None:
        """Go to the system of this tile."""
        numbers = [system.tile.number for system in self.draft.table.galaxy.systems]
        if value not in numbers:
            raise LabFault
        self._aim(self.draft.with_target(str(value)))

    def act_seat(self, value: object) -> None:
        """Let another player move."""
        if value not in SEATS[: len(self.draft.table.players)]:
            raise LabFault
        self._aim(self.draft.with_seat(str(value)))

    def _aim(self, draft: StrikeDraft) -> None:
        """Plan another move: the chances of the one before are no answer to it, allowed or not."""
        self.lab.last = None
        self.lab.put(draft)

    def act_unit(self, value: object) -> None:
        """One unit more or less: `01:carrier::more`."""
        start, name, where, word = (str(value).split(":") + [""] * 4)[:4]
        if word not in STEPS or (start, name, where) not in self._most():
            raise LabFault
        self.lab.put(self.draft.with_step((start, name, where), STEPS[word]))

    def act_all(self, value: object) -> None:
        """Move everything that comes."""
        self.lab.put(self.draft.with_everything())

    def act_none(self, value: object) -> None:
        """Move nothing yet."""
        self.lab.put(self.draft.with_target(self.draft.system))

    # -- views

    def view(self) -> Child:
        """The answer in one line, the map, and the plan."""
        return [
            self._verdict(),
            el("div", self._map(), el("div", self._where(), self._plan(), cls="tk-stack"), cls="tk-map"),
        ]

    def odds_news(self) -> str:
        """The chance to take the system."""
        taking: Taking | None = self.lab.odds
        if taking is None:
            return ""
        return self.say("news", n=percent(taking.take if taking.planets else taking.space, 1))

    def _verdict(self) -> Markup:
        taking: Taking | None = self.lab.odds
        where = system_name(self.draft.system)
        if self.lab.problems:
            said: Child = el("p", self.say("verdict.forbidden", where=where))
        elif taking is None or not self.draft.complete:
            said = el("p", self.say("verdict.open", where=where))
        elif not taking.planets:
            chance = percent(taking.space, 1)
            said = el("p", self.say("verdict.space", where=where), " ", el("b", chance))
        else:
            chance = percent(taking.take, 1)
            key = "verdict.take" if len(taking.planets) > 1 else "verdict.take_one"
            names = ", ".join(planet_name(planet) for planet, _ in taking.planets)
            said = el("p", self.say(key, where=where, planets=names), " ", el("b", chance))
        return el("section", said, cls="tk-verdict tk-strike-verdict", data_head=True, data_key="verdict")

    def _map(self) -> Markup:
        draft = self.draft
        view = View.from_game(draft.game, draft.seat_index)
        target = draft.table.galaxy.system(draft.system).index
        marks = {
            draft.table.galaxy.system(ship.start).index: "tk-hex-reached"
            for ship in self._ships()
            if ship.arrives
        }
        return map_region(galaxy_map(view, {**marks, target: "tk-hex-chosen"}))

    def _where(self) -> Markup:
        draft = self.draft
        seats = [
            (SEATS[player.seat], f"P{player.seat + 1} {faction_name(player.faction)}")
            for player in draft.table.players
        ]
        systems = [
            (system.tile.number, capitalize_first(system_name(system.tile.number)))
            for system in draft.table.galaxy.systems
        ]
        own = self.lab.own
        who = labelled_select(seats, draft.seat, "seat", f"{own}-seat", self.say("who"), data_act="seat")
        where = labelled_select(
            systems, draft.system, "target", f"{own}-target", self.say("where"), data_act="target"
        )
        return el("div", el("div", who), el("div", where), cls="tk-strike-where", data_controls=True)

    def _ships(self) -> list[Arrival]:
        draft = self.draft
        return arrivals(draft.game, draft.system, draft.seat)

    def _most(self) -> dict[Item, int]:
        """The units that a plan can name, with how many there are."""
        draft, counts = self.draft, {}
        move = draft.move
        for ship in self._ships():
            if ship.arrives:
                counts[ship.start, ship.unit, ""] = ship.count
        for start in dict.fromkeys(start for start, _, _ in counts):
            for cargo in move.cargo_at(draft.table.galaxy.system(start).index):
                place = cargo.place if isinstance(cargo.place, str) else draft.table.tile_number(cargo.place)
                counts[start, cargo.unit_class, place] = cargo.count
        return counts

    def _plan(self) -> Markup:
        """Every ship that comes with its cargo to count, and those that do not with the rule."""
        most, now = self._most(), counts_of(self.draft)
        for item, count in now.items():
            most.setdefault(item, count)
        starts = dict.fromkeys(start for start, _, _ in most)
        groups = [
            el(
                "section",
                el("h3", capitalize_first(system_name(start))),
                el(
                    "ul",
                    [
                        self._counter(item, now.get(item, 0), n)
                        for item, n in most.items()
                        if item[0] == start
                    ],
                    cls="tk-list",
                ),
                cls="tk-strike-group",
                data_key=f"from:{start}",
            )
            for start in starts
        ]
        tools = el(
            "div",
            button(self.say("all"), "all", disabled=not most),
            button(self.say("none"), "none", disabled=not self.draft.complete),
            self.undo(),
            cls="tk-row",
        )
        nobody = None if groups else el("p", self._nobody())
        wrong = self.lab.problems_html()
        return el(
            "div", el("h2", self.say("plan")), nobody, groups, wrong, tools, self._stopped(),
            cls="tk-stack", data_controls=True,
        )  # fmt: skip

    def _nobody(self) -> str:
        """The reason why no ship is on offer."""
        draft = self.draft
        there = draft.table.space[draft.table.galaxy.system(draft.system).index]
        return self.say("nobody_elsewhere" if draft.seat_index in there else "nobody")

    def _counter(self, item: Item, count: int, most: int) -> Markup:
        start, name, place = item
        label = capitalize_first(unit_name(name, 2))
        where = ""
        if place and place != start:
            where = self.say("from_planet", planet=planet_name(place))
        value = f"{start}:{name}:{place}"
        text = [unit_svg(name), el("span", label, " ", el("small", where) if where else None)]
        unit = f"{label} {where}".strip()
        return el(
            "li",
            el("span", text, cls="tk-strike-unit"),
            step_button(
                "−", "unit", f"{value}:less", self.say("less", unit=unit, n=count), at_end=count == 0
            ),
            el("b", f"{count} / {most}", cls="tk-number"),
            step_button(
                "+", "unit", f"{value}:more", self.say("more", unit=unit, n=count), at_end=count >= most
            ),
            cls="tk-strike-counter",
            data_key=value,
        )

    def _why(self, ship: Arrival) -> str:
        """The reason why ships do not come, in a sentence where there is one."""
        if ship.rule == "IM-MOVE-1" and ship.steps:
            return self.say("stop.slow", steps=ship.steps, n=ship.speed)
        key = f"stop.{ship.rule}"
        return self.say(key) if key in WORDS else f"{rulebook()[ship.rule].title()}."

    def _stopped(self) -> Markup | None:
        items = [
            el(
                "li",
                f"{capitalize_first(system_name(ship.start))}: ",
                f"{ship.count} {unit_name(ship.unit, ship.count)}. ",
                self._why(ship),
                " ",
                self.lab.rule(ship.rule, f"stop:{ship.start}:{ship.unit}"),
            )
            for ship in self._ships()
            if not ship.arrives
        ]
        if not items:
            return None
        return el(
            "section", el("h3", self.say("stopped")), el("ul", items, cls="tk-list"), data_key="stopped"
        )
