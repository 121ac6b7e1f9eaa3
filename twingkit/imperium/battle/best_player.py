"""The computer player `best`, which plays a battle as well as the odds allow.

It weighs every answer by the exact odds that follow, both sides following policies: its own side the order of
losses that wins most often (IM-ODDS-3), the other side that of the line. It sees only what its seat may see
(`side_knowledge`): no card before it is played, and not what the other side gives up for the hits of the same
step before both have chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.imperium.battle.exact_odds.odds_now import odds_now_or_result
from twingkit.imperium.battle.exact_odds.steps_walk import WalkBudgetError
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.fire import FireDecision
from twingkit.imperium.battle.rules.losses.loss_order import LossPolicy
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, PlayEffect, pending_decision
from twingkit.imperium.battle.rules.target import ChooseTarget
from twingkit.imperium.battle.side_knowledge import game_known_to
from twingkit.odds.odds import Odds

RETREAT_BELOW = 0.1
"""The player `best` announces a retreat if its chance to win by fighting on is below this."""

MAX_ANSWERS = 12
"""The maximum number of answers to one question that are weighed, the policy's own first."""

_ANSWERS_TO_WEIGH: Mapping[type[Question], int] = {FireDecision: 1, AnnounceRetreat: 1}
"""The numbers of answers to weigh for some questions: more hits are never worse, and a side that leaves never
wins."""

MAX_WALKS = 2000
"""The work limit for the odds of one answer (see `odds_now`): a fraction of a second."""

TOLERANCE = 1e-9
"""Answers whose values differ by at most this are equal; the policy's own answer is then preferred."""


@attrs.frozen
class RatedAnswer:
    """An answer to a battle question, as text, with the answering side's chances to win and to tie after
    it.
    """

    answer: str
    win: float
    tie: float

    @property
    def expected_score(self) -> float:
        """The value that the side maximises: its chance to win, plus half its chance of a tie."""
        return self.win + self.tie / 2


@attrs.frozen
class Advice:
    """The best answer found by the computer player, with all compared answers, the best first.

    `rated_answers` is empty if the odds of this battle take too much work, so that the policy decides.
    """

    answer: object
    rated_answers: tuple[RatedAnswer, ...] = ()


def best_battle_answer(game: Game) -> object:
    """Return the computer player's best answer to the pending battle question, counting a tie as half a win
    (see `advice`).

    >>> from twingkit.imperium.battle.starts import battle_game
    >>> game = battle_game("space: 2 carrier 1 cruiser vs 3 destroyer")
    >>> for answer in ("stay", "stay", "roll 1 1 1", "roll 10 1 1"):
    ...     game.answer(answer)
    >>> question = game.question
    >>> [question.format_answer(answer) for answer in (best_battle_answer(game), question.default_answer())]
    ['assign carrier', 'assign cruiser']
    """
    return advice(game).answer


def advice(game: Game) -> Advice:
    """Return the computer player's best answer to the pending question, with the answers it compared.

    Raises `BadAnswer` if no player has to answer.
    """
    pending = pending_decision(game)
    own = game_known_to(game, pending.player)
    question = pending_decision(own)
    answers = islice(question.options(), _ANSWERS_TO_WEIGH.get(type(pending), MAX_ANSWERS))
    try:
        weighed = [_weigh(own, answer, pending.player) for answer in answers]
    except WalkBudgetError:
        return Advice(pending.parse_answer(question.format_answer(question.default_answer())))
    if isinstance(pending, AnnounceRetreat):
        return Advice(acts.RETREAT if weighed[0].win < RETREAT_BELOW else acts.STAY, tuple(weighed))
    stated = question.format_answer(question.default_answer())
    ranked = sorted(weighed, key=lambda option: (-option.expected_score, option.answer != stated))
    best = next(
        option
        for option in [*weighed, *ranked]
        if option.expected_score >= ranked[0].expected_score - TOLERANCE
    )
    return Advice(
        pending.parse_answer(best.answer), (best, *(option for option in ranked if option is not best))
    )


@attrs.frozen
class SideOdds:
    """The odds of a side in a battle under way, based on what it knows (IM-ODDS-1).

    The other side follows the default order of losses, the side itself its best one; `uses_best_order` is
    True if that differs from the default.
    """

    odds: Odds
    uses_best_order: bool

    @property
    def is_decided(self) -> bool:
        """True if nothing that can still happen changes who wins."""
        return max(self.odds.win, self.odds.tie, self.odds.loss) > 1 - TOLERANCE


def side_odds(game: Game, side_index: int, answer: str = "") -> SideOdds | None:
    """Return one side's odds after `answer`, or after its best answer if none is given, based on what that
    side knows; None if the battle is over.

    With an `answer` (its text), the odds after it; otherwise the odds after the best answer to the pending
    question as in `advice`, with hits taken in the side's order of losses and without retreats. None once the
    battle is over. Raises `WalkBudgetError` if the odds take too much work, `BadAnswer` or `Refusal` for an
    invalid answer.

    >>> from twingkit.imperium.battle.starts import battle_game
    >>> print(side_odds(battle_game("space: 1 cruiser vs 1 fighter"), 1).odds)
    win 23.1%, tie 15.4%, loss 61.5%
    """
    if game.over:
        return None
    known = game_known_to(game, side_index)
    question = known.question
    if not answer and isinstance(question, PlayEffect | ChooseTarget) and question.player == side_index:
        weighed = advice(game).rated_answers
        if not weighed:
            raise WalkBudgetError(MAX_WALKS)
        answer = weighed[0].answer
    if answer:
        known = known.copy()
        known.answer(answer)
    policy, usual = (position.table.fight.battle.sides[side_index].policy for position in (known, game))
    ordered = (policy or LossPolicy()) != (usual or LossPolicy())
    return SideOdds(_odds_of_side(known, side_index), ordered)


def _weigh(game: Game, answer: object, side_index: int) -> RatedAnswer:
    twin = game.copy()
    twin.answer(answer)
    odds = _odds_of_side(twin, side_index)
    return RatedAnswer(pending_decision(game).format_answer(answer), odds.win, odds.tie)


def _odds_of_side(game: Game, side_index: int) -> Odds:
    """Return a side's odds from the present state of a game or, if the game is over, from its result."""
    odds = odds_now_or_result(game, max_walks=MAX_WALKS)
    return odds if side_index == 0 else Odds(odds.loss, odds.tie, odds.win, rule=odds.rule)
