"""Whether reviews rank the players of a game as games do: the mean loss a decision of each, all in the same
places.

`python benchmarks/review_ranking.py [game] [games] [first deal] [every] [file of results] [turns] [players]`

Games in which the players sit in every order in turn are reviewed (the quick look). At each decision, or each
`every`th, every player is asked what it would answer, where what it cannot see is dealt anew; these answers
are rated beside those that the review looks at, with the same deals and dice. So all players are judged in
the same places, whoever played there. Shown for each player: the mean `fair_loss` and `loss` a decision of a
review, the share of mistakes and of blunders; for each two neighbours how much the second one wins less a
decision, which needs no best answer. Standard errors are those of the games. With a file each game is written
to it at once, and a second run goes on after the last.

With a number of `turns` answers are not rated as reviews do: the strongest player plays on for so many turns,
which takes many times as long. Then only the answers of the `players` (such as `expert,steady`) are rated,
and only neighbours are shown.

Measured, by how much the second one wins less a decision (below 0: more):

- Ember, every second decision of 200 games (`ember 200 5000000 2`): steady behind expert 0.0031 ± 0.0006,
  greedy behind steady 0.0042 ± 0.0006, random behind greedy 0.0454 ± 0.0023. The fair loss of the four is
  0.0098, 0.0129, 0.0172 and 0.0626, each ± 0.0011 to 0.0024; the loss 0.007 more, which is the luck of the
  best.
- Imperial Twing, every eighth decision of 200 games (`twing 200 5000000 8`): expert answers as steady, greedy
  behind steady 0.0082 ± 0.0007, random behind greedy 0.0079 ± 0.0009.
- Imajica, every eighth decision of 24 games (`imajica 24 5000000 8`): steady behind expert 0.0006 ± 0.0005,
  greedy behind steady 0.0003 ± 0.0008, random behind greedy 0.0057 ± 0.0019; only the last is told apart.
- Twilight Imperium's short game: four games (`imperium 4 5000000 12`) tell nothing yet.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from twingkit import policies
from twingkit.arena.tallies import tally
from twingkit.lookahead import lookahead_of
from twingkit.reviews import Review
from twingkit.reviews.moments import Decision, moments_of
from twingkit.reviews.rows import Row, row_of

GAMES: dict[str, tuple[str, int, tuple[str, ...]]] = {
    "ember": ("quick", 2, ("expert", "steady", "greedy", "random")),
    "twing": ("box", 2, ("expert", "steady", "greedy", "random")),
    "imajica": ("box", 2, ("expert", "steady", "greedy", "random")),
    "imperium": ("short", 3, ("steady", "greedy", "random")),
}
"""The variant, the number of seats and the players of each game, the strongest first."""

Judged = dict[str, dict[str, Any]]
"""What each player would answer at one decision, and how good that is; without figures where answers that are
all alike were not rated."""


def asked(decision: Decision, players: Sequence[str], seed: int) -> dict[str, str]:
    """The answer of each player to a question, in a world that looks the same to the seat."""
    game, question = decision.game, decision.asked
    world = lookahead_of(game).world(game, decision.seat, seed)
    answers = {}
    for who in players:
        answer = policies.computer(game.start, who, seed)(world.copy())
        text = answer if isinstance(answer, str) else question.write(answer)
        answers[who] = question.write(question.read(text))
    return answers


def judged(row: Row) -> dict[str, Any]:
    """The figures of an answer that was rated."""
    figures = {name: round(getattr(row, name), 6) for name in ("win", "loss", "fair_loss")}
    return {"answer": row.answer, **figures, "mark": row.mark}


def rated(review: Review, answers: Sequence[dict[str, str]]) -> list[Judged]:
    """The judgements on the players' answers at the decisions of a review; those that nothing could rate are
    left out."""
    review.run()
    by_decision = []
    for number, (decision, given) in enumerate(zip(review.moments.decisions, answers, strict=True)):
        rows = {
            who: row_of(attrs.evolve(decision, answer=answer), review.shares[number], review.exactly[number])
            for who, answer in given.items()
        }
        judgements = {who: judged(row) for who, row in rows.items() if row is not None}
        if len(judgements) == len(given):
            by_decision.append(judgements)
    return by_decision


def reviewed(name: str, deal: int, every: int, turns: int, players: Sequence[str]) -> dict[str, Any]:
    """The judgements on the players at the decisions of one game, with its time."""
    variant, seats, seated = GAMES[name]
    seatings = list(itertools.permutations(seated, seats))
    begun, games = time.process_time(), tally(name)
    game = games.new_game(seats, *games.prepared(seats, variant, None), deal, explain=False)
    policies.play(game, seatings[deal % len(seatings)], seed=deal)
    moments = moments_of(game.record)
    places = [decision for decision in moments.decisions[deal % every :: every] if not decision.unrated]
    answers = [asked(decision, players, deal * 100_003 + decision.place) for decision in places]
    alike = [turns > 0 and len(set(given.values())) == 1 for given in answers]
    decisions = tuple(
        attrs.evolve(decision, further=tuple(dict.fromkeys(given.values())))
        for decision, given, same in zip(places, answers, alike, strict=True)
        if not same
    )
    review = Review(game.record, seed=deal, moments=attrs.evolve(moments, decisions=decisions, places=()))
    if turns:
        review.lookahead = attrs.evolve(
            review.lookahead,
            player=lambda seed: policies.computer(game.start, seated[0], seed),
            horizon=turns,
            answers=lambda game: (),
        )
    judgements = rated(review, [given for given, same in zip(answers, alike, strict=True) if not same])
    judgements += [
        {who: {"answer": answer} for who, answer in given.items()}
        for given, same in zip(answers, alike, strict=True)
        if same
    ]
    return {
        "deal": deal,
        "players": seatings[deal % len(seatings)],
        "decisions": judgements,
        "seconds": round(time.process_time() - begun, 1),
    }


def behind(judgement: Judged, better: str, worse: str) -> float:
    """The part by which the answer of the second player wins less: 0 where both answer alike."""
    alike = judgement[better]["answer"] == judgement[worse]["answer"]
    return 0.0 if alike else float(judgement[better]["win"] - judgement[worse]["win"])


def mean_of_games(values: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The mean of all values, and its standard error where those of one game belong together.

    >>> mean_of_games([[1.0, 1.0], [0.0, 0.0]])
    (0.5, 0.5)
    """
    count, games = sum(map(len, values)), len(values)
    mean = sum(map(sum, values)) / count
    squares = sum((sum(game) - mean * len(game)) ** 2 for game in values)
    return mean, (squares * games / (games - 1)) ** 0.5 / count


