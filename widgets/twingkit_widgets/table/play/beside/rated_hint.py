"""Explain a hint: the reason in the words of the game, and the chances found by playing on.

A first game has no chances, only the number of games played on if the game gives no reason of its own.

The answers are rated as in a review of the game, with the same dice and deals.
"""

from __future__ import annotations

from twingkit import Question
from twingkit.core.games import game_by_id
from twingkit.core.messages import Fault
from twingkit.core.words import format_percent
from twingkit.learn.reviews.reviewing import can_be_reviewed, exact_win_share
from twingkit.players.lookahead import Expert, Ratings, lookahead_of, rate_candidates
from twingkit.players.lookahead.ratings import is_certain, likely_interval
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.ui_state import NO_REASON, HintReason
from twingkit_widgets.table.play.words import nest_quotes

_HINT_SECONDS = 2.0
"""The time for which answers are tried before a hint."""

MIN_GAMES = 4
"""The smallest number of simulated games for which a chance of winning is shown."""

_MIN_VISIBLE_DIFFERENCE = 0.005
"""The smallest difference between two chances that is visible in whole percent."""


def rate_question(match: Match, seconds: float | None = _HINT_SECONDS) -> Ratings | None:
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


def hinted_answer(match: Match, *, is_first_game: bool = False) -> object:
    """Return the adviser's answer, or another answer if playouts show that it is clearly better.

    In a first game, the adviser's answer is the one for which the game is prepared. The ratings are kept in
    `match.hint_ratings`.
    """
    needs_no_chances = is_first_game and lookahead_of(match.game).explain_rating is None
    question, rated = match.question, None if needs_no_chances else rate_question(match)
    match.hint_ratings = rated
    expert = isinstance(match.players[match.seat], Expert)  # whose own ratings are of the same answers
    hint = None if expert and rated and not is_first_game else match.hint()
    if question is None or rated is None or is_first_game:
        return hint
    first = next(iter(rated.win_shares_by_answer)) if hint is None else question.format_answer(hint)
    tried = first in rated and rated.best.playout_count >= MIN_GAMES
    if tried and is_certain(*rated.win_deficit(first)):
        return question.parse_answer(rated.best.answer)
    return question.parse_answer(first) if hint is None else hint


def rated_reason(question: Question, hint_answer: object, player_view: PlayerView) -> HintReason:
    """Return the reason for the suggested answer with its chances to win; `NO_REASON` if neither is known.

    Facts that speak for other answers as well are told only if the answer has none of its own.
    """
    match = player_view.match
    written, lookahead, game = question.format_answer(hint_answer), lookahead_of(match.game), match.game
    rated = match.hint_ratings
    if rated is None or written not in rated:
        rated = Ratings(question.player, (), {})
    own = shared = None
    if explain := lookahead.explain_rating:
        own = explain(game, rated, written)
        shared = own or explain(game, Ratings(rated.seat, (), {}), written)
    why = shared and HintReason(shared.text(), shared.rule)
    if player_view.is_first_game and own and why:
        return why
    if written not in rated:
        return why or NO_REASON
    said, rule = why or player_view.play_design.reason_without_ratings(question, hint_answer, player_view)
    row = rated[written]
    if player_view.is_first_game:
        is_best = row == rated.best and row.playout_count >= MIN_GAMES
        tried = player_view.say("reason.came_out_best", games=row.playout_count) if is_best else ""
        return HintReason(f"{said} {tried}".strip(), rule)
    if row.playout_count < MIN_GAMES:  # the time was too short for a figure
        return HintReason(said if own else f"{said} {player_view.say('reason.untried')}", rule)
    other = next(rating for rating in rated.rows if rating.answer != written)
    key = "reason.rated_alone"
    if other.playout_count >= MIN_GAMES:
        gain, error = rated.win_deficit(other.answer, written)
        key = "reason.rated_close" if gain < max(error, _MIN_VISIBLE_DIFFERENCE) else "reason.rated"
        if gain < -max(error, _MIN_VISIBLE_DIFFERENCE):  # not certainly, or the other one would be advised
            key = "reason.rated_unclear"
    low, high = likely_interval(row.win_probability, row.standard_error)
    tries = player_view.say(
        "reason.tries" if lookahead.estimate_win is None else "reason.tries_judged",
        games=row.playout_count, low=format_percent(low), high=format_percent(high),
    )  # fmt: skip
    chances = player_view.say(
        key,
        win=format_percent(row.win_probability),
        tries=tries,
        other=nest_quotes(
            player_view.play_design.hint_text(question, question.parse_answer(other.answer), player_view)
        ),
        less=format_percent(other.win_probability),
    )
    return HintReason(f"{said} {chances}".strip(), rule)
