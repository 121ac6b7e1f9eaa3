"""The actions worth considering in the Ally phase: the cheapest seizure of each Site, safer ones, and
challenges.

The probabilities that seizures succeed were measured in games of steady players
(`benchmarks/fits/imajica_seizures.py`). Of 620 seizures 92 % succeeded if nobody could contest, 79 % with
more influence than all who could, 32 % with at most 5 less, and 12 % with even less. How they grow with spare
influence is set by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import NamedTuple

import attrs

from twingkit.core.acts import Act
from twingkit.imajica.box.effects import REALM_SCOPE
from twingkit.imajica.players.forces import (
    Force,
    cheapest_force,
    possible_contesters,
    possible_defenders,
    total_strength,
)
from twingkit.imajica.players.worth import (
    AREA_FACTORS,
    PIVOTED_LOSS,
    current_worth,
    max_killed_worth,
    printed_worth,
    site_gain,
)
from twingkit.imajica.rules.answers import END, Challenge, Deed, End, Seize
from twingkit.imajica.rules.deeds import able_characters
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import Fight, ImajicaTable
from twingkit.imajica.rules.values import (
    cards_changing_one_side,
    controlled_dominions,
    current_value,
    has_power_of,
    influence,
    prime_limit,
)

STOPPABLE_FACTOR = 0.3
"""Factor for the worth of a seizure that rivals could stop as the table stands."""


ValuedAnswer = tuple[float, Act]
"""An answer with its gain."""


def by_gain(valued: tuple[float, Act]) -> tuple[float, str]:
    """Return the key by which answers are ranked: the gain, then the text."""
    return valued[0], str(valued[1])


class ActionPlan(NamedTuple):
    """A planned seizure or challenge (or the end of the turn) with its gain."""

    gain: float
    answer: Deed | End

    @property
    def force(self) -> tuple[str, ...]:
        """Return the tokens of the characters that take part."""
        return self.answer.tokens if isinstance(self.answer, Deed) else ()

    @property
    def target(self) -> str:
        """Return the token of the target."""
        return self.answer.target if isinstance(self.answer, Deed) else ""


NO_PLAN = ActionPlan(0.0, END)
"""The end of the turn as a plan that gains nothing."""


_CALLABLE_SHARE = 0.5
"""Share of a character's worth that a Site gains if its Dominion makes the character callable."""


@attrs.frozen
class HandSeizureHelp:
    """The help that cards in the player's own hand give to a seizure.

    `contest_influence` is the influence that maneuvers can add in a contest, `securing_influence` that while
    securing. `worth_by_dominion` maps a Dominion to the worth of a character in the hand that is above the
    Prime limit, but could be called with a Site of that Dominion (IJ-ALLY-3).
    """

    contest_influence: int = 0
    securing_influence: int = 0
    worth_by_dominion: Mapping[int, float] = attrs.field(factory=dict)


NO_HELP = HandSeizureHelp()
"""A `HandSeizureHelp` without any help from the hand."""


def hand_seizure_help(table: ImajicaTable, seat: int) -> HandSeizureHelp:
    """Return the help that a hand's influence maneuvers and characters give to a seizure."""
    contest = secure = 0
    limit, homes = prime_limit(table, seat), dict[int, float]()
    for name in table.players[seat].hand:
        card = table.cards[name]
        if (
            card.kind == "character"
            and card.prime > limit
            and not (card.is_unique and table.face_up_copy(name))
        ):
            for dominion in card.home_dominions:
                homes[dominion] = max(homes.get(dominion, 0.0), printed_worth(card))
        for effect in card.effects if card.kind == "influence" else ():
            if effect.index_key in ("mod", REALM_SCOPE) and effect.stat == "magic":
                contest += abs(effect.number)
                secure += max(0, effect.number)
            elif effect.index_key in ("mod", REALM_SCOPE) and effect.stat == "resistance":
                secure -= min(0, effect.number)
    return HandSeizureHelp(contest, secure, homes)


def weakest_first(table: ImajicaTable, pieces: Iterable[Piece]) -> list[Piece]:
    """Return these characters by Strength, the weakest first."""
    return sorted(pieces, key=lambda piece: current_value(table, piece, "strength"))


