"""Many battles at once: a table of their exact odds, and every bad line named in one error.

`odds_many` is `odds` for a whole column of battles, equal but for the last digits. Battles whose rounds fall
apart are fought side by side with numpy; where many lines share a side, its dice are worked out once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from twingkit.batches import BadBattle, BatchError, check_errors
from twingkit.imperium.battle import settled
from twingkit.imperium.chances import RULE, fight_odds, legal_battle, outcome
from twingkit.imperium.course import Course
from twingkit.imperium.force import Fight
from twingkit.imperium.notation import Battle, BattleError, NotationError
from twingkit.imperium.plain_sides import begun, plain_side
from twingkit.messages import Fault

if TYPE_CHECKING:
    import pandas as pd

    from twingkit.imperium.many_grids import Fought

    Battles = Iterable[Battle | str] | pd.Series[Any]

CHANCES = ("win", "tie", "loss", "edge")
"""The columns of numbers."""

Triple = tuple[float, float, float]
"""Win, tie and loss of the attacker."""


def chances_many(battles: Sequence[Battle]) -> list[Triple]:
    """Win, tie and loss of legal battles whose policies are known; numpy is used if it is there."""
    if any(battle.kind == "invasion" for battle in battles):
        return _with_invasions(battles)
    if find_spec("numpy") is None:
        return [_single(Fight.of(battle)) for battle in battles]
    from twingkit.imperium.many_grids import fight_many

    found: list[Triple] = []
    grids: list[Fought] = []
    owners: list[int] = []
    for number, battle in enumerate(battles):
        triple, parts = _parts(battle)
        found.append(triple)
        grids += parts
        owners += [number] * len(parts)
    for number, (win, tie, loss) in zip(owners, fight_many(grids).tolist(), strict=True):
        known = found[number]
        found[number] = known[0] + win, known[1] + tie, known[2] + loss
    return found


def _with_invasions(battles: Sequence[Battle]) -> list[Triple]:
    """The same where some are whole invasions (IM-ODDS-6)."""
    from twingkit.imperium.analysis.invasion import invasion_odds  # it needs what is here

    others = iter(chances_many([battle for battle in battles if battle.kind != "invasion"]))
    found = []
    for battle in battles:
        if battle.kind == "invasion":
            known = invasion_odds(battle)
            found.append((known.win, known.tie, known.loss))
        else:
            found.append(next(others))
    return found


def _single(fight: Fight) -> Triple:
    found = fight_odds(fight)
    return found.win, found.tie, found.loss


def _parts(battle: Battle) -> tuple[Triple, list[Fought]]:
    """What is decided of a battle before rounds are alike, and the grids on which the rest is fought."""
    from twingkit.imperium.many_grids import Rungs

    first, second = (plain_side(battle.kind, index, side) for index, side in enumerate(battle.sides))
    if first and second:
        return (0.0, 0.0, 0.0), [begun(battle, (first, second))]
    fight = Fight.of(battle)
    if any(roster.has("nes") for roster in fight.rosters):  # hits do not come one by one there
        return _single(fight), []
    course = Course(fight)
    win, tie, loss = outcome(course.before_grids)
    return (win, tie, loss), [
        (Rungs.of(grid.ladders[0], grid.rolls[0]), Rungs.of(grid.ladders[1], grid.rolls[1]), start)
        for grid, start in course.grids()
    ]


def odds_many(battles: Battles | Battle | str, errors: str = "raise", lang: str = "en") -> pd.DataFrame:
    """The odds of many battles: one row for each, in the order given.

    `battles` are battles or their lines, mixed as you like; of a pandas Series the index is kept. Columns:
    `battle` (the canonical line, with the policy that `best` stands for), the attacker's chances `win`, `tie`
    and `loss` (0 to 1, they add up to 1), and `edge` (win minus loss); every number is that of `odds`.

    Bad lines and battles that the rules forbid raise one `BatchError` that names them all, and nothing is
    returned. With `errors="column"` they keep their row: what was given as `battle`, no chances (NaN), and
    the reason (in `lang`) in one column more, `problem`, which is empty for all others. Raises `Fault` for
    another word of `errors`.

    >>> frame = odds_many(["space: 2 cruiser vs 3 destroyer", "ground: 2 infantry vs 1 mech"])
    >>> print(frame.round(4).to_string(index=False))
                             battle    win    tie   loss    edge
    space: 2 cruiser vs 3 destroyer 0.4377 0.0473 0.5149 -0.0772
       ground: 2 infantry vs 1 mech 0.4094 0.1023 0.4883 -0.0789
    >>> odds_many(["space: 1 cruiser vs 1 flagship"], errors="column").problem[0]
    'The defender’s flagship needs its faction: ... [IM-UNIT-13]'
    """
    import numpy as np
    import pandas as pd

    check_errors(errors)
    index = battles.index if isinstance(battles, pd.Series) else None
    names: list[str] = []
    good: list[int] = []
    legal: list[Battle] = []
    faults: list[BadBattle] = []
    for place, given in enumerate([battles] if isinstance(battles, str | Battle) else battles):
        try:
            battle = settled(legal_battle(_one(given)))
        except (Fault, NotationError, BattleError) as error:
            faults.append(BadBattle(place, str(given), error))
            names.append(str(given))
        else:
            good.append(place)
            legal.append(battle)
            names.append(str(battle))
    if faults and errors == "raise":
        raise BatchError(faults, len(names))

    numbers = np.full((len(names), len(CHANCES)), np.nan)
    triples = np.array(chances_many(legal)).reshape(-1, 3)
    numbers[good] = np.column_stack([triples, triples[:, 0] - triples[:, 2]])
    frame = pd.DataFrame(numbers, columns=list(CHANCES), index=index)
    frame.insert(0, "battle", pd.Series(names, index=frame.index, dtype="str"))
    if errors == "column":
        problems = [""] * len(names)
        for fault in faults:
            problems[fault.place] = fault.reason(lang)
        frame["problem"] = pd.Series(problems, index=frame.index, dtype="str")
    frame.attrs = {"rule": RULE}
    return frame


def _one(given: object) -> Battle | str:
    if isinstance(given, Battle | str):
        return given
    raise Fault("batch.kind", kind=type(given).__name__)
