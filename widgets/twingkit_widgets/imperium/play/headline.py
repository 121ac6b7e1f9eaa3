"""The headline of a battle: what the person is asked, and what happened since the last answer."""

from __future__ import annotations

from twingkit import Question
from twingkit.imperium.rules.questions import Assign, Play, Retreat, Target, Throw
from twingkit.imperium.rules.rulebook import rulebook
from twingkit_widgets.imperium.play.fleets_seen import seen
from twingkit_widgets.play.headline import Headline, Line
from twingkit_widgets.play.plain_headline import over_title
from twingkit_widgets.play.sight import Sight
from twingkit_widgets.play.words import numbered

MOST = 8
"""The largest number of sentences of news."""


def headline(sight: Sight) -> Headline:
    """Return what to say at the head of the page."""
    fleets, match = seen(sight), sight.match
    sentences = (
        [*fleets.opening(), *fleets.story(0)] if not match.answered else fleets.story(fleets.shown_from)
    )
    lines = tuple(Line((sentence,)) for sentence in sentences[-MOST:])
    question = sight.asked
    if question is None:
        return Headline(over_title(sight), lines=lines)
    n = fleets.table.round
    above = sight.say("now.round", n=n) if n else sight.say("now.before")
    title, text, rule = _question_texts(question, sight)
    return Headline(title, text, rule, lines, above)


def _question_texts(question: Question, sight: Sight) -> tuple[str, str, str]:
    """Return what is asked, what it means, and the rule behind it."""
    if isinstance(question, Throw):
        n = question.volley.count
        text = f"{question.text(sight.lang)} {sight.say('now.throw.text')}"
        return sight.say(numbered("now.throw.title", n), n=n), text, question.rule
    if isinstance(question, Assign):
        n = question.ways.hits
        return (
            sight.say(numbered("now.assign.title", n), n=n),
            sight.say("now.assign.text"),
            question.ways.rule,
        )
    if isinstance(question, Retreat):
        return sight.say("now.retreat.title"), sight.say("now.retreat.text"), question.rule
    assert isinstance(question, Play | Target)
    rule = rulebook()[question.use.effect.rule]
    return (
        sight.say(f"now.{question.kind}.title", effect=rule.title(sight.lang)),
        rule.text(sight.lang),
        rule.id,
    )
