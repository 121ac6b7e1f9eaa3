"""Redeal everything that an Autarch cannot know: hands, Destinies, and unread Paths.

What everybody has seen stays where it is, such as cards fetched or taken back into a hand, and so
do Paths that this Autarch laid or looked at. The other cards of a rival are dealt from the rival's
own deck, which was announced (IJ-AREA-2).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from twingkit.core.zones import deals
from twingkit.imajica.rules.pieces import Piece, PiecesInPlay, first_unused_token
from twingkit.imajica.rules.table import ImajicaTable, Player
from twingkit.imajica.view import can_see_path


def redeal(table: ImajicaTable, seat: int, rng: random.Random) -> None:
    """Redeal in place all cards of rivals that this seat does not know."""
    unread = paths_unknown_to_seat(table, seat)
    cards: dict[str, str] = {}

    def fits(player: Player, zone: str, kept: Sequence[str], unseen: list[str], count: int) -> list[str]:
        """Return the first `count` unseen cards for a zone.

        The unread Paths of a rival are counted in its hand until they are dealt, so they get cards
        first.
        """
        paths = [path for path in unread if path.owner == player.seat and path.token not in cards]
        for path, card in zip(paths, _fitting_cards(table, paths, unseen), strict=True):
            cards[path.token] = card
            unseen.remove(card)
        count -= len(paths)
        dealt, unseen[:count] = unseen[:count], []
        return dealt

    for path in unread:
        table.players[path.owner].hand.append(path.card.id)
    deals.redeal(table, seat, rng, fits)
    if cards:
        _replace_paths(table, cards)


def paths_unknown_to_seat(table: ImajicaTable, seat: int) -> list[Piece]:
    """Return the Paths that an Autarch does not know, in the order in which they were laid.

    A Path that is being read is known.
    """
    announced = {
        act.path_token for act in (*table.waiting_acts, *table.postponed_acts, *table.acts_in_progress)
    }
    return [
        path
        for path in table.pieces.paths.values()
        if not can_see_path(table, seat, path) and path.token not in announced
    ]


def _fitting_cards(table: ImajicaTable, paths: Sequence[Piece], unseen: Sequence[str]) -> list[str]:
    """Return a card for each Path that fits its Site (IJ-AUT-2), or [] if that is impossible.

    Each Path gets the first fitting card in the order of `unseen` that leaves cards for the others.
    """
    if not paths:
        return []
    home = set(table.pieces[paths[0].host].card.home_dominions)
    for place, name in enumerate(unseen):
        card = table.cards[name]
        if card.kind == "path" and home & set(card.home_dominions) and name not in unseen[:place]:
            rest = [*unseen[:place], *unseen[place + 1 :]]
            after = _fitting_cards(table, paths[1:], rest)
            if len(after) == len(paths) - 1:
                return [name, *after]
    return []


def _replace_paths(table: ImajicaTable, cards: Mapping[str, str]) -> None:
    lookers = {token: [player for player in table.players if token in player.seen_paths] for token in cards}
    for player in table.players:
        player.seen_paths -= cards.keys()
    taken = table.pieces.keys() - cards.keys()
    for token, piece in table.pieces.items():
        if token in cards:
            piece.card = table.cards[cards[token]]
            piece.token = first_unused_token(piece.card.id, taken)
            taken.add(piece.token)
            for player in lookers[token]:
                player.seen_paths |= {piece.token}
    table.pieces = PiecesInPlay(table.pieces.values())
