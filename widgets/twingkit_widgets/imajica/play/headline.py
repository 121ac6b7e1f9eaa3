"""The headline of a game of Imajica: who asks what of whom, what it would take, and what happened since."""

from __future__ import annotations

from typing import Any

from twingkit import Question
from twingkit.imajica.rules.asked import Damage, FirstSite, Named, Respond
from twingkit.imajica.rules.challenge import dying
from twingkit.imajica.rules.deeds import Ally
from twingkit.imajica.rules.rounds import wins
from twingkit.imajica.rules.table import Act, ImajicaTable
from twingkit.imajica.rules.values import has_power_of
from twingkit_widgets.imajica.play import news
from twingkit_widgets.imajica.play.answers import POWERS, names_of
from twingkit_widgets.imajica.play.choosing import act_answers, what_is_left
from twingkit_widgets.imajica.words import joined, seat_name, token_name
from twingkit_widgets.play.headline import Headline
from twingkit_widgets.play.plain_headline import over_title
from twingkit_widgets.play.sight import Sight


def headline(sight: Sight) -> Headline:
    """Return what to say at the head of the page."""
    match = sight.match
    own = match.game.start.seat(match.seat)
    told = tuple(news.lines(sight.rulings, sight.since, own, sight.view.waiting, bool(sight.view.fight)))
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
    moment = sight.say("now.moment", n=view.round, phase=phase, turn=who, lang=lang)
    return " · ".join([moment, *winning(sight)])


def winning(sight: Sight) -> list[str]:
    """Return who would win at the end of the round, as the Sites are held now (IJ-REC-2): a sentence each."""
    table, own = sight.match.game.table, sight.view.player
    seats = [player.seat for player in table.players if not player.out and wins(table, player.seat)]
    key = "now.would_tie" if len(seats) > 1 else "now.would_win"
    return [sight.say(f"{key}_own" if seat == own else key, who=_who(seat, sight)) for seat in seats]


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
    if isinstance(asked, Ally):
        left = what_is_left(asked)
        return sight.say(f"now.ally.{left}"), sight.say(f"now.ally.{left}_text")
    if asked.kind == "choose" and sight.match.game.table.acting:
        act: Act = sight.match.game.table.acting[-1]
        return sight.say("now.choose.title", card=act.card.name(sight.lang)), _effects(act, sight)
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
        if alone and asked.kind == "influence":
            alone = "_enough" if sums[0] >= sums[2] else "" if _maestro(table) else "_short"
            alone = alone or "_alone"
        facts = {"n": sums[0], "other": sums[1], "needed": sums[2], "lacks": sums[2] - sums[0]}
        return sight.say(f"now.{asked.kind}.title"), sight.say(f"now.{asked.kind}.text{alone}", **facts)
    waiting = [*table.stack, *table.acting]
    if waiting:
        act: Act = waiting[-1]
        facts = _act_facts(act, sight)
        if act.is_deed:
            facts["targets"] = names_of(act.targets[::2], sight.lang)
            deed = "reassign" if act.moment == "dictate" else "retreat"
            own = "_own" if act.seat == sight.view.player else ""
            return sight.say(f"now.respond.{deed}{own}", **facts), sight.say("now.respond.text")
        facts["targets"] = joined([_whose(token, sight) for token in act.targets], sight.lang)
        key = "on" if act.targets else "read" if act.token else "plain"
        own = "_own" if asked.kind == "respond" and act.seat == sight.view.player else ""
        title = sight.say(f"now.{asked.kind}.{key}{own}", **facts)
        others = [sight.say("now.respond.first", **_act_facts(waiting[-2], sight))] if waiting[1:] else []
        others += [sight.say("now.respond.later", **_act_facts(late, sight)) for late in table.later]
        return title, " ".join([_effects(act, sight), *others]).strip()
    powers = all(answer.partition(" ")[0] in POWERS for answer in act_answers(asked))
    title = sight.say("now.respond.title_power" if powers else "now.respond.title")
    return title, _stakes(sight) if sight.view.fight else sight.say("now.respond.text")


def _act_facts(act: Act, sight: Sight) -> dict[str, str]:
    """Return who has announced an act, and its card."""
    return {"who": _who(act.seat, sight), "card": act.card.name(sight.lang)}


def _effects(act: Act, sight: Sight) -> str:
    """Return what an announced card or power does; of a lasting card what it says while it lies there."""
    return " ".join(effect.text(sight.lang) for effect in act.effects or act.card.effects)


def _whose(token: str, sight: Sight) -> str:
    """A target in words; of a character in play also whose it is."""
    piece = sight.match.game.table.pieces.get(token)
    name = token_name(token, sight.lang)
    if piece is None or not piece.is_character:
        return name
    own = piece.controller == sight.view.player
    return sight.say("now.whose_own" if own else "now.whose", card=name, who=_who(piece.controller, sight))


def _maestro(table: ImajicaTable) -> bool:
    """True if a Maestro is among the seizers, who may need no influence (IJ-AFF-1)."""
    fight = table.fight
    seizers = [table.pieces[token] for token in fight.mine] if fight else []
    return any(has_power_of(table, seizer, "maestro") for seizer in seizers)


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
    if theirs or kind == "challenge":
        return sight.say(f"now.stakes.{kind}", **facts)
    free = "free_own" if view.current == view.player else "free"
    after = sight.say("now.stakes.uncontested" if table.fight.read else "now.stakes.contests_next")
    return f"{sight.say(f'now.stakes.seizure_{free}', **facts)} {after}"
