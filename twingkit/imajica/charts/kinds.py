"""The kinds of charts that only Imajica has, those with the most specific columns first."""

from twingkit.imajica.charts.alliances import ALLIANCES_FIGURE_KIND
from twingkit.imajica.charts.defences import DEFENCES_FIGURE_KIND
from twingkit.imajica.charts.rival_chances import STOP_CHANCES_FIGURE_KIND

FIGURE_KINDS = (STOP_CHANCES_FIGURE_KIND, DEFENCES_FIGURE_KIND, ALLIANCES_FIGURE_KIND)
