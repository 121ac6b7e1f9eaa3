"""Scoring objectives: the ones a player can score, their cost, and the points (IM-OBJ-1 to 6,
IM-STATUS-1).
"""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.galaxy.economy.paying import pay
from twingkit.imperium.galaxy.objectives.cards import Objective, objectives_by_id
from twingkit.imperium.galaxy.objectives.progress import controls_home_or_is_saar, is_fulfilled, progress
from twingkit.imperium.galaxy.table.card_drawing import choose, discard_chosen_card
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
        if name not in scored and is_fulfilled(table, seat, objectives_by_id()[name])
    ]


def scorable_secret_objectives(table: GameTable, seat: int) -> list[str]:
    """Return the player's secret objectives that they can score in a status phase."""
    return [
        name
        for name in table.players[seat].secret_objectives
        if objectives_by_id()[name].scoring_phase == "status"
        and is_fulfilled(table, seat, objectives_by_id()[name])
    ]


class ScoreChoice(ItemChoice):
    """The question of which objective to score, if any. A refusal says what is missing (IM-OBJ-1)."""

    __slots__ = ()

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """Return the rule that forbids an answer; None if it is legal."""
        name, player = answer.removeprefix("score "), self.table.players[self.player]
        card = objectives_by_id().get(name)
        if (
            card is None
            or name in self.choices
            or name not in (*self.table.open_objectives, *player.secret_objectives)
        ):
            return super().broken_rule(answer)
        if name in player.scored_objectives:
            return "IM-OBJ-1", "before", {}
        if not card.is_secret and not controls_home_or_is_saar(self.table, self.player):
            return "IM-OBJ-2", "home", {}
        if not is_fulfilled(self.table, self.player, card):
            there = progress(self.table, self.player, card)
            return "IM-OBJ-1", "missing", {"n": card.needed_count, "there": there}
        return super().broken_rule(answer)


def score_public(table: GameTable, seat: int, rule: str) -> Script:
    """Let a player score one public objective."""
    yield from _score_one(table, seat, scorable_public_objectives(table, seat), rule)


def score_secret(table: GameTable, seat: int, rule: str) -> Script:
    """Let a player score one secret objective."""
    yield from _score_one(table, seat, scorable_secret_objectives(table, seat), rule)


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
            UnscorableObjective(card.rule, progress(table, seat, card), card.needed_count, card.id in scored)
            for card in cards
        )
        table.announce(rule, "unfulfilled", seat, missing=missing)


def _score_one(table: GameTable, seat: int, names: list[str], rule: str) -> Script:
    if names:
        answer: str = yield ScoreChoice(table, seat, [*names, NO_TARGET_WORD], kind="score", rule=rule)
        name = answer.removeprefix("score ")
        if name != NO_TARGET_WORD:
            yield from score(table, seat, objectives_by_id()[name])


def score(table: GameTable, seat: int, card: Objective) -> Script:
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
        yield from pay(table, seat, card.needed_count, card.counted_thing, card.rule)
    elif card.counted_thing == "trade_goods":
        player.goods -= card.needed_count
    elif card.counted_thing == "action_cards":
        for _ in range(card.needed_count):
            yield from discard_chosen_card(table, seat, card.rule)
    else:
        counts = [
            str(tactic)
            for tactic in range(card.needed_count + 1)
            if tactic <= player.tactic and card.needed_count - tactic <= player.strategy
        ]
        tactic = int(
            (yield from choose(table, seat, counts, "tactic_tokens", card.rule, subject=card.needed_count))
        )
        player.add_tokens("tactic", -tactic)
        player.add_tokens("strategy", tactic - card.needed_count)
