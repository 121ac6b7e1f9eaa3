"""The state of a battle after every round: the chances that it goes on or has ended, and the units left.

    round_table("space: 2 cruiser vs 1 dreadnought")

Lines of every kind have the same table. An invasion has the rounds of its space battle, then those of the
fights for the planet that follow from it, all landings combined (IM-ODDS-6).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from twingkit.core.arguments import check_arguments, integer_between
from twingkit.core.language import Lang, language, localized
from twingkit.core.notation import ROLES, Role
from twingkit.core.slices import BudgetError, Slices, cached_slices, finish, scale_progress
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.core.tables.row_table import frame_from_rows
from twingkit.imperium.battle.exact_odds.best_order import resolve_best_policy
from twingkit.imperium.battle.exact_odds.chain import BattleMarkovChain
from twingkit.imperium.battle.exact_odds.chances import add_chances
from twingkit.imperium.battle.exact_odds.landings import InvasionOdds, legal_invasion_odds_in_slices
from twingkit.imperium.battle.exact_odds.odds import estimate_distinct_force_count
from twingkit.imperium.battle.exact_odds.steps_walk import Situation, split_ended, win_tie_loss
from twingkit.imperium.battle.notation.battle_line import Battle, legal_battle, role_at
from twingkit.imperium.battle.rules.force import Fight
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.imperium.variants.variant import Variant

MIN_UNDECIDED_CHANCE = 0.001
"""If no number of rounds is given, rounds are listed until both sides fight on with at most this chance."""

MAX_ROUNDS = 99
"""The largest number of rounds."""

_CHANCE_COLUMNS = ("goes_on", "win", "tie", "loss")

_ROUND_TABLE_COLUMNS = {
    "phase": "str",
    "round": "int64",
    **dict.fromkeys(_CHANCE_COLUMNS, "float64"),
    **{f"{role}_{name}": "float64" for role in ROLES for name in ("units", "damaged")},
}
"""The columns of `round_table` that every line has, with their types."""

_TYPICAL_ROUNDS = 12
"""Assumed for the progress display, if no number is given."""

DEFAULT_BUDGET_SECONDS = 10.0
"""The default maximum of estimated seconds."""

_SQUARED_PAIRS_PER_SECOND = 1e8
"""The square of the number of pairs of forces that take one second a round."""

MeanUnitCounts = Mapping[str, tuple[float, float]]
"""The mean numbers of units left, and of damaged ones among them, by unit name."""


@attrs.frozen
class OddsAfterRound:
    """The expected state of a battle after a round: chances that it goes on or has ended, and mean units left
    on both sides.

    `phase` is "space" or "ground", `round` 0 is before the first. `goes_on` is the chance that both sides
    fight on; `win`, `tie` and `loss` are the chances that the battle has ended that way for the attacker. The
    four add up to 1. In the ground rounds of an invasion they are those of the whole invasion: an attacker
    who has not won in space has lost. `mean_units_by_side` are the mean units left to attacker and defender,
    including battles that are over; in the ground rounds of an invasion, those on the planet.

    >>> after = odds_by_round("ground: 1 mech vs 2 infantry", 1)[1]
    >>> after.phase, round(after.goes_on, 4), [round(n, 2) for n in after.mean_units_by_side[0]["mech"]]
    ('ground', 0.91, [0.91, 0.42])
    """

    phase: str
    round: int
    goes_on: float
    win: float
    tie: float
    loss: float
    mean_units_by_side: tuple[MeanUnitCounts, MeanUnitCounts]
    remaining_chances: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """The chances that both sides have units left, only the attacker, only the defender, and neither,
    including battles that are over; not set in the ground rounds of an invasion.
    """

    def mean_units_and_damaged(self, side: Role) -> tuple[float, float]:
        """Return the mean number of units of a side, and of damaged ones among them."""
        units = self.mean_units_by_side[ROLES.index(side)].values()
        return sum(count for count, _ in units), sum(hurt for _, hurt in units)


StateOrProgress = OddsAfterRound | float
"""The state of a battle after a round, or the finished share of the round being computed."""


class RoundsBudgetError(BudgetError):
    """Raised for rounds that would take too long: estimated at `.seconds`, more than `.budget`.

    >>> odds_by_round("space: 99 fighter vs 99 fighter")
    Traceback (most recent call last):
    ...
    twingkit.imperium.battle.analysis.round_by_round.RoundsBudgetError: Computing the rounds of ...
    """

    def __init__(self, seconds: float, budget: float) -> None:
        super().__init__("rounds_budget", rulebook(), seconds=round(seconds), budget=round(budget))
        self.seconds, self.budget = seconds, budget


@check_arguments(rounds=integer_between(1, MAX_ROUNDS))
def odds_by_round(
    position: Battle | str,
    rounds: int | None = None,
    *,
    variant: Variant | str | None = None,
    budget: float = DEFAULT_BUDGET_SECONDS,
) -> tuple[OddsAfterRound, ...]:
    """Return the odds of a battle of any kind after 0, 1, 2 … `rounds` rounds, as plain values; without
    `rounds`, up to the round after which at most 1 in 1000 battles goes on.

    Parameters
    ----------
    rounds
        The last round, 1 to 99; None: the first after which at most 1 in 1000 battles goes on. Rounds that no
        battle reaches are left out.
    budget
        The maximum of estimated seconds.

    Raises
    ------
        `ValueError` for another number of rounds, `NotationError` and `IllegalBattleError` for a bad battle,
        `RoundsBudgetError` beyond the budget.

    >>> for after in odds_by_round("space: 2 cruiser vs 1 dreadnought", 2):
    ...     units, damaged = after.mean_units_and_damaged("attacker")
    ...     print(after.round, round(after.goes_on, 4), round(after.win, 4), round(units, 4))
    0 1.0 0.0 2.0
    1 0.84 0.16 1.4
    2 0.3456 0.352 0.896
    """
    if rounds is not None and not 1 <= rounds <= MAX_ROUNDS:
        raise ValueError(f"expected a number of rounds from 1 to {MAX_ROUNDS}, not {rounds}")
    legal = resolve_best_policy(legal_battle(position, variant))
    seconds = estimate_rounds_seconds(legal, _TYPICAL_ROUNDS if rounds is None else rounds)
    if seconds > budget:
        raise RoundsBudgetError(seconds, budget)
    return finish(odds_by_round_in_slices(legal, rounds))


@cached_slices(64)
def odds_by_round_in_slices(
    battle: Battle, rounds: int | None, *, chain: BattleMarkovChain | None = None
) -> Slices[tuple[OddsAfterRound, ...]]:
    """Compute `odds_by_round` of a legal battle with known policies in interruptible slices.

    The latest results are cached.

    `chain` is that of the battle, if it exists already.
    """
    rows: list[OddsAfterRound] = []
    chain = chain or BattleMarkovChain(Fight.from_battle(battle.space_battle))
    parts = [_rows_until(round_odds_and_progress(chain), rounds)]
    if battle.kind == "invasion":
        odds = yield from scale_progress(legal_invasion_odds_in_slices(battle), 0.0, 0.2)
        parts.append(_rows_until(_ground_rounds(battle, odds), rounds))
    for part in parts:
        for row in part:
            if isinstance(row, OddsAfterRound):
                rows.append(row)
            yield len(rows) / (1 + len(parts) * (rounds or _TYPICAL_ROUNDS + len(rows)))
    return tuple(rows)


def estimate_rounds_seconds(battle: Battle, rounds: int) -> float:
    """Estimate the seconds that this number of rounds takes on an ordinary computer."""
    first, second = map(estimate_distinct_force_count, battle.space_battle.sides)
    return rounds * (first * second) ** 2 / _SQUARED_PAIRS_PER_SECOND


def _rows_until(rows: Iterable[StateOrProgress], rounds: int | None) -> Iterator[StateOrProgress]:
    """Yield rows up to round `rounds`; if `rounds` is None, until few battles go on."""
    for row in rows:
        yield row
        if isinstance(row, OddsAfterRound) and (
            row.round == (MAX_ROUNDS if rounds is None else rounds)
            or (rounds is None and row.goes_on <= MIN_UNDECIDED_CHANCE)
        ):
            return


def round_odds_and_progress(chain: BattleMarkovChain) -> Iterator[StateOrProgress]:
    """Yield the state of one battle before the first and after every round, and the progress within each."""
    fight = chain.fight
    unfought, _ = split_ended(chain.after_opening)
    n = 0
    for row in chain.round_chances_in_slices():
        if isinstance(row, float):
            yield row
            continue
        over, open_ = row
        parts = ((situation, chance - unfought.get(situation, 0.0)) for situation, chance in over.items())
        fought = {situation: chance for situation, chance in parts if chance > 0}
        ended = add_chances(
            chain.walk.after_ending(unfought, 0), chain.walk.after_ending(chain.settle_standoffs(fought), 1)
        )
        win, tie, loss = win_tie_loss(ended)
        everything = add_chances(ended, open_)
        sides = _mean_units(fight, everything, 0), _mean_units(fight, everything, 1)
        goes_on = sum(open_.values())
        yield OddsAfterRound(fight.kind, n, goes_on, win, tie, loss, sides, _sides_remaining(everything))
        n += 1


def _sides_remaining(chances: Mapping[Situation, float]) -> tuple[float, float, float, float]:
    """Return the chances that both sides, only the attacker, only the defender, and neither side have units
    left.
    """
    both = first = second = neither = 0.0
    for situation, chance in chances.items():
        own, other = situation.state
        if own.size:
            both, first = (both + chance, first) if other.size else (both, first + chance)
        else:
            second, neither = (second + chance, neither) if other.size else (second, neither + chance)
    return both, first, second, neither


def _mean_units(fight: Fight, chances: Mapping[Situation, float], side_index: int) -> MeanUnitCounts:
    names = [unit.name for unit in fight.rosters[side_index].units]
    counts, hurt = [0.0] * len(names), [0.0] * len(names)
    for situation, chance in chances.items():
        for kind in range(len(names)):
            counts[kind] += chance * situation.state[side_index].count(kind)
            hurt[kind] += chance * situation.state[side_index].damaged[kind]
    return dict(zip(names, zip(counts, hurt, strict=True), strict=True))


def _ground_rounds(battle: Battle, odds: InvasionOdds) -> Iterator[StateOrProgress]:
    """Yield the state of an invasion after each ground round, averaged over all landings by their chances."""
    kept = max(0.0, 1.0 - odds.landing_chance)
    staying = {
        kind.name: (float(count), float(battle.defender.count_damaged(kind.name)))
        for kind, count in battle.defender.units_with_counts()
        if kind.is_ground_force
    }
    fights = [
        (landing.chance, round_odds_and_progress(BattleMarkovChain(Fight.from_battle(landing.battle))))
        for landing in odds.landings
    ]
    last: list[OddsAfterRound | None] = [None] * len(fights)
    n = 0
    while True:
        for place, (_, rows) in enumerate(fights):
            yield 0.0
            last[place] = next((row for row in rows if isinstance(row, OddsAfterRound)), last[place])
        rows_now = [(chance, row) for (chance, _), row in zip(fights, last, strict=True) if row is not None]
        goes_on, win, tie, loss = (
            sum(chance * getattr(row, name) for chance, row in rows_now) for name in _CHANCE_COLUMNS
        )
        own = _combine_means((chance, row.mean_units_by_side[0]) for chance, row in rows_now)
        other = _combine_means(
            [*((chance, row.mean_units_by_side[1]) for chance, row in rows_now), (kept, staying)]
        )
        yield OddsAfterRound("ground", n, goes_on, win, tie, loss + kept, (own, other))
        if not goes_on:
            return
        n += 1


def _combine_means(parts: Iterable[tuple[float, MeanUnitCounts]]) -> MeanUnitCounts:
    units: dict[str, tuple[float, float]] = {}
    for chance, part in parts:
        for name, (count, hurt) in part.items():
            before = units.get(name, (0.0, 0.0))
            units[name] = before[0] + chance * count, before[1] + chance * hurt
    return units


@with_column_meanings
@check_arguments(rounds=integer_between(1, MAX_ROUNDS))
@localized
def round_table(
    position: Battle | str,
    rounds: int | None = None,
    *,
    variant: Variant | str | None = None,
    budget: float = DEFAULT_BUDGET_SECONDS,
    lang: Lang | None = None,
) -> DataFrame:
    """Return the state of a battle of any kind after every round: one row each, starting with round 0.

    Columns:

    - `phase`: "space" or "ground" (an invasion has both); `round`: the round, 0 before the first.
    - `goes_on`: the chance that both sides fight on after this round.
    - `win`, `tie`, `loss`: the chances that the battle has ended that way for the attacker; in the ground
      rows of an invasion, those of the whole invasion.
    - `attacker_units`: the mean number of units left, including ended battles; `attacker_damaged`: the
      damaged ones among them. The same for the defender.
    - One column for each kind of unit (`attacker_dreadnought`) and one for its damaged units
      (`attacker_dreadnought_damaged`) if it can be damaged; nan if it has no part in that phase.

    `rounds`, `budget` and errors as in `odds_by_round`. `attrs`: `position`, `lang`.

    >>> frame = round_table("space: 2 cruiser vs 1 dreadnought", 2)
    >>> print(frame[["round", "win", "defender_dreadnought_damaged"]].round(3).to_string(index=False))
     round   win  defender_dreadnought_damaged
         0 0.000                         0.000
         1 0.160                         0.480
         2 0.352                         0.397
    """

    legal = resolve_best_policy(legal_battle(position, variant))
    rows: list[dict[str, object]] = []
    damageable = {
        (role, kind.name)
        for role, side in zip(ROLES, legal.sides, strict=True)
        for kind, _ in side.units_with_counts()
        if kind.can_sustain_damage
    }
    for after in odds_by_round(legal, rounds, budget=budget):
        row: dict[str, object] = {name: getattr(after, name) for name in list(_ROUND_TABLE_COLUMNS)[:6]}
        for side in map(role_at, (0, 1)):
            row[f"{side}_units"], row[f"{side}_damaged"] = after.mean_units_and_damaged(side)
        for side_index, role in enumerate(ROLES):
            for name, (count, hurt) in after.mean_units_by_side[side_index].items():
                row[f"{role}_{name}"] = count
                if (role, name) in damageable:
                    row[f"{role}_{name}_damaged"] = hurt
        rows.append(row)
    frame = frame_from_rows(rows, position=str(legal), lang=language(), **legal.variant_attrs)
    return frame.astype(_ROUND_TABLE_COLUMNS)
