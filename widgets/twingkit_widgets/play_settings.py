"""How a game is wanted: by the form of the play panel, or by the address of its page, and links to a game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from twingkit import twing
from twingkit.links import pack, unpack
from twingkit.messages import Fault
from twingkit.twing.game import PLAYERS, SEATS, UNKNOWN
from twingkit_widgets.play_game import TEMPERS, USUAL, Settings
from twingkit_widgets.play_words import PlayFault

SEEDS = 1_000_000
"""A game without a seed of its own gets one below this number."""

LINKED = ("players", "variant", "opponents", "seed", "game", "seat")
"""What an address can say about a game."""

LONGEST = 2000
"""A link holds a whole game only while its word for it is shorter than this: some programs cut long ones."""


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

    A packed `game` has its own players and variant: what the address says of these does not count then.

    >>> asked_game({"players": "3", "variant": "short"})
    ({'players': 3, 'variant': 'short'}, [])
    """
    made: dict[str, Any] = {}
    faults: list[Exception] = []
    for name in (name for name in LINKED if name in values):
        try:
            made |= _argument(name, values[name].strip())
        except (Fault, PlayFault) as fault:
            faults.append(fault)
    if "record" in made:
        made = {name: value for name, value in made.items() if name not in ("players", "variant")}
    return made, faults


def _argument(name: str, value: str) -> dict[str, Any]:
    """One value of an address as an argument of `PlayPanel`. Raises as `settings_of` and `unpack`."""
    if name == "game":
        return {"record": unpack(value)}
    if name == "seat":
        if value not in SEATS:
            raise PlayFault("no_seat", found=value[:20])
        return {name: SEATS.index(value)}
    settings_of({name: value}, Settings())
    return {name: int(value) if value.isdecimal() else value}


def link_of(record: str, seat: int, opponents: str, asked: int) -> dict[str, str]:
    """What the query of a link to a game has in it; empty if the game is too long for a link. The seat is
    named if another one is `asked` first, the opponents if they are not the usual ones."""
    word = pack(record)
    if len(word) >= LONGEST:
        return {}
    found = {"game": word}
    if seat != asked:
        found["seat"] = SEATS[seat]
    if opponents != USUAL:
        found["opponents"] = opponents
    return found
