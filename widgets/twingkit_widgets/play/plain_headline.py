"""The headline of a game that has none of its own: the question in its own words, or who has won."""

from __future__ import annotations

from twingkit_widgets.panel.wording import capital
from twingkit_widgets.play.headline import Headline, Line
from twingkit_widgets.play.sight import Sight

MOST = 8
"""The largest number of lines of news."""


def plain_headline(sight: Sight) -> Headline:
    """The headline of a game: the question in its own words, or who has won, and
    every ruling since the last answer."""
    match, view, lang = sight.match, sight.view, sight.lang
    lines = tuple(Line((ruling,)) for ruling in sight.rulings[match.told_from :][-MOST:])
    if match.game.over:
        return Headline(over_title(sight), lines=lines)
    if match.pause == "watch":
        return Headline(sight.say("now.watch.title"), sight.say("now.watch.text"), lines=lines)
    question = sight.asked
    if question is None:
        return Headline(sight.say("now.go_on"), lines=lines)
    title, text = question.text(lang), sight.rules.now(question, view, lang)
    return Headline(text or title, title if text and text != title else "", question.rule, lines)


def over_title(sight: Sight) -> str:
    """Return who has won the game."""
    match = sight.match
    winner = sight.rules.winner(match.game)
    if winner is None:
        return sight.say("now.over_draw.title")
    if winner == match.seat:
        return sight.say("now.over_won.title")
    sentence = sight.say("now.over_lost.title", who=match.rules.seat_name(match.game, winner, sight.lang))
    return capital(sentence)
