"""Whether reviews rank the players of a game as games do: the mean loss a decision of each.

`python benchmarks/review_ranking.py [game] [games] [first deal] [depth] [file of results]`

Games of two players, each pair of `expert`, `steady`, `greedy` and `random` in turn and in both orders of
seats, are reviewed to a depth (1: the quick look). Shown for each player: decisions, the mean loss a
decision with its standard error (of the games), the share of mistakes and of blunders. With a file each
game is written to it at once, and a second run goes on after the last.

Measured with `ember 200 5000000 6` (4.2 s of processor time a review): expert 0.0193 ± 0.0016, steady
0.0207 ± 0.0026, greedy 0.0199 ± 0.0024, random 0.0534 ± 0.0028. Reviews tell who plays at random from others;
those three are closer to each other than 200 games show.
"""

from __future__ import annotations

import itertools
import json
import statistics
import sys
import time
from pathlib import Path

from twingkit import policies, review
from twingkit.arena.tallies import tally

VARIANTS = {"ember": "quick", "twing": "box", "imajica": "box"}
PLAYERS = ("expert", "steady", "greedy", "random")


def reviewed(name: str, deal: int, depth: int) -> list[dict[str, object]]:
    """The losses of both players of one game, with its time."""
    pairs = list(itertools.permutations(PLAYERS, 2))
    seated = pairs[deal % len(pairs)]
    games = tally(name)
    game = games.new_game(2, *games.prepared(2, VARIANTS[name], None), deal, explain=False)
    policies.play(game, seated, seed=deal)
    begun = time.process_time()
    frame = review(game.record, seconds=None, depth=depth, seed=deal)
    seconds = time.process_time() - begun
    return [
        {
            "deal": deal,
            "player": who,
            "losses": frame[frame.player == seat]["loss"].round(5).tolist(),
            "marks": frame[frame.player == seat]["mark"].tolist(),
            "seconds": round(seconds, 1),
        }
        for seat, who in enumerate(seated, start=1)
    ]


def shown(rows: list[dict[str, object]]) -> None:
    """Print the mean loss of each player."""
    print(f"{len(rows) // 2} games, {sum(row['seconds'] for row in rows) / len(rows):.1f} s a review")
    for who in PLAYERS:
        own = [row for row in rows if row["player"] == who and row["losses"]]
        means = [statistics.mean(row["losses"]) for row in own]
        marks = [mark for row in own for mark in row["marks"]]
        if len(means) < 2:
            continue
        error = statistics.stdev(means) / len(means) ** 0.5
        faults = [sum(mark == kind for mark in marks) / len(marks) for kind in ("mistake", "blunder")]
        print(
            f"  {who:7} {statistics.mean(means):.4f} ± {error:.4f} a decision, {len(marks)} decisions, "
            f"mistakes {faults[0]:.1%}, blunders {faults[1]:.1%}"
        )


def main(name: str = "ember", games: int = 200, first: int = 0, depth: int = 1, kept: str = "") -> None:
    """Review and print; every ten games what came so far."""
    path = Path(kept) if kept else None
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path and path.exists() else []
    met = {row["deal"] for row in rows}
    for deal in range(first, first + games):
        if deal in met:
            continue
        for row in reviewed(name, deal, depth):
            rows.append(row)
            if path:
                with path.open("a") as file:
                    file.write(json.dumps(row) + "\n")
        if (deal - first) % 10 == 9:
            shown(rows)
            sys.stdout.flush()
    shown(rows)


if __name__ == "__main__":
    texts = sys.argv[1:]
    main(*texts[:1], *map(int, texts[1:4]), *texts[4:5])
