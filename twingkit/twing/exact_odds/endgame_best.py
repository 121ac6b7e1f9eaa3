"""Best responses in an end-game attack, solved backwards for all dice together (TW-END-3, TW-END-4).

A state is: what everybody can still play, which creatures stand, whether the attacker's last roll was made by
a cat, all dice, whose response it is, and how many have passed in a row. Everything but the dice is a node;
the dice are axes of its numpy arrays: the attacker's, where the Socks need it the attacker's last roll
without cats, then each defender's.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from twingkit.twing.exact_odds.best_responses.grids import EPSILON
from twingkit.twing.exact_odds.contest import INVERTED
from twingkit.twing.exact_odds.endgame_pairings import EndgameEnd, Pairings, Standing

Floats = NDArray[np.float64]

_REROLL, _CAT, _TRAP, _MIROMON = range(4)


class Node(NamedTuple):
    """A state without the dice and the side to respond."""

    left: tuple[tuple[int, int, int, int], ...]
    standing: Standing
    by_cat: bool


class Move(NamedTuple):
    """A response: its name, the node after it, the axes it rolls anew or inverts."""

    name: str
    then: Node
    rolls: tuple[int, ...] = ()
    turns: tuple[int, ...] = ()


class EndgameBest:
    """All states of an attack, solved."""

    def __init__(self, pairings: Pairings) -> None:
        self._pairings = pairings
        self._players = len(pairings.sides)
        self._split = pairings.split
        die = pairings.attack_profiles[0]
        profiles = [die] * (1 + self._split) + list(pairings.defence_profiles)
        self._weights = [np.array(profile.weights) / 12 for profile in profiles]
        self._sizes = tuple(len(weights) for weights in self._weights)
        self._first = 1 + self._split
        """The axis of the first defender's die."""
        self._turn = np.array(INVERTED)
        self.root = Node(tuple(side.counts for side in pairings.means), pairings.begun, False)
        self._moves: dict[Node, list[list[Move]]] = {}
        self._fresh: dict[Node, Floats] = {}
        """Values (mover, side, dice) of a node in which nobody has passed yet."""
        self._choice: dict[Node, NDArray[np.uint8]] = {}
        """The choices (passes, mover, dice): 0 pass, else 1 + the number of the move."""
        self._results: dict[Standing, NDArray[np.int64]] = {}
        self._order: list[Node] = []
        self._solve(self.root)

    # -- responses

    def _options(self, node: Node, mover: int) -> Iterator[Move]:
        """Yield the responses of a side in the order of comparison (TW-BAT-11 to 14, TW-ODDS-2)."""
        reroll, cats, traps, miromon = node.left[mover]
        own = (0,) if mover == 0 else (self._first + mover - 1,)
        if reroll:
            rolled = tuple(range(self._first)) if mover == 0 else own
            flag = False if mover == 0 else node.by_cat
            yield Move("reroll", self._spent(node, mover, _REROLL)._replace(by_cat=flag), rolls=rolled)
        if cats:
            flag = True if mover == 0 else node.by_cat
            yield Move("cat", self._spent(node, mover, _CAT)._replace(by_cat=flag), rolls=own)
        if traps:
            spent = self._spent(node, mover, _TRAP)
            for name, standing in self._targets(node.standing, mover):
                yield Move(f"trap {name}", spent._replace(standing=standing))
        if miromon:
            yield from self._inversions(node, mover)

    def _inversions(self, node: Node, mover: int) -> Iterator[Move]:
        """Miromon on the own die, then on the others' (TW-BAT-12); against the Socks it does not count."""
        spent = self._spent(node, mover, _MIROMON)
        dice = range(self._first, self._first + self._players - 1)
        if mover == 0:
            yield Move("miromon attacker", spent, turns=(0,))
            for index, axis in enumerate(dice):
                if self._sizes[axis] > 1 and not self._pairings.socks[index]:
                    yield Move(f"miromon {index}", spent, turns=(axis,))
            return
        axis = dice[mover - 1]
        if self._sizes[axis] > 1:
            yield Move(f"miromon {mover - 1}", spent, turns=(axis,))
        shared = (0, 1) if self._split and not node.by_cat else (0,)
        yield Move("miromon attacker", spent, turns=shared)

    def _targets(self, standing: Standing, mover: int) -> Iterator[tuple[str, Standing]]:
        """The creature that a trap takes: the strongest that counts; of several defenders the strongest
        first."""
        pairings = self._pairings
        if mover:
            targets = [
                (not pairings.counts(mover - 1, body, standing), index)
                for index, body in enumerate(pairings.attack)
                if index not in standing.attack_trapped
            ]
            if targets:
                _, index = min(targets)
                yield "attacker", standing._replace(attack_trapped=standing.attack_trapped | {index})
            return
        open_to = []
        for index, cards in enumerate(pairings.defence):
            taken = standing.defence_trapped[index]
            if not pairings.boots[index] and taken < len(cards):
                open_to.append((-cards[taken].card.power, index))
        for _, index in sorted(open_to):
            taken_now = list(standing.defence_trapped)
            taken_now[index] += 1
            yield str(index), standing._replace(defence_trapped=tuple(taken_now))

    @staticmethod
    def _spent(node: Node, mover: int, kind: int) -> Node:
        left = [list(counts) for counts in node.left]
        left[mover][kind] -= 1
        return node._replace(left=tuple((counts[0], counts[1], counts[2], counts[3]) for counts in left))

    # -- backwards

    def _solve(self, node: Node) -> None:
        """Values and choices of a node, after those of every node that it leads to."""
        if node in self._fresh:
            return
        moves = [list(self._options(node, mover)) for mover in range(self._players)]
        for move in (move for options in moves for move in options):
            self._solve(move.then)
        count, last = self._players, self._players - 1
        moved = [[self._after(node, mover, move) for move in moves[mover]] for mover in range(count)]
        values = [self._ended(node.standing)] * count
        choice = np.zeros((count, count, *self._sizes), dtype=np.uint8)
        for passes in range(last, -1, -1):
            base = values if passes == last else [values[(mover + 1) % count] for mover in range(count)]
            values = [
                self._choose(base[mover], moved[mover], mover, choice[passes, mover])
                for mover in range(count)
            ]
        self._moves[node], self._choice[node] = moves, choice
        self._fresh[node] = np.stack(values)
        self._order.append(node)

    def _choose(self, base: Floats, moved: list[Floats], mover: int, choice: NDArray[np.uint8]) -> Floats:
        """Passing, replaced by each response that is better for the side to respond."""
        best = base
        for code, values in enumerate(moved, 1):
            better = values[mover] > best[mover] + EPSILON
            choice[better] = code
            best = np.where(better, values, best)
        return best

    def _after(self, node: Node, mover: int, move: Move) -> Floats:
        """The values (side, dice) that a response leads to: the next side responds, nobody has passed."""
        values = self._fresh[move.then][(mover + 1) % self._players]
        for axis in move.turns:
            values = values.take(self._turn, 1 + axis)
        if len(move.rolls) == 2:  # both records of the attacker's die show the same new roll
            values = np.einsum("kii...,i->k...", values, self._weights[0])[:, None, None]
        elif move.rolls:
            axis = move.rolls[0]
            values = np.expand_dims(np.tensordot(values, self._weights[axis], (1 + axis, 0)), 1 + axis)
        return np.asarray(np.broadcast_to(values, (self._players, *self._sizes)))

    def _ended(self, standing: Standing) -> Floats:
        """Return the values if all pass: the sum of the pairings, then that of each defender."""
        pairs = self._pairs(standing).astype(np.float64)
        return np.concatenate([pairs.sum(axis=0, keepdims=True), -pairs])

    def _pairs(self, standing: Standing) -> NDArray[np.int64]:
        """1, 0 or −1 for every defender and all dice."""
        if standing not in self._results:
            results = []
            for index in range(self._players - 1):
                against = int(self._split and self._pairings.socks[index])
                die, other = self._pairings.attack_profiles[index], self._pairings.defence_profiles[index]
                table = np.array(
                    [
                        [self._pairings.result(index, (face, back), standing) for back in other.states]
                        for face in die.states
                    ]
                )
                shape = [1] * len(self._sizes)
                shape[against], shape[self._first + index] = table.shape
                results.append(np.broadcast_to(table.reshape(shape), self._sizes))
            self._results[standing] = np.stack(results)
        return self._results[standing]

    # -- forwards

    def ends(self) -> list[EndgameEnd]:
        """Every way in which the attack ends under best responses, with its chance."""
        reached: dict[Node, Floats] = {self.root: np.zeros((self._players, *self._sizes))}
        reached[self.root][0] = self._opening()
        chances: dict[tuple[tuple[int, ...], Node], float] = {}
        for node in reversed(self._order):
            if node in reached:
                self._pass_on(node, reached.pop(node), reached, chances)
        return [
            EndgameEnd(results, *self._pairings.lost(results, node.standing), self._played(node), chance)
            for (results, node), chance in chances.items()
        ]

    def _opening(self) -> Floats:
        """The first rolls; both records of the attacker's die show the same."""
        weights = self._weights[1:] if self._split else self._weights
        opening = np.asarray(weights[0])
        for weight in weights[1:]:
            opening = np.multiply.outer(opening, weight)
        if not self._split:
            return opening
        both = np.zeros(self._sizes)
        diagonal = np.arange(self._sizes[0])
        both[diagonal, diagonal] = opening
        return both

    def _pass_on(
        self,
        node: Node,
        mass: Floats,
        reached: dict[Node, Floats],
        chances: dict[tuple[tuple[int, ...], Node], float],
    ) -> None:
        count = self._players
        ended = np.zeros(self._sizes)
        for passes in range(count):
            onward = np.zeros_like(mass)
            for mover in range(count):
                choice = self._choice[node][passes, mover]
                passed = np.where(choice == 0, mass[mover], 0.0)
                if passes == count - 1:
                    ended += passed
                else:
                    onward[(mover + 1) % count] += passed
                for code, move in enumerate(self._moves[node][mover], 1):
                    moved = np.where(choice == code, mass[mover], 0.0)
                    if moved.any():
                        masses = reached.setdefault(move.then, np.zeros((count, *self._sizes)))
                        masses[(mover + 1) % count] += self._moved(moved, move)
            mass = onward
        pairs = self._pairs(node.standing)
        for results in product((1, 0, -1), repeat=count - 1):
            there_now = np.logical_and.reduce(
                [pair == result for pair, result in zip(pairs, results, strict=True)]
            )
            chance = float(ended[there_now].sum())
            if chance > 0:
                chances[results, node] = chance

    def _moved(self, mass: Floats, move: Move) -> Floats:
        """Return the chances after a response: dice are rolled anew or inverted."""
        for axis in move.turns:
            mass = mass.take(self._turn, axis)
        if len(move.rolls) == 2:
            total = mass.sum(axis=(0, 1))
            spread = np.zeros(self._sizes)
            for index, weight in enumerate(self._weights[0]):
                spread[index, index] = weight * total
            return spread
        if move.rolls:
            axis = move.rolls[0]
            shape = [1] * len(self._sizes)
            shape[axis] = -1
            mass = mass.sum(axis=axis, keepdims=True) * self._weights[axis].reshape(shape)
        return mass

    def _played(self, node: Node) -> tuple[int, ...]:
        """The number of cats, traps and Miromon that each side has played; objects are not used up."""
        return tuple(
            sum(begun[1:]) - sum(left[1:]) for begun, left in zip(self.root.left, node.left, strict=True)
        )
