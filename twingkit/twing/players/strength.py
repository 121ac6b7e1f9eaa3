"""The chance of winning for each seat if all hands are known, estimated from played games.

A seat's strength is the weighted sum of what it has; a seat with one point more than another is e times as
likely to win. The weights were fitted (starting from those of `outlook` and kept near them) to the turns of
681 games between steady players: 299 of two, 220 of three, 162 of four. On games that were left out of the
fit, their mean log loss is 0.563 with two players (outlook: 0.576, even chances: 0.693) and 0.991 with more
(1.071 and 1.222). `benchmarks/fits/twing_worth.py` plays new games.
"""

from __future__ import annotations

from typing import NamedTuple

from twingkit.players.lookahead.strength import Part
from twingkit.twing.players.outlook import ESTIMATES
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


def strength(table: TwingTable, seat: int, viewer: int) -> dict[str, Part] | None:
    """Return the parts of a seat's strength in the whole game, computed with all hands known; none in a
    single battle, and None if the player has left.

    >>> from twingkit import twing
    >>> parts = strength(twing.new_game(2, seed=1).table, 0, 0)
    >>> parts["objects"].level, parts["spells"].level
    (0, 2)
    """
    player = table.players[seat]
    if not table.is_whole_game or player.has_left:
        return None if table.is_whole_game else {}
    playing = [player for player in table.players if not player.has_left]
    weights = _WEIGHTS["two_players" if len(playing) == 2 else "more_players"]
    owned = player.owned_objects
    count, needed = len(owned), table.variant.objects_needed
    first = weights.objects
    objects = sum(first[: min(count, 3)]) + first[3] * max(0, count - 3)
    objects += sum([weights.object_powers[name] for name in owned])
    exposed = count < 2 and any(
        len(other.owned_objects) >= needed for other in playing if other is not player
    )
    ornicle, any_, full = weights.ornicles
    prices = player.ornicles // table.variant.price
    spells = player.hand
    points, own = (
        sum([spell.power for spell in spells]),
        [spell for spell in spells if spell.element == player.character],
    )
    card, point, own_point = weights.creatures
    creature_points = sum([creature.power for creature in player.entourage])
    own_creatures = sum([one.power for one in player.entourage if one.element == player.character])
    acts = player.seat == table.active_seat
    can_attack_all = acts and count >= needed
    others = [
        getattr(weights, kind, _OTHER_CARD_STRENGTH) * n for kind, n in player.response_cards.kind_counts
    ]
    return {
        "objects": Part(count, objects),
        "exposed": Part(exposed, exposed * (weights.with_one_object if count else weights.without_object)),
        "ornicles": Part(
            player.ornicles, ornicle * player.ornicles + any_ * bool(player.ornicles) + full * prices
        ),
        "spells": Part(len(spells), weights.spells[0] * len(spells)),
        "spell_points": Part(points, weights.spells[1] * points),
        "own_spells": Part(
            len(own),
            weights.own_spells[0] * len(own) + weights.own_spells[1] * sum([spell.power for spell in own]),
        ),
        "creature_points": Part(
            creature_points,
            card * len(player.entourage) + creature_points * point + own_creatures * own_point,
        ),
        "response_cards": Part(sum([n for _, n in player.response_cards.kind_counts]), sum(others)),
        "turn": Part(acts, acts * weights.active_player[0]),
        "attack_all": Part(can_attack_all, can_attack_all * weights.active_player[1]),
    }
