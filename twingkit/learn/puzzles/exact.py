"""Find exact puzzles: positions in which the exact odds of every answer are known.

The value of an answer is the chance to reach the goal of the puzzle, or without a goal the chance to win,
where a tie counts as half a win (0 to 1). Its error is 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.learn.puzzles.puzzle import Puzzle, RatedPuzzleAnswer
from twingkit.learn.puzzles.search import acting_rules
from twingkit.learn.puzzles.source import ExactPuzzleSource, ExactPuzzleTask

UNLIMITED_GROUP_SIZE = 20
"""The number of puzzles that every group (theme and level) may have, whatever its share of all puzzles."""

_THEME_SHARE_DIVISOR = 5
"""A larger group may have at most one in this many of all exact puzzles."""

MIN_ANSWERS_UNLESS_HARD = 3
"""A question with fewer answers is a puzzle only if at most a third of the players find the best one."""


def find_exact_puzzles(
    source: ExactPuzzleSource, seeds: Iterable[int], known: Iterable[Puzzle] = ()
) -> Iterator[Puzzle]:
    """Yield puzzles with exact odds found in the games that these seeds start, at most one for each question
    and goal in a game.

    Each game gives at most one puzzle of each question and goal; none duplicates another or one of the
    `known` ones. No theme of one level exceeds its share.
    """
    there = [puzzle for puzzle in known if puzzle.is_exact]
    seen = {source.task(puzzle.game(), puzzle.goal).duplicate_key() for puzzle in there}
    groups = Counter((puzzle.kind, puzzle.hardness) for puzzle in there)
    for seed in seeds:
        places: list[tuple[str, tuple[str, ...]]] = []
        goals = set[str]()
        for bare in _candidates(source, source.new_game(seed)):
            if (bare.table, bare.before) in places or bare.goal in goals:
                continue
            alike = source.task(bare.game(), bare.goal).duplicate_key()
            puzzle = None if alike in seen else exactly_rated_puzzle(source, bare)
            if puzzle is None:
                continue
            group = puzzle.kind, puzzle.hardness
            if groups[group] >= max(UNLIMITED_GROUP_SIZE, groups.total() / _THEME_SHARE_DIVISOR):
                continue
            seen.add(alike)
            groups[group] += 1
            yield puzzle
            places.append((bare.table, bare.before))
            goals |= {bare.goal} - {""}
            if len(places) >= source.max_per_game:
                break


def _candidates(source: ExactPuzzleSource, game: Game) -> Iterator[Puzzle]:
    """Yield every possible puzzle of a game (each question with each goal), its answers not rated yet."""
    while (question := game.question) is not None:
        if question.is_chance:
            game.roll()
            continue
        if (posed := source.puzzle_position(game)) is not None:
            table, before = posed
            for goal in source.goals(game):
                yield Puzzle(
                    table=table, before=before, goal=goal, seat=question.player, kind=question.kind,
                    answers=(), margin=0.0, error=0.0, solved=0.0,
                )  # fmt: skip
        game.answer(source.next_answer(game))


def exactly_rated_puzzle(source: ExactPuzzleSource, unrated: Puzzle) -> Puzzle | None:
    """Return a puzzle with exact values for the answers of `unrated`; None if no answer stands out or the
    choice is too easy.
    """
    task = source.task(unrated.game(), unrated.goal)
    worths = task.answer_values()
    if worths is None or not 2 <= len(worths) <= source.max_answers:
        return None
    ranked = sorted(worths.items(), key=lambda row: (-row[1], row[0]))
    (best, most), (_, second) = ranked[:2]
    if most - second < source.margin:
        return None
    share = task.share_finding(best)
    if len(ranked) < MIN_ANSWERS_UNLESS_HARD and share > 1 / 3:
        return None
    return attrs.evolve(
        unrated,
        kind=task.theme(best),
        answers=tuple(RatedPuzzleAnswer(text, worth, 0.0, 0) for text, worth in ranked),
        margin=most - second,
        solved=share,
        rules=_rules(task, best),
    )


def _rules(task: ExactPuzzleTask, best: str) -> tuple[str, ...]:
    """Return the rules that act after the best answer or, with a goal or if none acts, the rules on which the
    answer rests.
    """
    resting = task.rules(best)
    return resting if task.goal else acting_rules(task.game, best) or resting


def largest_stored_value_error(source: ExactPuzzleSource, puzzle: Puzzle) -> float:
    """Return the largest error (0 to 1) of a puzzle's stored answer values, compared with the reference
    implementation.
    """
    game = puzzle.game()
    if game.question is None:
        raise Fault("puzzles.line", found=puzzle.id)
    slow = source.task(game, puzzle.goal).reference_values([answer.answer for answer in puzzle.answers])
    return max(abs(slow[answer.answer] - answer.value) for answer in puzzle.answers)
