"""Read the settings of a game from the form of the play page or the address of a page, and link to a game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from twingkit.core.links import pack_text, unpack_text
from twingkit.core.messages import Fault
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.settings import MatchSettings, SettingsT
from twingkit_widgets.table.play.words import PlayFault

_SEED_LIMIT = 1_000_000
"""The seeds start at 0."""

SEATS = tuple(f"p{number}" for number in range(1, 10))
"""The names of seats in addresses and in saved games."""

ALL_SEATS_INDEX = len(SEATS)
"""The seat index that stands for "all seats"."""

LONGEST_LINKED_GAME = 2000
"""The largest length of a packed game in a link; some programs cut longer links."""


def seed_or_random(seed: int | None) -> int:
    """Return the seed, or a random one if it is None."""
    return random.randrange(_SEED_LIMIT) if seed is None else seed


# -- the form


def common_fields(player_view: PlayerView) -> list[Markup]:
    """Return the fields that every game has: the computer level and the seed."""
    return [opponent_level_field(player_view), seed_field(player_view)]


def typed_or(player_view: PlayerView, name: str, default: object) -> str:
    """Return the text typed in a field of the new-game form, or the default if nothing was typed."""
    return player_view.ui_state.typed_by_field.get(name, str(default))


def opponent_level_field(player_view: PlayerView) -> Markup:
    """Return the drop-down list for the computer's level in the new-game form."""
    ai_levels = [
        (name, player_view.play_design.level_label(name)) for name in player_view.play_design.all_levels
    ]
    return form_drop_down(
        player_view,
        "opponents",
        typed_or(player_view, "opponents", player_view.match.settings.opponent_level),
        ai_levels,
    )


def seed_field(player_view: PlayerView) -> Markup:
    """Return the field for the random seed in the new-game form."""
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
        aria_invalid="true" if _has_fault_in(player_view, "seed") else None,
    )
    return labelled_field(player_view, "seed", field)


def _has_fault_in(player_view: PlayerView, name: str) -> bool:
    fault = player_view.ui_state.fault
    return fault is not None and getattr(fault, "key", "") == f"fault.{name}"


def form_drop_down(player_view: PlayerView, name: str, value: str, options: list[tuple[str, str]]) -> Markup:
    """Return a drop-down list for the form field `name`; `options` are pairs of a value and its displayed
    name.
    """
    listed = [el("option", text, value=key, selected=key == value) for key, text in options]
    field = named_field("select", name, listed, cls="tk-field", id=f"tk-play-{name}", data_key=f"new:{name}")
    return labelled_field(player_view, name, field)


def labelled_field(player_view: PlayerView, name: str, field: Markup) -> Markup:
    """Return a form field as HTML with its label, the text `new.<name>`, above it."""
    label = el("label", player_view.say(f"new.{name}"), for_=f"tk-play-{name}", cls="tk-label")
    return el("div", label, field)


def common_settings(form_values: Mapping[str, str], old_settings: SettingsT) -> SettingsT:
    """Return the old settings with the computer's level and the seed replaced by those entered in the
    new-game form.

    Raises `PlayFault` for an invalid opponent or seed.
    """
    opponents = form_values.get("opponents", old_settings.opponent_level)
    if opponents not in old_settings.play_design.all_levels:
        raise old_settings.play_design.fault_class("opponents", found=opponents[:20])
    return old_settings.changed(opponent_level=opponents, seed=_parse_seed(form_values))


def _parse_seed(typed: Mapping[str, str]) -> int:
    """Return the seed typed in a form, or a random one if none was typed. Raises `PlayFault` if it is not
    valid.
    """
    seed = typed.get("seed", "")
    if seed and not (seed.isascii() and seed.isdecimal() and len(seed) <= 12):
        raise PlayFault("seed", found=seed[:20])
    return seed_or_random(int(seed) if seed else None)


# -- the address


def parse_game_query(
    parameters: Mapping[str, str], defaults: MatchSettings
) -> tuple[dict[str, Any], list[Exception]]:
    """Return the arguments for a game's panel that the query of an address contains, and a list of all faults
    found in it.

    A packed `game` contains its own settings; only the seat, the opponents and the seed of the address
    override them.
    """
    args: dict[str, object] = {}
    faults: list[Exception] = []
    for name in (name for name in defaults.play_design.linked_settings if name in parameters):
        try:
            args |= _argument(name, parameters[name].strip(), defaults)
        except (Fault, PlayFault) as fault:
            faults.append(fault)
    if "record" in args:
        args = {
            name: value for name, value in args.items() if name in ("record", "seat", "opponents", "seed")
        }
    return args, faults


def _argument(name: str, value: str, before: MatchSettings) -> dict[str, object]:
    """Parse one query parameter of a page address into keyword arguments for the panel.

    Raises like `PlayDesign.settings` and `unpack_text`.
    """
    rules = before.play_design
    if name == "game":
        return {"record": unpack_text(value)}
    if name == "seat":
        if value not in rules.seat_tags:
            raise rules.fault_class("no_seat", found=value[:20])
        return {name: rules.seat_tags.index(value)}
    made = rules.settings({name: value}, before)
    if name == "seed":
        return {name: made.seed}
    number = name in rules.numeric_settings and value.isascii() and value.isdecimal()
    return {name: int(value) if number else value}


def game_link_query(record: str, settings: MatchSettings, first_asked_seat: int) -> dict[str, str]:
    """Return the query of a link to a game; empty if the game is too long.

    The seat is included if another seat is asked first, the opponents if they are not the default.
    """
    word = pack_text(record)
    if len(word) >= LONGEST_LINKED_GAME:
        return {}
    query = {"game": word}
    if settings.seat != first_asked_seat:
        query["seat"] = settings.play_design.seat_tags[settings.seat]
    if settings.opponent_level != settings.play_design.default_level:
        query["opponents"] = settings.opponent_level
    return query
