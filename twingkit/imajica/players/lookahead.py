"""The parts that Imajica fills in so that its answers can be rated by playing on, and its player `expert`."""

from __future__ import annotations

from collections.abc import Iterable

from twingkit.imajica.players.answers import candidate_answers, obvious_answer
from twingkit.imajica.players.chance_to_win import chance_to_win
from twingkit.imajica.players.greedy import Greedy, WeightedAnswer
from twingkit.imajica.players.planner import Planner
from twingkit.imajica.players.reasons import reason
from twingkit.imajica.players.redeal import redeal
from twingkit.imajica.players.worth import seizure_worth
from twingkit.imajica.rules.questions import PASS, Respond
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.players.lookahead import Expert, Lookahead


class PlayingOn(Greedy):
    """A player for many games in a short time; deterministic from its seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.no_card: tuple[int, int] | None = None
        """The Autarch and the round of the last turn in the Ally phase in which no card was worth it."""

    def best_acts(
        self, table: ImajicaTable, seat: int, moment: str, answers: Iterable[str]
    ) -> list[WeightedAnswer]:
        """The cards and powers that gain enough; in the Ally phase none after there was none."""
        turn = (seat, table.round)
        if moment == "action" and self.no_card == turn:
            return []
        weighed_acts = super().best_acts(table, seat, moment, answers)
        if moment == "action" and not weighed_acts:
            self.no_card = turn
        return weighed_acts

    def on_respond(self, table: ImajicaTable, question: Respond) -> str:
        """A window: `greedy`'s card, if something hangs on it."""
        return super().on_respond(table, question) if has_stake(table, question.player) else PASS

    on_counter = on_respond

    def on_influence(self, table: ImajicaTable, question: Respond) -> str:
        """An influence maneuver: none for who wins as the table lies."""
        return super().on_respond(table, question) if loses_seizure(table, question.player) else PASS


def has_stake(table: ImajicaTable, seat: int) -> bool:
    """True if an act waits, or if a seat would lose the seizure under way, as its seizer or as a rival."""
    return bool(table.stack) or loses_seizure(table, seat)


def loses_seizure(table: ImajicaTable, seat: int) -> bool:
    """True if a seizure under way goes against a seat as the table lies."""
    fight = table.fight
    if fight is None or fight.kind != "seizure":
        return False
    return (seizure_worth(table, fight) > 0) != (seat == fight.seat)


LOOKAHEAD = Lookahead(
    redeal=redeal,
    player=PlayingOn,
    estimate_win=chance_to_win,
    turn_number=lambda game: int(game.table.round),
    horizon=1,
    answers=candidate_answers,
    obvious_answer=obvious_answer,
    reason=reason,
)
"""The lookahead of Imajica: copies are played to the end of the round, and judged there."""

GAMES, SECONDS = 32, 0.8
"""The games that are played on for one answer where `expert` says why, and the seconds after which it makes
do with fewer."""


def expert(seed: int, *, games: int = GAMES, seconds: float | None = SECONDS) -> Expert:
    """The player `expert`, deterministic from its seed: it answers as `Planner` does, and looks ahead where
    it is asked why."""
    return Expert(
        seed, lookahead=LOOKAHEAD, adviser=Planner, games=games, seconds=seconds, trust_adviser=True
    )
