"""The chances of a battle as exact fractions, for `odds(line, exact=True)`.

The steps of the battle are walked as in `steps_walk`, with a fraction for every roll. A battle has no last
round, so the chance to win from a situation is the solution of linear equations. Situations that can follow
each other in a circle (nobody hits, a repair undoes a hit) are solved together, the others one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import cast

from twingkit.core.messages import Fault
from twingkit.core.slices import Slices
from twingkit.imperium.battle.exact_odds.cycles import cyclic_groups, solve_situation_cycle
from twingkit.imperium.battle.exact_odds.invasion_ends import ground_battle_after
from twingkit.imperium.battle.exact_odds.landings import RULE as INVASION_RULE
from twingkit.imperium.battle.exact_odds.steps_walk import (
    Situation,
    StepsWalk,
    settle_standoff,
    split_ended,
    without_round_notes,
)
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.dice.volley import FACES, DiceGroup, Volley, VolleyResult
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.questions import RollDice
from twingkit.imperium.battle.rules.space.survivors import survivors
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.odds.odds import ExactOdds

_WinAndTie = tuple[Fraction, Fraction]
"""The attacker's chances."""

MAX_CIRCLE = 400
"""The largest number of situations that are solved together."""


class _FractionWalk(StepsWalk):
    """A walk through the steps of a fight in which every chance is a fraction."""

    def outcomes(self, question: object) -> Sequence[tuple[object, float]]:
        """Return all results of a roll with their chances as fractions, or the default answer."""
        if isinstance(question, RollDice):
            return cast("Sequence[tuple[object, float]]", _exact_outcomes(question.volley))
        return super().outcomes(question)


def _exact_outcomes(volley: Volley) -> tuple[tuple[VolleyResult, Fraction], ...]:
    """Return the results of a volley, as `volley.outcomes()` does, with their chances as fractions.

    >>> two = Volley(0, (DiceGroup("cruiser", 2, hits_on=7),))
    >>> [(thrown.hits, str(chance)) for thrown, chance in _exact_outcomes(two)]
    [(0, '9/25'), (1, '12/25'), (2, '4/25')]
    """
    ways: dict[tuple[int, int, tuple[int, ...]], int] = {(0, 0, ()): 1}
    for group in volley.groups:
        more: Counter[tuple[int, int, tuple[int, ...]]] = Counter()
        for (free, nonfighter, missed), count in ways.items():
            for (hits, misses), part in _ways_of_group(group):
                left = (*missed, misses) if volley.rerolls_misses else ()
                total = (
                    (free, nonfighter + hits, left)
                    if group.must_hit_nonfighters
                    else (free + hits, nonfighter, left)
                )
                more[total] += count * part
        ways = more
    rolls = len(FACES) ** volley.count
    return tuple((VolleyResult(*key), Fraction(count, rolls)) for key, count in ways.items())


@lru_cache(maxsize=4096)
def _ways_of_group(group: DiceGroup) -> tuple[tuple[tuple[int, int], int], ...]:
    """Return the possible numbers of hits and misses of a group of dice, each with the number of rolls that
    lead to them.
    """
    die = Counter((group.hits_for(face), int(face < group.hits_on)) for face in FACES)
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for _ in range(group.count):
        more: Counter[tuple[int, int]] = Counter()
        for (hits, misses), count in ways.items():
            for (hit, miss), part in die.items():
                more[hits + hit, misses + miss] += count * part
        ways = more
    return tuple(sorted(ways.items()))


def exact_odds_in_slices(battle: Battle, max_walks: int = 0) -> Slices[ExactOdds]:
    """Compute the odds of a legal battle with known policies as fractions, in interruptible slices.

    Raises `WalkBudgetError` for more than `max_walks` walks through a step (0: no limit), and `Fault` for a
    battle with too many situations that can follow each other in a circle.
    """
    grounds: dict[Battle, _WinAndTie] = {}
    if battle.kind != "invasion":
        win, tie = yield from _Values(Fight.from_battle(battle), _winner_value, max_walks).whole_battle()
        return ExactOdds(win, tie, 1 - win - tie, rule="IM-ODDS-1")
    waiting: dict[Battle, None] = {}
    space = Fight.from_battle(battle.space_battle)

    def landed(situation: Situation) -> Battle | None:
        return ground_battle_after(battle, survivors(space, 0, situation.state[0]), situation)

    def collect(situation: Situation) -> _WinAndTie:
        below = landed(situation)
        if below is not None:
            waiting[below] = None
        return Fraction(0), Fraction(0)

    yield from _Values(space, collect, max_walks).whole_battle()
    for below in waiting:
        fight = Fight.from_battle(below)
        grounds[below] = yield from _Values(fight, _winner_value, max_walks).whole_battle()

    def planet_value(situation: Situation) -> _WinAndTie:
        below = landed(situation)
        return grounds[below] if below is not None else (Fraction(0), Fraction(0))

    win, tie = yield from _Values(space, planet_value, max_walks).whole_battle()
    return ExactOdds(win, tie, 1 - win - tie, rule=INVASION_RULE)


