"""Action cards: what each does when it is played. Importing this package registers the scripts of all."""

import twingkit.imperium.cards.activation
import twingkit.imperium.cards.builders
import twingkit.imperium.cards.commands
import twingkit.imperium.cards.picking
import twingkit.imperium.cards.riches
import twingkit.imperium.cards.strikes
import twingkit.imperium.cards.technologies  # noqa: F401
