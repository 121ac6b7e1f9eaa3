"""The settings of a whole game and their form: players, faction, rule switches, opponents, seed."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.imperium.box.units import faction_ids
from twingkit.imperium.galaxy.starts import SHORT, SHORT_FACTIONS, GameStart
from twingkit.imperium.galaxy.table.game_table import MIN_SEATS, SEATS
from twingkit.imperium.variants.variant import Variant
from twingkit.players.policies import player_factories
from twingkit_widgets.imperium.pictures.names import faction_name
from twingkit_widgets.imperium.play.words import ImperiumPlayFault
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play import form
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import NewGameForm, SeatedT

DEFAULT_LEVEL = "greedy"
"""The default level of the computer."""

PLAYER_COUNTS = (SHORT, *(str(count) for count in range(MIN_SEATS, len(SEATS) + 1)))
"""The games that the form offers: the short game, and whole games by number of players."""

_ANY_FACTION = "any"
"""The word for a faction chosen by the seed."""


def _factions_in_seat_order(count: int, seat: int, own: str, before: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the factions in seat order: the person's `own` at `seat`; the others come from the previous game
    (`before`) first, then from the box.

    >>> _factions_in_seat_order(3, 1, "yin")[1]
    'yin'
    """
    known = [*before, *(name for name in faction_ids() if name not in before)]
    chosen = own if own in faction_ids() else known[seat]
    others = iter([name for name in known if name != chosen])
    return tuple(chosen if place == seat else next(others) for place in range(count))


class NewImperiumGameForm(NewGameForm[SeatedT]):
    """The form for a new game: the short game or the number of players, the person's faction, the rule
    switches.
    """

    game_id = "imperium"
    player_counts = PLAYER_COUNTS

    def default_start(self) -> GameStart:
        """Return the start of the short game."""
        return GameStart(SHORT_FACTIONS, True)

    def fields(self, player_view: PlayerView[SeatedT]) -> list[Markup]:
        """Return the fields: game, person's faction, rule switches, opponents and seed."""
        settings, say = player_view.match.settings, player_view.say
        begin: GameStart = settings.start
        kind = form.typed_or(player_view, "players", SHORT if begin.is_short else begin.seats)
        games = [
            (name, say("new.short") if name == SHORT else say("new.whole", n=name)) for name in PLAYER_COUNTS
        ]
        own = form.typed_or(player_view, "faction", begin.factions[settings.seat])
        named = sorted((faction_name(name), name) for name in faction_ids())
        fields = [
            form.form_drop_down(player_view, "players", kind, games),
            form.form_drop_down(player_view, "faction", own, [(name, title) for title, name in named]),
        ]
        fields += self._switches(player_view)
        return [*fields, form.opponent_level_field(player_view), form.seed_field(player_view)]

    def _switches(self, player_view: PlayerView[SeatedT]) -> list[Markup]:
        """Return the rule switches of whole games, each with its values."""
        variant = player_view.match.settings.start.variant
        made = []
        for name in _GAME_SWITCHES:
            switch = Variant.switches[name]
            options = [(str(choice), choice.text()) for choice in switch.values]
            made.append(
                form.form_drop_down(
                    player_view, name, form.typed_or(player_view, name, getattr(variant, name)), options
                )
            )
        return made

    def settings(self, form_values: Mapping[str, str], old_settings: SeatedT) -> SeatedT:
        """Return the settings of the form; missing fields stay as in `old_settings`.

        Raises `ImperiumPlayFault` for impossible players or factions, and `VariantError` for invalid
        switches.
        """
        settings = form.common_settings(form_values, old_settings)
        begin: GameStart = old_settings.start
        kind = form_values.get("players", SHORT if begin.is_short else str(begin.seats))
        if kind not in PLAYER_COUNTS:
            raise ImperiumPlayFault("players", found=kind[:20])
        variant = Variant.resolve(form_values["variant"]) if "variant" in form_values else begin.variant
        changed = {name: form_values[name] for name in _GAME_SWITCHES if name in form_values}
        variant = attrs.evolve(variant, **changed) if changed else variant
        if kind == SHORT:
            return settings.changed(start=GameStart(SHORT_FACTIONS, True, variant), seat=0)
        seat = min(old_settings.seat, int(kind) - 1)
        own = form_values.get("faction", begin.factions[min(old_settings.seat, begin.seats - 1)])
        if own not in faction_ids() and own != _ANY_FACTION:
            raise ImperiumPlayFault("faction", found=own[:20], known=", ".join(faction_ids()))
        chosen = _factions_in_seat_order(int(kind), seat, own, () if begin.is_short else begin.factions)
        return settings.changed(start=GameStart(chosen, False, variant), seat=seat)

    def game_address(self, settings: SeatedT) -> dict[str, str]:
        """Return the number of players and the person's faction as link parameters."""
        begin: GameStart = settings.start
        return (
            {} if begin.is_short else {"players": str(begin.seats), "faction": begin.factions[settings.seat]}
        )


_GAME_SWITCHES = ("diplomacy", "fighters_block", "losses")
"""The form offers them; links can set others with `variant`."""

AI_LEVELS = tuple(sorted(player_factories("imperium"), key=lambda name: name != "steady"))
"""The levels of the computer: `steady`, which gives the hints, then the others, the strongest first."""
