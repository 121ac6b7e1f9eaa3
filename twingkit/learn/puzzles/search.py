"""The search for puzzles in games of computer players: a quick look at every question, then ever closer ones.

A position becomes a puzzle only if its best answer stands clearly above all others with many games, on a new
seed, and if no puzzle like it is there yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Chance, Question
from twingkit.core.running.running_script import player_count
from twingkit.learn.puzzles.acting import acting_rules
from twingkit.learn.puzzles.puzzle import Puzzle, PuzzleAnswer, puzzle_source
from twingkit.learn.puzzles.source import PlayedSource
from twingkit.players.lookahead import Rating, Ratings, lookahead_of, ratings
from twingkit.players.policies import Policy, computer_player


@attrs.frozen(kw_only=True)
class PuzzleCriteria:
    """The clearness of a puzzle: the smallest `margin` (0 to 1) between the best answer and the second, which
    is also at least `errors` standard errors; and the number of answers that its question has.

    The games of the looks, one after the other, are for each answer; the last look is on another seed.
    """

    margin: float = 0.08
    errors: float = 3.0
    min_answers: int = 3
    max_answers: int = 16
    games_per_look: tuple[int, ...] = (6, 24, 120)
    tries: int = 4
    """The number of seeds with which each of the players is asked how hard it is."""


DEFAULT_CRITERIA = PuzzleCriteria()
"""The demands where nothing else is said."""


def find_puzzles(
    game: str,
    seeds: Iterable[int],
    demands: PuzzleCriteria = DEFAULT_CRITERIA,
    *,
    players: Sequence[str] = (),
    known: Iterable[Puzzle] = (),
) -> Iterator[Puzzle]:
    """Yield the puzzles found in games of a game, one game for each seed; `players` take turns in the seats,
    those of its source where none are named.

    None is like another, nor like those that are `known`. Raises `Fault` if the game has no puzzles or no
    player of a name.
    """
    source = puzzle_source(game).played
    if source is None:
        raise Fault("puzzles.none_played", game=game)
    seen = {source.duplicate_key(puzzle.game()) for puzzle in known if not puzzle.is_exact}
    for seed in seeds:
        yield from _in_one_game(source, source.new_game(seed), seed, demands, players or source.players, seen)


def _in_one_game(
    source: PlayedSource,
    game: Game,
    seed: int,
    demands: PuzzleCriteria,
    names: Sequence[str],
    seen: set[object],
) -> Iterator[Puzzle]:
    policies: list[Policy] = [
        computer_player(game.start, names[(seed + seat) % len(names)], seed * 100 + seat)
        for seat in range(player_count(game))
    ]
    words = set[str]()  # of one game, one puzzle for each kind of answer
    while (asked := game.question) is not None:
        if isinstance(asked, Chance):
            game.roll()
            continue
        if (line := source.position(game)) is not None and _has_answers(asked, demands):
            alike = source.duplicate_key(game)
            puzzle = None if alike in seen else puzzle_at(line, demands, seed)
            word = puzzle.best.partition(" ")[0] if puzzle else ""
            if puzzle is not None and word not in words:
                words.add(word)
                seen.add(alike)
                yield puzzle
        game.answer(policies[asked.player](game))


def _has_answers(asked: Question, demands: PuzzleCriteria) -> bool:
    answers = len(list(islice(asked.options(), demands.max_answers + 1)))
    return demands.min_answers <= answers <= demands.max_answers


def puzzle_at(line: str, demands: PuzzleCriteria = DEFAULT_CRITERIA, seed: int = 0) -> Puzzle | None:
    """The puzzle of a position; None if no answer stands out, or what its seat sees is not settled."""
    bare = Puzzle(table=line, seat=0, kind="", answers=(), margin=0, error=0, solved=0)
    game = bare.game()
    asked = game.question
    if asked is None or isinstance(asked, Chance):
        return None
    if bare.game(seed=1).view(asked.player) != game.view(asked.player):
        return None  # dealing what is hidden turned the discard pile over: what lies open hangs on the deal
    rated = None
    if not _stands_out(game, demands, seed):
        return None
    for number, games in enumerate(demands.games_per_look):
        rated = ratings(game, games=games, seed=seed * 31 + number, answers=list(asked.options()))
        first, _, margin, error = best_and_second(rated)
        last = number == len(demands.games_per_look) - 1
        if margin + (0 if last else 2 * error) < demands.margin or (last and margin < demands.errors * error):
            return None
    source = puzzle_source(game.start.name.partition(".")[0]).played
    assert rated is not None
    assert source is not None
    first, _, margin, error = best_and_second(rated)
    return attrs.evolve(
        bare,
        seat=asked.player,
        kind=asked.kind,
        answers=tuple(PuzzleAnswer(row.answer, row.win, row.error, row.games) for row in rated.rows),
        margin=margin,
        error=error,
        solved=share_solving(game, first.answer, ("random", *source.players), demands.tries),
        rules=acting_rules(game, first.answer),
    )


def _stands_out(game: Game, demands: PuzzleCriteria, seed: int) -> bool:
    """False if already two of the answers that a game finds worth a look are about as good."""
    looked_at = lookahead_of(game).answers
    few = list(looked_at(game)) if looked_at else []
    if len(few) < 2:
        return True
    games = demands.games_per_look[len(demands.games_per_look) // 2]
    _, _, margin, error = best_and_second(ratings(game, games=games, seed=seed, answers=few))
    return margin + 2 * error >= demands.margin


def best_and_second(rated: Ratings) -> tuple[Rating, Rating, float, float]:
    """The best answer and the second, the difference between them, and its standard error."""
    first, second = sorted(rated.rows, key=lambda row: -row.win)[:2]
    margin, error = rated.loss(second.answer, first.answer)
    return first, second, margin, error


def rate_again(puzzle: Puzzle, games: int, seed: int) -> Puzzle:
    """The puzzle with the figures of so many games an answer, played anew; the answer that was the best comes
    first whatever it is worth now, so the margin is below 0 if another one is better."""
    rated = ratings(
        puzzle.game(), games=games, seed=seed, answers=[answer.answer for answer in puzzle.answers]
    )
    others = [row for row in rated.rows if row.answer != puzzle.best]
    margin, error = rated.loss(max(others, key=lambda row: row.win).answer, puzzle.best)
    rows = sorted(rated.rows, key=lambda row: (row.answer != puzzle.best, -row.win))
    answers = tuple(PuzzleAnswer(row.answer, row.win, row.error, row.games) for row in rows)
    return attrs.evolve(puzzle, answers=answers, margin=margin, error=error)


def share_solving(game: Game, best: str, names: Sequence[str], tries: int) -> float:
    """The share of players of these names that give this answer, each over some seeds."""
    asked = game.question
    assert asked is not None
    hits = 0
    for name in names:
        for seed in range(tries):
            answer = computer_player(game.start, name, seed)(game)
            text = answer if isinstance(answer, str) else asked.format_answer(answer)
            hits += text == best
    return hits / (len(names) * tries)
