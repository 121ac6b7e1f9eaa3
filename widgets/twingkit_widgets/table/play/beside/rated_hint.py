"""Explain a hint: the reason in the words of the game, and the chances found by playing on.

A first game has no chances, only the number of games played on and whether the answer was clearly best.

The answers are rated as in a review of the game, with the same dice and deals.
"""

from __future__ import annotations

from twingkit import Question
from twingkit.core.games import game_by_id
from twingkit.core.messages import Fault
from twingkit.core.words import format_percent
from twingkit.learn.reviews.reviewing import can_be_reviewed, exact_win_share
from twingkit.players.lookahead import AnswerRatings, lookahead_of, rate_candidates
from twingkit.players.lookahead.ratings import is_certainly_worse, likely_interval
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import NO_REASON, HintReason
from twingkit_widgets.table.play.words import nest_quotes

_HINT_SECONDS = 6.0
"""The time for which answers are tried before a hint."""

MIN_GAMES = 4
"""The smallest number of simulated games for which a chance of winning is shown."""

_MIN_VISIBLE_DIFFERENCE = 0.005
"""The smallest difference between two chances that is visible in whole percent."""


def rate_pending_answers(match: Match, seconds: float | None = _HINT_SECONDS) -> AnswerRatings | None:
    """Rate the answers to the pending question by playouts. None if no question is pending, or if its answers
    cannot be rated.

    Positions with exact odds are not rated: there, the adviser's answer is the best.
    """
    game, question = match.game, match.question
    entry = game_by_id(game.start.name.partition(".")[0])
    if question is None or not can_be_reviewed(entry) or exact_win_share(game, question.player) is not None:
        return None
    try:
        return rate_candidates(game, seconds=seconds)
    except Fault:
        return None


def hinted_answer(match: Match) -> object:
    """Return the suggested answer to the pending question: the best one in playouts or, if there were too
    few, the adviser's.

    The ratings are kept in `match.hint_ratings`.
    """
    question, rated = match.question, rate_pending_answers(match)
    match.hint_ratings = rated
    if question is None or rated is None or rated.best.playout_count < MIN_GAMES:
        return match.hint()
    return question.parse_answer(rated.best.answer)


def rated_reason(question: Question, hint_answer: object, player_view: PlayerView) -> HintReason:
    """Return the reason for the suggested answer, with its chances to win if rated; `NO_REASON` if neither is
    known.

    Facts that speak for other answers as well are told only if the answer has none of its own.
    """
    match = player_view.match
    written, lookahead, game = question.format_answer(hint_answer), lookahead_of(match.game), match.game
    rated, explain = match.hint_ratings, lookahead.explain_rating
    alone = AnswerRatings(question.player, (), {})
    if rated is None or written not in rated:
        rated = alone
    fact = explain and (explain(game, rated, written) or explain(game, alone, written))
    why = fact and HintReason(fact.text(), fact.rule)
    if written not in rated:
        return why or NO_REASON
    said, rule = why or player_view.play_design.reason_without_ratings(question, hint_answer, player_view)
    row, other = rated[written], next(rating for rating in rated.rows if rating.answer != written)
    if row.playout_count < MIN_GAMES:  # the time was too short for a figure
        return HintReason(f"{said} {player_view.say('reason.untried')}".strip(), rule)
    gain, error = rated.win_deficit(other.answer, written)
    if player_view.is_first_game:
        key = "reason.came_out_best" if is_certainly_worse(gain, error) else "reason.came_out_close"
    else:
        key = "reason.rated_close" if gain < max(error, _MIN_VISIBLE_DIFFERENCE) else "reason.rated"
    low, high = likely_interval(row.win_probability, row.standard_error)
    tries = player_view.say(
        "reason.tries" if lookahead.estimate_win is None else "reason.tries_judged",
        games=row.playout_count, low=format_percent(low), high=format_percent(high),
    )  # fmt: skip
    chances = player_view.say(
        key,
        games=row.playout_count,
        win=format_percent(row.win_probability),
        tries=tries,
        other=nest_quotes(
            player_view.play_design.hint_text(question, question.parse_answer(other.answer), player_view)
        ),
        less=format_percent(other.win_probability),
    )
    if key == "reason.came_out_close":
        has_reason = said not in ("", player_view.say("because.any"))
        said = player_view.say("reason.in_favour", said=said) if has_reason else ""
        return HintReason(f"{chances} {said}".strip(), rule)
    return HintReason(f"{said} {chances}".strip(), rule)
