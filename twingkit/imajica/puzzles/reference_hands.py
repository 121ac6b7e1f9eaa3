"""Reference implementation of the probability to stop a deed, which goes through all hands of each rival."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb

from twingkit.imajica.exact_odds.stops import RivalStop, RivalStopResults
from twingkit.imajica.exact_odds.unseen import possible_unseen_cards


def reference_stop_chance(stops: RivalStopResults) -> float:
    """Return the probability (0 to 1) that somebody stops a seizure or challenge.

    This is the share of a rival's hands that hold one of the ways to stop it, combined over all
    rivals. Cards that no way uses are interchangeable, so hands differ only in the numbers of the
    others.
    """
    if stops.failure is not None:
        return 1.0
    safe = 1.0
    for rival in stops.rival_stops:
        safe *= 1 - _share(stops, rival)
    return 1 - safe


def _share(stops: RivalStopResults, rival: RivalStop) -> float:
    leader = {name: first for first, names in rival.equivalent_cards.items() for name in names}
    known, pool = Counter[str](), Counter[str]()
    for name in rival.known_hand.known_cards:
        known[leader.get(name, name)] += 1
    for name, number in possible_unseen_cards(stops.deed.table, rival.seat, rival.known_hand).items():
        pool[leader.get(name, name)] += number
    ways = [Counter(dict(way.card_counts)) for way in rival.ways]
    named = sorted({name for way in ways for name in way if pool[name]})
    rest, size = pool.total() - sum(pool[name] for name in named), rival.known_hand.unseen_count
    stopped = 0
    for hand in _hands(tuple((name, pool[name]) for name in named), size):
        if any(way <= known + hand for way in ways):
            dealt = comb(rest, size - hand.total())
            for name, number in hand.items():
                dealt *= comb(pool[name], number)
            stopped += dealt
    return stopped / comb(pool.total(), size)


def _hands(pool: tuple[tuple[str, int], ...], most: int) -> Iterator[Counter[str]]:
    """Yield every choice of at most `most` cards of the pool, as numbers of copies."""
    if not pool:
        yield Counter()
        return
    (name, there), *others = pool
    for number in range(min(there, most) + 1):
        for hand in _hands(tuple(others), most - number):
            yield hand + Counter({name: number})
