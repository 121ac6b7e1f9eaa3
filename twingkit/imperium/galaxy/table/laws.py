"""Laws entering and leaving play, with their attachments and everything that depends on them."""

from __future__ import annotations

from twingkit.imperium.galaxy.table.game_table import MAX_STRUCTURES_ON_PLANET, UNLIMITED_PDS_LAW, GameTable
from twingkit.imperium.galaxy.table.lasting_effects import Law


def enact_law(table: GameTable, law: Law) -> None:
    """Bring a law into play; after another vote on it, replace its earlier result (IM-AGENDA-miscount)."""
    _remove_law(table, law.card)
    # Committee Formation can be given up while it is voted on again: it comes back from the discards.
    table.agenda_discard = [card for card in table.agenda_discard if card != law.card]
    table.laws += (law,)
    if law.elected in table.planet_controllers:
        table.attachments[law.elected] = (*table.attachments.get(law.elected, ()), law.card)


def remove_law(table: GameTable, law: str) -> None:
    """Take a law out of play, and remove PDS beyond a limit that applies again (IM-AGENDA-defense_act)."""
    _remove_law(table, law)
    if law == UNLIMITED_PDS_LAW:
        _remove_excess_pds(table)


def discard_agenda_card(table: GameTable, law: str) -> None:
    """Put an agenda card on the discard pile; if it is a law in play, the law ends (IM-AGENDA-7)."""
    remove_law(table, law)
    table.agenda_discard.append(law)


def _remove_law(table: GameTable, law: str) -> None:
    """Remove a law; an objective that it made public can no longer be scored (IM-AGENDA-classified)."""
    leaked = [known.elected for known in table.laws if known.card == law == "classified"]
    table.open_objectives = tuple(name for name in table.open_objectives if name not in leaked)
    table.withdrawn_secrets += tuple(leaked)
    table.laws = tuple(known for known in table.laws if known.card != law)
    for planet, cards in list(table.attachments.items()):
        table.attachments[planet] = tuple(card for card in cards if card != law)
        if not table.attachments[planet]:
            del table.attachments[planet]


def _remove_excess_pds(table: GameTable) -> None:
    for planet, there in table.ground.items():
        for seat in list(there):
            beyond = table.units_on_planet(seat, planet)["pds"] - MAX_STRUCTURES_ON_PLANET["pds"]
            if beyond > 0:
                table.remove_units(seat, planet, "pds", beyond)
                table.announce("IM-AGENDA-defense_act", "fewer", seat, n=beyond, planet=planet)
