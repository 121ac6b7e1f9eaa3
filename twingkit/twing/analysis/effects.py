"""Differences in win rate over many games: by objects, actions, characters and seats.

A difference between seats with and without something shows a correlation, not a cause: a player who is about
to win also owns objects. `first_object` compares more fairly: it looks only at the first object a seat
gained, among all seats that gained one.

The seats of one game are not independent (at most one of them wins), so the intervals count games, not seats:
the standard errors are clustered by game.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING

from twingkit.analyse.arena.results import Results
from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import results_kind
from twingkit.core.language import Lang, language, localized
from twingkit.core.messages import Fault
from twingkit.core.questions import one_line_excerpt
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.odds.shares import DEFAULT_CONFIDENCE
from twingkit.twing.rules.cards import CHARACTER_BY_ELEMENT, ELEMENTS
from twingkit.twing.rules.objects import OBJECTS
from twingkit.twing.rules.rulebook import rulebook
from twingkit.twing.starts import SEAT_NAMES
from twingkit.twing.tally import ACTION_WORDS

if TYPE_CHECKING:
    import pandas as pd

COMPARED_PROPERTIES = ("object", "first_object", "action", "character", "seat", "start", "policy")
"""The properties by which win rates can be compared."""

RULE_BY_PROPERTY = {
    "object": "TW-POW-{}",
    "first_object": "TW-POW-{}",
    "action": "TW-TURN-3",
    "character": "TW-BOX-2",
    "seat": "TW-SET-5",
    "start": "TW-SET-4",
    "policy": "",
}
"""The rule behind each property; {} stands for the object."""

EFFECT_COLUMNS = (
    "by",
    "name",
    "label",
    "change",
    "low",
    "high",
    "share",
    "other",
    "seats",
    "others",
    "games",
    "rules",
)


@with_column_meanings
@check_arguments(results=results_kind("twing", "games", "winner", "starter", "policy_p1"))
def seat_table(results: Results | pd.DataFrame) -> pd.DataFrame:
    """Return a table with one row for each seat of each game: character, objects, actions, and result.

    Columns: `game`, `seat`, `policy`, `character`, `start` (whether it went first), `won` (0 or 1), `chance`
    (1 / seats of the game), `first_object` (missing if none), the turn in which each object was first gained
    as `got_<object>`, each action as a share of the seat's own actions, `<action>`, and `actions`, their
    number.

    >>> from twingkit import arena
    >>> frame = seat_table(arena.play(2, ["random", "random"], seed=1, processes=1))
    >>> len(frame), int(frame["won"].sum()) <= 2
    (4, True)
    """
    import pandas as pd

    games = results.games if isinstance(results, Results) else results
    present = [seat for seat in SEAT_NAMES if f"policy_{seat}" in games]
    parts = []
    for seat in present:
        turns = games[[f"got_{name}_{seat}" for name in OBJECTS]].astype("float64")
        # of two objects gained in the same turn, the first in the order of the notation counts
        turns.columns = pd.Index(OBJECTS)
        first = turns.fillna(float("inf")).idxmin(axis=1)
        first = first.where(turns.notna().any(axis=1))
        turns.columns = pd.Index([f"got_{name}" for name in OBJECTS])
        acts = games[[f"{action}_{seat}" for action in ACTION_WORDS]].astype("float64")
        acts.columns = pd.Index(ACTION_WORDS)
        total = acts.sum(axis=1)
        shares = acts.div(total.where(total > 0), axis=0).fillna(0.0)
        part = pd.DataFrame(
            {
                "game": games["game"],
                "seat": seat,
                "policy": games[f"policy_{seat}"].astype(str),
                "character": games[f"character_{seat}"].astype(str),
                "start": (games["starter"] == seat).astype(int),
                "won": (games["winner"] == seat).astype(int),
                "chance": 1 / len(present),
                "first_object": first,
                "actions": total,
            }
        )
        parts.append(pd.concat([part, turns, shares], axis=1))
    joined = pd.concat(parts, ignore_index=True)
    return joined.sort_values(["game", "seat"], ignore_index=True)


@with_column_meanings
@check_arguments(results=results_kind("twing", "games", "winner", "starter", "policy_p1"))
@localized
def win_rate_effects(
    results: Results | pd.DataFrame,
    by: str = "object",
    lang: Lang | None = None,
    confidence: float = DEFAULT_CONFIDENCE,
) -> pd.DataFrame:
    """Return the differences in win rate between seats with and without a property, largest first.

    `results` are those of `arena.play`, or its frame of games. `by` is one of `COMPARED_PROPERTIES`:

    - `object`: seats that owned it at some time, compared with all other seats;
    - `first_object`: seats whose first object it was, compared with the other seats that gained one;
    - `action`: seats that chose it more often than the mean of their game (as a share of their actions),
      compared with the others;
    - `character`, `seat`, `policy`, `start` (went first): compared with all other seats.

    Columns: `by`, `name`, `label` (in `lang`), `change` (difference of win rates, −1 to 1), `low` and `high`
    (its interval at `confidence`), `share` and `other` (both win rates), `seats` and `others` (the numbers of
    seats compared), `games`, `rules`. There is no row for a name that no seat or every seat had. Raises
    `Fault` for another `by`.

    >>> from twingkit import arena
    >>> played = arena.play(20, ["random", "greedy"], seed=1, processes=1)
    >>> list(win_rate_effects(played, "policy")["name"])
    ['greedy', 'random']
    """
    import pandas as pd

    if by not in COMPARED_PROPERTIES:
        raise Fault("effects.by", found=one_line_excerpt(str(by), 40), known=", ".join(COMPARED_PROPERTIES))
    rows = seat_table(results)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    entries = []
    for name, with_it, beside in _groups(rows, by):
        difference = _difference(rows, with_it, beside)
        if difference is None:
            continue
        change, error, share, other = difference
        entries.append(
            {
                "by": by,
                "name": name,
                "label": _label(by, name),
                "change": change,
                "low": max(-1.0, change - z * error),
                "high": min(1.0, change + z * error),
                "share": share,
                "other": other,
                "seats": int(with_it.sum()),
                "others": int(beside.sum()),
                "games": int(rows["game"].nunique()),
                "rules": RULE_BY_PROPERTY[by].format(name),
            }
        )
    frame = pd.DataFrame(entries, columns=pd.Index(EFFECT_COLUMNS))
    frame = frame.sort_values(["change", "name"], ascending=[False, True], ignore_index=True)
    frame.attrs.update(by=by, confidence=confidence, games=int(rows["game"].nunique()), lang=language())
    return frame


def _groups(rows: pd.DataFrame, by: str) -> list[tuple[str, pd.Series[bool], pd.Series[bool]]]:
    """Return each value of a property with the seats that have it and the seats they are compared with."""
    if by == "object":
        had = {name: rows[f"got_{name}"].notna() for name in OBJECTS}
        return [(name, has, ~has) for name, has in had.items()]
    if by == "action":
        means = rows.groupby("game")[list(ACTION_WORDS)].transform("mean")
        more = {name: rows[name] > means[name] + 1e-12 for name in ACTION_WORDS}
        return [(name, has, ~has) for name, has in more.items()]
    if by == "start":
        started = rows["start"] == 1
        return [("start", started, ~started)]
    among = rows[by].notna()
    order: Sequence[str] = {"first_object": OBJECTS, "character": ELEMENTS}.get(
        by, sorted(rows.loc[among, by].unique())
    )
    return [(name, rows[by] == name, among & (rows[by] != name)) for name in order]


def _difference(
    rows: pd.DataFrame, with_it: pd.Series[bool], without_it: pd.Series[bool]
) -> tuple[float, float, float, float] | None:
    """Return the difference of two win rates, its standard error over games, and both rates."""
    many, few = int(with_it.sum()), int(without_it.sum())
    if not many or not few:
        return None
    won = rows["won"]
    share, other = float(won[with_it].mean()), float(won[without_it].mean())
    pull = with_it * (won - share) / many - without_it * (won - other) / few
    by_game = pull.groupby(rows["game"]).sum()
    return share - other, float((by_game**2).sum() ** 0.5), share, other


def _label(by: str, name: str) -> str:
    words = rulebook().words
    if by in ("object", "first_object"):
        return words.name(name)
    if by == "character":
        player = words.name(CHARACTER_BY_ELEMENT[name])
        return player[0].upper() + player[1:]
    if by in ("action", "start"):
        return words.name(f"effect_{name}")
    return name
