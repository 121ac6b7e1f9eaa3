"""Battles planned ahead: the best lay against the cards that the opponent may hold.

The opponent answers a lay as well as its cards allow. Those cards are not known, so each lay is tried
against several possible hands (`insight`), and against each hand the best reply counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import inf
from operator import itemgetter
from typing import NamedTuple

from twingkit.twing.exact_odds.contest import CERTAIN_MARGIN, DieRules
from twingkit.twing.players.lay_choice import LayChoice
from twingkit.twing.players.open_battle import NO_DIE, margin_index, win_and_loss_by_margin
from twingkit.twing.players.outlook import ORNICLE_STRENGTH

_MAX_MARGIN_INDEX = 2 * CERTAIN_MARGIN


class WinChancesAfterBattle(NamedTuple):
    """A player's chances of winning the game after winning, tying and losing a battle.

    `spending_gain_share` is how much of what the opponent spends is a gain: all of it in a game of two
    players.
    """

    win_chance_if_won: float
    win_chance_if_tied: float
    win_chance_if_lost: float
    spending_gain_share: float = 1.0


class LayPlanningNumbers(NamedTuple):
    """A lay as numbers for planning: its die, points, costs, risks, and the points lost to traps."""

    die: DieRules
    power: int
    spell_cost: float
    creature_risk: float
    trap_losses: tuple[int, ...]
    choice: LayChoice


class BestDefence(NamedTuple):
    """The best defence against an attack, with the attacker's chances in the battle and in the game.

    `attacker_win_probability` is the attacker's chance of winning the game after it; `battle_win` and
    `battle_loss` are its chances of winning and of losing the battle.
    """

    attacker_win_probability: float
    defence: LayPlanningNumbers
    battle_win: float
    battle_loss: float


class ExpectedResponseCounts(NamedTuple):
    """How many rerolls and traps the attacker and the defender are expected to play after the roll."""

    rerolls: tuple[int, int] = (0, 0)
    traps: tuple[int, int] = (0, 0)


def plan_efficient_lays(
    choices: Iterable[LayChoice],
    own_element_die: DieRules,
    other_element_die: DieRules,
    price_factors: tuple[float, float] = (1.0, 1.0),
) -> list[LayPlanningNumbers]:
    """Return the possible lays of a side as planning numbers, without those that cost more than another lay
    and achieve no more.

    `price_factors` holds this side's present factors on the usual prices of spells and creatures.
    """
    spells, creatures = price_factors
    kinds: dict[DieRules, list[_Costing]] = {}
    for choice in choices:
        rolls, own, power, spent, risk, _, _, _, _ = choice
        die = (own_element_die if own else other_element_die) if rolls else NO_DIE
        costing = -power, spells * spent + creatures * risk / 2, choice
        if die in kinds:
            kinds[die].append(costing)
        else:
            kinds[die] = [costing]
    return [
        LayPlanningNumbers(
            die,
            choice.power,
            spells * choice.spell_cost,
            creatures * choice.creature_risk,
            choice.trap_losses,
            choice,
        )
        for die, kind in kinds.items()
        for choice in _frontier(kind)
    ]


_Costing = tuple[int, float, LayChoice]
"""A lay with its points and its cost in front: points, cost, lay."""


def _frontier(lays: list[_Costing]) -> Iterator[LayChoice]:
    """Yield those of these lays with the same die that no other lay beats in both points and cost."""
    lays.sort(key=_points_and_cost)
    least = 1e9
    for _, cost, choice in lays:
        if cost < least - 1e-9:
            yield choice
            least = cost


_points_and_cost = itemgetter(0, 1)


_Row = tuple[int, float, float, float, LayPlanningNumbers]


class DefenceChooser:
    """The possible defences of one hand, from which the best one against an attack is chosen."""

    def __init__(
        self,
        lays: Sequence[LayPlanningNumbers],
        stakes: WinChancesAfterBattle,
        responses: ExpectedResponseCounts,
    ) -> None:
        won, tied, lost, share = self._stakes = stakes
        self._slopes = (
            ORNICLE_STRENGTH * won * (1.0 - won),
            ORNICLE_STRENGTH * tied * (1.0 - tied),
            ORNICLE_STRENGTH * lost * (1.0 - lost),
        )
        slope_won, slope_tied, slope_lost = [slope * share for slope in self._slopes]
        self._rerolls = responses.rerolls
        mine, self._traps = responses.traps
        self._rows: dict[DieRules, list[_Row]] = {}
        """The lays by die, each with its points and its costs after a win, a tie and a loss."""
        for lay in lays:
            self._rows.setdefault(lay.die, []).append(
                (
                    lay.power - lay.trap_losses[mine],
                    slope_won * (lay.spell_cost + lay.creature_risk),
                    slope_tied * lay.spell_cost,
                    slope_lost * lay.spell_cost,
                    lay,
                )
            )
        self._latest = {die: rows[:1] for die, rows in self._rows.items()}
        """The best defence against the latest attack; before the first one, a defence of each die."""

    def best_defence(self, attack: LayPlanningNumbers) -> BestDefence:
        """Return the best defence against an attack, with the attacker's chances."""
        least, row, (win, loss, _) = self._best_of(self._rows, attack)
        self._latest = {row[-1].die: [row]}
        return BestDefence(least, row[-1], win, loss)

    def attacker_win_probability_bound(self, attack: LayPlanningNumbers) -> float:
        """Return an upper bound of the attacker's chance of winning the game: the chance against the defence
        that was best last time.

        The best defence leaves no more.
        """
        return self._best_of(self._latest, attack)[0]

    def _best_of(
        self, rows_by_die: Mapping[DieRules, Sequence[_Row]], attack: LayPlanningNumbers
    ) -> tuple[float, _Row, tuple[float, float, float]]:
        """Return the attacker's chance to win the game, the best defence, its (win, loss, tie) chances."""
        won, tied, lost, _ = self._stakes
        slope_won, slope_tied, slope_lost = self._slopes
        die, power, spent, risk, trap_losses, _ = attack
        power -= trap_losses[self._traps]
        won -= slope_won * spent
        tied -= slope_tied * spent
        lost -= slope_lost * (spent + risk)
        least = inf  # every hand has a defence
        best: _Row
        odds: tuple[float, float, float]
        for kind, rows in rows_by_die.items():
            table = _outcomes(die, kind, self._rerolls)
            for row in rows:
                points, more_won, more_tied, more_lost, _ = row
                margin = power - points
                triple = table[
                    0
                    if margin < -CERTAIN_MARGIN
                    else _MAX_MARGIN_INDEX
                    if margin > CERTAIN_MARGIN
                    else margin + CERTAIN_MARGIN
                ]
                win, loss, tie = triple
                value = win * (won + more_won) + loss * (lost + more_lost) + tie * (tied + more_tied)
                if value < least:
                    least, best, odds = value, row, triple
        return least, best, odds


