"""Looking ahead: the worth of answers, by playing on copies in which hidden cards are dealt anew."""

from twingkit.players.lookahead.expert import Expert, expert_of
from twingkit.players.lookahead.lookahead import Lookahead, lookahead_of
from twingkit.players.lookahead.ratings import Rating, Ratings, ratings
from twingkit.players.lookahead.share import Share

__all__ = ["Expert", "Lookahead", "Rating", "Ratings", "Share", "expert_of", "lookahead_of", "ratings"]
