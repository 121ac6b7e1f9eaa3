"""The Allies to call: every set of characters of the hand that one turn allows in some order.

Exact: a set is listed if and only if the rules allow to bring its characters in one after the other
(IJ-ALLY-2, 3). Discounts are judged one by one, so that the order matters; the cheapest is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from twingkit.analyse.reports.frame_results import Cells, explained_frame
from twingkit.analyse.reports.result_table import ResultTable, Rows
from twingkit.core.arguments import check_arguments
from twingkit.core.language import localized
from twingkit.core.messages import Fault, message
from twingkit.core.tables.column_meanings import with_column_meanings
from twingkit.imajica.box.card import Card
from twingkit.imajica.exact_odds.announced_deed import WHERE, Where, table_of
from twingkit.imajica.rules.deeds import can_call_home
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import calling_prime, prime_limit
from twingkit.imajica.variants.variant import BOX, Variant

if TYPE_CHECKING:
    import pandas as pd

MOST_CARDS = 15
"""The largest number of characters in a hand whose sets are tried."""

AIMS = ("magic", "strength", "both")
"""The figures by which sets are ordered: Magic, Strength, or their sum."""


@attrs.frozen
class Alliance:
    """One set of characters, in an order in which they can be brought in, and the Prime that takes.

    `home` is true for the one Ally of a controlled Dominion, which no limit holds (IJ-ALLY-3).
    """

    order: tuple[str, ...]
    prime: int
    home: bool
    magic: int
    strength: int


@attrs.frozen(repr=False)
class Alliances(ResultTable):
    """Every set to which nobody can be added, the best first.

    >>> line = "imajica: p1 hand gentle gideon huzzah-aping lamp-boy; p2; to move p1 ally"
    >>> print(best_alliances(line))
    gideon lamp-boy        Prime 6 of 7: Magic 5, Strength 5
    huzzah-aping lamp-boy  Prime 6 of 7: Magic 8, Strength 2
    """

    sets: tuple[Alliance, ...]
    limit: int

    @property
    def best(self) -> Alliance | None:
        """The best set; None if nobody can be called."""
        return self.sets[0] if self.sets else None

    @localized
    def frame(self, lang: str | None = None) -> pd.DataFrame:
        """A row for each set: order, prime, home, magic, strength; `attrs["columns"]` explains them."""
        return explained_frame(self.sets, ALLIANCE_COLUMNS, "twingkit.imajica.Alliances", limit=self.limit)

    @check_arguments()
    def rows(self) -> Rows:
        """Each set with its Prime and figures."""
        rows = []
        for alliance in self.sets:
            key = "imajica.called_home" if alliance.home else "imajica.called"
            facts = {
                "n": alliance.prime,
                "limit": self.limit,
                "magic": alliance.magic,
                "strength": alliance.strength,
            }
            rows.append((" ".join(alliance.order), message(key, **facts)))
        return rows or [(message("imajica.nobody"), "")]


ALLIANCE_COLUMNS: Cells[Alliance] = {
    "order": lambda alliance: " ".join(alliance.order),
    "prime": lambda alliance: alliance.prime,
    "home": lambda alliance: alliance.home,
    "magic": lambda alliance: alliance.magic,
    "strength": lambda alliance: alliance.strength,
}
"""The columns of `best_alliances(...).frame()`."""


@with_column_meanings
@check_arguments(where=WHERE)
def best_alliances(where: Where, *, aim: str = "both", variant: Variant | str = BOX) -> Alliances:
    """Return every largest set of characters that the Autarch to move can call in this turn, the best first.

    `aim` says which figures count, one of `AIMS`; of equal sets the one that takes less Prime comes first.
    Characters that were called in this turn already count. Raises `Fault` and `Refusal`.

    >>> best_alliances("imajica: p1 hand irish lamp-boy dowd; p2", aim="strength").best.order
    ('irish', 'lamp-boy')
    """
    table = table_of(where, Variant.resolve(variant))
    seat = table.current
    names = [name for name in table.players[seat].hand if table.cards[name].kind == "character"]
    if aim not in AIMS or len(names) > MOST_CARDS:
        raise Fault("imajica.aim", found=aim, known=", ".join(AIMS), n=len(names), most=MOST_CARDS)
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
    inside = {name for alliance in sets for name in alliance.order}
    for name in dict.fromkeys(names):
        card = table.cards[name]
        dear = table.players[seat].called + calling_prime(table, seat, card) > limit
        if dear and name not in inside and _free(table, card) and can_call_home(table, seat, name):
            prime = calling_prime(table, seat, card)
            sets.append(Alliance((name,), prime, True, card.magic, card.strength))
    unique = {(tuple(sorted(alliance.order)), alliance.home): alliance for alliance in sets}
    return Alliances(
        tuple(sorted(unique.values(), key=lambda alliance: (-_worth(alliance, aim), alliance.prime))), limit
    )


def _worth(alliance: Alliance, aim: str) -> int:
    return {
        "magic": alliance.magic,
        "strength": alliance.strength,
        "both": alliance.magic + alliance.strength,
    }[aim]


def _free(table: ImajicaTable, card: Card) -> bool:
    return not card.unique or table.open_copy(card.id) is None


def _affordable_sets(
    table: ImajicaTable, seat: int, cards: Sequence[Card], limit: int
) -> dict[frozenset[int], tuple[int, tuple[int, ...]]]:
    """Every set that can be brought in within the limit, by places, with the least Prime and its order."""
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
                if place in chosen or early or not _free(table, card) or (card.unique and twin):
                    continue
                prime = spent + _prime(table, seat, card, there)
                key = chosen | {place}
                if player.called + prime <= limit and (key not in grown or prime < grown[key][0]):
                    grown[key] = prime, (*order, place)
        reached |= grown
        layer = grown
    return reached


def _prime(table: ImajicaTable, seat: int, card: Card, there: Sequence[Card]) -> int:
    """The Prime of a card if these have been brought in just before (IJ-POWER-4)."""
    if there and any(effect.verb == "allies_for" for effect in card.continuous_effects):
        table = table.copy()
        for other in there:
            table.put(other, seat, "reserve")
    return calling_prime(table, seat, card)
