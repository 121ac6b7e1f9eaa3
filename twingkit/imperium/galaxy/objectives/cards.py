"""Objective cards (IM-SET-5, IM-OBJ-1)."""

from __future__ import annotations

from functools import cache

import attrs

from twingkit.imperium.box.tables import box_csv_rows


@attrs.frozen
class Objective:
    """An objective card, public or secret, with its requirement and its victory points.

    `stage` is 1 or 2 for a public and 0 for a secret objective; `scoring_phase` (status or action) is when it
    is scored. `requirement_kind`, `needed_count` and `counted_thing` are its requirement.
    """

    id: str
    name: str
    stage: int
    points: int
    scoring_phase: str
    requirement_kind: str
    needed_count: int
    counted_thing: str
    rule: str

    @property
    def is_secret(self) -> bool:
        """True for a secret objective."""
        return self.stage == 0


@cache
def objectives_by_id() -> dict[str, Objective]:
    """Return every objective by its id.

    >>> [sum(card.stage == stage for card in objectives_by_id().values()) for stage in (0, 1, 2)]
    [20, 10, 10]
    """
    return {
        row["id"]: Objective(
            row["id"],
            row["name"],
            int(row["stage"].replace("secret", "0")),
            int(row["points"]),
            row["phase"],
            row["verb"],
            int(row["count"]),
            row["of"],
            row["rule"],
        )
        for row in box_csv_rows("objectives.csv")
    }
