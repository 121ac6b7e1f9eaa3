"""The share of each action that computer players take, beside how often the rules offer it.

`python benchmarks/actions.py twing greedy,greedy,steady 20 [first deal]` plays 20 deals, with the players
one seat further in each. It prints the wins of each player and seat and, for each question of a turn, the
share of the first words of answers; in brackets how many questions offered the word. A word that a player was
offered but never chose is marked with "never".

Measured in 3 to 12 games each, shares of the actions of turns in percent:

    Imperial Twing, equals    pass  attack  duel  buy  ritual  capture  endgame
    steady, 2 players           87       0     2    0       7        1        3
    steady, 3                   74       0     8    1       7        5        5
    steady, 4                   84       0     4    1       4        5        2
    collector, 2                80       4     6    1       6        1        3
    collector, 3                68       6    11    2       4        8        1
    greedy, 2                   58      19     8    6       2        2        5
    greedy, 3                   49      23     7    8       1        4        9
    greedy, 4                   45      23     8    8       1        3       11

Ember: `greedy` uses abilities only while it conjures; `steady` and `expert` also use them while others do.
None of the three refreshes. Imajica: `greedy` never retreats and uses no Ally's ability in its own turn;
`expert` does both, in 2 % of its turns at most. Twilight Imperium, short game: `steady` and
`greedy` take every action of a turn, but refuse no offer and never retreat; Diplomacy is 1 % and 5 % of the
strategy cards they take. Seats 1 to 3 won 4, 4 and 4 games among `steady`, 4, 0 and 2 among `greedy`.

`tests/lookahead/test_curious.py` names the actions that the default opponents take in three games in a row.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from itertools import islice

from twingkit import Game, ember, imajica, imperium, twing
from twingkit.core.questions import ChanceQuestion
from twingkit.core.running.winners import win_share
from twingkit.imajica.box.decks import load_decks
from twingkit.players.policies import policies_by_seat

MAX_OPTIONS = 300
"""The number of options of one question that are counted."""


def imajica_game(players: int, deal: int) -> Game:
    """Return a game of Imajica with random decks."""
    rng = random.Random(deal)
    decks = [rng.choice(list(load_decks())) for _ in range(players)]
    return imajica.new_game(decks, seed=deal, explain=False)


GAMES: Mapping[str, Callable[[int, int], Game]] = {
    "twing": lambda players, deal: twing.new_game(players, seed=deal, explain=False),
    "ember": lambda players, deal: ember.new_game(players, seed=deal, explain=False),
    "imajica": imajica_game,
    "imperium": lambda players, deal: imperium.new_game(
        "short" if players == 3 else players, seed=deal, explain=False
    ),
}
"""For each game, a function that deals a game of a number of players."""

WORD_COUNTS = {"take": 2}
"""The number of words of an answer to count, for kinds of questions where the first one says nothing."""

Counts = dict[tuple[str, str], Counter[str]]
"""How often each action occurred, by player and kind of question."""


def first_words(kind: str, answer: str) -> str:
    """Return the first words of an answer, which say what it does."""
    return " ".join(answer.split()[: WORD_COUNTS.get(kind, 1)])


def count_actions(game: Game, players: list[str], seed: int, offered: Counts, chosen: Counts) -> None:
    """Play a game to its end, and add the offered and the chosen actions to the counts."""
    seated = policies_by_seat(game, players, seed)
    while (question := game.question) is not None:
        if isinstance(question, ChanceQuestion):
            game.roll()
            continue
        answer = seated[question.player](game)
        text = answer if isinstance(answer, str) else question.format_answer(answer)
        key, options = (players[question.player], question.kind), islice(question.options(), MAX_OPTIONS)
        words = {first_words(question.kind, question.format_answer(option)) for option in options}
        chosen[key][first_words(question.kind, text)] += 1
        offered[key].update(words)
        game.answer(answer)


def main(name: str = "twing", players: str = "greedy,greedy", games: int = 4, first: int = 0) -> None:
    """Play the games, and print the wins and the shares of actions."""
    seats = players.split(",")
    offered: Counts = defaultdict(Counter)
    chosen: Counts = defaultdict(Counter)
    wins: Counter[str] = Counter()
    for deal in range(games):
        turned = seats[deal % len(seats) :] + seats[: deal % len(seats)]
        game = GAMES[name](len(seats), first + deal)
        count_actions(game, turned, first + deal, offered, chosen)
        for seat, player in enumerate(turned):
            wins[player] += win_share(game, seat)
            wins[f"seat {seat + 1}"] += win_share(game, seat)
    print(f"{name} {players}, {games} games; wins: {dict(sorted(wins.items()))}")
    for (player, kind), words in sorted(offered.items()):
        if len(words) > 1:
            total = chosen[player, kind].total()
            rows = [
                f"{word} {chosen[player, kind][word] / total:.1%} ({count})"
                + " never" * (not chosen[player, kind][word])
                for word, count in words.most_common()
            ]
            print(f"  {player} {kind} ({total}): {', '.join(rows)}")


if __name__ == "__main__":
    main(*sys.argv[1:3], *map(int, sys.argv[3:]))
