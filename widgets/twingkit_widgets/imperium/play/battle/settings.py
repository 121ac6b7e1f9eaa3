"""The settings of a battle against the computer: which one, which side, how the computer plays, and a
seed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import attrs

from twingkit.core.links import to_unquoted_link
from twingkit.core.notation import ROLES, BattleError, NotationError
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.variants.variant import BOX, Variant
from twingkit_widgets.imperium.play.battle.landing import first_half
from twingkit_widgets.imperium.play.words import BattleFault
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play.form import (
    common_settings,
    labelled,
    opponents_field,
    seed_field,
    select,
    typed_or,
)
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import SeatedForm
from twingkit_widgets.table.play.settings import ALL_SEATS

Settings = Any  # those of the game that has this form (`play_game.py`)

PREPARED = {
    "first": "space: 3 fighter 2 cruiser 1 carrier vs 1 fighter 2 destroyer 1 dreadnought",
    "fleets": "space: 4 fighter 1 destroyer 2 cruiser 1 carrier 2 dreadnought "
    "vs 3 fighter 2 cruiser 1 dreadnought 1 warsun",
    "cards": "space: 3 fighter 1 cruiser 1 carrier 2 dreadnought @ sol,mb "
    "vs 3 fighter 2 destroyer 3 cruiser 1 carrier @ l1z1x,sh",
    "landing": "ground: 1 dreadnought 4 infantry 1 mech vs 3 infantry 1 mech 1 pds",
}
"""Battles to begin with, by name."""

RANDOM, CUSTOM = "random", "own"

DEFAULT_LEVEL = "best"
"""The default way in which the computer plays."""

FLEETS = {"dreadnought": 4.0, "cruiser": 2.0, "carrier": 3.0, "destroyer": 1.0, "fighter": 0.5}
"""The ships of a random battle, and their cost."""


def random_line(rng: random.Random) -> str:
    """Return a space battle whose sides cost about the same."""
    budget = rng.randint(8, 18)
    return f"space: {_fleet(rng, budget)} vs {_fleet(rng, budget)}"


def _fleet(rng: random.Random, budget: float) -> str:
    counts = dict.fromkeys(FLEETS, 0)
    while affordable := [ship for ship in FLEETS if FLEETS[ship] <= budget and counts[ship] < 6]:
        ship = rng.choice(affordable)
        counts[ship] += 1
        budget -= FLEETS[ship]
    return " ".join(f"{count} {ship}" for ship, count in counts.items() if count)


def settings_for(battle: Battle | str, variant: Variant = BOX) -> dict[str, Any]:
    """The settings of a battle, or by the rules of `variant` that of a line or of a name in `PREPARED`, as it
    is played: of an invasion its first half, and the line of the `whole`. Raises `NotationError` or
    `BattleError`."""
    if isinstance(battle, str):
        battle = attrs.evolve(Battle.parse(PREPARED.get(battle, battle)), variant=variant)
    first, whole = first_half(battle.check())
    return {"begin": BattleStart(first), "whole": whole}


def line_of(settings: Settings) -> str:
    """The line of the battle, of the first half of an invasion that of the whole."""
    return settings.whole or str(settings.begin.battle)


class BattleForm(SeatedForm[Settings]):
    """The form for a new battle: which one, the person's side, opponents and seed."""

    game = "imperium"

    def default_start(self) -> BattleStart:
        """The first battle."""
        start: BattleStart = settings_for("first")["begin"]
        return start

    def fields(self, player_view: PlayerView[Settings]) -> list[Markup]:
        """The battle, the side, opponents, a custom battle and the seed."""
        settings = player_view.match.settings
        own, side = _name(settings) or CUSTOM, settings.rules.seat_tags[settings.seat]
        setups = [(name, player_view.say(f"new.kind.{name}")) for name in (*PREPARED, RANDOM, CUSTOM)]
        roles = [(role, player_view.say(f"new.side.{role}")) for role in ROLES]
        roles.append((ALL_SEATS, player_view.say("all.seat")))
        line = named_field(
            "input",
            "battle",
            cls="tk-field tk-code",
            id="tk-play-battle",
            value=typed_or(player_view, "battle", line_of(settings) if own == CUSTOM else ""),
            placeholder="space: 2 cruiser 1 carrier vs 1 dreadnought",
            aria_invalid="true"
            if isinstance(player_view.ui_state.fault, NotationError | BattleError)
            else None,
            autocomplete="off",
            spellcheck="false",
            data_key="new:battle",
        )
        return [
            select(player_view, "setup", typed_or(player_view, "setup", own), setups),
            select(player_view, "seat", typed_or(player_view, "seat", side), roles),
            opponents_field(player_view),
            labelled(player_view, "battle", line),
            seed_field(player_view),
        ]

    def settings(self, typed: Mapping[str, str], before: Settings) -> Settings:
        """Return the settings of the form; missing fields stay as in `before`.

        Raises `BattleFault` for an impossible side, opponent or seed, `NotationError` or `BattleError` for an
        invalid battle, and `VariantError` for an invalid variant.
        """
        variant = Variant.resolve(typed["variant"]) if "variant" in typed else before.begin.variant
        sides = before.rules.seat_tags
        side = typed.get("seat", sides[before.seat])
        if side not in sides:
            raise BattleFault("no_seat", found=side[:20])
        settings = common_settings(typed, before).changed(seat=sides.index(side))
        said = line_of(before)
        setup, line = typed.get("setup", CUSTOM), typed.get("battle", said)
        if line and line != said:
            setup = CUSTOM  # a typed battle takes precedence
        if setup == RANDOM:
            line = random_line(random.Random(settings.seed))
        return settings.changed(**settings_for(PREPARED.get(setup, line), variant))

    def own_address(self, settings: Settings) -> dict[str, str]:
        """The battle and the side, where they are not usual."""
        name = _name(settings)
        query = {} if name == "first" else {"battle": name or to_unquoted_link(line_of(settings))}
        return {**query, "seat": settings.rules.seat_tags[settings.seat]} if settings.seat else query


def _name(settings: Settings) -> str:
    """The name of the battle in `PREPARED`; "" for any other."""
    line = str(settings.begin.battle)
    return next((name for name, prepared in PREPARED.items() if prepared == line), "")
