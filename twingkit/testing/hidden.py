"""Test of hidden information: a card that a player cannot see changes nothing that the player gets to see."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from twingkit.asking import Chance, Question
from twingkit.play import Game

STEPS = 40
"""The number of answers for which two games are followed side by side."""


Unseen = Callable[[Question, Any], bool]
"""A predicate that is true if an answer of chance stays hidden from the player: `unseen(question,
answer)`."""


def told(game: Game, viewer: int) -> list[str]:
    """Everything that was said so far as a player may hear it, in both languages."""
    rulings = [*game.opening, *(ruling for entry in game.transcript for ruling in entry.rulings)]
    return [ruling.seen_by(viewer).text(lang) for ruling in rulings for lang in ("en", "de")]


def twins(game: Game, unseen: Unseen, most: int = 3) -> Iterator[tuple[Game, Game]]:
    """Pairs of games that differ in one answer of chance that stays hidden, right after that answer.

    Of each such answer in the record of `game` up to `most` others are taken.
    """
    for index, entry in enumerate(game.transcript):
        asked = entry.asked
        if not isinstance(asked, Chance) or not unseen(asked, asked.read(entry.answer)):
            continue
        texts = [asked.write(option) for option in asked.options() if unseen(asked, option)]
        as_it_was = game.what_if(index, entry.answer)
        for text in [text for text in texts if text != entry.answer][:most]:
            yield as_it_was.copy(), game.what_if(index, text)


def assert_hides(
    game: Game,
    viewer: int,
    unseen: Unseen,
    rng: random.Random,
    *,
    shown: Callable[[Game], object] = lambda game: None,
) -> int:
    """Assert that what chance decided unseen by `viewer` changes nothing that this player sees, hears or is
    asked, until it comes to light; how many pairs of games were compared.

    What comes to light is said in rulings, or `shown` to all. `game` asks for all chance (`rolls="ask"`), so
    that its record holds it.
    """
    compared = 0
    for one, other in twins(game, unseen):
        assert other.view(viewer) == one.view(viewer)
        assert told(other, viewer) == told(one, viewer)
        assert_looks_alike(one, other, viewer, rng, shown=lambda at: (told(at, viewer), shown(at)))
        compared += 1
    return compared


def assert_looks_alike(
    game: Game,
    twin: Game,
    viewer: int,
    rng: random.Random,
    *,
    may_pass: Callable[[Question], bool] = lambda question: False,
    shown: Callable[[Game], object] = lambda game: None,
    steps: int = STEPS,
) -> None:
    """Two games that differ only in what `viewer` cannot see look alike to that player, as they go on.

    Both get the same answers until one is not allowed in the twin, or what is `shown` to all differs: then
    the difference has come to light. Where a question `may_pass`, other players pass.
    """
    for _ in range(steps):
        assert twin.view(viewer) == game.view(viewer)
        pending, same = game.question, twin.question
        if pending is None:
            return
        assert same is not None
        assert (same.kind, same.player) == (pending.kind, pending.player)
        if pending.player == viewer and not isinstance(pending, Chance):
            assert list(same.options()) == list(pending.options())
        answer = pending.write(pending.draw(rng))
        if pending.player != viewer and may_pass(pending) and pending.refusal("pass") is None:
            answer = "pass"
        try:
            refused = same.refusal(same.read(answer))
        except ValueError:
            return
        if refused is not None:
            return
        game.answer(answer)
        twin.answer(answer)
        if shown(twin) != shown(game):
            return
