"""Reference implementation of odds for games that can go round in circles: the script as a graph, solved
iteratively.

`twingkit.odds.reference` follows a script to its end; under a variant the Shamrock may roll for ever: there
is none. Here every state that the script can reach is listed once, and their values are improved round by
round, from the worst for player 0 upwards, until nothing changes: the value of rolling on only if that ends.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from twingkit import Odds
from twingkit.core.play import Game
from twingkit.core.questions import Question, Roll

EPSILON = 1e-12
ROUNDS = 400
"""Each round leaves at most 11/12 of the error: after this number of rounds less than 1e-15."""
Value = tuple[float, float]
"""Chances to win and to lose."""


def graph_odds(game: Game, score: Callable[[Any], int], choices: Callable[[Question], Iterable[Any]]) -> Odds:
    """Return the odds of player 0 from the current state of `game`, which stays unchanged."""
    ends: dict[Hashable, Value] = {}
    rolls: dict[Hashable, list[Hashable]] = {}
    chosen: dict[Hashable, tuple[int, list[Hashable]]] = {}
    order: list[Hashable] = []

    def key_of(game: Game) -> Hashable:
        if game.question is None:
            result = score(game.result)
            ends[result] = float(result > 0), float(result < 0)
            return result
        return (type(game.question), game.question.player, game.table.key())

    game = game.copy()
    game.auto = False
    begin = key_of(game)
    waiting = [(begin, game)]
    seen = {begin}
    while waiting:
        key, here = waiting.pop()
        question = here.question
        if question is None:
            continue
        order.append(key)
        answers = list(question.options() if isinstance(question, Roll) else choices(question))
        targets = []
        for number, answer in enumerate(answers, 1):
            branch = here if number == len(answers) else here.copy()
            branch.answer_unchecked(answer)
            target = key_of(branch)
            targets.append(target)
            if target not in seen:
                seen.add(target)
                waiting.append((target, branch))
        if isinstance(question, Roll):
            rolls[key] = targets
        else:
            chosen[key] = (1 if question.player == 0 else -1, targets)

    values: dict[Hashable, Value] = dict.fromkeys(order, (0.0, 1.0)) | ends
    for _ in range(ROUNDS):
        changed = False
        for key in reversed(order):
            if key in rolls:
                spread = [values[target] for target in rolls[key]]
                value = (
                    sum(win for win, _ in spread) / len(spread),
                    sum(loss for _, loss in spread) / len(spread),
                )
            else:
                value = _best(*chosen[key], values)
            if max(abs(value[0] - values[key][0]), abs(value[1] - values[key][1])) > 1e-14:
                changed = True
            values[key] = value
        if not changed:
            break
    win, loss = values[begin]
    return Odds(win=win, tie=max(0.0, 1.0 - win - loss), loss=loss)


def _best(sign: int, targets: list[Hashable], values: dict[Hashable, Value]) -> Value:
    best: Value | None = None
    for win, loss in (values[target] for target in targets):
        if best is None or sign * (win - loss) > sign * (best[0] - best[1]) + EPSILON:
            best = win, loss
    assert best is not None
    return best
