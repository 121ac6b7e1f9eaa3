"""Reference implementation of a battle's odds: its script, played as a game through every face of every die.

Nothing here knows a formula: dice fall in all ways (`RollDice.options`), decisions get their stated answer,
and games that stand alike at the beginning of a step are one. It is for tiny battles.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from functools import cache
from typing import NamedTuple

import pytest
from long_runs import runs

from twingkit.core.play import Game
from twingkit.imperium import Battle, battle_game, odds
from twingkit.imperium.battle.rules.dice.volley import Volley, VolleyResult
from twingkit.imperium.battle.rules.questions import RollDice

MOST_DICE = 3
"""A roll of more dice has too many results."""

FIRST_MERGED_ROUND = runs(5, 10_000)
"""From this round on equal states are merged, whatever the round: the lines name earlier ones."""


class TooManyDice(Exception):
    """A roll that cannot be walked face by face."""


class WalkedOdds(NamedTuple):
    """The chances of the attacker, and of battles that were not over when the walk ended."""

    win: float
    tie: float
    loss: float
    open: float


class Won(NamedTuple):
    """The end of a battle: the winner, None if there is none."""

    winner: int | None


def walked_odds(battle: Battle | str, left: float = 1e-9) -> WalkedOdds:
    """Return the odds of a battle by its script, until less than `left` is still open."""
    first = battle_game(battle, explain=False)
    ends = {0: 0.0, None: 0.0, 1: 0.0}
    begin = _state_key(first)
    games = {begin: first}
    steps: dict[Hashable, dict[Hashable, float]] = {}
    open_: dict[Hashable, float] = {begin: 1.0}
    while sum(open_.values()) > left:
        after: defaultdict[Hashable, float] = defaultdict(float)
        for place, chance in open_.items():
            if isinstance(place, Won):
                ends[place.winner] += chance
                continue
            if place not in steps:
                steps[place] = _next_states(games[place], games)
            for then, part in steps[place].items():
                after[then] += chance * part
        open_ = after
    return WalkedOdds(ends[0], ends[None], ends[1], sum(open_.values()))


def odds_agree(battle: Battle) -> None:
    """Assert that the odds of a battle equal those of its script."""
    found, slow = odds(battle), walked_odds(battle)
    assert slow.open < 1e-9
    assert (found.win, found.tie, found.loss) == pytest.approx(slow[:3], abs=2e-9)


def _next_states(game: Game, games: dict[Hashable, Game]) -> dict[Hashable, float]:
    """Return the states to which the next step leads, with their chances; `games` gets a game for each of
    them."""
    step, reached = _step(game), defaultdict[Hashable, float](float)
    waiting = [(game, 1.0)]
    while waiting:
        under_way, chance = waiting.pop()
        for then, part in _next_games(under_way):
            if then.question is not None and _step(then) == step:
                waiting.append((then, chance * part))
                continue
            place = _state_key(then)
            games.setdefault(place, then)
            reached[place] += chance * part
    return reached


def _next_games(game: Game) -> Iterator[tuple[Game, float]]:
    """Return the possible next games: one for each result of the dice, or the stated decision. The last of
    them is `game` itself."""
    question = game.question
    if not isinstance(question, RollDice):
        answers = [(question.default_answer(), 1.0)]
    elif question.volley.count > MOST_DICE:
        raise TooManyDice(str(question.volley))
    else:
        answers = distinct_throws(question.volley)
    for number, (answer, chance) in enumerate(answers, 1):
        then = game if number == len(answers) else game.copy()
        then.answer_unchecked(answer)
        yield then, chance


@cache
def distinct_throws(volley: Volley) -> list[tuple[VolleyResult, float]]:
    """Return the rolls of these dice that lead to different battles, one of each, with their chances.

    Rolls with the same hits of the same groups lead to the same battle: faces matter to rulings only.
    """
    faces = list(RollDice(volley.side_index, volley, "combat").options())
    assert len(faces) == 10**volley.count
    alike: defaultdict[Hashable, list[VolleyResult]] = defaultdict(list)
    for thrown in faces:
        alike[thrown.unrestricted_hits, thrown.nonfighter_hits, thrown.missed_by_group].append(thrown)
    return [(same[0], len(same) / len(faces)) for same in alike.values()]


def _state_key(game: Game) -> Hashable:
    """Return the state of a game at the first question of a step, or its end: the table contains all that
    matters."""
    if game.question is None:
        return Won(game.result.winner)
    state, number, *others = game.table.key()
    return type(game.question), game.question.player, state, min(number, FIRST_MERGED_ROUND), *others


def _step(game: Game) -> Hashable:
    """Return the step of the battle that the game is in."""
    return game.table.round, game.table.steps_done
