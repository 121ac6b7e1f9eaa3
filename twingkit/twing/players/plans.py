"""Battles planned ahead: the lay that does best against what the opponent may hold (section 4).

The opponent answers a lay as well as its cards allow. Those cards are not known, so each lay is tried
against several possible hands (`insight`), and against each hand the best reply counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from twingkit.twing.players.lay_choice import LayChoice
from twingkit.twing.players.open_battle import DECISIVE_MARGIN, NO_DIE, margin_index, win_loss_odds
from twingkit.twing.players.outlook import ORNICLE_STRENGTH

_MAX_MARGIN_INDEX = 2 * DECISIVE_MARGIN


class Stakes(NamedTuple):
    """A player's chance of winning the game after a battle won, tied and lost.

    `share` is how much of what the opponent spends is a gain: all of it in a game of two players.
    """

    won: float
    tied: float
    lost: float
    share: float = 1.0


class PlannedLay(NamedTuple):
    """The lay of a side in numbers: its die, its points, what it spends and risks, and what traps take
    away."""

    die: int
    power: int
    spent: float
    risk: float
    trap_losses: tuple[int, ...]
    choice: LayChoice


class ExpectedResponses(NamedTuple):
    """What two sides are ready to play after the roll: re-rolls and traps, of the attacker and of the
    defender.
    """

    rerolls: tuple[int, int] = (0, 0)
    traps: tuple[int, int] = (0, 0)


def plan_lays(
    choices: Iterable[LayChoice], own_die: int, other_die: int, thrift: tuple[float, float] = (1.0, 1.0)
) -> list[PlannedLay]:
    """Return the lays that a side can make with these dice, without those that cost more and achieve less.

    `thrift` holds this side's present factors on the usual prices of spells and creatures.
    """
    spells, creatures = thrift
    kinds: dict[int, list[_Costing]] = {}
    for choice in choices:
        rolls, own, power, spent, risk, _, _, _, _ = choice
        die = (own_die if own else other_die) if rolls else NO_DIE
        costing = -power, spells * spent + creatures * risk / 2, choice
        if die in kinds:
            kinds[die].append(costing)
        else:
            kinds[die] = [costing]
    return [
        PlannedLay(
            die, choice.power, spells * choice.spent, creatures * choice.risk, choice.trap_losses, choice
        )
        for die, kind in kinds.items()
        for choice in _frontier(kind)
    ]


_Costing = tuple[int, float, LayChoice]
"""A lay, preceded by its points (the most first) and its cost."""


def _frontier(lays: list[_Costing]) -> Iterator[LayChoice]:
    """Yield the lays of one die that no other lay beats in both points and cost."""
    lays.sort(key=_points_and_cost)
    least = 1e9
    for _, cost, choice in lays:
        if cost < least - 1e-9:
            yield choice
            least = cost


_points_and_cost = itemgetter(0, 1)


class Defences:
    """The lays of a defender with one hand, from which the best against each attack is chosen."""

    def __init__(self, lays: Sequence[PlannedLay], stakes: Stakes, tricks: ExpectedResponses) -> None:
        won, tied, lost, share = self._stakes = stakes
        self._slopes = (
            ORNICLE_STRENGTH * won * (1.0 - won),
            ORNICLE_STRENGTH * tied * (1.0 - tied),
            ORNICLE_STRENGTH * lost * (1.0 - lost),
        )
        slope_won, slope_tied, slope_lost = [slope * share for slope in self._slopes]
        self._first, self._rerolls = lays[0], tricks.rerolls
        mine, self._traps = tricks.traps
        self._rows: dict[int, list[_Row]] = {}
        """By their die: what each has on the cards, and what it adds to the stakes."""
        for lay in lays:
            self._rows.setdefault(lay.die, []).append(
                (
                    lay.power - lay.trap_losses[mine],
                    slope_won * (lay.spent + lay.risk),
                    slope_tied * lay.spent,
                    slope_lost * lay.spent,
                    lay,
                )
            )

    def best(self, attack: PlannedLay) -> tuple[float, PlannedLay, float, float]:
        """Return the attacker's chance of winning the game against the defence that leaves it the least, that
        defence, and the attacker's chances of winning and losing the battle.
        """
        won, tied, lost, _ = self._stakes
        slope_won, slope_tied, slope_lost = self._slopes
        die, power, spent, risk, trap_losses, _ = attack
        power -= trap_losses[self._traps]
        won -= slope_won * spent
        tied -= slope_tied * spent
        lost -= slope_lost * (spent + risk)
        least, best, odds = 9.0, self._first, _NO_ODDS
        for kind, rows in self._rows.items():
            table = _outcomes(die, kind, self._rerolls)
            for points, more_won, more_tied, more_lost, lay in rows:
                margin = power - points
                triple = table[
                    0
                    if margin < -DECISIVE_MARGIN
                    else _MAX_MARGIN_INDEX
                    if margin > DECISIVE_MARGIN
                    else margin + DECISIVE_MARGIN
                ]
                win, loss, tie = triple
                value = win * (won + more_won) + loss * (lost + more_lost) + tie * (tied + more_tied)
                if value < least:
                    least, best, odds = value, lay, triple
        return least, best, odds[0], odds[1]


_Row = tuple[int, float, float, float, PlannedLay]
_NO_ODDS = (0.0, 0.0, 1.0)


@lru_cache(maxsize=4096)
def _outcomes(attack: int, defence: int, rerolls: tuple[int, int]) -> tuple[tuple[float, float, float], ...]:
    """Return the chances of `open_battle.win_loss_odds` together with that of a tie."""
    return tuple([(win, loss, 1.0 - win - loss) for win, loss in win_loss_odds(attack, defence, rerolls)])


def defender_win_probability(
    attack: PlannedLay, defence: PlannedLay, stakes: Stakes, tricks: ExpectedResponses
) -> float:
    """Return the defender's probability of winning the game with this defence; `stakes` are the defender's
    too.
    """
    rerolls, (theirs, mine) = tricks
    margin = attack.power - attack.trap_losses[mine] - defence.power + defence.trap_losses[theirs]
    loss, win = win_loss_odds(attack.die, defence.die, rerolls)[margin_index(margin)]
    won, tied, lost, _ = stakes
    spent = ORNICLE_STRENGTH * defence.spent
    return (
        win * (won - won * (1.0 - won) * spent)
        + (1.0 - win - loss) * (tied - tied * (1.0 - tied) * spent)
        + loss * (lost - lost * (1.0 - lost) * (spent + ORNICLE_STRENGTH * defence.risk))
    )
