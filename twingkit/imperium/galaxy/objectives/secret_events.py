"""Secret objectives of the action phase: scored at the moment of the event, one per combat, any number
outside combats (IM-OBJ-3).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from twingkit.core.play import Script
from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.galaxy.objectives.cards import objective_cards
from twingkit.imperium.galaxy.objectives.progress import can_score_public
from twingkit.imperium.galaxy.objectives.scoring import score
from twingkit.imperium.galaxy.phases.ending import check_end
from twingkit.imperium.galaxy.table.drawing import choose
from twingkit.imperium.galaxy.table.game_table import GameTable

SCORED = "deed_scored"
"""The effect of a turn in which a player has scored for an event (the switch `act_score`)."""

GREATEST = ("warsun", "flagship")
"""The ships whose destruction is an event for secret objectives."""


def score_secret_events(
    table: GameTable, seat: int, events: Collection[str], scorers: set[int] | None = None
) -> Script:
    """Let a player score secret objectives for these events.

    In a combat a player scores only one; `scorers` are the players who have already done so. Outside combats
    (None) any number is possible. Reaching the goal ends the game at once (IM-END-1).
    """
    while names := _scorable_for_events(table, seat, events, scorers):
        name = yield from choose(table, seat, [*names, NONE], "score", "IM-OBJ-3")
        if name == NONE:
            return
        yield from score(table, seat, objective_cards()[name])
        table.start_effect(SCORED, seat, "turn")
        if scorers is not None:
            scorers.add(seat)
        check_end(table)


def _scorable_for_events(
    table: GameTable, seat: int, deeds: Collection[str], scorers: Collection[int] | None
) -> list[str]:
    """The objectives that a player may score now for these events (IM-OBJ-3)."""
    if scorers is not None and seat in scorers:
        return []
    if table.variant.act_score == "step" and table.has_effect(SCORED, seat):
        return []
    leaked = [name for name in table.objectives if objective_cards()[name].secret]
    player = table.players[seat]
    return [
        name
        for name in (*player.secrets, *(leaked if can_score_public(table, seat) else ()))
        if name not in player.scored
        and objective_cards()[name].verb == "event"
        and objective_cards()[name].of in deeds
    ]


def has_most_points(table: GameTable, seat: int) -> bool:
    """True if a player has the most victory points of all in the game, alone or with others (IM-OBJ-5)."""
    return table.players[seat].points == max(table.players[other].points for other in table.seats_from(seat))


def events_of_destroying(destroyed: Mapping[str, int]) -> list[str]:
    """The events of destroying these units, in a combat or outside."""
    return ["destroyed_warsun_or_flagship"] if any(destroyed.get(name, 0) for name in GREATEST) else []


def events_of_winning(table: GameTable, seat: int, enemy: int, system: int) -> list[str]:
    """The events of winning a space combat."""
    deeds = ["won_against_leader"] if has_most_points(table, enemy) else []
    if table.units_in_space(seat, system)["flagship"]:
        deeds.append("won_with_flagship")
    return deeds
