"""The words of the page of a review."""

from __future__ import annotations

from pathlib import Path

from twingkit_widgets.panel.sentences import SaidFault
from twingkit_widgets.panel.wording import Words

WORDS = Words(Path(__file__).with_name("review_words.toml"))
"""The sentences of the page of a review."""


class ReviewFault(SaidFault):
    """A game that the page does not review, in the words `fault.` and its key."""

    catalogue = WORDS

    def __init__(self, key: str) -> None:
        super().__init__(f"fault.{key}")
