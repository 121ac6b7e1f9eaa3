"""The kinds of figures of this game alone, those with the most distinctive columns first."""

from twingkit.imperium.battle.charts.fleets import CHEAPEST, INVASION, RETREAT

FIGURE_KINDS = (RETREAT, CHEAPEST, INVASION)
