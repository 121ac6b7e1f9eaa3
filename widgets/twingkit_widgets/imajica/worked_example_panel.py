"""The worked examples of the rulebook: choose one and go through it answer by answer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from twingkit import Game
from twingkit.core.games import game_by_id
from twingkit.core.starts import Start
from twingkit.imajica.rules.table import SEATS
from twingkit.imajica.view import GameView
from twingkit.imajica.worked_examples import WorkedExample, worked_examples
from twingkit_widgets.imajica.pictures.table import table_html
from twingkit_widgets.imajica.play.words import check_assumed_set
from twingkit_widgets.imajica.words import seat_name
from twingkit_widgets.panel.address.query import OpenedPanel, Query
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.table.play.any_game import GenericPlayDesign, GenericPlayPanel, GenericSettings
from twingkit_widgets.table.play.form import ALL_SEATS_INDEX
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.page import open_play_page
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.words import PlayFault

WORDS = PanelTexts(Path(__file__).with_name("worked_words.toml"))
"""The sentences around the examples."""


class UnknownExampleFault(PlayFault):
    """The error for a number without a worked example."""

    catalogue = WORDS


class WorkedExamplePlayDesign(GenericPlayDesign):
    """The design of a play page on which each question suggests the worked example's answer.

    Once another answer was given, it suggests quiet answers as in any other game.
    """

    linked_settings = ("example", *GenericPlayDesign.linked_settings)
    numeric_settings = ("example",)

    def __init__(self, example: WorkedExample | None) -> None:
        super().__init__(game_by_id("imajica"))
        self.views = self.views.with_parts(table=_table)
        self.example = example
        self.script = example.all_answers if example else ()

    def default_step_answer(self, game: Game) -> str | None:
        """Return the example's next answer while the game follows it."""
        if len(game) < len(self.script) and self.follows_example(game):
            return self.script[len(game)]
        return super().default_step_answer(game)

    def play_to_end_limit(self, game: Game) -> int:
        """Return the maximum number of answers to play to the end: the example's length while the game
        follows it, else the usual limit.
        """
        return (
            len(self.script)
            if self.example and self.follows_example(game)
            else super().play_to_end_limit(game)
        )

    def follows_example(self, game: Game) -> bool:
        """Return whether every answer of the game so far equals the answer of the example."""
        given = tuple(entry.answer for entry in game.entries(0, len(self.script)))
        return given == self.script[: len(given)]

    def goal_html(self, player_view: PlayerView) -> Markup | None:
        """Render the goal of the game; None for an example, whose text is shown above the game."""
        return None if self.example else super().goal_html(player_view)

    def settings(self, form_values: Mapping[str, str], old_settings: GenericSettings) -> GenericSettings:
        """Return the settings from the form or address; may raise `UnknownExampleFault`."""
        if "example" in form_values:
            old_settings = attrs.evolve(old_settings, line=_example_position(form_values["example"]))
        return super().settings(form_values, old_settings)


@attrs.frozen
class _WorkedExampleSettings(GenericSettings):
    """The start of an example, or of any other game of Imajica, given by its text."""

    @property
    def play_design(self) -> WorkedExamplePlayDesign:
        """The design of the play page for this start: that of its worked example, or the general one."""
        return _worked_play(_lines().get(self.line, 0))

    @property
    def start(self) -> Start:
        """The start of the game; raises `Fault` for an invalid text, `ImajicaPlayFault` for cards that cannot
        be shown.
        """
        start: Start = check_assumed_set(super().start)
        return start


@cache
def _worked_play(number: int) -> WorkedExamplePlayDesign:
    return WorkedExamplePlayDesign(worked_examples()[number - 1] if number else None)


@cache
def _lines() -> dict[str, int]:
    """Return the number of each worked example, by its start text."""
    return {"\n".join(example.start.setup_lines()): example.number for example in worked_examples()}


def _example_position(number: str) -> str:
    """Return the start text of an example by its number, from 1. Raises `UnknownExampleFault`."""
    if not (number.isascii() and number.isdecimal() and 1 <= int(number[:3]) <= len(worked_examples())):
        raise UnknownExampleFault("no_example", most=len(worked_examples()))
    return list(_lines())[int(number) - 1]


class WorkedExamplePanel(GenericPlayPanel):
    """A panel that plays a chosen worked example step by step, and can also show another game from its record
    or position string.

    >>> panel = WorkedExamplePanel(example=5)
    >>> panel.do("next"); panel.address()
    {'example': '5'}
    """

    _settings = _WorkedExampleSettings

    def __init__(
        self, lang: str | None = None, *, example: int = 1, line: str = "", **beginning: Any
    ) -> None:
        """Open an example. Raises `UnknownExampleFault` if it does not exist."""
        named: dict[str, Any] = {"seat": ALL_SEATS_INDEX, "seed": 1, **beginning}
        super().__init__("imajica", line or _example_position(str(example)), lang=lang, **named)

    def act_example(self, value: object) -> None:
        """Show the example with this number from its start."""
        self._show_match(
            Match(self.match.settings.changed(line=_example_position(str(value)), seat=ALL_SEATS_INDEX))
        )
        self.state, self.status = "", self.match.play_design.example.title()

    def address(self) -> dict[str, str]:
        """Return the address parameters: the number of the example while the game follows it, otherwise the
        game itself.
        """
        rules = self.match.play_design
        if rules.example and rules.follows_example(self.match.game):
            return {"example": str(rules.example.number)}
        return super().address()

    def render(self) -> Markup:
        """Render the choice of examples, the text of the chosen one, and the game."""
        return el("div", self._choice(), super().render(), cls="tk-stack")

    def _choice(self) -> Markup:
        title, chosen = WORDS.say("title"), self.match.play_design.example
        buttons = [
            button(
                WORDS.say("button", n=example.number),
                "example",
                example.number,
                key=f"example:{example.number}",
                title=example.title(),
                aria_pressed="true" if example is chosen else "false",
            )
            for example in worked_examples()
        ]
        row = el("div", buttons, cls="tk-row im-examples", role="group", aria_label=title, data_roving=True)
        lead = None
        if chosen is not None:
            name = WORDS.say("chosen", n=chosen.number, title=chosen.title())
            lead = [el("h3", name), el("p", chosen.text())]
        return el(
            "header", el("h2", title), row, lead, cls="tk-stack", data_controls=True, data_key="examples"
        )


def _table(view: GameView, size: str = "page") -> Markup:
    return table_html(view, size, {name: seat_name(name) for name in SEATS})


def open_worked_examples_page(query: Query) -> OpenedPanel:
    """Return the page of the worked examples, opened at the example or the game that the address `query`
    names.

    If a parameter cannot be used, the page says so and shows the first example.
    """
    query.check_parameters(*WorkedExamplePlayDesign.linked_settings)
    first = _WorkedExampleSettings("imajica", _example_position("1"), ALL_SEATS_INDEX)
    return open_play_page(query, first, WorkedExamplePanel, "line")
