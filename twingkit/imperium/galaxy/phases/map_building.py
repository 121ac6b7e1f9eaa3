"""Building the map: players are dealt tiles and take turns placing them, ring by ring (IM-SET-4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle

from twingkit.core.acts import Act
from twingkit.core.play import Script
from twingkit.core.questions import one_line_excerpt
from twingkit.core.rulebook import HiddenFact, QuotedFact
from twingkit.core.text_questions import BrokenRule
from twingkit.core.zones.deck import DeckWithKnownEnds
from twingkit.imperium.box.tiles import tiles_by_number
from twingkit.imperium.galaxy.map.boards import Board, preset_board
from twingkit.imperium.galaxy.map.galaxy import Galaxy
from twingkit.imperium.galaxy.map.hexes import Hex, distance, neighbours
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.card_drawing import draw_from_deck
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import GalaxyQuestion

RULE = "IM-SET-4"

_TILE_COLOURS = ("blue", "red")

_PLAYERS_WITH_RED_TILE_FIRST = 5
"""The number of players at which a red tile is placed next to Mecatol Rex first."""


class PlaceTile(GalaxyQuestion):
    """The question of which tile to place on which hex: `lay 26 1,-1` gives the coordinates of the hex
    (IM-SET-4).
    """

    __slots__ = ("hand", "open_hexes")
    kind = "lay"
    rule = RULE

    def __init__(self, table: GameTable, seat: int, hand: Sequence[str], places: Sequence[Hex]) -> None:
        super().__init__(table, seat)
        self.hand, self.open_hexes = tuple(dict.fromkeys(hand)), tuple(places)

    @property
    def legal_placements(self) -> list[tuple[str, Hex]]:
        """Return the legal pairs of tile and hex; if none is legal, all pairs of tiles in hand and open
        hexes.
        """
        every = [(tile, place) for tile in self.hand for place in self.open_hexes]
        kept = [
            (tile, place)
            for tile, place in every
            if clash_case_and_tile(self.table.galaxy, tile, place) is None
        ]
        return kept or every

    def options(self) -> Iterator[acts.Lay]:
        """Yield an answer for each legal placement."""
        return (acts.Lay(tile, place) for tile, place in self.legal_placements)

    def broken_rule(self, answer: Act) -> BrokenRule | None:
        """Return the rule that forbids a placement; None if it is legal."""
        if not isinstance(answer, acts.Lay):
            raise self.bad_answer(answer)
        tile, place = answer.tile, answer.place
        if tile not in self.hand:
            return RULE, "not_in_hand", {"found": QuotedFact(one_line_excerpt(tile, 10))}
        if place not in self.open_hexes:
            return RULE, "ring", {"place": QuotedFact(f"{place[0]},{place[1]}")}
        wrong = clash_case_and_tile(self.table.galaxy, tile, place)
        if wrong is None or (tile, place) in self.legal_placements:
            return None
        case, other = wrong
        return RULE, case, {"one": tile, "other": other}

    def facts(self) -> Mapping[str, object]:
        """Return the remaining tiles as a fact for the texts of the question."""
        return {"n": len(self.hand)}


def clash_case_and_tile(galaxy: Galaxy, tile_number: str, place: Hex) -> tuple[str, str] | None:
    """Return the ruling case that says why a tile cannot be placed at a hex, with the number of the adjacent
    tile in conflict; None if it can.

    >>> galaxy = Galaxy.from_tiles({(0, 0): "18", (0, -1): "41"})
    >>> clash_case_and_tile(galaxy, "42", (1, -1)), clash_case_and_tile(galaxy, "42", (0, 1))
    (('anomaly_beside', '41'), None)
    """
    tile = tiles_by_number()[tile_number]
    for beside in neighbours(place):
        if beside not in galaxy:
            continue
        other = galaxy[beside].tile
        if tile.anomaly and other.anomaly:
            return "anomaly_beside", other.number
        if not set(tile.wormholes).isdisjoint(other.wormholes):
            return "wormhole_beside", other.number
    return None


def build_map(table: GameTable, chosen_board: Board) -> Script:
    """Deal the tiles and let players take turns placing them, starting with the speaker.

    The last player of a round places two, and the order reverses.
    """
    decks = {
        colour: DeckWithKnownEnds(
            tuple(tile.number for tile in tiles_by_number().values() if tile.kind == colour)
        )
        for colour in _TILE_COLOURS
    }
    order = table.seats_from(table.speaker)
    first = preset_board(len(table.players)).galaxy
    places = [system.place for system in first if system.place and system.place not in table.galaxy]
    if len(order) == _PLAYERS_WITH_RED_TILE_FIRST:
        tile = yield from draw_from_deck(table.speaker, "tile_red", decks["red"])
        yield from _place_tile(table, table.speaker, [tile], places)
    hands: dict[int, list[str]] = {}
    for seat in order:
        hands[seat] = []
        for colour, count in zip(_TILE_COLOURS, chosen_board.tiles_dealt_by_colour, strict=True):
            for _ in range(count):
                hands[seat].append((yield from draw_from_deck(seat, f"tile_{colour}", decks[colour])))
        table.announce(RULE, "dealt", seat, cards=HiddenFact(tuple(hands[seat]), seat))
    for seat in cycle([*order, *reversed(order)]):
        if not places:
            return
        hands[seat].remove((yield from _place_tile(table, seat, hands[seat], places)))


def _place_tile(table: GameTable, seat: int, hand: Sequence[str], places: list[Hex]) -> Script[str]:
    """Let a player place one of these tiles in the innermost open ring; return the tile."""
    ring = min(map(distance, places))
    question = PlaceTile(table, seat, hand, [place for place in places if distance(place) == ring])
    only = list(question.options())
    answer: acts.Lay = only[0] if len(only) == 1 else (yield question)
    places.remove(answer.place)
    table.set_map(Galaxy.from_tiles({**dict(table.galaxy.tile_numbers), answer.place: answer.tile}))
    table.announce(RULE, "laid", seat, number=answer.tile)
    return answer.tile
