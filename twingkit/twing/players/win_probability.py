"""The chance of winning for each seat if all hands are known, estimated from played games.

A seat's strength is the weighted sum of what it has; a seat with one point more than another is e times as
likely to win. The weights were fitted (starting from those of `outlook` and kept near them) to the turns of
681 games between steady players: 299 of two, 220 of three, 162 of four. On games that were left out of the
fit, their mean log loss is 0.563 with two players (outlook: 0.576, even chances: 0.693) and 0.991 with more
(1.071 and 1.222). `benchmarks/fits/twing_worth.py` plays new games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from twingkit.core.play import Game
from twingkit.core.running.winners import win_share
from twingkit.players.lookahead.ratings import win_probability
from twingkit.twing.players.outlook import ESTIMATES
from twingkit.twing.rules.player import Player
from twingkit.twing.rules.table import TwingTable

_OTHER_CARD_STRENGTH = 0.2
"""The default strength of a response card."""


class StrengthWeights(NamedTuple):
    """The weights of a player's cards, objects and Ornicles in that player's strength. Every number is an
    estimate.

    `objects` are for the first, second and third object, and for each further one; `object_powers` are added
    for the power of each object. `ornicles`: for each of them, for the first, for each full price. `spells`
    and `creatures`: for each card, for each point of power, and the same again for cards of the player's own
    element (for creatures, only each point). `active_player`: for the player whose turn it is, and if that
    player may attack all (TW-END-1). `without_object` and `with_one_object`: for having no object, or only
    one, while another player could attack all (TW-END-2).
    """

    objects: tuple[float, float, float, float]
    object_powers: dict[str, float]
    ornicles: tuple[float, float, float]
    spells: tuple[float, float]
    own_spells: tuple[float, float]
    creatures: tuple[float, float, float]
    cat: float
    trap: float
    miromon: float
    active_player: tuple[float, float]
    without_object: float
    with_one_object: float


_WEIGHTS = {name: StrengthWeights(**fields) for name, fields in ESTIMATES["weights"].items()}


def open_hands_win_estimate(game: Game, seat: int) -> float:
    """Return a seat's estimated chance (0 to 1) of winning the game, computed with all hands known.

    After the game it is the share of the win.

    >>> from twingkit import twing
    >>> game = twing.new_game(2, seed=1)
    >>> round(open_hands_win_estimate(game, 0) + open_hands_win_estimate(game, 1), 6)
    1.0
    """
    if game.over:
        return win_share(game, seat)
    table: TwingTable = game.table
    if not table.is_whole_game or table.players[seat].has_left:
        return 0.0 if table.is_whole_game else 1 / len(table.players)
    playing = [player for player in table.players if not player.has_left]
    weights = _WEIGHTS["two_players" if len(playing) == 2 else "more_players"]
    strengths = {player.seat: _player_strength(table, player, playing, weights) for player in playing}
    return win_probability(strengths, seat)


def _player_strength(
    table: TwingTable, player: Player, playing: Sequence[Player], weights: StrengthWeights
) -> float:
    owned = player.owned_objects
    count, needed = len(owned), table.variant.objects_needed
    first = weights.objects
    total = sum(first[: min(count, 3)]) + first[3] * max(0, count - 3)
    total += sum([weights.object_powers[name] for name in owned])
    ornicle, any_, full = weights.ornicles
    prices = player.ornicles // table.variant.price
    total += ornicle * player.ornicles + any_ * bool(player.ornicles) + full * prices
    spells, own = player.hand, [spell for spell in player.hand if spell.element == player.character]
    total += weights.spells[0] * len(spells) + weights.spells[1] * sum([spell.power for spell in spells])
    total += weights.own_spells[0] * len(own) + weights.own_spells[1] * sum([spell.power for spell in own])
    card, point, own_point = weights.creatures
    for creature in player.entourage:
        same = creature.element == player.character
        total += card + creature.power * (point + same * own_point)
    total += sum(
        [
            getattr(weights, kind, _OTHER_CARD_STRENGTH) * count
            for kind, count in player.response_cards.kind_counts
        ]
    )
    if player.seat == table.active_seat:
        total += weights.active_player[0] + (weights.active_player[1] if count >= needed else 0.0)
    if count < 2 and any(len(other.owned_objects) >= needed for other in playing if other is not player):
        total += weights.with_one_object if count else weights.without_object
    return total
