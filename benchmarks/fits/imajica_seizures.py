"""How often seizures by steady players succeed, for the probabilities in `imajica/players/plans.py`.

`python benchmarks/fits/imajica_seizures.py [games of two players]`; 50 by default, which take half a minute.

Printed, by the influence of the seizers minus that of all rivals who could contest (as visible on the table):
the number of seizures, and the share that secured the Site.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict

from twingkit.imajica.box.decks import load_decks
from twingkit.imajica.players.forces import available_contest_influence
from twingkit.imajica.players.plans import staged_fight
from twingkit.imajica.rules.table import Fight, ImajicaTable
from twingkit.imajica.rules.values import influence
from twingkit.imajica.starts import new_game
from twingkit.players.policies import computer_player

FIRST_SEED = 500_000
"""The seed of the first game."""

SEIZURE_KINDS = ((1, "more than all who can contest"), (-5, "at most 5 less"), (-99, "less still"))
"""The kinds of seizures, by their minimum lead in influence over all who can contest."""


def seizure_kind(table: ImajicaTable, answer: str) -> str:
    """Return the kind of a seizure that is about to be announced."""
    words = answer.split()
    seat, site = table.current, table.pieces[words[1]]
    with staged_fight(table, Fight("seizure", seat, site.token, words[3:], tuple(words[3:]))):
        own = sum(influence(table, table.pieces[token], site) for token in words[3:])
        most = max(available_contest_influence(table, other, site) for other in table.seats_from(seat)[1:])
    return (
        "nobody can contest"
        if not most
        else next(name for least, name in SEIZURE_KINDS if own - most >= least)
    )


def main(games: int = 50) -> None:
    """Play the games, and print the share of successful seizures of each kind."""
    secured: dict[str, list[bool]] = defaultdict(list)
    for number in range(FIRST_SEED, FIRST_SEED + games):
        rng = random.Random(number + 1)
        decks = [rng.choice(list(load_decks())) for _ in range(2)]
        game = new_game(decks, seed=number, explain=False)
        seated = [computer_player(game.start, "steady", number * 10 + seat) for seat in range(2)]
        begun: tuple[str, str, int] | None = None
        while (question := game.question) is not None:
            table = game.table
            if begun and table.fight is None:
                kind, token, seat = begun
                site = table.pieces[token]
                secured[kind].append(site.area == "state" and site.controller == seat)
                begun = None
            answer = seated[question.player](game)
            if question.kind == "ally" and answer.startswith("seize"):
                begun = seizure_kind(table, answer), answer.split()[1], question.player
            game.answer(answer)
    for kind, outcomes in secured.items():
        print(f"{kind}: {len(outcomes)} seizures, {sum(outcomes) / len(outcomes):.0%} secured")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
