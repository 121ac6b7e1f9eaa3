"""The cheapest sets of characters to seize, contest, defend or hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from twingkit.imajica.players.worth import current_worth
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import barring_card, can_hold_alone, current_value, has_power_of, influence

Force = tuple[Piece, ...]


def cheapest_force(
    pieces: Sequence[Piece], points: Sequence[int], costs: Sequence[float], needed: int
) -> Force:
    """Return the cheapest set of characters that reaches `needed` points, or () if none does.

    `points` and `costs` belong to `pieces` in order.

    >>> cheapest_force([], [], [], 3)
    ()
    """
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for place, (point, cost) in enumerate(zip(points, costs, strict=True)):
        for reached, (spent, chosen) in list(best.items()):
            total = min(needed, reached + point)
            if total > reached and (total not in best or spent + cost < best[total][0]):
                best[total] = (spent + cost, (*chosen, place))
    return tuple(pieces[place] for place in best[needed][1]) if needed > 0 and needed in best else ()


def total_worth(table: ImajicaTable, force: Sequence[Piece]) -> float:
    """Return the total worth of these characters."""
    return sum(current_worth(table, piece) for piece in force)


def possible_contesters(table: ImajicaTable, seat: int) -> list[Piece]:
    """Return the Autarch's characters that could contest a seizure, as the table stands."""
    return [piece for piece in table.ready_characters(seat) if barring_card(table, piece, "contest") is None]


def available_contest_influence(table: ImajicaTable, seat: int, site: Piece) -> int:
    """Return the influence with which an Autarch could contest at a Site, as the table stands."""
    return sum(influence(table, piece, site) for piece in possible_contesters(table, seat))


def cheapest_contesters(
    table: ImajicaTable, site: Piece, able: Sequence[Piece], seizers_influence: int
) -> Force:
    """Return the cheapest characters of `able` whose influence stops seizers with `seizers_influence`;
    () if all together cannot (IJ-SEIZE-4).
    """
    needed = seizers_influence + (table.variant.contest_tie == "goes_on")
    points = [influence(table, piece, site) for piece in able]
    costs = [current_worth(table, piece) for piece in able]
    if needed <= 0 and able:
        return (min(able, key=lambda piece: current_worth(table, piece)),)
    return cheapest_force(able, points, costs, needed)


def possible_defenders(table: ImajicaTable, target: Piece) -> list[Piece]:
    """Return the characters that could defend a challenged character, as the table stands."""
    return [
        piece
        for piece in table.characters(target.controller, "active")
        if piece is not target
        and (not piece.pivoted or has_power_of(table, piece, "aphrodyte"))
        and barring_card(table, piece, "defend") is None
    ]


def total_strength(table: ImajicaTable, pieces: Sequence[Piece]) -> int:
    """Return the total Strength of these characters."""
    return sum(current_value(table, piece, "strength") for piece in pieces)


def spare_holders(table: ImajicaTable, site: Piece) -> list[Piece]:
    """Return the most valuable set of Holders that a Site can spare, [] if it needs all (IJ-HOLD-2)."""
    holders = table.holders(site.token)
    needed = current_value(table, site, "resistance")
    best: tuple[float, Force] = (0.0, ())
    for size in range(1, len(holders)):
        for gone in combinations(holders, size):
            left = [piece for piece in holders if piece not in gone]
            worth = sum(current_worth(table, piece) for piece in gone)
            held = sum(influence(table, piece, site) for piece in left)
            if worth > best[0] and (
                held >= needed or any(can_hold_alone(table, piece, site) for piece in left)
            ):
                best = worth, gone
    return list(best[1])
