"""The page of a review, with a record from the address."""

from __future__ import annotations

from twingkit.core.messages import Fault
from twingkit.core.record import RecordError
from twingkit_widgets.learn.review.review_panel import ReviewPanel
from twingkit_widgets.panel.address.query import OpenedPanel, Query
from twingkit_widgets.panel.sentences import CatalogueFault


def review_page(query: Query) -> OpenedPanel:
    """Return the page that reviews the game for an address; `?game=` is a packed record to review, `?seat=`
    the reader's seat, `?first=yes` marks a first game, `?entry=` names an entry of the review. Invalid values
    are reported.
    """
    query.check_parameters("game", "seat", "first", "entry")
    game = query.value("game")
    if game is None:
        panel = ReviewPanel(query.lang)
        panel.entry = query.value("entry") or ""
        return OpenedPanel(panel)
    seat = query.value("seat") or ""
    try:
        panel = ReviewPanel(query.lang, game, seat, is_first_game=bool(query.value("first")))
    except (Fault, RecordError, CatalogueFault) as fault:
        query.faults.append(fault)
        return OpenedPanel(ReviewPanel(query.lang))
    if panel.review is not None:
        try:
            panel.review.set_reader(seat)
        except Fault as fault:
            query.faults.append(fault)
    return OpenedPanel(panel, has_named_state=True)
