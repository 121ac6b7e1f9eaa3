"""How a new game is wanted: by the form of the play panel, or by the address of its page."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from twingkit import twing
from twingkit.messages import Fault
from twingkit.twing.game import PLAYERS, UNKNOWN
from twingkit_widgets.play_game import TEMPERS, Settings
from twingkit_widgets.play_words import PlayFault

SEEDS = 1_000_000
"""A game without a seed of its own gets one below this number."""

LINKED = ("players", "variant", "opponents", "seed")
"""What an address can say about a game."""


def some_seed(seed: int | None) -> int:
    """The seed, or any if there is none."""
    return random.randrange(SEEDS) if seed is None else seed


def settings_of(typed: Mapping[str, str], before: Settings) -> Settings:
    """What the form of a new game says; fields that are not there stay as `before`.

    Raises `PlayFault` for a number of players, an opponent or a seed that cannot be, `VariantError` for a
    variant that cannot.
    """
    count = typed.get("players", str(len(before.characters)))
    if count not in {str(n) for n in PLAYERS}:
        raise PlayFault("players", found=count[:20])
    opponents = typed.get("opponents", before.opponents)
    if opponents not in TEMPERS:
        raise PlayFault("opponents", found=opponents[:20])
    seed = typed.get("seed", "")
    if seed and not (seed.isascii() and seed.isdecimal() and len(seed) <= 12):
        raise PlayFault("seed", found=seed[:20])
    variant = twing.Variant.parse(typed["variant"]) if "variant" in typed else before.variant
    element = typed.get("character", UNKNOWN)
    seat = min(before.seat, int(count) - 1)
    characters = [UNKNOWN] * int(count)
    characters[seat] = element
    return Settings(tuple(characters), seat, opponents, variant, some_seed(int(seed) if seed else None))


def asked_game(values: Mapping[str, str]) -> tuple[dict[str, Any], list[Exception]]:
    """What an address says about a game, as arguments of `PlayPanel`, and what is wrong with the rest.

    >>> asked_game({"players": "3", "variant": "short"})
    ({'players': 3, 'variant': 'short'}, [])
    """
    made: dict[str, Any] = {}
    faults: list[Exception] = []
    for name in (name for name in LINKED if name in values):
        value = values[name].strip()
        try:
            settings_of({name: value}, Settings())
        except (Fault, PlayFault) as fault:
            faults.append(fault)
        else:
            made[name] = int(value) if value.isdecimal() else value
    return made, faults
