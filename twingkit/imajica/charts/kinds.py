"""The kinds of charts that only Imajica has, those with the most specific columns first."""

from twingkit.imajica.charts.alliances import FORCES
from twingkit.imajica.charts.defences import DEFENDERS
from twingkit.imajica.charts.rival_chances import STOPPING

KINDS = (STOPPING, DEFENDERS, FORCES)
