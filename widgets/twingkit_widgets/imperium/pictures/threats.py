"""The fleets that could attack a system, each with its chance and its battle."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.galaxy.outlook.threats import ThreateningFleet
from twingkit_widgets.imperium.pictures.names import say, system_name, units_text
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import capitalize_first, percent


def threats_html(
    threats: Iterable[ThreateningFleet], player_name: Callable[[str], str], href: Callable[[str], str]
) -> Markup:
    """Render threatening fleets, the best one of each possible attacker, as a list.

    `player_name` returns the name of a player, `href` the link to a battle in notation ("" for no link).
    """
    return el("ul", [_threat(threat, player_name, href) for threat in threats], cls="tk-list tk-chances")


def _threat(threat: ThreateningFleet, who: Callable[[str], str], href: Callable[[str], str]) -> Markup:
    where = ", ".join(system_name(number) for number in threat.source_tiles)
    link = href(threat.battle_line) if threat.battle_line else ""
    way = el("a", say("threat.battle"), href=link, cls="tk-button", data_key=f"b:{threat.attacker}")
    sides = Battle.parse(threat.battle_line).sides if threat.battle_line else ()
    fleets = [
        units_text((one.unit_class, n, side.count_damaged(one.name)) for one, n in side.units_with_counts())
        for side in sides
    ]
    line = say("threat.fleets", first=fleets[0], second=fleets[1]) if fleets else say("threat.nobody")
    return el(
        "li",
        el("span", say("threat.wins", who=capitalize_first(who(threat.attacker)), where=where)),
        el("b", percent(threat.win, 1), cls="tk-number"),
        el("progress", value=f"{threat.win:.4f}", max=1, aria_hidden="true"),
        el("div", line, way if link else None),
    )
