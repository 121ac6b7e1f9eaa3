"""Diplomacy: protect a system from activation, and ready planets (IM-STRAT-diplomacy)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.table.abilities import Moment, open_ability_window, usable_abilities
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose
from twingkit.imperium.galaxy.table.command_tokens import place_and_announce_token
from twingkit.imperium.galaxy.table.game_table import GameTable

RULE = "IM-STRAT-diplomacy"

MAX_READIED_PLANETS = 2
"""The largest number of planets that the secondary ability readies."""


def primary(table: GameTable, seat: int) -> Script:
    """Let the player choose a system with a planet they control (not Mecatol Rex); all others place a command
    token there. Then ready the player's exhausted planets there or, by the variant, up to two anywhere.
    """
    systems = list(
        dict.fromkeys(
            system
            for planet in table.controlled_planets(seat)
            if (system := table.system_of(planet)) != table.mecatol_system
        )
    )
    if systems:
        numbers = [table.tile_number(system) for system in systems]
        named = yield from ask_to_choose(table, seat, numbers, "system", RULE, subject="strategy_2")
        system = table.galaxy.system(named).index
        table.announce(RULE, "system", seat, number=named)
        for other in table.other_seats(seat):
            yield from place_and_announce_token(table, other, system, RULE)
        if table.variant.diplomacy == "original":
            there = {planet.id for planet in table.planets_of(system)}
            if worlds := there & set(table.controlled_planets(seat)) & table.exhausted_planets:
                table.exhausted_planets -= worlds
                table.announce(RULE, "readied", seat, planets=tuple(sorted(worlds)))
    if table.variant.diplomacy == "any_two":
        yield from _ready_two(table, seat)
    yield from open_ability_window(table, Moment("diplomacy", seat))


def secondary_has_effect(table: GameTable, seat: int) -> bool:
    """Return whether Diplomacy's secondary ability can do anything: the player has an exhausted planet, or an
    ability it triggers (IM-UNIT-peace_accords).
    """
    exhausted = bool(table.exhausted_planets_of(seat))
    return exhausted or next(usable_abilities(table, seat, Moment("diplomacy", seat)), None) is not None


def secondary(table: GameTable, seat: int) -> Script:
    """Resolve Diplomacy's secondary ability: ready up to two of the player's planets, then resolve abilities
    that it triggers.
    """
    yield from _ready_two(table, seat)
    yield from open_ability_window(table, Moment("diplomacy", seat))


def _ready_two(table: GameTable, seat: int) -> Script:
    for _ in range(MAX_READIED_PLANETS):
        planets = table.exhausted_planets_of(seat)
        if not planets:
            return
        named = yield from ask_to_choose(table, seat, [*planets, NO_TARGET_WORD], "ready", RULE)
        if named == NO_TARGET_WORD:
            return
        table.exhausted_planets -= {named}
        table.announce(RULE, "readied", seat, planets=(named,))