class SeizureTarget(NamedTuple):
    """A Site in the Circle that can be seized, with the characters that can do it.

    `able_characters` are these characters; `influences`, `costs` and `are_maestros` belong to them in
    order. `needed_influence` is the influence that secures the Site, `rival_influence` the largest influence
    of a rival that can contest as the table stands, `can_be_contested` whether there is such a rival, `worth`
    the worth of the Site.
    """

    site: Piece
    able_characters: Sequence[Piece]
    influences: Sequence[int]
    costs: Sequence[float]
    are_maestros: Sequence[bool]
    needed_influence: int
    can_be_contested: bool
    rival_influence: int
    worth: float

    def cheapest_force_and_cost(self, influence_to_beat: int) -> tuple[Force, float]:
        """Return the cheapest force that secures the Site and exceeds `influence_to_beat`, and its cost; the
        force is () if there is none.

        A Maestro with more influence than `influence_to_beat` is enough alone (IJ-AFF-1).
        """
        alone = [
            (self.costs[place], place)
            for place, maestro in enumerate(self.are_maestros)
            if maestro and self.influences[place] > influence_to_beat
        ]
        needed = max(1, self.needed_influence, influence_to_beat + 1)
        force = cheapest_force(self.able_characters, self.influences, self.costs, needed)
        cost = sum(self.costs[place] for place, piece in enumerate(self.able_characters) if piece in force)
        if alone and (not force or min(alone)[0] <= cost):
            return (self.able_characters[min(alone)[1]],), min(alone)[0]
        return force, cost

    def expected_gain(self, chance: float, cost: float) -> float:
        """Return the gain of a seizure with this probability of success by a force of this cost."""
        gain = chance * (self.worth - (AREA_FACTORS["active"] - AREA_FACTORS["state"]) * cost)
        return gain - (1 - chance) * PIVOTED_LOSS * cost


def seizure_targets(table: ImajicaTable, seat: int, hand: HandSeizureHelp) -> Iterator[SeizureTarget]:
    """Yield each Site in the Circle that this seat may seize."""
    sites = list(table.circle_or_held_sites())
    ready = able_characters(table, seat, Seize, sites[0].token) if sites else []
    if not ready:
        return
    costs = [current_worth(table, piece) for piece in ready]
    maestros = [has_power_of(table, piece, "maestro") for piece in ready]
    rivals = [possible_contesters(table, other) for other in table.seats_from(seat) if other != seat]
    tokens = tuple(piece.token for piece in ready)
    with staged_fight(table, None):
        anywhere = {
            piece.token: influence(table, piece, sites[0])
            for piece in chain(ready, *rivals)
            if "versus_site" not in piece.card.index_keys
        }
    for site in sites:
        with staged_fight(table, Fight("seizure", seat, site.token, list(tokens), tokens)):
            there = anywhere.copy()
            for piece in chain(ready, *rivals):
                if piece.token not in anywhere or (piece.token in tokens and cards_changing_one_side(table)):
                    there[piece.token] = influence(table, piece, site)
            needed = (
                current_value(table, site, "resistance")
                + (table.variant.secure == "gt")
                - hand.securing_influence
            )
        points = [there[token] for token in tokens]
        against = [sum([there[piece.token] for piece in able]) for able in rivals]
        worth = site_gain(table, seat, site) + _newly_callable_worth(table, seat, site, hand)
        yield SeizureTarget(
            site, ready, points, costs, maestros, needed, any(rivals), max(against, default=0), worth
        )


def seizure_plans(table: ImajicaTable, seat: int, hand: HandSeizureHelp = NO_HELP) -> Iterator[ActionPlan]:
    """Yield the cheapest seizure of each Site in the Circle, with its gain."""
    for siege in seizure_targets(table, seat, hand):
        force, cost = siege.cheapest_force_and_cost(siege.rival_influence - hand.contest_influence)
        sure = 1.0
        if not force:
            force, cost = siege.cheapest_force_and_cost(-1)
            sure = STOPPABLE_FACTOR
        if force:
            names = tuple(piece.token for piece in force)
            yield ActionPlan(siege.expected_gain(sure, cost), Seize(siege.site.token, names))


def _newly_callable_worth(table: ImajicaTable, seat: int, site: Piece, hand: HandSeizureHelp) -> float:
    """Return a share of the worth of the best character in hand that only this Site's Dominions let the seat
    call (IJ-ALLY-3), 0 if there is none.
    """
    if not hand.worth_by_dominion:
        return 0.0
    new = set(site.card.home_dominions) - controlled_dominions(table, seat)
    return _CALLABLE_SHARE * max((hand.worth_by_dominion.get(dominion, 0.0) for dominion in new), default=0.0)


@contextmanager
def staged_fight(table: ImajicaTable, fight: Fight | None) -> Iterator[None]:
    """Make `fight` the table's current fight (None: no fight) inside the block, and restore the previous one
    afterwards.
    """
    before, table.fight = table.fight, fight
    try:
        yield
    finally:
        table.fight = before


