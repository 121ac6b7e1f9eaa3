"""Lookahead: rate answers by playouts on copies in which hidden cards are redealt."""

from twingkit.players.lookahead.expert import Expert, generic_expert_factory
from twingkit.players.lookahead.lookahead import Lookahead, lookahead_of
from twingkit.players.lookahead.percentage import Percentage
from twingkit.players.lookahead.ratings import Rating, Ratings, rate_candidates, ratings

__all__ = [
    "Expert",
    "Lookahead",
    "Percentage",
    "Rating",
    "Ratings",
    "generic_expert_factory",
    "lookahead_of",
    "rate_candidates",
    "ratings",
]
