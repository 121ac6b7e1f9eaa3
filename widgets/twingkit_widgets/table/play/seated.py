"""Games with several seats that start with a set-up or from a position string, on the play page.

A game defines a `NewGameForm` (the numbers of players, and its own fields) and a `SeatedPlay` (what is shown,
and how it is answered); its settings are a `SeatedSettings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Self

import attrs
from typing_extensions import TypeVar

from twingkit import Game
from twingkit.core.language import localized
from twingkit.core.play import Start
from twingkit.core.questions import Refusal
from twingkit.core.rulebook import READER_KEY
from twingkit.core.variants.variant import BaseVariant
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.settings.start_rules import variant_query
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.table.play.form import (
    common_settings,
    form_drop_down,
    opponent_level_field,
    seed_field,
    typed_or,
)
from twingkit_widgets.table.play.play_game import PlayDesign
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.words import PlayFault


class _PositionFault(PlayFault):
    """Error for a typed position that a rule forbids, with the text of that rule."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__("position")
        self.refusal = refusal

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the reason with the id of its rule."""
        return self.refusal.text()


SeatedT = TypeVar("SeatedT", bound="SeatedSettings", default=Any)
"""The type of the settings of a game with several seats."""


class NewGameForm(Generic[SeatedT]):
    """The form for a new game with several seats: the number of players, the game's own fields, opponents and
    seed.

    `game_id` is the id of the game, `player_counts` are the numbers of players as typed.
    """

    game_id: ClassVar[str]
    player_counts: ClassVar[tuple[str, ...]]

    # -- parts defined by the game

    def default_start(self) -> Start:
        """Return the default start of the game."""
        raise NotImplementedError(f"{type(self).__name__} cannot start a game")

    def read_start(
        self,
        form_values: Mapping[str, str],
        old_settings: SeatedT,
        seat_count: int,
        seat: int,
        variant: Any,  # of the game's class
    ) -> Start:  # each game has its variants
        """Return the start described by the form. Raises `PlayFault` for invalid input."""
        raise NotImplementedError(f"{type(self).__name__} cannot start a game")

    def game_fields(self, player_view: PlayerView[SeatedT]) -> list[Markup]:
        """Return the fields of the game, shown below the number of players."""
        return []

    def game_address(self, settings: SeatedT) -> dict[str, str]:
        """Return the game's own settings that differ from the defaults, as a query."""
        return {}

    # -- defaults

    def fields(self, player_view: PlayerView[SeatedT]) -> list[Markup]:
        """Return the fields of the form."""
        count = typed_or(player_view, "players", player_view.match.settings.seat_count)
        players = form_drop_down(player_view, "players", count, [(n, n) for n in self.player_counts])
        return [
            players,
            *self.game_fields(player_view),
            opponent_level_field(player_view),
            seed_field(player_view),
        ]

    def settings(self, form_values: Mapping[str, str], old_settings: SeatedT) -> SeatedT:
        """Return the settings typed in the form; missing fields stay as in `old_settings`.

        Raises `PlayFault` for invalid players, opponents, seeds or fields of the game, and `VariantError` for
        an invalid variant.
        """
        count = form_values.get("players", str(old_settings.seat_count))
        if count not in self.player_counts:
            raise old_settings.play_design.fault_class("players", found=count[:20])
        settings = common_settings(form_values, old_settings)
        variant = (
            type(old_settings.variant).resolve(form_values["variant"])
            if "variant" in form_values
            else old_settings.variant
        )
        seat = min(old_settings.seat, int(count) - 1)
        return settings.changed(
            start=self.read_start(form_values, old_settings, int(count), seat, variant), seat=seat
        )

    def address(self, settings: SeatedT) -> dict[str, str]:
        """Return the settings that differ from the defaults, as a query."""
        query = (
            {"players": str(settings.seat_count)}
            if settings.seat_count != type(settings)().seat_count
            else {}
        )
        query |= self.game_address(settings)
        query |= (
            {"opponents": settings.opponent_level}
            if settings.opponent_level != settings.play_design.default_level
            else {}
        )
        return {**query, **variant_query(self.game_id, settings.variant)}


class SeatedPlay(PlayDesign[SeatedT]):
    """Base class of the play page designs of games with several seats.

    `form` is its form for a new game, `start_class` the start class that parses a position string.
    """

    form: NewGameForm[SeatedT]
    start_class: ClassVar[type[Start]]
    numeric_settings: tuple[str, ...] = ("players",)

    def message_names(self, game: Game, seat: int) -> Mapping[str, str]:
        """Return the names to use in messages, keyed by seat name: only the person's own seat is renamed, to
        "you".
        """
        return {game.start.seat(seat): READER_KEY}

    def seat_name(self, game: Game, seat: int) -> str:
        """Return the name of a player."""
        name = game.start.rulebook().words.name(game.start.seat(seat))
        return capitalize_first(name)

    def fields(self, player_view: PlayerView[SeatedT]) -> list[Markup]:
        """Return the fields of the form for a new game."""
        return self.form.fields(player_view)

    def settings(self, form_values: Mapping[str, str], old_settings: SeatedT) -> SeatedT:
        """Return the settings typed in the form. Raises like `NewGameForm.settings`."""
        return self.form.settings(form_values, old_settings)

    def address(self, settings: SeatedT) -> dict[str, str]:
        """Return the settings that differ from the defaults, as a query."""
        return self.form.address(settings)

    def record_from_setup(self, lines: list[str]) -> str:
        """Return the record of a game that starts from a position string.

        Raises `_PositionFault` if a rule forbids the position, and `Fault` if it is not valid.
        """
        try:
            return Game(self.start_class.parse(lines), rolls="ask").record
        except Refusal as refusal:
            raise _PositionFault(refusal) from refusal


@attrs.frozen
class SeatedSettings:
    """The settings of a game with several seats: start, the person's seat (from 0), computer level, seed."""

    own_play_game: ClassVar[SeatedPlay[Any]]  # class variables cannot be generic
    """The game on the play page."""
    start_classes: ClassVar[tuple[type, ...]]
    """The allowed classes of `start`."""

    # a start of the game
    start: Any = attrs.Factory(lambda settings: settings.own_play_game.form.default_start(), takes_self=True)
    seat: int = 0
    opponent_level: str = attrs.Factory(
        lambda settings: settings.own_play_game.default_level, takes_self=True
    )
    seed: int = 0

    @property
    def play_design(self) -> SeatedPlay[Self]:
        """The `SeatedPlay` that defines the play page for these settings."""
        return self.own_play_game

    @property
    def seat_count(self) -> int:
        """The number of players."""
        return int(self.start.seats)

    @property
    def variant(self) -> BaseVariant:
        """The variant that is played."""
        variant: BaseVariant = self.start.variant
        return variant

    def game(self) -> Game:
        """Return a new game in which chance results are questions."""
        return Game(self.start, seed=self.seed, rolls="ask")

    def with_start(self, start: Start, **changes: Any) -> Self:  # each field has its type
        """Return the settings for a game with this start.

        Raises `PlayFault` if it is another kind of game.
        """
        if not isinstance(start, self.start_classes):
            raise self.play_design.fault_class("other", name=start.name)
        return attrs.evolve(self, start=start, **changes)

    def changed(self, **changes: Any) -> Self:  # each field has its type
        """Return a copy of the settings with these fields changed."""
        return attrs.evolve(self, **changes)
