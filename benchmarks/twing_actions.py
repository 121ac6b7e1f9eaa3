"""What the steady player's actions at Imperial Twing lose, and whether they are worth what it reckons.

`python benchmarks/twing_actions.py [number of players] [decisions] [first deal]`

In games of steady players some turns are looked at: the action that was chosen, and the best of each other
sort as the player reckons, are rated by playing on with steady players (hidden hands dealt anew, the same
dice for all, judged after some turns). Shown for each two sorts: how often, by how much the other one is
better than what was chosen, as it was reckoned and as it was played (negative: worse), with the standard
error.

Measured with two players (`2 250 7600000`): for a pass, the best attack was reckoned 0.026 worse and was
0.012 ± 0.009 worse (208 times), a capture 0.029 and 0.026 ± 0.004 (132); for a ritual, to pass 0.109 and
0.018 ± 0.014 (22: the cats stay). With three (`3 250 7600000`): for a pass an attack 0.028 and 0.044 ± 0.005
(191), a capture 0.012 and 0.043 ± 0.007 (100); for a ritual, to pass 0.085 and 0.018 ± 0.009 (19). For a
capture, to pass was 0.026 ± 0.006 better (18), but that is the worth at which playing on stops: a player that
never captures won 0.067 ± 0.042 a game less than its seats (120 games of three). No sort of action that
`steady` leaves out is better on average.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator

import attrs

from twingkit import twing
from twingkit.lookahead import ratings
from twingkit.play import Game
from twingkit.twing.players.lookahead import LOOKAHEAD
from twingkit.twing.players.steady import Steady

PLAYED_ON = attrs.evolve(LOOKAHEAD, player=Steady)
"""Playing on by steady players."""

GAMES = 4
"""The games that are played on after each action."""

SHARE = 0.1
"""The share of the turns that are looked at."""


def turns(players: int, deal: int) -> Iterator[tuple[Game, Steady]]:
    """Some turns of one game, each with the player who is to choose an action."""
    rng = random.Random(deal)
    game = twing.new_game(players, seed=deal, explain=False)
    seated = [Steady(deal * 10 + seat) for seat in range(players)]
    while (asked := game.question) is not None:
        if asked.kind == "act" and rng.random() < SHARE:
            yield game, seated[asked.player]
        game.answer(seated[asked.player](game))


def compared(game: Game, player: Steady, seed: int) -> Iterator[tuple[str, str, float, float]]:
    """What was chosen and another sort of action, and by how much the other is better: reckoned, played."""
    reckoned = player.chances(game)
    best: dict[str, str] = {}
    for answer in reckoned:
        best.setdefault(answer.partition(" ")[0], answer)
    if len(best) < 2:
        return
    rated = ratings(game, games=GAMES, answers=best.values(), lookahead=PLAYED_ON, seed=seed)
    chosen, *others = best
    for sort in others:
        preferred, other = best[chosen], best[sort]
        yield chosen, sort, reckoned[other] - reckoned[preferred], rated[other].win - rated[preferred].win


def main(players: int = 2, decisions: int = 200, first: int = 0) -> None:
    """Play and print."""
    table: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    deal, done = first, 0
    while done < decisions:
        for game, player in turns(players, deal):
            for chosen, sort, reckoned, won in compared(game, player, done):
                table[chosen, sort].append((reckoned, won))
            done += 1
        deal += 1
    for (chosen, sort), rows in sorted(table.items(), key=lambda row: -len(row[1])):
        gains = [won for _, won in rows]
        error = statistics.stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else float("inf")
        print(
            f"{chosen} taken, {sort}: {len(rows)} times, "
            f"reckoned {statistics.mean(row[0] for row in rows):+.3f}, "
            f"played {statistics.mean(gains):+.3f} ± {error:.3f}"
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
