"""The position of a game as one Autarch knows it, with counts of hidden cards and `unread` Paths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from twingkit.core.questions import Question
from twingkit.imajica.notation.position import UNREAD_PATH_WORD, Position, Realm
from twingkit.imajica.rules.autarch import AutarchTurn
from twingkit.imajica.rules.deeds import AllyTurn
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.rounds import Advance
from twingkit.imajica.rules.table import SEATS, ImajicaTable, Player
from twingkit.imajica.view import can_see_path


def can_describe(table: ImajicaTable, question: Question | None) -> bool:
    """Return whether a position string can describe the table with this pending question.

    It can if the first question of a turn is pending and no temporary effect is left.
    """
    if isinstance(question, AllyTurn):
        player = table.players[question.player]
        first = not (question.acted or player.called_count or player.prime_spent)
    else:
        first = isinstance(question, AutarchTurn | Advance)
    calm = table.fight is None and not table.waiting_acts and not table.rounds_without_destiny
    lasting = any(piece.temporary_changes or piece.damage or piece.saved for piece in table.pieces.values())
    gone = any(player.is_out or player.exhausted for player in table.players)
    return first and calm and not lasting and not gone and all(map(_has_place_word, table.pieces.values()))


def _has_place_word(piece: Piece) -> bool:
    return piece.area != "on" or bool(piece.host)


def known_position(table: ImajicaTable, seat: int) -> Position:
    """Return the position as an Autarch knows it; `can_describe` must be true."""
    circle = tuple(_site(table, site, seat) for site in table.circle_or_held_sites())
    realms = tuple(_realm(table, player, seat) for player in table.players)
    leader = None if table.leader == table.current else table.leader
    return Position(realms, circle, table.current, table.phase, leader, table.round, opening_window_done=True)


def _site(table: ImajicaTable, site: Piece, seat: int) -> str:
    """Return a Site in the Circle in notation, with its Paths, the unread ones last."""
    known = [path for path in table.paths_on(site.token) if can_see_path(table, seat, path)]
    hidden = [path for path in table.paths_on(site.token) if not can_see_path(table, seat, path)]
    words = [f"{path.card.id}@{SEATS[path.owner]}{'!' if path.known else ''}" for path in known]
    words += [f"{UNREAD_PATH_WORD}@{SEATS[path.owner]}" for path in hidden]
    return "/".join([_word(table, site, 0), *words])


def _word(table: ImajicaTable, piece: Piece, seat: int) -> str:
    laid = (
        f"+{other.card.id}{'' if other.owner == seat else f'@{SEATS[other.owner]}'}"
        for other in table.permanents_on(piece.token)
    )
    return f"{piece.card.id}{':pivoted' if piece.pivoted else ''}{''.join(laid)}"


def _realm(table: ImajicaTable, player: Player, viewer: int) -> Realm:
    """Return an Autarch's Realm; a rival's hidden cards are all in the Destiny."""
    seat = player.seat
    parts: dict[str, Iterable[str]] = {
        area: [_word(table, piece, seat) for piece in table.characters(seat, area)]
        for area in ("active", "reserve")
    }
    parts["state"] = [
        f"{_word(table, site, seat)}="
        f"{','.join(_word(table, holder, seat) for holder in table.holders(site.token))}"
        for site in table.circle_or_held_sites(seat)
    ]
    laid = table.pieces.permanents.values()
    parts["realm"] = [
        _word(table, piece, seat) for piece in laid if piece.area == "realm" and piece.owner == seat
    ]
    destiny = Counter(player.destiny.shuffled_cards())
    parts["hand"] = player.hand
    if seat != viewer:
        known = sorted(player.pieces_known_to(viewer))
        unknown = Counter(player.hand) - Counter(known)
        paths = [path for path in table.pieces.paths.values() if path.owner == seat]
        hidden = Counter(path.card.id for path in paths if not can_see_path(table, viewer, path))
        destiny += unknown + hidden
        parts["hand"] = [*known, *([str(unknown.total())] if unknown else [])]
    parts["ovo"] = player.ovo
    parts["destiny"] = list(_counted(destiny))
    order = ("active", "reserve", "state", "realm", "hand", "ovo", "destiny")
    return Realm(tuple((part, tuple(parts[part])) for part in order if parts[part]))


def _counted(cards: Counter[str]) -> Iterator[str]:
    for card, count in sorted(cards.items()):
        if count:
            yield f"{count}*{card}" if count > 1 else card
