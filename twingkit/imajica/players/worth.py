"""The worth of a position for a seat: Dominions, characters, cards, and the current fight.

It uses only what the seat can see: cards in play (an unread Path counts nothing) and the sizes of
hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from twingkit.imajica.box.card import Card
from twingkit.imajica.rules import values
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import Fight, ImajicaTable

_DOMINION_WORTHS = (0.0, 4.0, 9.0, 15.0, 24.0, 60.0)
"""Worth of controlled Dominions by their number, 0 to 5; five win."""

CARD, SPARE, FULL = 1.0, 0.2, 7
"""Worth of each of the first `FULL` hand cards, worth of each further one, and that number."""

MAGIC, STRENGTH, POWER = 0.7, 0.35, 0.5
"""Worth of a point of Magic, of a point of Strength, and of a power with an icon."""

_POWER_WORTHS = {"maestro": 3.0, "artist": 2.1, "adorer": 1.1, "vassal": 1.1, "aphrodyte": 0.5}
"""Worth of the power of each affiliation; an Artist's is that of the Magic it gives."""

PIVOTED_LOSS = 0.25
"""Share of its worth that an active character loses while it is pivoted."""

AREA_FACTORS = {"active": 1.0, "reserve": 0.85, "state": 0.7}
"""Factor for a character's worth by area; in the state it can only hold a Site."""

_STUCK_FACTOR = 0.5
"""Factor for the worth of a character that may not leave the reserve."""

_PIVOTED_SITE_LOSS = 0.3
"""Share of a Dominion's worth that is lost while its Site is pivoted."""


def current_worth(table: ImajicaTable, piece: Piece) -> float:
    """Return the worth of a character by its current values. The area it is in does not count."""
    card = piece.card
    if values.has_unchanged_values(table, piece) and (table.fight is None or "versus" not in card.index_keys):
        return printed_worth(card)
    magic = values.current_value(table, piece, "magic")
    strength = values.current_value(table, piece, "strength")
    if not values.has_exactly_printed_abilities(table, piece):
        lost = "powers" in values.lost_abilities(table, piece)
        own = () if lost else values.affiliations(table, piece)
        return _worth(card, magic, strength, [name for name in _POWER_WORTHS if name in own])
    if magic == card.magic and strength == card.strength:
        return printed_worth(card)
    return _worth(card, magic, strength, card.affiliations)


@cache
def printed_worth(card: Card) -> float:
    """Return the worth of a character by its printed values."""
    return _worth(card, card.magic, card.strength, card.affiliations)


def _worth(card: Card, magic: int, strength: int, powers: Iterable[str]) -> float:
    own = sum(_POWER_WORTHS.get(name, 0.0) for name in powers)
    return 0.5 + MAGIC * magic + STRENGTH * strength + own + POWER * len(card.icons)


def hand_worth(count: int) -> float:
    """Return the worth of a hand of `count` cards: `CARD` for each of the first `FULL`,
    `SPARE` for each further one.

        >>> hand_worth(FULL), round(hand_worth(FULL + 1) - hand_worth(FULL), 9) == SPARE
        (7.0, True)
    """
    return CARD * min(count, FULL) + SPARE * max(0, count - FULL)


def _dominions_worth(count: int, goal: int) -> float:
    return _DOMINION_WORTHS[min(5, count + 5 - goal)] - _DOMINION_WORTHS[5 - goal]


def side_worths(table: ImajicaTable) -> list[float]:
    """Return the total worth of each Autarch's cards by seat, 0 for an Autarch who is out."""
    goal = values.dominion_count_to_win(table)
    worths = [0.0] * len(table.players)
    awaited = table.phase != "ally" or len(table.turns_left) > 1
    for player in table.players:
        if not player.is_out:
            held = fresh = _dominions_worth(
                len(values.scored_dominions(table, player.seat, pivoted_too=True)), goal
            )
            if any(site.pivoted for site in table.circle_or_held_sites(player.seat)):
                fresh = _dominions_worth(len(values.scored_dominions(table, player.seat)), goal)
            worths[player.seat] = held - _PIVOTED_SITE_LOSS * (held - fresh) + hand_worth(len(player.hand))
    for piece in table.pieces.characters.values():
        if not table.players[piece.controller].is_out:
            part = AREA_FACTORS[piece.area]
            if piece.area == "active" and piece.pivoted and awaited:
                part -= PIVOTED_LOSS
            elif piece.area == "reserve" and values.barring_card(table, piece, "advance") is not None:
                part = _STUCK_FACTOR
            worths[piece.controller] += part * current_worth(table, piece)
    return worths


