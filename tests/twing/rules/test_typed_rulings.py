"""Rulings of Imperial Twing that have a class: read back as it, with the facts of their sentences."""

from __future__ import annotations

import pytest

from twingkit import policies, twing
from twingkit.core.events import Event
from twingkit.twing.rules import typed_rulings
from twingkit.twing.rules.rulebook import rulebook

CLASSES = [
    kind for kind in vars(typed_rulings).values() if isinstance(kind, type) and getattr(kind, "pair", "")
]


@pytest.mark.parametrize("kind", CLASSES)
def test_every_class_has_a_sentence(kind: type[Event]) -> None:
    rule, case = kind.key
    assert case in rulebook().sentences[rule]


@pytest.mark.parametrize("seed", range(4))
def test_every_ruling_of_a_game_fits_its_class(seed: int) -> None:
    game = policies.play(twing.new_game(3, seed=seed), ["random"] * 3)
    typed = [ruling for ruling in game.rulings if isinstance(ruling.event, tuple(CLASSES))]
    assert {type(ruling.event) for ruling in typed} > {typed_rulings.TurnBegan, typed_rulings.WonByPoints}
    assert all(ruling.event and ruling.event.facts() == ruling.facts for ruling in typed)
