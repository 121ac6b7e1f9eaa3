"""Reviews: every decision of a game rated against the best one, the curve of the chance to win, and the
luck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.core.lazy_imports import lazy_exports

if TYPE_CHECKING:
    from twingkit.learn.reviews.curve import CurvePoint as CurvePoint
    from twingkit.learn.reviews.curve import ResultBreakdown as ResultBreakdown
    from twingkit.learn.reviews.marks import MARKS as MARKS
    from twingkit.learn.reviews.reviewing import Review as Review
    from twingkit.learn.reviews.rows import RatedDecision as RatedDecision
    from twingkit.learn.reviews.sentences import decision_sentence as decision_sentence
    from twingkit.learn.reviews.sentences import luck_sentences as luck_sentences
    from twingkit.learn.reviews.sentences import review_notes as review_notes
    from twingkit.learn.reviews.table import PartialReview as PartialReview
    from twingkit.learn.reviews.table import curve_table as curve_table
    from twingkit.learn.reviews.table import luck_table as luck_table
    from twingkit.learn.reviews.table import review as review
else:
    __all__, __getattr__, __dir__ = lazy_exports(__name__)
