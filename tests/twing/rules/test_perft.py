"""The number of different states after n answers from fixed positions: reveals any change of the rules."""

from __future__ import annotations

import pytest

from twingkit import Game
from twingkit.testing.perft import state_counts

HEAD = "twingkit-record 1\ngame twing\n"

POSITIONS = {
    "attack": """\
players F W
variant box
box assumed
p1 hand F5 F2 cat; entourage F4M F3
p2 hand W4 W1 trap; entourage W3
table turn 9; to-move p1; phase action; as-is
p1: attack p2
""",
    "actions": """\
players F W L
variant box
box assumed
p1 hand F5 cat*3 trap; entourage F2; ornicles 6; objects bra
p2 hand W4; entourage F3 W2; objects hat,boots
p3 hand L2 miromon; entourage L1; ornicles 2
table turn 9; to-move p1; phase action; display cup,puppet
""",
    "endgame": """\
players F W L
variant box
box assumed
p1 hand F5 F6 cat; entourage F2 F4M; objects bra,teddy,shamrock
p2 hand W4; entourage W2; objects hat
p3 hand L2 miromon; objects socks; ornicles 2
table turn 30; to-move p1; phase action; as-is
p1: endgame
p1: lay F6 + F4M
p2: lay W4 + W2
p3: lay L2
""",
    "duel": """\
players F W
variant short
box assumed
p1 hand F5 F3 F1; entourage F2; ornicles 1
p2 hand W4 W5; objects hat
table turn 9; to-move p1; phase action; as-is
p1: duel p2
""",
}

STATES = {
    "attack": [13, 104, 223, 2051],
    "actions": [7, 124, 2290],
    "endgame": [1, 1, 11, 121, 1452],
    "duel": [14, 56, 336, 3850],
}
"""The first two of "attack" can be counted by hand: 13 lays; against each 6 answers with spells, a shield, or
retiring."""


@pytest.mark.parametrize("name", POSITIONS)
def test_the_number_of_states_is_what_it_was(name):
    assert state_counts(Game.replay(HEAD + POSITIONS[name], explain=False), len(STATES[name])) == STATES[name]
