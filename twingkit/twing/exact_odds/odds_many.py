"""Exact odds of many battles of Imperial Twing at once, as a table; one error names every invalid line.

`odds_many` is `twing.odds` for a whole column of battles. The model and the numbers are the same up to
rounding; the work is shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from twingkit.analyse.reports.batches import MAX_LISTED, BadBattle, BatchError, label_rows
from twingkit.core.arguments import check_arguments, list_or_single
from twingkit.core.arguments.kinds import quote_value
from twingkit.core.language import Lang, localized
from twingkit.core.messages import Fault
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.odds.odds import NEGLIGIBLE_PROBABILITY, Odds
from twingkit.twing.exact_odds.best_responses.many_battles import best_play_chances, check_budget
from twingkit.twing.exact_odds.contest import CERTAIN_MARGIN, Contest, DieProfile, SidePlays, battle_profiles
from twingkit.twing.exact_odds.impossible_outcomes import impossible_outcome_reasons
from twingkit.twing.exact_odds.odds import (
    BEST_RESPONSES,
    DICE_ALONE,
    check_responses,
    contest_dice_odds,
    dice_odds,
)
from twingkit.twing.exact_odds.terms import (
    BOX_TERMS,
    RESPONSES_ARGUMENT,
    ContestTerms,
    Responses,
    affects_odds,
)
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit.twing.notation.battle_line import Battle, BattleError, NotationError
from twingkit.twing.variants.as_variant import as_variant
from twingkit.twing.variants.variant import BOX, Variant

__all__ = [
    "CRITICAL_COLUMNS",
    "MAX_LISTED",
    "ODDS_COLUMNS",
    "BatchError",
    "contest_odds",
    "legal_battles",
    "odds_many",
]

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    Battles = Iterable[Battle | str] | pd.Series[Any]  # of lines or battles
    Floats = NDArray[np.float64]

BATCH_SIZE = 50_000
"""Number of contests that are collected before they are solved together."""

ODDS_COLUMNS = ("win", "tie", "loss", "edge")
CRITICAL_COLUMNS = ("critical_win", "critical_tie", "critical_loss")

_MARGINS = range(-CERTAIN_MARGIN, CERTAIN_MARGIN + 1)


def legal_battles(battles: Battles | Battle | str, variant: Variant = BOX) -> list[Battle]:
    """Parse and check battles; raise one `BatchError` that names all invalid ones.

    A single battle or line counts as a batch of one.

    >>> print(*legal_battles("F: F3 F5 vs W: W6"))
    F: F5 F3 vs W: W6
    """
    legal: list[Battle] = []
    faults = _sort_battles(battles, legal.append, lambda _: None, variant)
    if faults:
        raise BatchError(faults, len(legal) + len(faults))
    return legal


def _sort_battles(
    battles: Battles | Battle | str,
    use_legal: Callable[[Battle], object],
    use_bad: Callable[[str], object],
    variant: Variant,
) -> list[BadBattle]:
    """Pass legal battles to `use_legal` and other entries to `use_bad`; return the faults of the latter."""
    faults = []
    for index, battle in enumerate([battles] if isinstance(battles, str | Battle) else battles):
        try:
            use_legal(_legal_battle(battle, variant))
        except (Fault, NotationError, BattleError) as error:
            faults.append(BadBattle(index, str(battle), error))
            use_bad(str(battle))
    return faults


def _legal_battle(battle: object, variant: Variant) -> Battle:
    if isinstance(battle, str):
        return Battle.parse(battle).check(variant)
    if isinstance(battle, Battle):
        return battle.check(variant)
    raise Fault("batch.kind", found=quote_value(battle))


def contest_odds(contests: Sequence[Contest], responses: Responses) -> list[Odds]:
    """Return the odds of many contests, the same as by `twing.odds`; equal contests are solved once.

    Uses numpy if available. Raises `BudgetError` before computing anything if best play of one would take too
    long.
    """
    check_responses(responses)
    different = list(dict.fromkeys(contests))
    if responses == "none":
        solved = [contest_dice_odds(contest) for contest in different]
    else:
        solved = [Odds(*chances, rule=BEST_RESPONSES) for chances in best_play_chances(different)]
    by_contest = dict(zip(different, solved, strict=True))
    return [by_contest[contest] for contest in contests]


@with_column_meanings
@check_arguments(responses=RESPONSES_ARGUMENT, battles=list_or_single("argument.battles", str, Battle))
@localized
def odds_many(
    battles: Battles | Battle | str,
    responses: Responses = "none",
    errors: str = "raise",
    lang: Lang | None = None,
    variant: Variant | str = BOX,
) -> pd.DataFrame:
    """Return the attacker's odds in many battles: one row for each battle, in the given order.

    Parameters
    ----------
    battles : iterable of Battle or str
        Battles or their notation, in any mixture. The index of a pandas Series is kept.
    responses : str
        "none" (TW-ODDS-1) or "best" (TW-ODDS-2).
    errors : str
        "raise", or "column" to keep invalid battles as rows.
    lang : str, optional
        The language of the reasons.
    variant : Variant or str
        A `Variant`, a preset's name or a line of switches.

    Returns
    -------
    DataFrame
        - `battle`: the canonical notation
        - `win`, `tie`, `loss`: the attacker's chances, which add up to 1
        - `edge`: win minus loss
        - `critical_win`, `critical_tie`, `critical_loss`: the parts decided by a critical result (TW-BAT-16);
          only for the dice alone
        - `reason`: the reason for each chance of 0, or empty
        - `problem`: with `errors="column"`, why a row has no odds (its chances are NaN), or empty

    Raises
    ------
    BatchError
        Names all lines that are invalid, illegal or beyond the budget of best play.
    ValueError
        Another value of `responses`.

    Examples
    --------
    >>> frame = odds_many(["F: F5 F3 + F4 vs W: W6 W4", "F: F5 vs W: shield W4"])
    >>> print(frame[["battle", "win", "tie", "loss"]].round(3).to_string(index=False))
                       battle   win   tie  loss
    F: F5 F3 + F4 vs W: W6 W4 0.694 0.069 0.236
        F: F5 vs W: shield W4 0.917 0.000 0.083
    >>> odds_many(["F: F5 vs W: W6", "F: F5 F5 F5 F5 vs W: W6"], errors="column").problem[1]
    'An attack or defence with spells needs 1 to 3 spells, not 4. [TW-BAT-1]'
    """
    import numpy as np
    import pandas as pd

    check_responses(responses)
    index = battles.index if isinstance(battles, pd.Series) else None
    rules = as_variant(variant)
    batch: _Contests | _Rolls = _Contests(rules) if responses == "best" else _Rolls(rules)
    names: list[str] = []
    good: list[int] = []

    def take(battle: Battle) -> None:
        batch.add(battle)
        good.append(len(names))
        names.append(str(battle))

    faults = _sort_battles(battles, take, names.append, rules)
    if faults and errors == "raise":
        raise BatchError(faults, len(names))

    columns = ODDS_COLUMNS + (CRITICAL_COLUMNS if responses == "none" else ())
    numbers = np.full((len(names), len(columns)), np.nan)
    numbers[good] = batch.numbers()
    frame = pd.DataFrame(numbers, columns=list(columns), index=index)
    reasons = np.full(len(names), "", dtype=object)
    reasons[good] = batch.reasons()
    frame["reason"] = reasons
    frame = frame.astype({"reason": "str"})
    label_rows(frame, names, faults if errors == "column" else None)
    frame.attrs = {"responses": responses, "rule": DICE_ALONE if responses == "none" else BEST_RESPONSES}
    if rules is not BOX:
        frame.attrs["variant"] = str(rules)
    return frame


# Keep only the numbers of a battle, so that a million fit into memory.


class _Contests:
    """Collector of battles for best play, solved `BATCH_SIZE` at a time."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._contests: list[Contest] = []
        self._solved: list[tuple[float, float, float]] = []
        self._reasons: list[str] = []

    def add(self, battle: Battle) -> None:
        """Add a battle; raise `BudgetError` if best play of it would take too long."""
        contest = battle_contest(battle, self._variant)
        check_budget(contest)
        self._contests.append(contest)
        if len(self._contests) >= BATCH_SIZE:
            self._solve()

    def _solve(self) -> None:
        solved = best_play_chances(self._contests)
        self._solved += solved
        self._reasons += [
            impossible_outcome_reasons(contest, Odds(*chances, rule=BEST_RESPONSES), "best")
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
        """Return the reasons for each battle's chances of 0; call `numbers` first."""
        return self._reasons


class _Rolls:
    """Collector of battles for the odds by dice alone, looked up by both dice and the margin."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._has_variant = affects_odds(variant)
        self._dice: dict[tuple[tuple[DieProfile, DieProfile], ContestTerms], int] = {}
        self._indices: list[int] = []
        self._margins: list[int] = []

    def add(self, battle: Battle) -> None:
        if self._has_variant:
            contest = battle_contest(battle, self._variant)
            margin, dice, terms = contest.margin, contest.profiles, contest.terms.outcome_terms
        else:
            margin = battle.attacker.lay.power - battle.defender.lay.power
            dice, terms = battle_profiles(battle), BOX_TERMS
        row = self._dice.setdefault((dice, terms), len(self._dice))
        self._indices.append(
            row * len(_MARGINS) + max(-CERTAIN_MARGIN, min(CERTAIN_MARGIN, margin)) + CERTAIN_MARGIN
        )
        self._margins.append(margin)

    def numbers(self) -> Floats:
        import numpy as np

        names = ODDS_COLUMNS + CRITICAL_COLUMNS
        table = [
            [getattr(odds, name) for name in names]
            for dice, terms in self._dice
            for odds in (dice_odds(margin, *dice, terms) for margin in _MARGINS)
        ]
        return np.array(table).reshape(-1, len(names))[np.array(self._indices, dtype=np.intp)]

    def reasons(self) -> list[str]:
        """Return the reasons for each battle's chances of 0, once for each pair of dice and margin."""
        dice = list(self._dice)
        known: dict[tuple[int, int], str] = {}
        reasons = []
        for index, margin in zip(self._indices, self._margins, strict=True):
            key = index // len(_MARGINS), margin
            if key not in known:
                profiles, terms = dice[key[0]]
                contest = Contest(margin, profiles, ((0,), (0,)), (SidePlays(), SidePlays()), terms)
                known[key] = impossible_outcome_reasons(contest, contest_dice_odds(contest), "none")
            reasons.append(known[key])
        return reasons