def best_seizure_plan(table: ImajicaTable, seat: int, hand: HandSeizureHelp = NO_HELP) -> ActionPlan:
    """Return the seizure with the largest gain, or an empty plan if none gains anything."""
    return max([*seizure_plans(table, seat, hand), NO_PLAN], key=by_gain)


def challenge_plans(table: ImajicaTable, seat: int, rival: int | None = None) -> Iterator[ActionPlan]:
    """Yield challenges with their gains; only those of `rival`, if it is given.

    The strongest characters that may challenge are sent, in every number from one to all.
    """
    targets = [piece for piece in table.characters(area="active") if piece.controller != seat]
    targets = [piece for piece in targets if rival in (None, piece.controller)]
    all_able: list[Piece] | None = None
    for target in targets:
        choosy = has_power_of(table, target, "vassal")
        if choosy or all_able is None:
            force = weakest_first(table, able_characters(table, seat, Challenge, target.token))
            all_able = all_able if choosy else force
        yield from _challenges_of(table, target, force if choosy else all_able or [])


def _challenges_of(table: ImajicaTable, target: Piece, able: Sequence[Piece]) -> Iterator[ActionPlan]:
    """Yield the challenges of one target with their gains, for the worse of no defence and full defence.

    `able` are the possible challengers, the weakest first.
    """
    own, cost = 0, 0.0
    alone, helpers = current_value(table, target, "strength"), possible_defenders(table, target)
    most = alone + total_strength(table, helpers)
    victim = [target.token, *(piece.token for piece in helpers)]
    for place in range(len(able) - 1, -1, -1):
        own += current_value(table, able[place], "strength")
        cost += current_worth(table, able[place])
        names = tuple(piece.token for piece in able[place:])
        killed = max_killed_worth(table, victim[:1], own - alone)
        if own > most:
            killed = min(killed, max_killed_worth(table, victim, own - most))
        elif helpers:
            killed = min(killed, -max_killed_worth(table, names, most - own))
        yield ActionPlan(killed - PIVOTED_LOSS * cost, Challenge(target.token, names))


_UNCONTESTED_CHANCE = 0.92
"""Probability that a seizure succeeds if nobody can contest it."""

_CHANCE_BY_MARGIN = ((6, 0.9), (4, 0.85), (2, 0.78), (1, 0.72), (-5, 0.3), (-99, 0.12))
"""Probability that a contested seizure succeeds, as pairs of minimum surplus influence and probability."""

_SAFER_EXTRA_INFLUENCE = 3


class SeizureAttempt(NamedTuple):
    """A possible seizure: its expected gain, its probability of success, the Site, and the seizers."""

    expected_gain: float
    chance: float
    site: str
    seizers: tuple[str, ...]

    @property
    def answer(self) -> Seize:
        """Return the attempt as an answer in the Ally phase."""
        return Seize(self.site, self.seizers)


def seizure_chance(margin: int, contested: bool) -> float:
    """Return the estimated probability that a seizure succeeds if the seizers have `margin` more influence
    than all possible contesters.

    >>> seizure_chance(2, contested=True), seizure_chance(2, contested=False)
    (0.78, 0.92)
    """
    if not contested:
        return _UNCONTESTED_CHANCE
    return next(chance for least, chance in _CHANCE_BY_MARGIN if margin >= least)


def cheapest_seizures(
    table: ImajicaTable, seat: int, hand: HandSeizureHelp = NO_HELP, with_spare_influence: bool = False
) -> Iterator[SeizureAttempt]:
    """Yield for each Site the cheapest seizure, and the cheapest that no rival can stop with the characters
    now in play.

    With `with_spare_influence` there is also one with spare influence.
    """
    for siege in seizure_targets(table, seat, hand):
        sure = siege.rival_influence - hand.contest_influence
        forces = set()
        for least in (-1, sure, sure + _SAFER_EXTRA_INFLUENCE) if with_spare_influence else (-1, sure):
            force, cost = siege.cheapest_force_and_cost(least)
            if not force or force in forces:
                continue
            forces.add(force)
            own = sum(
                siege.influences[place] for place, piece in enumerate(siege.able_characters) if piece in force
            )
            chance = seizure_chance(
                own + hand.contest_influence - siege.rival_influence, siege.can_be_contested
            )
            names = tuple(piece.token for piece in force)
            yield SeizureAttempt(siege.expected_gain(chance, cost), chance, siege.site.token, names)


def best_seizure_attempt(
    table: ImajicaTable, seat: int, hand: HandSeizureHelp = NO_HELP
) -> SeizureAttempt | None:
    """Return the seizure with the largest expected gain, or None if none gains anything."""
    best = max(cheapest_seizures(table, seat, hand), default=None)
    return best if best is not None and best.expected_gain > 0 else None