def shown(name: str, rows: Sequence[dict[str, Any]], losses: bool, players: Sequence[str]) -> None:
    """Print the mean loss of each player, and each two neighbours beside each other."""
    played = [row["decisions"] for row in rows if row["decisions"]]
    if len(played) < 2:
        return
    count, seconds = sum(map(len, played)), sum(row["seconds"] for row in rows) / len(rows)
    print(f"{name}: {len(rows)} games, {count} decisions, {seconds:.1f} s a game")
    for who in players if losses else ():
        fair, loss = (
            mean_of_games([[judgement[who][kind] for judgement in game] for game in played])
            for kind in ("fair_loss", "loss")
        )
        marks = [judgement[who]["mark"] for game in played for judgement in game]
        faults = [marks.count(kind) / count for kind in ("mistake", "blunder")]
        print(
            f"  {who:7} fair loss {fair[0]:.4f} ± {fair[1]:.4f}, loss {loss[0]:.4f} ± {loss[1]:.4f}, "
            f"mistakes {faults[0]:.1%}, blunders {faults[1]:.1%}"
        )
    for better, worse in itertools.pairwise(players):
        mean, error = mean_of_games(
            [[behind(judgement, better, worse) for judgement in game] for game in played]
        )
        others = sum(
            judgement[better]["answer"] != judgement[worse]["answer"] for game in played for judgement in game
        )
        print(
            f"  {worse} behind {better}: {mean:+.4f} ± {error:.4f} a decision "
            f"({others / count:.0%} answered otherwise)"
        )
    sys.stdout.flush()


def main(
    name: str = "ember",
    games: int = 200,
    first: int = 0,
    every: int = 1,
    kept: str = "",
    turns: int = 0,
    players: str = "",
) -> None:
    """Review and print; every ten games what came so far."""
    path, asked_for = Path(kept) if kept else None, players.split(",") if players else GAMES[name][2]
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path and path.exists() else []
    met = {row["deal"] for row in rows}
    for deal in range(first, first + games):
        if deal in met:
            continue
        rows.append(reviewed(name, deal, every, turns, asked_for))
        if path:
            with path.open("a") as file:
                file.write(json.dumps(rows[-1]) + "\n")
        if (deal - first) % 10 == 9:
            shown(name, rows, not turns, asked_for)
    shown(name, rows, not turns, asked_for)


if __name__ == "__main__":
    texts = sys.argv[1:]
    main(*texts[:1], *map(int, texts[1:4]), *texts[4:5], *map(int, texts[5:6]), *texts[6:7])
