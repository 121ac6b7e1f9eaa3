"""Speed of the exact odds next to the reference implementation that walks the script:
python benchmarks/odds.py

Every figure is the median processor time of repeated calls in this run; compare only within a run, because
machines differ.
"""

from __future__ import annotations

from typing import Any

from timing import median

from twingkit import twing
from twingkit.core.play import Game
from twingkit.odds.reference import reference_odds
from twingkit.twing.exact_odds.best_responses.values import BattleValues
from twingkit.twing.exact_odds.variants.contest import battle_contest

SIMPLE = "F: F5 F3 + F4 vs W: W6 W4"
HELD = "F: F5 F3 + F6M>F3 F4 & cat*2 trap vs W: W6 W4 + W3 & cat*2 trap miromon"
OBJECTS = HELD.replace("F4 &", "F4 @ shamrock &").replace("W3 &", "W3 @ hat &")
MOST = (
    "F: F5 F3 F1 + F6M>F3 F4 F2 @ shamrock & cat*5 trap*4 miromon "
    "vs W: W6 W4 W1 + W3 W2 W4M>W1 @ hat & cat*4 trap*4"
)
REFERENCE_BATTLE = "F: F5 + F4 & cat vs W: W6 + W3 & cat"


def time_reference(line: str, *, respond: bool) -> float:
    """Return the seconds of one run of the reference implementation."""
    battle = twing.Battle.parse(line)

    def start() -> Game:
        game = twing.battle_game(battle, explain=False)
        for side in battle.sides:
            game.answer(side.lay)
        return game

    def choices(question: Any) -> list[str]:
        return list(question.options()) if respond else ["pass"]

    def score(result: Any) -> int:
        return {0: 1, None: 0, 1: -1}[result.winner]

    return median(lambda: reference_odds(start(), score, choices), 3)


def row(name: str, seconds: float, reference: float | None = None) -> None:
    """Print one figure, and how many times faster than the reference it is."""
    ratio = f"{reference / seconds:12,.0f} x faster than the walk" if reference else ""
    print(f"{name:58} {seconds * 1e6:14,.1f} µs {ratio}")


def main() -> None:
    """Measure the exact odds, and print the table."""
    battle = twing.Battle.parse(SIMPLE)
    walked = time_reference(SIMPLE, respond=False)
    row("walk through the script, dice alone", walked)
    row("odds none, from a battle", median(lambda: twing.odds(battle), 2000), walked)
    row("odds none, from a line read before", median(lambda: twing.odds(SIMPLE), 2000), walked)
    row("odds none, line read anew", median(lambda: twing.odds(twing.Battle.parse(SIMPLE)), 2000), walked)
    print()
    walked = time_reference(REFERENCE_BATTLE, respond=True)
    row("walk through the script, best, one cat each", walked)
    row(
        "odds best, one cat each", median(lambda: twing.odds(REFERENCE_BATTLE, responses="best"), 200), walked
    )
    print()
    for name, line, repeats in (
        ("two cats and a trap each, Miromon on one", HELD, 30),
        ("the same with Hat and Shamrock", OBJECTS, 10),
        ("all that the assumed box can deal (6,000 combinations)", MOST, 3),
    ):
        contest = battle_contest(twing.Battle.parse(line))
        row(
            f"best, numpy: {name}",
            median(lambda contest=contest: BattleValues([contest], plain=False), repeats),
        )
        row(
            f"best, plain: {name}",
            median(lambda contest=contest: BattleValues([contest], plain=True), max(1, repeats // 3)),
        )


if __name__ == "__main__":
    main()
