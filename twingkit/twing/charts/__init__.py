"""Figures that only Imperial Twing has.

    from twingkit.twing import charts

Each is called as those of `twingkit.analyse.charts` are, and is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.analyse.charts.wording import add_words
from twingkit.core.lazy import public_names

if TYPE_CHECKING:
    from twingkit.twing.charts.outcomes import duel as duel
    from twingkit.twing.charts.outcomes import endgame as endgame
    from twingkit.twing.charts.tree import response_tree as response_tree
else:
    __all__, __getattr__, __dir__ = public_names(__name__)

add_words(__name__)
