"""Exact puzzles: positions in which the odds of every answer are known, so that nothing is played on.

Worth is the chance to win, a tie counting as half a win (0 to 1); its error is 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from twingkit.asking import Chance
from twingkit.messages import Fault
from twingkit.play import Game
from twingkit.puzzles.acting import acting_rules
from twingkit.puzzles.puzzle import Puzzle, PuzzleAnswer
from twingkit.puzzles.source import ExactSource

GROUP = 20
"""A theme of one hardness may have so many puzzles, whatever its share."""

SHARE = 5
"""Beyond that it has at most this part (one of so many) of all exact puzzles."""

CHOICE = 3
"""With fewer answers a question is a puzzle only where at most a third of the players find the best one."""


def find_exact(source: ExactSource, seeds: Iterable[int], known: Iterable[Puzzle] = ()) -> Iterator[Puzzle]:
    """Yield the exact puzzles in the games of these seeds, at most one of each; none is like another, nor
    like those that are `known`. No theme of one hardness takes up more than its share."""
    there = [puzzle for puzzle in known if puzzle.exact]
    seen = {source.alike(puzzle.game()) for puzzle in there}
    groups = Counter((puzzle.kind, puzzle.hardness) for puzzle in there)
    for seed in seeds:
        for game in _questions(source, source.new_game(seed)):
            alike = source.alike(game)
            puzzle = None if alike in seen else exact_puzzle(source, game)
            if puzzle is None:
                continue
            group = puzzle.kind, puzzle.hardness
            if groups[group] >= max(GROUP, groups.total() / SHARE):
                continue
            seen.add(alike)
            groups[group] += 1
            yield puzzle
            break


def _questions(source: ExactSource, game: Game) -> Iterator[Game]:
    """Yield a game whenever its question can make a puzzle."""
    while (asked := game.question) is not None:
        if isinstance(asked, Chance):
            game.roll()
            continue
        if source.asks(game):
            yield game
        game.answer(source.plays(game))


def exact_puzzle(source: ExactSource, game: Game) -> Puzzle | None:
    """The puzzle of a game's question; None if no answer stands out, or it is too easy a choice."""
    asked = game.question
    assert asked is not None
    count = len(list(islice(asked.options(), source.most_answers + 1)))
    if not 2 <= count <= source.most_answers:
        return None
    worths = source.worths(game)
    if worths is None:
        return None
    ranked = sorted(worths.items(), key=lambda row: (-row[1], row[0]))
    (best, most), (_, second) = ranked[:2]
    if most - second < source.margin:
        return None
    found = source.found_by(game, best)
    if len(ranked) < CHOICE and found > 1 / 3:
        return None
    return Puzzle(
        table=source.line(game),
        before=tuple(entry.answer for entry in game.transcript),
        seat=asked.player,
        kind=source.theme(game, best),
        answers=tuple(PuzzleAnswer(text, worth, 0.0, 0) for text, worth in ranked),
        margin=most - second,
        error=0.0,
        solved=found,
        rules=acting_rules(game, best) or (source.rule(game, best),),
    )


def recomputed(source: ExactSource, puzzle: Puzzle) -> float:
    """The largest difference (0 to 1) between the kept worth of an answer and what the slow way says."""
    game = puzzle.game()
    if game.question is None:
        raise Fault("puzzles.line", found=puzzle.id)
    return max(abs(source.slow_worth(game, one.answer) - one.win) for one in puzzle.answers)
