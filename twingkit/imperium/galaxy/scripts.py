"""All scripts of cards, abilities, notes and agendas: importing this module registers them."""

from twingkit.imperium.galaxy.agenda import (
    agenda_phase,
    destruction,
    directives,
    interventions,
    laws,
    laws_in_play,
    predictions,
)
from twingkit.imperium.galaxy.cards import (
    activation,
    command_cards,
    invasions,
    picking,
    strikes,
    unit_placement,
    wealth,
)
from twingkit.imperium.galaxy.faction_abilities import (
    actions,
    activations,
    fights,
    gains,
    phase_ends,
    production,
    turns,
)
from twingkit.imperium.galaxy.trade import faction_notes, notes_of_war, promissory_notes

_SCRIPT_MODULES = (
    agenda_phase, destruction, directives, interventions, laws, laws_in_play, predictions,
    activation, unit_placement, command_cards, invasions, picking, wealth,
    strikes,
    actions, activations, fights, gains, production, phase_ends, turns,
    faction_notes, promissory_notes, notes_of_war,
)  # fmt: skip
"""The modules that register scripts."""
