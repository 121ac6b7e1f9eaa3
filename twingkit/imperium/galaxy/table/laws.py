"""Laws coming into play and leaving it, including their attachments and what only they allowed."""

from __future__ import annotations

from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.lasting_effects import Law
from twingkit.imperium.galaxy.table.structures import ANY_PDS, MAX_ON_PLANET


def enact_law(table: GameTable, law: Law) -> None:
    """Bring a law into play, in the place of its former self if it was voted on again
    (IM-AGENDA-miscount)."""
    _remove_law(table, law.card)
    # Committee Formation can be given up while it is voted on again: it comes back from the discards.
    table.agenda_discard = [card for card in table.agenda_discard if card != law.card]
    table.laws += (law,)
    if law.elected in table.holders:
        table.attached[law.elected] = (*table.attached.get(law.elected, ()), law.card)


def drop_law(table: GameTable, law: str) -> None:
    """Take a law out of play. PDS beyond the limit that comes back are removed (IM-AGENDA-defense_act)."""
    _remove_law(table, law)
    if law == ANY_PDS:
        _remove_excess_pds(table)


def discard_law(table: GameTable, law: str) -> None:
    """Lay an agenda on the discards; if it is a law in play, also one that is voted on again, it ends
    (IM-AGENDA-7)."""
    drop_law(table, law)
    table.agenda_discard.append(law)


def _remove_law(table: GameTable, law: str) -> None:
    """Take the card of a law away. The objective that it made public is scored no more, and is nobody's
    secret either (IM-AGENDA-classified)."""
    leaked = [known.elected for known in table.laws if known.card == law == "classified"]
    table.objectives = tuple(name for name in table.objectives if name not in leaked)
    table.withdrawn += tuple(leaked)
    table.laws = tuple(known for known in table.laws if known.card != law)
    for planet, cards in list(table.attached.items()):
        table.attached[planet] = tuple(card for card in cards if card != law)
        if not table.attached[planet]:
            del table.attached[planet]


def _remove_excess_pds(table: GameTable) -> None:
    for planet, there in table.ground.items():
        for seat in list(there):
            beyond = table.units_on_planet(seat, planet)["pds"] - MAX_ON_PLANET["pds"]
            if beyond > 0:
                table.take_units(seat, planet, "pds", beyond)
                table.announce("IM-AGENDA-defense_act", "fewer", seat, n=beyond, planet=planet)
