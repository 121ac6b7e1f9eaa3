"""The kinds of charts that only Ember has, those with the most specific columns first."""

from twingkit.ember.charts.game_ends import RACE
from twingkit.ember.charts.hands import KEEP, REACH

KINDS = (REACH, KEEP, RACE)
