"""The slow twin of a battle's odds: its script, played as a game through every face of every die.

Nothing here knows a formula: dice fall in all ways (`Throw.options`), decisions get their stated answer, and
games that stand alike at the beginning of a step are one. It is for tiny battles.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from functools import cache
from typing import NamedTuple

from twingkit.imperium import Battle, battle_game
from twingkit.imperium.rules.questions import Throw
from twingkit.imperium.rules.volley import Thrown, Volley
from twingkit.play import Game

MOST_DICE = 3
"""A throw of more dice has too many ways to fall."""


class TooManyDice(Exception):
    """A throw that cannot be walked face by face."""


class Walked(NamedTuple):
    """The chances of the attacker, and of battles that were not over when the walk ended."""

    win: float
    tie: float
    loss: float
    open: float


def walked_odds(battle: Battle | str, left: float = 1e-9) -> Walked:
    """What the script says about a battle, until less than `left` is still open."""
    level: dict[Hashable, tuple[Game, float]] = {}
    ends = {0: 0.0, None: 0.0, 1: 0.0}
    first = battle_game(battle, explain=False)
    if first.question is None:
        ends[first.result.winner] = 1.0
    else:
        level[_place(first)] = first, 1.0
    while level and sum(chance for _, chance in level.values()) > left:
        after: dict[Hashable, tuple[Game, float]] = {}
        for game, chance in level.values():
            step = _step(game)
            for then, part in _answers(game):
                if then.question is None:
                    ends[then.result.winner] += chance * part
                    continue
                # The first question of a step: the table says all that matters.
                key = _place(then) if _step(then) != step else object()
                known, so_far = after.get(key, (then, 0.0))
                after[key] = known, so_far + chance * part
        level = after
    return Walked(ends[0], ends[None], ends[1], sum(chance for _, chance in level.values()))


def _answers(game: Game) -> Iterator[tuple[Game, float]]:
    """The games that can come next: every way in which dice fall, or the stated decision. The last of them is
    `game` itself."""
    question = game.question
    if not isinstance(question, Throw):
        answers = [(question.stated(), 1.0)]
    elif question.volley.count > MOST_DICE:
        raise TooManyDice(str(question.volley))
    else:
        answers = falls(question.volley)
    for number, (answer, chance) in enumerate(answers, 1):
        then = game if number == len(answers) else game.copy()
        then.follow(answer)
        yield then, chance


@cache
def falls(volley: Volley) -> list[tuple[Thrown, float]]:
    """The throws of these dice that lead to different battles, one of each, with their chances.

    Throws with the same hits of the same groups lead to the same battle: faces matter to rulings only.
    """
    faces = list(Throw(volley.side, volley, "combat").options())
    assert len(faces) == 10**volley.count
    alike: defaultdict[Hashable, list[Thrown]] = defaultdict(list)
    for thrown in faces:
        alike[thrown.free, thrown.nonfighter, thrown.missed].append(thrown)
    return [(same[0], len(same) / len(faces)) for same in alike.values()]


def _place(game: Game) -> Hashable:
    return type(game.question), game.question.player, game.table.key()


def _step(game: Game) -> Hashable:
    """The step of the battle in which the game stands."""
    return game.table.round, game.table.place
