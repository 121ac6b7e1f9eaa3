"""The deeds worth considering in the Ally phase: the cheapest seizure of each Site, and challenges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from twingkit.imajica.players.forces import (
    contest_strength,
    cost_of,
    defenders_of,
    seizers,
    strength_of,
)
from twingkit.imajica.players.worth import AREAS, READY, most_killed, site_gain
from twingkit.imajica.rules.deeds import fight_denials
from twingkit.imajica.rules.table import Fight, ImajicaTable, Piece
from twingkit.imajica.rules.values import fighting_strength

UNSURE = 0.3
"""The part of a Site's worth in a seizure that rivals could stop as the table lies."""


@attrs.frozen(order=True)
class Plan:
    """A deed and what it is worth; `force` are those who do it."""

    gain: float
    answer: str
    force: tuple[str, ...] = ()


@attrs.frozen
class Help:
    """The influence that cards in the own hand can add to a contest, and when a Site is secured."""

    contest: int = 0
    secure: int = 0


NONE = Help()
"""No help."""


def help_of(table: ImajicaTable, seat: int) -> Help:
    """The help of the influence maneuvers in a hand."""
    contest = secure = 0
    for name in table.players[seat].hand:
        card = table.cards[name]
        for effect in card.effects if card.kind == "influence" else ():
            if effect.key == ("mod", "magic"):
                contest += abs(effect.number)
                secure += max(0, effect.number)
            elif effect.key == ("mod", "resistance"):
                secure -= min(0, effect.number)
    return Help(contest, secure)


def able(table: ImajicaTable, seat: int, deed: str, target: str) -> list[Piece]:
    """The characters who may do a deed to a target now, alone."""
    return [
        piece
        for piece in table.ready(seat)
        if next(fight_denials(table, seat, deed, target, [piece.token]), None) is None
    ]


def by_strength(table: ImajicaTable, pieces: Iterable[Piece]) -> list[Piece]:
    """The weakest in a fight first."""
    return sorted(pieces, key=lambda piece: fighting_strength(table, piece))


def seizure_plans(table: ImajicaTable, seat: int, hand: Help = NONE) -> Iterator[Plan]:
    """Yield for each Site of the Circle the cheapest seizure, and what it is worth."""
    staged = table.copy()
    rivals = [other for other in staged.seats_from(seat) if other != seat]
    for site in list(staged.sites()):
        ready = able(staged, seat, "seize", site.token)
        if not ready:
            continue
        tokens = tuple(piece.token for piece in ready)
        staged.fight = Fight("seizure", seat, site.token, list(tokens), tokens)
        beaten = max((contest_strength(staged, other, site) for other in rivals), default=0)
        force, sure = seizers(staged, site, ready, beaten - hand.contest, hand.secure), 1.0
        if not force:
            force, sure = seizers(staged, site, ready, -1, hand.secure), UNSURE
        staged.fight = None
        if force:
            cost = cost_of(table, force)
            gain = sure * (site_gain(table, seat, site) - (AREAS["active"] - AREAS["state"]) * cost)
            names = tuple(piece.token for piece in force)
            yield Plan(gain - (1 - sure) * READY * cost, f"seize {site.token} with {' '.join(names)}", names)


def best_plan(table: ImajicaTable, seat: int, hand: Help = NONE) -> Plan:
    """The seizure that is worth most; one that is worth nothing if there is none."""
    return max([*seizure_plans(table, seat, hand), Plan(0.0, "")])


def challenge_plans(table: ImajicaTable, seat: int) -> Iterator[Plan]:
    """Yield for each rival the challenges by the strongest who may, and what each is worth."""
    for target in list(table.characters(area="active")):
        if target.controller != seat:
            force = by_strength(table, able(table, seat, "challenge", target.token))
            for size in range(1, len(force) + 1):
                yield challenge_plan(table, target, force[-size:])


def challenge_plan(table: ImajicaTable, target: Piece, force: Sequence[Piece]) -> Plan:
    """A challenge, and what it is worth, whether all defend or nobody."""
    names = tuple(piece.token for piece in force)
    own, alone = strength_of(table, force), fighting_strength(table, target)
    helpers = defenders_of(table, target)
    most = alone + strength_of(table, helpers)
    kills = [most_killed(table, [target.token], max(0, own - alone))]
    if own > most:
        kills.append(most_killed(table, [target.token, *(piece.token for piece in helpers)], own - most))
    elif helpers:
        kills.append(-most_killed(table, list(names), most - own))
    answer = f"challenge {target.token} with {' '.join(names)}"
    return Plan(min(kills) - READY * cost_of(table, force), answer, names)
