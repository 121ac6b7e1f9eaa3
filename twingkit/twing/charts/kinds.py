"""The kinds of figures for this game only, those with the most specific columns first."""

from twingkit.twing.charts.outcomes import DUEL_FIGURE_KIND, ENDGAME_FIGURE_KIND
from twingkit.twing.charts.tree import RESPONSE_TREE_KIND

FIGURE_KINDS = (RESPONSE_TREE_KIND, DUEL_FIGURE_KIND, ENDGAME_FIGURE_KIND)
