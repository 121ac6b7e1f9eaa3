"""Scoring objectives: the ones a player can score, their cost, and the points; in the status phase
(IM-STATUS-1), and in the action phase at the moment of an event (IM-OBJ-1 to 6)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.economy.paying import pay_cost
from twingkit.imperium.galaxy.objectives.cards import Objective, objectives_by_id
from twingkit.imperium.galaxy.objectives.progress import (
    can_fulfil_now,
    controls_home_or_is_saar,
    progress_on_objective,
)
from twingkit.imperium.galaxy.phases.ending import raise_if_game_over
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.card_drawing import ask_to_choose, discard_chosen_action_card
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice
from twingkit.imperium.texts.fact_names import UnscorableObjective


def scorable_public_objectives(table: GameTable, seat: int) -> list[str]:
    """Return the open public objectives that a player can score now (IM-OBJ-2)."""
    if not controls_home_or_is_saar(table, seat):
        return []
    scored = table.players[seat].scored_objectives
    return [
        name
        for name in table.open_objectives
        if name not in scored and can_fulfil_now(table, seat, objectives_by_id()[name])
    ]


def scorable_secret_objectives(table: GameTable, seat: int) -> list[str]:
    """Return the player's secret objectives that they can score in a status phase."""
    return [
        name
        for name in table.players[seat].secret_objectives
        if objectives_by_id()[name].scoring_phase == "status"
        and can_fulfil_now(table, seat, objectives_by_id()[name])
    ]


class ScoreChoice(ItemChoice):
    """The question of which objective to score, if any. A refusal says what is missing (IM-OBJ-1)."""

    __slots__ = ()

    def rule_against_item(self, item: str) -> BrokenRule:
        """Return the rule that forbids an objective that cannot be scored."""
        card, player = objectives_by_id().get(item), self.table.players[self.player]
        if card is None or item not in (*self.table.open_objectives, *player.secret_objectives):
            return super().rule_against_item(item)
        if item in player.scored_objectives:
            return "IM-OBJ-1", "before", {}
        if not card.is_secret and not controls_home_or_is_saar(self.table, self.player):
            return "IM-OBJ-2", "home", {}
        if not can_fulfil_now(self.table, self.player, card):
            there = progress_on_objective(self.table, self.player, card)
            return "IM-OBJ-1", "missing", {"n": card.needed_count, "there": there}
        return super().rule_against_item(item)


def announce_nothing_scored(table: GameTable, seat: int, rule: str) -> None:
    """Log that a player scores nothing by a rule, with the reason (IM-STATUS-1, IM-STRAT-imperial)."""
    if scorable_public_objectives(table, seat):
        table.announce(rule, "nothing", seat)
    elif not controls_home_or_is_saar(table, seat):
        table.announce("IM-OBJ-2", "home", seat)
    else:
        scored = table.players[seat].scored_objectives
        cards = [objectives_by_id()[name] for name in table.open_objectives]
        missing = tuple(
            UnscorableObjective(
                card.rule, progress_on_objective(table, seat, card), card.needed_count, card.id in scored
            )
            for card in cards
        )
        table.announce(rule, "unfulfilled", seat, missing=missing)


def score_one_objective(table: GameTable, seat: int, names: list[str], rule: str) -> Script:
    """Let a player choose one of the objectives in `names` and score it; do nothing if there are none."""
    if names:
        answer: acts.Choose = yield ScoreChoice(
            table, seat, [*names, NO_TARGET_WORD], kind="score", rule=rule
        )
        name = answer.item
        if name != NO_TARGET_WORD:
            yield from score_objective(table, seat, objectives_by_id()[name])


def score_objective(table: GameTable, seat: int, card: Objective) -> Script:
    """Score an objective for a player: pay its cost, then gain its points (IM-OBJ-1)."""
    if card.requirement_kind == "spend":
        yield from _pay_cost(table, seat, card)
    player = table.players[seat]
    if card.id in player.secret_objectives:
        player.remove_face_up("secret_objectives", card.id)
    player.scored_objectives += (card.id,)
    table.gain_points(seat, card.points)
    rule = "IM-OBJ-3" if card.scoring_phase == "action" else "IM-OBJ-1"
    table.announce(rule, "scored", seat, card=card.rule, n=card.points, total=player.points)


