"""The settings of a battle against the computer: battle, side, computer level, and seed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import attrs

from twingkit.core.links import to_unquoted_link_value
from twingkit.core.notation import ROLES, IllegalBattleError, NotationError
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.variants.variant import BOX, Variant
from twingkit_widgets.imperium.play.battle.landing import first_battle_and_invasion_line
from twingkit_widgets.imperium.play.words import BattleFault
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.markup import Markup
from twingkit_widgets.table.play import form
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.seated import NewGameForm
from twingkit_widgets.table.play.settings import ALL_SEATS

Settings = Any  # those of the game that has this form (`play_game.py`)

PREPARED_BATTLES = {
    "first": "space: 3 fighter 2 cruiser 1 carrier vs 1 fighter 2 destroyer 1 dreadnought",
    "fleets": "space: 4 fighter 1 destroyer 2 cruiser 1 carrier 2 dreadnought "
    "vs 3 fighter 2 cruiser 1 dreadnought 1 warsun",
    "cards": "space: 3 fighter 1 cruiser 1 carrier 2 dreadnought @ sol,mb "
    "vs 3 fighter 2 destroyer 3 cruiser 1 carrier @ l1z1x,sh",
    "landing": "ground: 1 dreadnought 4 infantry 1 mech vs 3 infantry 1 mech 1 pds",
}
"""Prepared battles, by name."""

RANDOM, CUSTOM = "random", "own"

DEFAULT_LEVEL = "best"
"""The default level of the computer."""

_SHIP_COSTS = {"dreadnought": 4.0, "cruiser": 2.0, "carrier": 3.0, "destroyer": 1.0, "fighter": 0.5}
"""The ships of a random battle, with their costs."""


def random_battle_line(rng: random.Random) -> str:
    """Return the notation of a random space battle whose sides cost about the same."""
    budget = rng.randint(8, 18)
    return f"space: {_fleet(rng, budget)} vs {_fleet(rng, budget)}"


def _fleet(rng: random.Random, budget: float) -> str:
    counts = dict.fromkeys(_SHIP_COSTS, 0)
    while affordable := [ship for ship in _SHIP_COSTS if _SHIP_COSTS[ship] <= budget and counts[ship] < 6]:
        ship = rng.choice(affordable)
        counts[ship] += 1
        budget -= _SHIP_COSTS[ship]
    return " ".join(f"{count} {ship}" for ship, count in counts.items() if count)


def settings_for(battle: Battle | str, variant: Variant = BOX) -> dict[str, Any]:
    """Return the settings for playing a battle, which is given as a `Battle`, in notation, or by its name in
    `PREPARED_BATTLES`.

    Of an invasion the first half is played. Raises `NotationError` or `IllegalBattleError`.
    """
    if isinstance(battle, str):
        battle = attrs.evolve(Battle.parse(PREPARED_BATTLES.get(battle, battle)), variant=variant)
    first, whole = first_battle_and_invasion_line(battle.check())
    return {"start": BattleStart(first), "invasion_line": whole}


def battle_line(settings: Settings) -> str:
    """Return the notation of the battle in these settings, or of the whole invasion to which it belongs."""
    return settings.invasion_line or str(settings.start.battle)


class NewBattleForm(NewGameForm[Settings]):
    """The form for a new battle: battle, person's side, opponents and seed."""

    game_id = "imperium"

    def default_start(self) -> BattleStart:
        """Return the first prepared battle."""
        start: BattleStart = settings_for("first")["start"]
        return start

    def fields(self, player_view: PlayerView[Settings]) -> list[Markup]:
        """Return the fields: battle, side, opponents, custom battle and seed."""
        settings = player_view.match.settings
        own, side = _name(settings) or CUSTOM, settings.play_design.seat_tags[settings.seat]
        setups = [(name, player_view.say(f"new.kind.{name}")) for name in (*PREPARED_BATTLES, RANDOM, CUSTOM)]
        roles = [(role, player_view.say(f"new.side.{role}")) for role in ROLES]
        roles.append((ALL_SEATS, player_view.say("all.seat")))
        line = named_field(
            "input",
            "battle",
            cls="tk-field tk-code",
            id="tk-play-battle",
            value=form.typed_or(player_view, "battle", battle_line(settings) if own == CUSTOM else ""),
            placeholder="space: 2 cruiser 1 carrier vs 1 dreadnought",
            aria_invalid="true"
            if isinstance(player_view.ui_state.fault, NotationError | IllegalBattleError)
            else None,
            autocomplete="off",
            spellcheck="false",
            data_key="new:battle",
        )
        return [
            form.form_drop_down(player_view, "setup", form.typed_or(player_view, "setup", own), setups),
            form.form_drop_down(player_view, "seat", form.typed_or(player_view, "seat", side), roles),
            form.opponent_level_field(player_view),
            form.labelled_field(player_view, "battle", line),
            form.seed_field(player_view),
        ]

    def settings(self, form_values: Mapping[str, str], old_settings: Settings) -> Settings:
        """Return the settings of the form; missing fields stay as in `old_settings`.

        Raises `BattleFault` for an impossible side, opponent or seed, `NotationError` or `IllegalBattleError`
        for an invalid battle, and `VariantError` for an invalid variant.
        """
        variant = (
            Variant.resolve(form_values["variant"])
            if "variant" in form_values
            else old_settings.start.variant
        )
        sides = old_settings.play_design.seat_tags
        side = form_values.get("seat", sides[old_settings.seat])
        if side not in sides:
            raise BattleFault("no_seat", found=side[:20])
        settings = form.common_settings(form_values, old_settings).changed(seat=sides.index(side))
        said = battle_line(old_settings)
        setup, line = form_values.get("setup", CUSTOM), form_values.get("battle", said)
        if line and line != said:
            setup = CUSTOM  # a typed battle takes precedence
        if setup == RANDOM:
            line = random_battle_line(random.Random(settings.seed))
        return settings.changed(**settings_for(PREPARED_BATTLES.get(setup, line), variant))

    def game_address(self, settings: Settings) -> dict[str, str]:
        """Return the battle and the side as link parameters, if they are not the defaults."""
        name = _name(settings)
        query = {} if name == "first" else {"battle": name or to_unquoted_link_value(battle_line(settings))}
        return {**query, "seat": settings.play_design.seat_tags[settings.seat]} if settings.seat else query


def _name(settings: Settings) -> str:
    line = str(settings.start.battle)
    return next((name for name, prepared in PREPARED_BATTLES.items() if prepared == line), "")
