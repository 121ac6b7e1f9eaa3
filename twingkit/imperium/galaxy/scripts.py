"""Every script of a card, ability, note or agenda: importing this module registers them all."""

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
    battlestation,
    builders,
    commands,
    focused_research,
    invasions,
    picking,
    strikes,
)
from twingkit.imperium.galaxy.cards import wealth as riches
from twingkit.imperium.galaxy.faction_abilities import (
    actions,
    activations,
    fights,
    gains,
    phase_ends,
    plunder,
    production,
    turns,
)
from twingkit.imperium.galaxy.trade import faction_notes, notes, notes_of_war

SCRIPTED = (
    agenda_phase, destruction, directives, interventions, laws, laws_in_play, predictions,
    activation, battlestation, builders, commands, invasions, picking, focused_research, riches, strikes,
    actions, activations, fights, gains, plunder, production, phase_ends, turns,
    faction_notes, notes, notes_of_war,
)  # fmt: skip
"""The modules that register scripts."""
