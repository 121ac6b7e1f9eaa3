"""The worth of one change, in any game: from the view of the changed side, ranked, and as a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import attrs
import pytest

from twingkit.analyse.reports.change_worth import (
    ROUNDING_TOLERANCE,
    ChangeWorth,
    RefusedChangeFault,
    parse_changes,
    rate_changes,
    sort_by_effect_size,
    worth_frame,
)
from twingkit.core.language import in_language, language, localized
from twingkit.core.messages import Fault
from twingkit.core.questions import Refusal
from twingkit.odds.odds import Odds

COLUMNS = {
    "side": "str",
    "change": "str",
    "win_change": "float64",
    "rules": "object",
    "refused": "str",
    "rank": "int64",
}


@attrs.frozen
class Thing:
    """One more thing for a side."""

    side: str
    token: str
    kind: str = "thing"

    @localized
    def label(self, lang: str | None = None) -> str:
        return f"+ {self.token}"


@attrs.frozen
class Row(ChangeWorth[Thing, str]):
    """A change that a made-up rule causes."""

    @property
    def rules(self) -> tuple[str, ...]:
        return ("R-1", "R-2")

    @localized
    def reason(self, lang: str | None = None) -> str:
        return "so it is" if language() == "en" else "so ist es"


def row(side: str, token: str, odds: Odds | None, base: Odds | None = None) -> Row:
    return Row(Thing(side, token), "as it is", "the battle", odds, base or Odds(0.5, 0.1, 0.4))


def test_a_difference_that_is_only_rounding_is_none() -> None:
    same = row("attacker", "a", Odds(0.5 + ROUNDING_TOLERANCE / 2, 0.1, 0.4))
    assert (same.win_change, same.edge_change) == (0.0, 0.0)
    more = row("attacker", "b", Odds(0.6, 0.1, 0.3))
    assert math.isclose(more.win_change, 0.1)
    assert math.isclose(more.edge_change, 0.2)
    assert math.isnan(row("attacker", "c", None).edge_change)


def test_what_changes_most_comes_first_whatever_its_sign() -> None:
    rows = [row("attacker", token, Odds(win, 0.0, 1 - win)) for token, win in (("a", 0.6), ("b", 0.1))]
    assert [each.change.token for each in sort_by_effect_size(rows)] == ["b", "a"]


def test_the_table_tells_the_base_as_the_attackers_and_ends_with_what_is_refused() -> None:
    rows = [row("defender", "a", Odds(0.7, 0.1, 0.2)), row("defender", "b", None)]
    with in_language("de"):
        frame = worth_frame([rows], COLUMNS, [[]], battle="the battle")
    assert len(worth_frame([rows], COLUMNS)) == 1
    assert frame.columns.tolist() == list(COLUMNS)
    assert frame.loc[0].tolist() == ["defender", "a", pytest.approx(0.2), ["R-1", "R-2"], "", 1]
    told: dict[str, Any] = dict(frame.attrs)
    assert told["base"] == {"win": 0.4, "tie": 0.1, "loss": 0.5, "edge": pytest.approx(-0.1)}
    assert (told["battle"], told["lang"]) == ("the battle", "de")
    assert frame.loc[1].drop("win_change").tolist() == ["defender", "b", ["R-1", "R-2"], "so ist es", 2]
    assert math.isnan(frame.loc[1, "win_change"])


def test_changes_are_solved_in_one_call_and_seen_by_their_side_with_what_is_forbidden_last() -> None:
    calls: list[list[float]] = []

    def judge(_: int, change: Thing, battle: str) -> float | Refusal | Fault:
        return Fault("odds.quantile", found=battle) if change.token == "no" else float(battle)

    def solve(wins: Sequence[float]) -> list[Odds]:
        calls.append(list(wins))
        return [Odds(win, 0.0, 1 - win) for win in wins]

    changes = [
        (Thing("attacker", "no"), "no battle"),
        (Thing("attacker", "little"), "0.6"),
        (Thing("defender", "much"), "0.9"),
    ]
    rows, others = rate_changes(
        [0.5, 0.2],
        [changes, [(Thing("attacker", "most"), "1.0")]],
        judge,
        solve,
        lambda place, change, battle, _, odds, base: Row(change, f"line {place}", battle, odds, base),
    )
    assert calls == [[0.5, 0.2, 0.6, 0.9, 1.0]]
    assert [(each.original_battle, each.win_change) for each in others] == [("line 1", pytest.approx(0.8))]
    assert [each.change.token for each in rows] == ["much", "little", "no"]
    assert [each.win_change for each in rows] == pytest.approx([-0.4, 0.1, math.nan], nan_ok=True)
    assert rows[2].odds is None


def test_a_change_is_made_for_each_side_and_refused_for_one_that_cannot_have_it() -> None:
    def read(text: str, side: str, line: str) -> Thing:
        if len(text) > 1:
            raise Fault("odds.quantile", found=text)
        if f"{side} {text}" not in line:
            fault = RefusedChangeFault("odds.quantile", found=f"{side} {text} in {line}")
            fault.kind = "thing"
            raise fault
        return Thing(side, text)

    lines = ["attacker a, defender a", "defender b"]
    found, refused = parse_changes(["a", "b", "a"], lines, ["attacker", "defender"], read)
    assert found == [[Thing("attacker", "a"), Thing("defender", "a")], [Thing("defender", "b")]]
    assert [[(row["side"], row["change"], row["kind"]) for row in rows] for rows in refused] == [
        [("attacker", "b", "thing"), ("defender", "b", "thing")],
        [("attacker", "a", "thing"), ("defender", "a", "thing"), ("attacker", "b", "thing")],
    ]
    assert "attacker b in attacker a" in str(refused[0][0]["refused"])
    with pytest.raises(Fault, match="long"):
        parse_changes(["a", "long"], lines, ["attacker", "defender"], read)
