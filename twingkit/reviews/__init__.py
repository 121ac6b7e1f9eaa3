"""Reviews: every decision of a game rated against the best, the curve of the chance to win, and its luck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.lazy import public_names

if TYPE_CHECKING:
    from twingkit.reviews.curve import Luck as Luck
    from twingkit.reviews.curve import Point as Point
    from twingkit.reviews.marks import MARKS as MARKS
    from twingkit.reviews.reviewing import Review as Review
    from twingkit.reviews.rows import Row as Row
    from twingkit.reviews.sentences import luck_sentence as luck_sentence
    from twingkit.reviews.sentences import review_notes as review_notes
    from twingkit.reviews.sentences import sentence as sentence
    from twingkit.reviews.table import COLUMNS as COLUMNS
    from twingkit.reviews.table import PartialReview as PartialReview
    from twingkit.reviews.table import curve_table as curve_table
    from twingkit.reviews.table import luck_table as luck_table
    from twingkit.reviews.table import review as review
else:
    __all__, __getattr__, __dir__ = public_names(__name__)