def _pay_cost(table: GameTable, seat: int, card: Objective) -> Script:
    player = table.players[seat]
    if card.counted_thing in ("resources", "influence"):
        yield from pay_cost(table, seat, card.needed_count, card.counted_thing, card.rule)
    elif card.counted_thing == "trade_goods":
        player.goods -= card.needed_count
    elif card.counted_thing == "action_cards":
        for _ in range(card.needed_count):
            yield from discard_chosen_action_card(table, seat, card.rule)
    else:
        counts = [
            str(tactic)
            for tactic in range(card.needed_count + 1)
            if tactic <= player.tactic and card.needed_count - tactic <= player.strategy
        ]
        tactic = int(
            (
                yield from ask_to_choose(
                    table, seat, counts, "tactic_tokens", card.rule, subject=card.needed_count
                )
            )
        )
        player.add_tokens("tactic", -tactic)
        player.add_tokens("strategy", tactic - card.needed_count)


_EVENT_SCORED_EFFECT = "deed_scored"
"""The effect that marks a player who has scored an event objective in this turn (the switch `act_score`)."""

_EVENT_SHIPS = ("warsun", "flagship")
"""The ships whose destruction is an event for secret objectives."""


def offer_event_scoring(
    table: GameTable, seat: int, events: Collection[str], combat_scorers: set[int] | None = None
) -> Script:
    """Let a player score the secret objectives in their hand that these events fulfil.

    In a combat a player scores only one; `combat_scorers` are the players who have already done so. Outside
    combats (None) any number is possible. Reaching the goal ends the game at once (IM-END-1).
    """
    while names := _scorable_for_events(table, seat, events, combat_scorers):
        name = yield from ask_to_choose(table, seat, [*names, NO_TARGET_WORD], "score", "IM-OBJ-3")
        if name == NO_TARGET_WORD:
            return
        yield from score_objective(table, seat, objectives_by_id()[name])
        table.start_effect(_EVENT_SCORED_EFFECT, seat, "turn")
        if combat_scorers is not None:
            combat_scorers.add(seat)
        raise_if_game_over(table)


def _scorable_for_events(
    table: GameTable, seat: int, deeds: Collection[str], scorers: Collection[int] | None
) -> list[str]:
    if scorers is not None and seat in scorers:
        return []
    if table.variant.act_score == "step" and table.has_effect(_EVENT_SCORED_EFFECT, seat):
        return []
    leaked = [name for name in table.open_objectives if objectives_by_id()[name].is_secret]
    player = table.players[seat]
    return [
        name
        for name in (*player.secret_objectives, *(leaked if controls_home_or_is_saar(table, seat) else ()))
        if name not in player.scored_objectives
        and objectives_by_id()[name].requirement_kind == "event"
        and objectives_by_id()[name].counted_thing in deeds
    ]


def has_most_points(table: GameTable, seat: int) -> bool:
    """Return whether a player has the most victory points, possibly tied (IM-OBJ-5)."""
    return table.players[seat].points == max(table.players[other].points for other in table.seats_from(seat))


def events_of_destroying(destroyed: Mapping[str, int]) -> list[str]:
    """Return the names of the events to pass to `offer_event_scoring` after a player destroys these units
    (counts by class).
    """
    return ["destroyed_warsun_or_flagship"] if any(destroyed.get(name, 0) for name in _EVENT_SHIPS) else []


def events_of_space_win(table: GameTable, seat: int, enemy_seat: int, system: int) -> list[str]:
    """Return the names of the events to pass to `offer_event_scoring` after a player wins a space combat
    against `enemy_seat`.
    """
    deeds = ["won_against_leader"] if has_most_points(table, enemy_seat) else []
    if table.units_in_space(seat, system)["flagship"]:
        deeds.append("won_with_flagship")
    return deeds
