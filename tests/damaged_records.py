"""A short record of every start, and damaged copies of it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache

from twingkit import Game
from twingkit.core.starts import parse_start

STARTS: Mapping[str, str] = {
    "twing.battle": "battle F: F5 F3 + F4 & cat vs W: W6 W4 @ hat & cat*2 trap\nvariant box price=3",
    "twing.endgame": "endgame F: F5 F3 + F4 & cat vs W: W6 @ cup & trap vs L: shield L4\nvariant box price=4",
    "twing": (
        "players F W L\nvariant box price=4\np1 hand F5 F3 W2 cat*2 trap; entourage F4M F4; "
        "objects boots,bra,cup; ornicles 3; endgame\n"
        "p2 hand cat W6 W4; entourage W3; ornicles 1\np3 hand L4 L2 trap; objects hat\n"
        "table turn 12; to-move p1; phase action; display puppet,socks"
    ),
    "imperium.battle": "battle space: 2 cruiser+ 3 dreadnought @ sol,mb:2 vs 4 fighter 1 carrier @ nebula",
    "imperium.game": "imperium 3\nfaction sol\nfaction sardakk\nfaction letnev",
    "imperium.position": (
        "galaxy: sol sardakk letnev, map 20 42 23 44 24 41 0 26 46 30 0 31 39 36 0 33 47 34, action p1, p1 "
        "cards 1 5 hand mb, p2 cards 2 6 hand s_retreat, p3 cards 3 7, at 18 p1 2 cruiser, at 23 p2 2 cruiser"
    ),
    "ember": "ember 3\nvariant quick judge=count",
    "ember.position": "ember: p1 hand * A5 E5 F5 has wisp imp:down; p2 hand 5 has siren-2; to move p1 draw",
    "imajica": "imajica 3\nvariant simple_three",
    "imajica.position": "imajica: p1 active sartori; p2 active dowd; circle slew",
}
"""The set-up lines of a game of each start."""

ANSWERS = 12
"""The number of answers that a record has at least."""


@cache
def record_of(start: str) -> str:
    """Return the record of the beginning of a game."""
    game, rng = Game(parse_start(STARTS[start]), seed=1), random.Random(1)
    while game.question is not None and len(game) < ANSWERS:
        game.answer_randomly(rng)
    return game.record


def damaged(record: str) -> Iterator[str]:
    """Yield a record without each of its lines, with each of them twice, and with each two swapped."""
    lines = record.splitlines()
    for at, line in enumerate(lines):
        yield "\n".join([*lines[:at], *lines[at + 1 :]])
        yield "\n".join([*lines[:at], line, *lines[at:]])
        yield "\n".join([*lines[:at], *reversed(lines[at : at + 2]), *lines[at + 2 :]])
