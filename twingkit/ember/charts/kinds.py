"""The kinds of figures that only this game has, the most telling columns first."""

from twingkit.ember.charts.game_ends import RACE
from twingkit.ember.charts.hands import KEEP, REACH

KINDS = (REACH, KEEP, RACE)
