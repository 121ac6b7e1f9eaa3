"""The default headline: the question in its own words, or who has won."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.running.winners import is_drawn, winning_seats, winning_teams
from twingkit.learn.reviews.answers import without_name
from twingkit_widgets.panel.wording import capitalize_first, join_names
from twingkit_widgets.table.play.all_seats import sentences_since
from twingkit_widgets.table.play.headline import EventSentence, Headline, NewsLine
from twingkit_widgets.table.play.player_view import PlayerView

MOST_LINES = 8
"""The largest number of news lines."""


def plain_headline(player_view: PlayerView) -> Headline:
    """Return the default headline: the question or the winners, and every ruling since the last answer."""
    match, view = player_view.match, player_view.view
    above, news = "", list[EventSentence](player_view.visible_rulings[match.first_new_ruling :])
    if match.plays_all_seats and (given := len(match.game)):
        above, news = player_view.say("all.count", n=given), [*sentences_since(match, given - 1)]
    lines = tuple(NewsLine((sentence,)) for sentence in news[-MOST_LINES:])
    if match.game.over:
        return Headline(game_over_title(player_view), news_lines=lines, contest_text=above)
    if match.pause_reason == "watch":
        return Headline(
            player_view.say("now.watch.title"), player_view.say("now.watch.text"), news_lines=lines
        )
    question = player_view.question
    if question is None:
        return Headline(player_view.say("now.go_on"), news_lines=lines)
    name = "" if match.plays_all_seats else match.play_design.seat_name(match.game, question.player)
    asked = question.text(), player_view.play_design.question_text(question, view)
    title, text = (capitalize_first(without_name(text, name)) for text in asked)
    return Headline(text or title, title if text and text != title else "", question.rule, lines, above)


def game_over_title(player_view: PlayerView) -> str:
    """Return the title of a finished game, which names the winners (the person as "you")."""
    match = player_view.match
    winners, sides = winning_seats(match.game), winning_teams(match.game)
    if not winners:
        return player_view.say("now.over_draw.title" if is_drawn(match.game) else "now.over_none.title")
    key = "lost" if len(winners) == 1 else "team" if len(sides) == 1 else "shared"
    if match.seat in winners and not match.plays_all_seats:
        key = "won" if key == "lost" else f"{key}_own"
    return capitalize_first(
        player_view.say(f"now.over_{key}.title", who=names_with_you(player_view, winners))
    )


def names_with_you(player_view: PlayerView, seats: Sequence[int]) -> str:
    """Join the names of some seats, starting with "you" for the person's seat."""
    match = player_view.match
    own = -1 if match.plays_all_seats else match.seat
    names = [match.play_design.seat_name(match.game, seat) for seat in seats if seat != own]
    return join_names([player_view.say("now.you"), *names] if own in seats else names)
