"""The probability to win at the start of a round, estimated from one Autarch's knowledge.

That is everything open and the characters in the Autarch's own hand. Each Autarch has a strength, a
weighted sum of `FEATURES`: controlled Dominions, characters by area, cards, and how many rounds the
Destiny outlasts all others. The fewer rounds are left, the more this last feature counts
(IJ-OUT-1). A probability is the Autarch's share of the powers of all strengths.

The weights maximize the likelihood of the winners of 400 games between two steady players
(`benchmarks/fits/imajica_worth.py`). A third of the games was kept for testing: in these the mean
-log(probability of the winner) at the start of a round is 0.64, and without any knowledge it would
be 0.69, so most of a game is luck. The weights are used for more players, too.

The weight of a card in the hand is set by hand, because the fitted value (0.84) misleads: Autarchs
with many cards win more often, but not because they keep Allies in the hand. With the fitted weight
14 of 25 calls of `steady` were rated below ending the turn, with this one none; it predicts 90
games as well (0.611 against 0.614).
"""

from __future__ import annotations

from operator import mul

from twingkit.imajica.players.worth import current_worth, printed_worth
from twingkit.imajica.rules.rounds import CARDS_PER_ROUND
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import current_value, scored_dominions
from twingkit.players.lookahead.strength import Part

FEATURES = (
    "first", "second", "third", "fourth", "sites", "active", "reserve", "state", "hand", "held",
    "lasts", "lasts_late", "leads",
)  # fmt: skip
"""Features of an Autarch's strength.

`first` to `fourth`: 1 if the Autarch controls at least that many Dominions. `sites`: controlled
Sites. `active`, `reserve`, `state`: the worth of the characters there. `hand`: cards in the hand.
`held`: the worth of the characters in the viewer's own hand. `lasts`: the rounds by which the
Destiny outlasts all others. `lasts_late`: that number divided by the rounds left. `leads`: 1 for
the leader of this round.
"""

_MAX_DESTINY_LEAD = 4
"""Maximum number of rounds that counts for `lasts`."""

WEIGHTS = (0.17, 0.16, 0.16, 0.71, 0.17, 0.27, 0.24, 0.22, 0.3, 0.08, -0.27, 0.93, 0.03)
"""Weights of `FEATURES`, for any number of Autarchs."""


def feature_values(table: ImajicaTable, seat: int, viewer: int) -> list[float]:
    """Return the values of the `FEATURES` from which an Autarch's chance to win is estimated, as far as
    `viewer` can see them.
    """
    player = table.players[seat]
    covered = len(scored_dominions(table, seat, pivoted_too=True))
    areas = {"active": 0.0, "reserve": 0.0, "state": 0.0}
    for piece in table.characters(seat):
        areas[piece.area] += current_worth(table, piece)
    own = [table.cards[name] for name in player.hand] if seat == viewer else []
    held = sum(printed_worth(card) for card in own if card.kind == "character")
    left = {
        other.seat: _rounds_left(other.destiny.shuffled_count) for other in table.players if not other.is_out
    }
    rivals = [rounds for other, rounds in left.items() if other != seat]
    lead = _rounds_left(player.destiny.shuffled_count) - max(rivals, default=0)
    lasts = max(-_MAX_DESTINY_LEAD, min(_MAX_DESTINY_LEAD, lead))
    return [
        *(float(covered > count) for count in range(4)),
        float(len(list(table.circle_or_held_sites(seat)))),
        areas["active"] / 10, areas["reserve"] / 10, areas["state"] / 10,
        len(player.hand) / 10, held / 10,
        lasts / _MAX_DESTINY_LEAD, lasts / (1 + min(left.values(), default=0)),
        float(seat == table.leader),
    ]  # fmt: skip


def _rounds_left(cards: int) -> int:
    """Return in how many rounds a Destiny of `cards` cards runs out.

    >>> _rounds_left(5), _rounds_left(4)
    (3, 2)
    """
    return -(-cards // CARDS_PER_ROUND)


def strength(table: ImajicaTable, seat: int, viewer: int) -> dict[str, Part] | None:
    """Return the parts of an Autarch's strength, as far as `viewer` can see them; None for one that is out.

    >>> from twingkit.imajica.starts import position_game
    >>> line = "imajica: p1 state slew=gideon,dowd active sartori; p2 active irish; to move p1 autarch"
    >>> parts = strength(position_game(line, seed=1).table, 0, 0)
    >>> {name: part.level for name, part in parts.items() if part.level}
    {'dominions': 1, 'sites': 1, 'active': 13, 'state': 15, 'leads': True}
    """
    player = table.players[seat]
    if player.is_out:
        return None
    values = feature_values(table, seat, viewer)
    worths = dict(zip(FEATURES, map(mul, WEIGHTS, values), strict=True))
    covered = worths["first"] + worths["second"] + worths["third"] + worths["fourth"]
    points = dict.fromkeys(("active", "reserve", "state"), 0)
    for piece in table.characters(seat):
        points[piece.area] += current_value(table, piece, "magic") + current_value(table, piece, "strength")
    return {
        "dominions": Part(len(scored_dominions(table, seat, pivoted_too=True)), covered),
        "sites": Part(int(values[4]), worths["sites"]),
        **{area: Part(count, worths[area]) for area, count in points.items()},
        "hand": Part(len(player.hand), worths["hand"] + worths["held"]),
        "destiny": Part(player.destiny.shuffled_count, worths["lasts"] + worths["lasts_late"]),
        "leads": Part(seat == table.leader, worths["leads"]),
    }
