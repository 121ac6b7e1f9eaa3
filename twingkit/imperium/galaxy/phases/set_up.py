"""The set-up: the speaker, what each faction begins with, and the first objectives (IM-SET-1, 2, 5)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.box.units import SHIPS
from twingkit.imperium.galaxy.map.boards import BUILT, Board
from twingkit.imperium.galaxy.phases.map_building import build_map
from twingkit.imperium.galaxy.phases.objective_cards import reveal_objective
from twingkit.imperium.galaxy.table.drawing import SeatDraw, choose, draw_secret, return_secret
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.cards import deck_of, faction, missing_prerequisites
from twingkit.imperium.galaxy.trade.notes import first_notes, set_notes

FIRST_TOKENS = {"tactic": 3, "fleet": 3, "strategy": 2}
"""The command tokens on a sheet at the beginning (IM-SET-2)."""

FIRST_OPEN_OBJECTIVES = 2
"""The number of public objectives that are open at the beginning (IM-SET-5)."""


def set_up(table: GameTable, board: Board) -> Script:
    """The set-up from the speaker to the first open objectives; then the strategy phase is next."""
    speaker: str = yield SeatDraw(0, "speaker", SEATS[: len(table.players)])
    table.speaker = SEATS.index(speaker)
    table.announce("IM-SET-1", "speaker", table.speaker)
    if board.name == BUILT:
        yield from build_map(table, board)
    for seat, player in enumerate(table.players):
        lay_out_faction(table, seat)
        player.goods += board.goods[seat]
    for seat in table.seats_from(table.speaker):
        yield from choose_first_technology(table, seat)
    for seat in table.seats_from(table.speaker):
        yield from deal_first_secret(table, seat)
    for _ in range(FIRST_OPEN_OBJECTIVES):
        yield from reveal_objective(table)
    table.phase, table.round = "strategy", 1


def lay_out_faction(table: GameTable, seat: int) -> None:
    """Set out what a faction begins with: tokens, home planets, units, technologies (IM-SET-2)."""
    player = table.players[seat]
    sheet = faction(player.faction)
    for pool, count in FIRST_TOKENS.items():
        player.gain_token(pool, count)
    player.technologies = frozenset(sheet.technologies or ())
    notes = [note for note in first_notes(table, seat) if note.partition(":")[0] in table.notes]
    set_notes(table, seat, notes)
    home = table.home_system(seat)
    worlds = [planet.id for planet in table.planets_of(home)]
    for planet in worlds:
        table.holders[planet] = seat
    best = max(worlds, key=table.resources)
    for count, unit_class in sheet.fleet:
        floats = unit_class == "spacedock" and player.faction == "saar"
        table.put_units(seat, home if unit_class in SHIPS or floats else best, unit_class, count)
    table.announce("IM-SET-2", "placed", seat, faction=player.faction)


def deal_first_secret(table: GameTable, seat: int) -> Script:
    """One secret objective; with the switch `secrets` two, of which one goes back (IM-SET-5)."""
    yield from draw_secret(table, seat, "IM-SET-5")
    if table.variant.secrets == "two_keep_one":
        yield from draw_secret(table, seat, "IM-SET-5")
        yield from return_secret(table, seat, "IM-SET-5")


def choose_first_technology(table: GameTable, seat: int) -> Script:
    """Let a faction choose its first technology where its sheet leaves the choice (the Winnu)."""
    player = table.players[seat]
    if faction(player.faction).technologies is not None:
        return
    cards = [
        card.id
        for card in deck_of(player.faction).values()
        if not card.faction and not card.unit and not missing_prerequisites(card, ())
    ]
    chosen = yield from choose(table, seat, cards, "technology", "IM-SET-2")
    player.technologies = frozenset({chosen})
    table.announce("IM-SET-2", "technology", seat, card=chosen)
