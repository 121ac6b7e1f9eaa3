"""The person's hand, and the progress on objectives."""

from __future__ import annotations

from twingkit.core.words import NO_BREAK
from twingkit.imperium.galaxy.objectives.cards import objectives_by_id
from twingkit.imperium.galaxy.objectives.scoring import ScoreChoice
from twingkit.imperium.galaxy.outlook.objectives import ObjectiveProgress, objective_outlooks
from twingkit.imperium.galaxy.view import GameView, PublicPlayerInfo
from twingkit_widgets.imperium.pictures import names
from twingkit_widgets.imperium.pictures.drawing import seat_css_class
from twingkit_widgets.imperium.pictures.table import card_item_html
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.table.play.player_view import PlayerView


def objectives_and_cards_html(player_view: PlayerView) -> Markup:
    """Render the person's objectives with their progress, and the action cards, promissory notes and
    technologies with their texts.
    """
    view: GameView = player_view.view
    shown = objective_outlooks(player_view.match.game.table, player_view.match.seat)
    known = [outlook.id for outlook in shown]
    objectives = [_objective(outlook, view, player_view) for outlook in shown]
    objectives += [card_item_html(card) for card in view.secret_objectives if card not in known]
    cards = {
        "action_cards": view.action_cards,
        "notes": view.promissory_notes,
        "technologies": view.seats[view.player].technologies,
    }
    listed = {key: [card_item_html(card) for card in held] for key, held in cards.items()}
    parts = [_folded(player_view, key, items) for key, items in {"objectives": objectives, **listed}.items()]
    return el("div", parts, cls="tk-play-held tk-game-held", data_key="held")


def _folded(player_view: PlayerView, key: str, items: list[Markup]) -> Markup | None:
    if not items:
        return None
    summary = el("summary", player_view.say(f"hand.{key}", n=len(items)))
    use = el("p", player_view.say("hand.notes_use"), cls="tk-small tk-soft") if key == "notes" else None
    return el("details", summary, use, el("ul", items, cls="tk-list tk-game-cards"), data_key=f"held:{key}")


def _objective(outlook: ObjectiveProgress, view: GameView, player_view: PlayerView) -> Markup:
    secret = outlook.id in view.secret_objectives
    question = player_view.question
    is_offered = isinstance(question, ScoreChoice) and outlook.id in question.choices
    if outlook.is_scorable:
        later = "payable" if objectives_by_id()[outlook.id].requirement_kind == "spend" else "fulfilled"
        key = "scorable" if is_offered else later
        state = player_view.say(f"hand.{key}", public=int(not secret))
    else:
        key = "progress" if outlook.controls_home else "home"
        state = player_view.say(f"hand.{key}", n=outlook.progress, needed=outlook.needed)
    mark = el("span", player_view.say("hand.secret"), cls="tk-chip") if secret else None
    return el(
        "li",
        el("b", names.card_name(outlook.id)),
        " ",
        mark,
        el("span", state, cls="tk-chip tk-chip-main" if is_offered else "tk-chip"),
        el(
            "span",
            names.card_rule_text(outlook.id) if secret else names.objective_text(outlook.id),
            cls="tk-small",
        ),
        " ",
        player_view.rule_opener(outlook.rule, f"hand:{outlook.id}"),
        player_view.opened_rule_html(f"hand:{outlook.id}"),
    )


def _short_name(seat: PublicPlayerInfo, view: GameView) -> str:
    """Return the symbol and the faction of a seat; the person's own seat is "you"."""
    if seat.seat == view.player:
        return names.say("you")
    sign = names.seat_symbol(seat.seat)
    return f"{sign}{NO_BREAK}{names.faction_name(seat.faction, 'short')}" if seat.faction else sign


def points_line_html(view: GameView) -> Markup:
    """Return the points of every player, each in the colour of the seat."""
    scores = [
        el(
            "span",
            el("span", _short_name(seat, view)),
            f" {seat.points}",
            cls=f"tk-score {seat_css_class(seat.seat)}"
            + (" tk-score-own" if seat.seat == view.player else ""),
        )
        for seat in view.seats
    ]
    return el("span", scores)


def points_and_tokens_text(player_view: PlayerView) -> str:
    """Return the points of all players with the goal, and the person's command tokens and trade goods."""
    view: GameView = player_view.view
    own = view.seats[view.player]
    points = ", ".join(f"{_short_name(seat, view)}{NO_BREAK}{seat.points}" for seat in view.seats)
    tokens = player_view.say(
        "now.tokens", tactic=own.tactic, fleet=own.fleet, strategy=own.strategy, goods=own.goods
    )
    return f"{player_view.say('now.points', points=points, n=view.points_to_win)} {tokens}"
