"""The map as a panel: a map in the box or your own, with the details of the chosen system."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from twingkit.core.links import to_unquoted_link
from twingkit.imperium.galaxy.map.adjacency import adjacent_systems
from twingkit.imperium.galaxy.map.boards import board, boards
from twingkit.imperium.galaxy.map.galaxy import OPEN, Galaxy, System
from twingkit.imperium.galaxy.map.map_faults import map_faults, map_warnings
from twingkit.imperium.galaxy.map.reach import Reach, Route, ShipCourse, reach
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.map_picture import ZOOMS, map_region, zoom_html
from twingkit_widgets.imperium.pictures.map_svg import MAP_CSS, map_svg
from twingkit_widgets.imperium.pictures.names import planet_text, system_name
from twingkit_widgets.imperium.pictures.names import say as picture_say
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.sentences import MessageFault
from twingkit_widgets.panel.wording import Words, capitalize_first, percent
from twingkit_widgets.read.rulebook.rulings import rule_html

FASTEST = 4
"""The largest move value that can be asked for."""

WORDS = Words(Path(__file__).with_name("words.toml"))
"""The sentences of the page of the map."""


class MapFault(MessageFault):
    """Something that the map panel cannot show."""

    catalogue = WORDS


class MapPanel(Panel):
    """A map to explore.

    `line` is a map string (None: the first map for six players), `system` the tile or planet that is chosen,
    `move` the move value whose reach is shown (1 to 4). Raises `Fault` or `Refusal` if the string is not a
    map, or the map has no such system.

    >>> panel = MapPanel(system="mr", move=1)
    >>> panel.do("move", "2"); panel.status
    '18 Mecatol Rex. It has 6 adjacent systems; a ship with move 2 reaches 13.'
    >>> panel.address()
    {'system': '18', 'move': '2'}
    """

    _css = CSS + MAP_CSS

    def __init__(
        self, line: str | None = None, lang: str | None = None, *, system: str = "", move: int = 2
    ) -> None:
        self.galaxy = Galaxy.parse(line) if line is not None else board(6).galaxy
        self.typed = ""
        self.chosen: int | None = self.galaxy.system(system).index if system else None
        self.move = _check_move(move)
        self.asteroids = False
        self.zoom = 1
        self.opened = ""
        super().__init__(lang=lang)

    def address(self) -> dict[str, str]:
        """The state of the panel for a link: the map string unless it is the usual map; the system that is
        chosen, unless it is an open home, and the move value."""
        address = {} if self.galaxy == board(6).galaxy else {"map": to_unquoted_link(str(self.galaxy))}
        chosen = OPEN if self.chosen is None else self.galaxy.systems[self.chosen].tile.number
        return address | ({} if chosen == OPEN else {"system": chosen, "move": str(self.move)})

    # -- actions

    def act_board(self, value: object) -> None:
        """Show a map of the box, by its rank among them."""
        self._show_map(boards()[_check_index(value, len(boards()))].galaxy)

    def act_map(self, value: object) -> None:
        """Show the map of a map string; one that cannot be read stays in its field."""
        self.typed = str(value.get("map", "")) if isinstance(value, dict) else str(value or "")
        self._show_map(Galaxy.parse(self.typed))

    def act_system(self, value: object) -> None:
        """Choose a system by its index."""
        self.chosen = _check_index(value, len(self.galaxy.systems))
        self._say()

    def act_move(self, value: object) -> None:
        """Ask for the reach of a ship with another move value."""
        text = str(value)
        self.move = _check_move(int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0)
        self._say()

    def act_asteroids(self, value: object) -> None:
        """Open the asteroid fields, or close them."""
        self.asteroids = not self.asteroids
        self._say()

    def act_zoom(self, value: object) -> None:
        """Draw the map larger or smaller."""
        self.zoom = max(1, min(ZOOMS, self.zoom + (1 if value == "+" else -1)))

    def act_rule(self, value: object) -> None:
        """Open a rule, or close the open one."""
        rule = str(value or "")
        self.opened = rule if rule in rulebook() and rule != self.opened else ""

    def _show_map(self, galaxy: Galaxy) -> None:
        self.galaxy, self.chosen, self.opened = galaxy, None, ""
        self.status = " ".join(ruling.text() for ruling in map_faults(galaxy))

    def _say(self) -> None:
        if self.chosen is None:
            return
        system = self.galaxy.systems[self.chosen]
        self.status = self.say(
            "said",
            name=self.name(system),
            adjacent=len(adjacent_systems(self.galaxy)[self.chosen]),
            move=self.move,
            n=len(self._others(self._reach(self.chosen).routes)),
        )

    # -- views

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the map."""
        return WORDS.say(key, **facts)

    def name(self, system: System) -> str:
        """A system by its tile and contents."""
        return system_name(system.tile.number)

    def view(self) -> Markup:
        """The choice of a map, the map, and the chosen system beside it."""
        seen = self._reach(self.chosen) if self.chosen is not None else None
        marks = dict.fromkeys(seen.routes, "tk-hex-reached") if seen else {}
        if self.chosen is not None:
            marks[self.chosen] = "tk-hex-chosen"
        drawing = map_region(map_svg(self.galaxy, marks), self.zoom)
        legend = el("p", self.say("legend"), cls="tk-small tk-soft")
        left = el("div", zoom_html(self.zoom), drawing, legend, cls="tk-stack")
        right = el("div", self._problems(), self._system(seen), self._list(), self._rule(), cls="tk-stack")
        return el(
            "div",
            el("p", self.say("about")),
            self._choice(),
            el("div", left, right, cls="tk-map"),
            cls="tk-stack",
        )

    def _choice(self) -> Markup:
        buttons = [
            button(
                self.say(f"board.{known.name}", n=known.players),
                "board",
                rank,
                aria_pressed="true" if known.galaxy == self.galaxy else "false",
            )
            for rank, known in enumerate(boards())
        ]
        row = el("div", buttons, cls="tk-row", role="group", aria_label=self.say("boards"), data_roving=True)
        field = el(
            "input",
            cls="tk-field tk-code",
            name="map",
            value=self.typed or str(self.galaxy),
            data_key="own",
            autocomplete="off",
            spellcheck="false",
        )
        form = el(
            "form",
            el("label", el("span", self.say("own.label"), cls="tk-label"), field),
            el("button", self.say("own.show"), type="submit", cls="tk-button"),
            cls="tk-map-form",
            data_act="map",
            data_key="own-form",
        )
        return el("div", row, form, cls="tk-stack", data_controls=True)

    def _problems(self) -> Child:
        """The faults and warnings of the map, each with its rule."""
        faults = [(fault.rule, fault.text()) for fault in map_faults(self.galaxy)]
        warnings = [(warning.rule, warning.text()) for warning in map_warnings(self.galaxy)]
        return [
            el(
                "div",
                el("p", el("strong", self.say(title))),
                el("ul", [el("li", text, " ", self._rule_button(rule, key)) for rule, text in listed]),
                cls=cls,
                data_key=title,
            )
            for key, title, listed, cls in (
                ("f", "faults", faults, "tk-alert"),
                ("w", "warnings", warnings, "tk-note"),
            )
            if listed
        ]

    def _rule_button(self, rule: str, near: str) -> Markup:
        return rule_button(rule, "rule", key=f"rule:{near}:{rule}")

    def _rule(self) -> Child:
        if not self.opened:
            return None
        return rule_html(rulebook()[self.opened], rulebook())

    def _system(self, seen: Reach | None) -> Markup:
        """All about the chosen system."""
        if self.chosen is None or seen is None:
            return el("p", self.say("none"), cls="tk-soft", data_key="system")
        system = self.galaxy.systems[self.chosen]
        near = [self._system_button(index, "near") for index in adjacent_systems(self.galaxy)[system.index]]
        return el(
            "section",
            el("h2", self.name(system)),
            el("p", self.say("system.off")) if system.place is None else None,
            self._planets(system),
            el("h3", self.say("adjacent"), " ", self._rule_button("IM-MAP-1", "near")),
            el("div", near, cls="tk-map-systems"),
            self._ship(seen),
            cls="tk-stack",
            data_key="system",
            data_bring=f"system:{self.chosen}",
        )

    def _planets(self, system: System) -> Child:
        """The planets of a system, each with its numbers in words."""
        if not system.tile.planets:
            return None
        return el(
            "ul",
            [
                el(
                    "li",
                    el("strong", planet.name),
                    ": ",
                    planet_text(planet),
                )
                for planet in system.tile.planets
            ],
        )

    def _ship(self, seen: Reach) -> Child:
        """The reach of a ship from the chosen system."""
        moves = [
            button(str(move), "move", move, aria_pressed="true" if move == self.move else "false")
            for move in range(1, FASTEST + 1)
        ]
        asteroids = button(
            self.say("asteroids"), "asteroids", aria_pressed="true" if self.asteroids else "false"
        )
        label = self.say("move.label")
        others = self._others(seen.routes)
        count = "reached_none" if not others else "reached_one" if len(others) == 1 else "reached"
        ways = [
            el("li", self._system_button(index, "way"), " ", self._way(way)) for index, way in others.items()
        ]
        by_rule: dict[str, list[int]] = defaultdict(list)
        for index, rule in seen.blocking_rules.items():
            by_rule[rule].append(index)
        stopped = [
            el(
                "li",
                self._rule_button(rule, "stop"),
                " ",
                rulebook()[rule].title(),
                ": ",
                self._numbers(indexes),
            )
            for rule, indexes in by_rule.items()
        ]
        return [
            el("h3", label),
            el(
                "div",
                moves,
                cls="tk-row",
                role="group",
                aria_label=label,
                data_roving=True,
                data_controls=True,
            ),
            el("div", asteroids, cls="tk-row", data_controls=True),
            el("p", self.say(count, n=len(others))),
            el("details", el("summary", self.say("ways")), el("ul", ways), data_key="ways") if ways else None,
            [el("h3", self.say("stopped")), el("ul", stopped)] if stopped else None,
        ]

    def _numbers(self, indexes: list[int]) -> str:
        """Systems by their tiles' numbers; open homes are counted."""
        numbers = [self.galaxy.systems[index].tile.number for index in indexes]
        taken = [number for number in numbers if number != OPEN]
        homes = len(numbers) - len(taken)
        if homes:
            taken.append(self.say("homes_one" if homes == 1 else "homes", n=homes))
        return ", ".join(taken)

    def _way(self, way: Route) -> str:
        between = [self.galaxy.systems[index].tile.number for index in way.entered[:-1]]
        text = self.say("way.by", ways=", ".join(between)) if between else self.say("way.direct")
        if way.rifts:
            text += "; " + self.say("way.rift", share=percent(float(way.survival_probability)))
        return text

    def _system_button(self, index: int, near: str) -> Markup:
        system = self.galaxy.systems[index]
        return button(
            capitalize_first(self.name(system)),
            "system",
            index,
            cls="tk-button tk-small",
            key=f"{near}:{index}",
        )

    def _list(self) -> Markup:
        """All systems as a list, for users who cannot see the drawing."""
        return el(
            "details",
            el("summary", picture_say("systems")),
            el(
                "div",
                [self._system_button(system.index, "list") for system in self.galaxy.systems],
                cls="tk-map-systems",
                data_roving=True,
            ),
            data_key="list",
        )

    def _reach(self, start: int) -> Reach:
        opened = frozenset({"asteroid_field"}) if self.asteroids else frozenset()
        return reach(self.galaxy, start, ShipCourse(self.move, open_anomalies=opened))

    def _others(self, ways: dict[int, Route]) -> dict[int, Route]:
        """The ways to other systems than the chosen one."""
        return {index: way for index, way in ways.items() if index != self.chosen}


def _check_index(value: object, length: int) -> int:
    """An index that a button sent. Raises `MapFault` if there is nothing of that index."""
    text = str(value)
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) < length):
        raise MapFault("fault.system")
    return int(text)


def _check_move(move: int) -> int:
    """A move value. Raises `MapFault` if no ship has it."""
    if not 1 <= move <= FASTEST:
        raise MapFault("fault.move", most=FASTEST)
    return move
