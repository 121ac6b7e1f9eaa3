"""Who wins: what a die counts, critical results, points (TW-BAT-15 to TW-BAT-17)."""

from __future__ import annotations

import attrs

from twingkit.twing.cards import CROSS, SPIRAL, SUN, Face
from twingkit.twing.notation import ROLES
from twingkit.twing.objects import cross_counts_zero, sun_counts_zero
from twingkit.twing.table import Fight, Side, TwingTable

CRITICAL = (SUN, CROSS)


@attrs.frozen
class BattleResult:
    """How a battle ended: `winner` 0 (attacker), 1 (defender) or None (tie), and what decided it.

    `by` is "critical" or "points"; `points` are both sides' totals, None where a critical result decided.
    """

    winner: int | None
    by: str
    points: tuple[int, int] | None

    @property
    def margin(self) -> int | None:
        """Points of the attacker minus points of the defender."""
        return self.points[0] - self.points[1] if self.points else None


def die_result(side: Side, enemy: Side) -> tuple[int, str, str]:
    """What a side's die counts against an enemy: the result, and the rule and case that made it so.

    The result is a number, `SUN` or `CROSS`. The order is that of TW-BAT-15: the last face, then the
    Panties, the Bra, the own element.
    """
    face = side.die
    if face is None:
        return 0, "TW-BAT-5" if side.lay.shield else "TW-BAT-4", "no_die"
    if face == SPIRAL:
        return 0, "TW-BAT-15", "spiral"
    if face == CROSS and cross_counts_zero(side.player.objects):
        return 0, "TW-POW-panties", "cross"
    if face == SUN and sun_counts_zero(enemy.player.objects):
        return 0, "TW-POW-bra", "sun"
    if face in CRITICAL:
        return face, "TW-BAT-15", "critical"
    if face < 0 and side.own_element:
        return 0, "TW-BAT-15", "own_element"
    return face, "TW-BAT-15", "number"


def decide(table: TwingTable, fight: Fight) -> BattleResult:
    """Settle a pairing by its dice and points, citing what each die counts and which rule decided."""
    results = []
    for side in fight.sides:
        result, rule, case = die_result(side, fight.other(side))
        face = None if side.die is None else Face(side.die)
        table.cite(rule, case, side=side.role, enemy=fight.other(side).role, face=face, result=Face(result))
        results.append(result)
    attack, defence = results
    if attack in CRITICAL or defence in CRITICAL:
        return _critical(table, attack, defence)
    points = (fight.sides[0].cards_power + attack, fight.sides[1].cards_power + defence)
    if points[0] == points[1]:
        table.cite("TW-BAT-17", "tie", n=points[0])
        return BattleResult(None, "points", points)
    winner = 0 if points[0] > points[1] else 1
    table.cite(
        "TW-BAT-17",
        "win",
        side=fight.sides[winner].role,
        enemy=fight.sides[1 - winner].role,
        n=points[winner],
        m=points[1 - winner],
    )
    return BattleResult(winner, "points", points)


def _critical(table: TwingTable, attack: int, defence: int) -> BattleResult:
    """TW-BAT-16: a Sun beats all but a Sun, a Cross loses to all but a Cross."""
    if attack == defence:
        table.cite("TW-BAT-16", "tie", face=Face(attack))
        return BattleResult(None, "critical", None)
    winner = 0 if attack == SUN or (defence == CROSS and attack != CROSS) else 1
    results = (attack, defence)
    if results[winner] == SUN:
        table.cite("TW-BAT-16", "sun", side=ROLES[winner], enemy=ROLES[1 - winner])
    else:
        table.cite("TW-BAT-16", "cross", side=ROLES[winner], enemy=ROLES[1 - winner])
    return BattleResult(winner, "critical", None)
