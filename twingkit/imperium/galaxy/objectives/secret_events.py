"""Secret objectives of the action phase: scored at the moment of the event, one per combat, any number
outside combats (IM-OBJ-3).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from twingkit.core.play import Script
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.objectives.progress import controls_home_or_is_saar
from twingkit.imperium.galaxy.objectives.scoring import score
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
from twingkit.imperium.galaxy.table.card_drawing import choose
from twingkit.imperium.galaxy.table.game_table import GameTable

_EVENT_SCORED_EFFECT = "deed_scored"
"""The effect that marks a player who has scored an event objective in this turn (the switch `act_score`)."""

_EVENT_SHIPS = ("warsun", "flagship")
"""The ships whose destruction is an event for secret objectives."""


def offer_event_scoring(
    table: GameTable, seat: int, events: Collection[str], combat_scorers: set[int] | None = None
) -> Script:
    """Let a player score secret objectives for these events.

    In a combat a player scores only one; `combat_scorers` are the players who have already done so. Outside
    combats (None) any number is possible. Reaching the goal ends the game at once (IM-END-1).
    """
    while names := _scorable_for_events(table, seat, events, combat_scorers):
        name = yield from choose(table, seat, [*names, NO_TARGET_WORD], "score", "IM-OBJ-3")
        if name == NO_TARGET_WORD:
            return
        yield from score(table, seat, objectives_by_id()[name])
        table.start_effect(_EVENT_SCORED_EFFECT, seat, "turn")
        if combat_scorers is not None:
            combat_scorers.add(seat)
        raise_if_game_over(table)


def _scorable_for_events(
    table: GameTable, seat: int, deeds: Collection[str], scorers: Collection[int] | None
) -> list[str]:
    if scorers is not None and seat in scorers:
        return []
    if table.variant.act_score == "step" and table.has_effect(_EVENT_SCORED_EFFECT, seat):
        return []
    leaked = [name for name in table.open_objectives if objectives_by_id()[name].is_secret]
    player = table.players[seat]
    return [
        name
        for name in (*player.secret_objectives, *(leaked if controls_home_or_is_saar(table, seat) else ()))
        if name not in player.scored_objectives
        and objectives_by_id()[name].requirement_kind == "event"
        and objectives_by_id()[name].counted_thing in deeds
    ]


def has_most_points(table: GameTable, seat: int) -> bool:
    """Return whether a player has the most victory points, possibly tied (IM-OBJ-5)."""
    return table.players[seat].points == max(table.players[other].points for other in table.seats_from(seat))


def events_of_destroying(destroyed: Mapping[str, int]) -> list[str]:
    """Return the events, for `offer_event_scoring`, of destroying these units (numbers by class)."""
    return ["destroyed_warsun_or_flagship"] if any(destroyed.get(name, 0) for name in _EVENT_SHIPS) else []


def events_of_space_win(table: GameTable, seat: int, enemy_seat: int, system: int) -> list[str]:
    """Return the events, for `offer_event_scoring`, of winning a space combat against `enemy_seat`."""
    deeds = ["won_against_leader"] if has_most_points(table, enemy_seat) else []
    if table.units_in_space(seat, system)["flagship"]:
        deeds.append("won_with_flagship")
    return deeds
