"""All scripts of cards, abilities, notes and agendas: importing this module registers them."""

from twingkit.imperium.galaxy.agenda import agenda_phase, directives, interventions, laws
from twingkit.imperium.galaxy.cards import action_cards
from twingkit.imperium.galaxy.faction_abilities import tactical_abilities, turns
from twingkit.imperium.galaxy.trade import faction_notes, promissory_notes

_SCRIPT_MODULES = (
    agenda_phase, directives, interventions, laws,
    action_cards, tactical_abilities, turns,
    faction_notes, promissory_notes,
)  # fmt: skip
"""The modules that register scripts."""
