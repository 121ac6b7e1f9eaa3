"""The map panel: a preset or custom map, with the details of the chosen system."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from twingkit.core.links import to_unquoted_link_value
from twingkit.imperium.galaxy.map.adjacency import adjacency_lists
from twingkit.imperium.galaxy.map.boards import boards, preset_board
from twingkit.imperium.galaxy.map.galaxy import OPEN_HOME_NUMBER, Galaxy, System
from twingkit.imperium.galaxy.map.map_faults import map_faults, map_warnings
from twingkit.imperium.galaxy.map.reach import Route, ShipMobility, ShipReach, ship_reach
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.map_picture import MAX_ZOOM, scrollable_map_html, zoom_html
from twingkit_widgets.imperium.pictures.map_svg import MAP_CSS, map_svg
from twingkit_widgets.imperium.pictures.names import planet_facts_text, system_name
from twingkit_widgets.imperium.pictures.names import say as picture_say
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import Child, Markup, button, el
from twingkit_widgets.panel.panel import CSS, Panel
from twingkit_widgets.panel.sentences import CatalogueFault
from twingkit_widgets.panel.wording import PanelTexts, capitalize_first, percent
from twingkit_widgets.read.rulebook.rulings import rule_html

_MAX_MOVE_VALUE = 4
"""The largest move value that users can choose."""

WORDS = PanelTexts(Path(__file__).with_name("words.toml"))
"""The texts of the map page."""


class MapFault(CatalogueFault):
    """The error for invalid input by the user of the map panel."""

    catalogue = WORDS


class MapPanel(Panel):
    """A panel to explore a galaxy map: its systems, and where ships can move.

    `line` is a map string (None: the first map for six players), `system` the tile or planet that is chosen,
    `move` the move value whose reach is shown (1 to 4). Raises `Fault` or `Refusal` if the string is not a
    map, or the map has no such system.

    >>> panel = MapPanel(system="mr", move=1)
    >>> panel.do("move", "2"); panel.status
    '18 Mecatol Rex: this system has 6 adjacent systems; a ship with move 2 reaches 13.'
    >>> panel.address()
    {'system': '18', 'move': '2'}
    """

    _css = CSS + MAP_CSS

    def __init__(
        self, line: str | None = None, lang: str | None = None, *, system: str = "", move: int = 2
    ) -> None:
        self.galaxy = Galaxy.parse(line) if line is not None else preset_board(6).galaxy
        self.typed = ""
        self.chosen: int | None = self.galaxy.system(system).index if system else None
        self.move = _check_move(move)
        self.asteroids = False
        self.zoom = 1
        self.opened = ""
        super().__init__(lang=lang)

    def address(self) -> dict[str, str]:
        """Return the state of the panel as link parameters: a custom map, the chosen system (unless an open
        home), and the move value."""
        address = (
            {} if self.galaxy == preset_board(6).galaxy else {"map": to_unquoted_link_value(str(self.galaxy))}
        )
        chosen = OPEN_HOME_NUMBER if self.chosen is None else self.galaxy.systems[self.chosen].tile.number
        return address | ({} if chosen == OPEN_HOME_NUMBER else {"system": chosen, "move": str(self.move)})

    # -- actions

    def act_board(self, value: object) -> None:
        """Show the preset map with this index."""
        self._show_map(boards()[_check_index(value, len(boards()))].galaxy)

    def act_map(self, value: object) -> None:
        """Show the map of a map string; an invalid one stays in its field."""
        self.typed = str(value.get("map", "")) if isinstance(value, dict) else str(value or "")
        self._show_map(Galaxy.parse(self.typed))

    def act_system(self, system_index: object) -> None:
        """Choose a system by its index."""
        self.chosen = _check_index(system_index, len(self.galaxy.systems))
        self._say()

    def act_move(self, value: object) -> None:
        """Set the move value of the ship whose reach is shown."""
        text = str(value)
        self.move = _check_move(int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0)
        self._say()

    def act_asteroids(self, value: object) -> None:
        """Allow or forbid the ship to enter asteroid fields."""
        self.asteroids = not self.asteroids
        self._say()

    def act_zoom(self, value: object) -> None:
        """Draw the map larger or smaller."""
        self.zoom = max(1, min(MAX_ZOOM, self.zoom + (1 if value == "+" else -1)))

    def act_rule(self, value: object) -> None:
        """Open the rule with this id, or close it if it is already open."""
        rule = str(value or "")
        self.opened = rule if rule in rulebook() and rule != self.opened else ""

    def _show_map(self, galaxy: Galaxy) -> None:
        self.galaxy, self.chosen, self.opened = galaxy, None, ""
        self.status = " ".join(ruling.text() for ruling in map_faults(galaxy))

    def _say(self) -> None:
        if self.chosen is None:
            return
        system = self.galaxy.systems[self.chosen]
        self.status = WORDS.say(
            "said",
            name=self.system_name(system),
            adjacent=len(adjacency_lists(self.galaxy)[self.chosen]),
            move=self.move,
            n=len(self._others(self._reach(self.chosen).routes)),
        )

    # -- views

    def system_name(self, system: System) -> str:
        """Return the name of a system: its tile number and contents."""
        return system_name(system.tile.number)

    def render(self) -> Markup:
        """Return the panel: the choice of a map, the map, and the chosen system beside it."""
        seen = self._reach(self.chosen) if self.chosen is not None else None
        marks = dict.fromkeys(seen.routes, "tk-hex-reached") if seen else {}
        if self.chosen is not None:
            marks[self.chosen] = "tk-hex-chosen"
        drawing = scrollable_map_html(map_svg(self.galaxy, marks), self.zoom)
        legend = el("p", WORDS.say("legend"), cls="tk-small tk-soft")
        left = el("div", zoom_html(self.zoom), drawing, legend, cls="tk-stack")
        right = el("div", self._problems(), self._system(seen), self._list(), self._rule(), cls="tk-stack")
        return el(
            "div",
            el("p", WORDS.say("about")),
            self._choice(),
            el("div", left, right, cls="tk-map"),
            cls="tk-stack",
        )

    def _choice(self) -> Markup:
        buttons = [
            button(
                WORDS.say(f"board.{known.name}", n=known.players),
                "board",
                rank,
                aria_pressed="true" if known.galaxy == self.galaxy else "false",
            )
            for rank, known in enumerate(boards())
        ]
        row = el("div", buttons, cls="tk-row", role="group", aria_label=WORDS.say("boards"), data_roving=True)
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
            el("label", el("span", WORDS.say("own.label"), cls="tk-label"), field),
            el("button", WORDS.say("own.show"), type="submit", cls="tk-button"),
            cls="tk-map-form",
            data_act="map",
            data_key="own-form",
        )
        return el("div", row, form, cls="tk-stack", data_controls=True)

    def _problems(self) -> Child:
        faults = [(fault.rule, fault.text()) for fault in map_faults(self.galaxy)]
        warnings = [(warning.rule, warning.text()) for warning in map_warnings(self.galaxy)]
        return [
            el(
                "div",
                el("p", el("strong", WORDS.say(title))),
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
        return rule_badge(rule, "rule", key=f"rule:{near}:{rule}")

    def _rule(self) -> Child:
        if not self.opened:
            return None
        return rule_html(rulebook()[self.opened], rulebook())

    def _system(self, seen: ShipReach | None) -> Markup:
        if self.chosen is None or seen is None:
            return el("p", WORDS.say("none"), cls="tk-soft", data_key="system")
        system = self.galaxy.systems[self.chosen]
        near = [self._system_button(index, "near") for index in adjacency_lists(self.galaxy)[system.index]]
        return el(
            "section",
            el("h2", self.system_name(system)),
            el("p", WORDS.say("system.off")) if system.place is None else None,
            self._planets(system),
            el("h3", WORDS.say("adjacent"), " ", self._rule_button("IM-MAP-1", "near")),
            el("div", near, cls="tk-map-systems"),
            self._ship(seen),
            cls="tk-stack",
            data_key="system",
            data_bring=f"system:{self.chosen}",
        )

    def _planets(self, system: System) -> Child:
        if not system.tile.planets:
            return None
        planets = system.tile.planets
        return el(
            "ul", [el("li", el("strong", world.name), ": ", planet_facts_text(world)) for world in planets]
        )

    def _ship(self, seen: ShipReach) -> Child:
        moves = [
            button(str(move), "move", move, aria_pressed="true" if move == self.move else "false")
            for move in range(1, _MAX_MOVE_VALUE + 1)
        ]
        asteroids = button(
            WORDS.say("asteroids"), "asteroids", aria_pressed="true" if self.asteroids else "false"
        )
        label = WORDS.say("move.label")
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
                f" {rulebook()[rule].title()}: ",
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
            el("p", WORDS.say(count, n=len(others))),
            el("details", el("summary", WORDS.say("ways")), el("ul", ways), data_key="ways")
            if ways
            else None,
            [el("h3", WORDS.say("stopped")), el("ul", stopped)] if stopped else None,
        ]

    def _numbers(self, indexes: list[int]) -> str:
        """Return the tile numbers of systems as a list in words; open homes are only counted."""
        numbers = [self.galaxy.systems[index].tile.number for index in indexes]
        taken = [number for number in numbers if number != OPEN_HOME_NUMBER]
        homes = len(numbers) - len(taken)
        if homes:
            taken.append(WORDS.say("homes_one" if homes == 1 else "homes", n=homes))
        return ", ".join(taken)

    def _way(self, way: Route) -> str:
        between = [self.galaxy.systems[index].tile.number for index in way.entered_systems[:-1]]
        text = WORDS.say("way.by", ways=", ".join(between)) if between else WORDS.say("way.direct")
        if way.rift_count:
            text += "; " + WORDS.say("way.rift", share=percent(float(way.survival_probability)))
        return text

    def _system_button(self, index: int, near: str) -> Markup:
        system = self.galaxy.systems[index]
        name = capitalize_first(self.system_name(system))
        return button(name, "system", index, cls="tk-button tk-small", key=f"{near}:{index}")

    def _list(self) -> Markup:
        buttons = [self._system_button(system.index, "list") for system in self.galaxy.systems]
        listed = el("div", buttons, cls="tk-map-systems", data_roving=True)
        return el("details", el("summary", picture_say("systems")), listed, data_key="list")

    def _reach(self, start: int) -> ShipReach:
        opened = frozenset({"asteroid_field"}) if self.asteroids else frozenset()
        return ship_reach(self.galaxy, start, ShipMobility(self.move, open_anomalies=opened))

    def _others(self, ways: Mapping[int, Route]) -> dict[int, Route]:
        return {index: way for index, way in ways.items() if index != self.chosen}


def _check_index(value: object, length: int) -> int:
    """Return `value` as an index below `length`; raise `MapFault` if it is not valid."""
    text = str(value)
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) < length):
        raise MapFault("fault.system")
    return int(text)


def _check_move(move: int) -> int:
    """Return `move` if it is a valid move value; raise `MapFault` otherwise."""
    if not 1 <= move <= _MAX_MOVE_VALUE:
        raise MapFault("fault.move", most=_MAX_MOVE_VALUE)
    return move
