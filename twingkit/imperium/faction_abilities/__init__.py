"""Abilities of factions and technologies in a game. Importing this package registers the scripts of all."""

import twingkit.imperium.faction_abilities.actions
import twingkit.imperium.faction_abilities.activations
import twingkit.imperium.faction_abilities.fights
import twingkit.imperium.faction_abilities.gains
import twingkit.imperium.faction_abilities.production
import twingkit.imperium.faction_abilities.seasons  # noqa: F401
