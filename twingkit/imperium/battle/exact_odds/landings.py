"""The exact odds of an invasion: the forces that its space battle lets land, and the ground combat of each.

Every way in which the attacker can be left alone in space is followed to the ground, so the chances are
exact. Every other end of the space battle is a loss: no unit lands (IM-ODDS-6).
"""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING

import attrs

from twingkit.analyse.reports.frame_results import Cells, explained_frame
from twingkit.analyse.reports.result_table import ResultTable, Rows
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang, localized
from twingkit.core.messages import message
from twingkit.core.slices import DEFAULT_BUDGET, Slices, finish, scale_progress
from twingkit.core.words import format_number, format_percent, format_percents
from twingkit.imperium.battle.exact_odds.chain import Chain
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight, force_cost
from twingkit.imperium.battle.rules.space.survivors import landing_battle, survivors
from twingkit.odds.distribution import Distribution
from twingkit.odds.odds import Odds

if TYPE_CHECKING:
    import pandas as pd

RULE = "IM-ODDS-6"
"""The rule that defines the odds of an invasion."""

CACHE_SIZE = 1024
"""The number of invasions that are cached."""

_known: dict[Battle, InvasionOdds] = {}


@attrs.frozen
class GroundOdds:
    """The fight for the planet in one case: its odds, the mean number of the attacker's ground forces left if
    the attacker takes it, and both sides' losses on the ground, in resources.
    """

    odds: Odds
    attacker_left: float
    attacker_lost: float
    defender_lost: float


@attrs.frozen
class Landing:
    """One force that the attacker can land: the units, with the ships above, the chance of this case, and the
    fight for the planet. `battle` is that fight as a ground battle.
    """

    landing: tuple[tuple[str, int], ...]
    battle: Battle
    chance: float
    ground: GroundOdds

    @property
    def size(self) -> int:
        """The number of ground forces that land."""
        return sum(count for _, count in self.landing)


@attrs.frozen(repr=False)
class InvasionOdds(ResultTable):
    """The odds of an invasion.

    `odds` are those of the planet: a win if the attacker takes it, a tie if the attacker is left alone in
    space but in the end neither side has ground forces there, otherwise a loss. `space` are the odds of the
    space battle; `landings` are all forces that can land, the most likely first. The mean losses
    (`attacker_lost`, `defender_lost`: resources, IM-ODDS-5) include ships, units without room, and ground
    forces; `space_lost` is the part of attacker and defender before anybody lands.

    >>> battle = Battle.parse("invasion: 1 carrier 2 infantry vs 1 destroyer 1 infantry")
    >>> course = legal_invasion_odds(battle)
    >>> print(f"{course.space.win:.3f} {course.win:.3f} {course.landing.mean():.0f}")
    0.444 0.386 2
    >>> round(course.attacker_lost, 2)
    2.35
    """

    battle: Battle
    odds: Odds
    space: Odds
    landings: tuple[Landing, ...]
    space_lost: tuple[float, float]
    attacker_lost: float
    defender_lost: float

    @check_arguments()
    def rows(self) -> Rows:
        """Return the chances of the planet, and of what comes before, as rows in the words of a language."""
        win, tie, loss = format_percents([self.win, self.tie, self.loss], 1)
        lost = format_number(self.attacker_lost, 1), format_number(self.defender_lost, 1)
        return [
            (message("invasion.line"), str(self.battle)),
            (message("invasion.win"), win),
            (message("invasion.tie"), tie),
            (message("invasion.loss"), loss),
            (message("invasion.space"), format_percent(self.space.win, 1)),
            (message("invasion.landing"), format_number(self.landing.mean(), 1)),
            (message("invasion.lost"), " / ".join(lost)),
        ]

    @localized
    def frame(self, lang: Lang | None = None) -> pd.DataFrame:
        """Return the chances as a table of one row: win, tie, loss, edge, through, own_lost, enemy_lost (of
        attacker and defender); `attrs["columns"]` explains them.
        """
        return explained_frame(
            [self],
            INVASION_COLUMNS,
            "twingkit.imperium.InvasionOdds",
            battle=str(self.battle),
            **self.battle.conditions,
        )

    @property
    def win(self) -> float:
        """The chance that the attacker takes the planet."""
        return self.odds.win

    @property
    def tie(self) -> float:
        """The chance that the attacker is left alone in space, but neither side has ground forces on the
        planet in the end.
        """
        return self.odds.tie

    @property
    def loss(self) -> float:
        """The chance that the defender keeps the planet with ground forces, or that the attacker is not left
        alone in space.
        """
        return self.odds.loss

    @property
    def edge(self) -> float:
        """Chance to win minus chance to lose, −1 to 1."""
        return self.odds.edge

    @property
    def through(self) -> float:
        """The chance that the attacker is left alone in space and can land: the attacker has won there, or
        the defender has left with a Skilled Retreat.
        """
        return sum(landing.chance for landing in self.landings)

    @property
    def landing(self) -> Distribution:
        """The number of ground forces that can land, given that the attacker comes `through`; empty if that
        never happens.
        """
        total = self.through
        chances: dict[int, float] = {}
        for landing in self.landings:
            chances[landing.size] = chances.get(landing.size, 0.0) + landing.chance / total
        return Distribution(chances)

    @property
    def ground(self) -> Odds:
        """The odds of the fight for the planet, given that the attacker comes `through`; a loss if that never
        happens.
        """
        total = self.through
        if not total:
            return Odds(0.0, 0.0, 1.0, rule=RULE)
        win, tie = self.odds.win / total, self.odds.tie / total
        return Odds(win, tie, max(0.0, 1.0 - win - tie), rule=RULE)


