"""The settings of a game of Ember: players, length and other readings, opponents, seed, and their form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from twingkit import Game
from twingkit.ember.rules.table import FEWEST_SEATS, SEATS
from twingkit.ember.starts import GameStart, PositionStart
from twingkit.ember.variants.variant import Variant
from twingkit.play import Start
from twingkit_widgets.ember.play.words import EmberFault
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.play.form import opponents_field, seed_field, seed_of, select, typed_or
from twingkit_widgets.play.sight import Sight
from twingkit_widgets.site.house.start_rules import variant_query

TEMPERS = ("steady", "greedy", "random")
"""The ways in which the computer can play, the strongest first."""

USUAL = "greedy"
"""The default way in which the computer plays."""

COUNTS = tuple(str(count) for count in range(FEWEST_SEATS, len(SEATS) + 1))
"""The numbers of players (EM-SET-1)."""

LENGTHS = ("20", "30", "40", "50")
"""The lengths of a game in Victory Points (EM-SET-4)."""


@attrs.frozen
class EmberChoice:
    """The settings of a game of Ember: how it starts, the person's seat (from 0), the computer's way to play
    (one of `TEMPERS`), a seed for cards and opponents."""

    begin: GameStart | PositionStart = attrs.field(factory=lambda: GameStart(FEWEST_SEATS))
    seat: int = 0
    opponents: str = USUAL
    seed: int = 0

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.begin.seats

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self.begin.variant

    def game(self) -> Game:
        """A fresh game in which every card is asked."""
        return Game(self.begin, seed=self.seed, rolls="ask")

    def taken_up(self, start: Start, **changes: Any) -> Any:
        """The same for a game that began so. Raises `EmberFault` if it is none of Ember."""
        if not isinstance(start, GameStart | PositionStart):
            raise EmberFault("other", name=start.name)
        return attrs.evolve(self, begin=start, **changes)


def settings_of(typed: Mapping[str, str], before: Any) -> Any:
    """Return what the form of a new game says; fields that are not there stay as `before`.

    Raises `EmberFault` for players, a length, an opponent or a seed that cannot be, `VariantError` for a
    variant that cannot.
    """
    count = typed.get("players", str(before.seats))
    if count not in COUNTS:
        raise EmberFault("players", found=count[:20])
    opponents = typed.get("opponents", before.opponents)
    if opponents not in TEMPERS:
        raise EmberFault("opponents", found=opponents[:20])
    variant = Variant.of(typed["variant"]) if "variant" in typed else before.variant
    length = typed.get("length", str(variant.length))
    if length not in LENGTHS:
        raise EmberFault("length", found=length[:20])
    begin = GameStart(int(count), attrs.evolve(variant, length=int(length)))
    seat = min(before.seat, int(count) - 1)
    return attrs.evolve(before, begin=begin, seat=seat, opponents=opponents, seed=seed_of(typed))


def address_of(settings: EmberChoice) -> dict[str, str]:
    """Return what a link to such a game has in its query: only what is not usual."""
    query = {"players": str(settings.seats)} if settings.seats != FEWEST_SEATS else {}
    query |= {"opponents": settings.opponents} if settings.opponents != USUAL else {}
    return {**query, **variant_query("ember", settings.variant)}


def form_fields(sight: Sight) -> list[Markup]:
    """The fields of the form for a new game."""
    settings: Any = sight.match.settings
    lengths = [(n, sight.say("new.length_is", n=n, name=sight.say(f"new.length_name.{n}"))) for n in LENGTHS]
    return [
        select(sight, "players", typed_or(sight, "players", settings.seats), [(n, n) for n in COUNTS]),
        select(sight, "length", typed_or(sight, "length", settings.variant.length), lengths),
        opponents_field(sight),
        seed_field(sight),
    ]
