"""Decide whether a card matches the selector of an effect."""

from __future__ import annotations

from collections.abc import Callable, Collection

from twingkit.imajica.box.effects import Effect
from twingkit.imajica.box.selector import AFFILIATIONS, FIGHT_FIELD_BY_BASE, Selector
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import ImajicaTable

ValueFunction = Callable[[ImajicaTable, Piece, str], int]
AffiliationsFunction = Callable[[ImajicaTable, Piece], Collection[str]]


def printed_figure(table: ImajicaTable, piece: Piece, stat: str) -> int:
    """Return a printed value of a card."""
    printed: int = getattr(piece.card, stat)
    return printed


def printed_affiliations(table: ImajicaTable, piece: Piece) -> Collection[str]:
    """Return the printed affiliations of a card."""
    return piece.card.affiliations


def matches_selector(
    table: ImajicaTable,
    who: Selector,
    piece: Piece,
    seat: int,
    acting: str = "",
    *,
    figure: ValueFunction = printed_figure,
    kinds: AffiliationsFunction = printed_affiliations,
) -> bool:
    """Return whether a card matches a selector and all its filters, as `seat` sees it.

    `figure` and `kinds` return a card's values and affiliations: the printed ones, or the current ones
    (`values.currently_matches`).
    """
    if piece.card.kind != ("site" if who.is_site else "character"):
        return False
    for word in who.state_filters:
        if not TEST_BY_FILTER[word](table, piece, seat, acting):
            return False
    return not who.value_filters or all(_has(table, word, piece, figure, kinds) for word in who.value_filters)


def _has(
    table: ImajicaTable, word: str, piece: Piece, figure: ValueFunction, kinds: AffiliationsFunction
) -> bool:
    if word in AFFILIATIONS:
        return word in kinds(table, piece)
    stat, sign, number = word.partition("<=")
    if sign:
        return figure(table, piece, stat) <= int(number)
    return int(word.partition("=")[2]) in piece.card.home_dominions


def _takes_part(table: ImajicaTable, piece: Piece) -> bool:
    return table.fight is not None and piece.token in table.fight.involved


def _side(table: ImajicaTable, piece: Piece, side: str) -> bool:
    fight = table.fight
    return fight is not None and fight.kind == "seizure" and piece.token in getattr(fight, side)


TEST_BY_FILTER: dict[str, Callable[[ImajicaTable, Piece, int, str], bool]] = {
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
    "involved": lambda table, piece, seat, acting: _takes_part(table, piece),
    "seizer": lambda table, piece, seat, acting: _side(table, piece, "attackers"),
    "contester": lambda table, piece, seat, acting: _side(table, piece, "defenders"),
}
"""Tests of filters on a card's state and owner, as `seat` sees the card while the card `acting` acts."""


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
        return piece.controller == source.controller and matches_selector(
            table, effect.selector, piece, source.controller
        )
    return False
