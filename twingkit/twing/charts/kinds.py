"""The kinds of figures for this game only, those with the most specific columns first."""

from twingkit.twing.charts.outcomes import DUEL, ENDGAME
from twingkit.twing.charts.tree import RESPONSE_TREE

KINDS = (RESPONSE_TREE, DUEL, ENDGAME)
