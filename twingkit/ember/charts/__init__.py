"""Charts that only Ember has.

    from twingkit.ember import charts

Call them like the charts of `twingkit.analyse.charts`: `lang` and `theme` are by default those that are set,
and a frame that cannot be drawn raises `Fault`. Each one is loaded on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.analyse.charts.wording import add_words
from twingkit.core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from twingkit.ember.charts.kinds import keep as keep
    from twingkit.ember.charts.kinds import race as race
    from twingkit.ember.charts.kinds import reach as reach
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)

add_words(__name__)
