"""Move cards between areas, lose Sites, and check holds (IJ-AREA, IJ-HOLD)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from twingkit.imajica.box.card import Card
from twingkit.imajica.rules import events
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import ALL_SEATS, SEATS, ImajicaTable
from twingkit.imajica.rules.values import can_hold_alone, current_value, influence, missing_influence


def put_in_ovo(table: ImajicaTable, card: Card, owner: int) -> None:
    """Put a card that is not in play into its owner's In Ovo (IJ-AREA-3)."""
    table.players[owner].ovo.append(card.id)


def discard_from_play(table: ImajicaTable, piece: Piece) -> None:
    """Discard a card in play; a Site goes to the Circle instead (IJ-AREA-3, 4)."""
    if piece.is_site:
        return_lost_site(table, piece)
        return
    leave_play(table, piece)
    put_in_ovo(table, piece.card, piece.owner)
    table.record(events.Discarded(SEATS[piece.owner], piece.card))


def leave_play(table: ImajicaTable, piece: Piece) -> None:
    """Take a card out of play and discard permanents that lie only on it (IJ-AREA-3)."""
    for laid in table.permanents_on(piece.token):
        discard_from_play(table, laid)
    if piece.token in table.pieces:
        del table.pieces[piece.token]
        if piece.area == "path":  # another Path may get its token
            for player in table.players:
                player.seen_paths -= {piece.token}
    leave_fight(table, piece)


def leave_fight(table: ImajicaTable, piece: Piece) -> None:
    """Remove a character from its side of the fight."""
    fight = table.fight
    if fight is not None:
        for side in (fight.attackers, fight.defenders):
            if piece.token in side:
                side.remove(piece.token)


def move_character(table: ImajicaTable, piece: Piece, area: str) -> None:
    """Move a character to "active", "reserve" or its owner's "hand"."""
    if area == "hand":
        leave_play(table, piece)
        table.players[piece.owner].gain("hand", [piece.card.id], ALL_SEATS)
        return
    piece.area, piece.site = area, ""


def return_lost_site(table: ImajicaTable, site: Piece) -> None:
    """Move a lost Site to the Circle and its Holders to the reserve (IJ-HOLD-5, IJ-AREA-4)."""
    if site.area != "state":
        return
    table.record(events.SiteLost(SEATS[site.controller], site))
    for holder in table.holders(site.token):
        move_character(table, holder, "reserve")
    site.area = "circle"


class SiteHold(NamedTuple):
    """How well a Site is held: its Holders, their influence, the Resistance, and whether one Holder is enough
    alone.
    """

    influence: int
    resistance: int
    one_holder_suffices: bool
    holders: frozenset[str]


Holds = dict[str, SiteHold]


def current_hold_by_site(table: ImajicaTable) -> Holds:
    """Return how well each controlled Site is held (`SiteHold`), by token."""
    held: dict[str, list[Piece]] = {
        site.token: [] for site in table.pieces.sites.values() if site.area == "state"
    }
    if held:
        for piece in table.pieces.characters.values():
            if piece.area == "state" and piece.site in held:
                held[piece.site].append(piece)
    return {token: _hold(table, table.pieces[token], holders) for token, holders in held.items()}


def _hold(table: ImajicaTable, site: Piece, holders: list[Piece]) -> SiteHold:
    return SiteHold(
        sum([influence(table, holder, site) for holder in holders]),
        current_value(table, site, "resistance"),
        any(can_hold_alone(table, holder, site) for holder in holders),
        frozenset([holder.token for holder in holders]),
    )


def lose_unheld_sites(table: ImajicaTable, before: Holds) -> None:
    """Return to the Circle each Site without Holders, and each whose Holders became too weak since `before`
    (IJ-HOLD-3, 4); in a variant, each whose Holders are too weak.
    """
    for token, now in current_hold_by_site(table).items():
        was = before.get(token)
        worse = was is not None and (
            now.influence < was.influence
            or now.resistance > was.resistance
            or (was.one_holder_suffices and not now.one_holder_suffices)
            or was.holders - now.holders
        )
        if worse or not now.holders or table.variant.hold_check == "continuous":
            site = table.pieces[token]
            lacking = missing_influence(table, site)
            if lacking or not now.holders:
                case = "short" if now.holders else "nobody"
                table.log_rule("IJ-HOLD-4", case, site.controller, site=site, n=lacking)
                return_lost_site(table, site)


def lose_sites_after_expiry(table: ImajicaTable) -> None:
    """Lose Sites no longer held after a bonus has ended, if `hold_check` is "continuous" (IJ-HOLD-3)."""
    if table.variant.hold_check == "continuous":
        lose_unheld_sites(table, current_hold_by_site(table))


def end_temporary_changes(table: ImajicaTable, ends: Iterable[str]) -> None:
    """End all temporary changes whose `until` is in `ends`."""
    over = set(ends)
    for piece in table.pieces.values():
        if piece.temporary_changes:
            piece.temporary_changes = tuple(
                note for note in piece.temporary_changes if note.until not in over
            )
