"""The headline of a game of Imajica: who asks what of whom, what it would take, and what happened since."""

from __future__ import annotations

from typing import Any

from twingkit import Question
from twingkit.imajica.rules.asked import Damage, FirstSite, Named, Respond
from twingkit.imajica.rules.challenge import dying
from twingkit.imajica.rules.table import Act
from twingkit_widgets.imajica.play import news
from twingkit_widgets.imajica.play.answers import names_of
from twingkit_widgets.imajica.words import seat_name, token_name
from twingkit_widgets.play.headline import Headline
from twingkit_widgets.play.plain_headline import over_title
from twingkit_widgets.play.sight import Sight


def headline(sight: Sight) -> Headline:
    """Return what to say at the head of the page."""
    match = sight.match
    told = tuple(news.lines(sight.rulings, sight.since, match.game.start.seat(match.seat)))
    if match.game.over:
        return Headline(over_title(sight), _ending(sight), lines=told)
    if match.pause == "watch":
        return Headline(sight.say("now.watch.title"), sight.say("now.watch.text"), lines=told)
    asked = sight.asked
    if asked is None:
        return Headline(sight.say("now.go_on"), lines=told)
    title, text = _asked(asked, sight)
    return Headline(title, text, asked.rule, told, above=_moment(sight))


def _ending(sight: Sight) -> str:
    result: Any = sight.match.game.result
    return sight.say(f"now.over_{result.by}", n=result.rounds)


def _moment(sight: Sight) -> str:
    """The round and the phase, and whose turn it is."""
    view, lang = sight.view, sight.lang
    phase = sight.say(f"now.phase_{view.phase}")
    if view.phase == "setup":
        return phase
    own = view.current == view.player
    who = sight.say("now.your_turn") if own else sight.say("now.turn_of", who=_who(view.current, sight))
    return sight.say("now.moment", n=view.round, phase=phase, turn=who, lang=lang)


def _who(seat: int, sight: Sight) -> str:
    return seat_name(sight.view.seats[seat].name, sight.lang, seat == sight.view.player)


def _asked(asked: Question, sight: Sight) -> tuple[str, str]:
    """The question, and the facts that decide it."""
    if isinstance(asked, FirstSite):
        return sight.say("now.first_site.title", n=asked.dominion), sight.say("now.first_site.text")
    if isinstance(asked, Respond):
        return _window(asked, sight)
    if isinstance(asked, Damage):
        return sight.say("now.damage.title", n=asked.most), sight.say("now.damage.text")
    if isinstance(asked, Named) and asked.kind in ("defend", "contest"):
        return _stopping(asked, sight)
    return sight.say(f"now.{asked.kind}.title"), sight.say(f"now.{asked.kind}.text")


def _stopping(asked: Named, sight: Sight) -> tuple[str, str]:
    """A challenge or a seizure of another: who comes with what, and what it would take to stop it."""
    view, lang = sight.view, sight.lang
    _, focus, *rest = view.fight
    facts = {
        "who": _who(view.current, sight),
        "target": token_name(focus, lang),
        "cards": names_of(rest[: rest.index("vs")], lang),
        "n": view.sums[0],
        "other": view.sums[1],
    }
    needed = view.sums[2] if len(view.sums) > 2 else 0
    title = sight.say(f"now.{asked.kind}.title", **facts)
    return title, sight.say(f"now.{asked.kind}.text", needed=needed, **facts)


def _window(asked: Respond, sight: Sight) -> tuple[str, str]:
    """A window: what waits for an answer, or what goes on."""
    table = asked.table
    if asked.kind in ("combat", "influence"):
        sums = [*sight.view.sums, 0, 0]
        if sight.view.current != sight.view.player:
            sums[:2] = sums[1::-1]
        alone = "_alone" if sight.view.fight[-1] == "vs" else ""
        if alone and asked.kind == "influence" and sums[0] >= sums[2]:
            alone = "_enough"
        facts = {"n": sums[0], "other": sums[1], "needed": sums[2]}
        return sight.say(f"now.{asked.kind}.title"), sight.say(f"now.{asked.kind}.text{alone}", **facts)
    waiting = [*table.stack, *table.acting]
    if waiting:
        act: Act = waiting[-1]
        facts = {"who": _who(act.seat, sight), "card": act.card.name(sight.lang)}
        if act.is_deed:
            facts["targets"] = names_of(act.targets[::2], sight.lang)
            deed = "reassign" if act.moment == "dictate" else "retreat"
            return sight.say(f"now.respond.{deed}", **facts), sight.say("now.respond.text")
        facts["targets"] = names_of(act.targets, sight.lang)
        key = "on" if act.targets else "read" if act.token else "plain"
        title = sight.say(f"now.{asked.kind}.{key}", **facts)
        return title, " ".join(effect.text(sight.lang) for effect in act.effects)
    if sight.view.fight:
        return sight.say("now.respond.title"), _stakes(sight)
    return sight.say("now.respond.title"), sight.say("now.respond.text")


def _stakes(sight: Sight) -> str:
    """The sums of a fight under way, and what would turn it."""
    view, lang = sight.view, sight.lang
    kind, focus, *rest = view.fight
    table = sight.match.game.table
    if table.fight.dealt:
        cards = names_of([piece.token for piece in dying(table)], lang)
        return sight.say("now.stakes.dying" if cards else "now.stakes.dealt", cards=cards)
    mine, theirs = rest[: rest.index("vs")], rest[rest.index("vs") + 1 :]
    facts = {
        "who": _who(view.current, sight),
        "target": token_name(focus, lang),
        "cards": names_of(mine, lang),
        "others": names_of(theirs, lang),
        "n": view.sums[0],
        "other": view.sums[1],
        "needed": view.sums[2] if len(view.sums) > 2 else 0,
    }
    key = kind if theirs or kind == "challenge" else f"{kind}_free"
    return sight.say(f"now.stakes.{key}", **facts)
