"""Exact odds of Ember."""

from twingkit.core.messages import add_messages

add_messages("twingkit.ember.exact_odds")
