"""Policies: players that answer for a seat, see only its view, and play a game to its end.

A policy is a function that gets the game when its seat is asked, and returns the answer. Each game names its
own (`GameEntry.players`, or `Start.players` for one kind of start); every game has `random`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from twingkit.core.arguments import check_arguments, list_or_single
from twingkit.core.arguments.game_kinds import GAME
from twingkit.core.games import games
from twingkit.core.messages import Fault
from twingkit.core.near_names import NearestName
from twingkit.core.play import Game, Policy, RandomPolicy, Start
from twingkit.core.running.running_script import player_count
from twingkit.core.starts import start_class_by_name
from twingkit.players.lookahead import generic_expert_factory

__all__ = ["Policy", "RandomPolicy", "play", "policies_by_seat"]

PLAYERS = list_or_single("argument.players")
"""The argument kind for a list of players, one for each seat."""


def player_factories(start_name: str) -> Mapping[str, Callable[[int], Policy]]:
    """Return functions that create the computer players for a kind of start from a seed, strongest first.

    `start_name` is the name of the start, or the id of its game. The start may list its own players, else it
    has those of its game. `random` is always among them; a game that provides a `LookaheadFunctions` also has
    `expert`.

    >>> list(player_factories("twing.battle"))
    ['best', 'random']
    """
    entry = next((entry for entry in games() if entry.id == start_name.partition(".")[0]), None)
    if entry is None:
        return {"random": RandomPolicy}
    path = getattr(start_class_by_name(start_name), "players", None)
    listed = entry.player_factories(path)
    if path is None and listed and "expert" not in listed and entry.lookahead:
        listed = {"expert": generic_expert_factory(entry), **listed}
    return {**listed, "random": RandomPolicy}


def computer_player(start: Start, name: str, seed: int) -> Policy:
    """Create the computer player with this name from a seed (see `player_factories`).

    Raises `Fault`, which lists all names, if there is none.

    >>> from twingkit import twing
    >>> type(computer_player(twing.new_game(2, seed=1).start, "greedy", 1)).__name__
    'GreedyPlayer'
    """
    players = player_factories(start.name)
    if name not in players:
        raise Fault(
            "policy.unknown", name=name, names=", ".join(players), near=NearestName(name, tuple(players))
        )
    return players[name](seed)


@check_arguments(game=GAME, players=PLAYERS)
def play(game: Game, players: Sequence[str | Policy], seed: int = 0) -> Game:
    """Play a game to its end and return it; `players` are policies or their names, one for each seat.

    Dice and cards come from the game itself. Raises `Fault` for an unknown name, or if the number of players
    does not fit the game; `Refusal` or `BadAnswer` if a policy gives an illegal answer.

    >>> from twingkit import policies, twing
    >>> game = policies.play(twing.battle_game("F: F5 vs W: W4", seed=1), ["best", "best"])
    >>> game.over
    True
    """
    seated = policies_by_seat(game, players, seed)
    while (question := game.question) is not None:
        if question.is_chance:
            game.roll()
            continue
        policy = seated[question.player]
        if isinstance(policy, RandomPolicy):
            game.answer_randomly(policy.rng)
        else:
            game.answer(policy(game))
    return game


@check_arguments(game=GAME, players=PLAYERS)
def policies_by_seat(game: Game, players: Sequence[str | Policy], seed: int = 0) -> list[Policy]:
    """Return a policy for each seat from policies or their names; each seat has its own seed.

    >>> from twingkit import twing
    >>> game = twing.new_game(2, seed=1)
    >>> [type(player).__name__ for player in policies_by_seat(game, ["greedy", "random"])]
    ['GreedyPlayer', 'RandomPolicy']
    """
    seats = player_count(game)
    if len(players) != seats:
        raise Fault("policy.count", there=len(players), wanted=seats)
    return [
        computer_player(game.start, player, seed * 1000 + seat) if isinstance(player, str) else player
        for seat, player in enumerate(players)
    ]
