"""Looking ahead: the worth of answers, by playing on copies in which hidden cards are dealt anew."""

from twingkit.lookahead.expert import Expert, expert_of
from twingkit.lookahead.lookahead import Lookahead, lookahead_of, share_of
from twingkit.lookahead.ratings import Rating, Ratings, ratings
from twingkit.lookahead.share import Share

__all__ = [
    "Expert", "Lookahead", "Rating", "Ratings", "Share", "expert_of", "lookahead_of", "ratings", "share_of",
]  # fmt: skip
