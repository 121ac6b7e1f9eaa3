"""The actions worth considering in the Ally phase: the cheapest seizure of each Site, and challenges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import attrs

from twingkit.imajica.players.forces import (
    Force,
    cheapest_seizers,
    possible_contesters,
    possible_defenders,
    total_strength,
)
from twingkit.imajica.players.worth import (
    AREAS,
    READY,
    character_worth,
    most_killed,
    printed_worth,
    site_gain,
)
from twingkit.imajica.rules.deeds import broken_fight_rules
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import Fight, ImajicaTable
from twingkit.imajica.rules.values import (
    dominions,
    has_power_of,
    influence,
    prime_limit,
    value,
)

UNSURE = 0.3
"""Factor for the worth of a seizure that rivals could stop as the table stands."""


@attrs.frozen(order=True)
class Plan:
    """An action with its gain; `force` holds the tokens of the characters that act."""

    gain: float
    answer: str
    force: tuple[str, ...] = ()


CALLED = 0.5
"""Share of a character's worth that counts for a Site whose Dominion lets you call that character.
"""


@attrs.frozen
class HandHelp:
    """What the cards in the own hand add to a seizure.

    `contest` is the influence that maneuvers can add in a contest, `secure` that while securing.
    `homes` maps a Dominion to the worth of a character in the hand that is above the Prime limit,
    but could be called with a Site of that Dominion (IJ-ALLY-3).
    """

    contest: int = 0
    secure: int = 0
    homes: Mapping[int, float] = attrs.field(factory=dict)


NO_HELP = HandHelp()
"""No help from the hand."""


def hand_help(table: ImajicaTable, seat: int) -> HandHelp:
    """Return how the influence maneuvers and characters in a hand can help."""
    contest = secure = 0
    limit, homes = prime_limit(table, seat), dict[int, float]()
    for name in table.players[seat].hand:
        card = table.cards[name]
        if card.kind == "character" and card.prime > limit and not (card.unique and table.open_copy(name)):
            for dominion in card.home:
                homes[dominion] = max(homes.get(dominion, 0.0), printed_worth(card))
        for effect in card.effects if card.kind == "influence" else ():
            if effect.key == ("mod", "magic"):
                contest += abs(effect.number)
                secure += max(0, effect.number)
            elif effect.key == ("mod", "resistance"):
                secure -= min(0, effect.number)
    return HandHelp(contest, secure, homes)


def able_characters(table: ImajicaTable, seat: int, deed: str, target: str) -> list[Piece]:
    """Return the characters that could alone take this action, "seize" or "challenge", on a target
    now.
    """
    return [
        piece
        for piece in table.ready(seat)
        if next(broken_fight_rules(table, seat, deed, target, [piece.token]), None) is None
    ]


def by_strength(table: ImajicaTable, pieces: Iterable[Piece]) -> list[Piece]:
    """Return these characters by Strength, the weakest first."""
    return sorted(pieces, key=lambda piece: value(table, piece, "strength"))


@attrs.frozen
class SeizureTarget:
    """A Site in the Circle that could be seized, with the characters that may do it.

    `ready` are these characters; `points` (influence), `costs` and `maestros` belong to them in
    order. `needed` is the influence that secures the Site, `beaten` the largest influence of a
    rival that can contest as the table stands, `contested` whether there is such a rival, `worth`
    what the Site is worth.
    """

    site: Piece
    ready: Sequence[Piece]
    points: Sequence[int]
    costs: Sequence[float]
    maestros: Sequence[bool]
    needed: int
    contested: bool
    beaten: int
    worth: float

    def force(self, beaten: int) -> tuple[Force, float]:
        """Return the cheapest force with more influence than `beaten`, and its cost; () if there is none."""
        return cheapest_seizers(self.ready, self.points, self.costs, self.maestros, self.needed, beaten)


def seizure_targets(table: ImajicaTable, seat: int, hand: HandHelp) -> Iterator[SeizureTarget]:
    """Yield each Site in the Circle that this seat may seize."""
    sites = list(table.sites())
    ready = able_characters(table, seat, "seize", sites[0].token) if sites else []
    if not ready:
        return
    costs = [character_worth(table, piece) for piece in ready]
    rivals = [possible_contesters(table, other) for other in table.seats_from(seat) if other != seat]
    tokens = tuple(piece.token for piece in ready)
    for site in sites:
        with staged_fight(table, Fight("seizure", seat, site.token, list(tokens), tokens)):
            against = [sum(influence(table, piece, site) for piece in able) for able in rivals]
            points = [influence(table, piece, site) for piece in ready]
            needed = value(table, site, "resistance") + (table.variant.secure == "gt") - hand.secure
            maestros = [has_power_of(table, piece, "maestro") for piece in ready]
        worth = site_gain(table, seat, site) + calling_gain(table, seat, site, hand)
        yield SeizureTarget(
            site, ready, points, costs, maestros, needed, any(rivals), max(against, default=0), worth
        )


def seizure_plans(table: ImajicaTable, seat: int, hand: HandHelp = NO_HELP) -> Iterator[Plan]:
    """Yield the cheapest seizure of each Site in the Circle, with its gain."""
    for siege in seizure_targets(table, seat, hand):
        force, cost = siege.force(siege.beaten - hand.contest)
        sure = 1.0
        if not force:
            force, cost = siege.force(-1)
            sure = UNSURE
        if force:
            gain = sure * (siege.worth - (AREAS["active"] - AREAS["state"]) * cost)
            names = tuple(piece.token for piece in force)
            yield Plan(
                gain - (1 - sure) * READY * cost, f"seize {siege.site.token} with {' '.join(names)}", names
            )


def calling_gain(table: ImajicaTable, seat: int, site: Piece, hand: HandHelp) -> float:
    """Return what a Site is worth because its Dominion lets the seat call a character (IJ-ALLY-3)."""
    if not hand.homes:
        return 0.0
    new = set(site.card.home) - dominions(table, seat)
    return CALLED * max((hand.homes.get(dominion, 0.0) for dominion in new), default=0.0)


@contextmanager
def staged_fight(table: ImajicaTable, fight: Fight) -> Iterator[None]:
    """Put a fight on the table inside the block, and restore the table afterwards."""
    before, table.fight = table.fight, fight
    try:
        yield
    finally:
        table.fight = before


def best_plan(table: ImajicaTable, seat: int, hand: HandHelp = NO_HELP) -> Plan:
    """Return the seizure with the largest gain, or an empty plan if none gains anything."""
    return max([*seizure_plans(table, seat, hand), Plan(0.0, "")])


def challenge_plans(table: ImajicaTable, seat: int, rival: int | None = None) -> Iterator[Plan]:
    """Yield challenges with their gains; only those of `rival`, if it is given.

    The strongest characters that may challenge are sent, in every number from one to all.
    """
    targets = [piece for piece in table.characters(area="active") if piece.controller != seat]
    targets = [piece for piece in targets if rival in (None, piece.controller)]
    all_able: list[Piece] | None = None
    for target in targets:
        choosy = has_power_of(table, target, "vassal")
        if choosy or all_able is None:
            force = by_strength(table, able_characters(table, seat, "challenge", target.token))
            all_able = all_able if choosy else force
        yield from _challenges_of(table, target, force if choosy else all_able or [])


def _challenges_of(table: ImajicaTable, target: Piece, able: Sequence[Piece]) -> Iterator[Plan]:
    """Yield the challenges of one target with their gains, for the worse of no defence and full defence.

    `able` are the possible challengers, the weakest first.
    """
    own, cost = 0, 0.0
    alone, helpers = value(table, target, "strength"), possible_defenders(table, target)
    most = alone + total_strength(table, helpers)
    victim = [target.token, *(piece.token for piece in helpers)]
    for place in range(len(able) - 1, -1, -1):
        own += value(table, able[place], "strength")
        cost += character_worth(table, able[place])
        names = tuple(piece.token for piece in able[place:])
        killed = most_killed(table, victim[:1], own - alone)
        if own > most:
            killed = min(killed, most_killed(table, victim, own - most))
        elif helpers:
            killed = min(killed, -most_killed(table, names, most - own))
        yield Plan(killed - READY * cost, f"challenge {target.token} with {' '.join(names)}", names)
