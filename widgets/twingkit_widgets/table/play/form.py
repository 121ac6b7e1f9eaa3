"""The wish for a game: by the form of the play page or by the address of a page, and links to a game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from twingkit.core.links import pack, unpack
from twingkit.core.messages import Fault
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.settings import Settings, SettingsT
from twingkit_widgets.table.play.words import PlayFault

SEEDS = 1_000_000
"""A game without a seed of its own gets one below this number."""

SEATS = tuple(f"p{number}" for number in range(1, 10))
"""The names of seats in addresses and in kept games."""

EVERY_SEAT = len(SEATS)
"""The number of that "seat" in a game that lists it behind `SEATS`."""

LONGEST_LINKED_GAME = 2000
"""A link holds a whole game only while its word for it is shorter than this: some programs cut long ones."""


def seed_or_random(seed: int | None) -> int:
    """The seed, or any if there is none."""
    return random.randrange(SEEDS) if seed is None else seed


# -- the form


def common_fields(player_view: PlayerView) -> list[Markup]:
    """Return how the computer plays, and the seed: the fields that every game has."""
    return [opponents_field(player_view), seed_field(player_view)]


def typed_or(player_view: PlayerView, name: str, default: object) -> str:
    """Return the text of a field of the form."""
    return player_view.ui_state.typed.get(name, str(default))


def opponents_field(player_view: PlayerView) -> Markup:
    """Return how the computer plays."""
    ai_levels = [(name, player_view.rules.ai_level(name)) for name in player_view.rules.levels]
    return select(
        player_view,
        "opponents",
        typed_or(player_view, "opponents", player_view.match.settings.opponents),
        ai_levels,
    )


def seed_field(player_view: PlayerView) -> Markup:
    """The seed of the game."""
    field = named_field(
        "input",
        "seed",
        cls="tk-field",
        id="tk-play-seed",
        value=typed_or(player_view, "seed", ""),
        inputmode="numeric",
        autocomplete="off",
        placeholder=str(player_view.match.settings.seed),
        data_key="new:seed",
        aria_invalid="true" if fault_in(player_view, "seed") else None,
    )
    return labelled(player_view, "seed", field)


def fault_in(player_view: PlayerView, name: str) -> bool:
    """True if the fault is in the text of this field of the form."""
    fault = player_view.ui_state.fault
    return fault is not None and getattr(fault, "key", "") == f"fault.{name}"


def select(player_view: PlayerView, name: str, value: str, options: list[tuple[str, str]]) -> Markup:
    """A field with some values to choose from."""
    listed = [el("option", text, value=key, selected=key == value) for key, text in options]
    field = named_field("select", name, listed, cls="tk-field", id=f"tk-play-{name}", data_key=f"new:{name}")
    return labelled(player_view, name, field)


def labelled(player_view: PlayerView, name: str, field: Markup) -> Markup:
    """A field below its name."""
    label = el("label", player_view.say(f"new.{name}"), for_=f"tk-play-{name}", cls="tk-label")
    return el("div", label, field)


def common_settings(typed: Mapping[str, str], before: SettingsT) -> SettingsT:
    """The settings with another opponent and seed. Raises `PlayFault` for an opponent or a seed that cannot
    be."""
    opponents = typed.get("opponents", before.opponents)
    if opponents not in before.rules.levels:
        raise before.rules.fault("opponents", found=opponents[:20])
    return before.changed(opponents=opponents, seed=parse_seed(typed))


def parse_seed(typed: Mapping[str, str]) -> int:
    """The seed that was typed, or any. Raises `PlayFault` if it is none."""
    seed = typed.get("seed", "")
    if seed and not (seed.isascii() and seed.isdecimal() and len(seed) <= 12):
        raise PlayFault("seed", found=seed[:20])
    return seed_or_random(int(seed) if seed else None)


# -- the address


def parse_game_query(values: Mapping[str, str], before: Settings) -> tuple[dict[str, Any], list[Exception]]:
    """Return what an address says about a game, as arguments of its panel, and what is wrong with the rest.

    A packed `game` has its own settings: of what the address says beside it only the seat, the opponents and
    the seed count.
    """
    args: dict[str, object] = {}
    faults: list[Exception] = []
    for name in (name for name in before.rules.linked if name in values):
        try:
            args |= _argument(name, values[name].strip(), before)
        except (Fault, PlayFault) as fault:
            faults.append(fault)
    if "record" in args:
        args = {
            name: value for name, value in args.items() if name in ("record", "seat", "opponents", "seed")
        }
    return args, faults


def _argument(name: str, value: str, before: Settings) -> dict[str, object]:
    """One value of an address as an argument of the panel. Raises as `PlayGame.settings` and `unpack`."""
    rules = before.rules
    if name == "game":
        return {"record": unpack(value)}
    if name == "seat":
        if value not in rules.seat_tags:
            raise rules.fault("no_seat", found=value[:20])
        return {name: rules.seat_tags.index(value)}
    made = rules.settings({name: value}, before)
    if name == "seed":
        return {name: made.seed}
    number = name in rules.numbers and value.isascii() and value.isdecimal()
    return {name: int(value) if number else value}


def game_link_query(record: str, settings: Settings, asked_seat: int) -> dict[str, str]:
    """The query of a link to a game; empty if the game is too long for a link. The seat is named if another
    one is `asked_seat` first, the opponents if they are not the usual ones."""
    word = pack(record)
    if len(word) >= LONGEST_LINKED_GAME:
        return {}
    query = {"game": word}
    if settings.seat != asked_seat:
        query["seat"] = settings.rules.seat_tags[settings.seat]
    if settings.opponents != settings.rules.default_level:
        query["opponents"] = settings.opponents
    return query
