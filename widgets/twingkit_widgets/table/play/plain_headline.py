"""The headline of a game that has none of its own: the question in its own words, or who has won."""

from __future__ import annotations

from twingkit_widgets.panel.wording import capital
from twingkit_widgets.table.play.all_seats import sentences_since
from twingkit_widgets.table.play.headline import Headline, Line, Sentence
from twingkit_widgets.table.play.player_view import PlayerView

MOST_LINES = 8
"""The largest number of lines of news."""


def plain_headline(player_view: PlayerView) -> Headline:
    """The headline of a game: the question in its own words, or who has won, and
    every ruling since the last answer."""
    match, view = player_view.match, player_view.view
    above, news = "", list[Sentence](player_view.rulings[match.news_from :])
    if match.all_seats and (given := len(match.game)):
        above, news = player_view.say("all.count", n=given), [*sentences_since(match, given - 1)]
    lines = tuple(Line((sentence,)) for sentence in news[-MOST_LINES:])
    if match.game.over:
        return Headline(over_title(player_view), lines=lines, above=above)
    if match.pause == "watch":
        return Headline(player_view.say("now.watch.title"), player_view.say("now.watch.text"), lines=lines)
    question = player_view.asked
    if question is None:
        return Headline(player_view.say("now.go_on"), lines=lines)
    title, text = question.text(), player_view.rules.now(question, view)
    return Headline(text or title, title if text and text != title else "", question.rule, lines, above)


def over_title(player_view: PlayerView) -> str:
    """Return who has won the game."""
    match = player_view.match
    winner = player_view.rules.winner(match.game)
    if winner is None:
        return player_view.say("now.over_draw.title")
    if winner == match.seat and not match.all_seats:
        return player_view.say("now.over_won.title")
    sentence = player_view.say("now.over_lost.title", who=match.rules.seat_name(match.game, winner))
    return capital(sentence)
