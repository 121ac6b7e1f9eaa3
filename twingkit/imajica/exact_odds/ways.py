"""The ways to stop a deed: every smallest set of cards with which it can be done, found by trying all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import attrs

from twingkit.imajica.exact_odds.stop_check import FightState, StopCheck, StopReason
from twingkit.imajica.exact_odds.uses import Use, UseEffect

MOST_STATES = 6_000
"""The number of states after which no larger sets of cards are looked for."""

CardCounts = tuple[tuple[str, int], ...]
"""Cards with their numbers, in the order of their names."""


@attrs.frozen
class Step:
    """One card or power that was used: its name, what it was aimed at, and the kinds of change."""

    name: str
    power: bool
    changes: tuple[UseEffect, ...]


@attrs.frozen
class Way:
    """A smallest set of cards with which a deed is stopped, the steps, and the rule by which it is.

    Without cards it is what lies on the table that stops it.
    """

    cards: CardCounts
    steps: tuple[Step, ...]
    reason: StopReason

    @property
    def count(self) -> int:
        """The number of cards."""
        return sum(number for _, number in self.cards)


@attrs.frozen
class _Node:
    state: FightState
    steps: tuple[Step, ...] = ()


def find_ways(
    against: StopCheck, uses: Sequence[Use], powers: Sequence[Use], stock: Mapping[str, int], most: int
) -> tuple[list[Way], int]:
    """Return every smallest set of at most `most` cards of `stock` that stops a deed, the smallest first, and
    the number of cards up to which all sets were looked at.

    `uses` are what the cards can be used for, `powers` what lies on the table. A set is smallest if none of
    its cards can be left out. All orders, aims and defenders are tried, so that none is missing; of one set
    one way is told. After `MOST_STATES` no larger sets are looked for.
    """
    stopping_ways: list[Way] = []
    layer: dict[tuple[CardCounts, FightState], _Node] = {((), FightState()): _Node(FightState())}
    seen = 0
    for size in range(most + 1):
        layer = _with_powers(against, powers, layer, MOST_STATES - seen)
        seen += len(layer)
        if seen > MOST_STATES:
            most = size - 1
            break
        done: dict[CardCounts, Way] = {}
        for (cards, state), node in layer.items():
            if cards in done and len(done[cards].steps) <= len(node.steps):
                continue
            stopped = against.stop_reason(state)
            if stopped is not None:
                done[cards] = Way(cards, node.steps, stopped)
        stopping_ways += done.values()
        if size == most or () in done:
            break
        sets = [Counter(dict(way.cards)) for way in stopping_ways]
        layer = _with_card(against, uses, stock, layer, sets, MOST_STATES - seen)
        if not layer:
            break  # every larger set holds a way, or nothing more can be played
    return sorted(stopping_ways, key=lambda way: (way.count, way.cards)), most


def _with_powers(
    against: StopCheck, powers: Sequence[Use], layer: dict[tuple[CardCounts, FightState], _Node], room: int
) -> dict[tuple[CardCounts, FightState], _Node]:
    """The states with all that can be reached from them by powers; ended as soon as they are more than
    `room`."""
    reached = dict(layer)
    waiting = list(layer.items())
    while waiting and len(reached) <= room:
        (cards, _), node = waiting.pop()
        for use in powers:
            for changes in use.options:
                state = against.apply_use(node.state, use, changes)
                if state is not None and (cards, state) not in reached:
                    grown = _Node(state, (*node.steps, Step(use.name, True, changes)))
                    reached[cards, state] = grown
                    waiting.append(((cards, state), grown))
    return reached


def _with_card(
    against: StopCheck,
    uses: Sequence[Use],
    stock: Mapping[str, int],
    layer: dict[tuple[CardCounts, FightState], _Node],
    sets: list[Counter[str]],
    room: int,
) -> dict[tuple[CardCounts, FightState], _Node]:
    """The states after one more card, but for sets that hold one with which the deed is stopped; ended as
    soon as they are more than `room`."""
    grown: dict[tuple[CardCounts, FightState], _Node] = {}
    allowed: dict[CardCounts, list[tuple[Use, CardCounts]]] = {}
    for (cards, _), node in layer.items():
        if len(grown) > room:
            break
        if cards not in allowed:
            allowed[cards] = []
            for use in uses:
                held = Counter(dict(cards))
                held[use.name] += 1
                if held[use.name] <= stock[use.name] and not any(way <= held for way in sets):
                    allowed[cards].append((use, tuple(sorted(held.items()))))
        for use, more in allowed[cards]:
            for changes in use.options:
                state = against.apply_use(node.state, use, changes)
                if state is not None and (more, state) not in grown:
                    grown[more, state] = _Node(state, (*node.steps, Step(use.name, False, changes)))
    return grown
