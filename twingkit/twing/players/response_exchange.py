"""Responses weighed against their cost: the exchange of TW-BAT-10 played out with a price for each card.

TW-ODDS-2 takes the best odds whatever the cards cost. Here each card played has a price, so a cat is kept
if it changes little. Both sides are assumed to do their best with what this player holds and what the
opponent may hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from twingkit.twing.exact_odds.best_responses.moves import PLAY_KINDS_PER_SIDE, TRAP
from twingkit.twing.exact_odds.contest import (
    CERTAIN_MARGIN,
    DIE_STATES,
    INVERTED_STATE_INDICES,
    STATE_WEIGHTS,
)
from twingkit.twing.players.open_battle import Pairing
from twingkit.twing.players.outlook import ORNICLE_STRENGTH, Prices
from twingkit.twing.players.plans import WinChancesAfterBattle
from twingkit.twing.rules.battle_acts import PASS
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, RESPONSE_CARDS, CardEffect
from twingkit.twing.variants.variant import Variant

_NUMBERS = len(DIE_STATES)

RemainingPlays = tuple[int, ...]
"""The number of plays left to a side in a battle: its reroll object, then each kind of response card."""

_EFFECTS: tuple[CardEffect, ...] = ("reroll", *(card.effect for card in RESPONSE_CARDS.values()))
"""The effect of each of the remaining plays."""


class TrapTarget(NamedTuple):
    """A creature that a trap may take: its points, and its value to its owner."""

    power: int
    value: float


_DiceStates = Sequence[int]
"""The possible positions of a die, as indices of `DIE_STATES`."""

Grid = list[float]
"""A chance for each pair of possible dice, the attacker's die by rows."""


