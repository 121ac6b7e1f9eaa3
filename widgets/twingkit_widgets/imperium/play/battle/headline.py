"""The headline of a battle: the question or the last throw, and the news."""

from __future__ import annotations

import attrs

from twingkit import Ruling
from twingkit.core.notation import ROLES
from twingkit.imperium.battle.rules.counts_in_words import UnitCount
from twingkit.imperium.battle.rules.events import RoundBegins
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, PlayEffect
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.fleets import hits_text
from twingkit_widgets.imperium.play.battle.field import BattleFieldHtml
from twingkit_widgets.imperium.play.battle.fleets_view import FleetsView, fleets_view
from twingkit_widgets.imperium.play.battle.landing import landing_after
from twingkit_widgets.imperium.play.battle.questions import battle_question, question_help, question_title
from twingkit_widgets.imperium.play.words import BATTLE_WORDS
from twingkit_widgets.table.play.headline import EventSentence, Headline, NewsLine
from twingkit_widgets.table.play.plain_headline import game_over_title
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.words import key_for_count

DECIDING_RULES = ("IM-SPACE-10", "IM-INV-8", "IM-ODDS-4")
"""The rules that decide who has won."""

MAX_LINES = 6
"""The largest number of news sentences."""

_ROLLED_CASE = "rolled"
"""The case of rulings about rolled dice, which are shown as pictures instead."""

_PASSED_CASE = "passed"
"""The case of rulings that a side does not use an effect."""


def headline(player_view: PlayerView) -> Headline:
    """Return the headline: the pending question or the result, with news and the number of the round."""
    fleets, match = fleets_view(player_view), player_view.match
    if match.plays_all_seats:
        return _two_sided_headline(fleets, player_view)
    lines = tuple(NewsLine((sentence,)) for sentence in _news(fleets, player_view)[-MAX_LINES:])
    question = player_view.question
    if match.game.over:
        return attrs.evolve(_final_headline(fleets, player_view), news_lines=lines)
    n = _round(fleets, thrown=question is None)
    above = player_view.say("now.round", n=n) if n else player_view.say("now.before")
    if question is None:
        title, text, rule = _throw_headline(fleets, player_view)
    else:
        asked = battle_question(question)
        assert asked is not None, "a battle asks nothing else"
        title, text, rule = question_title(asked), question_help(asked), asked.rule
    return Headline(title, text, rule, lines, above)


def _two_sided_headline(fleets: FleetsView, player_view: PlayerView) -> Headline:
    """Return the headline for a person who plays both sides: the question with its side, or the end of the
    battle, and the latest result.
    """
    question, steps, say = player_view.question, len(fleets.game), player_view.say
    news = fleets.events_since(fleets.shown_from) if steps else fleets.opening_notes()
    n = fleets.table.round
    above = say("now.round", n=n) if n else say("now.before")
    if steps:
        above = f"{above} · {say('all.count', n=steps)}"
    if question is None:
        first = next((said for said in news if said.rule in DECIDING_RULES), news[0])
        others = tuple(NewsLine((said,)) for said in news if said is not first)
        return Headline(first.text(), rule=first.rule, news_lines=others, contest_text=above)
    lines = tuple(NewsLine((said,)) for said in news)
    inner = battle_question(question)
    assert inner is not None, "a battle asks nothing else"
    match inner:
        case AnnounceRetreat():
            text = say("all.retreat")
        case PlayEffect():
            text = rulebook()[inner.rule].text()
        case _:
            text = question_help(inner)
    return Headline(question.text(), text, question.rule, lines, above)


def _round(fleets: FleetsView, thrown: bool) -> int:
    """Return the round of the headline: that of the shown dice, even if the next has begun."""
    n: int = fleets.table.round
    throws = fleets.rolls_on_table() if thrown else []
    since = fleets.game.transcript[throws[0].answer_index :] if throws else ()
    return n - sum(isinstance(ruling.event, RoundBegins) for entry in since for ruling in entry.rulings)


def _news(fleets: FleetsView, player_view: PlayerView) -> list[EventSentence]:
    """Return the events since the person's last answer, without dice that are still shown."""
    match = player_view.match
    began = not match.can_undo and not match.seen_answer_count
    sentences = (
        [*fleets.opening_notes(), *fleets.events_since(0)]
        if began
        else fleets.events_since(fleets.shown_from)
    )
    return [sentence for sentence in sentences if not _is_obvious(sentence, fleets)]


def _is_obvious(sentence: EventSentence, fleets: FleetsView) -> bool:
    """True if dice on the table or the person's own answer show the event without a sentence."""
    ruling = sentence
    if not isinstance(ruling, Ruling):
        return False
    if isinstance(ruling.event, RoundBegins):
        return True  # the number is above the headline
    if ruling.case == _PASSED_CASE:
        return bool(ruling.facts["side"] == ROLES[fleets.own or 0])
    return ruling.case == _ROLLED_CASE and bool(fleets.rolls_on_table())


def _throw_headline(fleets: FleetsView, player_view: PlayerView) -> tuple[str, str, str]:
    """Return the result of the dice on the table and, unless it is a combat roll, the purpose of the dice and
    their rule ("" otherwise).
    """
    throws, seat = fleets.rolls_on_table(), player_view.match.seat
    hits = dict.fromkeys((0, 1), 0)
    for cast in throws:
        hits[cast.question.player] = cast.result.hits
    threw = {cast.question.player for cast in throws}
    own, other = (hits_text(hits[side]) for side in (seat, 1 - seat))
    if len(threw) > 1:
        title = player_view.say("look.both", own=own, other=other)
    elif seat in threw:
        title = player_view.say("look.own", own=own)
    else:
        began = not player_view.match.can_undo and not player_view.match.seen_answer_count
        title = player_view.say("look.first" if began else "look.other", other=other)
    step = throws[-1].question.step
    key = f"look.{step}.text"
    text = player_view.say(key) if key in BATTLE_WORDS else ""
    if step != "combat" and not text:
        text = f"{BattleFieldHtml(fleets).dice_purpose_text(step)}."
    if not text:
        return title, "", ""
    entry = fleets.game.transcript[throws[-1].answer_index]
    rule = next((ruling.rule for ruling in entry.rulings), "")
    return title, text, rule


def _final_headline(fleets: FleetsView, player_view: PlayerView) -> Headline:
    """Return the winner, and the next step after the space battle of an invasion."""
    landing = landing_after(fleets.game, player_view.match.settings.invasion_line)
    if landing is None:
        return Headline(game_over_title(player_view), _ending_text(fleets, player_view))
    who = "own" if player_view.match.seat == 0 else "other"
    landed = attrs.evolve(landing.battle.attacker, units=landing.survivors.ground_forces)
    kept = [UnitCount(kind, n) for kind, n in landed.units_with_counts()]
    units = rulebook().words.format_fact(tuple(kept)) if kept else ""
    case = "land" if landing.is_fought else "free" if kept else "nobody"
    title = player_view.say(f"landing.{case}_{who}.title")
    return Headline(title, player_view.say("landing.units", units=units) if kept else "")


def _ending_text(fleets: FleetsView, player_view: PlayerView) -> str:
    """Return the text for a battle without a winner by combat, with the person's remaining units."""
    result, seat = fleets.game.result, player_view.match.seat
    if result.retreated[seat]:
        n = result.forces[seat].size
        return player_view.say(key_for_count("end.left_own", n), n=n)
    if result.retreated[1 - seat]:
        return player_view.say("end.left_other")
    if result.winner == seat:
        n = result.forces[seat].size
        return player_view.say(key_for_count("end.kept", n), n=n)
    return ""
