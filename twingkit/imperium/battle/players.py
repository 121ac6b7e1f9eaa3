"""The computer players of battles: `best` (by the odds), `stated` (by the battle's line) and `random`.

There is no `greedy` and no `steady` here; whole games have them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from twingkit.core.arguments import check_arguments
from twingkit.core.arguments.game_kinds import GAME
from twingkit.core.play import Game
from twingkit.imperium.battle.rules.questions import pending_decision
from twingkit.players.policies import Policy, RandomPolicy


@check_arguments(game=GAME)
def assumed_answer(game: Game) -> object:
    """Return the answer that the odds assume: the answer of the policy in the battle line, or the default
    that a note on the rule states (IM-ODDS-2).

    Raises `BadAnswer` if no player has to answer.

    >>> from twingkit.imperium.battle.starts import battle_game
    >>> battle_game("space: 2 cruiser vs 1 dreadnought", seed=1).play(assumed_answer).over
    True
    """
    return pending_decision(game).default_answer()


def _best_policy(seed: int) -> Policy:
    from twingkit.imperium.battle.best_player import best_battle_answer  # playing a battle needs no odds

    return best_battle_answer


PLAYERS: Mapping[str, Callable[[int], Policy]] = {
    "best": _best_policy,
    "stated": lambda seed: assumed_answer,
    "random": RandomPolicy,
}
"""The makers of the computer players by name, the strongest first."""