class ResponseExchange:
    """A search for the best responses of two sides after the roll, from the view of the side with the index
    `own_side_index`.

    `trap_targets` holds the creatures of each side, the strongest first. A number encodes what both sides
    have left; for each number a grid holds the chance with every pair of dice that can lie there then.
    """

    def __init__(
        self,
        pair: Pairing,
        trap_targets: tuple[tuple[TrapTarget, ...], tuple[TrapTarget, ...]],
        remaining_plays: tuple[RemainingPlays, RemainingPlays],
        own_side_index: int,
        stakes: WinChancesAfterBattle,
        prices: Prices,
        variant: Variant,
    ) -> None:
        self._pair, self._own_side_index, self._stakes, self._variant = pair, own_side_index, stakes, variant
        self._has_die = [die.rolls_die for die in (pair.attack_die, pair.defence_die)]
        self._first_states = [
            DIE_STATES.index(face) if has_die and face is not None else 0
            for face, has_die in zip(pair.faces, self._has_die, strict=True)
        ]
        limits = [*remaining_plays[0], *remaining_plays[1]]
        for side in (0, 1):
            place = PLAY_KINDS_PER_SIDE * side + TRAP
            limits[place] = min(limits[place], len(trap_targets[1 - side]))
        self._limits = limits
        self._strides = [
            1,
            *accumulate((limit + 1 for limit in limits[:-1]), lambda stride, size: stride * size),
        ]
        self._all = sum(limit * stride for limit, stride in zip(limits, self._strides, strict=True))
        self._trap_targets = trap_targets
        self._costs = (0.0, *map(prices.response_cost, RESPONSE_CARD_KINDS))
        self._better = (max, min) if own_side_index == 0 else (min, max)
        self._asked: list[tuple[Grid, Grid]] = []
        """For each number, the chances if side 0 or side 1 has to respond and the other has not passed."""
        self._dice: list[tuple[_DiceStates, _DiceStates]] = []
        """For each number, the possible positions of both dice."""

    def rate_answers(self, other_passed: bool) -> Iterator[tuple[str, float]]:
        """Yield the answers that the rated side can give now, each with its chance of winning the game."""
        for code in range(self._all + 1):  # after a play, the number is lower
            self._dice.append(self._possible_dice(code))
            final, plays = self._final_grid(code), (self._plays(code, 0), self._plays(code, 1))
            after_pass = [self._best(final, side, plays[side]) for side in (0, 1)]
            self._asked.append(
                (self._best(after_pass[1], 0, plays[0]), self._best(after_pass[0], 1, plays[1]))
            )
        yield PASS.name, (final if other_passed else after_pass[1 - self._own_side_index])[0]
        for kind, target, [value] in plays[self._own_side_index]:
            if target is None:
                yield ("reroll", *RESPONSE_CARD_KINDS)[kind], value
            elif self._pair.faces[target] is not None:
                yield (
                    f"{RESPONSE_CARD_KINDS[kind - 1]} {'own' if target == self._own_side_index else 'other'}",
                    value,
                )

    def _best(self, base: Grid, mover: int, plays: Sequence[tuple[int, int | None, Grid]]) -> Grid:
        """Return the chances of winning the game, for each pair of dice, if `mover` chooses the best of
        `base` and all plays.
        """
        for _, _, values in plays:
            base = list(map(self._better[mover], base, values))
        return base

    def _plays(self, code: int, mover: int) -> list[tuple[int, int | None, Grid]]:
        """Return each possible play of a side: its kind, the die that it turns, and the chances after it."""
        plays: list[tuple[int, int | None, Grid]] = []
        for kind, effect in enumerate(_EFFECTS):
            place = PLAY_KINDS_PER_SIDE * mover + kind
            if not self._left(code, place) or (effect == "reroll" and not self._has_die[mover]):
                continue
            then = code - self._strides[place]
            if effect == "reroll":
                plays.append((kind, None, self._mean_over_rolls(code, then, mover)))
            elif effect == "trap":
                plays.append((kind, None, self._asked[then][1 - mover]))
            else:
                targets = sorted((0, 1), key=lambda side: side != self._own_side_index)
                plays += [
                    (kind, target, self._grid_after_inversion(code, then, mover, target))
                    for target in targets
                    if self._has_die[target]
                ]
        return plays

    def _mean_over_rolls(self, code: int, then: int, mover: int) -> Grid:
        """Return the mean chances of winning the game after a new roll of the mover's die, whatever it showed
        before.
        """
        attack, defence = map(len, self._dice[code])
        after = self._asked[then][1 - mover]
        lines = (
            [after[column::defence] for column in range(defence)]
            if mover == 0
            else [after[row * _NUMBERS : (row + 1) * _NUMBERS] for row in range(attack)]
        )
        means = []
        for line in lines:
            value = 0.0
            for weight, chance in zip(STATE_WEIGHTS, line, strict=True):
                value += weight * chance
            means.append(value / 12)
        return means * attack if mover == 0 else [mean for mean in means for _ in range(defence)]

    def _grid_after_inversion(self, code: int, then: int, mover: int, target: int) -> Grid:
        rows, columns = (
            [
                self._dice[then][side].index(INVERTED_STATE_INDICES[state] if side == target else state)
                for state in states
            ]
            for side, states in enumerate(self._dice[code])
        )
        after, width = self._asked[then][1 - mover], len(self._dice[then][1])
        return [after[row * width + column] for row in rows for column in columns]

    def _possible_dice(self, code: int) -> tuple[_DiceStates, _DiceStates]:
        """Return the states that each die can have: any state after a new roll, two after an inversion,
        otherwise one.
        """
        states: list[_DiceStates] = []
        has_turned = any(
            self._left(code, place) < limit
            for place, limit in enumerate(self._limits)
            if _EFFECTS[place % PLAY_KINDS_PER_SIDE] == "turn"
        )
        for side, first in enumerate(self._first_states):
            places = range(PLAY_KINDS_PER_SIDE * side, PLAY_KINDS_PER_SIDE * (side + 1))
            if not self._has_die[side]:
                states.append((first,))
            elif any(
                self._left(code, place) < self._limits[place]
                for place, effect in zip(places, _EFFECTS, strict=True)
                if effect == "reroll"
            ):
                states.append(range(_NUMBERS))
            else:
                states.append(tuple({first: 0, INVERTED_STATE_INDICES[first]: 0}) if has_turned else (first,))
        return states[0], states[1]

    def _left(self, code: int, place: int) -> int:
        number: int = code // self._strides[place] % (self._limits[place] + 1)
        return number

    def _final_grid(self, code: int) -> Grid:
        """Return the chances of winning the game, for each pair of dice, if both sides pass now."""
        used = [limit - self._left(code, place) for place, limit in enumerate(self._limits)]
        margin, spent = self._pair.margin, 0.0
        for side in (0, 1):
            caught = self._trap_targets[1 - side][: used[PLAY_KINDS_PER_SIDE * side + TRAP]]
            margin += sum(victim.power for victim in caught) * (1 if side == 0 else -1)
            played = used[PLAY_KINDS_PER_SIDE * side : PLAY_KINDS_PER_SIDE * (side + 1)]
            cost = sum([count * price for count, price in zip(played, self._costs, strict=True)])
            harm = sum(victim.value for victim in caught)
            if side == self._own_side_index:
                spent += cost - self._stakes.spending_gain_share * harm
            else:
                spent += harm - self._stakes.spending_gain_share * cost
        worth = [
            value - ORNICLE_STRENGTH * value * (1.0 - value) * spent
            for value in (
                self._stakes.win_chance_if_tied,
                self._stakes.win_chance_if_won,
                self._stakes.win_chance_if_lost,
            )
        ]
        if self._own_side_index == 1:
            worth[1], worth[2] = worth[2], worth[1]
        margin = max(-CERTAIN_MARGIN, min(CERTAIN_MARGIN, margin))
        table = _outcomes(self._pair._replace(margin=margin, faces=(None, None)), self._variant)
        attack, defence = self._dice[code]
        return [worth[table[row][column]] for row in attack for column in defence]


@lru_cache(maxsize=1024)  # margins and pairs of dice recur in every battle
def _outcomes(pair: Pairing, variant: Variant) -> list[list[int]]:
    """Return the winner for every pair of dice: 0 nobody, 1 the attacker, −1 the defender."""
    return [
        [pair.outcome((face, other), variant) for other in pair.defence_die.states]
        for face in pair.attack_die.states
    ]
