"""From a second try of a position, a link leads back to the entry of the review."""

from __future__ import annotations

import re
from html import unescape

import pytest

from twingkit import ember
from twingkit.core.links import pack_text
from twingkit.players import policies
from twingkit_widgets.learn.review.review_panel import ReviewPanel
from twingkit_widgets.site.page import Page, page


@pytest.fixture(scope="module")
def reviewed() -> ReviewPanel:
    """Return the review of a game of Ember with mistakes, for the first player."""
    record = policies.play(ember.new_game(2, seed=3), ["random", "greedy"], seed=1).record
    panel = ReviewPanel("en", pack_text(record), "p1")
    assert panel.review is not None
    panel.review.run()
    panel.act_stop_work(None)
    panel.refresh()
    return panel


def again(reviewed: ReviewPanel, key: str) -> Page:
    """Return the page for a second try of the first entry of this kind."""
    links = re.findall(rf'href="(ember-play.ipynb\?[^"]*back=review:{key}:\d+[^"]*)"', reviewed.html)
    address, _, query = unescape(links[0]).partition("?")
    return page(address.removesuffix(".ipynb"), query)


def returned(reviewed: ReviewPanel, key: str) -> ReviewPanel:
    tried = again(reviewed, key)
    assert not tried.fault_panel
    (href,) = re.findall(r'href="review.ipynb\?([^"]*)"', tried.frame.html)
    assert "Back to the review" in tried.frame.html
    back = page("review", unescape(href))
    assert not back.fault_panel
    panel = back.panels[0]
    panel.load_memory("review", reviewed.saved_review)
    return panel


def test_the_way_back_from_a_second_try_ends_at_its_entry(reviewed: ReviewPanel) -> None:
    panel = returned(reviewed, "mistake")
    (entry,) = re.findall(r'<li data-key="([^"]*)" data-top', panel.html)
    assert entry.startswith("mistake:")
    assert panel.review.reader == 0, "the reader is still the first player"
    assert "<details open" not in panel.html


def test_a_review_that_was_left_is_kept_with_its_reader(reviewed: ReviewPanel) -> None:
    panel = ReviewPanel("en")
    panel.load_memory("review", reviewed.saved_review)
    assert panel.seat == "p1"
    panel.do("seat", "p2")
    later = ReviewPanel("en")
    later.load_memory("review", panel.saved_review)
    assert later.seat == "p2"
