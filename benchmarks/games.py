"""Speed of random whole games, next to rlcard's Uno in the same run: python benchmarks/games.py

For each game two rates are printed: all answers, including dice and drawn cards, and those of players alone;
for Uno it is the steps, each an answer of a player. Every measurement plays the same games each time (their
seeds are fixed), and the measurements alternate, so that other work on the machine affects all of them
equally. A rate is that of the shortest processor time of all repetitions; next to Uno come the ratio of these
and, in brackets, the lowest and highest ratio of one repetition, which is the noise. Compare only within a
run, because machines differ. Without rlcard (`pip install rlcard`) its rows are omitted. With the name of a
game (`games.py "Ember, 3"`) only its rows are played.

Measured as a multiple of Uno's speed, three players, explained (Python 3.11 on a machine with other work:
± 0.03). The first figure of each game is that of its rules when all three were first measured like this:

    Imperial Twing   0.56, unchanged later; 0.64 with checkpoints 64 answers apart, which is close to the
                     difference between runs: no single function of its rules takes more than 7 %
    Ember            0.18; 0.20 with checkpoints further apart (`CHECKPOINT_INTERVAL`); 0.24 when a use is
                     judged once for its creature, then for each target; 0.28 when each target is judged once;
                     0.40 when functions that return one denial replaced generators of all; 0.43 when a change
                     computes what a player's creatures allow, and costs are skipped whose sets a hand cannot
                     form (the previous rules, alternating with these, had 0.29)
    Imajica          0.07; 0.08 with checkpoints further apart; 0.12 when filters are sorted once, cards are
                     found by their kind, and the players who may answer are found without making the
                     question; 0.15 when a window sees immediately who has nothing, and counters are tried
                     only if something is pending; 0.20 with an index of the cards attached to a card,
                     selectors that narrow lists, and holds checked only after acts that may weaken one (200
                     function calls for each answer instead of 335)

The last figure of each game comes from shorter runs (3,000 answers, alternating eight times) on a busy
machine; a whole run on a quiet one gave 0.70 (0.56 to 0.74), 0.35 (0.31 to 0.37) and 0.15 (0.14 to 0.18).
Alternating with the previous rules, the last step reduced the processor time by a factor of 1.12 in Ember and
1.25 in Imajica; these factors are more reliable than the difference of two ratios.

An experiment with mypyc, which is not shipped, compiled `uses` and `payments` of Ember (1.07 times faster
than the same code in plain Python), and `acts`, `values`, `matches` and `places` of Imajica (1.18 times).
Other modules cannot be compiled as they are: questions have `__slots__` and two names for one word in a class
body, `Game` has a decorated constructor and copies itself by `object.__new__`, a tuple is subclassed, and the
compiler crashes at `twing/exact_odds/hidden_card_odds.py`, so that no odds were compiled. So small a gain
would need a wheel, built and tested, for each system and each Python; plain Python also runs in the browser.
PyPy (7.3, Python 3.11) plays the same games; it needs two minutes to become as fast as CPython, and gets no
faster.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from typing import NamedTuple

from timing import median

from twingkit import Game, ember, imajica, twing
from twingkit.imperium.galaxy.starts import new_game as imperium_game

REPEATS = 9
MAX_ANSWERS = 20_000
"""The number of answers after which a measurement starts no further game."""

PLAYERS = (2, 3, 4)
IMPERIUM_PLAYERS = (3, 6)
UNO_ROWS = ("game", "environment")


class Played(NamedTuple):
    """The result of one repetition: all answers, those of players, and the seconds of processor time."""

    answers: int
    decisions: int
    seconds: float


Begin = Callable[[int], Game]
"""A function that starts a game from its seed."""


def game_starters() -> dict[str, Begin]:
    """Return every kind of game that is played, by the name of its row."""
    by_row: dict[str, Begin] = {}
    for name, new_game in (("Imperial Twing", twing.new_game), ("Ember", ember.new_game)):
        for players in PLAYERS:
            by_row[f"{name}, {players} players"] = game_starter(new_game, players, explain=False)
            by_row[f"{name}, {players} players, explained"] = game_starter(new_game, players, explain=True)
    for players in PLAYERS:
        by_row[f"Imajica, {players} players"] = game_starter(imajica.new_game, players, explain=False)
        by_row[f"Imajica, {players} players, explained"] = game_starter(
            imajica.new_game, players, explain=True
        )
    for players in IMPERIUM_PLAYERS:
        by_row[f"Twilight Imperium, {players} players"] = game_starter(imperium_game, players, explain=False)
    return by_row


def game_starter(new_game: Callable[..., Game], players: int, *, explain: bool) -> Begin:
    """Return a function that starts games with this many players from a seed."""
    return lambda seed: new_game(players, seed=seed, explain=explain)


def play_random(begin: Begin, max_answers: int) -> Played:
    """Play random games one after another."""
    answers = decisions = seed = 0
    since = time.process_time()
    while answers < max_answers:
        game = begin(seed)
        while not game.over:
            game.answer_randomly()
            decisions += 1
        answers += len(game)
        seed += 1
    return Played(answers, decisions, time.process_time() - since)


def play_uno_game(players: int, max_answers: int) -> Played:
    """Play random games of rlcard's Uno: its rules alone, with the state that each step returns."""
    from rlcard.games.uno import Game as Uno

    steps = seed = 0
    since = time.process_time()
    while steps < max_answers:
        game, rng = Uno(num_players=players), random.Random(seed)
        game.np_random.seed(seed)
        state, _ = game.init_game()
        while not game.is_over():
            state, _ = game.step(rng.choice(state["legal_actions"]))
            steps += 1
        seed += 1
    return Played(steps, steps, time.process_time() - since)


