"""Heat maps: how the odds of a battle change along two axes, its points on cards, cats or traps.

Every grid is a long table, one row for each cell, as `charts.heat_map` draws it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import attrs

from twingkit.arguments import WHOLE, items, named_kind, takes
from twingkit.arguments.kinds import as_plain
from twingkit.asking import one_line
from twingkit.messages import Fault, message
from twingkit.odds import Odds
from twingkit.reports.explained import explained
from twingkit.reports.row_table import row_table
from twingkit.twing.exact_odds.best_responses.many import BUDGET
from twingkit.twing.exact_odds.contest import Contest
from twingkit.twing.exact_odds.given_dice import Word
from twingkit.twing.exact_odds.never import why_never
from twingkit.twing.exact_odds.odds import BEST_RESPONSES, check_responses, solve
from twingkit.twing.exact_odds.odds_many import CHANCES, contest_odds
from twingkit.twing.exact_odds.terms import RESPONSES_TAKEN, Responses
from twingkit.twing.exact_odds.variants.contest import contest_of
from twingkit.twing.notation.battle_line import ROLES, Battle, Side, legal_battle
from twingkit.twing.rules.held import MANY, PLURALS, RESPONSE_CARDS, Held
from twingkit.twing.variants.as_variant import as_variant, named
from twingkit.twing.variants.variant import BOX, Variant
from twingkit.words import Lang

if TYPE_CHECKING:
    import pandas as pd

MOST = {"points": 999} | {RESPONSE_CARDS[kind].plural: 99 for kind in MANY}
"""The highest value on each kind of axis; the least is 0."""

AXES = tuple(f"{role}_{quantity}" for role in ROLES for quantity in MOST)
"""The quantities that can change along an axis: points on the cards, cats and traps held, of each side."""

HIGHEST = 99
"""The highest power of a card in a battle line."""

AROUND = 6
"""Points shown to either side of those on the cards by default."""

UP_TO = 4
"""Cats or traps shown by default."""

Axis = str | tuple[str, Iterable[int]]
"""A name of `AXES`, alone or with the values to show."""

AXIS = named_kind(
    "argument.axis",
    lambda axis: isinstance(axis, str) or (isinstance(axis, tuple) and len(axis) == 2),
    as_plain,
)
"""An `Axis`, where a function takes one."""


@attrs.frozen
class Cell:
    """One cell of a grid: the values of both axes, and the odds there."""

    x: int
    y: int
    odds: Odds
    reason: str = ""
    """The reason of each chance of 0."""


def grid_rows(
    battle: Battle | str,
    x: Axis,
    y: Axis,
    responses: Responses = "best",
    variant: Variant | str = BOX,
    lang: Lang = "en",
) -> list[Cell]:
    """The cells of a grid, row by row from the first value of `y`; see `grid`, also for those left out."""
    check_responses(responses)
    rules = as_variant(variant)
    legal = legal_battle(battle, rules)
    (across, columns), (up, rows) = _axis(legal, x), _axis(legal, y)
    if across == up:
        raise Fault("grid.twice", axis=across)
    for name in (across, up):
        _check_shield(legal, name, responses, rules)
    cells = [(column, row) for row in rows for column in columns]
    contests = {}
    for column, row in cells:
        contest = _contest(legal, {across: column, up: row}, responses, rules)
        if contest is not None:
            contests[column, row] = contest
    solved = _by_cats(list(contests.values())) if responses == "best" else None
    if solved is None:
        solved = contest_odds(list(contests.values()), responses)
    return [
        Cell(*cell, odds, why_never(contest, odds, responses, lang))
        for (cell, contest), odds in zip(contests.items(), solved, strict=True)
    ]


@explained
@takes(responses=RESPONSES_TAKEN, x=AXIS, y=AXIS)
def grid(
    battle: Battle | str,
    x: Axis = "attacker_points",
    y: Axis = "defender_points",
    responses: Responses = "best",
    lang: Lang = "en",
    variant: Variant | str = BOX,
) -> pd.DataFrame:
    """The odds of a battle over two of its numbers, everything else as it is: one row for each cell.

    `x` and `y` are two of `AXES` ("attacker_points", "defender_cats", …), each alone or with the values to
    show: `("attacker_cats", range(5))`. Columns: x, y (the values), win, tie, loss, edge (the attacker's),
    reason (of each chance of 0). `attrs` hold battle, responses, x and y (the axes), x_label and y_label (in
    `lang`).

    Points are those on all cards of a side, before any die. Under best play the creatures keep their powers,
    which traps can take, and the spells make up the rest; cells whose points no spells can make with these
    creatures are left out. The points of a shield cannot change alone where it can be trapped: a `Fault`.
    Cats and traps are what a side holds; what forbids their use (Socks, Boots) goes on forbidding it, and
    traps beyond the creatures that there are do nothing. `variant` is a `Variant`, a preset's name or a line
    of switches. Other errors are those of `twing.odds`.

    >>> frame = grid("F: F5 vs W: W6", ("attacker_cats", [0, 1]), ("defender_cats", [0, 1]))
    >>> print(frame[["x", "y", "win"]].round(3).to_string(index=False))
     x  y   win
     0  0 0.292
     1  0 0.432
     0  1 0.190
     1  1 0.309
    """

    rules = as_variant(variant)
    legal = legal_battle(battle, rules)
    cells = grid_rows(legal, x, y, responses, rules, lang)
    rows = [(cell.x, cell.y, *cell.odds.chances.values(), cell.reason) for cell in cells]
    names = {side: axis if isinstance(axis, str) else axis[0] for side, axis in (("x", x), ("y", y))}
    labels = {f"{side}_label": axis_label(name, lang) for side, name in names.items()}
    facts = {"battle": str(legal), "responses": responses, **names, **labels, **named(rules)}
    return row_table(rows, ("x", "y", *CHANCES, "reason"), **facts)


@explained
@takes(responses=RESPONSES_TAKEN, attack=items(WHOLE), defence=items(WHOLE))
def power_grid(
    battle: Battle | str,
    attack: Iterable[int] | None = None,
    defence: Iterable[int] | None = None,
    responses: Responses = "best",
    lang: Lang = "en",
    variant: Variant | str = BOX,
) -> pd.DataFrame:
    """The odds over the points on the cards of both sides; without values, those around the battle's own.

    With the best responses of both sides unless `responses` is "none", as in all tables of changes.

    >>> frame = power_grid("F: F5 vs W: W6", attack=range(3, 6), defence=[6])
    >>> print(frame[["x", "y", "edge"]].round(3).to_string(index=False))
     x  y   edge
     3  6 -0.562
     4  6 -0.458
     5  6 -0.340
    """
    x: Axis = "attacker_points" if attack is None else ("attacker_points", attack)
    y: Axis = "defender_points" if defence is None else ("defender_points", defence)
    return grid(battle, x, y, responses, lang, variant)


@explained
@takes(attack=items(WHOLE), defence=items(WHOLE))
def cats_grid(
    battle: Battle | str,
    attack: Iterable[int] = range(UP_TO + 1),
    defence: Iterable[int] = range(UP_TO + 1),
    lang: Lang = "en",
    variant: Variant | str = BOX,
) -> pd.DataFrame:
    """The odds under best play over the cats that both sides hold.

    >>> frame = cats_grid("F: F5 vs W: W6", attack=[0, 4], defence=[0])
    >>> frame.win.round(3).tolist()
    [0.292, 0.674]
    """
    return grid(battle, ("attacker_cats", attack), ("defender_cats", defence), "best", lang, variant)


def axis_label(name: str, lang: str = "en") -> str:
    """The label of an axis: the side and what is counted.

    >>> axis_label("defender_cats")
    'Cats of the defender'
    """
    role, quantity = name.split("_")
    return message(f"grid.{quantity}_{role}", lang)


def _axis(battle: Battle, axis: Axis) -> tuple[str, list[int]]:
    """An axis and its values: those given, or those around what the battle has."""
    name, given_values = (axis, None) if isinstance(axis, str) else axis
    if name not in AXES:
        raise Fault("grid.axis", found=one_line(str(name), 24), known=", ".join(AXES))
    role, quantity = name.split("_")
    if given_values is None:
        points = _side(battle, role).lay.power
        return name, list(
            range(max(0, points - AROUND), points + AROUND + 1) if quantity == "points" else range(UP_TO + 1)
        )
    values = list(given_values)
    if not values:
        raise Fault("grid.no_values", axis=name)
    for value in values:
        if type(value) is not int or not 0 <= value <= MOST[quantity]:
            raise Fault("grid.value", axis=name, found=one_line(str(value), 24), most=MOST[quantity])
    return name, values


def _side(battle: Battle, role: str) -> Side:
    return battle.sides[ROLES.index(role)]


def _check_shield(battle: Battle, axis: str, responses: Responses, variant: Variant) -> None:
    """The points of a shield are its creatures': they cannot change without changing what traps take."""
    role, quantity = axis.split("_")
    trapped = responses == "best" and contest_of(battle, variant).resources[1 - ROLES.index(role)].traps
    if quantity == "points" and _side(battle, role).shield and trapped:
        raise Fault("grid.shield", side=Word(role))


def _by_cats(contests: Sequence[Contest]) -> list[Odds] | None:
    """Return best play of contests that differ only in their cats; that with the most cats holds all others.

    None where they differ otherwise, are played by other rules than the box's, or where that one would be
    more work than best play allows.
    """
    if not all(contest.terms.deciding for contest in contests):
        return None
    if len({_with_cats(contest, (0, 0)) for contest in contests}) != 1:
        return None
    most = (
        max(contest.resources[0].cats for contest in contests),
        max(contest.resources[1].cats for contest in contests),
    )
    largest = _with_cats(contests[0], most)
    if largest.size > min(BUDGET, sum(contest.size for contest in contests)):
        return None
    values = solve(largest)
    attack, defence = (profile.weights for profile in largest.profiles)
    states = [
        ((row, column), weight * other / (sum(attack) * sum(defence)))
        for row, weight in enumerate(attack)
        for column, other in enumerate(defence)
    ]
    solved = []
    for contest in contests:
        win = loss = 0.0
        for state, chance in states:
            won, lost = values.chances(state, left=contest.limits)
            win += chance * won
            loss += chance * lost
        solved.append(Odds(win, max(0.0, 1.0 - win - loss), loss, rule=BEST_RESPONSES))
    return solved


def _with_cats(contest: Contest, cats: tuple[int, int]) -> Contest:
    attacker, defender = (
        attrs.evolve(means, held=means.held.but(cat=count))
        for means, count in zip(contest.resources, cats, strict=True)
    )
    return attrs.evolve(contest, resources=(attacker, defender))


def _contest(
    battle: Battle, values: dict[str, int], responses: Responses, variant: Variant
) -> Contest | None:
    """The contest of one cell; None where the spells cannot make the points."""
    attacker, defender = (
        attrs.evolve(
            side,
            held=Held(
                *(
                    values.get(f"{role}_{quantity}", count)
                    for quantity, count in zip(PLURALS, side.held, strict=True)
                )
            ),
        )
        for role, side in zip(ROLES, battle.sides, strict=True)
    )
    contest = contest_of(Battle(attacker, defender), variant)
    margin = contest.margin
    for index, (role, sign) in enumerate(zip(ROLES, (1, -1), strict=True)):
        points = values.get(f"{role}_points")
        if points is None:
            continue
        own = battle.sides[index].lay
        margin += sign * (points - own.power)
        trapped = responses == "best" and contest.resources[1 - index].traps > 0
        on_spells = points - sum(card.power for card in own.creatures)
        if trapped and not len(own.spells) <= on_spells <= HIGHEST * len(own.spells):
            return None
    return attrs.evolve(contest, margin=margin)
