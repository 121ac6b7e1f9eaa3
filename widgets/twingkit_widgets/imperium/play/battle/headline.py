"""The headline of a battle: the question or the last throw, and the news."""

from __future__ import annotations

import attrs

from twingkit import Ruling
from twingkit.imperium.battle.notation.battle_line import ROLES
from twingkit.imperium.battle.rules.counts_in_words import UnitCount
from twingkit.imperium.battle.rules.questions import Play, Retreat
from twingkit.imperium.texts.rulebook import rulebook
from twingkit_widgets.imperium.pictures.fleets import hits_text
from twingkit_widgets.imperium.play.battle.field import BattleField
from twingkit_widgets.imperium.play.battle.fleets_view import FleetsView, fleets_view
from twingkit_widgets.imperium.play.battle.landing import landing_after
from twingkit_widgets.imperium.play.battle.questions import battle_question, text_of, title_of
from twingkit_widgets.imperium.play.words import BATTLE
from twingkit_widgets.table.play.headline import Headline, Line, Sentence
from twingkit_widgets.table.play.plain_headline import over_title
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.words import singular_key

DECIDING = ("IM-SPACE-10", "IM-INV-8", "IM-ODDS-4")
"""The rules that decide who has won."""

MAX_LINES = 6
"""The largest number of sentences of news."""

ROLLED = "rolled"
"""The case of rulings that say how dice fell: the dice themselves are shown."""

ROUNDS = (("IM-SPACE-8", "round"), ("IM-INV-5", "round"))
"""The rulings that a new round begins: its number stands above the headline."""

PASSED = "passed"
"""The case of rulings that say that a side does without an effect."""


def headline(player_view: PlayerView) -> Headline:
    """Return what to say at the head of the page."""
    fleets, match = fleets_view(player_view), player_view.match
    if match.all_seats:
        return _two_sided_headline(fleets, player_view)
    lines = tuple(Line((sentence,)) for sentence in _news(fleets, player_view)[-MAX_LINES:])
    question = player_view.asked
    if match.game.over:
        return attrs.evolve(_final_headline(fleets, player_view), lines=lines)
    n = _round(fleets, thrown=question is None)
    above = player_view.say("now.round", n=n) if n else player_view.say("now.before")
    if question is None:
        title, text, rule = _thrown(fleets, player_view)
    else:
        asked = battle_question(question)
        assert asked is not None, "a battle asks nothing else"
        title, text, rule = title_of(asked), text_of(asked), asked.rule
    return Headline(title, text, rule, lines, above)


def _two_sided_headline(fleets: FleetsView, player_view: PlayerView) -> Headline:
    """The question with the name of its side, or the end of the battle, and the result of the last step."""
    asked, steps, say = player_view.asked, len(fleets.game), player_view.say
    news = fleets.events_since(fleets.shown_from) if steps else fleets.opening_notes()
    n = fleets.table.round
    above = say("now.round", n=n) if n else say("now.before")
    if steps:
        above = f"{above} · {say('all.count', n=steps)}"
    if asked is None:
        first = next((said for said in news if said.rule in DECIDING), news[0])
        others = tuple(Line((said,)) for said in news if said is not first)
        return Headline(first.text(), rule=first.rule, lines=others, above=above)
    lines = tuple(Line((said,)) for said in news)
    inner = battle_question(asked)
    assert inner is not None, "a battle asks nothing else"
    if isinstance(inner, Retreat | Play):
        text = say("all.retreat") if isinstance(inner, Retreat) else rulebook()[inner.rule].text()
    else:
        text = text_of(inner)
    return Headline(asked.text(), text, asked.rule, lines, above)


def _round(fleets: FleetsView, thrown: bool) -> int:
    """The round of what the headline is about: of the dice that are looked at, even if the next has begun."""
    n: int = fleets.table.round
    casts = fleets.current_throws() if thrown else []
    since = fleets.game.transcript[casts[0].place :] if casts else ()
    return n - sum((ruling.rule, ruling.case) in ROUNDS for entry in since for ruling in entry.rulings)


def _news(fleets: FleetsView, player_view: PlayerView) -> list[Sentence]:
    """The events since the person last answered or went on, without dice that are still shown."""
    match = player_view.match
    began = not match.can_take_back and not match.looked
    sentences = (
        [*fleets.opening_notes(), *fleets.events_since(0)]
        if began
        else fleets.events_since(fleets.shown_from)
    )
    return [sentence for sentence in sentences if not _is_obvious(sentence, fleets)]


def _is_obvious(sentence: Sentence, fleets: FleetsView) -> bool:
    """True for what the person can see without a sentence: dice on the table, and their own answer."""
    ruling = sentence
    if not isinstance(ruling, Ruling):
        return False
    if (ruling.rule, ruling.case) in ROUNDS:
        return True
    if ruling.case == PASSED:
        return bool(ruling.facts["side"] == ROLES[fleets.own or 0])
    return ruling.case == ROLLED and bool(fleets.current_throws())


def _thrown(fleets: FleetsView, player_view: PlayerView) -> tuple[str, str, str]:
    """Return the result of the dice on show; for throws other than the combat roll also their purpose and
    rule.
    """
    casts, seat = fleets.current_throws(), player_view.match.seat
    hits = dict.fromkeys((0, 1), 0)
    for cast in casts:
        hits[cast.throw.player] = cast.thrown.hits
    threw = {cast.throw.player for cast in casts}
    own, other = (hits_text(hits[side]) for side in (seat, 1 - seat))
    if len(threw) > 1:
        title = player_view.say("look.both", own=own, other=other)
    elif seat in threw:
        title = player_view.say("look.own", own=own)
    else:
        began = not player_view.match.can_take_back and not player_view.match.looked
        title = player_view.say("look.first" if began else "look.other", other=other)
    step = casts[-1].throw.step
    key = f"look.{step}.text"
    text = player_view.say(key) if key in BATTLE else ""
    if step != "combat" and not text:
        text = f"{BattleField(fleets).name(step)}."
    if not text:
        return title, "", ""
    entry = fleets.game.transcript[casts[-1].place]
    rule = next((ruling.rule for ruling in entry.rulings), "")
    return title, text, rule


def _final_headline(fleets: FleetsView, player_view: PlayerView) -> Headline:
    """Return who has won, and what follows a space battle that is the first half of an invasion."""
    settings = player_view.match.settings
    landing = landing_after(fleets.game, settings.whole)
    if landing is None:
        return Headline(over_title(player_view), _ending_text(fleets, player_view))
    who = "own" if player_view.match.seat == 0 else "other"
    landed = attrs.evolve(landing.battle.attacker, units=landing.survivors.landing)
    kept = [UnitCount(kind, n) for kind, n in landed.kinds()]
    units = rulebook().words.label(tuple(kept)) if kept else ""
    case = "land" if landing.is_fought else "free" if kept else "nobody"
    title = player_view.say(f"landing.{case}_{who}.title")
    return Headline(title, player_view.say("landing.units", units=units) if kept else "")


def _ending_text(fleets: FleetsView, player_view: PlayerView) -> str:
    """Return how a battle ended that nobody won by fighting, and what the person keeps."""
    result, seat = fleets.game.result, player_view.match.seat
    if result.retreated[seat]:
        n = result.forces[seat].size
        return player_view.say(singular_key("end.left_own", n), n=n)
    if result.retreated[1 - seat]:
        return player_view.say("end.left_other")
    if result.winner == seat:
        n = result.forces[seat].size
        return player_view.say(singular_key("end.kept", n), n=n)
    return ""
