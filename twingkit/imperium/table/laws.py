"""Laws leave the game: off the planets to which they are attached, with what they alone allowed."""

from __future__ import annotations

from twingkit.imperium.table.game_table import GameTable

MOST_PDS = 2
"""The PDS of a player on a planet without the Homeland Defense Act (IM-PROD-6)."""


def drop_law(table: GameTable, law: str) -> None:
    """Take a law out of play. PDS beyond the limit that comes back are removed (IM-AGENDA-defense_act)."""
    table.laws = tuple(known for known in table.laws if known.card != law)
    for planet, cards in list(table.attached.items()):
        table.attached[planet] = tuple(card for card in cards if card != law)
        if not table.attached[planet]:
            del table.attached[planet]
    if law == "defense_act":
        _fewer_pds(table)


def _fewer_pds(table: GameTable) -> None:
    for planet, there in table.ground.items():
        for seat in list(there):
            beyond = table.on_planet(seat, planet)["pds"] - MOST_PDS
            if beyond > 0:
                table.take(seat, planet, "pds", beyond)
                table.tell("IM-AGENDA-defense_act", "fewer", seat, n=beyond, planet=planet)
