"""The kinds of figures that only this game has, those with the most distinctive columns first."""

from twingkit.imperium.battle.charts.fleets import CHEAPEST, INVASION
from twingkit.imperium.battle.charts.retreats import RETREAT

KINDS = (RETREAT, CHEAPEST, INVASION)
