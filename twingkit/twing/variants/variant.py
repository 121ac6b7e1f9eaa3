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

from twingkit.core.variants.switches import Switches, VariantError
from twingkit.core.variants.variant import BaseVariant

__all__ = ["BOX", "PRESETS", "SWITCHES", "Variant", "VariantError"]

SWITCHES = Switches("twingkit.twing.variants")
"""All switches of the rules, loaded from `variants.toml`."""


@attrs.frozen(kw_only=True, repr=False, cache_hash=True)
class Variant(BaseVariant):
    """A variant of Imperial Twing: a valid value for each switch of the rules.

    `SWITCHES` describes each switch. Raises `VariantError` for an invalid value.

    >>> variant = Variant.parse("box price=3")
    >>> variant.price, BOX.price
    (3, 5)
    >>> print(variant)
    box price=3
    """

    switches: ClassVar[Switches] = SWITCHES

    price: int = SWITCHES.attrs_field("price")
    distinct_colours: bool = SWITCHES.attrs_field("distinct_colours")
    objects_needed: int = SWITCHES.attrs_field("objects_needed")
    rider_element: str = SWITCHES.attrs_field("rider_element")
    cup: str = SWITCHES.attrs_field("cup")
    trap_targets: str = SWITCHES.attrs_field("trap_targets")
    units: str = SWITCHES.attrs_field("units")
    fourth_element: str = SWITCHES.attrs_field("fourth_element")
    teddy: str = SWITCHES.attrs_field("teddy")
    criticals: str = SWITCHES.attrs_field("criticals")
    setup_refill: str = SWITCHES.attrs_field("setup_refill")
    direction: str = SWITCHES.attrs_field("direction")
    leaver_gives: bool = SWITCHES.attrs_field("leaver_gives")
    endgame_entry: str = SWITCHES.attrs_field("endgame_entry")
    trap_action: str = SWITCHES.attrs_field("trap_action")
    spiral: str = SWITCHES.attrs_field("spiral")
    own_creatures: str = SWITCHES.attrs_field("own_creatures")
    shield_reward: str = SWITCHES.attrs_field("shield_reward")
    socks: str = SWITCHES.attrs_field("socks")
    shamrock: str = SWITCHES.attrs_field("shamrock")
    events: bool = SWITCHES.attrs_field("events")
    unlimited_bank: bool = SWITCHES.attrs_field("unlimited_bank")
    start_ornicles: int = SWITCHES.attrs_field("start_ornicles")
    start_symbols: str = SWITCHES.attrs_field("start_symbols")
    unused_elements: str = SWITCHES.attrs_field("unused_elements")
    refill_first: bool = SWITCHES.attrs_field("refill_first")
    refill_when: str = SWITCHES.attrs_field("refill_when")
    empty_stack: str = SWITCHES.attrs_field("empty_stack")
    used_events: str = SWITCHES.attrs_field("used_events")
    ritual_empty: str = SWITCHES.attrs_field("ritual_empty")
    hand_limit: str = SWITCHES.attrs_field("hand_limit")
    switching: str = SWITCHES.attrs_field("switching")
    empty_defence: str = SWITCHES.attrs_field("empty_defence")
    secret_lay: bool = SWITCHES.attrs_field("secret_lay")
    first_round_peace: bool = SWITCHES.attrs_field("first_round_peace")
    own_element: str = SWITCHES.attrs_field("own_element")
    panties: str = SWITCHES.attrs_field("panties")
    bra: str = SWITCHES.attrs_field("bra")
    cat_die: str = SWITCHES.attrs_field("cat_die")
    miromon: str = SWITCHES.attrs_field("miromon")
    inversion: str = SWITCHES.attrs_field("inversion")
    event_limit: str = SWITCHES.attrs_field("event_limit")
    puppet: str = SWITCHES.attrs_field("puppet")
    trap_before_roll: bool = SWITCHES.attrs_field("trap_before_roll")
    trap_pair: str = SWITCHES.attrs_field("trap_pair")
    both_critical: str = SWITCHES.attrs_field("both_critical")
    shield_criticals: bool = SWITCHES.attrs_field("shield_criticals")
    own_home: str = SWITCHES.attrs_field("own_home")
    ties: str = SWITCHES.attrs_field("ties")
    stop_when_decided: bool = SWITCHES.attrs_field("stop_when_decided")
    duel_stake: str = SWITCHES.attrs_field("duel_stake")
    duel_ornicles: bool = SWITCHES.attrs_field("duel_ornicles")
    duel_reroll: str = SWITCHES.attrs_field("duel_reroll")
    duel_no_spell: str = SWITCHES.attrs_field("duel_no_spell")
    duel_object: str = SWITCHES.attrs_field("duel_object")
    support: str = SWITCHES.attrs_field("support")
    support_counts: bool = SWITCHES.attrs_field("support_counts")
    shield_stakes: bool = SWITCHES.attrs_field("shield_stakes")
    supporter_home: bool = SWITCHES.attrs_field("supporter_home")
    endgame_support: bool = SWITCHES.attrs_field("endgame_support")
    endgame_needs: str = SWITCHES.attrs_field("endgame_needs")
    elimination: str = SWITCHES.attrs_field("elimination")
    endgame_miromon: str = SWITCHES.attrs_field("endgame_miromon")
    endgame_trap: str = SWITCHES.attrs_field("endgame_trap")
    endgame_losses: str = SWITCHES.attrs_field("endgame_losses")
    endgame_ornicle: bool = SWITCHES.attrs_field("endgame_ornicle")
    endgame_forced: bool = SWITCHES.attrs_field("endgame_forced")
    endgame_leaves: str = SWITCHES.attrs_field("endgame_leaves")
    turn_limit: int = SWITCHES.attrs_field("turn_limit")
    trap_roll: bool = SWITCHES.attrs_field("trap_roll")
    two_cats: bool = SWITCHES.attrs_field("two_cats")
    start_cats: bool = SWITCHES.attrs_field("start_cats")
    boots: str = SWITCHES.attrs_field("boots")
    shield_support: str = SWITCHES.attrs_field("shield_support")
    out_gives: bool = SWITCHES.attrs_field("out_gives")
    leaver_chooses: bool = SWITCHES.attrs_field("leaver_chooses")


BOX = Variant.box()
"""The default variant: the rules as this project decides them.

>>> str(BOX), BOX.price
('box', 5)
"""


PRESETS: Mapping[str, Variant] = Variant.presets()
"""The named variants: the box, each rulebook, and a short game.

>>> list(PRESETS)
['box', 'english', 'german', 'short']
"""
