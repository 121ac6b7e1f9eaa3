"""The slow twin of a battle's odds under way: its script walked through the dice, decisions as the line
states.

It knows no formula. Dice fall in every way that matters, and moments that are alike on the table are one,
whatever the round: it is for battles in which no card names a round later than `ALIKE`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator

from twingkit.imperium.rules.questions import Decision, Throw
from twingkit.play import Game

LEFT = 1e-9
"""The walk ends when no more than this chance is still open."""

ALIKE = 3
"""From this round on moments that stand alike are one."""

MOST_MOMENTS = 20_000
"""It gives up where more moments differ."""

WON = "won"
"""The first word of a place where the battle is over; the second is the winner."""


def walked_worth(game: Game, seat: int) -> float:
    """The chance of a seat to win the battle from here, a tie counting half; both sides go on by their lines.

    Raises `TimeoutError` where more than `MOST_MOMENTS` moments differ.
    """
    if game.over:
        winner = game.result.winner
        return 0.5 if winner is None else float(winner == seat)
    begin = _place(game)
    games = {begin: game.copy(explain=False)}
    steps: dict[Hashable, dict[Hashable, float]] = {}
    open_, worth = {begin: 1.0}, 0.0
    while sum(open_.values()) > LEFT:
        after: defaultdict[Hashable, float] = defaultdict(float)
        for place, chance in open_.items():
            if place not in steps:
                if len(steps) >= MOST_MOMENTS:
                    raise TimeoutError(f"{MOST_MOMENTS} moments of a battle differ")
                steps[place] = _stepped(games, place)
            for then, part in steps[place].items():
                if isinstance(then, tuple) and then[0] == WON:
                    worth += chance * part * (0.5 if then[1] is None else float(then[1] == seat))
                else:
                    after[then] += chance * part
        open_ = after
    return worth


def _stepped(games: dict[Hashable, Game], place: Hashable) -> dict[Hashable, float]:
    """The places to which the answers to a question lead, with their chances; `games` gets a game of each."""
    reached: defaultdict[Hashable, float] = defaultdict(float)
    for then, part in _answered(games.pop(place)):
        reached[_place(then)] += part
        games.setdefault(_place(then), then)
    return reached


def _place(game: Game) -> Hashable:
    """Where a game stands: the table with what is asked says all that matters."""
    question = game.question
    if question is None:
        return WON, game.result.winner
    state, number, *others = game.table.key()
    about = [getattr(question, name, None) for name in ("step", "volley", "load", "use", "places")]
    return type(question), question.player, *about, state, min(number, ALIKE), *others


def _answered(game: Game) -> Iterator[tuple[Game, float]]:
    """The games that can come next: every way in which dice fall, or the stated decision."""
    question = game.question
    if isinstance(question, Throw):
        for thrown, part in question.outcomes():
            then = game.copy()
            then.follow(thrown)
            yield then, part
    else:
        assert isinstance(question, Decision)
        game.answer(question.stated())
        yield game, 1.0
