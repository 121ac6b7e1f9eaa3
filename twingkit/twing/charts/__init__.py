"""Figures for Imperial Twing only.

    from twingkit.twing import charts

They are called like those of `twingkit.analyse.charts`, and are loaded on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.analyse.charts.wording import add_words
from twingkit.core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from twingkit.twing.charts.outcomes import duel as duel
    from twingkit.twing.charts.outcomes import endgame as endgame
    from twingkit.twing.charts.tree import response_tree as response_tree
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

add_words(__name__)
