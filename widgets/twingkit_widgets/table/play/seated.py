"""Games of several seats that begin with their set-up or from the line of a position, on the play page.

A game fills in a `SeatedForm` (how many players, and its own fields) and a `SeatedPlay` (what is shown, and
how it is answered); its settings are a `SeatedSettings`.
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
from twingkit.core.rulebook import YOU
from twingkit.core.variants.variant import AnyVariant
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.settings.start_rules import variant_query
from twingkit_widgets.panel.wording import capitalize_first
from twingkit_widgets.table.play.form import common_settings, opponents_field, seed_field, select, typed_or
from twingkit_widgets.table.play.play_game import PlayGame
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.words import PlayFault


class PositionFault(PlayFault):
    """A typed position that a rule forbids, in the words of that rule."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__("position")
        self.refusal = refusal

    @localized
    def text(self, lang: str | None = None) -> str:
        """Return the reason with its rule."""
        return self.refusal.text()


SeatedT = TypeVar("SeatedT", bound="SeatedSettings", default=Any)
"""The type of the settings of a game of several seats; any, where it does not say."""


class SeatedForm(Generic[SeatedT]):
    """The form for a new game: the number of players, the fields of the game, opponents and seed.

    `game` is the id of the game, `counts` are the numbers of players, as they are typed.
    """

    game: ClassVar[str]
    counts: ClassVar[tuple[str, ...]]

    # -- what a game fills in

    def default_start(self) -> Start:
        """The start of a game where nothing else is said."""
        raise NotImplementedError(f"{type(self).__name__} begins no game")

    def begin(
        self,
        typed: Mapping[str, str],
        before: SeatedT,
        count: int,
        seat: int,
        variant: Any,  # of the game's class
    ) -> Start:  # each game has its variants
        """The start that the form says. Raises `PlayFault` for what cannot be."""
        raise NotImplementedError(f"{type(self).__name__} begins no game")

    def own_fields(self, player_view: PlayerView[SeatedT]) -> list[Markup]:
        """The fields of the game's own, below the number of players."""
        return []

    def own_address(self, settings: SeatedT) -> dict[str, str]:
        """Return what of the game's own is not usual, for a link."""
        return {}

    # -- what it is made of

    def fields(self, player_view: PlayerView[SeatedT]) -> list[Markup]:
        """The fields of the form."""
        count = typed_or(player_view, "players", player_view.match.settings.seats)
        players = select(player_view, "players", count, [(n, n) for n in self.counts])
        return [players, *self.own_fields(player_view), opponents_field(player_view), seed_field(player_view)]

    def settings(self, typed: Mapping[str, str], before: SeatedT) -> SeatedT:
        """Return what the form says; fields that are not there stay as `before`.

        Raises `PlayFault` for players, an opponent, a seed or something of the game's own that cannot be,
        `VariantError` for a variant that cannot.
        """
        count = typed.get("players", str(before.seats))
        if count not in self.counts:
            raise before.rules.fault("players", found=count[:20])
        settings = common_settings(typed, before)
        variant = type(before.variant).resolve(typed["variant"]) if "variant" in typed else before.variant
        seat = min(before.seat, int(count) - 1)
        return settings.changed(begin=self.begin(typed, before, int(count), seat, variant), seat=seat)

    def address(self, settings: SeatedT) -> dict[str, str]:
        """Return what a link to such a game has in its query: only what is not usual."""
        query = {"players": str(settings.seats)} if settings.seats != type(settings)().seats else {}
        query |= self.own_address(settings)
        query |= (
            {"opponents": settings.opponents} if settings.opponents != settings.rules.default_level else {}
        )
        return {**query, **variant_query(self.game, settings.variant)}


class SeatedPlay(PlayGame[SeatedT]):
    """The part of a game of several seats on the play page; `form` is its form for a new game, `position` the
    start that reads the line of a position."""

    form: SeatedForm[SeatedT]
    position: ClassVar[type[Start]]
    numbers: tuple[str, ...] = ("players",)

    def called(self, game: Game, seat: int) -> Mapping[str, str]:
        """The person is "you"."""
        return {game.start.seat(seat): YOU}

    def seat_name(self, game: Game, seat: int) -> str:
        """Return what a player is called."""
        name = game.start.rulebook().words.name(game.start.seat(seat))
        return capitalize_first(name)

    def fields(self, player_view: PlayerView[SeatedT]) -> list[Markup]:
        """The fields of the form for a new game."""
        return self.form.fields(player_view)

    def settings(self, typed: Mapping[str, str], before: SeatedT) -> SeatedT:
        """Return what the form says. Raises as `SeatedForm.settings`."""
        return self.form.settings(typed, before)

    def address(self, settings: SeatedT) -> dict[str, str]:
        """Return what a link to such a game has in its query."""
        return self.form.address(settings)

    def record_of(self, lines: list[str]) -> str:
        """The record that the line of a position begins. Raises `PositionFault` if a rule forbids it, `Fault`
        if it is none."""
        try:
            return Game(self.position.parse(lines), rolls="ask").record
        except Refusal as refusal:
            raise PositionFault(refusal) from refusal


@attrs.frozen
class SeatedSettings:
    """The settings of a game: how it starts, the person's seat (from 0), the computer's way to play (one of
    the levels of its `rules`), a seed for chance and opponents."""

    plays: ClassVar[SeatedPlay[Any]]  # no class variable can name its type
    """The way in which such games are played."""
    starts: ClassVar[tuple[type, ...]]
    """The kinds of start that it can have."""

    # a start of the game
    begin: Any = attrs.Factory(lambda settings: settings.plays.form.default_start(), takes_self=True)
    seat: int = 0
    opponents: str = attrs.Factory(lambda settings: settings.plays.default_level, takes_self=True)
    seed: int = 0

    @property
    def rules(self) -> SeatedPlay[Self]:
        """The way in which the game is played."""
        return self.plays

    @property
    def seats(self) -> int:
        """The number of players."""
        return int(self.begin.seats)

    @property
    def variant(self) -> AnyVariant:
        """The variant that is played."""
        variant: AnyVariant = self.begin.variant
        return variant

    def game(self) -> Game:
        """A fresh game in which all that chance decides is asked."""
        return Game(self.begin, seed=self.seed, rolls="ask")

    def resumed_from(self, start: Start, **changes: Any) -> Self:  # each field has its type
        """The same for a game that began so. Raises `PlayFault` if it is another kind of game."""
        if not isinstance(start, self.starts):
            raise self.rules.fault("other", name=start.name)
        return attrs.evolve(self, begin=start, **changes)

    def changed(self, **changes: Any) -> Self:  # each field has its type
        """The same with other values of some fields."""
        return attrs.evolve(self, **changes)
