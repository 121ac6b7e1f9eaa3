"""The players who could attack the chosen system, worked out when the person asks."""

from __future__ import annotations

from twingkit.imperium.galaxy.outlook.threats import anybody_reaches
from twingkit.imperium.galaxy.table.game_table import SEATS
from twingkit_widgets.imperium.lab.way_back import LabFromGame, battle_link
from twingkit_widgets.imperium.pictures.names import faction_name, seat_name
from twingkit_widgets.imperium.pictures.threats import threats_html
from twingkit_widgets.imperium.play.ui_state import opened_of
from twingkit_widgets.panel.markup import Child, button, el
from twingkit_widgets.table.play.player_view import PlayerView


def attackers_html(player_view: PlayerView) -> list[Child]:
    """The button that asks, or the answer: each attacker’s best fleet with its chance. Where nobody comes
    with anything, that is said at once; where the person has nothing, nobody attacks, but others may come."""
    opened, lang = opened_of(player_view), player_view.lang
    threats, table, seat = opened.attackers, player_view.match.game.table, player_view.match.seat
    assert opened.system is not None, "the sheet is that of a chosen system"
    empty = "" if table.present(seat, opened.system) else "_empty"
    if threats is None:
        if not anybody_reaches(table, opened.system, seat):
            return [el("p", player_view.say("attackers.nobody"), cls="tk-small tk-soft")]
        asks = player_view.say(f"attackers.ask{empty}")
        return [button(asks, "attackers", cls="tk-button", key="attackers")]

    def who(seat: str) -> str:
        index = SEATS.index(seat)
        faction = faction_name(player_view.view.seats[index].faction, lang)
        return f"{seat_name(index, player_view.view.player, lang)} ({faction})"

    def href(line: str) -> str:
        return battle_link(line, lang, LabFromGame.back)

    return [
        el("h4", player_view.say(f"attackers.title{empty}"), cls="tk-label"),
        threats_html(threats, lang, who, href)
        if threats
        else el("p", player_view.say("attackers.nobody"), cls="tk-small"),
        el("p", player_view.say(f"attackers.known{empty}"), cls="tk-small tk-soft"),
    ]
