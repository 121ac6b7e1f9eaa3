"""Scoring objectives: which may be scored, their cost, and the points (IM-OBJ-1 to 6, IM-STATUS-1)."""

from __future__ import annotations

from twingkit.core.play import Script
from twingkit.core.text_questions import BrokenRule
from twingkit.imperium.battle.rules.target import NONE
from twingkit.imperium.galaxy.economy.paying import pay
from twingkit.imperium.galaxy.objectives.cards import Objective, objective_cards
from twingkit.imperium.galaxy.objectives.progress import can_score_public, is_fulfilled, progress
from twingkit.imperium.galaxy.table.drawing import choose, discard
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.imperium.galaxy.table.questions import ItemChoice


def scorable_public(table: GameTable, seat: int) -> list[str]:
    """The open public objectives that a player can score now (IM-OBJ-2)."""
    if not can_score_public(table, seat):
        return []
    scored = table.players[seat].scored
    return [
        name
        for name in table.objectives
        if name not in scored and is_fulfilled(table, seat, objective_cards()[name])
    ]


def scorable_secret(table: GameTable, seat: int) -> list[str]:
    """The own secret objectives that a player can score in a status phase."""
    return [
        name
        for name in table.players[seat].secrets
        if objective_cards()[name].phase == "status" and is_fulfilled(table, seat, objective_cards()[name])
    ]


class ScoreChoice(ItemChoice):
    """The question which objective to score, or none; the refusal of another one says what is missing
    (IM-OBJ-1).
    """

    __slots__ = ()

    def broken_rule(self, answer: str) -> BrokenRule | None:
        """The rule that forbids an answer."""
        name, player = answer.removeprefix("score "), self.table.players[self.player]
        card = objective_cards().get(name)
        if card is None or name in self.choices or name not in (*self.table.objectives, *player.secrets):
            return super().broken_rule(answer)
        if name in player.scored:
            return "IM-OBJ-1", "before", {"objective": name}
        if not card.secret and not can_score_public(self.table, self.player):
            return "IM-OBJ-2", "home", {"objective": name}
        if not is_fulfilled(self.table, self.player, card):
            there = progress(self.table, self.player, card)
            return "IM-OBJ-1", "missing", {"objective": name, "n": card.count, "there": there}
        return super().broken_rule(answer)


def score_public(table: GameTable, seat: int, rule: str) -> Script:
    """A player may score one public objective."""
    yield from _score_one(table, seat, scorable_public(table, seat), rule)


def score_secret(table: GameTable, seat: int, rule: str) -> Script:
    """A player may score one secret objective."""
    yield from _score_one(table, seat, scorable_secret(table, seat), rule)


def _score_one(table: GameTable, seat: int, names: list[str], rule: str) -> Script:
    if names:
        answer: str = yield ScoreChoice(table, seat, [*names, NONE], kind="score", rule=rule)
        name = answer.removeprefix("score ")
        if name != NONE:
            yield from score(table, seat, objective_cards()[name])


def score(table: GameTable, seat: int, card: Objective) -> Script:
    """A player scores an objective: its cost is paid, its points are gained (IM-OBJ-1)."""
    if card.verb == "spend":
        yield from _pay_cost(table, seat, card)
    player = table.players[seat]
    if card.id in player.secrets:
        player.lose("secrets", card.id)
    player.scored += (card.id,)
    table.gain_points(seat, card.points)
    table.announce("IM-OBJ-1", "scored", seat, card=card.rule, n=card.points)


def _pay_cost(table: GameTable, seat: int, card: Objective) -> Script:
    """Pay what an objective costs."""
    player = table.players[seat]
    if card.of in ("resources", "influence"):
        yield from pay(table, seat, card.count, card.of, card.rule)
    elif card.of == "trade_goods":
        player.goods -= card.count
    elif card.of == "action_cards":
        for _ in range(card.count):
            hand = tuple(dict.fromkeys(player.action_cards))
            name = yield from choose(table, seat, hand, "discard", card.rule)
            discard(table, seat, name)
            table.announce(card.rule, "discarded", seat, card=name)
    else:
        counts = [
            str(tactic)
            for tactic in range(card.count + 1)
            if tactic <= player.tactic and card.count - tactic <= player.strategy
        ]
        tactic = int((yield from choose(table, seat, counts, "tactic_tokens", card.rule, subject=card.count)))
        player.gain_token("tactic", -tactic)
        player.gain_token("strategy", tactic - card.count)
