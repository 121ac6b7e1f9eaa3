"""The chance to win at the beginning of a round, as an Autarch may reckon it: from all that lies open, and
from the characters in its own hand.

Each Autarch has a strength, a sum of `FEATURES` times their weights: the Dominions that it controls, its
characters by where they are, its cards, and by how many rounds it outlasts its rivals. The last counts the
more the fewer rounds are left (IJ-OUT-1). A chance is the share of the powers of all.

The weights make the winners of games of two steady players likeliest (`benchmarks/fits/imajica_worth.py`):
of 400,
a third is kept apart. In these the mean of -log(chance of the winner) at the beginning of a round is 0.64;
without any knowledge it would be 0.69: most of a game is luck. They serve for more players too.

The weight of a card in the hand is set, not fitted (which gave 0.84): who has many cards wins more often, but
not by keeping an Ally in the hand. With the fitted one 14 of 25 calls of steady were rated below ending the
turn, with this one none; 90 games are foretold as well with it (0.611, with the fitted one 0.614).
"""

from __future__ import annotations

from operator import mul

from twingkit.core.play import Game
from twingkit.imajica.players.worth import character_worth, printed_worth
from twingkit.imajica.rules.rounds import CARDS_PER_ROUND
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.imajica.rules.values import counted_dominions
from twingkit.players.lookahead.strengths import share_of_strength

FEATURES = (
    "first", "second", "third", "fourth", "sites", "active", "reserve", "state", "hand", "held",
    "lasts", "lasts_late", "leads",
)  # fmt: skip
"""The parts of a strength: a Dominion that is the first controlled one, the second …; Sites; the worth of
characters that are active, in the reserve, Holders; cards in the hand; the worth of characters in one's own;
the rounds by which the Destiny outlasts all others, and that divided by the rounds that are left; the place
before all others in this round."""

FAR = 4
"""The largest number of rounds by which a Destiny is said to outlast another one."""

WEIGHTS = (0.17, 0.16, 0.16, 0.71, 0.17, 0.27, 0.24, 0.22, 0.3, 0.08, -0.27, 0.93, 0.03)
"""The weights of `FEATURES`, for any number of Autarchs."""


def features(table: ImajicaTable, seat: int, viewer: int) -> list[float]:
    """Return the `FEATURES` of an Autarch as seen by the viewer."""
    player = table.players[seat]
    covered = len(counted_dominions(table, seat, pivoted=True))
    areas = {"active": 0.0, "reserve": 0.0, "state": 0.0}
    for piece in table.characters(seat):
        areas[piece.area] += character_worth(table, piece)
    own = [table.cards[name] for name in player.hand] if seat == viewer else []
    held = sum(printed_worth(card) for card in own if card.kind == "character")
    left = [rounds_left(other.destiny.total) for other in table.players if not other.out]
    rivals = [
        rounds_left(other.destiny.total) for other in table.players if other.seat != seat and not other.out
    ]
    lasts = max(-FAR, min(FAR, rounds_left(player.destiny.total) - max(rivals, default=0)))
    return [
        *(float(covered > count) for count in range(4)),
        float(len(list(table.sites(seat)))),
        areas["active"] / 10, areas["reserve"] / 10, areas["state"] / 10,
        len(player.hand) / 10, held / 10,
        lasts / FAR, lasts / (1 + min(left, default=0)),
        float(seat == table.leader),
    ]  # fmt: skip


def rounds_left(cards: int) -> int:
    """Return how many rounds a Destiny lasts.

    >>> rounds_left(5), rounds_left(4)
    (3, 2)
    """
    return -(-cards // CARDS_PER_ROUND)


def chance_to_win(game: Game, seat: int) -> float:
    """Return the probability that a seat wins, at the beginning of a round, or 0 if it is out.

    >>> from twingkit.imajica.starts import position_game
    >>> line = "imajica: p1 state slew=gideon,dowd active sartori; p2 active irish; to move p1 autarch"
    >>> chance_to_win(position_game(line, seed=1), 0) > 0.5
    True
    """
    table: ImajicaTable = game.table
    if table.players[seat].out:
        return 0.0
    there = [player.seat for player in table.players if not player.out]
    strengths = {other: sum(map(mul, WEIGHTS, features(table, other, viewer=seat))) for other in there}
    return share_of_strength(strengths, seat)
