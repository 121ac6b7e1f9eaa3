"""The card prices of the player `steady`: for two players, and for more players."""

from __future__ import annotations

import attrs

from twingkit.twing.players.outlook import Prices

TWO_PLAYER_PRICES = Prices(
    spell_base=-0.1,
    spell_power=0.2,
    own_spell=0.2,
    creature_base=-0.1,
    creature_power=0.55,
    own_creature=0.06,
    cat=1.2,
    trap=4.0,
    miromon=3.0,
    refill_value=0.5,
    stack_card_bonus=1.0,
    first_ornicle_bonus=0.5,
    ornicle_value=0.4,
    full_price_bonus=1.0,
)
"""The card prices of the player `steady` in games of two: tuned in games between computer players."""

MULTIPLAYER_PRICES = attrs.evolve(
    TWO_PLAYER_PRICES,
    spell_base=0.18,
    spell_power=0.1,
    own_spell=0.3,
    creature_base=0.66,
    creature_power=0.61,
    own_creature=0.19,
    cat=0.6,
    trap=3.1,
    miromon=1.0,
    ornicle_value=0.1,
    first_ornicle_bonus=0.5,
    full_price_bonus=0.5,
    object_count_strength=(0.0, 0.05, 0.37, 0.55, 0.95, 1.05, 1.2, 1.4, 1.6, 1.8),
    object_power_strength={
        "boots": 0.77,
        "teddy": 0.51,
        "bra": 0.35,
        "shamrock": 0.27,
        "cup": 0.05,
        "panties": 0.05,
        "socks": 0.05,
        "hat": 0.36,
        "puppet": 0.35,
    },
)
"""The card prices while more than two players are left, based on 382 games of three and four players.

Against the earlier prices, which only valued Ornicles higher, one seat with these prices won more than its
share, each deal played from every seat (standard errors over deals): of three players by 0.125 ± 0.140
(24 games), 0.118 ± 0.044 (102) and 0.024 ± 0.082 (42), of four by 0.014 ± 0.032 (72).
"""