class AttackPlan(NamedTuple):
    """An attack with its value (the attacker's chance of winning the game), and the best defence of each
    opponent with each possible hand.
    """

    value: float
    attack: LayPlanningNumbers
    replies: list[list[BestDefence]]


def plan_attack(
    attack: LayPlanningNumbers, defences: Sequence[Sequence[DefenceChooser]], current_win_chance: float = 0.0
) -> AttackPlan:
    """Return an attack with the best defence of every possible hand, and its value: `current_win_chance`
    plus, for each opponent, the mean change over possible hands.
    """
    replies = [[hand.best_defence(attack) for hand in hands] for hands in defences]
    value = _mean_value(
        [[reply.attacker_win_probability for reply in of_hands] for of_hands in replies], current_win_chance
    )
    return AttackPlan(value, attack, replies)


def best_attack_plan(
    attacks: Sequence[LayPlanningNumbers],
    defences: Sequence[Sequence[DefenceChooser]],
    current_win_chance: float = 0.0,
) -> AttackPlan | None:
    """Return the attack that gives the highest chance of winning the game, the first one if several do; None
    if there is no attack.

    Most attacks are ruled out by the defences that were best against other attacks: these leave them less
    than the best attack so far. Rounding keeps the order of sums, so bounds compare like values.
    """
    if not attacks:
        return None

    def bound(attack: LayPlanningNumbers) -> float:
        return _mean_value(
            [[hand.attacker_win_probability_bound(attack) for hand in hands] for hands in defences],
            current_win_chance,
        )

    first = len(attacks) // 2  # its best defences are good against weak and strong attacks
    best = first, plan_attack(attacks[first], defences, current_win_chance)
    bounds = list(map(bound, attacks))
    for place in sorted(range(len(attacks)), key=bounds.__getitem__, reverse=True):
        if bounds[place] < best[1].value:
            break
        # bounded again: the defences found since then may rule it out
        if place != first and bound(attacks[place]) >= best[1].value:
            plan = plan_attack(attacks[place], defences, current_win_chance)
            best = min(best, (place, plan), key=lambda one: (-one[1].value, one[0]))
    return best[1]


def _mean_value(win_probabilities: Iterable[Sequence[float]], base: float) -> float:
    value = base
    for of_hands in win_probabilities:
        value += sum(of_hands) / len(of_hands) - base
    return value


@lru_cache(maxsize=4096)
def _outcomes(
    attack: DieRules, defence: DieRules, rerolls: tuple[int, int]
) -> tuple[tuple[float, float, float], ...]:
    return tuple(
        [(win, loss, 1.0 - win - loss) for win, loss in win_and_loss_by_margin(attack, defence, rerolls)]
    )


def defender_game_win_probability(
    attack: LayPlanningNumbers,
    defence: LayPlanningNumbers,
    stakes: WinChancesAfterBattle,
    responses: ExpectedResponseCounts,
) -> float:
    """Return the defender's probability of winning the game if it lays this defence against this attack."""
    rerolls, (theirs, mine) = responses
    margin = attack.power - attack.trap_losses[mine] - defence.power + defence.trap_losses[theirs]
    loss, win = win_and_loss_by_margin(attack.die, defence.die, rerolls)[margin_index(margin)]
    won, tied, lost, _ = stakes
    spent = ORNICLE_STRENGTH * defence.spell_cost
    return (
        win * (won - won * (1.0 - won) * spent)
        + (1.0 - win - loss) * (tied - tied * (1.0 - tied) * spent)
        + loss * (lost - lost * (1.0 - lost) * (spent + ORNICLE_STRENGTH * defence.creature_risk))
    )
