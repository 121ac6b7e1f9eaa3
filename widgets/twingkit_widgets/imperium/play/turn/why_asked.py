"""The explanation below a question of a whole game: its subject, and the effect of an answer.

The sentences are in `why_asked.toml`, by kind of question. A question of a card or ability is explained by
its rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from twingkit import Question
from twingkit.imperium.box.tiles import planets_by_id
from twingkit.imperium.galaxy.objectives.scoring import ScoreChoice
from twingkit.imperium.galaxy.table.abilities import Moment, UseOrPass
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit_widgets.imperium.pictures.names import (
    card_name,
    join_names,
    planet_name,
    seat_name,
    strategy_name,
    strategy_rules,
    system_name,
)
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.table.play.player_view import PlayerView

EXPLANATION_WORDS = PanelTexts(Path(__file__).with_name("why_asked.toml"))
"""The explanations by kind of question, or by kind and rule."""


def question_explanation(asked: Question, player_view: PlayerView) -> str:
    """Return the explanation of a question, by its kind, the card or ability that asks, or its rule."""
    for key in (f"{asked.kind}.{asked.rule}", asked.kind):
        if key in EXPLANATION_WORDS:
            return EXPLANATION_WORDS.say(key, **_facts(asked, player_view))
    subject = str(asked.subject) if isinstance(asked, ItemChoice) else ""
    rule = subject if subject in player_view.book else asked.rule
    return player_view.book[rule].text() if rule in player_view.book else ""


def _facts(asked: Question, player_view: PlayerView) -> Mapping[str, object]:
    """Return facts to explain: the number of a choice, points and goal, or a window's moment."""
    if isinstance(asked, UseOrPass):
        return {"moment": _moment_text(asked.moment, asked.table, asked.player)}
    counted = asked.subject if isinstance(asked, ItemChoice) and isinstance(asked.subject, int) else None
    own = player_view.view.seats[player_view.match.seat].points
    fleet = player_view.match.game.table.fleet_limit(player_view.match.seat)
    facts = {"n": own if counted is None else counted, "goal": player_view.view.points_to_win, "fleet": fleet}
    return {**facts, **_order_facts(asked)} if isinstance(asked, ScoreChoice) else facts


def _order_facts(asked: ScoreChoice) -> Mapping[str, object]:
    """Return who scores after the person (IM-STATUS-1), and whether nobody does."""
    order = asked.table.initiative_order
    after = [seat_name(seat, asked.player) for seat in order[order.index(asked.player) + 1 :]]
    return {"after": join_names(after), "last": int(not after)}


def _moment_text(moment: Moment, table: GameTable, own: int) -> str:
    facts = {
        "who": seat_name(moment.seat, own) if moment.seat >= 0 else "",
        "system": system_name(table.tile_number(moment.system)) if moment.system >= 0 else "",
        "planet": planet_name(moment.planet) if moment.planet in planets_by_id() else "",
        "card": card_name(moment.card) if moment.card else "",
        "strategy": strategy_name(moment.number) if moment.number in strategy_rules() else "",
    }
    return EXPLANATION_WORDS.say(f"moment.{moment.window}", **facts)
