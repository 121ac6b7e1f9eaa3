"""The view of a battle on the play page: goal, fleets with dice, current chances, cards, result."""

from __future__ import annotations

from collections.abc import Mapping

from twingkit.core.links import to_unquoted_link_value
from twingkit.core.notation import ROLES
from twingkit.imperium.battle.best_player import SideOdds
from twingkit.imperium.battle.exact_odds.steps_walk import WalkBudgetError
from twingkit.imperium.battle.notation.battle_line import Battle
from twingkit.imperium.battle.notation.side import EffectUse
from twingkit.imperium.battle.rules import acts
from twingkit.imperium.battle.rules.counts_in_words import UnitCount
from twingkit.imperium.battle.rules.questions import AnnounceRetreat, AssignHits
from twingkit.imperium.battle.side_knowledge import without_hidden_cards
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.odds.odds import Odds
from twingkit_widgets.imperium.pictures.fleets import fleet_text
from twingkit_widgets.imperium.play.battle.chances import OUTCOMES, odds_from_here, seat_odds
from twingkit_widgets.imperium.play.battle.choosing import current_losses
from twingkit_widgets.imperium.play.battle.field import BattleFieldHtml
from twingkit_widgets.imperium.play.battle.fleets_view import fleets_view
from twingkit_widgets.imperium.play.battle.stage import battle_stages
from twingkit_widgets.imperium.play.ui_state import ui_state_of
from twingkit_widgets.lab.odds_bar import odds_bar_html, percent_texts
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.controls import rule_badge
from twingkit_widgets.panel.markup import Child, Markup, el
from twingkit_widgets.table.play.all_seats import contest_stages_html
from twingkit_widgets.table.play.player_view import PlayerView


def goal_html(player_view: PlayerView) -> Markup:
    """Return the person's side, the opponent, and the condition to win; for a person with both sides, the
    stages of the round."""
    if player_view.match.plays_all_seats:
        return _stages(player_view)
    who = el("b", player_view.say(f"goal.{ROLES[player_view.match.seat]}"))
    goal = player_view.say(f"goal.{player_view.match.game.table.fight.kind}")
    settings = player_view.match.settings
    after = player_view.say("goal.invasion") if settings.invasion_line else None
    return el("div", el("p", who, " ", goal, " ", after), cls="tk-play-goal", data_key="goal")


def _stages(player_view: PlayerView) -> Markup:
    game, throws = player_view.match.game, fleets_view(player_view).latest_rolls()
    stage = battle_stages(game.question, game.table, throws[-1].question if throws else None)
    titles = [fleet_text(f"stage.{name}") for name in stage.stages]
    return contest_stages_html(titles, stage.stages.index(stage.current_stage), fleet_text("stage.label"))


def fleets_and_dice_html(player_view: PlayerView) -> Markup:
    """Render both fleets of the battle with the dice of the latest roll."""
    field = BattleFieldHtml(fleets_view(player_view), ui_state_of(player_view).chosen_die).html()
    # Without a question, the losses scroll into view above the bar.
    occasion = None if player_view.question else f"battle:{player_view.ui_state.answer_count}"
    return el("section", field, cls="tk-stepper-table tk-play-fleets", data_key="battle", data_bring=occasion)


# -- the chances


_TITLES: Mapping[type, str] = {AnnounceRetreat: "odds.title_stay", AssignHits: "odds.title_losses"}
"""The titles above the chances, for fighting on and after the losses, by the class of the question."""


def _answer_to_rate(player_view: PlayerView) -> str | None:
    """Return the chosen losses as an answer whose odds can be computed; "" for any other question, None if
    the losses are not legal.
    """
    question = player_view.question
    if not isinstance(question, AssignHits):
        return ""
    taken = current_losses(question, player_view).answer(question)
    return None if question.refusal(taken) else question.format_answer(taken)


def odds_if_outcome_is_certain(player_view: PlayerView) -> SideOdds | None:
    """Return the odds for the person's side if the outcome of the running battle is already certain; None
    otherwise.
    """
    answer = _answer_to_rate(player_view)
    if player_view.match.game.over or answer is None:
        return None
    chances = seat_odds(player_view.match.game.record, player_view.match.seat, answer)
    return chances if isinstance(chances, SideOdds) and chances.is_decided else None


def _two_sided_odds(player_view: PlayerView) -> Markup | None:
    title, odds = player_view.say("all.odds"), odds_from_here(player_view.match.game.record)
    if odds is None:
        return None
    if isinstance(odds, WalkBudgetError):
        shown: list[Child] = [el("p", odds.text(), cls="tk-small")]
    else:
        bar, means = odds_bar_html(odds, title), player_view.say("all.odds_means")
        shown = _odds_in_numbers(odds, "all.odds_", player_view, bar, means, "IM-ODDS-1")
    return el("section", el("h3", title), shown, cls="tk-play-table tk-play-odds", data_key="odds")


