"""The nodes of play under a variant, and the values of a node for all pairs of dice together."""

from __future__ import annotations

from typing import NamedTuple

from twingkit.twing.exact_odds.best_plain import EPSILON, Cell, Grid, Left
from twingkit.twing.rules.cards import CROSS, FACES, SPIRAL

TRAP_FAILS = sum(CROSS < face < 0 and face != SPIRAL for face in FACES) / len(FACES)
"""The chance that a trap fails where it can (TW-PLAY-3)."""

CELLS: tuple[Cell, Cell, Cell] = ((1.0, 1.0, 0.0), (0.0, 0.0, 0.0), (-1.0, 0.0, 1.0))
"""The worth of a win, a tie and a loss: edge, win, loss."""


class Node(NamedTuple):
    """A state of play without the dice and the side to respond."""

    left: Left
    turned: tuple[bool, bool] = (False, False)
    own_roll: bool = False
    settling: bool = False
    """True if only Miromon may be played, before a critical result decides (TW-VAR-9)."""


class Step(NamedTuple):
    """A node that a response leads to, with its chance, and the die that is rolled on the way."""

    chance: float
    then: Node
    rolled: int | None = None


def spent(left: Left, spot: int) -> Left:
    """The means left once one of the means at a place is used."""
    return (*left[:spot], left[spot] - 1, *left[spot + 1 :])


def strides(limits: Left) -> list[int]:
    """The distances in a row of two combinations of what is left that differ by one, for each place."""
    steps = [1]
    for limit in reversed(limits[1:]):
        steps.insert(0, steps[0] * (limit + 1))
    return steps


def value_of(grid: Grid, opening: list[float]) -> float:
    """The mean edge over the first roll."""
    return sum(chance * cell[0] for chance, cell in zip(opening, grid, strict=True))


def mean_of(cells: Grid, weights: tuple[float, ...]) -> Cell:
    """The mean of cells, where the weights are numbers of twelve rolls."""
    edge = win = loss = 0.0
    for (cell_edge, cell_win, cell_loss), weight in zip(cells, weights, strict=True):
        edge += weight * cell_edge
        win += weight * cell_win
        loss += weight * cell_loss
    return edge / 12, win / 12, loss / 12


def mixed(grids: list[Grid], steps: list[Step]) -> Grid:
    """The mean of what a response can lead to."""
    (one, two), (first, second) = grids, (step.chance for step in steps)
    return [
        (
            first * cell[0] + second * miss[0],
            first * cell[1] + second * miss[1],
            first * cell[2] + second * miss[2],
        )
        for cell, miss in zip(one, two, strict=True)
    ]


def better(base: Grid, other: Grid | None, mover: int) -> Grid:
    """Return the choice so far, replaced where `other` is better for the side to respond."""
    if other is None:
        return base
    if mover == 0:
        return [new if new[0] > old[0] + EPSILON else old for old, new in zip(base, other, strict=True)]
    return [new if new[0] < old[0] - EPSILON else old for old, new in zip(base, other, strict=True)]
