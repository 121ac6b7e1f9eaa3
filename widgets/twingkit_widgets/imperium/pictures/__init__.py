"""The pictures of Twilight Imperium: units, dice, fleets."""
