"""Explain a hint by a player that looks ahead: the reason in the words of the game, and the chances (not in a
first game).
"""

from __future__ import annotations

from twingkit import Question
from twingkit.core.words import format_percent
from twingkit.odds.shares import mean_share_interval
from twingkit.players.lookahead import Expert, Percentage
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.words import nest_quotes

CERTAIN_ERROR_COUNT = 2
"""The number of standard errors by which another answer must be better to replace the adviser's."""

MIN_GAMES = 4
"""The smallest number of simulated games for which a chance of winning is shown."""

MIN_VISIBLE_DIFFERENCE = 0.005
"""The smallest difference between two chances that is visible in whole percent."""


def best_advice(match: Match) -> object:
    """Return the adviser's answer, or another one that proved certainly better when both were played on."""
    adviser, hint, asked = match.players[match.seat], match.hint(), match.question
    rated = adviser.ratings_of_last_answer(match.game) if isinstance(adviser, Expert) else None
    if (
        asked is None
        or rated is None
        or asked.format_answer(hint) not in rated
        or rated.best.playout_count < MIN_GAMES
    ):
        return hint
    loss, error = rated.win_deficit(asked.format_answer(hint))
    return asked.parse_answer(rated.best.answer) if loss > CERTAIN_ERROR_COUNT * error else hint


def rated_reason(asked: Question, hint: object, player_view: PlayerView) -> tuple[str, str]:
    """Return the adviser's reason for an answer with its risks, and the rule behind it.

    Both are empty if the adviser did not look ahead.
    """
    match = player_view.match
    adviser, written = match.players[match.seat], asked.format_answer(hint)
    rated = adviser.ratings_of_last_answer(match.game) if isinstance(adviser, Expert) else None
    if not isinstance(adviser, Expert) or rated is None or written not in rated:
        return "", ""
    row = rated[written]
    why = (
        adviser.lookahead.explain_rating(match.game, rated, written)
        if adviser.lookahead.explain_rating
        else None
    )
    if player_view.is_first_game:
        plain = why is not None and not any(isinstance(fact, Percentage) for fact in why.facts.values())
        return (why.text(), why.rule) if why and plain else ("", "")
    said = why.text() if why else ""
    if row.playout_count < MIN_GAMES:  # the time was too short for a figure
        return said or player_view.say("reason.untried"), why.rule if why else ""
    other = next(rating for rating in rated.rows if rating.answer != written)
    key = "reason.rated_alone"
    if other.playout_count >= MIN_GAMES:  # a better one that is not certainly better, or it would be advised
        loss, error = rated.win_deficit(other.answer, written)
        key = "reason.rated_close" if loss < max(error, MIN_VISIBLE_DIFFERENCE) else "reason.rated"
    low, high = mean_share_interval(row.win_probability, row.playout_count)
    tries = player_view.say(
        "reason.tries" if adviser.lookahead.estimate_win is None else "reason.tries_judged",
        games=row.playout_count, low=format_percent(low), high=format_percent(high),
    )  # fmt: skip
    chances = player_view.say(
        key,
        win=format_percent(row.win_probability),
        tries=tries,
        other=nest_quotes(player_view.rules.hint_text(asked, other.answer, player_view)),
        less=format_percent(other.win_probability),
    )
    return f"{said} {chances}".strip(), why.rule if why else asked.rule
