"""The parts of Twilight Imperium that rate answers by playing on: a whole game with `steady`, a battle with
the policies in its notation."""

from __future__ import annotations

from twingkit.core.play import Game
from twingkit.imperium.battle.players import assumed_answer
from twingkit.imperium.galaxy.players.answers import candidate_answers, only_candidate
from twingkit.imperium.galaxy.players.expectations import contrast_answers, expectation_ruling
from twingkit.imperium.galaxy.players.known_table import find_rating_fault, redeal_hidden_cards
from twingkit.imperium.galaxy.players.steady import SteadyPolicy
from twingkit.imperium.galaxy.players.win_probability import estimate_win_probability
from twingkit.imperium.galaxy.table.game_table import GameTable
from twingkit.players.lookahead import LookaheadFunctions


def round_number(game: Game) -> int:
    """Return the number of the round; always 0 in a single battle."""
    return game.table.round if isinstance(game.table, GameTable) else 0


class _PlayoutPolicy:
    """The policy of all players in playouts: `steady` in a whole game, the policies of the battle line in a
    battle.
    """

    def __init__(self, seed: int) -> None:
        self.whole = SteadyPolicy(seed)

    def __call__(self, game: Game) -> object:
        return self.whole(game) if isinstance(game.table, GameTable) else assumed_answer(game)


LOOKAHEAD = LookaheadFunctions(
    redeal=redeal_hidden_cards,
    find_rating_fault=find_rating_fault,
    playout_player=_PlayoutPolicy,
    estimate_win=estimate_win_probability,
    turn_number=round_number,
    max_playout_turns=1,
    candidate_answers=candidate_answers,
    obvious_answer=only_candidate,
    explain_rating=expectation_ruling,
    contrast_answers=contrast_answers,
)
