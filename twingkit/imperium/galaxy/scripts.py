"""All scripts of cards, abilities, notes and agendas: importing this module registers them."""

from twingkit.imperium.galaxy.agenda import agenda_phase, directives, interventions, laws
from twingkit.imperium.galaxy.cards import command_cards, tactical_cards, units, wealth
from twingkit.imperium.galaxy.faction_abilities import actions, tactical_abilities, turns
from twingkit.imperium.galaxy.trade import faction_notes, promissory_notes

_SCRIPT_MODULES = (
    agenda_phase, directives, interventions, laws,
    command_cards, units, tactical_cards, wealth,
    actions, tactical_abilities, turns,
    faction_notes, promissory_notes,
)  # fmt: skip
"""The modules that register scripts."""
