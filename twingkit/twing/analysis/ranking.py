"""Ranking of the legal lays of one side by a goal, with the rules that affect each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from twingkit.twing.analysis.lay_table import LayNumbers, lay_notation
from twingkit.twing.analysis.parties import Party
from twingkit.twing.analysis.prospects import AdviceRequest, Outlook, Prospect

_DIGITS = 10
"""Number of digits to which values are rounded before ranking."""


class LayRanking:
    """The legal lays of one side, ranked by a goal of `advise`."""

    def __init__(self, request: AdviceRequest, goal: str, outlook: Outlook) -> None:
        classes = outlook.lay_prospects
        self._classes = [entry.lay_class for entry in classes]
        self._attacks = request.side == "attacker"
        self.prospects = [entry.prospect for entry in classes]
        """The prospect of each class of lays."""
        self.errors = [entry.edge_error for entry in classes]
        self._order = [prospect_sort_key(goal, prospect) for prospect in self.prospects]
        self.frontier = _frontier(self.prospects)

    def ranked_columns(self) -> tuple[list[str], list[tuple[str, ...]], list[int]]:
        """Return three columns, best lay first: the lay, the ids of its rules, and the index of its class."""
        ranked = sorted(range(len(self._order)), key=self._order.__getitem__)
        texts, rules, indices = list[str](), list[tuple[str, ...]](), list[int]()
        for _, same in groupby(ranked, key=self._order.__getitem__):
            rows = sorted(row for class_index in same for row in self._rows(class_index))
            texts += [row[0] for row in rows]
            rules += [row[1] for row in rows]
            indices += [row[2] for row in rows]
        return texts, rules, indices

    def _rows(self, class_index: int) -> list[tuple[str, tuple[str, ...], int]]:
        lays = self._classes[class_index]
        return [
            (lay_notation(spells, party), rules, class_index)
            for sets, parties in lays.blocks
            for party in parties
            for rules in (_rules(lays.numbers, party, self._attacks),)
            for spells in sets
        ]


def prospect_sort_key(goal: str, prospect: Prospect) -> tuple[float, ...]:
    """Return the sort key of a prospect for a goal; the smallest key is best."""
    edge = -prospect.edge, prospect.cards_lost, prospect.power_lost
    if goal == "win":
        key: tuple[float, ...] = edge
    elif goal == "value":
        key = (-prospect.value, *edge)
    else:
        key = (prospect.loss, prospect.at_risk, *edge)
    return tuple([round(number, _DIGITS) for number in key])


def _frontier(prospects: Sequence[Prospect]) -> list[bool]:
    """Return, for each prospect, whether none beats it in edge and cost (see `RatedLay`)."""
    keys = [_costs(prospect) for prospect in prospects]
    chosen = set[tuple[float, ...]]()
    highest = -2.0
    for key in sorted(set(keys)):
        if -key[1] > highest:
            highest = -key[1]
            chosen.add(key)
    return [key in chosen for key in keys]


def _costs(prospect: Prospect) -> tuple[float, float, float]:
    return (
        round(prospect.cards_lost, _DIGITS),
        round(-prospect.edge, _DIGITS),
        round(prospect.power_lost, _DIGITS),
    )


def _rules(numbers: LayNumbers, party: Party, attacks: bool) -> tuple[str, ...]:
    extra = numbers.rolls_die and len(party.units) > numbers.spell_count
    comes_home = attacks and numbers.losses_if_defeated[0][0] < numbers.creature_count
    return _ids(
        numbers.rolls_die,
        numbers.has_own_element,
        bool(party.units),
        party.has_rider,
        party.has_other_element or extra,
        comes_home,
    )


@lru_cache(maxsize=64)
def _ids(rolls: bool, own: bool, units: bool, rides: bool, teddy: bool, comes_home: bool) -> tuple[str, ...]:
    acting = {
        "TW-BAT-3": rides,
        "TW-BAT-4": not rolls and not units,
        "TW-BAT-5": not rolls and units,
        "TW-BAT-15": own,
        "TW-BAT-18": not rolls and units,
        "TW-BAT-21": comes_home,
        "TW-POW-teddy": teddy,
    }
    return tuple(rule for rule, acts in acting.items() if acts)
