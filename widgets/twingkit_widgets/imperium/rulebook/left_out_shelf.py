"""The shelf of the gallery with what whole games leave out or simplify, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from twingkit.imperium.box.left_out import LeftOut, left_out
from twingkit.imperium.box.tables import table_rows
from twingkit.imperium.box.tiles import home_tile
from twingkit.imperium.box.units import all_units
from twingkit.imperium.galaxy.technology.cards import technologies
from twingkit_widgets.imperium.pictures.map_svg import tile_svg
from twingkit_widgets.imperium.rulebook.boards_shelves import unit_piece
from twingkit_widgets.imperium.rulebook.gallery_words import card_name, faction_title, say
from twingkit_widgets.imperium.rulebook.piece import Piece
from twingkit_widgets.imperium.rulebook.shelves import technology_piece
from twingkit_widgets.panel.markup import el


def left_out_pieces(lang: str) -> Iterator[Piece]:
    """Yield what is not played as printed: the piece as its own shelf has it, and what is otherwise here."""
    for row in left_out():
        reason = row.reason(lang)
        yield attrs.evolve(
            _piece(row, lang),
            id=f"left_out:{row.id}",
            more=el("p", el("b", say(lang, "otherwise")), " ", reason),
            words=reason,
        )


def _piece(row: LeftOut, lang: str) -> Piece:
    """The technology, the unit or the ability itself."""
    if row.kind == "technology":
        return technology_piece(technologies()[row.id], lang)
    if row.kind == "unit":
        piece = unit_piece(next(kind for kind in all_units() if kind.id == row.id), lang)
        return attrs.evolve(piece, rule=piece.rule or "IM-LIM-1")  # one without a power: its figures
    ability = next(ability for ability in table_rows("abilities.csv") if ability["id"] == row.id)
    return Piece(
        id=row.id,
        title=card_name(row.id, lang),
        lang=lang,
        figure=tile_svg(home_tile(ability["owner"])),
        facts=(faction_title(ability["owner"], lang),),
        rule=ability["rule"],
    )
