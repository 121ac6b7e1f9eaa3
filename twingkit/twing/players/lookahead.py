"""What Imperial Twing fills in so that its answers can be rated by playing on."""

from __future__ import annotations

from twingkit.lookahead import Lookahead, share_of
from twingkit.play import Game
from twingkit.twing.players.greedy import Greedy
from twingkit.twing.players.outlook import Outlook
from twingkit.twing.players.redeal import redeal
from twingkit.twing.players.steady import AMONG_SEVERAL, PRICES
from twingkit.twing.view import View

HORIZON = 4
"""The number of turns after which a copy is judged by its outlook: the rest is mostly luck."""


class Thrifty(Greedy):
    """The greedy player with the steady one's prices for cards: fast, and not wasteful."""

    prices = PRICES


def worth(game: Game, seat: int) -> float:
    """The chance to win of a seat (from 0) as the outlook of the whole table tells it, hands included."""
    if game.over:
        return share_of(game, seat)
    players = game.table.players
    if players[seat].out:
        return 0.0
    prices = PRICES if sum(not player.out for player in players) == 2 else AMONG_SEVERAL
    hands = {
        player.seat: sum([prices.spell(card.power, card.element == player.character) for card in player.hand])
        + prices.cat * player.cats
        + prices.trap * player.traps
        + prices.miromon * player.miromon
        for player in players
    }
    return Outlook(View.of(game, seat), prices, hands).chance()


def turn(game: Game) -> int:
    """The number of the turn."""
    return int(game.table.turn)


LOOKAHEAD = Lookahead(redeal=redeal, player=Thrifty, worth=worth, turn=turn, horizon=HORIZON)
"""The lookahead of Imperial Twing."""
