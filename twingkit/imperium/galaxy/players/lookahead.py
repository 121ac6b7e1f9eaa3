"""The parts of Twilight Imperium by which answers are rated: in a whole game by playing on, in a battle by
the policies of its line."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.imperium.battle.players import stated_answer
from twingkit.imperium.galaxy.players.answers import candidate_answers, only_candidate
from twingkit.imperium.galaxy.players.redeal import redeal, unrated_reason
from twingkit.imperium.galaxy.players.steady import Steady
from twingkit.imperium.galaxy.players.win_probability import win_probability
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.players.lookahead import Lookahead


def round_number(game: Game) -> int:
    """The number of the round, which begins with its strategy phase; always 0 in a battle by itself."""
    return game.table.round if isinstance(game.table, GameTable) else 0


class Player:
    """The player that plays on: in a whole game `steady`, in a battle what its line says."""

    def __init__(self, seed: int) -> None:
        self.whole = Steady(seed)

    def __call__(self, game: Game) -> object:
        """The answer to the pending question."""
        return self.whole(game) if isinstance(game.table, GameTable) else stated_answer(game)


LOOKAHEAD = Lookahead(
    redeal=redeal,
    find_rating_fault=unrated_reason,
    player=Player,
    estimate_win=win_probability,
    turn_number=round_number,
    horizon=1,
    answers=candidate_answers,
    obvious_answer=only_candidate,
)
