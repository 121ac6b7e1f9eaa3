"""The verdict on what is picked for a fight, a contest or damage: totals, and what would stop it."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.core.slices import BudgetError
from twingkit.core.words import format_percent
from twingkit.imajica.exact_odds.stops import RivalStop, Stops, can_they_stop
from twingkit.imajica.rules.challenge import Defend
from twingkit.imajica.rules.questions import Damage, ImajicaQuestion
from twingkit.imajica.rules.seizure import Contest
from twingkit.imajica.rules.table import Fight, ImajicaTable
from twingkit.imajica.rules.values import influence, value
from twingkit_widgets.imajica.play.answers import names_of
from twingkit_widgets.imajica.play.choosing import FIGHTS, MOVE, pickable, picked_answer
from twingkit_widgets.imajica.play.dealing import shares_of
from twingkit_widgets.imajica.words import seat_name, token_name
from twingkit_widgets.panel.controls import rule_button
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.table.play.player_view import PlayerView

EXAMPLES = 3
"""Maximum number of cards named as what a rival would need."""


def verdict_text(asked: ImajicaQuestion, aim: str, picked: Sequence[str], player_view: PlayerView) -> str:
    """Return what the picked cards lead to, in a sentence, or the refusal if a rule forbids it."""
    if picked:
        refusal = asked.refusal(picked_answer(asked, aim, picked))
        if refusal is not None:
            return str(player_view.match.for_person(refusal).text())
    if isinstance(asked, Damage):
        return player_view.say("verdict.damage", n=sum(shares_of(picked).values()), most=asked.most)
    if isinstance(asked, Contest | Defend):
        return _against(asked, picked, player_view)
    word = aim.partition(" ")[0]
    if not picked:
        return player_view.say("verdict.moves" if word == MOVE else "verdict.none")
    stops = stops_of(asked, aim, picked, player_view)
    if stops is None:
        return player_view.say("verdict.count", n=len(picked))
    if word == "challenge":
        other = stops.rivals[0].other
        key = "enough" if stops.own > other else "tie" if stops.own == other else "weak"
        return player_view.say(f"verdict.challenge_{key}", n=stops.own, other=other, damage=stops.own - other)
    key = "short" if stops.failure else "enough" if stops.own >= stops.needed else "maestro"
    return player_view.say(f"verdict.seize_{key}", n=stops.own, needed=stops.needed)


def influence_at(asked: ImajicaQuestion, aim: str) -> dict[str, int]:
    """Return the influence of each pickable character at a Site, as if all of them took part.

    Return {} if the answer is not about a Site.
    """
    tokens = pickable(asked, aim)
    table: ImajicaTable = asked.table.copy()
    word, _, target = aim.partition(" ")
    if word == "seize":
        table.fight = Fight("seizure", asked.player, target, list(tokens), tuple(tokens))
    elif isinstance(asked, Contest) and table.fight is not None:
        table.fight.theirs += tokens
    else:
        return {}
    site = table.pieces[table.fight.focus]
    return {token: influence(table, table.pieces[token], site) for token in tokens}


def stops_of(
    asked: ImajicaQuestion, aim: str, picked: Sequence[str], player_view: PlayerView
) -> Stops | None:
    """Return how the picked seizure or challenge could be stopped.

    Return None if nothing like that is picked, if a rule forbids it, or if there are too many ways
    to check.
    """
    if aim.partition(" ")[0] not in FIGHTS or not picked:
        return None
    answer = picked_answer(asked, aim, picked)
    if asked.refusal(answer) is not None:
        return None
    try:
        return can_they_stop(player_view.match.game, answer, goal="everyone")
    except BudgetError:
        return None


def stops_html(
    asked: ImajicaQuestion, aim: str, picked: Sequence[str], player_view: PlayerView
) -> Markup | None:
    """Render what each rival would need to stop the picked action, and how likely the rival holds it."""
    stops = stops_of(asked, aim, picked, player_view)
    if stops is None or stops.failure:
        return None
    items = [el("li", _rival(rival, stops, player_view)) for rival in stops.rivals]
    rule = "IJ-SEIZE-4" if stops.deed.word == "seize" else "IJ-CHAL-7"
    return el(
        "section",
        el("h3", player_view.say("stops.title"), cls="tk-play-kind"),
        el("ul", items, cls="tk-list tk-small im-stops"),
        el("p", player_view.say("stops.exact"), " ",
           rule_button(rule, "rule", key="stops:rule"), cls="tk-small tk-soft"),
        cls="tk-play-group",
        data_key="stops",
    )  # fmt: skip


def _rival(rival: RivalStop, stops: Stops, player_view: PlayerView) -> str:
    """Describe one rival in a sentence."""
    word = stops.deed.word
    facts = {
        "who": seat_name(player_view.view.seats[rival.seat].name),
        "n": rival.other,
        "own": rival.own,
        "lacks": rival.missing_points or 0,
        "chance": format_percent(float(rival.chance), 0),
        "cards": names_of(_needed(rival), "or"),
    }
    if rival.way_without_cards is not None:
        return player_view.say(f"stops.{word}_now", **facts)
    if not rival.ways:
        return player_view.say("stops.never", **facts)
    return player_view.say(f"stops.{word}_cards", **facts)


def _needed(rival: RivalStop) -> list[str]:
    """Return some cards that would stop it alone, or the cards of the shortest way if none would."""
    singles = [name for way in rival.ways if way.count == 1 for name, _ in way.cards]
    names = [other for name in singles for other in rival.equivalents.get(name, (name,))]
    if not names and rival.ways:
        names = [name for name, _ in rival.ways[0].cards]
    return list(dict.fromkeys(names))[:EXAMPLES]


def _against(asked: Contest | Defend, picked: Sequence[str], player_view: PlayerView) -> str:
    """Describe the totals of a contest or defence with the picked characters."""
    table: ImajicaTable = asked.table.copy()
    fight = table.fight
    assert fight is not None
    fight.theirs += picked
    focus = table.pieces[fight.focus]
    own, theirs = (
        sum(
            influence(table, table.pieces[token], focus)
            if fight.kind == "seizure"
            else value(table, table.pieces[token], "strength")
            for token in side
        )
        for side in (fight.theirs, fight.mine)
    )
    facts = {
        "n": own,
        "other": theirs,
        "damage": abs(own - theirs),
        "site": token_name(fight.focus),
    }
    if fight.kind == "seizure":
        key = "none" if not picked else "stops" if own >= theirs else "short"
        return player_view.say(f"verdict.contest_{key}", **facts)
    key = "wins" if own > theirs else "tie" if own == theirs else "short"
    text = player_view.say(f"verdict.defend_{key}", **facts)
    if key != "short":
        return text
    damage = Damage(table, fight.seat, theirs - own)
    killed = [token for token in fight.theirs if damage.deadly(token) <= damage.most]
    cards = names_of(killed, "or")
    kills = "verdict.defend_kills" if killed else "verdict.defend_kills_none"
    return f"{text} {player_view.say(kills, cards=cards)}"
