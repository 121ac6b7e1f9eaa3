"""Maps of a battle: the odds over the points on the cards of both sides, or over the cats that both hold."""

from __future__ import annotations

import re
from functools import lru_cache

import attrs

from twingkit import Odds, twing
from twingkit.twing.analysis.changes import exchange_card
from twingkit.twing.exact_odds.odds_many import contest_odds
from twingkit.twing.exact_odds.variants.contest import contest_of
from twingkit_widgets.twing.lab.words import lab_say

GRIDS = ("points", "cats")
"""The maps: points on the cards of both sides, cats that both hold."""

MAX_CATS = 4
"""The highest number of cats on a map."""


@attrs.frozen
class Cell:
    """One cell of a map: the values of both sides, and the odds there."""

    x: int
    y: int
    odds: Odds


@lru_cache(maxsize=16)
def map_cells(line: str, quantity: str, around: int, variant: twing.Variant) -> tuple[Cell, ...]:
    """The cells of a map with best responses: of cats, or of points `around` those of both sides.

    Points are those on all cards: the strongest spell makes them up, of a shield the strongest creature, and
    where that has no point left the next one. Points that no cards can make have no cell. The last maps are
    kept, since both are looked at in turn. Raises `BudgetError` where best play would take too long.
    """
    battle = twing.Battle.parse(line)
    across, up = (_sides(battle, index, quantity, around, variant) for index in (0, 1))
    places = [(x, y) for y in up for x in across]
    contests = [contest_of(twing.Battle(across[x], up[y]), variant) for x, y in places]
    return tuple(
        Cell(x, y, odds) for (x, y), odds in zip(places, contest_odds(contests, "best"), strict=True)
    )


def _sides(
    battle: twing.Battle, index: int, quantity: str, around: int, variant: twing.Variant
) -> dict[int, twing.Side]:
    """The side with each number of cats or points that the rules allow."""
    side = battle.sides[index]
    if quantity == "cats":
        return {n: attrs.evolve(side, held=side.held.with_counts(cat=n)) for n in range(MAX_CATS + 1)}
    power = side.lay.power
    lays = {n: _with_points(side.lay, n) for n in range(max(0, power - around), power + around + 1)}
    return {
        n: attrs.evolve(side, lay=lay)
        for n, lay in lays.items()
        if lay is not None and not battle.with_side(index, lay=lay).problems(variant)
    }


def _with_points(lay: twing.Lay, points: int) -> twing.Lay | None:
    """A lay whose cards have these points together; None if they cannot."""
    for card in lay.spells or lay.creatures:
        if lay.power == points:
            break
        power = max(1, card.power + points - lay.power)
        lay = exchange_card(lay, card, attrs.evolve(card, power=power))
    return lay if lay.power == points else None


def axis_label(quantity: str, role: str) -> str:
    """The label of an axis: the side and what is counted."""
    return lab_say(f"if.{quantity}_{role}")


# -- the same in Python


def map_call(battle: twing.Battle, quantity: str, around: int = 4) -> str:
    """The arguments of `sweep` that give a map: the line with gaps, and their values.

    >>> print(map_call(twing.Battle.parse("F: F5 F3 & trap vs W: W2 & cat"), "points"))
    "F: F{attack} F3 & trap vs W: W{defence} & cat", {"attack": range(1, 10), "defence": range(1, 7)}
    >>> print(map_call(twing.Battle.parse("F: F5 F3 & trap vs W: W2 & cat"), "cats"))
    "F: F5 F3 & {cat*attack} trap vs W: W2 {& cat*defence}", {"attack": range(0, 5), "defence": range(0, 5)}
    """
    texts, values = [], []
    for name, side in zip(("attack", "defence"), battle.sides, strict=True):
        if quantity == "cats":
            texts.append(_with_cats(str(side), f"cat*{name}"))
            values.append(f'"{name}": range(0, {MAX_CATS + 1})')
        elif power := re.search(r"(?<=[FWLA])\d+", str(side)):
            texts.append(f"{str(side)[: power.start()]}{{{name}}}{str(side)[power.end() :]}")
            first = int(power[0])
            values.append(f'"{name}": range({max(1, first - around)}, {first + around + 1})')
        else:
            texts.append(str(side))
    return f'"{" vs ".join(texts)}", {{{", ".join(values)}}}'


def _with_cats(text: str, cats: str) -> str:
    """A side's text with a gap for its cats."""
    laid, sign, held = text.partition(" & ")
    others = re.sub(r"^cat(\*\d+)? ?", "", held)
    return f"{laid} & {{{cats}}} {others}" if sign and others else f"{laid} {{& {cats}}}"
