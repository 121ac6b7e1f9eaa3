"""Analyses of fleet battles: retreats, cheapest fleets, invasions, and the worth of units and effects."""
