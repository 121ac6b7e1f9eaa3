"""Exact odds of Imajica: can they stop me, whom to defend with, whom to call, how far is victory."""

from twingkit.core.messages import add_messages

add_messages("twingkit.imajica.exact_odds")