INVASION_COLUMNS: Cells[InvasionOdds] = {
    "win": attrgetter("win"),
    "tie": attrgetter("tie"),
    "loss": attrgetter("loss"),
    "edge": attrgetter("edge"),
    "through": attrgetter("through"),
    "own_lost": attrgetter("attacker_lost"),
    "enemy_lost": attrgetter("defender_lost"),
}
"""The columns of an invasion."""


def legal_invasion_odds(battle: Battle, budget: float = DEFAULT_BUDGET) -> InvasionOdds:
    """Return the odds of a legal invasion whose policies are known (IM-ODDS-6); `budget` is as in `odds`."""
    return finish(invasion_odds_in_slices(battle), budget)


def invasion_odds_in_slices(battle: Battle) -> Slices[InvasionOdds]:
    """`legal_invasion_odds` in slices; the latest results are cached."""
    if battle not in _known:
        result = yield from _compute_in_slices(battle)
        _known[battle] = result
        for old in list(_known)[:-CACHE_SIZE]:
            del _known[old]
    return _known[battle]


def _compute_in_slices(battle: Battle) -> Slices[InvasionOdds]:
    fight = Fight.from_battle(battle.in_space)
    chances = [0.0, 0.0, 0.0]
    lost = [0.0, 0.0]
    cases: dict[tuple[tuple[tuple[str, int], ...], Battle], float] = {}
    begin = fight.start()
    chain = yield from scale_progress(Chain(fight).solve_in_slices(), 0.0, 0.5)
    for situation, chance in chain.ends.items():
        winner = situation.winner
        chances[1 if winner is None else 2 * winner] += chance
        left = survivors(fight, 0, situation.state[0])
        lost[0] += chance * (battle.attacker.cost - left.cost)
        lost[1] += chance * (force_cost(fight, 1, begin[1]) - force_cost(fight, 1, situation.state[1]))
        if situation.holder == 0:
            key = left.landing, landing_battle(battle, left, situation.state[1].spent)
            cases[key] = cases.get(key, 0.0) + chance
    space = Odds(chances[0], chances[1], chances[2], rule="IM-ODDS-1")
    for n, (_, below) in enumerate(cases):
        yield 0.5 + 0.5 * n / len(cases)
        ground_odds(below)  # cached for later lookups
    return _combined_odds(battle, space, cases, (lost[0], lost[1]))


def _combined_odds(
    battle: Battle,
    space: Odds,
    cases: dict[tuple[tuple[tuple[str, int], ...], Battle], float],
    lost: tuple[float, float],
) -> InvasionOdds:
    landings = [Landing(units, below, chance, ground_odds(below)) for (units, below), chance in cases.items()]
    landings.sort(key=lambda landing: (-landing.chance, -landing.size))
    win = sum(landing.chance * landing.ground.odds.win for landing in landings)
    tie = sum(landing.chance * landing.ground.odds.tie for landing in landings)
    return InvasionOdds(
        battle,
        Odds(win, tie, max(0.0, 1.0 - win - tie), rule=RULE),
        space,
        tuple(landings),
        lost,
        lost[0] + sum(landing.chance * landing.ground.attacker_lost for landing in landings),
        lost[1] + sum(landing.chance * landing.ground.defender_lost for landing in landings),
    )


@lru_cache(maxsize=4096)
def ground_odds(battle: Battle) -> GroundOdds:
    """Return the fight for a planet from the bombardment on; a side may have no units there."""
    fight = Fight.from_battle(battle)
    begin = fight.start()
    chances = [0.0, 0.0, 0.0]
    lost = [0.0, 0.0]
    left = 0.0
    for situation, chance in Chain(fight).ends.items():
        winner = situation.winner
        chances[1 if winner is None else 2 * winner] += chance
        if winner == 0:
            units = enumerate(fight.rosters[0].units)
            left += chance * sum(situation.state[0].count(kind) for kind, unit in units if unit.ground_force)
        for index in (0, 1):
            lost[index] += chance * (
                force_cost(fight, index, begin[index]) - force_cost(fight, index, situation.state[index])
            )
    mean = left / chances[0] if chances[0] else 0.0
    return GroundOdds(Odds(chances[0], chances[1], chances[2], rule="IM-ODDS-1"), mean, lost[0], lost[1])
