"""A review as saved in JSON, which must be validated when it is loaded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

import attrs

from twingkit.core.messages import Fault
from twingkit.learn.reviews.reason import UnratedReason

FORMAT = 5
"""The format version of saved reviews."""

SharesByAnswer = dict[str, list[float]]
"""The shares of the win after each answer to a question, game by game."""

ROUNDING_TOLERANCE = 1e-9
"""The distance by which a computed chance may lie outside 0 to 1 because of rounding."""

KindT = TypeVar("KindT")


@attrs.frozen
class SavedReview:
    """The saved state of a review, with validated values.

    >>> SavedReview.parse('{"format": 1, "record": "", "steps": "x"}')
    Traceback (most recent call last):
    ...
    twingkit.core.messages.Fault: this is not a saved review, or it is from another version
    """

    record: str
    seed: int
    steps: int
    shares: list[SharesByAnswer]
    checks: list[SharesByAnswer]
    chances: list[list[tuple[float, ...]]]
    exact_values: list[dict[str, float]]
    certain_places: set[int]
    left_out: dict[int, UnratedReason]
    is_first_game: bool
    reader: int | None

    @classmethod
    def parse(cls, state: str) -> SavedReview:
        """Parse the JSON written by `to_json`. Raises `Fault` if it is not a saved review."""
        try:
            kept: Mapping[str, Any] = json.loads(state)  # not validated yet
            if kept["format"] != FORMAT:
                raise Fault("review.state")
            return cls(
                record=_check_type(str, kept["record"]),
                seed=_check_type(int, kept["seed"]),
                steps=_check_count(kept["steps"]),
                shares=_check_shares_by_answer(kept["shares"]),
                checks=_check_shares_by_answer(kept["checks"]),
                chances=[
                    [tuple(_check_shares(shares)) for shares in _check_type(list, played)]
                    for played in _check_type(list, kept["chances"])
                ],
                exact_values=[
                    {answer: _check_share(worth) for answer, worth in row.items()}
                    for row in _check_type(list, kept["exact_values"])
                ],
                certain_places={_check_count(number) for number in _check_type(list, kept["certain_places"])},
                left_out={
                    int(number): UnratedReason.from_texts(texts) for number, texts in kept["left_out"].items()
                },
                is_first_game=kept["is_first_game"] is True,
                reader=None if kept["reader"] is None else _check_count(kept["reader"]),
            )
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as why:
            raise Fault("review.state") from why

    def to_json(self) -> str:
        """Return the review as JSON."""
        kept = {"format": FORMAT, **attrs.asdict(self, recurse=False)}
        left_out = {number: dict(why.texts) for number, why in self.left_out.items()}
        return json.dumps(kept | {"certain_places": sorted(self.certain_places), "left_out": left_out})

    def matches(self, answers: list[str], moment_count: int, seat_count: int) -> bool:
        """True if the state belongs to a record with these given answers, this number of curve moments and
        this number of seats.
        """
        return (
            len(self.shares) == len(self.checks) == len(self.exact_values) == len(answers)
            and all(not row or answer in row for row, answer in zip(self.shares, answers, strict=True))
            and all(not row or answer in row for row, answer in zip(self.exact_values, answers, strict=True))
            and len(self.chances) == moment_count
            and all(len(shares) == seat_count for played in self.chances for shares in played)
            and self.certain_places <= set(range(moment_count))
            and self.left_out.keys() <= set(range(len(answers)))
            and (self.reader or 0) < seat_count
        )


def _check_type(kind: type[KindT], value: object) -> KindT:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(value)
    return value


def _check_count(value: object) -> int:
    count = _check_type(int, value)
    if count < 0:
        raise ValueError(value)
    return count


def _check_share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(value)
    if not -ROUNDING_TOLERANCE <= value <= 1 + ROUNDING_TOLERANCE:
        raise ValueError(value)
    return value


def _check_shares(value: object) -> list[float]:
    return [_check_share(share) for share in _check_type(list, value)]


def _check_shares_by_answer(value: object) -> list[SharesByAnswer]:
    return [
        {answer: _check_shares(played) for answer, played in row.items()} for row in _check_type(list, value)
    ]
