"""The kinds of figures that only this game has, the most telling columns first."""

from twingkit.imajica.charts.alliances import FORCES
from twingkit.imajica.charts.defences import DEFENDERS
from twingkit.imajica.charts.rival_chances import STOPPING

KINDS = (STOPPING, DEFENDERS, FORCES)
