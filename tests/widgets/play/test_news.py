"""Which rulings share a line of the news, and which are left out."""

from __future__ import annotations

from typing import ClassVar

import pytest

from twingkit import Ruling
from twingkit.ember.rules import events
from twingkit.ember.rules.rulebook import rulebook
from twingkit_widgets.table.play.news import News, Part, PartTable


class _SomeNews(News):
    parts: ClassVar[PartTable] = {
        events.Stayed: Part.OMITTED,
        "EM-TURN-7": Part.EFFECT,
        ("EM-WIN-2", "unasked"): Part.STEP,
    }
    parts_of_others: ClassVar[PartTable] = {events.Stayed: Part.STEP}


def _lines(*rulings: Ruling, since: int = 0) -> list[int]:
    """Return how many rulings are in each line of the news for player 1."""
    return [len(line.sentences) for line in _SomeNews("p1").lines(rulings, since)]


def _ruling(rule: str, case: str, side: str) -> Ruling:
    return Ruling(rule, case, {"side": side}, rulebook())


LINE = _ruling("EM-CALL-3", "passes", "p2")
EFFECT = _ruling("EM-TURN-7", "anything", "p2")
OWN_STAY, OTHER_STAY = (_ruling("EM-TURN-2", "stays", side) for side in ("p1", "p2"))
UNASKED = _ruling("EM-WIN-2", "unasked", "p1")


@pytest.mark.parametrize(
    ("rulings", "lengths"),
    [
        ((LINE, LINE), [1, 1]),
        ((LINE, EFFECT, EFFECT, LINE), [3, 1]),
        ((EFFECT,), [1]),
        ((OTHER_STAY, UNASKED, LINE, OTHER_STAY), [2, 1, 1]),
        ((LINE, OTHER_STAY), [1, 1]),
        ((OWN_STAY, LINE), [1]),
    ],
)
def test_rulings_share_a_line_by_their_part_in_the_news(
    rulings: tuple[Ruling, ...], lengths: list[int]
) -> None:
    assert _lines(*rulings) == lengths


def test_only_new_rulings_are_told() -> None:
    assert _lines(LINE, LINE, EFFECT, since=2) == [1]
