"""How often the recommended answer and its verdict change with other luck, and with stronger players.

`python benchmarks/advice.py [twing|ember|imajica|imperium] [decisions]`; 20 decisions by default, drawn from
games between `greedy` and `steady`. Each is rated twice, with different seeds. The two best answers are then
compared in 128 fresh playouts, and in 96 between `steady` players. Of the clear verdicts, those are counted
whose other answer comes out ahead (`turned`), and those that are no longer clear (`lost`).
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from random import Random

import attrs

from twingkit.core.play import Game
from twingkit.players.lookahead import LookaheadFunctions, lookahead_of, rate_candidates
from twingkit.players.lookahead.ratings import AnswerPlayouts, answers_to_rate
from twingkit.players.policies import computer_player

PART, MAX_PER_GAME, MAX_ANSWERS = 0.12, 12, 600
"""The share of the decisions that are rated, the most of one game, and the most answers given in one."""


def decisions(game_id: str, count: int) -> Iterator[Game]:
    """Yield decisions with at least two answers worth rating."""
    module, found, seed = import_module(f"twingkit.{game_id}"), 0, 0
    while found < count:
        game = module.new_game(3 if game_id == "imperium" else 2, seed=seed)
        rng, here = Random(seed), 0
        names = ("greedy", "steady", "steady") if seed % 2 else ("steady", "greedy", "greedy")
        players = [computer_player(game.start, name, seed) for name in names]
        while (question := game.question) is not None and here < MAX_PER_GAME and len(game) < MAX_ANSWERS:
            if question.is_chance:
                game.answer_randomly(Random(f"{seed} {len(game)}"))
                continue
            lookahead = lookahead_of(game)
            is_drawn = rng.random() < PART and lookahead.rating_fault(game) is None
            if is_drawn and len(answers_to_rate(game, lookahead)) > 1:
                here, found = here + 1, found + 1
                yield game.copy()
                if found == count:
                    return
            game.answer(players[question.player](game))
        seed += 1


def lead(
    game: Game, answer: str, other: str, count: int, lookahead: LookaheadFunctions
) -> tuple[float, float]:
    """Return how much more an answer wins than another one in fresh playouts, with the standard error."""
    played = AnswerPlayouts(game, lookahead=lookahead, candidate_answers=[answer, other], seed=7)
    for _ in range(count):
        for each in played.answers:
            played.run_playout(each)
    return played.ratings().win_deficit(other, answer)


def main(game_id: str = "twing", count: str = "20") -> None:
    """Print the counts of one game, and the processor time of a rating."""
    counts, seconds = Counter[str](), 0.0
    for game in decisions(game_id, int(count)):
        begin = time.process_time()
        rated, again = rate_candidates(game, seed=0), rate_candidates(game, seed=1)
        seconds += time.process_time() - begin
        assert rated is not None
        assert again is not None
        best, other = rated.rows[0].answer, rated.rows[1].answer
        counts["other answer"] += again.best.answer != best
        if rated.verdict(best, other) != "clear":
            continue
        counts["clear"] += 1
        own = lookahead_of(game)
        strong = attrs.evolve(
            own, playout_player=lambda seed, start=game.start: computer_player(start, "steady", seed)
        )
        for name, lookahead, tries in (("", own, 128), (" with steady", strong, 96)):
            gain, error = lead(game, best, other, tries, lookahead)
            counts[f"turned{name}"] += gain < 0
            counts[f"lost{name}"] += gain <= 2 * error
    print(f"{game_id}: {count} decisions, {seconds / 2 / int(count):.2f} s each; {dict(counts)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