def _winner_value(situation: Situation) -> _WinAndTie:
    winner = situation.winner
    return Fraction(winner == 0), Fraction(winner is None)


class _Values:
    """The exact chances to win and tie from every situation of a fight; `end_value` gives them for situations
    in which it is over.
    """

    def __init__(self, fight: Fight, end_value: Callable[[Situation], _WinAndTie], max_walks: int) -> None:
        self.fight, self.end_value = fight, end_value
        self.walk = _FractionWalk(fight, max_walks, walks_opening=True)
        self.steady = self.walk.last_named_round + 2
        """The first round from which all rounds are alike."""
        self.known: dict[Situation, _WinAndTie] = {}
        """The values before a round from `steady` on."""

    def whole_battle(self) -> Slices[_WinAndTie]:
        """Compute in slices the chances to win and tie before the opening."""
        yield 0.0
        chances = self.walk.after_opening()
        parts: list[tuple[float, _WinAndTie]] = []
        for n in range(1, self.steady):
            over, open_ = split_ended(chances)
            parts += [(chance, self.ended(situation, min(n - 1, 1))) for situation, chance in over.items()]
            for situation in open_:
                yield 0.0
                self.walk.after_round(situation, n)  # cached
            chances = self.walk.advance_round(open_, n)
        for situation, chance in chances.items():
            yield from self.solve(situation)
            parts.append((chance, self.known[situation]))
        return _mean(parts)

    def ended(self, situation: Situation, rounds: int) -> _WinAndTie:
        """Return the chances to win and tie from a situation in which the fight is over."""
        ends = self.walk.after_ending({situation: 1}, rounds)
        return _mean((chance, self.end_value(end)) for end, chance in ends.items())

    def solve(self, start: Situation) -> Slices[None]:
        """Compute the values of a situation and of all that can follow it."""
        followers: dict[Situation, Mapping[Situation, float]] = {}

        def after(situation: Situation) -> Iterator[Situation]:
            return (then for then in self._after(situation, followers) if then not in self.known)

        for circle in cyclic_groups([start] if start not in self.known else [], after):
            yield 0.0
            self._solve_circle(circle, followers)

    def _after(
        self, situation: Situation, followers: dict[Situation, Mapping[Situation, float]]
    ) -> Mapping[Situation, float]:
        if situation not in followers:
            followers[situation] = (
                self.walk.after_round(situation, self.steady) if situation.both_sides_remain else {}
            )
        return followers[situation]

    def _solve_circle(
        self, circle: Sequence[Situation], followers: Mapping[Situation, Mapping[Situation, float]]
    ) -> None:
        """Solve the linear equations of situations that can follow each other; all others are known."""
        if len(circle) > MAX_CIRCLE:
            raise Fault("exact_circle", rulebook(), n=len(circle), most=MAX_CIRCLE)
        first = circle[0]
        if not first.both_sides_remain:
            self.known[first] = self.ended(first, 1)
            return
        solved = solve_situation_cycle(
            circle,
            followers,
            mean_values=lambda away: _floats(_mean((part, self.known[then]) for then, part in away.items())),
            standoff_values=lambda situation: _floats(
                self.ended(without_round_notes(settle_standoff(self.fight.battle, situation)), 1)
            ),
        )
        self.known |= {situation: (_exact(win), _exact(tie)) for situation, (win, tie) in solved.items()}


def _exact(chance: float) -> Fraction:
    return cast("Fraction", chance)


def _floats(values: _WinAndTie) -> tuple[float, float]:
    return cast("tuple[float, float]", values)


def _mean(parts: Iterable[tuple[float, _WinAndTie]]) -> _WinAndTie:
    win = tie = Fraction(0)
    for chance, (won, tied) in parts:
        win, tie = win + _exact(chance) * won, tie + _exact(chance) * tied
    return win, tie