def worth_lead(table: ImajicaTable, seat: int) -> float:
    """Return a seat's lead in worth if the current fight ends as it stands (see `lead_over_rivals`)."""
    sides = side_worths(table)
    if table.fight is not None:
        for other, gain in fight_gains_by_seat(table, table.fight).items():
            sides[other] += gain
    return lead_over_rivals(sides, seat)


def lead_over_rivals(worths: Sequence[float], seat: int) -> float:
    """Return a seat's worth minus the mean of two numbers: the average and the largest worth of its
    rivals.
    """
    rivals = [side for other, side in enumerate(worths) if other != seat]
    return worths[seat] - (max(rivals) + sum(rivals) / len(rivals)) / 2


# -- the fight under way


def fight_gains_by_seat(table: ImajicaTable, fight: Fight) -> dict[int, float]:
    """Return by seat the gain (negative for a loss) from the current fight if it ends as it stands; {} if
    nobody gains or loses.
    """
    if fight.kind == "seizure":
        return {fight.seat: seizure_worth(table, fight)}
    if fight.damage_dealt:
        losses = dict.fromkeys(range(len(table.players)), 0.0)
        for piece in values.dying_characters(table):
            losses[piece.controller] -= current_worth(table, piece)
        return losses
    if not fight.attackers or not fight.defenders:
        return {}
    own, other = (
        sum(values.current_value(table, table.pieces[token], "strength") for token in side)
        for side in (fight.attackers, fight.defenders)
    )
    loser, victim = (fight.rival_seat, fight.defenders) if own > other else (fight.seat, fight.attackers)
    return {loser: -max_killed_worth(table, victim, abs(own - other))}


def max_killed_worth(table: ImajicaTable, tokens: Sequence[str], damage: int) -> float:
    """Return the largest total worth of characters that `damage` can kill."""
    if damage <= 0:
        return 0.0
    pieces = [table.pieces[token] for token in tokens if not table.pieces[token].saved]
    victim = [(deadly, piece) for piece in pieces if (deadly := values.deadly_damage(table, piece)) <= damage]
    if sum(deadly for deadly, _ in victim) <= damage:
        return sum(current_worth(table, piece) for _, piece in victim)
    best = [0.0] * (damage + 1)
    for deadly, piece in victim:
        worth = current_worth(table, piece)
        for left in range(damage, deadly - 1, -1):
            best[left] = max(best[left], best[left - deadly] + worth)
    return best[damage]


def seizure_worth(table: ImajicaTable, fight: Fight) -> float:
    """Return the worth of the Site that a seizure wins if nothing changes, or 0 if the seizure fails."""
    site = table.pieces[fight.target_token]
    if not fight.attackers or not seizers_suffice(table, site, fight.attackers, fight.first_named):
        return 0.0
    seizers = values.total_influence(table, fight.attackers, site)
    contesters = values.total_influence(table, fight.defenders, site)
    stopped = bool(fight.defenders) and seizers <= contesters
    return 0.0 if stopped else site_gain(table, fight.seat, site)


def seizers_suffice(
    table: ImajicaTable, site: Piece, tokens: list[str], first_named: tuple[str, ...]
) -> bool:
    """Return whether these seizers secure a Site if nobody contests (IJ-SEIZE-7, IJ-AFF-1)."""
    own = values.total_influence(table, tokens, site)
    needed = values.current_value(table, site, "resistance") + (table.variant.secure == "gt")
    return own >= needed or can_maestro_secure_site(table, tokens, first_named)


def can_maestro_secure_site(table: ImajicaTable, tokens: Sequence[str], first_named: Sequence[str]) -> bool:
    """Return whether a Maestro among `tokens` secures a Site whatever its Resistance.

    That is so only if exactly one seizer was named (IJ-AFF-1).
    """
    return len(first_named) == 1 and any(
        values.has_power_of(table, table.pieces[token], "maestro") for token in tokens
    )


def site_gain(table: ImajicaTable, seat: int, site: Piece) -> float:
    """Return the worth of one more Site for a seat: that of the Dominions that the Site adds, plus 0.5 for
    the Site itself.
    """
    had, count = values.dominion_counts_now_and_with_home(table, seat, site.card.home_dominions)
    goal = values.dominion_count_to_win(table)
    return _dominions_worth(count, goal) - _dominions_worth(had, goal) + 0.5