def _odds_in_numbers(
    odds: Odds, key: str, player_view: PlayerView, bar: Markup, means: str, rule: str
) -> list[Child]:
    """Return three HTML elements: the chance of each outcome, the bar, and the explanation `means` with a
    link to the rule.
    """
    numbers = percent_texts(odds)
    parts = [
        el("span", el("b", numbers[part], cls="tk-number"), " ", player_view.say(f"{key}{part}"))
        for part in OUTCOMES
    ]
    badge = rule_badge(rule, "rule", key="odds:rule")
    return [el("p", parts, cls="tk-step-shares"), bar, el("p", means, " ", badge, cls="tk-small")]


def win_chances_html(player_view: PlayerView) -> Markup | None:
    """Return the person's (or each side's) chance to win from here, with links to more about this battle."""
    if player_view.match.plays_all_seats:
        return _two_sided_odds(player_view)
    game = player_view.match.game
    settings = player_view.match.settings
    line = str(game.table.fight.battle if game.over else without_hidden_cards(game, player_view.match.seat))
    address = page_href("imperium-battle", battle=to_unquoted_link_value(line))
    return el(
        "section",
        _chances(player_view),
        el("p", player_view.say("odds.space_only"), cls="tk-small")
        if settings.invasion_line and not game.over
        else None,
        el("p", player_view.say("odds.began", **_starting_units(game.table.fight.battle)), cls="tk-small"),
        el("p", el("a", player_view.say("odds.line"), href=address)),
        effects_html(player_view),
        cls="tk-play-table tk-play-odds",
        data_key="odds",
    )


def _starting_units(battle: Battle) -> dict[str, str]:
    words = rulebook().words
    sides = zip(ROLES, battle.sides, strict=True)
    return {
        role: words.format_fact(tuple(UnitCount(*kind) for kind in side.units_with_counts()))
        for role, side in sides
    }


def _chances(player_view: PlayerView) -> list[Child]:
    match = player_view.match
    if match.game.over:
        return []
    title = el("h3", player_view.say(_TITLES.get(type(player_view.question), "odds.title")))
    answer = _answer_to_rate(player_view)
    if answer is None:
        return [title, el("p", player_view.say("odds.not_yet"), cls="tk-small")]
    chances = seat_odds(match.game.record, match.seat, answer)
    if isinstance(chances, WalkBudgetError) or chances is None:
        return [title, el("p", player_view.say("odds.none"), cls="tk-small")]
    if chances.is_decided:
        return [title, el("p", _decided(chances, player_view))]
    bar = odds_bar_html(chances.odds, player_view.say("odds.title"), from_readers_side=True)
    means = player_view.say("odds.means_best" if chances.uses_best_order else "odds.means")
    return [title, *_odds_in_numbers(chances.odds, "odds.", player_view, bar, means, chances.odds.rule)]


def _decided(chances: SideOdds, player_view: PlayerView) -> str:
    entries = player_view.match.game.transcript
    leaving = [entry.player for entry in entries if isinstance(entry.act, acts.Retreat)]
    part = max(OUTCOMES, key=lambda part: getattr(chances.odds, part))
    if leaving and part != "tie":
        return player_view.say(
            "odds.leaving_own" if leaving[-1] == player_view.match.seat else "odds.leaving_other"
        )
    return player_view.say(f"odds.certain_{part}")


# -- cards


def effects_html(player_view: PlayerView) -> Markup | None:
    """Render the cards, technologies and abilities that affect the battle: the person's own, and those known
    of the other side.
    """
    match = player_view.match
    battle = without_hidden_cards(match.game, match.seat)
    boxes = [
        _cards(list(battle.sides[index].all_effect_uses()), index, player_view)
        for index in (match.seat, 1 - match.seat)
    ]
    if not any(boxes):
        return None
    hidden = el("p", player_view.say("cards.hidden"), cls="tk-small tk-soft")
    return el("section", boxes, hidden, cls="tk-play-held tk-play-effects", data_key="cards")


def _cards(uses: list[EffectUse], index: int, player_view: PlayerView) -> Markup | None:
    own = index == player_view.match.seat
    if not uses:
        return None
    spent = player_view.match.game.table.forces[index].used_effects
    title = player_view.say("cards.own" if own else "cards.other")
    items = []
    for use in uses:
        rule = rulebook()[use.effect.rule]
        used = str(use) in spent
        name = [el("b", rule.title()), " ", el("i", player_view.say("cards.used")) if used else None]
        items.append(
            el(
                "li",
                el(
                    "details",
                    el("summary", name),
                    el("p", rule.text(), cls="tk-small"),
                    open=True if own and not used else None,
                    data_key=f"card:{index}:{use}",
                ),
            )
        )
    return el("div", el("h3", title, cls="tk-label"), el("ul", items, cls="tk-list"))
