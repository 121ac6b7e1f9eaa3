"""Who wins: what a die counts, critical results, points (TW-BAT-15 to TW-BAT-17)."""

from __future__ import annotations

import attrs

from twingkit.twing.rules.cards import CROSS, FACE_FACTS, SPIRAL, SUN
from twingkit.twing.rules.fight import Fight, Side
from twingkit.twing.rules.objects import cross_counts_zero, may_use_cats, sun_counts_zero
from twingkit.twing.rules.table import TwingTable

CRITICAL = (SUN, CROSS)


@attrs.frozen
class BattleResult:
    """How a battle ended: `winner` 0 (attacker), 1 (defender) or None (tie), and what decided it.

    `by` is "critical", "points" or "retired"; `points` are both totals, None where they did not decide.
    """

    winner: int | None
    by: str
    points: tuple[int, int] | None

    @property
    def margin(self) -> int | None:
        """Points of the attacker minus points of the defender."""
        return self.points[0] - self.points[1] if self.points else None


def die_result(fight: Fight, side: Side, enemy: Side) -> tuple[int, str, str]:
    """What a side's die counts against an enemy: the result, and the rule and case that made it so.

    The result is a number, `SUN` or `CROSS`. The order is that of TW-BAT-15: the last face, then the
    Panties, the Bra, the own element.
    """
    face = fight.die_against(side, enemy)
    variant = fight.variant
    if face is None:
        return 0, "TW-BAT-5" if side.lay.shield else "TW-BAT-4", "no_die"
    if face == SPIRAL:
        return 0, "TW-BAT-15", "spiral"
    if (
        face == CROSS
        and cross_counts_zero(side.player.objects)
        and _counts(fight, side, enemy, variant.panties)
    ):
        return 0, "TW-POW-panties", "cross"
    if face == SUN and sun_counts_zero(enemy.player.objects) and _counts(fight, side, enemy, variant.bra):
        return 0, "TW-POW-bra", "sun"
    if face in CRITICAL:
        if not variant.shield_criticals and (enemy.lay.shield or side.lay.shield):
            return 0, "TW-BAT-16", "shield_ignores"
        return face, "TW-BAT-15", "critical"
    if face < 0 and fight.own_element(side, enemy) and variant.own_element == "result":
        return 0, "TW-BAT-15", "own_element"
    return face, "TW-BAT-15", "number"


def _counts(fight: Fight, side: Side, enemy: Side, reading: str) -> bool:
    """Whether an object acts on a critical result: on any, or in a variant only on one that was rolled."""
    return reading == "result" or fight.throw_against(side, enemy).face == fight.die_against(side, enemy)


def decide(table: TwingTable, fight: Fight, defence: Side | None = None) -> BattleResult:
    """Settle a pairing by its dice and points, citing what each die counts and which rule decided."""
    pair = (fight.sides[0], defence or fight.sides[1])
    if not fight.alone and table.rulings is not None:
        _cite_pairing(table, fight, *pair)
    results = []
    for side, enemy in (pair, pair[::-1]):
        result, rule, case = die_result(fight, side, enemy)
        shown = fight.die_against(side, enemy)
        face = None if shown is None else FACE_FACTS[shown]
        table.cite(rule, case, side=side.name, enemy=enemy.name, face=face, result=FACE_FACTS[result])
        results.append(result)
    if results[0] in CRITICAL or results[1] in CRITICAL:
        if results[0] != results[1] or fight.variant.both_critical == "tie":
            return _critical(table, pair, *results)
        results = [0, 0]
    points = (fight.power_against(*pair) + results[0], pair[1].cards_power + results[1])
    if points[0] == points[1]:
        if fight.variant.ties == "defender":
            table.cite("TW-BAT-17", "tie_defended", side=pair[1].name, n=points[0])
            return BattleResult(1, "points", points)
        table.cite("TW-BAT-17", "tie", n=points[0])
        return BattleResult(None, "points", points)
    winner = 0 if points[0] > points[1] else 1
    table.cite(
        "TW-BAT-17",
        "win",
        side=pair[winner].name,
        enemy=pair[1 - winner].name,
        n=points[winner],
        m=points[1 - winner],
    )
    return BattleResult(winner, "points", points)


def _cite_pairing(table: TwingTable, fight: Fight, attack: Side, defence: Side) -> None:
    """TW-END-3, 4: which pairing is settled, and where the shared attack counts differently in it."""
    facts = {"side": attack.name, "enemy": defence.name}
    table.cite("TW-END-3", "pairing", **facts)
    face = fight.die_against(attack, defence)
    if attack.die is not None and face is not None and face != attack.die:
        socks = not may_use_cats(defence.player.objects, fight.variant)
        shown = {"face": FACE_FACTS[attack.die], "result": FACE_FACTS[face]}
        table.cite("TW-END-4", "socks" if socks else "one_die", **facts, **shown)
    power = fight.power_against(attack, defence)
    if power < attack.cards_power:
        table.cite("TW-END-4", "cup", **facts, n=power)
    elif power > attack.cards_power:
        table.cite("TW-END-4", "one_trap", **facts, n=power)


def _critical(table: TwingTable, pair: tuple[Side, Side], attack: int, defence: int) -> BattleResult:
    """TW-BAT-16: a Sun beats all but a Sun, a Cross loses to all but a Cross."""
    if attack == defence:
        if table.variant.ties == "defender":
            table.cite("TW-BAT-17", "tie_defended", side=pair[1].name, n=FACE_FACTS[attack])
            return BattleResult(1, "critical", None)
        table.cite("TW-BAT-16", "tie", face=FACE_FACTS[attack])
        return BattleResult(None, "critical", None)
    winner = 0 if attack == SUN or (defence == CROSS and attack != CROSS) else 1
    case = "sun" if (attack, defence)[winner] == SUN else "cross"
    table.cite("TW-BAT-16", case, side=pair[winner].name, enemy=pair[1 - winner].name)
    return BattleResult(winner, "critical", None)
