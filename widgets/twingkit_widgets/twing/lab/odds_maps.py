"""Maps of a battle: the odds by the points on both sides' cards, or by the number of cats both hold."""

from __future__ import annotations

import re
from functools import lru_cache

import attrs

from twingkit import Odds, twing
from twingkit.twing.analysis.changes import exchange_card
from twingkit.twing.exact_odds.odds_many import contest_odds
from twingkit.twing.exact_odds.variants.contest import battle_contest
from twingkit_widgets.twing.lab.words import lab_say

MAP_QUANTITIES = ("points", "cats")
"""The quantities on the axes of a map: points on the cards, or cats held."""

_MAX_CATS = 4


@attrs.frozen
class OddsMapCell:
    """One cell of an odds map: the attacker's points or cats (`x`), the defender's (`y`), and the odds with
    these numbers.
    """

    x: int
    y: int
    odds: Odds


@lru_cache(maxsize=16)
def odds_map_cells(line: str, quantity: str, radius: int, variant: twing.Variant) -> tuple[OddsMapCell, ...]:
    """Return the cells of an odds map: the odds with best responses for each pair of point totals, or numbers
    of cats, near those of the battle.

    Points are those on all cards: the strongest spell (in a shield the strongest creature) makes up the
    difference, and the next card once that one is down to its last point. Impossible points have no cell. The
    last maps are cached, because visitors switch between the two. Raises `BudgetError` if best play would
    take too long.
    """
    battle = twing.Battle.parse(line)
    across, up = (_sides(battle, side_index, quantity, radius, variant) for side_index in (0, 1))
    places = [(x, y) for y in up for x in across]
    contests = [battle_contest(twing.Battle(across[x], up[y]), variant) for x, y in places]
    return tuple(
        OddsMapCell(x, y, odds) for (x, y), odds in zip(places, contest_odds(contests, "best"), strict=True)
    )


def _sides(
    battle: twing.Battle, side_index: int, quantity: str, radius: int, variant: twing.Variant
) -> dict[int, twing.Side]:
    """Map each legal number of cats or points to the side with its cards changed to that number."""
    side = battle.sides[side_index]
    if quantity == "cats":
        return {
            n: attrs.evolve(side, response_cards=side.response_cards.with_counts(cat=n))
            for n in range(_MAX_CATS + 1)
        }
    power = side.lay.power
    lays = {n: _with_points(side.lay, n) for n in range(max(0, power - radius), power + radius + 1)}
    return {
        n: attrs.evolve(side, lay=lay)
        for n, lay in lays.items()
        if lay is not None and not battle.with_side(side_index, lay=lay).problems(variant)
    }


def _with_points(lay: twing.Lay, points: int) -> twing.Lay | None:
    """Return a lay with its cards changed so that their powers add up to `points`; None if that is
    impossible.
    """
    for card in lay.spells or lay.creatures:
        if lay.power == points:
            break
        power = max(1, card.power + points - lay.power)
        lay = exchange_card(lay, card, attrs.evolve(card, power=power))
    return lay if lay.power == points else None


def axis_label(quantity: str, role: str) -> str:
    """Return the label for an axis of an odds map: the role of the side and the quantity."""
    return lab_say(f"if.{quantity}_{role}")


# -- the same in Python


def sweep_arguments_code(battle: twing.Battle, quantity: str) -> str:
    """Return Python code for the arguments of a `sweep` call that computes an odds map: the line with
    placeholders, and their values.

    >>> print(sweep_arguments_code(twing.Battle.parse("F: F5 F3 & trap vs W: W2 & cat"), "points"))
    "F: F{attack} F3 & trap vs W: W{defence} & cat", {"attack": range(1, 10), "defence": range(1, 7)}
    >>> print(sweep_arguments_code(twing.Battle.parse("F: F5 F3 & trap vs W: W2 & cat"), "cats"))
    "F: F5 F3 & {cat*attack} trap vs W: W2 {& cat*defence}", {"attack": range(0, 5), "defence": range(0, 5)}
    """
    texts, values = [], []
    for name, side in zip(("attack", "defence"), battle.sides, strict=True):
        if quantity == "cats":
            texts.append(_with_cats(str(side), f"cat*{name}"))
            values.append(f'"{name}": range(0, {_MAX_CATS + 1})')
        elif power := re.search(r"(?<=[FWLA])\d+", str(side)):
            texts.append(f"{str(side)[: power.start()]}{{{name}}}{str(side)[power.end() :]}")
            first = int(power[0])
            values.append(f'"{name}": range({max(1, first - 4)}, {first + 5})')
        else:
            texts.append(str(side))
    return f'"{" vs ".join(texts)}", {{{", ".join(values)}}}'


def _with_cats(text: str, cats: str) -> str:
    laid, sign, held = text.partition(" & ")
    others = re.sub(r"^cat(\*\d+)? ?", "", held)
    return f"{laid} & {{{cats}}} {others}" if sign and others else f"{laid} {{& {cats}}}"
