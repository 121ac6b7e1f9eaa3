"""Ranking of the legal lays of one side by a goal, with the rules that affect each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from twingkit.core.notation import ROLES
from twingkit.twing.analysis.lay_table import LayNumbers, lay_notation
from twingkit.twing.analysis.parties import CreatureParty
from twingkit.twing.analysis.prospects import AdviceRequest, LayProspect, SideProspects

_DIGITS = 10
"""Number of digits to which values are rounded before ranking."""


class RatedLay(NamedTuple):
    """One legal lay of the advised side with its prospects (see `LayProspect`): a row of `advise`.

    `option` and `reply` are in notation; `rank` counts from 1. `frontier`: no other lay has as good an edge
    for fewer cards lost, a better edge for as many, or the same edge for as many cards with less power lost.
    `rules` are the ids of the rules that affect this lay. `error` is the standard error of `edge` if hidden
    hands were sampled, otherwise 0.
    """

    option: str
    win: float
    tie: float
    loss: float
    edge: float
    reply: str
    ornicles: float
    creatures_lost: float
    cards_lost: float
    power_lost: float
    enemy_creatures_lost: float
    enemy_cards_lost: float
    value: float
    at_risk: int
    frontier: bool
    error: float
    rank: int
    rules: tuple[str, ...]


def rated_lays(request: AdviceRequest, goal: str, outlook: SideProspects) -> list[RatedLay]:
    """Return every legal lay of the advised side with its prospects, ranked by a goal of `advise`, the best
    first.
    """
    entries = outlook.lay_prospects
    keys = [prospect_sort_key(goal, entry.prospect) for entry in entries]
    frontier = _frontier([entry.prospect for entry in entries])
    ranked = sorted(
        (keys[index], lay_notation(spells, party), rules, index)
        for index, entry in enumerate(entries)
        for sets, parties in entry.lay_class.blocks
        for party in parties
        for rules in (_rules(entry.lay_class.numbers, party, request.side == ROLES[0]),)
        for spells in sets
    )
    return [
        RatedLay(text, *entries[index].prospect, frontier[index], entries[index].edge_error, rank, rules)
        for rank, (_, text, rules, index) in enumerate(ranked, 1)
    ]


def prospect_sort_key(goal: str, prospect: LayProspect) -> tuple[float, ...]:
    """Return a key that sorts prospects of lays by a goal of `advise`, the best first."""
    edge = -prospect.edge, prospect.cards_lost, prospect.power_lost
    if goal == "win":
        key: tuple[float, ...] = edge
    elif goal == "value":
        key = (-prospect.value, *edge)
    else:
        key = (prospect.loss, prospect.at_risk, *edge)
    return tuple([round(number, _DIGITS) for number in key])


def _frontier(prospects: Sequence[LayProspect]) -> list[bool]:
    """Return, for each prospect, whether no other prospect is better in both edge and cost (see
    `RatedLay`).
    """
    keys = [_costs(prospect) for prospect in prospects]
    chosen = set[tuple[float, ...]]()
    highest = -2.0
    for key in sorted(set(keys)):
        if -key[1] > highest:
            highest = -key[1]
            chosen.add(key)
    return [key in chosen for key in keys]


def _costs(prospect: LayProspect) -> tuple[float, float, float]:
    return (
        round(prospect.cards_lost, _DIGITS),
        round(-prospect.edge, _DIGITS),
        round(prospect.power_lost, _DIGITS),
    )


def _rules(numbers: LayNumbers, party: CreatureParty, attacks: bool) -> tuple[str, ...]:
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
