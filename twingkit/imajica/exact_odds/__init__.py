"""Exact odds of Imajica: who can stop you, best defenders, best calls, and distance from victory."""

from twingkit.core.messages import add_messages

add_messages("twingkit.imajica.exact_odds")
