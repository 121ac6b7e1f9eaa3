"""The reason of a hint by a player that looks ahead: why in the words of the game, and the chances."""

from __future__ import annotations

from twingkit import Question
from twingkit.lookahead import Expert, Ratings
from twingkit.lookahead.ratings import Rating
from twingkit.shares import mean_interval
from twingkit.words import percent
from twingkit_widgets.play.match import Match
from twingkit_widgets.play.player_view import PlayerView

SURELY = 2
"""The number of standard errors by which another answer must be better to be advised in place of that of the
adviser."""

FEWEST = 4
"""The smallest number of tries from which a chance is told."""


def advised(match: Match) -> object:
    """Return the adviser's answer, or another one that came out surely better when both were played on."""
    adviser, hint, asked = match.players[match.seat], match.hint(), match.question
    rated = adviser.why(match.game) if isinstance(adviser, Expert) else None
    if asked is None or rated is None or asked.write(hint) not in rated or rated.best.games < FEWEST:
        return hint
    loss, error = rated.loss(asked.write(hint))
    return asked.read(rated.best.answer) if loss > SURELY * error else hint


def rated_reason(asked: Question, hint: object, player_view: PlayerView) -> tuple[str, str]:
    """Return why the adviser would give this answer, what it risks, and the rule behind it; empty where it
    did not look ahead."""
    match = player_view.match
    adviser, written = match.players[match.seat], asked.write(hint)
    rated = adviser.why(match.game) if isinstance(adviser, Expert) else None
    if not isinstance(adviser, Expert) or rated is None or written not in rated:
        return "", ""
    lang, row = player_view.lang, rated[written]
    why = adviser.lookahead.reason(match.game, rated, written) if adviser.lookahead.reason else None
    said = why.text(lang) if why else ""
    if row.games < FEWEST:  # the time was too short for a figure
        return said or player_view.say("reason.untried"), why.rule if why else ""
    other = next(rating for rating in rated.rows if rating.answer != written)
    win, less = percent(row.win, lang), percent(other.win, lang)
    low, high = mean_interval(row.win, row.games)
    tries = player_view.say(
        "reason.tries" if adviser.lookahead.worth is None else "reason.tries_judged",
        games=row.games, low=percent(low, lang), high=percent(high, lang),
    )  # fmt: skip
    equal = win == less and other.games >= FEWEST  # what a reader sees as equal is said to be
    chances = player_view.say(
        "reason.rated_equal" if equal else _key(rated, row, other),
        win=win,
        tries=tries,
        other=player_view.rules.hint_text(asked, other.answer, player_view),
        less=less,
        answer=player_view.rules.hint_text(asked, hint, player_view),
    )
    return f"{said} {chances}".strip(), why.rule if why else asked.rule


def _key(rated: Ratings, row: Rating, other: Rating) -> str:
    """The sentence that compares the advised answer with the best of the others: one that came out better
    in the tries is too near to tell apart, else it would be advised (`advised`)."""
    if other.games < FEWEST:
        return "reason.rated_alone"
    loss, error = rated.loss(other.answer, row.answer)
    if other.win > row.win:
        return "reason.rated_even"
    return "reason.rated_close" if loss < error else "reason.rated"
