"""The exact odds of an invasion: the forces that its space battle lets land, and the ground combat of each.

Every way in which the attacker can be left alone in space is followed to the ground, so the chances are
exact. Every other end of the space battle is a loss: no unit lands (IM-ODDS-6).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Literal

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, ResultTable, Rows, explained_frame
from twingkit.core.arguments import check_arguments
from twingkit.core.language import Lang, localized
from twingkit.core.messages import message
from twingkit.core.notation import ROLES, Role
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS, Slices, cached_slices, finish, scale_progress
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.words import format_number, format_percent, format_percents
from twingkit.imperium.battle.exact_odds import invasion_ends
from twingkit.imperium.battle.exact_odds.chain import BattleMarkovChain
from twingkit.imperium.battle.exact_odds.chances import merge_chances
from twingkit.imperium.battle.exact_odds.steps_walk import win_tie_loss
from twingkit.imperium.battle.exact_odds.unit_tables import HIT_KIND, WINNER, UnitEnds, hits_of_winner
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.battle.rules.space.survivors import survivors
from twingkit.odds.distribution import Distribution
from twingkit.odds.odds import Odds

RULE = "IM-ODDS-6"
"""The rule that defines the odds of an invasion."""


@attrs.frozen
class GroundOdds:
    """The odds of a fight for a planet, with the units left and both sides' losses.

    `mean_attackers_left_if_won` is the mean number of the attacker's ground forces left if the attacker takes
    the planet; losses are those on the ground, in resources.
    """

    odds: Odds
    mean_attackers_left_if_won: float
    attacker_losses: float
    defender_losses: float


@attrs.frozen
class Landing:
    """One force that the attacker can land, with its chance and the odds of its fight for the planet.

    `units` are the units that land; `battle` is the fight as a ground battle, which includes the ships above.
    """

    units: tuple[tuple[str, int], ...]
    battle: Battle
    chance: float
    ground_odds: GroundOdds

    @property
    def ground_force_count(self) -> int:
        """The number of ground forces that land."""
        return sum(count for _, count in self.units)


@attrs.frozen(repr=False)
class InvasionOdds(ResultTable):
    """The attacker's odds to take a planet in an invasion, with the odds of the space battle and of each
    possible landing.

    A win means that the attacker takes the planet; a tie, that the attacker is left alone in space but in the
    end neither side has ground forces on the planet; anything else is a loss (`planet_odds`). `space_odds`
    are the odds of the space battle; `landings` are all forces that can land, the most likely first. The mean
    losses (`attacker_losses`, `defender_losses`: resources, IM-ODDS-5) include ships, units without room, and
    ground forces; `space_losses` is the part lost by attacker and defender before anybody lands.

    >>> battle = Battle.parse("invasion: 1 carrier 2 infantry vs 1 destroyer 1 infantry")
    >>> result = legal_invasion_odds(battle)
    >>> print(f"{result.space_odds.win:.3f} {result.win:.3f} {result.force_counts_given_landing.mean():.0f}")
    0.444 0.386 2
    >>> round(result.attacker_losses, 2)
    2.35
    """

    battle: Battle
    planet_odds: Odds
    space_odds: Odds
    landings: tuple[Landing, ...]
    space_losses: tuple[float, float]
    attacker_losses: float
    defender_losses: float

    @check_arguments()
    def rows(self) -> Rows:
        """Return labelled rows with the chances of each stage of the invasion and the mean losses."""
        win, tie, loss = format_percents([self.win, self.tie, self.loss], 1)
        lost = format_number(self.attacker_losses, 1), format_number(self.defender_losses, 1)
        return [
            (message("invasion.line"), str(self.battle)),
            (message("invasion.win"), win),
            (message("invasion.tie"), tie),
            (message("invasion.loss"), loss),
            (message("invasion.space"), format_percent(self.space_odds.win, 1)),
            (message("invasion.landing"), format_number(self.force_counts_given_landing.mean(), 1)),
            (message("invasion.lost"), " / ".join(lost)),
        ]

    @localized
    def frame(self, lang: Lang | None = None) -> DataFrame:
        """Return the chances as a table of one row.

        Columns: win, tie, loss, edge, through, attacker_lost, defender_lost; `attrs["columns"]` explains
        them.
        """
        return explained_frame(
            [self],
            _INVASION_COLUMNS,
            "twingkit.imperium.InvasionOdds",
            position=str(self.battle),
            rules=[RULE],
            **self.battle.variant_attrs,
        )

    @property
    def win(self) -> float:
        """The chance that the attacker takes the planet."""
        return self.planet_odds.win

    @property
    def tie(self) -> float:
        """The chance that the attacker is alone in space, but neither side holds the planet in the end."""
        return self.planet_odds.tie

    @property
    def loss(self) -> float:
        """The chance that the attacker is not left alone in space, or that the defender keeps the planet."""
        return self.planet_odds.loss

    @property
    def edge(self) -> float:
        """Chance to win minus chance to lose, −1 to 1."""
        return self.planet_odds.edge

    @property
    def landing_chance(self) -> float:
        """The chance that the attacker is left alone in space, and so can land.

        It has won there, or the defender has left by a Skilled Retreat.
        """
        return sum(landing.chance for landing in self.landings)

    @property
    def force_counts_given_landing(self) -> Distribution:
        """The distribution of the number of landing ground forces, given that the attacker can land.

        Empty if it never can.
        """
        total = self.landing_chance
        return Distribution(
            merge_chances((landing.ground_force_count, landing.chance / total) for landing in self.landings)
        )

    @property
    def ground_odds_given_landing(self) -> Odds:
        """The odds of the fight for the planet, given that the attacker can land.

        A certain loss if it never can.
        """
        total = self.landing_chance
        if not total:
            return Odds(0.0, 0.0, 1.0, rule=RULE)
        win, tie = self.planet_odds.win / total, self.planet_odds.tie / total
        return Odds(win, tie, max(0.0, 1.0 - win - tie), rule=RULE)

    @with_column_meanings
    @check_arguments(winner=WINNER)
    @localized
    def survivors(
        self, side: Role | None = None, *, winner: Role | None = None, lang: Lang | None = None
    ) -> DataFrame:
        """Return how many units of each class a side has left at the end of the invasion, with chances.

        Arguments, columns and `attrs` are those of `BattleOdds.survivors`. Ships and ground forces are
        counted, structures are not; the attacker wins by taking the planet.

        >>> odds = legal_invasion_odds(Battle.parse("invasion: 1 carrier 1 infantry vs 1 infantry"))
        >>> odds.survivors("attacker")[["unit", "count", "chance"]].round(3).values.tolist()
        [['carrier', 0, 0.0], ['carrier', 1, 1.0], ['infantry', 0, 0.588], ['infantry', 1, 0.412]]
        """
        return self._unit_ends.survivors(side, winner)

    @with_column_meanings
    @check_arguments(winner=WINNER)
    @localized
    def losses(
        self, side: Role | None = None, *, winner: Role | None = None, lang: Lang | None = None
    ) -> DataFrame:
        """Return how many units of each class a side loses in the invasion, with chances.

        Arguments, columns and `attrs` are those of `BattleOdds.losses`. Units that have no room on the
        attacker's remaining ships are lost.

        >>> odds = legal_invasion_odds(Battle.parse("invasion: 1 carrier 1 infantry vs 1 infantry"))
        >>> odds.losses("defender", winner="attacker")[["unit", "count", "chance"]].values.tolist()
        [['infantry', 0, 0.0], ['infantry', 1, 1.0]]
        """
        return self._unit_ends.losses(side, winner)

    @cached_property
    def _unit_ends(self) -> UnitEnds:
        return invasion_ends.invasion_unit_ends(self.battle)

    @check_arguments(kind=HIT_KIND, winner=WINNER)
    def hits_distribution(
        self,
        side: Role,
        kind: Literal["sustained", "taken"] = "sustained",
        *,
        winner: Role | None = None,
        budget: float = DEFAULT_BUDGET_SECONDS,
    ) -> Distribution:
        """Return the distribution of the number of hits of a kind that a side takes in the invasion, in space
        and on the planet.

        Arguments and errors are those of `BattleOdds.hits_distribution`.

        >>> odds = legal_invasion_odds(Battle.parse("invasion: 1 carrier 1 infantry vs 1 infantry"))
        >>> odds.hits_distribution("defender", "taken").frame()["chance"].round(3).tolist()
        [0.412, 0.588]
        """
        key = ROLES.index(side), kind
        if key not in self._hits_by_kind:
            self._hits_by_kind[key] = finish(invasion_ends.invasion_hits_in_slices(self.battle, *key), budget)
        return hits_of_winner(self._hits_by_kind[key], winner)

    @cached_property
    def _hits_by_kind(self) -> dict[tuple[int, str], Mapping[tuple[int | None, int], float]]:
        return {}


_INVASION_COLUMNS: CellMakers[InvasionOdds] = {
    "win": attrgetter("win"),
    "tie": attrgetter("tie"),
    "loss": attrgetter("loss"),
    "edge": attrgetter("edge"),
    "through": attrgetter("landing_chance"),
    "attacker_lost": attrgetter("attacker_losses"),
    "defender_lost": attrgetter("defender_losses"),
}


def legal_invasion_odds(battle: Battle, budget: float = DEFAULT_BUDGET_SECONDS) -> InvasionOdds:
    """Return the odds of a legal invasion whose policies are known (IM-ODDS-6); `budget` is as in `odds`."""
    return finish(legal_invasion_odds_in_slices(battle), budget)


@cached_slices(1024)
def legal_invasion_odds_in_slices(battle: Battle) -> Slices[InvasionOdds]:
    """Compute `legal_invasion_odds` in interruptible slices; the latest results are cached."""
    fight = Fight.from_battle(battle.space_battle)
    lost = [0.0, 0.0]
    cases: dict[tuple[tuple[tuple[str, int], ...], Battle], float] = {}
    chain = yield from scale_progress(BattleMarkovChain(fight).solve_in_slices(), 0.0, 0.5)
    for situation, chance in chain.end_chances.items():
        left = survivors(fight, 0, situation.state[0])
        lost[0] += chance * (battle.attacker.cost - left.cost)
        lost[1] += chance * situation.result(fight).losses(1)
        below = invasion_ends.ground_battle_after(battle, left, situation)
        if below is not None:
            key = left.ground_forces, below
            cases[key] = cases.get(key, 0.0) + chance
    space = Odds(*win_tie_loss(chain.end_chances), rule="IM-ODDS-1")
    for n, (_, below) in enumerate(cases):
        yield 0.5 + 0.5 * n / len(cases)
        ground_odds(below)  # cached for later lookups
    landings = [Landing(units, below, chance, ground_odds(below)) for (units, below), chance in cases.items()]
    landings.sort(key=lambda landing: (-landing.chance, -landing.ground_force_count))
    win = sum(landing.chance * landing.ground_odds.odds.win for landing in landings)
    tie = sum(landing.chance * landing.ground_odds.odds.tie for landing in landings)
    return InvasionOdds(
        battle,
        Odds(win, tie, max(0.0, 1.0 - win - tie), rule=RULE),
        space,
        tuple(landings),
        (lost[0], lost[1]),
        lost[0] + sum(landing.chance * landing.ground_odds.attacker_losses for landing in landings),
        lost[1] + sum(landing.chance * landing.ground_odds.defender_losses for landing in landings),
    )


@lru_cache(maxsize=4096)
def ground_odds(battle: Battle) -> GroundOdds:
    """Return the odds of a fight for a planet from the bombardment on; a side may have no units there."""
    fight = Fight.from_battle(battle)
    end_chances = BattleMarkovChain(fight).end_chances
    lost = [0.0, 0.0]
    left = 0.0
    for situation, chance in end_chances.items():
        if situation.winner == 0:
            units = enumerate(fight.rosters[0].units)
            left += chance * sum(
                situation.state[0].count(kind) for kind, unit in units if unit.is_ground_force
            )
        result = situation.result(fight)
        for side_index in (0, 1):
            lost[side_index] += chance * result.losses(side_index)
    odds = Odds(*win_tie_loss(end_chances), rule="IM-ODDS-1")
    return GroundOdds(odds, left / odds.win if odds.win else 0.0, lost[0], lost[1])
