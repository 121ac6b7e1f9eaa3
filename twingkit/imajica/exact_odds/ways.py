"""Find every smallest set of cards that stops an action, by exhaustive search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product

import attrs

from twingkit.imajica.exact_odds.stop_check import ActionStopReason, FightChanges, StopChecker
from twingkit.imajica.exact_odds.uses import CardOrPowerUse, FightChange

MOST_STATES = 6_000
"""Number of states after which larger sets are no longer searched."""

CardCounts = tuple[tuple[str, int], ...]
"""Cards with their counts, sorted by name."""


@attrs.frozen
class UsedCardOrPower:
    """A card or power as used against an action: its name and the changes that it makes."""

    name: str
    is_power: bool
    changes: tuple[FightChange, ...]


@attrs.frozen
class StopWay:
    """A way to stop an action: a smallest set of cards, the steps in which they are used, and the reason why
    they are enough.

    Without cards, the cards on the table stop it.
    """

    card_counts: CardCounts
    steps: tuple[UsedCardOrPower, ...]
    reason: ActionStopReason

    @property
    def card_count(self) -> int:
        """Number of cards."""
        return sum(number for _, number in self.card_counts)


def equivalent_card_sets(
    card_counts: CardCounts, equivalent_cards: Mapping[str, Sequence[str]], stock: Mapping[str, int]
) -> Iterator[CardCounts]:
    """Yield every set of cards from `stock` with the same effect as `card_counts`: each card is itself or one
    of its `equivalent_cards`.

    >>> alike = {"cold-feet": ("cold-feet", "sudden-sleep")}
    >>> list(equivalent_card_sets((("cold-feet", 2),), alike, {"cold-feet": 2, "sudden-sleep": 1}))
    [(('cold-feet', 2),), (('cold-feet', 1), ('sudden-sleep', 1))]
    """
    choices = [
        combinations_with_replacement(equivalent_cards.get(name, (name,)), number)
        for name, number in card_counts
    ]
    for parts in product(*choices):
        counts = Counter(name for part in parts for name in part)
        if all(number <= stock.get(name, 0) for name, number in counts.items()):
            yield tuple(sorted(counts.items()))


_Layer = dict[tuple[CardCounts, FightChanges], tuple[UsedCardOrPower, ...]]
"""Steps by the cards used and the state they lead to."""


def smallest_ways_to_stop(
    against: StopChecker,
    uses: Sequence[CardOrPowerUse],
    powers: Sequence[CardOrPowerUse],
    stock: Mapping[str, int],
    max_cards: int,
) -> tuple[list[StopWay], int]:
    """Return the smallest sets of up to `max_cards` cards from `stock` that stop an action, and the set size
    up to which all sets were checked: after `MOST_STATES` states no larger sets are searched.

    `uses` are the options of the cards, `powers` those on the table. No card of a smallest set can be left
    out. All orders, targets and defenders are tried; for each set one way is returned, the smallest sets
    first.
    """
    stopping_ways: list[StopWay] = []
    layer: _Layer = {((), FightChanges()): ()}
    seen = 0
    for size in range(max_cards + 1):
        layer = _with_powers(against, powers, layer, MOST_STATES - seen)
        seen += len(layer)
        if seen > MOST_STATES:
            max_cards = size - 1
            break
        done: dict[CardCounts, StopWay] = {}
        for (cards, state), steps in layer.items():
            if cards in done and len(done[cards].steps) <= len(steps):
                continue
            stopped = against.stop_reason(state)
            if stopped is not None:
                done[cards] = StopWay(cards, steps, stopped)
        stopping_ways += done.values()
        if size == max_cards or () in done:
            break
        sets = [Counter(dict(way.card_counts)) for way in stopping_ways]
        layer = _with_card(against, uses, stock, layer, sets, MOST_STATES - seen)
        if not layer:
            break  # every larger set contains a way, or nothing more can be played
    return sorted(stopping_ways, key=lambda way: (way.card_count, way.card_counts)), max_cards


def _with_powers(against: StopChecker, powers: Sequence[CardOrPowerUse], layer: _Layer, room: int) -> _Layer:
    """Return all states of the fight that powers can reach from those in `layer`, stopping after `room`
    states.
    """
    reached = dict(layer)
    waiting = list(layer.items())
    while waiting and len(reached) <= room:
        (cards, before), steps = waiting.pop()
        for use in powers:
            for changes in use.change_options:
                state = against.apply_use(before, use, changes)
                if state is not None and (cards, state) not in reached:
                    grown = (*steps, UsedCardOrPower(use.name, True, changes))
                    reached[cards, state] = grown
                    waiting.append(((cards, state), grown))
    return reached


def _with_card(
    against: StopChecker,
    uses: Sequence[CardOrPowerUse],
    stock: Mapping[str, int],
    layer: _Layer,
    sets: list[Counter[str]],
    room: int,
) -> _Layer:
    """Return all states of the fight that one more card can reach from those in `layer`, stopping after
    `room` states.

    Sets that contain one that already stops the action are skipped.
    """
    grown: _Layer = {}
    allowed: dict[CardCounts, list[tuple[CardOrPowerUse, CardCounts]]] = {}
    for (cards, before), steps in layer.items():
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
            for changes in use.change_options:
                state = against.apply_use(before, use, changes)
                if state is not None and (more, state) not in grown:
                    grown[more, state] = (*steps, UsedCardOrPower(use.name, False, changes))
    return grown
