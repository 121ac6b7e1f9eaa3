"""The view of a battle on the play page: the goal, both fleets with their dice, the odds from here, the
end."""

from __future__ import annotations

from twingkit.imperium.exact_odds.steps_walk import WalkError
from twingkit.imperium.notation.battle_line import ROLES
from twingkit.links import to_link
from twingkit.odds import Odds
from twingkit_widgets.imperium.play.choosing import opened_of
from twingkit_widgets.imperium.play.fleets_seen import seen
from twingkit_widgets.imperium.stepper.field import Field
from twingkit_widgets.lab.verdict import bar_html
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.panel.wording import percent
from twingkit_widgets.play.sight import Sight
from twingkit_widgets.rulebook.rulings import rule_button
from twingkit_widgets.site.addresses import page_link


def goal_html(sight: Sight) -> Markup:
    """Return which side the person plays, and what wins."""
    who = el("b", sight.say(f"goal.{ROLES[sight.match.seat]}"))
    goal = sight.say(f"goal.{sight.match.game.table.fight.kind}")
    return el("div", el("p", who, " ", goal), cls="tk-play-goal", data_key="goal")


def battle_html(sight: Sight) -> Markup:
    """Both fleets, and the dice of the last throws."""
    field = Field(seen(sight), sight.lang, opened_of(sight).die).html()
    return el("section", field, cls="tk-stepper-table tk-play-fleets", data_key="battle")


def odds_html(sight: Sight) -> Markup:
    """Return how often the person wins from here, and the way to all else about this battle."""
    fleets, lang = seen(sight), sight.lang
    parts: list[Child] = []
    try:
        odds = fleets.odds()
    except WalkError:
        parts = [el("p", sight.say("odds.none"), cls="tk-small")]
    else:
        if odds is not None:
            own = odds if sight.match.seat == 0 else Odds(odds.loss, odds.tie, odds.win, rule=odds.rule)
            rule = rule_button(odds.rule, lang, "rule", key="odds:rule")
            means = el("p", sight.say("odds.means"), " ", rule, cls="tk-small")
            parts = [_shares(own, sight), bar_html(own, lang, sight.say("odds.title")), means]
    line = str(fleets.battle)
    address = page_link("imperium-battle", lang, battle=to_link(line))
    return el(
        "section",
        el("h3", sight.say("odds.title")) if parts else None,
        parts,
        el("p", el("code", line), cls="tk-small"),
        el("p", el("a", sight.say("odds.line"), href=address)),
        cls="tk-play-table tk-play-odds",
        data_key="odds",
    )


def _shares(odds: Odds, sight: Sight) -> Markup:
    shares = [
        el(
            "span",
            el("b", percent(sight.lang, getattr(odds, part), 1), cls="tk-number"),
            " ",
            sight.say(f"odds.{part}"),
        )
        for part in ("win", "tie", "loss")
    ]
    return el("p", shares, cls="tk-step-shares")


def summary_html(sight: Sight) -> Markup:
    """Return how long the battle took."""
    n = sight.match.game.table.round
    key = "end.rounds_none" if not n else "end.rounds_one" if n == 1 else "end.rounds"
    return el("p", sight.say(key, n=n))
