"""Find the cards that match the selector of an effect."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from twingkit.imajica.box.effects import Effect
from twingkit.imajica.box.selector import AFFILIATIONS, FIGHT_FIELD_BY_BASE, Selector
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import ImajicaTable

ValueFunction = Callable[[ImajicaTable, Piece, str], int]
AffiliationsFunction = Callable[[ImajicaTable, Piece], Collection[str]]


def _printed_value(table: ImajicaTable, piece: Piece, stat: str) -> int:
    printed: int = getattr(piece.card, stat)
    return printed


def _printed_affiliations(table: ImajicaTable, piece: Piece) -> Collection[str]:
    return piece.card.affiliations


def matching_pieces(
    table: ImajicaTable,
    selector: Selector,
    pieces: Iterable[Piece],
    seat: int,
    acting_token: str = "",
    *,
    value_of: ValueFunction = _printed_value,
    affiliations_of: AffiliationsFunction = _printed_affiliations,
) -> list[Piece]:
    """Return the cards among `pieces` that match a selector and all its filters, as `seat` sees them.

    `value_of` and `affiliations_of` return a card's values and affiliations: the printed or the current ones
    (`values.currently_matching`).
    """
    left = [piece for piece in pieces if (piece.is_site if selector.is_site else piece.is_character)]
    for word in selector.state_filters:
        test = _TEST_BY_FILTER[word]
        left = [piece for piece in left if test(table, piece, seat, acting_token)]
    for word in selector.value_filters:
        left = [piece for piece in left if _has(table, word, piece, value_of, affiliations_of)]
    return left


def _has(
    table: ImajicaTable,
    word: str,
    piece: Piece,
    value_of: ValueFunction,
    affiliations_of: AffiliationsFunction,
) -> bool:
    if word in AFFILIATIONS:
        return word in affiliations_of(table, piece)
    stat, sign, number = word.partition("<=")
    if sign:
        return value_of(table, piece, stat) <= int(number)
    return int(word.partition("=")[2]) in piece.card.home_dominions


def _fighters(table: ImajicaTable, side: str) -> Collection[str]:
    """Return the tokens of the characters on one side of the current seizure, named by its field in `Fight`;
    none without a seizure.
    """
    fight = table.fight
    fighters: Collection[str] = getattr(fight, side) if fight is not None and fight.kind == "seizure" else ()
    return fighters


_TEST_BY_FILTER: dict[str, Callable[[ImajicaTable, Piece, int, str], bool]] = {
    "other": lambda table, piece, seat, acting: piece.token != acting,
    "own": lambda table, piece, seat, acting: piece.controller == seat and piece.area != "circle",
    "rival": lambda table, piece, seat, acting: piece.controller != seat and piece.area != "circle",
    "active": lambda table, piece, seat, acting: piece.area == "active",
    "reserve": lambda table, piece, seat, acting: piece.area == "reserve",
    "holder": lambda table, piece, seat, acting: piece.is_holder,
    "not-holder": lambda table, piece, seat, acting: not piece.is_holder,
    "circle": lambda table, piece, seat, acting: piece.area == "circle",
    "secured": lambda table, piece, seat, acting: piece.is_site and piece.area == "state",
    "pivoted": lambda table, piece, seat, acting: piece.pivoted,
    "unpivoted": lambda table, piece, seat, acting: not piece.pivoted,
    "male": lambda table, piece, seat, acting: piece.card.sex in ("m", "both"),
    "female": lambda table, piece, seat, acting: piece.card.sex in ("f", "both"),
    "involved": lambda table, piece, seat, acting: (
        table.fight is not None and piece.token in table.fight.involved
    ),
    "seizer": lambda table, piece, seat, acting: piece.token in _fighters(table, "attackers"),
    "contester": lambda table, piece, seat, acting: piece.token in _fighters(table, "defenders"),
}
"""Whether a filter on state and owner keeps a card, as `seat` sees it while the card `acting` acts."""


def does_effect_apply(table: ImajicaTable, source: Piece, effect: Effect, piece: Piece) -> bool:
    """Return whether an effect of a card in play (`source`) applies to another card now."""
    base, fight = effect.selector.base, table.fight
    if base in FIGHT_FIELD_BY_BASE:
        if fight is None or fight.kind != "seizure":
            return False
        if fight.target_token != (source.host if source.area == "path" else source.token):
            return False
        return piece.token in getattr(fight, FIGHT_FIELD_BY_BASE[base])
    if base == "self":
        return piece is source
    if base in ("target", "acting", "site"):
        return bool(source.host) and source.host == piece.token
    if base == "this":
        return piece.token == (source.host if source.area == "path" else source.token)
    if base == "mine":
        return piece.controller == source.controller and bool(
            matching_pieces(table, effect.selector, [piece], source.controller)
        )
    return False
