"""The worked examples of the rulebook on the site: one chosen, gone through answer by answer."""

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
from twingkit.imajica.view import View
from twingkit.imajica.worked import WorkedExample, worked_examples
from twingkit_widgets.imajica.pictures.table import table_html
from twingkit_widgets.imajica.play.words import check_assumed_set
from twingkit_widgets.imajica.words import seat_name
from twingkit_widgets.panel.address.query import PageContent, Query
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.panel.wording import Words
from twingkit_widgets.table.play.any_game import AnyGame, AnyPlayPanel, AnySettings
from twingkit_widgets.table.play.form import EVERY_SEAT
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.page import open_play_page
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.words import PlayFault

WORDS = Words(Path(__file__).with_name("worked_words.toml"))
"""The sentences around the examples."""


class NoExample(PlayFault):
    """There is no worked example of a number."""

    catalogue = WORDS


class WorkedPlay(AnyGame):
    """A game that goes on as the example does that begins with its line, as long as it has gone so, and then
    quietly."""

    linked = ("example", *AnyGame.linked)
    numbers = ("example",)

    def __init__(self, example: WorkedExample | None) -> None:
        super().__init__(game_by_id("imajica"))
        self.views = attrs.evolve(self.views, table=_table)
        self.example = example
        self.script = example.answers if example else ()

    def suggested(self, game: Game) -> str | None:
        """The answer of the example, while it is followed."""
        if len(game) < len(self.script) and self.follows(game):
            return self.script[len(game)]
        return super().suggested(game)

    def farthest(self, game: Game) -> int:
        """The end of the example, once it was left that of the game."""
        return len(self.script) if self.example and self.follows(game) else super().farthest(game)

    def follows(self, game: Game) -> bool:
        """True as long as every answer is that of the example."""
        given = tuple(entry.answer for entry in game.entries(0, len(self.script)))
        return given == self.script[: len(given)]

    def goal(self, player_view: PlayerView) -> Markup | None:
        """What the game is about; an example says above what it is about."""
        return None if self.example else super().goal(player_view)

    def settings(self, typed: Mapping[str, str], before: AnySettings) -> AnySettings:
        """Return what the form or the address says. Raises as `AnyGame.settings`, `NoExample`."""
        if "example" in typed:
            before = attrs.evolve(before, line=line_of(typed["example"]))
        return super().settings(typed, before)


@attrs.frozen
class WorkedSettings(AnySettings):
    """The beginning of an example, or of any other game of Imajica, by its line."""

    @property
    def rules(self) -> WorkedPlay:
        """The rules of play for it."""
        return _worked_play(_lines().get(self.line, 0))

    @property
    def start(self) -> Start:
        """The start of the game. Raises `Fault` for a line that is none, `ImajicaFault` for cards of a
        set that cannot be shown."""
        start: Start = check_assumed_set(super().start)
        return start


@cache
def _worked_play(number: int) -> WorkedPlay:
    """The rules of play for the example of a number, for 0 of any other game."""
    return WorkedPlay(worked_examples()[number - 1] if number else None)


@cache
def _lines() -> dict[str, int]:
    """The lines of the examples, and the number of each."""
    return {"\n".join(example.start.lines()): example.number for example in worked_examples()}


def line_of(number: str) -> str:
    """The line of the example of a number, from 1; raises `NoExample` if there is none."""
    if not (number.isascii() and number.isdecimal() and 1 <= int(number[:3]) <= len(worked_examples())):
        raise NoExample("no_example", most=len(worked_examples()))
    return list(_lines())[int(number) - 1]


class WorkedPanel(AnyPlayPanel):
    """The worked examples, the chosen one step by step; other games when a record or a line is given.

    >>> panel = WorkedPanel(example=5)
    >>> panel.do("next"); panel.address()
    {'example': '5'}
    """

    _settings = WorkedSettings

    def __init__(
        self, lang: str | None = None, *, example: int = 1, line: str = "", **beginning: Any
    ) -> None:
        """Raises `NoExample` for an example that there is not, and as `AnyPlayPanel`."""
        named: dict[str, Any] = {"seat": EVERY_SEAT, "seed": 1, **beginning}
        super().__init__("imajica", line or line_of(str(example)), lang=lang, **named)

    def act_example(self, value: object) -> None:
        """Show the example of this number from its beginning."""
        self._show_match(Match(self.match.settings.changed(line=line_of(str(value)), seat=EVERY_SEAT)))
        self.state, self.status = "", self.match.rules.example.title()

    def address(self) -> dict[str, str]:
        """The number of the example while it is followed; else the game."""
        rules = self.match.rules
        if rules.example and rules.follows(self.match.game):
            return {"example": str(rules.example.number)}
        return super().address()

    def view(self) -> Markup:
        """The choice of examples, what the chosen one is about, and the game."""
        return el("div", self._choice(), super().view(), cls="tk-stack")

    def _choice(self) -> Markup:
        title, chosen = WORDS.say("title"), self.match.rules.example
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


def _table(view: View, size: str = "page") -> Markup:
    """The table of an example: nobody at it is "you"."""
    return table_html(view, size, {name: seat_name(name) for name in SEATS})


def step_page(query: Query) -> PageContent:
    """The page as its address asks for it; what cannot be used is said, and the first example shown."""
    query.check_parameters(*WorkedPlay.linked)
    first = WorkedSettings("imajica", line_of("1"), EVERY_SEAT)
    return open_play_page(query, first, WorkedPanel, "line")
