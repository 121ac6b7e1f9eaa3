"""The settings of a battle against the computer: which one, which side, how the computer plays, and a
seed."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Self, TypeVar

import attrs

from twingkit import Game
from twingkit.core.links import link_value
from twingkit.core.notation import BattleError, NotationError
from twingkit.core.play import Start
from twingkit.imperium.battle.notation.battle_line import ROLES, Battle
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.variants.variant import BOX, Variant
from twingkit_widgets.imperium.play.landing import first_half
from twingkit_widgets.imperium.play.words import FleetFault
from twingkit_widgets.panel.controls import named
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.panel.settings.start_rules import variant_query
from twingkit_widgets.table.play.form import (
    common_settings,
    labelled,
    opponents_field,
    seed_field,
    select,
    typed_or,
)
from twingkit_widgets.table.play.play_game import PlayGame
from twingkit_widgets.table.play.player_view import PlayerView

PREPARED = {
    "first": "space: 3 fighter 2 cruiser 1 carrier vs 1 fighter 2 destroyer 1 dreadnought",
    "fleets": "space: 4 fighter 1 destroyer 2 cruiser 1 carrier 2 dreadnought "
    "vs 3 fighter 2 cruiser 1 dreadnought 1 warsun",
    "cards": "space: 3 fighter 1 cruiser 1 carrier 2 dreadnought @ sol,mb "
    "vs 3 fighter 2 destroyer 3 cruiser 1 carrier @ l1z1x,sh",
    "landing": "ground: 1 dreadnought 4 infantry 1 mech vs 3 infantry 1 mech 1 pds",
}
"""Battles to begin with, by name."""

RANDOM, OWN = "random", "own"

DEFAULT_LEVEL = "best"
"""The default way in which the computer plays."""

FLEETS = {"dreadnought": 4.0, "cruiser": 2.0, "carrier": 3.0, "destroyer": 1.0, "fighter": 0.5}
"""The ships of a random battle, and their cost."""


def random_line(rng: random.Random) -> str:
    """A battle in space whose sides cost about the same."""
    budget = rng.randint(8, 18)
    return f"space: {_fleet(rng, budget)} vs {_fleet(rng, budget)}"


def _fleet(rng: random.Random, budget: float) -> str:
    counts = dict.fromkeys(FLEETS, 0)
    while affordable := [ship for ship in FLEETS if FLEETS[ship] <= budget and counts[ship] < 6]:
        ship = rng.choice(affordable)
        counts[ship] += 1
        budget -= FLEETS[ship]
    return " ".join(f"{count} {ship}" for ship, count in counts.items() if count)


def fought(line: str) -> Battle:
    """The battle of a line, or of a name in `PREPARED`, that is played; of an invasion its first half. Raises
    `NotationError` or `BattleError`."""
    return both_halves(line)[0]


def both_halves(line: str) -> tuple[Battle, str]:
    """The battle that is played first, and the line of the whole invasion ("": nothing follows). Raises as
    `fought`."""
    return first_half(Battle.parse(PREPARED.get(line, line)).check())


@attrs.frozen
class FleetChoice(ABC):
    """The settings of a battle against the computer: its `line`, the person's seat (0: attacks), how the
    computer plays (one of `starts.PLAYERS`), a seed for dice and opponents, of the first half of an invasion
    the line of the `whole`, and the variant."""

    line: str = PREPARED["first"]
    seat: int = 0
    opponents: str = DEFAULT_LEVEL
    seed: int = 0
    whole: str = ""
    variant: Variant = BOX

    @property
    @abstractmethod
    def rules(self) -> PlayGame[Self]:
        """The rules of play for it."""

    @property
    def seats(self) -> int:
        """Two sides."""
        return len(ROLES)

    def game(self) -> Game:
        """A fresh battle. Raises `NotationError` or `BattleError` for one that cannot be."""
        battle = attrs.evolve(fought(self.line), variant=self.variant)
        return Game(BattleStart(battle), seed=self.seed, rolls="ask")

    def resumed_from(self, start: Start, **changes: Any) -> Self:
        """The same for a battle that began so. Raises `FleetFault` if it is none."""
        if not isinstance(start, BattleStart):
            raise FleetFault("other", name=start.name)
        return attrs.evolve(self, line=str(start.battle), whole="", variant=start.variant, **changes)

    def changed(self, **changes: Any) -> Self:
        """The same with other values of some fields."""
        return attrs.evolve(self, **changes)


ChoiceT = TypeVar("ChoiceT", bound=FleetChoice)
"""The type of the settings of a battle."""


def settings_of(typed: Mapping[str, str], before: ChoiceT) -> ChoiceT:
    """Return what the form of a new battle says; fields that are not there stay as `before`.

    Raises `FleetFault` for a side, an opponent or a seed that cannot be, `NotationError` or `BattleError` for
    a line that is no battle, `VariantError` for a variant that cannot be.
    """
    if "variant" in typed:
        before = before.changed(variant=Variant.of(typed["variant"]))
    role = typed.get("seat", ROLES[before.seat])
    if role not in ROLES:
        raise FleetFault("no_seat", found=role[:20])
    settings = common_settings(typed, before).changed(seat=ROLES.index(role))
    said = before.whole or before.line
    setup, line = typed.get("setup", OWN), typed.get("battle", said)
    if line and line != said:
        setup = OWN  # whoever types a line wants its battle
    if setup in PREPARED:
        line = PREPARED[setup]
    elif setup == RANDOM:
        line = random_line(random.Random(settings.seed))
    else:
        first, whole = both_halves(line)
        return settings.changed(line=str(first), whole=whole)
    return settings.changed(line=line, whole="")


def address_of(settings: FleetChoice) -> dict[str, str]:
    """Return what a link to such a battle has in its query."""
    name = next((name for name, line in PREPARED.items() if line == settings.line), "")
    query = {"battle": name or link_value(settings.whole or settings.line)}
    if name == "first":
        query = {}
    if settings.opponents != DEFAULT_LEVEL:
        query["opponents"] = settings.opponents
    query |= variant_query("imperium", settings.variant)
    return {**query, "seat": ROLES[settings.seat]} if settings.seat else query


def form_fields(player_view: PlayerView[ChoiceT]) -> list[Markup]:
    """The fields of the form for a new battle."""
    settings = player_view.match.settings
    own = next((name for name, line in PREPARED.items() if line == settings.line), OWN)
    setups = [(name, player_view.say(f"new.kind.{name}")) for name in (*PREPARED, RANDOM, OWN)]
    roles = [(role, player_view.say(f"new.side.{role}")) for role in ROLES]
    line = named(
        "input",
        "battle",
        cls="tk-field tk-code",
        id="tk-play-battle",
        value=typed_or(player_view, "battle", (settings.whole or settings.line) if own == OWN else ""),
        placeholder="space: 2 cruiser 1 carrier vs 1 dreadnought",
        aria_invalid="true" if isinstance(player_view.ui_state.fault, NotationError | BattleError) else None,
        autocomplete="off",
        spellcheck="false",
        data_key="new:battle",
    )
    return [
        select(player_view, "setup", typed_or(player_view, "setup", own), setups),
        select(player_view, "seat", typed_or(player_view, "seat", ROLES[settings.seat]), roles),
        opponents_field(player_view),
        labelled(player_view, "battle", line),
        seed_field(player_view),
    ]
