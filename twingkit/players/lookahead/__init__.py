"""Lookahead: rate answers by playouts on copies in which hidden cards are redealt."""

from twingkit.players.lookahead.expert import PlayoutExpert, generic_expert_factory
from twingkit.players.lookahead.lookahead import LookaheadFunctions, lookahead_of
from twingkit.players.lookahead.ratings import (
    AnswerRatings,
    PercentageFact,
    Rating,
    rate_answers_by_playouts,
    rate_candidates,
)

__all__ = [
    "AnswerRatings",
    "LookaheadFunctions",
    "PercentageFact",
    "PlayoutExpert",
    "Rating",
    "generic_expert_factory",
    "lookahead_of",
    "rate_answers_by_playouts",
    "rate_candidates",
]
