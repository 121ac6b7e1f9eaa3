"""Search for puzzles in games of computer players: look quickly at every question, then ever more closely.

A position becomes a puzzle only if its best answer clearly beats all others in many games, also on a new
seed, and if no puzzle like it exists yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import attrs

from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.running.running_script import player_count
from twingkit.learn.puzzles.puzzle import Puzzle, RatedPuzzleAnswer, puzzle_source
from twingkit.learn.puzzles.source import PlayoutPuzzleSource
from twingkit.players.lookahead import AnswerRatings, Rating, lookahead_of, rate_answers_by_playouts
from twingkit.players.policies import Policy, computer_player


@attrs.frozen(kw_only=True)
class PuzzleCriteria:
    """The criteria for a puzzle: the smallest margin (0 to 1) between the best answer and the second, also in
    standard errors, and the limits for the number of answers.

    `games_per_look` are the games per answer of each look in turn; the last look uses another seed.
    """

    min_margin: float = 0.08
    min_standard_errors: float = 3.0
    min_answers: int = 3
    max_answers: int = 16
    games_per_look: tuple[int, ...] = (6, 24, 120)
    seeds_per_player: int = 4
    """The number of seeds on which each player is tested for the hardness."""


DEFAULT_CRITERIA = PuzzleCriteria()
"""The default criteria."""


def find_puzzles(
    game: str,
    seeds: Iterable[int],
    criteria: PuzzleCriteria = DEFAULT_CRITERIA,
    *,
    players: Sequence[str] = (),
    known: Iterable[Puzzle] = (),
) -> Iterator[Puzzle]:
    """Yield the puzzles found in games of computer players, one game per seed; `players` take turns in the
    seats (default: those of the puzzle source).

    No puzzle duplicates another or one of the `known` ones. Raises `Fault` if the game has no puzzles or a
    player is unknown.
    """
    source = puzzle_source(game).playout_source
    if source is None:
        raise Fault("puzzles.none_played", game=game)
    seen = {source.duplicate_key(puzzle.game()) for puzzle in known if not puzzle.is_exact}
    for seed in seeds:
        yield from _in_one_game(
            source, source.new_game(seed), seed, criteria, players or source.players, seen
        )


def _in_one_game(
    source: PlayoutPuzzleSource,
    game: Game,
    seed: int,
    criteria: PuzzleCriteria,
    names: Sequence[str],
    seen: set[object],
) -> Iterator[Puzzle]:
    policies: list[Policy] = [
        computer_player(game.start, names[(seed + seat) % len(names)], seed * 100 + seat)
        for seat in range(player_count(game))
    ]
    words = set[str]()  # at most one puzzle per game and kind of answer
    while (question := game.question) is not None:
        if question.is_chance:
            game.roll()
            continue
        if (line := source.position_string(game)) is not None and _has_answers(question, criteria):
            alike = source.duplicate_key(game)
            puzzle = None if alike in seen else _puzzle_at(line, criteria, seed)
            word = puzzle.best.partition(" ")[0] if puzzle else ""
            if puzzle is not None and word not in words:
                words.add(word)
                seen.add(alike)
                yield puzzle
        game.answer(policies[question.player](game))


def _has_answers(question: Question, criteria: PuzzleCriteria) -> bool:
    answers = len(list(islice(question.options(), criteria.max_answers + 1)))
    return criteria.min_answers <= answers <= criteria.max_answers


def _puzzle_at(line: str, criteria: PuzzleCriteria = DEFAULT_CRITERIA, seed: int = 0) -> Puzzle | None:
    """Return the puzzle at the position `line`; None if no answer stands out or if the player's view depends
    on unknown cards.
    """
    bare = Puzzle(table=line, seat=0, kind="", answers=(), margin=0, error=0, solved=0)
    game = bare.game()
    question = game.question
    if question is None or question.is_chance:
        return None
    if bare.game(seed=1).view(question.player) != game.view(question.player):
        return None  # dealing hidden cards reshuffled the discard pile: open cards depend on the deal
    rated = None
    if not _stands_out(game, criteria, seed):
        return None
    for number, games in enumerate(criteria.games_per_look):
        rated = rate_answers_by_playouts(
            game, playout_count=games, seed=seed * 31 + number, candidate_answers=list(question.options())
        )
        first, margin, error = _best_margin_and_error(rated)
        last = number == len(criteria.games_per_look) - 1
        if margin + (0 if last else 2 * error) < criteria.min_margin or (
            last and margin < criteria.min_standard_errors * error
        ):
            return None
    source = puzzle_source(game.start.name.partition(".")[0]).playout_source
    assert rated is not None
    assert source is not None
    first, margin, error = _best_margin_and_error(rated)
    return attrs.evolve(
        bare,
        seat=question.player,
        kind=question.kind,
        answers=tuple(
            RatedPuzzleAnswer(row.answer, row.win_probability, row.standard_error, row.playout_count)
            for row in rated.rows
        ),
        margin=margin,
        error=error,
        solved=_share_solving(game, first.answer, ("random", *source.players), criteria.seeds_per_player),
        rules=acting_rules(game, first.answer),
    )


def _stands_out(game: Game, criteria: PuzzleCriteria, seed: int) -> bool:
    """Return False if a quick rating already shows that the two best answers are about equally good, else
    True.
    """
    looked_at = lookahead_of(game).candidate_answers
    few = list(looked_at(game)) if looked_at else []
    if len(few) < 2:
        return True
    games = criteria.games_per_look[len(criteria.games_per_look) // 2]
    _, margin, error = _best_margin_and_error(
        rate_answers_by_playouts(game, playout_count=games, seed=seed, candidate_answers=few)
    )
    return margin + 2 * error >= criteria.min_margin


def _best_margin_and_error(rated: AnswerRatings) -> tuple[Rating, float, float]:
    """Return the best answer, its margin over the second best, and the standard error of that margin."""
    first, second = sorted(rated.rows, key=lambda row: -row.win_probability)[:2]
    margin, error = rated.win_deficit(second.answer, first.answer)
    return first, margin, error


def puzzle_rated_again(puzzle: Puzzle, games_per_answer: int, seed: int) -> Puzzle:
    """Return the puzzle with its answers rated again by `games_per_answer` playouts per answer.

    The former best answer stays first, so the margin is negative if another answer is better now.
    """
    rated = rate_answers_by_playouts(
        puzzle.game(),
        playout_count=games_per_answer,
        seed=seed,
        candidate_answers=[answer.answer for answer in puzzle.answers],
    )
    others = [row for row in rated.rows if row.answer != puzzle.best]
    margin, error = rated.win_deficit(max(others, key=lambda row: row.win_probability).answer, puzzle.best)
    rows = sorted(rated.rows, key=lambda row: (row.answer != puzzle.best, -row.win_probability))
    answers = tuple(
        RatedPuzzleAnswer(row.answer, row.win_probability, row.standard_error, row.playout_count)
        for row in rows
    )
    return attrs.evolve(puzzle, answers=answers, margin=margin, error=error)


def _share_solving(game: Game, best: str, names: Sequence[str], tries: int) -> float:
    """Return the share of these players that give the best answer, each on `tries` seeds."""
    question = game.question
    assert question is not None
    hits = 0
    for name in names:
        for seed in range(tries):
            answer = computer_player(game.start, name, seed)(game)
            text = answer if isinstance(answer, str) else question.format_answer(answer)
            hits += text == best
    return hits / (len(names) * tries)


def acting_rules(game: Game, answer: str) -> tuple[str, ...]:
    """Return the ids of the rules that are applied when the pending question gets this answer, in order."""
    twin = game.copy(explain=True)
    twin.auto = False
    before = len(twin)
    twin.give_answers(answer)
    rulings = [ruling for entry in twin.entries(before) for ruling in entry.rulings]
    return tuple(dict.fromkeys(ruling.rule for ruling in rulings))
