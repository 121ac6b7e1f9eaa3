"""Secret objectives of the action phase: scored at the moment of the deed, one for each combat (IM-OBJ-3)."""

from __future__ import annotations

from collections.abc import Collection

from twingkit.imperium.objectives.cards import objective_cards
from twingkit.imperium.objectives.progress import may_score_public
from twingkit.imperium.objectives.scoring import score
from twingkit.imperium.table.asked import NONE
from twingkit.imperium.table.drawing import choose
from twingkit.imperium.table.game_table import GameTable
from twingkit.imperium.table.units_here import UnitsHere
from twingkit.play import Script

SCORED = "deed_scored"
"""The effect of a turn in which a player has scored a deed (the switch `act_score`)."""

GREATEST = ("warsun", "flagship")
"""The ships whose destruction is a deed."""


def done(table: GameTable, seat: int, deeds: Collection[str]) -> Script:
    """A player has done these deeds in one combat, and may score one secret objective for them."""
    leaked = [name for name in table.objectives if objective_cards()[name].secret]
    player = table.players[seat]
    names = [
        name
        for name in (*player.secrets, *(leaked if may_score_public(table, seat) else ()))
        if name not in player.scored
        and objective_cards()[name].verb == "event"
        and objective_cards()[name].of in deeds
    ]
    if table.variant.act_score == "step" and table.lasts(SCORED, seat):
        return
    if names:
        name = yield from choose(table, seat, [*names, NONE], "score", "IM-OBJ-3")
        if name != NONE:
            yield from score(table, seat, objective_cards()[name])
            table.begin(SCORED, seat, "turn")


def leads(table: GameTable, seat: int) -> bool:
    """True if a player has the most victory points of all in the game, alone or with others (IM-OBJ-5)."""
    return table.players[seat].points == max(table.players[other].points for other in table.seats_from(seat))


def deeds_of_combat(
    table: GameTable, seat: int, enemy: int, system: int, lost: UnitsHere, *, won: bool
) -> list[str]:
    """The deeds of a player in a space combat: `lost` are the units that the other side has lost."""
    deeds = ["destroyed_warsun_or_flagship"] if any(lost[name] for name in GREATEST) else []
    if won and leads(table, enemy):
        deeds.append("won_against_leader")
    if won and table.fleet(seat, system)["flagship"]:
        deeds.append("won_with_flagship")
    return deeds


def losses(before: UnitsHere, after: UnitsHere) -> UnitsHere:
    """The units that are there no more."""
    return UnitsHere({name: before[name] - after[name] for name in before if before[name] > after[name]})
