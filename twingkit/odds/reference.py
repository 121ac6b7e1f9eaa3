"""The reference implementation of all odds: play a game through all its dice and choices.

`reference_odds(game)` plays every branch of a script, averages over the results of chance, and lets each
player choose the best answer for its own edge. It knows no rules: its result depends only on the script. Use
it in tests and for small games; a battle with many cats takes minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator

from twingkit.core.knowledge import would_know_next_outcome
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import ChanceQuestion, Question
from twingkit.core.running.running_script import player_count
from twingkit.odds.odds import Odds

AnswersToTry = Callable[[Question], Iterable[object]]
"""A function that returns the answers to try for a question; of equally good ones the first is chosen."""

MIN_IMPROVEMENT = 1e-12
"""The minimum improvement by which an answer replaces the best one so far."""


def reference_odds(
    game: Game, score: Callable[[object], int], answers_to_try: AnswersToTry | None = None
) -> Odds:
    """Return the exact odds of player 0 if it plays best and all others play best against it, by searching
    every branch of `game` (not changed).

    `score(result)` is 1, 0 or −1: player 0 wins, ties or loses. `answers_to_try` restricts the answers of
    players (default: all options). The other players play against player 0. Positions with the same table
    `key` are searched once. Raises `Fault` if a position leads back to itself, or if a player must choose
    without knowing all earlier results of chance: such a game needs an odds calculation of its own.
    """
    ignorant = _HiddenChance()
    for place, entry in enumerate(game.transcript):
        if entry.question.is_chance:
            before = game.copy()
            before.undo(len(game) - place)
            ignorant.note(before)
    solved: dict[Hashable, tuple[float, float] | None] = {}  # None: still being searched

    def value(game: Game) -> tuple[float, float]:
        question = game.question
        if question is None:
            result = score(game.result)
            return float(result > 0), float(result < 0)
        # Two questions of one kind in a row can differ only in their options, such as the die they are about.
        options = None if question.is_chance else tuple(map(str, question.options()))
        key = (type(question), question.player, options, game.table.key())
        if key not in solved:
            solved[key] = None
            solved[key] = (
                rolled(game, question) if isinstance(question, ChanceQuestion) else chosen(game, question)
            )
        known = solved[key]
        if known is None:
            raise Fault("odds.endless", question=question)
        return known

    def branches(game: Game, answers: Iterable[object]) -> Iterator[tuple[float, float]]:
        *others, last = answers
        for answer in others:
            branch = game.copy()
            branch.answer_unchecked(answer)
            yield value(branch)
        game.answer_unchecked(last)  # last use of this game: no copy needed
        yield value(game)

    def rolled(game: Game, roll: ChanceQuestion) -> tuple[float, float]:
        ignorant.note(game)
        answers, chances = zip(*roll.outcomes(), strict=True)
        ends = list(zip(chances, branches(game, answers), strict=True))
        return sum(part * win for part, (win, _) in ends), sum(part * loss for part, (_, loss) in ends)

    def chosen(game: Game, question: Question) -> tuple[float, float]:
        sign = 1 if question.player == 0 else -1
        best: tuple[float, float] | None = None
        answers = list(answers_to_try(question) if answers_to_try else question.options())
        if not answers:
            raise ValueError(f"no answer to try for: {question.text()}")
        if len(answers) > 1 and question.player in ignorant.seats:
            raise Fault("odds.hidden", question=question)
        for win, loss in branches(game, answers):
            if best is None or sign * (win - loss) > sign * (best[0] - best[1]) + MIN_IMPROVEMENT:
                best = win, loss
        assert best is not None
        return best

    branch = game.copy()
    branch.auto = branch.explain = False
    branch.table.rulings = None  # rulings are not needed
    win, loss = value(branch)
    return Odds(win=win, tie=max(0.0, 1.0 - win - loss), loss=loss)


class _HiddenChance:
    """A record of the seats that do not know some result of chance; each kind of chance is examined once.

    If a start has no view, like those of single chapters in tests, everybody sees everything.
    """

    def __init__(self) -> None:
        self.seats: set[int] = set()
        self._looked: set[Hashable] = set()

    def note(self, game: Game) -> None:
        """Add the seats that will not see the result of the pending roll or draw."""
        question = game.question
        if (
            not hasattr(game.start, "view")
            or (type(question), question.player if question else None) in self._looked
        ):
            return
        self._looked.add((type(question), question.player if question else None))
        heard = game.copy()
        heard.explain, heard.auto = True, False
        self.seats |= {seat for seat in range(player_count(game)) if not would_know_next_outcome(heard, seat)}
