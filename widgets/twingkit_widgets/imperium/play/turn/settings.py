"""The settings of a whole game and their form: short game or three to six players, the person's faction, rule
switches, opponents, seed.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from twingkit.imperium.box.units import factions
from twingkit.imperium.galaxy.players import NAMES
from twingkit.imperium.galaxy.starts import SHORT, SHORT_FACTIONS, GameStart
from twingkit.imperium.galaxy.table.game_table import MIN_SEATS, SEATS
from twingkit.imperium.variants.variant import Variant
from twingkit_widgets.imperium.pictures.names import faction_name
from twingkit_widgets.imperium.play.words import ImperiumFault
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play.form import common_settings, opponents_field, seed_field, select, typed_or
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedForm, SeatedT

DEFAULT_LEVEL = "greedy"
"""The default way in which the computer plays."""

COUNTS = (SHORT, *(str(count) for count in range(MIN_SEATS, len(SEATS) + 1)))
"""The games that the form offers: the learner's short game, and whole ones by their number of players."""

ANY_FACTION = "any"
"""The word for a faction that the seed chooses."""


def factions_for(count: int, seat: int, own: str, before: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the factions of a game clockwise: the person's own, those of the previous game if they fit, then
    the others in the box.

    >>> factions_for(3, 1, "yin")[1]
    'yin'
    """
    known = [*before, *(name for name in factions() if name not in before)]
    chosen = own if own in factions() else known[seat]
    others = iter([name for name in known if name != chosen])
    return tuple(chosen if place == seat else next(others) for place in range(count))


class ImperiumForm(SeatedForm[SeatedT]):
    """The form for a new game: the short game or the number of players, the person's faction, the rule
    switches.
    """

    game = "imperium"
    counts = COUNTS

    def default_start(self) -> GameStart:
        """The learner's short game."""
        return GameStart(SHORT_FACTIONS, True)

    def fields(self, player_view: PlayerView[SeatedT]) -> list[Markup]:
        """The fields of the form: which game, the person's faction, rule switches, opponents and seed."""
        settings, say = player_view.match.settings, player_view.say
        begin: GameStart = settings.begin
        kind = typed_or(player_view, "players", SHORT if begin.short else begin.seats)
        games = [(name, say("new.short") if name == SHORT else say("new.whole", n=name)) for name in COUNTS]
        own = typed_or(player_view, "faction", begin.factions[settings.seat])
        named = sorted((faction_name(name), name) for name in factions())
        fields = [
            select(player_view, "players", kind, games),
            select(player_view, "faction", own, [(name, title) for title, name in named]),
        ]
        fields += self._switches(player_view)
        return [*fields, opponents_field(player_view), seed_field(player_view)]

    def _switches(self, player_view: PlayerView[SeatedT]) -> list[Markup]:
        """The readings of the rules that matter in a whole game, each with its values."""
        variant = player_view.match.settings.begin.variant
        made = []
        for name in GAME_SWITCHES:
            switch = Variant.switches[name]
            options = [(str(choice), choice.text()) for choice in switch.values]
            made.append(
                select(player_view, name, typed_or(player_view, name, getattr(variant, name)), options)
            )
        return made

    def settings(self, typed: Mapping[str, str], before: SeatedT) -> SeatedT:
        """Return what the form says; fields that are not there stay as `before`. Raises `ImperiumFault` for
        players or a faction that cannot be, `VariantError` for readings that cannot."""
        settings = common_settings(typed, before)
        begin: GameStart = before.begin
        kind = typed.get("players", SHORT if begin.short else str(begin.seats))
        if kind not in COUNTS:
            raise ImperiumFault("players", found=kind[:20])
        variant = Variant.resolve(typed["variant"]) if "variant" in typed else begin.variant
        changed = {name: typed[name] for name in GAME_SWITCHES if name in typed}
        variant = attrs.evolve(variant, **changed) if changed else variant
        if kind == SHORT:
            return settings.changed(begin=GameStart(SHORT_FACTIONS, True, variant), seat=0)
        seat = min(before.seat, int(kind) - 1)
        own = typed.get("faction", begin.factions[min(before.seat, begin.seats - 1)])
        if own not in factions() and own != ANY_FACTION:
            raise ImperiumFault("faction", found=own[:20], known=", ".join(factions()))
        chosen = factions_for(int(kind), seat, own, () if begin.short else begin.factions)
        return settings.changed(begin=GameStart(chosen, False, variant), seat=seat)

    def own_address(self, settings: SeatedT) -> dict[str, str]:
        """The number of players and the person's faction in a whole game."""
        begin: GameStart = settings.begin
        return {} if begin.short else {"players": str(begin.seats), "faction": begin.factions[settings.seat]}


GAME_SWITCHES = ("diplomacy", "fighters_block", "losses")
"""The readings that the form offers; those of battles are set by `variant` in the address."""

AI_LEVELS = NAMES
"""The ways in which the computer can play, the strongest first."""
