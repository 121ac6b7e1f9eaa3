"""The explanation below a question of a whole game: its subject, and the effect of an answer.

The sentences are in `why_asked.toml`, by kind of question. A question of a card or ability is explained by
its rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch
from pathlib import Path

from twingkit import Question
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.objectives.scoring import ScoreChoice
from twingkit.imperium.galaxy.table.abilities import Moment, UseOrPass
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.galaxy.trade.offers import can_trade
from twingkit.imperium.galaxy.trade.transactions import OfferReply
from twingkit_widgets.imperium.pictures import names
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.table.play.player_view import PlayerView

EXPLANATION_WORDS = PanelTexts(Path(__file__).with_name("why_asked.toml"))
"""The explanations by kind of question, or by kind and rule."""


def question_explanation(question: Question, player_view: PlayerView) -> str:
    """Return a text that explains why a question is asked, from its own entry, the card or ability behind it,
    or its rule.
    """
    for key in (f"{question.kind}.{question.rule}", question.kind):
        if key in EXPLANATION_WORDS:
            return EXPLANATION_WORDS.say(key, **_facts(question, player_view))
    subject = str(question.subject) if isinstance(question, ItemChoice) else ""
    rule = subject if subject in player_view.book else question.rule
    return player_view.book[rule].text() if rule in player_view.book else ""


@singledispatch
def _facts(question: Question, player_view: PlayerView) -> Mapping[str, object]:
    """Return the facts for the text that explains a question, such as the number to choose, points and goal,
    or the game event.
    """
    table, own = player_view.match.game.table, player_view.match.seat
    points, goal = table.players[own].points, table.points_to_win
    gained = sum(card.points for card in objectives_by_id().values() if card.rule == question.rule)
    facts = {"n": points, "goal": goal, "wins": int(points + gained >= goal)}
    return facts | {"fleet": table.fleet_limit(own), "custodians": int(table.has_custodians)}


@_facts.register
def _(question: ItemChoice, player_view: PlayerView) -> Mapping[str, object]:
    if question.kind == "free":
        table, own = question.table, question.player
        partners = [
            names.seat_name(seat, own) for seat in table.other_seats(own) if can_trade(table, own, seat)
        ]
        return {"who": names.join_names(partners), "none": int(not partners)}
    counted = {"n": question.subject} if isinstance(question.subject, int) else {}
    return {**_facts.dispatch(Question)(question, player_view), **counted}


@_facts.register
def _(question: ScoreChoice, player_view: PlayerView) -> Mapping[str, object]:
    """Name the players who score later in this phase (IM-STATUS-1)."""
    order = question.table.initiative_order
    after = [names.seat_name(seat, question.player) for seat in order[order.index(question.player) + 1 :]]
    later = {"after": names.join_names(after), "last": int(not after)}
    return {**_facts.dispatch(ItemChoice)(question, player_view), **later}


@_facts.register
def _(question: UseOrPass, player_view: PlayerView) -> Mapping[str, object]:
    return {"moment": _moment_text(question.moment, question.table, question.player)}


@_facts.register
def _(question: OfferReply, player_view: PlayerView) -> Mapping[str, object]:
    return {"who": names.seat_name(question.giver, question.player)}


def _moment_text(moment: Moment, table: GameTable, own: int) -> str:
    facts = {
        "who": names.seat_name(moment.seat, own) if moment.seat >= 0 else "",
        "system": names.system_name(table.tile_number(moment.system)) if moment.system >= 0 else "",
        "planet": names.planet_name(moment.planet) if moment.planet in planets_by_id() else "",
        "card": names.card_name(moment.card) if moment.card else "",
        "strategy": names.strategy_card_name(moment.number)
        if moment.number in names.strategy_card_rules()
        else "",
    }
    return EXPLANATION_WORDS.say(f"moment.{moment.window}", **facts)
