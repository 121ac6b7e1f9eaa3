"""The gallery: factions, technologies, units, cards and tiles by shelf, differences from the printed game,
and a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

import attrs

from twingkit.core.language import call_in_language, language, localized
from twingkit.core.rulebook.rule_search import SearchableText, TextSearchByLanguage
from twingkit.imperium.box.left_out import ComponentNotAsPrinted, left_out_or_simplified_components
from twingkit.imperium.box.tables import box_csv_rows
from twingkit.imperium.box.tiles import home_or_gate_tile
from twingkit.imperium.box.units import all_unit_kinds
from twingkit.imperium.galaxy.technology.cards import technologies_by_id
from twingkit_widgets.imperium.pictures.map_svg import tile_svg
from twingkit_widgets.imperium.pictures.names import faction_name
from twingkit_widgets.imperium.rulebook import shelves
from twingkit_widgets.imperium.rulebook.gallery_words import component_name, say
from twingkit_widgets.imperium.rulebook.piece import GalleryPiece
from twingkit_widgets.panel.controls import button_group, search_field
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.read.rulebook.rule_list import no_results_html


def _changed_pieces() -> Iterator[GalleryPiece]:
    """Yield the pieces that are not played as printed, with their differences."""
    for row in left_out_or_simplified_components():
        reason = row.reason()
        yield attrs.evolve(
            _piece(row),
            id=f"left_out:{row.id}",
            more=el("p", el("b", say("otherwise")), " ", reason),
            extra_search_words=reason,
        )


def _piece(row: ComponentNotAsPrinted) -> GalleryPiece:
    if row.kind == "technology":
        return shelves.technology_piece(technologies_by_id()[row.id])
    if row.kind == "unit":
        piece = shelves.unit_piece(next(kind for kind in all_unit_kinds() if kind.id == row.id))
        return attrs.evolve(piece, rule=piece.rule or "IM-LIM-1")  # without a power: the number of figures
    ability = next(ability for ability in box_csv_rows("abilities.csv") if ability["id"] == row.id)
    return GalleryPiece(
        id=row.id,
        title=component_name(row.id),
        figure=tile_svg(home_or_gate_tile(ability["owner"])),
        facts=(faction_name(ability["owner"]),),
        rule=ability["rule"],
    )


SHELVES: Mapping[str, Callable[[], Iterator[GalleryPiece]]] = {
    "factions": shelves.faction_pieces,
    "technologies": shelves.technology_pieces,
    "units": shelves.unit_pieces,
    "strategy": shelves.strategy_card_pieces,
    "objectives": shelves.objective_pieces,
    "action": shelves.action_card_pieces,
    "agendas": shelves.agenda_pieces,
    "notes": shelves.promissory_note_pieces,
    "tiles": shelves.tile_pieces,
    "left_out": _changed_pieces,
}
"""The function that yields the pieces of each shelf, by its name."""

_MAX_FOUND = 40


@lru_cache(maxsize=32)
@localized
def pieces(shelf: str, lang: str) -> tuple[GalleryPiece, ...]:
    """Return the gallery entries of a shelf, in the language `lang`."""
    return tuple(SHELVES[shelf]())


def search_all_shelves(search_text: str) -> list[GalleryPiece]:
    """Return the gallery entries from all shelves that match a search text, best match first."""
    found = _SEARCH.search(search_text, language()).keys
    places = (key.partition(":") for key in found)
    return [pieces(shelf, language())[int(place)] for shelf, _, place in places]


def _search_texts(lang: str) -> Iterator[SearchableText]:
    for shelf in SHELVES:
        for place, piece in enumerate(pieces(shelf, lang)):
            yield call_in_language(lang, piece.search_text, f"{shelf}:{place}")


_SEARCH = TextSearchByLanguage(_search_texts)


def gallery_html(shelf: str, search_text: str, id_prefix: str) -> Markup:
    """Render a shelf of the gallery with links to the other shelves or, with a search text, the matches from
    all shelves.

    `id_prefix` starts the ids of elements.
    """
    hits = search_all_shelves(search_text) if search_text.strip() else []
    count = say("found", n=len(hits)) if search_text.strip() else ""
    field = search_field(
        f"{id_prefix}-gallery-search", "seek", search_text, (say("search"), say("hint")), count
    )
    body = _found(hits, search_text) if search_text.strip() else _shelf(shelf)
    return el("div", field, body, cls="tk-pieces tk-stack")


def _found(hits: list[GalleryPiece], searched: str) -> list[Markup]:
    if not hits:
        return [no_results_html(say("nothing", wanted=searched[:60]), say("clear"), "clear_search")]
    return [_listed(hits[:_MAX_FOUND])]


def _shelf(shelf: str) -> list[Markup]:
    choices = [(offered_shelf, say(f"shelf.{offered_shelf}")) for offered_shelf in SHELVES]
    row = button_group(choices, shelf, "kind", say("shelves"), "tk-row", data_controls=True)
    own = pieces(shelf, language())
    return [
        row,
        el("h2", say(f"shelf.{shelf}")),
        el("p", say(f"intro.{shelf}"), " ", say("count", n=len(own))),
        _listed(list(own)),
        el("p", say("printed"), cls="tk-note tk-small"),
    ]


def _listed(shown: list[GalleryPiece]) -> Markup:
    return el("ul", [piece.html() for piece in shown], cls="tk-list tk-piece-list", data_controls=True)
