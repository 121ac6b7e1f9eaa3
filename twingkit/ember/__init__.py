"""Ember: sets of cards conjure creatures whose abilities collide.

`chance_within(hand, cost, turns)` and `keep_table(...)` say what a hand can become.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.lazy import public_names

if TYPE_CHECKING:
    from twingkit.ember.exact_odds.chance_within import Keep as Keep
    from twingkit.ember.exact_odds.chance_within import chance_within as chance_within
    from twingkit.ember.exact_odds.chance_within import keep_table as keep_table
    from twingkit.ember.rules.costs import Cost as Cost
    from twingkit.ember.rules.costs import payments as payments
    from twingkit.ember.rules.rulebook import rulebook as rulebook

__all__, __getattr__, __dir__ = public_names(__name__)
