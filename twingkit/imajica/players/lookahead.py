"""Imajica's settings for rating answers by playing on."""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.imajica.players.answers import candidate_answers, obvious_answer
from twingkit.imajica.players.chance_to_win import chance_to_win
from twingkit.imajica.players.greedy import GreedyPlayer, ValuedAnswer
from twingkit.imajica.players.reasons import reason_for_answer
from twingkit.imajica.players.redeal import redeal
from twingkit.imajica.players.worth import seizure_worth
from twingkit.imajica.rules.questions import PASS, FlashWindow
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.players.lookahead import LookaheadFunctions


class FastGreedyPlayer(GreedyPlayer):
    """A fast version of `greedy`, to play many games in a short time. Deterministic for a seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.no_card: tuple[int, int] | None = None
        """Seat and round of the last Ally-phase turn in which no card was worth playing."""

    def worthwhile_acts(
        self, table: ImajicaTable, seat: int, playable_kind: str, answers: Iterable[str]
    ) -> list[ValuedAnswer]:
        """Return the cards and powers that gain enough, with their gains.

        Once an Ally phase had none, the rest of that turn is not searched again.
        """
        turn = (seat, table.round)
        if playable_kind == "action" and self.no_card == turn:
            return []
        weighed_acts = super().worthwhile_acts(table, seat, playable_kind, answers)
        if playable_kind == "action" and not weighed_acts:
            self.no_card = turn
        return weighed_acts

    def on_respond(self, table: ImajicaTable, question: FlashWindow) -> str:
        """Answer like `greedy` if something is at stake, otherwise pass."""
        return super().on_respond(table, question) if _has_stake(table, question.player) else PASS

    on_counter = on_respond

    def on_influence(self, table: ImajicaTable, question: FlashWindow) -> str:
        """Answer like `greedy` if this seat would lose the seizure, otherwise pass."""
        return super().on_respond(table, question) if would_lose_seizure(table, question.player) else PASS


def _has_stake(table: ImajicaTable, seat: int) -> bool:
    """Return whether a card or power is waiting, or this seat would lose the current seizure."""
    return bool(table.waiting_acts) or would_lose_seizure(table, seat)


def would_lose_seizure(table: ImajicaTable, seat: int) -> bool:
    """Return True if this seat, as seizer or rival, would lose the current seizure if no further card is
    played.
    """
    fight = table.fight
    if fight is None or fight.kind != "seizure":
        return False
    return (seizure_worth(table, fight) > 0) != (seat == fight.seat)


LOOKAHEAD = LookaheadFunctions(
    redeal=redeal,
    playout_player=FastGreedyPlayer,
    estimate_win=chance_to_win,
    turn_number=lambda game: int(game.table.round),
    max_playout_turns=1,
    candidate_answers=candidate_answers,
    obvious_answer=obvious_answer,
    explain_rating=reason_for_answer,
)
"""The lookahead of Imajica, which plays copies of a game to the end of the round and judges them there."""
