"""The kinds of charts that only Ember has, those with the most specific columns first."""

from twingkit.ember.charts.game_ends import GAME_ENDS_FIGURE_KIND
from twingkit.ember.charts.hands import CONJURING_CHANCES_KIND, KEEP_CHOICES_KIND

FIGURE_KINDS = (CONJURING_CHANCES_KIND, KEEP_CHOICES_KIND, GAME_ENDS_FIGURE_KIND)
