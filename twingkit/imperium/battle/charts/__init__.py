"""Figures that only Twilight Imperium has.

    from twingkit.imperium import charts

They are called like those of `twingkit.analyse.charts` and loaded on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.analyse.charts.wording import add_words
from twingkit.core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from twingkit.imperium.battle.charts.fleets import cheapest as cheapest
    from twingkit.imperium.battle.charts.fleets import invasion as invasion
    from twingkit.imperium.battle.charts.fleets import retreat as retreat
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

add_words(__name__)
