"""The settings of a game of Ember, and the form that changes them."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.ember.players import PLAYERS
from twingkit.ember.rules.table import FEWEST_SEATS, SEATS
from twingkit.ember.starts import GameStart
from twingkit.ember.variants.variant import Variant
from twingkit_widgets.ember.play.words import EmberPlayFault
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play.form import form_drop_down, typed_or
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import NewGameForm, SeatedT

AI_LEVELS = tuple(PLAYERS)
"""The computer players, the strongest first."""

DEFAULT_LEVEL = "curious"
"""The default computer player, so that newcomers meet every action."""

PLAYER_COUNTS = tuple(str(count) for count in range(FEWEST_SEATS, len(SEATS) + 1))
"""The possible numbers of players (EM-SET-1)."""

LENGTHS = ("20", "30", "40", "50")
"""The lengths of a game in Victory Points (EM-SET-4)."""


class NewEmberGameForm(NewGameForm[SeatedT]):
    """The form for a new game of Ember, with a field for the length of the game."""

    game_id = "ember"
    player_counts = PLAYER_COUNTS

    def default_start(self) -> GameStart:
        """Return the start of a game for two."""
        return GameStart(FEWEST_SEATS)

    def read_start(
        self,
        form_values: Mapping[str, str],
        old_settings: SeatedT,
        seat_count: int,
        seat: int,
        variant: Variant,
    ) -> GameStart:
        """Return the start that the form describes. Raises `EmberPlayFault` for an invalid length."""
        length = form_values.get("length", str(variant.length))
        if length not in LENGTHS:
            raise EmberPlayFault("length", found=length[:20])
        return GameStart(seat_count, attrs.evolve(variant, length=int(length)))

    def game_fields(self, player_view: PlayerView[SeatedT]) -> list[Markup]:
        """Render the field for the length of the game."""
        variant = player_view.match.settings.variant
        assert isinstance(variant, Variant)
        length = typed_or(player_view, "length", variant.length)
        names = [(n, player_view.say(f"new.length_name.{n}")) for n in LENGTHS]
        options = [(n, player_view.say("new.length_is", n=n, name=name)) for n, name in names]
        return [form_drop_down(player_view, "length", length, options)]
