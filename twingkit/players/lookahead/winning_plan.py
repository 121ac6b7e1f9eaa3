"""The win within reach: own answers in a row that win the game for certain, found by a bounded search."""

from __future__ import annotations

from itertools import islice

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.running.winners import win_share
from twingkit.players.lookahead.lookahead import lookahead_of

MAX_ANSWERS, MAX_OPTIONS, MAX_TRIED = 4, 80, 320
"""The largest numbers of answers of a plan, of options that are tried at each question, and of answers that
are tried in all.
"""

CHECKED_DEALS = 4
"""The number of deals of hidden cards in which a plan must win."""


def winning_plan(game: Game) -> tuple[str, ...]:
    """Return the shortest sequence of answers to the pending and the next questions that wins the game,
    whatever is hidden; empty if none is found.

    In between, nothing is left to chance, and no other player is asked.
    """
    question, lookahead = game.question, lookahead_of(game)
    if question is None or question.is_chance or lookahead.rating_fault(game) is not None:
        return ()
    seat, tried = question.player, 0
    deals = [lookahead.sample_hidden_information(game, seat, number) for number in range(CHECKED_DEALS)]
    reached: list[tuple[tuple[str, ...], Game]] = [((), deals[0])]
    for _ in range(MAX_ANSWERS):
        following: list[tuple[tuple[str, ...], Game]] = []
        for plan, before in reached:
            pending = before.question
            assert pending is not None
            for option in islice(pending.options(), MAX_OPTIONS):
                tried += 1
                if tried > MAX_TRIED:
                    return ()
                longer, after = (*plan, pending.format_answer(option)), before.copy(explain=False)
                after.answer_unchecked(option)
                if _own_question(after, seat) is not None:
                    following.append((longer, after))
                elif _has_won(after, seat) and all(_wins(deal, longer, seat) for deal in deals[1:]):
                    return longer
        reached = following
    return ()


def _own_question(game: Game, seat: int) -> Question | None:
    """Return the question that comes to the seat next; None if the game is over, or somebody else or chance
    decides first.
    """
    question = game.question
    return question if question is not None and not question.is_chance and question.player == seat else None


def _has_won(game: Game, seat: int) -> bool:
    return game.over and win_share(game, seat) == 1


def _wins(deal: Game, plan: tuple[str, ...], seat: int) -> bool:
    """Return whether a plan wins in another deal of the hidden cards."""
    game = deal.copy(explain=False)
    for answer in plan:
        if (question := _own_question(game, seat)) is None:
            return False
        option = question.parse_answer(answer)
        if question.refusal(option) is not None:
            return False
        game.answer_unchecked(option)
    return _has_won(game, seat)
