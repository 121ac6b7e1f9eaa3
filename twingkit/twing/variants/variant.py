"""The variants of Imperial Twing: one switch for every alternative interpretation of the rules.

A `Variant` has a value for every switch. `BOX` is how this project decides the rules; the values, the presets
and all texts are in `variants.toml`. A variant is one line of text in a record: `box price=4`.

There is no switch for rules without an alternative (TW-VAR-10, 11, 12 and 23), for numbers of the box (see
the box file: TW-BOX-3, TW-BOX-5), and for who plays which character (see the start: TW-SET-1). Fixed pairs of
mount and rider, events that affect cards in battle, a roll for each pairing, repeated ties in a duel, leaving
at any moment, the publisher's Heroes, two against two and solo would each need another script, not another
value of a switch.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import attrs

from twingkit.core.variants.switches import (
    Conflict,
    Switch,
    SwitchDifference,
    Switches,
    SwitchValue,
    Value,
    VariantError,
)
from twingkit.core.variants.variant import AnyVariant

__all__ = [
    "BOX",
    "PRESETS",
    "PUBLISHER",
    "SWITCHES",
    "Conflict",
    "Switch",
    "SwitchDifference",
    "SwitchValue",
    "Value",
    "Variant",
    "VariantError",
    "diff",
    "switch",
    "switches",
]

PUBLISHER = "publisher’s page of variations"
"""The source of switches that are in neither rulebook."""

SWITCHES = Switches("twingkit.twing.variants")
"""All switches of `variants.toml`."""


@attrs.frozen(kw_only=True, repr=False, cache_hash=True)
class Variant(AnyVariant):
    """The variant of a game: a checked value for each switch. Raises `VariantError`.

    `switches()` describes each switch.

    >>> variant = Variant.parse("box price=3")
    >>> variant.price, BOX.price
    (3, 5)
    >>> print(variant)
    box price=3
    """

    switches: ClassVar[Switches] = SWITCHES

    price: int = SWITCHES.field("price")
    distinct_colours: bool = SWITCHES.field("distinct_colours")
    objects_needed: int = SWITCHES.field("objects_needed")
    rider_element: str = SWITCHES.field("rider_element")
    cup: str = SWITCHES.field("cup")
    trap_targets: str = SWITCHES.field("trap_targets")
    units: str = SWITCHES.field("units")
    fourth_element: str = SWITCHES.field("fourth_element")
    teddy: str = SWITCHES.field("teddy")
    criticals: str = SWITCHES.field("criticals")
    setup_refill: str = SWITCHES.field("setup_refill")
    direction: str = SWITCHES.field("direction")
    leaver_gives: bool = SWITCHES.field("leaver_gives")
    endgame_entry: str = SWITCHES.field("endgame_entry")
    trap_action: str = SWITCHES.field("trap_action")
    spiral: str = SWITCHES.field("spiral")
    own_creatures: str = SWITCHES.field("own_creatures")
    shield_reward: str = SWITCHES.field("shield_reward")
    socks: str = SWITCHES.field("socks")
    shamrock: str = SWITCHES.field("shamrock")
    events: bool = SWITCHES.field("events")
    unlimited_bank: bool = SWITCHES.field("unlimited_bank")
    start_ornicles: int = SWITCHES.field("start_ornicles")
    start_symbols: str = SWITCHES.field("start_symbols")
    unused_elements: str = SWITCHES.field("unused_elements")
    refill_first: bool = SWITCHES.field("refill_first")
    refill_when: str = SWITCHES.field("refill_when")
    empty_stack: str = SWITCHES.field("empty_stack")
    used_events: str = SWITCHES.field("used_events")
    ritual_empty: str = SWITCHES.field("ritual_empty")
    hand_limit: str = SWITCHES.field("hand_limit")
    switching: str = SWITCHES.field("switching")
    empty_defence: str = SWITCHES.field("empty_defence")
    secret_lay: bool = SWITCHES.field("secret_lay")
    first_round_peace: bool = SWITCHES.field("first_round_peace")
    own_element: str = SWITCHES.field("own_element")
    panties: str = SWITCHES.field("panties")
    bra: str = SWITCHES.field("bra")
    cat_die: str = SWITCHES.field("cat_die")
    miromon: str = SWITCHES.field("miromon")
    inversion: str = SWITCHES.field("inversion")
    event_limit: str = SWITCHES.field("event_limit")
    puppet: str = SWITCHES.field("puppet")
    trap_before_roll: bool = SWITCHES.field("trap_before_roll")
    trap_pair: str = SWITCHES.field("trap_pair")
    both_critical: str = SWITCHES.field("both_critical")
    shield_criticals: bool = SWITCHES.field("shield_criticals")
    own_home: str = SWITCHES.field("own_home")
    ties: str = SWITCHES.field("ties")
    stop_when_decided: bool = SWITCHES.field("stop_when_decided")
    duel_stake: str = SWITCHES.field("duel_stake")
    duel_ornicles: bool = SWITCHES.field("duel_ornicles")
    duel_reroll: str = SWITCHES.field("duel_reroll")
    duel_no_spell: str = SWITCHES.field("duel_no_spell")
    duel_object: str = SWITCHES.field("duel_object")
    support: str = SWITCHES.field("support")
    support_counts: bool = SWITCHES.field("support_counts")
    shield_stakes: bool = SWITCHES.field("shield_stakes")
    supporter_home: bool = SWITCHES.field("supporter_home")
    endgame_support: bool = SWITCHES.field("endgame_support")
    endgame_needs: str = SWITCHES.field("endgame_needs")
    elimination: str = SWITCHES.field("elimination")
    endgame_miromon: str = SWITCHES.field("endgame_miromon")
    endgame_trap: str = SWITCHES.field("endgame_trap")
    endgame_losses: str = SWITCHES.field("endgame_losses")
    endgame_ornicle: bool = SWITCHES.field("endgame_ornicle")
    endgame_forced: bool = SWITCHES.field("endgame_forced")
    endgame_leaves: str = SWITCHES.field("endgame_leaves")
    turn_limit: int = SWITCHES.field("turn_limit")
    trap_roll: bool = SWITCHES.field("trap_roll")
    two_cats: bool = SWITCHES.field("two_cats")
    start_cats: bool = SWITCHES.field("start_cats")
    boots: str = SWITCHES.field("boots")
    shield_support: str = SWITCHES.field("shield_support")
    out_gives: bool = SWITCHES.field("out_gives")
    leaver_chooses: bool = SWITCHES.field("leaver_chooses")


BOX = Variant.box()
"""The default: the rules as this project decides them.

>>> str(BOX), BOX.price
('box', 5)
"""

PRESETS: Mapping[str, Variant] = Variant.presets()
"""The named variants: the box, each rulebook, and a short game.

>>> list(PRESETS)
['box', 'english', 'german', 'short']
"""


def switches() -> tuple[Switch, ...]:
    """Return all switches with their texts, in notation order."""
    return SWITCHES.all_switches


def switch(key: str) -> Switch:
    """Return the switch of this name. Raises `VariantError` naming the nearest."""
    return SWITCHES[key]


def diff(one: Variant, other: Variant) -> list[SwitchDifference]:
    """Return every switch that the two variants set differently, in notation order."""
    return one.diff(other)
