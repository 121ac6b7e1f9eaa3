"""How fast are whole games at random, beside rlcard's Uno in the same run? Run: python benchmarks/games.py

Imperial Twing and whole games of Twilight Imperium count their answers, dice and cards drawn included, and
those of players alone; Uno counts its steps, each the answer of a player. The measurements take turns, so
that what else the machine does meets all of them alike; shown are medians, and the least and most of all
repetitions. Compare within a run: machines differ. Without rlcard (`pip install rlcard`, no neural anything
needed) its rows are left out.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from itertools import count

from twingkit import Game, twing
from twingkit.imperium.game_start import new_game as imperium_game

REPEATS = 7
SECONDS = 0.4
"""How long each measurement plays."""

Rate = tuple[float, float]
"""Per second: all answers, and those of players."""

PLAYERS = (2, 3, 4)
IMPERIUM_PLAYERS = (3, 6)
UNO = ("game", "environment")
IMPORTS = ("twingkit", "twingkit.twing")

SEEDS = count()


def play_twing(players: int, explain: bool) -> Rate:
    """Random games of Imperial Twing from the set-up on."""
    return play_random(lambda: twing.new_game(players, seed=next(SEEDS), explain=explain))


def play_imperium(players: int) -> Rate:
    """Whole random games of Twilight Imperium, their factions by chance."""
    return play_random(lambda: imperium_game(players, seed=next(SEEDS), explain=False))


def play_random(begun: Callable[[], Game]) -> Rate:
    """Random games, one after another."""
    answers = decisions = 0
    begin = time.perf_counter()
    while (now := time.perf_counter()) < begin + SECONDS:
        game = begun()
        while not game.over:
            game.draw()
            decisions += 1
        answers += len(game)
    return answers / (now - begin), decisions / (now - begin)


def play_uno_game(players: int) -> Rate:
    """Random games of rlcard's Uno: its rules alone, with the state that each step returns."""
    from rlcard.games.uno import Game as Uno

    steps = 0
    begin = time.perf_counter()
    while (now := time.perf_counter()) < begin + SECONDS:
        game, rng = Uno(num_players=players), random.Random(next(SEEDS))
        game.np_random.seed(next(SEEDS))
        state, _ = game.init_game()
        while not game.is_over():
            state, _ = game.step(rng.choice(state["legal_actions"]))
            steps += 1
    return steps / (now - begin), steps / (now - begin)


def play_uno_env() -> Rate:
    """Random games of two through rlcard's environment, which also makes an observation for each step."""
    import rlcard

    env, rng, steps = rlcard.make("uno", config={"seed": next(SEEDS)}), random.Random(next(SEEDS)), 0
    begin = time.perf_counter()
    while (now := time.perf_counter()) < begin + SECONDS:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
    return steps / (now - begin), steps / (now - begin)


def measured() -> dict[str, list[Rate]]:
    """Every measurement's rates, taken in turns."""
    calls: dict[str, Callable[[], Rate]] = {}
    for players in PLAYERS:
        calls[f"Imperial Twing, {players} players"] = lambda players=players: play_twing(players, False)
        calls[f"Imperial Twing, {players} players, explained"] = lambda players=players: play_twing(
            players, True
        )
    for players in IMPERIUM_PLAYERS:
        calls[f"Twilight Imperium, {players} players"] = lambda players=players: play_imperium(players)
    if find_spec("rlcard"):
        for players in PLAYERS:
            calls[f"rlcard Uno, {players} players, game"] = lambda players=players: play_uno_game(players)
        calls["rlcard Uno, 2 players, environment"] = play_uno_env
    found: dict[str, list[Rate]] = {name: [] for name in calls}
    for _ in range(REPEATS):
        for name, call in calls.items():
            found[name].append(call())
    return found


def spread(values: list[float], form: str) -> str:
    """The median of values with the least and most of them."""
    middle, least, most = statistics.median(values), min(values), max(values)
    return f"{middle:{form}} ({least:{form}} to {most:{form}})"


def show_play() -> None:
    """The table of random play; games of Imperial Twing beside the Uno of as many players."""
    found = measured()
    print(f"{'random play, per second':42}{'answers':>28}{'of players':>12}   answers / Uno’s steps")
    for name, rates in found.items():
        decisions = statistics.median([rate[1] for rate in rates])
        print(f"{name:42}{spread([rate[0] for rate in rates], ',.0f'):>28}{decisions:12,.0f}", end="   ")
        print(*(beside(rates, found, name, kind) for kind in UNO if not name.startswith("rlcard")), sep=" ")
    if not find_spec("rlcard"):
        print("rlcard is not installed here: pip install rlcard")


def beside(rates: list[Rate], found: dict[str, list[Rate]], name: str, kind: str) -> str:
    """How many answers there were for each step of an Uno of as many players."""
    uno = found.get(f"rlcard Uno, {name.split(', ')[1]}, {kind}")
    if uno is None:
        return ""
    ratios = [mine / other for (mine, _), (other, _) in zip(rates, uno, strict=True)]
    return f"{kind} {spread(ratios, '.2f')}"


def median(calls: Sequence[Callable[[], object]]) -> float:
    """Median seconds of calls."""
    times = []
    for call in calls:
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def show_steps() -> None:
    """What a copy, a step back and a replay cost in the middle of a game of three."""
    times: dict[tuple[str, bool], list[float]] = {}
    for _ in range(REPEATS):
        for explain in (False, True):
            game = half_played(explain)
            record, twins = game.record, [game.copy() for _ in range(50)]
            for what, calls in (
                ("copy", [game.copy] * 50),
                ("undo", [twin.undo for twin in twins]),
                ("replay", [lambda record=record, explain=explain: Game.replay(record, explain=explain)]),
            ):
                times.setdefault((what, explain), []).append(median(calls) * 1e6)
    print(f"in the middle of a game of three, after {len(game):,} answers; µs")
    for (what, explain), taken in sorted(times.items()):
        print(f"{what:8}{'explained' if explain else '':12}{spread(taken, ',.0f'):>28}")


def half_played(explain: bool) -> Game:
    """A game of three at its middle."""
    whole = twing.new_game(3, seed=1, explain=explain)
    while not whole.over:
        whole.draw()
    return Game.replay("\n".join(whole.record.splitlines()[: len(whole) // 2]), explain=explain)


def show_imports() -> None:
    """How long a fresh interpreter takes to import."""
    code = "import time; begin = time.perf_counter(); import {}; print(time.perf_counter() - begin)"
    times: dict[str, list[float]] = {name: [] for name in IMPORTS}
    for _ in range(REPEATS):
        for name in IMPORTS:
            run = subprocess.run([sys.executable, "-c", code.format(name)], capture_output=True, check=True)
            times[name].append(float(run.stdout) * 1000)
    for name, taken in times.items():
        print(f"import {name:24} {spread(taken, '.0f')} ms")


def main() -> None:
    """Measure and print."""
    show_play()
    print()
    show_steps()
    print()
    show_imports()


if __name__ == "__main__":
    main()
