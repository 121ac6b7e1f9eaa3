"""The computer player `best`: it plays a battle as well as the odds can tell.

It weighs every answer by the exact odds that follow from it, both sides going on by policies: its own one
the order of losses that wins most often (IM-ODDS-3), the other side's that of the line. It sees what its seat
may see: what the other side gives up for the hits of the same moment is not known before both have chosen.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import attrs

from twingkit.asking import BadAnswer
from twingkit.imperium.exact_odds.best_order import best_order, policies_that_differ, with_policy
from twingkit.imperium.exact_odds.odds_now import odds_now
from twingkit.imperium.exact_odds.steps_walk import WalkError
from twingkit.imperium.notation.battle_line import Battle
from twingkit.imperium.other_policy import played_in
from twingkit.imperium.rules.policy import Policy
from twingkit.imperium.rules.questions import Assign, Decision, Retreat
from twingkit.odds import Odds
from twingkit.play import Entry, Game

LEAVE_BELOW = 0.1
"""With a smaller chance to win by fighting on, `best` announces a retreat: it saves what is left."""

MOST_ANSWERS = 12
"""The number of answers to one question that are weighed, the policy's own first."""

MOST_POLICIES = 72
"""With more orders of losses to compare the side keeps the policy of its line."""

MOST_WALKS = 2000
"""The limit of work for the odds of one answer (see `odds_now`): a fraction of a second."""

EQUAL = 1e-9
"""Answers whose worth differs by no more are equal: the policy's own is taken."""


@attrs.frozen
class Weighed:
    """One answer (its text), and what follows from it for its own side: the chances to win and to tie."""

    answer: str
    win: float
    tie: float

    @property
    def worth(self) -> float:
        """The quantity that the side maximises: a tie is half a win."""
        return self.win + self.tie / 2


@attrs.frozen
class Advice:
    """The answer of `best` and its reason: `weighed` are the answers compared, the best first; empty where
    the odds of this battle take too much work, and the policy decides."""

    answer: Any
    weighed: tuple[Weighed, ...] = ()


def best_answer(game: Game) -> Any:
    """The answer after which the side that is asked wins most often.

    >>> from twingkit.imperium.starts import battle_game
    >>> game = battle_game("space: 2 carrier 1 cruiser vs 3 destroyer")
    >>> for answer in ("stay", "stay", "roll 1 1 1", "roll 10 1 1"):
    ...     game.answer(answer)
    >>> game.question.write(best_answer(game)), game.question.write(game.question.stated())
    ('assign carrier', 'assign cruiser')
    """
    return advice(game).answer


def advice(game: Game) -> Advice:
    """Return the answer of `best` to the pending question, and its reason. Raises `BadAnswer` when no player
    is asked."""
    pending = _decision(game)
    own = _with_own_policy(game)
    question = _decision(own)
    answers = list(islice(question.options(), MOST_ANSWERS))
    if isinstance(pending, Retreat):
        answers = ["stay"]  # a side that leaves never wins: what counts is what fighting on is worth
    try:
        weighed = [_weigh(own, answer, pending.player) for answer in answers]
    except WalkError:
        return Advice(pending.read(question.write(question.stated())))
    if isinstance(pending, Retreat):
        return Advice("retreat" if weighed[0].win < LEAVE_BELOW else "stay", tuple(weighed))
    stated = question.write(question.stated())
    ranked = sorted(weighed, key=lambda one: (-one.worth, one.answer != stated))
    best = next(one for one in [*weighed, *ranked] if one.worth >= ranked[0].worth - EQUAL)
    return Advice(pending.read(best.answer), (best, *(one for one in ranked if one is not best)))


def _decision(game: Game) -> Decision:
    question = game.question
    if not isinstance(question, Decision):
        raise BadAnswer("play.over")
    return question


def _with_own_policy(game: Game) -> Game:
    """The game as the side that is asked knows it, with its best policy for all that is to come."""
    start: Any = game.start
    index = _decision(game).player
    policy = _policy(start.battle, index)
    last = len(game) - 1

    def secret(seat: int, entry: Entry) -> bool:
        """True if the other side has chosen this in secret."""
        return seat == last and entry.player != index and _both_choose(game, entry)

    twin = played_in(with_policy(start.battle, index, policy), game, secret)
    return game if twin is None else twin


def _both_choose(game: Game, entry: Entry) -> bool:
    """True if an answer and the pending one both choose losses for hits of the same moment."""
    return isinstance(entry.asked, Assign) and isinstance(game.question, Assign) and not entry.rulings


def _policy(battle: Battle, index: int) -> Policy:
    """The best policy of a side where it is found soon, else the one of its line."""
    stated: Policy = battle.sides[index].policy or Policy()
    if next(islice(policies_that_differ(battle, index), MOST_POLICIES, None), None) is not None:
        return stated
    return best_order(battle, index).policy


def _weigh(game: Game, answer: Any, index: int) -> Weighed:
    """Return the chances after an answer. Raises `WalkError` where computing them takes too much work."""
    twin = game.copy()
    twin.answer(answer)
    odds = odds_now(twin, most=MOST_WALKS)
    if odds is None:
        winner = twin.result.winner
        odds = Odds(float(winner == 0), float(winner is None), float(winner == 1), rule="IM-ODDS-1")
    return Weighed(_decision(game).write(answer), odds.win if index == 0 else odds.loss, odds.tie)
