"""Find every set of characters that an Autarch can call in one turn.

Exact: a set is listed if and only if the rules allow calling its characters one after the other (IJ-ALLY-2,
3). A discount may depend on who is called first, so each set is returned in its cheapest order.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twingkit.analyse.reports.frame_results import CellMakers, ResultTable, Rows, explained_frame
from twingkit.core.arguments import check_arguments
from twingkit.core.language import localized
from twingkit.core.messages import Fault, message
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.core.tables.lazy_types import DataFrame
from twingkit.imajica.box.card import Card
from twingkit.imajica.exact_odds.announced_deed import TABLE_SOURCE_ARGUMENT, TableSource, copy_table
from twingkit.imajica.rules.deeds import can_call_from_dominion
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import calling_prime, prime_limit
from twingkit.imajica.variants.variant import BOX, Variant

MOST_CARDS = 15
"""Maximum number of characters in hand for which all sets are tried."""

SORT_VALUES = ("magic", "strength", "both")
"""Values by which sets can be sorted: Magic, Strength, or their sum."""


@attrs.frozen
class Alliance:
    """A set of Allies that can be called in one turn, in an order of calling that is legal, with their total
    Prime.

    `has_home_ally` is true for the one Ally from a controlled Dominion, who has no Prime limit (IJ-ALLY-3).
    """

    calling_order: tuple[str, ...]
    prime: int
    has_home_ally: bool
    magic: int
    strength: int


@attrs.frozen(repr=False)
class RankedCallableAlliances(ResultTable):
    """The largest sets of Allies that a player can call this turn (none can be enlarged), best first.

    >>> line = "imajica: p1 hand gentle gideon huzzah-aping lamp-boy; p2; to move p1 ally"
    >>> print(best_alliances(line))
    gideon lamp-boy        Prime 6 of 7: Magic 5, Strength 5
    huzzah-aping lamp-boy  Prime 6 of 7: Magic 8, Strength 2
    """

    alliances: tuple[Alliance, ...]
    prime_limit: int

    @property
    def best(self) -> Alliance | None:
        """The best set, or None if nobody can be called."""
        return self.alliances[0] if self.alliances else None

    @localized
    def frame(self, lang: str | None = None) -> DataFrame:
        """Return a frame with a row for each set.

        Columns: order, prime, home, magic, strength; `attrs["columns"]` explains them. If nobody can be
        called, `attrs["notes"]` says so.
        """
        frame = explained_frame(
            self.alliances,
            ALLIANCE_COLUMNS,
            "twingkit.imajica.RankedCallableAlliances",
            limit=self.prime_limit,
        )
        if not self.alliances:
            frame.attrs["notes"] = [message("imajica.nobody_to_call")]
        return frame

    @check_arguments()
    def rows(self) -> Rows:
        """Return a text row for each set with its Prime, Magic and Strength."""
        rows = []
        for alliance in self.alliances:
            key = "imajica.called_home" if alliance.has_home_ally else "imajica.called"
            facts = {
                "n": alliance.prime,
                "limit": self.prime_limit,
                "magic": alliance.magic,
                "strength": alliance.strength,
            }
            rows.append((" ".join(alliance.calling_order), message(key, **facts)))
        return rows or [(message("imajica.nobody"), "")]


ALLIANCE_COLUMNS: CellMakers[Alliance] = {
    "order": lambda alliance: " ".join(alliance.calling_order),
    "prime": lambda alliance: alliance.prime,
    "home": lambda alliance: alliance.has_home_ally,
    "magic": lambda alliance: alliance.magic,
    "strength": lambda alliance: alliance.strength,
}
"""Columns of `Alliances.frame`."""


@with_column_meanings
@check_arguments(position=TABLE_SOURCE_ARGUMENT)
def best_alliances(
    position: TableSource, *, by: str = "both", variant: Variant | str = BOX
) -> RankedCallableAlliances:
    """Return the largest sets of characters that the Autarch to move can call this turn, the best first.

    Characters already called this turn count towards the limit. If two sets are equally good, the one with
    less Prime comes first.

    Parameters
    ----------
    position
        A game, a table, a position or a position string.
    by
        The values by which sets are sorted, one of `SORT_VALUES`.
    variant
        The rules, if `position` is a position.

    Raises
    ------
    Fault, Refusal
        If `position` is not a legal position.

    Examples
    --------
    >>> best_alliances("imajica: p1 hand irish lamp-boy dowd; p2", by="strength").best.calling_order
    ('irish', 'lamp-boy')
    """
    table = copy_table(position, Variant.resolve(variant))
    seat = table.current
    names = [name for name in table.players[seat].hand if table.cards[name].kind == "character"]
    if by not in SORT_VALUES or len(names) > MOST_CARDS:
        raise Fault("imajica.by", found=by, known=", ".join(SORT_VALUES), n=len(names), most=MOST_CARDS)
    limit = prime_limit(table, seat)
    reached = _affordable_sets(table, seat, [table.cards[name] for name in names], limit)
    largest = [chosen for chosen in reached if not any(chosen < other for other in reached)]
    sets = [
        Alliance(
            tuple(names[place] for place in order),
            prime,
            False,
            sum(table.cards[names[place]].magic for place in order),
            sum(table.cards[names[place]].strength for place in order),
        )
        for chosen in largest
        if chosen
        for prime, order in [reached[chosen]]
    ]
    inside = {name for alliance in sets for name in alliance.calling_order}
    for name in dict.fromkeys(names):
        card = table.cards[name]
        dear = table.players[seat].prime_spent + calling_prime(table, seat, card) > limit
        if dear and name not in inside and _free(table, card) and can_call_from_dominion(table, seat, name):
            prime = calling_prime(table, seat, card)
            sets.append(Alliance((name,), prime, True, card.magic, card.strength))
    unique = {(tuple(sorted(alliance.calling_order)), alliance.has_home_ally): alliance for alliance in sets}
    return RankedCallableAlliances(
        tuple(sorted(unique.values(), key=lambda alliance: (-_worth(alliance, by), alliance.prime))), limit
    )


def _worth(alliance: Alliance, by: str) -> int:
    return {
        "magic": alliance.magic,
        "strength": alliance.strength,
        "both": alliance.magic + alliance.strength,
    }[by]


def _free(table: ImajicaTable, card: Card) -> bool:
    return not card.is_unique or table.face_up_copy(card.id) is None


def _affordable_sets(
    table: ImajicaTable, seat: int, cards: Sequence[Card], limit: int
) -> dict[frozenset[int], tuple[int, tuple[int, ...]]]:
    """Return every set of `cards` (by index) with a Prime of at most `limit`, each with its lowest total
    Prime and the order of calls for it.
    """
    player = table.players[seat]
    start: tuple[int, tuple[int, ...]] = (0, ())
    reached = {frozenset[int](): start}
    if player.has_called_home:
        return reached
    layer = dict(reached)
    while layer:
        grown: dict[frozenset[int], tuple[int, tuple[int, ...]]] = {}
        for chosen, (spent, order) in layer.items():
            there = [cards[place] for place in order]
            for place, card in enumerate(cards):
                twin = any(cards[other].id == card.id for other in chosen)
                early = place and cards[place - 1].id == card.id and place - 1 not in chosen
                if place in chosen or early or not _free(table, card) or (card.is_unique and twin):
                    continue
                prime = spent + _prime(table, seat, card, there)
                key = chosen | {place}
                if player.prime_spent + prime <= limit and (key not in grown or prime < grown[key][0]):
                    grown[key] = prime, (*order, place)
        reached |= grown
        layer = grown
    return reached


def _prime(table: ImajicaTable, seat: int, card: Card, there: Sequence[Card]) -> int:
    """Return the Prime of a card after the cards `there` were called (IJ-POWER-4)."""
    if there and any(effect.verb == "allies_for" for effect in card.continuous_effects):
        table = table.copy()
        for other in there:
            table.put(other, seat, "reserve")
    return calling_prime(table, seat, card)
