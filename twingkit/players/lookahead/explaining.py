"""Explain an answer: the recommended one, or any against any other."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from math import inf

from twingkit.core.arguments import SECONDS, TEXT, check_arguments, instance_of
from twingkit.core.language import localized
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import BadAnswer, Question
from twingkit.core.running.running_script import player_count
from twingkit.players.lookahead.consequences import WORDS, consequences
from twingkit.players.lookahead.exact import ExactChance, exact_chances
from twingkit.players.lookahead.explanation import Explanation, FightShare
from twingkit.players.lookahead.lookahead import lookahead_of
from twingkit.players.lookahead.ratings import AnswerRatings, PlayoutEnd, Verdict, rate_candidates
from twingkit.players.lookahead.winning_plan import winning_plan

MIN_EFFECT, MIN_SECOND_SHARE = 0.004, 0.5
"""The smallest effect of a reason on the chance to win (0 to 1), and the share of the first reason's effect
that a second one must have.
"""


def explain_ratings(
    game: Game, ratings: AnswerRatings, answer: str | None = None, other: str | None = None
) -> Explanation:
    """Return why an answer (default: the best) is better than another one (default: the next best that does
    not come to the same), from the ratings of both.
    """
    lookahead = lookahead_of(game)
    answer = answer or next(row.answer for row in ratings.rows if row.answer != other)
    exact = lookahead.exact_reason(game, ratings, answer) if lookahead.exact_reason else None
    ends = ratings.ends.get(answer, ())
    if ends and all(end.is_at_once and end.share == 1 for end in ends):
        return Explanation(answer, seat=ratings.seat, plan=(answer,))
    if other is None:
        others = [row.answer for row in ratings.rows if row.answer != answer]
        other = next((one for one in others if not ratings.are_twins(answer, one)), "")
    if not other or other not in ratings:
        count = ratings[answer].playout_count if answer in ratings else 0
        return Explanation(answer, seat=ratings.seat, exact=exact, playout_count=count)
    other_ends = ratings.ends.get(other, ())
    is_lost = bool(other_ends) and all(end.is_at_once and end.share == 0 for end in other_ends)
    found = consequences(ratings, answer, other, lookahead)
    gains = [one for one in found if one.effect >= MIN_EFFECT]
    least = MIN_SECOND_SHARE * gains[0].effect if gains else 0.0
    second = [one for one in gains if one.effect >= least and one.quantity != gains[0].quantity]
    prices = [one for one in found if -one.effect >= max(MIN_EFFECT, least)]
    return Explanation(
        answer,
        other,
        ratings.seat,
        is_lost=is_lost,
        exact=exact,
        fights=(_fight_share(ends), _fight_share(other_ends)),
        gains=tuple(gains[:1] + second[:1]),
        prices=tuple(prices[:1]),
        win_probability=(ratings[answer].win_probability, ratings[other].win_probability),
        verdict=ratings.verdict(answer, other),
        playout_count=min(ratings[answer].playout_count, ratings[other].playout_count),
        seats=_seat_names(game),
        found=tuple(found),
        words=lookahead.quantity_words or WORDS,
    )


def _exact_verdict(gain: float) -> Verdict:
    return "none" if abs(gain) < 1e-9 else "clear" if gain > 0 else "clearly_worse"


@check_arguments(game=instance_of("argument.record", Game), answer=TEXT, other=TEXT, budget=SECONDS)
@localized
def explain(
    game: Game,
    answer: str | None = None,
    *,
    other: str | None = None,
    budget: float | None = None,
    seed: int = 0,
    lang: str | None = None,
) -> Explanation:
    """Explain an answer to the pending question: what it changes against another one, from playouts.

    Parameters
    ----------
    game
        A game in progress, which stays as it is.
    answer
        The answer to explain, as in records; by default the recommended one.
    other
        The answer to compare it with; by default the best other one that does not come to the same.
    budget
        The largest number of seconds to spend; None for the full number of playouts.
    seed
        The same seed gives the same explanation if there is no `budget`.
    lang
        The language of errors.

    Returns
    -------
    Explanation
        `.text()` says it in at most three sentences, `.consequences` is a table of what differs, and
        `.win_probability` has both chances.

    Raises
    ------
    Fault
        If chance or nobody is asked, if the answers cannot be rated by playouts, if only one answer is
        allowed, or if `answer` and `other` are the same.
    Refusal, BadAnswer
        For an answer that is not allowed, or cannot be read.

    Examples
    --------
    >>> from twingkit import ember
    >>> game = ember.position_game("ember: p1 hand A5 E5 F5 A9 E9; p2 hand 3; to move p1 conjure", seed=1)
    >>> explained = explain(game)
    >>> explained.answer, explained.verdict
    ('conjure titan A5 E5 F5 A9 E9', 'clear')
    """
    question = game.question
    if question is None or question.is_chance:
        raise BadAnswer("play.over") if question is None else BadAnswer("lookahead.chance", question=question)
    named = [question.format_answer(_checked_answer(question, text)) for text in (answer, other) if text]
    if len(named) == 2 and named[0] == named[1]:
        raise Fault("explain.same", answer=named[0])
    if answer is None and other is None:
        explained = best_answer(game, seconds=budget, seed=seed)
    elif chances := _exact_chances_within(game, budget):
        explained = _explain_exact(game, chances, *(named if answer else ("", *named)))
    else:
        ratings = rate_candidates(game, compared=named, seconds=budget, seed=seed)
        pair = named[0] if answer else None, named[-1] if other else None
        explained = explain_ratings(game, ratings, *pair) if ratings is not None else None
    if explained is None:
        raise Fault("explain.one")
    return explained


def _checked_answer(question: Question, text: str) -> object:
    """Return the answer of a text. Raises `BadAnswer` or `Refusal` if it is not allowed."""
    value = question.parse_answer(text)
    if (refusal := question.refusal(value)) is not None:
        raise refusal
    return value


def _seat_names(game: Game) -> tuple[str, ...]:
    return tuple(map(game.start.seat, range(player_count(game))))


def _fight_share(ends: Sequence[PlayoutEnd]) -> FightShare | None:
    """Return how often the fight of these playouts was won; None if some of them had none."""
    results = [end.fight for end in ends if end.fight is not None]
    if not results or len(results) < len(ends):
        return None
    won = sum(result.share == 1 for result in results)
    return FightShare(results[0].kind, won, len(results), results[0].target)


def best_answer(game: Game, *, seconds: float | None = None, seed: int = 0) -> Explanation | None:
    """Return the recommended answer to the pending question with its reasons: the beginning of a plan that
    wins for certain, the best one by exact odds, or the best one in playouts; None if only one is allowed.

    Raises like `rate_candidates`.
    """
    question = game.question
    if question is not None and (plan := winning_plan(game)):
        return Explanation(plan[0], seat=question.player, plan=plan, seats=_seat_names(game))
    if chances := _exact_chances_within(game, seconds):
        return _explain_exact(game, chances)
    ratings = rate_candidates(game, seconds=seconds, seed=seed)
    return explain_ratings(game, ratings) if ratings is not None else None


def _exact_chances_within(game: Game, seconds: float | None) -> dict[str, ExactChance]:
    """Return the exact chance after each answer; empty if one is unknown, or if the time does not suffice."""
    until = time.monotonic() + (inf if seconds is None else seconds)
    work = exact_chances(game)
    while time.monotonic() <= until:
        try:
            next(work)
        except StopIteration as done:
            return dict(done.value)
    return {}


def _explain_exact(
    game: Game, chances: Mapping[str, ExactChance], answer: str = "", other: str = ""
) -> Explanation | None:
    """Explain an answer (default: the best) against another one (default: the best that is worse)."""
    question = game.question
    ranked = sorted(chances, key=lambda one: -chances[one].share)
    if question is None or len(ranked) < 2:
        return None
    answer = answer or next(one for one in ranked if one != other)
    others = [one for one in ranked if one != answer]
    worse = [one for one in others if chances[one].share < chances[answer].share - 1e-9]
    other = other or (worse or others)[0]
    return Explanation(
        answer,
        other,
        question.player,
        exact_chances=(chances[answer], chances[other]),
        verdict=_exact_verdict(chances[answer].share - chances[other].share),
        seats=_seat_names(game),
    )
