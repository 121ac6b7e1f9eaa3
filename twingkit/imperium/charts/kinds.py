"""The kinds of figures that only this game has, the most telling columns first."""

from twingkit.imperium.charts.fleets import CHEAPEST, INVASION
from twingkit.imperium.charts.retreats import RETREAT

KINDS = (RETREAT, CHEAPEST, INVASION)