def play_uno_env(max_answers: int) -> Played:
    """Play random games of two in rlcard's environment, which also builds an observation for each step."""
    import rlcard

    env, rng, steps = rlcard.make("uno", config={"seed": 0}), random.Random(0), 0
    since = time.process_time()
    while steps < max_answers:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
    return Played(steps, steps, time.process_time() - since)


def measure_play(
    chosen: str, *, repeats: int = REPEATS, max_answers: int = MAX_ANSWERS
) -> dict[str, list[Played]]:
    """Run alternately every measurement whose row contains `chosen`, and Uno's."""
    calls: dict[str, Callable[[int], Played]] = {}
    for name, begin in game_starters().items():
        if chosen in name:
            calls[name] = partial(play_random, begin)
    if find_spec("rlcard"):
        for players in PLAYERS:
            calls[f"rlcard Uno, {players} players, game"] = partial(play_uno_game, players)
        calls["rlcard Uno, 2 players, environment"] = play_uno_env
    measurements: dict[str, list[Played]] = {name: [] for name in calls}
    for turn in range(repeats + 1):
        for name, call in calls.items():
            played = call(max_answers)
            if turn:  # the first round is a warm-up
                measurements[name].append(played)
    return measurements


def spread(values: list[float], form: str) -> str:
    """Format the median of values with their minimum and maximum."""
    middle, least, most = statistics.median(values), min(values), max(values)
    return f"{middle:{form}} ({least:{form}} to {most:{form}})"


def show_play(chosen: str) -> None:
    """Print the table of random play, with each game next to Uno with as many players."""
    measurements = measure_play(chosen)
    print(f"{'random play, per second':42}{'answers':>10}{'of players':>12}   answers / Uno’s steps")
    for name, rounds in measurements.items():
        fastest = min(rounds, key=lambda played: played.seconds)
        rates = f"{fastest.answers / fastest.seconds:10,.0f}{fastest.decisions / fastest.seconds:12,.0f}"
        uno = (
            ()
            if name.startswith("rlcard")
            else (compare_with_uno(rounds, measurements, name, kind) for kind in UNO_ROWS)
        )
        print(f"{name:42}{rates}   {' '.join(uno)}")
    if not find_spec("rlcard"):
        print("rlcard is not installed here: pip install rlcard")


def compare_with_uno(
    rounds: list[Played], measurements: dict[str, list[Played]], name: str, kind: str
) -> str:
    """Format a game's answers per second as a multiple of the steps of Uno with as many players."""
    uno = measurements.get(f"rlcard Uno, {name.split(', ')[1]}, {kind}")
    if uno is None:
        return ""
    mine, others = ([played.answers / played.seconds for played in of] for of in (rounds, uno))
    ratios = [own / other for own, other in zip(mine, others, strict=True)]
    return f"{kind} {max(mine) / max(others):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def show_step_costs() -> None:
    """Print the cost of a copy, an undo and a replay in the middle of a game of three."""
    times: dict[tuple[str, bool], list[float]] = {}
    for _ in range(REPEATS):
        for explain in (False, True):
            game = half_played(explain)
            record, twins = game.record, [game.copy() for _ in range(50)]
            for step, call, repeats in (
                ("copy", game.copy, len(twins)),
                ("undo", lambda twins=twins: twins.pop().undo(), len(twins)),
                ("replay", lambda record=record, explain=explain: Game.replay(record, explain=explain), 1),
            ):
                times.setdefault((step, explain), []).append(median(call, repeats) * 1e6)
    print(f"in the middle of a game of three, after {len(game):,} answers; µs")
    for (step, explain), taken in sorted(times.items()):
        print(f"{step:8}{'explained' if explain else '':12}{spread(taken, ',.0f'):>28}")


def half_played(explain: bool) -> Game:
    """Return a half-played game of three players."""
    whole = twing.new_game(3, seed=1, explain=explain)
    while not whole.over:
        whole.answer_randomly()
    return Game.replay("\n".join(whole.record.splitlines()[: len(whole) // 2]), explain=explain)


def main() -> None:
    """Measure and print; with the name of a game, only its random play."""
    if chosen := " ".join(sys.argv[1:]):
        show_play(chosen)
        return
    show_play("")
    print()
    show_step_costs()


if __name__ == "__main__":
    main()
