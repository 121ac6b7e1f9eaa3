"""The exact odds of a battle (IM-ODDS-1), and what they are made of: ends, survivors, rounds, losses.

Nothing here is sampled. Win, tie and loss come at once; all else is computed when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import attrs

from twingkit.asking import one_line
from twingkit.imperium.battle import settled
from twingkit.imperium.course import Course
from twingkit.imperium.force import Fight, Force, State, had
from twingkit.imperium.notation import ROLES, Battle
from twingkit.imperium.result import BattleResult
from twingkit.imperium.rules import rulebook
from twingkit.imperium.steps_walk import Stand, bare
from twingkit.messages import Fault, message
from twingkit.odds import Distribution, Odds

if TYPE_CHECKING:
    import pandas as pd

RULE = "IM-ODDS-1"
"""The rule that says what these odds are."""


@attrs.frozen
class Left:
    """What a side may have left at the end: its units by name (whole, damaged), and the chance of that."""

    units: tuple[tuple[str, int, int], ...]
    chance: float

    def text(self, lang: str = "en") -> str:
        """The units as a line names them, and how many of them are damaged."""
        words = rulebook().words
        hurt = words.name("damaged", lang)
        parts = [f"{whole + n} {name}" + (f" ({n} {hurt})" if n else "") for name, whole, n in self.units]
        return ", ".join(parts) or words.name("nothing", lang)


@attrs.frozen
class BattleOdds(Odds):
    """The chances of the attacker to win, tie and lose a battle, and how it goes.

    `battle` is the battle that was fought, with a policy in the place of `best` (IM-ODDS-3). Forces are named
    by place in `fight.rosters[side].units`; a side is 0 or "attacker", 1 or "defender".

    >>> found = odds("space: 2 cruiser vs 1 dreadnought")
    >>> print(found)
    win 44.9%, tie 14.1%, loss 41.1%
    >>> [(left.text(), round(left.chance, 3)) for left in found.survivors("attacker")]
    [('nothing', 0.551), ('1 cruiser', 0.307), ('2 cruiser', 0.142)]
    >>> round(found.mean_rounds, 2), [round(loss, 2) for loss in found.losses]
    (2.35, [2.82, 2.36])
    """

    course: Course = attrs.field(kw_only=True, repr=False, eq=False)

    @property
    def fight(self) -> Fight:
        """The fight whose odds these are."""
        return self.course.fight

    @property
    def battle(self) -> Battle:
        """The battle whose odds these are; both its policies are known."""
        return self.fight.battle

    @property
    def standoff(self) -> float:
        """The part of `tie` in which neither side can hit any more (IM-ODDS-4)."""
        return sum(chance for stand, chance in self.course.ends.items() if stand.both)

    @cached_property
    def ends(self) -> Mapping[State, float]:
        """The chance of every pair of forces with which the battle can end."""
        return _forces(self.course.ends)

    def after(self, n: int) -> Mapping[State, float]:
        """The chance of every pair of forces after `n` rounds; 0: after Space Cannon and the like, before the
        first round. A battle that ended before counts as it ended. Raises `ValueError` for a negative `n`.

        >>> start, one = (odds("space: 1 cruiser vs 1 fighter").after(n) for n in (0, 1))
        >>> len(start), sorted(round(chance, 2) for chance in one.values())
        (1, [0.08, 0.12, 0.32, 0.48])
        """
        if n < 0:
            raise ValueError(f"rounds are counted from 0, not {n}")
        return _forces(self.course.after(n))

    @cached_property
    def rounds(self) -> Distribution:
        """How many rounds are fought; a standoff is broken off. What lasts longer with less than 1e-15 is
        counted with the last."""
        done = 0.0
        found: dict[int, float] = {}
        for n, (over, _) in enumerate(self.course.rounds()):
            total = sum(over.values())
            if total > done:
                found[n] = total - done
            done = total
        return Distribution(found)

    @property
    def mean_rounds(self) -> float:
        """How many rounds are fought in the mean, exactly."""
        return self.course.mean_rounds

    def survivors(self, side: int | str, winner: int | str | None = None) -> list[Left]:
        """What a side has left at the end with which chance, the likeliest first; with a `winner`, among the
        battles that this side wins (nothing if it wins none).

        Units that retreated are left. Raises `ValueError` if `side` is none.

        >>> found = odds("space: 2 cruiser vs 1 dreadnought")
        >>> [(left.text(), round(left.chance, 3)) for left in found.survivors(0, winner="attacker")]
        [('1 cruiser', 0.684), ('2 cruiser', 0.316)]
        """
        index = side_index(side)
        units = self.fight.rosters[index].units
        chances: dict[Force, float] = {}
        for state, chance in self._ends_of(winner).items():
            chances[state[index]] = chances.get(state[index], 0.0) + chance
        return [
            Left(
                tuple(
                    (unit.name, whole, hurt)
                    for unit, whole, hurt in zip(units, force.fresh, force.damaged, strict=True)
                    if whole or hurt
                ),
                chance,
            )
            for force, chance in sorted(chances.items(), key=lambda each: -each[1])
        ]

    def _ends_of(self, winner: int | str | None) -> Mapping[State, float]:
        """The ends of all battles, or of those that one side wins, as if there were no others."""
        if winner is None:
            return self.ends
        won = {stand: n for stand, n in self.course.ends.items() if stand.winner == side_index(winner)}
        total = sum(won.values())
        return _forces({stand: n / total for stand, n in won.items()}) if total else {}

    def survivors_frame(self, side: int | str, lang: str = "en") -> pd.DataFrame:
        """`survivors` as a table: `left` (text), the total number of `units`, and the `chance`."""
        import pandas as pd

        rows = [
            (each.text(lang), sum(whole + hurt for _, whole, hurt in each.units), each.chance)
            for each in self.survivors(side)
        ]
        return pd.DataFrame(rows, columns=["left", "units", "chance"])

    @cached_property
    def losses(self) -> tuple[float, float]:
        """What both sides lose in the mean, in resources: attacker, defender (IM-ODDS-5)."""
        lost = [0.0, 0.0]
        for stand, chance in self.course.ends.items():
            result = _result(self.fight, stand)
            for index in (0, 1):
                lost[index] += chance * result.losses(index)
        return lost[0], lost[1]

    def lost_units(self, side: int | str) -> dict[str, float]:
        """How many of each kind of its units a side loses in the mean, by name.

        Raises `ValueError` if `side` is none.
        """
        index = side_index(side)
        lost = [0.0] * len(self.fight.rosters[index].units)
        for stand, chance in self.course.ends.items():
            for place, before in enumerate(had(self.fight, stand.state, index)):
                lost[place] += chance * (before - stand.state[index].count(place))
        return {unit.name: n for unit, n in zip(self.fight.rosters[index].units, lost, strict=True)}


def odds(battle: Battle | str, *, most: int = 0) -> BattleOdds:
    """The exact chances of the attacker to win, tie and lose a battle (IM-ODDS-1); see `BattleOdds`.

    `most` bounds the work where rounds must be walked through step by step (some 20,000 walks take a second;
    0: no bound). Raises `WalkError` beyond it, `NotationError` for a bad line, `BattleError` for a battle
    that the rules forbid, `Fault` for a whole invasion (`invasion_odds`), `TypeError` for anything else.

    >>> found = odds("ground: 1 dreadnought 3 infantry vs 3 infantry 1 pds")
    >>> round(found.win, 6), round(found.tie, 6), round(found.loss, 6)
    (0.317059, 0.038114, 0.644826)
    """
    legal = legal_battle(battle)
    if legal.kind == "invasion":
        raise Fault("odds_invasion", rulebook())
    return fight_odds(Fight.of(settled(legal)), most)


def fight_odds(fight: Fight, most: int = 0) -> BattleOdds:
    """The odds of a fight, whose policies are both known; `most` as in `odds`."""
    found = Course(fight, most=most)
    return BattleOdds(*outcome(found.ends), rule=RULE, course=found)


def outcome(chances: Mapping[Stand, float]) -> tuple[float, float, float]:
    """Win, tie and loss of the attacker from how a battle ends."""
    found = {0: 0.0, None: 0.0, 1: 0.0}
    for stand, chance in chances.items():
        found[stand.winner] += chance
    return found[0], found[None], found[1]


def legal_battle(battle: Battle | str) -> Battle:
    """A battle, or that of a line, if the rules allow it; raises `NotationError` or `BattleError` if not, and
    `TypeError` for anything else."""
    if not isinstance(battle, Battle | str):
        raise TypeError(message("batch.kind", kind=type(battle).__name__))
    return _checked(battle) if isinstance(battle, str) else battle.check()


@lru_cache(maxsize=1024)
def _checked(line: str) -> Battle:
    return Battle.parse(line).check()


def side_index(side: int | str) -> int:
    """0 for the attacker, 1 for the defender; raises `ValueError` for anything else."""
    if side in ROLES:
        return ROLES.index(str(side))
    if side in (0, 1):
        return int(side)
    raise ValueError(f"a side is attacker (0) or defender (1), not {one_line(repr(side), 40)}")


def _forces(chances: Mapping[Stand, float]) -> dict[State, float]:
    """Pairs of forces with their chances, whatever was used on the way to them."""
    found: dict[State, float] = {}
    for stand, chance in chances.items():
        state = bare(stand.state[0]), bare(stand.state[1])
        found[state] = found.get(state, 0.0) + chance
    return found


def _result(fight: Fight, stand: Stand) -> BattleResult:
    return BattleResult(stand.winner, 0, stand.state, stand.left, stand.stopped, fight=fight)
