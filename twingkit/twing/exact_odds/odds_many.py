"""Exact odds of many battles of Imperial Twing at once, as a table; one error names every invalid line.

`odds_many` is `twing.odds` for a whole column of battles, duels and end-game attacks. The model and the
numbers are the same up to rounding; battles share the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from twingkit.analyse.reports.batches import BadBattle, BatchError, odds_frame
from twingkit.core.arguments import POSITIVE, check_arguments, list_or_single, one_of_words
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault
from twingkit.core.notation import IllegalBattleError, NotationError
from twingkit.core.slices import DEFAULT_BUDGET_SECONDS
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame, Series
from twingkit.odds.odds import NEGLIGIBLE_PROBABILITY, Odds
from twingkit.twing.exact_odds.attack_lines import AttackLine, legal_position, odds
from twingkit.twing.exact_odds.best_responses.many_battles import best_play_chances, check_budget
from twingkit.twing.exact_odds.contest import Contest, DieRules
from twingkit.twing.exact_odds.duel_odds import impossible_duel_outcomes_text
from twingkit.twing.exact_odds.impossible_outcomes import impossible_outcomes_text
from twingkit.twing.exact_odds.odds import (
    BEST_RESPONSES,
    DICE_ALONE,
    checked_responses,
    contest_dice_odds,
    dice_odds,
)
from twingkit.twing.exact_odds.support_line import SupportedBattle
from twingkit.twing.exact_odds.terms import DUEL_RESPONSES_ARGUMENT, ContestVariant, DuelResponses, Responses
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle
from twingkit.twing.notation.duel_line import Duel
from twingkit.twing.notation.endgame_line import EndgameAttack
from twingkit.twing.rules.duel import BATTLES_PER_DUEL
from twingkit.twing.variants.as_variant import as_variant, variant_table_attrs
from twingkit.twing.variants.variant import BOX, Variant

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

Battles: TypeAlias = "Iterable[Battle | str] | Series[Any]"
"""Battles, as values or in notation."""
Positions: TypeAlias = "Iterable[AttackLine | str] | Series[Any]"
"""Battles, duels and end-game attacks, as values or in notation."""

_ERRORS = ("raise", "column")
"""The values of `errors`: raise an error for bad positions, or keep them as rows."""

BATCH_SIZE = 50_000
"""Number of contests that are collected before they are solved together."""

ODDS_COLUMNS = ("win", "tie", "loss", "edge")
CRITICAL_COLUMNS = ("critical_win", "critical_tie", "critical_loss")


def legal_battles(battles: Battles | Battle | str, variant: Variant = BOX) -> list[Battle]:
    """Parse and check battles; raise one `BatchError` that names all invalid ones.

    A single battle or line counts as a batch of one.

    >>> print(*legal_battles("F: F3 F5 vs W: W6"))
    F: F5 F3 vs W: W6
    """
    legal: list[Battle] = []
    faults = _use_each_entry(
        battles, lambda battle: legal.append(_legal_battle(battle, variant)), lambda _: None
    )
    if faults:
        raise BatchError(faults, len(legal) + len(faults))
    return legal


def _use_each_entry(
    positions: Positions | AttackLine | str, use: Callable[[object], object], use_bad: Callable[[str], object]
) -> list[BadBattle]:
    """Pass each position to `use` and, if `use` raises an error, its text to `use_bad`; return the positions
    with errors.
    """
    faults = []
    alone = isinstance(positions, str | Battle | SupportedBattle | Duel | EndgameAttack)
    for index, position in enumerate([positions] if alone else cast("Positions", positions)):
        try:
            use(position)
        except (Fault, NotationError, IllegalBattleError) as error:
            faults.append(BadBattle(index, str(position), error))
            use_bad(str(position))
    return faults


def _legal_battle(battle: object, variant: Variant) -> Battle:
    if isinstance(battle, str):
        return Battle.parse(battle).check(variant)
    if isinstance(battle, Battle):
        return battle.check(variant)
    raise Fault("batch.kind", found=quote_value(battle))


def _legal_position(position: object, variant: Variant) -> AttackLine:
    if isinstance(position, Battle):
        return position.check(variant)
    if isinstance(position, str | SupportedBattle | Duel | EndgameAttack):
        return legal_position(position, variant)
    raise Fault("batch.kind", found=quote_value(position))


def contest_odds(contests: Sequence[Contest], responses: Responses) -> list[Odds]:
    """Return the odds of many contests, as `twing.odds` computes them; equal contests are solved once.

    Uses numpy if available. Raises `BudgetError` before computing anything if best play of one would take too
    long.
    """
    checked_responses(responses)
    different = list(dict.fromkeys(contests))
    if responses == "none":
        solved = [contest_dice_odds(contest) for contest in different]
    else:
        solved = [Odds(*chances, rule=BEST_RESPONSES) for chances in best_play_chances(different)]
    by_contest = dict(zip(different, solved, strict=True))
    return [by_contest[contest] for contest in contests]


@with_column_meanings
@check_arguments(
    responses=DUEL_RESPONSES_ARGUMENT,
    positions=list_or_single("argument.battles", str, Battle, SupportedBattle, Duel, EndgameAttack),
    errors=one_of_words(*_ERRORS),
    budget=POSITIVE,
)
@localized
def odds_many(
    positions: Positions | AttackLine | str,
    *,
    responses: DuelResponses = "none",
    variant: Variant | str = BOX,
    budget: float = DEFAULT_BUDGET_SECONDS,
    errors: str = "raise",
    lang: Lang | None = None,
) -> DataFrame:
    """Return the attacker's odds in many battles: one row for each position, in the given order.

    Parameters
    ----------
    positions : iterable of Battle, SupportedBattle, Duel, EndgameAttack or str
        Battles, duels and end-game attacks, as values or in notation, in any mixture. The index of a pandas
        Series is kept.
    responses : str
        "none" (TW-ODDS-1) or "best" (TW-ODDS-2), for duels also "each"; see `odds`.
    variant : Variant or str
        A `Variant`, a preset's name or a line of switches.
    budget : float
        The seconds that best play of one position may take at most; see `odds`.
    errors : str
        "raise", or "column" to keep invalid positions as rows.
    lang : str, optional
        The language of the reasons.

    Returns
    -------
    DataFrame
        - `position`: the canonical notation
        - `win`, `tie`, `loss`: the attacker's chances, which add up to 1
        - `edge`: win minus loss
        - `critical_win`, `critical_tie`, `critical_loss`: the parts decided by a critical result (TW-BAT-16);
          only for the dice alone, and not a number for duels and end-game attacks
        - `reason`: the reason for each chance of 0, or empty
        - `refused`: with `errors="column"`, why a row has no odds (its chances are not numbers), or empty

        `attrs`: `responses`, `rules` (those that define the odds), and `variant` if it is not the box.

    Raises
    ------
    BatchError
        Names all lines that are invalid, illegal or beyond the budget of best play.
    Fault
        Another value of `responses` or `errors` (a `ValueError`).

    Examples
    --------
    >>> frame = odds_many(["F: F5 F3 + F4 vs W: W6 W4", "F: F5 vs W: shield W4"])
    >>> print(frame[["position", "win", "tie", "loss"]].round(3).to_string(index=False))
                     position   win   tie  loss
    F: F5 F3 + F4 vs W: W6 W4 0.694 0.069 0.236
        F: F5 vs W: shield W4 0.917 0.000 0.083
    >>> odds_many(["F: F5 vs W: W6", "F: F5 F5 F5 F5 vs W: W6"], errors="column").refused[1]
    'An attack or defence with spells needs 1 to 3 spells, not 4. [TW-BAT-1]'
    """
    import numpy as np
    import pandas as pd

    index = positions.index if isinstance(positions, pd.Series) else None
    rules = as_variant(variant)
    batch = _Rolls(rules) if responses == "none" else _Contests(rules, budget)
    names: list[str] = []
    good: list[int] = []
    alone: dict[int, tuple[Odds, str]] = {}

    def take(given: object) -> None:
        position = _legal_position(given, rules)
        if isinstance(position, Battle | SupportedBattle):
            if responses == "each":
                raise Fault("odds.each_duel")
            batch.add(position)
            good.append(len(names))
        else:
            alone[len(names)] = _odds_and_reason(position, responses, rules, budget)
        names.append(str(position))

    faults = _use_each_entry(positions, take, names.append)
    if faults and errors == "raise":
        raise BatchError(faults, len(names))

    columns = ODDS_COLUMNS + (CRITICAL_COLUMNS if responses == "none" else ())
    numbers = np.full((len(names), len(columns)), np.nan)
    numbers[good] = batch.numbers()
    reasons = np.full(len(names), "", dtype=object)
    reasons[good] = batch.reasons()
    for row, (found, reason) in alone.items():
        numbers[row, : len(ODDS_COLUMNS)] = list(found.chances.values())
        reasons[row] = reason
    frame = odds_frame(names, dict(zip(columns, numbers.T, strict=True)), reasons, faults, index)
    rule = DICE_ALONE if responses == "none" else BEST_RESPONSES
    frame.attrs = {"responses": responses, "rules": [rule], **variant_table_attrs(rules)}
    return frame


def _odds_and_reason(
    position: Duel | EndgameAttack, responses: DuelResponses, variant: Variant, budget: float
) -> tuple[Odds, str]:
    """Return the odds of a duel or an end-game attack, and for a duel why a chance is 0."""
    found = odds(position, responses=responses, variant=variant, budget=budget)
    if isinstance(position, EndgameAttack):
        return found, ""
    return found, impossible_duel_outcomes_text((0, 0), BATTLES_PER_DUEL, (found.win, found.tie, found.loss))


def _contest(battle: Battle | SupportedBattle, variant: Variant) -> Contest:
    return battle_contest(battle, variant) if isinstance(battle, Battle) else battle.contest(variant)


# Keep only the numbers of a battle, so that a million fit into memory.


class _Contests:
    """Collector of battles for best play, solved `BATCH_SIZE` at a time."""

    def __init__(self, variant: Variant, budget: float) -> None:
        self._variant, self._budget = variant, budget
        self._contests: list[Contest] = []
        self._solved: list[tuple[float, float, float]] = []
        self._reasons: list[str] = []

    def add(self, battle: Battle | SupportedBattle) -> None:
        """Add a battle; raise `BudgetError` if best play of it would take too long."""
        contest = _contest(battle, self._variant)
        check_budget(contest, self._budget)
        self._contests.append(contest)
        if len(self._contests) >= BATCH_SIZE:
            self._solve()

    def _solve(self) -> None:
        solved = best_play_chances(self._contests, self._budget)
        self._solved += solved
        self._reasons += [
            impossible_outcomes_text(contest, Odds(*chances, rule=BEST_RESPONSES), "best")
            if min(chances) < NEGLIGIBLE_PROBABILITY
            else ""
            for contest, chances in zip(self._contests, solved, strict=True)
        ]
        self._contests = []

    def numbers(self) -> Floats:
        import numpy as np

        self._solve()
        solved = np.array(self._solved).reshape(-1, len(ODDS_COLUMNS) - 1)
        return np.column_stack([solved, solved[:, 0] - solved[:, 2]])

    def reasons(self) -> list[str]:
        """Return, for each battle, why a chance of it is 0; call `numbers` first."""
        return self._reasons


class _Rolls:
    """Collector of battles for the odds by dice alone, solved once for equal dice and margins."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._distinct: dict[tuple[int, tuple[DieRules, DieRules], ContestVariant], int] = {}
        self._indices: list[int] = []

    def add(self, battle: Battle | SupportedBattle) -> None:
        contest = _contest(battle, self._variant)
        key = contest.margin, contest.profiles, contest.terms.outcome_terms
        self._indices.append(self._distinct.setdefault(key, len(self._distinct)))

    def numbers(self) -> Floats:
        import numpy as np

        names = ODDS_COLUMNS + CRITICAL_COLUMNS
        table = [
            [getattr(odds, name) for name in names]
            for odds in (dice_odds(margin, *dice, terms) for margin, dice, terms in self._distinct)
        ]
        return np.array(table).reshape(-1, len(names))[np.array(self._indices, dtype=np.intp)]

    def reasons(self) -> list[str]:
        """Return, for each battle, why a chance of it is 0."""
        contests = [Contest(margin, dice, terms=terms) for margin, dice, terms in self._distinct]
        reasons = [
            impossible_outcomes_text(contest, contest_dice_odds(contest), "none") for contest in contests
        ]
        return [reasons[index] for index in self._indices]
