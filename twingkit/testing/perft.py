"""Count the different states of a game after n answers, which reveals any unintended change of the rules."""

from __future__ import annotations

from collections.abc import Hashable

from twingkit.core.play import Game
from twingkit.core.questions import kind_and_player


def state_counts(game: Game, depth: int) -> list[int]:
    """Return how many different game states are reachable after 1, 2 … `depth` answers.

    An answer is anything that a record holds: actions, dice and draws. States differ by the table's key, by
    the pending question and its seat, and by the result.

    >>> from twingkit import imperium
    >>> state_counts(imperium.battle_game("space: 1 cruiser vs 1 cruiser"), 3)
    [2, 4, 8]
    """
    states: list[Game] = [game]
    counts = []
    for _ in range(depth):
        states_after: dict[Hashable, Game] = {}
        for state in states:
            question = state.question
            for answer in question.options() if question else ():
                branch = state.copy()
                branch.auto = False
                branch.answer(answer)
                pending = branch.question
                key = (branch.table.key(), kind_and_player(pending), branch.result)
                states_after.setdefault(key, branch)
        states = list(states_after.values())
        counts.append(len(states))
    return counts
