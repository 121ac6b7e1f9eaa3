"""The set-up: the speaker, starting components of each faction, and the first objectives (IM-SET-1, 2, 5)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.imperium.box.units import SHIPS
from twingkit.imperium.galaxy.map.boards import BUILT_MAP_NAME, Board
from twingkit.imperium.galaxy.phases.map_building import build_map
from twingkit.imperium.galaxy.table import card_drawing
from twingkit.imperium.galaxy.table.game_table import SEATS, GameTable
from twingkit.imperium.galaxy.technology.cards import faction, missing_prerequisites, ownable_technologies
from twingkit.imperium.galaxy.trade.promissory_notes import set_promissory_notes, starting_notes

STARTING_TOKENS = {"tactic": 3, "fleet": 3, "strategy": 2}
"""The command tokens in each pool at the start (IM-SET-2)."""

FIRST_OPEN_OBJECTIVES = 2
"""The number of public objectives that are open at the start (IM-SET-5)."""


def set_up(table: GameTable, board: Board) -> Script:
    """Set up the game: choose a speaker, build the map if needed, and deal factions' components and
    objectives; the strategy phase is next.
    """
    speaker: str = yield card_drawing.RandomSpeakerPick(0, SEATS[0], SEATS[: len(table.players)])
    table.speaker = SEATS.index(speaker)
    table.announce("IM-SET-1", "speaker", table.speaker)
    if board.name == BUILT_MAP_NAME:
        yield from build_map(table, board)
    for seat, player in enumerate(table.players):
        set_up_faction(table, seat)
        player.goods += board.starting_goods[seat]
    for seat in table.seats_from(table.speaker):
        yield from _choose_starting_technology(table, seat)
    for seat in table.seats_from(table.speaker):
        yield from _deal_first_secret(table, seat)
    for _ in range(FIRST_OPEN_OBJECTIVES):
        yield from card_drawing.reveal_objective(table)
    table.phase, table.round = "strategy", 1


def set_up_faction(table: GameTable, seat: int) -> None:
    """Set out a faction's starting components: tokens, home planets, units, technologies (IM-SET-2)."""
    player = table.players[seat]
    sheet = faction(player.faction)
    for pool, count in STARTING_TOKENS.items():
        player.add_tokens(pool, count)
    player.technologies = frozenset(sheet.starting_technologies or ())
    notes = [
        note for note in starting_notes(table, seat) if note.partition(":")[0] in table.note_cards_in_game
    ]
    set_promissory_notes(table, seat, notes)
    home = table.home_system(seat)
    worlds = [planet.id for planet in table.planets_of(home)]
    for planet in worlds:
        table.planet_controllers[planet] = seat
    best = max(worlds, key=table.resources)
    for count, unit_class in sheet.starting_fleet:
        floats = unit_class == "spacedock" and player.faction == "saar"
        table.put_units(seat, home if unit_class in SHIPS or floats else best, unit_class, count)
    table.announce("IM-SET-2", "placed", seat, faction=player.faction)


def _deal_first_secret(table: GameTable, seat: int) -> Script:
    """Deal a secret objective; with the switch `secrets`, deal two and return one (IM-SET-5)."""
    yield from card_drawing.draw_secret(table, seat, "IM-SET-5")
    if table.variant.secrets == "two_keep_one":
        yield from card_drawing.draw_secret(table, seat, "IM-SET-5")
        yield from card_drawing.return_secret_objective(table, seat, "IM-SET-5")


def _choose_starting_technology(table: GameTable, seat: int) -> Script:
    """Let the player choose a starting technology if the faction sheet leaves the choice open (the Winnu)."""
    player = table.players[seat]
    if faction(player.faction).starting_technologies is not None:
        return
    cards = [
        card.id
        for card in ownable_technologies(player.faction).values()
        if not card.faction and not card.unit_class and not missing_prerequisites(card, ())
    ]
    chosen = yield from card_drawing.ask_to_choose(table, seat, cards, "technology", "IM-SET-2")
    player.technologies = frozenset({chosen})
    table.announce("IM-SET-2", "technology", seat, card=chosen)
