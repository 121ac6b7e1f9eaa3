"""Responses weighed against their cost: the exchange of TW-BAT-10 played out with a price for each card.

TW-ODDS-2 takes the best odds whatever the cards cost. Here each card played has a price, so a cat is kept
if it changes little. Both sides are assumed to do their best with what this player holds and what the
opponent may hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from twingkit.twing.exact_odds.best_responses.moves import PLAY_KINDS_PER_SIDE, TRAP
from twingkit.twing.exact_odds.contest import DIE_STATES, INVERTED_STATE_INDICES, NO_DIE_STATES, STATE_WEIGHTS
from twingkit.twing.players.open_battle import Pairing
from twingkit.twing.players.outlook import ORNICLE_STRENGTH, Prices
from twingkit.twing.players.plans import Stakes
from twingkit.twing.rules.response_cards import RESPONSE_CARD_KINDS, RESPONSE_CARDS, CardEffect
from twingkit.twing.variants.variant import Variant

_NUMBERS = len(DIE_STATES)

RemainingPlays = tuple[int, ...]
"""The number of plays left to a side in a battle: its re-roll object, then each kind of response card."""

_EFFECTS: tuple[CardEffect, ...] = ("reroll", *(card.effect for card in RESPONSE_CARDS.values()))
"""The effect of each of the remaining plays."""


class TrapTarget(NamedTuple):
    """A creature that a trap may take: its points, and its value to its owner."""

    power: int
    value: float


class ResponseExchange:
    """The exchange of responses between two sides after the roll, rated for the side `mine`.

    `victims` holds the creatures of each side, the strongest first. A state of play is a number that encodes
    what both sides have left, together with the positions of both dice in `DIE_STATES`.
    """

    def __init__(
        self,
        pair: Pairing,
        victims: tuple[tuple[TrapTarget, ...], tuple[TrapTarget, ...]],
        kits: tuple[RemainingPlays, RemainingPlays],
        mine: int,
        stakes: Stakes,
        prices: Prices,
        variant: Variant,
    ) -> None:
        self._pair, self._mine, self._stakes, self._variant = pair, mine, stakes, variant
        self._sizes = tuple(_NUMBERS if kind else 1 for kind in (pair.attack_die, pair.defence_die))
        limits = [*kits[0], *kits[1]]
        for side in (0, 1):
            place = PLAY_KINDS_PER_SIDE * side + TRAP
            limits[place] = min(limits[place], len(victims[1 - side]))
        self._limits = limits
        self._strides = [
            1,
            *accumulate((limit + 1 for limit in limits[:-1]), lambda stride, size: stride * size),
        ]
        self._all = sum(limit * stride for limit, stride in zip(limits, self._strides, strict=True))
        self._victims = victims
        self._costs = (0.0, *map(prices.response_cost, RESPONSE_CARD_KINDS))
        self._known: dict[int, float] = {}
        self._rolls: dict[int, float] = {}
        self._moves: dict[int, tuple[list[tuple[int, int]], list[tuple[int, int]]]] = {}
        self._ends: dict[int, tuple[list[int], tuple[float, float, float]]] = {}
        self._outcomes: dict[int, list[int]] = {}

    def rate_answers(self, passed: bool) -> Iterator[tuple[str, float]]:
        """Yield the answers that side `mine` can give now, each with its chance of winning the game."""
        faces = self._pair.faces
        attack, defence = (
            DIE_STATES.index(face) if size > 1 and face is not None else 0
            for face, size in zip(faces, self._sizes, strict=True)
        )
        mine, code = self._mine, self._all
        yield (
            "pass",
            self._final_value(code, attack, defence)
            if passed
            else self._best(code, 1 - mine, True, attack, defence),
        )
        for kind, then in self._legal_moves(code, mine):
            if _EFFECTS[kind] != "turn":
                yield (
                    ("reroll", *RESPONSE_CARD_KINDS)[kind],
                    self._value_of_play(kind, then, mine, attack, defence),
                )
                continue
            for name, target in (("own", mine), ("other", 1 - mine)):
                if self._sizes[target] > 1 and faces[target] is not None:
                    yield (
                        f"{RESPONSE_CARD_KINDS[kind - 1]} {name}",
                        self._value_of_inversion(then, mine, target, attack, defence),
                    )

    def _best(self, code: int, mover: int, passed: bool, attack: int, defence: int) -> float:
        """Return the chance when `mover` has to respond: the best of passing and of all possible plays."""
        key = (((code * 2 + mover) * 2 + passed) * _NUMBERS + attack) * _NUMBERS + defence
        entry = self._known.get(key)
        if entry is not None:
            return entry
        best = (
            self._final_value(code, attack, defence)
            if passed
            else self._best(code, 1 - mover, True, attack, defence)
        )
        better = max if mover == self._mine else min
        for kind, then in self._legal_moves(code, mover):
            if _EFFECTS[kind] == "turn":
                for target in (0, 1):
                    if self._sizes[target] > 1:
                        best = better(best, self._value_of_inversion(then, mover, target, attack, defence))
            else:
                best = better(best, self._value_of_play(kind, then, mover, attack, defence))
        self._known[key] = best
        return best

    def _value_of_play(self, kind: int, then: int, mover: int, attack: int, defence: int) -> float:
        if kind == TRAP:
            return self._best(then, 1 - mover, False, attack, defence)
        other = defence if mover == 0 else attack
        key = (then * 2 + mover) * _NUMBERS + other
        value = self._rolls.get(key)
        if value is None:
            value = 0.0
            for face, weight in enumerate(STATE_WEIGHTS):
                if mover == 0:
                    value += weight * self._best(then, 1, False, face, other)
                else:
                    value += weight * self._best(then, 0, False, other, face)
            value /= 12
            self._rolls[key] = value
        return value

    def _value_of_inversion(self, then: int, mover: int, target: int, attack: int, defence: int) -> float:
        if target == 0:
            return self._best(then, 1 - mover, False, INVERTED_STATE_INDICES[attack], defence)
        return self._best(then, 1 - mover, False, attack, INVERTED_STATE_INDICES[defence])

    def _legal_moves(self, code: int, mover: int) -> list[tuple[int, int]]:
        """Return each possible play of a side with the state after it."""
        entry = self._moves.get(code)
        if entry is None:
            left = self._remaining(code)
            entry = self._moves[code] = (self._playable(code, left, 0), self._playable(code, left, 1))
        return entry[mover]

    def _playable(self, code: int, left: list[int], side: int) -> list[tuple[int, int]]:
        return [
            (kind, code - self._strides[PLAY_KINDS_PER_SIDE * side + kind])
            for kind, acts in enumerate(_EFFECTS)
            if left[PLAY_KINDS_PER_SIDE * side + kind] and (acts != "reroll" or self._sizes[side] > 1)
        ]

    def _remaining(self, code: int) -> list[int]:
        return [
            code // stride % (limit + 1) for limit, stride in zip(self._limits, self._strides, strict=True)
        ]

    def _final_value(self, code: int, attack: int, defence: int) -> float:
        entry = self._ends.get(code)
        if entry is None:
            entry = self._ends[code] = self._final_table(code)
        return entry[1][entry[0][attack * _NUMBERS + defence]]

    def _final_table(self, code: int) -> tuple[list[int], tuple[float, float, float]]:
        """Return the outcome for every pair of dice, and the chance after each outcome, in a final state."""
        used = [limit - left for limit, left in zip(self._limits, self._remaining(code), strict=True)]
        margin, spent = self._pair.margin, 0.0
        for side in (0, 1):
            caught = self._victims[1 - side][: used[PLAY_KINDS_PER_SIDE * side + TRAP]]
            margin += sum(victim.power for victim in caught) * (1 if side == 0 else -1)
            played = used[PLAY_KINDS_PER_SIDE * side : PLAY_KINDS_PER_SIDE * (side + 1)]
            cost = sum([count * price for count, price in zip(played, self._costs, strict=True)])
            harm = sum(victim.value for victim in caught)
            if side == self._mine:
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
        if self._mine == 1:
            worth[1], worth[2] = worth[2], worth[1]
        return self._table(margin), (worth[0], worth[1], worth[2])

    def _table(self, margin: int) -> list[int]:
        """Return the winner for every pair of dice: 0 nobody, 1 the attacker, −1 the defender."""
        if margin not in self._outcomes:
            pair, variant = self._pair._replace(margin=margin), self._variant
            grid = [0] * (_NUMBERS * _NUMBERS)
            rows, columns = (DIE_STATES if size > 1 else NO_DIE_STATES for size in self._sizes)
            for row, face in enumerate(rows):
                for column, other in enumerate(columns):
                    grid[row * _NUMBERS + column] = pair.outcome((face, other), variant)
            self._outcomes[margin] = grid
        return self._outcomes[margin]
