"""A review as lines of text for the command line: mistakes, luck, turning points and the curve."""

from __future__ import annotations

from statistics import fmean

from twingkit.core.games import game_by_id
from twingkit.core.language import localized
from twingkit.core.words import format_number, format_percent
from twingkit.learn.reviews.answers import seat_name
from twingkit.learn.reviews.curve import CurvePoint, drawable_points, lasting_changes, winning_chance_curve
from twingkit.learn.reviews.reviewing import Review
from twingkit.learn.reviews.rows import merge_repeats
from twingkit.learn.reviews.sentences import (
    change_sentence,
    deciding_sentence,
    decision_sentence,
    luck_sentences,
    mark_word,
    review_notes,
    say,
)

_MAX_CURVE_WIDTH = 60
"""In characters."""

_HEIGHT_CHARACTERS = "▁▂▃▄▅▆▇█"


@localized
def review_report_lines(review: Review, lang: str | None = None) -> list[str]:
    """Return the finished part of a review as lines of text."""
    game, points = review.moments.game, drawable_points(winning_chance_curve(review))
    rows = sorted(review.rows, key=lambda row: review.reader not in (None, row.player - 1))
    bad = merge_repeats(row for row in rows if row.mark)
    unclear = merge_repeats(row for row in rows if row.is_unclear)
    title = game_by_id(game.start.name.partition(".")[0]).title()
    head = say("text.head", game=title, decisions=len(rows), mistakes=len(bad))
    lines = [head, *filter(None, [deciding_sentence(review)]), *review_notes(review)]
    if review.share_done() < 1:
        lines.append(say("partial", rated=len(rows), n=len(review.moments.decisions)))
    lines += ["", say("text.mistakes") if bad else say("text.none")]
    for row in bad:
        lines.append(f"  {row.place:>4}  {mark_word(review, row)}: {decision_sentence(review, row)}")
    if unclear:
        lines += ["", say("text.unclear")]
        lines += [f"  {row.place:>4}  {decision_sentence(review, row)}" for row in unclear]
    lines.append("")
    for player in range(1, review.seat_count + 1):
        losses = [row.fair_win_lost for row in rows if row.player == player]
        if losses:
            mean = format_number(100 * max(0.0, fmean(losses)), 1)
            seat = seat_name(game, player - 1, review.reader)
            lines.append(say("text.mean", seat=seat, loss=mean, n=len(losses)))
    for title, sentences in (
        ("text.luck", luck_sentences(review)),
        ("text.turns", [change_sentence(review, change) for change in lasting_changes(review)]),
    ):
        if sentences:
            lines += ["", say(title), *(f"  {sentence}" for sentence in sentences)]
    if not points:
        return [*lines, "", say("text.no_curve")]
    for player in range(1, (review.seat_count if review.seat_count > 2 else 1) + 1):
        seat = seat_name(game, player - 1, review.reader)
        lines += ["", say("text.curve", seat=seat), *_curve_line(points, player)]
    return lines


def _curve_line(points: list[CurvePoint], player: int) -> list[str]:
    every = -(-len(points) // _MAX_CURVE_WIDTH)
    chances = [point.chances[player - 1] for point in points]
    shown = [*chances[:-1:every], chances[-1]]
    heights = "".join(
        _HEIGHT_CHARACTERS[min(len(_HEIGHT_CHARACTERS) - 1, int(chance * len(_HEIGHT_CHARACTERS)))]
        for chance in shown
    )
    return [f"  {format_percent(chances[0])} {heights} {format_percent(chances[-1])}"]
