"""The builder of the move lab: the map with the target, the moving player, and every ship."""

from __future__ import annotations

from twingkit.imperium.galaxy.outlook.arrivals import ArrivalCheck, arrivals_at
from twingkit.imperium.galaxy.outlook.take_and_hold import SystemTakingOdds
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit.imperium.galaxy.view import GameView
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.drawing import unit_svg
from twingkit_widgets.imperium.pictures.map_picture import galaxy_map_html, scrollable_map_html
from twingkit_widgets.imperium.pictures.names import faction_name, planet_name, system_name, unit_name
from twingkit_widgets.imperium.strike.draft import StrikeDraft, moving_unit_counts
from twingkit_widgets.lab.action_values import parse_integer, parse_offered_value
from twingkit_widgets.lab.tab import LabBuilder, LabFault
from twingkit_widgets.panel.controls import counter_button, labelled_select
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.wording import capitalize_first, percent

STEPS = {"more": 1, "less": -1}
"""The change of a unit count for each button."""

_PlanItem = tuple[str, str, str]


class StrikeBuilder(LabBuilder):
    """The builder of the move lab, in which a person chooses the target system and the ships that move
    there.
    """

    draft: StrikeDraft
    """The current move."""

    # -- actions

    def act_system(self, system_index: object) -> None:
        """Choose the target by its index on the map."""
        systems = self.draft.table.galaxy.systems
        index = parse_integer(system_index, 0, len(systems) - 1)
        self._aim(self.draft.with_target(systems[index].tile.number))

    def act_target(self, value: object) -> None:
        """Choose the target by its tile number."""
        numbers = [system.tile.number for system in self.draft.table.galaxy.systems]
        self._aim(self.draft.with_target(parse_offered_value(value, numbers)))

    def act_seat(self, value: object) -> None:
        """Choose the moving player."""
        seats = SEATS[: len(self.draft.table.players)]
        self._aim(self.draft.with_seat(parse_offered_value(value, seats)))

    def _aim(self, draft: StrikeDraft) -> None:
        """Set another move, and drop the odds of the previous one."""
        self.lab.last_allowed_odds = None
        self.lab.set_draft(draft)

    def act_unit(self, value: object) -> None:
        """Add or remove one unit: `01:carrier::more`."""
        start, name, where, word = (str(value).split(":") + [""] * 4)[:4]
        if word not in STEPS or (start, name, where) not in self._largest_counts():
            raise LabFault
        self.lab.set_draft(self.draft.with_step((start, name, where), STEPS[word]))

    def act_all(self, value: object) -> None:
        """Choose all of the player's ships that can reach the target."""
        self.lab.set_draft(self.draft.with_everything())

    def act_none(self, value: object) -> None:
        """Clear the movement, so that no ship moves."""
        self.lab.set_draft(self.draft.with_target(self.draft.target_tile))

    # -- views

    def view(self) -> Child:
        """Return the odds in one line, the map, and the movement."""
        return [
            self._verdict(),
            el("div", self._map(), el("div", self._where(), self._plan(), cls="tk-stack"), cls="tk-map"),
        ]

    def odds_announcement(self) -> str:
        """Return the chance to take the system as text."""
        taking: SystemTakingOdds | None = self.lab.odds
        return "" if taking is None else self.say("news", n=_chance_text(taking))

    def _verdict(self) -> Markup:
        taking: SystemTakingOdds | None = self.lab.odds
        where = system_name(self.draft.target_tile)
        if self.lab.problems:
            said: Child = el("p", self.say("verdict.forbidden", where=where))
        elif taking is None or not self.draft.is_complete:
            said = el("p", self.say("verdict.open", where=where))
        else:
            planets = [planet_name(planet) for planet, _ in taking.planet_probabilities]
            key = "take" if len(planets) > 1 else "take_one" if planets else "space"
            text = self.say(f"verdict.{key}", where=where, planets=", ".join(planets))
            said = el("p", text, " ", el("b", _chance_text(taking)))
        return el("section", said, cls="tk-verdict tk-strike-verdict", data_head=True, data_key="verdict")

    def _map(self) -> Markup:
        draft = self.draft
        view = GameView.from_game(draft.game, draft.seat_index)
        marks = {
            draft.table.galaxy.system(ship.start_tile).index: "tk-hex-reached"
            for ship in self._ships()
            if ship.can_arrive
        }
        return scrollable_map_html(galaxy_map_html(view, {**marks, draft.move.target: "tk-hex-chosen"}))

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
        own = self.lab.id_prefix
        who = labelled_select(seats, draft.seat, "seat", f"{own}-seat", self.say("who"), data_act="seat")
        where = labelled_select(
            systems, draft.target_tile, "target", f"{own}-target", self.say("where"), data_act="target"
        )
        return el("div", el("div", who), el("div", where), cls="tk-strike-where", data_controls=True)

    def _ships(self) -> list[ArrivalCheck]:
        return arrivals_at(self.draft.table, self.draft.move.target, self.draft.seat_index)

    def _largest_counts(self) -> dict[_PlanItem, int]:
        draft, move, counts = self.draft, self.draft.move, {}
        for ship in self._ships():
            if ship.can_arrive:
                counts[ship.start_tile, ship.unit_class, ""] = ship.count
        for start in dict.fromkeys(start for start, _, _ in counts):
            for cargo in move.loadable_cargo(draft.table.galaxy.system(start).index):
                counts[start, cargo.unit_class, draft.table.place_name(cargo.source_place)] = cargo.count
        return counts

    def _plan(self) -> Markup:
        most, now = self._largest_counts(), moving_unit_counts(self.draft)
        for item, count in now.items():
            most.setdefault(item, count)
        starts = dict.fromkeys(start for start, _, _ in most)
        groups = [
            el(
                "section",
                el("h3", capitalize_first(system_name(start))),
                el(
                    "ul",
                    [self._counter(item, now[item], n) for item, n in most.items() if item[0] == start],
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
            button(self.say("none"), "none", disabled=not self.draft.is_complete),
            self.undo_button(),
            cls="tk-row",
        )
        nobody = None if groups else el("p", self._no_ship_reason())
        wrong = self.lab.problems_html()
        return el(
            "div", el("h2", self.say("plan")), nobody, groups, wrong, tools, self._stopped(),
            cls="tk-stack", data_controls=True,
        )  # fmt: skip

    def _no_ship_reason(self) -> str:
        there = self.draft.table.space[self.draft.move.target]
        return self.say("nobody_elsewhere" if self.draft.seat_index in there else "nobody")

    def _counter(self, item: _PlanItem, count: int, most: int) -> Markup:
        start, name, place = item
        label = capitalize_first(unit_name(name, 2))
        where = self.say("from_planet", planet=planet_name(place)) if place not in ("", start) else ""
        value = f"{start}:{name}:{place}"
        text = [unit_svg(name), el("span", label, " ", el("small", where) if where else None)]
        unit = f"{label} {where}".strip()
        return el(
            "li",
            el("span", text, cls="tk-strike-unit"),
            counter_button(
                "−", "unit", f"{value}:less", self.say("less", unit=unit, n=count), is_at_limit=count == 0
            ),
            el("b", f"{count} / {most}", cls="tk-number"),
            counter_button(
                "+", "unit", f"{value}:more", self.say("more", unit=unit, n=count), is_at_limit=count >= most
            ),
            cls="tk-strike-counter",
            data_key=value,
        )

    def _why(self, ship: ArrivalCheck) -> str:
        if ship.blocking_rule == "IM-MOVE-1" and ship.needed_steps:
            return self.say("stop.slow", steps=ship.needed_steps, n=ship.max_steps)
        key = f"stop.{ship.blocking_rule}"
        return self.say(key) if key in self.lab.design.words else f"{rulebook()[ship.blocking_rule].title()}."

    def _stopped(self) -> Markup | None:
        items = [
            el(
                "li",
                f"{capitalize_first(system_name(ship.start_tile))}: ",
                f"{ship.count} {unit_name(ship.unit_class, ship.count)}. ",
                self._why(ship),
                " ",
                self.lab.rule_button(ship.blocking_rule, f"stop:{ship.start_tile}:{ship.unit_class}"),
            )
            for ship in self._ships()
            if not ship.can_arrive
        ]
        if not items:
            return None
        return el(
            "section", el("h3", self.say("stopped")), el("ul", items, cls="tk-list"), data_key="stopped"
        )


def _chance_text(taking: SystemTakingOdds) -> str:
    """Return the chance to take the planets, or the system if it has none."""
    chance = taking.take_probability if taking.planet_probabilities else taking.space_win_probability
    return percent(chance, 1)
