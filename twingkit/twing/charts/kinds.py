"""The kinds of figures that only this game has, the most telling columns first."""

from twingkit.twing.charts.outcomes import DUEL, ENDGAME
from twingkit.twing.charts.tree import RESPONSE_TREE

KINDS = (RESPONSE_TREE, DUEL, ENDGAME)
