"""The distribution of a volley equals the results of its faces, counted one by one."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import pytest

from twingkit.imperium.battle.rules.dice.volley import FACES, DiceGroup, Volley


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("hits", [5, 7, 9])
@pytest.mark.parametrize("extra", [0, 2])
def test_IM_UNIT_8_what_can_come_is_what_the_faces_come_to(hits: int, extra: int, again: bool) -> None:
    """Also where extra hits for a natural 9 or 10 (IM-UNIT-jolnar_flagship) meet rerolled misses."""
    volley = Volley(0, (DiceGroup("flagship", 2, hits, extra_hits=extra), DiceGroup("fighter", 1, 9)), again)
    chances: dict[tuple[int, tuple[int, ...]], float] = defaultdict(float)
    for faces in product(FACES, repeat=volley.count):
        thrown = volley.result_of(faces)
        chances[thrown.hits, thrown.missed_by_group if again else ()] += 0.1**volley.count
    outcomes: dict[tuple[int, tuple[int, ...]], float] = defaultdict(float)
    for thrown, chance in volley.outcomes():
        outcomes[thrown.hits, thrown.missed_by_group] += chance
    assert outcomes == pytest.approx(chances)
